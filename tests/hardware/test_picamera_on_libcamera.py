"""The adapter on the real picamera2 and the real libcamera, playing a picture of a recording; see `.ci/picamera`."""

import os
import time
from pathlib import Path
from unittest.mock import create_autospec

import cv2
import numpy as np
import pytest

from hardware.picamera import PiCamera

SHOWN = Path(__file__).parent.parent / "recordings" / "oak-plain" / "empty_play.jpg"
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

    camera = PiCamera(VirtualPicamera2(), size_px, time.monotonic)
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
    device.camera_properties, device.camera_controls = {}, {"AeEnable": (0, 1, 0)}
    colours = {"format": "RGB888", "size": size_px}
    device.camera_configuration.return_value = {"main": colours, "lores": colours}
    request = device.capture_request.return_value
    request.make_array.return_value = np.zeros((size_px[1], size_px[0], 3), np.uint8)
    request.get_metadata.return_value = {"ExposureTime": 20_000}
    camera = PiCamera(device, size_px, time.monotonic)
    for _ in range(10):
        camera.capture()
    camera.close()
    device.set_controls.assert_called_once_with({"AeEnable": False})
