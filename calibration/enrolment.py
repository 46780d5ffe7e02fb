"""Learning the chips: a picture with a few of each team's chips on promised squares becomes a model of each."""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from companion.errors import CalibrationError
from companion.games.one_eyed_jack.squares import column_of, row_of, square_name
from companion.vision.chips import (
    INNER,
    RINGS,
    ChipModel,
    empty_log_density,
    empty_model,
    learn_chip,
    opponent,
)
from companion.vision.frame import Image, Matrix
from companion.vision.geometry import BoardGeometry
from companion.vision.light import empty_light, flattened, log_gain
from companion.vision.sampling import MARGIN, PX, SIDE, sampler_for

_RADII = np.arange(0.16, 0.56, 0.01)
"""Radii tried, in squares: from an 18 mm gem on large cards to a 39 mm chip on small ones."""
_BLUR = 0.5 / PX
"""A spot that is a chip's only in part looks strange already: discs come out half a spot too large."""
_TELLING = 15.0
"""Nats two chips must differ by to be told apart with ease."""
_SPOTS_PER_OPINION = 20
"""Spots of the rectified board that err together."""
_REACH = 0.3
"""How far from its square's centre a chip may lie, in squares."""


def enrol(
    still_bgr: Image, empty_bgr: Image, geometry: BoardGeometry, chips: Mapping[str, Sequence[int]]
) -> tuple[ChipModel, ...]:
    """A chip model for each team, in the order of `chips`, which names the squares their chips lie on.

    Both pictures show the board as `geometry` says. Raises CalibrationError when a promised square shows no chip.
    """
    seen, strange = _looks(still_bgr, empty_bgr, geometry)
    promised = [square for squares in chips.values() for square in squares]
    near = _owners([_middle(square) for square in promised])
    rough = [_rough_centre(np.where(near == n, strange, 0.0), square) for n, square in enumerate(promised)]
    near = _owners(rough)
    own = {square: np.where(near == n, strange, 0.0) for n, square in enumerate(promised)}
    return tuple(_model(team, squares, seen, own) for team, squares in chips.items())


def _middle(square: int) -> tuple[float, float]:
    """The middle of a square, (x, y) in pixels of the rectified board."""
    return (column_of(square) + 0.5 + MARGIN) * PX - 0.5, (row_of(square) + 0.5 + MARGIN) * PX - 0.5


def _owners(middles: list[tuple[float, float]]) -> Matrix:
    """For each spot of the rectified board, the number of the nearest of these points: chips may touch."""
    owners: Matrix = np.stack([_distances(middle) for middle in middles]).argmin(axis=0)
    return owners


def _rough_centre(strange: Matrix, square: int) -> tuple[float, float]:
    """Where the disc that explains most lies, whatever its radius; the square's middle when there is none."""
    score = _disc_scores(strange, square)
    return _centre(square, score[int(score.max(axis=(1, 2)).argmax())]) or _middle(square)


def alike_teams(models: Sequence[ChipModel]) -> tuple[tuple[int, int], ...]:
    """The pairs of teams, by number, whose chips this light can hardly tell apart.

    Telling them apart is worth, in nats, what a chip's own colours say for it against the other (Kullback-Leibler).
    """
    pairs = ((a, b) for b in range(len(models)) for a in range(b))
    return tuple((a, b) for a, b in pairs if min(_told(models[a], models[b]), _told(models[b], models[a])) < _TELLING)


def _told(chip: ChipModel, other: ChipModel) -> float:
    """Nats a typical picture of `chip` says for it and against `other`, by the log densities of both."""
    bins = chip.log_density.shape[1]
    per_spot = np.sum(np.exp(chip.log_density) / bins * (chip.log_density - other.log_density), axis=1)
    areas = np.diff(np.linspace(0, chip.radius_squares * PX, RINGS + 1) ** 2) * np.pi
    return float(per_spot @ areas) / _SPOTS_PER_OPINION


def _looks(still_bgr: Image, empty_bgr: Image, geometry: BoardGeometry) -> tuple[Matrix, Matrix]:
    """Opponent colours of the still, and how unlike the empty board each spot is (0 to 1)."""
    sampler = sampler_for(geometry)
    empty, still = sampler.sample(empty_bgr), sampler.sample(still_bgr)
    light = empty_light(empty)
    plain = opponent(flattened(empty, light, np.zeros_like(light.cells)))
    seen = opponent(flattened(still, light, log_gain(still, light)))
    density = empty_log_density(seen, empty_model(plain))
    return seen, 1 / (1 + np.exp(np.clip(density, -9, 9)))


def _model(team: str, squares: Sequence[int], seen: Matrix, strange: Mapping[int, Matrix]) -> ChipModel:
    scores = np.stack([_disc_scores(strange[square], square) for square in squares])
    best = int(scores.max(axis=(2, 3)).sum(axis=0).argmax())
    centres = [_sure_centre(team, square, score[best]) for square, score in zip(squares, scores, strict=True)]
    radius = float(_RADII[best]) - _BLUR
    parts = [_distances(centre) / (radius * PX) for centre in centres]
    rings = [np.concatenate([seen[(part * RINGS).astype(int) == ring] for part in parts]) for ring in range(RINGS)]
    return learn_chip(radius, rings, [seen[part < INNER] for part in parts])


def _sure_centre(team: str, square: int, score: Matrix) -> tuple[float, float]:
    centre = _centre(square, score)
    if centre is None:
        where = f"no chip of team {team} on {square_name(square)} in the enrolment picture"
        raise CalibrationError(f"{where}; put one there and take the picture again")
    return centre


def _distances(centre: tuple[float, float]) -> Matrix:
    """How far every spot of the rectified board is from a point, in pixels."""
    y, x = np.mgrid[0:SIDE, 0:SIDE]
    distances: Matrix = np.hypot(x - centre[0], y - centre[1])
    return distances


def _window(square: int) -> tuple[slice, slice]:
    reach = round(_REACH * PX)
    y, x = ((at + 0.5 + MARGIN) * PX for at in (row_of(square), column_of(square)))
    return slice(int(y) - reach, int(y) + reach + 1), slice(int(x) - reach, int(x) + reach + 1)


def _disc_scores(strange: Matrix, square: int) -> Matrix:
    """How well a disc of each radius covers the strange spots and no others, [radius, y, x] around a square."""
    surplus = (strange - 0.14).astype(np.float32)
    rows, columns = _window(square)
    pad = PX // 2 + 2
    patch = surplus[max(rows.start - pad, 0) : rows.stop + pad, max(columns.start - pad, 0) : columns.stop + pad]
    top, left = rows.start - max(rows.start - pad, 0), columns.start - max(columns.start - pad, 0)
    height, width = rows.stop - rows.start, columns.stop - columns.start
    return np.stack(
        [cv2.filter2D(patch, -1, _disc(radius))[top : top + height, left : left + width] for radius in _RADII]
    )


def _disc(radius_squares: float) -> Matrix:
    reach = int(np.ceil(radius_squares * PX))
    axis = np.arange(-reach, reach + 1)
    distance = np.hypot(*np.meshgrid(axis, axis))
    inside: Matrix = np.clip(radius_squares * PX + 0.5 - distance, 0, 1).astype(np.float32)
    return inside


def _centre(square: int, score: Matrix) -> tuple[float, float] | None:
    """Where the disc lies, (x, y) in pixels of the rectified board, or None when nothing is there."""
    if score.max() <= 0:
        return None
    rows, columns = _window(square)
    y, x = np.unravel_index(int(score.argmax()), score.shape)
    return columns.start + float(x), rows.start + float(y)
