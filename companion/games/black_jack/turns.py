"""What can happen at the table, as values: cards laid, cards drawn, the pile shuffled. Seats count from 1."""

from dataclasses import dataclass
from typing import NamedTuple

from companion.games.cards import Card


class Laid(NamedTuple):
    """A card with what its player says of it."""

    card: Card
    declared: Card | None = None
    """What a joker stands for."""
    suit: str | None = None
    """The suit an Ace names."""

    @property
    def face(self) -> Card:
        """The card it acts as; a joker that stands for nothing yet is a joker."""
        return self.declared if self.declared and self.card.is_joker else self.card

    def __str__(self) -> str:
        declared = f"={self.declared}" if self.declared else ""
        return f"{self.card}{declared}{f'/{self.suit}' if self.suit else ''}"


@dataclass(frozen=True, slots=True)
class Play:
    """One card or a run, first card first."""

    seat: int
    cards: tuple[Laid, ...]
    out: bool = False
    """Whether its player says that the hand is empty after it, whatever was counted."""

    def __str__(self) -> str:
        return " ".join((f"P{self.seat}", *map(str, self.cards), *["out"] * self.out))


@dataclass(frozen=True, slots=True)
class Draw:
    """A seat draws and its turn ends; a number of None is whatever is due."""

    seat: int
    number: int | None = None

    def __str__(self) -> str:
        return f"P{self.seat} draw" if self.number is None else f"P{self.seat} draw {self.number}"


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """The pile but for its current card was shuffled into the stock, before anybody had to draw from it."""

    def __str__(self) -> str:
        return "reshuffle"


Turn = Play | Draw | Reshuffle
