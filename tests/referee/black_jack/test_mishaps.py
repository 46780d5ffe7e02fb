"""Games full of mishaps above the pile come out as they were really played; `tests/benchmarks` plays more of them."""

import pytest
from pile_mishaps import played
from watched_pile import Watched, asked, begun, turns

from companion.games.cards import parse_card
from companion.referee.phones import Asker
from companion.views.black_jack.status import status_of

GAMES = range(12)


@pytest.mark.parametrize("seed", GAMES)
def test_whatever_goes_wrong_above_the_pile_the_game_is_the_one_that_was_played(seed: int):
    assert played(seed, turns=25).wrong == []


def test_a_card_that_waits_and_is_counted_once_more_is_one_card():
    watched = begun("7S")
    watched.lay("7D")
    watched.lay("8D")
    watched.came += 1  # a knock
    watched.look(3)
    watched.say("end")
    assert turns(watched) == ["P1 7D 8D"]
    assert not watched.tracking.waiting


def like_the_one_below(then: str) -> Watched:
    """Two packs, and a second nine of spades on the first; the pile was knocked since, and asked about."""
    watched = begun("7S", "base players=8", players=8)
    watched.lay("9S 9S")
    watched.came += 1  # a knock, or a hand that took the card up
    watched.wait()
    assert watched.tracking.question is not None
    assert asked(watched) == ("P1 9S", "P2 9S", "-")
    watched.say("answer", candidate=then)
    watched.say("end")
    return watched


@pytest.mark.parametrize(("said", "laid"), [("P1 9S", ["P1 9S 9S"]), ("P2 9S", ["P1 9S", "P2 9S"]), ("-", ["P1 9S"])])
def test_a_card_like_the_one_below_is_asked_about_after_a_knock(said: str, laid: list[str]):
    assert turns(like_the_one_below(said)) == laid


@pytest.mark.parametrize(("said", "laid", "drawn"), [("P1 JS", "P1 JS JS", 10), ("-", "P1 JS", 5)])
def test_the_end_of_a_turn_does_not_tell_whether_a_card_like_the_one_below_was_laid(said: str, laid: str, drawn: int):
    watched = begun("7S", "base players=8", players=8)
    watched.lay("JS JS")
    watched.say("end", Asker(seat=1))
    watched.wait(5.0)
    assert (turns(watched), asked(watched)) == ([], ("P1 JS", "-"))
    assert status_of(watched.tracking).hint == "I heard what was said, and wait for the answer."
    watched.say("answer", candidate=said)
    assert (turns(watched), watched.tracking.playing.position.pending) == ([laid], drawn)


def test_a_second_joker_waits_until_the_one_below_stands_for_something():
    watched = begun("7S", "base players=2 jokers=2", players=2)
    watched.lay("JK JK")
    watched.wait()
    assert "JK=9S" in asked(watched)
    watched.say("answer", candidate="JK=9S")
    watched.wait()
    assert asked(watched) == ("P1 JK", "P2 JK", "-")


def test_an_ace_like_the_one_below_may_be_no_card_at_all():
    watched = begun("7S", "base players=8 ace_in_run=on", players=8)
    watched.lay("AS AS")
    watched.wait()
    assert asked(watched) == ("AS/S", "AS/H", "AS/D", "AS/C", "P1 AS", "-")
    watched.say("answer", candidate="-")
    watched.wait()
    watched.say("answer", candidate="AS/D")
    assert turns(watched) == ["P1 AS/D"]


def test_a_face_seen_twice_after_a_knock_does_not_tell_whose_the_card_was():
    watched = begun("3C", "base players=8", players=8)
    watched.say("count_cards", seat=1, cards=2)
    watched.lay("6C 6S")
    watched.look(2, hidden=True)
    watched.cards.append(parse_card("6S"))
    watched.came += 1
    watched.wait()
    assert turns(watched) == []
    assert asked(watched) == ("P1 6S", "P2 6S")


def test_a_card_that_may_lie_there_is_not_called_wrong_while_those_below_are_asked_about():
    watched = begun()
    watched.lay("8S 8H 8D 8C", looks=4)
    assert asked(watched)
    with pytest.raises(ValueError, match="Answer what is asked of the cards before it first"):
        watched.say("claim_card", seat=1)


def test_whoever_ends_a_turn_while_something_is_asked_that_must_come_first_is_told_so():
    watched = begun("7S", "base players=4 jokers=1")
    watched.lay("9S 9H")
    watched.wait()
    watched.lay("JK")
    assert asked(watched) == ("P1 9H", "P2 9H")
    with pytest.raises(ValueError, match="Answer what is asked first"):
        watched.say("end", Asker(seat=1))


def test_a_card_missed_under_two_is_among_the_answers_though_the_pile_was_knocked():
    watched = begun("7H", "base players=12 jot=suited ace_in_run=on", players=12)
    watched.cards += [parse_card("7D"), parse_card("AD")]
    watched.came = 2
    watched.look(2)
    watched.look(2, hidden=True)
    watched.came = 1
    watched.wait()
    assert {"7D", "7C", "KH", "AC"} < {*asked(watched)}


def test_a_card_named_as_missed_is_the_one_asked_about_though_two_lie_on_it():
    watched = begun("7S")
    watched.reading = ()
    watched.lay("8S", looks=25)
    watched.reading = None
    watched.lay("8H 9H", looks=25)
    assert watched.tracking.question.text == "I missed a card under the top one. Which is it?"
    watched.say("missed_card", card=parse_card("8S"))
    assert [laid.card.code for laid in watched.tracking.laid] == ["8S"]
    assert len(watched.tracking.waiting) == 2


def test_whoever_claims_a_card_while_a_word_waits_is_not_told_that_it_may_not_lie_there():
    watched = begun("7S", "base players=8", players=8)
    watched.lay("JS JS")
    watched.say("end", Asker(seat=1))
    with pytest.raises(ValueError, match="still looking at the top card"):
        watched.say("claim_card", seat=1)
