"""Squares that go out of sight: under a lamp's image, a sleeve, or the chip that was just laid there."""

from dataclasses import replace

import pytest
from simulated_table import Evening, after_two_turns, kinds

from companion.games.squares import NEIGHBOURS, parse_square, square_name

LAMP = tuple(map(parse_square, ("C4", "C5", "D5", "E5", "F5")))
"""Out of sight all evening; 7D is shown on C4 and H7."""


def under_a_lamp() -> Evening:
    """An evening on which a lamp is mirrored on the same squares in every look."""
    evening = Evening()
    for _ in range(3):
        evening.hand(hidden=LAMP)
        evening.rest(4, hidden=LAMP)
    return evening


def test_of_two_squares_for_a_card_the_one_that_was_just_lost_has_the_chip():
    evening, lost = under_a_lamp(), (*LAMP, parse_square("H7"))
    evening.hand(hidden=lost)
    evening.table.lay("7D")
    assert kinds(evening.rest(8, hidden=lost)) == ["TurnPlayed r 7D@H7"]


def test_a_card_that_may_go_under_the_lamp_waits_for_its_chip():
    evening = under_a_lamp()
    evening.hand(hidden=LAMP)
    evening.table.lay("7D")
    assert evening.rest(20, hidden=LAMP) == []
    evening.hand(hidden=LAMP)
    evening.table.put("H7", 0)
    assert kinds(evening.rest(4, hidden=LAMP)) == ["TurnPlayed r 7D@H7"]


def test_what_is_wrong_beside_a_lamps_image_that_stays_is_said_as_soon_as_ever():
    evening = under_a_lamp()
    evening.hand(hidden=LAMP)
    evening.table.put("A2", 1)
    assert kinds(evening.rest(6, hidden=LAMP)) == ["FaultFound WRONG_COLOUR"]


def test_a_chip_that_comes_back_unseen_where_a_jack_took_one_is_another_jacks_once_play_goes_on():
    evening = Evening()
    evening.play(("7D", "+C4:r"), ("JS", "-C4"))
    evening.table.pile_hidden = True
    evening.hand()
    evening.table.put("C4", 0)
    evening.rest(8)
    evening.hand()
    evening.table.pile_hidden = False
    evening.play(("8D", "+D4:b"), ("9D", "+E4:r"))
    assert evening.turns == ["r 7D@C4", "b JSxC4", "r ?@C4", "b 8D@D4", "r 9D@E4"]


def test_a_chip_on_a_square_that_was_just_lost_explains_the_jack_that_follows_though_no_card_is_seen():
    evening = Evening()
    evening.play(("7D", "+C4:r"), ("6D", "+I7:b"))
    evening.table.pile_hidden = True
    evening.hand(hidden=(parse_square("E5"),))
    evening.table.put("E5", 0)
    evening.rest(8, hidden=(parse_square("E5"),))
    evening.hand(hidden=(parse_square("E5"),))
    evening.table.take("C4")
    evening.rest(8, hidden=(parse_square("E5"),))
    evening.hand(hidden=(parse_square("E5"),))
    evening.table.put("B2", 0)
    evening.rest(12, hidden=(parse_square("E5"),))
    assert evening.turns[2:] == ["r ?@E5", "b ?xC4", "r ?@B2"]


def test_a_one_eyed_jack_that_takes_a_chip_under_the_lamp_is_no_card_without_a_chip():
    evening = Evening()
    evening.play(("7D", "+C4:r"), ("6D", "+I7:b"), ("8D", "+D4:r"))
    evening.hand(hidden=LAMP)
    evening.table.lay("JH")
    evening.table.take("C4")
    evening.rest(4, hidden=LAMP)
    evening.hand(hidden=LAMP)
    evening.table.lay("5C")
    evening.table.put("H6", 0)
    assert kinds(evening.rest(8, hidden=LAMP)) == ["TurnPlayed b JHxC4", "TurnPlayed r 5C@H6"]
    assert evening.rest(4) == []


def test_what_looks_like_a_chip_amid_squares_out_of_sight_is_no_fault_yet():
    evening, around = Evening(), NEIGHBOURS[parse_square("J4")]
    evening.play(("7D", "+C4:r"))
    evening.hand(hidden=around)
    evening.table.put("J4", 0)
    assert evening.rest(30, hidden=around) == []
    evening.hand(hidden=around)
    assert kinds(evening.rest(8)) == ["FaultFound WRONG_COLOUR"]


def test_a_chip_amid_squares_out_of_sight_is_told_with_its_card():
    evening, around = Evening(), NEIGHBOURS[parse_square("C4")]
    evening.hand(hidden=around)
    evening.table.lay("7D")
    evening.table.put("C4", 0)
    assert kinds(evening.rest(8, hidden=around)) == ["TurnPlayed r 7D@C4"]


def test_a_jack_that_follows_a_card_whose_chip_may_lie_under_the_lamp_is_no_turn_played_too_soon():
    evening = Evening()
    evening.table.margins = [20.0] * 100
    evening.table.margins[parse_square("C4")] = 0.8
    evening.play(("9D", "+E4:r"), ("6D", "+I7:b"))
    evening.act("7D")  # its chip lies on C4, which looks as if it were empty
    told = kinds(evening.act("JH", "-E4", frames=12))
    assert [one for one in told if one.startswith("FaultFound")] == []


def test_a_card_like_the_one_below_that_was_hardly_seen_to_come_is_the_chips_that_a_jack_took_at_once():
    evening = Evening()
    evening.act("7D", "+C4:r")
    evening.table.put("H7", 1)
    passing = evening.table.look(moving=True, hidden=LAMP)
    evening.look(replace(passing, pile=replace(passing.pile, new=0.26)))
    evening.rest(2)
    evening.play(("JS", "-H7"), ("9D", "+E4:b"))
    assert evening.turns == ["r 7D@C4", "b ?@H7", "r JSxH7", "b 9D@E4"]


def test_a_card_seen_for_one_look_only_before_the_next_hand_comes_is_that_of_the_chip_that_lay_there():
    evening = Evening()
    evening.act("7D", "+C4:r")
    evening.table.pile_hidden = True
    evening.hand()
    evening.table.put("H7", 1)
    evening.rest(2, hidden=LAMP[:1])
    evening.table.pile_hidden = False
    evening.table.lay("7D")
    evening.rest(1)
    evening.play(("JS", "-H7"), ("9D", "+E4:b"))
    assert evening.turns == ["r 7D@C4", "b 7D@H7", "r JSxH7", "b 9D@E4"]


def test_a_fault_has_the_name_that_most_give_it_though_the_likeliest_hypothesis_calls_it_otherwise(evening):
    evening.act("8D", "+D4:b")
    evening.act("-D4")  # the card stays on the pile
    evening.table.pile_hidden = True
    assert evening.act("+C4:r", frames=7) == []
    assert kinds(evening.act("+E6:r")) == ["FaultFound WRONG_COLOUR"]


@pytest.mark.parametrize("undecided", [{"H2"}, {"H2", "D4"}, {"H2", "D4", "E4"}])
def test_squares_that_were_in_doubt_before_explain_no_chip_out_of_turn_where_the_pile_is_out_of_sight(undecided):
    evening = Evening()
    evening.table.alike = set(map(parse_square, undecided))
    evening.play(("7D", "+C4:r"), ("6D", "+I7:b"))
    evening.table.pile_hidden = True
    evening.rest(8)
    evening.play(("+B3:r",), ("+G7:b",), frames=12)
    assert kinds(evening.act("+H10:b", frames=12)) == ["FaultFound WRONG_COLOUR"]


@pytest.mark.parametrize("faces", [None, (("2C", 1.0), ("2S", 3.0), ("TD", 3.7), ("5D", 4.0))])
@pytest.mark.parametrize("teams", [2, 3])
def test_a_jack_that_shows_beside_six_turns_whose_cards_went_unseen_does_not_hold_up_the_next_turn(teams, faces):
    evening, letters = Evening(f"classic N={teams} T={teams}", teams), "rbg"[:teams]
    evening.table.alike = set(map(parse_square, ("H2", "D4", "E5")))
    evening.table.pile_hidden = True
    for number, square in enumerate(("B4", "C7", "D7", "E4", "F4", "G7")):
        evening.act(f"+{square}:{letters[number % teams]}", frames=12)
    assert [turn.split("@")[1] for turn in evening.turns] == ["B4", "C7", "D7", "E4", "F4", "G7"]
    evening.table.pile_hidden = False
    evening.table.lay("JC")
    evening.rest(1)
    evening.table.pile_hidden = True
    evening.hand(3, hidden=range(20, 42))
    evening.table.pile_hidden = False
    evening.table.put("F6", 0)
    evening.rest(4)
    evening.table.faces = faces
    evening.act("2C", "+J4:b", frames=4)
    assert evening.turns[6:] == ["r JC@F6", "b 2C@J4"]
    assert evening.tracking.fault is None


def in_doubt(evening: Evening, *squares: int) -> None:
    """From now on a lamp is mirrored on these squares, which may be empty or have any chip; all others are plain."""
    evening.table.margins = [0.8 if square in squares else 20.0 for square in range(100)]


def test_a_chip_amid_squares_that_a_lamp_leaves_in_doubt_is_as_wrong_as_anywhere():
    evening = Evening()
    evening.play(("7D", "+C4:r"))
    in_doubt(evening, *NEIGHBOURS[parse_square("J4")])
    assert kinds(evening.act("+J4:r", frames=8)) == ["FaultFound WRONG_COLOUR"]


def test_a_fault_is_put_right_once_its_chip_cannot_be_made_out_any_more_though_nothing_lies_there():
    evening = Evening()
    evening.play(("7D", "+C4:r"))
    evening.act("+J4:r", frames=8)
    in_doubt(evening, parse_square("J4"))
    assert kinds(evening.act("-J4")) == ["FaultResolved WRONG_COLOUR"]
    assert kinds(evening.act("6D", "+I7:b")) == ["TurnPlayed b 6D@I7"]


def test_a_fault_whose_chip_is_covered_stands():
    evening, there = Evening(), (parse_square("J4"),)
    evening.play(("7D", "+C4:r"))
    evening.act("+J4:r", frames=8)
    evening.hand(hidden=there)
    assert evening.rest(8, hidden=there) == []
    assert kinds(evening.act("-J4")) == ["FaultResolved WRONG_COLOUR"]


@pytest.mark.parametrize("came", ["C5", "D5"])
def test_a_chip_beside_the_square_where_one_of_its_colour_cannot_be_made_out_any_more_was_nudged_from_there(came):
    evening = Evening()
    evening.play(("7D", "+C4:r"), ("6D", "+I7:b"))
    in_doubt(evening, parse_square("C4"))
    assert kinds(evening.act("-C4", f"+{came}:r", frames=8)) == ["FaultFound CHIP_MOVED"]
    assert evening.tracking.fault.squares == (parse_square("C4"), parse_square(came))


def test_of_two_chips_beside_it_that_cannot_be_made_out_any_more_nobody_knows_which_was_nudged():
    evening = Evening()
    evening.play(("7D", "+C4:r"), ("6D", "+I7:b"), ("8D", "+D4:r"), ("5D", "+J4:b"))
    in_doubt(evening, parse_square("C4"), parse_square("D4"))
    told = kinds(evening.act("-C4", "+C5:r", frames=8))
    assert "FaultFound CHIP_MOVED" not in told


def test_where_no_pile_is_in_view_such_a_chip_is_a_turn_as_soon_as_play_goes_on():
    evening = Evening()
    evening.play(("7D", "+C4:r"), ("6D", "+I7:b"))
    evening.table.pile_hidden = True
    in_doubt(evening, parse_square("C4"))
    assert "FaultFound CHIP_MOVED" not in kinds(evening.act("+C5:r", frames=20))
    evening.act("+J4:b", frames=8)
    evening.act("+E4:r", frames=8)
    assert evening.turns[2:] == ["r ?@C5", "b ?@J4", "r ?@E4"]


def test_a_jack_whose_chip_may_lie_anywhere_under_a_large_image_is_not_said_to_lack_it_when_play_goes_on():
    evening, large = Evening(), [10 * row + column for row in range(2, 8) for column in range(6, 10)]
    for _ in range(3):
        evening.hand(hidden=large)
        evening.rest(4, hidden=large)
    evening.hand(hidden=large)
    evening.table.lay("JD")
    evening.table.put("H5", 0)
    evening.rest(8, hidden=large)
    evening.hand(hidden=large)
    evening.table.lay("9D")
    evening.table.put("E4", 1)
    assert kinds(evening.rest(20, hidden=large)) == []
    assert evening.tracking.fault is None
    evening.hand()
    evening.rest(8)
    assert evening.turns == ["r JD@H5", "b 9D@E4"]


def test_a_chip_that_is_back_in_its_place_left_the_square_that_is_out_of_sight_as_well():
    evening, covered = after_two_turns(), range(42, 82)
    evening.table.pile_hidden = True
    assert kinds(evening.act("-C4", "+C5:r", frames=6)) == ["FaultFound CHIP_MOVED"]
    evening.table.take("C5")
    evening.table.put("C4", 0)
    evening.hand(2, covered)
    assert evening.rest(8, hidden=covered) == []
    faults = [one for one in kinds(evening.act("+E4:r", frames=12) + evening.act("+F4:b", frames=12)) if "Fault" in one]
    assert (evening.turns[2:], faults) == (["r ?@E4", "b ?@F4"], ["FaultResolved CHIP_MOVED"])


@pytest.mark.parametrize("taken", ["C4", "E4"])
def test_a_chip_that_was_guessed_to_be_gone_under_a_lamp_is_put_right_eight_turns_later(taken):
    evening, lamp = Evening(), tuple(map(parse_square, ("C4", "E4")))
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"), ("9D", "+E4:r"))
    evening.hand(hidden=lamp)
    evening.table.lay("JS")
    evening.table.take(taken)
    evening.rest(4, hidden=lamp)
    for number, square in enumerate(range(1, 9), 1):
        evening.hand(hidden=lamp)
        evening.table.lay(evening.tracking.game.layout[square].code)
        evening.table.put(square_name(square), 1 - number % 2)
        evening.rest(4, hidden=lamp)
    evening.hand()
    evening.rest(8)
    assert evening.turns[3] == f"b JSx{taken}"
    assert len(evening.turns) == 12


def test_a_jack_that_takes_a_chip_once_the_pile_is_gone_moves_none_to_where_another_was_laid_before():
    evening = Evening()
    evening.play(("7D", "+H7:r"), ("8D", "+D4:b"))
    evening.table.pile_hidden = True
    evening.act("+E6:r", frames=3)
    told = evening.act("-H7", frames=8) + evening.act("+E8:r", frames=8) + evening.act("+A5:b", frames=8)
    assert "FaultFound" not in " ".join(kinds(told))
    assert evening.turns[2:4] == ["r ?@E6", "b ?xH7"]
