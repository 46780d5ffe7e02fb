"""What calibration learnt about one table, kept in one file: a zip of a JSON document, a picture and number tables.

Nothing in it is executable (no pickles), every part carries a checksum, and a file is only ever replaced whole.
"""

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.board_finder import BoardNotFound, find_board, turned_alike
from calibration.likeness import BoardPicture, same_board
from companion.errors import ProfileError
from companion.files import untrusted
from companion.files.atomic import OutputError, built_file, write_bytes
from companion.files.checked_json import CheckedObject, is_number
from companion.games.cards import parse_card
from companion.games.squares import SQUARES
from companion.ports import Locks
from companion.vision.card_index import EMBEDDING_SIZE
from companion.vision.chips import COLOURS, RINGS, ChipModel
from companion.vision.frame import Image
from companion.vision.geometry import BoardGeometry, Lens
from companion.vision.own_deck import BoardEmbeddings

FORMAT = "companion-profile/1"
LARGEST_BYTES = 8 << 20
"""A profile is two megabytes or so; whatever is larger, packed or unpacked, is none."""
_MOST_PARTS = 40
"""A profile has fewer parts than this; zip files with more are made to be slow."""
_RADII = (0.05, 0.6)
"""Of chips, in squares."""
_MOST_NATS, _MOST_BENT, _SINGULAR = 1000.0, 100.0, 1e9
_PART = b"PK\x01\x02"
_LARGEST_LOCK = 1e7
"""No camera counts exposure, gain or focus so far."""
_STILL, _LAID, _EMBEDDINGS = "still.jpg", "laid.jpg", "embeddings.npz"
_NO_LONGER = ("relief", "texture")
"""Parts of a chip's model in older profiles."""
_KEPT_QUALITY = (cv2.IMWRITE_JPEG_QUALITY, 90)
"""JPEG quality of the pictures a board was learnt from."""
_AGAIN = "calibrate again"
# What reading a scribbled zip raises, and what a document with wrong values does.
_TORN = (OSError, EOFError, RuntimeError, MemoryError, zipfile.BadZipFile, zlib.error, struct.error)
_INVALID = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, cv2.error)


@dataclass(frozen=True, slots=True)
class LearntFrom:
    """The pictures this was learnt from beside the empty one, so that a recording can show them: two JPEG files."""

    still: bytes
    """The empty board at the best resolution."""
    laid: bytes
    """The board with chips, as large as the frames."""
    chips: Mapping[str, tuple[int, ...]]
    """The squares they lay on, by team letter."""


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """One table as calibration saw it."""

    geometry: BoardGeometry
    """Where the board lies in `empty_bgr` and in the frames, until it is knocked."""
    empty_bgr: Image
    """The empty board, [height, width, 3], as large as the frames."""
    layout: tuple[str, ...]
    """A hundred card codes in reading order."""
    doubtful: tuple[int, ...]
    """The squares whose card a person should look at."""
    chips: Mapping[str, ChipModel]
    """Each team's chip by its letter, in seating order."""
    locks: Locks | None = None
    """How the camera was held for `empty_bgr`, where it could be."""
    learnt_from: LearntFrom | None = None
    """What it was learnt from, unless it comes from elsewhere."""
    embeddings: BoardEmbeddings | None = None
    """What its cards look like to the network that reads them; older profiles lack it."""

    @property
    def size_px(self) -> tuple[int, int]:
        """The width and height of its pictures, and of frames."""
        height, width = self.empty_bgr.shape[:2]
        return width, height


def save_profile(profile: Profile, path: Path) -> None:
    """Write the profile, replacing an older one in one step. Raises OutputError when that is not possible.

    The pictures it was learnt from, which only people look at, are left out where they make it too large to be read.
    """
    tried = map(_packed, (profile, replace(profile, learnt_from=None)))
    packed = next((file for file in tried if len(file) <= LARGEST_BYTES), None)
    if packed is None:
        size = "x".join(map(str, profile.size_px))
        raise OutputError(f"with frames of {size} a profile is too large to be read again; {_AGAIN} with smaller ones")
    with built_file(path) as building:
        write_bytes(building, packed)


def _packed(profile: Profile) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("profile.json", json.dumps(_document(profile), indent=1))
        parts.writestr("empty.png", cv2.imencode(".png", profile.empty_bgr)[1].tobytes())
        for letter, chip in profile.chips.items():
            parts.writestr(f"chip-{letter}.npz", _table_bytes(chip))
        if profile.embeddings is not None:
            parts.writestr(_EMBEDDINGS, _table_bytes(profile.embeddings))
        if profile.learnt_from is not None:
            parts.writestr(_STILL, profile.learnt_from.still)
            parts.writestr(_LAID, profile.learnt_from.laid)
    return packed.getvalue()


def load_profile(path: Path) -> Profile:
    """The profile in a file. Raises ProfileError when it is missing, torn or something else.

    A file made to harm is refused before it takes more memory than a profile does.
    """
    try:
        with untrusted.opened(path) as file:
            packed = file.read(LARGEST_BYTES + 1)
    except FileNotFoundError as error:
        raise ProfileError(f"{path}: no such profile; make one with companion calibrate") from error
    except OSError as error:
        raise ProfileError(f"{path}: cannot be read ({error.strerror}); look whose it is, or name another") from error
    except ValueError as error:
        raise ProfileError(f"{path}: {error}; name another") from error
    try:
        return read_profile(packed)
    except ProfileError as error:
        raise ProfileError(f"{path}: {error}") from error


def read_profile(packed: bytes) -> Profile:
    """The profile that a file holds. Raises ProfileError, which names no file, when it is torn or something else."""
    try:
        _check_size(packed)
        with zipfile.ZipFile(io.BytesIO(packed)) as parts:
            return _profile(parts)
    except _TORN as error:
        raise ProfileError(f"not a profile, or damaged ({error}); {_AGAIN}") from error
    except _INVALID as error:
        raise ProfileError(f"not a valid profile ({error}); {_AGAIN}") from error


def check_same_board(profile: Profile, seen_bgr: Image) -> BoardGeometry:
    """Compare the profile with a picture of the board as it lies now, moved or turned or not: where it lies.

    `seen_bgr` is [height, width, 3] in 8 bits, of the profile's size.
    Raises ProfileError when another board lies there, or the picture has another size than the profile's.
    """
    if seen_bgr.shape != profile.empty_bgr.shape:
        raise ProfileError(f"the profile is for pictures of another size than {seen_bgr.shape[1::-1]}; {_AGAIN}")
    known = BoardPicture(profile.empty_bgr, profile.geometry)
    if same_board(known, BoardPicture(seen_bgr, profile.geometry)):
        return profile.geometry
    found = find_board(seen_bgr, None)
    if isinstance(found, BoardNotFound):
        raise ProfileError(f"the board of this profile is not in sight: {found.reason}")
    moved = turned_alike(known, BoardPicture(seen_bgr, found))
    if moved is None:
        raise ProfileError(f"the profile belongs to another board: its cards lie elsewhere; {_AGAIN}")
    return moved


def _check_size(packed: bytes) -> None:
    if len(packed) > LARGEST_BYTES:
        raise ValueError(f"it is larger than {LARGEST_BYTES >> 20} MB")
    if packed.count(_PART) > 2 * _MOST_PARTS:  # those of tables within the tables count as well, where not packed
        raise ValueError("it has too many parts")


def _part(parts: zipfile.ZipFile, name: str) -> bytes:
    """One part, unless it unpacks to more than any of a profile does."""
    if parts.getinfo(name).file_size > LARGEST_BYTES:
        raise ValueError(f"{name} is too large")
    return parts.read(name)


def _document(profile: Profile) -> dict[str, Any]:
    lens = profile.geometry.lens
    return {
        "format": FORMAT,
        "lens": {"focal_px": lens.focal_px, "centre_px": list(lens.centre_px), "k1": lens.k1, "k2": lens.k2},
        "ideal_from_board": profile.geometry.ideal_from_board.tolist(),
        "layout": list(profile.layout),
        "doubtful": list(profile.doubtful),
        "chips": list(profile.chips),
        "learnt_from": None if profile.learnt_from is None else dict(profile.learnt_from.chips),
        "locks": None if profile.locks is None else asdict(profile.locks),
    }


def _profile(parts: zipfile.ZipFile) -> Profile:
    found = untrusted.json_value(_part(parts, "profile.json"))
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise ValueError(f"its format is not {FORMAT!r}")
    document = CheckedObject("profile.json", found, ProfileError)
    letters = [letter for letter in document.list_of("chips") if isinstance(letter, str)]
    return Profile(
        geometry=_geometry(document),
        empty_bgr=untrusted.picture(_part(parts, "empty.png")),
        layout=_layout(document.list_of("layout")),
        doubtful=_squares(document, "doubtful"),
        chips={letter: _chip(f"chip-{letter}.npz", parts) for letter in dict.fromkeys(letters)},
        locks=_locks(found.get("locks")),
        learnt_from=_learnt_from(parts, document.block("learnt_from")) if document.has("learnt_from") else None,
        embeddings=_embeddings(_part(parts, _EMBEDDINGS)) if _EMBEDDINGS in parts.namelist() else None,
    )


def kept_pictures(still_bgr: Image, laid_bgr: Image, chips: Mapping[str, Sequence[int]]) -> LearntFrom:
    """These pictures [height, width, 3] as they are kept."""
    still, laid = (cv2.imencode(".jpg", bgr, _KEPT_QUALITY)[1].tobytes() for bgr in (still_bgr, laid_bgr))
    return LearntFrom(still, laid, {letter: tuple(squares) for letter, squares in chips.items()})


def _learnt_from(parts: zipfile.ZipFile, chips: CheckedObject) -> LearntFrom:
    """The pictures as they were kept; nobody has looked at them yet."""
    squares = {letter: _squares(chips, letter) for letter in chips.values}
    return LearntFrom(_part(parts, _STILL), _part(parts, _LAID), squares)


def _squares(block: CheckedObject, key: str) -> tuple[int, ...]:
    found = block.list_of(key)
    if not all(is_number(square) and square in SQUARES for square in found):
        raise block.wrong(key, "a list of squares from 0 to 99")
    return tuple(map(int, found))


def _locks(stored: Mapping[str, Any] | None) -> Locks | None:
    """How the camera is held; numbers that no camera could be told are refused."""
    if stored is None:
        return None
    numbers = [number for value in stored.values() for number in (value if isinstance(value, list) else [value])]
    if not all(number is None or 0 <= float(number) <= _LARGEST_LOCK for number in numbers):
        raise ValueError(f"locks are {stored}, which no camera can be told")
    gains = stored["colour_gains"]
    return Locks(**{**stored, "colour_gains": None if gains is None else (float(gains[0]), float(gains[1]))})


def _geometry(document: CheckedObject) -> BoardGeometry:
    lens = document.block("lens")
    focal_px, bends = lens.number("focal_px", 1.0), [lens.number(key, -_MOST_BENT, _MOST_BENT) for key in ("k1", "k2")]
    ideal_from_board = np.array(document.list_of("ideal_from_board"), np.float64)
    if ideal_from_board.shape != (3, 3) or not np.linalg.cond(ideal_from_board) < _SINGULAR:
        raise document.wrong("ideal_from_board", "a 3x3 matrix that can be inverted")
    return BoardGeometry(Lens(focal_px, lens.pair("centre_px"), *bends), ideal_from_board)


def _layout(codes: list[Any]) -> tuple[str, ...]:
    if len(codes) != len(SQUARES):
        raise ValueError(f"{len(codes)} cards in the layout, not {len(SQUARES)}")
    return tuple(parse_card(str(code)[:8]).code for code in codes)


def _table_bytes(learnt: ChipModel | BoardEmbeddings) -> bytes:
    """Every part of what was learnt by name, so that this file need not know them."""
    file = io.BytesIO()
    np.savez(file, **{part.name: getattr(learnt, part.name) for part in fields(learnt)})
    return file.getvalue()


def _embeddings(stored: bytes) -> BoardEmbeddings:
    """The board's embeddings. Raises ValueError for tables of another shape."""
    tables = untrusted.tables(stored)
    shapes = {name: table.shape for name, table in tables.items()}
    if shapes != {"embeddings": (len(SQUARES), EMBEDDING_SIZE), "read": (len(SQUARES),)}:
        raise ValueError(f"{_EMBEDDINGS} holds {shapes}, not what the cards of a board look like")
    return BoardEmbeddings(tables["embeddings"].astype(np.float32), tables["read"].astype(bool).astype(np.uint8))


def _chip(name: str, parts: zipfile.ZipFile) -> ChipModel:
    """A chip's model, every part of the shape and size that reading relies on. Raises ValueError."""
    stored = _part(parts, name)
    if stored.count(_PART) > _MOST_PARTS:
        raise ValueError(f"{name} has too many parts")
    tables = {key: table for key, table in untrusted.tables(stored).items() if key not in _NO_LONGER}
    density = tables.pop("log_density", np.zeros(0))
    if density.shape != (RINGS, COLOURS) or density.dtype.kind != "f":
        raise ValueError(f"{name}: log_density has shape {density.shape}, not {(RINGS, COLOURS)}")
    singles = {key: float(table) for key, table in tables.items() if table.shape == () and abs(table) < _MOST_NATS}
    if len(singles) != len(tables) or not _RADII[0] < singles.get("radius_squares", 0) < _RADII[1]:
        raise ValueError(f"{name}: one of {', '.join(tables)} is no number that a chip can have")
    return ChipModel(log_density=density.astype(np.float32), **singles)
