"""Chips on a board as discs: where each lies, what it lies upon, and what they leave uncovered.

`disc_search` finds them; a `Discs` is renewed block by block as the board changes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.vision.frame import Matrix
from companion.vision.sampling import HALF_PX, HALF_SIDE, Block

BESIDE_PX = 2
"""So far beside a chip, in pixels at half size, texture is its shadow and a disc of its kind is that same chip. At
4 one more of 1,500 squares on drawn tables is wrong."""
SMALLER = 0.9
"""A chip less than this part as large as another may lie upon it and show its rim, and two nearer than this part of
their radii overlap: radii are learnt to a tenth. Half and twice change two of 1,500 squares on drawn tables."""


@dataclass(frozen=True, slots=True, eq=False)
class Disc:
    """A chip of a team, its centre (x, y) and radius in pixels of the halved rectified board."""

    square: int
    team: int
    centre: tuple[float, float]
    radius: float
    sure: bool = True
    """Whether it looks quite as the chip did when it was learnt: not in glare, in uneven light, or as glass on ink."""
    under: "Disc | None" = None
    """Another team's chip that it lies upon: it shows beside it, or lay there before."""

    def shows(self, other: "Disc") -> bool:
        """Whether both are a chip of the same team in the same place."""
        at = self.square == other.square and self.team == other.team
        return at and bool(np.hypot(*np.subtract(self.centre, other.centre)) < BESIDE_PX)

    def known(self, before: Iterable["Disc"]) -> bool:
        """Whether it is sure, or is one of those that lay there before."""
        return self.sure or any(map(self.shows, before))

    def moved(self, columns: int, rows: int, square: int) -> "Disc":
        """The same disc so many squares further right and down, where it belongs to this square."""
        (x, y), under = self.centre, self.under and self.under.moved(columns, rows, square)
        return replace(self, square=square, centre=(x + columns * HALF_PX, y + rows * HALF_PX), under=under)


@dataclass(frozen=True, slots=True, eq=False)
class Discs:
    """The placed discs, the evidence for each team's best disc in every square [100, teams], and the spots left over.

    Evidence is a sum of log density ratios chip : empty. `free` [HALF_SIDE, HALF_SIDE] is 1 where no disc lies.
    """

    placed: tuple[Disc, ...]
    evidence: Matrix
    free: Matrix

    def in_order(self, before: Iterable[Disc], margin: float) -> "Discs":
        """The same where of two chips that surely show on a square the one that lay there before lies below.

        `before` are the discs of the look before, and `margin` is the evidence between the two then.
        """
        upon = [disc for disc in self.placed if disc.under and disc.under.sure]
        if not upon:
            return self
        below = _lowest(before)
        evidence, placed = self.evidence.copy(), {disc.square: disc for disc in self.placed}
        for disc in upon:
            if disc.under and disc.square in below:
                for upper, lower in ((disc, disc.under), (disc.under, replace(disc, under=None))):
                    if lower.shows(below[disc.square]):
                        placed[disc.square] = replace(upper, under=lower)
                        most = evidence[disc.square].max()
                        evidence[disc.square, [upper.team, lower.team]] = most, most - margin
        return replace(self, placed=tuple(placed.values()), evidence=evidence)

    def told_from(self, before: Iterable[Disc], together: float, decided: float) -> "Discs":
        """The same where a chip that lies where another team's lay is told from that as two colours are: no cast came.

        `before` are the discs of the look before, `together` is by how much less what tells chips apart counted, and
        `decided` the evidence from which a disc is no other chip's rim.
        """
        below = _lowest(before)
        evidence, upon = self.evidence.copy(), dict[int, Disc]()
        for disc in self.placed:
            lower, own = below.get(disc.square), evidence[disc.square, disc.team]
            if lower and not disc.under and lower.team != disc.team and 0 < evidence[disc.square, lower.team] < own:
                upon[disc.square] = replace(disc, under=replace(lower, sure=False))
                evidence[disc.square, lower.team] = own - together * (own - evidence[disc.square, lower.team])
        placed = tuple(upon.get(disc.square, disc) for disc in self.placed)
        return replace(self, placed=placed, evidence=evidence)._without_rims(decided) if upon else self

    def _without_rims(self, decided: float) -> "Discs":
        """The same without doubtful discs that overlap a chip below another: nobody knows whether it is but its rim.

        Bare cards look quite like white chips, so that it takes evidence as well to be none.
        """
        evidence, lower = self.evidence.copy(), [disc.under for disc in self.placed if disc.under]
        single = (disc for disc in self.placed if not disc.under)
        doubtful = [disc for disc in single if not disc.sure or evidence[disc.square, disc.team] < decided]
        rims = [doubtful[number] for number in np.flatnonzero(overlaps(doubtful, lower).any(axis=1))]
        at = [disc.square for disc in rims]
        evidence[at] = np.minimum(evidence[at], 0)
        return replace(self, placed=tuple(disc for disc in self.placed if disc not in rims), evidence=evidence)

    def without(self, block: Block) -> "Discs":
        """The same without the discs on squares of this block."""
        inside = set(block.numbers().tolist())
        placed = tuple(disc for disc in self.placed if disc.square not in inside)
        return self if len(placed) == len(self.placed) else replace(self, placed=placed, free=uncovered(placed))

    def renewed(self, block: Block, part: "Discs") -> "Discs":
        """The same, which has no discs there, with a block of squares as it was read, in its own coordinates."""
        numbers = block.numbers()
        moved = tuple(disc.moved(block.left, block.top, int(numbers[disc.square])) for disc in part.placed)
        evidence = self.evidence.copy()
        evidence[numbers] = part.evidence
        return Discs((*self.placed, *moved), evidence, left_free(self.free, moved))


def _lowest(discs: Iterable[Disc]) -> dict[int, Disc]:
    """The chips that lie on the board itself, by their squares."""
    return {disc.square: disc.under or disc for disc in discs}


def overlaps(discs: Sequence[Disc], others: Sequence[Disc]) -> Matrix:
    """Which discs overlap which others [discs, others]."""
    centres, there = (np.array([disc.centre for disc in some]).reshape(-1, 2) for some in (discs, others))
    radii, around = (np.array([disc.radius for disc in some]) for some in (discs, others))
    apart = np.hypot(*(centres[:, None] - there).transpose(2, 0, 1))
    overlapping: Matrix = apart < SMALLER * (radii[:, None] + around)
    return overlapping


def uncovered(discs: Iterable[Disc]) -> Matrix:
    """The spots [HALF_SIDE, HALF_SIDE] that no disc covers, as 0 and 1; discs have a rim for their edge."""
    return left_free(np.ones((HALF_SIDE, HALF_SIDE), np.float32), discs)


def left_free(free: Matrix, discs: Iterable[Disc]) -> Matrix:
    """What these discs leave of the free spots."""
    free = free.copy()
    for disc in (one for placed in discs for one in (placed, placed.under) if one):
        (x, y), radius, fine = disc.centre, disc.radius + 0.7, 16
        cv2.circle(free, (round(x * fine), round(y * fine)), round(radius * fine), 0.0, cv2.FILLED, cv2.LINE_8, 4)
    return free


def alone(free: Matrix) -> Matrix:
    """The free spots [rows, columns] at half size, 0 or 1, that are not beside a chip."""
    return cv2.erode(free, np.ones((2 * BESIDE_PX + 1,) * 2, np.uint8))
