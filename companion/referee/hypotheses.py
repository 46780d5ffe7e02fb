"""Ways the table may stand: every combination of square contents that the likelihoods leave open.

Each reading says how the table differs from the position that last stood, and how likely that is. A turn, a fault, a
take-back each predict one such difference, so judging the readings that are likely judges every hypothesis that is.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.referee.observation import EMPTY, BoardObservation, Likelihoods

CLOSE_NATS = 9.0
"""A content this much less likely than the best of its square is no longer thought of."""
READINGS = 24
"""So many of the likeliest ways are thought of."""
DOUBTFUL_SQUARES = 6
"""So many doubtful squares, those that seem changed first, are thought through; of the others the best is taken."""

Contents = tuple[int | None, ...]
"""What stands on each of the hundred squares: `EMPTY`, team + 1, or None where it is hidden."""


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


def difference(before: Contents, after: Contents) -> Difference:
    """How contents `after` differ from contents `before`, a hundred each; hidden squares do not."""
    pairs = enumerate(zip(before, after, strict=True))
    changed = [(square, was, now) for square, (was, now) in pairs if was != now and None not in (was, now)]
    return Difference(
        tuple((square, now - 1) for square, was, now in changed if was == EMPTY and now),
        tuple(square for square, _, now in changed if now == EMPTY),
        tuple((square, now - 1) for square, was, now in changed if was and now),
    )


def readings(board: BoardObservation, before: Contents, weight: float) -> tuple[Reading, ...]:
    """The ways this board may stand after `before`, likeliest first; `weight` says how much likelihoods count."""
    contents: list[int | None] = [None] * len(before)
    doubts = []
    for square, likelihoods in enumerate(board.squares):
        if likelihoods is not None:
            options = _options(likelihoods, weight)
            contents[square] = options[0][0]
            if len(options) > 1:
                doubts.append((contents[square] != before[square], options[1][1], square, options))
    doubts.sort(reverse=True)
    return _combined(before, contents, [(square, options) for _, _, square, options in doubts[:DOUBTFUL_SQUARES]])


def _options(likelihoods: Likelihoods, weight: float) -> list[tuple[int, float]]:
    """The thinkable contents of a square with their loss in nats (0 or below), the best first."""
    best = max(likelihoods)
    losses = [(content, weight * (value - best)) for content, value in enumerate(likelihoods)]
    return sorted((pair for pair in losses if pair[1] > -CLOSE_NATS), key=lambda pair: -pair[1])


def _combined(
    before: Contents, contents: list[int | None], doubts: list[tuple[int, list[tuple[int, float]]]]
) -> tuple[Reading, ...]:
    choices: list[tuple[float, tuple[tuple[int, int], ...]]] = [(0.0, ())]
    for square, options in doubts:
        wider = [(loss + more, (*choice, (square, content))) for loss, choice in choices for content, more in options]
        choices = sorted((one for one in wider if one[0] > -CLOSE_NATS), key=lambda one: -one[0])[:READINGS]
    return tuple(_reading(before, contents, choice, loss) for loss, choice in choices)


def _reading(before: Contents, contents: list[int | None], choice: Iterable[tuple[int, int]], loss: float) -> Reading:
    stands = list(contents)
    for square, content in choice:
        stands[square] = content
    return Reading(difference(before, tuple(stands)), loss, tuple(stands))
