"""An evening begins with the newest game of its journal alone, however many lie before it."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from table_in_numbers import PATIENCE_S, SETUP, Table, outlets

from companion.errors import TornError, UnwritableError
from companion.journal import event_log
from companion.journal.archive import SqliteArchive
from companion.journal.buffered import BufferedJournal
from companion.journal.event_log import MemoryJournal, SqliteJournal
from companion.journal.event_text import from_json
from companion.referee.events import CommandGiven, Event, GameStarted, TurnPlayed, TurnUndone
from companion.session.loop import Session

GAMES = 300
TURN = TurnPlayed(f"r {SETUP.layout[22]}@C3")
NAMED = replace(SETUP, players=("Cleo", "Dan"))


def kept_games(path: Path, last: GameStarted) -> None:
    """Many games that were left after a turn, and one that a phone began."""
    with closing(SqliteJournal(path)) as journal:
        journal.append([event for _ in range(GAMES) for event in (GameStarted(SETUP), TURN, TurnUndone())], 1.0)
        journal.append([CommandGiven("the table", "game"), last, TURN], 2.0)


@pytest.mark.parametrize("last", [SETUP, NAMED], ids=["as at the start", "with names from a phone"])
def test_a_start_reads_the_game_that_goes_on_and_none_of_those_long_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last: object
):
    kept_games(tmp_path / "game.db", GameStarted(last))
    read: list[str] = []
    monkeypatch.setattr(event_log, "from_json", lambda text: (read.append(text), from_json(text))[1])
    with closing(BufferedJournal(partial(SqliteJournal, tmp_path / "game.db"), lambda: 0.0)) as journal:
        session = Session(Table(), replace(outlets(journal), makes_room=True), SETUP, PATIENCE_S)
        assert (session.tracking.setup, session.tracking.number, session.resumed_at_s) == (last, 1, 2.0)
    assert 0 < len(read) < 20


def test_an_old_entry_that_cannot_be_read_sets_no_journal_aside(tmp_path: Path):
    path = tmp_path / "game.db"
    kept_games(path, GameStarted(SETUP))
    scribble(path, 5)
    with closing(BufferedJournal(partial(SqliteJournal, path), lambda: 0.0)) as journal:
        assert len(list(journal.games())) == GAMES - 1, "up to the game that the broken entry is of"
        assert Session(Table(), outlets(journal), SETUP, PATIENCE_S).tracking.number == 1
        assert journal.lost() == ""


def test_an_index_that_names_a_game_behind_all_entries_hides_not_the_last_one(tmp_path: Path):
    path = tmp_path / "game.db"
    kept_games(path, GameStarted(SETUP))
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("INSERT INTO game (place, began_at_s) VALUES (99999, 5.0)")
    with closing(SqliteJournal(path)) as journal:
        assert Session(Table(), outlets(journal), SETUP, PATIENCE_S).tracking.number == 1
    assert SqliteArchive(path).games(None, 1)[0].number == GAMES + 1


def test_an_entry_of_the_newest_game_that_cannot_be_read_is_named(tmp_path: Path):
    path = tmp_path / "game.db"
    kept_games(path, GameStarted(SETUP))
    scribble(path, 3 * GAMES + 3)
    with closing(SqliteJournal(path)) as journal, pytest.raises(TornError, match="entry 903 cannot be read"):
        next(journal.games())


def scribble(path: Path, place: int) -> None:
    """Something else in the place of an entry."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("DROP TRIGGER no_change")
        database.execute("UPDATE entry SET event = '{' WHERE place = ?", (place,))
        database.commit()


class Disk(MemoryJournal):
    """A journal on a disk that is full or not."""

    full = False

    def append(self, events: list[Event], taken_at_s: float) -> None:
        """Keep them if there is room."""
        if self.full:
            raise UnwritableError("the disk is full; make room")
        super().append(events, taken_at_s)


@given(st.lists(st.tuples(st.booleans(), st.lists(st.sampled_from([GameStarted(SETUP), TURN]), max_size=4))))
@settings(deadline=None)
def test_games_that_wait_for_their_disk_come_before_those_that_are_on_it(batches: list):
    disk, whole = Disk(), MemoryJournal()
    journal = BufferedJournal(lambda: disk, lambda: 0.0)
    for at_s, (full, some) in enumerate(batches):
        disk.full = disk.full or full
        for each in (journal, whole):
            each.append(some, float(at_s))
    assert list(journal.games()) == list(whole.games())
