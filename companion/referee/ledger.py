"""What the referee knows between two looks, and how events alone bring it about: a pure fold over the log.

`replay(events).game` is the game. What is only seen, never said (how calm the table is, what the pile showed), lives
in `Watch`; it is lost in a power cut and found again by looking.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from companion.games.cards import Card
from companion.games.one_eyed_jack.layout import parse_layout
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.position import Outcome
from companion.games.one_eyed_jack.position_text import parse_override
from companion.games.one_eyed_jack.state import Game, Override, Undo
from companion.games.one_eyed_jack.turns import EndJoker, Exchange, Place, Remove, Turn
from companion.referee.discard import Discard
from companion.referee.events import (
    CardRead,
    Event,
    FaultFound,
    GameStarted,
    GameWon,
    LineCompleted,
    MatchScored,
    MatchScoreUndone,
    NoticeGiven,
    PositionOverridden,
    QuestionAsked,
    Setup,
    TurnPlayed,
    TurnUndone,
)
from companion.referee.followed import folded, noted
from companion.referee.hypotheses import Contents
from companion.referee.positions import after
from companion.referee.settling import Calm
from companion.referee.verdicts import Legal, Verdict

ABOUT_COUNTS = ("CARD_OVERCOUNT", "HAND_SHORT")
"""Notices that ask about a count; they stand until the next turn."""
CARD_TURNS = (Place, Remove, Exchange, EndJoker)
ROUNDING_S = 1e-6
_REMEMBERED = 8
"""For so many turns back it is known which card lay on the pile before them."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A verdict that has stood since a moment; a look that settles nothing does not end it, a hand does."""

    verdict: Verdict
    since_s: float
    now_s: float
    patience_s: float
    """The table's patience; more of it while the pile is covered."""

    def for_patiences(self, number: float) -> bool:
        """Whether it has stood for so many times the patience."""
        return self.now_s - self.since_s >= number * self.patience_s - ROUNDING_S


@dataclass(frozen=True, slots=True)
class Watch:
    """What was seen and not said."""

    calm: Calm | None = None
    discard: Discard = field(default_factory=Discard)
    piles: tuple[Discard, ...] = ()
    """What was remembered of the pile just before each of the last turns was accepted, the newest last."""
    standing: Standing | None = None
    """What the settled looks came to lately."""
    asked: Legal | None = None
    """The explanation the open question is about."""
    asked_at: int = 0
    """The pile's count when it was asked; cards that came later are not what it is about."""
    guessed: Place | Remove | None = None
    """The last turn, while its card is taken for granted because nobody could read it."""
    retracted: tuple[Turn, ...] = ()
    """The turn that was just undone on the table while its card stayed on the pile, and what a phone told after it."""
    undone: Contents | None = None
    """The table that an undo from a phone wants changed, until it is."""
    resumed: bool = False
    """Whether the game was just taken up from its log and has not yet been compared with the table."""
    corrected: tuple[int, ...] = ()
    """The squares that were set right by hand, until the camera agrees with all of them."""
    lost_since_s: float | None = None


@dataclass(frozen=True, slots=True)
class Tracking:
    """The game as it stands and the half turn on the table; a value, never changed in place."""

    setup: Setup
    game: Game
    card: Card | None = None
    """The card seen on the pile that belongs to the turn being played."""
    fault: FaultFound | None = None
    question: QuestionAsked | None = None
    notice: NoticeGiven | None = None
    settled: bool = False
    """Whether the last look was calm and believed."""
    scores: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """What was said about games won before this one, each with how many entries the game had then."""
    untold: tuple[LineCompleted | GameWon, ...] = ()
    """What the last chip brought, until it has lain for a while: somebody may yet regret it."""
    watch: Watch = field(default_factory=Watch, compare=False, repr=False)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, as far as that was told; None while it goes on."""
        return None if any(isinstance(event, GameWon) for event in self.untold) else self.game.outcome()

    @property
    def wins(self) -> tuple[int, ...]:
        """The games each seat's player had won before this one."""
        told = self.scores[-1][1] if self.scores else self.setup.wins
        return told or (0,) * self.game.options.seats

    @property
    def standings(self) -> tuple[int, ...]:
        """The games each seat's player has won this evening, this one too once it is over."""
        winner = None if self.outcome is None else self.outcome.winner
        return tuple(won + (self.game.options.team_of(seat) == winner) for seat, won in enumerate(self.wins, 1))

    @property
    def scored_last(self) -> bool:
        """Whether the latest that could be undone is what somebody said about games won."""
        return bool(self.scores) and self.scores[-1][0] == self.number

    @property
    def number(self) -> int:
        """How many entries the game has."""
        return len(self.game.entries)


def begin(setup: Setup) -> tuple[Tracking, tuple[Event, ...]]:
    """A fresh game and its `GameStarted`. Raises ValueError when options or layout are invalid."""
    layout = parse_layout(" ".join(setup.layout))
    return Tracking(setup, Game(parse_options(setup.options), layout)), (GameStarted(setup),)


def apply(tracking: Tracking, event: Event) -> Tracking:
    """The tracking after `event`; a pure fold. Raises ValueError on a turn that is illegal here."""
    match event:
        case GameStarted(setup=setup):
            return begin(setup)[0]
        case TurnPlayed(turn=turn, verified=verified):
            return _played(tracking, parse_turn(turn), verified)
        case CardRead(card=card):
            return replace(tracking, game=_with_card(tracking.game, Card(card)))
        case TurnUndone():
            return _undone(tracking)
        case PositionOverridden(position=position):
            game = after(tracking.game, Override(parse_override(position, tracking.game.options)))
            moved = game.position.chips != tracking.game.position.chips
            return _stepped(tracking, game, tracking.watch.discard.close(None) if moved else None)
    return _told(tracking, event)


def _told(tracking: Tracking, event: Event) -> Tracking:
    """The tracking after an event that leaves the game as it is."""
    match event:
        case LineCompleted():
            return replace(tracking, untold=tuple(one for one in tracking.untold if one != event))
        case GameWon():
            return replace(tracking, untold=())
        case MatchScored(wins=wins):
            return replace(tracking, scores=(*tracking.scores, (tracking.number, wins)))
        case MatchScoreUndone():
            return replace(tracking, scores=tracking.scores[:-1])
    return replace(tracking, **noted(event))


def replay(events: Iterable[Event]) -> Tracking:
    """The tracking after all `events`, the first of which must be `GameStarted`. Raises ValueError otherwise."""
    tracking = folded(events, begin, apply)
    watch = replace(tracking.watch, resumed=bool(tracking.game.entries))
    offered = tracking.question if tracking.game.position.offer else None
    return replace(tracking, fault=None, question=offered, notice=None, watch=watch)


def _played(tracking: Tracking, turn: Turn, verified: bool) -> Tracking:
    """One turn further; a card that was only guessed is none the game knows, so that it counts as seen nowhere."""
    if not isinstance(turn, CARD_TURNS):
        return _stepped(tracking, after(tracking.game, turn), None)
    team = tracking.game.team
    if isinstance(turn, Place | Remove) and not verified:
        turn = replace(turn, card=None)
    discard = tracking.watch.discard.close(turn.card)
    stepped = _stepped(tracking, after(tracking.game, turn), discard)
    may_be_regretted = isinstance(turn, Place) and stepped.game.position.offer is None
    return replace(stepped, untold=brought(stepped.game, team)) if may_be_regretted else stepped


def brought(game: Game, team: int) -> tuple[LineCompleted | GameWon, ...]:
    """The lines that the last turn, played by `team`, completed, and how it ended the game."""
    outcome = game.outcome()
    lines = tuple(LineCompleted(team, pattern) for pattern in game.last_effect.patterns)
    return (*lines, GameWon(outcome.winner, outcome.termination)) if outcome else lines


def _with_card(game: Game, card: Card) -> Game:
    """The game with the card of its last turn known after all."""
    twin = game.copy()
    last = twin.pop()
    assert isinstance(last, Place | Remove)
    twin.push(replace(last, card=card))
    return twin


def plays_card(turn: Turn) -> bool:
    """Whether a turn puts a card on the pile."""
    return isinstance(turn, CARD_TURNS)


def _stepped(tracking: Tracking, game: Game, discard: Discard | None) -> Tracking:
    """One entry further; the memory of the pile is kept as it was when `discard` is None."""
    watch = tracking.watch
    piles = (*watch.piles, replace(watch.discard, otherwise=None))[-_REMEMBERED:]
    watch = replace(watch, discard=discard or watch.discard, piles=piles, standing=None, asked=None, guessed=None)
    watch = replace(watch, retracted=())
    kept = None if tracking.notice and tracking.notice.code in ABOUT_COUNTS else tracking.notice
    return replace(tracking, game=game, card=None, question=None, notice=kept, untold=(), watch=watch)


def _undone(tracking: Tracking) -> Tracking:
    """The game and the memory of the pile as they were before the last turn."""
    watch = tracking.watch
    discard = watch.piles[-1].reopened(watch.discard) if watch.piles else Discard()
    watch = replace(watch, discard=discard, piles=watch.piles[:-1], standing=None, asked=None, guessed=None)
    game = after(tracking.game, Undo())
    return replace(tracking, game=game, card=None, question=None, untold=(), watch=watch)
