"""The adapter on the real picamera2 and the real libcamera, playing a picture of a recording; see `.ci/picamera`."""

import os
import time
from pathlib import Path
from unittest.mock import create_autospec

import cv2
import numpy as np
import pytest
from made_up_cameras import SEARCHING

from companion.ports import Locks
from hardware.holding import FREE, SETTLING_FRAMES, CameraPlan
from hardware.picamera import PiCamera, controls

SHOWN = Path(__file__).parent.parent / "recordings" / "oak-plain" / "empty_play.jpg"
HELD = Locks(exposure_us=20_000, gain=2.5, colour_gains=(1.5, 1.8), focus=2.5)
pytestmark = pytest.mark.skipif(
    "COMPANION_LIBCAMERA" not in os.environ, reason="libcamera with its virtual camera is not here"
)


@pytest.fixture
def size_px() -> tuple[int, int]:
    height, width = cv2.imread(str(SHOWN)).shape[:2]
    return width, height


@pytest.mark.parametrize("time_round", [1, 2])
def test_what_is_shown_is_seen_in_its_colours_also_after_a_restart(size_px: tuple[int, int], time_round: int):
    from libcamera_without_kernel import VirtualPicamera2

    camera = PiCamera(VirtualPicamera2(), CameraPlan(size_px), time.monotonic)
    frames = [camera.capture() for _ in range(12)]
    still = camera.still()
    camera.close()
    shown = cv2.imread(str(SHOWN))
    assert np.abs(frames[-1].bgr.astype(int) - shown).mean() < 4, f"round {time_round}"
    assert np.abs(still.astype(int) - shown).mean() < 4
    times = [frame.taken_at_s for frame in frames]
    assert times == sorted(set(times))


def test_every_call_of_the_adapter_fits_the_real_class(size_px: tuple[int, int]):
    from picamera2 import Picamera2

    device = create_autospec(Picamera2, instance=True)
    device.camera_properties = {}
    device.camera_controls = dict.fromkeys(("FrameDurationLimits", *controls(HELD)), (0, 1, 0))
    colours = {"format": "RGB888", "size": size_px}
    device.camera_configuration.return_value = {"main": colours, "lores": colours}
    request = device.capture_request.return_value
    request.make_array.return_value = np.zeros((size_px[1], size_px[0], 3), np.uint8)
    request.get_metadata.return_value = {"ExposureTime": 23_456, "AnalogueGain": 2.0, "LensPosition": 2.5}
    camera = PiCamera(device, CameraPlan(size_px), time.monotonic)
    for _ in range(10):
        camera.capture()
    camera.close()
    (told,) = device.set_controls.call_args.args
    assert (told["AeEnable"], told["ExposureTime"], told["LensPosition"]) == (False, 20_000, 2.5)
    assert {"FrameDurationLimits", *controls(FREE)} == set(
        device.create_video_configuration.call_args.kwargs["controls"]
    )


def test_every_control_that_a_camera_is_held_by_is_one_of_libcameras():
    import libcamera

    known = libcamera.controls
    for name in controls(HELD):
        assert hasattr(known, name), name
    assert (int(known.AfModeEnum.Manual), int(known.AfModeEnum.Continuous)) == (0, 2)
    assert int(known.AfStateEnum.Scanning) == SEARCHING


def test_controls_that_this_camera_has_are_taken_and_the_others_never_sent(size_px: tuple[int, int]):
    from libcamera_without_kernel import VirtualPicamera2

    shown = cv2.imread(str(SHOWN))
    camera = PiCamera(VirtualPicamera2(), CameraPlan(size_px, locks=HELD, seen_bgr=shown), time.monotonic)
    frames = [camera.capture() for _ in range(SETTLING_FRAMES + 2)]
    assert camera.locks() == HELD
    camera.close()
    assert np.abs(frames[-1].bgr.astype(int) - shown).mean() < 4
