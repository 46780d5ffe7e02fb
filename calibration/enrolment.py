"""Learning the chips: a picture with a few of each team's chips on promised squares becomes a model of each."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np

from calibration.chip_discs import RADII, centre_of, disc_of, disc_scores, distances, middle_of
from calibration.telling_chips import told_apart
from companion.errors import CalibrationError
from companion.games.squares import SQUARES, column_of, row_of, square_name
from companion.views.appearance import chips_called
from companion.vision.chips import (
    ELUSIVE,
    INNER,
    NOISE_NATS,
    PEAK,
    RINGS,
    SIGMA,
    VEILS,
    ChipModel,
    EmptyModel,
    empty_log_density,
    empty_model,
    learn_chip,
    opponent,
    unlikeness,
    veiled,
)
from companion.vision.disc_search import DECIDED
from companion.vision.frame import Image, Matrix, highest
from companion.vision.geometry import BoardGeometry
from companion.vision.light import WHITEST, cell_means, empty_light, flattened, log_gain
from companion.vision.paper import EVEN, Paper, paper_of, paper_sigma
from companion.vision.sampling import PX, SPOTS, sampler_for
from companion.vision.texture import WINDOW, grain_of, texture_residual

_BLUR = 0.5 / PX
"""A spot that is a chip's only in part looks strange already: discs come out half a spot too large."""
_SHADE = 0.07
"""By so much the shadow at a chip's foot makes its disc too large where shadows count as strange, in squares.
At 0.04 14 instead of 11 of 3,000 squares on drawn tables are wrong."""
_SPARK = 0.7
"""A disc boldly strange with a smaller part of the radius of what is there is a lamp's mirror image in it. From 0.5
to 0.9 10 to 12 of 3,000 squares on drawn tables are wrong."""
_PRINTED = 1 - _SPARK
"""Where a smaller part of what is there is boldly strange, that is chance, or print on a chip as white as paper: 0.08
to 0.27 of the white chips of forty filmed evenings, 0.38 and more of those whose disc is what is boldly strange."""
_FAINTEST = SIGMA / 8
"""Two pictures in one light deviate by this much at least."""
_BAREST = 1 - ELUSIVE
"""A chip does not look like the bare card by more than this part of its spots. Without a limit 5 of 70 white chips and
2 of 606 empty squares on drawn pale tables are wrong, with it none."""

_OR_THE_LAMP = "or move a lamp that is mirrored there and begin again"


@dataclass(frozen=True, slots=True, eq=False)
class _Looks:
    """What the still shows: opponent colours, and how strange each spot is, 0 to 1.

    In nats, `unlike` is what even light does not explain. `bold` is what no shadow explains;
    `faint` is anything that differs between two pictures in one light, which tells a white chip on white paper, and
    shadows too. `busy` is how far the card's colours range around each spot. `brightest` is what the camera shows of
    anything brighter, white being 1, for each colour [3].
    """

    seen: Matrix
    bold: Matrix
    faint: Matrix
    unlike: Matrix
    busy: Matrix
    brightest: Matrix


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """Discs of one radius, in squares, their centres, None where there is nothing, and what was strange there."""

    radius: float
    centres: tuple[tuple[float, float] | None, ...]
    strange: tuple[Matrix, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Enrolled:
    """A team's chips: what was learnt of them, and by how many nats two of them are told apart, at most."""

    model: ChipModel
    apart: float


def enrolled(
    still_bgr: Image, empty_bgr: Image, geometry: BoardGeometry, chips: Mapping[str, Sequence[int]]
) -> tuple[Enrolled, ...]:
    """The chips of each team, in the order of `chips`, which names the squares they lie on.

    Both pictures show the board as `geometry` says. Raises CalibrationError when a promised square shows no chip.
    Both pictures are [height, width, 3] in 8 bits, BGR, of the size of the geometry.
    """
    sampler = sampler_for(geometry)
    looks = _looks(sampler.sample(still_bgr), sampler.sample(empty_bgr))
    promised = [square for squares in chips.values() for square in squares]
    bold, faint = _of_each(looks.bold, promised), _of_each(looks.faint, promised)
    fits = (_whole(bold, faint, squares) for squares in chips.values())
    return tuple(_team(team, squares, looks, fit) for (team, squares), fit in zip(chips.items(), fits, strict=True))


def chips_alone(board: Image, bare: Image, squares: Iterable[int]) -> dict[int, ChipModel]:
    """A chip for each of these squares on which a disc lies, learnt from it alone; both [SIDE, SIDE, 3], rectified.

    What is smaller than any chip is none, nor is what is wider than the square: a bare or covered one.
    """
    looks, found = _looks(board, bare), {}
    for square in squares:
        fit = _fit({square: looks.bold}, [square], _BLUR)
        if fit.centres[0] is not None and RADII[0] < fit.radius < 0.5:
            found[square] = _learnt([fit.centres[0]], looks, fit.radius)
    return found


def _of_each(strange: Matrix, promised: Sequence[int]) -> dict[int, Matrix]:
    """The strange spots that belong to the chip on each promised square."""
    near = _owners([middle_of(square) for square in promised])
    rough = [_rough_centre(np.where(near == n, strange, 0.0), square) for n, square in enumerate(promised)]
    near = _owners(rough)
    return {square: np.where(near == n, strange, 0.0) for n, square in enumerate(promised)}


def _whole(bold: Mapping[int, Matrix], faint: Mapping[int, Matrix], squares: Sequence[int]) -> _Fit:
    """The discs of what is boldly strange, unless that is chance, print, or only a spark in what is there: in glass."""
    fit, whole = _fit(bold, squares, _BLUR), _fit(faint, squares, _SHADE)
    pairs = [(bold[square], centre) for square, centre in zip(squares, whole.centres, strict=True) if centre]
    shares = [part[distances(centre) < whole.radius * PX].mean() for part, centre in pairs]
    if whole.radius > float(RADII[-2]) - _SHADE:  # no disc, but other light than on the empty board
        return fit
    return whole if min(shares, default=1.0) < _PRINTED or fit.radius < _SPARK * whole.radius else fit


def _fit(strange: Mapping[int, Matrix], squares: Sequence[int], rim: float) -> _Fit:
    """The discs of one radius, less a rim, that explain best what is strange on these squares."""
    scores = np.stack([disc_scores(strange[square], square) for square in squares])
    best = int(scores.max(axis=(2, 3)).sum(axis=0).argmax())
    centres = (centre_of(square, score[best]) for square, score in zip(squares, scores, strict=True))
    radius = max(float(RADII[best]) - rim, float(RADII[0]))
    return _Fit(radius, tuple(centres), tuple(strange[square] for square in squares))


def _owners(middles: list[tuple[float, float]]) -> Matrix:
    """For each spot of the rectified board, the number of the nearest of these points: chips may touch."""
    owners: Matrix = np.stack([distances(middle) for middle in middles]).argmin(axis=0)
    return owners


def _rough_centre(strange: Matrix, square: int) -> tuple[float, float]:
    """Where the disc that explains most lies, whatever its radius; the square's middle when there is none."""
    score = disc_scores(strange, square)
    return centre_of(square, score[int(score.max(axis=(1, 2)).argmax())]) or middle_of(square)


def _looks(still: Image, empty: Image) -> _Looks:
    light = empty_light(empty)
    plain = opponent(flattened(empty, light, np.zeros_like(light.cells)))
    flat, model = flattened(still, light, log_gain(cell_means(still), light)), empty_model(plain)
    seen = opponent(flat)
    paper, bright = paper_of(plain), cv2.extractChannel(seen, 0)
    rough = texture_residual(bright, model, float(np.median(grain_of(bright, paper))))
    inside_rims = cv2.morphologyEx(rough, cv2.MORPH_CLOSE, np.ones((WINDOW, WINDOW), np.uint8))
    faint = np.maximum(_faint_evidence(cv2.blur(seen, (3, 3)), model, paper), 2 * inside_rims - 5)
    bold = _likely(-empty_log_density(seen, model))
    busy = highest(cv2.subtract(model.high, model.low))
    return _Looks(seen, bold, _likely(faint), unlikeness(seen, model), busy, _brightest(flat, still))


def _brightest(flat: Matrix, still: Image) -> Matrix:
    """The most that each colour can be flattened to [3], typically: the camera tells no more light apart."""
    most: Matrix = np.median(WHITEST * flat / np.maximum(still, 1), axis=(0, 1))
    return most


def _likely(evidence: Matrix) -> Matrix:
    """How likely a spot is strange, 0 to 1, given log odds."""
    likely: Matrix = 1 / (1 + np.exp(-np.clip(evidence, -9, 9)))
    return likely


def _faint_evidence(calm: Matrix, empty: EmptyModel, paper: Paper) -> Matrix:
    """Log odds that spots differ from the empty board by more than its paper deviates between these two pictures."""
    sigma = np.maximum(_FAINTEST, 1.5 * np.median(paper_sigma(calm, paper), axis=(0, 1)))
    beyond = np.maximum(np.maximum(empty.low - calm, calm - empty.high), 0)
    evidence: Matrix = 0.5 * np.square(beyond / sigma).sum(axis=2) - PEAK
    return evidence


def _team(team: str, squares: Sequence[int], looks: _Looks, fit: _Fit) -> Enrolled:
    for square, strange in zip(squares, fit.strange, strict=True):
        _check_place(team, square, strange, fit.radius)
    centres = {square: _sure(team, square, centre) for square, centre in zip(squares, fit.centres, strict=True)}
    alone = {square: _learnt([centre], looks, fit.radius) for square, centre in centres.items()}
    apart = {pair: told_apart(alone[pair[0]], alone[pair[1]]) for pair in combinations(squares, 2)}
    for one, other in (pair for pair, nats in apart.items() if nats > DECIDED):
        pale = [x for x, y in ((one, other), (other, one)) if _under_a_lamp(alone[y], alone[x])]
        if not pale:
            where = f"the {chips_called(team)} chips on {square_name(one)} and {square_name(other)} are not alike"
            remedy = "lay chips of one kind there, no hand over them, and look again"
            raise CalibrationError(f"{where}; {remedy}, {_OR_THE_LAMP}")
        if len(centres) > 1:  # the others show what it is like
            centres.pop(pale[0], None)
    return Enrolled(_learnt([*centres.values()], looks, fit.radius), max(apart.values(), default=0.0))


def _under_a_lamp(chip: ChipModel, paler: ChipModel) -> bool:
    """Whether one chip looks as the other does where a lamp is mirrored in it."""
    return any(told_apart(veiled(chip, white)[0], paler) < DECIDED for white in VEILS)


def _check_place(team: str, square: int, strange: Matrix, radius: float) -> None:
    """Raises CalibrationError where a disc fills a square beside the promised one, and hardly anything of it that."""
    scores = {other: disc_scores(strange, other).max(axis=(1, 2)) for other in SQUARES if _beside(square, other)}
    if 2 * scores[square][int(np.abs(RADII - radius).argmin())] > disc_of(radius).sum():
        return
    found = max(scores, key=lambda other: float(scores[other].max()))
    best = int(scores[found].argmax())  # of its own: where no chip lies, their common radius says nothing
    if scores[found][best] > 2 * scores[square][best] and 2 * scores[found][best] > disc_of(RADII[best]).sum():
        where = f"a chip lies on {square_name(found)}, but {chips_called(team)} was asked for on {square_name(square)}"
        raise CalibrationError(f"{where}; move it there and take the picture again, {_OR_THE_LAMP}")


def _beside(square: int, other: int) -> bool:
    """Whether this is the square or one of those around it."""
    return max(abs(row_of(square) - row_of(other)), abs(column_of(square) - column_of(other))) <= 1


def _learnt(centres: Sequence[tuple[float, float]], looks: _Looks, radius: float) -> ChipModel:
    parts = [distances(centre) / (radius * PX) for centre in centres]
    numbers = [(part * RINGS).astype(int) for part in parts]
    rings = [np.concatenate([looks.seen[number == ring] for number in numbers]) for ring in range(RINGS)]
    inside = [part < INNER for part in parts]
    chip = learn_chip(radius, rings, [looks.seen[part] for part in inside], looks.brightest)
    return replace(chip, bare=min(_as_bare(looks, inside), _BAREST))


def _as_bare(looks: _Looks, inside: Sequence[Matrix]) -> float:
    """Which part of a chip's spots look like the bare card, judged where print is quiet if enough of them lie there."""
    unlike, busy = (np.concatenate([field[part] for part in inside]) for field in (looks.unlike, looks.busy))
    quiet = unlike[busy < EVEN]
    return float(np.mean((quiet if len(quiet) >= SPOTS else unlike) < NOISE_NATS))


def _sure(team: str, square: int, centre: tuple[float, float] | None) -> tuple[float, float]:
    if centre is None:
        where = f"no {chips_called(team)} chip on {square_name(square)} in the picture with chips"
        raise CalibrationError(
            f"{where}; put one there and take the picture again, or take it off and begin again if it lay there before"
        )
    return centre
