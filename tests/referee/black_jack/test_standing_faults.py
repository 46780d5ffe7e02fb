"""A fault stands until its card is off the pile: a mug above it and a power cut change nothing."""

import pytest
from watched_pile import Watched, begun, codes, unread_where_eight_are_due

from companion.games.cards import Card
from companion.referee.black_jack.ledger import replay
from companion.referee.events import CardLaid, Event, FaultFound, FaultResolved


def wrong(*codes: str) -> Watched:
    """The last of these cards may not lie there, and the table was told."""
    watched = begun("7S")
    watched.lay(" ".join(codes))
    watched.wait(3.0)
    assert watched.tracking.fault is not None
    return watched


def cut(watched: Watched) -> list[Event]:
    """The power fails, and the game is gone on with; what happens then is logged there."""
    watched.tracking = replay(watched.log)
    watched.log = list(watched.log)
    return watched.log


@pytest.mark.parametrize("cards", [("9D",), ("5S", "3H")])
def test_a_fault_stands_while_a_mug_hides_its_card(cards: tuple[str, ...]):
    watched = wrong(*cards)
    assert watched.look(20, hidden=True) + watched.wait() == ()
    assert codes(watched.take_back(), FaultResolved) == [watched.log[-1].code]


@pytest.mark.parametrize("cards", [("9D",), ("5S", "3H")])
def test_a_fault_stands_over_power_cuts_and_is_told_once(cards: tuple[str, ...]):
    watched = wrong(*cards)
    fault = watched.tracking.fault
    for _ in range(2):
        cut(watched)
        assert watched.tracking.fault == fault
        assert watched.wait() == ()
    assert codes(watched.take_back(), FaultResolved) == [fault.code]


def test_a_wrong_card_that_went_while_the_power_was_cut_is_told_as_put_right():
    watched = wrong("9D")
    cut(watched)
    watched.cards[-1] = Card("9S")
    assert watched.wait() == (FaultResolved("BJ_NO_MATCH"), CardLaid("9S"))


def test_a_wrong_card_that_nobody_could_read_is_waited_for_after_a_power_cut():
    watched = unread_where_eight_are_due()
    cut(watched)
    assert watched.wait() == ()
    assert watched.tracking.fault.message == "Ann must draw 8, or answer with a 2. Take this card back."


def test_a_card_that_the_game_may_not_begin_on_is_still_wrong_after_a_power_cut():
    watched = Watched("base players=4 start_card=redraw")
    watched.lay("8S")
    watched.wait(3.0)
    cut(watched)
    assert watched.wait() == ()
    assert watched.tracking.fault.code == "START_REDRAW"
    assert watched.lay("9S") == (FaultResolved("START_REDRAW"), CardLaid("9S"))


def test_a_fault_of_an_older_journal_which_does_not_have_its_card_is_over_after_a_power_cut():
    watched = wrong("9D")
    watched.log[-1] = FaultFound("BJ_NO_MATCH", (), "Take the nine back.")
    cut(watched)
    watched.wait()
    assert watched.tracking.fault is None


def test_play_goes_on_upon_an_active_ace_for_which_nobody_named_a_suit():
    watched = Watched("base players=4 start_card=active")
    watched.lay("AH", looks=5)
    assert watched.tracking.question.text == "Which suit does the dealer name?"
    watched.lay("9S", looks=3)
    assert [event for event in watched.log if isinstance(event, CardLaid)] == [
        CardLaid("AH/S", verified=False),
        CardLaid("9S"),
    ]
    assert (watched.tracking.playing.position.suit, watched.tracking.playing.seat) == ("S", 1)
    assert replay(watched.log).laid == watched.tracking.laid
