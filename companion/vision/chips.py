"""How likely each spot of the board is under each story: the empty card, the empty card in shadow, or a team's chip.

All stories are told in flattened colour (see `light`): brightness Y and two colour differences U, V. Numbers are
natural logs of densities against a story that knows nothing ("anything may lie here"), which therefore has 0
everywhere.
"""

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from companion.vision.frame import Matrix

RINGS = 3
"""A chip's colours are learnt in this many rings of equal width: edge spots and inlays turn, rings do not."""
_LOW = np.array([0.0, -1.0, -1.0], np.float32)
_STEP = np.array([0.1, 0.05, 0.05], np.float32)
_BINS = (14, 40, 40)
_SIGMA = np.array([0.07, 0.04, 0.04], np.float32)
"""How far the same card strays between two pictures, beyond what the spots next to it explain."""
_PEAK = 6.5
"""Log density of an empty card that looks exactly as it should."""
_WORST = -2.5
"""Log density where a card looks nothing like itself: it may be dirty, or the picture smeared."""


@dataclass(frozen=True, slots=True, eq=False)
class EmptyModel:
    """What the empty board may look like: the range of each colour near every spot, both [SIDE, SIDE, 3]."""

    low: Matrix
    high: Matrix


@dataclass(frozen=True, slots=True, eq=False)
class ChipModel:
    """A team's chip: its radius in squares, and for each ring the log density of every colour [RINGS, bins]."""

    radius_squares: float
    log_density: Matrix


def opponent(flat: Matrix) -> Matrix:
    """Brightness and two colour differences (red less green, blue less yellow) of flattened blue-green-red."""
    to_yuv = np.array([[0.25, 0.5, 0.25], [0, -1, 1], [1, -0.5, -0.5]], np.float32)
    seen: Matrix = cv2.transform(flat, to_yuv)
    return seen


def empty_model(flat: Matrix) -> EmptyModel:
    """Learn from the flattened empty board; a spot may look like its neighbours, as pictures shift by fractions."""
    seen, near = opponent(flat), np.ones((3, 3), np.uint8)
    return EmptyModel(cv2.erode(seen, near), cv2.dilate(seen, near))


def empty_log_density(seen: Matrix, model: EmptyModel) -> Matrix:
    """Log density [SIDE, SIDE] of opponent colours under the empty board, in full light or in shadow."""
    lit = _PEAK - _distance(seen, model)
    middle = 0.5 * (model.low[..., 0] + model.high[..., 0])
    share = np.clip(seen[..., 0] / np.maximum(middle, 0.05), 0.4, 1.0)
    shaded = _PEAK - 1.0 - 4 * (1 - share) - _distance(seen / share[..., None], model)
    worst: Matrix = np.maximum(np.maximum(lit, shaded), _WORST)
    return worst


def _distance(seen: Matrix, model: EmptyModel) -> Matrix:
    beyond = np.maximum(np.maximum(model.low - seen, seen - model.high), 0) / _SIGMA
    squared: Matrix = 0.5 * np.einsum("ijk,ijk->ij", beyond, beyond)
    return squared


def bins_of(seen: Matrix) -> Matrix:
    """The number of the colour bin of each spot."""
    place = ((seen - _LOW) / _STEP).astype(np.int32)
    np.clip(place, 0, np.array(_BINS) - 1, out=place)
    numbers: Matrix = (place[..., 0] * _BINS[1] + place[..., 1]) * _BINS[2] + place[..., 2]
    return numbers


_SHADES = ((0.55, 0.03), (0.7, 0.07), (0.8, 0.15), (0.9, 0.25), (1.0, 0.3), (1.1, 0.15), (1.2, 0.05))
"""A chip may lie darker or brighter than it was learnt: factors and how often."""


def learn_rings(rings: list[Matrix]) -> Matrix:
    """Log densities [RINGS, bins] from the opponent colours [n, 3] seen in each ring of a chip."""
    return np.stack([_learn(colours) for colours in rings]).astype(np.float32)


def _learn(colours: Matrix) -> Matrix:
    counts = np.zeros(_BINS, np.float64)
    for factor, share in _SHADES:
        np.add.at(counts.reshape(-1), bins_of(colours * np.float32(factor)), share / len(colours))
    for axis, width in enumerate((0.8, 0.8, 0.8)):
        counts = _smoothed(counts, axis, width)
    uniform = 1.0 / counts.size
    learnt: Matrix = np.log((0.97 * counts + 0.03 * uniform) / uniform).reshape(-1)
    return learnt


def _smoothed(counts: Matrix, axis: int, width: float) -> Matrix:
    reach = np.arange(-3, 4)
    kernel = np.exp(-0.5 * (reach / width) ** 2)
    smoothed: Matrix = np.apply_along_axis(np.convolve, axis, counts, kernel / kernel.sum(), mode="same")
    return smoothed


def ring_kernels(radius_squares: float, px: int) -> list[Matrix]:
    """One kernel per ring for cv2.filter2D at `px` pixels a square; weights are the parts of pixels inside."""
    reach = int(np.ceil(radius_squares * px))
    fine = (np.arange((2 * reach + 1) * 4) + 0.5) / 4 - reach - 0.5
    distance = np.hypot(*np.meshgrid(fine, fine)) / (radius_squares * px)
    side = 2 * reach + 1
    edges = np.linspace(0, 1, RINGS + 1)
    inside = [(distance >= a) & (distance < b) for a, b in pairwise(edges)]
    return [part.reshape(side, 4, side, 4).mean(axis=(1, 3)).astype(np.float32) for part in inside]
