"""How a table differs from a position, square by square."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.referee.one_eyed_jack.stories import EMPTY


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


def difference(before: Sequence[int | None], after: Sequence[int | None]) -> Difference:
    """How contents `after` differ from contents `before`, a hundred each; those that are not known do not."""
    pairs = enumerate(zip(before, after, strict=True))
    changed = [(square, was, now) for square, (was, now) in pairs if was != now and None not in (was, now)]
    return Difference(
        tuple((square, now - 1) for square, was, now in changed if was == EMPTY and now),
        tuple(square for square, _, now in changed if now == EMPTY),
        tuple((square, now - 1) for square, was, now in changed if was and now),
    )
