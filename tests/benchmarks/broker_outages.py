"""An evening is told to a real Mosquitto that dies, stands still, forgets, refuses or is full: its cost and its loss.

    python tests/benchmarks/broker_outages.py [--laps 2] [--pause-s 0] [--away 0.2 0.7] [OUTAGE …]

Two tables, each a process of its own, judge the same frame one after the other, in either order by chance: one tells
the broker, one knows none. The broker is away from a fifth of each lap to seven tenths, or as `--away` says. Told are
the 95th percentile of reading and judging a frame, of all and of each place's best lap, the processor time of a frame,
all against the table without a broker, and what a subscriber heard of the events in the journal. In `control` neither
table knows a broker: what differs then is the machine's own noise.
"""
# ruff: noqa: T201

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from types import MappingProxyType

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "mqtt")]

from ear import Ear  # noqa: E402
from mosquitto import MISSING, Mosquitto  # noqa: E402

from calibration.profile import load_profile, save_profile  # noqa: E402
from companion.journal.archive import SqliteArchive  # noqa: E402
from companion.journal.buffered import BufferedJournal  # noqa: E402
from companion.journal.event_log import SqliteJournal  # noqa: E402
from companion.mqtt.herald import HeraldSources  # noqa: E402
from companion.mqtt.orders import Orders  # noqa: E402
from companion.mqtt.settings import MqttSettings, Secret  # noqa: E402
from companion.recording.known_board import profile_for  # noqa: E402
from companion.referee.one_eyed_jack.commands import new_game  # noqa: E402
from companion.referee.phones import Asker  # noqa: E402
from companion.session.internal_errors import InternalErrors  # noqa: E402
from companion.session.loop import Outlets, Session  # noqa: E402
from companion.views.appearance import seat_appearances  # noqa: E402
from companion.vision.frame import Frame  # noqa: E402
from companion.web import Live  # noqa: E402
from companion.wiring import table_reader, told_to_broker  # noqa: E402
from hardware.lights import FakeLights  # noqa: E402
from hardware.recordings import Recording, RecordingCamera, load_recording  # noqa: E402

SHIPPED = ROOT / "tests" / "recordings" / "long-evening"
WAIT_S = 90.0
Deed = Callable[[Mosquitto], None]


def frames(recording: Recording) -> Iterator[tuple[int, Frame]]:
    """The recording's frames over and over, with their places in their lap; times go on."""
    for lap in count():
        with closing(RecordingCamera(recording)) as camera:
            for place, frame in enumerate(iter(camera.capture, None)):
                yield place, Frame(frame.bgr, lap * recording.about.frames / recording.about.fps + frame.taken_at_s)


def table(folder: Path, port: int) -> None:
    """One of the two tables: judges a frame for each line it reads, and answers how long that took."""
    recording = load_recording(SHIPPED)
    profile = load_profile(folder.parent / "board.profile")
    setup, live = recording.about.game.setup(profile.layout), Live()
    journal = BufferedJournal(partial(SqliteJournal, folder / "game.db"), time.monotonic)
    lights = FakeLights(seat_appearances([team.name for team in setup.teams]))
    host = "localhost" if port else None
    settings = MqttSettings(host=host, port=port or None, username="oak", password=Secret("acorn-1"), name="oak")
    told = HeraldSources(live, SqliteArchive(folder / "game.db"), Orders(), lambda *_: None, InternalErrors())
    with closing(journal), told_to_broker(settings, told, folder / "game.mqtt"):
        session = Session(table_reader(profile), Outlets(journal, lights, live), setup, recording.about.patience_s)
        for place, frame in frames(recording):
            print("ready", flush=True)
            if not sys.stdin.readline().strip():
                break
            if place == 0 and frame.taken_at_s > 1:
                session.command(lambda tracking: new_game(tracking, Asker(table=True), setup))
            began_s = time.perf_counter()
            session.tick(frame)
            print(1000 * (time.perf_counter() - began_s), flush=True)
        print(len(journal.entries()), time.process_time(), flush=True)
        sys.stdin.readline()


@dataclass
class Process:
    """One of the two, from outside."""

    folder: Path
    port: int
    ms: list[float] = field(default_factory=list)
    cpu_s: float = 0.0

    def __post_init__(self) -> None:
        self.folder.mkdir()
        command = [sys.executable, __file__, "--table", str(self.folder), str(self.port)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ready(self) -> None:
        """Wait until it holds its next frame."""
        assert self._said() == "ready"

    def judge(self) -> None:
        """One frame."""
        self._say("go")
        self.ms.append(float(self._said()))

    def events(self) -> int:
        """Leave the frames; how many events the journal holds."""
        self._say("")
        events, cpu_s = self._said().split()
        self.cpu_s = float(cpu_s)
        return int(events)

    def end(self) -> None:
        """Leave."""
        self._say("")
        self._process.wait()

    def _say(self, word: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(word + "\n")
        self._process.stdin.flush()

    def _said(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


def nothing(_: Mosquitto) -> None:
    """All is well."""


def start_for_the_club(broker: Mosquitto) -> None:
    """Up again, with the listener in before anybody tells."""
    broker.know("club")
    broker.start()


def fill(broker: Mosquitto) -> None:
    """Take all the room that the broker's disk has."""
    with (broker.folder / "ballast").open("wb", buffering=0) as ballast:
        try:
            while True:
                ballast.write(b"x" * 4096)
        except OSError:
            return


OUTAGES: Mapping[str, tuple[Deed, Deed]] = MappingProxyType(
    {
        "control": (nothing, nothing),
        "none": (nothing, nothing),
        "killed": (Mosquitto.kill, start_for_the_club),
        "stopped": (Mosquitto.stall, Mosquitto.wake),
        "refused": (lambda broker: broker.know("club"), nothing),
        "full": (fill, lambda broker: (broker.folder / "ballast").unlink()),
    }
)
"""What is done to the broker, and how that is mended. A broker that was killed has forgotten all."""


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """A disk of one megabyte, for whoever may mount one."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@dataclass(frozen=True)
class Plan:
    """How long an evening is, and between which parts of it the broker is away."""

    laps: int
    pause_s: float
    away: tuple[float, float]


def evening(outage: str, plan: Plan) -> None:
    """Play it with this outage, and say what came of it."""
    folder, recording = Path(tempfile.mkdtemp(prefix="broker-")), load_recording(SHIPPED)
    save_profile(profile_for(recording, None, lambda _: None), folder / "board.profile")
    (folder / "broker").mkdir()
    with ExitStack() as stack:
        if outage == "full":
            stack.enter_context(small_disk(folder / "broker"))
        broker = Mosquitto(folder / "broker", remembers=outage == "full")
        stack.callback(broker.kill)
        broker.start()
        ear = stack.enter_context(closing(Ear(broker)))
        telling, silent = (
            Process(folder / "telling", 0 if outage == "control" else broker.port),
            Process(folder / "silent", 0),
        )
        ear.listen()
        away_s = play((telling, silent), ear, partial(_outage, OUTAGES[outage], broker, ear), plan)
        events, began_s = telling.events(), time.monotonic()
        while outage != "control" and len(ear.fresh) < events and time.monotonic() < began_s + WAIT_S:
            ear.listen()
        late_s = time.monotonic() - began_s
        silent.events()
        for each in (telling, silent):
            each.end()
    in_order = "once and in order" if ear.fresh == list(range(1, events + 1)) else "NOT ALL IN ORDER"
    told = f"{events} events, heard {len(ear.fresh)} {in_order}, {ear.again} again, the last {late_s:.1f} s late"
    told = "nothing told" if outage == "control" else told
    print(
        f"{outage:8} {len(telling.ms):5} frames, away {away_s:6.1f} s: {compared(telling, silent, plan.laps)}; {told}",
        flush=True,
    )


def compared(telling: Process, silent: Process, laps: int) -> str:
    """What a frame takes at the table that tells, and by how much more than at the one that does not."""
    of_all, of_best = ([measure(each.ms, laps) for each in (telling, silent)] for measure in (p95, p95_best))
    pairs = (("p95", of_all), ("best laps", of_best), ("processor", [telling.cpu_s, silent.cpu_s]))
    return f"{of_all[0]:5.1f} ms; " + ", ".join(f"{name} {100 * (a / b - 1):+.1f} %" for name, (a, b) in pairs)


def p95(ms: list[float], _: int) -> float:
    """Of all frames."""
    return float(np.percentile(ms, 95))


def p95_best(ms: list[float], laps: int) -> float:
    """Of each place's quickest lap: a busy machine is seldom busy at the same frame every time."""
    return float(np.percentile(np.reshape(ms, (laps, -1)).min(axis=0), 95))


def _outage(deeds: tuple[Deed, Deed], broker: Mosquitto, ear: Ear, over: bool) -> None:
    """Begin the outage, or end it."""
    deeds[over](broker)
    if over and deeds != OUTAGES["none"]:
        deadline_s = time.monotonic() + WAIT_S
        while not ear.hears() and time.monotonic() < deadline_s:
            continue
        broker.know("oak", "club")


def play(tables: tuple[Process, Process], ear: Ear, outage: Callable[[bool], None], plan: Plan) -> float:
    """Every frame at both tables; for how many seconds the broker was away."""
    lap, random, began_s, away_s = load_recording(SHIPPED).about.frames, Random(7), 0.0, 0.0
    for place in [*range(lap)] * plan.laps:
        if place == int(plan.away[0] * lap):
            outage(False)
            began_s = time.monotonic()
        if place == int(plan.away[1] * lap):
            away_s += time.monotonic() - began_s
            outage(True)
        for each in tables:
            each.ready()
        for each in random.sample(tables, 2):
            each.judge()
        ear.listen()
        time.sleep(plan.pause_s)
    for each in tables:
        each.ready()
    return away_s


def main() -> None:
    """What the command line asks for."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument(
        "outages", nargs="*", metavar="OUTAGE", help=f"of {', '.join(OUTAGES)}; all but the last usually"
    )
    options.add_argument("--laps", type=int, default=2)
    options.add_argument("--pause-s", type=float, default=0.0)
    options.add_argument("--away", type=float, nargs=2, default=(0.2, 0.7))
    options.add_argument("--table", nargs=2, help=argparse.SUPPRESS)
    asked = options.parse_args()
    if asked.table:
        table(Path(asked.table[0]), int(asked.table[1]))
    elif MISSING:
        print(MISSING)
    else:
        for outage in asked.outages or OUTAGES:
            evening(outage, Plan(asked.laps, asked.pause_s, tuple(asked.away)))


if __name__ == "__main__":
    main()
