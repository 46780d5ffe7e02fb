"""Hypotheses that stay open are followed side by side, whether anybody answers or not."""

import pytest
from pile_mishaps import out_of_sight, unanswered
from watched_pile import Watched, asked, begun, setup_for, turns

from companion.games.cards import Card
from companion.referee.black_jack.happening import end_turn
from companion.referee.black_jack.ledger import replay
from companion.referee.events import (
    CardLaid,
    CardTakenBack,
    FaultFound,
    GameStarted,
    GameWon,
    PositionOverridden,
    QuestionAnswered,
    TurnPlayed,
    TurnsHeard,
)
from companion.referee.phones import Asker, NotAllowedError


def unread(watched: Watched, code: str) -> None:
    """A card is laid that nobody can read."""
    watched.reading = ()
    watched.lay(code)
    watched.reading = None


def test_where_nobody_answers_most_turns_are_told_as_they_were_played():
    followed = [unanswered(seed, turns=30) for seed in range(1, 9)]
    assert sum(right for right, _ in followed) > 0.8 * sum(turns for _, turns in followed)


def test_a_pile_that_is_hidden_now_and_then_costs_few_of_the_turns_that_are_seen():
    followed = [out_of_sight(seed, turns=30) for seed in range(1, 9)]
    assert sum(right for right, _ in followed) > 0.8 * sum(turns for _, turns in followed)


def test_a_question_nobody_answers_is_withdrawn_when_later_cards_settle_it():
    watched = begun()
    unread(watched, "9S")
    watched.lay("9H")
    assert "9S" in asked(watched)
    assert "KS" not in asked(watched)
    watched.wait(60.0)
    assert asked(watched)
    watched.lay("TH 4H")
    watched.say("missed_card", card=Card("3H"))
    assert replay(watched.log).game == watched.tracking.game


def test_a_turn_that_ended_on_a_card_nobody_read_is_told_with_the_card_that_the_next_ones_leave():
    watched = begun("7S")
    unread(watched, "2S")
    assert watched.say("end", Asker(seat=1)) == (TurnsHeard(("?", "P1 end")),)
    with pytest.raises(NotAllowedError):
        watched.say("end", Asker())
    assert watched.say("draw", Asker(seat=2), seat=2) == (TurnsHeard(("?", "P1 end", "P2 draw")),)
    watched.say("tell_card", card=Card("2S"))
    assert turns(watched) == ["P1 2S", "P2 draw"]
    assert watched.tracking.playing.seat == 3


def test_a_turn_that_no_card_allows_is_refused_while_a_card_waits():
    watched = begun("7S")
    unread(watched, "9S")
    with pytest.raises(ValueError, match="still looking at the top card"):
        watched.say("end", Asker(seat=3))
    assert watched.tracking.waiting


def test_a_game_that_ended_on_a_card_nobody_read_is_over_once_it_is_read():
    watched = begun("7S", "base players=2", players=2)
    watched.say("count_cards", seat=1, cards=1)
    unread(watched, "9S")
    assert watched.say("end", Asker(seat=1)) == (TurnsHeard(("?", "P1 end")),)
    assert GameWon(0, "out") in watched.look(3)
    assert watched.tracking.waiting == ()


def test_whoever_moves_answers_what_is_asked_before_anything_was_laid():
    watched = begun(options="base players=4 packs=2")
    watched.lay("7S")
    watched.wait()
    with pytest.raises(NotAllowedError, match="the players whose cards they are"):
        watched.say("answer", Asker(seat=2), candidate="-")
    assert watched.say("answer", Asker(seat=1), candidate="-") == (QuestionAnswered("-"),)


def test_who_draws_next_tells_which_card_nobody_could_read():
    watched = begun("7S")
    unread(watched, "KS")
    watched.say("draw", Asker(seat=4), seat=4)  # only a King gives the turn to the player before
    assert turns(watched) == ["P1 KS", "P4 draw"]


def test_who_draws_while_the_next_players_card_waits_keeps_the_cards_of_the_turn_before():
    watched = begun("7S", "base players=2", players=2)
    watched.lay("9S")
    unread(watched, "4S")
    watched.say("draw", Asker(seat=1), seat=1)
    watched.say("tell_card", card=Card("4S"))
    assert turns(watched) == ["P1 9S", "P2 4S", "P1 draw"]


def test_a_phone_that_told_of_a_turn_which_cannot_have_been_is_not_believed():
    watched = begun("7S")
    unread(watched, "9S")
    watched.say("end", Asker(seat=1))
    watched.say("undo") if watched.tracking.laid else watched.say("count_cards", seat=1, cards=1)
    watched.say("go_out", seat=3)
    watched.lay("9H")
    watched.wait()
    assert replay(watched.log).game == watched.tracking.game


def test_an_ace_whose_suit_nobody_tells_does_not_stop_the_game():
    watched = begun("7S")
    watched.lay("AS 9H")
    for card in ("4H", "4C", "TC", "TD", "6D", "6S", "QS", "QH", "3H"):
        watched.lay(card)
    assert turns(watched)[0] == "P1 AS/H"
    assert watched.tracking.playing.position.top.card != Card("7S")


def test_a_joker_that_nobody_names_does_not_stop_the_game():
    watched = begun("7S", "base players=4 jokers=1")
    watched.lay("JK 9H 4H 4C TC TD 6D 6S QS QD 2D 2C")
    watched.wait()
    assert turns(watched)
    assert turns(watched)[0].startswith("P1 JK=")


def test_play_that_goes_on_upon_a_wrong_card_is_followed():
    watched = begun("7S")
    watched.lay("9D")
    watched.wait(3.0)
    assert watched.tracking.fault.code == "BJ_NO_MATCH"
    watched.lay("TD 4D KD")
    watched.wait()
    assert any(isinstance(event, PositionOverridden) for event in watched.log)
    assert watched.tracking.fault is None


def test_a_penalty_that_is_drawn_without_a_word_is_believed_once_play_goes_on():
    watched = begun("7S")
    watched.lay("2S")
    watched.lay("9S")
    watched.wait(3.0)
    assert watched.tracking.fault.code == "BJ_BAD_RUN"
    watched.lay("4S KS")
    watched.wait()
    assert turns(watched)[:2] == ["P1 2S", "P2 draw"]
    assert watched.tracking.fault is None


def test_a_joker_that_stands_for_nothing_is_nothing_to_go_on_from():
    watched = begun("7S", "base players=4 jokers=1")
    watched.lay("JK")
    watched.say("accept_pile")
    position = watched.tracking.playing.position
    assert (position.top.card, position.seat, len(position.hand(1))) == (Card("7S"), 2, 6)


def test_a_seat_that_is_not_there_is_refused_in_words():
    watched = begun("7S")
    for command, fields in (("claim_card", {}), ("count_cards", {"cards": 2}), ("draw", {}), ("go_out", {})):
        for seat in (0, -1, 13):
            with pytest.raises(ValueError, match="no seat"):
                watched.say(command, seat=seat, **fields)
    with pytest.raises(NotAllowedError, match="for Player 13 or the table"):
        watched.say("claim_card", Asker(seat=1), seat=13)


def test_what_is_wrong_is_said_of_the_card_it_lies_on_while_another_question_is_open():
    watched = begun("7S")
    watched.lay("9S TS 3H")
    watched.wait(3.0)
    faults = [event for event in watched.log if isinstance(event, FaultFound)]
    assert "10♠ → 3♥ is not one step" in faults[-1].message
    watched.take_back()
    assert watched.tracking.fault is None
    assert asked(watched) == ("P1 TS", "P2 TS")
    watched.say("answer", candidate="P2 TS")
    assert QuestionAnswered("P2 TS") in watched.log


@pytest.mark.parametrize("cut", [False, True])
def test_a_turn_told_over_a_card_nobody_read_outlives_a_power_cut(cut: bool):
    watched = begun("7S", "base players=4 jokers=1")
    unread(watched, "AS")
    watched.say("name_suit", Asker(seat=1), suit="H")
    watched.say("draw", Asker(seat=2), seat=2)
    watched.lay("JK")
    watched.say("name_joker", Asker(seat=3), card=Card("9H"))
    watched.say("end", Asker(seat=3))
    if cut:
        watched.tracking = replay(watched.log)
    assert watched.tracking.heard == ("?", "P1 end H", "P2 draw", "JK", "JK=9H", "P3 end")
    watched.look(2)
    watched.say("tell_card", card=Card("AS"))
    assert turns(watched) == ["P1 AS/H", "P2 draw", "P3 JK=9H"]
    assert watched.tracking.heard == ()
    assert replay(watched.log).game == watched.tracking.game


def test_a_card_that_nobody_read_is_told_as_a_guess_once_too_much_lies_on_it():
    watched = begun("7S", "base players=6", players=6)
    unread(watched, "9S")
    watched.lay("4S 4H QH QD 6D 6C KC KH 5H 5D TD TS 8S 8C")
    guessed = [event for event in watched.log if isinstance(event, CardLaid) and not event.verified]
    assert guessed[0].card != "4S"
    turn = next(event for event in watched.log if isinstance(event, TurnPlayed))
    assert guessed[0].card in turn.turn
    assert not turn.verified


def test_a_guess_that_was_put_right_makes_no_turn_a_guess():
    log = [GameStarted(setup_for("base", 4)), *map(CardLaid, ("7S", "9S")), CardLaid("TS", verified=False)]
    right = replay([*log, CardTakenBack(), CardLaid("8S")])
    assert right.doubted
    step = end_turn(right)
    assert step[1] == (TurnPlayed("P1 9S 8S"),)
    assert end_turn(replay(log))[1] == (TurnPlayed("P1 9S TS", verified=False),)


def guessed() -> Watched:
    """Whose turn it is was guessed, since a card was not read; the table says that the first seat plays."""
    watched = begun("7S", "base players=6", players=6)
    unread(watched, "KS")
    watched.lay("4S 4H QH QD 6D 6C KC KH 5H 5D TD TS")
    assert watched.tracking.doubted
    watched.say("accept_pile", seat=1)
    return watched


SAID_AFTER_A_GUESS = [
    ("", "draw", {"seat": 4}, "P4 draw"),
    ("AD", "draw", {"seat": 4}, "P4 draw"),  # nobody named a suit
    ("AD", "name_suit", {"suit": "H"}, "P4 AD/H"),
    ("9T", "end", {}, "P4"),
]


@pytest.mark.parametrize(("laid", "command", "fields", "turn"), SAID_AFTER_A_GUESS)
def test_who_plays_after_a_guess_is_whoever_says_so(laid: str, command: str, fields: dict, turn: str):
    watched = guessed()
    watched.lay(laid.replace("9T", f"9{watched.tracking.playing.position.top.card.suit}"))
    watched.say(command, Asker(seat=4), **fields)
    assert turns(watched)[-1].startswith(turn)
    assert replay(watched.log).game == watched.tracking.game


def test_whoever_is_not_to_play_is_refused_where_nothing_was_guessed():
    watched = begun()
    watched.lay("AS")
    with pytest.raises(NotAllowedError):
        watched.say("name_suit", Asker(seat=3), suit="H")


def test_cards_laid_while_a_cup_stood_on_the_pile_are_asked_about_by_whose_turn_it_is():
    watched = begun("7S")
    watched.lay("9S")
    watched.say("end")
    watched.look(30, hidden=True)
    watched.lay("3H")
    watched.wait()
    assert asked(watched) == ("P1 next", "P2 next", "P3 next", "P4 next")
    assert "Whose turn is it now" in watched.tracking.question.text
    assert sorted(watched.tracking.answering) == [1, 2, 3, 4]
    watched.say("answer", Asker(seat=4), candidate="P4 next")
    assert watched.tracking.fault is None
    watched.lay("6H")
    watched.say("end", Asker(seat=4))
    assert turns(watched)[-1] == "P4 6H"


def test_that_a_cup_stood_on_the_pile_is_not_forgotten_with_the_next_card():
    watched = begun("7S")
    watched.lay("9S")
    watched.say("end")
    watched.look(30, hidden=True)
    watched.lay("3H 6H")
    watched.wait()
    assert set(asked(watched)) == {"P1 next", "P2 next", "P3 next", "P4 next"}
    watched.say("answer", candidate="P4 next")
    watched.wait()
    assert turns(watched) == ["P1 9S"]
    assert [laid.card.code for laid in watched.tracking.laid] == ["6H"]
    assert watched.tracking.playing.seat == 4
