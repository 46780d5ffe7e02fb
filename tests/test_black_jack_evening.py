"""A recorded game of Black Jack, replayed from its pictures and from what was said on phones, by the command line."""

import json
from pathlib import Path

import cv2
import pytest

from companion.cli import main
from companion.recording.golden import departures

FOLDER = Path(__file__).parent / "recordings" / "black-jack"


@pytest.fixture(scope="module")
def replayed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `companion replay` makes of it, with pictures."""
    out = tmp_path_factory.mktemp("replayed")
    assert main(["replay", str(FOLDER), "--out", str(out), "--pictures", str(out / "pictures")]) == 0
    return out


def rows(replayed: Path) -> list[dict]:
    return [json.loads(line) for line in (replayed / "events.jsonl").read_text().splitlines()]


def notation(row: dict) -> str:
    drawn = ["draw"] if row["action"] == "draw" else row["cards"]
    return " ".join((f"P{row['seat']}", *drawn))


def test_every_turn_of_a_recorded_game_is_refereed_from_its_pictures(replayed: Path):
    played = [notation(row) for row in rows(replayed) if row["type"] == "move"]
    assert played == (FOLDER / "turns.txt").read_text().splitlines()
    assert not any(row["type"] == "fault" for row in rows(replayed))
    assert rows(replayed)[-1] == {"i": 146, "type": "win", "seat": 4, "termination": "out"}


def test_it_tells_what_was_once_accepted(replayed: Path):
    assert departures(FOLDER, rows(replayed)) == []


def test_every_frame_has_its_row_and_what_was_said_its_picture(replayed: Path):
    seen = [json.loads(line) for line in (replayed / "observations.jsonl").read_text().splitlines()]
    assert [row["i"] for row in seen] == list(range(154))
    assert {row["board"] for row in seen} == {"?" * 100}
    assert seen[-1]["discard_top"] == "7D"
    laid, told = ({row["i"] for row in rows(replayed) if row["type"] == kind} for kind in ("laid", "command"))
    assert len(laid - told) > 10
    assert laid - told <= {int(path.stem) for path in (replayed / "pictures").iterdir()} < set(range(154))
    assert cv2.imread(str(min((replayed / "pictures").iterdir()))).shape[1] == 440


def test_a_game_beside_its_stock_is_refereed_from_pictures_of_a_table_with_hands_and_a_card_that_was_wrong(
    tmp_path: Path,
):
    folder = FOLDER.with_name("black-jack-table")
    assert main(["replay", str(folder), "--out", str(tmp_path / "out")]) == 0
    told = rows(tmp_path / "out")
    played = [notation(row) for row in told if row["type"] == "move"]
    assert played == (folder / "turns.txt").read_text().splitlines()
    assert [row["code"] for row in told if row["type"] == "fault"] == ["BJ_NO_MATCH"]
    assert departures(folder, told) == []


def test_it_is_no_table_to_calibrate_and_none_to_score(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["score", str(FOLDER)]) != 0
    assert "shows a table without a board" in capsys.readouterr().err
    assert main(["calibrate", "recording", str(FOLDER), "--out", str(tmp_path / "board")]) != 0
    assert not (tmp_path / "board").exists()
