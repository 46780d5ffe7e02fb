"""The lattice of squares inside an outline: where the narrow gaps between the cards run, line by line.

Looked at straight from above, a gap is a thin line darker than the cards on both sides; along one line some gaps are
hidden (cards that touch) and some thin lines are print. All evidence is therefore pooled over whole lines first, then
measured square by square, and the fit forgives what does not agree.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.lens import Sightings, fit_geometry
from companion.games.one_eyed_jack.squares import SIZE
from companion.vision.frame import Image, Matrix
from companion.vision.geometry import BoardGeometry, rectify

_COARSE = 32
_FINE = 64
_AROUND = 1.0
_PASSES = ((_COARSE, 0.16, 0.05), (_COARSE, 0.1, 0.03), (_FINE, 0.07, 0.02), (_FINE, 0.06, 0.015))
"""Resolution in pixels a square, search to either side, and scale of the robust loss, in squares."""
_STRONG = 40.0
"""Darkness of a gap, in grey levels, beyond which it counts no more: print is darker than gaps are."""


@dataclass(frozen=True, slots=True, eq=False)
class Anchored:
    """An outline moved onto the lattice found inside it; `contrast` says how much darker the lines are than squares."""

    geometry: BoardGeometry
    contrast: float


def gap_darkness(view: Image, px_per_square: int) -> tuple[Matrix, Matrix]:
    """How much darker than both sides each pixel is, [height, width] each: across columns, and across rows.

    Grey levels are told as if the cards around were white (255), whatever the light.
    """
    width = round(0.14 * px_per_square) | 1
    white = _local_white(view, px_per_square)
    across_columns, across_rows = _black_hat(view, (width, 1)) * white, _black_hat(view, (1, width)) * white
    return np.minimum(across_columns, _STRONG), np.minimum(across_rows, _STRONG)


def _local_white(view: Image, px_per_square: int) -> Matrix:
    """What to multiply grey levels with so that the brightest things nearby become white."""
    n = px_per_square
    brightest = cv2.dilate(cv2.blur(view.min(axis=2), (3, 3)), np.ones((n, n), np.uint8))
    even = cv2.blur(brightest, (n, n)).astype(np.float32)
    white: Matrix = 255 / np.maximum(even, max(0.5 * float(even.max()), 8.0))
    return white


def _black_hat(view: Image, size: tuple[int, int]) -> Matrix:
    hat = cv2.morphologyEx(view, cv2.MORPH_BLACKHAT, cv2.getStructuringElement(cv2.MORPH_RECT, size))
    darkest: Matrix = hat.max(axis=2).astype(np.float32)
    return darkest


def anchored(bgr: Image, outline: BoardGeometry) -> Anchored:
    """The outline shifted and scaled along its two axes until ten by ten squares fit the gaps."""
    view = cv2.GaussianBlur(rectify(bgr, outline, _COARSE, _AROUND), (3, 3), 0)
    columns, rows = gap_darkness(view, _COARSE)
    inner = slice(round((_AROUND + 0.5) * _COARSE), round((_AROUND + SIZE - 0.5) * _COARSE))
    x, pitch_x, contrast_x = _comb(columns[inner].mean(axis=0))
    y, pitch_y, contrast_y = _comb(rows[:, inner].mean(axis=1))
    onto = np.array([[pitch_x, 0, x], [0, pitch_y, y], [0, 0, 1]])
    return Anchored(BoardGeometry(outline.lens, outline.ideal_from_board @ onto), min(contrast_x, contrast_y))


def _comb(profile: Matrix) -> tuple[float, float, float]:
    """Offset and pitch of ten squares along a profile, in squares of the outline, and their inner lines' contrast."""
    smooth = cv2.GaussianBlur(profile[None].astype(np.float32), (3, 1), 0)[0]
    places = (np.arange(len(smooth)) + 0.5) / _COARSE - _AROUND
    pitches, slides = np.meshgrid(np.arange(0.78, 1.06, 0.004), np.arange(-0.45, 0.46, 1 / 64), indexing="ij")
    offsets = (SIZE - SIZE * pitches) / 2 + slides
    lines = np.interp(offsets[..., None] + pitches[..., None] * np.arange(1, SIZE), places, smooth)
    between = np.interp(offsets[..., None] + pitches[..., None] * (np.arange(SIZE) + 0.5), places, smooth)
    capped = np.minimum(lines, 2 * np.median(lines, axis=-1, keepdims=True))
    contrasts = capped.mean(axis=-1) - between.mean(axis=-1)
    best = np.unravel_index(int(np.argmax(contrasts)), contrasts.shape)
    return float(offsets[best]), float(pitches[best]), float(contrasts[best])


def settled(bgr: Image, geometry: BoardGeometry) -> BoardGeometry:
    """The geometry fitted to the gaps, from coarse to fine."""
    for px_per_square, reach, loss in _PASSES:
        seen = gaps_seen(bgr, geometry, px_per_square, reach)
        geometry = fit_geometry(geometry, seen, loss * square_px(geometry))
    return geometry


def square_px(geometry: BoardGeometry) -> float:
    """The typical side of a square in the picture, in pixels."""
    corners = geometry.square_centres()[[0, 0, -1, -1], [0, -1, -1, 0]]
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    return float(np.mean(sides)) / (SIZE - 1)


def gaps_seen(bgr: Image, geometry: BoardGeometry, px_per_square: int, reach: float) -> Sightings:
    """Every gap between neighbouring squares, searched within `reach` squares of where it should be."""
    view = cv2.GaussianBlur(rectify(bgr, geometry, px_per_square), (3, 3), 0)
    columns, rows = gap_darkness(view, px_per_square)
    upright = _along_lines(columns, px_per_square, reach)
    flat = _along_lines(rows.T, px_per_square, reach)[:, [1, 0, 3, 2, 4]]
    return _as_sightings(geometry, np.vstack([upright, flat]))


def _along_lines(darkness: Matrix, px_per_square: int, reach: float) -> Matrix:
    """Per gap: board x and y on the line, x and y seen, and weight; for lines that run down the view."""
    n, half = px_per_square, round(reach * px_per_square)
    found = []
    for line in range(1, SIZE):
        for square in range(SIZE):
            top, bottom = round((square + 0.12) * n), round((square + 0.88) * n)
            patch = darkness[top:bottom, line * n - half : line * n + half]
            shift, weight = _peak(patch.mean(axis=0))
            found.append((line, square + 0.5, line + shift / n, square + 0.5, weight))
    return np.array(found)


def _peak(profile: Matrix) -> tuple[float, float]:
    """Offset of the strongest place from the middle of a profile, in pixels, and how far it stands out."""
    level = np.maximum(profile - np.median(profile), 0)
    top = int(np.argmax(level))
    near = slice(max(top - 2, 0), top + 3)
    weight = float(level[top])
    if weight <= 0:
        return 0.0, 0.0
    place = float(np.sum(level[near] * np.arange(len(profile))[near]) / np.sum(level[near]))
    return place + 0.5 - len(profile) / 2, weight / _STRONG


def _as_sightings(geometry: BoardGeometry, gaps: Matrix) -> Sightings:
    expected, seen = gaps[:, :2], gaps[:, 2:4]
    upright = np.arange(len(gaps)) < len(gaps) // 2
    along = np.where(upright[:, None], [0, 0.01], [0.01, 0])
    ahead = geometry.image_from_board(expected + along) - geometry.image_from_board(expected)
    normals = np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return Sightings(expected, geometry.image_from_board(seen), normals, gaps[:, 4])
