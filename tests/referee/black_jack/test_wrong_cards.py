"""Wrong cards are named with their remedy; cards that go back, come again or are missed are told apart."""

import pytest
from watched_pile import asked, begun, codes, unread_where_eight_are_due

from companion.games.cards import Card
from companion.referee.events import (
    CardLaid,
    CardTakenBack,
    FaultFound,
    FaultResolved,
    NoticeGiven,
    TurnPlayed,
    TurnUndone,
)
from companion.referee.phones import Asker, NotAllowedError


@pytest.mark.parametrize(
    ("options", "laid", "wrong", "code", "words"),
    [
        (
            "base",
            "",
            "9D",
            "BJ_NO_MATCH",
            "9♦ matches neither the suit nor the rank of 7♠. Take it back; play another card or draw one.",
        ),
        ("base", "5S", "3H", "BJ_BAD_RUN", "5♠ → 3♥ is not one step. Take back the last card; Ann’s run ends at 5♠."),
        ("base", "2S end 2H end", "9H", "BJ_PENALTY_PENDING", "Cleo must draw 4, or answer with a 2. Take 9♥ back."),
        (
            "base",
            "JS end",
            "9S",
            "BJ_PENALTY_PENDING",
            "Ben must draw 5, or answer with a black Jack, or a red Jack that cancels it. Take 9♠ back.",
        ),
        (
            "base jot=suited",
            "2S end",
            "9S",
            "BJ_PENALTY_PENDING",
            "Ben must draw 2, or answer with a 2, or a Jack of spades. Take 9♠ back.",
        ),
        ("base sting=1", "JS end", "9S", "BJ_PENALTY_PENDING", "Ben must draw 5, or answer with a Jack. Take 9♠ back."),
        ("base", "", "JK", "UNKNOWN_CARD", "Joker is not used in this game. Take it back."),
    ],
)
def test_a_wrong_card_is_named_with_its_remedy(options: str, laid: str, wrong: str, code: str, words: str):
    watched = begun(options=f"{options} players=4")
    for word in laid.split():
        watched.say("end") if word == "end" else watched.lay(word)
    watched.lay(wrong)
    assert watched.tracking.fault is None
    watched.wait(3.0)
    assert (watched.tracking.fault.code, watched.tracking.fault.message) == (code, words)
    assert codes(watched.take_back(), FaultResolved) == [code]


def test_a_wrong_card_that_is_counted_once_more_is_one_fault():
    watched = begun("7S")
    watched.lay("9D")
    watched.came += 1  # a knock
    watched.wait(3.0)
    assert watched.tracking.fault.code == "BJ_NO_MATCH"
    assert codes(watched.take_back(), FaultResolved) == ["BJ_NO_MATCH"]


def test_a_wrong_card_on_a_named_suit():
    watched = begun()
    watched.lay("AS")
    watched.say("name_suit", suit="H")
    watched.lay("9S")
    watched.wait(3.0)
    assert watched.tracking.fault.message.startswith("9♠ is not one of the hearts that were named.")


def test_an_action_card_may_not_be_the_last_where_that_is_agreed():
    watched = begun(options="base players=4 no_action_finish=1")
    watched.say("count_cards", seat=1, cards=1)
    watched.lay("8S")
    watched.wait(3.0)
    assert watched.tracking.fault.code == "BJ_ACTION_FINISH"


def test_a_card_beyond_the_count_is_put_right_by_counting():
    again = begun()
    again.say("count_cards", seat=1, cards=1)
    again.lay("2S", looks=3)
    again.lay("3S")
    again.wait(3.0)
    assert again.tracking.fault.code == "CARD_NOT_IN_HAND"
    again.say("count_cards", seat=1, cards=3)
    again.wait(1.0)
    assert [laid.card.code for laid in again.tracking.laid] == ["2S", "3S"]


def test_a_hand_that_comes_soon_makes_the_referee_speak():
    watched = begun()
    watched.lay("9D", looks=7)
    assert codes(watched.look(1, hidden=True), FaultFound) == ["BJ_NO_MATCH"]


def test_a_hand_that_comes_at_once_or_to_a_card_that_fits_makes_it_say_nothing():
    for card, looks in (("9D", 2), ("9S", 9), ("7S", 9)):
        watched = begun()
        watched.lay(card, looks)
        assert codes(watched.look(1, hidden=True), FaultFound) == []
    watched.reading = ()
    watched.lay("9C", 9)
    assert codes(watched.look(1, hidden=True), FaultFound) == []


def test_a_right_card_in_place_of_a_wrong_one_puts_it_right():
    watched = begun()
    watched.lay("9D")
    watched.wait(3.0)
    events = watched.lay("9S")
    assert events == (FaultResolved("BJ_NO_MATCH"), CardLaid("9S"))


def test_a_wrong_card_does_not_end_a_turn():
    watched = begun()
    watched.lay("5S 3H")
    with pytest.raises(ValueError, match="still looking at the top card"):
        watched.say("end")
    watched.wait(3.0)
    with pytest.raises(ValueError, match="is not one step"):
        watched.say("end")


def test_the_table_may_accept_the_pile_as_it_lies():
    watched = begun()
    watched.lay("9D")
    watched.wait(3.0)
    watched.say("accept_pile")
    position = watched.tracking.playing.position
    assert (position.top.card, position.seat, len(position.hand(1))) == (Card("9D"), 2, 6)
    assert watched.tracking.fault is None
    watched.say("accept_pile", seat=4)
    assert watched.tracking.playing.seat == 4
    with pytest.raises(NotAllowedError):
        watched.say("accept_pile", Asker(seat=1))
    with pytest.raises(ValueError, match="no seat 9"):
        watched.say("accept_pile", seat=9)
    watched.say("go_out", seat=1)
    with pytest.raises(ValueError, match="Ann is out"):
        watched.say("accept_pile", seat=1)


def test_the_last_card_taken_back_is_no_new_card():
    watched = begun()
    watched.lay("9S 9D")
    watched.say("claim_card", seat=1)
    assert watched.take_back() == (CardTakenBack(),)
    assert [laid.card.code for laid in watched.tracking.laid] == ["9S"]


def test_a_turn_taken_back_from_the_pile_is_open_again():
    watched = begun()
    watched.lay("9S")
    watched.say("end")
    assert watched.take_back() == (TurnUndone(), CardTakenBack())
    assert (watched.tracking.playing.seat, watched.tracking.laid) == (1, ())


def test_a_face_that_two_packs_hold_is_asked_about():
    watched = begun(options="base players=4 packs=2")
    watched.lay("7S")
    assert watched.tracking.question is None
    watched.wait(5.0)
    assert asked(watched) == ("P1 7S", "-")
    watched.say("answer", candidate="P1 7S")
    assert [laid.card.code for laid in watched.tracking.laid] == ["7S"]
    watched.lay("7H")
    watched.say("claim_card", seat=1)
    watched.lay("7H")
    watched.wait(5.0)
    assert asked(watched) == ("P1 7H", "P2 7H", "-")
    watched.say("answer", candidate="-")
    assert len(watched.tracking.laid) == 2
    assert watched.tracking.waiting == ()


def test_a_second_copy_in_one_pack_is_noticed():
    watched = begun("9S")
    for card in ("TS", "TH", "TD"):
        watched.lay(card)
        watched.say("end")
    watched.lay("9D")
    watched.say("end")
    events = watched.lay("9S")
    assert codes(events, NoticeGiven) == ["CARD_OVERCOUNT"]
    assert CardLaid("9S") in events


def test_a_pile_that_was_away_and_shows_the_same_card_was_shuffled():
    watched = begun()
    watched.lay("9S")
    watched.say("end")
    events = watched.shuffle_away()
    assert TurnPlayed("reshuffle") in events
    assert codes(events, NoticeGiven) == ["RESHUFFLED"]
    assert watched.tracking.playing.position.stock == 24


def test_a_pile_that_was_pushed_is_no_news():
    watched = begun()
    watched.came += 1
    assert watched.look(3) == ()


def test_a_card_that_was_read_in_vain_is_what_the_rules_leave_of_it():
    watched = begun()
    watched.reading = ((Card("9S"), 0.0), (Card("TH"), -0.5))
    watched.lay("9S")
    watched.wait(4.0)
    assert [laid.card.code for laid in watched.tracking.laid] == ["9S"]


def test_a_card_nobody_can_read_is_asked_about_and_told():
    watched = begun()
    watched.reading = ((Card("9S"), 0.0), (Card("TS"), -0.5))
    watched.lay("9S")
    watched.wait(4.0)
    assert asked(watched) == ("9S", "TS")
    watched.reading = None
    watched.say("tell_card", card=Card("TS"))
    assert [laid.card.code for laid in watched.tracking.laid] == ["TS"]


def test_a_card_that_was_covered_too_soon_is_recovered_or_asked_for():
    watched = begun()
    watched.came += 1
    watched.lay("KD", looks=3)
    assert "KS" in asked(watched)
    assert "5S" not in asked(watched)
    watched.say("answer", candidate="KS")
    watched.wait(1.0)
    assert [laid.card.code for laid in watched.tracking.laid] == ["KS"]


def test_a_card_nobody_can_read_is_a_fault_when_no_card_may_lie_there():
    watched = unread_where_eight_are_due()
    assert watched.tracking.fault.message == "Ann must draw 8, or answer with a 2. Take this card back."
    watched.reading = None
    watched.lay("9H")
    watched.wait(3.0)
    assert "Take 9♥ back." in watched.tracking.fault.message


def test_a_misread_card_is_put_right():
    watched = begun()
    watched.lay("9S")
    watched.say("tell_card", card=Card("8S"))
    assert [laid.card.code for laid in watched.tracking.laid] == ["8S"]
    watched.say("end")
    watched.say("tell_card", card=Card("9S"))
    watched.wait(1.0)
    assert [laid.card.code for laid in watched.tracking.laid] == ["9S"]
    watched.say("end")
    watched.say("draw")
    with pytest.raises(ValueError, match="said since the top card"):
        watched.say("tell_card", card=Card("9S"))


def test_a_card_nobody_saw_is_told():
    watched = begun()
    watched.lay("8D")
    watched.wait(3.0)
    assert watched.tracking.fault.code == "BJ_NO_MATCH"
    watched.say("missed_card", card=Card("8S"))
    assert CardLaid("8S") in watched.log
    again = begun()
    again.lay("8S")
    again.say("missed_card", card=Card("9S"))
    assert CardLaid("9S") in again.log
