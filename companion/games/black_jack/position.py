"""A position: everything that can be said about a game between two turns, without its history."""

from dataclasses import dataclass
from typing import NamedTuple

from companion.games.black_jack.options import HAND, Options
from companion.games.black_jack.turns import Laid
from companion.games.cards import Card


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of one seat: those known by face and a number of others. False when empty."""

    known: tuple[Card, ...] = ()
    unseen: int = HAND

    def __len__(self) -> int:
        return len(self.known) + self.unseen

    def drawn(self, cards: int) -> "Hand":
        """The hand with so many more cards that nobody has shown."""
        return Hand(self.known, self.unseen + cards)

    def without(self, card: Card) -> "Hand | None":
        """The hand after playing a card, or None when it cannot be there."""
        if card in self.known:
            place = self.known.index(card)
            return Hand(self.known[:place] + self.known[place + 1 :], self.unseen)
        return Hand(self.known, self.unseen - 1) if self.unseen else None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    ranking: tuple[int, ...]
    """All seats, in the order of going out; the last one was left with cards."""

    @property
    def loser(self) -> int:
        """The seat left with cards."""
        return self.ranking[-1]


class Position(NamedTuple):
    """The current card, hands, whose turn it is and what weighs on it. Compared by content; seats count from 1."""

    top: Laid
    """The current card, with what a joker stands for and the suit an Ace on top names."""
    seat: int
    """The seat to move; when the game is over, the one left with cards."""
    direction: int
    """1 clockwise, -1 after an odd number of Kings."""
    pending: int
    """Cards the seat to move must draw unless it answers."""
    hands: tuple[Hand, ...]
    """For each seat, seat 1 first."""
    out: tuple[int, ...]
    """The seats that are out, in the order of going out."""
    stock: int
    """Cards left to draw before the pile is shuffled."""
    pile: tuple[Card | None, ...]
    """Cards discarded since the last shuffle, the current one last; None for one never seen."""
    ply: int = 0
    """Turns completed."""

    @property
    def suit(self) -> str | None:
        """The suit in force by name, if one was named."""
        return self.top.suit

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats that still play, in seat order."""
        return tuple(seat for seat in range(1, len(self.hands) + 1) if seat not in self.out)

    @property
    def outcome(self) -> Outcome | None:
        """The ranking once only one seat is left with cards, else None."""
        return Outcome((*self.out, *self.still_in)) if len(self.hands) - len(self.out) < 2 else None

    @property
    def drawable(self) -> int:
        """How many cards can be drawn at the most: the stock, and the pile but for its current card."""
        return self.stock + len(self.pile) - 1

    @property
    def due(self) -> int:
        """How many cards the seat to move must draw if it draws: the penalty, or one."""
        return self.pending or 1

    @property
    def drawn(self) -> int:
        """How many of those it draws: no more than there are, where there are any."""
        return min(self.due, self.drawable) or self.due

    def hand(self, seat: int) -> Hand:
        """The hand of a seat."""
        return self.hands[seat - 1]

    def after(self, seat: int) -> tuple[int, ...]:
        """The other seats that still play, in the order of play beginning behind `seat`."""
        count = len(self.hands)
        ring = ((seat - 1 + self.direction * step) % count + 1 for step in range(1, count))
        return tuple(other for other in ring if other not in self.out)

    def neighbour(self, seat: int) -> int:
        """The next seat in the direction of play, whether its player is out or not."""
        return (seat - 1 + self.direction) % len(self.hands) + 1

    def counted(self, seat: int, cards: int) -> "Position":
        """The position with so many cards at a seat; the others are in the stock."""
        stock = self.stock + len(self.hand(seat)) - cards
        return self.with_hand(seat, Hand((), cards))._replace(stock=max(0, stock))

    def with_hand(self, seat: int, hand: Hand) -> "Position":
        """The position with another hand at a seat."""
        return self._replace(hands=(*self.hands[: seat - 1], hand, *self.hands[seat:]))


def position_of(options: Options, top: Laid, hands: tuple[Hand, ...], out: tuple[int, ...] = ()) -> Position:
    """A quiet position with everything else in the stock; the lowest seat that still plays is to move."""
    stock = options.deck_size - 1 - sum(map(len, hands))
    first = next(seat for seat in range(1, len(hands) + 1) if seat not in out)
    return Position(top, first, 1, 0, hands, out, stock, (top.card,))
