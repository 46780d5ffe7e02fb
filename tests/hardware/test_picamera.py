"""The Pi's camera over a stand-in that behaves as picamera2 is documented to; where the real one is, it is compared."""

import inspect
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import CameraError
from hardware.picamera import SETTLING_FRAMES, PiCamera, flicker_safe, library_fault, locks, open_picamera

SIZE_PX = (160, 120)
CONTROLS = dict.fromkeys(("AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains"), (0, 1, 0))
SEEN = {"ExposureTime": 23_456, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.8), "LensPosition": 2.1}


class FakeRequest:
    """One request: both streams in the colours that were configured."""

    def __init__(self, formats: Mapping[str, Any], shade: int) -> None:
        self._formats = formats
        self._shade = shade
        self.released = False

    def make_array(self, name: str) -> np.ndarray:
        """The stream's picture as libcamera lays it out."""
        (width, height), colours = self._formats[name]["size"], self._formats[name]["format"]
        if colours == "YUV420":
            return np.full((height * 3 // 2, width), 128, np.uint8)
        picture = np.zeros((height, width, 3), np.uint8)
        picture[..., 0] = self._shade
        return picture

    def get_metadata(self) -> Mapping[str, Any]:
        """What the sensor did."""
        return SEEN

    def release(self) -> None:
        """Give the buffer back."""
        self.released = True


class FakePicamera2:
    """As much of Picamera2 as the adapter uses; controls that a camera lacks are refused, as libcamera does."""

    def __init__(self, colours: str = "RGB888", lores: tuple[int, int] = SIZE_PX) -> None:
        self.camera_properties = {"PixelArraySize": (330, 250)}
        self.camera_controls = CONTROLS
        self.set: list[Mapping[str, Any]] = []
        self.calls: list[str] = []
        self.requests: list[FakeRequest] = []
        self._colours, self._lores = colours, lores

    def create_video_configuration(self, main: Any, lores: Any, buffer_count: int, controls: Any) -> Any:
        """Colours and sizes are adjusted silently."""
        assert buffer_count >= 2
        assert set(controls) <= set(self.camera_controls)
        return {"main": {**main, "format": self._colours}, "lores": {**lores, "size": self._lores}}

    def configure(self, camera_config: Any) -> None:
        """Take it over."""
        self._config = camera_config

    def camera_configuration(self) -> Any:
        """What came of it."""
        return self._config

    def capture_request(self) -> FakeRequest:
        """The next picture."""
        self.requests.append(FakeRequest(self._config, len(self.requests) % 250))
        return self.requests[-1]

    def set_controls(self, controls: Mapping[str, Any]) -> None:
        """Hold these."""
        assert set(controls) <= set(self.camera_controls)
        self.set.append(controls)

    def start(self) -> None:
        """Begin."""
        self.calls.append("start")

    def stop(self) -> None:
        """Pause."""
        self.calls.append("stop")

    def close(self) -> None:
        """End."""
        self.calls.append("close")


def test_frames_are_small_stills_large_and_both_are_in_colour():
    camera = PiCamera(FakePicamera2(), SIZE_PX, time.monotonic)
    assert camera.capture().bgr.shape == (120, 160, 3)
    assert camera.still().shape == (240, 320, 3)


def test_every_buffer_is_given_back():
    device = FakePicamera2()
    camera = PiCamera(device, SIZE_PX, time.monotonic)
    camera.capture()
    camera.still()
    assert [request.released for request in device.requests] == [True, True]


def test_a_still_is_blue_green_red():
    device = FakePicamera2()
    camera = PiCamera(device, SIZE_PX, time.monotonic)
    camera.capture()
    assert camera.still()[0, 0].tolist() == [1, 0, 0]


def test_exposure_and_colours_are_held_once_settled():
    device = FakePicamera2()
    camera = PiCamera(device, SIZE_PX, time.monotonic)
    for _ in range(SETTLING_FRAMES + 5):
        camera.capture()
    assert len(device.set) == 1
    assert device.set[0] == {
        "AeEnable": False,
        "AwbEnable": False,
        "ExposureTime": 20_000,
        "AnalogueGain": pytest.approx(2.0 * 23_456 / 20_000),
        "ColourGains": (1.5, 1.8),
    }


def test_a_lens_that_moves_is_held_where_it_is():
    held = locks(SEEN, {**CONTROLS, "AfMode": (0, 2, 0), "LensPosition": (0, 32, 1)})
    assert (held["AfMode"], held["LensPosition"]) == (0, 2.1)


@given(st.integers(50, 500_000), st.floats(1, 16), st.sampled_from([50, 60]))
def test_lamps_do_not_flicker_and_brightness_stays(exposure_us: int, gain: float, mains_hz: int):
    safe_us, safe_gain = flicker_safe(exposure_us, gain, mains_hz)
    flicker_us = 1e6 / (2 * mains_hz)
    assert safe_us * safe_gain == pytest.approx(exposure_us * gain)
    assert safe_us <= exposure_us
    assert safe_us == exposure_us < flicker_us or abs(safe_us / flicker_us - round(safe_us / flicker_us)) < 1e-3


def test_closing_stops_once_and_then_nothing_is_seen():
    device = FakePicamera2()
    camera = PiCamera(device, SIZE_PX, time.monotonic)
    camera.close()
    camera.close()
    assert device.calls == ["start", "stop", "close"]
    with pytest.raises(CameraError, match="closed"):
        camera.capture()


def test_frames_of_another_size_are_refused():
    with pytest.raises(CameraError, match="gives 80x60, not 160x120 as calibrated"):
        PiCamera(FakePicamera2(lores=(80, 60)), SIZE_PX, time.monotonic)


def test_unknown_colours_are_refused():
    camera = PiCamera(FakePicamera2("MJPEG"), SIZE_PX, time.monotonic)
    with pytest.raises(CameraError, match="pictures as MJPEG"):
        camera.still()


@pytest.mark.skipif("picamera2" in sys.modules, reason="picamera2 is here")
def test_without_the_systems_packages_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError, match="--system-site-packages"):
        open_picamera(SIZE_PX, time.monotonic)


def test_the_stand_in_has_no_call_that_the_real_one_lacks():
    real = pytest.importorskip("picamera2", reason="picamera2 is not installed", exc_type=ImportError).Picamera2
    for name, call in inspect.getmembers(FakePicamera2, inspect.isfunction):
        if not name.startswith("_"):
            wanted = set(inspect.signature(call).parameters)
            assert wanted <= set(inspect.signature(getattr(real, name)).parameters), name


def test_what_keeps_the_library_from_being_used_is_told_apart():
    def refuse(error: Exception, name: str) -> Callable[[str], object]:
        def load(module: str) -> object:
            if module == name:
                raise error
            return module

        return load

    assert library_fault(str) is None
    assert "python3 -m venv --system-site-packages" in library_fault(refuse(ModuleNotFoundError("no"), "libcamera"))
    assert "apt install python3-picamera2" in library_fault(refuse(ImportError("no"), "picamera2"))
    clash = ValueError("numpy.dtype size changed, may indicate binary incompatibility")
    assert "simplejpeg>=1.8.2" in library_fault(refuse(clash, "picamera2"))
