"""Files from elsewhere are not trusted: each is read within limits, and refused with what is wrong where.

Limits are on size, depth, digits, pixels (told from the header, before anything is decoded), shapes and numbers that
are none. Whatever passes is plain values, pictures and tables of numbers, and takes no more memory than an honest file.
Every refusal is a ValueError whose words name the field; callers put the file's name before it.
"""

import io
import json
import math
import stat
import struct
import tomllib
import zipfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import cv2
import numpy as np
import numpy.typing as npt

MOST_BYTES, MOST_TEXT_BYTES = 16 << 20, 4 << 20
"""No picture here is larger, and no text."""
MOST_DEPTH, MOST_DIGITS = 16, 18
MOST_PIXELS = 25_000_000
"""The largest stills of the cameras that are meant have half of that."""
MOST_PARTS, MOST_PART_BYTES = 40, 8 << 20
_JPEG, _PNG = b"\xff\xd8", b"\x89PNG\r\n\x1a\n"
_SIZED = (*range(0xC0, 0xC4), *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0))
"""The second bytes of those markers of a JPEG that tell its size (ITU-T T.81, table B.1)."""


class _TooLong(float):
    """Stands for a number with more digits than are read."""


def content(path: Path, most: int = MOST_BYTES) -> bytes:
    """The bytes of an ordinary file. Raises OSError, and ValueError for one that is larger or no file."""
    with opened(path) as file:
        found = file.read(most + 1)
    if len(found) > most:
        raise ValueError(f"it is larger than {most >> 20} MB")
    return found


def text(path: Path) -> str:
    """The text of a file. Raises as `content` does, and ValueError for what is no UTF-8."""
    return content(path, MOST_TEXT_BYTES).decode("utf-8")


def json_value(written: str | bytes) -> Any:
    """What a JSON document says. Raises ValueError."""
    return _within_limits(lambda: json.loads(written, parse_int=_whole))


def json_file(path: Path) -> Any:
    """What a file with one JSON document says. Raises OSError, ValueError."""
    return json_value(text(path))


def whole_json_lines(path: Path, most: float = MOST_TEXT_BYTES) -> Iterator[Any]:
    """What a file with a JSON document a line says, up to the last line with an end to it.

    What stands after that was being written when the power went. It is read line by line, each as long as a text may
    be, and all of them `most` bytes. Raises OSError, and ValueError naming the line.
    """
    with opened(path) as file:
        for number, line in enumerate(iter(partial(file.readline, MOST_TEXT_BYTES + 1), b""), 1):
            most -= len(line)
            try:
                if len(line) > MOST_TEXT_BYTES or most < 0:
                    raise ValueError(f"it is larger than {MOST_TEXT_BYTES >> 20} MB")
                if line.endswith(b"\n"):
                    yield json_value(line.decode("utf-8"))
            except ValueError as error:
                raise ValueError(f"line {number}: {error}") from error


def toml_file(path: Path) -> dict[str, Any]:
    """What a TOML file says. Raises OSError, ValueError."""
    written = text(path).removeprefix("\ufeff")  # some editors put a byte order mark before it
    found: dict[str, Any] = _within_limits(lambda: tomllib.loads(written))
    return found


def picture(file: bytes) -> npt.NDArray[np.uint8]:
    """The picture in a JPEG or PNG file, [height, width, 3] BGR, upright where its EXIF says how. Raises ValueError."""
    width, height = _size(file)
    if not 0 < width * height <= MOST_PIXELS:
        raise ValueError(f"the picture is {width}x{height}; at most {MOST_PIXELS // 1_000_000} megapixels are read")
    try:
        found = cv2.imdecode(np.frombuffer(file, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        found = None
    if found is None:
        raise ValueError("it is cut short or damaged")
    return found  # type: ignore[return-value]


def tables(file: bytes) -> dict[str, npt.NDArray[Any]]:
    """The number tables in an NPZ file by their names: finite numbers alone, no pickles. Raises ValueError."""
    try:
        with zipfile.ZipFile(io.BytesIO(file)) as parts:
            known = parts.infolist()
            if len(known) > MOST_PARTS or sum(part.file_size for part in known) > MOST_PART_BYTES:
                raise ValueError("it has too many parts, or too large ones")
            return {part.filename.removesuffix(".npy"): _table(part.filename, parts.read(part)) for part in known}
    except (zipfile.BadZipFile, EOFError, OSError, RuntimeError, NotImplementedError, struct.error) as error:
        raise ValueError(f"it holds no number tables ({error})") from error


def opened(path: Path) -> BinaryIO:
    """An ordinary file. Raises OSError, and ValueError for another."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise ValueError("it is no ordinary file")
    return path.open("rb")


def _table(name: str, stored: bytes) -> npt.NDArray[Any]:
    """A table, once its header promises no more numbers than follow it."""
    file = io.BytesIO(stored)
    try:
        version = np.lib.format.read_magic(file)
        header = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, _, kind = header(file)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError) as error:
        raise ValueError(f"{name} is no table of numbers") from error
    if kind.kind not in "fiu" or math.prod(shape) * kind.itemsize != len(stored) - file.tell():
        raise ValueError(f"{name} is no table of numbers")
    found = np.load(io.BytesIO(stored), allow_pickle=False)
    if not np.isfinite(found).all():
        raise ValueError(f"{name} holds what is no number")
    return found  # type: ignore[no-any-return]


def _size(file: bytes) -> tuple[int, int]:
    """Width and height as the header of a JPEG or PNG tells them. Raises ValueError."""
    if file.startswith(_PNG) and len(file) >= 24:
        width, height = struct.unpack(">II", file[16:24])
        return width, height
    at = len(_JPEG) if file.startswith(_JPEG) else len(file)
    while at + 9 <= len(file) and file[at] == 0xFF:
        if file[at + 1] in _SIZED:
            height, width = struct.unpack(">HH", file[at + 5 : at + 9])
            return width, height
        at += 1 if file[at + 1] == 0xFF else 2 + int.from_bytes(file[at + 2 : at + 4], "big")
    raise ValueError("it is neither a JPEG nor a PNG picture")


def _whole(digits: str) -> float:
    return int(digits) if len(digits) <= MOST_DIGITS else _TooLong()


def _within_limits(parse: Callable[[], Any]) -> Any:
    """What was parsed, once all of it is within limits."""
    try:
        found = parse()
    except RecursionError as error:
        raise ValueError(f"it is nested more than {MOST_DEPTH} deep") from error
    _check("", found, MOST_DEPTH)
    return found


def _check(where: str, value: object, depth: int) -> None:
    """Raises ValueError for what is nested deeper than so many levels more, or holds numbers that are none."""
    if depth < 0:
        raise ValueError(f"{where[:60]} … is nested more than {MOST_DEPTH} deep")
    if isinstance(value, Mapping):
        for key, each in value.items():
            _check(f"{where}.{key}" if where else str(key), each, depth - 1)
    elif isinstance(value, list):
        for place, each in enumerate(value):
            _check(f"{where}[{place}]", each, depth - 1)
    else:
        _check_number(where or "it", value)


def _check_number(where: str, value: object) -> None:
    """Raises ValueError for a number that is none, or too long to be meant."""
    if isinstance(value, float) and (isinstance(value, _TooLong) or not math.isfinite(value)):
        wrong = f"has more than {MOST_DIGITS} digits" if isinstance(value, _TooLong) else "is no finite number"
        raise ValueError(f"{where} {wrong}")
    if isinstance(value, int) and abs(value) >= 10**MOST_DIGITS:
        raise ValueError(f"{where} has more than {MOST_DIGITS} digits")
