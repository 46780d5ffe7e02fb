"""What the referees of all games have in common, so that the loop, the journal and the phones need know none of them.

A referee is a handful of pure functions over a frozen value: `begin`, `observe`, `replay`, and commands from phones.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, Self, TypeVar

from companion.referee import events as log
from companion.referee.naming import has_name, seats_before

WITHDRAWN = "-"
"""The answer to a question whose reason is gone."""

HAND_PATIENCE = 0.5
"""What has stood for this share of the table's patience is said when the next hand comes, which may change it."""
UNREAD_PATIENCE = 1.5
"""A card that was laid and cannot be read is waited for so many patiences."""


@dataclass(frozen=True, slots=True)
class Followed(ABC):
    """A game as its referee follows it: how it stands, what was said, and what was seen. Never changed in place."""

    setup: log.Setup
    """What was agreed before the first card."""
    _: KW_ONLY
    fault: log.FaultFound | None = None
    question: log.QuestionAsked | None = None
    notice: log.NoticeGiven | None = None
    settled: bool = False
    """Whether the last look was calm and believed."""
    scores: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """What was said about games won before this one, each with how far the game had gone then."""
    watch: Any = field(default=None, compare=False, repr=False)
    """What was seen and not said; it is lost in a power cut and found again by looking."""

    @property
    @abstractmethod
    def number(self) -> int:
        """How far the game has gone; a command that names another number was meant for another moment."""

    @property
    @abstractmethod
    def seats(self) -> int:
        """How many play."""

    @property
    def pile_known(self) -> bool:
        """Whether the discard pile was looked at: in the next game as well what lay there is told from what comes."""
        return bool(self.watch.belief.tracks.begun)

    @property
    def unannounced(self) -> tuple[log.Event, ...]:
        """What the last act brought and nobody was told of yet; before another game begins it is."""
        return ()

    @abstractmethod
    def has_won(self, seat: int) -> bool:
        """Whether this seat's player has won this game."""

    @abstractmethod
    def after(self, event: log.Event) -> Self:
        """The game after one more event of its log. Raises ValueError on what is illegal here."""

    @property
    def wins(self) -> tuple[int, ...]:
        """The games each seat's player had won before this one."""
        told = self.scores[-1][1] if self.scores else self.setup.wins
        return told or (0,) * self.seats

    @property
    def scored_last(self) -> bool:
        """Whether the latest that could be undone is what somebody said about games won."""
        return bool(self.scores) and self.scores[-1][0] == self.number

    @property
    def standings(self) -> tuple[int, ...]:
        """The games each seat's player has won this evening, this one too once it is over."""
        return tuple(won + self.has_won(seat) for seat, won in enumerate(self.wins, 1))

    def player(self, seat: int) -> str:
        """The name of whoever sits there, or would."""
        players = self.setup.players
        return players[seat - 1] if 0 < seat <= len(players) else f"Player {seat}"

    def watching(self, **changes: Any) -> Self:
        """The game with something seen and not said: fields of its `watch`."""
        return replace(self, watch=replace(self.watch, **changes))

    def noting(self, event: log.Event) -> Self:
        """The game after an event that leaves it as it is."""
        match event:
            case log.FaultFound():
                return replace(self, fault=event)
            case log.FaultResolved():
                return replace(self, fault=None)
            case log.QuestionAsked():
                return replace(self, question=event)
            case log.QuestionAnswered():
                return replace(self, question=None)
            case log.NoticeGiven():
                return replace(self, notice=event)
            case log.MatchScored(wins=wins):
                return replace(self, scores=(*self.scores, (self.number, wins)))
            case log.MatchScoreUndone():
                return replace(self, scores=self.scores[:-1])
        return self


Kept = TypeVar("Kept", bound=Followed)
P = ParamSpec("P")


class Happened(NamedTuple, Generic[Kept]):
    """The game after something happened, and what that was, in order."""

    tracking: Kept
    events: tuple[log.Event, ...] = ()

    def then(self, act: Callable[Concatenate[Kept, P], Happened[Kept]], *args: P.args, **named: P.kwargs) -> Self:
        """The same, and what comes of an act with these arguments after it."""
        tracking, events = act(self.tracking, *args, **named)
        return type(self)(tracking, self.events + events)

    def happen(self, *events: log.Event) -> Self:
        """The same, and these events after it."""
        return self.then(happen, *events)


Step = tuple[Any, tuple[log.Event, ...]]
"""The same of any game: the next `Followed`, of the same game unless a new one began, and what happened on the way."""

Command = Callable[[Any], Step]
"""What a phone asks for, its arguments bound; ValueError refuses it."""


def folded(events: Iterable[log.Event], begin: Callable[[log.Setup], tuple[Kept, tuple[log.Event, ...]]]) -> Kept:
    """The last game after all `events`, the first of which must be `GameStarted`. Raises ValueError otherwise."""
    kept: Kept | None = None
    for event in events:
        if isinstance(event, log.GameStarted):
            kept = begin(event.setup)[0]
        elif kept is None:
            raise ValueError(f"a log that begins with {type(event).__name__}; it must begin with GameStarted")
        else:
            kept = kept.after(event)
    if kept is None:
        raise ValueError("an empty log; it must begin with GameStarted")
    return kept


def counting_on(followed: Followed, setup: log.Setup) -> log.Setup:
    """The set-up of the next game with what its players have won, of its own kind and of the other.

    They are known by their names, and by their seats where they had none. Whoever has a name may sit out games.
    """
    before, followed = followed.setup, happen(followed, *followed.unannounced).tracking
    as_before = ("",) * (followed.seats if setup.options == before.options else 0)
    after = setup.players or as_before
    seats, seated = seats_before(before.players, after), _seated(followed)
    out = {one.name: one for one in before.sitting_out}
    following = [
        out.pop(name, seated[seat - 1] if 0 < seat <= len(seated) else log.Winnings(name, 0, 0))
        for seat, name in zip(seats, after, strict=True)
    ]
    left = [one for seat, one in enumerate(seated, 1) if seat not in seats and has_name(one.name)]
    out_now = (*out.values(), *(one for one in left if one.wins or one.elsewhere))
    if setup.game != before.game:
        following, out_now = [one.swapped for one in following], tuple(one.swapped for one in out_now)
    wins, elsewhere = (tuple(one.wins for one in following), tuple(one.elsewhere for one in following))
    wins, elsewhere = (won if any(won) else () for won in (wins, elsewhere))
    return replace(setup, wins=wins, elsewhere=elsewhere, sitting_out=out_now)


def _seated(followed: Followed) -> tuple[log.Winnings, ...]:
    """What each seat's player has won so far."""
    elsewhere = followed.setup.elsewhere or (0,) * followed.seats
    pairs = enumerate(zip(followed.standings, elsewhere, strict=False), 1)
    return tuple(log.Winnings(followed.player(seat), *won) for seat, won in pairs)


def end_of(events: Iterable[log.Event]) -> log.GameWon | None:
    """How a game ended; None when it did not, or when somebody took that back."""
    deciding = [event for event in events if isinstance(event, (log.GameWon, log.TurnUndone, log.PositionOverridden))]
    return deciding[-1] if deciding and isinstance(deciding[-1], log.GameWon) else None


def happen(tracking: Kept, *events: log.Event) -> Happened[Kept]:
    """The game after these events, and the events."""
    for event in events:
        tracking = tracking.after(event)
    return Happened(tracking, events)


def nothing_open(tracking: Kept, answer: str = WITHDRAWN) -> Happened[Kept]:
    """The open fault is put right, and the open question is answered."""
    answered = [log.QuestionAnswered(answer)] if tracking.question else []
    return resolved(tracking).happen(*answered)


def resolved(tracking: Kept) -> Happened[Kept]:
    """The open fault, if any, is put right."""
    return Happened(tracking) if tracking.fault is None else happen(tracking, log.FaultResolved(tracking.fault.code))


def given(tracking: Kept, words: Mapping[str, str], codes: Sequence[str], about_game: Sequence[str]) -> Happened[Kept]:
    """The first of the notices that a look brings, once; the first settled look that brings none ends an old one.

    One that is not about what was seen but `about_game` stays.
    """
    said = tracking.notice.code if tracking.notice else None
    if not codes:
        over = tracking.settled and said not in about_game
        return Happened(replace(tracking, notice=None) if over else tracking)
    notice = log.NoticeGiven(codes[0], words.get(codes[0], "The camera cannot see the board well."))
    return Happened(tracking) if said == codes[0] else happen(tracking, notice)
