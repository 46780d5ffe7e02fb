"""A USB camera, by OpenCV over Video4Linux: `webcam:0` is /dev/video0."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2

from companion.errors import CameraError
from companion.vision.frame import Frame, Image

_BUFFERED = 1  # pictures that wait in the driver are pictures of the past


class WebCamera:
    """The camera port over an open cv2.VideoCapture, or whatever stands in for one; frames have `size_px` (x, y)."""

    def __init__(self, video: Any, size_px: tuple[int, int], clock: Callable[[], float]) -> None:
        self._video = video
        self._size_px = size_px
        self._clock = clock
        # Compressed pictures: uncompressed ones of this size do not fit through USB 2 five times a second.
        video.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        video.set(cv2.CAP_PROP_FRAME_WIDTH, size_px[0])
        video.set(cv2.CAP_PROP_FRAME_HEIGHT, size_px[1])
        video.set(cv2.CAP_PROP_BUFFERSIZE, _BUFFERED)

    def capture(self) -> Frame:
        """The next picture. Raises CameraError when none comes or it has another size."""
        there, bgr = self._video.read()
        taken_at_s = self._clock()
        if not there:
            raise CameraError("the USB camera gives no picture; check its cable")
        size = (bgr.shape[1], bgr.shape[0])
        if size != self._size_px:
            wanted = "x".join(map(str, self._size_px))
            raise CameraError(f"the USB camera gives {size[0]}x{size[1]}, not {wanted} as calibrated; calibrate again")
        return Frame(bgr, taken_at_s)

    def still(self) -> Image:
        """A picture as large as the frames: changing a USB camera's mode would change its view."""
        return self.capture().bgr

    def close(self) -> None:
        """Let go of the camera; closing twice does nothing."""
        self._video.release()


def open_webcam(number: int, size_px: tuple[int, int], clock: Callable[[], float]) -> WebCamera:
    """The USB camera with this number. Raises CameraError when it is missing or somebody else has it."""
    device = Path(f"/dev/video{number}")
    if not device.exists():
        raise CameraError(f"{device}: no such camera; plug it in, or name another")
    video = cv2.VideoCapture(number, cv2.CAP_V4L2)
    if not video.isOpened():
        raise CameraError(f"{device}: cannot be opened; close the program that uses it, or join the group video")
    return WebCamera(video, size_px, clock)
