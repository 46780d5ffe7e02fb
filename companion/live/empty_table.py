"""The picture of the empty table that a game without a board is seen by: the camera takes it where there is none yet.

So it has the shape of the frames and shows the table as they do, which no picture taken by other means does for sure.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import islice
from pathlib import Path

from companion.errors import CameraError, SettingsError
from companion.files.atomic import built_file, write_picture
from companion.ports import Camera
from companion.vision.frame import Frame, Image
from hardware.recordings import read_still
from hardware.watched import awaited_frames

_FRAMES = 30
"""So many frames after it was opened, light and focus are held."""
_PICTURES = (".png", ".jpg", ".jpeg")
_NO_CAMERA = "the camera gives no picture of the empty table; name one that was taken with --empty-table"


def check_empty_table(path: Path) -> None:
    """Raises RecordingError for a picture that cannot be read, and SettingsError where none can be taken."""
    if path.exists():
        read_still(path)
    elif path.suffix.lower() not in _PICTURES:
        raise SettingsError(f"{path}: no name for a picture; let it end with {' or '.join(_PICTURES[:2])}")
    elif not path.parent.is_dir():
        raise SettingsError(f"{path}: there is no folder {path.parent}; make it, or name another place")


def take_empty_table(
    path: Path, camera: Callable[[], AbstractContextManager[Camera | None]], say: Callable[[str], None]
) -> None:
    """The picture, taken now if there is none. Raises CameraError without a camera, and OutputError without room."""
    if path.exists():
        return
    say("Leave the table empty for a moment: its picture is taken.")
    with camera() as opened:
        frames = list(islice(awaited_frames(opened, say), _FRAMES)) if opened else []
        if len(frames) < _FRAMES:
            raise CameraError(_NO_CAMERA)
        with built_file(path) as building:  # half a picture would keep every start after it from beginning
            write_picture(building, frames[-1].bgr)
    say(f"Now deal. The picture is {path}; remove it to have another taken.")


class EmptyTable:
    """A picture of the empty table, held against what the camera sees."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.bgr = read_still(path)
        self._seen: tuple[int, ...] | None = None

    def check(self, frame: Frame) -> None:
        """Raises SettingsError where it fits no frame, and CameraError once another camera looks in mid-evening."""
        seen, self._seen = self._seen, self._seen or frame.bgr.shape
        if seen is None and (wrong := misfit(self._path, self.bgr, frame.bgr)):
            raise SettingsError(wrong)
        if seen not in (None, frame.bgr.shape):
            raise CameraError("its pictures have another size than at first; plug in the camera that was there before")


def misfit(path: Path, empty: Image, seen: Image) -> str | None:
    """Why a picture of the empty table does not fit what the camera sees, if it does not."""
    (height, width), (rows, columns) = empty.shape[:2], seen.shape[:2]
    if width >= columns and height >= rows and abs(width * rows - height * columns) <= max(width, height):
        return None
    sizes = f"the picture has {width}x{height} pixels, and the camera gives {columns}x{rows}"
    return f"{path}: {sizes}; remove it, and the camera takes it anew"
