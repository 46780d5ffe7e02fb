"""A table drawn by a few lines of code: a hundred cards with their ink, chips, things, a slanted view and a light."""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
import pytest

from companion.vision.frame import Image, Matrix, Points
from companion.vision.geometry import BoardGeometry, Lens

SIZE_PX = (960, 720)
PX = 44
"""Pixels to a square of the canvas the table is drawn on."""
AROUND = 3
"""Squares of table on every side of the board."""
SIDE = (10 + 2 * AROUND) * PX
INKS = ((45, 40, 45), (50, 40, 200), (60, 150, 190), (150, 80, 60))
CHIPS = ((40, 35, 190), (170, 70, 30))
SPOT = (235, 235, 235)

Chip = tuple[int, float, float]
"""A team, and how far off the square's centre its chip lies, in squares."""
Thing = tuple[Sequence[tuple[float, float]], tuple[int, int, int]]
"""An outline in board coordinates and a colour."""
Light = tuple[float, float, float, float]
"""Factors on blue, green and red, and by how much the right edge is dimmer than the left."""


class DrawnTable:
    """Draws frames of one table with two teams: plain red chips, and blue ones with white spots at their edge."""

    radius_squares = (0.36, 0.44)

    def __init__(self) -> None:
        self._bare = _bare_table(np.random.default_rng(7))
        self.geometry = BoardGeometry(Lens(900.0, (479.5, 359.5)), _view())
        self.empty = self.frame({})

    def frame(
        self,
        chips: Mapping[int, Chip],
        things: Sequence[Thing] = (),
        light: Light = (1.0, 1.0, 1.0, 0.0),
        knock: Matrix | None = None,
    ) -> Image:
        """The table with this on it; `knock` moves the board, as a 3x3 matrix in board coordinates."""
        canvas = self._bare.copy()
        for square, (team, x, y) in chips.items():
            _draw_chip(canvas, _on_canvas(np.array([square % 10 + 0.5 + x, square // 10 + 0.5 + y])), team)
        for outline, colour in things:
            cv2.fillPoly(canvas, [np.int32(_on_canvas(np.array(outline)) * 16)], colour, cv2.LINE_AA, 4)
        flat = cv2.warpPerspective(canvas, self._pixels_from_canvas(knock), SIZE_PX, flags=cv2.INTER_AREA)
        noise = np.random.default_rng(len(chips)).normal(0, 2, flat.shape)
        across = np.linspace(1, 1 - light[3], SIZE_PX[0])[None, :, None]
        return np.clip(flat * across * np.array(light[:3]) + noise, 0, 255).astype(np.uint8)

    def _pixels_from_canvas(self, knock: Matrix | None) -> Matrix:
        corners = np.array([[0, 0], [10, 0], [10, 10], [0, 10.0]])
        board = corners if knock is None else cv2.perspectiveTransform(corners[None], knock)[0]
        pixels = self.geometry.image_from_board(board)
        return cv2.getPerspectiveTransform(np.float32(_on_canvas(corners)), np.float32(pixels))


def _view() -> Matrix:
    """The board a little slanted, over most of the picture."""
    board = np.array([[1, 0, -5], [0, 1, -5], [0, 0, 1.0]])
    slanted = np.array([[0.072, 0.004, 0.01], [-0.003, 0.068, 0.0], [0, 0.008, 1.0]])
    return slanted @ board


def _on_canvas(board: Points) -> Points:
    return (board + AROUND) * PX - 0.5


def _bare_table(random: np.random.Generator) -> Image:
    canvas = np.full((SIDE, SIDE, 3), (70, 90, 110), np.uint8)
    edge, low, high = int(0.3 * PX), AROUND * PX, (AROUND + 10) * PX
    cv2.rectangle(canvas, (low - edge, low - edge), (high + edge, high + edge), (40, 60, 40), cv2.FILLED)
    for square in range(100):
        y, x = (AROUND + at for at in divmod(square, 10))
        card = canvas[y * PX + 1 : (y + 1) * PX - 1, x * PX + 1 : (x + 1) * PX - 1]
        card[:] = (226, 230, 232)
        for _ in range(random.integers(3, 7)):
            centre = tuple(int(v) for v in random.integers(6, PX - 8, 2))
            axes = tuple(int(v) for v in random.integers(3, 8, 2))
            cv2.ellipse(card, centre, axes, int(random.integers(180)), 0, 360, INKS[random.integers(4)], cv2.FILLED)
    return cv2.GaussianBlur(canvas, (3, 3), 0)


def _draw_chip(canvas: Image, centre: Points, team: int) -> None:
    radius = DrawnTable.radius_squares[team] * PX
    cv2.circle(canvas, _sixteenths(centre), round(radius * 16), CHIPS[team], cv2.FILLED, cv2.LINE_AA, 4)
    for turn in np.radians(np.arange(0, 360, 60)) if team == 1 else ():
        spot = centre + 0.86 * radius * np.array([np.cos(turn), np.sin(turn)])
        cv2.circle(canvas, _sixteenths(spot), 60, SPOT, cv2.FILLED, cv2.LINE_AA, 4)


def _sixteenths(point: Points) -> tuple[int, int]:
    return round(float(point[0]) * 16), round(float(point[1]) * 16)


@pytest.fixture(scope="session")
def table() -> DrawnTable:
    """One table for all tests: drawing its cards takes a moment."""
    return DrawnTable()
