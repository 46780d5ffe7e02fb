"""Finding the board again after a knock: the picture of this very empty board is looked for near where it was.

Every card occurs twice, so free feature matching would pair the wrong twins. The whole board is matched first, turned a
few degrees each way, at low resolution; then every square is looked for near its place, and a robust homography
(MAGSAC, Barath et al. 2020) takes the many squares that agree over those that chips and hands have changed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.one_eyed_jack.squares import SIZE
from companion.vision.frame import Image, Matrix, Points
from companion.vision.geometry import BoardGeometry, sampling_maps
from companion.vision.sampling import MARGIN, PX, sampler_for

_COARSE_PX = 12
_COARSE_MARGIN = 1.5
_TURNS_DEG = tuple(range(-6, 7))
_CORE = 1
"""Squares left out on every side when the whole board is matched, so that it may move that much further."""
_REACHES = (0.4, 0.15, 0.1)
"""How far every square is looked for, in squares, round by round."""
_RIM = 0.15
"""Squares of surroundings matched along with every square."""
_ALIKE = 0.6
"""Correlation from which a square counts as found."""
_AGREEING = 16
"""Squares that must agree on where the board is."""


@dataclass(frozen=True, slots=True, eq=False)
class NotRegistered:
    """The board was not found; the reason is a phrase for people."""

    reason: str

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """Where the board was found, and how far the agreeing squares still are from it, in squares."""

    geometry: BoardGeometry
    residual_squares: float


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """The empty board in grey with its light evened out: rectified as for reading, and small for the coarse search."""

    fine: Image
    coarse: Image


def likeness_of(empty_bgr: Image, geometry: BoardGeometry) -> Likeness:
    """What the board looks like, from its empty picture."""
    return Likeness(_evened(sampler_for(geometry).sample(empty_bgr), PX), _coarse(empty_bgr, geometry, 0.0))


def register(bgr: Image, likeness: Likeness, near: BoardGeometry) -> Registration | NotRegistered:
    """Look for the board in a frame, within a square and six degrees of where it was."""
    geometry = _moved(near, _coarse_motion(_coarse(bgr, near, _COARSE_MARGIN), likeness.coarse))
    residual = 0.0
    for reach in _REACHES:
        seen = _evened(sampler_for(geometry).sample(bgr), PX)
        found = _homography(*_matches(seen, likeness.fine, reach))
        if found is None:
            return NotRegistered("too few squares look as they did when the board was empty")
        motion, residual = found
        geometry = _moved(geometry, motion)
    return Registration(geometry, residual)


def _moved(geometry: BoardGeometry, motion: Matrix) -> BoardGeometry:
    return BoardGeometry(geometry.lens, geometry.ideal_from_board @ motion)


def _evened(bgr: Image, px_per_square: int) -> Image:
    """Grey against the brightness around, as 8 bits: cards on cards, whatever the light."""
    grey = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY).astype(np.float32) + 4
    around = cv2.blur(grey, (px_per_square, px_per_square))
    evened: Image = np.clip(grey / around * 128, 0, 255).astype(np.uint8)
    return evened


def _coarse(bgr: Image, geometry: BoardGeometry, margin: float) -> Image:
    quarter = cv2.resize(bgr, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    map_x, map_y = sampling_maps(geometry.scaled(0.25), _COARSE_PX, margin)
    return _evened(cv2.remap(quarter, map_x, map_y, cv2.INTER_LINEAR), _COARSE_PX)


def _coarse_motion(seen: Image, empty: Image) -> Matrix:
    """The turn and shift, as a 3x3 matrix in board coordinates, under which the whole board looks most like itself."""
    trials = [(*_shift(seen, _turned(empty, turn)), turn) for turn in _TURNS_DEG]
    _, shift, turn = max(trials, key=lambda trial: trial[0])
    return _turn_matrix(turn, SIZE / 2, shift)


def _turn_matrix(turn_deg: float, centre: float, shift: tuple[float, float] = (0.0, 0.0)) -> Matrix:
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    x = centre - c * centre + s * centre + shift[0]
    y = centre - s * centre - c * centre + shift[1]
    return np.array([[c, -s, x], [s, c, y], [0.0, 0.0, 1.0]])


def _turned(empty: Image, turn_deg: float) -> Image:
    """The middle of the empty board, turned about its centre."""
    matrix = _turn_matrix(turn_deg, (len(empty) - 1) / 2)[:2]
    core = _CORE * _COARSE_PX
    turned: Image = cv2.warpAffine(empty, matrix, empty.shape[::-1], borderValue=128)
    return turned[core:-core, core:-core]


def _shift(seen: Image, part: Image) -> tuple[float, tuple[float, float]]:
    """How alike, and by how many squares (x, y) the board has moved."""
    scores = cv2.matchTemplate(seen, part, cv2.TM_CCOEFF_NORMED)
    _, best, _, (x, y) = cv2.minMaxLoc(scores)
    at_rest = (_COARSE_MARGIN + _CORE) * _COARSE_PX
    return best, ((x - at_rest) / _COARSE_PX, (y - at_rest) / _COARSE_PX)


def _matches(seen: Image, empty: Image, reach_squares: float) -> tuple[Points, Points]:
    """Board points [n, 2] of the squares found again, and where they are now."""
    reach, was, now = round(reach_squares * PX), [], []
    for square in range(SIZE * SIZE):
        row, column = divmod(square, SIZE)
        top, left = (round((at + MARGIN - _RIM) * PX) for at in (row, column))
        side = round((1 + 2 * _RIM) * PX)
        part = empty[top : top + side, left : left + side]
        y, x = max(top - reach, 0), max(left - reach, 0)
        scores = cv2.matchTemplate(seen[y : top + side + reach, x : left + side + reach], part, cv2.TM_CCOEFF_NORMED)
        _, best, _, at = cv2.minMaxLoc(scores)
        if best >= _ALIKE:
            dx, dy = _peak(scores, at)
            was.append((column + 0.5, row + 0.5))
            now.append((column + 0.5 + (x + dx - left) / PX, row + 0.5 + (y + dy - top) / PX))
    return np.array(was), np.array(now)


def _peak(scores: Matrix, at: Sequence[int]) -> tuple[float, float]:
    """The top of the parabolas through the best score and its neighbours."""
    x, y = at
    return x + _vertex(scores[y, max(x - 1, 0) : x + 2]), y + _vertex(scores[max(y - 1, 0) : y + 2, x])


def _vertex(three: Matrix) -> float:
    if len(three) < 3:
        return 0.0
    before, top, after = (float(score) for score in three)
    bend = before - 2 * top + after
    return 0.0 if bend >= 0 else 0.5 * (before - after) / bend


def _homography(was: Points, now: Points) -> tuple[Matrix, float] | None:
    if len(was) < _AGREEING:
        return None
    motion, agreeing = cv2.findHomography(was, now, cv2.USAC_MAGSAC, 0.05)
    if motion is None or int(agreeing.sum()) < _AGREEING:
        return None
    kept = agreeing.ravel() > 0
    carried = cv2.perspectiveTransform(was[kept].reshape(-1, 1, 2), motion).reshape(-1, 2)
    return motion, float(np.median(np.hypot(*(carried - now[kept]).T)))
