"""Where chips lie: discs that explain what the empty board does not, found together so that no two share a spot.

A casino chip is nearly as large as a square and may lie a fifth of a square off, so a chip's pixels reach into the
next square. Discs are therefore placed greatest evidence first, and what a disc explains is spent.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.vision.chips import ChipModel
from companion.vision.correlation import sums
from companion.vision.discs import SMALLER, Disc, Discs, alone, left_free, overlaps
from companion.vision.frame import Matrix
from companion.vision.likelihoods import BareBoard, SpotLikelihoods, colours_of, spot_likelihoods
from companion.vision.sampling import HALF_PX, MARGIN, PX, per_square
from companion.vision.teams import Teams

_EDGE = round(MARGIN * HALF_PX)
REACH = 0.375
"""A chip's centre lies no further from its square's, in squares along either side. At half of it four of 1,500 squares
on drawn tables differ, at twice 146 more are wrong."""
_NEAR = slice(int((0.5 - REACH) * HALF_PX), int((0.5 + REACH) * HALF_PX) + 1)
SOME = 0.12
"""Less than this part of a square is noise at a chip's rim; with more a square is hidden, and a disc in a ring that is
so strange is part of a thing, or lies upon another chip. Flat from half to twice on three drawn tables."""
ENOUGH = 15.0
"""Evidence a disc must gather before it is placed; where cards deviate far today, it must gather more to be sure. With
half three of 1,500 squares on drawn tables are wrong instead of one, with twice 12 more are not sure."""
LIKE_A_CHIP = 0.4
"""A disc must look like a chip as much as this part of what that did when it was learnt: colours, pattern, texture. At
0.2 three of 1,500 squares on drawn tables are wrong instead of one, at 0.8 80 more are not sure."""
_SURE = 2 * LIKE_A_CHIP
"""A disc that looks as much like a chip as this part of what the chip did is sure, and no chip lies upon it."""
TOGETHER = 10.0
"""A colour cast, and a lamp mirrored in a chip, change all its spots: what tells chips apart counts so much less. Of
1,500 squares on drawn tables 134 are not sure at 5, 171 at 10, 229 at 20; one is wrong at each."""
DECIDED = 4 * ENOUGH
"""Evidence that no pattern, texture or disc beside it can outweigh: for a smaller chip upon another, and below zero
against every chip."""
ERRING_TOGETHER = 4.0
"""Spots at half size that err together, since sampling and lenses blur: their evidence counts once. Of 1,500 squares on
drawn tables 134 are not sure at 2, 171 at 4, 229 at 8; one is wrong at each."""


@dataclass(frozen=True, slots=True, eq=False)
class Best:
    """The best disc of every team in every square: its evidence, and its centre's column and row [squares, teams]."""

    evidence: Matrix
    x: Matrix
    y: Matrix


def find_discs(seen: Sequence[Matrix], bare: BareBoard, teams: Teams, free: Matrix) -> Discs:
    """Place chips on a rectified board or a block of one, whose squares are then numbered from 0.

    Given are its opponent colours: as they are, less the white that a mirrored lamp adds to cards, since chips may be
    as shiny, and as they would be on plain paper, since chips may be of glass. Then how they look against the bare
    board, and the spots at half size, 1, that no chip around the block covers. What is only told from busy print
    without leniency must be decided, and is not sure.
    `seen` are two or all three of these [rows, columns, 3]; `free` is 1 at half size [rows / 2, columns / 2] where
    a chip may lie, and 0 elsewhere.
    """
    likelihoods, squares = spot_likelihoods(colours_of(seen), bare, teams.chips), len(per_square(bare.sigma))
    clear = found = add_discs(likelihoods, teams, Discs((), np.zeros((squares, len(teams.chips))), free))
    if bare.leniency.any():
        found = add_discs(likelihoods.franker(bare.leniency), teams, clear, DECIDED)
    found = _upon_others(_uppermost(found, likelihoods, teams), likelihoods, teams)
    enough = ENOUGH * np.maximum(per_square(bare.sigma)[:, PX // 2, PX // 2], 1.0) ** 2
    told = {disc.square for disc in clear.placed} & set(np.flatnonzero(found.evidence.max(axis=1) > enough).tolist())
    placed = tuple(disc if disc.square in told else replace(disc, sure=False) for disc in found.placed)
    none = found.evidence.max(axis=1, keepdims=True) < -ENOUGH  # by either measure; how surely, the kinder one tells
    evidence = np.where(none, clear.evidence, found.evidence)
    soft, upon = softened(evidence, bare.contrast), [disc.square for disc in placed if disc.under]
    soft[upon] = softened(evidence[upon], bare.contrast[upon], 1.0)  # no cast makes two colours of one
    return replace(found, placed=placed, evidence=soft)


def bare_evidence(likelihoods: SpotLikelihoods, teams: Teams) -> Matrix:
    """The evidence for each team's best disc in every square [squares, teams] of a board without chips."""
    return _best(likelihoods, teams, np.ones_like(likelihoods.texture)).evidence


def left_over(empty: Matrix, free: Matrix) -> Matrix:
    """Which part of each square [squares] no disc covers and looks unlike the bare card, by its log density."""
    left: Matrix = per_square((empty < 0) * free, HALF_PX).mean(axis=(1, 2))
    return left


def softened(evidence: Matrix, contrast: Matrix, together: float = TOGETHER) -> Matrix:
    """The evidence, with rivals that explain a square better than its card closer to the likeliest, as contrast is."""
    best = evidence.max(axis=1, keepdims=True)
    softened: Matrix = np.where(evidence > 0, best - (best - evidence) * contrast[:, None] ** 2 / together, evidence)
    return softened


def _uppermost(found: Discs, likelihoods: SpotLikelihoods, teams: Teams) -> Discs:
    """The same, but where a smaller chip lies on a larger one the disc is the upper one's, with the lower's outline."""
    smallest = min((chip.radius_squares for chip in teams.chips), default=0.0) * HALF_PX
    large = {disc.square: disc for disc in found.placed if not disc.sure and smallest < SMALLER * disc.radius}
    if not large:
        return found
    rings = [kernels.parts[:-1] for kernels in teams.kernels]
    below, covered = likelihoods.upon(((disc.team, disc.centre) for disc in large.values()), rings)
    best = _best(below, teams, covered)
    evidence, placed = found.evidence.copy(), {disc.square: disc for disc in found.placed}
    for disc in _winners(best, _likeness(best, below, teams, covered), teams.chips):
        lower, gain = large.get(disc.square), best.evidence[disc.square, disc.team]
        if lower and gain > DECIDED and disc.team != lower.team and disc.radius < SMALLER * lower.radius:
            placed[disc.square] = replace(lower, team=disc.team, sure=False)
            evidence[disc.square, disc.team] = evidence[disc.square, lower.team] + gain
    return replace(found, placed=tuple(placed.values()), evidence=evidence)


def _upon_others(found: Discs, likelihoods: SpotLikelihoods, teams: Teams) -> Discs:
    """The same, where sure discs beside which something is left lie upon another team's chip, if that explains it.

    Of two that explain the square as well as each other nobody knows which lies upon which, and of two that explain the
    disc's own spots, whether there are two.
    """
    left = left_over(likelihoods.below[0], found.free)
    evidence, placed = found.evidence.copy(), {disc.square: disc for disc in found.placed}
    upper = [disc for disc in found.placed if disc.sure and left[disc.square] > SOME / 4]
    if not upper:
        return found
    best = _best(replace(likelihoods, texture=likelihoods.texture * alone(found.free)), teams, found.free)
    for disc in upper:
        gains = np.where(np.arange(len(teams.chips)) == disc.team, 0.0, best.evidence[disc.square])
        at = disc.square, int(gains.argmax())
        own, instead = evidence[disc.square, disc.team], worth_there(at[1], disc, likelihoods, teams)
        known, decided = own - evidence[at] > ENOUGH, bool(gains[at[1]] > DECIDED)
        if gains[at[1]] > ENOUGH and own - instead > DECIDED and (known or decided):
            radius = teams.chips[at[1]].radius_squares * HALF_PX
            lower = Disc(*at, (float(best.x[at]), float(best.y[at])), radius, decided)
            placed[disc.square] = replace(disc, under=lower)
            evidence[disc.square, [disc.team, at[1]]] = (own + gains[at[1]], evidence[at]) if known else own
    return Discs(tuple(placed.values()), evidence, left_free(found.free, placed.values()))


def add_discs(likelihoods: SpotLikelihoods, teams: Teams, before: Discs, enough: float = ENOUGH) -> Discs:
    """The discs placed before and those for which these likelihoods are enough; evidence is told where none lies."""
    placed, free, evidence = {disc.square: disc for disc in before.placed}, before.free, before.evidence.copy()
    rivals: list[Disc] = []
    while True:
        clearest, best = clearest_discs(likelihoods, teams, free, enough)
        open_squares = [square for square in range(len(evidence)) if square not in placed]
        evidence[open_squares] = best.evidence[open_squares]
        new = [disc for disc in clearest if disc.square not in placed]
        if not new:
            break
        placed |= {disc.square: disc for disc in new}
        rivals += [rival for disc in new for rival in _rivals(disc, best, teams.chips)]
        free = left_free(free, new)
        if not (evidence[[square for square in open_squares if square not in placed]] > -DECIDED).any():
            break  # none can hold a chip, of whatever more is spent
    for rival in rivals:
        own, others = placed[rival.square], [disc for disc in placed.values() if disc.square != rival.square]
        if overlaps([rival], others).any():  # it is the chip beside
            there = worth_there(rival.team, own, likelihoods, teams)
            evidence[rival.square, rival.team] = min(evidence[rival.square, rival.team], there)
    return Discs(tuple(placed.values()), evidence, free)


def clearest_discs(
    likelihoods: SpotLikelihoods, teams: Teams, free: Matrix, enough: float = ENOUGH
) -> tuple[list[Disc], Best]:
    """The discs for which these likelihoods are enough before any spot is spent, among the best ones.

    `free` is 1 at half size [rows, columns] where a chip may lie, and 0 elsewhere.
    """
    told = replace(likelihoods, texture=likelihoods.texture * alone(free))
    best = _best(told, teams, free)
    return _winners(best, _likeness(best, told, teams, free), teams.chips, enough), best


def _rivals(disc: Disc, best: Best, chips: tuple[ChipModel, ...]) -> list[Disc]:
    """Other teams' discs that explain a disc's square better than its card."""
    gains, columns, rows = (part[disc.square].tolist() for part in (best.evidence, best.x, best.y))
    return [
        Disc(disc.square, team, (float(columns[team]), float(rows[team])), chip.radius_squares * HALF_PX)
        for team, chip in enumerate(chips)
        if team != disc.team and gains[team] > 0
    ]


def worth_there(team: int, disc: Disc, likelihoods: SpotLikelihoods, teams: Teams) -> float:
    """The evidence for a team's chip just where this disc lies."""
    maps = zip((*likelihoods.ratios[team], likelihoods.texture), teams.kernels[team].parts, strict=True)
    x, y = (np.array([int(part)]) for part in disc.centre)
    return float(np.sum([sums(one, kernel, (x, y)) for one, kernel in maps]))


def _best(likelihoods: SpotLikelihoods, teams: Teams, free: Matrix) -> Best:
    """The best discs where spots are free, given likelihoods whose texture is that of free spots alone."""
    gathered = (
        kernels.gathered([*(ring * free for ring in rings), likelihoods.texture])
        for rings, kernels in zip(likelihoods.ratios, teams.kernels, strict=True)
    )
    windows = np.stack([_windows(ratio) for ratio in gathered], axis=1)
    at, width, columns = windows.argmax(axis=2), _NEAR.stop - _NEAR.start, len(free[0]) // HALF_PX - round(2 * MARGIN)
    row, column = np.divmod(np.arange(len(at))[:, None], columns)
    down, right = np.divmod(at, width)
    corner = _EDGE + _NEAR.start
    return Best(windows.max(axis=2), column * HALF_PX + right + corner, row * HALF_PX + down + corner)


def _likeness(best: Best, likelihoods: SpotLikelihoods, teams: Teams, free: Matrix) -> Matrix:
    """Log densities of chip : anything, summed over the best discs that have enough evidence [squares, teams].

    Texture tells a chip from an empty square and nothing else.
    """
    likeness = np.zeros_like(best.evidence)
    for team, (whole, kernels) in enumerate(zip(teams.wholes, teams.kernels, strict=True)):
        squares = np.flatnonzero(best.evidence[:, team] > ENOUGH)
        if not squares.size:
            continue
        centres = best.x[squares, team], best.y[squares, team]
        colours = best.evidence[squares, team] - sums(likelihoods.texture, kernels.parts[-1], centres)
        likeness[squares, team] = colours + sums(likelihoods.below[team] * free, whole, centres)
    return likeness


def _windows(board: Matrix) -> Matrix:
    """Values near the centres of the squares, [squares, places]."""
    squares = per_square(board, HALF_PX)
    return squares[:, _NEAR, _NEAR].reshape(len(squares), -1)


def _winners(best: Best, likeness: Matrix, chips: tuple[ChipModel, ...], enough: float = ENOUGH) -> list[Disc]:
    """Discs with enough evidence that do not overlap a neighbour with more."""
    alike = likeness / [chip.typical * np.pi * (chip.radius_squares * HALF_PX) ** 2 for chip in chips]
    support = np.where(alike > LIKE_A_CHIP, best.evidence, 0.0)
    team, most = support.argmax(axis=1), support.max(axis=1)
    candidates = [
        Disc(
            square,
            k := int(team[square]),
            (float(best.x[square, k]), float(best.y[square, k])),
            chips[k].radius_squares * HALF_PX,
            bool(alike[square, k] > _SURE),
        )
        for square in np.flatnonzero(most > enough).tolist()
    ]
    candidates.sort(key=lambda disc: -float(most[disc.square]))
    overlapping = overlaps(candidates, candidates)
    return [disc for n, disc in enumerate(candidates) if not overlapping[n, :n].any()]
