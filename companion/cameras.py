"""Which camera a name stands for: `picamera`, `webcam:0`, `virtual`, or the folder of a recording."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.errors import SettingsError
from companion.ports import Camera
from hardware.picamera import open_picamera
from hardware.recordings import PacedCamera, RecordingCamera, load_recording
from hardware.virtual_table import VirtualTable
from hardware.watched import WatchedCamera
from hardware.webcam import open_webcam

Size = tuple[int, int]


@dataclass(frozen=True, slots=True)
class CameraName:
    """A camera as a person names it."""

    kind: str
    place: str = ""


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


def live_camera(name: CameraName, size_px: Size) -> Camera:
    """A camera that looks now, watched where it can fail; `size_px` is the size of its frames as calibrated."""
    if name.kind == "folder":
        return PacedCamera(RecordingCamera(load_recording(Path(name.place))))
    return WatchedCamera(_opener(name, size_px), time.monotonic)


def virtual_table(letters: str) -> VirtualTable:
    """A drawn table for teams with these letters."""
    return VirtualTable(letters, time.monotonic, time.sleep)


def usual_size(name: CameraName) -> Size:
    """The size of frames before any board is known: as large as reading can use, in the shape of the sensor."""
    return (1280, 960) if name.kind == "picamera" else (1280, 720)


def _opener(name: CameraName, size_px: Size) -> Callable[[], Camera]:
    if name.kind == "webcam":
        return lambda: open_webcam(int(name.place), size_px, time.monotonic)
    return lambda: open_picamera(size_px, time.monotonic)
