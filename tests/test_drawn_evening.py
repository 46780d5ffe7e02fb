"""A whole short evening that was drawn, not recorded: from its stills and frames to the game that was played."""

import pytest
from drawn_evening import DrawnEvening

from companion.referee.events import FaultFound
from companion.vision.geometry import Lens

SMALL = Lens(720.0, (479.5, 359.5))


@pytest.mark.parametrize("seed", [0])
def test_a_drawn_evening_comes_out_as_it_was_played(seed):
    evening = DrawnEvening(seed, SMALL, turns=2, trouble=0.5)
    followed = evening.followed()
    assert len(evening.turns) == 2
    assert followed.turns == evening.turns
    assert not [event for event in followed.events if isinstance(event, FaultFound)]
