"""How the game stands, for programs: as one JSON answer, or live as a stream of server-sent events."""

import json
from collections.abc import Iterator

from flask import Blueprint, Response, current_app, request
from werkzeug.exceptions import ServiceUnavailable

from companion.views.statement import NumberedStatement
from companion.web import requests
from companion.web.live import Live

blueprint = Blueprint("api", __name__, url_prefix="/api")
_WAITING_S = 1.0


@blueprint.after_app_request
def _name_edition(response: Response) -> Response:
    """Whoever asks anything hears which edition of the pages there is."""
    response.headers["Edition"] = current_app.config["EDITION"]
    return response


@blueprint.get("/status")
def status() -> Response:
    """The newest statement, 204 before the first, 304 when the reader has it; what is told beside is a header."""
    live = requests.live()
    beside = {"Told-Beside": _told_beside(live, current_app.config["EDITION"])}
    if (told := live.newest) is None:
        return Response(status=204, headers=beside)
    response = Response(told.text, mimetype="application/json", headers=beside)
    response.set_etag(_identity(live, told))
    return response.make_conditional(request)  # type: ignore[return-value]


@blueprint.get("/events")
def events() -> Response:
    """Every new statement as it comes, going on after `Last-Event-ID`; 503 when too many listen already."""
    live = requests.live()
    if not live.take_seat():
        raise ServiceUnavailable("too many are listening; ask /api/status instead", retry_after=30)
    after = _resume_after(live, request.headers.get("Last-Event-ID", ""))
    stream = _stream(live, after, current_app.config["HEARTBEAT_S"], current_app.config["EDITION"])
    response = Response(stream, mimetype="text/event-stream", headers={"Cache-Control": "no-store"})
    response.call_on_close(live.leave_seat)
    return response


def _stream(live: Live, after: int, heartbeat_s: float, edition: str) -> Iterator[str]:
    """Events as they come, and heartbeats when it is quiet.

    A heartbeat finds out which phones have left; its comment and its event tell whatever stands between,
    and the page, that the line is not dead. The event carries what is told beside the game; before the first statement
    hearts beat fast.
    """
    yield "retry: 1000\n\n"
    while not live.closed:
        if told := live.wait_newer(after, heartbeat_s if live.newest else min(heartbeat_s, _WAITING_S)):
            after = told.sequence
            yield f"id: {_identity(live, told)}\ndata: {told.text}\n\n"
        elif not live.closed:
            yield f": still here\nevent: beat\ndata: {_told_beside(live, edition)}\n\n"


def _told_beside(live: Live, edition: str) -> str:
    """Why the table is not seen, what is done before there is a game, what is no matter of its, and the edition."""
    return json.dumps([live.trouble, live.doing, live.aside, edition])


def _resume_after(live: Live, last: str) -> int:
    """The number a reader has already, from its last event's identity; 0 when that was another run's."""
    run, _, number = last.partition("-")
    known = run == live.run and number.isascii() and number.isdecimal()
    return min(int(number[:12]), live.sequence) if known else 0


def _identity(live: Live, told: NumberedStatement) -> str:
    return f"{live.run}-{told.sequence}"
