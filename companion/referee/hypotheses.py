"""Ways the table may stand: every combination of square contents that the likelihoods leave open.

Each reading says how the table differs from the position that last stood, and how likely that is. A turn, a fault, a
take-back each predict one such difference, so judging the readings that are likely judges every hypothesis that is.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from companion.referee.observation import EMPTY, BoardObservation, Likelihoods

CLOSE_NATS = 9.0
"""A content this much less likely than the best of its square is no longer thought of."""
DOUBTFUL_SQUARES = 6
"""So many of the most doubtful squares are thought through in all combinations; of the others the best is taken."""

Contents = tuple[int, ...]
"""What stands on each of the hundred squares: `EMPTY`, or team + 1."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How a table differs from a position; squares in reading order, teams from 0."""

    appeared: tuple[tuple[int, int], ...] = ()
    """Squares that were empty, with the team whose chip is there now."""
    vanished: tuple[int, ...] = ()
    recoloured: tuple[tuple[int, int], ...] = ()
    """Squares where another team's chip stands now, with that team."""

    def __bool__(self) -> bool:
        return bool(self.appeared or self.vanished or self.recoloured)

    @property
    def squares(self) -> tuple[int, ...]:
        """Every square that differs, in reading order."""
        return tuple(sorted([square for square, _ in self.appeared + self.recoloured] + list(self.vanished)))

    @property
    def size(self) -> int:
        """How many squares differ."""
        return len(self.appeared) + len(self.vanished) + len(self.recoloured)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way the table may stand, and how much less likely it is than the likeliest, in nats (0 or below)."""

    difference: Difference
    loss_nats: float
    contents: Contents
    """What stands where; a hidden square keeps what stood there."""


def difference(before: Sequence[int], after: Sequence[int]) -> Difference:
    """How contents `after` differ from contents `before`, a hundred each."""
    changed = [square for square, (was, now) in enumerate(zip(before, after, strict=True)) if was != now]
    return Difference(
        tuple((square, after[square] - 1) for square in changed if before[square] == EMPTY),
        tuple(square for square in changed if after[square] == EMPTY),
        tuple((square, after[square] - 1) for square in changed if EMPTY not in (before[square], after[square])),
    )


def readings(board: BoardObservation, before: Sequence[int], weight: float) -> tuple[Reading, ...]:
    """The ways this board may stand after `before`, likeliest first.

    `weight` says how much the likelihoods count; a hidden square is taken to be as it was.
    """
    contents, doubts = list(before), []
    for square, likelihoods in enumerate(board.squares):
        if likelihoods is not None:
            options = _options(likelihoods, weight)
            contents[square] = options[0][0]
            if len(options) > 1:
                doubts.append((options[1][1], square, options))
    doubts.sort(reverse=True)
    return _combined(before, contents, [(square, options) for _, square, options in doubts[:DOUBTFUL_SQUARES]])


def _options(likelihoods: Likelihoods, weight: float) -> list[tuple[int, float]]:
    """The thinkable contents of a square with their loss in nats (0 or below), the best first."""
    best = max(likelihoods)
    losses = [(content, weight * (value - best)) for content, value in enumerate(likelihoods)]
    return sorted((pair for pair in losses if pair[1] > -CLOSE_NATS), key=lambda pair: -pair[1])


def _combined(
    before: Sequence[int], contents: list[int], doubts: list[tuple[int, list[tuple[int, float]]]]
) -> tuple[Reading, ...]:
    found = []
    for choice in product(*([(square, *option) for option in options] for square, options in doubts)):
        loss = sum(loss for _, _, loss in choice)
        if loss > -2 * CLOSE_NATS:
            found.append(_reading(before, contents, choice, loss))
    return tuple(sorted(found, key=lambda reading: -reading.loss_nats))


def _reading(
    before: Sequence[int], contents: list[int], choice: Iterable[tuple[int, int, float]], loss: float
) -> Reading:
    stands = list(contents)
    for square, content, _ in choice:
        stands[square] = content
    return Reading(difference(before, stands), loss, tuple(stands))
