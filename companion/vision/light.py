"""Taking the light out of a picture: what is left is how bright each spot is against the white of a card there.

The light of a frame is the light of the empty picture times a gain that varies smoothly over the board. The gain is
found where the board still looks like the empty picture, so that chips, hands and things have no say. Gains are taken
on encoded pixel values: the encoding is close to a power law, and a power of a product is the product of the powers.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.one_eyed_jack.squares import SIZE
from companion.vision.frame import Image, Matrix
from companion.vision.sampling import SIDE, per_square, spread

_CELL = 6
"""Pixels to a cell, the smallest patch with a gain of its own."""
_CELLS = SIDE // _CELL
_SHARES = (30, 50, 65, 80)
"""The fit starts from the light that this many cells of a hundred are darker than, each in turn."""
_MOST = 0.6
"""A light that explains this part of the cells need not be doubted."""
_BENDS = 3
"""How often the gain is bent towards what its neighbours show: so far it follows the soft edge of a shadow."""
_INK_SPOTS = 40
_GONE = 0.4
"""Even where a lamp is mirrored, ink is this dark against how dark it was."""
_NEIGHBOURS = np.full((3, 3), 0.1, np.float32) + np.diag(np.array([0, 0.9, 0], np.float32))
_DARK = 4.0
"""Added to pixel values before dividing, so that noise in the dark has little say."""


@dataclass(frozen=True, slots=True, eq=False)
class EmptyLight:
    """The light in the empty picture: the white of the cards over the board [SIDE, SIDE, 3], and its cell means."""

    white: Matrix
    cells: Matrix


def empty_light(empty: Image) -> EmptyLight:
    """Learn the light from the rectified empty board [SIDE, SIDE, 3]."""
    tiles = per_square(empty).reshape(100, -1, 3)
    brightest = np.percentile(tiles, 85, axis=1).astype(np.float32).reshape(10, 10, 3)
    white = cv2.blur(cv2.medianBlur(brightest, 3), (3, 3))
    return EmptyLight(spread(white.reshape(100, 3)), _cell_means(empty))


def log_gain(board: Image, light: EmptyLight, before: Matrix | None = None) -> Matrix:
    """The natural log of the gain in every cell [cells, cells, 3] of a rectified board; `before` is the last known."""
    ratio = np.log(_cell_means(board) / light.cells)
    flat = ratio.reshape(-1, 3)
    field = None if before is None else _fit(flat, before.reshape(-1, 3))
    if field is None or _agreement(flat, field) < _MOST:
        starts = [np.percentile(flat, share, axis=0) for share in _SHARES]
        fits = [_fit(flat, np.tile(start, (len(flat), 1))) for start in starts]
        field = max(fits, key=lambda fit: _agreement(flat, fit))
    field = field.reshape(ratio.shape)
    for _ in range(_BENDS):
        field = _refined(ratio, field)
    return field


def flattened(board: Image, light: EmptyLight, gain: Matrix) -> Matrix:
    """The rectified board against the white of its cards: float32 [SIDE, SIDE, 3], 1 where it is as white as a card."""
    full = cv2.resize(np.exp(gain).astype(np.float32), (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
    divided: Matrix = board.astype(np.float32) / np.maximum(light.white * full, 8)
    return divided


@dataclass(frozen=True, slots=True, eq=False)
class Ink:
    """The most inked spots of every square: where they are, as flat indices [100, spots], and how dark (0 to 1)."""

    places: Matrix
    darkness: Matrix


def ink_of(brightness: Matrix) -> Ink:
    """The ink of an empty board, given its flattened brightness [SIDE, SIDE]."""
    darkness = 1 - per_square(brightness).reshape(100, -1)
    places = per_square(np.arange(SIDE * SIDE).reshape(SIDE, SIDE)).reshape(100, -1)
    order = np.argsort(-darkness, axis=1)[:, :_INK_SPOTS]
    darkest = np.take_along_axis(darkness, order, axis=1)
    return Ink(np.take_along_axis(places, order, axis=1), np.maximum(darkest, 0.1))


def ink_left(seen: Matrix, ink: Ink) -> Matrix:
    """How dark each square's ink is against the empty board's: lower quarter, middle and upper quarter, [3, 10, 10]."""
    ratios = np.clip((1 - seen[..., 0].take(ink.places)) / ink.darkness, 0, 2.5)
    quarters: Matrix = np.percentile(ratios, (25, 50, 75), axis=1).reshape(3, SIZE, SIZE).astype(np.float32)
    return quarters


def inkless(left: Matrix) -> Matrix:
    """The squares [10, 10] whose ink is gone, more than a mirrored lamp could bleach it: under something white."""
    gone: Matrix = left[2] < _GONE
    return gone


def unbleached(seen: Matrix, left: Matrix) -> Matrix:
    """Opponent colours [SIDE, SIDE, 3] with ink as dark as it was on the empty board, given the ink left.

    A lamp mirrored in a card adds white, which bleaches ink and leaves paper as it is. Each square is judged by its own
    inked spots if they agree, else, when a chip lies on them, by its neighbours'.
    """
    low, middle, high = left
    trust = np.where(inkless(left), 1e-3, 1 / (0.02 + high - low) ** 2).astype(np.float32)
    middle = np.maximum(middle, 0.4)
    shared = cv2.filter2D(trust * middle, -1, _NEIGHBOURS) / cv2.filter2D(trust, -1, _NEIGHBOURS)
    stronger = 1 / spread(shared.reshape(SIZE * SIZE, 1))
    plain: Matrix = seen * stronger
    plain[..., 0] += 1 - stronger[..., 0]
    return plain


def _cell_means(board: Image) -> Matrix:
    small = cv2.resize(board, (_CELLS, _CELLS), interpolation=cv2.INTER_AREA)
    return small.astype(np.float32) + _DARK


def _surface() -> Matrix:
    """Terms of a quadratic surface over the cells, [cells * cells, 6]."""
    y, x = np.mgrid[0:_CELLS, 0:_CELLS].reshape(2, -1) / (_CELLS - 1) * 2 - 1
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)


def _weights(residuals: Matrix, width: float) -> Matrix:
    weights: Matrix = np.exp(-0.5 * np.sum((residuals / width) ** 2, axis=-1))
    return weights


def _agreement(ratio: Matrix, field: Matrix) -> float:
    """Which part of the cells a field explains, 0 to 1."""
    return float(_weights(ratio - field, 0.08).mean())


def _fit(ratio: Matrix, start: Matrix) -> Matrix:
    """A quadratic surface through most of the ratios: iteratively reweighted least squares with Welsch's weights."""
    terms, field = _surface(), start
    for width in (0.3, 0.2, 0.12, 0.08, 0.08):
        weighted = terms * _weights(ratio - field, width)[:, None]
        normal = terms.T @ weighted + 1e-3 * np.eye(terms.shape[1])
        field = terms @ np.linalg.solve(normal, weighted.T @ ratio)
    return field


def _refined(ratio: Matrix, field: Matrix) -> Matrix:
    """The field bent a little further to where its neighbours agree: shadows and lamps are no quadratic surfaces."""
    weights = _weights(ratio - field, 0.12)[..., None].astype(np.float32)
    total = cv2.GaussianBlur(weights, (0, 0), 2.0)[..., None] + 0.05
    bend = cv2.GaussianBlur((weights * (ratio - field)).astype(np.float32), (0, 0), 2.0) / total
    refined: Matrix = field + bend
    return refined
