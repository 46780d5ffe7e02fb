"""A new game is set up on the page: the rules change as one picks, and it begins at the table."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.games.one_eyed_jack.layout import REFERENCE
from companion.referee.events import CommandGiven, GameStarted, Setup, TeamLook
from companion.referee.followed import Command
from companion.referee.tracking import begin
from companion.views.status import status_of
from companion.web import Live, create_app
from companion.web.server import serve

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

SCREENS = [(320, 640, "light"), (360, 740, "dark"), (1280, 800, "light"), (1280, 800, "dark"), (1920, 1080, "light")]
CHECKS = Path(__file__).with_name("checks.js").read_text("utf-8")
LAYOUT = tuple(card.code for card in REFERENCE.cards)
SETUP = Setup("classic N=4 T=2", LAYOUT, (TeamLook("R", "red"), TeamLook("B", "blue")), ("Ann", "Ben", "Cleo", "Dan"))


class Game:
    """A game that carries out commands at once and tells the page."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.tracking, events = begin(SETUP)
        self.log = list(events)
        live.desk.open(self.submit)
        live.tell(status_of(self.tracking))

    def submit(self, command: Command) -> Future[Any]:
        """What `Session.command` is to phones."""
        future: Future[Any] = Future()
        try:
            self.tracking, events = command(self.tracking)
            self.log += events
            future.set_result(events)
        except ValueError as error:
            future.set_exception(error)
        self.live.tell(status_of(self.tracking))
        return future


@pytest.fixture
def live() -> Live:
    return Live()


@pytest.fixture
def game(live: Live) -> Game:
    return Game(live)


@pytest.fixture
def page(browser: "Browser", live: Live, game: Game) -> Iterator["Browser"]:  # noqa: ARG001 (it tells how it stands)
    server = serve(create_app(live, heartbeat_s=0.5), "127.0.0.1")
    browser.open(f"{server.url}new")
    browser.wait("document.querySelector('#sheet p')")
    yield browser
    browser.open("about:blank")
    server.close()
    assert [words for words in browser.complaints() if "40" not in words] == []


def pick(browser: "Browser", name: str, value: str) -> None:
    """Choose a value as a hand would."""
    browser.run(
        "const e = document.getElementsByName(arguments[0])[0]; e.value = arguments[1];"
        "e.dispatchEvent(new Event('change', { bubbles: true }))",
        name,
        value,
    )


def enter(browser: "Browser", pin: str) -> None:
    """Enter the PIN."""
    browser.run("document.querySelector('#door input').value = arguments[0]", pin)
    browser.run("document.querySelector('#door button').click()")
    browser.wait("document.getElementById('door').hidden && !document.getElementById('start').disabled")


@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_the_page_can_be_read_and_used_at_every_size(
    page: "Browser", live: Live, shot: Callable[[str], Path], screen: tuple[int, int, str]
):
    page.screen(*screen)
    assert page.run(CHECKS) == []
    enter(page, live.desk.access.pin)
    pick(page, "preset", "my_rules")
    page.run("document.querySelector('#choose details').open = true")
    page.wait("document.getElementById('cards').textContent === 'Deal 5 cards to each; 84 stay in the stock.'")
    assert page.run(CHECKS) == []
    page.picture(shot(f"new-{screen[0]}-{screen[2]}"), whole=True)


def test_the_rules_change_as_one_picks(page: "Browser"):
    page.wait("document.getElementById('cards').textContent === 'Deal 5 cards to each; 84 stay in the stock.'")
    assert page.run("return document.getElementsByName('preset')[0].value") == "classic"
    pick(page, "preset", "zepherin")
    page.wait("document.getElementById('cards').textContent === 'Deal 6 cards to each; 80 stay in the stock.'")
    pick(page, "seats", "12")
    page.wait("document.getElementById('cards').textContent === 'Deal 3 cards to each; 68 stay in the stock.'")
    assert page.run("return document.querySelectorAll('#seats input').length") == 12
    pick(page, "preset", "classic")
    page.wait("document.querySelectorAll('#seats input').length === 2")
    assert page.run("return document.querySelector('.choice.own').hidden")


def test_what_does_not_go_together_is_said_and_does_not_begin(page: "Browser", live: Live):
    enter(page, live.desk.access.pin)
    pick(page, "preset", "my_rules")
    pick(page, "n", "4")
    pick(page, "capture", "pairs_trios")
    page.wait("document.querySelector('.sheet').classList.contains('refused')")
    assert "trios are not captured" in page.run("return document.getElementById('cards').textContent").lower()
    assert page.run("return document.getElementById('start').disabled")


def test_a_game_begins_with_the_player_left_of_the_dealer(page: "Browser", live: Live, game: Game):
    enter(page, live.desk.access.pin)
    pick(page, "dealer", "1")
    page.run("document.getElementById('start').click()")
    page.wait("location.pathname === '/' && document.querySelectorAll('#counts dt').length === 5")
    assert game.log[1] == CommandGiven("the table", "game")
    assert isinstance(game.log[2], GameStarted)
    assert game.tracking.setup.players == ("Cleo", "Dan", "Ann", "Ben")


def test_without_the_pin_nothing_begins(page: "Browser"):
    page.wait("!document.getElementById('door').hidden")
    assert page.run("return document.getElementById('start').disabled")
