"""Gaps between the cards, and the lattice they make inside an outline.

Looked at straight from above, a gap is a thin line darker than the cards on both sides; along one line some gaps are
hidden (cards that touch) and some thin lines are print. So a whole line's evidence is pooled before it is believed.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.squares import SIZE
from companion.vision.frame import Image, Matrix, highest, lowest
from companion.vision.geometry import BoardGeometry, rectify

PX = 32
"""Pixels to a square while gaps are looked for."""
AROUND = 1
"""Squares of surroundings."""
GAP = 3.0
"""Grey levels, cards being 255, by which a gap is darker than the cards beside it. At half and at twice twelve drawn
boards lie 0.94 to 0.97 px off in the mean."""
GAP_WIDTH = 0.14
"""The widest gap, in squares: six millimetres."""
CUT = 0.015
"""How far cards are cut askew, in squares: two thirds of a millimetre. At half and at twice twelve drawn boards lie
0.88 and 0.99 px off in the mean, instead of 0.95."""
MOST, NEARLY_ALL = 0.5, 0.75
"""Shares of a line, of squares or of looks: what must be seen of one of them, where print, shadows and glare hide
some, and what must be of all together. From half to as they are twelve drawn boards are found alike; none is where all
must be seen."""
STRONG = 40.0
"""Grey levels, cards being 255, beyond which a gap's darkness counts no more: print is darker than most gaps are.
Flat from half to twice on twelve drawn boards."""


@dataclass(frozen=True, slots=True, eq=False)
class Anchored:
    """An outline moved onto the lattice found inside it; `contrast` says how much darker the lines are than squares."""

    geometry: BoardGeometry
    contrast: float


def gap_darkness(view: Image, px_per_square: int) -> tuple[Matrix, Matrix]:
    """How much darker than both sides each pixel is, [height, width] each: across columns, and across rows.

    Grey levels are told as if the cards around were white (255), whatever the light.
    """
    width = round(GAP_WIDTH * px_per_square) | 1
    white = local_gain(view, px_per_square)
    return _black_hat(view, (width, 1)) * white, _black_hat(view, (1, width)) * white


def capped_gaps(view: Image, px_per_square: int) -> tuple[Matrix, Matrix]:
    """The same, with nothing darker than a gap may be: print must not outweigh gaps.

    `view` is rectified [height, width, 3] in 8 bits; each is [height, width], grey levels.
    """
    columns, rows = gap_darkness(view, px_per_square)
    return np.minimum(columns, STRONG), np.minimum(rows, STRONG)


def local_gain(view: Image, px_per_square: int) -> Matrix:
    """What to multiply grey levels with so that the brightest things nearby become white.

    `view` is [height, width, 3] in 8 bits; given back [height, width], float32.
    """
    n = px_per_square
    brightest = cv2.dilate(cv2.blur(lowest(view), (3, 3)), np.ones((n, n), np.uint8))
    even = cv2.blur(brightest, (n, n)).astype(np.float32)
    white: Matrix = 255 / np.maximum(even, max(0.5 * float(even.max()), 8.0))
    return white


def _black_hat(view: Image, size: tuple[int, int]) -> Matrix:
    hat = cv2.morphologyEx(view, cv2.MORPH_BLACKHAT, cv2.getStructuringElement(cv2.MORPH_RECT, size))
    darkest: Matrix = highest(hat).astype(np.float32)
    return darkest


def anchored(bgr: Image, outline: BoardGeometry) -> Anchored:
    """The outline shifted and scaled along both axes until its squares fit the gaps of a picture [height, width, 3]."""
    view = cv2.GaussianBlur(rectify(bgr, outline, PX, AROUND), (3, 3), 0)
    columns, rows = capped_gaps(view, PX)
    inner = slice(round((AROUND + 0.5) * PX), round((AROUND + SIZE - 0.5) * PX))
    x, pitch_x, contrast_x = _comb(columns[inner].mean(axis=0))
    y, pitch_y, contrast_y = _comb(rows[:, inner].mean(axis=1))
    onto = np.array([[pitch_x, 0, x], [0, pitch_y, y], [0, 0, 1]])
    return Anchored(outline.moved(onto), min(contrast_x, contrast_y))


def _comb(profile: Matrix) -> tuple[float, float, float]:
    """Offset and pitch of ten squares along a profile, in squares of the outline, and their inner lines' contrast."""
    smooth = cv2.GaussianBlur(profile[None].astype(np.float32), (3, 1), 0)[0]
    places = (np.arange(len(smooth)) + 0.5) / PX - AROUND
    pitches, slides = np.meshgrid(np.arange(0.78, 1.06, 0.004), np.arange(-0.45, 0.46, 1 / 64), indexing="ij")
    offsets = (SIZE - SIZE * pitches) / 2 + slides
    lines = np.interp(offsets[..., None] + pitches[..., None] * np.arange(1, SIZE), places, smooth)
    between = np.interp(offsets[..., None] + pitches[..., None] * (np.arange(SIZE) + 0.5), places, smooth)
    capped = np.minimum(lines, 2 * np.median(lines, axis=-1, keepdims=True))
    contrasts = capped.mean(axis=-1) - between.mean(axis=-1)
    best = np.unravel_index(int(np.argmax(contrasts)), contrasts.shape)
    return float(offsets[best]), float(pitches[best]), float(contrasts[best])
