"""Files damaged in ways that only their names decide, and what each kind of file is to be read by."""

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np

from companion.files import untrusted

WAYS = 40
"""So many ways of damage for each kind of file."""
LONG = "9" * 5000
DEEP = '{"a":' * 5000 + "1" + "}" * 5000
VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 0.0, 1e308, 10**17, "", "x", "../x", "7D", "nan", [], [[]], {}, {"a": 1}, [1, 2], [None],
)  # fmt: skip


def jpeg(width: int = 64, height: int = 48) -> bytes:
    picture = np.random.default_rng(1).integers(0, 255, (height, width, 3), np.uint8)
    return cv2.imencode(".jpg", picture)[1].tobytes()


def png_of(width: int, height: int) -> bytes:
    """A tiny file that promises so many pixels, all black."""
    rows = zlib.compress(bytes(1000), 9)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", rows), (b"IEND", b""))
    chunks = (
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def huge_jpeg() -> bytes:
    """A small file whose header promises 20,000 by 20,000 pixels."""
    file = bytearray(jpeg())
    at = file.index(b"\xff\xc0")
    file[at + 5 : at + 9] = struct.pack(">HH", 20_000, 20_000)
    return bytes(file)


class Kind:
    """A kind of file: a sound one, and how it is read. Whatever is refused is refused by a CompanionError."""

    def __init__(self, name: str, sound: bytes, read: Callable[[Path], object]) -> None:
        self.name, self.sound, self.read = name, sound, read


def damaged(kind: Kind) -> Iterator[bytes]:
    """The same file, damaged in ways that only its name decides."""
    random = Random(kind.name)
    for _ in range(WAYS):
        file = bytearray(kind.sound)
        at, length = random.randrange(len(file)), random.choice((1, 1, 4, 64))
        file[at : at + length] = random.choice((b"", random.randbytes(length), file[:length], b"9" * 400))
        yield bytes(file)
    yield from (kind.sound[: len(kind.sound) * part // 8] for part in range(8))
    yield from (b"", b"\0" * 4096, b"\xff" * 4096, LONG.encode(), DEEP.encode(), huge_jpeg(), png_of(60_000, 60_000))
    yield from (b"PF\n20000 20000\n-1.0\n" + bytes(100), b"PK\x05\x06" + bytes(18), b"[" * 100_000)
    yield bytes(untrusted.MOST_BYTES + 10)
    if kind.name.endswith((".json", ".jsonl")):
        yield from _with_other_values(kind, random)
    if kind.name.endswith(".profile"):
        yield from _with_other_parts(kind, random)


def _with_other_values(kind: Kind, random: Random) -> Iterator[bytes]:
    """One value after the other is something else, at a depth and place that chance chooses."""
    lines = kind.sound.splitlines() if kind.name.endswith("l") else [kind.sound]
    for value in VALUES:
        for _ in range(4):
            number = random.randrange(len(lines))
            changed = json.dumps(_changed(json.loads(lines[number]), value, random)).encode()
            yield b"\n".join((*lines[:number], changed, *lines[number + 1 :]))
    for raw in (LONG, "-" + LONG, "1e999", "NaN", "-Infinity", DEEP):
        yield kind.sound.replace(b": ", b': %s, "x": ' % raw.encode(), 1)


def _changed(document: Any, value: Any, random: Random) -> Any:
    """A document in which some value is another, or is missing."""
    if not isinstance(document, (dict, list)) or not document or random.random() < 0.15:
        return value
    if isinstance(document, list):
        at = random.randrange(len(document))
        return [*document[:at], _changed(document[at], value, random), *document[at + 1 :]]
    key = random.choice(list(document))
    if random.random() < 0.1:
        return {name: each for name, each in document.items() if name != key}
    return document | {key: _changed(document[key], value, random)}


def _with_other_parts(kind: Kind, random: Random) -> Iterator[bytes]:
    """A profile with other numbers in its document, and other tables in a chip."""
    with zipfile.ZipFile(io.BytesIO(kind.sound)) as parts:
        held = {name: parts.read(name) for name in parts.namelist()}
    chip = next(name for name in held if name.startswith("chip-"))
    with np.load(io.BytesIO(held[chip])) as loaded:
        tables = dict(loaded)
    for value in VALUES:
        document = _changed(json.loads(held["profile.json"]), value, random)
        yield _zipped(held | {"profile.json": json.dumps(document).encode()})
    for raw in (LONG, DEEP, "NaN"):
        yield _zipped(held | {"profile.json": held["profile.json"].replace(b": ", b': %s, "x": ' % raw.encode(), 1)})
    for strange in _strange_tables(tables):
        yield _zipped(held | {chip: strange})
    for name in held:
        yield _zipped({key: part for key, part in held.items() if key != name})
        yield _zipped(held | {name: random.randbytes(300)})
    yield _zipped(held | {"empty.png": png_of(50_000, 50_000)})


def _strange_tables(tables: dict[str, Any]) -> Iterator[bytes]:
    """Chips that hold text, dates, too few bins, too large promises."""
    for key, table in tables.items():
        strange = (
            np.array("text"), np.array(["NaT"], "datetime64[s]"), np.zeros(3, np.float32), np.array(1 + 2j),
            np.full(np.shape(table), np.nan), np.full(np.shape(table), np.inf), np.array(1e30), np.array(True),
        )  # fmt: skip
        for value in strange:
            out = io.BytesIO()
            np.savez(out, **(tables | {key: value}))
            yield out.getvalue()
    head = b"{'descr': '<f4', 'fortran_order': False, 'shape': (900000000,), }"
    lying = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + bytes(64)
    yield _zipped({"log_density.npy": lying})


def _zipped(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packing:
        for name, part in parts.items():
            packing.writestr(name, part)
    return out.getvalue()
