"""A journal whose file is removed while it is written: somebody tidies up, or moves it away in mid-evening."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.errors import JournalError, UnwritableError
from companion.journal.archive import SqliteArchive
from companion.journal.event_log import SqliteJournal
from companion.referee.events import GameStarted, Setup, TurnPlayed

TURN = TurnPlayed("r 7D@C4")
STARTED = GameStarted(Setup("classic N=2 T=2", ("JK",), (), ()))


@pytest.mark.parametrize("removed", ["folder", "file", "moved"])
def test_a_journal_that_is_removed_while_it_is_written_comes_back_whole(tmp_path: Path, removed: str):
    path = tmp_path / "games" / "game.db"
    path.parent.mkdir()
    journal = SqliteJournal(path, lambda: 5.0)
    journal.append([STARTED, TURN], 1.0)
    if removed == "folder":
        shutil.rmtree(path.parent)
    elif removed == "file":
        path.unlink()
    else:
        path.rename(tmp_path / "elsewhere.db")
    journal.append([TURN], 2.0)
    journal.append([TURN], 3.0)
    with pytest.raises(JournalError, match="in use"):
        SqliteJournal(path)
    assert [game.began_at_s for game in SqliteArchive(path).games(None, 9)] == [5.0]
    journal.close()
    again = SqliteJournal(path)
    assert [(type(each.event), each.taken_at_s) for each in again.entries()] == [
        (GameStarted, 1.0),
        (TurnPlayed, 1.0),
        (TurnPlayed, 2.0),
        (TurnPlayed, 3.0),
    ]
    again.close()


@pytest.mark.parametrize("instead", [Path.touch, Path.mkdir])
def test_another_file_in_the_place_of_a_journal_is_left_alone_and_said(tmp_path: Path, instead: Callable[[Path], None]):
    path = tmp_path / "game.db"
    journal = SqliteJournal(path)
    path.unlink()
    instead(path)
    with pytest.raises(UnwritableError, match="another file was put in the journal’s place; move it away"):
        journal.append([TURN], 1.0)
    (path.rmdir if path.is_dir() else path.unlink)()
    journal.append([TURN], 1.0)
    assert [entry.event for entry in journal.entries()] == [TURN]
    journal.close()


def test_a_journal_that_cannot_come_back_says_so_and_keeps_what_it_has(tmp_path: Path):
    path = tmp_path / "games" / "game.db"
    path.parent.mkdir()
    journal = SqliteJournal(path)
    journal.append([TURN], 1.0)
    shutil.rmtree(path.parent)
    path.parent.touch()
    with pytest.raises(UnwritableError, match="games: is a file"):
        journal.append([TURN], 2.0)
    assert [entry.taken_at_s for entry in journal.entries()] == [1.0]
    path.parent.unlink()
    journal.append([TURN], 2.0)
    assert [entry.taken_at_s for entry in journal.entries()] == [1.0, 2.0]
    journal.close()
