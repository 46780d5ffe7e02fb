"""The straight edges of the base around the cards: they tell how the lens bends, which hand-laid cards tell badly.

Cards glued row by row stray together by a millimetre or two, and a lens that bends a little otherwise, or a camera that
leans a little otherwise, makes just such a picture. A base is sawn: its edges are straight and at right angles. Where
they lie, and how the cards are turned on it, is not known and may be anything likely. A base that cannot be told from
its table says nothing.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.lattice import CUT, GAP, GAP_WIDTH, NEARLY_ALL, PX
from calibration.lens import SKEW_SIGMA, Sightings, squares_across
from companion.games.squares import SIZE
from companion.vision.frame import Image, Matrix, highest
from companion.vision.geometry import BoardGeometry, rectify

_PX = 2 * PX
"""Pixels to a square while edges are looked for."""
_AROUND = 1.25
"""Squares of surroundings, which hold the edges of the base."""
_STATIONS = 2 * SIZE
"""So many places of an edge are looked at."""
_TURNS = np.linspace(-CUT, CUT, 13)
"""How far an edge may run off the rows, in squares a square; its places stray as far from a gentle curve, in squares:
those of sawn ones by 0.004 at most."""
_LEAST_STEP = 2 * GAP
"""Grey levels a pixel by which an edge stands out, cards being 255: it has one side, and a gap two."""
_WITHIN_PX = round(GAP_WIDTH / 2 * _PX)
"""An edge is searched so far to either side of where it should be: half of the widest gap."""
_OFF, _TURNED = GAP_WIDTH / 2, CUT / 2
"""How far, as a sigma, an edge lies off, in squares, and cards lie askew on the base, a square each."""
_SIDES = ((False, False), (False, True), (True, False), (True, True))
"""Whether an edge runs with the rows, and whether it is the far one: left, right, top, bottom."""


def base_seen(bgr: Image, geometry: BoardGeometry) -> Sightings:
    """The edges of the base in a still [height, width, 3], as far as they are seen; errors are told in squares."""
    view = rectify(bgr, geometry, _PX, _AROUND).astype(np.float32)
    view *= 255 / max(float(np.percentile(view, 95)), 30)
    edges = [_edge(_to_the_left(view, *side)) for side in _SIDES]
    seen = _as_sightings(geometry, edges)
    height, width = bgr.shape[:2]
    rim = np.array([_WITHIN_PX, _WITHIN_PX])  # the picture's own edge is none of the base
    inner = np.all((seen.pixels > rim) & (seen.pixels < [width - 1, height - 1] - rim), axis=1)
    return Sightings(*(part[inner] for part in (seen.board, seen.pixels, seen.normals, seen.weights, seen.shifts)))


def _to_the_left(view: Image, flat: bool, far: bool) -> Image:
    """The view turned or mirrored so that a side of the board becomes its left one."""
    upright = view.swapaxes(0, 1) if flat else view
    return upright[:, ::-1] if far else upright


def _edge(view: Image) -> Matrix:
    """Where the strongest edge left of the cards is seen: along, beyond the cards, and its usual place there [n, 3]."""
    steps = _steps(view)
    beyond, turn, strength = _strongest(steps)
    along = (np.arange(_STATIONS) + 0.5) * SIZE / _STATIONS
    middle = (_AROUND - beyond - turn * (along - SIZE / 2)) * _PX - 0.5
    places = np.array([_peak(row, round(float(at))) for row, at in zip(steps, middle, strict=True)])
    usual = np.full(_STATIONS, beyond)
    seen: Matrix = np.stack([along, _AROUND - (places + 0.5) / _PX, usual], axis=1)[np.isfinite(places)]
    if strength < _LEAST_STEP or len(seen) < NEARLY_ALL * _STATIONS:
        return seen[:0]
    curve = np.polynomial.Polynomial.fit(seen[:, 0], seen[:, 1], 2)
    return seen if float(np.std(seen[:, 1] - curve(seen[:, 0]))) < CUT else seen[:0]


def _steps(view: Image) -> Matrix:
    """How much the picture changes across columns, [stations, columns], left of the cards."""
    cards = slice(round(_AROUND * _PX), round((_AROUND + SIZE) * _PX))
    left = view[cards, : cards.start]
    bands = left.reshape(_STATIONS, -1, *left.shape[1:]).mean(axis=1)
    smooth = cv2.GaussianBlur(bands, (5, 1), 0)
    steps: Matrix = np.zeros(smooth.shape[:2])
    steps[:, 1:-1] = highest(np.abs(smooth[:, 2:] - smooth[:, :-2])) / 2
    return steps


def _strongest(steps: Matrix) -> tuple[float, float, float]:
    """How far beyond the cards the straightest strong edge lies, how it is turned, and its strength in grey levels."""
    along = (np.arange(_STATIONS) + 0.5) * SIZE / _STATIONS - SIZE / 2
    beyond = np.arange(round(GAP_WIDTH * _PX), round((_AROUND - CUT * SIZE / 2) * _PX) - _WITHIN_PX) / _PX
    at = (_AROUND - beyond[:, None, None] - _TURNS[:, None] * along) * _PX - 0.5
    columns = np.clip(np.round(at), 0, steps.shape[1] - 1).astype(np.intp)
    strengths = np.median(np.minimum(steps, 4 * _LEAST_STEP)[np.arange(_STATIONS), columns], axis=2)
    place, turn = np.unravel_index(int(np.argmax(strengths)), strengths.shape)
    return float(beyond[place]), float(_TURNS[turn]), float(strengths[place, turn])


def _peak(row: Matrix, middle: int) -> float:
    """The column, between pixels, where the steps of one place are highest near the edge; not a number without any."""
    start = max(middle - _WITHIN_PX, 0)
    near = row[start : middle + _WITHIN_PX + 1]
    top = int(np.argmax(near))
    if top in (0, len(near) - 1) or near[top] < _LEAST_STEP / 2:
        return np.nan
    before, at, behind = near[top - 1 : top + 2]
    return float(start + top + 0.5 * (behind - before) / max(2 * at - behind - before, 1e-6))


def _as_sightings(geometry: BoardGeometry, edges: Sequence[Matrix]) -> Sightings:
    found = np.vstack(edges)
    side = np.repeat(np.arange(len(_SIDES)), [len(edge) for edge in edges])
    flat, far = np.array(_SIDES)[side].T
    across = np.where(far[:, None], SIZE + found[:, 1:], -found[:, 1:])
    seen, expected = (np.stack([where, found[:, 0]], axis=1) for where in across.T)
    for points in (seen, expected):
        points[flat] = points[flat, ::-1]
    normals = squares_across(geometry, expected, flat)
    shifts = _shifts(side, found[:, 0] - SIZE / 2)
    return Sightings(expected, geometry.image_from_board(seen), normals, np.ones(len(found)), shifts)


def _shifts(side: Matrix, along: Matrix) -> Matrix:
    """What may be common to the places of each side: off, sawn askew; and to all of them, cards turned on the base."""
    each = side[:, None] == np.arange(len(_SIDES))
    turned = np.where(np.array(_SIDES)[side, 0], along, -along)
    return np.hstack([_OFF * each, SKEW_SIGMA * each * along[:, None], _TURNED * turned[:, None]])
