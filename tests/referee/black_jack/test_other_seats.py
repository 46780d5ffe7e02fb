"""After a card that nobody read or saw it may be anybody's turn: whoever speaks for a seat then is believed."""

import pytest
from watched_pile import Watched, begun, setup_for, turns

from companion.games.cards import Card
from companion.games.refusals import IllegalTurnError
from companion.referee.black_jack.ledger import replay
from companion.referee.events import CardLaid, GameStarted, PositionOverridden, TurnPlayed
from companion.referee.phones import Asker


def guessed() -> Watched:
    """The first card was merely likeliest, and it is Ben's turn by it."""
    watched = begun("7S")
    laid = (CardLaid("9S", verified=False), TurnPlayed("P1 9S", verified=False))
    watched.log = [GameStarted(setup_for("base players=4", 4)), CardLaid("7S"), *laid]
    watched.tracking = replay(watched.log)
    watched.cards.append(Card("9S"))
    watched.look(2)
    return watched


def test_who_ends_a_turn_while_one_of_its_cards_waits_is_believed_where_a_card_was_guessed():
    watched = guessed()
    watched.lay("TS TD")
    assert watched.tracking.waiting
    watched.say("end", Asker(seat=4))
    assert turns(watched) == ["P1 9S", "P4 TS TD"]
    assert watched.tracking.playing.seat == 1


def test_who_draws_while_a_card_waits_is_believed_where_a_card_was_guessed():
    watched = guessed()
    watched.lay("TS TD")
    watched.say("draw", Asker(seat=4), seat=4)
    assert turns(watched)[-1] == "P4 draw"
    assert watched.tracking.playing.seat == 1


def test_where_nothing_was_guessed_another_seat_is_not_believed():
    watched = begun("7S")
    watched.lay("9S")
    watched.say("end")
    watched.lay("TS TD")
    with pytest.raises(ValueError, match="still looking at the top card"):
        watched.say("end", Asker(seat=4))
    with pytest.raises(IllegalTurnError, match="It is Cleo’s turn"):
        watched.say("draw", Asker(seat=1), seat=1)
    assert not any(isinstance(event, PositionOverridden) for event in watched.log)


def test_whose_turn_somebody_says_it_is_over_an_unread_card_outlives_a_power_cut():
    watched = guessed()
    watched.reading = ()
    watched.lay("TS", looks=5)
    watched.reading = None
    watched.say("end", Asker(seat=4))
    assert watched.tracking.heard == ("?", "P4 moves", "P4 end")
    watched.tracking = replay(watched.log)
    watched.say("tell_card", card=Card("TS"))
    assert turns(watched) == ["P1 9S", "P4 TS"]


def test_a_card_that_nobody_read_or_told_is_told_as_merely_the_likeliest():
    for told in (False, True):
        watched = begun("7S")
        watched.reading = ()
        watched.lay("KS")
        watched.reading = None
        if told:
            watched.say("tell_card", card=Card("KS"))
            watched.say("end", Asker(seat=1))
        watched.say("draw", Asker(seat=4), seat=4)  # only a King gives the turn to the player before
        assert TurnPlayed("P1 KS", verified=told) in watched.log


def test_who_is_out_is_named_to_whoever_speaks_for_that_seat():
    watched = begun("7S", "base players=3", players=3)
    watched.say("count_cards", seat=2, cards=0)
    with pytest.raises(IllegalTurnError, match="Ben is out"):
        watched.say("draw", Asker(seat=2), seat=2)
