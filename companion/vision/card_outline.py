"""Where a card lies in a picture taken from straight above: the rectangle whose four sides are drawn best.

A card's size is known in squares of the board, because pieces are half cards: two squares long and about
1.43 wide. Its sides are edges with clean white within, which tells them from the ink on the card, that were
not there in an older picture, which tells the newest card from those it lies on. Every turn is tried by
turning the picture upright: then the strength along each side of every possible rectangle is a running mean,
and all places are searched at once (a generalised Hough transform, Ballard 1981, for one shape).
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.vision.frame import Image, Matrix, Points

CARD_SQUARES = (1.43, 2.0)
"""Width and length of a card in squares of a board made of its halves: 63 and 88 mm on squares of 44 mm."""
CORNER = 0.1
"""The part of a side at either end that a rounded corner takes away."""
MARGIN_SQUARES = 0.062
"""How far within a side the card is still blank, in squares; the nearest ink, the index, begins at about 0.07.
Of 48 small cards in hard light one is asked about at half of it, as here, and none at twice."""
_HALF_CLEAR = 0.05
"""A step in log brightness a pixel that is half an edge; white cards on each other make about this. Flat from half to
twice on 48 small cards in hard light."""
_TURNS_DEG, _NEAR = range(-8, 9, 4), 0.12
"""How far a card may lie from where it was spotted, in degrees, and along either side in widths of a card.
Flat up to four times as far on 48 small cards in hard light; at 0.24 a four out of focus, drawn as if it lay a sixth of
a card beside its place, is a two."""


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

    def scaled(self, factor: float, middle: tuple[float, float]) -> "Outline":
        """The same rectangle so many times as large, around another middle."""
        x, y = middle
        return replace(self, x=x, y=y, width=self.width * factor, length=self.length * factor)

    def points(self, local: Points) -> Points:
        """Where points [n, 2] of the card lie; (0, 0) is its own top left, (1, 1) its bottom right."""
        turn = np.radians(self.turn_deg)
        right, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        offset = (local - 0.5) * np.array([self.width, self.length])
        placed: Points = np.array([self.x, self.y]) + offset[:, :1] * right + offset[:, 1:] * down
        return placed


def best_drawn(bgr: Image, before: Image, rough: Outline) -> Outline:
    """The card near a rough one whose four sides are drawn best in a picture, and that holds most of what is new there.

    `before` is the same place when an older card lay on top; both are [height, width, 3] in 8 bits, BGR. Outlines are
    in their pixels.
    """
    steps, old = _steps(bgr), _steps(before)
    new = _clarity(cv2.magnitude(*(step - was for step, was in zip(steps, old, strict=True))))
    drawn, most = cv2.merge([*steps, new]), float(new.sum())
    turned = (replace(rough, turn_deg=rough.turn_deg + more) for more in _TURNS_DEG)
    return max((_at_turn(drawn, most, card) for card in turned), key=lambda one: one.score)


def _steps(bgr: Image) -> tuple[Matrix, Matrix]:
    """Brightness steps along x and y, the same in light and shade because brightness is taken as a logarithm."""
    grey = cv2.GaussianBlur(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), (0, 0), 0.7).astype(np.float32)
    log = cv2.log(grey + 16.0)
    return cv2.Scharr(log, cv2.CV_32F, 1, 0, scale=1 / 16), cv2.Scharr(log, cv2.CV_32F, 0, 1, scale=1 / 16)


def _clarity(step: Matrix) -> Matrix:
    """How clear an edge these steps make, 0 to 1."""
    strong = np.abs(step)
    clarity: Matrix = strong / (strong + _HALF_CLEAR)
    return clarity


def _at_turn(drawn: Matrix, most: float, card: Outline) -> Outline:
    """The best place for this card near where it is, in the picture turned so that it stands upright.

    Of each spot are `drawn` the steps along x and y and how new it is, which comes to `most` altogether.
    """
    half, near = (round(card.width / 2), round(card.length / 2)), round(_NEAR * card.width)
    upright = cv2.getRotationMatrix2D((card.x, card.y), card.turn_deg, 1.0)
    cos, sin = upright[0, :2]
    upright[:, 2] += np.array([half[0] + near - card.x, half[1] + near - card.y])
    x, y, news = cv2.split(cv2.warpAffine(drawn, upright, [2 * (side + near) + 1 for side in half]))
    down, across = (_clarity(cv2.addWeighted(*one, 0.0)) for one in ((x, cos, y, sin), (y, cos, x, -sin)))
    score = (_pair(down, news, half) + _pair(across.T, news.T, half[::-1]).T) / 4 + _held(news, half) / most
    _, best, _, (column, row) = cv2.minMaxLoc(score)
    place = cv2.invertAffineTransform(upright) @ (half[0] + column, half[1] + row, 1.0)
    return replace(card, x=float(place[0]), y=float(place[1]), score=best)


def _pair(edges: Matrix, news: Matrix, half: tuple[int, int]) -> Matrix:
    """For each centre half a card from the rim, how clear its left and right side are, less what shows within them."""
    wide, high = half
    margin, width = round(MARGIN_SQUARES / CARD_SQUARES[0] * 2 * min(half)), edges.shape[1]
    straight = (1, round((2 * high + 1) * (1 - 2 * CORNER)))
    drawn = cv2.blur(cv2.dilate(edges * news, np.ones((1, 3), np.uint8)), straight)[high:-high]
    inked = cv2.blur(np.ascontiguousarray(edges), straight)[high:-high]
    left, right = drawn[:, : -2 * wide], drawn[:, 2 * wide :]
    within = inked[:, margin : width - 2 * wide + margin] + inked[:, 2 * wide - margin : width - margin]
    sides: Matrix = left + right - within
    return sides


def _held(news: Matrix, half: tuple[int, int]) -> Matrix:
    """How much of what is new a card around each of those centres holds."""
    wide, high = half
    held: Matrix = cv2.boxFilter(news, -1, (2 * wide + 1, 2 * high + 1), normalize=False)
    return held[high:-high, wide:-wide]
