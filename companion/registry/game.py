"""What a game must bring to be refereed here, as one generic Protocol that mypy holds every game to.

A game is a module (or any object) with these names. Each has three types of its own, on which all its functions must
agree: `FollowedT`, the game as its referee follows it; `StatementT`, how it is told to lamps and phones; `OptionsT`,
what was settled before the deal.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, TypeVar

from companion.referee.events import Event, Setup
from companion.referee.followed import Followed, Step
from companion.referee.observation import TableObservation
from companion.referee.phones import Asker
from companion.views.statement import Statement

Notes = tuple[tuple[int, str], ...]
"""(entries before it, words) for each note in a record, in order."""
Act = Callable[..., Step]
"""What phones may ask for: takes the followed game, an asker, and fields of its own. ValueError refuses it."""


class GameOptions(Protocol):
    """The options of a game: what was settled before the deal."""

    @property
    def text(self) -> str:
        """All of them as text, from which the game reads the same options."""

    @property
    def seats(self) -> int:
        """How many play."""

    @property
    def teams(self) -> int:
        """How many sides there are."""

    @property
    def hand(self) -> int:
        """Cards dealt to each seat; 0 in a game without cards."""

    @property
    def deck_size(self) -> int:
        """Cards shuffled together; 0 in a game without cards."""

    @property
    def notices(self) -> tuple[str, ...]:
        """What was changed so that they go together, in words."""

    def value_text(self, key: str, /) -> str:
        """One of them as players write it. Raises AttributeError."""


FollowedT = TypeVar("FollowedT", bound=Followed)
StatementT = TypeVar("StatementT", bound=Statement)
OptionsT = TypeVar("OptionsT", bound=GameOptions)


class Game(Protocol[FollowedT, StatementT, OptionsT]):
    """One game: its options, its referee, and how it is told."""

    @property
    def needs_board(self) -> bool:
        """Whether it is played with chips on a board; else a pile will do."""

    @property
    def acts(self) -> Mapping[str, Act]:
        """What phones may ask for, by name."""

    def options(self, text: str, /) -> OptionsT:
        """Options out of text, the usual ones where it is empty. Raises OptionsError."""

    def sheet(self, options: OptionsT, /) -> tuple[str, ...]:
        """The rules that options come to, in words."""

    def begin(self, setup: Setup, /) -> tuple[FollowedT, tuple[Event, ...]]:
        """A game from its set-up. Raises ValueError when options or board are invalid."""

    def observe(
        self, followed: FollowedT, table: TableObservation, patience_s: float, /
    ) -> tuple[FollowedT, tuple[Event, ...]]:
        """One look at the table; `patience_s` is how long something wrong must stand before it is said."""

    def replay(self, log: Iterable[Event], /) -> FollowedT:
        """The game that a log, `GameStarted` first, leads to. Raises ValueError when it leads to none."""

    def new_game(self, followed: Followed, asker: Asker, setup: Setup, /) -> Step:
        """A game at the table where another is played. Raises NotAllowedError, and ValueError when it cannot be."""

    def statement(self, followed: FollowedT, /) -> StatementT:
        """How the game stands, for lamps and phones."""

    def json(self, status: StatementT, /) -> dict[str, Any]:
        """The statement as plain JSON values."""

    def score(self, status: StatementT, /) -> tuple[str, ...]:
        """What a statement tells of each side, a line each."""

    def words(self, event: Event, setup: Setup, /) -> str:
        """What is said when something happens; empty when it needs no words."""

    def rows(self, log: Iterable[tuple[int, Event]], /) -> list[dict[str, Any]]:
        """A row for other programs for each event that is told; the events of one game, each with its frame."""

    def record(self, followed: FollowedT, tags: Mapping[str, str], notes: Notes, /) -> str:
        """The game as text, with these tags and notes. Raises ValueError before it began."""

    def entries(self, followed: FollowedT, /) -> int:
        """How many entries its record has so far."""

    def turns(self, followed: FollowedT, /) -> int:
        """How many turns people have played that stand."""

    def sides(self, setup: Setup, /) -> tuple[str, ...]:
        """What the teams are called; nothing where everybody plays alone."""

    def winners(self, setup: Setup, side: int, /) -> tuple[str, ...]:
        """The players who have won when `GameWon` names this number, which is also the team's, if there are teams."""


AnyGame = Game[Any, Any, Any]
"""A game of which only the name is known, as a set-up carries it; what goes into it came out of it."""
