"""The table around the board from straight above, small: where something has come to lie, and where it moves."""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.squares import SIZE
from companion.vision.card_spotter import CELL_PX
from companion.vision.card_spotter import PX_PER_SQUARE as SPOTTER_PX
from companion.vision.frame import Image, Matrix
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
_ORIGIN_PX = round((_REACH - SIZE / 2) * _PX)
"""Where the board begins."""
_BOARD = slice(*(round((_REACH + way * (SIZE / 2 + MARGIN)) * _PX) for way in (-1, 1)))
"""Its rows and columns, and those of its rim."""

Place = tuple[float, float]
"""The middle of a window (board coordinates) as wide as a card spotter sees."""


@dataclass(frozen=True, slots=True, eq=False)
class TablePlan:
    """How the table is seen from above, given the board in a picture."""

    geometry: BoardGeometry
    places: tuple[Place, ...]
    """Middles of windows over all of the table beside the board that the picture shows, the nearest first."""
    maps: tuple[Matrix, Matrix]

    def contrast(self, bgr: Image) -> Matrix:
        """The local contrast [side, side] of a picture's table; none on the board."""
        few = cv2.resize(bgr, None, fx=1 / _EVERY, fy=1 / _EVERY, interpolation=cv2.INTER_NEAREST)
        contrast = local_contrast(cv2.remap(few, *self.maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
        contrast[_BOARD, _BOARD] = 0
        return contrast

    def busiest(self, weights: Matrix, least: float) -> tuple[Place, ...]:
        """The places around which the mean of weights [side, side] is not less than this, most of it first."""
        columns, rows = (np.array(self.places).reshape(-1, 2).T * _PX + _ORIGIN_PX).astype(int)
        means = cv2.blur(weights, (_WINDOW_PX, _WINDOW_PX))[rows, columns]
        return tuple(self.places[one] for one in np.argsort(-means, kind="stable") if means[one] >= least)


def plan_of(geometry: BoardGeometry, shape: tuple[int, ...]) -> TablePlan:
    """The plan of a table in pictures of this shape."""
    axis = np.arange(HALF_SQUARES - _REACH, _REACH, HALF_SQUARES)  # one window shows all of a card but a corner
    places = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    off = np.abs(places).max(axis=1)
    order = np.argsort(off, kind="stable")
    places, off = places[order], off[order]
    places, off = places[off > SIZE / 2 + 1], off[off > SIZE / 2 + 1]
    nearer = SIZE / 2 + places * (1 - HALF_SQUARES / 2 / off[:, None])  # as far out a card there may still be whole
    share = geometry.image_from_board(nearer) / (shape[1], shape[0])
    shown = ((share > 0) & (share < 1)).all(axis=1)
    middles = tuple((float(x), float(y)) for x, y in places[shown] + SIZE / 2)
    return TablePlan(geometry, middles, from_above(geometry.scaled(1 / _EVERY), _MIDDLE, _REACH, _PX))


def window_in(place: Place) -> tuple[slice, slice]:
    """The rows and columns of a window in a plan."""
    first_x, first_y = (max(round((at - HALF_SQUARES) * _PX) + _ORIGIN_PX, 0) for at in place)
    last_x, last_y = (max(round((at + HALF_SQUARES) * _PX) + _ORIGIN_PX, 0) for at in place)
    return slice(first_y, last_y), slice(first_x, last_x)
