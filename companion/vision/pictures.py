"""Readings drawn over the photograph, for people: lattice, chips, what is hidden."""

import cv2
import numpy as np

from companion.games.one_eyed_jack.squares import SIZE, SQUARES, column_of, row_of
from companion.vision.discs import HALF_PX, Disc
from companion.vision.frame import Image, Points
from companion.vision.geometry import BoardGeometry
from companion.vision.sampling import MARGIN
from companion.vision.table import TableReading

_LATTICE_BGR = (160, 220, 120)
_HIDDEN_BGR = (0, 120, 255)
_TEAMS_BGR = ((0, 255, 255), (255, 0, 255), (255, 255, 0), (0, 255, 0), (255, 128, 0), (128, 128, 255))
_OUTLINE = np.linspace(0, 2 * np.pi, 32, endpoint=False)
_FINE = 16
"""Drawing in sixteenths of a pixel, as cv2's shift of 4 has it."""


def draw_reading(bgr: Image, reading: TableReading) -> Image:
    """A copy of the frame with the lattice, a ring around every chip in its team's colour, and hidden squares crossed.

    Rings are thin where the reader is unsure. Nothing but the frame's own pixels is drawn when the board was not found.
    """
    picture = bgr.copy()
    if not reading.observation.registered:
        return picture
    _draw(picture, _lattice(reading.geometry), _LATTICE_BGR, 1)
    for square in SQUARES:
        if reading.observation.board.squares[square] is None:
            _draw(picture, _cross(square, reading.geometry), _HIDDEN_BGR, 2)
    for disc in reading.discs.placed:
        colour = _TEAMS_BGR[disc.team % len(_TEAMS_BGR)]
        _draw(picture, [_ring(disc, reading.geometry)], colour, 3 if disc.sure else 1)
    return picture


def _lattice(geometry: BoardGeometry) -> list[Points]:
    """The lines between the squares, bent as the lens bends them."""
    along = np.linspace(0, SIZE, 4 * SIZE + 1)
    lines = [np.stack([along, np.full_like(along, at)], axis=1) for at in range(SIZE + 1)]
    return [geometry.image_from_board(points) for line in lines for points in (line, line[:, ::-1])]


def _cross(square: int, geometry: BoardGeometry) -> list[Points]:
    corner = np.array([column_of(square), row_of(square)])
    pixels = geometry.image_from_board(corner + np.array([[0.2, 0.2], [0.8, 0.8], [0.2, 0.8], [0.8, 0.2]]))
    return [pixels[:2], pixels[2:]]


def _ring(disc: Disc, geometry: BoardGeometry) -> Points:
    centre = (np.array(disc.centre) + 0.5) / HALF_PX - MARGIN
    points = centre + disc.radius / HALF_PX * np.stack([np.cos(_OUTLINE), np.sin(_OUTLINE)], axis=1)
    pixels = geometry.image_from_board(points)
    closed: Points = np.vstack([pixels, pixels[:1]])
    return closed


def _draw(picture: Image, lines: list[Points], colour_bgr: tuple[int, int, int], width_px: int) -> None:
    fine = [np.round(line * _FINE).astype(np.int32) for line in lines]
    cv2.polylines(picture, fine, False, colour_bgr, width_px, cv2.LINE_AA, 4)
