"""The commands as a person types them: what they leave behind, and what they say when something is wrong."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.profile import load_profile, save_profile
from companion.cli import COMMANDS, main
from companion.journal import SqliteJournal
from companion.referee.events import FaultFound, TurnPlayed

ROOT = Path(__file__).parent.parent
SHIPPED = ROOT / "tests" / "recordings" / "oak-plain"
FRAMES = 45
WAIT_S = 60.0
Make = Callable[..., Path]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first seconds of the shipped recording; whoever opened its truth would fail, since that is a folder."""
    folder = tmp_path_factory.mktemp("recordings") / "start"
    shutil.copytree(SHIPPED, folder, ignore=shutil.ignore_patterns("truth.json"))
    (folder / "truth.json").mkdir()
    about = json.loads((folder / "recording.json").read_text())
    (folder / "recording.json").write_text(json.dumps(about | {"frames": FRAMES}))
    return folder


@pytest.fixture(scope="module")
def profile(evening: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A profile as the command makes it."""
    path = tmp_path_factory.mktemp("profiles") / "oak.profile"
    assert main(["calibrate", "recording", str(evening), "--out", str(path)]) == 0
    return path


@pytest.fixture(scope="module")
def album(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the replay leaves its pictures."""
    return tmp_path_factory.mktemp("album") / "pictures"


@pytest.fixture(scope="module")
def replayed(evening: Path, profile: Path, album: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("out") / "evening"
    pictures = ["--pictures", str(album)]
    assert main(["replay", str(evening), "--profile", str(profile), "--out", str(out), *pictures]) == 0
    return out


def rows(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """What the command says when it refuses, in one line."""
    capsys.readouterr()
    assert main([str(argument) for argument in arguments]) == 2
    said = capsys.readouterr().err
    assert said.startswith("companion: ")
    assert said.count("\n") == 1
    return said


def test_a_replay_leaves_three_files(replayed: Path):
    assert sorted(path.name for path in replayed.iterdir()) == ["events.jsonl", "layout.json", "observations.jsonl"]


def test_the_layout_has_a_hundred_cards_and_jokers_in_the_corners(replayed: Path):
    document = json.loads((replayed / "layout.json").read_text())
    assert set(document) == {"layout", "doubtful"}
    assert [len(row) for row in document["layout"]] == [10] * 10
    assert document["layout"][0][0] == document["layout"][9][9] == "JK"
    assert all(len(square) == 2 for square in document["doubtful"])


def test_every_frame_has_a_row(replayed: Path):
    seen = rows(replayed / "observations.jsonl")
    assert [row["i"] for row in seen] == list(range(FRAMES))
    for row in seen:
        assert set(row) == {"i", "board", "settled", "registered", "discard_top", "ms"}
        assert len(row["board"]) == 100
        assert set(row["board"]) <= set(".RB?")
        assert row["ms"] > 0
    assert seen[1]["board"] == "." * 100


def test_every_event_has_a_frame_and_a_known_form(replayed: Path):
    told = rows(replayed / "events.jsonl")
    forms = {
        "move": {"seat", "team", "card", "action", "square", "captured"},
        "fault": {"code", "squares", "message"},
        "resolved": {"code"},
        "notice": {"code", "message"},
        "question": {"text", "candidates"},
        "undo": set(),
    }
    assert told
    for row in told:
        assert set(row) == {"i", "type"} | forms[row["type"]]
    assert [row["i"] for row in told] == sorted(row["i"] for row in told)


def test_the_moves_of_the_shipped_evening_are_seen(replayed: Path):
    moves = [row for row in rows(replayed / "events.jsonl") if row["type"] == "move"]
    assert [(move["seat"], move["team"], move["action"]) for move in moves[:3]] == [
        (1, "R", "place"),
        (2, "B", "place"),
        (1, "R", "place"),
    ]


def test_a_layout_is_read_from_one_still(tmp_path: Path, replayed: Path):
    tap = json.loads((SHIPPED / "recording.json").read_text())["top_left_px"]
    out = tmp_path / "layout.json"
    point = f"{1.8 * tap[0]},{1.8 * tap[1]}"
    assert main(["calibrate", "layout", str(SHIPPED / "empty.jpg"), "--top-left", point, "--out", str(out)]) == 0
    document = json.loads(out.read_text())
    assert set(document) == {"layout", "doubtful", "square_centres_px"}
    assert document["layout"] == json.loads((replayed / "layout.json").read_text())["layout"]
    assert np.array(document["square_centres_px"]).shape == (10, 10, 2)


def test_there_is_a_picture_of_every_frame_in_which_something_was_said(replayed: Path, album: Path):
    said = {row["i"] for row in rows(replayed / "events.jsonl")}
    assert sorted(path.name for path in album.iterdir()) == [f"{number:06d}.jpg" for number in sorted(said)]
    height, width = cv2.imread(str(next(album.iterdir()))).shape[:2]
    assert (width, height > 960) == (1280, True)


def test_a_set_up_is_checked_without_a_tap_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    still = cv2.imread(str(SHIPPED / "empty.jpg"))
    cv2.imwrite(str(tmp_path / "dim.png"), (still * 0.15).astype(np.uint8))
    assert main(["calibrate", "check", str(tmp_path / "dim.png"), "--pictures", str(tmp_path / "seen")]) == 0
    said = capsys.readouterr().out
    assert "Light:    poor" in said
    assert "Too dark: turn on a light or expose longer." in said
    assert sorted(path.name for path in (tmp_path / "seen").iterdir()) == ["cards.jpg", "lattice.jpg", "quality.jpg"]


def test_four_taps_find_the_board_too(tmp_path: Path, replayed: Path):
    tapped = ["450,55", "1820,185", "1840,1660", "135,1520"]
    out = tmp_path / "layout.json"
    assert main(["calibrate", "layout", str(SHIPPED / "empty.jpg"), "--corners", *tapped, "--out", str(out)]) == 0
    assert json.loads(out.read_text())["layout"] == json.loads((replayed / "layout.json").read_text())["layout"]


def test_a_tap_in_the_middle_of_the_board_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    out = tmp_path / "layout.json"
    said = refused(capsys, "calibrate", "layout", SHIPPED / "empty.jpg", "--top-left", "1150,860", "--out", out)
    assert "1150,860 is at none of its corners" in said
    assert not out.exists()


def test_a_still_without_a_board_is_refused_and_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    cv2.imwrite(str(tmp_path / "table.png"), np.full((480, 640, 3), 120, np.uint8))
    out = tmp_path / "deep" / "layout.json"
    said = refused(capsys, "calibrate", "layout", tmp_path / "table.png", "--top-left", "3,4", "--out", out)
    assert "the board is not found in the still" in said
    assert [path.name for path in tmp_path.iterdir()] == ["table.png"]


@pytest.mark.parametrize("command", ["replay", "demo", "calibrate recording"])
@pytest.mark.parametrize("damage", ["torn video", "missing still", "no description"])
def test_a_damaged_recording_is_refused_and_nothing_is_written(
    drawn_recording: Make, capsys: pytest.CaptureFixture[str], command: str, damage: str
):
    folder = drawn_recording()
    expected = damaged(folder, damage)
    out = [] if command == "demo" else ["--out", folder.parent / "out"]
    port = ["--host", "127.0.0.1", "--port", "0", "--no-wait"] if command == "demo" else []
    assert expected in refused(capsys, *command.split(), folder, *out, *port)
    assert [path.name for path in folder.parent.iterdir()] == ["drawn"]


def damaged(folder: Path, how: str) -> str:
    """Damage a recording, and return what must be said about it."""
    video = folder / "frames.mp4"
    if how == "torn video":
        video.write_bytes(video.read_bytes()[:-500])
        return "the video is torn"
    if how == "missing still":
        (folder / "enrol.jpg").unlink()
        return "enrol.jpg: the still is missing"
    (folder / "recording.json").unlink()
    return "recording.json: missing"


def test_a_recording_without_a_board_is_refused(drawn_recording: Make, capsys: pytest.CaptureFixture[str]):
    folder = drawn_recording()
    said = refused(capsys, "replay", folder, "--out", folder.parent / "out")
    assert "the board is not found in the still at play size" in said
    assert [path.name for path in folder.parent.iterdir()] == ["drawn"]


def test_a_video_that_ends_early_leaves_nothing_behind(
    tmp_path: Path, evening: Path, profile: Path, capsys: pytest.CaptureFixture[str]
):
    short = tmp_path / "short"
    shutil.copytree(evening, short)
    about = json.loads((short / "recording.json").read_text())
    whole = cv2.VideoCapture(str(short / "frames.mp4"))
    writer = cv2.VideoWriter(str(short / "frames.mp4.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), 5, tuple(about["size"]))
    for _ in range(5):
        writer.write(whole.read()[1])
    writer.release()
    (short / "frames.mp4.mp4").replace(short / "frames.mp4")
    said = refused(capsys, "replay", short, "--profile", profile, "--out", tmp_path / "out")
    assert "ends after 5 of 45 frames" in said
    assert [path.name for path in tmp_path.iterdir()] == ["short"]


def test_a_profile_of_another_board_is_refused(
    tmp_path: Path, evening: Path, profile: Path, capsys: pytest.CaptureFixture[str]
):
    known = load_profile(profile)
    other = tmp_path / "other.profile"
    save_profile(replace(known, empty_bgr=np.ascontiguousarray(known.empty_bgr[:, ::-1])), other)
    said = refused(capsys, "replay", evening, "--profile", other, "--out", tmp_path / "out")
    assert "belongs to another board" in said
    assert not (tmp_path / "out").exists()


def test_a_profile_of_other_chips_is_refused(
    tmp_path: Path, evening: Path, profile: Path, capsys: pytest.CaptureFixture[str]
):
    known = load_profile(profile)
    other = tmp_path / "other.profile"
    save_profile(replace(known, chips={"G": known.chips["R"], "B": known.chips["B"]}), other)
    assert "knows the chips of G, B" in refused(
        capsys, "replay", evening, "--profile", other, "--out", tmp_path / "out"
    )


def test_a_torn_profile_is_refused(tmp_path: Path, evening: Path, profile: Path, capsys: pytest.CaptureFixture[str]):
    torn = tmp_path / "torn.profile"
    torn.write_bytes(profile.read_bytes()[:-1000])
    assert "torn" in refused(capsys, "replay", evening, "--profile", torn, "--out", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_torn_journal_is_refused(tmp_path: Path, evening: Path, profile: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "game.db").write_text("no database " * 1000)
    arguments = ["replay", evening, "--profile", profile, "--out", tmp_path / "out", "--journal", tmp_path / "game.db"]
    assert "the journal is torn" in refused(capsys, *arguments)
    assert not (tmp_path / "out").exists()


def test_bad_settings_are_refused(tmp_path: Path, evening: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "companion.toml").write_text("[page]\nprot = 1")
    said = refused(capsys, "replay", evening, "--out", tmp_path / "out", "--settings", tmp_path / "companion.toml")
    assert "did you mean 'port'" in said


def test_a_taken_port_is_refused(evening: Path, capsys: pytest.CaptureFixture[str]):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = refused(capsys, "demo", evening, "--host", "127.0.0.1", "--port", port, "--no-wait")
    assert "choose another port" in said


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["frobnicate"],
        ["replay", "somewhere"],
        ["demo", "--speed", "0"],
        ["demo", "--speed", "fast"],
        ["demo", "--port", "70000"],
        ["calibrate", "layout", "still.jpg", "--top-left", "3", "--out", "x"],
    ],
)
def test_a_mistyped_command_is_explained(arguments: list[str], capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "companion" in capsys.readouterr().err


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out.startswith("companion ")


@pytest.fixture
def started() -> Iterator[Callable[..., subprocess.Popen]]:
    """Starts commands as processes of their own, and ends those that are left."""
    processes = []

    def start(*arguments: object) -> subprocess.Popen:
        command = [sys.executable, "-m", "companion", *map(str, arguments)]
        processes.append(subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
        return processes[-1]

    yield start
    for process in processes:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


def events_in(path: Path) -> list[object]:
    journal = SqliteJournal(path)
    kept = [entry.event for entry in journal.entries()]
    journal.close()
    return kept


def test_a_killed_replay_goes_on_with_its_game(
    tmp_path: Path, evening: Path, profile: Path, replayed: Path, started: Callable[..., subprocess.Popen]
):
    journal, out = tmp_path / "game.db", tmp_path / "out"
    arguments = ["replay", evening, "--profile", profile, "--out", out, "--journal", journal]
    first = started(*arguments)
    wal, until = tmp_path / "game.db-wal", time.monotonic() + WAIT_S
    while time.monotonic() < until and first.poll() is None and not holds_a_move(wal):
        time.sleep(0.02)
    first.kill()
    first.wait()
    assert not out.exists()
    before = events_in(journal)
    assert any(isinstance(event, (TurnPlayed, FaultFound)) for event in before)
    assert main([str(argument) for argument in arguments]) == 0
    assert events_in(journal)[: len(before)] == before
    moves = [[row for row in rows(folder / "events.jsonl") if row["type"] == "move"] for folder in (out, replayed)]
    assert moves[0] == moves[1]


def holds_a_move(wal: Path) -> bool:
    return wal.exists() and b"TurnPlayed" in wal.read_bytes()


def test_the_demo_tells_the_address_the_game_and_the_score(
    evening: Path, profile: Path, capsys: pytest.CaptureFixture[str]
):
    quick = ["--speed", "1000", "--host", "127.0.0.1", "--port", "0", "--no-wait"]
    assert main(["demo", str(evening), "--profile", str(profile), *quick]) == 0
    said = capsys.readouterr().out
    assert "http://127.0.0.1:" in said
    assert "█" in said
    assert "First comparing the profile with the board …" in said
    assert "Red against Blue. Red to play." in said
    assert "The evening ends after" in said


def test_a_demo_that_nobody_reads_ends_quietly(evening: Path, profile: Path, started: Callable[..., subprocess.Popen]):
    quick = ["--profile", profile, "--speed", "1000", "--host", "127.0.0.1", "--port", "0", "--no-wait"]
    demo = started("demo", evening, *quick)
    demo.stdout.readline()
    demo.stdout.close()
    assert demo.wait(timeout=WAIT_S) == 141
    assert demo.stderr.read() == ""


def test_a_terminal_without_card_suits_is_spared(evening: Path, profile: Path):
    quick = ["--profile", str(profile), "--speed", "1000", "--host", "127.0.0.1", "--port", "0", "--no-wait"]
    command = [sys.executable, "-m", "companion", "demo", str(evening), *quick]
    plain = os.environ | {"PYTHONIOENCODING": "ascii"}
    run = subprocess.run(command, check=False, cwd=ROOT, env=plain, capture_output=True, text=True, timeout=WAIT_S)
    assert (run.returncode, run.stderr) == (0, "")
    assert "Red against Blue" in run.stdout


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_demo_ends_cleanly(evening: Path, started: Callable[..., subprocess.Popen], stop: signal.Signals):
    demo = started("demo", evening, "--host", "127.0.0.1", "--port", "0")
    assert "http://127.0.0.1:" in demo.stdout.readline()
    demo.send_signal(stop)
    _, said = demo.communicate(timeout=WAIT_S)
    assert demo.returncode == {signal.SIGINT: 130, signal.SIGTERM: 143}[stop]
    assert "Traceback" not in said


def test_every_command_is_a_file_that_adds_itself():
    names = {path.stem for path in (ROOT / "companion" / "commands").glob("*.py")} - {"__init__", "arguments"}
    assert {command.__name__.rsplit(".", 1)[1] for command in COMMANDS} == names
    assert len(COMMANDS) == len(names)
