"""The log of events on disk: what was told survives a power cut, and nothing in it can be changed afterwards.

SQLite in write-ahead mode with `synchronous=FULL`: a commit is on the disk before `append` returns, and in the
journal's own file, so that a copy of that alone is whole. Triggers refuse changes, a lock on a file beside it keeps a
second referee out, and leaves readers alone (`archive.py`). `MemoryJournal` is the twin for tests and replays.
"""

import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from companion.errors import JournalError, TornError, UnwritableError
from companion.files.atomic import OutputError, built_file
from companion.journal.by_game import by_game
from companion.journal.disk_words import TORN, ours
from companion.journal.event_text import from_json, to_json
from companion.journal.place import APPLICATION_ID, VERSION, file_at, let_be_written, lock_beside, refuse_unfit
from companion.journal.write_ahead import is_damaged
from companion.ports import JournalEntry
from companion.referee.events import Event, GameStarted

_SCHEMA = (
    "CREATE TABLE entry (place INTEGER PRIMARY KEY AUTOINCREMENT, taken_at_s REAL NOT NULL, event TEXT NOT NULL)",
    "CREATE TRIGGER no_change BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'a journal only grows'); END",
    "CREATE TRIGGER no_removal BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'a journal only grows'); END",
    f"PRAGMA application_id = {APPLICATION_ID}",
    f"PRAGMA user_version = {VERSION}",
)
_STARTED = """event GLOB '{"type":"GameStarted",*'"""
_GAMES = (
    "CREATE TABLE IF NOT EXISTS game (number INTEGER PRIMARY KEY, place INTEGER NOT NULL UNIQUE, began_at_s REAL)",
    f"INSERT INTO game (place) SELECT place FROM entry WHERE {_STARTED}"  # noqa: S608 (nothing here comes from outside)
    " AND place NOT IN (SELECT place FROM game) ORDER BY place",
    "DELETE FROM game WHERE place > (SELECT COALESCE(MAX(place), 0) FROM entry)",
    "UPDATE game SET began_at_s = NULL WHERE began_at_s NOT BETWEEN 0 AND 32503680000",
)
"""The index of games, for readers (`archive.py`); those of a journal from before there was one are entered undated;
what stands for a game behind all entries is taken out, or no game would be the last; a date outside the years 1970
to 2999, as a worn card may leave one, is none."""
_BETWEEN = "SELECT place, taken_at_s, event FROM entry WHERE place >= ? AND place < ? ORDER BY place"
_END = 1 << 62
_BEGAN_BEFORE = "SELECT MAX(place) FROM game WHERE place < ?"
_LAST_BEGAN = "SELECT began_at_s FROM game ORDER BY number DESC LIMIT 1"
_LEAP_S = 60.0
"""A clock that goes on by so much more or less than time does was put right: a Pi learns it from the network."""
_NIGHT = timedelta(hours=6)
"""What begins before six in the morning belongs to the evening before."""


class MemoryJournal:
    """A journal that forgets everything when the program ends."""

    def __init__(self) -> None:
        self._entries: list[JournalEntry] = []
        self._open = True

    def append(self, events: Iterable[Event], taken_at_s: float) -> None:
        """Keep these events, all or none. Raises JournalError when the journal is closed."""
        entries = [JournalEntry(event, float(taken_at_s)) for event in events]
        if not self._open:
            raise _closed_error()
        self._entries += entries

    def entries(self) -> tuple[JournalEntry, ...]:
        """Every event kept, in order. Raises JournalError when the journal is closed."""
        if not self._open:
            raise _closed_error()
        return tuple(self._entries)

    def games(self) -> Iterator[tuple[JournalEntry, ...]]:
        """Game after game, the newest first. Raises JournalError when the journal is closed."""
        return reversed(by_game(self.entries())[1:])

    def trouble(self) -> str:
        """Nothing: memory takes everything."""
        return ""

    def lost(self) -> str:
        """Nothing: there was nothing before."""
        return ""

    def began_this_evening(self) -> bool:
        """Always: all of it is of this evening."""
        return True

    def close(self) -> None:
        """Let go; closing twice does nothing."""
        self._open = False


def _running_s() -> float:
    """Seconds since the machine was started, also those it slept; nobody puts them right."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


class SqliteJournal:
    """A journal in one SQLite file, made when there is none; for use by one thread.

    `clock` dates its games; when it was put right is told by `running`, which only goes on.
    """

    def __init__(
        self, path: Path, clock: Callable[[], float] = time.time, running: Callable[[], float] = _running_s
    ) -> None:
        self._path = path
        self._clock = clock
        self._running = running
        self._set_s = clock() - running()
        self._begun: set[int | None] = set()  # a set: a disk may take a game at a later try
        self._begin()

    def _begin(self) -> None:
        """Open the file, which is made when there is none. Raises JournalError."""
        path, self._open = self._path, True
        self._lock = lock_beside(path)
        let_be_written(path)
        try:
            if path.exists() and is_damaged(path.with_name(f"{path.name}-wal")):
                raise TornError(f"{path}: the journal is damaged; {TORN}")
            with self._explaining_errors():
                self._database = sqlite3.connect(path, isolation_level=None, timeout=1.0)
        except JournalError:
            os.close(self._lock)
            raise
        try:
            with self._explaining_errors():
                self._prepare()
        except JournalError:
            self._let_go()
            raise
        self._file = file_at(path)

    def append(self, events: Iterable[Event], taken_at_s: float) -> None:
        """Keep these events, all or none, on disk before returning. Raises JournalError when it cannot."""
        rows = [(event, to_json(event)) for event in events]
        if self._open and file_at(self._path) != self._file:
            self._come_back()
        with self._dating_anew():
            for event, text in rows:
                self._keep(float(taken_at_s), event, text)
        self._take_in()

    def entries(self) -> tuple[JournalEntry, ...]:
        """Every event kept, in order. Raises JournalError when one cannot be read."""
        return self._read(0, _END)

    def games(self) -> Iterator[tuple[JournalEntry, ...]]:
        """Game after game, the newest first, up to an older one that cannot be read. Raises JournalError."""
        end = _END
        while (start := self._asked(_BEGAN_BEFORE, end)[0]) is not None:
            try:
                game = self._read(start, end)
            except TornError:
                if end == _END:
                    raise
                return
            yield game
            end = start

    def trouble(self) -> str:
        """Nothing: what cannot be on disk raises."""
        return ""

    def lost(self) -> str:
        """Nothing: what cannot be read raises."""
        return ""

    def began_this_evening(self) -> bool:
        """Whether the last game began this evening, or later by a clock that lost the time. Raises JournalError."""
        self._put_right()
        began_at_s = (self._asked(_LAST_BEGAN) or (None,))[0]
        return began_at_s is not None and evening_of(self._clock()) <= evening_of(began_at_s)

    def close(self) -> None:
        """Let go; closing twice does nothing."""
        if self._open:
            self._put_right()
            self._let_go()

    def _let_go(self) -> None:
        self._open = False
        self._database.close()
        os.close(self._lock)

    def _come_back(self) -> None:
        """All of it anew where its file was removed meanwhile, which SQLite would go on writing to in silence.

        Raises JournalError where that cannot be.
        """
        if self._path.exists():
            raise UnwritableError(f"{self._path}: another file was put in the journal’s place; move it away")
        try:
            with (
                self._explaining_errors(),
                built_file(self._path) as building,
                closing(sqlite3.connect(building)) as whole,
            ):
                self._database.backup(whole)
        except OutputError as error:
            raise UnwritableError(str(error)) from error
        self._let_go()
        self._begin()

    def _keep(self, taken_at_s: float, event: Event, text: str) -> None:
        place = self._database.execute(
            "INSERT INTO entry (taken_at_s, event) VALUES (?, ?)", (taken_at_s, text)
        ).lastrowid
        if isinstance(event, GameStarted):
            self._database.execute("INSERT INTO game (place, began_at_s) VALUES (?, ?)", (place, self._clock()))
            self._begun.add(place)

    def _put_right(self) -> None:
        """Date games anew where nothing was appended since the clock was put right; a disk may take that later."""
        if abs(self._leap_s()) > _LEAP_S:
            with suppress(JournalError), self._dating_anew():
                pass

    def _leap_s(self) -> float:
        """By how much the clock was put right since games were last dated by it."""
        return self._clock() - self._running() - self._set_s

    @contextmanager
    def _dating_anew(self) -> Iterator[None]:
        """A transaction; games that were dated before the clock was put right began as much later or earlier."""
        leap_s = self._leap_s()
        with self._explaining_errors(), self._transaction():
            if abs(leap_s) > _LEAP_S:
                dated = "UPDATE game SET began_at_s = began_at_s + ? WHERE place = ?"
                self._database.executemany(dated, [(leap_s, place) for place in self._begun])
            yield
        self._set_s += leap_s

    def _take_in(self) -> None:
        """Bring what was written ahead into the file itself, so that little of it is ever elsewhere.

        Readers are not waited for; a disk that takes nothing says so when the next event is kept.
        """
        with suppress(sqlite3.Error):
            self._database.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _prepare(self) -> None:
        empty = refuse_unfit(self._database, self._path)
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = FULL")
        with self._transaction():
            for statement in (*(_SCHEMA if empty else ()), *_GAMES):
                self._database.execute(statement)
        self._take_in()

    def _asked(self, question: str, *values: int) -> tuple[Any, ...]:
        """The first row of an answer."""
        with self._explaining_errors():
            return self._database.execute(question, values).fetchone() or ()

    def _read(self, start: int, end: int) -> tuple[JournalEntry, ...]:
        """The entries from one place to before another. Raises JournalError when one cannot be read."""
        with self._explaining_errors():
            rows = self._database.execute(_BETWEEN, (start, end)).fetchall()
        return tuple(self._entry(*row) for row in rows)

    def _entry(self, place: int, taken_at_s: float, text: str) -> JournalEntry:
        try:
            return JournalEntry(from_json(text), float(taken_at_s))
        except (TypeError, ValueError) as error:
            raise TornError(f"{self._path}: entry {place} cannot be read ({error}); {TORN}") from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._database.execute("BEGIN EXCLUSIVE")
        try:
            yield
            self._database.execute("COMMIT")
        except BaseException:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            raise

    @contextmanager
    def _explaining_errors(self) -> Iterator[None]:
        """Turn SQLite's errors into ours, which say what to do."""
        if not self._open:
            raise _closed_error()
        try:
            yield
        except sqlite3.Error as error:
            raise ours(error, self._path) from error


def evening_of(at_s: float) -> date:
    """The day of the evening to which a moment belongs, as the page of past games has it (`evenings.js`)."""
    return (datetime.fromtimestamp(at_s).astimezone() - _NIGHT).date()


def _closed_error() -> JournalError:
    return JournalError("the journal is closed; open it again")
