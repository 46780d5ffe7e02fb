"""Squares and discard pile on quiet frames, held against the truth; grouped by light, by kind of chip, by tilt."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from companion.scoring.tallies import ReadingOutcome, Tally, reading_outcome, tallied, whole
from companion.scoring.truth import Board, Pixel, TrueFrame, Truth

Row = Mapping[str, Any]
UNREAD = "?"
_LIT = 0.05
"""A source of light that gives less counts as off."""
_DIM = 0.4
"""All sources together, where a bright room has 1."""
_TILT_STEP_DEG = 10
STILL_WIDTH_PX = 2304
"""Errors of square centres are told in pixels of a picture as wide as this."""


def square_figures(truth: Truth, observations: Sequence[Row]) -> dict[str, Any]:
    """Squares and whole boards on quiet frames; a frame without a row counts as unread."""
    frames = list(_quiet(truth, observations))
    tallies = [whole(tallied(_squares(frame, row))) for frame, row in frames]
    all_squares = sum(tallies, Tally())
    return {
        "squares_judged": all_squares.judged,
        "squares_wrong": all_squares.wrong,
        "squares_unsure": all_squares.unsure,
        "boards": len(frames),
        "boards_right": sum(tally.right == tally.judged for tally in tallies),
    }


def pile_figures(truth: Truth, observations: Sequence[Row]) -> dict[str, Any]:
    """The top of the pile on quiet frames once a card lies there, and on the first such frame after each change."""
    frames = list(_with_pile(truth, observations))
    all_frames = whole(tallied(("", _pile(frame, row)) for frame, row in frames))
    first = [pair for before, pair in zip([None, *frames], frames, strict=False) if _changed(before, pair)]
    at_once = whole(tallied(("", _pile(frame, row)) for frame, row in first))
    return {"pile": all_frames.figures(), "pile_at_once": at_once.figures()}


def groups(truth: Truth, observations: Sequence[Row]) -> dict[str, dict[str, Tally]]:
    """Tallies of squares by light, kind of chip and tilt, and of the pile's top by light."""
    frames = list(_quiet(truth, observations))
    tilt = tilt_name(truth.board.tilt_deg)
    return {
        "squares by light": _grouped(frames, lambda frame, _: light_name(frame.light)),
        "squares by chip": _grouped(frames, lambda _, letter: truth.kinds.get(letter, "bare card")),
        "squares by tilt": _grouped(frames, lambda *_: tilt),
        "pile top by light": tallied(
            (light_name(frame.light), _pile(frame, row)) for frame, row in _with_pile(truth, observations)
        ),
    }


def card_figures(board: Board, layout: Sequence[str], doubtful: Sequence[int]) -> dict[str, Any]:
    """The cards of a layout, a hundred codes; `layout_unlisted` are wrong ones that were not among the doubtful."""
    wrong = {square for square, (true, read) in enumerate(zip(board.layout, layout, strict=True)) if true != read}
    return {
        "layout_wrong": len(wrong),
        "layout_unlisted": len(wrong - set(doubtful)),
        "layout_doubtful": len(doubtful),
    }


def card_tally(figures: Row) -> Tally:
    """The same as a tally, where a wrong card that is listed as doubtful is unsure."""
    unlisted = int(figures["layout_unlisted"])
    return Tally(100, unlisted, int(figures["layout_wrong"]) - unlisted)


def worst_centre_px(board: Board, centres_px: Sequence[Pixel], width_px: int) -> float | None:
    """How far off the worst square's centre is, in pixels of a still; None where the truth names no centres."""
    if board.centres_px is None:
        return None
    pairs = zip(board.centres_px, centres_px, strict=True)
    worst = max(math.dist(true, read) for true, read in pairs)
    return round(worst * STILL_WIDTH_PX / width_px, 2)


def light_name(light: str) -> str:
    """The sources that are lit, the strongest first, from `window:0.70,lamp:0.00`; any other text names itself."""
    try:
        strengths = {name: float(strength) for name, strength in (part.split(":") for part in light.split(","))}
    except ValueError:
        return light or "not told"
    lit = sorted((name for name, strength in strengths.items() if strength >= _LIT), key=lambda name: -strengths[name])
    return ", ".join([*lit, "dim"] if sum(strengths.values()) < _DIM else lit)


def tilt_name(tilt_deg: float | None) -> str:
    """A span of ten degrees."""
    if tilt_deg is None:
        return "not told"
    start = int(tilt_deg // _TILT_STEP_DEG) * _TILT_STEP_DEG
    return f"{start} to {start + _TILT_STEP_DEG - 1} degrees"


def _quiet(truth: Truth, observations: Sequence[Row]) -> Iterator[tuple[TrueFrame, Row]]:
    rows = {row["i"]: row for row in observations}
    return ((frame, rows.get(frame.number, {})) for frame in truth.frames if frame.quiet)


def _squares(frame: TrueFrame, row: Row) -> Iterator[tuple[str, ReadingOutcome]]:
    """What lies on each square that is in sight, and how it was read."""
    board = row.get("board", UNREAD * 100)
    for square, true in enumerate(frame.board):
        if square not in frame.occluded:
            yield true, reading_outcome(true, board[square], UNREAD)


def _grouped(frames: Sequence[tuple[TrueFrame, Row]], name: Callable[[TrueFrame, str], str]) -> dict[str, Tally]:
    return tallied((name(frame, true), outcome) for frame, row in frames for true, outcome in _squares(frame, row))


def _with_pile(truth: Truth, observations: Sequence[Row]) -> Iterator[tuple[TrueFrame, Row]]:
    return ((frame, row) for frame, row in _quiet(truth, observations) if frame.discard_top is not None)


def _pile(frame: TrueFrame, row: Row) -> ReadingOutcome:
    return reading_outcome(frame.discard_top, row.get("discard_top"), None)


def _changed(before: tuple[TrueFrame, Row] | None, after: tuple[TrueFrame, Row]) -> bool:
    return before is None or before[0].discard_top != after[0].discard_top
