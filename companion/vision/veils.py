"""Chips under a lamp's mirror image, which adds the same light to all of a chip, while its card may mirror nothing.

Black turns grey so, and red a salmon that no chip was learnt with. Where no chip was made out but something lies, or
one that is not sure where ink is bleached, the chips are looked for once more as they would look there.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.games.squares import SIZE
from companion.vision.chips import PEAK
from companion.vision.disc_search import ENOUGH, SOME, clearest_discs, left_over, softened, worth_there
from companion.vision.discs import Disc, Discs, left_free
from companion.vision.frame import Matrix
from companion.vision.light import BLEACHED
from companion.vision.likelihoods import BareBoard, colours_of, halved, spot_likelihoods
from companion.vision.sampling import HALF_PX, MARGIN, PX, Block
from companion.vision.teams import Teams


def with_veiled(found: Discs, seen: Sequence[Matrix], bare: BareBoard, teams: Teams) -> Discs:
    """A block's discs and those under a lamp's mirror image, which are never sure.

    They must look quite like a chip then, as a coin may that is as large. Where more squares than in a row bear what
    nobody can read, and no lamp bleaches them, a hand lies over them.
    `seen` and `bare` are what `find_discs` was given.
    """
    bleached = tuple(disc for disc in found.placed if not disc.sure and bare.contrast[disc.square] < BLEACHED)
    unread = _unread(found, bare) | {disc.square for disc in bleached}
    if not unread:
        return found
    kept = tuple(disc for disc in found.placed if disc not in bleached)
    below = 1 - left_free(np.ones_like(found.free), bleached)
    free = left_free(np.maximum(found.free, below), kept)
    numbers = np.arange(len(found.evidence)).reshape(-1, len(free[0]) // HALF_PX - round(2 * MARGIN))
    block = _around(unread, numbers)
    squares = block.of_squares(numbers).ravel()
    part, colours = bare.part(block, squares), colours_of([block.of(view, PX) for view in seen[:2]])
    evidence, most, new = found.evidence.copy(), dict.fromkeys(unread, ENOUGH), dict[int, Disc]()
    for chips, closely in teams.veiled:
        likelihoods, looked_for = spot_likelihoods(colours, part, chips), replace(teams, chips=chips)
        discs, best = clearest_discs(likelihoods, looked_for, block.of(free, HALF_PX))
        told, at = softened(best.evidence, part.contrast), squares.tolist()
        better = [
            disc
            for disc in discs
            if disc.sure and told[disc.square, disc.team] > most.get(at[disc.square], np.inf)
            if not chips[disc.team].white  # so paper looks as well
        ]
        if not better:
            continue
        likelihoods = spot_likelihoods(colours, part, closely)
        for disc in better:
            square, whose = at[disc.square], [worth_there(team, disc, likelihoods, teams) for team in range(len(chips))]
            team, most[square] = int(np.argmax(whose)), told[disc.square, disc.team]
            evidence[square] = softened(np.array([whose]), part.contrast[[disc.square]])
            radius = chips[team].radius_squares * HALF_PX
            new[square] = replace(disc, team=team, radius=radius).moved(block.left, block.top, square)
    new = {disc.square: disc for disc in bleached} | {at: replace(disc, sure=False) for at, disc in new.items()}
    return Discs((*kept, *new.values()), evidence, left_free(free, new.values()))


def _unread(found: Discs, bare: BareBoard) -> set[int]:
    """The squares on which no disc was placed though something lies there, and no hand.

    Where ink is bleached a card in shade will do, and half as much of it: a lamp leaves of a chip what its shadow would
    be, and some are small.
    """
    density = halved(bare.log_density)
    unread = (left_over(density, found.free) > SOME) | (found.evidence.max(axis=1) > ENOUGH)
    free = np.ones(len(unread), bool)
    free[[disc.square for disc in found.placed]] = False
    if np.count_nonzero(free & unread & ~bare.bleached) > SIZE:
        unread &= bare.bleached
    if bare.bleached.any():
        unread |= bare.bleached & (left_over(density - PEAK / 2, found.free) > SOME / 2)
    return set(np.flatnonzero(free & unread).tolist())


def _around(squares: set[int], numbers: Matrix) -> Block:
    """The smallest block that holds these squares."""
    rows, columns = np.nonzero(np.isin(numbers, list(squares)))
    return Block(int(rows.min()), int(columns.min()), int(rows.max()) + 1, int(columns.max()) + 1)
