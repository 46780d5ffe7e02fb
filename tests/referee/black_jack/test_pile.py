"""What the pile's referee says of the first card and of whose card it is, and what it sees."""

from dataclasses import replace

import pytest
from watched_pile import TABLE, Watched, asked, begun, codes, turns

from companion.games.cards import Card, parse_card
from companion.referee.black_jack.ledger import replay
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
    TurnUndone,
)
from companion.referee.phones import Asker, NotAllowedError


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


def test_a_card_that_is_none_of_the_game_begins_none_when_it_shows_again_unless_somebody_says_so():
    watched = Watched("base players=4 start_card=redraw", cards="3C")
    watched.look(2)
    watched.say("answer", candidate="-")
    watched.lay("8S")
    watched.take_back()
    watched.wait()
    assert watched.tracking.game is None
    watched.say("tell_card", card=Card("3C"))
    assert watched.tracking.playing.position.top.card == Card("3C")


def test_what_lay_there_is_no_longer_asked_about_once_somebody_deals():
    dealt = Watched(cards="7S")
    dealt.look(2)
    assert asked(dealt)
    dealt.look(1, hidden=True)
    assert asked(dealt) == ()
    turned_up = Watched(cards="7S")
    turned_up.look(2)
    turned_up.reading = ((Card("9H"), 0.0), (Card("9D"), -0.5))
    turned_up.lay("9H")
    assert asked(turned_up) == ()


def test_before_the_first_card_nothing_can_be_said():
    watched = Watched()
    for command in ("end", "draw", "undo", "reshuffle", "turn_round"):
        with pytest.raises(ValueError, match="turn up the first card"):
            watched.say(command)


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
    with pytest.raises(ValueError, match="No question is open any more"):
        begun().say("answer", candidate="P1 TS")


def test_a_dark_room_and_a_covered_pile_are_told_once():
    watched = begun()
    assert codes(watched.look(3, notices=("TOO_DARK",)), NoticeGiven) == ["TOO_DARK"]
    watched.look(3)
    assert watched.tracking.notice is None
    assert codes(watched.look(150, hidden=True), NoticeGiven) == ["PILE_COVERED"]


def test_a_game_taken_up_where_no_pile_is_found_says_so_and_goes_on_with_it_once_it_is():
    watched = begun()
    watched.tracking, cards, watched.cards = replay(watched.log), watched.cards, []
    assert codes(watched.look(150), NoticeGiven) == ["PILE_COVERED"]
    watched.cards = cards
    assert [event for event in watched.look(3) if not isinstance(event, NoticeGiven)] == []
    watched.lay("9S")
    assert [laid.card.code for laid in watched.tracking.laid] == ["9S"]


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


@pytest.mark.parametrize(("card", "answer"), [("AS", "AS/H"), ("JK", "JK=7S")])
def test_what_is_asked_of_the_last_card_is_answered_in_a_game_taken_up_before_its_first_look(card: str, answer: str):
    watched = begun("9S", options="base players=4 jokers=2")
    watched.lay(card)
    watched.wait()
    watched.tracking = replay(watched.log)
    assert answer in asked(watched)
    assert not watched.look(3)
    watched.tracking = replay(watched.log)
    watched.say("answer", candidate=answer)
    assert str((*watched.tracking.laid, watched.tracking.playing.position.top)[0]) == answer


@pytest.mark.parametrize("log", [[], [TurnUndone()]])
def test_a_log_that_begins_with_nothing_is_no_game(log: list[Event]):
    with pytest.raises(ValueError, match="must begin with GameStarted"):
        replay(log)


def test_what_only_other_games_say_changes_nothing():
    tracking = begun().tracking
    assert tracking.after(GameWon(0, "out")) == tracking
    with pytest.raises(ValueError, match="no card of this turn"):
        Watched().tracking.after(CardTakenBack())


def test_a_player_with_the_tables_pin_who_names_no_seat_speaks_for_whoever_is_to_move():
    watched = begun()
    watched.say("draw", Asker(seat=2, table=True))
    assert turns(watched) == ["P1 draw"]


def test_seats_without_names_are_numbered():
    tracking = begun().tracking
    assert (tracking.player(1), tracking.player(9)) == ("Ann", "Player 9")


def test_a_question_is_withdrawn_when_its_reason_goes():
    watched = begun()
    watched.lay("9S TS")
    watched.wait(5.0)
    assert isinstance(watched.tracking.question, QuestionAsked)
    assert QuestionAnswered("-") in watched.take_back()


def test_the_first_card_after_the_pile_was_gathered_is_turned_up_and_lay_not_there():
    from companion.referee.black_jack.commands import new_game

    watched = Watched(cards="7S")
    watched.look(25, hidden=True)
    watched.tracking, _ = new_game(watched.tracking, TABLE, watched.tracking.setup)
    watched.look(5, hidden=True)
    assert watched.lay("9H")[-1] == CardLaid("9H")
    assert watched.tracking.question is None


def test_a_new_game_is_for_the_table_to_begin():
    from companion.referee.black_jack.commands import new_game

    tracking = begun().tracking
    with pytest.raises(NotAllowedError):
        new_game(tracking, Asker(seat=1), tracking.setup)
    assert new_game(tracking, TABLE, tracking.setup)[0].game is None
    with pytest.raises(ValueError, match="seat 1 begins"):
        new_game(tracking, TABLE, replace(tracking.setup, first=2))


def test_after_a_turn_told_over_a_card_that_nobody_could_read_the_table_speaks_for_the_next_player():
    watched = begun()
    watched.reading = ()
    watched.lay("5S")
    watched.say("end")
    watched.reading = None
    for card in ("6S", "KS"):
        watched.lay(card)
        watched.say("end")
    watched.say("tell_card", card=Card("5S"))
    assert turns(watched) == ["P1 5S", "P2 6S", "P3 KS"]


def test_whoever_answers_after_much_was_laid_is_told_that_nothing_is_open_any_more():
    watched = begun("7S", "base players=3 packs=2", players=3)
    watched.lay("9S 9S")
    watched.wait()
    watched.lay("9H 9D 9C 9H 9D 9C 8C 8D 8H 8S", looks=1)
    watched.look()
    assert "P2 9S" in asked(watched)
    with pytest.raises(ValueError, match="No question is open any more"):
        watched.say("answer", candidate="P2 9S")
