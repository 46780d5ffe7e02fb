"""Lines, crosses and square shapes, worked out once per set of options, and the canonical way to choose among them.

A pattern is a tuple of squares; beside it stands its mask, an integer with one bit for each square,
so that "all its squares count" and "at most one square in common" are single operations.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import compress, repeat
from operator import eq

from companion.games.one_eyed_jack.options import Options
from companion.games.one_eyed_jack.turns import Pattern
from companion.games.squares import CORNERS, SIZE, SQUARES, column_of, row_of, square_at

_BITS = tuple(1 << square for square in SQUARES)
_LINE_STEPS = {"all": ((0, 1), (1, 0), (1, 1), (1, -1)), "orth": ((0, 1), (1, 0))}
_CROSS_ARMS = {
    "orth": ((-1, 0), (0, -1), (0, 1), (1, 0)),
    "diag": ((-1, -1), (-1, 1), (1, -1), (1, 1)),
}
_SQUARE_POINTS = {
    "orth": ((0, 0), (0, 1), (1, 0), (1, 1)),
    "diag": ((0, 0), (1, -1), (1, 1), (2, 0)),
}
_SQUARE_SIZES = {"orth": range(1, 10), "diag": range(1, 5)}
_SHAPES = {"orth": ("orth",), "diag": ("diag",), "both": ("orth", "diag")}


def mask_of(squares: Iterable[int]) -> int:
    """The integer with the bit of every one of `squares` set."""
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask


def chips_of(chips: Sequence[int | None], team: int) -> int:
    """The mask of the squares carrying a chip of `team`."""
    return sum(compress(_BITS, map(eq, chips, repeat(team))))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place where a pattern may come to stand."""

    squares: Pattern
    mask: int


@dataclass(frozen=True)
class Geometry:
    """The board under some options: what is next to what, and every pattern that can be made."""

    options: Options

    def square(self, row: int, column: int) -> int | None:
        """The square at `row` and `column`, which may lie over a wrapped edge; None off the board."""
        wrap = self.options.wrap
        row = row % SIZE if wrap in ("tb", "both") else row
        column = column % SIZE if wrap in ("lr", "both") else column
        return square_at(row, column) if 0 <= row < SIZE and 0 <= column < SIZE else None

    def points(self, anchor: int, offsets: Iterable[tuple[int, int]]) -> Pattern:
        """The squares at these (rows, columns) from the anchor; empty when one is off the board or met twice."""
        row, column = row_of(anchor), column_of(anchor)
        squares = [self.square(row + down, column + across) for down, across in offsets]
        found = tuple(square for square in squares if square is not None)
        return found if len(set(found)) == len(squares) else ()

    def lines(self, anchor: int, n: int) -> Iterator[Pattern]:
        """The lines of `n` squares that start at the anchor: E, S, SE, SW."""
        for down, across in _LINE_STEPS[self.options.directions]:
            yield self.points(anchor, [(i * down, i * across) for i in range(n)])

    def crosses(self, centre: int) -> Iterator[Pattern]:
        """The crosses centred here, small ones first, orthogonal before diagonal."""
        for shape in _SHAPES[self.options.shape]:
            for k in (1,) if self.options.cross_sizes == "adjacent" else range(1, 5):
                yield self.points(centre, [(0, 0), *((k * down, k * across) for down, across in _CROSS_ARMS[shape])])

    def square_shapes(self, top: int) -> Iterator[Pattern]:
        """The squares with this top left corner, then the diamonds with this top corner, small ones first."""
        for shape in _SHAPES[self.options.shape]:
            for size in _SQUARE_SIZES[shape]:
                yield self.points(top, [(size * down, size * across) for down, across in _SQUARE_POINTS[shape]])

    @cached_property
    def candidates(self) -> tuple[Candidate, ...]:
        """Everything that scores under the objective in force, in canonical order; nothing for sub3."""
        objective = self.options.objective
        found: list[Pattern] = []
        for anchor in SQUARES:
            if objective.startswith("line"):
                found.extend(self.lines(anchor, self.options.n))
            if objective.endswith("cross"):
                found.extend(self.crosses(anchor))
            if objective.endswith("square"):
                found.extend(self.square_shapes(anchor))
        return _distinct(found)

    @cached_property
    def written(self) -> dict[int, Pattern]:
        """How a candidate with this mask is written, its squares in canonical order."""
        return {candidate.mask: candidate.squares for candidate in self.candidates}

    @cached_property
    def levels(self) -> dict[int, tuple[Candidate, ...]]:
        """For every length from 3 to 5 the lines of so many squares, in canonical order: what the count goes down."""
        return {n: _distinct(line for anchor in SQUARES for line in self.lines(anchor, n)) for n in (3, 4, 5)}

    @property
    def windows(self) -> tuple[Candidate, ...]:
        """Every three squares in a row, for sub-three scoring."""
        return self.levels[3]

    @cached_property
    def through(self) -> tuple[tuple[Candidate, ...], ...]:
        """For each square the candidates that use it, in canonical order."""
        return _by_square(self.candidates)

    @cached_property
    def windows_through(self) -> tuple[tuple[Candidate, ...], ...]:
        """For each square the windows of three that use it."""
        return _by_square(self.windows)

    @cached_property
    def rays(self) -> tuple[tuple[Pattern, ...], ...]:
        """For each square the runs of three or four squares leaving it, in every direction in force."""
        steps = _LINE_STEPS[self.options.directions]
        outward = (*steps, *((-down, -across) for down, across in steps))
        return tuple(tuple(self._ray(square, step) for step in outward) for square in SQUARES)

    def _ray(self, start: int, step: tuple[int, int]) -> Pattern:
        """The longest run of four squares or three from `start` in this direction; on a shorter one nothing falls."""
        runs = (self.points(start, [(i * step[0], i * step[1]) for i in range(1, n + 1)]) for n in (4, 3))
        return next((run for run in runs if run), ())

    @cached_property
    def free(self) -> int:
        """The mask of the squares that count for every team."""
        return mask_of(CORNERS) if self.options.free_corners else 0


def accept(candidates: Sequence[Candidate], chips: int, free: int, locked: Sequence[Pattern]) -> tuple[Pattern, ...]:
    """The candidates that become patterns of a team, in order, beside those it has already.

    `chips` is the mask of the team's chips, `free` that of the corners counting for it. Each accepted
    pattern has a real chip and shares at most one square with every other; earlier ones block later ones.
    """
    counting = chips | free
    full = [candidate for candidate in candidates if candidate.mask & counting == candidate.mask]
    masks = [mask_of(pattern) for pattern in locked] if full else []
    accepted = []
    for candidate in full:
        mask = candidate.mask
        if mask & chips and all((mask & other).bit_count() < 2 for other in masks):
            accepted.append(candidate.squares)
            masks.append(mask)
    return tuple(accepted)


@lru_cache(maxsize=32)
def geometry_of(options: Options) -> Geometry:
    """The geometry of these options, worked out once."""
    return Geometry(options)


def _by_square(candidates: Sequence[Candidate]) -> tuple[tuple[Candidate, ...], ...]:
    found: list[list[Candidate]] = [[] for _ in SQUARES]
    for candidate in candidates:
        for square in candidate.squares:
            found[square].append(candidate)
    return tuple(map(tuple, found))


def _distinct(patterns: Iterable[Pattern]) -> tuple[Candidate, ...]:
    """One candidate for each set of squares, the first in order; empty patterns are off the board."""
    first: dict[int, Pattern] = {}
    for pattern in patterns:
        if pattern:
            first.setdefault(mask_of(pattern), pattern)
    return tuple(Candidate(pattern, mask) for mask, pattern in first.items())
