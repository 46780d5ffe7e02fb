"""Frames on disk as one JPEG after another, with a list that says when each was taken and where it ends.

Whatever is torn off at the end, by a killed program or a pulled plug, everything before it can be read. Encoding is
libjpeg's, the cheapest there is: a third of the time that MPEG-4 takes in the same library.
"""

import json
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2

from companion.errors import RecordingError
from companion.files import untrusted
from companion.files.checked_json import MOST, is_number
from companion.vision.frame import Frame

Frames = Generator[Frame, None, None]

QUALITY = 85
"""As finely as frames are kept, 1 to 100: some 200 kB each of 1280x960, as good to read as the evening was."""


@dataclass(frozen=True, slots=True)
class FrameEntry:
    """One frame of the list: seconds since the first, and the byte after its last."""

    taken_at_s: float
    end: int


class JpegWriter:
    """Appends frames to a video and its list; what was written stays readable however it ends.

    Raises OSError when the disk refuses.
    """

    def __init__(self, video: Path, listed: Path) -> None:
        self._video = video.open("wb")
        self._listed = listed.open("w", encoding="utf-8")
        self._first_s: float | None = None
        self._end = 0

    def append(self, frame: Frame) -> None:
        """One frame, and then its line in the list."""
        self._first_s = frame.taken_at_s if self._first_s is None else self._first_s
        jpeg = cv2.imencode(".jpg", frame.bgr, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
        self._video.write(jpeg)
        self._video.flush()
        self._end += len(jpeg)
        row = {"t": round(frame.taken_at_s - self._first_s, 3), "end": self._end}
        self._listed.write(json.dumps(row) + "\n")
        self._listed.flush()

    def close(self) -> None:
        """Everything is on disk afterwards; closing twice does nothing."""
        self._video.close()
        self._listed.close()


def read_list(listed: Path, video: Path) -> tuple[FrameEntry, ...]:
    """The frames that are there as a whole. Raises RecordingError when there is no list."""
    try:
        lines = untrusted.content(listed).decode("utf-8", errors="replace").splitlines()
        size = video.stat().st_size
    except OSError as error:
        raise RecordingError(
            f"{error.filename}: cannot be read ({error.strerror}); copy the recording again"
        ) from error
    except ValueError as error:
        raise RecordingError(f"{listed}: {error}; copy the recording again") from error
    entries: list[FrameEntry] = []
    for line in lines:
        entry = _entry(line)
        if entry is None or entry.end > size or (entries and not _follows(entries[-1], entry)):
            break  # a killed recording ends here
        entries.append(entry)
    return tuple(entries)


def read_frames(video: Path, entries: Sequence[FrameEntry]) -> Frames:
    """The frames of a video in order. Raises RecordingError for one that is no picture."""
    start = 0
    with video.open("rb") as file:
        for number, entry in enumerate(entries):
            try:
                picture = untrusted.picture(file.read(min(entry.end - start, untrusted.MOST_BYTES)))
            except ValueError as error:
                raise RecordingError(
                    f"{video}: frame {number} is no picture ({error}); copy the recording again"
                ) from error
            start = entry.end
            yield Frame(picture, entry.taken_at_s)


def _follows(before: FrameEntry, after: FrameEntry) -> bool:
    return after.end > before.end and after.taken_at_s > before.taken_at_s


def _entry(line: str) -> FrameEntry | None:
    """One line of the list, or None when it is torn."""
    try:
        row = untrusted.json_value(line)
        taken_at_s, end = row["t"], row["end"]
    except (ValueError, TypeError, KeyError):
        return None
    whole = is_number(taken_at_s) and 0 <= taken_at_s <= MOST and type(end) is int and end > 0
    return FrameEntry(float(taken_at_s), end) if whole else None
