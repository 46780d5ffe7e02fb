"""Fits the lattice to what the picture shows of it: a place for every gap between two cards, and for every outer edge.

The cards are cut by hand, so no single gap is where it should be; two hundred and twenty of them together are, but for
what whole rows stray by, which the base's edges tell from the lens's bend.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from calibration.base_edges import base_seen
from calibration.lattice import CUT, GAP_WIDTH, MOST, PX, STRONG, gap_darkness, local_gain
from calibration.lens import Sightings, fit_geometry, nothing_common, squares_across
from companion.games.squares import SIZE
from companion.vision.frame import Image, Matrix, Points, lowest
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
COARSE = tuple(FitPass(PX, GAP_WIDTH, finer * CUT) for finer in (8, 4))
WITHOUT_BASE = (*COARSE, *(FitPass(2 * PX, GAP_WIDTH / 2, finer * CUT) for finer in (2, 1)))
WITH_BASE = (FitPass(2 * PX, GAP_WIDTH / 2, CUT, with_base=True),) * 2
FINE = (*WITHOUT_BASE[len(COARSE) :], *WITH_BASE)
"""From a gap's width, by which a drawn-on lattice may be off, to what is left by the scissors: half at each pass."""


def fitted(bgr: Image, geometry: BoardGeometry, looks: Iterable[FitPass] = (*COARSE, *FINE)) -> BoardGeometry:
    """The geometry fitted to the gaps and outer edges, from coarse to fine, and to the base's edges in the end.

    Coarse looks alone take an eighth of the time and tell whether there is a lattice.
    """
    for look in looks:
        seen = lattice_seen(bgr, geometry, look)
        if look.with_base:
            seen = seen.and_also(base_seen(bgr, geometry))
        geometry = fit_geometry(geometry, seen, look.loss)
    return geometry


def square_px(geometry: BoardGeometry) -> float:
    """The typical side of a square in the picture, in pixels."""
    corners = _corners(geometry)
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    return float(np.mean(sides)) / (SIZE - 1)


def apart(one: BoardGeometry, other: BoardGeometry) -> float:
    """How far the lattices lie apart at most, at their corners, in squares, however either is turned."""
    corners = _corners(one)
    nearest = np.linalg.norm(corners[:, None] - _centres(other).reshape(1, -1, 2), axis=2).min(axis=1)
    return float(nearest.max()) / square_px(one)


def _corners(geometry: BoardGeometry) -> Points:
    """The centres [4, 2] of the squares at the corners, going round, in pixels."""
    return _centres(geometry)[[0, 0, -1, -1], [0, -1, -1, 0]]


@lru_cache(maxsize=256)
def _centres(geometry: BoardGeometry) -> Points:
    """The squares' centres, worked out once: a guess is compared with all that were tried before."""
    return geometry.square_centres()


def lattice_seen(bgr: Image, geometry: BoardGeometry, look: FitPass) -> Sightings:
    """Every gap and every outer edge in a picture [height, width, 3], searched near where it should be."""
    view = cv2.GaussianBlur(rectify(bgr, geometry, look.px, MARGIN), (3, 3), 0)
    columns, rows = gap_darkness(view, look.px)
    white = cv2.blur(lowest(view), (3, 3)) * local_gain(view, look.px)
    upright = _along_lines(columns, white, look)
    flat = _along_lines(rows.T, white.T, look)[:, [1, 0, 3, 2, 4]]
    return _as_sightings(geometry, upright, flat)


def _along_lines(darkness: Matrix, white: Matrix, look: FitPass) -> Matrix:
    """Board x and y on the line, x and y seen, weight [220, 5], for lines that run down; the outer edges come last."""
    fall = np.zeros_like(white)
    fall[:, 1:-1] = white[:, :-2] - white[:, 2:]
    gaps = _along(darkness, range(1, SIZE), look)
    # wide gaps show both cards' edges; a faint line may be one card lying over its neighbour
    gaps[:, 4] = np.minimum(gaps[:, 4] / max(float(np.percentile(gaps[:, 4], 85)), 1.0), 1.0)
    rims = np.vstack([_along(np.maximum(-fall, 0), [0], look), _along(np.maximum(fall, 0), [SIZE], look)])
    rims[:, 4] = look.rim_trust * np.minimum(rims[:, 4] / 20.0, 1.0)
    return np.vstack([gaps, rims])


def _along(signal: Matrix, lines: Iterable[int], look: FitPass) -> Matrix:
    """The ten places [10 a line, 5] along each of some lines where the signal is strongest."""
    n, half = look.px, round(look.reach * look.px)
    rows = [(round((square + MARGIN + 0.12) * n), round((square + MARGIN + 0.88) * n)) for square in range(SIZE)]
    at = [(line, square) for line in lines for square in range(SIZE)]
    middles = [round((line + MARGIN) * n) for line, _ in at]
    patches = [signal[slice(*rows[square]), x - half : x + half] for x, (_, square) in zip(middles, at, strict=True)]
    shifts, levels = _peaks(np.stack(patches))
    line, square = np.array(at, float).T
    return np.stack([line, square + 0.5, line + shifts / n, square + 0.5, levels], axis=1)


def _peaks(patches: Matrix) -> tuple[Matrix, Matrix]:
    """Offsets [n] of the strongest columns of some patches from their middles, in pixels, and their strengths [n].

    A column is as strong as it stands above the others. Its paler half tells: print that touches the gap is left out.
    `patches` are [n, height, width].
    """
    height, width = patches.shape[1:]
    capped = np.minimum(patches, _DARKEST).reshape(-1, width)
    paler, most = cv2.blur(capped, (3, 1)).reshape(patches.shape), max(1, round(MOST * height))
    profiles = np.partition(paler, most - 1, axis=1)[:, :most].mean(axis=1)
    levels = np.maximum(profiles - np.median(profiles, axis=1, keepdims=True), 0)
    top, columns = levels.argmax(axis=1)[:, None], np.arange(width)
    near = np.abs(columns - top) <= 2
    total, strengths = (levels * near).sum(axis=1), patches.mean(axis=1)
    places = (levels * near * columns).sum(axis=1) / np.where(total > 0, total, 1.0) + 0.5 - width / 2
    above = np.where(near, strengths, -np.inf).max(axis=1) - np.median(strengths, axis=1)
    return np.where(total > 0, places, 0.0), np.where(total > 0, np.maximum(above, 0.0), 0.0)


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
