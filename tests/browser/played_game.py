"""A game that carries out a phone's commands at once and tells the page, and what a hand does on that page."""

from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.one_eyed_jack.layout import REFERENCE
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.squares import parse_square
from companion.referee.events import Event, Setup, TeamLook
from companion.referee.followed import Command, happen
from companion.referee.observation import BoardObservation, PileObservation, TableObservation
from companion.referee.one_eyed_jack.happening import accept
from companion.referee.one_eyed_jack.hypotheses import Hypothesis
from companion.referee.one_eyed_jack.match import observe
from companion.referee.one_eyed_jack.tracking import begin
from companion.referee.one_eyed_jack.wording import question
from companion.views.one_eyed_jack.status import status_of
from companion.web import Live

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

PHONE, WALL = (360, 740), (1280, 800)
LAYOUT = tuple(card.code for card in REFERENCE.cards)
SETUP = Setup("classic N=2 T=2", LAYOUT, (TeamLook("R", "red"), TeamLook("B", "blue")), ("Ann", "Ben"))


class Game:
    """A game without a camera."""

    def __init__(self, live: Live, setup: Setup = SETUP) -> None:
        self.live = live
        self.tracking, events = begin(setup)
        self.log: list[Event] = list(events)
        live.desk.open(self.submit)
        self.tell()

    def tell(self) -> None:
        """Say how it stands."""
        self.live.tell(status_of(self.tracking))

    def play(self, *turns: str) -> None:
        """Turns happen at the table."""
        for turn in turns:
            self.tracking, _ = accept(self.tracking, parse_turn(turn))
        self.tell()

    def ask(self, *turns: str) -> None:
        """The referee cannot tell these turns apart."""
        game = self.tracking.game
        now = Hypothesis(game.moment, len(game.turns))
        rivals = [now._replace(now=game.following(turn), untold=1) for turn in map(parse_turn, turns)]
        asked = question(game, rivals, [team.name for team in self.tracking.setup.teams])
        watch = replace(self.tracking.watch, asked_at=len(game.turns))
        self.tracking, _ = happen(replace(self.tracking, watch=watch), asked)
        self.tell()

    def see(self, *chips: tuple[str, int | None], doubtful: str = "") -> None:
        """The camera sees these chips beside those of the game, and hardly tells what lies on one square."""
        stands = dict(enumerate(self.tracking.game.position.chips)) | {parse_square(at): team for at, team in chips}
        rows = [tuple(0.0 if which == stands[at] else -20.0 for which in (None, 0, 1)) for at in range(100)]
        if doubtful:
            rows[parse_square(doubtful)] = (0.0, -0.5, -9.0)
        for at_s in (1.0, 2.0, 3.0, 4.0, 5.0):
            look = TableObservation(at_s, True, False, BoardObservation(tuple(rows)), PileObservation())
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


def press(browser: "Browser", words: str) -> None:
    """Press the button that says so."""
    button = "Array.from(document.querySelectorAll('button, a.button')).find(b => b.textContent === arguments[0])"
    browser.wait(button, words)
    browser.run(f"{button}.click()", words)


def confirm(browser: "Browser") -> None:
    """Say yes to what the sheet asks."""
    browser.wait("document.querySelector('.asked:not([hidden]) .main')")
    browser.run("document.querySelector('.asked .main').click()")


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


def enter(browser: "Browser", pin: str, door: str = "#desk") -> None:
    """Open the door and enter the PIN."""
    browser.wait("document.querySelector(arguments[0] + ' input')", door)
    browser.run("const fold = document.querySelector(arguments[0] + ' details'); if (fold) fold.open = true", door)
    browser.run("document.querySelector(arguments[0] + ' input').value = arguments[1]", door, pin)
    press(browser, "Enter")
