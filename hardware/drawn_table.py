"""The picture of a drawn table: a board of half cards, chips, a discard pile, seen a little slanted through a lens.

Squares measure 44 mm, half a card's height, as on a home-made board; the pile lies to the right.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.cards import pack
from companion.games.one_eyed_jack.layout import BOARD_RANKS
from companion.games.squares import CORNERS, SIZE, SQUARES, column_of, row_of
from companion.vision.frame import Image, Matrix
from companion.vision.geometry import transform
from hardware.drawn_cards import CARD_MM, card_face

Point = tuple[float, float]
SIZE_PX = (960, 720)
_PX = 80
"""Pixels to a square of the canvas, on which everything lies flat."""
_EDGE = 1.0
"""Squares of table left of the board and above it."""
_CANVAS_PX = (1200, 960)
_PILE = (12.0, 5.0)
_PILE_ROOM = 0.2
"""By how much a card on the pile may be pushed or turned, in squares."""
_BESIDE = 0.5
"""How far from the board its rows and columns are named, in squares."""
_CHIP_RADIUS = 0.39
_CLOTH, _WOOD, _SPOT = (58, 84, 62), (60, 92, 130), (236, 238, 240)
_PAINTS = {
    "R": (38, 30, 190),
    "B": (168, 76, 28),
    "G": (70, 130, 40),
    "Y": (40, 180, 230),
    "W": (225, 228, 230),
    "K": (42, 38, 36),
}
_OTHER_PAINT = (150, 60, 140)
# Where the corners of the canvas show in a frame: the camera hangs a little towards the players.
_SEEN_PX = ((38.0, 22.0), (921.0, 14.0), (957.0, 703.0), (4.0, 712.0))


def drawn_layout() -> tuple[str, ...]:
    """The cards on the squares, always the same, jokers in the corners."""
    cards = [card.code for card in pack(BOARD_RANKS)] * 2
    random.Random(11).shuffle(cards)  # noqa: S311 (an arrangement, no secret)
    return tuple("JK" if square in CORNERS else cards.pop() for square in SQUARES)


def bare_canvas(layout: Sequence[str]) -> Image:
    """The empty board on its table, from straight above."""
    width, height = _CANVAS_PX
    canvas = np.full((height, width, 3), _CLOTH, np.uint8)
    low, high, rim = round(_EDGE * _PX), round((_EDGE + SIZE) * _PX), _PX // 4
    cv2.rectangle(canvas, (low - rim, low - rim), (high + rim, high + rim), _WOOD, cv2.FILLED)
    for square, code in enumerate(layout):
        x, y = low + column_of(square) * _PX, low + row_of(square) * _PX
        canvas[y + 1 : y + _PX - 1, x + 1 : x + _PX - 1] = card_face(code, 2 * _PX)[1 : _PX - 1, 1 : _PX - 1]
    return canvas


def laid_canvas(bare: Image, chips: Mapping[int, str], pile: Sequence[str], below: int = 0) -> Image:
    """The table with chips (team letters by square) and the topmost cards of the pile, the top one last.

    `below` is how many lie under these; where a card lies depends on its place in the whole pile.
    """
    canvas = bare.copy()
    for place, code in enumerate(pile, below):
        _draw_card(canvas, code, place)
    for square, letter in chips.items():
        _draw_chip(canvas, square, letter)
    return canvas


def seen(canvas: Image, factor: float = 1.0) -> Image:
    """The canvas as the camera has it, [height, width, 3]; a still is `factor` times as large as a frame."""
    size = (round(SIZE_PX[0] * factor), round(SIZE_PX[1] * factor))
    carry = _scaled(factor) @ _frame_from_canvas()
    return cv2.warpPerspective(canvas, carry, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def frame_from_board(points: Matrix) -> Matrix:
    """Pixels [n, 2] in a frame of points [n, 2] in squares of the board."""
    return transform(_frame_from_canvas(), (points + _EDGE) * _PX - 0.5)


def board_from_frame(pixels: Matrix) -> Matrix:
    """Points [n, 2] in squares of the board of pixels [n, 2] in a frame."""
    return (transform(np.linalg.inv(_frame_from_canvas()), pixels) + 0.5) / _PX - _EDGE


@dataclass(frozen=True, slots=True)
class Outlines:
    """Where things are in a frame; points are (x, y) in pixels, clockwise from the top left."""

    squares: tuple[tuple[Point, ...], ...]
    """The corners of the hundred squares in reading order."""
    pile: tuple[Point, ...]
    names: tuple[tuple[str, Point], ...]
    """The letters of the columns and the numbers of the rows, beside the board."""


def outlines() -> Outlines:
    """Of everything that may be tapped or named."""
    x, y = _PILE
    wide, high = CARD_MM[0] / CARD_MM[1] + _PILE_ROOM, 1 + _PILE_ROOM
    middles = [each + 0.5 for each in range(SIZE)]
    letters = zip("ABCDEFGHIJ", _points([(at, -_BESIDE) for at in middles]), strict=True)
    numbers = zip(map(str, range(1, SIZE + 1)), _points([(-_BESIDE, at) for at in middles]), strict=True)
    squares = tuple(_corners(column_of(each), row_of(each), 1, 1) for each in SQUARES)
    return Outlines(squares, _corners(x - wide, y - high, 2 * wide, 2 * high), (*letters, *numbers))


def _corners(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    return _points([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


def _points(board: Sequence[Point]) -> tuple[Point, ...]:
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in frame_from_board(np.array(board)))


def _frame_from_canvas() -> Matrix:
    width, height = _CANVAS_PX
    corners = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float32)
    matrix: Matrix = cv2.getPerspectiveTransform(corners, np.array(_SEEN_PX, np.float32))
    return matrix


def _scaled(factor: float) -> Matrix:
    """From a frame's pixels to those of a picture `factor` times as large; pixels count from their centres."""
    shift = (factor - 1) / 2
    return np.array([[factor, 0, shift], [0, factor, shift], [0, 0, 1.0]])


def _draw_card(canvas: Image, code: str, place: int) -> None:
    """A whole card on the pile, a little turned and pushed, as people lay them."""
    lies = random.Random(f"{place} {code}")  # noqa: S311 (untidiness, no secret)
    face = card_face(code, 2 * _PX)
    height, width = face.shape[:2]
    x, y = ((at + _EDGE) * _PX + lies.uniform(-4, 4) for at in _PILE)
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), lies.uniform(-6, 6), 1.0)
    side = round(np.hypot(width, height)) + 2
    left, top = round(x - side / 2), round(y - side / 2)  # only there is anything to be drawn
    turn[:, 2] += (x - width / 2 - left, y - height / 2 - top)
    size, around = (side, side), canvas[top : top + side, left : left + side]
    cover = cv2.warpAffine(np.full((height, width), 255, np.uint8), turn, size, flags=cv2.INTER_LINEAR)
    card = cv2.warpAffine(face, turn, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    around[cover > 127] = card[cover > 127]


def _draw_chip(canvas: Image, square: int, letter: str) -> None:
    """A poker chip with white spots at its edge and a pale ring, a little off the square's middle."""
    lies = random.Random(f"{square} {letter}")  # noqa: S311 (untidiness, no secret)
    paint, radius = _PAINTS.get(letter, _OTHER_PAINT), _CHIP_RADIUS * _PX
    x, y = ((at + 0.5 + _EDGE) * _PX + lies.uniform(-5, 5) for at in (column_of(square), row_of(square)))
    cv2.circle(canvas, (round(x + 3), round(y + 3)), round(radius), (50, 50, 50), cv2.FILLED, cv2.LINE_AA)
    cv2.circle(canvas, (round(x), round(y)), round(radius), paint, cv2.FILLED, cv2.LINE_AA)
    start = lies.uniform(0, 60)
    for turn in np.arange(start, start + 360, 60):
        cv2.ellipse(canvas, (round(x), round(y)), (round(0.9 * radius),) * 2, turn, -9, 9, _SPOT, round(0.2 * radius))
    cv2.circle(canvas, (round(x), round(y)), round(0.58 * radius), _SPOT, 2, cv2.LINE_AA)
