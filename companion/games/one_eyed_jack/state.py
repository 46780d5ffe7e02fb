"""The game itself: a position, what led to it, and what may follow. Turns are pushed and popped."""

from __future__ import annotations

from companion.games.cards import Card
from companion.games.history import History
from companion.games.history import Override as Override
from companion.games.history import Undo as Undo
from companion.games.one_eyed_jack import judging
from companion.games.one_eyed_jack.count import count, patterns, score, standing
from companion.games.one_eyed_jack.faults import LEGAL, Fault, Ruling
from companion.games.one_eyed_jack.layout import REFERENCE, Layout
from companion.games.one_eyed_jack.legal_turns import LegalTurns
from companion.games.one_eyed_jack.options import Options
from companion.games.one_eyed_jack.playing import NO_EFFECT, Effect, accepted, play
from companion.games.one_eyed_jack.position import Accepted, Outcome, Position, start
from companion.games.one_eyed_jack.rules import Rules
from companion.games.one_eyed_jack.set_up import settle
from companion.games.one_eyed_jack.status import PositionStatus, position_status
from companion.games.one_eyed_jack.turnover import pass_on
from companion.games.one_eyed_jack.turns import Exchange, Forgot, Pattern, Place, Remove, Turn

Entry = Turn | Undo | Override[Position]


class Game(History[Position, Turn, Effect]):
    """One period. `push` and `pop` entries; ask for `position`, `legal_turns`, `judge(turn)`, `outcome()`."""

    def __init__(self, options: Options, layout: Layout = REFERENCE, position: Position | None = None) -> None:
        self.rules = Rules(options, layout)
        super().__init__(start(options) if position is None else settle(self.rules, position), NO_EFFECT)

    @property
    def options(self) -> Options:
        """The rules in force."""
        return self.rules.options

    @property
    def layout(self) -> Layout:
        """The cards on the board."""
        return self.rules.layout

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
        return self.options.team_of(pass_on(self.rules, self.position, self.position.face).seat)

    @property
    def needs_roll(self) -> bool:
        """Whether the die must be rolled before anything else can happen."""
        return judging.needs_roll(self.rules, self.position)

    def judge(self, entry: Entry) -> Ruling:
        """Whether an entry may be pushed now: a true ruling, or one with a fault and its squares. Changes nothing."""
        if isinstance(entry, Undo):
            return LEGAL if self.can_undo else Ruling(Fault.NOTHING_TO_UNDO)
        return LEGAL if isinstance(entry, Override) else judging.judge(self.rules, self.position, entry)

    def forgotten_draw(self, seat: int) -> Forgot:
        """What `seat` says when it finds out now that it did not draw: late once another seat has discarded since."""
        late, moment = False, self._moments[-1]
        while moment.before is not None:
            discarded = isinstance(moment.entry, Place | Remove | Exchange | Accepted)
            accepted_of = moment.entry.position if isinstance(moment.entry, Accepted) else None  # or the next seat's
            own = (accepted_of or moment.before.position).seat == seat
            if discarded and own and not isinstance(moment.entry, Exchange):
                break
            late = late or (discarded and not own)
            moment = moment.before
        return Forgot(seat, late)

    def status(self) -> frozenset[PositionStatus]:
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

    def targets_as_seen(self, card: Card) -> tuple[int, ...]:
        """The same for a card that was seen: of a joker nobody but its player may know the colour."""
        alike = self.rules.looking_like(card)
        return tuple(sorted({square for face in alike for square in self.targets(face)}))

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

    def times_seen(self, card: Card) -> int:
        """How often this card, or one that counts as the same, has been seen since the last shuffle."""
        return sum(1 for other in self.position.pile if other and self.rules.alike(other) == self.rules.alike(card))

    def overcounted(self, card: Card) -> bool:
        """Whether this card has been seen more often since the last shuffle than the deck holds it."""
        return self.times_seen(card) > self.rules.copies(card)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.rules, self._moments[0], self._entries) == (other.rules, other._moments[0], other._entries)

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def _played(self, turn: Turn) -> tuple[Position, Effect]:
        return play(self.rules, self.position, turn)

    def _overridden(self, entry: Override[Position]) -> tuple[Position, Effect]:
        """The given position, with the pile and untold hands as they were, at the beginning of a turn or after it."""
        hands = entry.position.hands or self.position.hands
        told = _with_told(self.position, entry.position)._replace(hands=hands, passed=())
        if isinstance(entry, Accepted):
            return accepted(self.rules, told, entry.card, entry.following), NO_EFFECT
        fresh = told._replace(exchanges=0, played=False, face=None, roller=None)
        return settle(self.rules, fresh), NO_EFFECT

    def _text_part(self, given: Position) -> Position:
        hands = () if given.hands == self.position.hands else given.hands
        return _with_told(start(self.options), given)._replace(hands=hands)


def _with_told(position: Position, given: Position) -> Position:
    """`position` with everything that the text of `given` tells."""
    told = ("chips", "locks", "seat", "direction", "stock", "captures", "ply")
    return position._replace(**{name: getattr(given, name) for name in told})
