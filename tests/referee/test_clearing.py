"""Between two games: the board is cleared first, and nothing is said of what still lies there."""

import pytest
from simulated_table import SimulatedTable

from companion.games.one_eyed_jack.layout import REFERENCE
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.squares import parse_square
from companion.referee.events import Event, Setup, TeamLook, TurnPlayed
from companion.referee.one_eyed_jack.happening import accept
from companion.referee.one_eyed_jack.match import observe
from companion.referee.one_eyed_jack.tracking import begin, left_over
from companion.views.one_eyed_jack.status import status_of

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

    def look(self, looks: int = 10, hidden: tuple[int, ...] = (), *, moving: bool = False) -> None:
        """So many looks at the table."""
        for _ in range(looks):
            self.tracking, events = observe(self.tracking, self.table.look(moving, list(hidden)), 0.4)
            self.log += events

    def take(self, *squares: str) -> None:
        """Chips are taken off."""
        for square in squares:
            self.table.take(square)
        self.look()

    @property
    def headline(self) -> str:
        """What the page says in the fewest words."""
        return status_of(self.tracking).headline

    @property
    def hint(self) -> str:
        """What it says below."""
        return status_of(self.tracking).hint

    @property
    def left(self) -> int:
        """How many chips are still to be taken off."""
        return len(left_over(self.tracking))


def test_chips_of_the_last_game_are_counted_down_and_blamed_on_nobody():
    cleared = Cleared(*LEFT)
    cleared.look(40)
    assert (cleared.left, cleared.log) == (5, [])
    assert status_of(cleared.tracking).headline == "Clear the board: 5 chips left"
    cleared.take("C4", "C5", "C6")
    assert (cleared.left, cleared.log) == (2, [])
    cleared.take("D4", "E4")
    assert (cleared.left, cleared.tracking.clearing, cleared.log) == (0, frozenset(), [])
    assert status_of(cleared.tracking).headline == "Deal 7 each"


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


def test_a_square_that_a_lamp_hides_holds_up_no_game_unless_a_chip_was_seen_there():
    cleared = Cleared(*LEFT)
    cleared.look(hidden=(77, 78, 88))
    cleared.take(*LEFT[1:])
    cleared.table.take("C4")
    cleared.look(hidden=(32, 77, 78, 88))
    assert cleared.left == 1
    cleared.look(hidden=(77, 78, 88))
    assert cleared.left == 0
    cleared.table.lay("7D")
    cleared.table.put("C4", 0)
    cleared.look(hidden=(77, 78, 88))
    assert [event.turn for event in cleared.log if isinstance(event, TurnPlayed)] == ["r 7D@C4"]


def test_squares_that_look_a_little_like_chips_hold_up_no_game():
    cleared = Cleared(*LEFT)
    cleared.table.margins = [0.4 if square in map(parse_square, LEFT) else 20.0 for square in range(100)]
    cleared.look()
    assert (cleared.tracking.clearing, cleared.left) == (frozenset(), 0)


def test_chips_that_came_with_their_cards_before_the_board_ever_lay_still_are_this_games():
    cleared = Cleared()
    cleared.look(1)
    turns = ("r 7D@C4", "b 8D@D4", "r 9D@E4", "b TD@F4")
    for turn in turns:
        played = parse_turn(turn)
        cleared.table.lay(str(played.card))
        cleared.table.put(turn[-2:], played.team)
        cleared.look(3, moving=True)
    cleared.look()
    assert [event.turn for event in cleared.log if isinstance(event, TurnPlayed)] == list(turns)
    assert cleared.left == 0


@pytest.mark.parametrize("chips", [0, 1, 2])
def test_two_chips_may_be_the_first_turns(chips: int):
    cleared = Cleared(*LEFT[:chips])
    cleared.look()
    assert (cleared.tracking.clearing, cleared.left) == (frozenset(), 0)


def test_a_turn_that_somebody_tells_ends_the_clearing():
    cleared = Cleared(*LEFT)
    cleared.look()
    cleared.tracking, _ = accept(cleared.tracking, parse_turn("r pass"))
    cleared.look(40)
    assert cleared.left == 0
    assert cleared.tracking.fault is not None


def test_the_pile_is_cleared_after_the_board_then_cards_are_dealt_and_then_somebody_begins():
    cleared = Cleared(*LEFT)
    cleared.table.lay("9S")
    cleared.look()
    cleared.take(*LEFT)
    assert (cleared.headline, cleared.hint) == (
        "Clear the discard pile",
        "Take the cards of the last game away, and shuffle.",
    )
    assert not status_of(cleared.tracking).ready
    assert status_of(cleared.tracking).announcement == "Clear the discard pile."
    cleared.table.pile_hidden = True
    cleared.look()
    assert cleared.headline == "Deal 7 each"
    assert cleared.hint == "Then Annika begins: play a card and place a chip."
    cleared.look(200)
    assert (cleared.headline, status_of(cleared.tracking).ready, cleared.log) == ("Annika begins", True, [])


@pytest.mark.parametrize("old", [True, False])
def test_a_first_turn_ends_every_step(old: bool):
    cleared = Cleared()
    if old:
        cleared.table.lay("9S")
    cleared.look()
    assert cleared.headline == ("Clear the discard pile" if old else "Deal 7 each")
    cleared.table.lay("7D")
    cleared.look(2)
    assert cleared.headline == "Annika begins"
    cleared.table.put("C4", 0)
    cleared.look()
    assert cleared.headline == "Benno to play"
    assert [event.turn for event in cleared.log if isinstance(event, TurnPlayed)] == ["r 7D@C4"]


def test_turns_made_before_the_last_chip_is_cleared_away_are_told_once_it_is():
    cleared = Cleared(*LEFT)
    cleared.look()
    cleared.take(*LEFT[2:])
    for turn in ("r 3D@I3", "b 8D@D4"):
        played = parse_turn(turn)
        cleared.table.lay(str(played.card))
        cleared.table.put(turn[-2:], played.team)
        cleared.look()
    assert (cleared.left, cleared.log) == (2, [])
    cleared.take(*LEFT[:2])
    cleared.table.lay("9D")
    cleared.table.put("E4", 0)
    cleared.look()
    assert [event.turn[-2:] for event in cleared.log if isinstance(event, TurnPlayed)] == ["I3", "D4", "E4"]


def test_a_square_that_looks_bare_by_little_is_cleared():
    cleared = Cleared(*LEFT)
    cleared.look()
    cleared.table.margins = [0.8 if square == parse_square("C4") else 20.0 for square in range(100)]
    cleared.take(*LEFT)
    assert cleared.tracking.clearing == frozenset()
