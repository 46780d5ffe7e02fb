"""Where to hang a camera: what the optics say of a lens; and that the build guide shows the very same tables."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.measures import tilt_deg
from calibration.optics import CAMERAS, CameraKind, CameraPlace, highest, lowest, needed, pi_camera, usb_camera
from calibration.plan import about, plan_tables
from calibration.plan_pictures import cutting_svg, stand_svg
from calibration.quality import Grade
from companion.cli import main
from companion.live.cameras import parse_camera, usual_size
from companion.terminal.tables import markdown

ROOT = Path(__file__).parent.parent.parent
GUIDE = ROOT / "hardware" / "camera.md"

angles = st.floats(35, 100)
tilts = st.floats(0, 40)
kinds = st.builds(pi_camera, st.just("any"), st.sampled_from([(4608, 2592), (3280, 2464)]), angles) | st.builds(
    usb_camera, st.just("any"), angles
)


@given(kinds, tilts, st.floats(10, 60))
def test_a_camera_that_leans_is_measured_to_lean_by_as_much(kind: CameraKind, tilt: float, distance: float):
    assert tilt_deg(CameraPlace(kind, distance, tilt).geometry) == pytest.approx(tilt, abs=0.01)


@given(kinds, st.floats(10, 60))
def test_from_straight_above_a_square_is_as_large_as_similar_triangles_say(kind: CameraKind, distance: float):
    assert CameraPlace(kind, distance, 0).sides_px == pytest.approx((kind.focal_px / distance,) * 2)


@given(kinds, tilts)
def test_at_its_lowest_place_all_is_in_the_picture_and_a_little_closer_it_is_not(kind: CameraKind, tilt: float):
    place = lowest(kind, tilt)
    assert place.holds_all
    assert not CameraPlace(kind, place.distance - 0.01, tilt).holds_all


@given(kinds)
def test_at_its_highest_place_squares_are_large_enough_and_a_little_higher_they_are_not(kind: CameraKind):
    place = highest(kind, 0)
    assert place.grade is Grade.GOOD
    assert CameraPlace(kind, place.distance + 0.01, 0).grade is Grade.FAIR


@given(kinds, tilts, st.floats(10, 60))
def test_what_is_seen_of_the_table_fills_the_picture_from_edge_to_edge(kind: CameraKind, tilt: float, distance: float):
    place = CameraPlace(kind, distance, tilt)
    width = place.seen[0]
    middle = (needed()[0] + needed()[2]) / 2
    ends = middle + np.array([[-width / 2, 0], [width / 2, 0]])
    assert place.geometry.image_from_board(ends)[:, 0] == pytest.approx([0, kind.frame_px[0] - 1], abs=0.01)


def test_a_camera_of_the_pi_has_the_field_of_view_its_maker_tells():
    narrow, wide, older = CAMERAS[:3]
    for kind, focal_mm, sensor_mm in ((narrow, 4.74, 3.63), (wide, 2.75, 3.63), (older, 3.04, 2.76)):
        assert kind.focal_px / kind.frame_px[1] == pytest.approx(focal_mm / sensor_mm, rel=0.06)


def test_frames_are_reckoned_with_as_large_as_the_program_takes_them():
    sizes = {kind.name.startswith("USB"): kind.frame_px for kind in CAMERAS}
    assert sizes == {False: usual_size(parse_camera("picamera")), True: usual_size(parse_camera("webcam:0"))}


def test_the_build_guide_shows_the_very_tables_that_the_optics_give():
    tables = "\n".join(map(markdown, plan_tables(44)))
    assert f"{about(44)}\n\n{tables}" in GUIDE.read_text()


def test_the_build_guide_shows_the_very_pictures_that_the_plan_draws(tmp_path, capsys):
    assert main(["calibrate", "plan", "--pictures", str(tmp_path / "drawn")]) == 0
    assert capsys.readouterr().out.startswith(about(44))
    drawn = {path.name: path.read_text() for path in (tmp_path / "drawn").iterdir()}
    shown = (ROOT / "calibration" / "cutting.svg", ROOT / "hardware" / "stand.svg")
    assert drawn == {path.name: path.read_text() for path in shown}


def test_a_board_of_smaller_squares_brings_the_camera_as_much_closer():
    near, far = (next(row for row in plan_tables(side)[0] if row[0] == "Camera Module 3") for side in (22, 44))
    heights = [float(row[1].removesuffix(" cm")) for row in (near, far)]
    assert heights[0] == pytest.approx(heights[1] / 2, abs=1)


@pytest.mark.parametrize("columns", [80, 140])
def test_the_plan_is_printed_for_the_terminal_it_is_read_on(columns, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    assert main(["calibrate", "plan"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "Camera Module 3       69 cm   120 cm" in " ".join(lines) or columns == 140
    assert max(map(len, lines)) <= columns
    assert "|" not in "".join(lines)


@pytest.mark.parametrize("side", ["0", "wide", "500"])
def test_a_side_that_no_square_has_is_refused_with_what_to_write(side, capsys):
    with pytest.raises(SystemExit):
        main(["calibrate", "plan", "--square", side])
    assert "millimetres" in capsys.readouterr().err


def test_the_pictures_tell_other_sizes_for_other_squares():
    upright, leaning = lowest(CAMERAS[0], 0), lowest(CAMERAS[0], 30)
    assert cutting_svg(44) != cutting_svg(40)
    assert stand_svg(upright, leaning, 44) != stand_svg(upright, leaning, 40)
