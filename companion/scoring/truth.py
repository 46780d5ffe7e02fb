"""What really happened, as the makers of a recording or a still wrote it down; no other file of the house opens it."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from companion.errors import CompanionError

Place = tuple[int, int]
"""Row and column from 0."""
Line = tuple[str, tuple[Place, ...]]
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
    square: Place | None
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
    lines: frozenset[Line]
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


def line_of(row: Mapping[str, Any]) -> Line:
    """A line from an object with `team` and `squares`, as truth and `events.jsonl` have it."""
    return row["team"], tuple(sorted((int(square[0]), int(square[1])) for square in row["squares"]))


def place_of(square: Any) -> Place | None:
    """A square from [row, column], or None from null."""
    return None if square is None else (int(square[0]), int(square[1]))


def _parsed(path: Path, parse: Callable[[Mapping[str, Any]], _Kind]) -> _Kind:
    try:
        return parse(json.loads(path.read_text("utf-8")))
    except OSError as error:
        raise TruthError(f"{path}: cannot be read ({error.strerror}); copy it again") from error
    except KeyError as error:
        raise TruthError(
            f"{path}: {error} is missing; copy it again, or remove it to replay without the truth"
        ) from error
    except (AttributeError, TypeError, ValueError, IndexError) as error:
        raise TruthError(
            f"{path}: not valid ({error}); copy it again, or remove it to replay without the truth"
        ) from error


def _truth(document: Mapping[str, Any]) -> Truth:
    return Truth(
        board=_board(document),
        kinds={letter: chip["kind"] for letter, chip in document.get("chips", {}).items()},
        frames=tuple(map(_frame, document["frames"])),
        moves=tuple(map(_move, document["moves"])),
        lines=frozenset(map(line_of, document["lines"])),
        winner=document.get("winner"),
    )


def _still(document: Mapping[str, Any]) -> TrueStill:
    x, y = document["corners_px"][0]
    return TrueStill(_board(document), (float(x), float(y)))


def _board(document: Mapping[str, Any]) -> Board:
    layout = tuple(str(code) for row in document["layout"] for code in row)
    if len(layout) != 100:
        raise ValueError(f"{len(layout)} cards in the layout, not 100")
    rows, tilt = document.get("square_centres_px"), document.get("tilt_deg")
    centres = None if rows is None else tuple((float(x), float(y)) for row in rows for x, y in row)
    return Board(layout, centres, None if tilt is None else float(tilt))


def _frame(row: Mapping[str, Any]) -> TrueFrame:
    return TrueFrame(
        number=row["i"],
        board=row["board"],
        quiet=bool(row["settled"]) and not row["hand"],
        occluded=frozenset(row["occluded"]),
        discard_top=row.get("discard_top"),
        light=row.get("light", ""),
    )


def _move(row: Mapping[str, Any]) -> TrueMove:
    return TrueMove(
        number=row["n"],
        team=row["team"],
        action=row["action"],
        square=place_of(row["square"]),
        card=row["card"],
        label=row["label"],
        first_frame=row["first_frame"],
        settled_frame=row["settled_frame"],
    )
