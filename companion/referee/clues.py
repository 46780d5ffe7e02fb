"""What the pile says, besides the board: which cards were laid for this turn, and what lay there before."""

from dataclasses import dataclass

from companion.games.cards import Card
from companion.referee.discard import Discard, Freshness, Laid

_CARDS_AT_ONCE = 6


@dataclass(frozen=True, slots=True)
class Clues:
    """What the pile says, besides the board: the cards laid for this turn, the top one last, None for one unread."""

    freshness: Freshness
    cards: tuple[Card | None, ...]
    likely: tuple[Card | None, ...]
    """Without those that were part of a fault put right, and without a face that merely shows again."""
    others: tuple[tuple[Card, ...], ...] = ()
    """What each of the cards below the top may have been as well."""
    below: tuple[Card | None, ...] = ()
    """What lay on top before each of the last turns, as it was read; the newest last."""
    hidden: bool = False
    """Whether nothing is to be seen of the pile, as when all of it went back into hands."""
    hasty: bool = False
    """Whether the card below the top was covered before the table had been seen at rest with it."""

    @property
    def top(self) -> Card | None:
        """The card on top, whomever it belongs to."""
        return self.cards[-1]

    @property
    def firm(self) -> tuple[Card | None, ...]:
        """The likely ones that were read, and the top."""
        return (*(card for card in self.likely[:-1] if card), self.top)


def clues(discard: Discard, top: Card | None, hidden: bool = False) -> Clues:
    """What the pile says if its top card is `top`; `hidden` if that is only remembered."""
    below = discard.laid[:-1][1 - _CARDS_AT_ONCE :]
    likely = [laid.card for laid in below if laid.changes > discard.pardoned and not _again(laid, discard, top)]
    cards = (*(laid.card for laid in below), top)
    others = tuple(laid.others for laid in below)
    hasty = bool(below) and not below[-1].rested
    return Clues(discard.freshness(top), cards, (*likely, top), others, discard.below, hidden, hasty)


def _again(laid: Laid, discard: Discard, top: Card | None) -> bool:
    return laid.card is not None and laid.card in (discard.spent, top)
