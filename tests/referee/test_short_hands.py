"""A seat that should have no card left is passed over; when it plays all the same, it was miscounted, and no block."""

import pytest
from simulated_table import Evening, kinds, told

from companion.games.one_eyed_jack.faults import IllegalTurnError
from companion.games.one_eyed_jack.notation import parse_turn
from companion.referee.one_eyed_jack.commands import declare
from companion.referee.one_eyed_jack.happening import accept, set_up
from companion.referee.one_eyed_jack.tracking import replay
from companion.referee.one_eyed_jack.turns import passed_over, with_a_card


@pytest.fixture
def short() -> Evening:
    """Blue to move; red has no cards left by arithmetic, and the stock is used up."""
    evening = Evening()
    position = evening.tracking.game.position
    evening.command(set_up(evening.tracking, position._replace(hands=(0, 5), stock=0, seat=2)))
    evening.rest(2)
    return evening


def test_whoever_has_no_card_is_passed_over(short: Evening):
    assert passed_over(short.tracking.game.position, 2) == (1,)
    assert kinds(short.act("8D", "+D4:b")) == ["TurnPlayed b 8D@D4"]
    assert short.tracking.game.seat == 2


def test_of_many_seats_only_those_just_before_the_one_to_move_are_passed_over():
    position = Evening("my_rules N=6 T=2", 2).tracking.game.position
    assert passed_over(position._replace(seat=1, hands=(5, 0, 5, 5, 0, 0)), 6) == (6, 5)
    assert passed_over(position._replace(seat=4, hands=(0, 0, 0, 1, 0, 0)), 6) == (3, 2, 1, 6, 5)
    assert passed_over(position._replace(seat=1, direction=-1, hands=(5, 0, 5, 5, 0, 0)), 6) == (2,)


def test_a_seat_that_has_a_card_after_all_is_to_move(short: Evening):
    position = short.tracking.game.position
    assert with_a_card(position, 1) == position._replace(seat=1, hands=(1, 5))


def test_a_seat_without_cards_that_plays_is_of_the_wrong_colour_at_first(short: Evening):
    said = short.act("7D", "+C4:r", frames=8)
    assert told(said) == ["It is Ben's turn, but a red chip was put on C4. Take it back; Ben plays."]
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


def test_a_turn_of_a_seat_without_cards_is_accepted_with_a_new_count_and_a_notice(short: Evening):
    after, events = accept(short.tracking, parse_turn("r 7D@C4"))
    assert [kind.split()[0] for kind in kinds(events)] == ["PositionOverridden", "TurnPlayed", "NoticeGiven"]
    assert events[-1].message == "Ann plays, but should have no cards left. Is a count wrong?"
    assert (after.game.position.hands, after.notice) == ((0, 5), events[-1])
    assert replay([*short.log, *events]).game == after.game


def test_a_chip_that_is_wrong_in_any_case_stays_a_wrong_chip(short: Evening):
    assert kinds(short.act("9D", "+C4:r", frames=8)) == ["FaultFound WRONG_COLOUR"]


def test_another_fault_of_the_seat_to_move_is_its_own(short: Evening):
    assert kinds(short.act("9D", "+C4:b", frames=8)) == ["FaultFound CARD_MISMATCH"]


def test_on_a_phone_it_is_refused(short: Evening):
    with pytest.raises(IllegalTurnError, match=r"should have no cards left\. Is a count wrong\?$"):
        declare(short.tracking, "r pass")
