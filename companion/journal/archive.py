"""The games of a journal, read while somebody else writes it: for the pages about past games.

Every question opens its own connection, which can only read and is closed with the answer; SQLite's write-ahead log
keeps it from ever holding up the writer. Nothing is read but the games asked for. `MemoryArchive` is the twin.
A disk that takes nothing may still be read, and the game on it gone on with (`ReadOnlyJournal`).
"""

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import islice
from pathlib import Path

from companion.errors import JournalError
from companion.journal.by_game import by_game
from companion.journal.event_log import evening_of
from companion.journal.event_text import from_json
from companion.journal.place import connected_to_read
from companion.ports import Archive, Journal, JournalEntry, KeptGame, Numbered
from companion.referee.events import PLAYED, Event, GameStarted, GameWon, PositionOverridden, Setup, TurnUndone

LONGEST = 20_000
"""No game has so many events; what comes after is not read."""
_LATE = f"it is longer than {LONGEST} entries, and the rest is not shown"
_NEXT = "COALESCE((SELECT MIN(later.place) FROM game AS later WHERE later.place > game.place), 1 << 62)"
_GAMES = f"SELECT number, place, began_at_s, {_NEXT}, number = (SELECT MAX(number) FROM game) FROM game"  # noqa: S608
_PLACED = (
    "SELECT place, event, (SELECT MAX(number) FROM game WHERE game.place <= entry.place) FROM entry "
    "WHERE place > ? ORDER BY place"
)
_DECIDING = (GameStarted, GameWon, TurnUndone, PositionOverridden)
_DECIDES, _PLAYS = (
    " OR ".join(f"""event GLOB '{{"type":"{kind.__name__}"*'""" for kind in kinds) for kinds in (_DECIDING, PLAYED)
)


class SqliteArchive:
    """The games of the journal in this file; none while there is no such file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def games(self, before: int | None, limit: int) -> tuple[KeptGame, ...]:
        """So many games at most, the newest first, of those numbered below `before`. Raises JournalError."""
        where = "WHERE number < ? ORDER BY number DESC LIMIT ?"
        return self._games(where, (1 << 62 if before is None else before, limit))

    def game(self, number: int) -> KeptGame | None:
        """The game of this number, if there is one. Raises JournalError."""
        return next(iter(self._games("WHERE number = ?", (number,))), None)

    def ends(self, limit: int) -> tuple[tuple[Event, ...], ...]:
        """What decided the games among so many in which anything was played, the newest first. Raises JournalError."""
        with self._reading() as database:
            known = database.execute(f"{_GAMES} ORDER BY number DESC LIMIT ?", (limit,)).fetchall()
            games = (_decided(database, start, end) for _, start, _, end, _ in known)
            return tuple(filter(None, games))

    def after(self, number: int | None, limit: int) -> tuple[Numbered, ...]:
        """So many events at most after a running number, or from the last game's beginning on. Raises JournalError."""
        with self._reading() as database:
            last = database.execute("SELECT COALESCE(MAX(place), 1) - 1 FROM game").fetchone()[0]
            rows = database.execute(_PLACED, (last if number is None else number,))
            return tuple(islice(_numbered(database, rows), limit))

    def _games(self, which: str, values: tuple[int, ...]) -> tuple[KeptGame, ...]:
        with self._reading() as database:
            found = database.execute(f"{_GAMES} {which}", values).fetchall()
            return tuple(_kept_game(database, row) for row in found)

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """A connection that can only read. SQLite's errors become ours, which say what to do."""
        if not self._path.exists():
            with closing(sqlite3.connect(":memory:")) as nothing:
                nothing.execute("CREATE TABLE game (number, place, began_at_s)")
                nothing.execute("CREATE TABLE entry (place, taken_at_s, event)")
                yield nothing
            return
        try:
            with closing(connected_to_read(self._path)) as database:
                database.text_factory = lambda raw: raw.decode("utf-8", "replace")  # a broken row is one row's trouble
                yield database
        except sqlite3.Error as error:
            raise JournalError(f"the games cannot be read ({error}); {_remedy(error)}") from error


class ReadOnlyJournal:
    """What can be gone on with of a journal that cannot be written now, as far as it can be read."""

    def __init__(self, archive: Archive, clock: Callable[[], float] = time.time) -> None:
        self._archive = archive
        self._clock = clock

    def entries(self) -> tuple[JournalEntry, ...]:
        """Every event of its games, in order."""
        return tuple(entry for game in reversed(tuple(self.games())) for entry in game)

    def games(self) -> Iterator[tuple[JournalEntry, ...]]:
        """Game after game, the newest first, up to one that cannot be read."""
        before = None
        with suppress(JournalError):
            while (found := self._archive.games(before, 1)) and not found[0].trouble:
                yield found[0].entries
                before = found[0].number

    def began_this_evening(self) -> bool:
        """Whether the last game began this evening, or later by a clock that lost the time; where none did, yes."""
        with suppress(JournalError):
            for last in self._archive.games(None, 1):
                return last.began_at_s is not None and evening_of(self._clock()) <= evening_of(last.began_at_s)
        return True


class MemoryArchive:
    """The games of a journal of this very process; nobody noted when they began."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def games(self, before: int | None, limit: int) -> tuple[KeptGame, ...]:
        """So many games at most, the newest first, of those numbered below `before`. Raises JournalError."""
        known = self._kept_games()
        return tuple(reversed(known if before is None else known[: max(before - 1, 0)]))[:limit]

    def game(self, number: int) -> KeptGame | None:
        """The game of this number, if there is one. Raises JournalError."""
        known = self._kept_games()
        return known[number - 1] if 0 < number <= len(known) else None

    def ends(self, limit: int) -> tuple[tuple[Event, ...], ...]:
        """What decided the games among so many in which anything was played, the newest first. Raises JournalError."""
        games = ([entry.event for entry in game.entries] for game in reversed(self._kept_games()[-limit:]))
        played = (game for game in games if any(isinstance(event, PLAYED) for event in game))
        return tuple(tuple(event for event in game if isinstance(event, _DECIDING)) for game in played)

    def after(self, number: int | None, limit: int) -> tuple[Numbered, ...]:
        """So many events at most after a running number, or from the last game's beginning on. Raises JournalError."""
        found: list[Numbered] = []
        last = game = 0
        for place, entry in enumerate(self._journal.entries(), 1):
            if isinstance(entry.event, GameStarted):
                last, game, setup = place - 1, game + 1, entry.event.setup
            if game:
                found.append(Numbered(place, game, setup, entry.event))
        first = last if number is None else number
        return tuple(each for each in found if each.number > first)[:limit]

    def _kept_games(self) -> tuple[KeptGame, ...]:
        _, *games = by_game(self._journal.entries())
        return tuple(KeptGame(number, None, game, number == len(games)) for number, game in enumerate(games, 1))


def _kept_game(database: sqlite3.Connection, row: tuple[int, int, float | None, int, int]) -> KeptGame:
    """A game up to the first entry that cannot be read."""
    number, start, began_at_s, end, last = row
    asked = "SELECT place, taken_at_s, event FROM entry WHERE place >= ? AND place < ? ORDER BY place LIMIT ?"
    entries: list[JournalEntry] = []
    trouble = ""
    for place, taken_at_s, text in database.execute(asked, (start, end, LONGEST + 1)):
        event = _read(text)
        if event is None:
            trouble = f"entry {place} of the journal cannot be read, and the game is shown up to there"
            break
        entries.append(JournalEntry(event, taken_at_s))
    if len(entries) > LONGEST:
        trouble = _LATE
    return KeptGame(number, began_at_s, tuple(entries[:LONGEST]), bool(last), trouble)


def _read(text: str) -> Event | None:
    """The event, or None for what is none."""
    try:
        return from_json(text)
    except (TypeError, ValueError):
        return None


def _numbered(database: sqlite3.Connection, rows: Iterable[tuple[int, str, int | None]]) -> Iterator[Numbered]:
    """Those of the entries that can be read, and are of a game whose beginning can be."""
    setups: dict[int | None, Setup | None] = {}
    for place, text, game in rows:
        if game not in setups:
            began = database.execute("SELECT event FROM entry JOIN game USING (place) WHERE number = ?", (game,))
            first = _read(*(began.fetchone() or ("",)))
            setups[game] = first.setup if isinstance(first, GameStarted) else None
        event, setup = _read(text), setups[game]
        if game is not None and setup is not None and event is not None:
            yield Numbered(place, game, setup, event)


def _decided(database: sqlite3.Connection, start: int, end: int) -> tuple[Event, ...]:
    """What decided the game in these entries up to one that cannot be read; nothing where nothing was played."""
    asked = "SELECT event FROM entry WHERE place >= ? AND place < ?"
    if database.execute(f"{asked} AND ({_PLAYS}) LIMIT 1", (start, end)).fetchone() is None:
        return ()
    read = (_read(text) for (text,) in database.execute(f"{asked} AND ({_DECIDES}) ORDER BY place", (start, end)))
    known: list[Event] = []
    for event in read:
        if event is None:
            break
        known.append(event)
    return tuple(known) if known and isinstance(known[0], GameStarted) else ()


def _remedy(error: sqlite3.Error) -> str:
    if "no such table" in str(error):
        return "it is an older journal, which is put in order as soon as a game is played"
    if "unable to open" in str(error):
        return "check the folder and who may read it"
    return "the journal may be damaged; put back a copy"
