"""Discs of what is strange: how well one of each radius covers it around a square, and where it lies then."""

from functools import cache

import cv2
import numpy as np

from companion.games.squares import column_of, row_of
from companion.vision.disc_search import REACH
from companion.vision.frame import Matrix
from companion.vision.sampling import MARGIN, PX, SIDE

RADII = np.arange(0.18, 0.56, 0.01)
"""Radii of chips, in squares: from an 18 mm gem on large cards to a 39 mm chip on small ones; of glass, little more
than a lamp's mirror image may be seen."""


def middle_of(square: int) -> tuple[float, float]:
    """The middle of a square, (x, y) in pixels of the rectified board."""
    return (column_of(square) + 0.5 + MARGIN) * PX - 0.5, (row_of(square) + 0.5 + MARGIN) * PX - 0.5


def distances(centre: tuple[float, float]) -> Matrix:
    """How far every spot of the rectified board is from a point, in pixels."""
    y, x = np.mgrid[0:SIDE, 0:SIDE]
    far: Matrix = np.hypot(x - centre[0], y - centre[1])
    return far


def _window(square: int) -> tuple[slice, slice]:
    reach = round(REACH * PX)
    y, x = ((at + 0.5 + MARGIN) * PX for at in (row_of(square), column_of(square)))
    return slice(int(y) - reach, int(y) + reach + 1), slice(int(x) - reach, int(x) + reach + 1)


def disc_scores(strange: Matrix, square: int) -> Matrix:
    """How well a disc of each radius covers the strange spots and no others, [radius, y, x] around a square."""
    surplus = (strange - 0.14).astype(np.float32)
    rows, columns = _window(square)
    pad = PX // 2 + 2
    patch = surplus[max(rows.start - pad, 0) : rows.stop + pad, max(columns.start - pad, 0) : columns.stop + pad]
    top, left = rows.start - max(rows.start - pad, 0), columns.start - max(columns.start - pad, 0)
    height, width = rows.stop - rows.start, columns.stop - columns.start
    return np.stack([cv2.filter2D(patch, -1, disc)[top : top + height, left : left + width] for disc in _discs()])


@cache
def _discs() -> tuple[Matrix, ...]:
    """A disc of each radius, drawn once for all squares."""
    return tuple(disc_of(radius) for radius in RADII)


def disc_of(radius_squares: float) -> Matrix:
    """A disc in pixels of the rectified board, 1 inside, as small as holds it."""
    reach = int(np.ceil(radius_squares * PX))
    axis = np.arange(-reach, reach + 1)
    distance = np.hypot(*np.meshgrid(axis, axis))
    inside: Matrix = np.clip(radius_squares * PX + 0.5 - distance, 0, 1).astype(np.float32)
    return inside


def centre_of(square: int, score: Matrix) -> tuple[float, float] | None:
    """Where the disc lies, (x, y) in pixels of the rectified board, or None when nothing is there."""
    if score.max() <= 0:
        return None
    rows, columns = _window(square)
    y, x = np.unravel_index(int(score.argmax()), score.shape)
    return columns.start + float(x), rows.start + float(y)
