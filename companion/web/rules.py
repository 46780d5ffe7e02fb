"""What may be played, in words: the rules sheet for a choice of options, and the description of this very API."""

from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from companion.registry.games import refereed
from companion.web.choices import possible, usual
from companion.web.description import description
from companion.web.requests import LONGEST_TEXT

blueprint = Blueprint("rules", __name__, url_prefix="/api")


@blueprint.get("/rules")
def rules() -> Response:
    """The rules that `?game=` and `?options=` come to, and what else goes with them; 400 with the reason if none."""
    text = request.args.get("options", "")
    if len(text) > LONGEST_TEXT:
        abort(400, "the options are too long")
    try:
        game = refereed(name := request.args.get("game", "one-eyed-jack"))
        options = game.options(text)
    except ValueError as error:
        abort(400, str(error))
    return jsonify(
        {**_rules_json(options, game.sheet(options)), "possible": possible(name, text), "usual": usual(name, text)}
    )


@blueprint.get("/openapi.json")
def openapi_json() -> Response:
    """What OpenAPI says of all this."""
    return jsonify(description())


def _rules_json(options: Any, sheet: tuple[str, ...]) -> dict[str, object]:
    return {
        "options": options.text,
        "seats": options.seats,
        "teams": options.teams,
        "hand": options.hand,
        "deck": options.deck_size,
        "stock": options.deck_size - options.seats * options.hand,
        "sheet": sheet,
        "notices": options.notices,
    }
