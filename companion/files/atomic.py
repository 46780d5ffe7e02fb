"""What a command leaves behind: files and pictures that appear together, or not at all."""

import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import cv2
import numpy.typing as npt

from companion.errors import CompanionError


class OutputError(CompanionError, OSError):
    """The place for the results cannot be written."""


class UnfitPlaceError(OutputError):
    """What was named for the results is no place for them, however long one waits."""


def refuse_no_folder(place: Path) -> None:
    """Does nothing where a folder is, or can be made. Raises UnfitPlaceError where a file is in the way."""
    nearest = next(each for each in (place, *place.absolute().parents) if each.exists())
    if not nearest.is_dir():
        raise UnfitPlaceError(f"{nearest}: is a file; name a folder")


@contextmanager
def built_folder(out: Path) -> Iterator[Path]:
    """A temporary folder that takes the place of `out` once the block ends well, and vanishes when it does not.

    A folder that is there already keeps its other files. Raises OutputError when nothing can be written there.
    """
    refuse_no_folder(out)
    with _beside(out, out) as building:
        yield building
        with _explaining_errors(out):
            _move(building, out)


@contextmanager
def built_file(out: Path) -> Iterator[Path]:
    """A temporary file that takes the place of `out` once the block ends well, and vanishes when it does not.

    It is on the disk by then: a power cut leaves all of it, or what was there before. Raises OutputError.
    """
    if out.is_dir():
        raise UnfitPlaceError(f"{out}: is a folder; name a file")
    refuse_no_folder(out.parent)
    if out.is_char_device() or out.is_block_device() or (out.is_symlink() and out.is_fifo()):  # as /dev/stdout is
        raise UnfitPlaceError(f"{out}: is no ordinary file; name another")
    with _beside(out, out.parent) as building:
        yield building / out.name
        with _explaining_errors(out):
            _sync(building / out.name)  # disks may take the name first, and a power cut then leaves an empty file
            out.parent.mkdir(parents=True, exist_ok=True)
            os.replace(building / out.name, out)
        sync_folder(out.parent)


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder onto the disk, where its file system can: else a power cut may undo a renaming."""
    with suppress(OSError):
        _sync(folder)


def write_json(path: Path, document: Any) -> None:
    """One JSON document. Raises OutputError when it cannot be written."""
    with _explaining_errors(path):
        path.write_text(json.dumps(document, ensure_ascii=False) + "\n", "utf-8")


def write_text(path: Path, text: str) -> None:
    """A text as it is. Raises OutputError when it cannot be written."""
    with _explaining_errors(path):
        path.write_text(text, "utf-8")


def write_bytes(path: Path, content: bytes) -> None:
    """A file as it is. Raises OutputError when it cannot be written."""
    with _explaining_errors(path):
        path.write_bytes(content)


def write_picture(path: Path, bgr: npt.NDArray[Any]) -> None:
    """A picture [height, width, 3] in the form its name ends with. Raises OutputError when it cannot be written."""
    write_bytes(path, cv2.imencode(path.suffix, bgr)[1].tobytes())


def write_rows(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """One JSON object a line. Raises OutputError when they cannot be written."""
    with _explaining_errors(path):
        path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")


def _sync(path: Path) -> None:
    """What was written there is on the disk when this returns. Raises OSError."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _move(building: Path, out: Path) -> None:
    """Into place by renaming alone, so that no file is ever there by half."""
    building.chmod(0o755)  # temporary folders are private, results need not be
    if not out.exists():
        out.parent.mkdir(parents=True, exist_ok=True)
        building.rename(out)
        return
    for path in sorted(building.iterdir()):
        os.replace(path, out / path.name)


@contextmanager
def _beside(out: Path, meant: Path) -> Iterator[Path]:
    """A temporary folder on the same disk as `out`, so that moving is renaming; gone afterwards.

    What cannot be written there is told of as in the folder that is `meant`.
    """
    nearest = next(parent for parent in out.absolute().parents if parent.is_dir())
    with _explaining_errors(out):
        building = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=nearest))
    try:
        yield building
    except OutputError as error:
        raise type(error)(str(error).replace(str(building), str(meant))) from error
    finally:
        shutil.rmtree(building, ignore_errors=True)


@contextmanager
def _explaining_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputError(f"{path}: cannot be written ({error.strerror}); name another place or make room") from error
