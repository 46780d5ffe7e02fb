"""Which camera a name stands for: `picamera`, `webcam:0`, `virtual`, or the folder of a recording."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from calibration.profile import Profile
from companion.errors import SettingsError
from companion.ports import Camera
from companion.settings import CameraSettings
from hardware.holding import CameraPlan
from hardware.picamera import open_picamera, picamera_connected
from hardware.recordings import PacedCamera, RecordingCamera, load_recording
from hardware.virtual_table import VirtualTable
from hardware.watched import WatchedCamera
from hardware.webcam import open_webcam, webcams

Size = tuple[int, int]
_NONE_FOUND = "no camera was found; plug one in, or play on a drawn table with --camera virtual"
_ASK_THE_DOCTOR = " (on a Pi, `companion doctor` says why its own is not seen)"


class NoCameraError(SettingsError):
    """No camera was named, and which one is meant cannot be told."""


@dataclass(frozen=True, slots=True)
class CameraName:
    """A camera as a person names it."""

    kind: str
    place: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.place}" if self.place else self.kind


def parse_camera(text: str) -> CameraName:
    """The camera meant. Raises SettingsError when it is none."""
    kind, _, place = text.partition(":")
    if kind == "webcam" and (place or "0").isdecimal():
        return CameraName(kind, place or "0")
    if text in ("picamera", "virtual"):
        return CameraName(text)
    if text and Path(text).is_dir():
        return CameraName("folder", text)
    raise SettingsError(f"{text!r} is no camera; write picamera, webcam:0, virtual or the folder of a recording")


def found_camera(
    pi: Callable[[], bool] = picamera_connected,
    usb: Callable[[], Mapping[int, str]] = webcams,
    advice: str = _ASK_THE_DOCTOR,
) -> CameraName:
    """The Pi's own camera, else the only USB camera. Raises NoCameraError when there is none, or more than one."""
    if pi():
        return CameraName("picamera")
    found = [(CameraName("webcam", str(number)), name) for number, name in usb().items()]
    if not found:
        raise NoCameraError(_NONE_FOUND + advice)
    if len(found) > 1:
        which = ", ".join(f"{camera} ({name})" for camera, name in found)
        raise NoCameraError(f"{len(found)} cameras were found: {which}; name one with --camera")
    return found[0][0]


def live_camera(name: CameraName, plan: CameraPlan) -> Camera:
    """A camera that looks now, watched where it can fail."""
    if name.kind == "folder":
        return PacedCamera(RecordingCamera(load_recording(Path(name.place))))
    return WatchedCamera(_opener(name, plan), time.monotonic)


def plan_for(name: CameraName, known: Profile | None, settings: CameraSettings) -> CameraPlan:
    """How a camera is opened for a board that is known, or for none: held as it was when the board was learnt."""
    if known is None:
        return CameraPlan(usual_size(name), settings.mains_hz)
    return CameraPlan(known.size_px, settings.mains_hz, known.locks, known.empty_bgr)


def virtual_table(letters: str) -> VirtualTable:
    """A drawn table for teams with these letters."""
    return VirtualTable(letters, time.monotonic, time.sleep)


def usual_size(name: CameraName) -> Size:
    """The size of frames before any board is known: as large as reading can use, in the shape of the sensor."""
    return (1280, 960) if name.kind == "picamera" else (1280, 720)


def _opener(name: CameraName, plan: CameraPlan) -> Callable[[], Camera]:
    if name.kind == "webcam":
        return lambda: open_webcam(int(name.place), plan, time.monotonic)
    return lambda: open_picamera(plan, time.monotonic)
