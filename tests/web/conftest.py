"""A live audience with one scripted game, and the application that shows it."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future

import pytest
from bench import Bench
from flask import Flask
from flask.testing import FlaskClient

from companion.games.one_eyed_jack.layout import REFERENCE
from companion.referee.events import Event, FaultFound, GameStarted, Setup, TeamLook
from companion.referee.followed import Command
from companion.referee.one_eyed_jack.tracking import begin
from companion.views.one_eyed_jack.status import Status, TeamStatus
from companion.views.scene import Scene
from companion.web import Desk, Live, create_app
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
        known=(("R", "red"), ("B", "blue")),
    )


@pytest.fixture(scope="session")
def status() -> Callable[..., Status]:
    return scripted_status


@pytest.fixture
def bench() -> Bench:
    return Bench()


@pytest.fixture
def live() -> Iterator[Live]:
    live = Live(streams=3, desk=Desk(patience_s=0.0))
    yield live
    live.close()


@pytest.fixture(scope="session")
def application() -> Flask:
    """One for all tests that put in what it is to show: making one takes longer than most of them."""
    return create_app(Live(), names=["table.example"])


@pytest.fixture
def client(phone: Callable[[], FlaskClient]) -> FlaskClient:
    return phone()


@pytest.fixture
def server(live: Live) -> Iterator[Server]:
    server = serve(create_app(live, heartbeat_s=0.01), "127.0.0.1")
    yield server
    server.close()


class Played:
    """A game that carries out commands at once, without a camera."""

    def __init__(self) -> None:
        teams = (TeamLook("R", "red"), TeamLook("B", "blue"))
        cards = tuple(card.code for card in REFERENCE.cards)
        self.tracking, events = begin(Setup("classic N=2 T=2", cards, teams, ("Ann", "Ben")))
        self.log = list(events)

    def submit(self, command: Command) -> "Future[tuple[Event, ...]]":
        """What `Session.command` is to phones."""
        future: Future[tuple[Event, ...]] = Future()
        try:
            self.tracking, events = command(self.tracking)
            self.log += events
            future.set_result(events)
        except Exception as error:  # noqa: BLE001 (whatever it is, whoever asked is told)
            future.set_exception(error)
        return future


@pytest.fixture(scope="session")
def new_game() -> type[Played]:
    return Played


@pytest.fixture
def played() -> Played:
    return Played()


@pytest.fixture
def desk(live: Live, played: Played) -> Desk:
    """A desk that is open, whose table answers at once or never."""
    live.desk.open(played.submit)
    return live.desk


@pytest.fixture
def phone(application: Flask, live: Live) -> Callable[[], FlaskClient]:
    """A new phone, with a cookie jar of its own."""
    application.extensions["live"] = live
    return application.test_client


@pytest.fixture
def table(phone: Callable[[], FlaskClient], desk: Desk) -> FlaskClient:
    """A phone that has entered the PIN."""
    client = phone()
    assert client.post("/api/pin", json={"pin": desk.access.pin}).status_code == 204
    return client


@pytest.fixture
def changes() -> None:
    """For the few tests in which something may happen."""


@pytest.fixture
def untouched(played: Played, request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever is refused leaves the game as it was."""
    yield
    if "changes" not in request.fixturenames:
        assert [type(event) for event in played.log] == [GameStarted]
