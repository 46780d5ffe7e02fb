"""The Pi's own camera, by picamera2: opened here and nowhere else.

picamera2 comes with Raspberry Pi OS, matched to its libcamera; a virtual environment sees both only when it was made
with the system's packages, which is the commonest mistake of all and gets an answer of its own.
"""

import os
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import cv2
import numpy as np

from companion.errors import CameraError
from companion.ports import Locks
from companion.vision.frame import Frame, Image
from hardware.holding import CameraPlan, Holder

_FRAME_US = (100_000, 200_000)  # ten to five pictures a second: long exposures at dusk, little work for the processor
_MANUAL_FOCUS, _CONTINUOUS_FOCUS = 0, 2
_STILL_SEARCHES = 1
"""What the state of a lens is called that moves to find its focus."""
_WITHOUT_PACKAGES = (
    "libcamera cannot be seen from here; install it with `sudo apt install python3-picamera2` and make the environment "
    "anew with `python3 -m venv --system-site-packages .venv`"
)
_MISFIT = (
    "picamera2 and numpy do not match; install a newer simplejpeg with `.venv/bin/pip install 'simplejpeg>=1.8.2'`"
)


class PiCamera:
    """The camera port over a Picamera2, or whatever stands in for one.

    Two streams of one configuration serve the whole evening: a small one to see by, and the large one for stills.
    """

    def __init__(self, device: Any, plan: CameraPlan, clock: Callable[[], float]) -> None:
        self._device = device
        self._clock = clock
        self._holder = Holder(plan)
        self._open = True
        try:
            self._formats = self._configured(plan.size_px)
            device.start()
        except Exception:
            device.close()  # picamera2 itself holds on to whatever was opened: it would be busy at the next try
            raise

    def capture(self) -> Frame:
        """The next picture; exposure, colours and focus are held once they have settled."""
        bgr, metadata = self._picture("lores")
        frame = Frame(bgr, self._clock())
        told = self._holder.after(frame, measured(metadata), metadata.get("AfState") == _STILL_SEARCHES)
        if told is not None:
            self._device.set_controls(self._supported(controls(told)))
        return frame

    def still(self) -> Image:
        """A picture from the large stream, without a change of mode."""
        return self._picture("main")[0]

    def locks(self) -> Locks | None:
        """How exposure, colours and focus are held; None while they are measured."""
        return self._holder.locks

    def close(self) -> None:
        """Let go of the camera; closing twice does nothing."""
        if self._open:
            self._open = False
            try:
                self._device.stop()
            finally:
                self._device.close()

    def _configured(self, size_px: tuple[int, int]) -> Mapping[str, Any]:
        """Both streams, as they are: formats and sizes are adjusted silently. Raises CameraError for another size."""
        large = self._device.camera_properties.get("PixelArraySize", size_px)
        main = (size_px[0] * (factor := max(1, min(2, large[0] // size_px[0]))), size_px[1] * factor)
        self._device.configure(
            self._device.create_video_configuration(
                main={"size": main, "format": "RGB888"},
                lores={"size": size_px, "format": "YUV420"},
                buffer_count=4,
                controls=self._supported({"FrameDurationLimits": _FRAME_US, **controls(self._holder.told)}),
            )
        )
        formats: Mapping[str, Any] = self._device.camera_configuration()
        _check_size(formats["lores"]["size"], size_px)
        return formats

    def _supported(self, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """The controls this camera has; any other would be refused along with the rest."""
        return {name: value for name, value in wanted.items() if name in self._device.camera_controls}

    def _picture(self, stream: str) -> tuple[Image, Mapping[str, Any]]:
        """A picture [height, width, 3] and its metadata, copied before the buffer is given back."""
        if not self._open:
            raise CameraError("the camera is closed; open it again")
        request = self._device.capture_request()
        try:
            about = self._formats[stream]
            return _bgr(request.make_array(stream), about["format"], about["size"]), request.get_metadata()
        finally:
            request.release()


def library_fault(load: Callable[[str], object] = import_module) -> str | None:
    """Why libcamera and picamera2 cannot be used from this environment, and what to do; None when they can."""
    try:
        load("libcamera")
        load("picamera2")
    except ImportError:
        return _WITHOUT_PACKAGES
    except ValueError:  # "numpy.dtype size changed": simplejpeg was built for another numpy
        return _MISFIT
    return None


def picamera_connected(load: Callable[[str], Any] = import_module) -> bool:
    """Whether a camera hangs on the Pi's own connector and can be reached from this environment."""
    return library_fault(load) is None and _on_ribbon(load("picamera2").Picamera2)


def open_picamera(plan: CameraPlan, clock: Callable[[], float]) -> PiCamera:
    """The Pi's own camera. Raises CameraError when it is missing, busy, or cannot be reached from this environment."""
    fault = library_fault()
    if fault is not None:
        raise CameraError(fault)
    from picamera2 import Picamera2

    if not _on_ribbon(Picamera2):
        raise CameraError("no camera is connected; check its ribbon cable, then `rpicam-hello --list-cameras`")
    try:
        return PiCamera(_opened(Picamera2), plan, clock)
    except RuntimeError as error:
        raise CameraError(f"the camera is busy ({error}); close the program that uses it") from error


def _opened(library: Any) -> Any:
    """A camera by this library, which leaves a pipe open itself where it cannot have the camera: one at every retry."""
    device = library.__new__(library)
    try:
        library.__init__(device)
    except RuntimeError:
        if getattr(device, "is_open", None) is False:
            device.notifymeread.close()
            os.close(device.notifyme_w)
        raise
    return device


def _on_ribbon(library: Any) -> bool:
    """Whether any camera hangs on the Pi's connector: libcamera lists those on USB too, after it."""
    return any("/usb" not in camera.get("Id", "") for camera in library.global_camera_info())


def measured(metadata: Mapping[str, Any]) -> Locks:
    """How a picture was taken, as far as its metadata tell."""
    exposure_us, colour_gains = metadata.get("ExposureTime"), metadata.get("ColourGains")
    gain = metadata.get("AnalogueGain", 1.0) * metadata.get("DigitalGain", 1.0)
    return Locks(
        exposure_us=exposure_us,
        gain=None if exposure_us is None else gain,
        colour_gains=None if colour_gains is None else (float(colour_gains[0]), float(colour_gains[1])),
        focus=metadata.get("LensPosition"),
    )


def controls(locks: Locks) -> dict[str, Any]:
    """What libcamera is told to hold a camera so; what is None there it measures by itself."""
    told: dict[str, Any] = {"AeEnable": locks.exposure_us is None, "AwbEnable": locks.colour_gains is None}
    if locks.exposure_us is not None:
        told |= {"ExposureTime": locks.exposure_us, "AnalogueGain": locks.gain or 1.0}
    if locks.colour_gains is not None:
        told["ColourGains"] = locks.colour_gains
    if locks.focus is None:
        return told | {"AfMode": _CONTINUOUS_FOCUS}
    return told | {"AfMode": _MANUAL_FOCUS, "LensPosition": locks.focus}


def _check_size(given: tuple[int, int], wanted: tuple[int, int]) -> None:
    if tuple(given) != tuple(wanted):
        sizes = ["x".join(map(str, size)) for size in (given, wanted)]
        raise CameraError(f"the camera gives {sizes[0]}, not {sizes[1]} as calibrated; calibrate again")


def _bgr(array: Any, colour_format: str, size: tuple[int, int]) -> Image:
    """A picture in blue, green, red from what the stream delivers; rows may be padded at their end."""
    width, height = size
    if colour_format in ("YUV420", "NV12"):
        return _from_yuv(array.reshape(height * 3 // 2, -1), colour_format, size)
    if colour_format == "RGB888":  # libcamera names colours from the highest byte: this one lies in memory as B, G, R
        whole: Image = array[:height, :width, :3].copy()
        return whole
    raise CameraError(f"the camera gives pictures as {colour_format}, which this program does not know; report this")


def _from_yuv(rows: Image, colour_format: str, size: tuple[int, int]) -> Image:
    """Colours from brightness and half-sized colour differences, all of full range as in JPEG (sYCC).

    OpenCV's own way from these formats expects video's narrow range, and makes pictures of too much contrast.
    """
    width, height = size
    stride = rows.shape[1]
    if colour_format == "NV12":
        both = rows[height:].reshape(height // 2, stride // 2, 2)
        u, v = both[:, : width // 2, 0], both[:, : width // 2, 1]
    else:
        u, v = rows[height:].reshape(2, height // 2, stride // 2)[:, :, : width // 2]
    v, u = (cv2.resize(np.ascontiguousarray(plane), size, interpolation=cv2.INTER_LINEAR) for plane in (v, u))
    coloured: Image = cv2.cvtColor(cv2.merge([rows[:height, :width], v, u]), cv2.COLOR_YCrCb2BGR)
    return coloured
