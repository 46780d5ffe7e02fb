"""A hypothesis of One-Eyed Jack: one whole account of how the table came to look as it does.

It is a game, what deviates from it (chips that stand where no turn put them, each set named as the fault it is), cards
that were laid and wait for their turn, and turns that wait for their card.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, NamedTuple, Self

from companion.games.cards import Card
from companion.games.history import Moment, Override
from companion.games.one_eyed_jack.playing import Effect
from companion.games.one_eyed_jack.position import Accepted, Chips, Position
from companion.games.one_eyed_jack.sight import Sight
from companion.games.one_eyed_jack.turns import EndJoker, Exchange, Place, Remove, Turn

Now = Moment[Position, Turn, Effect]
"""Where a game stands, with what led there."""
Transition = Turn | Override[Position]

BACK = "taken back"
NO_ACT = "nothing more"
NextAct = Hashable
"""What a hypothesis says happens next: `BACK`, `NO_ACT`, or what a turn does, whatever its card."""

REMEMBERED = 8
"""So many cards of the pile, from the top, are remembered."""

Residual = tuple[int, int | None]
"""A square and the team whose chip stands there, None for none, though no turn put it there or took it away."""


@dataclass(frozen=True, slots=True)
class Deviation:
    """What stands otherwise than the game has it, and the fault that the rules call it."""

    code: str
    sight: Sight
    """What the rules see of it: the card it is about, and the squares that changed."""
    now: Now = field(compare=False)
    """Where the game stood."""
    residuals: tuple[Residual, ...] = ()
    """What stands there; nothing for a fault in cards alone."""

    @property
    def to_take_up(self) -> bool:
        """Whether it is the card of a turn that was taken back, which lies there and must not count once more."""
        return self.code == "TAKE_BACK" and not self.residuals

    @property
    def name(self) -> tuple[str, tuple[int, ...]]:
        """What players would hear: the same fault on the same squares is one fault, whatever the card."""
        return self.code, self.sight.squares


class Hypothesis(NamedTuple):
    """One account of the evening; its weight is a log probability.

    A named tuple because dozens are made in every look, and it is made far faster than a dataclass.
    """

    now: Now
    """The position it has come to, with its past; the turn `ahead` aside."""
    kept: int
    """So many of the turns that were told stand in this hypothesis as well."""
    untold: int = 0
    """So many turns happened after those."""
    deviations: tuple[Deviation, ...] = ()
    pile: tuple[Card | None, ...] = ()
    """The cards on top of the pile, the topmost last; None where the face is not known."""
    waiting: int = 0
    """So many of the topmost cards were laid and belong to no turn yet."""
    lacking: int = 0
    """So many of the last turns are still without their card."""
    taken: int = 0
    """So many of the cards that came since the last look are accounted for."""
    fresh: int = 0
    """So many turns of this hypothesis happened since the last look."""
    blind: bool = False
    """Whether the last look was of no use in this hypothesis."""
    misread: tuple[int, ...] = ()
    """Squares that only seem to have changed in this look."""
    doubts: Mapping[Residual, float] = {}  # nobody writes into it
    """By how much what stands on a square has looked less likely than something else, in nats, at its worst look."""
    ahead: Transition | None = None
    """Its last turn, while nobody has worked out what follows from it: of most hypotheses nobody ever needs to."""
    weight: float = 0.0

    @property
    def position(self) -> Position:
        """Where its game stands."""
        return self.now.position

    @property
    def top(self) -> Card | None:
        """The card that lies on top of the pile; None when nobody knows it."""
        return self.pile[-1] if self.pile else None

    @property
    def laid(self) -> tuple[Card | None, ...]:
        """The cards that wait for their turn, the first laid first."""
        return self.pile[len(self.pile) - self.waiting :]

    @property
    def to_take_up(self) -> bool:
        """Whether the card that waits is to go back into a hand, as its turn was taken back."""
        return any(one.to_take_up for one in self.deviations)

    @property
    def complete(self) -> bool:
        """Whether it has turns that nobody was told of, and no card of any turn is still to come."""
        return self.untold > 0 and not self.lacking

    @property
    def overlooked(self) -> bool:
        """Whether the cards of its turns go unseen, look after look: the pile cannot be in sight."""
        return self.lacking - self.fresh > 1

    @property
    def residuals(self) -> dict[int, int | None]:
        """What stands otherwise than the game has it, by square."""
        return {square: chip for deviation in self.deviations for square, chip in deviation.residuals}

    def stands(self, chips: Chips) -> Sequence[int | None]:
        """What stands on each square, where these chips are in its game and something may deviate from it."""
        if not self.deviations:
            return chips
        stands = list(chips)
        for square, chip in self.residuals.items():
            stands[square] = chip
        return stands

    @property
    def key(self) -> Hashable:
        """What this hypothesis comes to. Hypotheses that differ in nothing else but how they came there are one."""
        now = self.position
        stands = (now.chips, now.seat, now.direction, now.locks, now.stock, now.hands, now.captures)
        turn = (now.exchanges, now.played, now.face, now.outcome, now.offer)
        table = (self.pile[-1 - self.waiting :], self.waiting, self.lacking, self.taken, self.fresh > 0, self.misread)
        return stands, turn, table, tuple(deviation.residuals for deviation in self.deviations)

    def weighed(self, nats: float) -> "Hypothesis":
        """The same hypothesis, so much likelier."""
        return Hypothesis._make((*self[:-1], self.weight + nats))  # far faster than to replace a field by its name

    def with_card(self, card: Card | None, nats: float) -> Self:
        """The hypothesis with this card on top of its pile, so much likelier."""
        pile, waiting = (*self.pile, card)[-REMEMBERED:], min(self.waiting, REMEMBERED)
        return self._replace(pile=pile, waiting=waiting, weight=self.weight + nats)

    def picked_up(self) -> Self:
        """The hypothesis with the top card back in a hand: one that waits, if any does."""
        return self._replace(pile=self.pile[:-1], waiting=max(0, self.waiting - 1))

    def took_up(self, told: tuple[Card | None, ...]) -> bool:
        """Whether the cards of the turns it takes back are off the pile, where they were `told` to lie."""
        under = self.position.pile[-1 - self.untold :]
        return under[:1] not in ((), (None,), told[-1:]) and self.pile[-1 - self.untold :] == under

    def without(self, square: int) -> Self:
        """The hypothesis with nothing wrong on this square, whatever stands there."""
        if square not in self.residuals:
            return self
        parts = [(one, tuple([part for part in one.residuals if part[0] != square])) for one in self.deviations]
        left = [one if rest == one.residuals else replace(one, residuals=rest) for one, rest in parts if rest]
        return self._replace(deviations=tuple(left))

    def stepped(self, entry: Transition, price: float, **changes: Any) -> Self:
        """One legal turn further, which is `ahead` now, at a price, with whatever else it changes."""
        weight = self.weight - price
        return self._replace(ahead=entry, untold=self.untold + 1, fresh=self.fresh + 1, weight=weight, **changes)

    @property
    def moments(self) -> Iterator[Now]:
        """Where its game stands, where it stood before its last turn, and so on."""
        moment: Now | None = self.now
        while moment is not None:
            yield moment
            moment = moment.before

    @property
    def turns(self) -> tuple[Transition, ...]:
        """What happened after the turns that it keeps, in order."""
        entries = [moment.entry for moment in islice(self.moments, self.untold) if moment.entry is not None]
        return tuple(reversed(entries))

    @property
    def told(self) -> Now:
        """Where its game stood after the turns that it keeps."""
        return next(islice(self.moments, self.untold, None))

    def back(self) -> Self:
        """The hypothesis before its last turn, of which there must be one."""
        assert self.now.before is not None
        kept = self.kept if self.untold else self.kept - 1
        return self._replace(now=self.now.before, kept=kept, untold=max(self.untold - 1, 0))


def acts(turn: object) -> tuple[object, ...]:
    """What a turn does, whatever its card: hypotheses agree on a turn when they agree on this."""
    match turn:
        case Place(team, _, square) | Remove(team, _, square):
            return type(turn), team, square
    return (Override,) if isinstance(turn, Override) else (turn,)


def next_act(hypothesis: Hypothesis, told: int) -> NextAct:
    """What happens next in a hypothesis after so many turns were told."""
    if hypothesis.kept < told:
        return BACK
    return acts(hypothesis.turns[0]) if hypothesis.untold else NO_ACT


def captured_in(moments: Iterable[Now]) -> dict[Residual, int]:
    """The chips that were captured in these turns, the newest first, each with the team whose they were last."""
    found = dict[Residual, int]()
    for moment in moments:
        if moment.before and moment.effect.captured:
            chips, team = moment.before.position.chips, getattr(moment.entry, "team", 0)
            found = {**{(square, chips[square]): team for square in moment.effect.captured}, **found}
    return found


def plays_card(turn: object) -> bool:
    """Whether a turn puts a card on the pile."""
    return isinstance(turn, Place | Remove | Exchange | EndJoker | Accepted)


def difference(position: Position, after: Mapping[int, int | None] | Chips) -> Sight:
    """The squares that stand otherwise than in this position: of all hundred, or of those named with their chips."""
    squares, chips = sorted(after.items()) if isinstance(after, Mapping) else enumerate(after), position.chips
    changed = [(square, chips[square], now) for square, now in squares if chips[square] != now]
    return Sight(
        None,
        tuple([(square, now) for square, was, now in changed if was is None and now is not None]),
        tuple([square for square, _, now in changed if now is None]),
        tuple([(square, now) for square, was, now in changed if was is not None and now is not None]),
    )
