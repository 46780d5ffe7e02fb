"""Where a card lies in a picture taken from straight above: the rectangle whose four sides are best drawn.

A card's size is known in squares of the board, because pieces are half cards: two squares long and about
1.43 wide. A side is a line with clean white within, which tells it from the ink on the card and from the
corners of cards below; lines and ink that were there in an older picture count for less, which tells the
newest card from those it lies on. Every turn is tried by turning the picture upright: then the strength
along each side of every possible rectangle is a running sum, and all places are searched at once (a
generalised Hough transform, Ballard 1981, for one shape).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.vision.frame import Image, Matrix, Points

CARD_SQUARES = (1.43, 2.0)
"""Width and length of a card in squares of a board made of its halves: 63 and 88 mm on squares of 44 mm."""
CORNER = 0.1
"""The part of a side at either end that a rounded corner takes away."""
MARGIN_SQUARES = 0.062
"""How far within a side the card is still blank, in squares; the nearest ink, the index, begins at about 0.07."""
_CLEAR_STEP = 0.05
"""A step in log brightness a pixel that counts as half a line; white cards on each other make about this."""
_STRONG_STEP = 0.6
"""Steps beyond this are as good as this."""
_OLD_LINE = 0.35
"""What a line that was there before is worth, next to a new one."""
_NEW_INK = 0.8
"""What it is worth to hold everything that is new within the rectangle."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A card's rectangle: centre, size and turn; lengths in pixels of the picture, or in squares on the board.

    `turn_deg` turns the card's own "right" towards the picture's "down"; which end is up is not known.
    """

    x: float
    y: float
    width: float
    length: float
    turn_deg: float
    score: float = 0.0
    """How well the four sides are drawn, about 0 to 1, and the part of what is new that lies within."""
    ends: tuple[float, float] = (1.0, 1.0)
    """Which part of the upper end, and of the lower, nothing covers, about 0 to 1."""

    def points(self, local: Points) -> Points:
        """Where points [n, 2] of the card lie; (0, 0) is its own top left, (1, 1) its bottom right."""
        turn = np.radians(self.turn_deg)
        right, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        offset = (local - 0.5) * np.array([self.width, self.length])
        placed: Points = np.array([self.x, self.y]) + offset[:, :1] * right + offset[:, 1:] * down
        return placed


@dataclass(frozen=True, slots=True)
class Centres:
    """Where a card's centre is searched for: around a place, so many pixels along the card's own sides (x, y)."""

    x: float
    y: float
    reach: tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """What a picture offers to outlines, each [height, width]: steps in log brightness, and what is new."""

    px_per_square: float
    step_x: Matrix
    step_y: Matrix
    worth: Matrix
    """What a line at this pixel is worth, 8 bits: all when it is new, less when it was there before."""
    news: Matrix
    """The share of everything new that is at this pixel."""

    def clarity(self, turn_deg: float) -> tuple[Matrix, Matrix]:
        """How clearly each pixel is part of a side, 8 bits, of those running down and those running across.

        Each is [height, width], uint8.
        """
        cos, sin = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
        across = cv2.addWeighted(self.step_x, cos, self.step_y, sin, 0.0)
        down = cv2.addWeighted(self.step_y, cos, self.step_x, -sin, 0.0)
        return _clarity(across), _clarity(down)

    def worthy(self, clarity: Matrix) -> Matrix:
        """Clarity where it is worth something.

        Both are [height, width], uint8.
        """
        return cv2.multiply(clarity, self.worth, scale=1 / 255)


_LEVELS = np.arange(256) * (_STRONG_STEP / 255)
_CLARITY = np.round(255 * _LEVELS / (_LEVELS + _CLEAR_STEP)).astype(np.uint8)


def _clarity(step: Matrix) -> Matrix:
    """How clear a line these steps make, 8 bits."""
    return cv2.LUT(cv2.convertScaleAbs(step, alpha=255 / _STRONG_STEP), _CLARITY)


def _steps(bgr: Image) -> tuple[Matrix, Matrix]:
    """Brightness steps along x and y, the same in light and shade because brightness is taken as a logarithm."""
    grey = cv2.GaussianBlur(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), (0, 0), 0.7).astype(np.float32)
    log = cv2.log(grey + 16.0)
    return cv2.Scharr(log, cv2.CV_32F, 1, 0, scale=1 / 16), cv2.Scharr(log, cv2.CV_32F, 0, 1, scale=1 / 16)


def lines_of(bgr: Image, px_per_square: float, before: Image) -> Lines:
    """The lines of a picture; `before` is the same place when an older card lay on top.

    Both pictures are [height, width, 3] in 8 bits, BGR.
    """
    (step_x, step_y), (old_x, old_y) = _steps(bgr), _steps(before)
    new = _clarity(cv2.magnitude(step_x - old_x, step_y - old_y))
    ink = np.where(new > 153, new, 0).astype(np.float32)
    worth = cv2.convertScaleAbs(new, alpha=1 - _OLD_LINE, beta=255 * _OLD_LINE)
    return Lines(px_per_square, step_x, step_y, worth, ink * (_NEW_INK / (float(ink.sum()) + 255 * 50.0)))


def find_outlines(lines: Lines, turns_deg: Iterable[float], keep: int, where: Centres) -> list[Outline]:
    """The `keep` best rectangles of a card's size at these turns and places, best first, no two nearly the same."""
    width, length = (side * lines.px_per_square for side in CARD_SQUARES)
    card = Outline(where.x, where.y, width, length, 0.0)
    found = [one for turn in turns_deg for one in _at_turn(lines, replace(card, turn_deg=turn), where.reach, keep)]
    chosen: list[Outline] = []
    for outline in sorted(found, key=lambda outline: -outline.score):
        if len(chosen) < keep and not any(_alike(outline, other) for other in chosen):
            chosen.append(outline)
    return chosen


def _alike(one: Outline, other: Outline) -> bool:
    """Whether these two are nearly the same."""
    turned = abs((one.turn_deg - other.turn_deg + 90) % 180 - 90)
    return float(np.hypot(one.x - other.x, one.y - other.y)) < one.width / 16 and turned < 4


def _at_turn(lines: Lines, card: Outline, reach: tuple[int, int], peaks: int) -> list[Outline]:
    """The best places for this card within reach of where it is, in the picture turned so that it stands upright."""
    half = round(card.width / 2), round(card.length / 2)
    upright = cv2.getRotationMatrix2D((card.x, card.y), card.turn_deg, 1.0)
    upright[:, 2] += np.array([half[0] + reach[0] - card.x, half[1] + reach[1] - card.y])
    size = tuple(2 * (side + more) + 1 for side, more in zip(half, reach, strict=True))
    maps = [one for clear in lines.clarity(card.turn_deg) for one in (lines.worthy(clear), clear)]
    down, blank_down, across, blank_across = cv2.split(cv2.warpAffine(cv2.merge(maps), upright, size))
    margin = round(MARGIN_SQUARES * lines.px_per_square)
    score = _drawn([*_pair((down, blank_down), half, margin, 0), *_pair((across, blank_across), half, margin, 1)])
    score += _held(cv2.warpAffine(lines.news, upright, size), half)
    back = cv2.invertAffineTransform(upright)
    places = _peaks(score, peaks, round(card.width / 8))
    found = ((back @ (half[0] + x, half[1] + y, 1.0), value) for (x, y), value in places)
    return [replace(card, x=float(x), y=float(y), score=value) for (x, y), value in found]


def _drawn(sides: list[Matrix]) -> Matrix:
    """How well all four sides are drawn, 0 to 1: half of it is what the worst of them says."""
    worst = cv2.min(cv2.min(sides[0], sides[1]), cv2.min(sides[2], sides[3]))
    drawn: Matrix = (sides[0] + sides[1] + sides[2] + sides[3] + 4.0 * worst) * np.float32(1 / (8 * 255))
    return drawn


def _pair(maps: tuple[Matrix, Matrix], half: tuple[int, int], margin: int, axis: int) -> Iterator[Matrix]:
    """For each centre, how clear the two sides across an axis are (0 is x), less what shows within them.

    The maps hold what the sides of all the centres touch, and no more: half a card, to x and to y, around each.
    """
    (line, blank), across, along = maps, 2 * half[axis], half[1 - axis]
    run = round((2 * along + 1) * (1 - 2 * CORNER))
    thin, shape = (np.ones((1, 3), np.uint8), (1, run)) if axis == 0 else (np.ones((3, 1), np.uint8), (run, 1))
    lined, inked = cv2.blur(cv2.dilate(line, thin), shape), cv2.blur(blank, shape)
    for side, inner in ((0, margin), (across, across - margin)):
        drawn = _part(lined, (side, across - side), along, axis)
        yield cv2.subtract(drawn, _part(inked, (inner, across - inner), along, axis), dtype=cv2.CV_32F)


def _part(field: Matrix, across: tuple[int, int], along: int, axis: int) -> Matrix:
    """A field without so much at either end across an axis, and along it."""
    height, width = field.shape
    if axis == 0:
        return field[along : height - along, across[0] : width - across[1]]
    return field[across[0] : height - across[1], along : width - along]


def _held(news: Matrix, half: tuple[int, int]) -> Matrix:
    """How much of what is new a card around each centre holds; the map holds half a card around all of them."""
    sums = cv2.integral(news, sdepth=cv2.CV_32F)
    wide, high = 2 * half[0] + 1, 2 * half[1] + 1
    rows = sums[high:] - sums[:-high]
    held: Matrix = rows[:, wide:] - rows[:, :-wide]
    return held


def _peaks(score: Matrix, count: int, apart: int) -> list[tuple[tuple[int, int], float]]:
    """The `count` highest places (x, y) and their values, at least `apart` pixels from each other."""
    left, found = score.copy(), []
    for _ in range(count):
        _, value, _, (x, y) = cv2.minMaxLoc(left)
        found.append(((int(x), int(y)), float(value)))
        cv2.circle(left, (x, y), apart, -1.0, -1)
    return found
