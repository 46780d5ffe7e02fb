"""A USB camera, by OpenCV over Video4Linux: `webcam:0` is /dev/video0."""

import fcntl
import struct
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import cv2

from companion.errors import CameraError
from companion.ports import Locks
from companion.vision.frame import Frame, Image
from hardware.holding import CameraPlan, Holder

_BUFFERED = 1  # pictures that wait in the driver are pictures of the past
_EXPOSURE_STEP_US = 100
"""Video4Linux counts exposure in steps of so many microseconds."""
_BY_HAND, _BY_ITSELF = 1, 3
"""What Video4Linux calls the ways of exposing; others are for shutter or aperture alone."""
_SET_CONTROL = 0xC008561C
_MAINS_CONTROL = 0x00980918
"""The request that sets a number (VIDIOC_S_CTRL), and that of the mains (V4L2_CID_POWER_LINE_FREQUENCY)."""
_MAINS = {50: 1, 60: 2}


class WebCamera:
    """The camera port over an open cv2.VideoCapture, or whatever stands in for one.

    What it can be told differs from camera to camera: one that does not do as it was told is left to itself. Its
    gain is never told, since every driver counts it in its own way.
    """

    def __init__(self, video: Any, plan: CameraPlan, clock: Callable[[], float]) -> None:
        self._video = video
        self._known_px = None if plan.seen_bgr is None else plan.size_px
        self._clock = clock
        self._holder = Holder(plan)
        # Compressed pictures: uncompressed ones of this size do not fit through USB 2 five times a second.
        video.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        video.set(cv2.CAP_PROP_FRAME_WIDTH, plan.size_px[0])
        video.set(cv2.CAP_PROP_FRAME_HEIGHT, plan.size_px[1])
        video.set(cv2.CAP_PROP_BUFFERSIZE, _BUFFERED)
        self._tell(self._holder.told)

    def capture(self) -> Frame:
        """The next picture. Raises CameraError when none comes, or one of another size than the known board's."""
        there, bgr = self._video.read()
        taken_at_s = self._clock()
        if not there:
            raise CameraError("the USB camera gives no picture; check its cable")
        if bgr.shape[2:] != (3,) or bgr.dtype != "uint8":
            raise CameraError("the USB camera gives no ordinary colour pictures; plug in another")
        size = (bgr.shape[1], bgr.shape[0])
        if self._known_px is not None and size != self._known_px:
            wanted = "x".join(map(str, self._known_px))
            raise CameraError(f"the USB camera gives {size[0]}x{size[1]}, not {wanted} as calibrated; calibrate again")
        frame = Frame(bgr, taken_at_s)
        told = self._holder.after(frame, self._measured())
        if told is not None:
            self._tell(told)
        return frame

    def still(self) -> Image:
        """A picture as large as the frames: changing a USB camera's mode would change its view."""
        return self.capture().bgr

    def locks(self) -> Locks | None:
        """How exposure, colours and focus are held, as far as the camera tells; None while they are measured."""
        return self._holder.locks

    def close(self) -> None:
        """Let go of the camera; closing twice does nothing."""
        self._video.release()

    def _measured(self) -> Locks:
        """How it takes pictures now; drivers answer 0 or less for what they do not know."""
        exposure = self._property(cv2.CAP_PROP_EXPOSURE)
        white_balance_k = self._property(cv2.CAP_PROP_WB_TEMPERATURE)
        return Locks(
            exposure_us=None if exposure is None else round(exposure * _EXPOSURE_STEP_US),
            white_balance_k=None if white_balance_k is None else round(white_balance_k),
            focus=self._property(cv2.CAP_PROP_FOCUS),
        )

    def _property(self, what: int) -> float | None:
        value = float(self._video.get(what))
        return value if value > 0 else None

    def _tell(self, locks: Locks) -> None:
        """Hold what is known, measure the rest; the switch comes before the number, which is refused otherwise."""
        exposure = None if locks.exposure_us is None else locks.exposure_us / _EXPOSURE_STEP_US
        self._video.set(cv2.CAP_PROP_AUTO_EXPOSURE, _BY_ITSELF if exposure is None else _BY_HAND)
        self._video.set(cv2.CAP_PROP_AUTO_WB, float(locks.white_balance_k is None))
        self._video.set(cv2.CAP_PROP_AUTOFOCUS, float(locks.focus is None))
        numbers = (
            (cv2.CAP_PROP_EXPOSURE, exposure),
            (cv2.CAP_PROP_WB_TEMPERATURE, locks.white_balance_k),
            (cv2.CAP_PROP_FOCUS, locks.focus),
        )
        for what, number in numbers:
            if number is not None:
                self._video.set(what, number)


def webcams(devices: Path = Path("/sys/class/video4linux")) -> dict[int, str]:
    """The USB cameras that are plugged in, by number, with their names.

    A camera has several numbers, of which the first (index 0) gives pictures; a Pi's codecs have numbers too, but
    hang on no USB.
    """
    found = {}
    for device in devices.glob("video*"):
        with suppress(OSError, ValueError):  # it was just pulled out
            on_usb = (device / "device" / "subsystem").resolve().name == "usb"
            if on_usb and int((device / "index").read_text()) == 0:
                found[int(device.name.removeprefix("video"))] = (device / "name").read_text().strip()
    return dict(sorted(found.items()))


def open_webcam(number: int, plan: CameraPlan, clock: Callable[[], float]) -> WebCamera:
    """The USB camera with this number. Raises CameraError when it is missing or somebody else has it.

    One that was pulled out and plugged in again may have another number by now, since the old one was still in use.
    """
    device = Path(f"/dev/video{number}")
    if not device.exists() and len(plugged := list(webcams())) == 1:
        (number,) = plugged
        device = Path(f"/dev/video{number}")
    if not device.exists():
        raise CameraError(f"{device}: no such camera; plug it in, or name another")
    video = cv2.VideoCapture(number, cv2.CAP_V4L2)
    if not video.isOpened():
        raise CameraError(f"{device}: cannot be opened; close the program that uses it, or join the group video")
    with suppress(OSError):  # not every camera can be told; its own exposure may flicker then, until it is held
        tell_mains(device, plan.mains_hz)
    return WebCamera(video, plan, clock)


def tell_mains(device: Path, mains_hz: int) -> None:
    """Tell the driver what lamps hang on, so that measured exposures do not flicker. Raises OSError when it cannot."""
    with device.open("rb", buffering=0) as opened:
        fcntl.ioctl(opened, _SET_CONTROL, struct.pack("Ii", _MAINS_CONTROL, _MAINS[mains_hz]))
