"""Between two games: the board is cleared first, and nothing is said of what still lies there."""

import pytest
from simulated_table import SimulatedTable

from companion.games.one_eyed_jack.layout import REFERENCE
from companion.games.one_eyed_jack.notation import parse_turn
from companion.referee.events import Event, Setup, TeamLook, TurnPlayed
from companion.referee.one_eyed_jack.acceptance import accept
from companion.referee.one_eyed_jack.clearing import left_over
from companion.referee.one_eyed_jack.tracking import begin, observe
from companion.views.status import status_of

SETUP = Setup(
    "classic N=2 T=2",
    tuple(map(str, REFERENCE.cards)),
    (TeamLook("R", "red"), TeamLook("B", "blue")),
    ("Annika", "Benno"),
)
LEFT = ("C4", "C5", "C6", "D4", "E4")


class Cleared:
    """A table on which chips of the last game lie when the next one begins."""

    def __init__(self, *squares: str) -> None:
        self.table = SimulatedTable(2)
        for number, square in enumerate(squares):
            self.table.put(square, number % 2)
        self.tracking, _ = begin(SETUP)
        self.log: list[Event] = []

    def look(self, looks: int = 10, hidden: tuple[int, ...] = ()) -> None:
        """So many looks at the table."""
        for _ in range(looks):
            self.tracking, events = observe(self.tracking, self.table.look(False, list(hidden)), 0.4)
            self.log += events

    def take(self, *squares: str) -> None:
        """Chips are taken off."""
        for square in squares:
            self.table.take(square)
        self.look()

    @property
    def left(self) -> int:
        """How many chips are still to be taken off."""
        return len(left_over(self.tracking))


def test_chips_of_the_last_game_are_counted_down_and_blamed_on_nobody():
    cleared = Cleared(*LEFT)
    cleared.look(40)
    assert (cleared.left, cleared.log) == (5, [])
    assert status_of(cleared.tracking).clear == 5
    cleared.take("C4", "C5", "C6")
    assert (cleared.left, cleared.log) == (2, [])
    cleared.take("D4", "E4")
    assert (cleared.left, cleared.tracking.clearing, cleared.log) == (0, False, [])
    assert status_of(cleared.tracking).clear == 0


def test_play_is_followed_as_soon_as_the_board_is_clear():
    cleared = Cleared(*LEFT)
    cleared.look()
    cleared.take(*LEFT)
    cleared.table.lay("7D")
    cleared.table.put("C4", 0)
    cleared.look()
    assert [event.turn for event in cleared.log if isinstance(event, TurnPlayed)] == ["r 7D@C4"]


def test_a_board_under_a_hand_is_not_clear_yet():
    cleared = Cleared(*LEFT)
    cleared.look()
    for square in LEFT:
        cleared.table.take(square)
    cleared.look(hidden=(32,))
    assert cleared.tracking.clearing
    cleared.look()
    assert not cleared.tracking.clearing


@pytest.mark.parametrize("chips", [0, 1, 2])
def test_two_chips_may_be_the_first_turns(chips: int):
    cleared = Cleared(*LEFT[:chips])
    cleared.look()
    assert (cleared.tracking.clearing, cleared.left) == (False, 0)


def test_a_turn_that_somebody_tells_ends_the_clearing():
    cleared = Cleared(*LEFT)
    cleared.look()
    cleared.tracking, _ = accept(cleared.tracking, parse_turn("r pass"))
    cleared.look(40)
    assert cleared.left == 0
    assert cleared.tracking.fault is not None
