"""Fits the lattice to what the picture shows of it: a place for every gap between two cards, and for every outer edge.

The cards are cut by hand, so no single gap is where it should be; two hundred and twenty of them together are, but for
what whole rows stray by, which the base's edges tell from the lens's bend.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.base_edges import base_seen
from calibration.lattice import CUT, GAP_WIDTH, MOST, PX, STRONG, gap_darkness, local_gain
from calibration.lens import Sightings, fit_geometry, nothing_common, squares_across
from companion.games.squares import SIZE
from companion.vision.frame import Image, Matrix
from companion.vision.geometry import BoardGeometry, rectify
from companion.vision.sampling import MARGIN

_DARKEST = 2 * STRONG
"""Grey levels beyond which darkness counts no more towards a gap's place."""


@dataclass(frozen=True, slots=True)
class FitPass:
    """How the lattice is looked at once: pixels to a square, and in squares how far to search and what is an error."""

    px: int
    reach: float
    loss: float
    with_base: bool = False
    """Whether the base's own edges have a say, which are looked for beyond the cards."""

    @property
    def rim_trust(self) -> float:
        """An outer edge's weight against a wide gap's.

        What stands furthest out says most about how the board is turned, but it is easily mistaken for the base's edge
        while the lattice is still on its way.
        """
        return _RIM_TRUSTED if self.with_base else _RIM_DOUBTED


_RIM_DOUBTED, _RIM_TRUSTED = 0.2, 0.7
"""What an outer edge says against a wide gap, as a share: while the lattice is on its way, and in the end. At half and
at twice twelve drawn boards lie 0.92 to 0.98 px off in the mean."""
_PASSES = (
    *(FitPass(PX, GAP_WIDTH, finer * CUT) for finer in (8, 4)),
    *(FitPass(2 * PX, GAP_WIDTH / 2, finer * CUT) for finer in (2, 1)),
    *[FitPass(2 * PX, GAP_WIDTH / 2, CUT, with_base=True)] * 2,
)
"""From a gap's width, by which a drawn-on lattice may be off, to what is left by the scissors: half at each pass."""


def fitted(bgr: Image, geometry: BoardGeometry) -> BoardGeometry:
    """The geometry fitted to the gaps and outer edges, from coarse to fine, and to the base's edges in the end.

    `bgr` is [height, width, 3] in 8 bits.
    """
    for look in _PASSES:
        seen = lattice_seen(bgr, geometry, look)
        if look.with_base:
            seen = seen.and_also(base_seen(bgr, geometry))
        geometry = fit_geometry(geometry, seen, look.loss)
    return geometry


def square_px(geometry: BoardGeometry) -> float:
    """The typical side of a square in the picture, in pixels."""
    corners = geometry.square_centres()[[0, 0, -1, -1], [0, -1, -1, 0]]
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    return float(np.mean(sides)) / (SIZE - 1)


def lattice_seen(bgr: Image, geometry: BoardGeometry, look: FitPass) -> Sightings:
    """Every gap and every outer edge, searched near where it should be.

    `bgr` is [height, width, 3] in 8 bits.
    """
    view = cv2.GaussianBlur(rectify(bgr, geometry, look.px, MARGIN), (3, 3), 0)
    columns, rows = gap_darkness(view, look.px)
    white = cv2.blur(view.min(axis=2), (3, 3)) * local_gain(view, look.px)
    upright = _along_lines(columns, white, look)
    flat = _along_lines(rows.T, white.T, look)[:, [1, 0, 3, 2, 4]]
    return _as_sightings(geometry, upright, flat)


def _along_lines(darkness: Matrix, white: Matrix, look: FitPass) -> Matrix:
    """Board x and y on the line, x and y seen, weight [220, 5], for lines that run down; the outer edges come last."""
    fall = np.zeros_like(white)
    fall[:, 1:-1] = white[:, :-2] - white[:, 2:]
    gaps = np.vstack([_along(darkness, line, look) for line in range(1, SIZE)])
    # wide gaps show both cards' edges; a faint line may be one card lying over its neighbour
    gaps[:, 4] = np.minimum(gaps[:, 4] / max(float(np.percentile(gaps[:, 4], 85)), 1.0), 1.0)
    rims = np.vstack([_along(np.maximum(-fall, 0), 0, look), _along(np.maximum(fall, 0), SIZE, look)])
    rims[:, 4] = look.rim_trust * np.minimum(rims[:, 4] / 20.0, 1.0)
    return np.vstack([gaps, rims])


def _along(signal: Matrix, line: int, look: FitPass) -> Matrix:
    """The ten places [10, 5] along one line where the signal is strongest."""
    n, middle, half = look.px, round((line + MARGIN) * look.px), round(look.reach * look.px)
    found = []
    for square in range(SIZE):
        top, bottom = round((square + MARGIN + 0.12) * n), round((square + MARGIN + 0.88) * n)
        patch = signal[top:bottom, middle - half : middle + half]
        shift, level = _peak(patch)
        found.append((line, square + 0.5, line + shift / n, square + 0.5, level))
    return np.array(found)


def _peak(patch: Matrix) -> tuple[float, float]:
    """Offset of a patch's strongest column from its middle, in pixels, and that column's strength above the others.

    Its paler half tells: print that touches the gap is left out.
    """
    palest = np.sort(cv2.blur(np.minimum(patch, _DARKEST), (3, 1)), axis=0)[: max(1, round(MOST * len(patch)))]
    profile = palest.mean(axis=0)
    level = np.maximum(profile - np.median(profile), 0)
    top = int(np.argmax(level))
    if level[top] <= 0:
        return 0.0, 0.0
    near = slice(max(top - 2, 0), top + 3)
    place = float(np.sum(level[near] * np.arange(len(profile))[near]) / np.sum(level[near]))
    strengths = patch.mean(axis=0)
    return place + 0.5 - len(profile) / 2, float(max(strengths[near].max() - np.median(strengths), 0.0))


def _as_sightings(geometry: BoardGeometry, upright: Matrix, flat: Matrix) -> Sightings:
    _even_rims(upright[:, 0], upright[:, 2], flat[:, 1], flat[:, 3])
    found = np.vstack([upright, flat])
    expected, seen = found[:, :2], found[:, 2:4]
    flat_line = np.arange(len(found)) >= len(upright)
    normals = squares_across(geometry, expected, flat_line)
    return Sightings(expected, geometry.image_from_board(seen), normals, found[:, 4], nothing_common(len(found)))


def _even_rims(x: Matrix, x_seen: Matrix, y: Matrix, y_seen: Matrix) -> None:
    """Shifts the outer edges seen outwards by half a gap, the same all around: cards end before their square."""
    sides = [(line, seen, end) for line, seen in ((x, x_seen), (y, y_seen)) for end in (0, SIZE)]
    inset = np.median(np.concatenate([np.abs(seen[line == end] - SIZE / 2) - SIZE / 2 for line, seen, end in sides]))
    for line, seen, end in sides:
        seen[line == end] += inset if end == 0 else -inset
