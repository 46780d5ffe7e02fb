"""After a power cut: the same table goes on, turns ahead are told, anything else is shown."""

import pytest
from simulated_table import Evening, after_two_turns, kinds, override, told, undo

from companion.referee.events import TurnPlayed
from companion.referee.one_eyed_jack.commands import answer
from companion.referee.one_eyed_jack.tracking import replay


@pytest.fixture
def dark() -> Evening:
    """An evening whose power has just come back."""
    evening = after_two_turns()
    evening.tracking = replay(evening.log)
    return evening


def test_a_table_that_agrees_goes_on(dark: Evening):
    assert dark.rest(10) == []
    assert kinds(dark.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]


def test_a_card_that_was_laid_in_the_dark_still_waits_for_its_chip(dark: Evening):
    dark.table.lay("9D")
    assert dark.rest(6) == []
    assert kinds(dark.act("+E4:r", frames=8)) == ["TurnPlayed r 9D@E4"]


def test_a_legal_turn_ahead_is_told_after_one_patience_and_nobody_is_asked(dark: Evening):
    dark.table.lay("9D")
    dark.table.put("E4", 0)
    assert dark.rest(2) == []
    assert dark.rest(6) == [TurnPlayed("r 9D@E4")]
    assert kinds(dark.act("TD", "+F4:b")) == ["TurnPlayed b TD@F4"]


def test_several_legal_turns_ahead_are_told(dark: Evening):
    dark.table.lay("9D")
    dark.table.put("E4", 0)
    dark.table.lay("TD")
    dark.table.put("F4", 1)
    said = dark.rest(8)
    assert said[:2] == [TurnPlayed("r 9D@E4", verified=False), TurnPlayed("b TD@F4")]
    assert kinds(said[2:]) == ["NoticeGiven MERGED_TURNS"]


def test_a_chip_whose_card_cannot_be_told_is_a_turn_with_the_likeliest_card(dark: Evening):
    dark.table.put("E4", 0)
    assert dark.rest(8) == [TurnPlayed("r 9D@E4", verified=False)]
    assert dark.turns[-1] == "r ?@E4"


def test_two_faces_of_the_card_are_one_turn(dark: Evening):
    dark.table.lay("9D")
    dark.table.put("E4", 0)
    dark.table.faces = (("JC", 0.0), ("9D", 2.5))
    assert kinds(dark.rest(8)) == ["TurnPlayed r 9D@E4"]


def test_a_chip_that_is_put_back_takes_the_turn_back(dark: Evening):
    dark.table.put("E4", 0)
    dark.rest(8)
    assert kinds(dark.act("-E4")) == ["TurnUndone"]
    assert kinds(dark.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]


def test_a_newest_chip_that_is_gone_was_taken_back(dark: Evening):
    dark.table.take("D4")
    assert kinds(dark.rest(8)) == ["TurnUndone"]
    assert kinds(dark.act("8D", "+G7:b")) == ["TurnPlayed b 8D@G7"]


DIFFERENT = [
    (("+A5:r", "+B6:r", "+E9:r"), "take the red chip off A5, B6 and E9"),
    (("-C4",), "put a red chip on C4"),
    (("-D4", "+D5:b"), "put a blue chip on D4, take the blue chip off D5"),
    (("+D4:r",), "put the right chip on D4"),
    (("TD", "+F4:b"), "take the blue chip off F4"),
    (("+A5:r", "+B6:r", "+E9:r", "-C4", "-D4", "+H3:b", "+H4:b"), "look at H3, C4, D4, H4, A5, B6 and E9"),
]


@pytest.mark.parametrize(("acts", "mending"), DIFFERENT)
def test_any_other_table_is_shown_until_it_is_right(dark: Evening, acts: tuple[str, ...], mending: str):
    before = list(dark.table.contents)
    for act in acts:
        dark.do(act)
    said = dark.rest(8)
    assert kinds(said) == ["FaultFound TABLE_DIFFERS"]
    assert told(said) == [f"The table does not match the game: {mending}. Or accept the board as it lies."]
    dark.hand()
    dark.table.contents = before
    assert kinds(dark.hand(1) + dark.rest(4)) == ["FaultResolved TABLE_DIFFERS"]
    assert dark.turns == ["r 7D@C4", "b 8D@D4"]


def test_a_table_that_differs_may_be_accepted(dark: Evening):
    assert kinds(dark.act("-C4", frames=8)) == ["FaultFound TABLE_DIFFERS"]
    assert kinds(dark.command(override(dark.tracking)))[0] == "FaultResolved TABLE_DIFFERS"
    assert dark.rest(6) == []
    assert kinds(dark.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]


def test_play_goes_on_over_a_table_that_differs(dark: Evening):
    assert kinds(dark.act("-C4", frames=8)) == ["FaultFound TABLE_DIFFERS"]
    assert kinds(dark.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]
    assert dark.tracking.fault is not None
    assert kinds(dark.act("+C4:r")) == ["FaultResolved TABLE_DIFFERS"]


def test_a_table_that_differs_by_turns_is_right_once_they_are_undone(dark: Evening):
    assert kinds(dark.act("-C4", frames=8)) == ["FaultFound TABLE_DIFFERS"]
    assert kinds(dark.command(undo(dark.tracking)))[:2] == ["FaultResolved TABLE_DIFFERS", "TurnUndone"]
    assert kinds(dark.command(undo(dark.tracking))) == ["TurnUndone", "NoticeGiven TAKE_BACK"]
    assert dark.rest(6) == []
    assert dark.act("-D4", frames=8) == []
    assert kinds(dark.act("8D", "+D4:r"))[-1] == "TurnPlayed r 8D@D4"


def test_what_may_be_nothing_is_looked_at_again(dark: Evening):
    dark.table.margin = 1.0
    dark.table.lay("9D")
    dark.table.put("E4", 0)
    assert dark.rest(12) == []


def test_a_line_that_may_be_chosen_is_still_asked_about():
    evening = Evening("my_rules n=3 line_choice=declare")
    plays = (("2S", "+C1:r"), ("6H", "+J2:b"), ("4S", "+E1:r"), ("4D", "+J3:b"), ("5S", "+F1:r"), ("2C", "+J4:b"))
    evening.play(*plays, ("3S", "+D1:r"))
    again = replay(evening.log)
    assert again.question == evening.tracking.question
    assert "TurnPlayed r line D1.E1.F1" in kinds(answer(again, "r line D1.E1.F1")[1])
