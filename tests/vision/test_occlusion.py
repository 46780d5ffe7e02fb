"""What is part of something larger, or lacks its chip's pattern, is no chip."""

import numpy as np
import pytest

from companion.vision.chips import RINGS, ChipModel, learn_chip
from companion.vision.discs import Disc, Discs, uncovered
from companion.vision.occlusion import patterned
from companion.vision.sampling import HALF_PX, HALF_SIDE, SIDE

EVEN = np.tile(np.array([0.1, 0.0, 0.0], np.float32), (SIDE, SIDE, 1))
DISC = Disc(44, 0, (HALF_SIDE / 2, HALF_SIDE / 2), 0.4 * HALF_PX)
DISCS = Discs((DISC,), np.zeros((100, 1)), uncovered([DISC]))


def chip(deviation: float) -> ChipModel:
    """A chip whose colours deviate so far from their mean."""
    colours = np.tile(np.array([[0.1, 0, 0]], np.float32), (60, 1))
    colours[::2, 0] += 2 * deviation
    return learn_chip(0.4, [colours] * RINGS, [colours])


@pytest.mark.parametrize(("deviation", "kept"), [(0.02, 1), (0.095, 1), (0.2, 0), (0.3, 0)])
def test_only_a_patterned_chip_can_lack_its_pattern(deviation, kept):
    assert len(patterned(DISCS, EVEN, [chip(deviation)]).placed) == kept
