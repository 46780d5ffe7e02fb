"""The next game where nobody saw it begin: the machine was off, the board out of view, or not all cleared away yet."""

import pytest
from simulated_table import Evening, kinds, told

from companion.referee.one_eyed_jack.tracking import replay

WON = (("4S", "+E1:r"), ("JD", "+J9:b"), ("3S", "+D1:r"), ("9C", "+G5:b"), ("AS", "+B1:r"), ("KC", "+J5:b"))
LAST = ("2S", "+C1:r")
OLD = ("-E1", "-J9", "-D1", "-G5", "-B1", "-J5", "-C1")


def won() -> Evening:
    """Red has won a game, and seven chips lie there."""
    evening = Evening("my_rules lines=1 n=4")
    evening.play(*WON, LAST, frames=8)
    assert evening.tracking.outcome is not None
    return evening


def unseen(evening: Evening, *acts: str) -> None:
    """The board and the pile are cleared and these acts done while the machine is off; it goes on from its journal."""
    evening.table.contents = [0] * 100
    for act in acts:
        evening.do(act)
    evening.table.came = 0
    evening.tracking = replay(evening.log)
    assert kinds(evening.rest(12)) == []


@pytest.mark.parametrize("first", ["+C4:b", "+E1:r"], ids=["elsewhere", "where its chip of the last game lay"])
def test_a_first_chip_that_was_laid_while_the_machine_was_off_is_the_first_turn_of_the_next_game(first: str):
    evening = won()
    unseen(evening, "7D", first)
    second = ("8D", "+D4:r") if first.endswith("b") else ("8D", "+D4:b")
    assert kinds(evening.act(*second))[0] == "GameStarted"
    assert [turn[:1] + turn[-2:] for turn in evening.turns] == [first[-1] + first[1:3], second[1][-1] + "D4"]
    assert evening.tracking.wins == (1, 0)


def test_three_unseen_turns_are_told_with_the_fourth():
    evening = won()
    unseen(evening, "7D", "+C4:b", "8D", "+D4:r", "9D", "+E4:b")
    evening.act("TD", "+F4:r", frames=12)
    assert sorted(turn[-2:] for turn in evening.turns) == ["C4", "D4", "E4", "F4"]


def test_chips_that_lay_there_begin_no_game_alone():
    evening = won()
    unseen(evening, "+C4:b", "+D4:r")
    assert kinds(evening.rest(60)) == []
    assert evening.tracking.outcome is not None


def test_what_is_taken_away_again_was_no_turn():
    evening = won()
    unseen(evening, "+C4:b", "+D4:r")
    evening.act("-C4", "-D4", frames=12)
    assert kinds(evening.act("5C", "+C5:b")) == ["GameStarted", "TurnPlayed b 5C@C5"]


def test_a_board_that_was_out_of_view_takes_no_win_back_and_its_first_turns_are_told_with_the_next():
    evening = won()
    evening.table.contents = [0] * 100
    for act in ("9S", "+E1:b", "9H", "+C3:r", "8S", "+J5:b"):
        evening.do(act)
    evening.table.came = 1
    for _ in range(20):
        evening.look(evening.table.look(registered=False))
    assert kinds(evening.rest(8)) == []
    evening.act("TD", "+F4:r", frames=12)
    assert sorted(turn[-2:] for turn in evening.turns) == ["C3", "E1", "F4", "J5"]


def test_turns_made_before_the_last_chip_is_cleared_away_are_told_once_it_is():
    evening = won()
    assert kinds(evening.act(*OLD[1:], frames=8)) == []
    assert kinds(evening.play(("7D", "+C4:b"), ("8D", "+D4:r"), frames=20)) == []
    evening.act(OLD[0], frames=8)
    assert kinds(evening.act("9D", "+E4:b", frames=12)) != []
    assert sorted(turn[-2:] for turn in evening.turns) == ["C4", "D4", "E4"]
    assert evening.tracking.fault is None


def test_a_board_most_of_which_is_covered_is_played_on_by_the_next_game():
    evening, sleeve = won(), range(60, 90)
    evening.table.contents = [0] * 100
    evening.hand(4, hidden=(*sleeve, 4, 14))
    evening.rest(12, hidden=sleeve)
    evening.hand(2, hidden=sleeve)
    evening.table.lay("7D")
    evening.table.put("C4", 1)
    assert kinds(evening.rest(8, hidden=sleeve))[:1] == ["GameStarted"]


def test_a_fault_after_the_end_is_over_when_most_is_cleared_away():
    evening = won()
    assert told(evening.act("9D", "+E4:b", frames=8)) != []
    assert kinds(evening.act(*OLD[:5], frames=8)) == ["FaultResolved GAME_OVER"]


def test_a_few_chips_that_were_all_bumped_to_other_squares_are_no_other_game():
    evening = Evening("my_rules lines=1 n=4")
    evening.play(*WON[:4], frames=8)
    evening.act("-E1", "-J9", "-D1", "-G5", "+E3:r", "+H9:b", "+D3:r", "+G7:b", frames=12)
    assert evening.tracking.fault is not None
    assert evening.tracking.fault.code == "BOARD_DISTURBED"


def test_a_first_turn_upon_a_game_that_was_given_up_unseen_is_told_with_two_more():
    evening = Evening("my_rules lines=1 n=4")
    evening.play(*WON[:4], frames=8)
    evening.table.contents = [0] * 100
    evening.do("+C4:b")
    evening.table.came = 0
    evening.tracking = replay(evening.log)
    evening.rest(8)
    evening.play(("8D", "+D4:r"), ("9D", "+E4:b"), frames=12)
    assert [turn[-2:] for turn in evening.turns] == ["C4", "D4", "E4"]
