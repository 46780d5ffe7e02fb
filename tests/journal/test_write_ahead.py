"""Damage in the file that SQLite writes ahead: told and kept where games are lost, and never seen in a power cut."""

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from io import StringIO
from pathlib import Path

import pytest
from table_in_numbers import Blind

from companion.errors import TornError
from companion.games.one_eyed_jack.layout import REFERENCE
from companion.journal.archive import SqliteArchive
from companion.journal.event_log import SqliteJournal
from companion.journal.write_ahead import is_damaged
from companion.live.evening import EveningOutlets, outlets_of
from companion.referee.events import GameStarted, Setup, TeamLook, TurnPlayed
from companion.session.loop import Session
from companion.settings import Settings
from companion.terminal.console import Console
from companion.web import Live

LAYOUT = tuple(card.code for card in REFERENCE.cards)
SETUP = Setup("classic N=2 T=2", LAYOUT, (TeamLook("R", "red"), TeamLook("B", "blue")), ("Ann", "Ben"))
TURN = TurnPlayed(f"r {LAYOUT[22]}@C3")
STEP = 4096 + 24
GAMES, TURNS = 3, 20


@contextmanager
def read_meanwhile(path: Path) -> Iterator[None]:
    """Somebody reads past games: for so long what is written ahead stays where it is."""
    with closing(sqlite3.connect(path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM entry").fetchone()
        yield


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """A journal as a kill leaves it while its past games are read, with the last game in what was written ahead."""
    path, left = tmp_path / "playing.db", tmp_path / "game.db"
    with closing(SqliteJournal(path)) as journal:
        for _ in range(GAMES):
            journal.append([GameStarted(SETUP)], 0.0)
            with read_meanwhile(path):
                for _ in range(TURNS):
                    journal.append([TURN], 0.0)
                for ending in ("", "-wal"):
                    shutil.copyfile(f"{path}{ending}", f"{left}{ending}")
    return left


def ahead(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def spoil(path: Path, damage: Callable[[bytearray], None]) -> bytes:
    file = bytearray(ahead(path).read_bytes())
    damage(file)
    ahead(path).write_bytes(file)
    return bytes(file)


def middle(file: bytearray) -> None:
    at = 32 + STEP * 9 + 1000
    file[at : at + 512] = random.Random(1).randbytes(512)


def a_frames_head(file: bytearray) -> None:
    at = 32 + STEP * 9
    file[at : at + 24] = random.Random(1).randbytes(24)


def one_bit(file: bytearray) -> None:
    file[32 + STEP * 2 + 4000] ^= 1


def the_header(file: bytearray) -> None:
    file[12:20] = bytes(8)


def random_bytes(file: bytearray) -> None:
    file[:] = random.Random(1).randbytes(len(file))


@pytest.mark.parametrize("damage", [middle, a_frames_head, one_bit, the_header, random_bytes])
def test_a_journal_with_damage_in_what_was_written_ahead_is_set_aside_and_said_so(
    killed: Path, damage: Callable[[bytearray], None]
):
    spoilt = spoil(killed, damage)
    live, words = Live(), StringIO()
    with outlets_of(EveningOutlets(Settings(), killed, live, Console(words, words)), SETUP) as outlets:
        assert outlets.journal.entries() == ()
        Session(Blind(), outlets, SETUP, 2.0)
        assert live.status.notice.code == "JOURNAL_TORN"
    assert "the journal was damaged; it is kept as " in words.getvalue()
    assert (killed.parent / "game.db.torn-1-wal").read_bytes() == spoilt
    assert (killed.parent / "game.db.torn-1").stat().st_size > 4096


def cut(file: bytearray) -> None:
    del file[-1000:]


def last_frame_half_written(file: bytearray) -> None:
    file[-2000:] = bytes(2000)


def nothing(file: bytearray) -> None:
    file.clear()


def only_zeros(file: bytearray) -> None:
    file[:] = bytes(len(file))


def half_a_header(file: bytearray) -> None:
    del file[16:]


@pytest.mark.parametrize("left", [cut, last_frame_half_written, nothing, only_zeros, half_a_header])
def test_what_a_power_cut_leaves_is_normal(killed: Path, left: Callable[[bytearray], None]):
    spoil(killed, left)
    with closing(SqliteJournal(killed)) as journal:
        events = [entry.event for entry in journal.entries()]
    assert events.count(GameStarted(SETUP)) == GAMES
    assert list(killed.parent.glob("*torn*")) == []


def test_a_transaction_of_several_pages_whose_first_never_reached_the_disk_is_normal(tmp_path: Path):
    path, left = tmp_path / "playing.db", tmp_path / "game.db"
    with closing(SqliteJournal(path)) as journal:
        journal.append([TURN], 0.0)
        whole = ahead(path).stat().st_size
        with read_meanwhile(path):
            journal.append([TURN] * 500, 0.0)
            for ending in ("", "-wal"):
                shutil.copyfile(f"{path}{ending}", f"{left}{ending}")
    spoil(left, lambda file: file.__setitem__(slice(whole, whole + STEP), bytes(STEP)))
    with closing(SqliteJournal(left)) as journal:
        assert [entry.event for entry in journal.entries()] == [TURN]


def test_a_whole_journal_that_was_killed_goes_on_with_every_event(killed: Path):
    assert not is_damaged(ahead(killed))
    with closing(SqliteJournal(killed)) as journal:
        assert len(journal.entries()) == GAMES * (TURNS + 1)


def test_what_older_games_wrote_ahead_lies_behind_the_newest_and_is_no_damage(killed: Path):
    with closing(SqliteJournal(killed)) as journal:
        journal.append([GameStarted(SETUP)], 0.0)
        journal.append([TURN], 0.0)
        assert not is_damaged(ahead(killed))


def test_the_games_before_this_one_are_in_the_journals_own_file(killed: Path):
    ahead(killed).unlink()
    assert [len(game.entries) for game in SqliteArchive(killed).games(None, 9)] == [1, TURNS + 1, TURNS + 1]


def test_an_open_journal_that_is_damaged_lets_go_of_its_lock(killed: Path):
    spoil(killed, middle)
    for _ in range(2):
        with pytest.raises(TornError, match="the journal is damaged"):
            SqliteJournal(killed)
