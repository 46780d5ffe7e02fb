"""Which cards on the discard pile belong to the turn being played.

The pile shows one card and counts how often another came to lie on top. The last accepted turn closed the pile at
some count; what came after belongs to the turn on the table. Counting may be fooled by a sleeve, reading by the
light, so a card counts for more when both agree that it is new.
"""

from dataclasses import dataclass, replace
from enum import Enum

from companion.games.cards import Card
from companion.referee.observation import PileObservation

_OTHER_FACES_NATS = 6.0
"""A face this much less likely than the best is no longer thought of once the card is covered."""
_REMEMBERED = 8
"""So many cards below the top one are remembered."""
_MISSED = 3
"""So many cards at most are believed to have come between two calm looks."""


class Freshness(Enum):
    """How surely the top card belongs to the turn being played."""

    STALE = "the card of the turn before"
    WEAK = "it may be new: the face says so, but nothing was counted"
    ECHO = "another card was counted, but the face is the same: a second copy, or a sleeve"
    FRESH = "another card came to lie on top"


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that came to lie on top; None while its face was not read."""

    changes: int
    card: Card | None
    others: tuple[Card, ...] = ()
    """What it may have been as well."""
    rested: bool = False
    """Whether it lay there, on a table at rest, before anything on the board had changed."""


@dataclass(frozen=True, slots=True)
class Discard:
    """What is remembered of the pile since the last accepted turn."""

    closed: int | None = None
    """The pile's count when the last turn was accepted; None before the first look."""
    spent: Card | None = None
    """The card that lay on top then."""
    laid: tuple[Laid, ...] = ()
    """What came since, in order."""
    pardoned: int = 0
    """Cards up to this count were part of a fault and are not held against anybody."""
    below: tuple[Card | None, ...] = ()
    """What lay on top when each of the turns before that was accepted, as it was read; the newest last."""
    otherwise: "Discard | None" = None
    """The memory if the face that showed again was no card from below but another copy of it."""

    @property
    def top(self) -> Laid | None:
        """The last card laid for this turn, or None when none was."""
        return self.laid[-1] if self.laid else None

    def seen(self, pile: PileObservation, *, mending: bool = False) -> "Discard":
        """The memory after a calm look at the pile; `mending` says that something is to be put right."""
        if pile.hidden:
            return self
        if self.closed is None:
            return replace(self, closed=pile.changes, spent=self.spent or pile.card)
        if pile.changes < (self.top.changes if self.top else self.closed):
            return Discard(pile.changes, pile.card)  # counting began anew
        otherwise = replace(self.otherwise.seen(pile, mending=mending), otherwise=None) if self.otherwise else None
        if pile.changes > (self.top.changes if self.top else self.closed):
            more = replace(self, laid=(*self.laid, *self._missed(pile), _laid(pile)), otherwise=None)
            below = self._taken_up(pile, mending)
            return replace(below, otherwise=more) if below else replace(more, otherwise=otherwise)
        return replace(self._read_again(pile), otherwise=otherwise)

    def _taken_up(self, pile: PileObservation, mending: bool) -> "Discard | None":
        """A card further down shows again: those above went back into hands. None when none does.

        While something is to be put right, one that was never read shows again when nothing can be read any more.
        """
        if self.top is None or (pile.card is None and not (mending and self.top.card and self.closed)):
            return None
        below = [self.spent, *(laid.card for laid in self.laid[:-1])]
        for picked_up, face in enumerate(reversed(below), start=1):
            if face == pile.card and picked_up <= pile.changes - self.laid[-1].changes:
                left = self.laid[: len(self.laid) - picked_up]
                if not left:
                    return replace(self, closed=pile.changes, laid=())
                return replace(self, laid=(*left[:-1], _laid(pile)))
        return None

    def _missed(self, pile: PileObservation) -> tuple[Laid, ...]:
        """The cards that came and were covered between two calm looks; they were counted, not read."""
        seen = self.top.changes if self.top else (self.closed or 0)
        return tuple(Laid(changes, None) for changes in range(max(seen + 1, pile.changes - _MISSED), pile.changes))

    def _read_again(self, pile: PileObservation) -> "Discard":
        """The same card as at the look before, perhaps read for the first time."""
        if pile.card is None:
            return self
        if self.top is None:
            return self if self.spent else replace(self, spent=pile.card)
        return replace(self, laid=(*self.laid[:-1], replace(_laid(pile), rested=self.top.rested)))

    def resting(self) -> "Discard":
        """The memory once the table was seen at rest, with nothing changed since the top card came."""
        return replace(self, laid=(*self.laid[:-1], replace(self.laid[-1], rested=True))) if self.laid else self

    def freshness(self, top: Card | None) -> Freshness:
        """How surely the top card is new if it is `top` (None: it cannot be read)."""
        other = top is None or top != self.spent
        if self.laid:
            return Freshness.FRESH if other else Freshness.ECHO
        return Freshness.WEAK if other and top is not None else Freshness.STALE

    def with_top(self, pile: PileObservation, spent: tuple[Card | None, ...]) -> "Discard":
        """The memory with the top card left for a turn to come, though it was held for an old one; not if `spent`."""
        if self.laid or pile.card is None or pile.card in spent:
            return self
        return replace(self, laid=(_laid(pile),))

    def close(self, card: Card | None, left: int = 0) -> "Discard":
        """The memory once a turn with `card` was accepted; the last `left` cards stay for the turns to come."""
        used = self.laid[: len(self.laid) - left]
        closed, below = used[-1].changes if used else self.closed, (*self.below, self.spent)[-_REMEMBERED:]
        return Discard(closed, card, self.laid[len(used) :], self.pardoned, below)

    def pardon(self) -> "Discard":
        """Hold none of the cards laid so far against anybody."""
        return replace(self, pardoned=self.top.changes if self.top else self.pardoned, otherwise=None)

    def come_to_nothing(self) -> "Discard":
        """The memory when cards came and no turn: held against nobody, and gone where the old top shows again."""
        if self.top and self.top.card and self.top.card == self.spent:
            return replace(self, closed=self.top.changes, laid=())
        return self.pardon()

    def reopened(self, now: "Discard") -> "Discard":
        """The memory of before a turn, now that it is undone; what came and went `now` is not counted again."""
        if self.closed is None or now.closed is None:
            return self
        if not self.laid:  # a turn without a card
            return replace(self, closed=now.closed)
        return replace(self, laid=(*self.laid[:-1], replace(self.laid[-1], changes=now.closed)))

    def abandoned(self, before: "Discard") -> "Discard":
        """The memory when whatever lies on top may or may not be played again; `before` was that of the turn before."""
        return replace(before, closed=self.top.changes if self.top else self.closed, laid=(), pardoned=0)


def _laid(pile: PileObservation) -> Laid:
    best = pile.cards[0][1] if pile.cards else 0.0
    others = (card for card, value in pile.cards[1:] if value > best - _OTHER_FACES_NATS)
    return Laid(pile.changes, pile.card, tuple(others))
