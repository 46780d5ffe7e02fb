"""What is said of a penalty and of the first card is what the players may do, and what they have to do."""

import pytest
from watched_pile import Watched, begun

from companion.games.black_jack.faults import Fault
from companion.games.black_jack.matching import answers
from companion.games.black_jack.options import parse_options
from companion.games.cards import STANDARD, Card
from companion.referee.black_jack.wording import REMEDIES, SUITS, answer_words
from companion.views.black_jack.status import status_of

JACKS = {"Jack": "SHDC", "black Jack": "SC", "red Jack": "HD"}
JACKS |= {f"Jack of {name}": suit for suit, name in SUITS.items()}


def played(options: str, plays: str) -> Watched:
    """A table at which these cards were laid, and turns were ended."""
    watched = begun(options=f"base players=4 {options}")
    for word in plays.split():
        watched.say("end") if word == "end" else watched.lay(word)
    watched.wait(3.0)
    return watched


@pytest.mark.parametrize("options", ["", "jot=suited", "jot=any", "sting=1", "sting=1 jot=suited", "sting=1 jot=any"])
@pytest.mark.parametrize("below", [card for card in STANDARD if card.rank in "2J"])
def test_every_jack_that_answers_is_named_and_no_other(options: str, below: Card):
    words = answer_words(parse_options(options), below)
    jacks = {card.suit for card in STANDARD if card.rank == "J" and answers(parse_options(options), below, card)}
    said = [part.removeprefix("a ").removesuffix(" that cancels it") for part in words.split(", or ")]
    named = set("".join(JACKS.get(part, "") for part in said))
    assert named == jacks


def test_only_the_jack_of_the_suit_cancels_a_two_where_jacks_lie_on_their_own_twos():
    watched = played("jot=suited", "7H 2H end")
    assert status_of(watched.tracking).hint == "Draw 2, or play a 2, or a Jack of hearts that cancels it."
    assert status_of(watched.tracking).announcement.endswith("plays a 2, or a Jack of hearts that cancels it.")


def test_who_has_answered_is_told_that_nothing_but_an_answer_may_follow():
    fault = played("", "2S end 2H 3H").tracking.fault
    assert fault.code == "BJ_PENALTY_PENDING"
    assert fault.message == "The penalty is still pending: only a 2 may follow. Take 3♥ back."


@pytest.mark.parametrize(("before", "due"), [("", 1), ("2S end", 2)])
def test_who_may_not_finish_is_told_to_draw_what_is_due(before: str, due: int):
    watched = played("no_action_finish=1", before)
    seat = watched.tracking.playing.seat
    watched.say("count_cards", seat=seat, cards=1)
    watched.lay("2H" if before else "2S")
    watched.wait(3.0)
    assert watched.tracking.fault.message.endswith(f"an action card. Take it back and draw {due}.")
    watched.take_back()
    watched.say("draw", seat=seat, cards=due)


@pytest.mark.parametrize(
    ("first", "words"),
    [
        ("QS", "The Queen is not covered: Dan draws 1. Ann to play."),
        ("KS", "Play changes direction. Cleo to play."),
        ("8S", "Ann misses a turn. Ben to play."),
        ("7S", "Ann to play."),
    ],
)
def test_what_an_active_first_card_did_is_announced(first: str, words: str):
    assert status_of(begun(first, "base players=4 start_card=active").tracking).announcement == words


def test_nobody_must_draw_more_cards_than_there_are():
    watched = begun()
    for seat, cards in ((1, 20), (2, 14), (3, 10)):
        watched.say("count_cards", seat=seat, cards=cards)
    for card in ("2S", "2H", "2D"):
        watched.lay(card)
        watched.say("end")
    assert status_of(watched.tracking).announcement.endswith("Dan draws 3 or plays a 2.")
    assert status_of(watched.tracking).hint == "Draw 3, or play a 2."
    watched.lay("9C")
    watched.wait(3.0)
    assert watched.tracking.fault.message == "Dan must draw 3, or answer with a 2. Take 9♣ back."
    watched.take_back()
    with pytest.raises(ValueError, match=r"Dan must draw 3\."):
        watched.say("draw", seat=4, cards=5)
    watched.say("draw", seat=4, cards=3)
    assert watched.tracking.playing.seat == 1


def test_a_card_that_does_not_cover_a_queen_does_not_end_the_run_for_nothing():
    watched = played("", "QS 9H")
    said = "9♥ does not cover Q♠. Take it back; Ann covers Q♠, or draws one."
    assert (watched.tracking.fault.code, watched.tracking.fault.message) == ("BJ_BAD_RUN", said)
    watched.take_back()
    watched.say("draw")
    assert (watched.tracking.playing.seat, len(watched.tracking.playing.position.hand(1))) == (2, 7)


def test_every_fault_of_a_card_or_turn_has_words():
    of_no_turn = {Fault.CARD_OVERCOUNT, Fault.IMPOSSIBLE_POSITION, Fault.NOTHING_TO_UNDO}
    assert set(Fault) - of_no_turn <= set(REMEDIES)
