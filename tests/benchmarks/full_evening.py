"""A full evening through the frame loop, as fast as it goes: is memory flat, does the journal grow by events alone.

    python tests/benchmarks/full_evening.py [--hours 4] [--every-min 15] [RECORDING]

A recording's frames are looped with times that go on; each lap is a new game, begun as a phone begins one. Frames go
through camera, reader, referee, journal on disk, lamps and page, as in `companion run`. Then it is told what a second
costs in which nothing moves, and how long `companion run` takes from its start to its first reading.
"""
# ruff: noqa: T201

import argparse
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from calibration.profile import Profile, save_profile  # noqa: E402
from companion.journal.archive import SqliteArchive  # noqa: E402
from companion.journal.buffered import BufferedJournal  # noqa: E402
from companion.journal.event_log import SqliteJournal  # noqa: E402
from companion.recording.known_board import profile_for  # noqa: E402
from companion.referee.events import Event  # noqa: E402
from companion.referee.one_eyed_jack.commands import new_game  # noqa: E402
from companion.referee.phones import Asker  # noqa: E402
from companion.session.loop import Outlets, Session  # noqa: E402
from companion.views.appearance import seat_appearances  # noqa: E402
from companion.vision.frame import Frame, Image  # noqa: E402
from companion.web import Live  # noqa: E402
from companion.wiring import table_reader  # noqa: E402
from hardware.lights import FakeLights  # noqa: E402
from hardware.recordings import Recording, RecordingCamera, load_recording  # noqa: E402

SHIPPED = ROOT / "tests" / "recordings" / "long-evening"
IDLE_S = 60
GRAIN = 1.6
"""The noise of a pixel, standard deviation, in grey levels: no two pictures of a camera are alike."""
WARM_MIN = 20.0
"""Until then buffers are still being filled for the first time."""
WAIT_S = 60.0


@dataclass(frozen=True)
class Measured:
    """How it stood at one moment of the evening."""

    minute: float
    rss_mb: float
    events: int


def rss_mb() -> float:
    """The memory this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def laps(recording: Recording, length_s: float) -> Iterator[tuple[int, Frame]]:
    """The recording's frames over and over, with their places in their lap, until the evening is over."""
    lap_s, began_s = recording.about.frames / recording.about.fps, 0.0
    while began_s < length_s:
        with closing(RecordingCamera(recording)) as camera:
            for place, frame in enumerate(iter(camera.capture, None)):
                yield place, Frame(frame.bgr, began_s + frame.taken_at_s)
        began_s += lap_s


def evening(recording: Recording, profile: Profile, hours: float, every_min: float) -> list[Measured]:
    """Play it, and say how it stands now and then."""
    folder = Path(tempfile.mkdtemp(prefix="full-evening-"))
    setup, database = recording.about.game.setup(profile.layout), folder / "game.db"
    journal = BufferedJournal(partial(SqliteJournal, database), time.monotonic)
    lights = FakeLights(seat_appearances([team.name for team in setup.teams]))
    session = Session(table_reader(profile), Outlets(journal, lights, Live()), setup, recording.about.patience_s)
    told: list[Measured] = []
    begun: list[Future[tuple[Event, ...]]] = []
    events = len(journal.entries())
    due_min, began_s = 0.0, time.process_time()
    for number, (place, frame) in enumerate(laps(recording, 3600 * hours), 1):
        if place == 0 and number > 1:
            begun.append(session.command(lambda tracking: new_game(tracking, Asker(table=True), setup)))
        events += len(session.tick(frame).events)
        if frame.taken_at_s / 60 >= due_min:
            due_min += every_min
            # Counted, not read from the journal: reading all of it would take the memory that is being measured.
            told.append(Measured(frame.taken_at_s / 60, rss_mb(), events + sum(len(each.result()) for each in begun)))
            cpu_ms = 1000 * (time.process_time() - began_s) / number
            now = told[-1]
            print(
                f"{now.minute:6.0f} min  {number:6} frames  {cpu_ms:5.1f} ms a frame  {now.rss_mb:6.1f} MB held  "
                f"{now.events:6} events",
                flush=True,
            )
    assert events + sum(len(each.result()) for each in begun) == len(journal.entries())
    events = len(journal.entries())
    journal.close()
    games, size = len(SqliteArchive(database).games(None, 10_000)), database.stat().st_size
    print(f"{games} games, {events} events, {size / 1e6:.2f} MB of journal: {size / events:.0f} bytes an event")
    shutil.rmtree(folder)
    return told


def growth(warm: list[Measured]) -> float:
    """Megabytes an hour, by least squares."""
    return float(np.polyfit([each.minute / 60 for each in warm], [each.rss_mb for each in warm], 1)[0])


def idle_ms(recording: Recording, profile: Profile) -> float:
    """Milliseconds of one processor that a second costs in which nothing moves."""
    setup, about = recording.about.game.setup(profile.layout), recording.about
    journal = BufferedJournal(partial(SqliteJournal, Path(tempfile.mkdtemp(), "idle.db")), time.monotonic)
    session = Session(table_reader(profile), Outlets(journal, FakeLights(()), Live()), setup, about.patience_s)
    frames = round(IDLE_S * about.fps)
    pictures = [grainy(profile.empty_bgr, seed) for seed in range(10)]
    for number in range(50):
        session.tick(Frame(pictures[number % 10], number / about.fps))
    began_s = time.process_time()
    for number in range(50, 50 + frames):
        session.tick(Frame(pictures[number % 10], number / about.fps))
    journal.close()
    return 1000 * (time.process_time() - began_s) / IDLE_S


def grainy(bgr: Image, seed: int) -> Image:
    """The same picture, taken once more."""
    grain = np.random.default_rng(seed).normal(0, GRAIN, bgr.shape).round().astype(np.int8)
    return cv2.add(bgr, grain, dtype=cv2.CV_8U)


def first_reading_s(recording: Recording, profile: Profile) -> tuple[float, float]:
    """Seconds from the start of `companion run` until its page is up, and until the first frame is read."""
    folder = Path(tempfile.mkdtemp())
    save_profile(profile, folder / "board.profile")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
        wire.bind(str(folder / "notify"))
        wire.settimeout(WAIT_S)
        command = [sys.executable, "-m", "companion", "run", "--host", "127.0.0.1", "--port", "0"]
        began_s = time.monotonic()
        process = subprocess.Popen(
            [*command, "--camera", str(recording.folder), "--profile", str(folder / "board.profile")],
            cwd=ROOT,
            env=os.environ | {"NOTIFY_SOCKET": str(folder / "notify"), "STATE_DIRECTORY": str(folder)},
            stdout=subprocess.DEVNULL,
        )
        heard: dict[str, float] = {}
        while "STATUS" not in heard:
            heard.setdefault(wire.recv(4096).decode().split("=")[0], time.monotonic() - began_s)
        process.terminate()
        process.wait(WAIT_S)
    shutil.rmtree(folder)
    return heard["READY"], heard["STATUS"]


def main() -> None:
    """Measure what was asked for and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("recording", nargs="?", type=Path, default=SHIPPED)
    parser.add_argument("--hours", type=float, default=4.0)
    parser.add_argument("--every-min", type=float, default=15.0)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    recording = load_recording(options.recording)
    profile = profile_for(recording, None, lambda _: None)
    up_s, read_s = min(first_reading_s(recording, profile) for _ in range(3))
    print(f"from start to page {up_s:.1f} s, to the first reading {read_s:.1f} s")
    print(f"a second in which nothing moves costs {idle_ms(recording, profile):.0f} ms of one processor")
    told = evening(recording, profile, options.hours, options.every_min)
    warm = [each for each in told if each.minute >= WARM_MIN]
    if len(warm) > 2:
        print(f"after {WARM_MIN:.0f} minutes memory grows by {growth(warm):+.2f} MB an hour")


if __name__ == "__main__":
    main()
