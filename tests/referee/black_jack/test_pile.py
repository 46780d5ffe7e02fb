"""What the pile's referee says and asks, situation by situation: cards come one by one, hands are never seen."""

import pytest
from watched_pile import TABLE, Watched

from companion.games.cards import Card, parse_card
from companion.games.refusals import IllegalTurnError
from companion.referee.black_jack.ledger import apply, replay
from companion.referee.black_jack.remedies import laid_name, remedy
from companion.referee.commands import Asker, NotAllowedError
from companion.referee.events import (
    CardLaid,
    CardTakenBack,
    Event,
    FaultFound,
    FaultResolved,
    GameWon,
    NoticeGiven,
    QuestionAnswered,
    QuestionAsked,
    TurnPlayed,
    TurnUndone,
)


def begun(top: str = "7S", options: str = "base players=4", players: int = 4) -> Watched:
    """A table whose first card was turned up and read."""
    watched = Watched(options, players)
    watched.lay(top)
    assert watched.tracking.game is not None
    return watched


def turns(watched: Watched) -> list[str]:
    return [event.turn for event in watched.log if isinstance(event, TurnPlayed)]


def asked(watched: Watched) -> tuple[str, ...]:
    return watched.tracking.question.candidates if watched.tracking.question else ()


def codes(events: tuple[Event, ...], kind: type) -> list[str]:
    return [event.code for event in events if isinstance(event, kind)]


# The first card.


def test_the_game_begins_with_the_card_that_is_turned_up():
    watched = Watched()
    assert watched.lay("7S") == (CardLaid("7S"),)


def test_a_joker_is_not_turned_up_and_another_card_puts_it_right():
    watched = Watched("base players=4 jokers=1")
    watched.lay("JK")
    assert codes(watched.wait(3.0), FaultFound) == ["START_REDRAW"]
    assert codes(watched.lay("7S"), FaultResolved) == ["START_REDRAW"]


def test_an_active_ace_asks_the_dealer_for_its_suit():
    watched = Watched("base players=4 start_card=active")
    watched.lay("AS")
    assert asked(watched) == ("AS/S", "AS/H", "AS/D", "AS/C")
    watched.say("answer", candidate="AS/D")
    assert watched.tracking.playing.position.suit == "D"


def test_a_first_card_nobody_can_read_is_asked_about():
    watched = Watched()
    watched.reading = ((Card("7S"), 0.0), (Card("7C"), -0.5))
    watched.lay("7S")
    assert watched.tracking.question is None
    watched.wait(4.0)
    assert asked(watched) == ("7S", "7C")
    watched.say("answer", candidate="7C")
    assert watched.tracking.playing.position.top.card == Card("7C")


def test_a_card_that_lay_there_before_is_the_first_only_if_the_table_says_so():
    for answer, began in (("7S", True), ("-", False)):
        watched = Watched(cards="7S")
        watched.look(2)
        assert asked(watched) == ("7S", "-")
        watched.say("answer", candidate=answer)
        assert (watched.tracking.game is not None) == began


def test_before_the_first_card_nothing_can_be_said():
    watched = Watched()
    for command in ("end", "draw", "undo", "reshuffle"):
        with pytest.raises(ValueError, match="turn up the first card"):
            watched.say(command)


# Whose card is it?


def test_a_card_that_can_only_be_the_next_players_ends_the_turn():
    watched = begun()
    watched.lay("9S 5S")
    assert turns(watched) == ["P1 9S"]
    assert watched.tracking.laid[0].card == Card("5S")


def test_a_card_that_fits_both_waits_for_the_phone_and_is_asked_about_after_a_pause():
    watched = begun()
    watched.lay("8S 9S")
    assert watched.tracking.question is None
    watched.wait(5.0)
    assert asked(watched) == ("P1 9S", "P3 9S")
    watched.say("answer", Asker(seat=3), candidate="P3 9S")
    assert turns(watched) == ["P1 8S"]
    assert watched.tracking.playing.seat == 3


def test_whose_phone_ends_the_turn_tells_whose_card_it_was():
    for seat, told in ((1, ["P1 9S TS"]), (2, ["P1 9S", "P2 TS"])):
        watched = begun()
        watched.lay("9S TS")
        watched.say("end", Asker(seat=seat))
        assert turns(watched) == told


def test_the_cards_that_follow_may_tell_whose_a_card_was():
    watched = begun()
    watched.lay("9S TS")
    assert turns(watched) == []
    watched.lay("5S")  # no step from 10♠: whoever lays it begins a turn
    assert asked(watched) == ("P1 TS", "P2 TS")


def test_the_same_player_may_move_again():
    watched = begun(options="base players=2", players=2)
    watched.lay("8S 9S")
    watched.wait(5.0)
    assert asked(watched) == ("P1 9S", "P1 end 9S")
    watched.say("answer", candidate="P1 end 9S")
    assert turns(watched) == ["P1 8S"]


def test_a_seat_that_does_not_play_may_not_answer_nor_an_onlooker():
    watched = begun()
    watched.lay("9S TS")
    watched.wait(5.0)
    for asker in (Asker(seat=3), Asker()):
        with pytest.raises(NotAllowedError):
            watched.say("answer", asker, candidate="P1 TS")
    with pytest.raises(ValueError, match="choose one of P1 TS, P2 TS"):
        watched.say("answer", candidate="P4 TS")


def test_without_a_question_there_is_no_answer():
    with pytest.raises(ValueError, match="no question is open"):
        begun().say("answer", candidate="P1 TS")


# Faults.


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
        ("base", "5S", "3H", "BJ_BAD_RUN", "5♠ → 3♥ is not one step. Take back the last card; Ann's run ends at 5♠."),
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


def test_a_fault_without_words_is_a_mistake_of_the_program():
    with pytest.raises(ValueError, match="no remedy for fault"):
        remedy(begun().tracking, "BJ_WHATEVER")


# Cards that go back, come again, or are missed.


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
    assert watched.tracking.watch.discard.laid == ()


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
    watched.changes += 1
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
    watched.changes += 1
    watched.lay("KD")
    assert "KS" in asked(watched)
    assert "5S" not in asked(watched)
    watched.say("answer", candidate="KS")
    watched.wait(1.0)
    assert [laid.card.code for laid in watched.tracking.laid] == ["KS"]


def test_a_card_nobody_can_read_is_a_fault_when_no_card_may_lie_there():
    watched = begun()
    for card in ("2S", "2H", "2D", "2C"):
        watched.lay(card)
        watched.say("end")
    watched.reading = ()
    watched.lay("9C")
    watched.wait(4.0)
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
    with pytest.raises(ValueError, match="since the last draw"):
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


# What no camera sees.


def test_an_ace_waits_for_its_suit():
    watched = begun()
    watched.lay("AS")
    watched.wait(1.2)
    assert asked(watched) == ("AS/S", "AS/H", "AS/D", "AS/C")
    with pytest.raises(IllegalTurnError, match="name the suit"):
        watched.say("end")
    watched.say("answer", candidate="AS/H")
    assert turns(watched) == ["P1 AS/H"]
    assert watched.tracking.playing.position.suit == "H"


def test_a_card_on_an_ace_waits_for_the_suit_or_the_run():
    watched = begun()
    watched.lay("AS 2S")
    assert asked(watched) == ("AS/S", "AS/H", "AS/D", "AS/C", "P1 2S")
    with pytest.raises(ValueError, match="whether the run goes on with 2S"):
        watched.say("name_suit", suit="S")
    watched.say("answer", candidate="P1 2S")
    assert [laid.card.code for laid in watched.tracking.laid] == ["AS", "2S"]


def test_an_ace_that_is_followed_by_a_card_of_nobodys_run_names_its_suit_first():
    watched = begun()
    watched.lay("AS 9H")
    assert asked(watched) == ("AS/S", "AS/H", "AS/D", "AS/C")
    watched.say("name_suit", suit="H")
    watched.wait(1.0)
    assert [laid.card.code for laid in watched.tracking.laid] == ["9H"]


def test_the_phone_of_a_seat_names_the_suit_of_the_last_ace():
    watched = begun()
    watched.lay("AS AD")
    watched.say("name_suit", Asker(seat=1), suit="C")
    assert turns(watched) == ["P1 AS AD/C"]


def test_only_an_ace_names_a_suit_and_only_a_joker_stands_for_a_card():
    watched = begun()
    watched.lay("9S")
    with pytest.raises(ValueError, match="Only the Ace"):
        watched.say("name_suit", suit="H")
    with pytest.raises(ValueError, match="No joker"):
        watched.say("name_joker", card=Card("2H"))


def test_a_joker_is_asked_what_it_stands_for():
    watched = begun(options="base players=4 jokers=1")
    watched.lay("JK")
    watched.wait(0.4)
    assert "JK=9S" in asked(watched)
    assert "JK=9H" not in asked(watched)
    with pytest.raises(ValueError, match="may not stand for that"):
        watched.say("name_joker", card=Card("9H"))
    watched.say("answer", candidate="JK=9S")
    assert [str(laid) for laid in watched.tracking.laid] == ["JK=9S"]
    assert laid_name(watched.tracking.laid[0]) == "Joker (9♠)"


def test_a_card_on_a_joker_waits_until_it_stands_for_something():
    watched = begun(options="base players=4 jokers=1")
    watched.lay("JK")
    watched.lay("TS", looks=3)
    assert any(candidate.startswith("JK=") for candidate in asked(watched))


def test_a_hand_that_is_empty_ends_the_turn_and_the_last_player_loses():
    watched = begun(options="base players=2", players=2)
    watched.say("count_cards", seat=1, cards=1)
    watched.lay("9S")
    assert GameWon(0, "out") in watched.wait(3.0)
    assert watched.tracking.over
    assert watched.lay("3H 4D") == ()


def test_a_player_who_was_miscounted_goes_out_by_saying_so():
    watched = begun()
    watched.lay("9S")
    watched.say("go_out")
    assert watched.tracking.playing.position.out == (1,)
    watched.say("go_out", seat=3)
    assert watched.tracking.playing.position.out == (1, 3)
    with pytest.raises(ValueError, match="out already"):
        watched.say("go_out", seat=3)
    with pytest.raises(ValueError, match="Lay your last card"):
        watched.say("go_out", seat=2)
    with pytest.raises(NotAllowedError):
        watched.say("go_out", Asker(seat=2), seat=4)


def test_hands_are_counted_anew():
    watched = begun()
    watched.lay("9S")
    watched.say("count_cards", Asker(seat=1), seat=1, cards=3)
    assert len(watched.tracking.playing.position.hand(1)) == 4
    assert len(watched.tracking.laid) == 1
    with pytest.raises(ValueError, match="not in the deck"):
        watched.say("count_cards", seat=2, cards=60)
    with pytest.raises(ValueError, match="is out; say that"):
        watched.say("count_cards", seat=2, cards=0)
    with pytest.raises(ValueError, match="no seat 7"):
        watched.say("count_cards", seat=7, cards=1)
    watched.say("go_out", seat=3)
    watched.say("count_cards", seat=3, cards=2)
    assert watched.tracking.playing.position.out == ()


def test_whoever_draws_says_so():
    watched = begun()
    with pytest.raises(NotAllowedError):
        watched.say("draw", Asker(seat=2), seat=1)
    with pytest.raises(IllegalTurnError, match="It is Ann's turn"):
        watched.say("draw", Asker(seat=2))
    watched.say("draw", Asker(seat=1))
    assert turns(watched) == ["P1 draw"]
    with pytest.raises(IllegalTurnError, match="Ben must draw 1"):
        watched.say("draw", cards=4)


def test_drawing_ends_the_turn_before():
    watched = begun()
    watched.lay("9S")
    watched.say("draw", Asker(seat=2))
    assert turns(watched) == ["P1 9S", "P2 draw"]


def test_who_drew_before_a_card_was_laid_did_not_lay_it():
    watched = begun()
    watched.lay("9S")
    watched.say("draw", Asker(seat=1))
    assert turns(watched) == ["P1 draw"]
    assert [laid.card.code for laid in watched.tracking.laid] == ["9S"]
    assert watched.tracking.playing.seat == 2


def test_who_drew_leaves_no_cards_to_a_player_who_cannot_hold_them():
    watched = begun()
    watched.say("count_cards", seat=2, cards=1)
    watched.lay("9S 9D")
    watched.say("claim_card", seat=1)
    with pytest.raises(ValueError, match="Ben cannot have laid 9D"):
        watched.say("draw", seat=1)


def test_an_uncovered_queen_is_drawn_for():
    watched = begun()
    watched.lay("QS")
    watched.say("draw", Asker(seat=1))
    assert turns(watched) == ["P1 QS"]
    assert len(watched.tracking.playing.position.hand(1)) == 7


def test_a_card_is_claimed_forward_and_back():
    watched = begun()
    watched.lay("9S TS")
    watched.say("claim_card", seat=2)
    assert turns(watched) == ["P1 9S"]
    watched.say("claim_card", seat=1)
    assert [laid.card.code for laid in watched.tracking.laid] == ["9S", "TS"]
    watched.say("claim_card", seat=3)
    assert turns(watched)[-2:] == ["P1 9S", "P2 draw"]
    with pytest.raises(ValueError, match="no seat 5"):
        watched.say("claim_card", seat=5)
    watched.say("end")
    with pytest.raises(ValueError, match="No card of this turn"):
        watched.say("claim_card", seat=1)


def test_a_card_is_not_given_to_whoever_is_out_nor_when_it_may_not_lie_there():
    watched = begun()
    watched.say("go_out", seat=3)
    watched.lay("9S")
    with pytest.raises(ValueError, match="Cleo cannot have played now"):
        watched.say("claim_card", seat=3)
    watched.lay("3H")
    with pytest.raises(ValueError, match="may not lie there"):
        watched.say("claim_card", seat=1)


def test_a_card_is_not_given_to_whoever_may_not_lay_it():
    watched = begun(options="base players=4 no_action_finish=1")
    watched.say("count_cards", seat=2, cards=1)
    watched.lay("8S")
    with pytest.raises(ValueError, match="By the rules 8S cannot be Ben's"):
        watched.say("claim_card", seat=2)


def test_a_turn_is_taken_back_from_the_phone():
    watched = begun()
    with pytest.raises(ValueError, match="no turn to take back"):
        watched.say("undo")
    watched.lay("9S")
    watched.say("end")
    watched.say("undo")
    assert [laid.card.code for laid in watched.tracking.laid] == ["9S"]
    watched.say("undo")
    assert watched.tracking.laid == ()
    watched.say("draw")
    assert watched.say("undo") == (TurnUndone(),)
    with pytest.raises(NotAllowedError):
        watched.say("undo", Asker(seat=1))


def test_the_table_says_that_the_pile_was_shuffled():
    watched = begun()
    with pytest.raises(IllegalTurnError, match="nothing to shuffle"):
        watched.say("reshuffle")
    watched.lay("9S")
    with pytest.raises(ValueError, match="End the turn first"):
        watched.say("reshuffle")
    watched.say("end")
    watched.say("reshuffle")
    assert turns(watched)[-1] == "reshuffle"


def test_nobody_ends_a_turn_without_a_card_nor_another_players():
    watched = begun()
    with pytest.raises(IllegalTurnError, match="Ann has laid no card"):
        watched.say("end")
    with pytest.raises(NotAllowedError, match="for Ann or the table"):
        watched.say("end", Asker(seat=2))


# Looking.


def test_a_dark_room_and_a_covered_pile_are_told_once():
    watched = begun()
    assert codes(watched.look(3, notices=("TOO_DARK",)), NoticeGiven) == ["TOO_DARK"]
    watched.look(3)
    assert watched.tracking.notice is None
    assert codes(watched.look(150, hidden=True), NoticeGiven) == ["PILE_COVERED"]


def test_a_game_taken_up_from_its_log_goes_on_with_what_lies_there():
    watched = begun()
    watched.tracking = replay(watched.log)
    assert watched.look(3) == ()
    watched.lay("9S")
    watched.tracking = replay(watched.log)
    assert [laid.card.code for laid in watched.tracking.laid] == ["9S"]
    assert watched.look(3) == ()
    watched.tracking = replay(watched.log)
    watched.cards.append(parse_card("5S"))
    watched.look(3)
    assert turns(watched) == ["P1 9S"]


@pytest.mark.parametrize("log", [[], [TurnUndone()]])
def test_a_log_that_begins_with_nothing_is_no_game(log: list[Event]):
    with pytest.raises(ValueError, match="must begin with GameStarted"):
        replay(log)


def test_what_only_other_games_say_changes_nothing():
    tracking = begun().tracking
    assert apply(tracking, GameWon(0, "out")) == tracking
    with pytest.raises(ValueError, match="no card of this turn"):
        apply(tracking, CardTakenBack())


def test_seats_without_names_are_numbered():
    tracking = begun().tracking
    assert (tracking.player(1), tracking.player(9)) == ("Ann", "Player 9")


def test_a_question_is_withdrawn_when_its_reason_goes():
    watched = begun()
    watched.lay("9S TS")
    watched.wait(5.0)
    assert isinstance(watched.tracking.question, QuestionAsked)
    assert QuestionAnswered("-") in watched.take_back()


def test_a_new_game_is_for_the_table_to_begin():
    from companion.referee.black_jack.commands import new_game

    tracking = begun().tracking
    with pytest.raises(NotAllowedError):
        new_game(tracking, Asker(seat=1), tracking.setup)
    assert new_game(tracking, TABLE, tracking.setup)[0].game is None
