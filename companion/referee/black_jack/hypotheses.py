"""What is believed of the pile: what was observed since the game was told, and the hypotheses that account for it.

A hypothesis begins where the game stands as it was told, and has one association for each thing observed since: a card
that came to lie on top, or a turn that a phone told of. What all agree on is told, and the rest begins there; what
people say conditions them. So nothing that was seen is ever weighed but in the light of all that is known.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import NamedTuple

from companion.games.black_jack.faults import Fault
from companion.games.black_jack.notation import parse_laid, parse_seat, parse_turn
from companion.games.black_jack.pile import Run
from companion.games.black_jack.playing import Effect
from companion.games.black_jack.position import Position
from companion.games.black_jack.position_text import position_text
from companion.games.black_jack.turns import Draw, Laid, Play, Turn
from companion.games.cards import Card
from companion.games.history import Moment, Override
from companion.referee.belief import normalised
from companion.referee.events import CardTakenBack, Event, PositionOverridden, TurnPlayed, TurnUndone
from companion.referee.followed import WITHDRAWN
from companion.referee.observation import PileObservation
from companion.referee.tracks import Track, Tracks

Past = Moment[Position, Turn, Effect]
"""A moment between two turns, with all that led there."""


TAKEN_UP = f"{WITHDRAWN} back"
"""What people would answer if a card went back into a hand and its like showed, or what nobody can read."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A phone told that the turn of this seat is over, and which suit its Ace names or that the hand is empty now."""

    seat: int | None
    """None where the table told it of whoever moved."""
    suit: str | None = None
    out: bool = False

    def __str__(self) -> str:
        return f"{f'P{self.seat}' if self.seat else ''} end {'out' if self.out else self.suit or ''}".strip()


@dataclass(frozen=True, slots=True)
class Unseen:
    """A card that may have been laid while the pile was out of sight, since a phone tells what came after it."""

    def __str__(self) -> str:
        return "unseen"


class Seated(NamedTuple):
    """A phone spoke for this seat as if it were to move, though another was counted to."""

    seat: int

    def __str__(self) -> str:
        return f"P{self.seat} moves"


Report = Ended | Draw | Laid | Seated
"""What a phone told of: the end of a turn, a turn, what the joker on top stands for, whose turn it is."""
Observed = Track | Unseen | Report
"""A card that came to lie on top, seen or not, or what a phone told of."""


def unread(seen: Observed) -> bool:
    """Whether it is a card of which nobody saw the face."""
    return isinstance(seen, Unseen) or (isinstance(seen, Track) and not seen.read)


def parse_observed(text: str) -> Observed:
    """What was observed, as `Belief.heard` has it. Raises NotationError."""
    if text in ("?", "unseen"):
        return Track() if text == "?" else Unseen()
    seat, end, said = f" {text}".partition(" end")
    if end:
        out = said == " out"
        return Ended(parse_seat(seat.strip()) if seat else None, None if out else said.strip() or None, out)
    if text.endswith(" moves"):
        return Seated(parse_seat(text.removesuffix(" moves")))
    if " " in text and isinstance(turn := parse_turn(text), Draw):
        return turn
    laid = parse_laid(text)
    return laid if laid.declared else Track(((laid.card, 0.0),))


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
    unseen: bool = False
    """Whether nobody has seen the pile since a phone told of the turn that ended there."""
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

    def happened(self, number: int) -> list[tuple[Event, ...]]:
        """What happened with each of the first so many things observed."""
        return [step.events for step in self.associations[:number]]

    @property
    def key(self) -> Hashable:
        """What this hypothesis comes to."""
        return self.now.position, self.laid, self.illegal, len(self.associations)

    def weighed(self, nats: float) -> "Hypothesis":
        """The same hypothesis, so much likelier."""
        return self._replace(weight=self.weight + nats)

    def stepped(self, association: Association, nats: float = 0.0) -> "Hypothesis":
        """The hypothesis with one thing observed more accounted for."""
        association = replace(association, events=(*self.events, *association.events))
        return self._replace(associations=(*self.associations, association), events=(), weight=self.weight + nats)

    def since(self, number: int) -> "Hypothesis":
        """The hypothesis once so many of its associations were told."""
        under = self.under.since(number) if self.under and len(self.under.associations) >= number else None
        return self._replace(associations=self.associations[number:], under=under)

    def without_top(self) -> "Hypothesis | None":
        """The hypothesis with its top card back in a hand; None when no card of a turn lies there.

        A card that nobody was told of yet is as if it had not come, and so is the end of a turn that it brought.
        Whatever was said since the card was laid is taken back with it.
        """
        if self.under is not None:
            known = self.under.associations
            blank = (Association(),) * (len(self.associations) - len(known))
            return self.under._replace(illegal=None, associations=(*known, *blank), weight=self.weight)
        if self.laid:
            return self._replace(laid=self.laid[:-1], events=(*self.events, CardTakenBack()))
        entry, before = self.now.entry, self.now.before
        if before is None or self.now.effect.reshuffled:  # what lay below is in the stock
            return None
        opened = reopened(entry)
        events = (*self.events, TurnUndone(), *[CardTakenBack()] * bool(opened))
        after = self._replace(now=before, laid=opened[:-1], events=events)
        return after if opened or after.top != self.top else after.without_top()

    @property
    def undone(self) -> int:
        """How many turns that were over have lost a card, or are told back, and nobody was told so yet."""
        return sum(isinstance(event, TurnUndone) for event in self.events[:-1])


def event_of(entry: Turn | Override[Position]) -> Event:
    """A turn, or a position that was declared, as the log has it."""
    if isinstance(entry, Override):
        return PositionOverridden(position_text(entry.position))
    return TurnPlayed(str(entry))


def reopened(turn: Turn | Override[Position] | None) -> Run:
    """The cards of a turn that is being played again, what was said of the last one aside; none if it laid none."""
    return tuple(Laid(laid.card, laid.declared) for laid in turn.cards) if isinstance(turn, Play) else ()


@dataclass(frozen=True, slots=True)
class Belief:
    """What was observed, and the hypotheses of it."""

    tracks: Tracks = field(default_factory=Tracks)
    """The pile; its births are the cards that nobody was told of yet."""
    observed: tuple[Observed, ...] = ()
    """Those cards, and the turns that phones told of and that cannot be told yet, in order."""
    beams: tuple[tuple[Hypothesis, ...], ...] = ()
    """The hypotheses before any of it, after the first, and so on as far as weighed; likeliest first, normalised."""

    @property
    def beam(self) -> tuple[Hypothesis, ...]:
        """The hypotheses that account for all of it."""
        return self.beams[-1]

    def seen(self, pile: PileObservation, away_s: float) -> "Belief":
        """The belief after a look at the pile, which had been out of sight for so long before."""
        last = next((seen for seen in reversed(self.observed) if isinstance(seen, Track | Unseen)), None)
        asked = isinstance(last, Unseen) and away_s == 0.0  # twice in sight
        tracks = self.tracks.seen(pile, settled=True, away_s=away_s, asked=asked)
        return replace(self, tracks=tracks).with_cards(tracks.births)

    def with_cards(self, cards: Iterable[Track]) -> "Belief":
        """The belief if these are the cards that came: those known before, seen better, and further ones."""
        fresh = iter(cards)
        known = [next(fresh) if isinstance(seen, Track) else seen for seen in self.observed]
        return self.having((*known, *fresh))

    def having(self, observed: tuple[Observed, ...], top: Track | None = None) -> "Belief":
        """The belief if just this was observed, upon another card on top if there is one."""
        births = tuple(seen for seen in observed if isinstance(seen, Track))
        tracks = replace(self.tracks, births=births, top=top or self.tracks.top)
        known = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(observed, self.observed, strict=False)))
        return replace(self, tracks=tracks, observed=observed, beams=self.beams[: 1 + known])

    def since(self, hypothesis: Hypothesis, number: int) -> "Belief":
        """The belief once the first of what was observed is told as this hypothesis has it."""
        told = [seen for seen in self.observed[:number] if isinstance(seen, Track)]
        first = hypothesis.happened(number)
        alike = ([one.since(number) for one in beam if one.happened(number) == first] for beam in self.beams[number:])
        after = self.having(self.observed[number:], told[-1] if told else None)
        return replace(after, beams=tuple(map(normalised, takewhile(bool, alike))))

    @property
    def heard(self) -> tuple[str, ...]:
        """What was observed up to the last turn that a phone told of, as `TurnsHeard` has it."""
        turns = (number for number, seen in enumerate(self.observed, 1) if not isinstance(seen, Track))
        return tuple(map(str, self.observed[: max(turns, default=0)]))

    @property
    def behind(self) -> bool:
        """Whether the hypotheses do not account for all that was observed yet."""
        return len(self.beams) <= len(self.observed)
