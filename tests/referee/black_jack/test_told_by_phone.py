"""What no camera sees, the players' phones tell: suits, jokers, draws, hands that are empty."""

import pytest
from watched_pile import asked, begun, turns

from companion.games.cards import Card
from companion.games.refusals import IllegalTurnError
from companion.referee.black_jack.ledger import replay
from companion.referee.events import (
    CardTakenBack,
    GameWon,
    MatchScored,
    MatchScoreUndone,
    TurnUndone,
)
from companion.referee.phones import Asker, NotAllowedError
from companion.views.black_jack.status import status_of


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
    watched.say("answer", candidate="P1 2S")
    assert [laid.card.code for laid in watched.tracking.laid] == ["AS", "2S"]


def test_a_card_on_an_ace_is_claimed_only_once_its_suit_is_named():
    watched = begun()
    watched.lay("AS 9H")
    with pytest.raises(ValueError, match="Answer what is asked of the cards before it first"):
        watched.say("claim_card", seat=3)


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


@pytest.mark.parametrize(("before", "card"), [("8S", "TS"), ("2S", "9H")])
def test_a_card_on_a_joker_waits_until_it_stands_for_something(before: str, card: str):
    watched = begun(options="base players=4 jokers=1")
    watched.lay(before)
    watched.say("end")
    watched.lay("JK")
    watched.lay(card, looks=3)
    assert watched.wait(5.0) == ()
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
    with pytest.raises(ValueError, match="does not have that many"):
        watched.say("count_cards", seat=2, cards=60)
    with pytest.raises(ValueError, match="no seat 7"):
        watched.say("count_cards", seat=7, cards=1)
    watched.say("count_cards", seat=3, cards=0)
    assert watched.tracking.playing.position.out == (3,)
    watched.say("count_cards", seat=3, cards=2)
    assert watched.tracking.playing.position.out == ()


def test_whoever_draws_says_so():
    watched = begun()
    with pytest.raises(NotAllowedError):
        watched.say("draw", Asker(seat=2), seat=1)
    with pytest.raises(IllegalTurnError, match="It is Ann’s turn"):
        watched.say("draw", Asker(seat=2))
    watched.say("draw", Asker(seat=1))
    assert turns(watched) == ["P1 draw"]
    with pytest.raises(IllegalTurnError, match="Ben must draw 1"):
        watched.say("draw", cards=4)


def test_of_two_players_whoever_draws_after_an_eight_has_played_it():
    watched = begun("7S", "base players=2", 2)
    watched.lay("8S")
    watched.say("draw")
    assert turns(watched) == ["P1 8S", "P1 draw"]
    assert watched.tracking.playing.seat == 2


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
    with pytest.raises(ValueError, match="9♦ cannot be Ben’s"):
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
    with pytest.raises(ValueError, match="By the rules 8♠ cannot be Ben’s"):
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


def test_the_table_says_how_many_games_were_won_and_says_it_again_where_that_was_wrong():
    watched = begun("7S", players=4)
    assert watched.say("score_match", seat=2, wins=3) == (MatchScored((0, 3, 0, 0)),)
    watched.say("score_match", seat=2, wins=2)
    assert replay(watched.log).standings == watched.tracking.standings == (0, 2, 0, 0)
    with pytest.raises(ValueError, match="the count already"):
        watched.say("score_match", seat=2, wins=2)
    with pytest.raises(ValueError, match="no seat 5"):
        watched.say("score_match", seat=5, wins=2)
    with pytest.raises(NotAllowedError):
        watched.say("score_match", Asker(seat=2), seat=2, wins=9)


def test_a_game_just_won_counts_among_those_won():
    watched = begun("7S", "base players=2", players=2)
    watched.say("count_cards", seat=1, cards=1)
    watched.lay("9S")
    watched.wait()
    assert watched.tracking.standings == (1, 0)
    with pytest.raises(ValueError, match="This game was won as well"):
        watched.say("score_match", seat=1, wins=0)
    watched.say("score_match", seat=1, wins=4)
    assert (watched.tracking.wins, watched.tracking.standings) == ((3, 0), (4, 0))


def test_a_score_that_was_put_right_is_taken_back_before_any_card():
    watched = begun()
    watched.lay("8S")
    watched.say("score_match", seat=2, wins=3)
    assert status_of(watched.tracking).undo == "The number of games won was changed."
    assert watched.say("undo") == (MatchScoreUndone(),)
    assert watched.tracking.wins == (0, 0, 0, 0)
    assert [*map(str, watched.tracking.laid)] == ["8S"]
    assert CardTakenBack() in watched.say("undo")
    assert replay(watched.log).wins == (0, 0, 0, 0)
