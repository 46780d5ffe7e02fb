"""How a table differs from a position, square by square."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.referee.one_eyed_jack.hypotheses import EMPTY


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


def difference(before: Sequence[int], after: Sequence[int]) -> Difference:
    """How contents `after` differ from contents `before`, a hundred each."""
    return of_squares((square, *pair) for square, pair in enumerate(zip(before, after, strict=True)))


def of_squares(squares: Iterable[tuple[int, int, int]]) -> Difference:
    """The difference in some squares, in reading order, each with what stood and what stands there."""
    changed = [(square, was, now) for square, was, now in squares if was != now]
    return Difference(
        tuple([(square, now - 1) for square, was, now in changed if was == EMPTY]),
        tuple([square for square, _, now in changed if now == EMPTY]),
        tuple([(square, now - 1) for square, was, now in changed if was and now]),
    )
