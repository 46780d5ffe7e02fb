"""Games full of mishaps above the pile come out as they were really played; `tests/benchmarks` plays more of them."""

import pytest
from pile_mishaps import played
from watched_pile import begun, turns

GAMES = range(12)


@pytest.mark.parametrize("seed", GAMES)
def test_whatever_goes_wrong_above_the_pile_the_game_is_the_one_that_was_played(seed: int):
    assert played(seed, turns=25).wrong == []


def test_a_card_that_waits_and_is_counted_once_more_is_one_card():
    watched = begun("7S")
    watched.lay("7D")
    watched.lay("8D")
    watched.changes += 1  # a knock
    watched.look(3)
    watched.say("end")
    assert turns(watched) == ["P1 7D 8D"]
    assert not watched.tracking.watch.discard.laid
