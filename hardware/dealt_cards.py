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
    shuffles: bool = True
    """Whether the pile but for its top becomes the stock when that does not suffice."""

    def played(self, seat: int, code: str) -> "Deal":
        """The deal after a seat laid a card. Raises ValueError when the seat does not hold it."""
        hand = list(self._hand(seat))
        if code not in hand:
            raise ValueError(f"seat {seat} does not hold {code}; its cards are {', '.join(hand) or 'none'}")
        hand.remove(code)
        return replace(self._with_hand(seat, tuple(hand)), pile=(*self.pile, (seat, code)))

    def taken_back(self) -> "Deal":
        """The deal after the top card went back to whoever laid it. Raises ValueError when nobody laid one."""
        if not self.pile:
            raise ValueError("no card on the pile can be taken back; lay one first")
        seat, code = self.pile[-1]
        if not seat:
            raise ValueError("only the card turned up first lies there")
        return replace(self._with_hand(seat, (*self._hand(seat), code)), pile=self.pile[:-1])

    def drawn(self, seat: int, cards: int, chance: random.Random) -> "Deal":
        """The deal after a seat drew as many as there are. Raises ValueError for no such seat, and without a stock."""
        deal = self if cards <= len(self.stock) or not self.shuffles else self._reshuffle(chance)
        cards = min(cards, len(deal.stock))
        if not cards and not self.shuffles:
            raise ValueError("the stock is empty; play on without drawing")
        stock, new = deal.stock[: len(deal.stock) - cards], deal.stock[len(deal.stock) - cards :]
        return replace(deal._with_hand(seat, (*deal._hand(seat), *new)), stock=stock)

    def _reshuffle(self, chance: random.Random) -> "Deal":
        stock = [*self.stock, *(code for _, code in self.pile[:-1])]
        chance.shuffle(stock)
        return replace(self, stock=tuple(stock), pile=tuple((0, code) for _, code in self.pile[-1:]))

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
    return Deal(_hands(deck, seats, HAND), tuple(deck[seats * HAND :]), ((0, first),))


def deal_for_board(seats: int, hand: int, shuffles: bool, chance: random.Random) -> Deal:
    """A fresh deal of two packs for a game on the board, where none is turned up. Raises ValueError as `deal` does."""
    deck = [card.code for card in STANDARD] * 2
    if not 0 < seats * hand < len(deck):
        raise ValueError(f"{len(deck)} cards cannot be dealt to {seats}, {hand} each; deal fewer")
    chance.shuffle(deck)
    return Deal(_hands(deck, seats, hand), tuple(deck[seats * hand :]), (), shuffles)


def _hands(deck: Sequence[str], seats: int, hand: int) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(deck[seat * hand : (seat + 1) * hand]) for seat in range(seats))
