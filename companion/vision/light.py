"""Taking the light out of a picture: what is left is how bright each spot is against the white of a card there.

The light of a frame is the light of the empty picture times a gain that varies smoothly over the board, but where sun
or shadow lies on a part of it. The gain is found where the board still looks like the empty picture: chips, hands and
things have no say. Gains are taken on encoded pixel values, whose encoding is close to a power law; a power of a
product is the product of the powers.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.squares import SIZE
from companion.vision.frame import Image, Matrix, lowest
from companion.vision.sampling import (
    CELL,
    DARK_LEVELS,
    PX,
    SIDE,
    SPOTS,
    WHOLE,
    Block,
    Spots,
    per_square,
    spots_at,
    spread,
    spread_cells,
)

_CELLS = SIDE // CELL
_A_SQUARE = PX // CELL
_EVERY = 2
"""Every so many cells along and across are enough to fit a light that varies smoothly."""
_QUARTILES = (25, 50, 75)
"""The fit starts from the light that a quarter, half and three quarters of the cells are darker than, each in turn."""
_WIDTH = 0.08
"""Log gain by which a cell may be off the light that explains it, as a sigma: grain, and print moved by a pixel. At
0.07, 17 instead of 10 of 3,500 squares on drawn tables are wrong."""
ENOUGH_LIT = 0.6
"""A light that explains this part of the cells need not be doubted. From 0.5 to 0.7 no
more than 13 squares of four evenings differ."""
_BENDS = 3
"""How often the gain is bent towards what its neighbours show: so far it follows the soft edge of a shadow. With
two 313 squares of four evenings are lost and 82 won."""
_QUARTERS = (SPOTS // 4, SPOTS // 2, 3 * SPOTS // 4)
INK_GONE = 0.4
"""Even where a lamp is mirrored, ink is this dark against how dark it was; with less, something white lies there. At
0.8 ten more of 1,500 squares on drawn tables are not sure."""
BLEACHED = 0.7
"""Under a lamp's mirror image less is left of ink than this part, while some of a square is as white as paper. At 0.35
three of 1,500 squares on drawn tables are read otherwise."""
_SHARPER = 0.6
"""A square's own ink, which a chip may cover, must be so much further gone than all around it. From 0
to 0.65 three squares of four evenings differ, but up to 0.5 squares under a drawn lamp pass for empty."""
_DARKEST = 1.25
"""Ink that a lamp bleached on the empty board is so much darker without it; what is darker yet lies above it. At
1.15 52 squares of four evenings are lost; at 1.43 a drawn gem is wrong."""
_NEIGHBOUR = 0.1
"""A neighbour's ink counts so much of a square's own: a lamp's mirror image ends somewhere. At 0.05
326 squares of four evenings are lost, at 0.2 60."""
_AROUND = np.pad(np.ones((1, 1), np.float32), 1, constant_values=_NEIGHBOUR)
_BESIDE = (_AROUND < 1).astype(np.float32)
WHITE = 0.85
"""Paper is this bright at least, a card's white being 1: what vignetting and grain leave of it. At half of it three of
1,500 squares on drawn tables are read otherwise."""
WHITEST = 255.0
"""No pixel shows more light than this, however bright a card is."""


@dataclass(frozen=True, slots=True, eq=False)
class EmptyLight:
    """The light in the empty picture: its cell means, and the white of the cards over the board [SIDE, SIDE, 3]."""

    white: Matrix
    cells: Matrix
    white_cells: Matrix
    """The white of the cards in every cell [cells, cells, 3]."""
    printed: Matrix
    """How much paler every cell is than those around it, in nats [cells, cells]."""


def empty_light(empty: Image) -> EmptyLight:
    """Learn the light from the rectified empty board [SIDE, SIDE, 3]."""
    tiles = per_square(empty).reshape(100, -1, 3)
    brightest = np.percentile(tiles, 85, axis=1).astype(np.float32).reshape(10, 10, 3)
    white = cv2.blur(cv2.medianBlur(brightest, 3), (3, 3))
    over_board, cells = spread(white), cell_means(empty)
    return EmptyLight(over_board, cells, cell_means(over_board), _paler(cv2.log(cells)))


def log_gain(means: Matrix, light: EmptyLight, before: Matrix | None = None, enough: float = ENOUGH_LIT) -> Matrix:
    """The natural log of the gain in every cell [cells, cells, 3], given a rectified board's cell means.

    `before` is the last known; it is not doubted while it explains `enough` of the cells.
    """
    ratio = cv2.log(cv2.divide(means, light.cells))
    few = _few_of(ratio)
    light_now = None if before is None else _fit(few, _few_of(before))
    if light_now is None or _agreement(few, _FEW @ light_now) < enough:
        starts = np.percentile(few, _QUARTILES, axis=0).astype(np.float32)
        fits = [_fit(few, start) for start in starts]
        light_now = max(fits, key=lambda fit: _agreement(few, _FEW @ fit))
    return _in_two_lights(ratio, _bent(ratio, (_SURFACE @ light_now).reshape(ratio.shape)), light)


def flattened(board: Image, light: EmptyLight, gain: Matrix, block: Block = WHOLE) -> Matrix:
    """A block of the rectified board against the white of its cards: float32, 1 where it is as white as a card.

    `board` is rectified [SIDE, SIDE, 3], BGR in 8 bits; `gain` is logarithmic [cells, cells, 3]. Given back [rows,
    columns, 3].
    """
    brighter = spread_cells(cv2.exp(np.asarray(gain, np.float32)), block)
    white = cv2.multiply(block.of(light.white), brighter)
    _, white = cv2.threshold(np.maximum(white, 8, out=white), WHITEST, WHITEST, cv2.THRESH_TRUNC)
    return cv2.divide(block.of(board), white, dtype=cv2.CV_32F)


def flattened_cells(means: Matrix, light: EmptyLight, gain: Matrix) -> Matrix:
    """The cell means of a rectified board against the white of its cards: float32 [cells, cells, 3]."""
    white = cv2.multiply(light.white_cells, cv2.exp(np.asarray(gain, np.float32)))
    return cv2.divide(means, np.minimum(white, WHITEST + DARK_LEVELS))


def enough_explained(cells: Matrix, light: EmptyLight) -> float:
    """Which part of the cells a light must explain, given a board's flattened cells: chips never look like cards.

    `cells` are [cells, cells, 3], float32; given back is a share, 0 to 1.
    """
    explained = float(_weights(np.log(cells * light.white_cells / light.cells), _WIDTH).mean())
    return ENOUGH_LIT * max(explained, 0.5)


@dataclass(frozen=True, slots=True, eq=False)
class Ink:
    """The most inked spots of every square, and how dark they are [SIZE, SIZE, spots], 0 to 1."""

    spots: Spots
    darkness: Matrix


def ink_of(brightness: Matrix) -> Ink:
    """The ink of an empty board, given its flattened brightness [SIDE, SIDE]."""
    darkness = 1 - per_square(brightness).reshape(100, -1)
    places = np.argsort(-darkness, axis=1)[:, :SPOTS]
    darkest = np.take_along_axis(darkness, places, axis=1)
    return Ink(spots_at(places), np.maximum(darkest, 0.1).reshape(SIZE, SIZE, -1))


def ink_left(seen: Matrix, ink: Ink, block: Block = WHOLE) -> Matrix:
    """How dark a block's ink is against the empty board's: lower quarter, middle, upper quarter, [rows, columns, 3]."""
    ratios = (1 - ink.spots.of(seen, block)[..., 0]) / block.of_squares(ink.darkness)
    ratios = np.minimum(np.maximum(ratios, 0), 2.5)
    ratios.sort(axis=2)
    quarters: Matrix = ratios[..., _QUARTERS].astype(np.float32)
    return quarters


def inkless(left: Matrix) -> Matrix:
    """The squares [10, 10] whose ink is gone, more than a mirrored lamp could bleach it: under something white."""
    gone: Matrix = left[..., 2] < INK_GONE
    return gone


def unbleached(seen: Matrix, around: Matrix, block: Block = WHOLE) -> Matrix:
    """A block's opponent colours with ink as dark as it was on the empty board, given what `ink_around` tells.

    A lamp mirrored in a card adds white, which bleaches ink and leaves paper as it is. Each square is judged by its own
    inked spots if they agree, else, when a chip lies on them, by its neighbours'.
    `seen` is [rows, columns, 3] of the block, `around` [SIZE, SIZE] of all squares.
    """
    stronger = 1 / spread(around, block)
    plain: Matrix = cv2.multiply(seen, cv2.merge([stronger] * 3))
    plain[..., 0] += 1 - stronger
    return plain


def ink_around(left: Matrix) -> Matrix:
    """How dark ink is in and around every square [10, 10] against how dark it was, given all squares' ink left."""
    low, middle, high = left.transpose(2, 0, 1)
    trust = np.where(inkless(left), 1e-3, 1 / (0.02 + high - low) ** 2).astype(np.float32)
    middle = np.clip(middle, INK_GONE, _DARKEST)
    shared: Matrix = cv2.filter2D(trust * middle, -1, _AROUND) / cv2.filter2D(trust, -1, _AROUND)
    return shared


def bleached(left: Matrix) -> Matrix:
    """The squares [10, 10] whose ink is bleached or covered, as is that beside them: a lamp's image is larger than one.

    Given is all squares' ink left.
    """
    pale = (left[..., 1] < BLEACHED).astype(np.uint8)
    beside: Matrix = cv2.filter2D(pale, -1, _BESIDE, borderType=cv2.BORDER_CONSTANT) > 0
    return beside & (pale > 0)


def dazzled(left: Matrix, cells: Matrix) -> Matrix:
    """The squares [10, 10] under a lamp's mirror image: ink is bleached there and paper is as white as ever.

    Given are all squares' ink left and the flattened cell means. Under a thing paper is not white, and beside it ink is
    as dark as it was.
    """
    whitest = per_square(lowest(cells), _A_SQUARE).max(axis=(1, 2)).reshape(SIZE, SIZE)
    ink = np.minimum(ink_around(left), left[..., 1] / _SHARPER)
    under: Matrix = (ink < BLEACHED) & (whitest > WHITE)
    return under


def cell_means(board: Image) -> Matrix:
    """The mean pixel of every cell of a rectified board [cells, cells, 3], as light is told from."""
    small = cv2.resize(board, (_CELLS, _CELLS), interpolation=cv2.INTER_AREA)
    return small.astype(np.float32) + DARK_LEVELS


def _surface() -> Matrix:
    y, x = np.mgrid[0:_CELLS, 0:_CELLS].reshape(2, -1) / (_CELLS - 1) * 2 - 1
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1).astype(np.float32)


def _few_of(cells: Matrix) -> Matrix:
    """Some of the cells [cells, cells, channels], from all over the board, as [some, channels]."""
    some: Matrix = cells[::_EVERY, ::_EVERY].reshape(-1, cells.shape[-1])
    return some


_SURFACE = _surface()
"""Terms of a quadratic surface over the cells, [cells * cells, 6]."""
_EACH = np.ones(3, np.float32)
"""Every channel has the same say."""
_FEW = _few_of(_SURFACE.reshape(_CELLS, _CELLS, -1))


def _weights(residuals: Matrix, width: float) -> Matrix:
    weights: Matrix = np.exp(np.square(residuals) @ _EACH * np.float32(-0.5 / width**2))
    return weights


def _agreement(ratio: Matrix, field: Matrix) -> float:
    """Which part of the cells a field explains, 0 to 1."""
    return float(_weights(ratio - field, _WIDTH).mean())


def _fit(ratio: Matrix, start: Matrix) -> Matrix:
    """The quadratic surface [6, channels] through most of some cells' ratios, begun from a field or a level.

    It is found by iteratively reweighted least squares with Welsch's weights.
    """
    field, held = start, np.float32(1e-3) * np.eye(_FEW.shape[1], dtype=np.float32)
    for width in (4, 3, 2, 1, 1):
        weighted = _FEW * _weights(ratio - field, width * _WIDTH)[:, None]
        _, surface = cv2.solve(_FEW.T @ weighted + held, weighted.T @ ratio, flags=cv2.DECOMP_CHOLESKY)
        field = _FEW @ surface
    return surface


def _bent(ratio: Matrix, field: Matrix) -> Matrix:
    """The field bent to where its neighbours agree: shadows and lamps are no quadratic surfaces."""
    for _ in range(_BENDS):
        residuals = ratio - field
        weights = _weights(residuals, 1.5 * _WIDTH)[..., None]
        total = cv2.GaussianBlur(weights, (0, 0), 2.0)[..., None] + np.float32(0.05)
        field = field + cv2.GaussianBlur(weights * residuals, (0, 0), 2.0) / total
    return field


def _in_two_lights(ratio: Matrix, field: Matrix, light: EmptyLight) -> Matrix:
    """The field with a level of its own where sun or shadow lies on a part of the board, with a sharp edge.

    What hides print is no light. Along the edge the brighter of the two is taken: in shadow a card is known, too.
    """
    lit, some = _weights(ratio - field, 1.5 * _WIDTH), (slice(None, None, _EVERY),) * 2
    if (level := _level((ratio - field)[some][lit[some] < 0.5])) is None:
        return field
    other = _bent(ratio, field + level)
    more = _weights(ratio - other, 1.5 * _WIDTH) - lit
    better = cv2.GaussianBlur(more, (0, 0), 2.0) > 0
    if more[better].sum() < 4 * _A_SQUARE**2:  # what explains no four squares more is the same light, bent otherwise
        return field
    _, parts = cv2.connectedComponents(better.astype(np.uint8))
    gone, whole = (np.bincount(parts.ravel(), (one * light.printed).ravel()) for one in (-_paler(ratio), light.printed))
    lies = better & (gone < (1 - INK_GONE) * whole)[parts]
    return cv2.dilate(np.where(lies[..., None], other, field), np.ones((3, 3), np.uint8)) if lies.any() else field


def _level(residuals: Matrix) -> Matrix | None:
    """The log gain [channels] on which most of these cells [cells, channels] agree; None if too few do."""
    if len(residuals) < _A_SQUARE**2:
        return None
    levels = np.percentile(residuals, _QUARTILES, axis=0).astype(np.float32)
    for width in (4, 3, 2, 1, 1):
        weights = np.stack([_weights(residuals - level, width * _WIDTH) for level in levels])
        levels = weights @ residuals / (weights.sum(axis=1, keepdims=True) + np.float32(1e-6))
    most = weights.sum(axis=1)
    return np.asarray(levels[int(np.argmax(most))]) if most.max() >= _A_SQUARE**2 else None


def _paler(log_cells: Matrix) -> Matrix:
    """How much paler each cell is than those around it, in nats [cells, cells], given [cells, cells, 3] of them."""
    bright = log_cells.mean(axis=2)
    return np.asarray(bright - cv2.blur(bright, (5, 5)))
