"""`companion calibrate` as a person types it: a layout from one still, a set-up that is judged, what is refused."""

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main

SHIPPED = Path(__file__).parent.parent / "recordings" / "oak-plain"
Refused = Callable[..., str]


def test_a_layout_is_read_from_one_still(tmp_path: Path, replayed: Path):
    tap = json.loads((SHIPPED / "recording.json").read_text())["top_left_px"]
    out = tmp_path / "layout.json"
    point = f"{1.8 * tap[0]},{1.8 * tap[1]}"
    assert main(["calibrate", "layout", str(SHIPPED / "empty.jpg"), "--top-left", point, "--out", str(out)]) == 0
    document = json.loads(out.read_text())
    assert set(document) == {"layout", "doubtful", "square_centres_px"}
    assert document["layout"] == json.loads((replayed / "layout.json").read_text())["layout"]
    assert np.array(document["square_centres_px"]).shape == (10, 10, 2)


def test_a_set_up_is_checked_without_a_tap_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    still = cv2.imread(str(SHIPPED / "empty.jpg"))
    cv2.imwrite(str(tmp_path / "dim.png"), (still * 0.15).astype(np.uint8))
    assert main(["calibrate", "check", str(tmp_path / "dim.png"), "--pictures", str(tmp_path / "seen")]) == 0
    said = capsys.readouterr().out
    assert "Light:    poor" in said
    assert "Too dark: switch on a light, or use a longer exposure." in said
    assert sorted(path.name for path in (tmp_path / "seen").iterdir()) == ["cards.jpg", "lattice.jpg", "quality.jpg"]


def test_four_taps_find_the_board_too(tmp_path: Path, replayed: Path):
    tapped = ["450,55", "1820,185", "1840,1660", "135,1520"]
    out = tmp_path / "layout.json"
    assert main(["calibrate", "layout", str(SHIPPED / "empty.jpg"), "--corners", *tapped, "--out", str(out)]) == 0
    assert json.loads(out.read_text())["layout"] == json.loads((replayed / "layout.json").read_text())["layout"]


def test_a_tap_in_the_middle_of_the_board_is_refused(tmp_path: Path, refused: Refused):
    out = tmp_path / "layout.json"
    said = refused("calibrate", "layout", SHIPPED / "empty.jpg", "--top-left", "1150,860", "--out", out)
    assert "the tap is not at a corner, the nearest is about 6 squares away" in said
    assert not out.exists()


def test_a_still_without_a_board_is_refused_and_nothing_is_written(tmp_path: Path, refused: Refused):
    cv2.imwrite(str(tmp_path / "table.png"), np.full((480, 640, 3), 120, np.uint8))
    out = tmp_path / "deep" / "layout.json"
    said = refused("calibrate", "layout", tmp_path / "table.png", "--top-left", "3,4", "--out", out)
    assert "the board is not found in the picture" in said
    assert [path.name for path in tmp_path.iterdir()] == ["table.png"]


def test_a_folder_where_a_file_is_wanted_is_refused_before_the_work(
    tmp_path: Path, drawn_recording: Callable[..., Path], refused: Refused
):
    assert "is a folder; name a file" in refused("calibrate", "recording", drawn_recording(), "--out", tmp_path)
