"""A seat that should have no card left is passed over; when it plays all the same, it was miscounted, and no block."""

import pytest
from simulated_table import Evening, kinds, told

from companion.games.one_eyed_jack.faults import IllegalTurnError
from companion.referee.events import NoticeGiven
from companion.referee.one_eyed_jack.commands import declare, forgot_to_draw
from companion.referee.one_eyed_jack.happening import set_up
from companion.referee.phones import Asker


@pytest.fixture
def short() -> Evening:
    """Blue to move; red has no cards left by arithmetic, and the stock is used up."""
    evening = Evening()
    position = evening.tracking.game.position
    evening.command(set_up(evening.tracking, position._replace(hands=(0, 5), stock=0, seat=2)))
    evening.rest(2)
    return evening


def test_whoever_has_no_card_is_passed_over(short: Evening):
    assert kinds(short.act("8D", "+D4:b")) == ["TurnPlayed b 8D@D4"]
    assert short.tracking.game.seat == 2


def test_a_seat_without_cards_that_plays_is_of_the_wrong_colour_at_first(short: Evening):
    said = short.act("7D", "+C4:r", frames=8)
    assert told(said) == ["It is Ben’s turn, but a red chip was put on C4. Take it back; Ben plays."]
    assert kinds(short.act("-C4")) == ["FaultResolved WRONG_COLOUR"]
    assert kinds(short.act("8D", "+D4:b")) == ["TurnPlayed b 8D@D4"]


def test_a_seat_without_cards_may_be_counted_anew_and_then_it_played(short: Evening):
    short.act("7D", "+C4:r", frames=8)
    short.command(set_up(short.tracking, short.tracking.game.position._replace(hands=(1, 5), seat=1)))
    said = short.rest(8)
    assert kinds(said) == ["TurnPlayed r 7D@C4"]
    assert short.tracking.game.position.hands == (0, 5)
    assert kinds(short.act("8D", "+D4:b")) == ["TurnPlayed b 8D@D4"]


def test_a_seat_without_cards_does_not_stand_in_the_way_when_play_goes_on(short: Evening):
    short.act("7D", "+C4:r", frames=8)
    assert kinds(short.act("8D", "+D4:b", frames=8)) == ["TurnPlayed b 8D@D4"]
    assert short.tracking.fault is not None
    assert short.tracking.fault.code == "WRONG_COLOUR"
    assert kinds(short.act("-C4")) == ["FaultResolved WRONG_COLOUR"]


def test_a_chip_that_is_wrong_in_any_case_stays_a_wrong_chip(short: Evening):
    assert kinds(short.act("9D", "+C4:r", frames=8)) == ["FaultFound WRONG_COLOUR"]


def test_another_fault_of_the_seat_to_move_is_its_own(short: Evening):
    assert kinds(short.act("9D", "+C4:b", frames=8)) == ["FaultFound CARD_MISMATCH"]


def test_on_a_phone_it_is_refused(short: Evening):
    with pytest.raises(IllegalTurnError, match=r"should have no cards left\. Is a count wrong\?$"):
        declare(short.tracking, "r pass")


SHORT = "Too late to draw: Ann plays one card short"


@pytest.mark.parametrize(
    ("shown", "when"), [((), "early"), (("8D",), "late"), (("?8D",), "late"), (("+D4:b",), "early")]
)
def test_a_draw_is_missed_too_late_once_the_next_card_lies_there_with_a_chip_or_not(shown: tuple[str, ...], when: str):
    evening = Evening("zepherin")
    evening.act("7D", "+C4:r")
    evening.act(*shown, frames=1)
    said = evening.command(forgot_to_draw(evening.tracking, Asker(1), 1))
    assert kinds(said)[0] == f"TurnPlayed forgot 1 {when}"
    assert evening.tracking.game.position.hands == ((6, 7) if when == "late" else (7, 7))
    evening.act(*({"8D", "+D4:b"} - {act.removeprefix("?") for act in shown}))
    assert [turn[-3:] for turn in evening.turns] == ["@C4", when[-3:], "@D4"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("classic", []),
        ("zepherin", [f"{SHORT}."]),
        ("classic forgot=short_one_round", [f"{SHORT}, and draws two after the next turn."]),
    ],
)
def test_whoever_misses_a_draw_too_late_is_told_what_becomes_of_it(options: str, words: list[str]):
    evening = Evening(options)
    evening.act("7D", "+C4:r")
    evening.act("8D", "+D4:b")
    said = evening.command(forgot_to_draw(evening.tracking, Asker(1), 1))
    assert [event.message for event in said if isinstance(event, NoticeGiven)] == words
    evening.rest()
    assert [evening.tracking.notice and evening.tracking.notice.message] == (words or [None])
    evening.act("9D", "+E4:r")
    assert evening.tracking.notice is None


def test_a_draw_for_one_that_was_made_up_and_is_missed_again_is_lost():
    evening = Evening("classic forgot=short_one_round")
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"))
    evening.command(forgot_to_draw(evening.tracking, Asker(1), 1))
    evening.play(("9D", "+E4:r"), ("TD", "+F4:b"))
    said = evening.command(forgot_to_draw(evening.tracking, Asker(1), 1))
    assert [event.message for event in said if isinstance(event, NoticeGiven)] == [f"{SHORT}."]
