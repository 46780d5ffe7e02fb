"""A camera is named by a word, and opened as the board it looks at was learnt."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from calibration.profile import Profile, load_profile
from companion.errors import SettingsError
from companion.live.cameras import CameraName, NoCameraError, found_camera, parse_camera, plan_for
from companion.ports import Locks
from companion.settings import CameraSettings
from hardware.picamera import picamera_connected
from hardware.webcam import webcams

HELD = Locks(exposure_us=20_000, gain=2.0, colour_gains=(1.5, 1.8))


@pytest.fixture
def profile(drawn_profile: Path) -> Profile:
    return replace(load_profile(drawn_profile), locks=HELD)


def test_a_board_that_is_known_is_looked_at_as_when_it_was_learnt(profile: Profile):
    plan = plan_for(CameraName("webcam", "0"), profile, CameraSettings(60))
    assert (plan.size_px, plan.mains_hz, plan.locks) == (profile.size_px, 60, HELD)
    assert plan.seen_bgr is profile.empty_bgr


@pytest.mark.parametrize(("kind", "size_px"), [("picamera", (1280, 960)), ("webcam", (1280, 720))])
def test_before_any_board_is_known_light_is_measured(kind: str, size_px: tuple[int, int]):
    plan = plan_for(CameraName(kind), None, CameraSettings())
    assert (plan.size_px, plan.locks, plan.seen_bgr) == (size_px, None, None)


@pytest.mark.parametrize("text", ["", "webcam:x", "picamera:0", "camera", "/nowhere"])
def test_what_is_no_camera_is_refused(text: str):
    with pytest.raises(SettingsError, match=r"is no camera; write picamera, webcam:0"):
        parse_camera(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [("picamera", "picamera"), ("virtual", "virtual"), ("webcam:2", "webcam:2"), ("webcam", "webcam:0")],
)
def test_a_camera_is_known_by_its_name(text: str, name: str):
    assert str(parse_camera(text)) == name


def plugged(devices: Path, number: int, about: tuple[str, str, str]) -> None:
    """A device as the kernel lists it: its bus, its index, its name."""
    bus, index, name = about
    device, where = devices / f"video{number}", devices / "bus" / bus
    device.mkdir(parents=True)
    where.mkdir(parents=True, exist_ok=True)
    (device / "device").mkdir()
    (device / "device" / "subsystem").symlink_to(where)
    (device / "index").write_text(f"{index}\n")
    (device / "name").write_text(f"{name}\n")


def test_usb_cameras_are_found_by_their_first_number_and_codecs_are_none(tmp_path: Path):
    plugged(tmp_path, 10, ("usb", "0", "Second"))
    plugged(tmp_path, 2, ("usb", "0", "HD Webcam"))
    plugged(tmp_path, 3, ("usb", "1", "HD Webcam"))
    plugged(tmp_path, 11, ("platform", "0", "bcm2835-codec"))
    plugged(tmp_path, 12, ("usb", "", "pulled out"))
    assert list(webcams(tmp_path).items()) == [(2, "HD Webcam"), (10, "Second")]
    assert webcams(tmp_path / "none") == {}


def test_the_pis_camera_comes_first_and_else_the_only_one_is_taken():
    assert str(found_camera(lambda: True, lambda: {0: "HD Webcam"})) == "picamera"
    assert str(found_camera(lambda: False, lambda: {2: "HD Webcam"})) == "webcam:2"


def test_which_camera_is_meant_is_asked_where_there_are_several_and_none_is_said():
    with pytest.raises(NoCameraError, match=r"2 cameras were found: webcam:0 \(one\), webcam:2 \(two\); name one"):
        found_camera(lambda: False, lambda: {0: "one", 2: "two"})
    with pytest.raises(NoCameraError, match="no camera was found; plug one in"):
        found_camera(lambda: False, dict)


RIBBON = {"Model": "imx708", "Id": "/base/axi/pcie@1000120000/rp1/i2c@88000/imx708@1a"}
USB = {"Model": "HD Webcam", "Id": "/base/axi/pcie@1000120000/rp1/usb@300000-1:1.0-046d:0825"}


@pytest.mark.parametrize(("cameras", "there"), [([], False), ([RIBBON], True), ([USB], False), ([RIBBON, USB], True)])
def test_the_pis_camera_is_there_when_its_library_lists_one_beside_those_on_usb(
    cameras: list[dict[str, str]], there: bool
):
    library = SimpleNamespace(Picamera2=SimpleNamespace(global_camera_info=lambda: cameras))
    assert picamera_connected(lambda _: library) is there


def test_without_its_library_the_pis_camera_is_not_there():
    def missing(_: str) -> object:
        raise ImportError

    assert not picamera_connected(missing)
