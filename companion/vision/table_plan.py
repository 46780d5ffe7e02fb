"""The table from straight above, small: where something has come to lie beside the board, and where it moves.

Where the picture shows no board it is the table in the middle of the picture.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.squares import SIZE
from companion.vision.card_spotter import CELL_PX
from companion.vision.card_spotter import PX_PER_SQUARE as SPOTTER_PX
from companion.vision.frame import Image, Matrix, Points
from companion.vision.geometry import BoardGeometry
from companion.vision.pile_window import HALF_SQUARES, from_above, local_contrast
from companion.vision.sampling import MARGIN

_MIDDLE = (SIZE / 2, SIZE / 2)
_REACH = SIZE
"""So many squares of the table are seen to every side of the board's middle: no arm's length, which is of no use to a
camera that frames the board."""
_PX = SPOTTER_PX // CELL_PX
"""Pixels to a square."""
_EVERY = 4
"""One in so many pixels of a picture along and across is looked at: a plan has as few."""
_WINDOW_PX = round(2 * HALF_SQUARES * _PX)
_BOARD = slice(*(round((_REACH + way * (SIZE / 2 + MARGIN)) * _PX) for way in (-1, 1)))
"""Its rows and columns, and those of its rim."""

Place = tuple[float, float]
"""The middle of a window (board coordinates) as wide as a card spotter sees."""


@dataclass(frozen=True, slots=True, eq=False)
class TablePlan:
    """How the table is seen from above, given the board in a picture."""

    geometry: BoardGeometry
    middle: Place
    """Its own: the board's, or the picture's."""
    places: tuple[Place, ...]
    """Middles of windows over all of the table beside the board that the picture shows, the nearest first."""
    maps: tuple[Matrix, Matrix]

    def contrast(self, bgr: Image) -> Matrix:
        """The local contrast [side, side] of a picture's table; none on the board."""
        contrast = local_contrast(cv2.remap(few(bgr), *self.maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
        if self.middle == _MIDDLE:
            contrast[_BOARD, _BOARD] = 0
        return contrast

    def busiest(self, weights: Matrix, least: float) -> tuple[Place, ...]:
        """The places around which the mean of weights [side, side] is not less than this, most of it first."""
        off = np.array(self.places).reshape(-1, 2) - self.middle
        columns, rows = ((off + _REACH) * _PX).T.astype(int)
        means = cv2.blur(weights, (_WINDOW_PX, _WINDOW_PX))[rows, columns]
        return tuple(self.places[one] for one in np.argsort(-means, kind="stable") if means[one] >= least)

    def window(self, place: Place) -> tuple[slice, slice]:
        """The rows and columns of a window."""
        middle = (np.array(place) - self.middle + _REACH) * _PX
        first, last = (np.maximum(np.round(middle + side), 0).astype(int) for side in (-_WINDOW_PX / 2, _WINDOW_PX / 2))
        return slice(first[1], last[1]), slice(first[0], last[0])


def few(bgr: Image) -> Image:
    """A picture of few pixels, as many as a plan has use for."""
    return cv2.resize(bgr, None, fx=1 / _EVERY, fy=1 / _EVERY, interpolation=cv2.INTER_NEAREST)


def plan_of(geometry: BoardGeometry, shape: tuple[int, ...]) -> TablePlan:
    """The plan of a table in pictures of this shape."""
    axis = np.arange(HALF_SQUARES - _REACH, _REACH, HALF_SQUARES)  # one window shows all of a card but a corner
    offsets = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    off = np.abs(offsets).max(axis=1)
    order = np.argsort(off, kind="stable")
    offsets, off, middle = offsets[order], off[order], _MIDDLE
    size = np.array([shape[1], shape[0]])
    if _shown(geometry, np.array([_MIDDLE]), size)[0]:
        offsets, off = offsets[off > SIZE / 2 + 1], off[off > SIZE / 2 + 1]
    else:
        x, y = geometry.board_from_image(size[None] / 2)[0]
        middle = (float(x), float(y))
    inwards = HALF_SQUARES / 2 / np.maximum(off, HALF_SQUARES / 2)[:, None]  # as far in a card there may still be whole
    places = offsets[_shown(geometry, middle + offsets * (1 - inwards), size)] + middle
    middles = tuple((float(x), float(y)) for x, y in places)
    return TablePlan(geometry, middle, middles, from_above(geometry.scaled(1 / _EVERY), middle, _REACH, _PX))


def _shown(geometry: BoardGeometry, points: Points, size: Points) -> Points:
    """Which of some points (board coordinates) a picture of this size shows."""
    share = geometry.image_from_board(points) / size
    return np.asarray(((share > 0) & (share < 1)).all(axis=1))
