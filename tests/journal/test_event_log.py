"""A journal keeps what it was given, in order, whatever happens next; one suite for the file and its twin in memory."""

import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.errors import JournalError
from companion.journal.archive import MemoryArchive, SqliteArchive
from companion.journal.buffered import BufferedJournal
from companion.journal.event_log import MemoryJournal, SqliteJournal
from companion.journal.event_text import KINDS
from companion.ports import Archive, Journal, JournalEntry, Numbered
from companion.referee.events import (
    CardLaid,
    Event,
    GameStarted,
    GameWon,
    PositionOverridden,
    Setup,
    TurnPlayed,
    TurnUndone,
)

events = st.one_of(*map(st.from_type, KINDS.values()))
batches = st.lists(st.tuples(st.lists(events, max_size=4), st.floats(0, 1e5)), max_size=5)
TURN = TurnPlayed("r 7D@C4")
STARTED = GameStarted(Setup("classic N=2 T=2", ("JK",), (), ()))
PLAYED = (TurnPlayed, CardLaid, PositionOverridden, GameWon)
DECIDING = (GameStarted, GameWon, PositionOverridden, TurnUndone)


@pytest.fixture(params=["memory", "file", "patient"])
def make_journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], Journal]]:
    numbers, made = count(), []

    def make() -> Journal:
        filed = partial(SqliteJournal, tmp_path / f"{next(numbers)}.db")
        kinds = {"memory": MemoryJournal, "file": filed, "patient": lambda: BufferedJournal(filed, time.monotonic)}
        journal = kinds[request.param]()
        made.append(journal)
        return journal

    yield make
    for journal in made:
        journal.close()


@given(batches)
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_what_was_appended_is_there_in_order(make_journal: Callable[[], Journal], batches: list):
    journal = make_journal()
    for some, taken_at_s in batches:
        journal.append(some, taken_at_s)
    assert journal.entries() == tuple(JournalEntry(event, taken_at_s) for some, taken_at_s in batches for event in some)
    journal.close()


ARCHIVES: dict[type[Journal], Callable[[Journal], Archive]] = {
    MemoryJournal: MemoryArchive,
    SqliteJournal: lambda journal: SqliteArchive(journal._path),
    BufferedJournal: lambda journal: SqliteArchive(journal._disk._path),
}


@given(batches, st.integers(1, 4), st.integers(1, 5) | st.none())
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_an_archive_holds_the_games_of_a_journal_that_is_open(
    make_journal: Callable[[], Journal], batches: list, limit: int, before: int | None
):
    journal = make_journal()
    archive, kept = ARCHIVES[type(journal)](journal), []
    for some, taken_at_s in batches:
        journal.append(some, taken_at_s)
        for event in some:
            kept += [[]] if isinstance(event, GameStarted) else []
            kept[-1:] = [[*each, JournalEntry(event, taken_at_s)] for each in kept[-1:]]
    games = [(number, tuple(entries), number == len(kept)) for number, entries in enumerate(kept, 1)]
    wanted = [game for game in reversed(games) if before is None or game[0] < before][:limit]
    assert [(game.number, game.entries, game.last) for game in archive.games(before, limit)] == wanted
    for number in range(len(kept) + 2):
        found = archive.game(number)
        assert (found and (found.number, found.entries, found.last)) == next((g for g in games if g[0] == number), None)
    assert list(journal.games()) == [entries for _, entries, _ in reversed(games)]
    newest = [[entry.event for entry in entries] for _, entries, _ in reversed(games)][:limit]
    played = [game for game in newest if any(isinstance(event, PLAYED) for event in game)]
    assert list(archive.ends(limit)) == [tuple(each for each in game if isinstance(each, DECIDING)) for game in played]
    journal.close()


@given(batches, st.integers(1, 4), st.integers(0, 9) | st.none())
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_an_archive_tells_what_came_after_any_event_by_its_number(
    make_journal: Callable[[], Journal], batches: list, limit: int, number: int | None
):
    journal = make_journal()
    archive = ARCHIVES[type(journal)](journal)
    for some, taken_at_s in batches:
        journal.append(some, taken_at_s)
    told, game, last = [], 0, 0
    for place, entry in enumerate(journal.entries(), 1):
        if isinstance(entry.event, GameStarted):
            game, last, setup = game + 1, place - 1, entry.event.setup
        told += [Numbered(place, game, setup, entry.event)] if game else []
    wanted = [each for each in told if each.number > (last if number is None else number)]
    assert list(archive.after(number, limit)) == wanted[:limit]
    journal.close()


def test_an_event_that_cannot_be_read_is_passed_over(tmp_path: Path):
    path = tmp_path / "game.db"
    journal = SqliteJournal(path)
    journal.append([STARTED, TURN, STARTED, TURN, TURN], 0.0)
    journal.close()
    with closing(sqlite3.connect(path)) as database:
        database.execute("DROP TRIGGER no_change")
        database.execute("UPDATE entry SET event = '{' WHERE place IN (1, 4)")
        database.commit()
    assert [each.number for each in SqliteArchive(path).after(0, 9)] == [3, 5]


def test_the_games_of_a_journal_from_before_they_were_dated_are_found_in_order(tmp_path: Path):
    path = tmp_path / "game.db"
    journal = SqliteJournal(path, clock=lambda: 5.0)
    journal.append([STARTED, TURN], 0.0)
    journal.close()
    database = sqlite3.connect(path)
    database.execute("DROP TABLE game")
    database.close()
    with pytest.raises(JournalError, match="an older journal, which is put in order as soon as a game is played"):
        SqliteArchive(path).games(None, 9)
    journal = SqliteJournal(path, clock=lambda: 7.0)
    journal.append([STARTED], 1.0)
    assert [(game.number, game.began_at_s) for game in SqliteArchive(path).games(None, 9)] == [(2, 7.0), (1, None)]
    journal.close()
    assert [game.number for game in SqliteArchive(path).games(None, 9)] == [2, 1]


@pytest.mark.parametrize("date", ["1e300", "9e999", "-1e15", "'abc'"])
def test_a_date_that_no_calendar_knows_is_none(tmp_path: Path, date: str):
    path = tmp_path / "game.db"
    with closing(SqliteJournal(path)) as journal:
        journal.append([STARTED], 0.0)
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"UPDATE game SET began_at_s = {date}")
        database.commit()
    with closing(SqliteJournal(path)) as journal:
        assert not journal.began_this_evening()
    assert [game.began_at_s for game in SqliteArchive(path).games(None, 9)] == [None]


def test_a_reader_in_the_middle_of_its_reading_does_not_hold_up_the_writer(tmp_path: Path):
    journal = SqliteJournal(tmp_path / "game.db")
    journal.append([STARTED, TURN], 0.0)
    with SqliteArchive(tmp_path / "game.db")._reading() as reading:
        rows = reading.execute("SELECT event FROM entry")
        next(rows)
        journal.append([TURN], 1.0)
        assert len(list(rows)) == 1
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            reading.execute("DELETE FROM game")
    assert len(SqliteArchive(tmp_path / "game.db").games(None, 1)[0].entries) == 3
    journal.close()


def test_a_batch_that_breaks_off_is_not_kept_at_all(make_journal: Callable[[], Journal]):
    def breaking() -> Iterator[Event]:
        yield TURN
        raise ZeroDivisionError

    journal = make_journal()
    with pytest.raises(ZeroDivisionError):
        journal.append(breaking(), 0.0)
    journal.append([TurnUndone()], 1.0)
    assert journal.entries() == (JournalEntry(TurnUndone(), 1.0),)


def test_closing_twice_does_nothing_and_a_closed_journal_says_so(make_journal: Callable[[], Journal]):
    journal = make_journal()
    journal.close()
    journal.close()
    with pytest.raises(JournalError, match="closed"):
        journal.append([TURN], 0.0)
    with pytest.raises(JournalError, match="closed"):
        journal.entries()


@given(batches)
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_what_was_appended_is_there_after_opening_again(tmp_path: Path, batches: list):
    path = Path(tempfile.mkdtemp(dir=tmp_path)) / "game.db"
    for some, taken_at_s in batches:
        journal = SqliteJournal(path)
        journal.append(some, taken_at_s)
        journal.close()
    journal = SqliteJournal(path)
    assert [entry.event for entry in journal.entries()] == [event for some, _ in batches for event in some]
    journal.close()


@pytest.mark.parametrize("statement", ["UPDATE entry SET event = ''", "DELETE FROM entry"])
def test_nothing_in_the_file_can_be_changed(tmp_path: Path, statement: str):
    journal = SqliteJournal(tmp_path / "game.db")
    journal.append([TURN], 0.0)
    journal.close()
    database = sqlite3.connect(tmp_path / "game.db")
    with pytest.raises(sqlite3.IntegrityError, match="a journal only grows"):
        database.execute(statement)
    database.close()


def test_a_game_in_the_middle_is_in_a_copy_of_the_file_alone(tmp_path: Path):
    with closing(SqliteJournal(tmp_path / "game.db")) as journal:
        journal.append([STARTED], 0.0)
        journal.append([TURN], 1.0)
        journal.append([TURN], 2.0)
        shutil.copyfile(tmp_path / "game.db", tmp_path / "copy.db")
    with closing(SqliteJournal(tmp_path / "copy.db")) as copy:
        assert [entry.taken_at_s for entry in copy.entries()] == [0.0, 1.0, 2.0]


def test_every_commit_reaches_the_disk(tmp_path: Path):
    journal = SqliteJournal(tmp_path / "game.db")
    assert journal._database.execute("PRAGMA synchronous").fetchone() == (2,)
    assert journal._database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    journal.close()


WRITER = """
import sys
from pathlib import Path
from companion.journal.event_log import SqliteJournal
from companion.referee.events import TurnPlayed

journal = SqliteJournal(Path(sys.argv[1]))
for number in range(100_000):
    journal.append([TurnPlayed(f"turn {number}"), TurnPlayed(f"and {number}")], number)
    print(number, flush=True)
"""


@pytest.mark.parametrize("told_before", [1, 7, 40])
def test_everything_told_is_there_after_a_kill(tmp_path: Path, told_before: int):
    path = tmp_path / "game.db"
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", WRITER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) as writer:
        told = [int(next(writer.stdout)) for _ in range(told_before)]
        writer.send_signal(signal.SIGKILL)
        told += [int(line) for line in writer.stdout]
    journal = SqliteJournal(path)
    kept = [entry.event.turn for entry in journal.entries()]
    journal.close()
    expected = [turn for number in range(100_000) for turn in (f"turn {number}", f"and {number}")]
    assert len(kept) % 2 == 0
    assert len(kept) >= 2 * len(told)
    assert kept == expected[: len(kept)]


def test_a_second_referee_is_kept_out(tmp_path: Path):
    journal = SqliteJournal(tmp_path / "game.db")
    with pytest.raises(JournalError, match="in use; close the other companion"):
        SqliteJournal(tmp_path / "game.db")
    journal.close()
    SqliteJournal(tmp_path / "game.db").close()
