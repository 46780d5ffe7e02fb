"""Pictures for people to judge by: what calibration found, drawn over what the camera saw."""

import cv2
import numpy as np

from companion.games.one_eyed_jack.squares import SIZE
from companion.vision.frame import Image, Matrix, Points
from companion.vision.geometry import BoardGeometry

_LINE_BGR = (0, 200, 255)
_FIRST_BGR = (255, 0, 255)


def draw_lattice(bgr: Image, geometry: BoardGeometry) -> Image:
    """A copy of the picture with the lattice drawn over it, the first square ringed."""
    drawn = bgr.copy()
    thick = max(1, bgr.shape[1] // 900)
    for line in range(SIZE + 1):
        for points in _both_ways(float(line)):
            _stroke(drawn, geometry.image_from_board(points), _LINE_BGR, thick)
    turn = np.linspace(0, 2 * np.pi, 41)
    ring = 0.5 + 0.4 * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    _stroke(drawn, geometry.image_from_board(ring), _FIRST_BGR, 2 * thick)
    return drawn


def _both_ways(line: float) -> tuple[Points, Points]:
    """The lattice's line of this number down the board, and the one across it, in steps that can bend."""
    along: Matrix = np.linspace(0, SIZE, 41)
    fixed = np.full_like(along, line)
    return np.stack([fixed, along], axis=1), np.stack([along, fixed], axis=1)


def _stroke(picture: Image, points: Points, colour_bgr: tuple[int, int, int], thick: int) -> None:
    fine = np.round(points * 16).astype(np.int32)[:, None, :]
    cv2.polylines(picture, [fine], False, colour_bgr, thick, cv2.LINE_AA, 4)
