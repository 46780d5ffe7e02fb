"""A hypothesis of Black Jack: one whole account of how the pile came to look as it does.

It begins where the game stands as it was told, and has one association for each thing observed since: a card that came
to lie on top, or a turn that a phone told of. A card goes on with the run, begins the next turn, is illegal, or is none
at all.
"""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.games.black_jack.faults import Fault
from companion.games.black_jack.pile import Run
from companion.games.black_jack.playing import Effect
from companion.games.black_jack.position import Position
from companion.games.black_jack.turns import Laid, Play, Turn
from companion.games.cards import Card
from companion.games.history import Moment, Override
from companion.referee.events import CardTakenBack, Event, TurnUndone
from companion.referee.followed import WITHDRAWN

Past = Moment[Position, Turn, Effect]
"""A moment between two turns, with all that led there."""
RECENT = 16
"""So many cards of the pile, from its top, may differ between hypotheses."""


@dataclass(frozen=True, slots=True)
class Association:
    """What one thing observed comes to in a hypothesis."""

    events: tuple[Event, ...] = ()
    """What happened, as the table would hear it."""
    answer: str = WITHDRAWN
    """What people would answer if this is true; nothing for what they are not asked."""
    card: Card | None = None
    """The card that was laid."""
    illegal: bool = False
    """Whether it leaves a card on top that may not lie there."""
    unsaid: bool = False
    """Whether it takes for granted what only a phone can tell: a suit, or what a joker stands for."""


class Hypothesis(NamedTuple):
    """One account of the pile; its weight is a log probability."""

    now: Past
    """Where the turn being played began, with its past."""
    laid: Run = ()
    illegal: tuple[Card | None, Fault] | None = None
    """A card on top that may not lie there, None if nobody could read it, and why it may not."""
    associations: tuple[Association, ...] = ()
    """One for each thing observed since the game was told."""
    events: tuple[Event, ...] = ()
    """What happened unseen since; it is told with the next thing observed."""
    under: "Hypothesis | None" = None
    """The hypothesis before the top card came, if nobody was told of that card yet."""
    weight: float = 0.0

    @property
    def seat(self) -> int:
        """The seat to move."""
        return self.now.position.seat

    @property
    def top(self) -> Card:
        """The card on top of the pile, an illegal one aside."""
        return self.laid[-1].card if self.laid else self.now.position.top.card

    @property
    def key(self) -> Hashable:
        """What this hypothesis comes to; what lies far down the pile is the same in all that are compared."""
        position = self.now.position
        return position._replace(pile=position.pile[-RECENT:]), self.laid, self.illegal

    def weighed(self, nats: float) -> "Hypothesis":
        """The same hypothesis, so much likelier."""
        return self._replace(weight=self.weight + nats)

    def stepped(self, association: Association, nats: float = 0.0) -> "Hypothesis":
        """The hypothesis with one thing observed more accounted for."""
        association = replace(association, events=(*self.events, *association.events)) if self.events else association
        return self._replace(associations=(*self.associations, association), events=(), weight=self.weight + nats)

    def after(self, now: Past, *events: Event, nats: float = 0.0) -> "Hypothesis":
        """The hypothesis in which this happened unseen, so that a turn begins; no card can be taken back beyond it."""
        events = (*self.events, *events)
        return Hypothesis(now, associations=self.associations, events=events, weight=self.weight + nats)

    def since(self, number: int) -> "Hypothesis":
        """The hypothesis once so many of its associations were told."""
        under = self.under.since(number) if self.under and len(self.under.associations) >= number else None
        return self._replace(associations=self.associations[number:], under=under)

    def without_top(self) -> "Hypothesis | None":
        """The hypothesis with its top card back in a hand; None when no card of a turn lies there.

        A card that nobody was told of yet is as if it had not come, and so is the end of a turn that it brought.
        """
        if self.under is not None:
            known = self.under.associations
            blank = (Association(),) * (len(self.associations) - len(known))
            return self.under._replace(illegal=None, associations=(*known, *blank), weight=self.weight)
        if self.laid:
            return self._replace(laid=self.laid[:-1], events=(*self.events, CardTakenBack()))
        entry, before = self.now.entry, self.now.before
        if not isinstance(entry, Play) or before is None:
            return None
        events = (*self.events, TurnUndone(), CardTakenBack())
        return self._replace(now=before, laid=reopened(entry)[:-1], events=events)


def reopened(turn: Turn | Override[Position] | None) -> Run:
    """The cards of a turn that is being played again, what was said of the last one aside; none if it laid none."""
    return tuple(Laid(laid.card, laid.declared) for laid in turn.cards) if isinstance(turn, Play) else ()
