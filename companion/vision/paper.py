"""How far cards deviate from the empty board today, measured where they are plain paper.

In even light they hardly do, and a white chip on white paper can be told; in glare they do, and nothing so faint can.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.squares import SIZE
from companion.vision.chips import SIGMA
from companion.vision.frame import Matrix, highest
from companion.vision.light import WHITE
from companion.vision.sampling import SPOTS, WHOLE, Block, Spots, per_square, spots_at, spread

EVEN = 0.05
"""Colours that differ by less, white being 1, are the same but for grain: so even is plain paper. At half and at twice
two and five more of 1,500 squares on drawn tables are not sure."""
_OF_MEDIAN = 1.48
"""A normal deviation as a multiple of the median one."""
_CAUTION = 2.0
"""Cards deviate this much more than their plain paper. At 1 one more of 1,500 squares on drawn tables is wrong."""
_RANGE = 0.6
"""Cards deviate by so much less or more, as a share, than they do at most in even light. At half one more of 1,500
squares on drawn tables is wrong; at twice 1,044 are not sure."""


@dataclass(frozen=True, slots=True, eq=False)
class Paper:
    """Spots of plain paper in every square, and their opponent colours [SIZE, SIZE, spots, 3].

    A square with few of them has some more than once; one without any has its first spot.
    """

    spots: Spots
    colours: Matrix


def paper_of(plain: Matrix) -> Paper:
    """The paper of an empty board, given its opponent colours [SIDE, SIDE, 3]."""
    near = np.ones((3, 3), np.uint8)
    low, high = cv2.erode(plain, near), cv2.dilate(plain, near)
    even = per_square((highest(cv2.subtract(high, low)) < EVEN) & (low[..., 0] > WHITE)).reshape(SIZE * SIZE, -1)
    spots = spots_at(np.stack([_some(np.flatnonzero(square)) for square in even]))
    return Paper(spots, spots.of(plain))


def _some(spots: Matrix) -> Matrix:
    """So many of these spots, from all over the square."""
    some: Matrix = np.resize(spots[:: max(len(spots) // SPOTS, 1)] if len(spots) else np.zeros(1, int), SPOTS)
    return some


def paper_sigma(seen: Matrix, paper: Paper, block: Block = WHOLE) -> Matrix:
    """How far the paper of a block's squares deviates: standard deviations [rows, columns, 3], given its colours."""
    off = np.abs(paper.spots.of(seen, block) - block.of_squares(paper.colours))
    sigma: Matrix = np.float32(_OF_MEDIAN) * middle(off)
    return sigma


def middle(values: Matrix) -> Matrix:
    """The median of each square's spots, an even number of them [rows, columns, spots, ...].

    `np.median` takes longer than its sorting.
    """
    ordered, half = np.sort(values, axis=2), values.shape[2] // 2
    median: Matrix = (ordered[:, :, half - 1] + ordered[:, :, half]) / 2
    return median


def card_sigma(sigma: Matrix, block: Block = WHOLE) -> Matrix:
    """How far cards deviate around a block's spots, against how far they may at most, given all paper's deviations.

    Squares are judged by most of their neighbours, so that chips and things on fewer have no say.
    `sigma` is [SIZE, SIZE, 3], as `paper_sigma` gives it for the whole board; given back [rows, columns], a share of
    SIGMA.
    """
    around = cv2.medianBlur((_CAUTION * sigma / SIGMA).max(axis=2), 3)
    return spread(np.clip(around, 1 - _RANGE, 1 + _RANGE), block)
