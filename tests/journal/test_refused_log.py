"""A file that holds no whole journal of this program is refused, with what to do, and left as it is."""

import random
import sqlite3
from pathlib import Path

import pytest

from companion.errors import JournalError, TornError, UnwritableError
from companion.journal.disk_words import ours
from companion.journal.event_log import SqliteJournal
from companion.referee.events import TurnPlayed

TURN = TurnPlayed("r 7D@C4")


@pytest.mark.parametrize(
    ("said", "kind", "words"),
    [
        ("database is locked", JournalError, "in use"),
        ("database disk image is malformed", TornError, "put back a copy"),
        ("database or disk is full", UnwritableError, "make room"),
        ("attempt to write a readonly database", UnwritableError, "who may write"),
    ],
)
def test_only_what_is_damaged_is_called_torn_and_may_be_set_aside(said: str, kind: type[JournalError], words: str):
    error = ours(sqlite3.OperationalError(said), Path("game.db"))
    assert (type(error), words in str(error)) == (kind, True)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path):
    path = tmp_path / "game.db"
    path.write_text("shopping: bread, milk, " * 100)
    with pytest.raises(JournalError, match=r"game\.db: the journal is damaged .*put back a copy"):
        SqliteJournal(path)
    assert path.read_text().startswith("shopping")


def test_another_programs_database_is_refused_and_left_alone(tmp_path: Path):
    path = tmp_path / "photos.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE photo (name TEXT)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match="not a journal of this program"):
        SqliteJournal(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(("version", "words"), [(99, "newer version"), (0, "not a journal of this program")])
def test_a_journal_of_a_newer_version_or_of_none_is_refused_as_that(tmp_path: Path, version: int, words: str):
    path = tmp_path / "game.db"
    SqliteJournal(path).close()
    database = sqlite3.connect(path)
    database.execute(f"PRAGMA user_version = {version}")
    database.close()
    with pytest.raises(JournalError, match=words):
        SqliteJournal(path)


@pytest.mark.parametrize("kept", [0.3, 0.7])
def test_a_torn_file_is_refused_with_what_to_do(tmp_path: Path, kept: float):
    path = tmp_path / "game.db"
    journal = SqliteJournal(path)
    journal.append([TURN] * 2000, 0.0)
    journal.close()
    whole = path.read_bytes()
    path.write_bytes(whole[: int(kept * len(whole))])
    with pytest.raises(JournalError, match=r"damaged.*put back a copy"):
        SqliteJournal(path).entries()


def test_scribbled_pages_are_refused_with_what_to_do(tmp_path: Path):
    path = tmp_path / "game.db"
    journal = SqliteJournal(path)
    journal.append([TURN] * 2000, 0.0)
    journal.close()
    whole = bytearray(path.read_bytes())
    whole[8192:40960] = random.Random(1).randbytes(40960 - 8192)
    path.write_bytes(whole)
    with pytest.raises(JournalError, match="damaged"):
        SqliteJournal(path).entries()


def test_an_entry_that_is_no_event_is_named(tmp_path: Path):
    path = tmp_path / "game.db"
    SqliteJournal(path).close()
    database = sqlite3.connect(path)
    database.execute("INSERT INTO entry (taken_at_s, event) VALUES (0, 'nonsense')")
    database.commit()
    database.close()
    journal = SqliteJournal(path)
    with pytest.raises(JournalError, match="entry 1 cannot be read"):
        journal.entries()
    journal.close()


def test_a_folder_that_is_not_there_is_named(tmp_path: Path):
    with pytest.raises(JournalError, match="cannot be written here"):
        SqliteJournal(tmp_path / "nowhere" / "game.db")
