"""The page on everybody's phone: a small Flask application that shows the game and changes nothing."""

from collections.abc import Sequence

from flask import Flask

from companion.web import api, guard, pages
from companion.web.live import Live

HEARTBEAT_S = 5.0
"""A quiet stream beats this often, so that the place of a phone that left is soon free."""

__all__ = ["Live", "create_app"]


def create_app(live: Live, names: Sequence[str] = (), heartbeat_s: float = HEARTBEAT_S) -> Flask:
    """The application that shows what `live` was told.

    `names` are host names it answers to, beside any plain IP address, `localhost` and this machine's own name.
    """
    app = Flask(__name__)
    app.extensions["live"] = live
    app.config["HEARTBEAT_S"] = heartbeat_s
    app.config["MAX_CONTENT_LENGTH"] = 4096
    guard.protect(app, names)
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(api.blueprint)
    return app
