"""Playing cards drawn with a few strokes: plain, but faces that people and the card reader both know.

A card is 63 by 88 mm. Ranks are stroked in OpenCV's own letters; suits are outlines of circles and triangles.
`python -m hardware.drawn_cards FOLDER` leaves a deck of them as FOLDER/CODE.png.
"""

import sys
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from companion.games.cards import STANDARD
from companion.vision.frame import Image

CARD_MM = (63.0, 88.0)
_SUPER = 4  # drawn this much larger, then shrunk: smooth edges everywhere
_PAPER = (244, 248, 250)
_INK = {"S": (40, 34, 34), "C": (40, 34, 34), "H": (42, 34, 190), "D": (42, 34, 190), "K": (150, 60, 90)}
_RED, _GOLD, _BLUE, _GREEN, _SKIN = (40, 34, 190), (70, 200, 245), (150, 70, 40), (60, 120, 60), (170, 200, 235)
_ROBES = {"K": (_RED, _GOLD), "Q": (_BLUE, _GOLD), "J": (_GREEN, _RED)}
"""The robe of each court, and what adorns it; its hat or crown is of the second colour too."""
# Outlines in millimetres of the upper half of a court.
_ROBE = ((17, 44), (24, 30), (39, 30), (46, 44))
_BAND = ((28, 44), (30, 30), (33, 30), (35, 44))
_HATS = {
    "K": ((25, 19), (25, 11), (28.5, 15), (31.5, 10), (34.5, 15), (38, 11), (38, 19)),
    "Q": ((25.5, 19), (27, 15.5), (31.5, 14), (36, 15.5), (37.5, 19)),
    "J": ((24, 19), (40, 19), (42, 14)),
}
_LETTERS = {"T": "10", "JK": "JOKER"}
# Where the pips of 1 to 10 lie: x from the left, y from the top, as parts of the card; the lower half mirrors.
_LEFT, _MIDDLE, _RIGHT = 0.31, 0.5, 0.69
_ROWS = {2: (0.2, 0.8), 3: (0.2, 0.5, 0.8), 4: (0.2, 0.4, 0.6, 0.8)}


@lru_cache(maxsize=64)  # a deck in one size: each of its cards lies on the board twice, and comes again and again
def card_face(code: str, height_px: int) -> Image:
    """The whole card's face, upright, [height, width, 3], not to be drawn on; `code` as in `7D` or `JK`."""
    height = height_px * _SUPER
    width = round(height * CARD_MM[0] / CARD_MM[1])
    face = np.full((height, width, 3), _PAPER, np.uint8)
    _draw_half(face, code)
    turned = cv2.rotate(face, cv2.ROTATE_180)
    face = np.minimum(face, turned)
    if code != "JK":
        _draw_middle(face, code)
    small: Image = cv2.resize(face, None, fx=1 / _SUPER, fy=1 / _SUPER, interpolation=cv2.INTER_AREA)
    small.setflags(write=False)
    return small


def _draw_half(face: Image, code: str) -> None:
    """The index at the top left."""
    mm = face.shape[0] / CARD_MM[1]
    if code == "JK":
        for place, letter in enumerate("JOKER"):
            _letter(face, letter, (5.2 * mm, (6.5 + 6 * place) * mm, 4.6 * mm), _INK["K"])
        return
    rank, suit = _LETTERS.get(code[0], code[0]), code[1]
    _letter(face, rank, (6.8 * mm, 9 * mm, 12.5 * mm), _INK[suit])
    _suit(face, suit, (6.8 * mm, 20.5 * mm, 9 * mm))


def _draw_middle(face: Image, code: str) -> None:
    mm = face.shape[0] / CARD_MM[1]
    rank, suit = code[0], code[1]
    if rank in "JQK":
        _court(face, rank, suit)
        return
    number = 1 if rank == "A" else 10 if rank == "T" else int(rank)
    for x, y in _pips(number):
        size = 22 * mm if number == 1 else 11 * mm
        _suit(face, suit, (x * face.shape[1], y * face.shape[0], size), upside_down=y > 0.5)


def _court(face: Image, rank: str, suit: str) -> None:
    """A half figure in a frame, the same from both ends, in the dress of its rank."""
    mm = face.shape[0] / CARD_MM[1]
    left, top, right, bottom = (round(at * mm) for at in (14, 8, 49, 80))
    half, (robe, adorned) = np.full_like(face, _PAPER), _ROBES[rank]
    head, radius = (round(31.5 * mm), round(24 * mm)), round(6 * mm)
    for outline, colour in ((_ROBE, robe), (_BAND, adorned)):
        cv2.fillPoly(half, [np.round(np.array(outline) * mm).astype(np.int32)], colour)
    cv2.circle(half, head, radius, _SKIN, cv2.FILLED)
    cv2.circle(half, head, radius, _INK["S"], round(0.4 * mm))
    cv2.fillPoly(half, [np.round(np.array(_HATS[rank]) * mm).astype(np.int32)], adorned)
    middle = face.shape[0] // 2
    face[top:middle, left:right] = half[top:middle, left:right]
    np.minimum(face, cv2.rotate(face, cv2.ROTATE_180), out=face)
    cv2.rectangle(face, (left, top), (right, bottom), _INK["S"], round(0.6 * mm))
    _suit(face, suit, (20 * mm, 15 * mm, 9 * mm))
    _suit(face, suit, (43 * mm, 73 * mm, 9 * mm), upside_down=True)


def _pips(number: int) -> list[tuple[float, float]]:
    """Where the pips of a number card lie."""
    if number <= 3:
        return [(_MIDDLE, y) for y in {1: (0.5,), **_ROWS}[number]]
    sides = {4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 9: 4, 10: 4}[number]
    pips = [(x, y) for x in (_LEFT, _RIGHT) for y in _ROWS[sides]]
    middle = {5: (0.5,), 7: (0.35,), 8: (0.35, 0.65), 9: (0.5,), 10: (0.3, 0.7)}.get(number, ())
    return pips + [(_MIDDLE, y) for y in middle]


def _letter(face: Image, text: str, place: tuple[float, float, float], ink: tuple[int, int, int]) -> None:
    """A rank; `place` is its middle (x, y) and its height."""
    x_px, y_px, height = place
    font, thick = cv2.FONT_HERSHEY_DUPLEX, max(1, round(height / 8))
    scale = cv2.getFontScaleFromHeight(font, round(height), thick)
    patch = np.zeros((round(3 * height), round(4 * height)), np.uint8)
    cv2.putText(patch, text, (round(height / 2), round(2 * height)), font, scale, 255, thick, cv2.LINE_AA)
    x, y, width, tall = cv2.boundingRect(patch)
    _stamp(face, _narrowed(patch[y : y + tall, x : x + width], height), (x_px, y_px), ink)


def _narrowed(letter: Image, height: float) -> Image:
    """A letter at most eight tenths as wide as high, as in an index."""
    width = min(letter.shape[1], round(0.85 * height))
    return cv2.resize(letter, (width, letter.shape[0]), interpolation=cv2.INTER_AREA)


def _stamp(face: Image, cover: Image, centre: tuple[float, float], ink: tuple[int, int, int]) -> None:
    """Ink where `cover` is 255, its middle at `centre` (x, y)."""
    tall, width = cover.shape
    x, y = round(centre[0] - width / 2), round(centre[1] - tall / 2)
    part = face[y : y + tall, x : x + width]
    opacity = (cover / 255.0)[..., None]
    part[:] = (part * (1 - opacity) + np.array(ink) * opacity).astype(np.uint8)


def _suit(face: Image, suit: str, place: tuple[float, float, float], upside_down: bool = False) -> None:
    """A suit's sign; `place` is its middle (x, y) and its size."""
    x_px, y_px, size = place
    side = round(size)
    cover = np.zeros((side, side), np.uint8)
    for circle in _CIRCLES[suit]:
        x, y, radius = (round(side * part) for part in circle)
        cv2.circle(cover, (x, y), radius, 255, cv2.FILLED)
    for outline in _OUTLINES[suit]:
        cv2.fillPoly(cover, [np.round(np.array(outline) * side).astype(np.int32)], 255)
    _stamp(face, cv2.rotate(cover, cv2.ROTATE_180) if upside_down else cover, (x_px, y_px), _INK[suit])


# Each suit as circles (x, y, radius) and outlines, in a square of side 1.
_STALK = [(0.5, 0.55), (0.66, 0.98), (0.34, 0.98)]
_CIRCLES: dict[str, tuple[tuple[float, float, float], ...]] = {
    "S": ((0.29, 0.55, 0.21), (0.71, 0.55, 0.21)),
    "C": ((0.5, 0.25, 0.21), (0.25, 0.57, 0.21), (0.75, 0.57, 0.21)),
    "H": ((0.29, 0.31, 0.22), (0.71, 0.31, 0.22)),
    "D": (),
}
_OUTLINES: dict[str, tuple[list[tuple[float, float]], ...]] = {
    "S": ([(0.5, 0.02), (0.88, 0.46), (0.5, 0.68), (0.12, 0.46)], _STALK),
    "C": ([(0.45, 0.35), (0.55, 0.35), (0.55, 0.6), (0.45, 0.6)], _STALK),
    "H": ([(0.09, 0.4), (0.5, 0.2), (0.91, 0.4), (0.5, 0.97)],),
    "D": ([(0.5, 0.02), (0.86, 0.5), (0.5, 0.98), (0.14, 0.5)],),
}


def main(folder: Path) -> None:
    """Leaves a deck in a folder, 320 pixels to a card."""
    folder.mkdir(parents=True, exist_ok=True)
    for card in STANDARD:
        cv2.imwrite(str(folder / f"{card.code}.png"), card_face(card.code, 320))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
