"""What is kept of an evening: frames that say something, within a budget, readable however it ends."""

import errno
import itertools
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.errors import RecordingError
from companion.vision.frame import Frame
from hardware.archive import EVENING, MARK, ArchiveFullError, Budget, RecordingArchive, free_bytes
from hardware.jpeg_frames import JpegWriter, read_frames, read_list
from hardware.recorder import LISTED, VIDEO, Recorder
from hardware.telling_frames import AFTER_FRAMES, AFTER_S, AT_LEAST_EVERY_S, BEFORE_FRAMES, TellingFrames

MB = 1_000_000
PLENTY = 10**12


def frame(number: int, grey: int = 90) -> Frame:
    return Frame(np.full((48, 64, 3), grey, np.uint8), 7.0 + number / 5)


def written(folder: Path, frames: list[Frame]) -> tuple[Path, Path]:
    """The frames as video and list."""
    writer = JpegWriter(folder / VIDEO, folder / LISTED)
    for each in frames:
        writer.append(each)
    writer.close()
    writer.close()
    return folder / VIDEO, folder / LISTED


def test_frames_come_back_in_order_with_their_times_from_zero_on(tmp_path: Path):
    video, listed = written(tmp_path, [frame(number, 20 * number) for number in (0, 3, 4, 9)])
    back = list(read_frames(video, read_list(listed, video)))
    assert [each.taken_at_s for each in back] == [0.0, 0.6, 0.8, 1.8]
    assert [round(float(each.bgr.mean()) / 20) for each in back] == [0, 3, 4, 9]


@pytest.mark.parametrize("every_frame", [True, False])
def test_frames_of_another_size_end_no_recording_and_are_not_in_it(tmp_path: Path, every_frame: bool):
    archive = RecordingArchive(tmp_path, Budget(least_free_mb=0), print)
    folder = archive.new("evening")
    recorder = Recorder(folder, archive, print, every_frame)
    recorder.take(frame(0))
    recorder.take(Frame(np.zeros((24, 32, 3), np.uint8), 7.2))
    recorder.take(frame(2))
    recorder.close()
    kept = read_frames(folder / VIDEO, read_list(folder / LISTED, folder / VIDEO))
    assert [each.bgr.shape for each in kept] == [(48, 64, 3)] * 2


@given(st.floats(0, 1), st.floats(0, 1))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_torn_anywhere_the_whole_frames_before_it_are_read(tmp_path: Path, video_kept: float, list_kept: float):
    video, listed = written(tmp_path, [frame(number, 20 * number) for number in range(6)])
    whole, lines = video.read_bytes(), listed.read_bytes()
    ends = [json.loads(line)["end"] for line in lines.splitlines()]
    video.write_bytes(whole[: round(video_kept * len(whole))])
    listed.write_bytes(lines[: round(list_kept * len(lines))])
    entries = read_list(listed, video)
    there = sum(end <= video.stat().st_size for end in ends)
    told = sum(line.endswith(b"}") for line in listed.read_bytes().splitlines())
    assert len(entries) == min(there, told)
    assert [round(float(each.bgr.mean()) / 20) for each in read_frames(video, entries)] == list(range(len(entries)))


@pytest.mark.parametrize(
    "line", ["", "{", "[]", '{"t": 1}', '{"t": 0, "end": 0}', '{"t": -1, "end": 9}', "null", "\0\0"]
)
def test_a_line_that_is_none_ends_the_list(tmp_path: Path, line: str):
    video, listed = written(tmp_path, [frame(0), frame(1), frame(2)])
    lines = listed.read_text().splitlines()
    listed.write_text("\n".join([lines[0], line, *lines[1:]]))
    assert len(read_list(listed, video)) == 1


@pytest.mark.parametrize("moment", ['"inf"', "1e17", '"0.2"', "true"])
def test_no_frame_is_waited_for_longer_than_any_evening(tmp_path: Path, moment: str):
    video, listed = written(tmp_path, [frame(0), frame(1), frame(2)])
    first, second, _ = listed.read_text().splitlines()
    listed.write_text("\n".join([first, second.replace(str(json.loads(second)["t"]), moment)]))
    assert len(read_list(listed, video)) == 1


def test_what_is_no_picture_in_the_midst_is_said(tmp_path: Path):
    video, listed = written(tmp_path, [frame(0), frame(1), frame(2)])
    entries = read_list(listed, video)
    scribbled = bytearray(video.read_bytes())
    scribbled[entries[0].end : entries[1].end] = bytes(entries[1].end - entries[0].end)
    video.write_bytes(scribbled)
    frames = read_frames(video, entries)
    assert next(frames).taken_at_s == 0
    with pytest.raises(RecordingError, match="frame 1 is no picture"):
        next(frames)


def test_a_missing_list_is_named(tmp_path: Path):
    with pytest.raises(RecordingError, match=r"frames\.jsonl: cannot be read"):
        read_list(tmp_path / LISTED, tmp_path / VIDEO)


def kept(frames: list[Frame]) -> list[int]:
    """The numbers of the frames that say something."""
    telling = TellingFrames()
    return [round((each.taken_at_s - 7.0) * 5) for coming in frames for each in telling.of(coming)]


def test_a_change_is_kept_with_what_was_before_and_after_it():
    change, end = 100, 200
    numbers = kept([frame(number, 90 if number < change else 130) for number in range(end)])
    around = range(change - BEFORE_FRAMES, change + int(5 * AFTER_S) + 1)
    assert set(around) <= set(numbers)
    assert len(numbers) < 2 * len(around) + end / (5 * AT_LEAST_EVERY_S)


def test_where_frames_come_slowly_as_many_are_kept_after_a_change():
    frames = [replace(frame(number, 90 if number < 5 else 130), taken_at_s=7.0 + 2.0 * number) for number in range(40)]
    times = [each.taken_at_s for each in itertools.chain.from_iterable(map(TellingFrames().of, frames))]
    assert {each.taken_at_s for each in frames[5 : 6 + AFTER_FRAMES]} <= set(times)
    assert len(times) < len(frames)


def test_a_small_chip_is_a_change_and_noise_is_none():
    chance = np.random.default_rng(5)
    frames = [frame(number) for number in range(150)]
    noisy = [
        Frame((each.bgr + chance.normal(0, 4, each.bgr.shape)).clip(0, 255).astype(np.uint8), each.taken_at_s)
        for each in frames
    ]
    calm = kept(noisy)
    noisy[100].bgr[16:30, 16:30] = (40, 30, 180)
    assert len(calm) < 40
    assert set(range(98, 102)) <= set(kept(noisy))


def test_light_that_changes_slowly_is_kept_step_by_step():
    numbers = kept([frame(number, 90 + number // 20) for number in range(1000)])
    greys = [90 + number // 20 for number in numbers]
    assert max(np.diff(greys)) <= 14


@given(st.lists(st.integers(0, 3), min_size=1, max_size=200))
def test_frames_are_kept_once_each_and_in_order(levels: list[int]):
    numbers = kept([frame(number, 60 * level) for number, level in enumerate(levels)])
    assert numbers == sorted(set(numbers))
    assert numbers[0] == 0


def evening(archive: Path, name: str, megabytes: float) -> Path:
    """A recording that takes so much room."""
    folder = archive / name
    folder.mkdir(parents=True)
    (folder / "recording.json").write_text(json.dumps({MARK: name}))
    (folder / VIDEO).write_bytes(bytes(int(megabytes * MB)))
    return folder


def test_the_oldest_evenings_make_room_and_what_is_not_ones_own_stays(tmp_path: Path):
    said: list[str] = []
    folders = [evening(tmp_path, name, 1) for name in ("2026-11-01", "2026-11-02", "2026-11-03")]
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "recording.json").write_text("{}")
    (tmp_path / "photo.jpg").write_bytes(bytes(9 * MB))
    archive = RecordingArchive(tmp_path, Budget(2, 0), said.append, lambda _: PLENTY)
    archive.make_room(folders[2])
    assert archive.evenings() == [folders[2]]
    assert said == [f"The recording 2026-11-0{day} was removed to make room." for day in (1, 2)]
    assert (tmp_path / "letters").is_dir()
    assert (tmp_path / "photo.jpg").exists()


def test_evenings_go_by_their_number_though_the_clock_was_set_back(tmp_path: Path):
    archive = RecordingArchive(tmp_path, Budget(2, 0), print, lambda _: PLENTY)
    folders = []
    for date in ("2026-11-01", "1970-01-01", "2026-11-02", "1970-01-02"):
        number = archive.next_evening()
        folders.append(evening(tmp_path, date, 1))
        (folders[-1] / "recording.json").write_text(json.dumps({MARK: date, EVENING: number}))
    assert archive.evenings() == folders
    archive.make_room(folders[3])
    assert archive.evenings() == folders[3:]


def test_an_evening_never_makes_room_for_itself(tmp_path: Path):
    folder = evening(tmp_path, "2026-11-01", 3)
    with pytest.raises(ArchiveFullError, match="recordings take 3 MB of the 2 MB they may"):
        RecordingArchive(tmp_path, Budget(2, 0), print, lambda _: PLENTY).make_room(folder)
    assert folder.is_dir()


def test_without_pruning_the_budget_ends_the_recording(tmp_path: Path):
    evening(tmp_path, "2026-11-01", 3)
    with pytest.raises(ArchiveFullError, match="move old recordings away"):
        RecordingArchive(tmp_path, Budget(2, 0, prune=False), print, lambda _: PLENTY).make_room(
            tmp_path / "2026-11-02"
        )
    assert (tmp_path / "2026-11-01").is_dir()


def test_some_of_the_disk_stays_free_whatever_the_budget_says(tmp_path: Path):
    old, new = evening(tmp_path, "2026-11-01", 1), evening(tmp_path, "2026-11-02", 1)
    archive = RecordingArchive(tmp_path, Budget(99, 100), print, lambda _: (99 if old.exists() else 100) * MB)
    archive.make_room(new)
    assert not old.exists()
    archive = RecordingArchive(tmp_path, Budget(99, 100), print, lambda _: 42 * MB)
    with pytest.raises(ArchiveFullError, match="42 MB of the disk are free, and 100 MB are to stay free"):
        archive.make_room(new)


@pytest.mark.parametrize("most_mb", [1, 99], ids=["budget spent", "budget left"])
def test_no_evening_is_removed_where_all_of_them_would_not_make_enough_room(tmp_path: Path, most_mb: int):
    *old, new = (evening(tmp_path, f"2026-11-0{day}", 1) for day in (1, 2, 3))
    archive = RecordingArchive(tmp_path, Budget(most_mb, 100), print, lambda _: 97 * MB)
    with pytest.raises(ArchiveFullError, match=r"97 MB of the disk are free.*; make room on the disk"):
        archive.make_room(new)
    assert archive.evenings() == [*old, new]


def test_evenings_of_one_name_are_numbered(tmp_path: Path):
    archive = RecordingArchive(tmp_path / "deep", Budget(), print)
    assert [archive.new("x").name for _ in range(3)] == ["x", "x-2", "x-3"]
    assert free_bytes(tmp_path) > 0


def begun(archive: RecordingArchive, say: Callable[[str], None]) -> Recorder:
    return Recorder(archive.new("evening"), archive, say, every_frame=True)


def test_a_full_budget_ends_the_recording_with_a_word_and_not_the_evening(tmp_path: Path):
    said: list[str] = []
    free = iter([PLENTY, 0])
    recording = begun(RecordingArchive(tmp_path, Budget(99, 1), said.append, lambda _: next(free)), said.append)
    for number in range(120):
        recording.take(frame(number))
    recording.close()
    assert recording.frames == 50
    (word,) = said
    assert word.startswith("Recording has ended; the game goes on: ")
    assert "0 MB of the disk are free" in word
    assert len(read_list(tmp_path / "evening" / LISTED, tmp_path / "evening" / VIDEO)) == 50


def test_a_disk_that_refuses_ends_the_recording_with_a_word_too(tmp_path: Path):
    said: list[str] = []

    def refuse(_: Path) -> int:
        raise OSError(errno.EROFS, "Read-only file system")

    recording = begun(RecordingArchive(tmp_path, Budget(), said.append, refuse), said.append)
    recording.take(frame(0))
    recording.take(frame(1))
    assert said == [f"Recording has ended; the game goes on: {tmp_path / 'evening'}: Read-only file system."]


def test_a_line_that_the_disk_refuses_ends_the_recording_and_is_said_once(tmp_path: Path):
    said: list[str] = []
    recorder = Recorder(tmp_path, RecordingArchive(tmp_path, Budget(least_free_mb=0), said.append), said.append)
    recorder.take(frame(0))
    recorder.note("said.jsonl", [{"t": 0}])
    assert (recorder.began_s, (tmp_path / "said.jsonl").read_text()) == (7.0, '{"t": 0}\n')
    recorder.note("missing/said.jsonl", [{"t": 1}])
    recorder.note("said.jsonl", [{"t": 2}])
    assert (tmp_path / "said.jsonl").read_text() == '{"t": 0}\n'
    assert len(said) == 1
    assert said[0].startswith("Recording has ended; the game goes on: ")
