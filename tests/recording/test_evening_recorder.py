"""An evening at the drawn table is recorded, and a replay of it tells the same; so does one that was killed."""

import json
import shutil
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import pytest
from recorded_table import PATIENCE_S, Clock, opened, replayed, without_frames
from unforgiving import Unforgiving

from calibration.profile import Profile, load_profile
from companion import wiring
from companion.cli import main
from companion.errors import RecordingError
from companion.journal.event_log import MemoryJournal
from companion.recording import playback
from companion.recording.evening_recorder import EveningRecorder
from companion.recording.golden import departures
from companion.referee.events import Setup, TeamLook
from companion.session.loop import Outlets, Session
from companion.views.one_eyed_jack.rows import event_rows
from hardware.archive import Budget, RecordingArchive
from hardware.lights import FakeLights
from hardware.recordings import RecordingCamera, load_recording
from hardware.virtual_table import VirtualTable

SETUP = Setup("classic N=2 T=2", ("JK",) * 100, (TeamLook("R", "red"), TeamLook("B", "blue")), ())
THINKING = 40
"""Frames in which nothing happens between two turns: eight seconds."""


@dataclass(frozen=True)
class Played:
    """What was told while it was played, how many frames there were, and the recording's folder."""

    told: list[dict]
    frames: int
    folder: Path


@pytest.fixture(scope="module")
def profile(drawn_profile: Path) -> Profile:
    """What calibration learns of the drawn table."""
    return load_profile(drawn_profile)


@pytest.fixture(scope="module")
def played(profile: Profile, tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Three turns, one of them with a chip of the wrong colour that is put right."""
    clock = Clock()
    table = VirtualTable("RB", lambda: clock.now_s, clock.pause)
    cards = profile.layout
    acts: list[Callable[[], None]] = [
        lambda: (table.lay(cards[44]), table.put(44, "R")),
        lambda: (table.lay(cards[53]), table.put(53, "R")),
        lambda: table.put(53, "B"),
        lambda: (table.lay(cards[12]), table.put(12, "R")),
    ]
    setup = replace(SETUP, layout=cards)
    archive = tmp_path_factory.mktemp("archive")
    keeping = EveningRecorder(RecordingArchive(archive, Budget(), print), False, print, lambda: "2026-11-21_19-30-00")
    journal, frames = MemoryJournal(), 0
    with keeping.recorded(opened(table), lambda _: (setup, PATIENCE_S))(profile) as camera:
        outlets = Outlets(journal, FakeLights(()), playback.Nobody(), internal_errors=Unforgiving())
        session = Session(wiring.table_reader(profile), outlets, setup, PATIENCE_S)
        for act in [lambda: None, *acts]:
            act()
            for _ in range(THINKING):
                session.tick(camera.capture())
                frames += 1
    told = event_rows((0, entry.event) for entry in journal.entries())
    return Played(told, frames, archive / "2026-11-21_19-30-00")


def test_the_folder_is_a_recording_like_any_other(played: Played):
    assert sorted(path.name for path in played.folder.iterdir()) == [
        "before.jsonl",
        "board.profile",
        "empty.jpg",
        "empty_play.jpg",
        "enrol.jpg",
        "frames.jsonl",
        "frames.mjpeg",
        "recording.json",
        "said.jsonl",
    ]
    recording = load_recording(played.folder)
    assert recording.about.frames == json.loads((played.folder / "recording.json").read_text())["frames"]
    assert recording.about.game.seats == ("R", "B")
    assert recording.about.enrolment.chips == {"R": (21, 78), "B": (22, 77)}
    sizes = [recording.still(name).shape for name in ("empty.jpg", "empty_play.jpg", "enrol.jpg")]
    assert sizes == [(1296, 1728, 3), (720, 960, 3), (720, 960, 3)]
    assert recording.about.patience_s == PATIENCE_S


def test_only_what_says_something_is_kept_at_the_times_it_was_taken(played: Played):
    recording = load_recording(played.folder)
    times = [entry.taken_at_s for entry in recording.listed]
    assert len(times) < 0.6 * played.frames
    changes_s = [THINKING * 0.2 * number for number in range(1, 5)]
    for change_s in changes_s:
        around = [time for time in times if change_s - 0.5 < time < change_s + 3.0]
        assert len(around) >= 16
    assert max(after - before for before, after in pairwise(times)) <= 10.2
    assert [recording.number_at(time) for time in times] == list(range(len(times)))


def test_a_killed_recording_is_read_up_to_where_it_was_torn(tmp_path: Path, played: Played):
    folder = tmp_path / "killed"
    shutil.copytree(played.folder, folder)
    about = json.loads((folder / "recording.json").read_text())
    (folder / "recording.json").write_text(json.dumps(about | {"frames": 0}))
    whole = (folder / "frames.mjpeg").read_bytes()
    (folder / "frames.mjpeg").write_bytes(whole[: len(whole) // 2 + 3])
    recording = load_recording(folder)
    kept = list(iter(RecordingCamera(recording).capture, None))
    assert 0 < len(kept) == recording.about.frames < about["frames"]
    told = without_frames(replayed(folder))
    assert told == without_frames(played.told)[: len(told)] != []


def test_a_replay_tells_what_was_told_at_the_table_and_later_ones_are_held_against_it(tmp_path: Path, played: Played):
    told = without_frames(played.told)
    assert [event["type"] for event in told] == ["move", "fault", "resolved", "move", "move"]
    folder = tmp_path / "accepted"
    shutil.copytree(played.folder, folder)
    with pytest.raises(RecordingError, match="replay with --accept first"):
        departures(folder, [])
    events = replayed(folder, "--accept")
    assert without_frames(events) == told
    assert departures(folder, events) == []
    later = [{**event, "i": event["i"] + 3} for event in events]
    assert departures(folder, [*later, {"i": 9, "type": "notice", "code": "BOARD_MOVED", "message": "?"}]) == []
    (first,) = departures(folder, events[1:])
    assert first.startswith('- {"type": "move", "seat": 1, "team": "R"')


def test_a_recording_is_replayed_from_its_own_stills_alone(tmp_path: Path, played: Played):
    folder = tmp_path / "stills"
    shutil.copytree(played.folder, folder)
    about = json.loads((folder / "recording.json").read_text())
    del about["profile"]
    (folder / "recording.json").write_text(json.dumps(about))
    (folder / "board.profile").unlink()
    assert without_frames(replayed(folder)) == without_frames(played.told)


def test_nothing_is_recorded_before_a_board_is_known_which_is_said(tmp_path: Path):
    said: list[str] = []
    table = VirtualTable("RB", lambda: 0.0, lambda _: None)
    keeping = EveningRecorder(RecordingArchive(tmp_path, Budget(), print), False, said.append, lambda: "now")
    with keeping.recorded(opened(table), lambda _: (SETUP, PATIENCE_S))(None) as camera:
        assert camera is table
    assert list(tmp_path.iterdir()) == []
    assert said == ["Nothing is recorded until a board is known."]


def test_a_recorded_table_is_seen_again_after_a_calibration_in_mid_evening(tmp_path: Path, profile: Profile):
    table = VirtualTable("RB", lambda: 0.0, lambda _: None)
    keeping = EveningRecorder(RecordingArchive(tmp_path, Budget(least_free_mb=0), print), True, print, lambda: "now")
    opening = keeping.recorded(lambda _: nullcontext(table), lambda _: (SETUP, PATIENCE_S))
    for known in (profile, None, profile):
        with opening(known) as camera:
            assert camera.capture() is not None


def test_an_evening_that_cannot_be_recorded_is_played_all_the_same(tmp_path: Path, profile: Profile):
    said: list[str] = []
    (tmp_path / "archive").write_text("no folder")
    table = VirtualTable("RB", lambda: 0.0, lambda _: None)
    keeping = EveningRecorder(
        RecordingArchive(tmp_path / "archive", Budget(), print), False, said.append, lambda: "now"
    )
    with keeping.recorded(opened(table), lambda _: (SETUP, PATIENCE_S))(profile) as camera:
        assert camera is table
    (word,) = said
    why = f"{tmp_path / 'archive'}: no folder can be made here (Not a directory); make room, or name another with --out"
    assert word == f"Nothing is being recorded; the game goes on: {why}."


def test_a_recording_that_cannot_begin_on_a_full_disk_leaves_nothing(small_disk: Path, profile: Profile):
    said: list[str] = []
    filling = small_disk / "filling"
    filling.write_bytes(bytes(1_000_000))
    table = VirtualTable("RB", lambda: 0.0, lambda _: None)
    keeping = EveningRecorder(
        RecordingArchive(small_disk, Budget(least_free_mb=0), print), False, said.append, lambda: "now"
    )
    with keeping.recorded(opened(table), lambda _: (SETUP, PATIENCE_S))(profile) as camera:
        assert camera is table
    assert [word.partition(":")[0] for word in said] == ["Nothing is being recorded; the game goes on"]
    assert [each.name for each in small_disk.iterdir()] == ["filling"]


def test_a_disk_that_fails_at_the_end_is_said_and_costs_nothing_else(tmp_path: Path, profile: Profile):
    said: list[str] = []
    clock = Clock()
    table = VirtualTable("RB", lambda: clock.now_s, clock.pause)
    keeping = EveningRecorder(
        RecordingArchive(tmp_path, Budget(least_free_mb=0), print), True, said.append, lambda: "now"
    )
    with keeping.recorded(opened(table), lambda _: (SETUP, PATIENCE_S))(profile) as camera:
        camera.capture()
        (tmp_path / "now" / "recording.json").rename(tmp_path / "kept.json")
        (tmp_path / "now" / "recording.json").mkdir()
    assert said[-1].endswith("the recording can be read all the same")


def test_a_board_whose_pictures_nobody_kept_is_recorded_with_its_profile_alone(
    tmp_path: Path, profile: Profile, capsys: pytest.CaptureFixture[str]
):
    clock = Clock()
    table = VirtualTable("RB", lambda: clock.now_s, clock.pause)
    keeping = EveningRecorder(RecordingArchive(tmp_path, Budget(least_free_mb=0), print), False, print, lambda: "now")
    brought = replace(profile, learnt_from=None)
    with keeping.recorded(opened(table), lambda _: (replace(SETUP, layout=profile.layout), PATIENCE_S))(brought) as it:
        it.capture()
    assert replayed(tmp_path / "now") == []
    assert main(["calibrate", "recording", str(tmp_path / "now"), "--out", str(tmp_path / "profile")]) == 2
    assert "its own profile has them" in capsys.readouterr().err
