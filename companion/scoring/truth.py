"""What really happened, as the makers of a recording or a still wrote it down; no other file of the house opens it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from companion.errors import CompanionError
from companion.files import untrusted
from companion.files.checked_json import CheckedObject, is_number, is_pair

TrueSquare = tuple[int, int]
"""Row and column from 0."""
TrueLine = tuple[str, tuple[TrueSquare, ...]]
"""A team's letter and its squares, sorted."""
Pixel = tuple[float, float]
_Kind = TypeVar("_Kind")
_AGAIN = "copy it again, or remove it to replay without the truth"


class TruthError(CompanionError, ValueError):
    """The truth about a recording or a still is torn or lacks something."""


@dataclass(frozen=True, slots=True)
class TrueFrame:
    """One frame as it was; squares are 0 to 99, `board` is a hundred characters as in `observations.jsonl`."""

    number: int
    board: str
    quiet: bool
    """Settled and without a hand: the frames that reading is judged by."""
    occluded: frozenset[int]
    discard_top: str | None
    light: str


@dataclass(frozen=True, slots=True)
class TrueMove:
    """Something that was done at the table: `label` is `legal` or what kind of mishap it was."""

    number: int
    team: str
    action: str
    square: TrueSquare | None
    card: str | None
    label: str
    first_frame: int
    settled_frame: int


@dataclass(frozen=True, slots=True)
class Board:
    """An empty board: a hundred card codes and square centres in reading order, and how far the camera was tilted."""

    layout: tuple[str, ...]
    centres_px: tuple[Pixel, ...] | None
    tilt_deg: float | None


@dataclass(frozen=True, slots=True)
class Truth:
    """A whole evening as it was."""

    board: Board
    kinds: Mapping[str, str]
    """What sort of chip each team's letter stands for."""
    frames: tuple[TrueFrame, ...]
    moves: tuple[TrueMove, ...]
    lines: frozenset[TrueLine]
    winner: str | None


@dataclass(frozen=True, slots=True)
class TrueStill:
    """A still of an empty board, and a tap of a person on its own top-left corner."""

    board: Board
    tap_px: Pixel


def load_truth(folder: Path) -> Truth | None:
    """The truth about a recording, or None where nobody wrote it down. Raises TruthError when it cannot be used."""
    path = folder / "truth.json"
    return _parsed(path, _truth) if path.exists() else None


def load_still_truth(path: Path) -> TrueStill:
    """The truth about a still, from the JSON file beside it. Raises TruthError when it cannot be used."""
    return _parsed(path, _still)


def line_of(row: Mapping[str, Any]) -> TrueLine:
    """A line from an object with `team` and `squares`, as truth and `events.jsonl` have it."""
    return row["team"], tuple(sorted((int(square[0]), int(square[1])) for square in row["squares"]))


def place_of(square: Any) -> TrueSquare | None:
    """A square from [row, column], or None from null."""
    return None if square is None else (int(square[0]), int(square[1]))


def _parsed(path: Path, parse: Callable[[CheckedObject], _Kind]) -> _Kind:
    try:
        document = untrusted.json_file(path)
        if not isinstance(document, dict):
            raise ValueError("no object {…}")
        return parse(CheckedObject(str(path), document, TruthError))
    except OSError as error:
        raise TruthError(f"{path}: cannot be read ({error.strerror}); copy it again") from error
    except TruthError as error:
        raise TruthError(f"{error}; {_AGAIN}") from error
    except ValueError as error:
        raise TruthError(f"{path}: not valid ({error}); {_AGAIN}") from error


def _truth(document: CheckedObject) -> Truth:
    chips = document.block("chips") if document.has("chips") else CheckedObject("", {}, TruthError)
    return Truth(
        board=_board(document),
        kinds={letter: chips.block(letter).text("kind") for letter in chips.values},
        frames=tuple(map(_frame, document.blocks("frames"))),
        moves=tuple(map(_move, document.blocks("moves"))),
        lines=frozenset(map(_line, document.blocks("lines"))),
        winner=_text(document, "winner"),
    )


def _still(document: CheckedObject) -> TrueStill:
    corners = document.list_of("corners_px")
    if not corners or not is_pair(corners[0]):
        raise document.wrong("corners_px", "a list of points [x, y]")
    return TrueStill(_board(document), (float(corners[0][0]), float(corners[0][1])))


def _board(document: CheckedObject) -> Board:
    rows = document.list_of("layout")
    layout = tuple(code for row in rows if isinstance(row, list) for code in row if isinstance(code, str))
    if len(layout) != 100:
        raise document.wrong("layout", f"ten rows of ten card codes, not {len(layout)} cards")
    tilt = document.number("tilt_deg", -90.0) if document.has("tilt_deg") else None
    return Board(layout, _centres(document) if document.has("square_centres_px") else None, tilt)


def _centres(document: CheckedObject) -> tuple[Pixel, ...]:
    rows = document.list_of("square_centres_px")
    points = [point for row in rows if isinstance(row, list) for point in row]
    if len(points) != 100 or not all(map(is_pair, points)):
        raise document.wrong("square_centres_px", "ten rows of ten points [x, y]")
    return tuple((float(x), float(y)) for x, y in points)


def _frame(row: CheckedObject) -> TrueFrame:
    occluded = row.list_of("occluded")
    if not all(is_number(square) and square in range(100) for square in occluded):
        raise row.wrong("occluded", "a list of squares from 0 to 99")
    return TrueFrame(
        number=row.whole("i"),
        board=row.text("board"),
        quiet=row.yes("settled") and not row.yes("hand"),
        occluded=frozenset(map(int, occluded)),
        discard_top=_text(row, "discard_top"),
        light=_text(row, "light") or "",
    )


def _move(row: CheckedObject) -> TrueMove:
    return TrueMove(
        number=row.whole("n"),
        team=row.text("team"),
        action=row.text("action"),
        square=place_of(row.pair("square") if row.has("square") else None),
        card=_text(row, "card"),
        label=row.text("label"),
        first_frame=row.whole("first_frame"),
        settled_frame=row.whole("settled_frame"),
    )


def _line(row: CheckedObject) -> TrueLine:
    if not all(map(is_pair, row.list_of("squares"))):
        raise row.wrong("squares", "a list of squares [row, column]")
    return line_of({"team": row.text("team"), "squares": row.values["squares"]})


def _text(row: CheckedObject, key: str) -> str | None:
    """A text that may be missing, or null."""
    return row.text(key) if row.values.get(key) else None
