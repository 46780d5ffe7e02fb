"""Past games, told from the journal alone: what happened step by step, how each step left the game, who won what.

A step is what changes the game or stops it: a turn, a fault, a question, somebody's correction. What follows from it
at once, such as a completed line, belongs to it.
"""

import json
import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import takewhile
from types import MappingProxyType
from typing import Any

from companion.journal.event_text import to_json
from companion.ports import Archive, JournalEntry, KeptGame, Pictures
from companion.referee import events
from companion.referee.events import CommandGiven, Event, GameStarted, Setup
from companion.referee.followed import Followed, end_of
from companion.registry.games import GAMES, refereed

_LOG = logging.getLogger(__name__)

PAGE = 12
"""So many games are listed at once."""
STEPS = 16
"""How each of so many steps left the game is told at once."""
COUNTED = 500
"""Wins are counted over so many games, the newest."""

_KINDS: Mapping[type[Event], str] = MappingProxyType(
    {
        events.GameStarted: "start",
        events.CardLaid: "card",
        events.CardTakenBack: "undo",
        events.TurnPlayed: "turn",
        events.TurnUndone: "undo",
        events.PositionOverridden: "override",
        events.MatchScored: "score",
        events.MatchScoreUndone: "score",
        events.FaultFound: "fault",
        events.FaultResolved: "resolved",
        events.QuestionAsked: "question",
    }
)
_FOLLOWING = (events.LineCompleted, events.GameWon)
"""What belongs to the step before it."""


@dataclass(frozen=True, slots=True)
class PastStep:
    """One step of a game: its kind, in words, and who said so, where somebody did; nothing changes between steps."""

    kind: str
    words: str
    who: str
    followed: Followed
    """The game as it was then."""
    entry: JournalEntry
    """Where the journal tells it."""


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game with its steps, none when its first entry cannot be read; `trouble` says why they end too early."""

    kept: KeptGame
    setup: Setup | None
    steps: tuple[PastStep, ...]
    trouble: str

    @property
    def state(self) -> str:
        """`over`; `open` when it may go on; `unfinished` when another was begun instead."""
        if end_of([entry.event for entry in self.kept.entries]):
            return "over"
        return "open" if self.kept.last else "unfinished"


class PastGames:
    """The games of an archive, as pages tell of them. Raises JournalError as the archive does; safe from any thread."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    def games(self, before: int | None) -> list[dict[str, Any]]:
        """Some games in short, the newest first, of those numbered below `before`."""
        return [_in_short(past_game(kept)) for kept in self._archive.games(before, PAGE)]

    def game(self, number: int) -> PastGame | None:
        """A game with all its steps."""
        kept = self._archive.game(number)
        return None if kept is None else past_game(kept)

    def has(self, number: int) -> bool:
        """Whether there is such a game; it is not told for that."""
        return any(kept.number == number for kept in self._archive.games(number + 1, 1))

    def latest(self) -> int | None:
        """The number of the newest game, if there is any."""
        return next((kept.number for kept in self._archive.games(None, 1)), None)

    def wins(self) -> dict[str, Any]:
        """How many games each player and each team has played and won."""
        players, teams, games = _Tally(), _Tally(), 0
        for deciding in self._archive.ends(COUNTED):
            games += 1
            _count(deciding, players, teams)
        return {"games": games, "players": players.rows(), "teams": teams.rows()}


class _Tally:
    """Games played and won by name."""

    def __init__(self) -> None:
        self._played: Counter[str] = Counter()
        self._won: Counter[str] = Counter()

    def add(self, played: Sequence[str], won: Sequence[str]) -> None:
        """One game more."""
        self._played.update(set(played))
        self._won.update(set(won))

    def rows(self) -> list[dict[str, Any]]:
        """Those who won most first."""
        order = sorted(self._played, key=lambda name: (-self._won[name], self._played[name], name))
        return [{"name": name, "played": self._played[name], "won": self._won[name]} for name in order]


def is_step(event: Event) -> bool:
    """Whether this is a step of a game, and not what follows from one at once."""
    return type(event) in _KINDS


def past_game(kept: KeptGame) -> PastGame:
    """A game's steps, as far as its entries can be read and played."""
    first = kept.entries[0].event if kept.entries else None
    if not isinstance(first, GameStarted):
        return PastGame(kept, None, (), kept.trouble)
    steps: list[PastStep] = []
    try:
        _tell(kept, first.setup, steps)
    except Exception as error:  # noqa: BLE001 (whatever it is, the game ends there, and the others are told)
        trouble = f"the journal does not add up to a game ({error}), and the game is shown up to there"
        return PastGame(kept, first.setup, tuple(steps), trouble)
    return PastGame(kept, first.setup, tuple(steps), kept.trouble)


def about(game: PastGame, pictures: Pictures | None = None) -> dict[str, Any]:
    """A game with its steps in words, as plain JSON values, and of which of them there are `pictures`."""
    steps = [{"kind": step.kind, "words": step.words, "who": step.who} for step in game.steps]
    pictured = [pictures is not None and pictures.holds(step.entry) for step in game.steps]
    return {**_in_short(game), "steps": [{**step, "picture": one} for step, one in zip(steps, pictured, strict=True)]}


def statuses(game: PastGame, first: int) -> list[dict[str, Any]]:
    """How the game stood after each of some steps, as the live page is told of it, up to one of which it cannot be."""
    return list(takewhile(bool, (_status(step) or {} for step in game.steps[first : first + STEPS])))


def record(game: PastGame) -> str:
    """The game as text, with seats, date, faults and corrections. Raises ValueError when it never began."""
    if not game.steps or game.setup is None:
        raise ValueError(f"there is nothing to write down: {game.trouble}")
    seats = {f"Seat{seat}": player for seat, player in enumerate(game.setup.players, 1)}
    tags = {**seats, **({} if game.kept.began_at_s is None else {"Date": _date(game.kept.began_at_s)})}
    notes = tuple((_entries_before(step), words) for step in game.steps if (words := _note(step)))
    return refereed(game.setup.game).record(game.steps[-1].followed, tags, notes)


def entries(game: PastGame) -> dict[str, Any]:
    """Everything the journal holds of a game, as plain JSON values."""
    kept = game.kept
    rows = [{"taken_at_s": entry.taken_at_s, **json.loads(to_json(entry.event))} for entry in kept.entries]
    return {"number": kept.number, "began_at_s": kept.began_at_s, "trouble": game.trouble, "events": rows}


def _tell(kept: KeptGame, setup: Setup, steps: list[PastStep]) -> None:
    """Append every step. Raises ValueError where an event is illegal; the steps before it are there then."""
    rules = refereed(setup.game)
    followed, _ = rules.begin(setup)
    signature, signed_at_s = "", -1.0
    for entry in kept.entries:
        event = entry.event
        if isinstance(event, CommandGiven):  # all that comes of it carries the time of the same look at the table
            signature, signed_at_s = event.who, entry.taken_at_s
        followed = followed if isinstance(event, GameStarted) else followed.after(event)
        words = rules.words(event, setup)
        if is_step(event):
            who = signature if entry.taken_at_s == signed_at_s else ""
            steps.append(PastStep(_KINDS[type(event)], words, who, followed, entry))
        elif steps and isinstance(event, _FOLLOWING):
            steps[-1] = replace(steps[-1], words=f"{steps[-1].words} {words}", followed=followed)


def _in_short(game: PastGame) -> dict[str, Any]:
    setup, kept = game.setup, game.kept
    return {
        "number": kept.number,
        "began_at_s": kept.began_at_s,
        "game": "" if setup is None else setup.game,
        "players": [] if setup is None else list(setup.players),
        "options": "" if setup is None else setup.options,
        "state": game.state,
        "turns": refereed(setup.game).turns(game.steps[-1].followed) if setup and game.steps else 0,
        "took_s": _took_s(game),
        "trouble": game.trouble,
        "final": _status(game.steps[-1]) if game.steps else None,
    }


def _took_s(game: PastGame) -> float | None:
    """From the first act to the last, by the frames' own clock; None where it began anew in between, or nothing was."""
    acts_s = [step.entry.taken_at_s for step in game.steps if step.kind in ("turn", "card")]
    return acts_s[-1] - acts_s[0] if len(acts_s) > 1 and acts_s == sorted(acts_s) else None


def _status(step: PastStep) -> dict[str, Any] | None:
    """As the live page is told; nothing in a past game waits for a hand to leave the table. None if it cannot be."""
    rules = refereed(step.followed.setup.game)
    try:
        return {**rules.json(rules.statement(step.followed)), "settled": True}
    except Exception:  # noqa: BLE001 (it costs the picture of this step alone)
        _LOG.exception("a step of a past game cannot be shown: %s", step.words)
        return None


def _note(step: PastStep) -> str:
    """What a record says of a step beside its plays: faults, and who had something set right."""
    by = f" by {step.who}" if step.who else ""
    if step.kind in ("fault", "question"):
        return f"{step.kind}: {step.words}"
    return f"{step.kind}{by}" if by else ""


def _entries_before(step: PastStep) -> int:
    return refereed(step.followed.setup.game).entries(step.followed)


def _count(deciding: Sequence[Event], players: _Tally, teams: _Tally) -> None:
    """One game more for everybody who played it; a win for whoever won."""
    started, won = deciding[0], end_of(deciding)
    if not isinstance(started, GameStarted) or started.setup.game not in GAMES:
        return
    setup, rules = started.setup, refereed(started.setup.game)
    winner = None if won is None else won.team
    names = rules.sides(setup)
    players.add(setup.players, () if winner is None else rules.winners(setup, winner))
    teams.add(names, () if winner is None else names[winner : winner + 1])


def _date(began_at_s: float) -> str:
    return datetime.fromtimestamp(began_at_s).astimezone().strftime("%Y.%m.%d")
