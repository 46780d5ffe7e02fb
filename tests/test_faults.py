"""What a cable, a disk or a clock can do to an evening, done to a whole table: it is said, and the game goes on.

`hardware/faults.md` lists every fault with what players see; that the list is true is tried at the end.
"""

import re
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from io import StringIO
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from unforgiving import Unforgiving

from calibration.profile import Profile, load_profile
from calibration.shelf import Shelf
from companion.errors import CameraError
from companion.files.atomic import OutputError
from companion.journal.archive import SqliteArchive
from companion.journal.event_log import SqliteJournal
from companion.live.evening import looks
from companion.live.viewfinder import LiveViewfinder
from companion.ports import Camera
from companion.referee.events import GameStarted, Setup, TeamLook, TurnPlayed
from companion.session.loop import Outlets, Session
from companion.terminal.console import Console
from companion.views.appearance import appearances_of
from companion.vision.frame import Frame
from companion.vision.table import TableReader
from companion.web import Live
from companion.wiring import table_reader
from hardware.archive import Budget, RecordingArchive
from hardware.lights import FakeLights
from hardware.recorder import Recorder
from hardware.virtual_table import VirtualTable
from hardware.watched import WatchedCamera

ROOT = Path(__file__).parent.parent
FAULTS = ROOT / "hardware" / "faults.md"
PATIENCE_S = 0.2
WAIT_S = 60.0
TEAMS = (TeamLook("R", "red"), TeamLook("B", "blue"))


@pytest.fixture(scope="module")
def profile(drawn_profile: Path) -> Profile:
    return load_profile(drawn_profile)


@pytest.fixture(scope="module")
def reader(profile: Profile) -> TableReader:
    return table_reader(profile)


class FaultyCamera:
    """A drawn table's camera with a cable, a driver and a rival, all of which may fail."""

    def __init__(self, table: VirtualTable) -> None:
        self.table = table
        self.fault = ""
        self.mended = threading.Event()
        self._last: Frame | None = None

    def opened(self) -> Camera:
        """Itself, unless somebody else has it."""
        if self.fault == "busy":
            raise CameraError("the camera is busy; close the program that uses it")
        return self

    def capture(self) -> Frame:
        """The next picture, or what comes in its place."""
        if self.fault in ("unplugged", "busy"):
            raise CameraError("the USB camera gives no picture; check its cable")
        if self.fault == "broken driver":
            raise RuntimeError("ioctl")
        if self.fault == "hanging":
            self.mended.wait(WAIT_S)
        if self.fault != "frozen":
            self._last = self.table.capture()
        time.sleep(0.01)
        return self._last

    def still(self) -> object:
        """Nobody asks for one here."""
        raise CameraError("no still")

    def locks(self) -> None:
        """Nothing is held."""

    def close(self) -> None:
        """The table stays."""


class Table:
    """A drawn table that is refereed, its page and its lamps."""

    def __init__(self, reader: TableReader, journal: SqliteJournal, began_s: float = 0.0) -> None:
        ticks = count()
        self.drawn = VirtualTable("RB", lambda: began_s + next(ticks) / 5, lambda _: None)
        self.camera = FaultyCamera(self.drawn)
        self.watched = WatchedCamera(self.camera.opened, time.monotonic, PATIENCE_S)
        self.live, self.lights, self.words = Live(), FakeLights(appearances_of(["red", "blue"])), StringIO()
        setup = Setup("classic N=2 T=2", self.drawn.layout, TEAMS, ("Ann", "Ben"))
        self.session = Session(
            reader, Outlets(journal, self.lights, self.live, internal_errors=Unforgiving()), setup, 0.4
        )
        viewfinder = LiveViewfinder()
        viewfinder.turn_to(self.watched)
        seen = SimpleNamespace(viewfinder=viewfinder, guide=SimpleNamespace(busy=False))
        self._looks = looks(seen, self.session, Console(self.words, self.words))

    def look_until(self, true: Callable[[], bool]) -> None:
        """Look on until this is so."""
        end = time.monotonic() + WAIT_S
        while not true():
            assert time.monotonic() < end, self.words.getvalue()
            next(self._looks)

    def play(self, square: int, letter: str) -> None:
        """A turn is laid on the table, and counted."""
        turns = self.session.tracking.number
        self.drawn.lay(self.drawn.layout[square])
        self.drawn.put(square, letter)
        self.look_until(lambda: self.session.tracking.number > turns)

    @property
    def notice(self) -> str:
        """The code of what the page says is wrong."""
        return "" if self.live.status.notice is None else self.live.status.notice.code

    def close(self) -> None:
        """The evening ends."""
        self.camera.mended.set()
        self.watched.close()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[SqliteJournal]:
    with closing(SqliteJournal(tmp_path / "game.db")) as journal:
        yield journal


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("unplugged", "check its cable"),
        ("busy", "busy; close the program that uses it"),
        ("frozen", "has frozen"),
        ("hanging", "has frozen"),
        ("broken driver", "driver failed"),
    ],
)
def test_a_camera_in_trouble_is_told_on_page_and_lamps_and_the_game_goes_on(
    reader: TableReader, journal: SqliteJournal, fault: str, words: str
):
    with closing(Table(reader, journal)) as table:
        table.play(44, "R")
        table.camera.fault = fault
        table.look_until(lambda: table.notice == "NO_CAMERA" and words in table.live.status.notice.message)
        assert table.lights.scenes[-1].mood == "no_camera"
        table.camera.fault = ""
        table.camera.mended.set()
        table.look_until(lambda: table.notice == "")
        table.play(53, "B")
        assert "The table is seen again." in table.words.getvalue()
    told = [entry.event for entry in journal.entries() if isinstance(entry.event, TurnPlayed)]
    assert [event.turn.split("@")[1] for event in told] == ["E5", "D6"]


def test_a_clock_that_jumps_back_years_loses_no_turn_and_no_order(tmp_path: Path, reader: TableReader):
    path, in_2026_s, in_1970_s = tmp_path / "game.db", 1.79e9, 60.0
    with (
        closing(SqliteJournal(path, lambda: in_2026_s)) as journal,
        closing(Table(reader, journal, began_s=9e6)) as table,
    ):
        table.play(44, "R")
        lying = table.drawn.lying
    with (
        closing(SqliteJournal(path, lambda: in_1970_s)) as journal,
        closing(Table(reader, journal, began_s=0.0)) as table,
    ):
        table.drawn.lay(lying.pile[-1])
        table.drawn.put(44, "R")
        table.play(53, "B")
        journal.append([GameStarted(table.session.tracking.setup)], 0.0)
    first, second = sorted(SqliteArchive(path).games(None, 9), key=lambda game: game.number)
    turns = [entry.event.turn.split("@")[1] for entry in first.entries if isinstance(entry.event, TurnPlayed)]
    assert turns == ["E5", "D6"]
    assert (first.began_at_s, second.began_at_s) == (in_2026_s, in_1970_s)
    assert second.last
    assert not first.last


def test_a_real_disk_that_fills_up_ends_the_recording_and_not_the_evening(small_disk: Path):
    said: list[str] = []
    archive = RecordingArchive(small_disk, Budget(least_free_mb=0), said.append)
    recorder = Recorder(archive.new("evening"), archive, said.append, every_frame=True)
    noise = np.random.default_rng(1)
    for number in range(10):
        recorder.take(Frame(noise.integers(0, 255, (480, 640, 3), np.uint8), number / 5))
    recorder.close()
    assert 0 < recorder.frames < 10
    assert [words.split(":")[0] for words in said] == ["Recording has ended; the game goes on"]


def test_a_board_that_does_not_fit_on_the_disk_is_said_and_the_one_before_is_kept(small_disk: Path, profile: Profile):
    shelf = Shelf(small_disk / "boards")
    shelf.keep("Ash", profile)
    (small_disk / "filler").write_bytes(bytes(shutil.disk_usage(small_disk).free - 100_000))
    words = f"{small_disk / 'boards' / 'Oak.profile'}: cannot be written (No space left on device)"
    with pytest.raises(OutputError, match=re.escape(words)):
        shelf.keep("Oak", profile)
    assert [path.name for path in small_disk.rglob("*.profile")] == ["Ash.profile"]
    assert load_profile(small_disk / "boards" / "Ash.profile").layout == profile.layout


def named_tests() -> list[str]:
    return re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", FAULTS.read_text())


@pytest.mark.parametrize(("path", "name"), named_tests(), ids=[name for _, name in named_tests()])
def test_every_fault_in_the_list_is_injected_by_a_test_that_is_there(path: str, name: str):
    assert f"def {name}(" in (ROOT / path).read_text()


def test_every_test_of_a_fault_here_stands_in_the_list():
    here = set(re.findall(r"^def (test_\w+)\(", Path(__file__).read_text(), re.M))
    about_the_list = {name for name in here if "list" in name}
    assert here - about_the_list == {name for path, name in named_tests() if path == "tests/test_faults.py"}
