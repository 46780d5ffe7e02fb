"""The buzzer on the page: anybody sees whether it is muted, the table mutes it."""

from flask import Blueprint, Response, abort, current_app, jsonify

from companion.ports import Mute
from companion.web import requests

blueprint = Blueprint("muting", __name__, url_prefix="/api")


@blueprint.get("/buzzer")
def buzzer() -> Response:
    """Whether there is one, and whether it is muted."""
    found = _mute()
    return requests.unkept(jsonify(there=found is not None, muted=found is not None and found.muted))


@blueprint.post("/buzzer")
def mute() -> Response:
    """Mute it, or let it be heard again: `{"muted": true}`; for the table. 409 where there is none."""
    requests.for_the_table()
    sent = requests.fields({"muted": requests.yes})
    found = _mute() or abort(409, "this table has no buzzer")
    found.set(sent["muted"])
    return buzzer()


def _mute() -> Mute | None:
    found: Mute | None = current_app.extensions.get("mute")
    return found
