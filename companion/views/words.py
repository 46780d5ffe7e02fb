"""Words that every game says alike: cards as they are spoken, and sentences that begin with a capital letter."""

from companion.games.cards import Card

_LOW_RANKS = dict(zip("23456789", ("two", "three", "four", "five", "six", "seven", "eight", "nine"), strict=True))
_RANKS = _LOW_RANKS | {"A": "ace", "T": "ten", "J": "jack", "P": "princess", "Q": "queen", "K": "king"}
_SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_JOKERS = {"JK": "joker", "JKB": "black joker", "JKR": "red joker", "JKE": "end joker"}


def card_words(card: Card | None) -> str:
    """A card as it is spoken: `seven of diamonds`, `joker`; `card that nobody read` for None."""
    if card is None:
        return "card that nobody read"
    return _JOKERS.get(card.code) or f"{_RANKS[card.rank]} of {_SUITS[card.suit]}"


def capitalised(words: str) -> str:
    """The same words with a capital first letter; names keep theirs."""
    return words[:1].upper() + words[1:]


def sentence(words: str) -> str:
    """The same words as a sentence."""
    return f"{capitalised(words)}."
