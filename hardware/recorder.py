"""A camera whose frames are kept: whoever looks through it sees what it always saw, and a recording grows meanwhile."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from companion.ports import Camera, Locks
from companion.vision.frame import Frame, Image
from hardware.archive import ArchiveFullError, RecordingArchive
from hardware.jpeg_frames import JpegWriter
from hardware.telling_frames import TellingFrames

VIDEO, LISTED = "frames.mjpeg", "frames.jsonl"
_ROOM_EVERY_FRAMES = 50
"""So often it is looked whether there is room for more."""


class Recorder:
    """Keeps an evening's frames in a folder of an archive, all or only those that say something, of one size alone.

    When the disk refuses or the budget is used up it says so and keeps nothing more: an evening is played all the same.
    """

    def __init__(
        self, folder: Path, archive: RecordingArchive, say: Callable[[str], None], every_frame: bool = False
    ) -> None:
        self._folder = folder
        self._archive = archive
        self._say = say
        self._telling = None if every_frame else TellingFrames()
        self._writer: JpegWriter | None = JpegWriter(folder / VIDEO, folder / LISTED)
        self._frames = 0
        self._began_s: float | None = None
        self._shape: tuple[int, ...] | None = None

    @property
    def began_s(self) -> float | None:
        """When the first frame was taken, by the camera's own scale; None before."""
        return self._began_s

    @property
    def frames(self) -> int:
        """How many were kept."""
        return self._frames

    def take(self, frame: Frame) -> None:
        """Keep this frame, if it says something; another camera's, of another size, cannot be shown with the others."""
        self._shape = self._shape or frame.bgr.shape
        if frame.bgr.shape != self._shape:
            return
        with self._as_long_as_it_goes():
            for each in self._chosen(frame):
                self._keep(each)

    def note(self, listed: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Add lines to one of the folder's lists, as long as frames are kept."""
        if self._writer is not None:
            with self._as_long_as_it_goes(), (self._folder / listed).open("a", encoding="utf-8") as lines:
                lines.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)

    @contextmanager
    def _as_long_as_it_goes(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self.close()
            why = str(error) if isinstance(error, ArchiveFullError) else f"{self._folder}: {error.strerror or error}"
            self._say(f"Recording has ended; the game goes on: {why}.")

    def close(self) -> None:
        """Keep nothing more; closing twice does nothing."""
        writer, self._writer = self._writer, None
        if writer is not None:
            with suppress(OSError):  # a full disk was told of already, and what is on it can be read
                writer.close()

    def _chosen(self, frame: Frame) -> Iterator[Frame]:
        return iter((frame,)) if self._telling is None else self._telling.of(frame)

    def _keep(self, frame: Frame) -> None:
        if self._writer is not None:
            if self._frames % _ROOM_EVERY_FRAMES == 0:
                self._archive.make_room(self._folder)
            self._began_s = frame.taken_at_s if self._began_s is None else self._began_s
            self._writer.append(frame)
            self._frames += 1


class RecordedCamera:
    """The camera port over another camera, whose frames go into a recorder as well."""

    def __init__(self, camera: Camera, recorder: Recorder) -> None:
        self._camera = camera
        self.recorder = recorder

    def capture(self) -> Frame | None:
        """The other camera's next frame. Raises CameraError when that cannot give one."""
        frame = self._camera.capture()
        if frame is not None:
            self.recorder.take(frame)
        return frame

    def still(self) -> Image:
        """The other camera's still."""
        return self._camera.still()

    def locks(self) -> Locks | None:
        """The other camera's."""
        return self._camera.locks()

    def close(self) -> None:
        """End the recording and close the other camera; closing twice does nothing."""
        self.recorder.close()
        self._camera.close()
