"""A card's outline to a fraction of a pixel: small moves of a rectangle until its sides are drawn best."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.vision.card_outline import CARD_SQUARES, CORNER, MARGIN_SQUARES, Lines, Outline
from companion.vision.frame import Matrix

_MEASURES = ("x", "y", "width", "length", "turn_deg")
_STEPS = np.array([1.0, 1.0, 0.8, 0.8, 1.2])
"""The first step of each measure, in pixels and degrees; later ones are halves of it."""
_MOVES = np.concatenate([np.diag(_STEPS), -np.diag(_STEPS)])
_FINE = 0.2
"""The part of the first step below which moving further is not worth its time."""
_ROUNDS = 12
"""Steps are tried so often, and halved when none helps."""
_STRETCH = 0.06
"""By what part a card may be larger or smaller than CARD_SQUARES says: higher up, another deck, a board of gaps."""
_RUN = np.linspace(CORNER, 1 - CORNER, 24) - 0.5
_ACROSS, _DOWN = (
    grid.ravel() for grid in np.meshgrid((np.arange(12) + 0.5) / 12 - 0.5, (np.arange(16) + 0.5) / 16 - 0.5)
)
_HALVES = np.repeat([-0.5, 0.5], len(_RUN))
_ALONG = np.tile(_RUN, 2)
_RIGHT = np.concatenate([_HALVES, _ALONG] * 2 + [_ACROSS])
"""How far right of a card's centre its scores are sampled, in widths: two sides across, two along, twice; the face."""
_BELOW = np.concatenate([_ALONG, _HALVES] * 2 + [_DOWN])
_SIDES = 4 * len(_RUN)
"""Samples on a card's four sides, and again just within them."""
_WITHIN = np.repeat([0.0, 1.0, 0.0], (_SIDES, _SIDES, len(_ACROSS)))
_INSET_RIGHT, _INSET_BELOW = (_WITHIN * np.sign(offset) * (np.abs(offset) == 0.5) for offset in (_RIGHT, _BELOW))
_PLACES = np.stack([_RIGHT, -_INSET_RIGHT, _BELOW, -_INSET_BELOW, np.ones_like(_RIGHT)]).astype(np.float32)
"""The sampling places as sums of a card's width, its margin to the right, its length, its margin below, and 1."""
_LAYER = np.repeat(np.arange(5), (*[_SIDES // 2] * 4, len(_ACROSS)))
"""Which of the maps, one below the other, is sampled."""
_SIDE = np.concatenate([np.arange(2 * _SIDES) % _SIDES // len(_RUN), np.full(len(_ACROSS), 4)])
_SHARE = np.repeat([1 / len(_RUN), -1 / len(_RUN), 1 / len(_ACROSS)], (_SIDES, _SIDES, len(_ACROSS)))
_SUMS = (_SHARE[:, None] * (_SIDE[:, None] == np.arange(5))).astype(np.float32)
"""What each place adds to the four sides, lines less what is not blank within, and to the face [places, 5]."""
_GAP = 2
"""Empty rows between them."""


def refine(lines: Lines, outline: Outline) -> Outline:
    """The best rectangle nearby, a little larger or smaller if need be, by the steepest of single small moves."""
    ruler = _ruler(lines, outline.turn_deg)
    best = np.array([[getattr(outline, name) for name in _MEASURES]])
    score, reach = ruler.scores(best)[0], 1.0
    for _ in range(_ROUNDS):
        if reach < _FINE:
            break
        tries = best + _MOVES * reach
        scores = np.where(ruler.card_sized(tries), ruler.scores(tries), -1.0)
        if scores.max() > score:
            best, score = tries[scores.argmax(), None], scores.max()
        else:
            reach /= 2
    return replace(outline, **dict(zip(_MEASURES, best[0].tolist(), strict=True)), score=float(score))


def _ruler(lines: Lines, turn_deg: float) -> "_Ruler":
    clarity = lines.clarity(turn_deg)
    maps = [*(lines.worthy(clear) for clear in clarity), *clarity, lines.news]
    height, width = maps[0].shape
    apart = np.zeros((len(maps), height + _GAP, width), np.float32)
    for rows, one in zip(apart, maps, strict=True):
        rows[1 : height + 1] = one
    first_rows = (_LAYER * (height + _GAP) + 1).astype(np.float32)
    return _Ruler(lines.px_per_square, apart.reshape(-1, width), height, first_rows)


@dataclass(frozen=True, slots=True, eq=False)
class _Ruler:
    """Scores rectangles [n, x y width length turn] by the measure of the search, between pixels.

    `maps` holds, one below the other and `height` rows each, what is sampled: what lines running down and across are
    worth, how clear they are, and the news.
    """

    px_per_square: float
    maps: Matrix
    height: int
    first_rows: Matrix
    """The first row, in `maps`, of what each place is sampled from."""

    def card_sized(self, rectangles: Matrix) -> Matrix:
        """Which of the rectangles may be a card.

        Rectangles are [n, 5]: centre, sides in pixels, turn; given back [n], bool.
        """
        stretched = np.abs(rectangles[:, 2:4] / (np.array(CARD_SQUARES) * self.px_per_square) - 1)
        sized: Matrix = stretched.max(axis=1) < _STRETCH
        return sized

    def scores(self, rectangles: Matrix) -> Matrix:
        """How well each rectangle's sides are drawn and blank within, and the share of the news it holds [n]."""
        sums = self._sampled(rectangles) @ _SUMS
        drawn, news = sums[:, :4], sums[:, 4]
        held = news * rectangles[:, 2] * rectangles[:, 3]
        scores: Matrix = (drawn.sum(axis=1) / 8 + drawn.min(axis=1) / 2) / 255 + held
        return scores

    def _sampled(self, rectangles: Matrix) -> Matrix:
        """What lies at every sampling place of each rectangle [n, places]."""
        x, y, width, length, turn = rectangles.T
        inset = MARGIN_SQUARES * self.px_per_square
        cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        along = np.empty((2, len(_PLACES), len(rectangles)), np.float32)
        along[0] = cos * width, cos * inset, -sin * length, -sin * inset, x
        along[1] = sin * width, sin * inset, cos * length, cos * inset, y
        map_x, map_y = along.transpose(0, 2, 1) @ _PLACES
        np.minimum(np.maximum(map_y, -1, out=map_y), self.height, out=map_y)
        map_y += self.first_rows
        return cv2.remap(self.maps, map_x, map_y, cv2.INTER_LINEAR)
