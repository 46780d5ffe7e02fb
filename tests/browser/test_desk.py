"""The referee's desk in a real browser: the PIN, a second question before anything is undone, answers by button."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.games.one_eyed_jack.layout import REFERENCE
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.squares import parse_square
from companion.referee.acceptance import accept
from companion.referee.decisions import ask
from companion.referee.events import CommandGiven, Event, Setup, TeamLook
from companion.referee.followed import Command
from companion.referee.observation import BoardObservation, PileObservation, TableObservation
from companion.referee.tracking import begin, observe
from companion.referee.verdicts import Legal
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

    def see(self, *chips: tuple[str, int], doubtful: str = "") -> None:
        """The camera sees these chips beside those of the game, and hardly tells what lies on one square."""
        stands = dict(enumerate(self.tracking.game.position.chips)) | {parse_square(at): team for at, team in chips}
        rows = [tuple(0.0 if which == stands[at] else -20.0 for which in (None, 0, 1)) for at in range(100)]
        if doubtful:
            rows[parse_square(doubtful)] = (0.0, -0.5, -9.0)
        for at_s in (1.0, 2.0, 3.0, 4.0, 5.0):
            look = TableObservation(at_s, True, False, BoardObservation(tuple(rows)), PileObservation(0))
            self.tracking, events = observe(self.tracking, look, 0.5)
            self.log += events
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
    assert page.run(buttons) == ["I forgot to draw", "Cards in my hand", "Only watch again"]
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


@pytest.mark.parametrize("screen", [SCREENS[0], SCREENS[3], (*SMALL, "light")], ids=str)
def test_a_square_is_corrected_and_what_differs_is_shown_until_it_is_right(
    page: "Browser", live: Live, game: Game, shot: Callable[[str], Path], screen: Screen
):
    name = f"{screen[0]}-{screen[2]}"
    page.screen(*screen)
    game.play("r 7D@C4", "b 8D@D4")
    enter(page, live.desk.access.pin)
    press(page, "Correct a square")
    press_square(page, "E5")
    assert page.run("return Array.from(document.querySelectorAll('#desk select')).map(s => s.value)") == ["E", "5", ""]
    page.run("document.querySelectorAll('#desk select')[2].value = '1'")
    page.picture(shot(f"edit-{name}"), whole=screen[0] < 500)
    assert page.run(CHECKS) == []
    press(page, "Yes, do it")
    page.wait("document.getElementById('desk-said').textContent === 'Done.'")
    game.see(("E5", None))
    page.wait("document.querySelector('#fault p')")
    assert "put a Blue chip on E5" in page.run("return document.querySelector('#fault p').textContent")
    page.wait("document.querySelectorAll('#answers button').length === 2")
    page.picture(shot(f"differs-{name}"), whole=screen[0] < 500)
    assert page.run(CHECKS) == []
    press(page, "Accept the board as it lies")
    press(page, "Yes, do it")
    page.wait("!document.querySelector('#fault p')")
    assert game.tracking.game.position.chips[parse_square("E5")] is None


@pytest.mark.parametrize("screen", SCREENS[:3:2], ids=str)
def test_a_game_in_mid_play_is_set_up_from_what_the_camera_sees(
    page: "Browser", live: Live, game: Game, shot: Callable[[str], Path], screen: Screen
):
    name = f"{screen[0]}-{screen[2]}"
    page.screen(*screen)
    game.see(*((f"{column}4", 0) for column in "BCDEFG"), ("E6", 1), ("F7", 1), doubtful="H8")
    page.open(page.run("return location.origin") + "/position")
    page.wait("document.querySelector('#door input')")
    page.run("document.querySelector('#door input').value = arguments[0]", live.desk.access.pin)
    press(page, "Enter")
    page.wait("document.querySelectorAll('#lines-list input').length === 2")
    assert "H8" in page.run("return document.getElementById('doubts').textContent")
    assert page.run(CHECKS) == []
    press_square(page, "H8")
    page.wait("document.querySelectorAll('#chip button').length === 3")
    page.picture(shot(f"position-{name}"), whole=screen[0] < 500)
    page.run("document.querySelectorAll('#chip button')[2].click()")
    page.wait("document.getElementById('doubts').textContent.startsWith('The camera is sure')")
    page.run("document.querySelectorAll('#lines-list input')[1].click()")
    ticked = "return Array.from(document.querySelectorAll('#lines-list input')).map(box => box.checked)"
    assert page.run(ticked) == [False, True]
    fields = "const [stock, ann, ben] = document.querySelectorAll('#counts-row input');"
    page.run(
        fields
        + "stock.value = 70; ann.value = 5; ben.value = 6; document.querySelector('#counts-row select').value = 2"
    )
    press(page, "Go on from this position")
    page.picture(shot(f"position-sure-{name}"), whole=screen[0] < 500)
    assert page.run(CHECKS) == []
    press(page, "Yes, go on from here")
    page.wait("location.pathname === '/' && document.querySelectorAll('#chips .chip').length === 9")
    now = game.tracking.game.position
    assert now.locks == ((tuple(parse_square(f"{column}4") for column in "CDEFG"),), ())
    assert (now.seat, now.stock, now.hands, now.chips[parse_square("H8")]) == (2, 70, (5, 6), 1)


@pytest.mark.parametrize("screen", SCREENS[1:3], ids=str)
def test_hands_are_counted_and_the_game_is_ended_by_hand(
    page: "Browser", live: Live, game: Game, shot: Callable[[str], Path], screen: Screen
):
    name = f"{screen[0]}-{screen[2]}"
    page.screen(*screen)
    game.play("r 7D@C4", "b 8D@D4", "r JD@E5")
    page.run("document.getElementById('seen').open = true")
    page.picture(shot(f"seen-{name}"), whole=screen[0] < 500)
    assert (
        page.run("return Array.from(document.querySelectorAll('.seen td')).filter(c => c.textContent === '1').length")
        == 3
    )
    enter(page, live.desk.access.pin)
    press(page, "Cards in a hand")
    page.run("document.querySelector('#desk input').value = 4")
    page.picture(shot(f"hand-{name}"), whole=screen[0] < 500)
    assert page.run(CHECKS) == []
    press(page, "Yes, do it")
    page.wait("document.getElementById('desk-said').textContent === 'Done.'")
    assert game.tracking.game.position.hands == (4, 7)
    press(page, "Games won")
    page.run("document.querySelector('#desk input').value = 2")
    page.picture(shot(f"score-{name}"), whole=screen[0] < 500)
    assert page.run(CHECKS) == []
    press(page, "Yes, do it")
    page.wait("document.querySelector('#counts').textContent.includes('Ann · won 2')")
    page.picture(shot(f"won-{name}"), whole=screen[0] < 500)
    press(page, "End the game")
    page.picture(shot(f"end-{name}"), whole=screen[0] < 500)
    assert page.run(CHECKS) == []
    press(page, "Yes, do it")
    page.wait("document.getElementById('turn').textContent === 'No result'")
    press(page, "Take back the last turn")
    press(page, "Yes, do it")
    page.wait("document.getElementById('turn').textContent === 'Blue to play'")


def test_the_last_card_was_a_jack_in_two_taps(page: "Browser", live: Live, game: Game, shot: Callable[[str], Path]):
    page.screen(*PHONE, "light")
    game.play("r 7D@C4")
    enter(page, live.desk.access.pin)
    press(page, "That was another card")
    page.picture(shot("jacks-360-light"), whole=True)
    page.run("document.querySelector('[aria-label=\"It was the jack of diamonds\"]').click()")
    page.wait("document.getElementById('desk-said').textContent === 'Done.'")
    assert game.turns == ["r JD@C4"]


@pytest.mark.parametrize(("die", "faces"), [("d6r1s1", "nrs"), ("d6r2s0", "nr")])
def test_the_page_rolls_a_fair_die(page: "Browser", live: Live, game: Game, die: str, faces: str):
    teams = (*SETUP.teams, TeamLook("G", "green"))
    game.tracking, _ = begin(replace(SETUP, options=f"open N=3 die={die},after", teams=teams, players=("A", "B", "C")))
    game.play("r 7D@C4")
    enter(page, live.desk.access.pin)
    page.wait("document.querySelectorAll('#desk button').length > 3")
    press(page, "Roll the die")
    page.wait("document.getElementById('desk-said').textContent === 'Done.'")
    assert game.turns[-1] in [f"r roll {face}" for face in faces]
    assert not game.tracking.game.needs_roll


def press_square(browser: "Browser", name: str) -> None:
    """Tap a square of the board, in its middle."""
    column, row = "ABCDEFGHIJ".index(name[0]), int(name[1:]) - 1
    browser.run(
        "const box = document.querySelector('#board svg').getBoundingClientRect();"
        "const at = (step) => (7.4 + 10 * step + 5) / 109;"
        "document.querySelector('#board').dispatchEvent(new MouseEvent('click', {bubbles: true,"
        "clientX: box.left + box.width * at(arguments[0]), clientY: box.top + box.height * at(arguments[1])}))",
        column,
        row,
    )
