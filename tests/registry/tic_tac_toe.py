"""A third game, to show how little one is: noughts and crosses with chips, in the board's top-left corner."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from companion.games.refusals import OptionsError
from companion.games.squares import parse_square, square_at, square_name
from companion.referee.events import (
    Event,
    GameStarted,
    GameWon,
    NoticeGiven,
    QuestionAsked,
    Setup,
    TurnPlayed,
    TurnUndone,
)
from companion.referee.followed import Followed, Step, folded, happen
from companion.referee.observation import TableObservation
from companion.referee.phones import Asker
from companion.registry.game import Notes
from companion.views.scene import Scene

FIELD = [[square_at(row, column) for column in range(3)] for row in range(3)]
LINES = [*FIELD, *zip(*FIELD, strict=True), [FIELD[i][i] for i in range(3)], [FIELD[i][2 - i] for i in range(3)]]


@dataclass(frozen=True)
class Options:
    """There is nothing to choose."""

    text: str = "tic-tac-toe"
    seats: int = 2
    teams: int = 2
    hand: int = 0
    deck_size: int = 0
    notices: tuple[str, ...] = ()

    def value_text(self, key: str) -> str:
        """One option in words."""
        return str(getattr(self, key))


@dataclass(frozen=True, slots=True)
class Play(Followed):
    """The squares taken, first team first."""

    turns: tuple[int, ...] = ()
    seats = 2

    @property
    def pile_known(self) -> bool:
        """There is none."""
        return False

    @property
    def number(self) -> int:
        """How many chips lie."""
        return len(self.turns)

    def has_won(self, seat: int) -> bool:
        """Three in a row."""
        return any(set(line) <= set(self.turns[seat - 1 :: 2]) for line in LINES)

    def after(self, event: Event) -> "Play":
        """A turn more or less."""
        match event:
            case TurnPlayed(turn=turn):
                return replace(self, turns=(*self.turns, parse_square(turn)))
            case TurnUndone():
                return replace(self, turns=self.turns[:-1])
        return self.noting(event)


@dataclass(frozen=True)
class Status:
    """How it stands."""

    scene: Scene
    players: tuple[str, ...]
    announcement: str
    settled: bool
    notice: NoticeGiven | None = None
    question: QuestionAsked | None = None
    headline: str = "Three in a row"
    game: str = "tic-tac-toe"
    known: tuple[tuple[str, str], ...] = (("R", "red"), ("B", "blue"))
    hands: tuple[int, ...] = (0, 0)


def options(text: str) -> Options:
    if text not in ("", "tic-tac-toe"):
        raise OptionsError("BAD_OPTION", f"{text!r} is unknown; there is nothing to choose")
    return Options()


def sheet(_: Options) -> tuple[str, ...]:
    return ("Three of your chips in a row win.",)


def begin(setup: Setup) -> tuple[Play, tuple[Event, ...]]:
    return Play(setup), (GameStarted(setup),)


replay = partial(folded, begin=begin)


def observe(play: Play, table: TableObservation, _patience_s: float) -> tuple[Play, tuple[Event, ...]]:
    play = replace(play, settled=table.registered and not table.moving)
    mine = 1 + play.number % 2
    new = [square for line in FIELD for square in line if square not in play.turns and table.board.best(square) == mine]
    if not play.settled or len(new) != 1 or play.has_won(1) or play.has_won(2):
        return play, ()
    won = replace(play, turns=(*play.turns, new[0])).has_won(mine)
    return happen(play, TurnPlayed(square_name(new[0])), *((GameWon(mine - 1, "line"),) if won else ()))


def new_game(_: Followed, _asker: Asker, setup: Setup) -> Step:
    return begin(setup)


def undo(play: Play, _asker: Asker) -> Step:
    return happen(play, TurnUndone())


needs_board, acts = True, {"undo": undo}


def statement(play: Play) -> Status:
    winner = next((team for team in (0, 1) if play.has_won(team + 1)), None)
    scene = Scene("turn", play.number % 2) if winner is None else Scene("win", winner)
    return Status(scene, play.setup.players, score_of(play), play.settled, play.notice)


def score_of(play: Play) -> str:
    return " ".join(square_name(square) for square in play.turns)


def json(status: Status) -> dict[str, Any]:
    return {"game": status.game, "mood": status.scene.mood, "turns": status.announcement}


def score(status: Status) -> tuple[str, ...]:
    return (status.announcement,)


def words(event: Event, _: Setup) -> str:
    if isinstance(event, GameWon):
        return "That is three in a row."
    return event.turn if isinstance(event, TurnPlayed) else ""


def rows(log: Iterable[tuple[int, Event]]) -> list[dict[str, Any]]:
    return [{"i": frame, "type": "move", "square": event.turn} for frame, event in log if isinstance(event, TurnPlayed)]


def record(play: Play, _tags: Mapping[str, str], _notes: Notes) -> str:
    return score_of(play)


def entries(play: Play) -> int:
    return play.number


def turns(play: Play) -> int:
    return play.number


def sides(setup: Setup) -> tuple[str, ...]:
    return tuple(team.name for team in setup.teams)


def winners(setup: Setup, side: int) -> tuple[str, ...]:
    return setup.players[side : side + 1]
