"""One phone for the whole table ends turns, and does not say whose: a card nobody saw may give the turn to anybody."""

import pytest
from watched_pile import Watched, asked, begun, turns

from companion.games.cards import Card
from companion.referee.black_jack.ledger import replay


def on_a_card_that_nobody_read(card: str) -> Watched:
    """The second turn was this card, and two more were laid and ended since."""
    watched = begun("7S")
    watched.lay("9S")
    watched.say("end")
    watched.reading = ()
    watched.lay(card, looks=5)
    watched.reading = None
    watched.say("end")
    for following in ("4S", "6S"):
        watched.lay(following)
        watched.say("end")
    return watched


@pytest.mark.parametrize("cut", [False, True])
@pytest.mark.parametrize(
    ("card", "seats"), [("KS", ("P1", "P4")), ("8S", ("P4", "P1")), ("TS", ("P3", "P4"))], ids=["king", "eight", "ten"]
)
def test_whoever_moved_after_a_card_that_nobody_read_is_known_once_that_is_told(
    card: str, seats: tuple[str, str], cut: bool
):
    watched = on_a_card_that_nobody_read(card)
    assert turns(watched) == ["P1 9S"]
    if cut:
        assert watched.tracking.heard == ("?", "P2 end", "4S", "end", "6S", "end")
        watched.tracking = replay(watched.log)
    watched.wait()
    assert card in asked(watched)
    watched.say("tell_card", card=Card(card))
    assert turns(watched) == ["P1 9S", f"P2 {card}", f"{seats[0]} 4S", f"{seats[1]} 6S"]


def test_the_suit_of_an_ace_after_a_card_that_nobody_read_is_named_by_whoever_laid_it():
    watched = begun("7S")
    watched.reading = ()
    watched.lay("KS", looks=5)
    watched.reading = None
    watched.say("end")
    watched.lay("AS")
    watched.say("name_suit", suit="H")
    assert watched.tracking.heard == ("?", "P1 end", "AS", "end H")
    watched.say("tell_card", card=Card("KS"))
    assert turns(watched) == ["P1 KS", "P4 AS/H"]
