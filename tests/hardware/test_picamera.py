"""The Pi's camera over a stand-in that behaves as picamera2 is documented to; where the real one is, it is compared."""

import inspect
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from made_up_cameras import SIZE_PX, FakePicamera2

from companion.errors import CameraError
from companion.ports import Locks
from hardware.holding import SETTLING_FRAMES, CameraPlan
from hardware.picamera import PiCamera, controls, library_fault, measured, open_picamera

PLAN = CameraPlan(SIZE_PX)
SEEN = {"ExposureTime": 23_456, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.8), "LensPosition": 2.1}


def test_frames_are_small_stills_large_and_both_are_in_colour():
    camera = PiCamera(FakePicamera2(), PLAN, time.monotonic)
    assert camera.capture().bgr.shape == (120, 160, 3)
    assert camera.still().shape == (240, 320, 3)


def test_every_buffer_is_given_back():
    device = FakePicamera2()
    camera = PiCamera(device, PLAN, time.monotonic)
    camera.capture()
    camera.still()
    assert [request.released for request in device.requests] == [True, True]


def test_a_still_is_blue_green_red():
    device = FakePicamera2()
    camera = PiCamera(device, PLAN, time.monotonic)
    camera.capture()
    blue, green, red = camera.still()[0, 0].tolist()
    assert blue > green == red == 0


def test_exposure_and_colours_are_held_once_settled():
    device = FakePicamera2()
    camera = PiCamera(device, PLAN, time.monotonic)
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


def test_what_a_picture_was_taken_with_is_what_the_camera_is_told_to_hold():
    told = controls(measured(SEEN))
    assert told == {"AeEnable": False, "AwbEnable": False, "AfMode": 0, **SEEN}
    assert measured(SEEN | {"DigitalGain": 1.5}).gain == 3.0
    assert controls(Locks()) == {"AeEnable": True, "AwbEnable": True, "AfMode": 2}


def test_closing_stops_once_and_then_nothing_is_seen():
    device = FakePicamera2()
    camera = PiCamera(device, PLAN, time.monotonic)
    camera.close()
    camera.close()
    assert device.calls == ["start", "stop", "close"]
    with pytest.raises(CameraError, match="closed"):
        camera.capture()


def test_frames_of_another_size_are_refused():
    with pytest.raises(CameraError, match="gives 80x60, not 160x120 as calibrated"):
        PiCamera(FakePicamera2(lores=(80, 60)), PLAN, time.monotonic)


def test_a_camera_that_cannot_be_used_is_let_go_and_not_busy_at_the_next_try():
    device = FakePicamera2(lores=(80, 60))
    with pytest.raises(CameraError):
        PiCamera(device, PLAN, time.monotonic)
    assert device.calls == ["close"]


def test_a_camera_that_cannot_even_stop_is_let_go():
    class Vanished(FakePicamera2):
        def stop(self) -> None:
            raise RuntimeError("the device is gone")

    device = Vanished()
    camera = PiCamera(device, PLAN, time.monotonic)
    with pytest.raises(RuntimeError, match="is gone"):
        camera.close()
    assert device.calls == ["start", "close"]


def test_unknown_colours_are_refused():
    camera = PiCamera(FakePicamera2("MJPEG"), PLAN, time.monotonic)
    with pytest.raises(CameraError, match="pictures as MJPEG"):
        camera.still()


def test_without_the_systems_packages_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError, match="--system-site-packages"):
        open_picamera(PLAN, time.monotonic)


def test_a_system_whose_picamera2_was_built_for_another_numpy_gets_the_remedy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    (tmp_path / "libcamera.py").touch()
    (tmp_path / "picamera2.py").write_text("raise ValueError('numpy.dtype size changed')")
    for module in ("libcamera", "picamera2"):  # as they were again afterwards
        monkeypatch.setitem(sys.modules, module, None)
        del sys.modules[module]
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(CameraError, match="install a newer simplejpeg"):
        open_picamera(PLAN, time.monotonic)


def test_a_usb_camera_is_not_taken_for_the_one_on_the_ribbon(monkeypatch: pytest.MonkeyPatch):
    usb = SimpleNamespace(global_camera_info=lambda: [{"Id": "/base/scb/pcie@7d500000/usb@0,0-1.3:1.0-046d:0825"}])
    monkeypatch.setitem(sys.modules, "libcamera", SimpleNamespace())
    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=usb))
    with pytest.raises(CameraError, match="no camera is connected; check its ribbon cable"):
        open_picamera(PLAN, time.monotonic)


class Taken:
    """Picamera2 as its source has it, while another program holds the camera; its newest one is kept."""

    left: "list[Taken]" = []  # noqa: RUF012 (as in the library)

    def __init__(self) -> None:
        self.notifyme_r, self.notifyme_w = os.pipe2(os.O_NONBLOCK)
        self.notifymeread = os.fdopen(self.notifyme_r, "rb")
        self.is_open = False
        self.left[:] = [self]
        raise RuntimeError("Camera __init__ sequence did not complete.")

    @staticmethod
    def global_camera_info() -> list[dict[str, str]]:
        """One on the ribbon."""
        return [{"Id": "/base/soc/i2c0mux/i2c@1/imx708@1a"}]


def free_descriptor() -> int:
    """The number that the next file to be opened would have."""
    ends = os.pipe()
    for end in ends:
        os.close(end)
    return ends[0]


def test_no_pipe_stays_open_however_often_a_camera_is_tried_that_another_program_holds(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setitem(sys.modules, "libcamera", SimpleNamespace())
    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=Taken))
    before = free_descriptor()
    for _ in range(3):
        with pytest.raises(CameraError, match="the camera is busy"):
            open_picamera(PLAN, time.monotonic)
    assert free_descriptor() == before


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
