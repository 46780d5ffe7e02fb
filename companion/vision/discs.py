"""Where chips lie: discs that explain what the empty board does not, found together so that no two share a spot.

A casino chip is nearly as large as a square and may lie a fifth of a square off, so a chip's pixels reach into the
next square. Discs are therefore placed greatest evidence first, and what a disc explains is spent.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.one_eyed_jack.squares import SIZE
from companion.vision.chips import ChipModel, bins_of, ring_kernels
from companion.vision.frame import Matrix
from companion.vision.sampling import MARGIN, PX, SIDE

HALF_PX = PX // 2
"""Pixels to a square here: half the rectified board."""
HALF_SIDE = SIDE // 2
_EDGE = round(MARGIN * HALF_PX)
_NEAR = slice(1, HALF_PX - 1)
"""A disc's centre lies within three eighths of a square of its square's centre."""
_ENOUGH = 30.0
"""Evidence a disc must gather before it is placed."""
_ALIKE = 0.38
"""A disc must look as much like a chip as this part of what the chip did when it was learnt."""
_SURE = 0.8
_ROUNDS = 4


@dataclass(frozen=True, slots=True, eq=False)
class Disc:
    """A chip of a team, its centre (x, y) and radius in pixels of the halved rectified board."""

    square: int
    team: int
    centre: tuple[float, float]
    radius: float
    sure: bool = True
    """Whether it looks quite as the chip did when it was learnt; glare and glass on ink make a disc unsure."""


@dataclass(frozen=True, slots=True, eq=False)
class Discs:
    """The placed discs, the evidence for each team's best disc in every square [100, teams], and the spots left over.

    Evidence is a sum of log density ratios chip : empty; `likeness` [100, teams] the same sum for chip : anything.
    `free` [HALF_SIDE, HALF_SIDE] is 1 where no disc lies.
    """

    placed: tuple[Disc, ...]
    evidence: Matrix
    likeness: Matrix
    free: Matrix


@dataclass(frozen=True, slots=True, eq=False)
class _Stories:
    """Log densities at half size: the empty board's, and each team's ring by ring, with the rings' kernels."""

    empty: Matrix
    chips: tuple[tuple[Matrix, ...], ...]
    kernels: tuple[tuple[Matrix, ...], ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Best:
    """The best disc of every team in every square: evidence and likeness [100, teams], centres [100, teams, 2]."""

    evidence: Matrix
    likeness: Matrix
    centres: Matrix


def halved(board: Matrix) -> Matrix:
    """A map of the rectified board at half size."""
    return cv2.resize(board, (HALF_SIDE, HALF_SIDE), interpolation=cv2.INTER_AREA)


def kernels_of(chips: tuple[ChipModel, ...]) -> tuple[tuple[Matrix, ...], ...]:
    """The ring kernels of every team, at half size."""
    return tuple(tuple(ring_kernels(chip.radius_squares, HALF_PX)) for chip in chips)


def find_discs(
    seen: Matrix, empty: Matrix, chips: tuple[ChipModel, ...], kernels: tuple[tuple[Matrix, ...], ...]
) -> Discs:
    """Place chips on a rectified board, given its opponent colours and their log density under the empty board."""
    stories = _Stories(halved(empty), _densities(seen, chips), kernels)
    free, placed = uncovered(()), dict[int, Disc]()
    best = _best(stories, free)
    evidence, likeness = best.evidence.copy(), best.likeness.copy()
    for _ in range(_ROUNDS):
        new = [disc for disc in _winners(best, chips) if disc.square not in placed]
        if not new:
            break
        placed |= {disc.square: disc for disc in new}
        free = uncovered(placed.values())
        best = _best(stories, free)
        open_squares = [square for square in range(SIZE * SIZE) if square not in placed]
        evidence[open_squares], likeness[open_squares] = best.evidence[open_squares], best.likeness[open_squares]
    return Discs(tuple(placed.values()), evidence, likeness, free)


def _densities(seen: Matrix, chips: tuple[ChipModel, ...]) -> tuple[tuple[Matrix, ...], ...]:
    numbers = bins_of(seen).astype(np.intp)
    return tuple(tuple(halved(table.take(numbers)) for table in chip.log_density) for chip in chips)


def _best(stories: _Stories, free: Matrix) -> _Best:
    found = [_best_of(stories, team, free) for team in range(len(stories.chips))]
    evidence, likeness, centres = (np.stack(part, axis=1) for part in zip(*found, strict=True))
    return _Best(evidence, likeness, centres)


def _best_of(stories: _Stories, team: int, free: Matrix) -> tuple[Matrix, Matrix, Matrix]:
    chip: Matrix = np.zeros((HALF_SIDE, HALF_SIDE), np.float32)
    for density, kernel in zip(stories.chips[team], stories.kernels[team], strict=True):
        chip += cv2.filter2D(density * free, -1, kernel)
    empty: Matrix = cv2.filter2D(stories.empty * free, -1, np.sum(stories.kernels[team], axis=0))
    ratio, alike = _windows(chip - empty), _windows(chip)
    at = ratio.argmax(axis=1)
    every, width = np.arange(SIZE * SIZE), _NEAR.stop - _NEAR.start
    offset = np.stack([at % width, at // width], axis=1) + _NEAR.start
    corner = np.stack([every % SIZE, every // SIZE], axis=1) * HALF_PX + _EDGE
    return ratio[every, at], alike[every, at], corner + offset


def _windows(board: Matrix) -> Matrix:
    """Values near the centres of the squares, [100, places]."""
    inner = board[_EDGE : HALF_SIDE - _EDGE, _EDGE : HALF_SIDE - _EDGE]
    tiles = inner.reshape(SIZE, HALF_PX, SIZE, HALF_PX).swapaxes(1, 2)
    windows: Matrix = tiles[:, :, _NEAR, _NEAR].reshape(SIZE * SIZE, -1)
    return windows


def _winners(best: _Best, chips: tuple[ChipModel, ...]) -> list[Disc]:
    """Discs with enough evidence that do not overlap a neighbour with more."""
    typical = [chip.typical * np.pi * (chip.radius_squares * HALF_PX) ** 2 for chip in chips]
    alike = best.likeness / typical
    support = np.where(alike > _ALIKE, best.evidence, 0.0)
    team, most = support.argmax(axis=1), support.max(axis=1)
    candidates = [
        Disc(
            square,
            k := int(team[square]),
            (float(best.centres[square, k, 0]), float(best.centres[square, k, 1])),
            chips[k].radius_squares * HALF_PX,
            bool(alike[square, k] > _SURE),
        )
        for square in np.flatnonzero(most > _ENOUGH).tolist()
    ]
    candidates.sort(key=lambda disc: -float(most[disc.square]))
    overlaps = _overlaps(candidates)
    return [disc for n, disc in enumerate(candidates) if not overlaps[n, :n].any()]


def _overlaps(discs: Sequence[Disc]) -> Matrix:
    """Which discs overlap which [n, n]."""
    centres = np.array([disc.centre for disc in discs]).reshape(-1, 2)
    radii = np.array([disc.radius for disc in discs])
    apart = np.hypot(*(centres[:, None] - centres).transpose(2, 0, 1))
    overlapping: Matrix = apart < 0.9 * (radii[:, None] + radii)
    return overlapping


def uncovered(discs: Iterable[Disc]) -> Matrix:
    """The spots [HALF_SIDE, HALF_SIDE] that no disc covers, as 0 and 1; discs have a rim for their edge."""
    free: Matrix = np.ones((HALF_SIDE, HALF_SIDE), np.float32)
    for disc in discs:
        (x, y), radius, fine = disc.centre, disc.radius + 0.7, 16
        cv2.circle(free, (round(x * fine), round(y * fine)), round(radius * fine), 0.0, cv2.FILLED, cv2.LINE_8, 4)
    return free
