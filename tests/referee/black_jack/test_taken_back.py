"""Cards that go back into hands after more has happened than they were laid for."""

import pytest
from watched_pile import asked, begun, turns

from companion.games.cards import Card
from companion.referee.black_jack.ledger import replay
from companion.referee.phones import Asker


def test_the_cards_of_two_turns_may_be_taken_back_at_once():
    watched = begun("7S")
    for card in ("9S", "4S"):
        watched.lay(card)
        watched.say("end")
    watched.take_back(2)
    assert (watched.tracking.playing.turns, watched.tracking.playing.seat) == ((), 1)


def test_a_card_that_was_exchanged_at_once_and_taken_for_the_next_players_is_taken_back_as_well():
    watched = begun("7S")
    watched.lay("9S")
    watched.cards.pop()
    watched.lay("KS")
    assert (watched.tracking.playing.seat, turns(watched)) == (2, ["P1 9S"])
    watched.take_back()
    watched.lay("QS")
    watched.say("end")
    assert list(map(str, watched.tracking.playing.turns)) == ["P1 QS"]


def test_a_card_is_taken_back_though_the_next_player_drew_since():
    watched = begun("7S")
    watched.lay("9S")
    watched.say("end")
    watched.say("draw", seat=2)
    watched.take_back()
    assert (watched.tracking.playing.turns, watched.tracking.playing.seat) == ((), 1)
    assert replay(watched.log).game == watched.tracking.game


@pytest.mark.parametrize(("players", "questions"), [(4, ()), (8, ("P2 7S", "-"))])
def test_a_card_that_shows_after_a_hand_was_counted_is_asked_about_where_two_packs_have_two(
    players: int, questions: tuple[str, ...]
):
    watched = begun("7S", f"base players={players}", players)
    watched.lay("9S")
    watched.say("end")
    watched.say("count_cards", seat=3, cards=2)
    watched.take_back()
    watched.wait()
    assert asked(watched) == questions
    if questions:
        watched.say("answer", candidate="-")
    assert watched.tracking.playing.seat == 1


@pytest.mark.parametrize("accepted", [False, True])
def test_a_wrong_card_that_was_played_upon_is_taken_back_after_the_card_upon_it(accepted: bool):
    watched = begun("7S")
    watched.lay("9S")
    watched.say("end")
    watched.lay("3H", looks=15)
    if accepted:
        watched.say("accept_pile")
    watched.lay("4H", looks=15)
    watched.take_back()
    watched.wait()
    watched.take_back()
    watched.wait()
    assert watched.tracking.fault is None
    assert (list(map(str, watched.tracking.playing.turns)), watched.tracking.playing.seat) == (["P1 9S"], 2)


def test_no_card_comes_back_from_under_a_pile_that_was_shuffled():
    watched = begun("7S")
    watched.lay("9S")
    watched.say("end")
    watched.say("reshuffle")
    watched.lay("7S")
    watched.say("end")
    assert turns(watched) == ["P1 9S", "reshuffle", "P2 7S"]


def test_what_a_joker_stands_for_is_said_again_while_it_lies_on_top():
    watched = begun("7S", "base players=4 jokers=1")
    watched.lay("JK")
    watched.say("name_joker", card=Card("8S"))
    watched.say("name_joker", Asker(seat=1), card=Card("7H"))
    watched.say("end")
    watched.say("undo")
    watched.say("name_joker", card=Card("7D"))
    watched.say("end")
    assert list(map(str, watched.tracking.playing.turns)) == ["P1 JK=7D"]
    with pytest.raises(ValueError, match="No joker waits to be named"):
        watched.say("name_joker", card=Card("7H"))


def test_whoever_was_counted_out_too_soon_claims_the_next_card_of_the_run():
    watched = begun("7S")
    watched.say("count_cards", seat=1, cards=1)
    watched.lay("9S 9H")
    assert (turns(watched), watched.tracking.playing.position.out) == (["P1 9S"], (1,))
    watched.say("claim_card", Asker(seat=1), seat=1)
    watched.say("count_cards", Asker(seat=1), seat=1, cards=2)
    watched.wait()
    watched.say("end", Asker(seat=1))
    position = watched.tracking.playing.position
    assert turns(watched)[-1] == "P1 9S 9H"
    assert (position.out, len(position.hand(1)), position.seat) == ((), 2, 2)


@pytest.mark.parametrize(("under", "top"), [("9H", "9D"), ("JK", "9D"), ("JK", "JK")])
def test_a_card_that_was_covered_at_once_is_the_one_that_a_phone_says_was_missed(under: str, top: str):
    watched = begun("7S", "base players=4 packs=2 jokers=2")
    watched.lay("9S")
    watched.cards += [Card(under), Card(top)]
    watched.came = 2
    watched.wait()
    assert watched.tracking.question.text == "I missed a card under the top one. Which is it?"
    watched.say("missed_card", card=Card(under))
    watched.wait()
    assert watched.tracking.question.candidates in {(f"P1 {under}", f"P2 {under}"), (f"P2 {under}", f"P1 {under}")}
    assert [str(one) for one in watched.tracking.waiting] == [under, top]
