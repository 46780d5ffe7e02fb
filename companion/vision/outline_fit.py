"""A card's outline to a fraction of a pixel: small moves of a rectangle until its sides are drawn best."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.vision.card_outline import CARD_SQUARES, CORNER, MARGIN_SQUARES, Lines, Outline
from companion.vision.frame import Matrix, Points

_MEASURES = ("x", "y", "width", "length", "turn_deg")
_STEPS = np.array([1.0, 1.0, 0.8, 0.8, 1.2])
"""The first step of each measure, in pixels and degrees; later ones are halves of it."""
_MOVES = np.concatenate([np.diag(_STEPS), -np.diag(_STEPS)])
_STRETCH = 0.06
"""By what part a card may be larger or smaller than CARD_SQUARES says: higher up, another deck, a board of gaps."""
_RUN = np.linspace(CORNER, 1 - CORNER, 24)
_GRID = np.stack(np.meshgrid((np.arange(12) + 0.5) / 12, (np.arange(16) + 0.5) / 16), axis=-1).reshape(-1, 2)


def refine(lines: Lines, outline: Outline, px_per_square: float, rounds: int = 12) -> Outline:
    """The best rectangle nearby, a little larger or smaller if need be, by the steepest of single small moves."""
    clarity = lines.clarity(outline.turn_deg)
    ruler = _Ruler(px_per_square, clarity, tuple(lines.worthy(clear) for clear in clarity), lines.news)
    best = np.array([[getattr(outline, name) for name in _MEASURES]])
    score, reach = ruler.scores(best)[0], 1.0
    for _ in range(rounds):
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
        inset = MARGIN_SQUARES * self.px_per_square
        u, v = inset / rectangles[:, 2, None], inset / rectangles[:, 3, None]
        drawn = np.stack([self._side(rectangles, (u, v)[axis], at, axis) for axis in (0, 1) for at in (0.0, 1.0)])
        scores: Matrix = (drawn.mean(axis=0) / 2 + drawn.min(axis=0) / 2) / 255
        if self.news is None:
            return scores
        grid = np.broadcast_to(_GRID, (len(rectangles), *_GRID.shape))
        held: Matrix = _sampled(self.news, rectangles, grid).mean(axis=1) * rectangles[:, 2] * rectangles[:, 3]
        return scores + held

    def _side(self, rectangles: Matrix, inset: Matrix, at: float, axis: int) -> Matrix:
        """How much clearer a side is than the blank just within [n], across x (axis 0) or y; `at` 0 is the first."""
        line = self._run(rectangles, np.full_like(inset, at), axis)
        blank = self._run(rectangles, np.abs(at - inset), axis)
        drawn = _sampled(self.worthy[axis], rectangles, line).mean(axis=1)
        clearer: Matrix = drawn - _sampled(self.clarity[axis], rectangles, blank).mean(axis=1)
        return clearer

    def _run(self, rectangles: Matrix, across: Matrix, axis: int) -> Points:
        """Local points [n, m, 2] on a line that is `across` [n, 1] of the way from side to side."""
        parts = (
            np.broadcast_to(across, (len(rectangles), len(_RUN))),
            np.broadcast_to(_RUN, (len(rectangles), len(_RUN))),
        )
        return np.stack(parts if axis == 0 else parts[::-1], axis=-1)


def _sampled(picture: Matrix, rectangles: Matrix, local: Points) -> Matrix:
    """The picture at local points [n, m, 2] of n rectangles [n, 5]: [n, m]."""
    turn = np.radians(rectangles[:, 4, None])
    cos, sin = np.cos(turn), np.sin(turn)
    right, down = ((local[..., axis] - 0.5) * rectangles[:, 2 + axis, None] for axis in (0, 1))
    x = rectangles[:, 0, None] + right * cos - down * sin
    y = rectangles[:, 1, None] + right * sin + down * cos
    return cv2.remap(picture, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR)
