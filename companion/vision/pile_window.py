"""The pile's surroundings seen from straight above, and where two such views differ.

The pile lies in the board's plane, so the board's geometry carries its place through a knock of the camera.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.squares import SIZE
from companion.vision.card_outline import Outline
from companion.vision.card_spotter import PX_PER_SQUARE as SPOTTER_PX
from companion.vision.card_spotter import VIEW_PX
from companion.vision.frame import Image, Matrix, highest, lowest
from companion.vision.geometry import BoardGeometry, window_at, window_maps
from companion.vision.light import WHITE
from companion.vision.sampling import CELL

PX_PER_SQUARE = 48
HALF_SQUARES = VIEW_PX / SPOTTER_PX / 2
"""From the window's centre to its sides: as far as cards are spotted."""
_SIDE_PX = round(2 * HALF_SQUARES * PX_PER_SQUARE)
DIFFERENT = 0.25
"""A difference in log brightness, against its surroundings, that is neither noise nor the edge of a soft shadow.
At 0.35 14 frames of six evenings are read otherwise, at 0.18 one."""
_INK = -float(np.log(WHITE))
"""How much darker than the paper around it ink is at least, in log brightness. At 0.1 and 0.25 frames are lost."""
_PIP_PX = 21
"""No ink but court cards' is wider than this: 19 mm. From 15 to 31 three frames of six evenings differ."""
_PATCH_PX = _PIP_PX // 2 | 1
"""Patches half a pip wide must be unchanged: two do not overlap so far by chance."""
_LOG = np.log(np.arange(256) + 16.0).astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class PileWindow:
    """A square window around `centre` (board coordinates), and its pixels.

    The pixels' places are fixed-point maps for cv2.remap.
    """

    centre: tuple[float, float]
    geometry: BoardGeometry
    places: Matrix
    weights: Matrix
    beside: Matrix
    """Which of its pixels are beside the board."""

    def view(self, bgr: Image) -> Image:
        """What the window shows [height, width, 3], PX_PER_SQUARE pixels a square; beyond the picture bare table.

        A card that the picture's rim cuts would go on in stripes if its last pixels were repeated.
        """
        return cv2.remap(bgr, self.places, self.weights, cv2.INTER_LINEAR, borderValue=_rim_colour(bgr))

    def on_board(self, outline: Outline) -> Outline:
        """A rectangle of the window in board coordinates."""
        x, y = ((at + 0.5) / PX_PER_SQUARE - HALF_SQUARES for at in (outline.x, outline.y))
        return outline.scaled(1 / PX_PER_SQUARE, (x + self.centre[0], y + self.centre[1]))

    def in_window(self, outline: Outline) -> Outline:
        """A rectangle on the board in pixels of the window."""
        offsets = (outline.x - self.centre[0], outline.y - self.centre[1])
        x, y = ((at + HALF_SQUARES) * PX_PER_SQUARE - 0.5 for at in offsets)
        return outline.scaled(PX_PER_SQUARE, (x, y))

    def under(self, geometry: BoardGeometry) -> "PileWindow":
        """The same window of the table when the board has come to lie elsewhere in the picture."""
        return self if geometry is self.geometry else window_around(self.centre, geometry)


def _rim_colour(bgr: Image) -> list[float]:
    """The median colour of a picture's outermost pixels: mostly table."""
    rim = bgr[:: len(bgr) - 1, ::CELL], bgr[::CELL, :: bgr.shape[1] - 1]
    colour: list[float] = np.median(np.concatenate([side.reshape(-1, 3) for side in rim]), axis=0).tolist()
    return colour


def window_around(centre: tuple[float, float], geometry: BoardGeometry) -> PileWindow:
    """The window around a place on the board."""
    return PileWindow(centre, geometry, *from_above(geometry, centre, HALF_SQUARES, PX_PER_SQUARE), _beside(centre))


def from_above(
    geometry: BoardGeometry, centre: tuple[float, float], half_squares: float, px_per_square: float
) -> tuple[Matrix, Matrix]:
    """The fixed-point maps for cv2.remap that show a square of the table (board coordinates) from straight above."""
    side = round(2 * half_squares * px_per_square)
    corner = window_at(centre[0] - half_squares, centre[1] - half_squares, px_per_square)
    places, weights = cv2.convertMaps(*window_maps(geometry, corner, (side, side)), cv2.CV_16SC2)
    return places, weights


def _beside(centre: tuple[float, float]) -> Matrix:
    """Which pixels of a window are beside the board [side, side]."""
    offsets = (np.arange(_SIDE_PX) + 0.5) / PX_PER_SQUARE - HALF_SQUARES - SIZE / 2
    across, down = (np.abs(offsets + middle) < SIZE / 2 for middle in centre)
    beside: Matrix = ~(down[:, None] & across)
    return beside


def local_contrast(view: Image) -> Matrix:
    """A view's log brightness against its surroundings: ink and edges stay, light and soft shadow go."""
    log = cv2.GaussianBlur(cv2.LUT(cv2.cvtColor(view, cv2.COLOR_BGR2GRAY), _LOG), (0, 0), 1.2)
    return against_surroundings(log)


def against_surroundings(log: Matrix) -> Matrix:
    """Log brightness against its surroundings of 31 pixels: what has edges stays, a lamp's image and shadow go."""
    contrast: Matrix = log - cv2.blur(log, (31, 31))
    return contrast


def within(outline: Outline, grown: float = 1.1) -> Matrix:
    """Which pixels of a window lie within a rectangle grown by this factor."""
    corners = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    larger = outline.scaled(grown, (outline.x, outline.y))
    mask = np.zeros((_SIDE_PX, _SIDE_PX), np.uint8)
    return cv2.fillConvexPoly(mask, np.round(larger.points(corners)).astype(np.int32), 1) > 0


def different(one: Matrix, other: Matrix) -> Matrix:
    """Where two local contrasts differ."""
    differs: Matrix = cv2.absdiff(one, other) > DIFFERENT
    return differs


def squares_of(mask: Matrix) -> float:
    """How many squares of the table a mask of a window covers."""
    return float(np.count_nonzero(mask)) / PX_PER_SQUARE**2


def old_ink(before: Image, now: Image) -> Matrix:
    """Where ink that was there before still shows, unmoved, 0 to 1.

    Black on black is unchanged too; but old ink that shows through has its outline and some paper with it.
    """
    old, new = (cv2.LUT(cv2.GaussianBlur(view, (0, 0), 0.7), _LOG) for view in (before, now))
    change = cv2.subtract(new, old)
    light = np.median(change[::CELL, ::CELL].reshape(-1, 3), axis=0).astype(np.float32)
    same = (highest(np.abs(change - light)) < _INK).astype(np.uint8)
    ink = cv2.morphologyEx(lowest(old), cv2.MORPH_BLACKHAT, np.ones((_PIP_PX, _PIP_PX), np.uint8)) > _INK
    patch = cv2.morphologyEx(same, cv2.MORPH_OPEN, np.ones((_PATCH_PX, _PATCH_PX), np.uint8))
    kept = cv2.dilate((patch * ink).astype(np.float32), np.ones((3, 3), np.uint8))
    return cv2.GaussianBlur(kept, (0, 0), 0.8)
