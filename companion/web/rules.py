"""What may be played, in words: the rules sheet for a choice of options, and the description of this very API."""

from pathlib import Path

from flask import Blueprint, Response, abort, jsonify, request

from companion.games.one_eyed_jack.faults import OptionsError
from companion.games.one_eyed_jack.options import Options, parse_options
from companion.games.one_eyed_jack.rules_sheet import rules_sheet

blueprint = Blueprint("rules", __name__, url_prefix="/api")

_DESCRIPTION = Path(__file__).with_name("openapi.json")


@blueprint.get("/rules")
def rules() -> Response:
    """The rules that `?options=` comes to, and how many cards each gets; 400 with the reason when it cannot be."""
    text = request.args.get("options", "")
    if len(text) > 300:
        abort(400, "the options are too long")
    try:
        options = parse_options(text)
    except OptionsError as error:
        abort(400, str(error))
    return jsonify(_told(options))


@blueprint.get("/openapi.json")
def description() -> Response:
    """What OpenAPI says of all this."""
    return Response(_DESCRIPTION.read_bytes(), mimetype="application/json")


def _told(options: Options) -> dict[str, object]:
    return {
        "options": options.text,
        "seats": options.seats,
        "teams": options.teams,
        "hand": options.hand,
        "deck": options.deck_size,
        "stock": options.deck_size - options.seats * options.hand,
        "sheet": rules_sheet(options),
        "notices": options.notices,
    }
