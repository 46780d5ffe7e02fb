"""Cards that are really dealt at a drawn table: hands, a stock, and who laid what, for whole games without a camera."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.games.cards import STANDARD

HAND = 7


@dataclass(frozen=True, slots=True)
class Deal:
    """Where every card is; a value, never changed in place."""

    hands: tuple[tuple[str, ...], ...]
    """Card codes by seat, seat 1 first."""
    stock: tuple[str, ...]
    """The top one last."""
    pile: tuple[tuple[int, str], ...]
    """Who laid it (0 for the one turned up first) and the card, the top one last."""

    def played(self, seat: int, code: str) -> "Deal":
        """The deal after a seat laid a card. Raises ValueError when the seat does not hold it."""
        hand = list(self._hand(seat))
        if code not in hand:
            raise ValueError(f"seat {seat} does not hold {code}; its cards are {', '.join(hand) or 'none'}")
        hand.remove(code)
        return replace(self._with_hand(seat, tuple(hand)), pile=(*self.pile, (seat, code)))

    def taken_back(self) -> "Deal":
        """The deal after the top card went back to whoever laid it. Raises ValueError when nobody laid one."""
        seat, code = self.pile[-1]
        if not seat:
            raise ValueError("only the card turned up first lies there")
        return replace(self._with_hand(seat, (*self._hand(seat), code)), pile=self.pile[:-1])

    def drawn(self, seat: int, cards: int, chance: random.Random) -> "Deal":
        """The deal after a seat drew; the pile but for its top is shuffled when the stock does not hold as many."""
        deal = self if cards <= len(self.stock) else self._shuffled(chance)
        cards = min(cards, len(deal.stock))
        stock, new = deal.stock[: len(deal.stock) - cards], deal.stock[len(deal.stock) - cards :]
        return replace(deal._with_hand(seat, (*deal._hand(seat), *new)), stock=stock)

    def _shuffled(self, chance: random.Random) -> "Deal":
        stock = [*self.stock, *(code for _, code in self.pile[:-1])]
        chance.shuffle(stock)
        return replace(self, stock=tuple(stock), pile=((0, self.pile[-1][1]),))

    def _hand(self, seat: int) -> tuple[str, ...]:
        if not 1 <= seat <= len(self.hands):
            raise ValueError(f"there is no seat {seat}; seats run from 1 to {len(self.hands)}")
        return self.hands[seat - 1]

    def _with_hand(self, seat: int, hand: tuple[str, ...]) -> "Deal":
        return replace(self, hands=(*self.hands[: seat - 1], hand, *self.hands[seat:]))


def deal(seats: int, packs: int, jokers: int, chance: random.Random) -> Deal:
    """A fresh deal of seven cards each, its first card turned up. Raises ValueError when the cards do not suffice."""
    deck = [*(card.code for card in STANDARD), *["JK"] * jokers] * packs
    if not 0 < seats * HAND < len(deck):
        raise ValueError(f"{len(deck)} cards cannot be dealt to {seats}; take another pack, or fewer players")
    chance.shuffle(deck)
    while deck[-1] == "JK":  # a joker is not turned up first
        deck.insert(0, deck.pop())
    first = deck.pop()
    return Deal(_hands(deck, seats), tuple(deck[seats * HAND :]), ((0, first),))


def _hands(deck: Sequence[str], seats: int) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(deck[seat * HAND : (seat + 1) * HAND]) for seat in range(seats))
