"""The page of a table that is shown nothing beside its game: one application of it for all tests of a process."""

from functools import cache

from flask import Flask

from companion.web import Live, create_app


@cache
def _application() -> Flask:
    return create_app(Live())


def showing(live: Live, heartbeat_s: float = 0.5) -> Flask:
    """The application, which from now on shows this and nothing else; making one takes longer than opening a page."""
    app = _application()
    app.extensions["live"] = live
    app.config["HEARTBEAT_S"] = heartbeat_s
    return app
