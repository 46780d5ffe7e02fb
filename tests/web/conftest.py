"""A live audience with one scripted game, and the application that shows it."""

from collections.abc import Callable, Iterator

import pytest
from flask.testing import FlaskClient

from companion.referee.events import FaultFound
from companion.views.scene import Scene
from companion.views.status import Status, TeamStatus
from companion.web import Live, create_app
from companion.web.server import Server, serve


def scripted_status(chips: int = 0, fault: str = "") -> Status:
    """A statement with so many chips on the board, red and blue in turn."""
    return Status(
        teams=(TeamStatus("R", "red", 0, 0, 0, ("Ann",)), TeamStatus("B", "blue", 0, 0, 0, ("Ben",))),
        lines_needed=2,
        layout=("JK", *("7D",) * 98, "JK"),
        chips=tuple(square % 2 if square < chips else None for square in range(100)),
        locked=(),
        seat=1 + chips % 2,
        team=chips % 2,
        card=None,
        last_turns=(),
        stock=90,
        hands=(6, 6),
        fault=FaultFound("TWO_CHIPS", (3,), fault) if fault else None,
        question=None,
        notice=None,
        winner=None,
        over=False,
        announcement=f"{chips} chips.",
        scene=Scene("turn", chips % 2),
    )


@pytest.fixture(scope="session")
def status() -> Callable[..., Status]:
    return scripted_status


@pytest.fixture
def live() -> Iterator[Live]:
    live = Live(streams=3)
    yield live
    live.close()


@pytest.fixture
def client(live: Live) -> FlaskClient:
    return create_app(live, names=["table.example"]).test_client()


@pytest.fixture
def server(live: Live) -> Iterator[Server]:
    server = serve(create_app(live, heartbeat_s=0.01), "127.0.0.1")
    yield server
    server.close()
