"""After a power cut: the same table goes on, one legal turn ahead is asked about, anything else is shown."""

import pytest
from simulated_table import Evening, after_two_turns, kinds, told

from companion.referee.events import QuestionAsked
from companion.referee.one_eyed_jack.tracking import answer, override, replay, undo


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


def test_one_legal_turn_ahead_is_asked_about(dark: Evening):
    dark.table.lay("9D")
    dark.table.put("E4", 0)
    said = dark.rest(6)
    assert [event.text for event in said] == ["Did red play 9♦ on E4? If not, put the table back as it was."]
    assert "TurnPlayed r 9D@E4" in kinds(dark.command(answer(dark.tracking, "r 9D@E4")))
    assert dark.rest(6) == []
    assert kinds(dark.act("TD", "+F4:b")) == ["TurnPlayed b TD@F4"]


def test_a_chip_whose_card_cannot_be_told_is_asked_about_with_every_card_it_may_have_been(dark: Evening):
    dark.table.put("E4", 0)
    (asked,) = dark.rest(8)
    assert isinstance(asked, QuestionAsked)
    assert asked.candidates == ("r 9D@E4", "r JD@E4", "r JC@E4")


def test_two_faces_of_the_card_are_two_answers(dark: Evening):
    dark.table.lay("9D")
    dark.table.put("E4", 0)
    dark.table.faces = (("JC", 0.0), ("9D", 2.5))
    (asked,) = dark.rest(8)
    assert set(asked.candidates) == {"r JC@E4", "r 9D@E4"}


def test_a_chip_that_is_put_back_withdraws_the_question(dark: Evening):
    dark.table.put("E4", 0)
    dark.rest(8)
    assert kinds(dark.act("-E4")) == ["QuestionAnswered -"]
    assert kinds(dark.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]


DIFFERENT = [
    (("+A5:r", "+B6:r", "+E9:r"), "take the Red chip off A5, B6 and E9"),
    (("-C4",), "put a Red chip on C4"),
    (("-D4",), "put a Blue chip on D4"),  # it may have been taken back, stolen or knocked off
    (("-D4", "+D5:b"), "put a Blue chip on D4, take the Blue chip off D5"),
    (("+D4:r",), "put the right chip on D4"),
    (("TD", "+F4:b"), "take the Blue chip off F4"),
    (("+A5:r", "+B6:r", "+E9:r", "-C4", "-D4", "+H3:b", "+H4:b"), "look at H3, C4, D4, H4, A5, B6 and E9"),
]


@pytest.mark.parametrize(("acts", "mending"), DIFFERENT)
def test_any_other_table_is_shown_until_it_is_right(dark: Evening, acts: tuple[str, ...], mending: str):
    before = list(dark.table.contents)
    for act in acts:
        dark._do(act)
    said = dark.rest(8)
    assert kinds(said) == ["FaultFound TABLE_DIFFERS"]
    assert told(said) == [f"The table is not as the game has it: {mending}. Or accept the table as it lies."]
    dark.hand()
    dark.table.contents = before
    assert kinds(dark.hand(1) + dark.rest(4)) == ["FaultResolved TABLE_DIFFERS"]
    assert dark.turns == ["r 7D@C4", "b 8D@D4"]


def test_a_table_that_differs_may_be_accepted(dark: Evening):
    dark.act("-C4", "-D4", frames=8)
    assert kinds(dark.command(override(dark.tracking)))[0] == "FaultResolved TABLE_DIFFERS"
    assert dark.rest(6) == []
    assert kinds(dark.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]


def test_a_table_that_differs_by_the_last_turn_is_right_once_that_is_undone(dark: Evening):
    dark.act("-D4", frames=8)
    assert kinds(dark.command(undo(dark.tracking)))[:2] == ["FaultResolved TABLE_DIFFERS", "TurnUndone"]
    assert dark.rest(6) == []
    assert kinds(dark.act("8D", "+D4:b", frames=8))[-1] == "TurnPlayed b 8D@D4"


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
