"""`companion replay` as a person types it: what it leaves behind, also when it was killed, and what it refuses."""

import json
import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from calibration.profile import load_profile, save_profile
from companion.cli import main
from companion.journal.event_log import SqliteJournal
from companion.referee.events import FaultFound, TurnPlayed

FRAMES = 45
WAIT_S = 60.0
Refused = Callable[..., str]


def rows(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


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


def test_there_is_a_picture_of_every_frame_in_which_something_was_said(replayed: Path, pictures_folder: Path):
    said = {row["i"] for row in rows(replayed / "events.jsonl")}
    assert sorted(path.name for path in pictures_folder.iterdir()) == [f"{number:06d}.jpg" for number in sorted(said)]
    height, width = cv2.imread(str(next(pictures_folder.iterdir()))).shape[:2]
    assert (width, height > 960) == (1280, True)


def test_a_video_that_ends_early_leaves_nothing_behind(tmp_path: Path, evening: Path, profile: Path, refused: Refused):
    short = tmp_path / "short"
    shutil.copytree(evening, short)
    about = json.loads((short / "recording.json").read_text())
    whole = cv2.VideoCapture(str(short / "frames.mp4"))
    writer = cv2.VideoWriter(str(short / "frames.mp4.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), 5, tuple(about["size"]))
    for _ in range(5):
        writer.write(whole.read()[1])
    writer.release()
    (short / "frames.mp4.mp4").replace(short / "frames.mp4")
    said = refused("replay", short, "--profile", profile, "--out", tmp_path / "out")
    assert "ends after 5 of 45 frames" in said
    assert [path.name for path in tmp_path.iterdir()] == ["short"]


def test_a_profile_of_another_board_is_refused(tmp_path: Path, evening: Path, profile: Path, refused: Refused):
    known = load_profile(profile)
    other = tmp_path / "other.profile"
    save_profile(replace(known, empty_bgr=np.ascontiguousarray(known.empty_bgr[:, ::-1])), other)
    said = refused("replay", evening, "--profile", other, "--out", tmp_path / "out")
    assert "belongs to another board" in said
    assert not (tmp_path / "out").exists()


def test_a_profile_of_other_chips_is_refused(tmp_path: Path, evening: Path, profile: Path, refused: Refused):
    known = load_profile(profile)
    other = tmp_path / "other.profile"
    save_profile(replace(known, chips={"G": known.chips["R"], "B": known.chips["B"]}), other)
    assert "has the chips of G, B" in refused("replay", evening, "--profile", other, "--out", tmp_path / "out")


def test_a_game_for_other_teams_than_the_recording_has_is_refused(
    tmp_path: Path, evening: Path, profile: Path, refused: Refused
):
    other = tmp_path / "other"
    shutil.copytree(evening, other)
    about = json.loads((other / "recording.json").read_text())
    about["game"]["options"] |= {"N": 3, "T": 3}
    (other / "recording.json").write_text(json.dumps(about))
    said = refused("replay", other, "--profile", profile, "--out", tmp_path / "out")
    assert "it is a game for 3 teams, and there are chips for 2" in said
    assert not (tmp_path / "out").exists()


def test_a_torn_profile_is_refused(tmp_path: Path, evening: Path, profile: Path, refused: Refused):
    torn = tmp_path / "torn.profile"
    torn.write_bytes(profile.read_bytes()[:-1000])
    assert "damaged" in refused("replay", evening, "--profile", torn, "--out", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_file_that_never_was_a_journal_is_not_called_damaged_and_nothing_is_left_beside_it(
    tmp_path: Path, evening: Path, profile: Path, refused: Refused
):
    shopping = tmp_path / "shopping.txt"
    shopping.write_text("bread, milk, " * 1000)
    arguments = ["replay", evening, "--profile", profile, "--out", tmp_path / "out", "--journal", shopping]
    assert "shopping.txt: not a journal of this program; name another file" in refused(*arguments)
    assert list(tmp_path.iterdir()) == [shopping]


def test_bad_settings_are_refused(tmp_path: Path, evening: Path, refused: Refused):
    (tmp_path / "companion.toml").write_text("[page]\nprot = 1")
    said = refused("replay", evening, "--out", tmp_path / "out", "--settings", tmp_path / "companion.toml")
    assert "did you mean 'port'" in said


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
