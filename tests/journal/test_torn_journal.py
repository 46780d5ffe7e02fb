"""A journal found damaged at the start is set aside and kept, a new one is begun, and the page says so."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from io import StringIO
from pathlib import Path

import pytest
from table_in_numbers import Blind

from companion.errors import JournalError, TornError, UnwritableError
from companion.games.one_eyed_jack.layout import REFERENCE
from companion.journal.archive import ReadOnlyJournal, SqliteArchive
from companion.journal.buffered import BufferedJournal
from companion.journal.event_log import SqliteJournal
from companion.journal.place import set_aside
from companion.live.evening import EveningOutlets, outlets_of
from companion.referee.events import GameStarted, Setup, TeamLook, TurnPlayed
from companion.referee.followed import happen
from companion.session.loop import Session
from companion.settings import Settings
from companion.terminal.console import Console
from companion.web import Live

LAYOUT = tuple(card.code for card in REFERENCE.cards)
SETUP = Setup("classic N=2 T=2", LAYOUT, (TeamLook("R", "red"), TeamLook("B", "blue")), ("Ann", "Ben"))
TURN = TurnPlayed(f"r {LAYOUT[22]}@C3")


def cut_off(file: bytearray) -> None:
    del file[len(file) // 2 :]


def scribbled(file: bytearray) -> None:
    file[8192:40960] = random.Random(1).randbytes(40960 - 8192)


def blank_at_the_start(file: bytearray) -> None:
    file[:4096] = bytes(4096)


def an_entry_that_is_no_event(file: bytearray) -> None:
    at = file.index(b'"TurnPlayed"')
    file[at : at + 12] = b'"TurmPlayed"'


@pytest.mark.parametrize("damage", [cut_off, scribbled, blank_at_the_start, an_entry_that_is_no_event])
def test_a_damaged_journal_is_kept_and_the_next_game_is_kept_in_a_new_one(
    tmp_path: Path, damage: Callable[[bytearray], None]
):
    path = tmp_path / "game.db"
    journal = SqliteJournal(path)
    journal.append([GameStarted(SETUP), *[TURN] * 2000], 0.0)
    journal.close()
    file = bytearray(path.read_bytes())
    damage(file)
    path.write_bytes(file)
    live, words = Live(), StringIO()
    with outlets_of(EveningOutlets(Settings(), path, live, Console(words, words)), SETUP) as outlets:
        session = Session(Blind(), outlets, SETUP, 2.0)
        assert live.status.notice.code == "JOURNAL_TORN"
        assert "lies beside the new one as game.db.torn-1" in live.status.notice.message
        session.command(lambda tracking: happen(tracking, TURN))
        session.blind("The cable is out.")
    assert "the journal was damaged; it is kept as " in words.getvalue()
    assert (tmp_path / "game.db.torn-1").read_bytes() == file
    with outlets_of(EveningOutlets(Settings(), path, live, Console(StringIO(), StringIO())), SETUP) as outlets:
        assert [type(entry.event) for entry in outlets.journal.entries()] == [GameStarted, TurnPlayed]
        Session(Blind(), outlets, SETUP, 2.0)
        assert live.status.notice is None


def at_last(path: Path, *refusals: JournalError) -> Callable[[], SqliteJournal]:
    """Opens the journal once it was refused like this, time after time."""
    left = iter(refusals)

    def opening() -> SqliteJournal:
        for refusal in left:
            raise refusal
        return SqliteJournal(path)

    return opening


@pytest.mark.parametrize("goes_on", [False, True], ids=["a new game", "the game that was interrupted"])
def test_a_journal_found_damaged_once_its_disk_takes_something_is_set_aside_and_the_game_kept_whole(
    tmp_path: Path, goes_on: bool
):
    path, clock = tmp_path / "game.db", iter(range(0, 100, 10)).__next__
    with closing(SqliteJournal(path)) as before:
        before.append([GameStarted(SETUP), TURN], 0.0)
    opening, known = at_last(path, UnwritableError("full"), TornError("torn")), ReadOnlyJournal(SqliteArchive(path))
    journal = BufferedJournal(opening, clock, partial(set_aside, path), known)
    assert len(journal.entries()) == 2
    journal.append([TURN] if goes_on else [GameStarted(SETUP), TURN], 1.0)
    assert (journal.trouble(), journal.lost()[-14:]) == ("", "game.db.torn-1")
    journal.close()
    with closing(SqliteJournal(path)) as new:
        assert [entry.event for entry in new.entries()] == [GameStarted(SETUP), TURN, *([TURN] if goes_on else [])]


def test_on_a_disk_that_was_full_a_damaged_journal_is_set_aside_once_there_is_room(small_disk: Path):
    path, clock = small_disk / "game.db", iter(range(0, 100, 10)).__next__
    with closing(SqliteJournal(path)) as before:
        before.append([GameStarted(SETUP), *[TURN] * 500], 0.0)
    path.write_bytes(path.read_bytes()[:20000])
    (small_disk / "filler").write_bytes(bytes(shutil.disk_usage(small_disk).free))
    journal = BufferedJournal(partial(SqliteJournal, path), clock, partial(set_aside, path))
    journal.append([GameStarted(SETUP), TURN], 1.0)
    (small_disk / "filler").unlink()
    assert (journal.trouble(), [len(game) for game in journal.games()]) == ("", [2])
    journal.close()
    assert (small_disk / "game.db.torn-1").stat().st_size == 20000


def test_a_second_damaged_journal_is_kept_beside_the_first(tmp_path: Path):
    path = tmp_path / "game.db"
    for _ in range(2):
        path.write_bytes(bytes(8192))
        with outlets_of(EveningOutlets(Settings(), path, Live(), Console(StringIO(), StringIO())), SETUP):
            pass
        path.unlink()
    assert {"game.db.torn-1", "game.db.torn-2"} <= {path.name for path in tmp_path.iterdir()}


def test_a_file_that_never_was_a_journal_is_left_alone(tmp_path: Path):
    path = tmp_path / "shopping.txt"
    path.write_text("bread, milk, " * 100)
    evening = EveningOutlets(Settings(), path, Live(), Console(StringIO(), StringIO()))
    with pytest.raises(JournalError, match="not a journal of this program"), outlets_of(evening, SETUP):
        pass
    assert path.read_text().startswith("bread")
    assert [path.name for path in tmp_path.glob("*torn*")] == []


def test_another_programs_database_is_not_set_aside(tmp_path: Path):
    path = tmp_path / "photos.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE photo (name TEXT)")
    other.close()
    evening = EveningOutlets(Settings(), path, Live(), Console(StringIO(), StringIO()))
    with pytest.raises(JournalError, match="not a journal of this program"), outlets_of(evening, SETUP):
        pass
    assert list(tmp_path.glob("*torn*")) == []
