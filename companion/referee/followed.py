"""What the referees of all games have in common, so that the loop, the journal and the phones need know none of them.

A referee is a handful of pure functions over a frozen value: `begin`, `observe`, `replay`, and commands from phones.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

from companion.referee.events import (
    Event,
    FaultFound,
    FaultResolved,
    GameStarted,
    GameWon,
    MatchScored,
    NoticeGiven,
    PositionOverridden,
    QuestionAnswered,
    QuestionAsked,
    Setup,
    TurnUndone,
)

WITHDRAWN = "-"
"""The answer to a question whose reason is gone."""


class Followed(Protocol):
    """A game as its referee follows it: how it stands, and what was seen and not said. Never changed in place."""

    @property
    def setup(self) -> Setup:
        """What was agreed before the first card."""

    @property
    def number(self) -> int:
        """How far the game has gone; a command that names another number was meant for another moment."""

    @property
    def wins(self) -> tuple[int, ...]:
        """The games each seat's player had won before this one."""

    @property
    def standings(self) -> tuple[int, ...]:
        """The games each seat's player has won this evening, this one too once it is over."""


Kept = TypeVar("Kept", bound=Followed)


def folded(
    events: Iterable[Event], begin: Callable[[Setup], tuple[Kept, Any]], apply: Callable[[Kept, Event], Kept]
) -> Kept:
    """The last game after all `events`, the first of which must be `GameStarted`. Raises ValueError otherwise."""
    kept: Kept | None = None
    for event in events:
        if isinstance(event, GameStarted):
            kept = begin(event.setup)[0]
        elif kept is None:
            raise ValueError(f"a log that begins with {type(event).__name__}; it must begin with GameStarted")
        else:
            kept = apply(kept, event)
    if kept is None:
        raise ValueError("an empty log; it must begin with GameStarted")
    return kept


def wins_of(followed: Followed, players: Sequence[str]) -> tuple[int, ...]:
    """The games these players bring to the next game, by their names; nothing when none of them has won any."""
    known = dict(zip(followed.setup.players, followed.standings, strict=False))
    wins = tuple(known.get(player, 0) for player in players)
    return wins if any(wins) else ()


def scored(followed: Followed, seat: int, wins: int) -> MatchScored:
    """A seat's player has won so many games this evening. Raises ValueError when that cannot be."""
    won = followed.standings[seat - 1] - followed.wins[seat - 1]
    if wins == followed.standings[seat - 1]:
        raise ValueError("So many games were counted already.")
    if wins < won:
        raise ValueError("This game was won as well.")
    return MatchScored((*followed.wins[: seat - 1], wins - won, *followed.wins[seat:]))


def end_of(events: Iterable[Event]) -> GameWon | None:
    """How a game ended; None when it did not, or when somebody took that back."""
    deciding = [event for event in events if isinstance(event, (GameWon, TurnUndone, PositionOverridden))]
    return deciding[-1] if deciding and isinstance(deciding[-1], GameWon) else None


def noted(event: Event) -> dict[str, Any]:
    """What an event of any game changes beside the game itself, by field of `Followed`; empty for all others."""
    match event:
        case FaultFound():
            return {"fault": event}
        case FaultResolved():
            return {"fault": None}
        case QuestionAsked():
            return {"question": event}
        case QuestionAnswered():
            return {"question": None}
        case NoticeGiven():
            return {"notice": event}
    return {}


Step = tuple[Any, tuple[Event, ...]]
"""The next `Followed`, of the same game unless a new one began, and what happened on the way."""

Command = Callable[[Any], Step]
"""What a phone asks for, its arguments bound; ValueError refuses it."""
