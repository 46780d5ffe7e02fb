"""The referee's desk in a real browser: the PIN, a second question before anything is undone, answers by button."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.games.one_eyed_jack.layout import REFERENCE
from companion.games.one_eyed_jack.notation import parse_turn
from companion.referee.decisions import Legal, accept, ask
from companion.referee.events import CommandGiven, Event, Setup, TeamLook
from companion.referee.followed import Command
from companion.referee.tracking import begin
from companion.views.status import status_of
from companion.web import Live, create_app
from companion.web.server import serve

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

PHONE, WALL, SMALL = (360, 740), (1280, 800), (320, 640)
SCREENS = [(*size, theme) for size in (PHONE, WALL) for theme in ("light", "dark")]
Screen = tuple[int, int, str]
SETUP = Setup(
    "classic N=2 T=2",
    tuple(card.code for card in REFERENCE.cards),
    (TeamLook("R", "red"), TeamLook("B", "blue")),
    ("Ann", "Ben"),
)
CHECKS = Path(__file__).with_name("checks.js").read_text("utf-8")
"""Names what a person with poor sight or big thumbs would stumble over."""


class Game:
    """A game that carries out commands at once and tells the page."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.tracking, events = begin(SETUP)
        self.log: list[Event] = list(events)
        live.desk.open(self.submit)
        self.tell()

    def tell(self) -> None:
        """Say how it stands."""
        self.live.tell(status_of(self.tracking))

    def play(self, *turns: str) -> None:
        """Turns happen at the table."""
        for turn in turns:
            self.tracking, _ = accept(self.tracking, Legal((parse_turn(turn),)))
        self.tell()

    def ask(self, *turns: str) -> None:
        """The referee cannot tell these turns apart."""
        first, *others = map(parse_turn, turns)
        self.tracking, _ = ask(self.tracking, Legal((first,), unread=(first,), others=tuple(others)))
        self.tell()

    def submit(self, command: Command) -> Future[Any]:
        """What `Session.command` is to phones."""
        future: Future[Any] = Future()
        try:
            self.tracking, events = command(self.tracking)
            self.log += events
            future.set_result(events)
        except ValueError as error:
            future.set_exception(error)
        self.tell()
        return future

    @property
    def turns(self) -> list[str]:
        """The turns that stand."""
        return [str(turn) for turn in self.tracking.game.turns]


@pytest.fixture
def live() -> Live:
    return Live()


@pytest.fixture
def game(live: Live) -> Game:
    return Game(live)


@pytest.fixture
def url(live: Live, game: Game) -> Iterator[str]:  # noqa: ARG001 (the game is told before anybody looks)
    server = serve(create_app(live, heartbeat_s=0.5), "127.0.0.1")
    yield server.url
    server.close()


@pytest.fixture
def page(browser: "Browser", url: str) -> Iterator["Browser"]:
    browser.open(url)
    browser.wait("document.querySelector('#desk summary')")
    yield browser
    browser.run(
        "return fetch('/api/leave', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{}'})"
    )
    assert [words for words in browser.complaints() if "40" not in words] == []


def press(browser: "Browser", words: str) -> None:
    """Press the button that says so."""
    browser.wait(
        "Array.from(document.querySelectorAll('button, a.button')).find(b => b.textContent === arguments[0])", words
    )
    browser.run(
        "Array.from(document.querySelectorAll('button, a.button')).find(b => b.textContent === arguments[0]).click()",
        words,
    )


def enter(browser: "Browser", pin: str) -> None:
    """Open the door and enter the PIN."""
    browser.run("document.querySelector('#desk summary').click()")
    browser.run("document.querySelector('#desk input').value = arguments[0]", pin)
    press(browser, "Enter")


@pytest.mark.parametrize("screen", [*SCREENS, (*SMALL, "light")], ids=str)
def test_undo_asks_once_more_and_is_signed(
    page: "Browser", live: Live, game: Game, shot: Callable[[str], Path], screen: Screen
):
    width, _, theme = screen
    page.screen(*screen)
    game.play("r 7D@C4", "b 8D@D4")
    page.wait("document.querySelectorAll('#turns .turn-chip').length === 2")
    assert page.run(CHECKS) == []
    enter(page, live.desk.access.pin)
    page.wait("document.querySelectorAll('#desk button').length > 3")
    page.run("document.querySelector('#desk details').open = true")
    page.picture(shot(f"desk-{width}-{theme}"), whole=width < 500)
    assert page.run(CHECKS) == []
    press(page, "Take back the last turn")
    assert page.run("return document.querySelector('.step p').textContent").startswith(
        "Blue plays the eight of diamonds"
    )
    page.picture(shot(f"undo-{width}-{theme}"), whole=width < 500)
    assert page.run(CHECKS) == []
    assert game.turns == ["r 7D@C4", "b 8D@D4"]
    press(page, "Yes, do it")
    page.wait("document.querySelectorAll('#turns .turn-chip').length === 1")
    assert game.turns == ["r 7D@C4"]
    assert CommandGiven("the table", "undo") in game.log


def test_a_wrong_pin_opens_nothing(page: "Browser", live: Live):
    enter(page, f"{(int(live.desk.access.pin) + 1) % 10**6:06}")
    page.wait("document.getElementById('desk-said').textContent === 'The PIN is wrong'")
    assert page.run("return document.querySelectorAll('#desk .row button').length") == 0


@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_a_question_is_answered_by_a_button(
    page: "Browser", live: Live, game: Game, shot: Callable[[str], Path], screen: Screen
):
    width, _, theme = screen
    page.screen(*screen)
    game.ask("r 7D@C4", "r JD@C4")
    page.wait("document.querySelector('#question p')")
    assert page.run("return document.querySelectorAll('#answers button').length") == 0
    enter(page, live.desk.access.pin)
    page.wait("document.querySelectorAll('#answers button').length === 2")
    page.picture(shot(f"answers-{width}-{theme}"), whole=width < 500)
    assert page.run(CHECKS) == []
    press(page, "Jack of diamonds on C4")
    page.wait("document.querySelectorAll('#turns .turn-chip').length === 1")
    assert game.turns == ["r JD@C4"]
    assert page.run("return document.querySelectorAll('#answers button').length") == 0


def test_a_seat_is_claimed_by_its_code_and_does_what_is_its_own(page: "Browser", url: str, live: Live, game: Game):
    page.open(f"{url}seat#{live.desk.access.code(2)}")
    page.wait("location.pathname === '/' && document.querySelectorAll('#desk button').length > 0")
    buttons = "return Array.from(document.querySelectorAll('#desk button')).map(b => b.textContent)"
    assert page.run(buttons) == ["I forgot to draw", "Only watch again"]
    game.play("r 7D@C4")
    page.wait("document.querySelectorAll('#desk button').length > 2")
    press(page, "Pass")
    press(page, "Yes, do it")
    page.wait("document.querySelectorAll('#turns .turn-chip').length === 2")
    assert game.turns == ["r 7D@C4", "b pass"]


def test_the_card_of_the_last_turn_is_put_right(page: "Browser", live: Live, game: Game, shot: Callable[[str], Path]):
    game.play("r 7D@C4")
    enter(page, live.desk.access.pin)
    press(page, "That was another card")
    page.run(
        "const [rank, suit] = document.querySelectorAll('#desk select'); rank.value = 'J'; suit.value = arguments[0]",
        "S",
    )
    page.picture(shot("tell-360-light"), whole=True)
    press(page, "Yes, do it")
    page.wait("document.getElementById('desk-said').textContent.startsWith('That cannot have been JS')")
    press(page, "That was another card")
    page.run("const [rank, suit] = document.querySelectorAll('#desk select'); rank.value = 'J'; suit.value = 'C'")
    press(page, "Yes, do it")
    page.wait("document.getElementById('desk-said').textContent === 'Done.'")
    assert game.turns == ["r JC@C4"]


@pytest.mark.parametrize("screen", [*SCREENS, (1920, 1080, "light")], ids=str)
def test_a_screen_at_the_table_shows_pin_and_seats_once_it_knows_the_pin(
    page: "Browser", url: str, live: Live, shot: Callable[[str], Path], screen: Screen
):
    page.screen(*screen)
    page.open(f"{url}wall")
    page.wait("document.querySelector('#door summary') && document.querySelectorAll('#score li').length")
    assert page.run("return document.getElementById('pin').hidden")
    assert page.run(CHECKS) == []
    page.picture(shot(f"wall-locked-{screen[0]}-{screen[2]}"), whole=screen[0] < 500)
    page.run("document.querySelector('#door summary').click()")
    page.run("document.querySelector('#door input').value = arguments[0]", live.desk.access.pin)
    press(page, "Enter")
    page.wait("!document.getElementById('pin').hidden")
    assert page.run("return document.getElementById('pin').textContent") == f"PIN {live.desk.access.pin}"
    page.run("document.getElementById('claims').open = true")
    page.wait("Array.from(document.querySelectorAll('#codes img')).filter(i => i.naturalWidth).length === 2")
    assert page.run(CHECKS) == []
    page.picture(shot(f"wall-{screen[0]}-{screen[2]}"), whole=screen[0] < 500)
