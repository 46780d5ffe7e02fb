"""Draws a roughly placed lattice onto the gaps: its corners move, in ever smaller steps, to where lines are darkest.

Outlines end where print or a base ends, which may be half a square from where the cards do, at each corner another.
"""

from collections.abc import Callable, Sequence
from functools import partial

import cv2
import numpy as np

from calibration.lattice import AROUND, PX, Anchored, capped_gaps
from companion.games.squares import SIZE
from companion.vision.frame import Image, Matrix, Points
from companion.vision.geometry import rectify

_FURTHEST = 0.3
"""The first step, in squares: outlines end up to half a square from the cards."""
_STEPS = tuple(((step, step / 2), step / 3) for step in (_FURTHEST, _FURTHEST / 3))
"""Steps, and how far the lines are smeared for them, so that a line is felt from a step away."""
_PER_SQUARE = 3
"""So many places of a line are looked at beside each square."""
OUTER_CORNERS = np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]], np.float32)
_MIDDLES = (np.arange(_PER_SQUARE * SIZE) + 0.5) / _PER_SQUARE
_ALONG = np.stack(np.meshgrid(np.arange(1, 2 * SIZE) / 2, _MIDDLES, indexing="ij"), axis=-1).astype(np.float32)
_DOWN, _ACROSS = (np.ascontiguousarray(points).reshape(-1, 1, 2) for points in (_ALONG, _ALONG[..., ::-1]))
"""The places [n, 1, 2] along lines and squares' middles, one after the other, that run down, and that run across."""
_DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def climbed(bgr: Image, close: Anchored) -> Anchored:
    """The lattice with each corner up to about half a square elsewhere, where its lines stand out the most.

    It is found by coordinate ascent.
    """
    view = cv2.GaussianBlur(rectify(bgr, close.geometry, PX, AROUND), (3, 3), 0)
    sharp = capped_gaps(view, PX)
    corners = OUTER_CORNERS
    for steps, width in _STEPS:
        smeared = [cv2.GaussianBlur(darkness, (0, 0), width * PX) for darkness in sharp]
        for step in steps:
            corners = moved(corners, step, partial(_contrast, smeared))
    onto = cv2.getPerspectiveTransform(OUTER_CORNERS, corners)
    return Anchored(close.geometry.moved(onto), _contrast(sharp, onto))


def moved(corners: Points, step: float, worth: Callable[[Matrix], float]) -> Points:
    """The board's corners [4, 2], each moved by one step at a time as long as that is worth more.

    What a place is worth is told of the transform [3, 3] from the board as it was. Steps and corners are in squares.
    A corner that was moved somewhere in vain is not moved there again before another place is better.
    """
    best, behind = worth(cv2.getPerspectiveTransform(OUTER_CORNERS, corners)), set[bytes]()
    moves = [(place, step * np.array(direction, np.float32)) for place in range(4) for direction in _DIRECTIONS]
    before = -np.inf
    while best > before:
        before = best
        for place, by in moves:
            trial = corners.copy()
            trial[place] += by
            if trial.tobytes() in behind:
                continue
            instead = worth(cv2.getPerspectiveTransform(OUTER_CORNERS, trial))
            behind.add(trial.tobytes())
            if instead > best:
                behind.add(corners.tobytes())
                corners, best = trial, instead
    return corners


def _contrast(maps: Sequence[Matrix], onto: Matrix) -> float:
    """How much darker the inner lines are than the squares' middles, over both directions."""
    return sum(_standing_out(*pair, onto) for pair in zip(maps, (_DOWN, _ACROSS), strict=True)) / 2


def _standing_out(darkness: Matrix, points: Points, onto: Matrix) -> float:
    at = (cv2.perspectiveTransform(points, onto)[:, 0] + AROUND) * PX
    x, y = np.clip(at, 0, len(darkness) - 1).astype(np.intp).T
    seen = darkness[y, x].reshape(2 * SIZE - 1, -1).mean(axis=1)
    return float(seen[1::2].mean() - seen[::2].mean())
