"""The page on everybody's phone: a small Flask application that shows the game, and takes commands from who may.

    session ─▶ live (the newest statement, numbered) ─▶ api: server-sent events ─▶ phones, walls
    session ◀─ desk (commands wait for the loop) ◀─ commands ◀─ guard, access (hosts, PIN, seats) ◀─ phones

Every statement is whole, so that a phone that missed some has lost nothing. `guard` answers only to the table's own
names and sets the headers; `access` and `phone_book` know who may speak for table or seat; `commands`, `fields` and
`description` are one table of what may be asked, from which OpenAPI is written. `workshop`, `boards`, `calibration` and
`scan` are the boards on a phone; `history` is past games; `drawn_table` a table to tap on; `server` is waitress behind
it all. Pages are templates and plain JavaScript modules in `static`, nothing is fetched from elsewhere; `slow_lines`
makes few files of them, and `modules` one of a page's scripts.
"""

from collections.abc import Sequence

from flask import Flask
from werkzeug.exceptions import HTTPException

from companion.web import (
    api,
    boards,
    calibration,
    commands,
    complaints,
    doors,
    guard,
    muting,
    pages,
    rules,
    scan,
    set_up,
    slow_lines,
)
from companion.web.access import TooManyTriesError
from companion.web.desk import Desk
from companion.web.live import Live
from companion.web.workshop import Workshop

HEARTBEAT_S = 5.0
"""A quiet stream beats this often, so that the place of a phone that left is soon free."""

__all__ = ["Desk", "Live", "Workshop", "create_app"]


def create_app(
    live: Live, names: Sequence[str] = (), heartbeat_s: float = HEARTBEAT_S, workshop: Workshop | None = None
) -> Flask:
    """The application that shows what `live` was told, and hands in commands at its desk.

    `names` are host names it answers to, beside any plain IP address, `localhost` and this machine's own name. Boards
    are calibrated and kept in the `workshop`.
    """
    app = Flask(__name__)
    app.extensions["live"] = live
    app.extensions["workshop"] = workshop
    app.config["HEARTBEAT_S"] = heartbeat_s
    app.config["MAX_CONTENT_LENGTH"] = 4096
    guard.protect(app, names)
    for room in (pages, api, doors, commands, muting, rules, set_up, scan, calibration, boards, slow_lines):
        app.register_blueprint(room.blueprint)
    app.register_error_handler(HTTPException, complaints.complain)
    app.register_error_handler(Exception, complaints.own_up)
    app.register_error_handler(TooManyTriesError, doors.refused)
    return app
