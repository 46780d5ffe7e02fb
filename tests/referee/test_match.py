"""One game after another at a table where nobody touches a phone: clearing the board and playing on begins the next."""

from collections.abc import Iterable
from dataclasses import replace

import pytest
from simulated_table import Evening, kinds, told

from companion.games.one_eyed_jack.position_text import override_text
from companion.referee.events import GameStarted, Setup, TurnPlayed
from companion.referee.one_eyed_jack.commands import end_game, new_game, set_position
from companion.referee.one_eyed_jack.tracking import replay
from companion.referee.phones import Asker, score_match
from companion.views.one_eyed_jack.status import status_of

TABLE = Asker(table=True)
WON = (("AS", "+B1:r"), ("JD", "+J9:b"), ("2S", "+C1:r"))
BEGUN = (("7D", "+C4:b"), ("8D", "+D4:r"))
RED_FIRST = (("7D", "+C4:r"), ("8D", "+D4:b"))


def won() -> Evening:
    """Red, which began, has won."""
    evening = Evening("my_rules lines=1 n=3")
    evening.play(*WON, frames=8)
    assert evening.tracking.outcome is not None
    return evening


def unfinished() -> Evening:
    """Three turns of a game of two lines were played."""
    evening = Evening("my_rules lines=2 n=3")
    evening.play(*WON, frames=8)
    return evening


def clear(evening: Evening, frames: int = 8) -> list[str]:
    """Everything is taken off the board."""
    evening.table.contents = [0] * 100
    evening.hand(4, hidden=range(40, 70))
    return kinds(evening.rest(frames))


def started(evening: Evening) -> list[Setup]:
    """The set-ups of the games that began."""
    return [event.setup for event in evening.log if isinstance(event, GameStarted)]


def test_after_a_win_the_next_game_begins_with_its_first_chip():
    evening = won()
    assert clear(evening, 40) == []
    assert evening.tracking.outcome is not None
    assert kinds(evening.act(*BEGUN[0])) == ["GameStarted", "TurnPlayed b 7D@C4"]
    assert kinds(evening.act(*BEGUN[1])) == ["TurnPlayed r 8D@D4"]
    assert [setup.first for setup in started(evening)] == [1, 2]
    assert evening.tracking.wins == (1, 0)
    again = replay(evening.log)
    assert (again.setup, again.game) == (evening.tracking.setup, evening.tracking.game)


@pytest.mark.parametrize("by_phone", [False, True])
def test_the_first_card_after_the_pile_was_gathered_belongs_to_the_first_turn(by_phone: bool):
    evening = won()
    clear(evening)
    evening.table.top = None
    evening.rest(20)
    if by_phone:
        evening.command(new_game(evening.tracking, TABLE, replace(evening.tracking.setup, first=2)))
        evening.rest(20)
    assert kinds(evening.act(*BEGUN[0])) == ["GameStarted", "TurnPlayed b 7D@C4"][by_phone:]
    assert evening.log[-1] == TurnPlayed("b 7D@C4")


def test_chips_that_are_cleared_away_one_after_the_other_take_no_win_back():
    evening = won()
    evening.table.pile_hidden = True
    said = evening.play(("-J9", "-C1"), ("-B1",), frames=30)
    assert kinds(said) == []
    assert evening.tracking.outcome is not None
    evening.table.pile_hidden = False
    assert kinds(evening.act(*BEGUN[0])) == ["GameStarted", "TurnPlayed b 7D@C4"]


@pytest.mark.parametrize("at_once", [True, False])
def test_several_turns_that_are_taken_back_after_a_win_card_and_chip_are_played_otherwise(at_once: bool):
    evening = Evening("my_rules lines=1 n=3")
    evening.play(("7D", "+C4:r"), ("8H", "+I8:b"), *WON, frames=8)
    assert evening.tracking.outcome is not None
    evening.hand()
    for square in ("C1", "J9"):
        evening.table.take(square)
        evening.table.pick_up()
    evening.hand(1)
    assert kinds(evening.rest(0 if at_once else 20)) == ([] if at_once else ["TurnUndone"] * 2)
    assert kinds(evening.act("9H", "+H8:b", frames=20))[-1] == "TurnPlayed b 9H@H8"
    assert evening.turns == ["r 7D@C4", "b 8H@I8", "r AS@B1", "b 9H@H8"]


def test_the_last_chips_that_are_cleared_away_beside_their_cards_take_no_win_back():
    evening = Evening("my_rules lines=1 n=3")
    evening.play(("7D", "+C4:r"), ("8H", "+I8:b"), *WON, frames=8)
    assert evening.act("-C1", "-J9", frames=30) == []
    assert evening.tracking.outcome is not None


def test_the_side_whose_chip_comes_first_begins():
    evening = won()
    clear(evening)
    assert kinds(evening.act(*RED_FIRST[0])) == ["GameStarted", "TurnPlayed r 7D@C4"]
    assert (evening.tracking.setup.first, evening.tracking.game.seat) == (1, 2)


def test_the_next_seat_of_that_side_begins():
    evening = Evening("my_rules lines=1 n=3 N=4")
    evening.play(*WON, frames=8)
    clear(evening)
    evening.act(*RED_FIRST[0])
    assert evening.tracking.setup.first == 3


def test_whoever_plays_on_after_the_end_without_clearing_the_board_is_told_once():
    evening = won()
    assert kinds(evening.play(*BEGUN, ("9D", "+E4:b"), frames=8)) == ["FaultFound GAME_OVER"]
    clear(evening)
    assert kinds(evening.act(*BEGUN[0])) == ["GameStarted", "TurnPlayed b 7D@C4"]


def test_games_follow_one_another_all_evening():
    evening = won()
    for first in (2, 1, 2):
        clear(evening)
        turns = WON if first == 1 else [tuple(act.translate({114: 98, 98: 114}) for act in turn) for turn in WON]
        evening.play(*turns, frames=8)
        assert (evening.tracking.setup.first, len(evening.turns)) == (first, 3)
    assert evening.tracking.standings == (2, 2)


def test_a_first_card_that_nobody_could_read_is_waited_for_with_the_second():
    evening = won()
    clear(evening)
    assert kinds(evening.act("?7D", "+C4:b", frames=12)) == []
    assert kinds(evening.act("8D", "+D4:r")) == ["GameStarted", "TurnPlayed b 7D@C4", "TurnPlayed r 8D@D4"]


def test_a_chip_put_down_while_clearing_up_begins_no_game():
    evening = won()
    clear(evening)
    assert kinds(evening.act("+C4:b", frames=60)) == []
    assert kinds(evening.act("-C4", frames=20)) == []
    assert evening.tracking.outcome is not None


def test_without_a_pile_two_turns_begin_the_next_game():
    evening = won()
    clear(evening)
    evening.table.pile_hidden = True
    evening.rest(20)
    evening.play(("+C4:b",), ("+D4:r",), frames=20)
    assert (len(started(evening)), len(evening.turns)) == (2, 2)


def test_a_game_that_is_ended_by_its_players_is_followed_by_the_next():
    evening = unfinished()
    evening.command(end_game(evening.tracking, TABLE, "unfinished"))
    clear(evening)
    evening.play(*BEGUN)
    assert evening.turns == ["b 7D@C4", "r 8D@D4"]
    assert evening.tracking.wins == (0, 0)


def test_a_board_that_is_cleared_in_mid_game_is_a_fault_until_another_game_is_played_on_it():
    evening = unfinished()
    assert clear(evening) == ["FaultFound BOARD_DISTURBED"]
    assert told(evening.log) == [
        "The board was cleared. Put the chips back as the picture shows; or play anew, and a new game begins."
    ]
    assert kinds(evening.act(*BEGUN[0])) == []
    assert kinds(evening.act(*BEGUN[1])) == ["GameStarted", "TurnPlayed b 7D@C4", "TurnPlayed r 8D@D4"]
    assert evening.tracking.fault is None
    assert status_of(evening.tracking).number == 2


def test_a_board_that_is_bare_for_a_moment_is_no_fault():
    evening = unfinished()
    assert clear(evening, 2) == []
    assert kinds(evening.rest(2)) == ["FaultFound BOARD_DISTURBED"]


def test_chips_that_are_put_back_go_on_with_the_game():
    evening = unfinished()
    clear(evening)
    assert kinds(evening.play(("+B1:r",), ("+J9:b",), ("+C1:r",), frames=8)) == ["FaultResolved BOARD_DISTURBED"]
    assert len(started(evening)) == 1
    assert kinds(evening.act("9D", "+E4:b")) == ["TurnPlayed b 9D@E4"]


def test_a_game_on_a_board_that_was_set_up_bare_is_gone_on_with():
    evening = unfinished()
    clear(evening)
    bare = bare_position(evening)
    evening.command(set_position(evening.tracking, TABLE, bare))
    evening.rest(8)
    assert kinds(evening.act("9D", "+E4:b")) == ["TurnPlayed b 9D@E4"]
    assert len(started(evening)) == 1


def bare_position(evening: Evening) -> str:
    """The position in notation, with no chip."""
    position = evening.tracking.game.position
    return override_text(position._replace(chips=(None,) * 100, locks=((), ())), evening.tracking.game.options)


def test_what_is_said_of_games_won_while_the_board_lies_bare_counts():
    evening = won()
    clear(evening)
    evening.command(score_match(evening.tracking, TABLE, 2, 5))
    evening.act(*BEGUN[0])
    assert evening.tracking.wins == (1, 5)


def test_a_game_taken_up_from_its_log_ends_when_another_is_played():
    evening = unfinished()
    evening.tracking = replay(evening.log)
    clear(evening)
    evening.play(*BEGUN)
    assert evening.turns == ["b 7D@C4", "r 8D@D4"]


def test_a_lamp_that_hides_some_squares_keeps_no_board_from_being_bare():
    evening, lamp = won(), range(22, 34)
    evening.table.contents = [0] * 100
    evening.hand(4, hidden=(*lamp, *range(40, 70)))
    evening.rest(20, hidden=lamp)
    evening.hand(2, hidden=lamp)
    evening.table.lay("4D")
    evening.table.put("A8", 1)
    assert kinds(evening.rest(6, hidden=lamp)) == ["GameStarted", "TurnPlayed b 4D@A8"]


@pytest.mark.parametrize("hidden", [range(30), (1, 2, 89)])
def test_a_board_of_which_too_little_is_seen_is_not_bare(hidden: Iterable[int]):
    evening = won()
    evening.table.contents = [0] * 100
    evening.hand(4, hidden=(*hidden, *range(40, 70)))
    evening.rest(20, hidden=hidden)
    assert evening.tracking.watch.next_games == ()
