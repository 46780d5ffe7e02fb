"""What the referee knows between two looks at the table, and the step from one look to the next.

`observe` is the one step: a look goes in, the next `Tracking` and what happened come out. `apply` folds
events alone, so a journal of them is enough to have the game again: `replay(events).game` is the game.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.games.cards import Card
from companion.referee.events import Event, FaultFound, NoticeGiven, QuestionAsked, Setup
from companion.referee.observation import TableObservation

if TYPE_CHECKING:
    from companion.games.one_eyed_jack.state import Game


@dataclass(frozen=True, slots=True)
class Tracking:
    """The game as it stands and the half turn on the table; a value, never changed in place."""

    setup: Setup
    game: "Game"
    card: Card | None = None
    """The card seen on the pile that belongs to the turn being played."""
    fault: FaultFound | None = None
    question: QuestionAsked | None = None
    notice: NoticeGiven | None = None
    settled: bool = False
    """Whether the last look was calm and believed."""


def begin(setup: Setup) -> tuple[Tracking, tuple[Event, ...]]:
    """A fresh game and its `GameStarted`. Raises ValueError when options or layout are invalid."""
    raise NotImplementedError


def apply(tracking: Tracking, event: Event) -> Tracking:
    """The tracking after `event`; a pure fold. Raises ValueError on a turn that is illegal here."""
    raise NotImplementedError


def replay(events: Iterable[Event]) -> Tracking:
    """The tracking after all `events`, the first of which must be `GameStarted`. Raises ValueError otherwise."""
    raise NotImplementedError


def observe(tracking: Tracking, table: TableObservation, patience_s: float) -> tuple[Tracking, tuple[Event, ...]]:
    """One look at the table: the next tracking and what happened, in order."""
    raise NotImplementedError


def undo(tracking: Tracking) -> tuple[Tracking, tuple[Event, ...]]:
    """Take back the last turn that stands; no event when there is none."""
    raise NotImplementedError


def override(tracking: Tracking, seat: int | None = None) -> tuple[Tracking, tuple[Event, ...]]:
    """Accept the table as it was last seen settled; `seat` (from 1) moves next, the seat on turn when None."""
    raise NotImplementedError


def answer(tracking: Tracking, candidate: str) -> tuple[Tracking, tuple[Event, ...]]:
    """Settle the open question with one of its candidates. Raises ValueError when it is none of them."""
    raise NotImplementedError


def declare(tracking: Tracking, play: str) -> tuple[Tracking, tuple[Event, ...]]:
    """A play only a phone can tell, in notation: a pass, a dead card, a die roll. A fault when it is illegal."""
    raise NotImplementedError
