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
_STRETCH = 0.06
"""By what part a card may be larger or smaller than CARD_SQUARES says: higher up, another deck, a board of gaps."""
_RUN = np.linspace(CORNER, 1 - CORNER, 24) - 0.5
_WAYS = np.array([-1.0, 1.0])[:, None]
_ACROSS, _DOWN = (
    grid.ravel() for grid in np.meshgrid((np.arange(12) + 0.5) / 12 - 0.5, (np.arange(16) + 0.5) / 16 - 0.5)
)


def refine(lines: Lines, outline: Outline, px_per_square: float, rounds: int = 12) -> Outline:
    """The best rectangle nearby, a little larger or smaller if need be, by the steepest of single small moves."""
    clarity = lines.clarity(outline.turn_deg)
    ruler = _Ruler(px_per_square, clarity, tuple(lines.worthy(clear) for clear in clarity), lines.news)
    best = np.array([[getattr(outline, name) for name in _MEASURES]])
    score, reach = ruler.scores(best)[0], 1.0
    for _ in range(rounds):
        if reach < _FINE:
            break
        tries = best + _MOVES * reach
        scores = np.where(ruler.card_sized(tries), ruler.scores(tries), -1.0)
        if scores.max() > score:
            best, score = tries[scores.argmax(), None], scores.max()
        else:
            reach /= 2
    return replace(outline, **dict(zip(_MEASURES, best[0].tolist(), strict=True)), score=float(score))


@dataclass(frozen=True, slots=True, eq=False)
class _Ruler:
    """Scores rectangles [n, x y width length turn] by the measure of the search, between pixels."""

    px_per_square: float
    clarity: tuple[Matrix, ...]
    worthy: tuple[Matrix, ...]
    news: Matrix | None

    def card_sized(self, rectangles: Matrix) -> Matrix:
        """Which of the rectangles may be a card."""
        stretched = np.abs(rectangles[:, 2:4] / (np.array(CARD_SQUARES) * self.px_per_square) - 1)
        sized: Matrix = stretched.max(axis=1) < _STRETCH
        return sized

    def scores(self, rectangles: Matrix) -> Matrix:
        """How well each rectangle's sides are drawn and blank within, and the share of the news it holds [n]."""
        drawn = np.concatenate([self._sides(rectangles, 0), self._sides(rectangles, 1)], axis=1)
        scores: Matrix = (drawn.mean(axis=1) / 2 + drawn.min(axis=1) / 2) / 255
        if self.news is None:
            return scores
        width, length = rectangles[:, 2, None], rectangles[:, 3, None]
        held: Matrix = _sampled(self.news, rectangles, _ACROSS * width, _DOWN * length).mean(axis=1)
        scores += held * rectangles[:, 2] * rectangles[:, 3]
        return scores

    def _sides(self, rectangles: Matrix, axis: int) -> Matrix:
        """How much clearer the two sides across x (axis 0) or y are than the blank just within them [n, 2]."""
        half = rectangles[:, 2 + axis, None, None] / 2
        along = np.broadcast_to(rectangles[:, 3 - axis, None, None] * _RUN, (len(rectangles), 2, len(_RUN)))
        means = []
        for picture, inset in ((self.worthy, 0.0), (self.clarity, MARGIN_SQUARES * self.px_per_square)):
            across = np.broadcast_to((half - inset) * _WAYS, along.shape)
            offsets = (across, along) if axis == 0 else (along, across)
            means.append(_sampled(picture[axis], rectangles, *offsets).mean(axis=2))
        clearer: Matrix = means[0] - means[1]
        return clearer


def _sampled(picture: Matrix, rectangles: Matrix, right: Matrix, down: Matrix) -> Matrix:
    """The picture at so many pixels right and down of the centres of rectangles [n, 5], along their own sides."""
    x, y, _, _, turn = (rectangles[:, column].reshape(-1, *[1] * (right.ndim - 1)) for column in range(5))
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    map_x, map_y = (x + right * cos - down * sin).astype(np.float32), (y + right * sin + down * cos).astype(np.float32)
    flat = (len(rectangles), -1)
    sampled: Matrix = cv2.remap(picture, map_x.reshape(flat), map_y.reshape(flat), cv2.INTER_LINEAR)
    return sampled.reshape(right.shape)
