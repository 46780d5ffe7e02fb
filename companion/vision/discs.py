"""Where chips lie: discs that explain what the empty board does not, found together so that no two share a spot.

A casino chip is nearly as large as a square and may lie a fifth of a square off, so a chip's pixels reach into the
next square. Discs are therefore placed greatest evidence first, and what a disc explains is spent.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.vision.chips import ChipModel, bins_of, foot_kernel, ring_kernels
from companion.vision.frame import Matrix
from companion.vision.sampling import MARGIN, PX, SIDE, Block, per_square

HALF_PX = PX // 2
"""Pixels to a square here: half the rectified board."""
HALF_SIDE = SIDE // 2
_EDGE = round(MARGIN * HALF_PX)
_NEAR = slice(1, HALF_PX - 1)
"""A disc's centre lies within three eighths of a square of its square's centre."""
_ENOUGH = 15.0
"""Evidence a disc must gather before it is placed; where cards stray far today, it must gather more to be sure."""
_VEIL = 0.04
"""White of this much above a spot is worth a second look without it."""
_ALIKE = 0.38
"""A disc must look as much like a chip as this part of what the chip did when it was learnt."""
_SURE = 0.8
BESIDE_PX = 2
"""So far beside a chip, relief is its shadow, and that of no other."""
_HOPELESS = -60.0
"""Evidence of so little that no disc beside it can have hidden a chip."""
_ROUNDS = 4


@dataclass(frozen=True, slots=True, eq=False)
class Disc:
    """A chip of a team, its centre (x, y) and radius in pixels of the halved rectified board."""

    square: int
    team: int
    centre: tuple[float, float]
    radius: float
    sure: bool = True
    """Whether it looks quite as the chip did when it was learnt: not in glare, in uneven light, or as glass on ink."""

    def moved(self, columns: int, rows: int, square: int) -> "Disc":
        """The same disc so many squares further right and down, where it belongs to this square."""
        x, y = self.centre
        return replace(self, square=square, centre=(x + columns * HALF_PX, y + rows * HALF_PX))


@dataclass(frozen=True, slots=True, eq=False)
class Discs:
    """The placed discs, the evidence for each team's best disc in every square [100, teams], and the spots left over.

    Evidence is a sum of log density ratios chip : empty. `free` [HALF_SIDE, HALF_SIDE] is 1 where no disc lies.
    """

    placed: tuple[Disc, ...]
    evidence: Matrix
    free: Matrix

    def renewed(self, block: Block, part: "Discs") -> "Discs":
        """The same with a block of squares as it was read anew, in its own coordinates."""
        numbers = block.numbers()
        moved = (disc.moved(block.left, block.top, int(numbers[disc.square])) for disc in part.placed)
        placed = (*self.outside(block), *moved)
        evidence = self.evidence.copy()
        evidence[numbers] = part.evidence
        return Discs(placed, evidence, uncovered(placed))

    def outside(self, block: Block) -> tuple[Disc, ...]:
        """The discs on squares that are not of this block."""
        inside = set(block.numbers().tolist())
        return tuple(disc for disc in self.placed if disc.square not in inside)


@dataclass(frozen=True, slots=True, eq=False)
class Teams:
    """Each team's chip, and as kernels at half size its rings, and all of it with its foot."""

    chips: tuple[ChipModel, ...]
    kernels: tuple[tuple[Matrix, ...], ...]
    feet: tuple[Matrix, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Bare:
    """How a rectified board, or a block of one, looks against the bare board: log density, and strays and relief.

    `strays` says how far cards stray there, `relief` what the relief is worth to a chip.
    """

    log_density: Matrix
    strays: Matrix
    relief: Matrix


@dataclass(frozen=True, slots=True, eq=False)
class _Stories:
    """At half size: the empty board's log density, by how much each team's rings exceed it, and relief's worth."""

    empty: Matrix
    ratios: tuple[tuple[Matrix, ...], ...]
    relief: Matrix


@dataclass(frozen=True, slots=True, eq=False)
class _Best:
    """The best disc of every team in every square: evidence [squares, teams] and centres (x, y) [squares, teams, 2]."""

    evidence: Matrix
    centres: Matrix


def halved(board: Matrix) -> Matrix:
    """A map of the rectified board, or a block of it, at half size."""
    return cv2.resize(board, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)


def teams_of(chips: tuple[ChipModel, ...]) -> Teams:
    """The teams with these chips."""
    rings = (tuple(ring_kernels(chip.radius_squares, HALF_PX)) for chip in chips)
    return Teams(chips, tuple(rings), tuple(foot_kernel(chip.radius_squares, HALF_PX) for chip in chips))


def find_discs(seen: tuple[Matrix, Matrix], bare: Bare, teams: Teams, free: Matrix) -> Discs:
    """Place chips on a rectified board or a block of one, whose squares are then numbered from 0.

    Given are its opponent colours, as they are and less the white that a mirrored lamp adds to cards, since chips may
    be as shiny; how they look against the bare board; and the spots at half size, 1, that no chip around the block
    covers.
    """
    stories, placed = _stories(seen, bare, teams), dict[int, Disc]()
    best = _best(stories, teams, free)
    evidence = best.evidence.copy()
    for _ in range(_ROUNDS):
        likeness = _likeness(best, stories, teams, free)
        new = [disc for disc in _winners(best, likeness, teams.chips) if disc.square not in placed]
        if not new:
            break
        placed |= {disc.square: disc for disc in new}
        free = _covered(free, new)
        open_squares = [square for square in range(len(evidence)) if square not in placed]
        if not (best.evidence[open_squares] > _HOPELESS).any():
            break  # none can hold a chip, of whatever more is spent
        best = _best(stories, teams, free)
        evidence[open_squares] = best.evidence[open_squares]
    enough = _ENOUGH * np.maximum(per_square(bare.strays)[:, PX // 2, PX // 2], 1.0) ** 2
    told = evidence.max(axis=1) > enough
    return Discs(tuple(disc if told[at] else replace(disc, sure=False) for at, disc in placed.items()), evidence, free)


def _stories(seen: tuple[Matrix, Matrix], bare: Bare, teams: Teams) -> _Stories:
    as_seen, small = bins_of(seen[0]).astype(np.intp), halved(bare.log_density)
    bright, reddish, bluish = cv2.split(cv2.absdiff(*seen))
    veiled = np.flatnonzero(cv2.max(cv2.max(bright, reddish), bluish) > _VEIL)
    below = bins_of(seen[1].reshape(-1, 3).take(veiled, axis=0)).astype(np.intp) if veiled.size else veiled
    ratios = (
        tuple(_or_bare(_density(table, as_seen, (veiled, below)) - small, chip) for table in chip.log_density)
        for chip in teams.chips
    )
    return _Stories(small, tuple(ratios), halved(bare.relief))


def _or_bare(ratio: Matrix, chip: ChipModel) -> Matrix:
    """Log density ratios chip : empty, where part of the chip's spots look like the bare card."""
    if not chip.elusive:
        return ratio
    either: Matrix = np.log((1 - chip.bare) * np.exp(ratio) + chip.bare)
    return either


def _density(table: Matrix, as_seen: Matrix, veil: tuple[Matrix, Matrix]) -> Matrix:
    """Log density at half size; spots under a veil of white count as what explains them better, veiled or bare."""
    (veiled, below), density = veil, table.take(as_seen)
    flat = density.reshape(-1)
    flat[veiled] = np.maximum(flat[veiled], table.take(below))
    return halved(density)


def _best(stories: _Stories, teams: Teams, free: Matrix) -> _Best:
    relief = stories.relief * alone(free)
    found = [
        _best_of(sum((cv2.filter2D(ring * free, -1, kernel) for ring, kernel in rings), cv2.filter2D(relief, -1, foot)))
        for rings, foot in zip(map(zip, stories.ratios, teams.kernels), teams.feet, strict=True)
    ]
    evidence, centres = (np.stack(part, axis=1) for part in zip(*found, strict=True))
    return _Best(evidence, centres)


def alone(free: Matrix) -> Matrix:
    """The free spots that are not beside a chip."""
    return cv2.erode(free, np.ones((2 * BESIDE_PX + 1,) * 2, np.uint8))


def _best_of(ratio: Matrix) -> tuple[Matrix, Matrix]:
    windows = _windows(ratio)
    at = windows.argmax(axis=1)
    every, width, columns = np.arange(len(at)), _NEAR.stop - _NEAR.start, ratio.shape[1] // HALF_PX - round(2 * MARGIN)
    offset = np.stack([at % width, at // width], axis=1) + _NEAR.start
    corner = np.stack([every % columns, every // columns], axis=1) * HALF_PX + _EDGE
    return windows[every, at], corner + offset


def _likeness(best: _Best, stories: _Stories, teams: Teams, free: Matrix) -> Matrix:
    """Log densities of chip : anything, summed over the best discs that have enough evidence [squares, teams].

    Relief tells a chip from an empty square and nothing else.
    """
    likeness, empty, relief = np.zeros_like(best.evidence), stories.empty * free, stories.relief * alone(free)
    for team, rings in enumerate(teams.kernels):
        squares = np.flatnonzero(best.evidence[:, team] > _ENOUGH)
        centres = best.centres[squares, team]
        colours = best.evidence[squares, team] - _sums(relief, teams.feet[team], centres)
        likeness[squares, team] = colours + _sums(empty, np.sum(rings, axis=0), centres)
    return likeness


def _sums(board: Matrix, kernel: Matrix, centres: Matrix) -> Matrix:
    """What a kernel comes to at some places (x, y) [n, 2] of a map."""
    reach = np.arange(len(kernel)) - len(kernel) // 2
    x, y = centres.T
    sums: Matrix = np.einsum("nyx,yx->n", board[y[:, None, None] + reach[:, None], x[:, None, None] + reach], kernel)
    return sums


def _windows(board: Matrix) -> Matrix:
    """Values near the centres of the squares, [squares, places]."""
    inner = board[_EDGE:-_EDGE, _EDGE:-_EDGE]
    tiles = inner.reshape(len(inner) // HALF_PX, HALF_PX, -1, HALF_PX).swapaxes(1, 2)
    windows: Matrix = tiles[:, :, _NEAR, _NEAR].reshape(tiles.shape[0] * tiles.shape[1], -1)
    return windows


def _winners(best: _Best, likeness: Matrix, chips: tuple[ChipModel, ...]) -> list[Disc]:
    """Discs with enough evidence that do not overlap a neighbour with more."""
    typical = [chip.typical * np.pi * (chip.radius_squares * HALF_PX) ** 2 for chip in chips]
    alike = likeness / typical
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
    return _covered(np.ones((HALF_SIDE, HALF_SIDE), np.float32), discs)


def _covered(free: Matrix, discs: Iterable[Disc]) -> Matrix:
    """What these discs leave of the free spots."""
    free = free.copy()
    for disc in discs:
        (x, y), radius, fine = disc.centre, disc.radius + 0.7, 16
        cv2.circle(free, (round(x * fine), round(y * fine)), round(radius * fine), 0.0, cv2.FILLED, cv2.LINE_8, 4)
    return free
