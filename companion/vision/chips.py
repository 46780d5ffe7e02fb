"""How likely each spot of the board is under each story: the empty card, the empty card in shadow, or a team's chip.

All stories are told in flattened colour (see `light`): brightness Y and two colour differences U, V. Numbers are
natural logs of densities against a story that knows nothing ("anything may lie here"), which therefore has 0
everywhere.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.vision.frame import Matrix
from companion.vision.sampling import Block

RINGS = 3
"""A chip's colours are learnt in this many rings of equal width: edge spots and inlays turn, rings do not."""
ELUSIVE, _PATTERNED = 0.4, 0.24
"""A chip of which no more looks like the bare card is never taken for one, nor is one whose colours deviate further. Of
1,500 squares on drawn tables half the first leaves 16 more not sure, twice 47 fewer and one more wrong; half and twice
the second change three."""
FAINT = ELUSIVE / 2
"""Less of a chip than this looks like the bare card by chance."""
INNER = 0.85
"""Well inside of a chip: this part of its radius. At half of it 26 more of 1,500 squares on drawn tables are not
sure."""
FOOT = 1 / INNER
"""Where a chip's shadow lies: as much further out."""
_LOW = np.array([0.0, -1.0, -1.0], np.float32)
_STEP = np.array([0.1, 0.05, 0.05], np.float32)
_BINS = (14, 40, 40)
"""Colours are counted in so many steps of brightness, red-green and blue-yellow, from `_LOW` on, `_STEP` wide."""
COLOURS = int(np.prod(_BINS))
"""So many colours are told apart."""
_LAST_BINS = tuple(bins - 1 for bins in _BINS)
_BINNING = np.hstack([np.diag(1 / _STEP), (-_LOW / _STEP - 0.5)[:, None]])
"""From a colour to its bin, less the half that rounding adds."""
_BRIGHT_SIGMA, _COLOUR_SIGMA = 0.07, 0.04
SIGMA = np.array([_BRIGHT_SIGMA, _COLOUR_SIGMA, _COLOUR_SIGMA], np.float32)
"""How far the same card deviates at most between two pictures, beyond what the spots next to it explain. Of 1,500
squares on drawn tables one more is wrong at half the first, 14 more not sure at twice; 41 fewer not sure at half the
second, and four more wrong at twice."""
_DEVIATES = _COLOUR_SIGMA / float(_STEP[-1])
"""So many bins a chip's colours deviate from one look to the next, as a sigma."""
_TINTED = 4.0
"""Shadows have a colour where lights have several: by so much more do their colours deviate, the darker the more.
From 2 to 8 as many of 3,000 drawn squares are wrong; at 0 13 instead of 10 of 3,500."""
PEAK = 6.5
"""Log density, in nats, of an empty card just as it should look: a spot further off is strange. 6.3 is too low."""
NOISE_NATS = 2.0
"""Spots that are less unlike the bare card, in nats, are as grain and gloss make them: two sigma. At 1 three of 1,500
squares on drawn tables are wrong, at 4 seven, else one."""
SHADE = 0.45
"""A shadow leaves at least this part of the light: what is darker is another thing. Flat from half to twice on three
drawn tables."""
_IN_SHADE = 1.0
"""What is held against a shadow, in nats: most spots are in none. At 2 one more of 3,000 drawn squares is wrong."""
_WORST = -NOISE_NATS
"""Log density where a card looks nothing like itself: it may be dirty, or the picture smeared."""


@dataclass(frozen=True, slots=True, eq=False)
class EmptyModel:
    """What the empty board may look like: the range of each colour near every spot, both [SIDE, SIDE, 3]."""

    low: Matrix
    high: Matrix

    def part(self, block: Block) -> "EmptyModel":
        """The same for a block of the board."""
        return EmptyModel(block.of(self.low), block.of(self.high))


@dataclass(frozen=True, slots=True, eq=False)
class ChipModel:
    """A team's chip: its radius in squares, and for each ring the log density of every colour [RINGS, COLOURS].

    `typical` is the mean log density of its own spots when it was learnt, `spread` how far its colours deviate from
    their mean: little on a plain chip, far on one with edge spots and inlay. `bare` is the part of its spots that look
    like the bare card: many on clear glass, and on a white chip on paper.
    """

    radius_squares: float
    log_density: Matrix
    typical: float
    spread: float
    bare: float = 0.0

    @property
    def patterned(self) -> bool:
        """Whether its colours deviate far: those of a court card may be taken for it, spot by spot."""
        return self.spread >= _PATTERNED

    @property
    def told_frankly(self) -> bool:
        """Whether a card seldom passes for the chip: it has no pattern, and little of it looks like the bare card."""
        return self.bare <= FAINT and not self.patterned

    @property
    def white(self) -> bool:
        """Whether a lamp's mirror image on paper may be taken for it: it is as white, and no pattern gives it away."""
        return bool(self.log_density[:, _PAPER].mean() > NOISE_NATS) and not self.patterned

    @property
    def elusive(self) -> bool:
        """Whether the chip can be taken for a bare card: much of it looks so, and no pattern gives it away."""
        return self.bare > ELUSIVE and not self.patterned


def opponent(flat: Matrix) -> Matrix:
    """Brightness and two colour differences (red less green, blue less yellow) of flattened blue-green-red.

    Given and given back [..., 3], float32: 1 is the white of a card.
    """
    seen: Matrix = cv2.transform(flat, _YUV)
    return seen


def empty_model(seen: Matrix) -> EmptyModel:
    """Learn from the empty board's colours; a spot may look like its neighbours, as pictures shift by fractions.

    `seen` are opponent colours [rows, columns, 3] of the rectified board.
    """
    near = np.ones((3, 3), np.uint8)
    return EmptyModel(cv2.erode(seen, near), cv2.dilate(seen, near))


def empty_log_density(seen: Matrix, model: EmptyModel, sigma: Matrix | None = None) -> Matrix:
    """Log density [SIDE, SIDE] of opponent colours under the empty board, in full light or in shadow.

    `sigma` says how far cards deviate around every spot, against how far they may at most.
    """
    variance = np.ones(seen.shape[:2], np.float32) if sigma is None else cv2.multiply(sigma, sigma)
    distance: Matrix = _distance(seen, (model.low, model.high)) / variance
    flat = distance.reshape(-1)
    doubtful = np.flatnonzero(flat > _IN_SHADE)
    if doubtful.size:
        colours, low, high = (part.reshape(-1, 1, 3).take(doubtful, axis=0) for part in (seen, model.low, model.high))
        shaded = _distance_in_shade(colours, (low, high), variance.take(doubtful))
        flat[doubtful] = np.minimum(flat[doubtful], shaded)
    np.subtract(PEAK, distance, out=distance)
    return np.maximum(distance, _WORST, out=distance)


def _distance_in_shade(seen: Matrix, near: tuple[Matrix, Matrix], variance: Matrix) -> Matrix:
    """The distance [n] of spots [n, 1, 3] in shadow, and what is held against shadows."""
    middle = 0.5 * (near[0][..., 0] + near[1][..., 0])
    share = np.clip(seen[..., 0] / np.maximum(middle, 0.05), SHADE, 1.0)
    wider = 1 + _TINTED * (1 - share)
    distance = _distance(cv2.divide(seen, cv2.merge([share] * 3)), near, np.square(wider)) / variance[:, None]
    held: Matrix = distance + _IN_SHADE + 3 * np.log(wider)
    return held[:, 0]


def _distance(seen: Matrix, near: tuple[Matrix, Matrix], variance: Matrix | None = None) -> Matrix:
    """Half the squared distance from what the empty board may look like, the colours' against so much variance."""
    low, high = near
    _, beyond = cv2.threshold(cv2.max(cv2.subtract(low, seen), cv2.subtract(seen, high)), 0, 0, cv2.THRESH_TOZERO)
    squared = cv2.multiply(beyond, beyond)
    if variance is not None:
        squared = cv2.divide(squared, cv2.merge([np.ones_like(variance), variance, variance]))
    return cv2.transform(squared, 0.5 / np.square(SIGMA)[None])


def bins_of(seen: Matrix) -> Matrix:
    """The number of the colour bin [...] of opponent colours [..., 3]."""
    scaled = cv2.transform(np.asarray(seen, np.float32).reshape(-1, 1, 3), _BINNING)
    _, positive = cv2.threshold(scaled, 0, 0, cv2.THRESH_TOZERO)
    places = cv2.split(cv2.convertScaleAbs(positive))  # rounded, and saturated
    first, second, third = (np.minimum(place, last) for place, last in zip(places, _LAST_BINS, strict=True))
    numbers: Matrix = (first * np.uint16(_BINS[1]) + second) * np.uint16(_BINS[2]) + third
    return numbers.reshape(seen.shape[:-1]).astype(np.intp)  # what picking from a table is quickest with


def colours_of_bins() -> Matrix:
    """The opponent colour in the middle of each bin [COLOURS, 3]."""
    places = np.stack(np.unravel_index(np.arange(COLOURS), _BINS), axis=1)
    colours: Matrix = ((places + 0.5) * _STEP + _LOW).astype(np.float32)
    return colours


_PAPER = int(bins_of(np.array([1, 0, 0], np.float32)))
"""The number of white's bin."""
_LIGHTS = np.arange(0.55, 1.75, 0.05, dtype=np.float32)
_LIGHT_WIDTH = 0.15
"""A chip may lie darker or brighter than it was learnt, glass that gathers a lamp's light far brighter: factors of
light, as likely as a Cauchy density around 1 of this half width says. Flat from half to twice on three drawn tables."""
_SELDOM = 0.02
"""So likely, as a share of those looks, is each in which a lamp is mirrored. Flat from half to twice on three drawn
tables; on fourteen one more of 3,000 squares is wrong at both."""
_SPARKS, VEILS = (0.1, 0.2, 0.3, 0.4), (0.05, 0.1, 0.2, 0.4)
"""A spot that mirrors a lamp is so much brighter, and all of a chip by so much white, as parts of a card's light."""
_ENCODING = 2.2
"""The power of light that pixels stand for, nearly."""
_YUV = np.array([[0.25, 0.5, 0.25], [0, -1, 1], [1, -0.5, -0.5]], np.float32)
"""From blue, green and red to brightness, red less green and blue less yellow."""
_BGR = np.linalg.inv(_YUV).astype(np.float32)


def unlikeness(seen: Matrix, model: EmptyModel) -> Matrix:
    """How unlike the empty board opponent colours [rows, columns, 3] are in even light: half the squared distance."""
    return _distance(seen, (model.low, model.high))


def learn_chip(
    radius_squares: float, rings: list[Matrix], inner: list[Matrix], brightest: Matrix | float = np.inf
) -> ChipModel:
    """A chip's model from the opponent colours [n, 3] seen in each of its rings, and well inside of each chip.

    `brightest` is what the camera shows of anything brighter, white being 1, for each colour [3].
    """
    tables = np.stack([_learn(colours, brightest) for colours in rings]).astype(np.float32)
    own = [table.take(bins_of(colours)) for table, colours in zip(tables, rings, strict=True)]
    return ChipModel(radius_squares, tables, float(np.concatenate(own).mean()), min(map(spread_of, inner)))


def veiled(chip: ChipModel, white: float) -> tuple[ChipModel, ChipModel]:
    """The chip under a lamp's mirror image that adds about so much white to all of it, as a part of a card's light.

    The second is the same if its colours deviate half as far, since white draws them together: it tells teams apart.
    """
    shares = np.geomspace(0.5, 2, 5) ** 0.5  # from spot to spot, as far as to what lies between two `VEILS`
    looks = [bins_of(_lit(colours_of_bins(), white * share)) for share in shares.tolist()]
    seen = [_moved(table, looks) for table in chip.log_density]
    loosely, closely = (
        replace(chip, log_density=np.stack([_log_density(colours, width) for colours in seen]))
        for width in (_DEVIATES, _DEVIATES / 2)
    )
    return loosely, closely


def _moved(log_density: Matrix, looks: list[Matrix]) -> Matrix:
    """How often each colour [COLOURS] is seen where every colour looks like one of these."""
    density = np.exp(log_density)
    seen: Matrix = np.sum([np.bincount(look, density, COLOURS) for look in looks], axis=0)
    return seen


def spread_of(colours: Matrix) -> float:
    """How far opponent colours [n, 3] deviate from their mean."""
    return float(np.sqrt(colours.var(axis=0).sum()))


def _learn(colours: Matrix, brightest: Matrix | float) -> Matrix:
    looks = [share * np.bincount(bins_of(look), minlength=COLOURS) for look, share in _looks(colours, brightest)]
    return _log_density(np.sum(looks, axis=0), _DEVIATES)


def _log_density(seen: Matrix, width: float) -> Matrix:
    """Log density [COLOURS] from how often each colour [COLOURS] was seen: colours `width` bins from it are likely."""
    counts = (seen / seen.sum()).reshape(_BINS)
    for axis in range(3):
        counts = _smoothed(counts, axis, width)
    uniform = 1.0 / counts.size
    learnt: Matrix = np.log((0.97 * counts + 0.03 * uniform) / uniform).reshape(-1).astype(np.float32)
    return learnt


def _looks(colours: Matrix, brightest: Matrix | float) -> Iterator[tuple[Matrix, float]]:
    """What the same spots may look like another time, and how often."""
    shares = 1 / (1 + np.square((_LIGHTS - 1) / _LIGHT_WIDTH))
    lit = (opponent(np.minimum(flat_of(colours[:, None]) * light, brightest))[:, 0] for light in _LIGHTS)
    yield from zip(lit, shares / shares.sum(), strict=True)
    yield from ((colours + np.array([white, 0, 0], np.float32), _SELDOM) for white in _SPARKS)


def flat_of(seen: Matrix) -> Matrix:
    """Flattened blue, green and red [..., 3] of opponent colours [..., 3]."""
    return cv2.transform(seen, _BGR)


def _lit(colours: Matrix, white: float) -> Matrix:
    """Opponent colours [n, 3] with so much white added to the light."""
    return opponent((np.maximum(flat_of(colours[:, None]), 0) ** _ENCODING + white) ** np.float32(1 / _ENCODING))[:, 0]


def _smoothed(counts: Matrix, axis: int, width: float) -> Matrix:
    reach = np.arange(-3, 4)
    kernel = np.exp(-0.5 * (reach / width) ** 2)
    padded = np.pad(counts, [(3, 3) if along == axis else (0, 0) for along in range(counts.ndim)])
    smoothed: Matrix = np.lib.stride_tricks.sliding_window_view(padded, len(reach), axis) @ (kernel / kernel.sum())
    return smoothed
