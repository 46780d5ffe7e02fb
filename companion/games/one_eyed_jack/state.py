"""The game itself: a position, what led to it, and what may follow. Turns are pushed and popped."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.cards import Card
from companion.games.one_eyed_jack import judging
from companion.games.one_eyed_jack.count import count, patterns, score, standing
from companion.games.one_eyed_jack.faults import LEGAL, Fault, IllegalTurnError, Ruling
from companion.games.one_eyed_jack.layout import REFERENCE, Layout
from companion.games.one_eyed_jack.legal_turns import LegalTurns
from companion.games.one_eyed_jack.options import Options
from companion.games.one_eyed_jack.playing import NO_EFFECT, Effect, play
from companion.games.one_eyed_jack.position import Outcome, Position, start
from companion.games.one_eyed_jack.rules import Rules
from companion.games.one_eyed_jack.set_up import settle
from companion.games.one_eyed_jack.status import Status, position_status
from companion.games.one_eyed_jack.turnover import pass_on
from companion.games.one_eyed_jack.turns import EndJoker, Exchange, Forgot, Pattern, Place, Remove, Turn


@dataclass(frozen=True, slots=True)
class Undo:
    """The last entry that still stood is taken back; an undo can itself be popped."""


@dataclass(frozen=True, slots=True)
class Override:
    """The table declares this position right, whatever led to it; of the position only what its text tells counts."""

    position: Position


Entry = Turn | Undo | Override


@dataclass(frozen=True, slots=True)
class _Moment:
    """A position and what led to it; moments share their past."""

    position: Position
    entry: Turn | Override | None = None
    effect: Effect = NO_EFFECT
    before: _Moment | None = None


class Game:
    """One period. `push` and `pop` entries; ask for `position`, `legal_turns`, `judge(turn)`, `outcome()`."""

    def __init__(self, options: Options, layout: Layout = REFERENCE, position: Position | None = None) -> None:
        self.rules = Rules(options, layout)
        first = start(options) if position is None else settle(self.rules, position)
        self._moments = [_Moment(first)]
        self._entries: list[Entry] = []

    @property
    def options(self) -> Options:
        """The rules in force."""
        return self.rules.options

    @property
    def layout(self) -> Layout:
        """The cards on the board."""
        return self.rules.layout

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self._moments[-1].position

    @property
    def first_position(self) -> Position:
        """Where the game stood before its first entry."""
        return self._moments[0].position

    @property
    def seat(self) -> int:
        """The seat to move, counted from 1."""
        return self.position.seat

    @property
    def team(self) -> int:
        """The team to move, counted from 0."""
        return self.options.team_of(self.position.seat)

    @property
    def next_team(self) -> int:
        """The team to move after this turn, as far as it is known: a die that comes after it may still intervene."""
        return self.options.team_of(pass_on(self.rules, self.position, self.position.face or "n").seat)

    @property
    def needs_roll(self) -> bool:
        """Whether the die must be rolled before anything else can happen."""
        return judging.needs_roll(self.rules, self.position)

    @property
    def last_effect(self) -> Effect:
        """What the last entry that stands brought about."""
        return self._moments[-1].effect

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything pushed and not popped, undos and overrides too, in order."""
        return tuple(self._entries)

    @property
    def turns(self) -> tuple[Turn | Override, ...]:
        """The entries that stand, without those taken back."""
        found, moment = [], self._moments[-1]
        while moment.before is not None and moment.entry is not None:
            found.append(moment.entry)
            moment = moment.before
        return tuple(reversed(found))

    def push(self, entry: Entry) -> None:
        """Carry out a turn, undo or override. Raises IllegalTurnError, and then nothing has changed."""
        ruling = self.judge(entry)
        if not ruling:
            raise IllegalTurnError(f"{entry} is refused: {ruling.fault}; nothing was pushed", ruling)
        if isinstance(entry, Override):
            entry = Override(_told(start(self.options), entry.position))
        self._moments.append(self._after(entry))
        self._entries.append(entry)

    def pop(self) -> Entry:
        """Take the last entry off as if it had never been, and return it. Raises IndexError when there is none."""
        entry = self._entries.pop()
        self._moments.pop()
        return entry

    def peek(self) -> Entry:
        """The last entry. Raises IndexError when there is none."""
        return self._entries[-1]

    def judge(self, entry: Entry) -> Ruling:
        """Whether an entry may be pushed now: a true ruling, or one with a fault and its squares. Changes nothing."""
        if isinstance(entry, Undo):
            return LEGAL if self._moments[-1].before else Ruling(Fault.NOTHING_TO_UNDO)
        return LEGAL if isinstance(entry, Override) else judging.judge(self.rules, self.position, entry)

    def copy(self) -> Game:
        """A game of its own with the same past; pushing onto one leaves the other alone."""
        twin = Game.__new__(Game)
        twin.rules, twin._moments, twin._entries = self.rules, [*self._moments], [*self._entries]
        return twin

    def forgotten_draw(self, seat: int) -> Forgot:
        """What `seat` says when it finds out now that it did not draw: late once another seat has discarded since."""
        late, moment = False, self._moments[-1]
        while moment.before is not None:
            discarded = isinstance(moment.entry, Place | Remove | Exchange | EndJoker)
            if discarded and moment.before.position.seat == seat and not isinstance(moment.entry, Exchange):
                break
            late = late or discarded
            moment = moment.before
        return Forgot(seat, late)

    def status(self) -> frozenset[Status]:
        """Every reason why this position cannot come about in play; empty when it can."""
        return position_status(self.rules, self.position)

    @property
    def legal_turns(self) -> LegalTurns:
        """The turns the rules allow now, with every card the mover might hold; worked out when asked."""
        return LegalTurns(self.rules, self.position)

    def outcome(self) -> Outcome | None:
        """How the period ended, or None while it goes on."""
        return self.position.outcome

    def targets(self, card: Card | None) -> tuple[int, ...]:
        """The squares where the mover may place or, with a removal card, take a chip; None is a card nobody read."""
        return judging.targets(self.rules, self.position, card)

    def is_dead(self, card: Card) -> bool:
        """Whether no square of a plain card is open at this moment."""
        return judging.is_dead(self.rules, self.position, card)

    def is_safe(self, square: int) -> bool:
        """Whether the chip on a square is protected from removal and capture."""
        return judging.is_safe(self.rules, self.position, square)

    def patterns(self, team: int) -> tuple[Pattern, ...]:
        """The patterns that score for a team: locked, or standing where nothing is locked."""
        return patterns(self.rules, self.position, team)

    def standing(self, team: int) -> tuple[Pattern, ...]:
        """The patterns of a team read from nothing on the board as it is."""
        return standing(self.rules, self.position, team)

    def score(self, team: int) -> int:
        """The team's sub-three points."""
        return score(self.rules, self.position, team)

    def count(self) -> Outcome:
        """What the count would say if the period ended now."""
        return count(self.rules, self.position)

    def overcounted(self, card: Card) -> bool:
        """Whether this card has been seen more often since the last shuffle than the deck holds it."""
        seen = sum(1 for other in self.position.pile if other and self.rules.alike(other) == self.rules.alike(card))
        return seen > self.rules.copies(card)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.rules, self._moments[0], self._entries) == (other.rules, other._moments[0], other._entries)

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def _after(self, entry: Entry) -> _Moment:
        now = self._moments[-1]
        if isinstance(entry, Undo):
            assert now.before is not None
            return now.before
        if isinstance(entry, Override):
            return _Moment(self._overridden(entry.position), entry, before=now)
        position, effect = play(self.rules, now.position, entry)
        return _Moment(position, entry, effect, now)

    def _overridden(self, given: Position) -> Position:
        """The given position, with the hands and the pile as they were, at the beginning of a turn."""
        fresh = self.position._replace(exchanges=0, played=False, face=None, roller=None, passed=())
        return settle(self.rules, _told(fresh, given))


def _told(position: Position, given: Position) -> Position:
    """`position` with everything that the text of `given` tells."""
    told = ("chips", "locks", "seat", "direction", "stock", "captures", "ply")
    return position._replace(**{name: getattr(given, name) for name in told})
