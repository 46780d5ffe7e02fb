"""A table that exists in numbers only: chips and cards go down, and looks at it come out as the camera would give them."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.games.cards import Card
from companion.games.one_eyed_jack.squares import parse_square
from companion.referee.observation import BoardObservation, Likelihoods, PileObservation, TableObservation

FRAME_S = 0.2
DECOY = Card("KH")


@dataclass
class SimulatedTable:
    """What really lies on the table, and how well the camera sees it."""

    teams: int = 2
    margin: float = 20.0
    """By how much the true content of a square leads, in nats."""
    noise: float = 0.0
    """Spread of each log-likelihood, in nats."""
    rng: random.Random = field(default_factory=lambda: random.Random(1))
    contents: list[int] = field(default_factory=lambda: [0] * 100)
    changes: int = 0
    top: Card | None = None
    readable: bool = True
    now_s: float = 0.0

    def lay(self, code: str, readable: bool = True) -> None:
        """A card comes to lie on the pile."""
        self.top, self.readable, self.changes = Card(code), readable, self.changes + 1

    def put(self, square: str, team: int) -> None:
        """A chip comes to a square, over whatever is there."""
        self.contents[parse_square(square)] = team + 1

    def take(self, square: str) -> None:
        """A square is emptied."""
        self.contents[parse_square(square)] = 0

    def look(
        self, moving: bool = False, hidden: Iterable[int] = (), registered: bool = True, notices: tuple[str, ...] = ()
    ) -> TableObservation:
        """The next frame."""
        self.now_s += FRAME_S
        covered = frozenset(hidden)
        squares = tuple(None if square in covered else self._seen(square) for square in range(100))
        board = BoardObservation(squares)
        return TableObservation(self.now_s, registered, moving, board, self._pile(), notices)

    def _seen(self, square: int) -> Likelihoods:
        true = self.contents[square]
        return tuple(
            (0.0 if content == true else -self.margin) + (self.rng.gauss(0, self.noise) if self.noise else 0.0)
            for content in range(self.teams + 1)
        )

    def _pile(self) -> PileObservation:
        if self.top is None or not self.readable:
            return PileObservation(self.changes)
        return PileObservation(self.changes, ((self.top, 0.0), (DECOY, -self.margin)) if self.top != DECOY else ((DECOY, 0.0),))
