"""What lies on the board and is neither card nor chip: hands, sleeves, cups, phones, and the squares they hide.

A sleeve may have a chip's colour, and skin that of wood. Chips end where they end: a disc with something strange all
around it is part of a larger thing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from companion.games.squares import SIZE
from companion.vision.chips import INNER, NOISE_NATS, ChipModel
from companion.vision.disc_search import LIKE_A_CHIP, SOME
from companion.vision.discs import Disc, Discs, alone, uncovered
from companion.vision.frame import Image, Matrix
from companion.vision.light import INK_GONE
from companion.vision.likelihoods import halved
from companion.vision.motion import PLAIN, rim_of, spots_of
from companion.vision.paper import EVEN, middle
from companion.vision.sampling import CELL, DARK_LEVELS, HALF_PX, HALF_SIDE, PX, over_squares

SOME_SPOTS = SOME * HALF_PX**2
"""So many spots at half size are that part of a square."""
_TRACE = 0.02
"""A square is strange when this much of it is. At 0.06 a drawn gem on a court card is read as another team's."""
_UNEXPLAINED, _OF_USUAL = 9.0, 4.0
"""Texture beyond so much, in nats and as a multiple of the usual square's, speaks for a chip that hardly shows. Without
the first 315 instead of 59 of 1,787 bare squares of 20023 are not sure; the second, from half to twice, changes none of
1,500 on drawn tables."""
_GLOSS = 2 * EVEN
"""Colours deviate this far by grain and gloss alone, those of black chips most: no pattern that a chip could lack."""
_LARGER = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (PX // CELL + 1,) * 2)
"""A thing is larger than a chip, in cells."""


@dataclass(frozen=True, slots=True, eq=False)
class Foreign:
    """Spots covered by things [HALF_SIDE, HALF_SIDE] as 0 and 1, and whether a thing reaches in from outside."""

    mask: Matrix
    reaching: bool
    hidden: tuple[int, ...] = ()
    """The squares too much covered to be read."""

    @property
    def present(self) -> bool:
        """Whether anything lies on the board."""
        return bool(over_squares(self.mask).any())

    def same_as(self, other: "Foreign") -> bool:
        """Whether the same spots are covered, up to a little trembling."""
        mine, theirs = over_squares(self.mask), over_squares(other.mask)
        both, either = np.count_nonzero(mine & theirs), np.count_nonzero(mine | theirs)
        return bool(both >= 0.85 * either)

    def mostly_without(self, spots: Matrix) -> bool:
        """Whether next to none of these spots [HALF_SIDE, HALF_SIDE] are covered, up to a little trembling."""
        mine = over_squares(self.mask)
        return bool(np.count_nonzero(mine & over_squares(spots)) <= 0.15 * np.count_nonzero(mine))


NOTHING = Foreign(np.zeros((HALF_SIDE, HALF_SIDE), np.uint8), False)


def strangeness(empty: Matrix) -> Matrix:
    """Spots [HALF_SIDE, HALF_SIDE], 0 or 1, that look less like the empty board, by its density, than like anything."""
    return (halved(empty) < 0).astype(np.uint8)


def dark_things(board: Image, cells: Matrix, before: Image, then: Matrix) -> Matrix:
    """Spots [HALF_SIDE, HALF_SIDE], 0 or 1, of what is larger than a chip, darker than what lay there, and hides it.

    A phone's glass is to cards a shadow and to black chips one of them, and so may be a sleeve. Shadows leave print as
    it was, against the light there. Given are a rectified board [SIDE, SIDE, 3], BGR in 8 bits, with its flattened cell
    means [cells, cells, 3], and those of the look at which nothing but chips lay there.
    """
    darker = cv2.inRange(cv2.subtract(then, cells), (PLAIN,) * 3, (np.inf,) * 3)
    large = cv2.morphologyEx(darker, cv2.MORPH_OPEN, _LARGER)
    if not large.any():
        return NOTHING.mask
    _, parts = cv2.connectedComponents(spots_of(large))
    seen, was, noise = _print_of(board), _print_of(before), PLAIN**2
    shared, whole = (np.bincount(parts.ravel(), (was * one + noise).ravel()) for one in (seen, was))
    kept = np.maximum(shared, 0.0)
    gone = kept / whole < INK_GONE * kept[0] / whole[0]
    spots: Matrix = gone[parts].astype(np.uint8)
    return spots


def _print_of(board: Image) -> Matrix:
    """How much darker or paler each spot of a rectified board is than those around it, in nats, at half size."""
    bright = cv2.log(halved(cv2.cvtColor(board, cv2.COLOR_BGR2GRAY)).astype(np.float32) + DARK_LEVELS)
    printed: Matrix = bright - cv2.blur(bright, (5, 5))
    return printed


def patterned(discs: Discs, seen: Matrix, chips: Sequence[ChipModel]) -> Discs:
    """A block's discs without those much blander than their team's chips, given its opponent colours.

    Skin has the colours between a red chip and its white spots, a shadow those of a grey one, but not their pattern.
    `seen` is [rows, columns, 3], float32.
    """
    if not discs.placed:
        return discs
    small, bland = halved(seen), np.zeros(len(discs.placed), bool)
    for radius, of_size in _by_radius(discs.placed):
        rows, columns = _around([discs.placed[n] for n in of_size], _within(0.0, INNER * radius), small.shape)
        sigma = np.sqrt(small[rows, columns].var(axis=1).sum(axis=1))
        patterns = np.square([chips[discs.placed[n].team].spread for n in of_size]) - _GLOSS**2
        bland[of_size] = sigma < LIKE_A_CHIP * np.sqrt(np.maximum(patterns, 0.0))
    kept = tuple(disc for disc, dull in zip(discs.placed, bland.tolist(), strict=True) if not dull)
    return replace(discs, placed=kept) if len(kept) < len(discs.placed) else discs


def _by_radius(discs: Sequence[Disc]) -> list[tuple[float, list[int]]]:
    """The discs' numbers by their radius."""
    radii = sorted({disc.radius for disc in discs})
    return [(radius, [n for n, disc in enumerate(discs) if disc.radius == radius]) for radius in radii]


@lru_cache(maxsize=64)
def _within(inner: float, outer: float) -> tuple[Matrix, Matrix]:
    """Rows and columns [spots] of the spots further than `inner` and not further than `outer` from a centre."""
    reach = int(np.ceil(outer))
    rows, columns = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    distance = np.hypot(rows, columns)
    ring = (distance <= outer) & ((distance > inner) | (inner == 0.0))
    return rows[ring], columns[ring]


def _around(discs: Sequence[Disc], spots: tuple[Matrix, Matrix], shape: tuple[int, ...]) -> tuple[Matrix, Matrix]:
    """Rows and columns [discs, spots] of the same spots around each disc; those beyond the rim are moved onto it."""
    x, y = np.array([disc.centre for disc in discs]).astype(int).T
    rows, columns = y[:, None] + spots[0], x[:, None] + spots[1]
    return np.clip(rows, 0, shape[0] - 1), np.clip(columns, 0, shape[1] - 1)


def beside_board(strange: Matrix) -> Matrix:
    """The strange spots [HALF_SIDE, HALF_SIDE] outside the lattice: stocks of chips, the pile, a hand at rest."""
    beside = strange.copy()
    over_squares(beside)[:] = 0
    return cv2.dilate(beside, np.ones((3, 3), np.uint8))


def only_chips(discs: Discs, strange: Matrix, before: Sequence[Disc] = ()) -> Discs:
    """The discs without those that are part of something larger; dropping one may give away the next.

    What an unsure disc explains counts as strange beside other such ones, since a phone could be many dim chips; not so
    one upon another, or one that lay there `before`.

    `strange` is [HALF_SIDE, HALF_SIDE], 0 or 1.
    """
    while True:
        lying = [one for disc in discs.placed for one in (disc, disc.under) if one]
        known = [bool(one.under) or one.known(before) for one in lying]
        plain = [one for one, told in zip(lying, known, strict=True) if told]
        dim = [one for one, told in zip(lying, known, strict=True) if not told]
        parts = {one.square for one in _surrounded(strange * uncovered(lying), plain)}
        parts |= {one.square for one in _surrounded(strange * uncovered(plain), dim)}
        kept = tuple(disc for disc in discs.placed if disc.square not in parts)
        if len(kept) == len(discs.placed):
            return discs
        discs = replace(discs, placed=kept, free=uncovered(kept))


def _surrounded(left_over: Matrix, discs: Sequence[Disc]) -> list[Disc]:
    """The discs with a ring around them of which much is left unexplained."""
    surrounded = list[Disc]()
    for radius, of_size in _by_radius(discs):
        rows, columns = _around([discs[n] for n in of_size], _within(radius + 0.7, radius + 2.5), left_over.shape)
        strange = left_over[rows, columns].mean(axis=1) >= SOME
        surrounded += [discs[n] for n, part in zip(of_size, strange.tolist(), strict=True) if part]
    return surrounded


def find_foreign(strange: Matrix, discs: Discs, bare: Matrix) -> Foreign:
    """Things on the board: what is strange and no chip, less specks, and squares [SIZE, SIZE] bare of their ink."""
    left_over = (strange * discs.free).astype(np.uint8)
    opened = cv2.morphologyEx(left_over, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    if not opened.any() and not bare.any():
        return NOTHING
    _, labels, stats, _ = cv2.connectedComponentsWithStats(opened)
    large = stats[:, cv2.CC_STAT_AREA] >= SOME_SPOTS
    large[0] = False
    mask = large[labels].astype(np.uint8)
    over_squares(mask)[(bare.repeat(HALF_PX, axis=0).repeat(HALF_PX, axis=1)) & (over_squares(discs.free) > 0)] = 1
    if not mask.any():
        return NOTHING
    closed = _on_board(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((HALF_PX // 2 + 1,) * 2, np.uint8)))
    if not closed.any():
        return NOTHING
    return covering(_filled(closed))


def covering(mask: Matrix) -> Foreign:
    """A thing above these parts of the board [side, side], spots or larger ones."""
    shares = cv2.resize(over_squares(mask).astype(np.float32), (SIZE, SIZE), interpolation=cv2.INTER_AREA)
    return Foreign(mask, _reaches(mask), tuple(np.flatnonzero(shares > SOME).tolist()))


def _on_board(mask: Matrix) -> Matrix:
    """The things that reach over the squares."""
    count, labels = cv2.connectedComponents(mask)
    touching = np.bincount(over_squares(labels).ravel(), minlength=count) >= SOME_SPOTS
    touching[0] = False
    kept: Matrix = touching[labels].astype(np.uint8)
    return kept


def _filled(mask: Matrix) -> Matrix:
    """Each thing made convex and a little larger: parts of a thing may look like the card below."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    hulls = [cv2.convexHull(outline) for outline in outlines]
    filled: Matrix = cv2.drawContours(np.zeros_like(mask), hulls, -1, 1, cv2.FILLED)
    return cv2.dilate(filled, np.ones((3, 3), np.uint8))


def roughness(texture: Matrix, discs: Discs) -> Matrix:
    """How much more texture that is no chip's each square [SIZE, SIZE] shows than a bare card does today, in nats.

    The gap to the next card is as thin as a spot, and darker or paler after each knock, as spots come to lie on it.
    """
    telling = halved(np.maximum(texture - NOISE_NATS, 0)) * alone(discs.free)  # noise of no spot counts
    within = over_squares(telling).reshape(SIZE, HALF_PX, SIZE, HALF_PX)[:, 1:-1, :, 1:-1]
    left = 4 * within.sum(axis=(1, 3))
    more: Matrix = np.maximum(left - _UNEXPLAINED - _OF_USUAL * middle(left.reshape(1, 1, -1)), 0)
    return more


def strange_squares(strange: Matrix, discs: Discs) -> Matrix:
    """Which squares [SIZE, SIZE] show more than a trace of what is neither card nor chip."""
    left_over = over_squares(strange * discs.free).reshape(SIZE, HALF_PX, SIZE, HALF_PX).mean(axis=(1, 3))
    squares: Matrix = left_over > _TRACE
    return squares


def _reaches(mask: Matrix) -> bool:
    """Whether a thing on the board goes on to the rim of what is looked at."""
    count, labels = cv2.connectedComponents(mask)
    touching = np.bincount(rim_of(labels), minlength=count) * np.bincount(over_squares(labels).ravel(), minlength=count)
    return bool(touching[1:].any())
