"""The power fails at random moments of whole evenings: nothing that was told is lost, and the game goes on.

`python tests/benchmarks/power_cuts.py [CUTS] [SEED]` lets a second program referee a simulated table and say everything
it tells, kills it (`SIGKILL`) in the middle of it, and starts it again with the same journal, until so many cuts were
survived. Whatever was heard must stand in the journal, and in the end the journal must hold the game that was played.

`… power_cuts.py replay CUTS SEED RECORDING…` does the same to recorded evenings, read from their pictures: in the end
the journal must hold, event by event and frame by frame, what an evening without cuts leaves behind.
"""
# ruff: noqa: E402, T201

import pickle
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "games"), str(ROOT / "tests" / "referee")]

import numpy as np
from random_table import Table
from simulated_table import SimulatedTable, setup_of

from calibration.profile import load_profile, save_profile
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.turns import Pass, Place, Turn
from companion.games.squares import square_name
from companion.journal.by_game import by_game
from companion.journal.event_log import SqliteJournal
from companion.journal.event_text import from_json, to_json
from companion.journal.resuming import last_game
from companion.ports import JournalEntry
from companion.recording import known_board, playback
from companion.referee.events import GameStarted, TurnPlayed
from companion.referee.observation import TableObservation
from companion.referee.one_eyed_jack.tracking import replay
from companion.session.loop import Outlets, Session
from companion.settings import Settings
from companion.views.appearance import appearances_of
from companion.views.one_eyed_jack.status import Status
from companion.vision.frame import Frame
from hardware.lights import FakeLights
from hardware.recordings import load_recording

OPTIONS = "my_rules N=2 T=2 dead=off"
PATIENCE_S = 0.4
TURNS = 40


class Careful(Table):
    """People who never forget to draw, so that the camera sees all there is."""

    def _draw(self, turn: Turn, seat: int) -> None:
        if not isinstance(turn, Pass):
            self._take(seat)


@dataclass(frozen=True)
class Seen:
    """A reading."""

    observation: TableObservation


class Script:
    """A reader that was told beforehand what it will see."""

    def __init__(self, looks: list[TableObservation]) -> None:
        self.looks = {look.taken_at_s: look for look in looks}

    def start(self) -> None:
        """Nothing is remembered."""

    def read(self, frame: Frame, memory: None) -> tuple[Seen, None]:
        """What this frame shows."""
        return Seen(self.looks[frame.taken_at_s]), memory


class Nobody:
    """An audience of none; what happened is told on the standard output."""

    def tell(self, status: Status) -> None:
        """Nothing is done with it."""


def evening(seed: int) -> tuple[list[str], list[TableObservation]]:
    """Turns that were played, and every look at the table meanwhile."""
    random = Random(seed)
    people, table = Careful(parse_options(OPTIONS), random), SimulatedTable(rng=random)
    looks = [table.look() for _ in range(2)]
    for _ in range(TURNS):
        turn = people.act()
        if isinstance(turn, Pass):
            people.game.pop()
            break
        looks += [table.look(moving=True) for _ in range(random.randint(1, 3))]
        table.lay(turn.card.code)
        put = isinstance(turn, Place)
        table.put(square_name(turn.square), turn.team) if put else table.take(square_name(turn.square))
        looks += [table.look(moving=True), *(table.look() for _ in range(random.randint(3, 6)))]
        if people.game.outcome():
            break
    return [str(turn) for turn in people.game.turns], looks


def referee(journal_at: str, looks_at: str) -> None:
    """The program that is killed: it goes on where the journal ends, and says each event once it is told."""
    looks = pickle.loads(Path(looks_at).read_bytes())
    journal = SqliteJournal(Path(journal_at))
    outlets = Outlets(journal, FakeLights(appearances_of(["red", "blue"])), Nobody())
    session = Session(Script(looks), outlets, setup_of(OPTIONS), PATIENCE_S)
    before_s = -1.0 if session.resumed_at_s is None else session.resumed_at_s
    for look in looks:
        frame = Frame(np.zeros((1, 1, 3), np.uint8), look.taken_at_s)
        tick = session.watch(frame) if look.taken_at_s <= before_s else session.tick(frame)
        for event in tick.events:
            print(to_json(event), flush=True)
    print("end", flush=True)


def run(folder: Path, cut_after: int | None, pause_s: float) -> tuple[list[str], bool]:
    """What the program said until it was killed, after so many lines and a pause, and whether it came to its end."""
    command = [sys.executable, __file__, "referee", str(folder / "journal"), str(folder / "looks")]
    heard: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while (cut_after is None or len(heard) < cut_after) and (line := process.stdout.readline()):
            heard.append(line.strip())
        if cut_after is not None:
            time.sleep(pause_s)
            process.kill()
        heard += [line.strip() for line in process.stdout if line.endswith("\n")]
    return [line for line in heard if line != "end"], "end" in heard


def replayed(recording_at: str, profile_at: str, journal_at: str) -> None:
    """The program that is killed while it replays a recording: it says each frame, and whatever is told in it."""
    recording, profile = load_recording(Path(recording_at)), load_profile(Path(profile_at))
    settings = Settings(journal=Path(journal_at))
    with playback.playing(recording, profile, settings, playback.PlaybackOptions(Crier())) as evening:
        for seen in evening.frames:
            for event in seen.tick.events:
                print(to_json(event), flush=True)
            print(f"frame {seen.number}", flush=True)
    print("end", flush=True)


class Crier:
    """An audience that repeats how far the game has gone, at the moment it is told."""

    def tell(self, status: Status) -> None:
        """Say so many entries, and which chips stand."""
        chips = "".join("." if chip is None else str(chip) for chip in status.chips)
        print(f"told {status.number} {chips}", flush=True)


def heard_until(command: list[str], frames: int | None, pause_s: float) -> list[str]:
    """What a program said until it was killed so many new frames on and a pause later; None lets it end."""
    heard: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            heard += [line.strip()] if line.endswith("\n") else []
            frames = frames - 1 if frames is not None and line.startswith("frame") else frames
            if frames is not None and frames < 0:
                time.sleep(pause_s)
                process.kill()
                frames = None
    return heard


def entries_of(journal_at: Path) -> list[JournalEntry]:
    """Everything a journal holds."""
    journal = SqliteJournal(journal_at)
    try:
        return list(journal.entries())
    finally:
        journal.close()


def reached(entries: list[JournalEntry]) -> set[str]:
    """Every way the games of a journal have stood, as a crier says it."""
    found, tracking = set(), None
    for entry in entries:
        tracking = replay([entry.event]) if isinstance(entry.event, GameStarted) else tracking.after(entry.event)
        chips = "".join("." if chip is None else str(chip) for chip in tracking.game.position.chips)
        found.add(f"told {tracking.number} {chips}")
    return found


def replay_with_cuts(recording: Path, cuts: int, random: Random) -> int:
    """One recorded evening with about so many cuts, checked; how many there were."""
    with tempfile.TemporaryDirectory() as name:
        folder, known = Path(name), load_recording(recording)
        save_profile(known_board.calibrated(known, (), lambda _: None).profile, folder / "profile")
        command = [sys.executable, __file__, "replayed", str(recording), str(folder / "profile")]
        heard_until([*command, str(folder / "whole")], None, 0)
        wanted = [(entry.event, entry.taken_at_s) for entry in by_game(entries_of(folder / "whole"))[-1]]
        at, done, apart = 0, 0, max(1, known.about.frames // cuts)
        while True:
            at = min(at + random.randint(0, 2 * apart), known.about.frames - 2)
            frames = at if done < cuts else None
            heard = heard_until([*command, str(folder / "cut")], frames, random.uniform(0, 0.02))
            entries = entries_of(folder / "cut")
            kept, stood = {entry.event for entry in entries}, reached(entries)
            lost = [line for line in heard if line[:1] == "{" and from_json(line) not in kept]
            lost += [line for line in heard if line.startswith("told") and line not in stood]
            assert not lost, f"{recording.name}, cut {done + 1}: told and lost: {lost}"
            if "end" in heard:
                break
            done += 1
            print(f"\r{recording.name}: {done} cuts survived, at frame {at} now", end="", flush=True)
        held = [(entry.event, entry.taken_at_s) for entry in by_game(entries_of(folder / "cut"))[-1]]
        turns = sum(isinstance(event, TurnPlayed) for event, _ in held)
        assert held == wanted, f"{recording.name}: the evening came to another end: {set(held) ^ set(wanted)}"
        print(f"\r{recording.name}: {done} cuts survived, {len(held)} events, {turns} turns, as without any")
        return done


def play(seed: int, cuts: int) -> int:
    """One evening with up to so many cuts, checked; how many there were."""
    random, done = Random(seed), 0
    with tempfile.TemporaryDirectory() as name:
        folder, told, ended = Path(name), list[str](), False
        turns, looks = evening(seed)
        (folder / "looks").write_bytes(pickle.dumps(looks))
        while not ended:
            cut_after = random.randint(0, 6) if done < cuts else None
            heard, ended = run(folder, cut_after, random.uniform(0, 0.05))
            told, done = told + heard, done + (not ended)
            journal = SqliteJournal(folder / "journal")
            kept = [entry.event for entry in last_game(journal)]
            journal.close()
            missing = [line for line in told if from_json(line) not in kept]
            assert not missing, f"evening {seed}, cut {done}: told and lost: {missing}"
        held = [str(turn) for turn in replay(kept).game.turns]
        assert held == turns, f"evening {seed}: {held} instead of {turns}"
    return done


def main(arguments: list[str]) -> None:
    """Evenings with ten cuts each, until there were enough."""
    if arguments[:1] in (["referee"], ["replayed"]):
        {"referee": referee, "replayed": replayed}[arguments[0]](*arguments[1:])
        return
    if arguments[:1] == ["replay"]:
        recordings, random, done = [Path(each) for each in arguments[3:]], Random(int(arguments[2])), 0
        for left, recording in zip(range(len(recordings), 0, -1), recordings, strict=True):
            done += replay_with_cuts(recording, -(-(int(arguments[1]) - done) // left), random)
        print(f"{done} cuts survived in {len(recordings)} evenings, nothing told was lost")
        return
    cuts, seed = (*map(int, arguments), *(200, 1)[len(arguments) :])
    done, evenings = 0, 0
    while done < cuts:
        done, evenings = done + play(seed + evenings, min(10, cuts - done)), evenings + 1
        print(f"\r{done} of {cuts} cuts survived in {evenings} evenings, nothing told was lost", end="", flush=True)
    print()


if __name__ == "__main__":
    main(sys.argv[1:])
