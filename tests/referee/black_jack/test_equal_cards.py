"""Two packs, or two jokers: when a card like one below shows, nobody has seen whether one was laid or taken up."""

import pytest
from watched_pile import Watched, asked, begun, turns

from companion.games.cards import Card
from companion.referee.phones import Asker
from companion.registry.games import GAMES

GAME = GAMES["black-jack"]


def claimed(codes: str, options: str = "base players=8", top: str = "7S") -> Watched:
    """A table of eight whose first player has laid these cards, all of one run, and said so."""
    watched = begun(top, options, players=8)
    for code in codes.split():
        watched.lay(code)
        if watched.tracking.waiting:
            watched.say("claim_card", seat=1)
    return watched


def lying(watched: Watched) -> list[str]:
    """The cards of the turn that is being played."""
    return [str(laid.card) for laid in watched.tracking.laid]


def two_jokers() -> Watched:
    """A joker that stands for the six of spades, two cards upon it, and one more joker."""
    watched = claimed("JK", "base players=8 jokers=2")
    watched.say("name_joker", card=Card("6S"))
    watched.lay("7S")
    watched.say("claim_card", seat=1)
    watched.lay("7D")
    watched.say("claim_card", seat=1)
    watched.lay("JK")
    watched.wait()
    return watched


@pytest.mark.parametrize(("said", "lie"), [("- back", ["8S"]), ("-", ["8S", "8S"])])
def test_after_a_change_above_two_equal_cards_it_is_asked_whether_one_was_taken_back(said: str, lie: list[str]):
    watched = claimed("8S 8S")
    watched.came += 1
    watched.wait()
    assert asked(watched) == ("- back", "-")
    words = GAME.json(GAME.statement(watched.tracking))["question"]
    assert (words["text"], words["words"]) == (
        "Was a card taken back, or was the pile only moved?",
        ["One was taken back", "No new card"],
    )
    watched.say("answer", candidate=said)
    assert lying(watched) == lie


def test_a_card_taken_up_from_two_equal_ones_is_one_card():
    watched = claimed("8S 8S 9S")
    watched.take_back()
    watched.wait()
    assert lying(watched) == ["8S", "8S"]


def test_where_a_joker_was_only_moved_no_card_is_taken_back():
    watched = two_jokers()
    watched.say("answer", candidate="P1 JK")
    watched.say("name_joker", card=Card("8D"))
    watched.came += 1
    watched.wait()
    assert {"- back", "-"} < {*asked(watched)}
    watched.say("answer", candidate="-")
    assert lying(watched) == ["JK", "7S", "7D", "JK"]


def test_whoever_ends_a_turn_on_a_joker_that_stands_for_nothing_answers_first():
    watched = two_jokers()
    with pytest.raises(ValueError, match="Answer what is asked first"):
        watched.say("end", Asker(seat=1))
    assert lying(watched) == ["JK", "7S", "7D"]


@pytest.mark.parametrize(("said", "laid"), [("P1 7C", "P1 7C 6C 7C"), ("-", "P1 7C")])
def test_the_end_of_a_turn_does_not_tell_whether_a_card_like_one_of_its_own_was_laid(said: str, laid: str):
    watched = claimed("7C 6C", top="8C")
    watched.lay("7C")
    watched.say("end", Asker(seat=1))
    watched.wait()
    assert turns(watched) == []
    watched.say("answer", candidate=said)
    assert turns(watched) == [laid]


def test_a_suit_that_was_named_is_not_asked_for_while_a_second_ace_is_in_doubt():
    watched = claimed("AD", "base players=8 ace_in_run=on", top="5D")
    watched.lay("AD")
    watched.say("name_suit", Asker(seat=1), suit="C")
    watched.wait()
    assert asked(watched) == ("P1 AD", "-")
    watched.say("answer", candidate="P1 AD")
    assert turns(watched) == ["P1 AD AD/C"]
