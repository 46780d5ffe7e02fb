"""A journal that can be read and not written: past games are shown, and the game that was interrupted goes on."""

import os
import shutil
import stat
import subprocess
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from table_in_numbers import PATIENCE_S, SETUP, Table, outlets

from companion.errors import JournalError
from companion.journal.archive import ReadOnlyJournal, SqliteArchive
from companion.journal.buffered import RETRY_S, BufferedJournal
from companion.journal.event_log import SqliteJournal
from companion.referee.events import GameStarted, TurnPlayed, TurnUndone
from companion.session.loop import Session

TURN = TurnPlayed(f"r {SETUP.layout[22]}@C3")


def read_only(disk: Path) -> None:
    """The disk takes nothing any more, as a worn card's."""
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)


def full(disk: Path) -> None:
    """Something else has filled it."""
    (disk / "filler").write_bytes(bytes(shutil.disk_usage(disk).free))


class Clock:
    """Seconds that pass when a test says so."""

    now_s = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.now_s


def opened(path: Path, clock: Clock) -> BufferedJournal:
    """The journal as an evening opens it."""
    return BufferedJournal(partial(SqliteJournal, path), clock, read_only=ReadOnlyJournal(SqliteArchive(path)))


def interrupted(path: Path) -> None:
    """A game was begun, and the program ended as it should."""
    with closing(SqliteJournal(path)) as journal:
        journal.append([GameStarted(SETUP), TURN], 1.0)


@pytest.mark.parametrize("spoil", [read_only, full], ids=["read-only", "full"])
def test_past_games_are_read_from_a_disk_that_takes_nothing(small_disk: Path, spoil: Callable[[Path], object]):
    interrupted(small_disk / "game.db")
    spoil(small_disk)
    assert [len(game.entries) for game in SqliteArchive(small_disk / "game.db").games(None, 9)] == [2]


def test_a_journal_that_may_not_be_opened_is_not_said_to_be_damaged(tmp_path: Path):
    path = tmp_path / "game.db"
    os.mknod(path, stat.S_IFSOCK)  # which nobody can open, whoever runs this
    with pytest.raises(JournalError, match="check the folder and who may read it"):
        SqliteArchive(path).games(None, 9)
    journal = opened(path, Clock())
    assert (journal.entries(), journal.began_this_evening()) == ((), True)


def test_a_journal_that_was_a_read_only_file_is_kept_again_once_it_is_none(tmp_path: Path):
    path = tmp_path / "game.db"
    interrupted(path)
    shared = path.with_name("game.db-shm")  # as SQLite made it while nobody might write the journal
    shared.write_bytes(bytes(1 << 15))
    shared.chmod(0o444)
    with closing(SqliteJournal(path)) as journal:
        journal.append([TURN], 2.0)
        assert shared.stat().st_mode == path.stat().st_mode


@pytest.mark.parametrize("spoil", [read_only, full], ids=["read-only", "full"])
def test_an_interrupted_game_goes_on_from_a_disk_that_takes_nothing_and_is_kept_whole_once_it_does(
    small_disk: Path, spoil: Callable[[Path], object]
):
    path, clock = small_disk / "game.db", Clock()
    interrupted(path)
    spoil(small_disk)
    journal = opened(path, clock)
    assert [entry.event for entry in journal.entries()] == [GameStarted(SETUP), TURN]
    session = Session(Table(), replace(outlets(journal), makes_room=True), SETUP, PATIENCE_S)
    assert (session.tracking.number, session.resumed_at_s) == (1, 1.0)
    assert journal.trouble()
    journal.append([TurnUndone()], 2.0)
    subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)
    (small_disk / "filler").unlink(missing_ok=True)
    clock.now_s = RETRY_S
    assert journal.trouble() == ""
    journal.close()
    with closing(SqliteJournal(path)) as again:
        assert [entry.event for entry in again.entries()] == [GameStarted(SETUP), TURN, TurnUndone()]


def test_a_game_of_another_evening_that_is_over_is_not_taken_for_one_of_this_evening(small_disk: Path):
    path = small_disk / "game.db"
    with closing(SqliteJournal(path, lambda: 1.7e9)) as journal:
        journal.append([GameStarted(SETUP)], 1.0)
    read_only(small_disk)
    assert not opened(path, Clock()).began_this_evening()
