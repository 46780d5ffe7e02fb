"""The board seen from straight above, straight from the frame: one halving, one table look-up, nothing else.

The rectified board has `PX` pixels to a square and `MARGIN` squares of surroundings, so that chips lying over
the edge are seen whole. Halving the frame first keeps fine print from turning into moiré.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.one_eyed_jack.squares import SIZE
from companion.vision.frame import Image, Matrix
from companion.vision.geometry import BoardGeometry, sampling_maps

PX = 24
"""Pixels of the rectified board to a square."""
MARGIN = 0.5
"""Squares of surroundings on every side."""
SIDE = round((SIZE + 2 * MARGIN) * PX)
"""Width and height of the rectified board, in pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Sampler:
    """A precomputed way from frames to rectified boards, for one geometry: fixed-point maps for cv2.remap."""

    places: Matrix
    weights: Matrix

    def sample(self, bgr: Image) -> Image:
        """The rectified board [SIDE, SIDE, 3] of a frame in the size of the geometry; black where the frame ends."""
        half = cv2.resize(bgr, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        return cv2.remap(half, self.places, self.weights, cv2.INTER_LINEAR)


def sampler_for(geometry: BoardGeometry) -> Sampler:
    """The sampler of a board that lies as `geometry` says."""
    map_x, map_y = sampling_maps(geometry.scaled(0.5), PX, MARGIN)
    return Sampler(*cv2.convertMaps(map_x, map_y, cv2.CV_16SC2))


def per_square(board: Matrix) -> Matrix:
    """The squares of a rectified board [SIDE, SIDE, ...], as [100, PX, PX, ...]."""
    edge = round(MARGIN * PX)
    inner = board[edge : SIDE - edge, edge : SIDE - edge]
    rest = inner.shape[2:]
    tiles = inner.reshape(SIZE, PX, SIZE, PX, *rest).swapaxes(1, 2)
    return tiles.reshape(SIZE * SIZE, PX, PX, *rest)


def spread(squares: Matrix) -> Matrix:
    """A smooth field [SIDE, SIDE, channels] through one value per square, given as [100, channels]."""
    grid = squares.reshape(SIZE, SIZE, -1).astype(np.float32)
    inner = cv2.resize(grid, (SIZE * PX, SIZE * PX), interpolation=cv2.INTER_LINEAR)
    edge = round(MARGIN * PX)
    field: Matrix = cv2.copyMakeBorder(inner, edge, edge, edge, edge, cv2.BORDER_REPLICATE)
    return field.reshape(SIDE, SIDE, -1)
