"""A disk that is full, read-only or torn ends no evening: memory keeps what it cannot, and it gets it in order."""

import sqlite3
import subprocess
from collections.abc import Iterable
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table_in_numbers import Blind

from companion.errors import JournalError, TornError, UnwritableError
from companion.games.one_eyed_jack.layout import REFERENCE
from companion.journal.buffered import RETRY_S, BufferedJournal
from companion.journal.event_log import MemoryJournal, SqliteJournal
from companion.live.evening import EveningOutlets, outlets_of
from companion.ports import JournalEntry
from companion.referee.events import CommandGiven, Event, QuestionAsked, Setup, TeamLook, TurnPlayed
from companion.referee.followed import happen
from companion.session.loop import Outlets, Session
from companion.settings import Settings
from companion.terminal.console import Console
from companion.views.appearance import appearances_of
from companion.views.statement import Statement
from companion.web import Live
from hardware.lights import FakeLights

TURN = TurnPlayed("r 7D@C4")
LAYOUT = tuple(card.code for card in REFERENCE.cards)
SETUP = Setup("classic N=2 T=2", LAYOUT, (TeamLook("R", "red"), TeamLook("B", "blue")), ("Ann", "Ben"))
STEPS = st.lists(st.sampled_from(["append", "fill", "free", "wait"]), max_size=30)


class Disk(MemoryJournal):
    """A journal on a disk that a test fills and frees; it takes `room` more batches before it is full."""

    def __init__(self) -> None:
        super().__init__()
        self.room: float = float("inf")

    def opened(self) -> "Disk":
        """Itself, if it can be written."""
        if self.room <= 0:
            raise UnwritableError("the disk is full; make room")
        return self

    def append(self, events: Iterable[Event], taken_at_s: float) -> None:
        """Keep them while there is room."""
        self.opened()
        self.room -= 1
        super().append(events, taken_at_s)


class Clock:
    """Seconds that pass when a test says so."""

    now_s = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.now_s


@given(st.booleans(), STEPS, st.integers(0, 3))
def test_nothing_told_is_lost_or_written_twice_and_all_of_it_is_in_order(full: bool, steps: list[str], room: int):
    disk, clock, told = Disk(), Clock(), []
    disk.room = 0 if full else float("inf")
    journal = BufferedJournal(disk.opened, clock)
    for number, step in enumerate(steps):
        if step == "append":
            events = (CommandGiven("the table", str(number)), TURN)
            journal.append(events, number)
            told += [JournalEntry(event, float(number)) for event in events]
        elif step == "wait":
            clock.now_s += RETRY_S
        else:
            disk.room = room if step == "fill" else float("inf")
        trouble, kept = journal.trouble(), disk.entries()
        assert journal.entries() == tuple(told)
        assert kept == tuple(told[: len(kept)])
        assert trouble or kept == tuple(told)
    disk.room = float("inf")
    clock.now_s += RETRY_S
    assert journal.trouble() == ""
    assert disk.entries() == tuple(told)


def test_a_full_disk_is_left_alone_for_a_while():
    disk, clock = Disk(), Clock()
    journal = BufferedJournal(disk.opened, clock)
    disk.room = 0
    journal.append([TURN], 1.0)
    disk.room = 1
    assert "full" in journal.trouble()
    clock.now_s = RETRY_S
    assert journal.trouble() == ""


def test_closing_writes_what_waits_if_that_can_be_and_takes_nothing_more():
    disk = Disk()
    journal = BufferedJournal(disk.opened, Clock())
    disk.room = 0
    journal.append([TURN], 1.0)
    disk.room = 1
    disk.close = lambda: None  # so that it can still be read
    journal.close()
    journal.close()
    assert disk.entries() == (JournalEntry(TURN, 1.0),)
    with pytest.raises(JournalError, match="closed"):
        journal.append([TURN], 2.0)


def test_what_was_written_when_a_signal_ended_the_program_is_not_written_again():
    disk = Disk()
    journal = BufferedJournal(disk.opened, Clock())
    write, disk.close = disk.append, lambda: None  # so that it can still be read

    def ended(events: Iterable[Event], taken_at_s: float) -> None:
        write(events, taken_at_s)
        raise SystemExit(143)

    disk.append = ended
    with pytest.raises(SystemExit):
        journal.append([TURN], 1.0)
    disk.append = write
    journal.close()
    assert disk.entries() == (JournalEntry(TURN, 1.0),)


def test_damage_that_shows_once_something_was_told_sets_no_evening_aside():
    disk, aside = Disk(), list[str]()

    def torn() -> tuple[JournalEntry, ...]:
        raise TornError("the journal is damaged")

    def set_aside() -> Path:
        aside.append("set aside")
        return Path("game.db.torn-1")

    journal = BufferedJournal(disk.opened, Clock(), set_aside)
    journal.append([TURN], 1.0)
    disk.entries = torn
    with pytest.raises(TornError):
        journal.entries()
    assert (aside, journal.lost()) == ([], "")


def test_a_journal_that_waiting_does_not_help_is_refused_at_the_start(tmp_path: Path):
    with SqliteClosing(tmp_path / "game.db"), pytest.raises(JournalError, match="in use"):
        BufferedJournal(lambda: SqliteJournal(tmp_path / "game.db"), Clock())
    (tmp_path / "torn.db").write_bytes(b"no database" * 100)
    with pytest.raises(JournalError, match="damaged"):
        BufferedJournal(lambda: SqliteJournal(tmp_path / "torn.db"), Clock())


class SqliteClosing:
    """A journal held by another referee."""

    def __init__(self, path: Path) -> None:
        self._journal = SqliteJournal(path)

    def __enter__(self) -> None:
        """It is held already."""

    def __exit__(self, *_: object) -> None:
        """Let it go."""
        self._journal.close()


class Room:
    """The newest statement, and every one before it."""

    def __init__(self) -> None:
        self.heard: list[Statement] = []

    def tell(self, status: Statement) -> None:
        """Remember it."""
        self.heard.append(status)


def test_page_and_lamps_say_that_nothing_is_kept_until_it_is():
    disk, clock, room, lights = Disk(), Clock(), Room(), FakeLights(appearances_of(["red", "blue"]))
    disk.room = 0
    session = Session(Blind(), Outlets(BufferedJournal(disk.opened, clock), lights, room), SETUP, 2.0)
    assert room.heard[-1].notice.code == "NOT_KEPT"
    assert "the disk is full; make room" in room.heard[-1].notice.message
    turn = TurnPlayed(f"r {LAYOUT[22]}@C3")
    session.command(lambda tracking: happen(tracking, turn))
    session.blind("The cable is out.")
    assert room.heard[-1].notice.message == "The cable is out."  # the worse thing
    assert room.heard[-2].scene.mood == "not_kept"
    assert len(session.tracking.game.turns) == 1
    disk.room, clock.now_s = float("inf"), RETRY_S
    session.command(lambda tracking: happen(tracking, QuestionAsked("Which?", ())))
    session.blind("The cable is out.")
    assert room.heard[-2].notice is None
    assert [type(entry.event).__name__ for entry in disk.entries()] == ["GameStarted", "TurnPlayed", "QuestionAsked"]
    assert "not_kept" in [scene.mood for scene in lights.scenes]


def fill(place: Path) -> Path:
    """Fill the disk to the last byte, and say by which file."""
    filler = place / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while file.write(bytes(512)):
                pass
        except OSError:
            return filler
    raise AssertionError("the disk has no end")


@pytest.mark.parametrize("full_from_the_start", [False, True])
def test_a_real_disk_that_fills_up_and_has_room_again_holds_everything(small_disk: Path, full_from_the_start: bool):
    clock, path = Clock(), small_disk / "game.db"
    filler = fill(small_disk) if full_from_the_start else None
    journal = BufferedJournal(lambda: SqliteJournal(path), clock)
    journal.append([TURN], 0.0)
    filler = filler or fill(small_disk)
    told = [JournalEntry(TURN, 0.0)]
    for number in range(1, 40):
        told.append(JournalEntry(CommandGiven("the table", f"{number} {'x' * 2000}"), float(number)))
        journal.append([told[-1].event], number)
    assert journal.trouble() == f"{path}: the disk is full; make room"
    assert journal.entries() == tuple(told)
    filler.unlink()
    clock.now_s = RETRY_S
    assert journal.trouble() == ""
    journal.close()
    again = SqliteJournal(path)
    assert again.entries() == tuple(told)
    again.close()


def test_a_journal_on_a_disk_that_was_full_before_says_so_and_not_that_it_is_forbidden(small_disk: Path):
    SqliteJournal(small_disk / "game.db").close()
    fill(small_disk)
    for name in ("game.db", "another.db"):
        with pytest.raises(UnwritableError, match="the disk is full; make room"):
            SqliteJournal(small_disk / name)


def test_a_real_disk_that_turns_read_only_and_back_holds_everything(small_disk: Path):
    clock, path = Clock(), small_disk / "game.db"
    SqliteJournal(path).close()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    journal = BufferedJournal(lambda: SqliteJournal(path), clock)
    journal.append([TURN], 1.0)
    assert "cannot be written" in journal.trouble()
    subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)
    clock.now_s = RETRY_S
    assert journal.trouble() == ""
    assert journal.entries() == (JournalEntry(TURN, 1.0),)
    journal.close()


def test_a_database_torn_while_it_is_written_ends_no_game(tmp_path: Path):
    path = tmp_path / "game.db"
    journal = BufferedJournal(lambda: SqliteJournal(path), Clock())
    with sqlite3.connect(path) as other:
        other.execute("DROP TABLE entry")
    other.close()
    journal.append([TURN], 1.0)
    assert "damaged" in journal.trouble()
    journal.close()


def test_what_a_disk_never_took_is_owned_up_to_when_the_evening_ends(tmp_path: Path):
    words = StringIO()
    evening = EveningOutlets(Settings(), tmp_path / "no folder" / "game.db", Live(), Console(words, words))
    with outlets_of(evening, SETUP) as outlets:
        outlets.journal.append([TURN], 1.0)
    said = words.getvalue().splitlines()
    assert "It is played in memory." in said[0]
    assert "the last of what was told is not kept" in said[1]


def test_an_evening_whose_disk_takes_everything_owns_up_to_nothing(tmp_path: Path):
    words = StringIO()
    evening = EveningOutlets(Settings(), tmp_path / "game.db", Live(), Console(words, words))
    with outlets_of(evening, SETUP) as outlets:
        outlets.journal.append([TURN], 1.0)
    assert words.getvalue() == ""
