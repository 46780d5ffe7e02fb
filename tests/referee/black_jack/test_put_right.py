"""What a table puts right on its phones stays right, and what it says is taken as it is meant."""

from random import Random

import pytest
from dealt import Table
from hypothesis import given, settings
from hypothesis import strategies as st
from watched_pile import Watched, begun, turns

from companion.games.black_jack.options import parse_options
from companion.referee.black_jack.ledger import replay
from companion.referee.events import CardLaid, CardTakenBack, GameWon, TurnPlayed, TurnUndone


def laid(watched: Watched) -> list[str]:
    return [str(one) for one in watched.tracking.laid]


def cards_of(watched: Watched, seat: int) -> int:
    return len(watched.tracking.playing.position.hand(seat))


@pytest.mark.parametrize("players", [2, 3])
def test_a_turn_that_emptied_a_hand_and_was_taken_back_stays_open(players: int):
    watched = begun("7S", f"base players={players}", players)
    watched.say("count_cards", seat=1, cards=1)
    watched.lay("9S")
    watched.wait(3.0)
    assert watched.tracking.playing.position.out == (1,)
    assert watched.say("undo") == (TurnUndone(),)
    watched.tracking = replay(watched.log)
    assert watched.wait() == ()
    assert not watched.tracking.over
    watched.say("undo")
    watched.take_back()
    watched.lay("TS")
    watched.wait(3.0)
    assert turns(watched)[-1] == "P1 TS"
    assert watched.tracking.over == (players == 2)


def test_a_card_taken_off_the_pile_after_the_end_is_seen_to_be_gone_once_that_is_taken_back():
    watched = begun("7S", "base players=2", 2)
    watched.say("count_cards", seat=1, cards=1)
    watched.lay("9S")
    watched.wait(3.0)
    watched.take_back()
    watched.say("undo")
    assert watched.wait() == (CardTakenBack(),)
    assert watched.tracking.playing.seat == 1


def test_a_game_that_ended_by_a_wrong_count_goes_on_with_the_right_one():
    watched = begun("7S", "base players=2", 2)
    watched.say("count_cards", seat=1, cards=1)
    watched.lay("9S")
    assert GameWon(0, "out") in watched.wait(3.0)
    watched.say("count_cards", seat=1, cards=2)
    watched.lay("TS")
    watched.say("end")
    assert turns(watched) == ["P1 9S", "P2 TS"]


def test_who_is_out_by_mistake_holds_after_one_undo_what_was_counted():
    watched = begun()
    watched.lay("9S")
    before = watched.tracking.playing.position
    watched.say("go_out", seat=1)
    assert turns(watched) == ["P1 9S out"]
    assert watched.tracking.playing.position.stock == before.stock + 6
    watched.say("undo")
    assert watched.wait() == ()
    assert (laid(watched), watched.tracking.playing.position) == (["9S"], before)


@given(st.integers(0, 9999), st.integers(2, 4), st.integers(1, 8))
@settings(max_examples=10, deadline=None)
@pytest.mark.no_cover
def test_what_is_undone_again_and_again_is_played_by_nobody(seed: int, players: int, undone: int):
    table = Table(parse_options(f"base players={players}"), Random(seed), open_hands=False)
    watched = Watched(table.game.options.text, players)
    watched.lay(str(table.game.first_position.top.card))
    for seat in range(1, players + 1):
        del table.hands[seat][2:]
        watched.say("count_cards", seat=seat, cards=2)
    table.game = watched.tracking.playing.copy()
    while len(watched.tracking.playing.turns) < 20 and not watched.tracking.over:
        watched.act(table.act())
    for _ in range(undone):
        watched.say("undo")
        assert not [event for event in watched.wait(3.0) if isinstance(event, CardLaid | TurnPlayed)]
