"""A folder as a camera: the frames of a recorded evening, in order, as if they were being filmed now."""

import json
import struct
import time
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2

from companion.errors import RecordingError
from companion.files import untrusted
from companion.ports import Camera, Locks
from companion.vision.frame import Frame, Image
from hardware.description import Description, parse_description
from hardware.jpeg_frames import FrameEntry, Frames, read_frames, read_list

PLAY_STILL = "empty_play.jpg"
_JPEG_START, _JPEG_SCAN, _JPEG_END = b"\xff\xd8", b"\xff\xda", b"\xff\xd9"
"""The markers that begin a picture, its pixels, and its end; none occurs within pixels."""
_PNG_START, _PNG_END = b"\x89PNG\r\n\x1a\n", b"IEND"
_SAME_S = 0.0005
"""Times in a list are rounded by less."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A recording's folder, what its `recording.json` says, and its frames where those are listed one by one."""

    folder: Path
    about: Description
    listed: tuple[FrameEntry, ...] = ()

    def number_at(self, taken_at_s: float) -> int:
        """The number of the frame taken at this time, from 0; -1 before the first."""
        if taken_at_s < 0:
            return -1
        if not self.listed:
            return round(taken_at_s * self.about.fps)
        return bisect_left(self.listed, taken_at_s - _SAME_S, key=lambda entry: entry.taken_at_s)

    def still(self, name: str) -> Image:
        """The still called `name`, [height, width, 3] BGR. Raises RecordingError when it is missing or no picture."""
        return read_still(self.folder / name)

    def play_still(self, name: str = PLAY_STILL) -> Image:
        """A still as large as frames, usually the empty board's. Raises RecordingError for one of another size too."""
        path, (width, height) = self.folder / name, self.about.size_px
        picture = read_still(path)
        if picture.shape[:2] != (height, width):
            seen = f"{picture.shape[1]}x{picture.shape[0]}"
            raise RecordingError(f"{path}: is {seen}, and frames are {width}x{height}; copy the recording again")
        return picture

    @property
    def video(self) -> Path:
        """Where the frames are."""
        return self.folder / self.about.video


def read_still(path: Path) -> Image:
    """The picture in a file, [height, width, 3] BGR, turned upright where its EXIF says how the camera was held.

    Taps are counted in the upright picture, as viewers show it. Raises RecordingError when there is no picture, or when
    its file ends too early: decoders then fill up what is missing with grey.
    """
    if not path.exists():
        raise RecordingError(f"{path}: the still is missing; check its name, or copy it again")
    try:
        file = untrusted.content(path)
        picture = untrusted.picture(file)
    except (OSError, ValueError) as error:
        remedy = f"copy it again, or save it as a JPEG of at most {untrusted.MOST_PIXELS // 1_000_000} megapixels"
        raise RecordingError(f"{path}: not a picture that can be read ({error}); {remedy}") from error
    if _is_torn(file):
        raise RecordingError(f"{path}: the picture's file ends too early, part of it would be grey; copy it again")
    return picture


def _is_torn(file: bytes) -> bool:
    """Whether a JPEG or PNG file lacks its end; a JPEG's is looked for behind its header, where thumbnails are."""
    if not file.startswith(_JPEG_START):
        return file.startswith(_PNG_START) and _PNG_END not in file
    at = len(_JPEG_START)
    while file[at : at + 1] == b"\xff" and file[at : at + 2] != _JPEG_SCAN:
        at += 2 + int.from_bytes(file[at + 2 : at + 4], "big")
    return file.find(_JPEG_END, at) < 0


def load_recording(folder: Path) -> Recording:
    """The recording in `folder`; every file it names is checked to be there and whole, no picture is decoded yet.

    Raises RecordingError when a file is missing, the description is not valid or the video is torn.
    """
    if not folder.is_dir():
        raise RecordingError(f"{folder}: no such folder; name the folder of a recording")
    recording = Recording(folder, _description(folder / "recording.json"))
    about = recording.about
    stills = (about.calibration_still, PLAY_STILL if about.board else None, about.enrolment.still)
    for name in filter(None, stills):
        if not (folder / name).is_file():
            raise RecordingError(f"{folder / name}: the still is missing; copy the recording again")
    _check_whole(recording.video)
    return recording if recording.about.listed is None else _with_list(recording, recording.about.listed)


def _with_list(recording: Recording, name: str) -> Recording:
    entries = read_list(recording.folder / name, recording.video)
    if not entries:
        raise RecordingError(f"{recording.folder / name}: lists no frame that is there; copy the recording again")
    return replace(recording, about=replace(recording.about, frames=len(entries)), listed=entries)


class RecordingCamera:
    """The camera port over a recording: frame i was taken i / fps seconds after the first, or when its list says."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        video = recording.video
        self._frames = (
            read_frames(video, recording.listed) if recording.listed else _filmed(recording, _open_video(video))
        )

    def capture(self) -> Frame | None:
        """The next frame, or None after the last. Raises RecordingError when the video ends too early."""
        frame = next(self._frames, None)
        about = self._recording.about
        width, height = about.size_px  # without a board those of the empty table's picture, which may be larger
        if frame is not None and about.board and frame.bgr.shape[:2] != (height, width):
            seen = f"frames are {frame.bgr.shape[1]}x{frame.bgr.shape[0]}, and recording.json says {width}x{height}"
            raise RecordingError(f"{self._recording.video}: {seen}; copy the recording again")
        return frame

    def still(self) -> Image:
        """The high-resolution still of the empty board. Raises RecordingError when it is missing."""
        return self._recording.still(self._recording.about.calibration_still)

    def locks(self) -> Locks | None:
        """Nothing is held: what was filmed was filmed."""
        return None

    def close(self) -> None:
        """Let go of the video; closing twice does nothing."""
        self._frames.close()


def _open_video(path: Path) -> cv2.VideoCapture:
    video = cv2.VideoCapture(str(path))
    if not video.isOpened():
        raise RecordingError(f"{path}: not a video that can be read; copy the recording again")
    if video.get(cv2.CAP_PROP_FRAME_WIDTH) * video.get(cv2.CAP_PROP_FRAME_HEIGHT) > untrusted.MOST_PIXELS:
        raise RecordingError(f"{path}: its frames are larger than any camera's; copy the recording again")
    return video


def _filmed(recording: Recording, video: cv2.VideoCapture) -> Frames:
    """The frames of a video that were taken evenly."""
    try:
        for number in range(announced := recording.about.frames):
            there, bgr = video.read()
            if not there:
                why = f"ends after {number} of {announced} frames; copy the recording again"
                raise RecordingError(f"{recording.video}: {why}")
            yield Frame(bgr, number / recording.about.fps)
    finally:
        video.release()


class PacedCamera:
    """Another camera's frames, held back until their moment has come; `speed` 2 plays twice as fast."""

    def __init__(self, camera: Camera, speed: float = 1.0) -> None:
        self._camera = camera
        self._speed = speed
        self._began_s: float | None = None

    def capture(self) -> Frame | None:
        """The next frame once it is due, or None after the last; a late frame is given at once."""
        frame = self._camera.capture()
        if frame is not None:
            self._wait_for(frame.taken_at_s / self._speed)
        return frame

    def still(self) -> Image:
        """The other camera's still."""
        return self._camera.still()

    def locks(self) -> Locks | None:
        """The other camera's."""
        return self._camera.locks()

    def close(self) -> None:
        """Close the other camera."""
        self._camera.close()

    def _wait_for(self, due_s: float) -> None:
        now_s = time.monotonic()
        if self._began_s is None:
            self._began_s = now_s - due_s
        time.sleep(max(0.0, self._began_s + due_s - now_s))


def _description(path: Path) -> Description:
    try:
        return parse_description(untrusted.json_file(path), str(path))
    except FileNotFoundError as error:
        raise RecordingError(f"{path}: missing; a recording needs this description") from error
    except (OSError, UnicodeDecodeError) as error:
        raise RecordingError(f"{path}: cannot be read ({error}); copy the recording again") from error
    except json.JSONDecodeError as error:
        raise RecordingError(f"{path}: not valid JSON ({error}); copy the recording again") from error
    except RecordingError:
        raise
    except ValueError as error:
        raise RecordingError(f"{path}: {error}; copy the recording again") from error


def _check_whole(video: Path) -> None:
    """Refuse a video whose boxes do not end inside the file: otherwise a torn one is noticed only when it stops."""
    if not video.is_file():
        raise RecordingError(f"{video}: the video is missing; copy the recording again")
    if video.suffix != ".mp4":
        return
    boxes = list(_boxes(video))
    if not {b"moov", b"mdat"} <= {kind for kind, _ in boxes} or not all(whole for _, whole in boxes):
        raise RecordingError(f"{video}: the video is damaged, its end or index is missing; copy the recording again")


def _boxes(video: Path) -> Iterator[tuple[bytes, bool]]:
    """The kind of each top-level box (ISO/IEC 14496-12, 4.2) and whether it ends inside the file."""
    size, at = video.stat().st_size, 0
    with video.open("rb") as file:
        while at + 8 <= size:
            file.seek(at)
            length, kind = struct.unpack(">I4s", file.read(8))
            if length == 1 and at + 16 <= size:
                (length,) = struct.unpack(">Q", file.read(8))
            end = size if length == 0 else at + max(length, 8)
            yield kind, end <= size
            at = end
