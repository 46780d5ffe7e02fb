"""What is expected of every camera, over every camera that can run here."""

import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from made_up_cameras import SIZE_PX, FakePicamera2, FakeVideo

from companion.errors import CameraError
from companion.ports import Camera
from hardware import webcam
from hardware.archive import Budget, RecordingArchive
from hardware.holding import FREE, CameraPlan
from hardware.picamera import PiCamera
from hardware.recorder import RecordedCamera, Recorder
from hardware.recordings import RecordingCamera, load_recording
from hardware.virtual_table import VirtualTable
from hardware.watched import WatchedCamera
from hardware.webcam import WebCamera, open_webcam

PLAN = CameraPlan(SIZE_PX)
Make = Callable[..., Path]


@pytest.fixture(params=["recording", "picamera", "webcam", "virtual", "watched", "recorded"])
def camera(request: pytest.FixtureRequest, drawn_recording: Make, tmp_path: Path) -> Camera:
    if request.param == "recording":
        return RecordingCamera(load_recording(drawn_recording()))
    if request.param == "virtual":
        return VirtualTable("RB", time.monotonic, lambda _: None)
    if request.param == "webcam":
        return WebCamera(FakeVideo(), PLAN, time.monotonic)
    if request.param == "picamera":
        return PiCamera(FakePicamera2(), PLAN, time.monotonic)
    if request.param == "recorded":
        archive = RecordingArchive(tmp_path, Budget(least_free_mb=0), print)
        table = VirtualTable("RB", time.monotonic, lambda _: None)
        return RecordedCamera(table, Recorder(archive.new("evening"), archive, print))
    paced = VirtualTable("RB", time.monotonic, lambda _: time.sleep(0.02))
    return WatchedCamera(lambda: paced, time.monotonic)


def test_frames_are_colour_pictures_of_one_size_and_times_only_grow(camera: Camera):
    frames = [camera.capture() for _ in range(4)]
    camera.close()
    assert len({frame.bgr.shape for frame in frames}) == 1
    assert all(frame.bgr.dtype == np.uint8 and frame.bgr.shape[2] == 3 for frame in frames)
    times = [frame.taken_at_s for frame in frames]
    assert times == sorted(set(times))


def test_a_frame_is_not_changed_by_the_next(camera: Camera):
    first = camera.capture()
    before = first.bgr.copy()
    camera.capture()
    camera.close()
    assert np.array_equal(first.bgr, before)


def test_a_still_is_at_least_as_large_as_a_frame(camera: Camera):
    frame = camera.capture()
    assert camera.still().shape >= frame.bgr.shape
    camera.close()


def test_how_it_is_held_is_told_in_numbers_or_not_at_all(camera: Camera):
    for _ in range(12):
        camera.capture()
    locks = camera.locks()
    assert locks is None or (locks.exposure_us > 0 and locks != FREE)
    camera.close()


def test_closing_twice_does_nothing(camera: Camera):
    assert (camera.close(), camera.close()) == (None, None)


def test_a_webcam_is_asked_for_small_compressed_pictures_without_a_queue():
    video = FakeVideo()
    WebCamera(video, PLAN, time.monotonic)
    asked = video.settings
    assert (asked[cv2.CAP_PROP_FRAME_WIDTH], asked[cv2.CAP_PROP_FRAME_HEIGHT]) == SIZE_PX
    assert asked[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
    assert asked[cv2.CAP_PROP_BUFFERSIZE] == 1


def test_an_unplugged_webcam_says_so():
    with pytest.raises(CameraError, match="check its cable"):
        WebCamera(FakeVideo(frames=0), PLAN, time.monotonic).capture()


def test_a_webcam_of_another_size_than_calibrated_says_so():
    known = CameraPlan(SIZE_PX, seen_bgr=np.zeros((SIZE_PX[1], SIZE_PX[0], 3), np.uint8))
    with pytest.raises(CameraError, match="gives 80x60, not 160x120 as calibrated"):
        WebCamera(FakeVideo((80, 60)), known, time.monotonic).capture()


@pytest.mark.parametrize("bgr", [np.zeros((120, 160), np.uint8), np.zeros((120, 160, 3), np.uint16)])
def test_a_webcam_whose_pictures_are_grey_or_of_other_depth_says_so_and_ends_no_evening(bgr: np.ndarray):
    video = FakeVideo()
    video.read = lambda: (True, bgr)
    with pytest.raises(CameraError, match="no ordinary colour pictures; plug in another"):
        WebCamera(video, PLAN, time.monotonic).capture()


def test_before_any_board_is_known_a_webcam_gives_pictures_of_the_size_it_has():
    camera = WebCamera(FakeVideo((80, 60)), PLAN, time.monotonic)
    assert [camera.capture().bgr.shape for _ in range(2)] == [(60, 80, 3)] * 2


@pytest.mark.parametrize(
    ("plugged", "opened"), [({}, 77), ({78: "Cam"}, 78), ({78: "Cam", 79: "Other"}, 77)], ids=["none", "one", "two"]
)
def test_the_only_webcam_is_opened_though_it_has_another_number_since_it_was_plugged_in_again(
    monkeypatch: pytest.MonkeyPatch, plugged: dict[int, str], opened: int
):
    monkeypatch.setattr(webcam, "webcams", lambda: plugged)
    with pytest.raises(CameraError, match=f"/dev/video{opened}: no such camera"):
        open_webcam(77, PLAN, time.monotonic)


def test_a_webcam_that_is_not_there_is_named():
    with pytest.raises(CameraError, match="/dev/video77: no such camera"):
        open_webcam(77, PLAN, time.monotonic)
