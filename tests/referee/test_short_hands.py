"""A seat that should have no card left is passed over; when it plays all the same, that is asked about and no block."""

import pytest
from simulated_table import Evening, kinds, told

from companion.games.one_eyed_jack.faults import IllegalTurnError
from companion.referee.events import NoticeGiven
from companion.referee.one_eyed_jack.corrections import set_up
from companion.referee.one_eyed_jack.tracking import answer, declare, replay
from companion.referee.one_eyed_jack.turns import passed_over


@pytest.fixture
def short() -> Evening:
    """Blue to move; red has no cards left by arithmetic, and the stock is used up."""
    evening = Evening()
    position = evening.tracking.game.position
    evening.command(set_up(evening.tracking, position._replace(hands=(0, 5), stock=0, seat=2)))
    evening.rest(2)
    return evening


def test_whoever_has_no_card_is_passed_over(short: Evening):
    assert passed_over(short.tracking.game) == (1,)
    assert kinds(short.act("8D", "+D4:b")) == ["TurnPlayed b 8D@D4"]
    assert short.tracking.game.seat == 2


def test_a_seat_without_cards_that_plays_is_asked_about(short: Evening):
    said = short.act("7D", "+C4:r", frames=8)
    assert kinds(said) == ["FaultFound HAND_SHORT", "QuestionAsked"]
    assert told(said) == ["Red plays, but should have no cards left. Is a count wrong? If not, take the chip off C4."]
    assert said[1].text == "What did red play: 7♦ on C4?"
    answered = short.command(answer(short.tracking, "r 7D@C4"))
    assert [kind.split()[0] for kind in kinds(answered)] == [
        "FaultResolved",
        "QuestionAnswered",
        "PositionOverridden",
        "TurnPlayed",
        "NoticeGiven",
    ]
    assert short.tracking.game.position.hands == (0, 5)
    assert replay(short.log).game == short.tracking.game
    assert short.rest(6) == []
    assert short.tracking.notice.code == "HAND_SHORT"
    assert kinds(short.act("8D", "+D4:b")) == ["TurnPlayed b 8D@D4"]
    assert short.tracking.notice is None


def test_the_question_ends_when_the_chip_is_taken_back(short: Evening):
    short.act("7D", "+C4:r", frames=8)
    assert kinds(short.act("-C4")) == ["FaultResolved HAND_SHORT", "QuestionAnswered -"]
    assert kinds(short.act("8D", "+D4:b")) == ["TurnPlayed b 8D@D4"]


def test_it_does_not_stand_in_the_way_when_play_goes_on(short: Evening):
    short.act("7D", "+C4:r", frames=8)
    said = short.act("8D", "+D4:b", frames=8)
    assert [kind for kind in kinds(said) if kind.startswith("Turn")] == ["TurnPlayed r 7D@C4", "TurnPlayed b 8D@D4"]
    assert [event.code for event in said if isinstance(event, NoticeGiven)] == ["HAND_SHORT"]
    assert short.tracking.fault is None


def test_a_chip_that_is_wrong_in_any_case_stays_a_wrong_chip(short: Evening):
    assert kinds(short.act("9D", "+C4:r", frames=8)) == ["FaultFound WRONG_COLOUR"]


def test_another_fault_of_the_seat_to_move_is_its_own(short: Evening):
    assert kinds(short.act("9D", "+C4:b", frames=8)) == ["FaultFound CARD_MISMATCH"]


def test_on_a_phone_it_is_refused(short: Evening):
    with pytest.raises(IllegalTurnError, match=r"should have no cards left\. Is a count wrong\?$"):
        declare(short.tracking, "r pass")
