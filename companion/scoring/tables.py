"""The score: one table of everything, or a block for each evening where a terminal is narrow; and accuracy by topic."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from companion.scoring.tallies import Tally
from companion.terminal.tables import Rows

Row = Mapping[str, Any]
_NOTHING = "-"


def score_rows(recordings: Sequence[Row], stills: Sequence[Row]) -> Rows:
    """Every recording and still in one table, with a last row for all of them."""
    rows = [*recordings, *stills]
    lines = [[heading for heading, _ in _COLUMNS]]
    lines += [[column(row) for _, column in _COLUMNS] for row in rows]
    if len(rows) > 1:
        lines.append([column(_together(rows)) for _, column in _COLUMNS])
    return lines


def score_lines(rows: Rows) -> Iterator[str]:
    """The same for a terminal: a block for each row, with a line for each figure that it knows."""
    width = max(map(len, rows[0]))
    for name, *cells in rows[1:]:
        yield name
        known = ((heading, cell) for heading, cell in zip(rows[0][1:], cells, strict=True) if cell != _NOTHING)
        yield from (f"  {heading:{width}}  {cell}" for heading, cell in known)
        yield ""


def group_rows(groups: Mapping[str, Mapping[str, Tally]]) -> Rows:
    """Accuracy by light, kind of chip and tilt."""
    lines = [["of", "where", "judged", "wrong", "unsure", "right"]]
    for topic, tallies in groups.items():
        lines += [[topic, name, *_counts(tally)] for name, tally in sorted(tallies.items())]
    return lines


def _counts(tally: Tally) -> list[str]:
    share = f"{100 * tally.right / tally.judged:.2f} %" if tally.judged else _NOTHING
    return [f"{tally.judged:,}", f"{tally.wrong:,}", f"{tally.unsure:,}", share]


def _of(*keys: str) -> Callable[[Row], str]:
    """A cell of several figures with strokes between them; a dash where the row knows none of them."""
    return lambda row: (
        " / ".join(_text(row.get(key)) for key in keys) if any(row.get(key) is not None for key in keys) else _NOTHING
    )


def _right(right: str, of: str) -> Callable[[Row], str]:
    """A cell that says how many of how many."""
    return lambda row: _NOTHING if row.get(of) is None else f"{row[right]} of {row[of]}"


def _tally(key: str) -> Callable[[Row], str]:
    """The same from a tally."""
    return lambda row: _NOTHING if row.get(key) is None else f"{Tally(**row[key]).right} of {row[key]['judged']}"


def _text(figure: object) -> str:
    if isinstance(figure, bool):
        return "yes" if figure else "no"
    if isinstance(figure, int):
        return f"{figure:,}"
    return _NOTHING if figure is None else f"{figure:g}" if isinstance(figure, float) else str(figure)


_COLUMNS: tuple[tuple[str, Callable[[Row], str]], ...] = (
    ("what", _of("name")),
    ("cards wrong / unlisted / doubtful", _of("layout_wrong", "layout_unlisted", "layout_doubtful")),
    ("centre px", _of("centre_px")),
    ("squares wrong / unsure / judged", _of("squares_wrong", "squares_unsure", "squares_judged")),
    ("pile top", _tally("pile")),
    ("at once", _tally("pile_at_once")),
    ("turns with card", _right("moves_right", "moves")),
    ("invented", _of("moves_invented")),
    ("late", _of("late_frames_median", "late_frames_max")),
    ("mishaps named", _right("mishaps_named", "mishaps")),
    ("false alarms", _of("false_alarms")),
    ("lines right / true / invented", _of("lines_right", "lines", "lines_invented")),
    ("winner", _of("winner_right")),
    ("ms", _of("ms_median", "ms_p95")),
    ("warps", _of("warps_median", "warps_p95")),
)
"""Headings and cells; pairs of times are median and 95th percentile, lateness is median and worst, in frames."""

_WORST = ("centre_px", "late_frames_median", "late_frames_max", "ms_median", "ms_p95", "warps_median", "warps_p95")
_TALLIES = ("pile", "pile_at_once")


def _together(rows: Sequence[Row]) -> Row:
    """All rows as one: counts are added, of times and errors the worst stands."""
    keys = dict.fromkeys(key for row in rows for key in row)
    known = {key: [row[key] for row in rows if row.get(key) is not None] for key in keys}
    return {key: _joined(key, figures) for key, figures in known.items() if figures} | {"name": "all, or the worst"}


def _joined(key: str, figures: Sequence[Any]) -> Any:
    if key in _TALLIES:
        return sum((Tally(**counts) for counts in figures), Tally()).figures()
    if key in _WORST:
        return max(figures)
    if isinstance(figures[0], bool):
        return all(figures)
    return sum(figures) if isinstance(figures[0], int) else None
