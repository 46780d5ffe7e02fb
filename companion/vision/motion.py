"""The motion gate: whether a hand sweeps over the board just now, so that a detailed reading would be wasted on it.

A board is compared in cells, with its light taken out, to the last look at it uncovered and to the frame before. What
differs from both, reaches in from beyond what is looked at and has a colour of its own is a hand in motion. Shadows
have none, and chips are smaller.
"""

from collections.abc import Iterator, Sequence
from itertools import product

import cv2
import numpy as np

from companion.vision.chips import SHADE, opponent
from companion.vision.disc_search import SOME
from companion.vision.frame import Image, Matrix
from companion.vision.sampling import CELL, HALF_SIDE, PX, over_squares

FAINT = 0.03
"""With its light taken out, a cell is unchanged while it differs by no more of a card's white: twice its noise.
At 0.024 448 squares of four evenings are lost."""
PLAIN = 2 * FAINT
"""A cell that differs by more has plainly changed: it shows something else, and from frame to frame it moves."""
_LARGER = (PX // CELL) ** 2
"""A hand shows its colour in more cells than a chip does: a square's."""


def unchanged(board: Image, before: Image) -> Iterator[bool]:
    """Whether the rectified board looks as it did before, light included, quarter by quarter."""
    for rows, columns in product((slice(HALF_SIDE), slice(HALF_SIDE, None)), repeat=2):
        difference = cv2.absdiff(board[rows, columns], before[rows, columns])
        cells = cv2.resize(difference, None, fx=1 / CELL, fy=1 / CELL, interpolation=cv2.INTER_AREA)
        yield bool(cells.max() <= 255 * FAINT)


def changed_cells(cells: Matrix, befores: Sequence[Matrix]) -> Matrix:
    """The cells [side, side], true or false, that show something else than in any picture before.

    Shadow and glare take colour away and add none; what comes out of a shadow has more of its own, and no other.
    """
    now = opponent(cells)
    changed: Matrix = np.logical_and.reduce([_differs(now, opponent(before)) for before in befores])
    return changed


def _differs(now: Matrix, then: Matrix) -> Matrix:
    (bright, red, blue), (was_bright, was_red, was_blue) = cv2.split(now), cv2.split(then)
    share = np.clip((red * was_red + blue * was_blue) / (was_red**2 + was_blue**2 + 1e-6), 0, 1 / SHADE)
    coloured = np.maximum(np.abs(red - share * was_red), np.abs(blue - share * was_blue)) > PLAIN
    differs: Matrix = coloured | (bright < SHADE * was_bright)
    return differs


def differing(cells: Matrix, before: Matrix, by: float = PLAIN) -> Matrix:
    """The cells [side, side], 0 or 1, of which some channel differs by more."""
    same = cv2.inRange(cv2.absdiff(cells, before), (0.0,) * 3, (by,) * 3)
    _, differ = cv2.threshold(same, 0, 1, cv2.THRESH_BINARY_INV)
    return differ


def in_motion(cells: Matrix, before: Matrix, befores: Sequence[Matrix], touched: Matrix) -> bool:
    """Whether a hand moves over a part of the board, given the frame before and what lies there at rest.

    It leaves some quarter of the board alone, which a knock and a switched lamp do not, and shows its colour in some of
    its cells: pale skin shows little of it, a shadow's edge next to none.

    `cells`, `before` and each of `befores` are flattened cell means [cells, cells, 3]; `touched` is [cells, cells], 1
    where something looks other than at rest.
    """
    count, parts = cv2.connectedComponents(touched)
    reaching = _reaching_over(parts, count, differing(cells, before))
    if not reaching.any():
        return False
    quarters = cv2.resize(over_squares(touched).astype(np.float32), (2, 2), interpolation=cv2.INTER_AREA)
    if float(quarters.min()) >= SOME:
        return False
    coloured = np.bincount(parts[changed_cells(cells, befores)], minlength=count)
    sizes = np.bincount(parts.ravel(), minlength=count)
    return bool((reaching & (coloured > np.maximum(_LARGER, SOME * sizes))).any())


def _reaching_over(parts: Matrix, count: int, moved: Matrix) -> Matrix:
    """Which of so many parts of a map of cells go from its rim on over the squares, and moved there; 0 is the rest."""
    reaching: Matrix = np.bincount(rim_of(parts), minlength=count) > 0
    reaching &= np.bincount(over_squares(parts)[over_squares(moved) > 0], minlength=count) >= SOME * _LARGER
    reaching[0] = False
    return reaching


def rim_of(board: Matrix) -> Matrix:
    """The outermost cells or spots of a map."""
    outermost: Matrix = np.concatenate([board[0], board[-1], board[:, 0], board[:, -1]])
    return outermost


def spots_of(mask: Matrix) -> Matrix:
    """A mask of cells as one of spots [HALF_SIDE, HALF_SIDE]."""
    return cv2.resize(mask, (HALF_SIDE, HALF_SIDE), interpolation=cv2.INTER_NEAREST)
