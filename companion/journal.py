"""The log of events on disk: what was told survives a power cut, and nothing in it can be changed afterwards.

SQLite in write-ahead mode with `synchronous=FULL`: a commit is on the disk before `append` returns. Triggers
refuse changes, an exclusive lock keeps a second referee out. `MemoryJournal` is the twin for tests and replays.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.errors import JournalError
from companion.ports import Entry
from companion.referee.events import Event, from_json, to_json

_APPLICATION_ID = 0x4F454A43  # "OEJC", so that no other program's database is taken for a journal
_VERSION = 1
_SCHEMA = f"""
CREATE TABLE entry (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    taken_at_s REAL NOT NULL,
    event TEXT NOT NULL
);
CREATE TRIGGER no_change BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'a journal only grows'); END;
CREATE TRIGGER no_removal BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'a journal only grows'); END;
PRAGMA application_id = {_APPLICATION_ID};
PRAGMA user_version = {_VERSION};
"""
_TORN = "move it away to begin a new one, or put back a copy"


class MemoryJournal:
    """A journal that forgets everything when the program ends."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._open = True

    def append(self, events: Iterable[Event], taken_at_s: float) -> None:
        """Keep these events, all or none. Raises JournalError when the journal is closed."""
        entries = [Entry(event, float(taken_at_s)) for event in events]
        if not self._open:
            raise _closed()
        self._entries += entries

    def entries(self) -> tuple[Entry, ...]:
        """Every event kept, in order. Raises JournalError when the journal is closed."""
        if not self._open:
            raise _closed()
        return tuple(self._entries)

    def close(self) -> None:
        """Let go; closing twice does nothing."""
        self._open = False


class SqliteJournal:
    """A journal in one SQLite file, made when there is none; for use by one thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._open = True
        with self._explained():
            self._database = sqlite3.connect(path, isolation_level=None, timeout=1.0)
        try:
            with self._explained():
                self._prepare()
        except JournalError:
            self._database.close()
            raise

    def append(self, events: Iterable[Event], taken_at_s: float) -> None:
        """Keep these events, all or none, on disk before returning. Raises JournalError when it cannot."""
        rows = [(float(taken_at_s), to_json(event)) for event in events]
        with self._explained(), self._transaction():
            self._database.executemany("INSERT INTO entry (taken_at_s, event) VALUES (?, ?)", rows)

    def entries(self) -> tuple[Entry, ...]:
        """Every event kept, in order. Raises JournalError when one cannot be read."""
        with self._explained():
            rows = self._database.execute("SELECT place, taken_at_s, event FROM entry ORDER BY place").fetchall()
        return tuple(self._entry(*row) for row in rows)

    def close(self) -> None:
        """Let go; closing twice does nothing."""
        if self._open:
            self._open = False
            self._database.close()

    def _prepare(self) -> None:
        self._database.execute("PRAGMA locking_mode = EXCLUSIVE")
        if self._pragma("application_id") != _APPLICATION_ID and self._pragma("schema_version") != 0:
            raise JournalError(f"{self._path}: not a journal of this program; name another file")
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = FULL")
        self._make_or_check()

    def _make_or_check(self) -> None:
        with self._transaction():  # also takes the lock, which is kept until the journal is closed
            if self._pragma("schema_version") == 0:
                for statement in _statements(_SCHEMA):
                    self._database.execute(statement)
        if self._pragma("user_version") != _VERSION:
            raise JournalError(f"{self._path}: written by a newer version; update the program or name another file")
        if self._pragma("quick_check") != "ok":
            raise JournalError(f"{self._path}: the journal is torn; {_TORN}")

    def _pragma(self, name: str) -> object:
        return self._database.execute(f"PRAGMA {name}").fetchone()[0]

    def _entry(self, place: int, taken_at_s: float, text: str) -> Entry:
        try:
            return Entry(from_json(text), taken_at_s)
        except (TypeError, ValueError) as error:
            raise JournalError(f"{self._path}: entry {place} cannot be read ({error}); {_TORN}") from error

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
    def _explained(self) -> Iterator[None]:
        """Turn SQLite's errors into ours, which say what to do."""
        if not self._open:
            raise _closed()
        try:
            yield
        except sqlite3.Error as error:
            raise JournalError(f"{self._path}: {_explanation(error)}") from error


def _explanation(error: sqlite3.Error) -> str:
    said = str(error)
    if "locked" in said:
        return "the journal is in use; close the other companion first"
    if "unable to open" in said or "readonly" in said:
        return f"the journal cannot be written here ({said}); check the folder and who may write to it"
    if "full" in said:
        return "the disk is full; make room, the game goes on where it stopped"
    return f"the journal is torn ({said}); {_TORN}"


def _statements(script: str) -> Iterator[str]:
    """The statements of a script one by one: `executescript` would end the transaction around them."""
    statement = ""
    for line in script.splitlines():
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _closed() -> JournalError:
    return JournalError("the journal is closed; open it again")
