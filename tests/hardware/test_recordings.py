"""A folder is as good a camera as any, and says clearly what is wrong with it when it is not."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.errors import RecordingError
from companion.referee.events import Setup, TeamLook
from hardware.description import Description, Enrolment, RecordedGame, describe, parse_description
from hardware.recordings import PacedCamera, RecordingCamera, load_recording, read_still

SHIPPED = Path(__file__).parent.parent / "recordings" / "oak-plain"
Make = Callable[..., Path]


def test_the_frames_come_in_order_with_their_times(drawn_recording: Make):
    camera = RecordingCamera(load_recording(drawn_recording()))
    frames = list(iter(camera.capture, None))
    camera.close()
    camera.close()
    assert [frame.taken_at_s for frame in frames] == [number / 5 for number in range(12)]
    greys = [frame.bgr.mean() for frame in frames]
    assert greys == sorted(greys)
    assert camera.capture() is None


def test_frames_beyond_the_announced_number_are_not_given(drawn_recording: Make):
    camera = RecordingCamera(load_recording(drawn_recording(drawn_frames=14)))
    assert len(list(iter(camera.capture, None))) == 12


def test_the_still_is_the_calibration_still(drawn_recording: Make):
    assert RecordingCamera(load_recording(drawn_recording())).still().shape == (120, 160, 3)


def test_the_description_becomes_a_set_up(drawn_recording: Make):
    setup = load_recording(drawn_recording()).about.game.setup(("7H",) * 100)
    assert setup.options == "my_rules N=2 T=2 hand=6 lines=2 n=5"
    assert setup.teams == (TeamLook("R", "red"), TeamLook("B", "blue"))
    assert setup.players == ("Seat 1 (red)", "Seat 2 (blue)")
    assert setup.layout == ("7H",) * 100


def test_enrolled_squares_are_numbers_by_team(drawn_recording: Make):
    assert load_recording(drawn_recording()).about.enrolment.chips == {"R": (21,), "B": (22,)}


def test_a_description_reads_back_as_it_was_written(drawn_recording: Make):
    about = load_recording(drawn_recording()).about
    assert parse_description(describe(about), "here") == about
    own = replace(about, listed="frames.jsonl", profile="board.profile", frames=0, enrolment=Enrolment("", {}))
    assert parse_description(describe(own), "here") == own


def test_a_recording_whose_list_names_nothing_that_is_there_is_refused(drawn_recording: Make):
    folder = drawn_recording(list="frames.jsonl")
    (folder / "frames.jsonl").write_text('{"t": 0, "end": 99999999}\n')
    with pytest.raises(RecordingError, match="lists no frame that is there"):
        load_recording(folder)


def test_a_paced_camera_gives_the_same_frames(drawn_recording: Make):
    camera = PacedCamera(RecordingCamera(load_recording(drawn_recording())), speed=1000)
    assert [frame.taken_at_s for frame in iter(camera.capture, None)] == [number / 5 for number in range(12)]
    assert camera.still().shape == (120, 160, 3)
    camera.close()


def test_a_still_taken_with_the_camera_on_its_side_is_read_upright(tmp_path: Path):
    picture = np.zeros((60, 80, 3), np.uint8)
    picture[:20] = 255
    jpeg = cv2.imencode(".jpg", picture)[1].tobytes()
    turned = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    exif = b"\xff\xe1" + (len(turned) + 2).to_bytes(2, "big") + turned
    (tmp_path / "side.jpg").write_bytes(jpeg[:2] + exif + jpeg[2:])
    upright = read_still(tmp_path / "side.jpg")
    assert upright.shape == (80, 60, 3)
    assert upright[:, -15:].mean() > 240
    assert upright[:, :35].mean() < 15


@pytest.mark.parametrize("depth", [np.uint8, np.uint16])
@pytest.mark.parametrize("channels", [1, 3, 4])
def test_a_still_of_any_kind_comes_in_three_colours_of_eight_bits(tmp_path: Path, channels: int, depth: type):
    shape = (6, 8) if channels == 1 else (6, 8, channels)
    cv2.imwrite(str(tmp_path / "still.png"), np.full(shape, np.iinfo(depth).max // 2, depth))
    read = read_still(tmp_path / "still.png")
    assert (read.shape, read.dtype) == ((6, 8, 3), np.uint8)


@pytest.mark.parametrize("content", [b"", b"a letter, not a picture", b"\xff\xd8\xff"])
def test_a_file_that_is_no_picture_is_refused(tmp_path: Path, content: bytes):
    (tmp_path / "still.jpg").write_bytes(content)
    with pytest.raises(RecordingError, match=r"still\.jpg: not a picture that can be read"):
        read_still(tmp_path / "still.jpg")


@pytest.mark.parametrize("name", ["recording.json", "frames.mp4", "empty.jpg", "empty_play.jpg", "enrol.jpg"])
def test_a_missing_file_is_named(drawn_recording: Make, name: str):
    folder = drawn_recording()
    (folder / name).unlink()
    with pytest.raises(RecordingError, match=f"{name}.*missing"):
        load_recording(folder)


def test_a_missing_folder_is_named(tmp_path: Path):
    with pytest.raises(RecordingError, match="nowhere: no such folder"):
        load_recording(tmp_path / "nowhere")


@pytest.mark.parametrize("kept", [0.0, 0.01, 0.5, 0.999])
def test_a_torn_video_is_refused_before_anything_is_read(drawn_recording: Make, kept: float):
    video = drawn_recording() / "frames.mp4"
    whole = video.read_bytes()
    video.write_bytes(whole[: int(kept * len(whole))])
    with pytest.raises(RecordingError, match=r"frames\.mp4: the video is damaged"):
        load_recording(video.parent)


@given(st.floats(0, 0.9999))
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_video_whose_index_comes_first_is_refused_wherever_it_is_torn(drawn_recording: Make, kept: float):
    folder = drawn_recording()
    whole = (SHIPPED / "frames.mp4").read_bytes()
    (folder / "frames.mp4").write_bytes(whole[: int(kept * len(whole))])
    with pytest.raises(RecordingError, match=r"frames\.mp4: the video is damaged"):
        load_recording(folder)


def test_a_video_with_fewer_frames_than_announced_says_how_many(drawn_recording: Make):
    camera = RecordingCamera(load_recording(drawn_recording(drawn_frames=7)))
    with pytest.raises(RecordingError, match="ends after 7 of 12 frames"):
        list(iter(camera.capture, None))


def test_frames_of_another_size_are_refused(drawn_recording: Make):
    camera = RecordingCamera(load_recording(drawn_recording(size=[640, 480])))
    with pytest.raises(RecordingError, match=r"frames are 160x120, and recording\.json says 640x480; copy the"):
        camera.capture()


def test_stills_that_are_not_as_large_as_frames_are_refused(drawn_recording: Make):
    recording = load_recording(drawn_recording())
    assert recording.play_still("enrol.jpg").shape == recording.play_still().shape == (120, 160, 3)
    cv2.imwrite(str(recording.folder / "empty_play.jpg"), np.zeros((60, 80, 3), np.uint8))
    with pytest.raises(RecordingError, match=r"empty_play\.jpg: is 80x60, and frames are 160x120; copy the recording"):
        recording.play_still()


def test_a_video_of_another_format_that_cannot_be_read_is_refused(drawn_recording: Make):
    folder = drawn_recording(video="frames.avi")
    (folder / "frames.avi").write_bytes(b"no video")
    with pytest.raises(RecordingError, match="not a video that can be read"):
        RecordingCamera(load_recording(folder))


@pytest.mark.parametrize("kept", [0.01, 0.3, 0.999])
@pytest.mark.parametrize("ending", ["jpg", "png"])
def test_a_still_whose_file_ends_too_early_is_refused_and_never_half_grey(tmp_path: Path, ending: str, kept: float):
    whole = cv2.imencode(f".{ending}", cv2.resize(read_still(SHIPPED / "empty.jpg"), (320, 240)))[1].tobytes()
    path = tmp_path / f"empty.{ending}"
    path.write_bytes(whole)
    assert read_still(path).shape == (240, 320, 3)
    path.write_bytes(whole[: int(kept * len(whole))])
    with pytest.raises(RecordingError, match="copy it again"):
        read_still(path)


def test_what_a_phone_appends_to_a_still_does_no_harm(tmp_path: Path):
    path = tmp_path / "moving.jpg"
    path.write_bytes((SHIPPED / "empty_play.jpg").read_bytes() + b"a short film \xff\xda behind the picture")
    assert read_still(path).shape == (960, 1280, 3)


def test_a_still_that_is_no_picture_is_refused(drawn_recording: Make):
    folder = drawn_recording()
    (folder / "empty.jpg").write_bytes(b"no picture")
    with pytest.raises(RecordingError, match=r"empty\.jpg: not a picture"):
        RecordingCamera(load_recording(folder)).still()


@pytest.mark.parametrize(
    ("file", "wrong"),
    [
        (b"\0\0\0\x18ftypheic" + b"\0" * 99, "neither a JPEG nor a PNG"),
        (cv2.imencode(".jpg", np.zeros((5001, 5000), np.uint8))[1].tobytes(), "the picture is 5000x5001"),
    ],
    ids=["HEIC", "huge"],
)
def test_a_picture_as_phones_take_them_is_refused_with_how_to_save_it(tmp_path: Path, file: bytes, wrong: str):
    (tmp_path / "empty.jpg").write_bytes(file)
    with pytest.raises(RecordingError, match=f"{wrong}.*save it as a JPEG of at most 25 megapixels"):
        read_still(tmp_path / "empty.jpg")


@pytest.mark.parametrize("text", [b"{", b"[]", b"\xff\xfe", b"null"])
def test_a_description_that_is_no_json_object_is_refused(drawn_recording: Make, text: bytes):
    folder = drawn_recording()
    (folder / "recording.json").write_bytes(text)
    with pytest.raises(RecordingError, match=r"recording\.json"):
        load_recording(folder)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("format", "companion-recording/9"),
        ("name", 5),
        ("size", [0, 10]),
        ("size", "large"),
        ("fps", 0),
        ("fps", "five"),
        ("frames", 1.5),
        ("frames", True),
        ("video", "../elsewhere.mp4"),
        ("calibration_still", ""),
        ("top_left_px", [1]),
        ("patience_s", -1),
        ("enrolment", []),
        ("enrolment", {"still": "enrol.jpg", "chips": {"R": [[2, 1]]}}),
        ("enrolment", {"still": "enrol.jpg", "chips": {"R": [[2, 1]], "B": [[2, 10]]}}),
        ("game", {}),
        ("board", "none"),
        ("said", "../said.jsonl"),
    ],
)
def test_a_bad_value_is_named(drawn_recording: Make, key: str, value: object):
    with pytest.raises(RecordingError, match=rf"recording\.json.*{key}"):
        load_recording(drawn_recording(**{key: value}))


@pytest.mark.parametrize(("key", "wanted"), [("frames", "a whole number from 1"), ("fps", r"a number from 0\.01")])
def test_a_number_that_is_too_large_is_told_how_large_it_may_be(drawn_recording: Make, key: str, wanted: str):
    with pytest.raises(RecordingError, match=f"'{key}' is '1000000000'; it must be {wanted} to 1000000$"):
        load_recording(drawn_recording(**{key: 10**9}))


@pytest.mark.parametrize(
    "players",
    [
        [],
        "two",
        [{"seat": 1, "team": "R"}, {"seat": 3, "team": "B"}],
        [{"seat": 1, "team": "R"}, {"seat": 1, "team": "B"}],
        [{"seat": n, "team": team} for n, team in enumerate("RBB", 1)],
    ],
)
def test_players_who_do_not_take_turns_are_refused(drawn_recording: Make, players: object):
    folder = drawn_recording()
    document = json.loads((folder / "recording.json").read_text())
    document["game"]["players"] = players
    (folder / "recording.json").write_text(json.dumps(document))
    with pytest.raises(RecordingError, match="'players'"):
        load_recording(folder)


def test_a_table_without_a_board_has_no_corner_no_chips_and_names_for_its_seats():
    game = RecordedGame("black-jack", "base", {"players": 2}, (), (), ("Ann", "Ben"))
    usual = ("pile", (440, 540), 5.0, 9, "frames.mp4", "empty.jpg", (0.0, 0.0), 0.4, Enrolment("", {}), game)
    about = Description(*usual, board=False, said="said.jsonl")
    document = describe(about)
    assert not {"top_left_px", "enrolment", "profile"} & set(document)
    assert parse_description(document, "recording.json") == about
    assert about.game.setup(()) == Setup("base players=2", (), (), ("Ann", "Ben"), "black-jack")
