"""What a team can do, as values. A card of None was never read: the table said it was right."""

from dataclasses import dataclass

from companion.games.cards import Card
from companion.games.squares import square_name

TEAM_LETTERS = "rbgywk"

Pattern = tuple[int, ...]
"""The squares of a line, cross or square shape, in the order they are written."""


@dataclass(frozen=True, slots=True)
class Place:
    """A card is played and a chip placed."""

    team: int
    card: Card | None
    square: int

    def __str__(self) -> str:
        return f"{TEAM_LETTERS[self.team]} {self.card or '?'}@{square_name(self.square)}"


@dataclass(frozen=True, slots=True)
class Remove:
    """A card is played and a chip taken off the board."""

    team: int
    card: Card | None
    square: int

    def __str__(self) -> str:
        return f"{TEAM_LETTERS[self.team]} {self.card or '?'}x{square_name(self.square)}"


@dataclass(frozen=True, slots=True)
class Exchange:
    """A dead card is shown and another drawn; the turn goes on."""

    team: int
    card: Card

    def __str__(self) -> str:
        return f"{TEAM_LETTERS[self.team]} dead {self.card}"


@dataclass(frozen=True, slots=True)
class Pass:
    """The seat says it can play nothing."""

    team: int

    def __str__(self) -> str:
        return f"{TEAM_LETTERS[self.team]} pass"


@dataclass(frozen=True, slots=True)
class Roll:
    """The turn-command die shows `n` (normal), `r` (reverse) or `s` (skip)."""

    team: int
    face: str

    def __str__(self) -> str:
        return f"{TEAM_LETTERS[self.team]} roll {self.face}"


@dataclass(frozen=True, slots=True)
class EndJoker:
    """The end-joker is played: the period is over at once."""

    team: int

    @property
    def card(self) -> Card:
        """The end-joker itself."""
        return Card("JKE")

    def __str__(self) -> str:
        return f"{TEAM_LETTERS[self.team]} {self.card}"


@dataclass(frozen=True, slots=True)
class Declare:
    """The owner of a new line says which of several squares it takes."""

    team: int
    pattern: Pattern

    def __str__(self) -> str:
        return f"{TEAM_LETTERS[self.team]} line {'.'.join(map(square_name, self.pattern))}"


@dataclass(frozen=True, slots=True)
class Forgot:
    """A seat says it did not draw; `late` when the next seat has already discarded."""

    seat: int
    late: bool

    def __str__(self) -> str:
        return f"forgot {self.seat} {'late' if self.late else 'early'}"


@dataclass(frozen=True, slots=True)
class Stop:
    """The players end the period before its time: unfinished, or with a result they agree on."""

    agreed: bool = False
    winner: int | None = None
    """The team they agree on; None for a tie, and when the period is left unfinished."""

    def __str__(self) -> str:
        letter = "tie" if self.winner is None else TEAM_LETTERS[self.winner]
        return f"stop {letter if self.agreed else '*'}"


Turn = Place | Remove | Exchange | Pass | Roll | EndJoker | Declare | Forgot | Stop
