"""Devices that behave as picamera2 and Video4Linux are documented to, looking at a room with a lamp and an arm."""

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np

SIZE_PX = (160, 120)
_USUAL_US = 23_456
_USUAL_GAIN = 2.0
_LONGEST_US = 200_000
_MID_GREY = 0.2


class Room:
    """A table in lamplight, of which an arm covers some; time goes by a fifth of a second with every picture."""

    def __init__(self) -> None:
        self.light = 1.0
        self.covered = 0.0
        self.paper = 0.0
        """How bright cards are that lie there, 1 being the table; 0 for none."""
        self.now_s = 100.0
        self._table = np.linspace(0.3, 1.7, SIZE_PX[0])[None].repeat(SIZE_PX[1], axis=0)

    def clock(self) -> float:
        """The time of the next picture."""
        self.now_s += 0.2
        return self.now_s

    def metered_us(self) -> int:
        """The exposure that a camera finds by itself."""
        return round(min(_LONGEST_US, _USUAL_US / (self.light * float(self._shown().mean()))))

    def grey(self, exposure_us: float, gain: float = _USUAL_GAIN) -> np.ndarray:
        """The table's picture, [height, width], with a screen's tone curve."""
        exposed = self._shown() * self.light * exposure_us * gain / (_USUAL_US * _USUAL_GAIN)
        return np.round(255 * np.clip(_MID_GREY * exposed, 0, 1) ** (1 / 2.2)).astype(np.uint8)

    def _shown(self) -> np.ndarray:
        shown = self._table.copy()
        shown[:, : round(self.covered * SIZE_PX[0])] = 0.05
        if self.paper:
            shown[40:80, 40:80] = self.paper
        return shown


class FakeRequest:
    """One request: both streams in the colours that were configured."""

    def __init__(self, formats: Mapping[str, Any], grey: np.ndarray, metadata: Mapping[str, Any]) -> None:
        self._formats = formats
        self._grey = grey
        self._metadata = metadata
        self.released = False

    def make_array(self, name: str) -> np.ndarray:
        """The stream's picture as libcamera lays it out."""
        (width, height), colours = self._formats[name]["size"], self._formats[name]["format"]
        grey = cv2.resize(self._grey, (width, height))
        if colours == "YUV420":
            return np.concatenate([grey, np.full((height // 2, width), 128, np.uint8)])
        picture = np.zeros((height, width, 3), np.uint8)
        picture[..., 0] = grey
        return picture

    def get_metadata(self) -> Mapping[str, Any]:
        """What the sensor did."""
        return self._metadata

    def release(self) -> None:
        """Give the buffer back."""
        self.released = True


CONTROLS = dict.fromkeys(
    ("FrameDurationLimits", "AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains"), (0, 1, 0)
)
LENS = dict.fromkeys(("AfMode", "LensPosition"), (0, 1, 0))
SEARCHING, FOCUSED = 1, 2


class FakePicamera2:
    """As much of Picamera2 as the adapter uses; controls that a camera lacks are refused, as libcamera does."""

    def __init__(
        self, colours: str = "RGB888", lores: tuple[int, int] = SIZE_PX, room: Room | None = None, lens: bool = False
    ) -> None:
        self.camera_properties = {"PixelArraySize": (330, 250)}
        self.camera_controls = CONTROLS | (LENS if lens else {})
        self.room = room or Room()
        self.lens_state = FOCUSED
        self.lens = 2.1
        self.set: list[Mapping[str, Any]] = []
        self.calls: list[str] = []
        self.requests: list[FakeRequest] = []
        self._held: dict[str, Any] = {"AeEnable": True, "AwbEnable": True}
        self._colours, self._lores = colours, lores

    def create_video_configuration(self, main: Any, lores: Any, buffer_count: int, controls: Any) -> Any:
        """Colours and sizes are adjusted silently."""
        assert buffer_count >= 2
        self._hold(controls)
        return {"main": {**main, "format": self._colours}, "lores": {**lores, "size": self._lores}}

    def configure(self, camera_config: Any) -> None:
        """Take it over."""
        self._config = camera_config

    def camera_configuration(self) -> Any:
        """What came of it."""
        return self._config

    def capture_request(self) -> FakeRequest:
        """The next picture."""
        free = self._held["AeEnable"]
        exposure_us = self.room.metered_us() if free else self._held["ExposureTime"]
        gain = _USUAL_GAIN if free else self._held["AnalogueGain"]
        metadata = {
            "ExposureTime": exposure_us,
            "AnalogueGain": gain,
            "ColourGains": (1.5, 1.8) if self._held["AwbEnable"] else self._held["ColourGains"],
            "LensPosition": self._held.get("LensPosition", self.lens),
            "AfState": self.lens_state,
        }
        self.requests.append(FakeRequest(self._config, self.room.grey(exposure_us, gain), metadata))
        return self.requests[-1]

    def set_controls(self, controls: Mapping[str, Any]) -> None:
        """Hold these."""
        self._hold(controls)
        self.set.append(controls)

    def _hold(self, controls: Mapping[str, Any]) -> None:
        assert set(controls) <= set(self.camera_controls)
        self._held |= controls

    def start(self) -> None:
        """Begin."""
        self.calls.append("start")

    def stop(self) -> None:
        """Pause."""
        self.calls.append("stop")

    def close(self) -> None:
        """End."""
        self.calls.append("close")


class FakeVideo:
    """A cv2.VideoCapture of a USB camera; a `stubborn` one says that it does as it is told, and exposes as it likes."""

    def __init__(
        self,
        size_px: tuple[int, int] = SIZE_PX,
        frames: int = 10_000,
        room: Room | None = None,
        stubborn: bool = False,
    ) -> None:
        self.settings: dict[int, float] = {cv2.CAP_PROP_AUTO_EXPOSURE: 3}
        self.released = False
        self.room = room or Room()
        self._stubborn = stubborn
        self._size_px = size_px
        self._left = frames

    def set(self, key: int, value: float) -> bool:
        """Remember what was asked for."""
        self.settings[key] = value
        return True

    def get(self, key: int) -> float:
        """How it stands; -1 for what this camera does not know."""
        if key == cv2.CAP_PROP_EXPOSURE:
            return self._exposure_us() / 100
        return 4600.0 if key == cv2.CAP_PROP_WB_TEMPERATURE else -1.0

    def read(self) -> tuple[bool, object]:
        """Whether there was a picture, and the picture."""
        if self.released or not self._left:
            return False, None
        self._left -= 1
        grey = cv2.resize(self.room.grey(self._exposure_us()), self._size_px)
        return True, cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)

    def release(self) -> None:
        """Give no more pictures."""
        self.released = True

    def _exposure_us(self) -> float:
        if self.settings[cv2.CAP_PROP_AUTO_EXPOSURE] == 3:
            return self.room.metered_us()
        return 100.0 * (1 if self._stubborn else self.settings[cv2.CAP_PROP_EXPOSURE])
