"""What the referee knows between two looks, and how events alone bring it about: a pure fold over the log.

`replay(events).game` is the game. What is only seen, never said (how calm the table is, what is believed), lives in
`Watch`; it is lost in a power cut and found again by looking.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from companion.games.cards import Card
from companion.games.one_eyed_jack.layout import parse_layout
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.position import Outcome
from companion.games.one_eyed_jack.position_text import parse_override
from companion.games.one_eyed_jack.state import Entry, Game, Override, Undo
from companion.games.one_eyed_jack.turns import Place, Remove, Turn
from companion.referee.events import (
    CardRead,
    Event,
    GameStarted,
    GameWon,
    LineCompleted,
    PositionOverridden,
    Setup,
    TurnPlayed,
    TurnUndone,
)
from companion.referee.followed import Followed, Happened, folded
from companion.referee.one_eyed_jack.belief import Belief, believing
from companion.referee.settling import Calm

ABOUT_COUNTS = ("CARD_OVERCOUNT", "HAND_SHORT", "MERGED_TURNS")
"""Notices about what was played; they stand until the next turn."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Since when the likeliest hypotheses have said the same, of the next turn and of what is wrong."""

    said: object = None
    since_s: float = 0.0

    def renewed(self, said: object, calm: Calm, credit_s: float) -> "Standing":
        """The same, or what is said now instead; what replaces something else must still prove itself for a while."""
        if said == self.said:
            return self
        return Standing(said, calm.since_s if self.said is None else max(calm.since_s, calm.now_s - credit_s))


@dataclass(frozen=True, slots=True)
class Watch:
    """What was seen and not said."""

    belief: Belief
    calm: Calm | None = None
    turn: Standing = Standing()
    wrong: Standing = Standing()
    doubt: Standing = Standing()
    about_table: bool = False
    """Whether the open question is about what was seen; else the rules put it."""
    asked_at: int = 0
    """How many turns were told when it was asked."""
    overruled: int = 0
    """Hypotheses that keep fewer turns were not agreed with when play had gone on from what they say."""
    corrected: tuple[int, ...] = ()
    """The squares that were set right by hand, until the camera agrees with all of them."""
    resumed: bool = False
    """Whether the game was just taken up from its log and has not yet been compared with the table."""
    lost_since_s: float | None = None
    old_pile: int | None = None
    """The reader's count of cards while the last game's discard pile still lies there."""
    dealt_at_s: float | None = None
    """When the cards of this game will have been dealt; None before board and pile are cleared away."""


@dataclass(frozen=True, slots=True)
class Tracking(Followed):
    """The game as it was told, and what is believed of the table; a value, never changed in place."""

    game: Game
    watch: Watch = field(compare=False, repr=False)
    card: Card | None = None
    """The card seen on the pile that belongs to the turn being played."""
    untold: tuple[LineCompleted | GameWon, ...] = ()
    """What the last chip brought, until it has lain for a while: somebody may yet regret it."""
    clearing: bool | None = None
    """Whether chips of another game still lie there, so that nothing is judged; None before the board was seen."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, as far as that was told; None while it goes on."""
        return None if any(isinstance(event, GameWon) for event in self.untold) else self.game.outcome()

    @property
    def seats(self) -> int:
        """How many play."""
        return self.game.options.seats

    def has_won(self, seat: int) -> bool:
        """Whether this seat's team has won this game."""
        return self.outcome is not None and self.game.options.team_of(seat) == self.outcome.winner

    def after(self, event: Event) -> "Tracking":
        """The tracking after `event`."""
        return apply(self, event)

    @property
    def number(self) -> int:
        """How many entries the game has."""
        return len(self.game.entries)


Step = Happened[Tracking]
"""The next tracking, and what happened on the way."""


def begin(setup: Setup) -> Step:
    """A fresh game and its `GameStarted`. Raises ValueError when options or layout are invalid."""
    layout = parse_layout(" ".join(setup.layout))
    game = Game(parse_options(setup.options), layout)
    return Tracking(setup, game, Watch(believing(game))), (GameStarted(setup),)


def apply(tracking: Tracking, event: Event) -> Tracking:
    """The tracking after `event`; a pure fold. Raises ValueError on a turn that is illegal here."""
    match event:
        case GameStarted(setup=setup):
            return begin(setup)[0]
        case TurnPlayed(turn=turn, verified=verified):
            return _played(tracking, parse_turn(turn), verified)
        case CardRead(card=card):
            game = _with_card(tracking.game, Card(card))
            return _following(replace(tracking, game=game))
        case TurnUndone():
            return _stepped(tracking, after(tracking.game, Undo()))
        case PositionOverridden(position=position):
            return _stepped(tracking, after(tracking.game, Override(parse_override(position, tracking.game.options))))
    return _told(tracking, event)


def after(game: Game, entry: Entry) -> Game:
    """The game once `entry` was pushed; `game` itself stays as it is. Raises IllegalTurnError."""
    twin = game.copy()
    twin.push(entry)
    return twin


def _told(tracking: Tracking, event: Event) -> Tracking:
    """The tracking after an event that leaves the game as it is."""
    match event:
        case LineCompleted():
            return replace(tracking, untold=tuple(one for one in tracking.untold if one != event))
        case GameWon():
            return replace(tracking, untold=())
    return tracking.noting(event)


def replay(events: Iterable[Event]) -> Tracking:
    """The tracking after all `events`, the first of which must be `GameStarted`. Raises ValueError otherwise."""
    tracking = folded(events, begin)
    watch = Watch(believing(tracking.game), resumed=bool(tracking.game.entries))
    offered = tracking.question if tracking.game.position.offer else None
    return replace(tracking, fault=None, question=offered, notice=None, watch=watch)


def _played(tracking: Tracking, turn: Turn, verified: bool) -> Tracking:
    """One turn further; a card that was only guessed is none the game knows, so that it counts as seen nowhere."""
    team = tracking.game.team
    if isinstance(turn, Place | Remove) and not verified:
        turn = replace(turn, card=None)
    stepped = _stepped(tracking, after(tracking.game, turn))
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
    if not isinstance(last, Place | Remove):
        raise ValueError(f"{card} was read of no turn: the last entry put no chip on the board and took none")
    twin.push(replace(last, card=card))
    return twin


def _stepped(tracking: Tracking, game: Game) -> Tracking:
    """One entry further."""
    kept = None if tracking.notice and tracking.notice.code in ABOUT_COUNTS else tracking.notice
    return _following(replace(tracking, game=game, card=None, notice=kept, untold=()))


def _following(tracking: Tracking) -> Tracking:
    """The hypotheses, told of the game as it was told last."""
    watch = replace(tracking.watch, belief=tracking.watch.belief.following(tracking.game), turn=Standing())
    return replace(tracking, watch=watch)
