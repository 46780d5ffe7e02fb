"""The club's page: a wall of all tables, each table large, the plan and its standings; changed with the PIN alone."""

from collections.abc import Callable, Sequence
from typing import Any

from flask import Blueprint, Flask, Response, abort, current_app, render_template, request
from werkzeug.exceptions import HTTPException

from companion.club.club import Club
from companion.club.evening import LONGEST_NAME, MOST_ENTRANTS
from companion.games.names import can_be_shown
from companion.web import HEARTBEAT_S, api, complaints, doors, guard, pages, requests, slow_lines
from companion.web.access import TooManyTriesError
from companion.web.addresses import join_url

_MOST_BYTES = 65_536
"""Of what a phone sends: two hundred names of forty characters, in any script."""
_MOST_LINES, _MOST_ROUNDS = 99, 9999
# The name is that of the table's pages, so that their head and their error page find the club's.
blueprint = Blueprint("pages", __name__, template_folder="templates", static_folder="static", static_url_path="/club")


def create_app(club: Club, names: Sequence[str] = (), heartbeat_s: float = HEARTBEAT_S) -> Flask:
    """The application that shows what the club's hall was told; it also answers to these host names."""
    app = Flask("companion.web")
    app.extensions["live"] = club.hall
    app.extensions["club"] = club
    app.config["HEARTBEAT_S"] = heartbeat_s
    app.config["MAX_CONTENT_LENGTH"] = _MOST_BYTES
    guard.protect(app, names)
    for each in (blueprint, api.blueprint, doors.blueprint, slow_lines.blueprint):
        app.register_blueprint(each)
    app.register_error_handler(HTTPException, complaints.complain)
    app.register_error_handler(Exception, complaints.own_up)
    app.register_error_handler(TooManyTriesError, doors.refused)
    return app


blueprint.add_url_rule("/app.webmanifest", "manifest", pages.manifest)
blueprint.add_url_rule("/favicon.ico", "favicon", pages.favicon)
blueprint.add_url_rule("/join.svg", "join_code", pages.join_code)


@blueprint.get("/", endpoint="table")
def hall() -> str:
    """All tables, the round and the standings."""
    return render_template("club_hall.html", join=join_url(request.host))


@blueprint.get("/tables/<name>")
def one(name: str) -> str:
    """One table, large; 404 for one that was never heard."""
    if not _club().hall.knows(name):
        abort(404, "no table of that name was heard yet")
    return render_template("club_table.html", name=name)


@blueprint.post("/api/club/begin")
def begin() -> Response:
    """204, and an evening of these players or teams begins; for whoever knows the PIN, as all below.

    `seen` is how many entrants and rounds there were when whoever begins looked; 409 when that is no longer so.
    """
    wanted: dict[str, requests.Read] = {"names": _names, "seen": _seen}
    return _done(wanted, lambda sent: _club().begin(sent["names"], sent.get("seen")), frozenset({"seen"}))


@blueprint.post("/api/club/come")
def come() -> Response:
    """204, and somebody plays from the next round on."""
    return _done({"name": _name}, lambda sent: _club().come(sent["name"]))


@blueprint.post("/api/club/leave")
def leave() -> Response:
    """204, and somebody plays no further round."""
    return _done({"name": _name}, lambda sent: _club().leave(sent["name"]))


@blueprint.post("/api/club/draw")
def draw() -> Response:
    """204, and the next round has begun."""
    return _done({}, lambda _: _club().draw())


@blueprint.post("/api/club/result")
def result() -> Response:
    """204, and a meeting of the newest round, which must be this one, ended so; `winner` is 0, 1, or 2 for a tie."""
    wanted: dict[str, requests.Read] = {
        "round": lambda value: requests.whole(value, _MOST_ROUNDS),
        "meeting": lambda value: requests.whole(value, MOST_ENTRANTS),
        "winner": lambda value: requests.whole(value, 2),
        "lines": _lines,
    }

    def keep(sent: dict[str, Any]) -> None:
        """As it was said."""
        winner = None if sent["winner"] == 2 else sent["winner"]
        _club().report(sent["round"], sent["meeting"], winner, sent["lines"])

    return _done(wanted, keep)


def _done(
    wanted: dict[str, requests.Read], act: Callable[[dict[str, Any]], None], optional: frozenset[str] = frozenset()
) -> Response:
    requests.for_the_table()
    sent = requests.fields(wanted, optional)
    try:
        act(sent)
    except ValueError as error:
        abort(409, str(error))
    return Response(status=204)


def _names(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > MOST_ENTRANTS:
        raise ValueError(f"a list of at most {MOST_ENTRANTS} names of {LONGEST_NAME} characters is wanted")
    return tuple(map(_name, value))


def _name(value: object) -> str:
    """A text that may be a name, as far as it shows; which are too long for one the evening says."""
    if isinstance(value, str) and can_be_shown(value, requests.LONGEST_TEXT):
        return value
    raise ValueError(f"a text of 1 to {requests.LONGEST_TEXT} printable characters is wanted")


def _lines(value: object) -> tuple[int, int]:
    return _two(value, _MOST_LINES)


def _seen(value: object) -> tuple[int, int]:
    return _two(value, _MOST_ROUNDS)


def _two(value: object, most: int) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError("two numbers are wanted")
    return requests.whole(value[0], most), requests.whole(value[1], most)


def _club() -> Club:
    club: Club = current_app.extensions["club"]
    return club
