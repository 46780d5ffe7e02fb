"""The motion gate: whether a hand sweeps over the board just now, so that a detailed reading would be wasted on it.

A board is compared in cells, with its light taken out, to the last look at it uncovered and to the frame before. What
differs from both in colour, over more than chips could, is something in motion. Shadows are none: they keep colours.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from companion.games.one_eyed_jack.squares import SIZE
from companion.vision.chips import opponent
from companion.vision.discs import HALF_SIDE
from companion.vision.frame import Matrix
from companion.vision.sampling import MARGIN

_COLOUR = 0.08
"""A cell's colours differ by this much when it shows something else."""
_DARKER = 0.45
"""So much darker is no shadow."""
_ANYTHING = 0.05
"""A cell is untouched only while it differs by less: what is not looked at in detail must look as it did."""
_MOVED = 0.06
_LARGE = 2.5
"""A thing is larger than this many squares, which one turn's chips are not."""
_ALONE = 0.2
"""A hand touches less than this part of some quarter of the board; a knock and a switched lamp touch them all."""
_CELLS_PER_SQUARE = 16


def changed_cells(cells: Matrix, befores: Sequence[Matrix]) -> Matrix:
    """The cells [side, side], 0 or 1, that show something else than in any picture before, less specks.

    Shadow and glare take colour away and add none.
    """
    now = opponent(cells)
    changed = np.logical_and.reduce([_differs(now, opponent(before)) for before in befores])
    return cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))


def _differs(now: Matrix, then: Matrix) -> Matrix:
    (bright, red, blue), (was_bright, was_red, was_blue) = cv2.split(now), cv2.split(then)
    share = np.clip((red * was_red + blue * was_blue) / (was_red**2 + was_blue**2 + 1e-6), 0, 1)
    coloured = np.maximum(np.abs(red - share * was_red), np.abs(blue - share * was_blue)) > _COLOUR
    differs: Matrix = coloured | (bright < _DARKER * was_bright)
    return differs


def moved_cells(cells: Matrix, before: Matrix) -> Matrix:
    """The cells [side, side], 0 or 1, that differ from the frame before."""
    return differing(cells, before, _MOVED)


def differing(cells: Matrix, before: Matrix, by: float) -> Matrix:
    """The cells [side, side], 0 or 1, of which some channel differs by more."""
    blue, green, red = cv2.split(cv2.absdiff(cells, before))
    differ: Matrix = (cv2.max(cv2.max(blue, green), red) > by).astype(np.uint8)
    return differ


def in_motion(cells: Matrix, before: Matrix, befores: Sequence[Matrix], touched: Matrix) -> bool:
    """Whether something large moves over a part of the board, given the frame before and what lies there at rest."""
    large, moved = _LARGE * _CELLS_PER_SQUARE, moved_cells(cells, before)
    if cv2.countNonZero(moved) < large / 2:
        return False
    changed = changed_cells(cells, befores)
    quarters = cv2.resize(_inner(touched).astype(np.float32), (2, 2), interpolation=cv2.INTER_AREA)
    sweeping = int((changed & moved).sum()) >= large / 2 and int(_inner(changed).sum()) >= large
    return sweeping and float(quarters.min()) < _ALONE


def touched_cells(cells: Matrix, before: Matrix) -> Matrix:
    """The cells [side, side], 0 or 1, that do not look quite as they did."""
    return differing(cells, before, _ANYTHING)


def spots_of(mask: Matrix) -> Matrix:
    """A mask of cells as one of spots [HALF_SIDE, HALF_SIDE]."""
    return cv2.resize(mask, (HALF_SIDE, HALF_SIDE), interpolation=cv2.INTER_NEAREST)


def _inner(mask: Matrix) -> Matrix:
    edge = round(MARGIN * len(mask) / (SIZE + 2 * MARGIN))
    return mask[edge:-edge, edge:-edge]
