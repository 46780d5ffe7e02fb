"""Words that every game's referee uses."""

from types import MappingProxyType

from companion.games.cards import Card

_SUITS = MappingProxyType({"S": "♠", "H": "♥", "D": "♦", "C": "♣"})


def card_name(card: Card | None) -> str:
    """A card as players write it: `7♦`, `10♠`, `Joker`; `this card` when it could not be read."""
    if card is None:
        return "this card"
    if card.is_joker:
        return "Joker"
    return f"{'10' if card.rank == 'T' else card.rank}{_SUITS[card.suit]}"
