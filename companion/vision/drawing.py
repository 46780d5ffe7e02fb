"""The pens for pictures people look at: lines, lattices, labels and captions, all in proportion to the picture."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.squares import SIZE, column_of, row_of, square_name
from companion.vision.frame import Image, Matrix, Points
from companion.vision.geometry import BoardGeometry

Colour = tuple[int, int, int]
"""Blue, green, red, 0 to 255."""
INK_BGR: Colour = (30, 30, 30)
PAPER_BGR: Colour = (245, 245, 245)
DOUBT_BGR: Colour = (0, 150, 255)
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_CAP_PX = 21.0
"""Height in pixels of the font's capitals at scale 1."""
_FINE = 16
"""Drawing in sixteenths of a pixel, as cv2's shift of 4 has it."""
_LINE_PX_PER_PICTURE = 900
"""A picture so many pixels wide is drawn on by lines one pixel wide."""


def thickness(picture: Image) -> int:
    """The pen for a picture [height, width, 3] of this size, in pixels."""
    return max(1, int(picture.shape[1]) // _LINE_PX_PER_PICTURE)


def stroke(picture: Image, lines: Sequence[Points], colour: Colour, width_px: int) -> None:
    """Draw lines through points [n, 2]."""
    fine = [np.round(line * _FINE).astype(np.int32) for line in lines]
    cv2.polylines(picture, fine, False, colour, width_px, cv2.LINE_AA, 4)


def tint(picture: Image, outlines: Sequence[Points], colour: Colour, share: float = 0.45) -> None:
    """Colour areas within outlines [n, 2], so that what lies there still shows through."""
    filled = picture.copy()
    for outline in outlines:
        cv2.fillPoly(filled, [np.round(outline * _FINE).astype(np.int32)], colour, cv2.LINE_AA, 4)
    cv2.addWeighted(filled, share, picture, 1 - share, 0, dst=picture)


def lattice(geometry: BoardGeometry) -> list[Points]:
    """The lines [points, 2] between the squares, in the picture's pixels, bent as the lens bends them."""
    along: Matrix = np.linspace(0, SIZE, 4 * SIZE + 1)
    lines = [np.stack([along, np.full_like(along, at)], axis=1) for at in range(SIZE + 1)]
    return [geometry.image_from_board(points) for line in lines for points in (line, line[:, ::-1])]


def square_outline(geometry: BoardGeometry, square: int, inset: float = 0.06) -> Points:
    """The closed outline [5, 2] of a square, a little within it."""
    low, high = inset, 1 - inset
    corners = np.array([[low, low], [high, low], [high, high], [low, high], [low, low]])
    return geometry.image_from_board(corners + np.array([column_of(square), row_of(square)]))


def circle(geometry: BoardGeometry, centre: tuple[float, float], radius: float) -> Points:
    """A closed circle [41, 2] on the board, given in squares."""
    turn = np.linspace(0, 2 * np.pi, 41)
    return geometry.image_from_board(np.array(centre) + radius * np.stack([np.cos(turn), np.sin(turn)], axis=1))


@dataclass(frozen=True, slots=True)
class Lettering:
    """How a label is written: the height of its capitals in pixels, and the colours of its ink and its plate."""

    height_px: float
    ink: Colour = INK_BGR
    plate: Colour = PAPER_BGR


def label(picture: Image, middle: Points, text: str, lettering: Lettering) -> None:
    """Text on a small plate around a pixel.

    Drawn into `picture` [height, width, 3], BGR in 8 bits; `middle` is (x, y).
    """
    height_px = lettering.height_px
    scale, width = height_px / _CAP_PX, max(1, round(height_px / 8))
    (across, up), _ = cv2.getTextSize(text, _FONT, scale, width)
    x, y = round(float(middle[0]) - across / 2), round(float(middle[1]) + up / 2)
    pad = max(2, round(height_px / 4))
    cv2.rectangle(picture, (x - pad, y - up - pad), (x + across + pad, y + pad), lettering.plate, cv2.FILLED)
    cv2.putText(picture, text, (x, y), _FONT, scale, lettering.ink, width, cv2.LINE_AA)


def name_lines(picture: Image, geometry: BoardGeometry, lettering: Lettering) -> None:
    """Write the columns' letters and the rows' numbers beside the board, so that a square's name can be looked up.

    Drawn into `picture` [height, width, 3], BGR in 8 bits.
    """
    middles = np.arange(SIZE) + 0.5
    beside = np.full(SIZE, -0.25)
    for across, down in ((middles, beside), (beside, middles)):
        pixels = geometry.image_from_board(np.stack([across, down], axis=1))
        names = [square_name(square) for square in range(0, SIZE * SIZE, SIZE + 1)]
        for pixel, name in zip(pixels, names, strict=True):
            label(picture, pixel, name[0] if down is beside else name[1:], lettering)


def captioned(picture: Image, lines: Sequence[str]) -> Image:
    """The picture with lines of words below it, broken where they would not fit.

    Given [height, width, 3], BGR in 8 bits; given back higher by the lines of words.
    """
    height_px = max(9.0, picture.shape[1] / 95)
    scale, width = height_px / _CAP_PX, max(1, round(height_px / 9))
    room = picture.shape[1] - round(2 * height_px)
    rows = [row for line in lines for row in _broken(_plain(line), scale, width, room)]
    step = round(1.9 * height_px)
    strip = np.full((step * len(rows) + round(height_px), picture.shape[1], 3), INK_BGR, np.uint8)
    for number, row in enumerate(rows):
        place = (round(height_px), step * (number + 1) - round(0.2 * height_px))
        cv2.putText(strip, row, place, _FONT, scale, PAPER_BGR, width, cv2.LINE_AA)
    return np.vstack([picture, strip]) if rows else picture.copy()


def _plain(text: str) -> str:
    """The text in what the font can write."""
    for sign, letter in zip("♠♥♦♣…", ("S", "H", "D", "C", "..."), strict=True):
        text = text.replace(sign, letter)
    return text.encode("ascii", "replace").decode()


def _broken(text: str, scale: float, width: int, room: int) -> list[str]:
    rows = [""]
    for word in text.split():
        longer = f"{rows[-1]} {word}" if rows[-1] else word
        if cv2.getTextSize(longer, _FONT, scale, width)[0][0] <= room or not rows[-1]:
            rows[-1] = longer
        else:
            rows.append(f"    {word}")
    return rows
