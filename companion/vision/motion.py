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
    colour, old = now[..., 1:], then[..., 1:]
    share = np.clip((colour * old).sum(axis=2) / ((old * old).sum(axis=2) + 1e-6), 0, 1)
    coloured = np.abs(colour - share[..., None] * old).max(axis=2) > _COLOUR
    differs: Matrix = coloured | (now[..., 0] < _DARKER * then[..., 0])
    return differs


def moved_cells(cells: Matrix, before: Matrix) -> Matrix:
    """The cells [side, side], 0 or 1, that differ from the frame before."""
    moved: Matrix = (np.abs(cells - before).max(axis=2) > _MOVED).astype(np.uint8)
    return moved


def in_motion(changed: Matrix, moved: Matrix, touched: Matrix) -> bool:
    """Whether something large is moving over a part of the board."""
    quarters = cv2.resize(_inner(touched).astype(np.float32), (2, 2), interpolation=cv2.INTER_AREA)
    large = _LARGE * _CELLS_PER_SQUARE
    sweeping = int((changed & moved).sum()) >= large / 2 and int(_inner(changed).sum()) >= large
    return sweeping and float(quarters.min()) < _ALONE


def touched_cells(cells: Matrix, before: Matrix) -> Matrix:
    """The cells [side, side], 0 or 1, that do not look quite as they did."""
    touched: Matrix = (np.abs(cells - before).max(axis=2) > _ANYTHING).astype(np.uint8)
    return touched


def spots_of(mask: Matrix) -> Matrix:
    """A mask of cells as one of spots [HALF_SIDE, HALF_SIDE]."""
    return cv2.resize(mask, (HALF_SIDE, HALF_SIDE), interpolation=cv2.INTER_NEAREST)


def _inner(mask: Matrix) -> Matrix:
    edge = round(MARGIN * len(mask) / (SIZE + 2 * MARGIN))
    return mask[edge:-edge, edge:-edge]
