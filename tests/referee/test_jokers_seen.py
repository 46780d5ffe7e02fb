"""Cameras tell that a card is a joker, not which: it is whichever of this game's jokers fits what is done with it."""

import pytest
from simulated_table import Evening, kinds, told

from companion.games.one_eyed_jack.position import Outcome
from companion.views.one_eyed_jack.status import status_of

MATCHED = "my_rules corners=joker_matched"


@pytest.mark.parametrize(("corner", "turn"), [("A1", "b JKB@A1"), ("J1", "b JKR@J1")])
def test_the_corner_tells_the_colour_of_a_joker(corner: str, turn: str):
    evening = Evening(MATCHED)
    evening.play(("7D", "+C4:r"), ("JK", f"+{corner}:b"))
    assert evening.turns[1:] == [turn]
    assert told(evening.log) == []


def test_before_its_chip_a_joker_may_be_of_either_colour():
    evening = Evening(MATCHED)
    evening.play(("7D", "+C4:r"), ("JK",))
    status = status_of(evening.tracking)
    assert status.hint == "The black joker goes on A1 or J10. The red joker goes on J1 or A10."
    assert status.targets == status.scene.squares == (0, 9, 90, 99)


def test_of_a_dead_joker_the_colour_is_asked_for():
    evening = Evening(MATCHED)
    evening.play(("JD", "+A1:r"), ("JC", "+J10:b"), ("JD", "+J1:r"), ("JC", "+A10:b"), ("JK",), frames=16)
    asks = evening.tracking.question
    assert asks.text == "Did Ann exchange the black joker or the red joker, which is dead?"
    assert asks.candidates == ("r dead JKB", "r dead JKR", "not played")


def test_a_joker_whose_chip_lies_elsewhere_belongs_on_any_corner():
    evening = Evening(MATCHED)
    evening.play(("7D", "+C4:r"))
    words = "Joker belongs on A1, J1, A10 or J10, not B1. Move the chip, or take back card and chip."
    assert told(evening.act("JK", "+B1:b", frames=8)) == [words]
    assert kinds(evening.act("-B1", "+A10:b")) == ["FaultResolved CARD_MISMATCH", "TurnPlayed b JKR@A10"]


def test_the_only_joker_in_the_pack_ends_the_game():
    evening = Evening("my_rules objective=sub3 end_joker=on")
    evening.play(("7D", "+C4:r"), ("JK",))
    assert (evening.turns[-1], evening.tracking.outcome) == ("b JKE", Outcome(None, "end_joker"))


def test_where_no_joker_is_in_the_pack_one_is_not_used():
    evening = Evening()
    assert kinds(evening.act("JK", frames=24)) == ["FaultFound UNKNOWN_CARD"]
