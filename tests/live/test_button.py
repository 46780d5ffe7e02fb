"""The button at the board speaks like a phone of the table's, is signed in the log, and hears itself refused."""

from concurrent.futures import Future

from table_in_numbers import Blind
from unforgiving import Unforgiving

from companion.games.one_eyed_jack.layout import REFERENCE
from companion.journal.event_log import MemoryJournal
from companion.live.button import attend
from companion.recording.playback import Nobody
from companion.referee.events import (
    CommandGiven,
    Event,
    GameStarted,
    QuestionAnswered,
    QuestionAsked,
    Setup,
    TeamLook,
    TurnPlayed,
    TurnUndone,
)
from companion.referee.followed import happen
from companion.session.loop import Outlets, Session
from companion.views.appearance import appearances_of
from hardware.controls import FakeButtons, FakeSounder
from hardware.lights import FakeLights

LAYOUT = tuple(card.code for card in REFERENCE.cards)
SETUP = Setup("classic N=2 T=2", LAYOUT, (TeamLook("R", "red"), TeamLook("B", "blue")), ("Ann", "Ben"))
TURN, OTHER = f"r {LAYOUT[22]}@C3", f"r {LAYOUT[33]}@D4"
QUESTION = QuestionAsked("Which was it?", (TURN, OTHER))
BLACK_JACK = Setup("base N=2", (), (), ("Ann", "Ben"), "black-jack")


class Board:
    """A game at a table with a button, where this happened before."""

    def __init__(self, *before: Event, setup: Setup = SETUP) -> None:
        self.journal, self.button, self.sounder = MemoryJournal(), FakeButtons(), FakeSounder()
        if before:
            self.journal.append((GameStarted(setup), *before), 0.0)
        outlets = Outlets(
            self.journal,
            FakeLights(appearances_of(["red", "blue"])),
            Nobody(),
            self.sounder,
            internal_errors=Unforgiving(),
        )
        self.session = Session(Blind(), outlets, setup, 2.0)
        self.known = len(self.journal.entries())
        attend(self.button, self.session, self.sounder)

    def happened(self) -> list[Event]:
        """What the journal holds beyond what happened before, once the button was heard."""
        self.session.blind("the camera is unplugged")
        return [entry.event for entry in self.journal.entries()[self.known :]]


def test_a_press_is_the_first_answer_to_the_open_question():
    board = Board()
    board.session.command(lambda tracking: happen(tracking, QUESTION))
    board.button.press()
    asked, signature, *events = board.happened()
    assert asked == QUESTION
    assert signature == CommandGiven("the button", f"answer candidate={TURN}")
    assert QuestionAnswered(TURN) in events
    assert any(isinstance(event, TurnPlayed) and event.turn == TURN for event in events)
    assert board.sounder.sounds == ["question", "accepted"]


def test_holding_takes_the_last_turn_back():
    board = Board(TurnPlayed(TURN))
    board.button.hold()
    assert board.happened()[:2] == [CommandGiven("the button", "undo"), TurnUndone()]
    assert board.session.tracking.game.turns == ()
    assert board.sounder.sounds == ["taken_back"]


def test_a_press_that_confirms_nothing_changes_nothing_and_is_heard():
    board = Board()
    board.button.press()
    assert board.happened() == []
    assert board.sounder.sounds == ["refused"]


def test_a_hold_with_nothing_to_take_back_changes_nothing_and_is_heard():
    board = Board()
    board.button.hold()
    assert board.happened() == []
    assert board.sounder.sounds == ["refused"]


def test_a_press_ends_a_turn_where_somebody_must_say_that_it_is_done():
    board = Board(setup=BLACK_JACK)
    board.button.press()
    board.happened()
    assert board.sounder.sounds == ["refused"]  # the first card is not even turned up, says the referee of Black Jack


def test_a_button_without_a_buzzer_is_refused_in_silence():
    board = Board()
    attend(board.button, board.session, None)
    board.button.press()
    assert board.happened() == []
    assert board.sounder.sounds == []


def test_a_game_that_is_gone_on_with_sounds_nothing_old():
    assert Board(TurnPlayed(TURN)).sounder.sounds == []


def test_a_press_that_is_withdrawn_is_no_refusal():
    board, handed_in = Board(), []
    command = board.session.command

    class Watched:
        """The session, of which a test keeps what was handed in."""

        def command(self, given: object) -> "Future[tuple[Event, ...]]":
            """Hand it in, and keep it."""
            handed_in.append(command(given))
            return handed_in[-1]

    attend(board.button, Watched(), board.sounder)
    board.button.press()
    assert handed_in[0].cancel()
    assert board.sounder.sounds == []
