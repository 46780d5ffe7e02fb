"""Squares that may be empty or hold a chip that hardly shows: nobody can tell, but whose chip does not lie there."""

import pytest
from simulated_table import Evening, after_two_turns, kinds, override, told

from companion.games.squares import SQUARES, parse_square
from companion.referee.events import PositionOverridden


def at(*names: str) -> set[int]:
    """The numbers of these squares."""
    return set(map(parse_square, names))


def test_a_chip_that_is_taken_back_from_one_is_seen_to_be_gone(evening):
    evening.act("7D", "+C4:r")
    evening.act("8D", "+D4:b")
    evening.table.alike = at("D4")
    evening.table.pick_up()
    assert kinds(evening.act("-D4", frames=12)) == ["TurnUndone"]
    assert kinds(evening.act("8D", "+D4:b")) == ["TurnPlayed b 8D@D4"]


@pytest.mark.parametrize("leaning", [0.0, 0.1, 0.9])
def test_a_chip_that_hides_on_one_is_told_by_its_card_though_it_looks_a_little_more_like_none(evening, leaning):
    evening.table.alike, evening.table.leaning = at("C4"), leaning
    assert kinds(evening.act("7D", "+C4:r", frames=8)) == ["TurnPlayed r 7D@C4"]
    assert kinds(evening.act("8D", "+D4:b")) == ["TurnPlayed b 8D@D4"]


def test_several_are_nothing_above_the_board_so_that_a_fault_is_told_as_soon_as_ever(evening):
    evening.act("7D", "+C4:r")
    evening.table.alike = at("A3", "F7", "G2", "H8", "J5")
    assert kinds(evening.act("8D", "+D4:b", "+E6:b")) == ["FaultFound TWO_CHIPS"]


def test_what_should_stand_on_one_counts_when_the_table_is_accepted_as_it_lies(evening):
    evening.act("7D", "+C4:r")
    evening.table.alike = at("C4")
    evening.table.put("H8", 1)
    evening.rest(4)
    told = [event.position for event in override(evening.tracking)[1] if isinstance(event, PositionOverridden)]
    assert [position.split()[0] for position in told] == ["*8*/X/X/2r7/X/X/X/7b2/X/*8*"]


def test_where_the_whole_picture_is_out_of_focus_a_card_is_waited_for_and_no_chip_is_told(evening):
    evening.act("7D", "+C4:r")
    evening.act("TD", "+F4:b")
    evening.table.alike = set(SQUARES)
    assert not kinds(evening.act("TD", frames=8))
    evening.table.alike = set()
    assert kinds(evening.act("+E7:r")) == ["TurnPlayed r TD@E7"]


def test_a_chip_out_of_turn_that_is_taken_off_one_leaves_its_card_to_nobody(evening):
    assert kinds(evening.act("TD", "+F4:b")) == ["FaultFound WRONG_COLOUR"]
    evening.table.alike = at("F4")
    assert kinds(evening.act("-F4", frames=8)) == ["FaultResolved WRONG_COLOUR"]
    evening.table.pick_up()
    assert kinds(evening.act("7D", "+C4:r")) == ["TurnPlayed r 7D@C4"]


def test_a_chip_that_shows_before_a_hand_has_left_its_card_is_held_against_that_card():
    evening = Evening()
    evening.act("7D", "+C4:r")
    evening.table.pile_hidden = True
    evening.hand()
    evening.table.put("E6", 1)
    evening.rest(1)
    evening.table.pile_hidden = False
    evening.hand()
    evening.table.lay("7D")
    assert kinds(evening.rest(6)) == ["FaultFound CARD_MISMATCH"]


def test_a_look_that_shows_no_board_at_all_takes_nothing_back_and_calls_nothing_wrong():
    evening = after_two_turns()
    lying = evening.table.contents[:]
    evening.hand()
    evening.table.contents[20:53] = [2] * 33
    assert not kinds(evening.rest(6))
    evening.table.contents[:] = lying
    assert not kinds(evening.rest(8))
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]


def test_a_wrong_chip_was_moved_where_its_card_is_played_after_all_and_a_lamp_leaves_its_square_in_doubt(evening):
    assert kinds(evening.act("7D", "+E4:r", frames=8)) == ["FaultFound CARD_MISMATCH"]
    evening.table.alike, evening.table.leaning = at("E4"), -1.5
    assert evening.act("-E4", frames=8) == []
    assert kinds(evening.act("+C4:r", frames=8)) == ["FaultResolved CARD_MISMATCH", "TurnPlayed r 7D@C4"]
    assert kinds(evening.act("8D", "+D4:b", frames=60)) == ["TurnPlayed b 8D@D4"]


def test_a_wrong_chip_that_is_seen_to_lie_there_still_is_a_second_one_once_its_card_is_played_after_all(evening):
    assert kinds(evening.act("7D", "+E4:r", frames=8)) == ["FaultFound CARD_MISMATCH"]
    said = evening.act("+C4:r", frames=8)
    assert kinds(said) == ["TurnPlayed r 7D@C4", "FaultResolved CARD_MISMATCH", "FaultFound TWO_CHIPS"]
    assert told(said) == ["Only one chip per turn. Take the chip off E4."]
    assert kinds(evening.act("-E4", frames=8)) == ["FaultResolved TWO_CHIPS"]
    assert kinds(evening.act("8D", "+D4:b")) == ["TurnPlayed b 8D@D4"]
