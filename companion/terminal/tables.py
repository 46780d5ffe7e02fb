"""Tables of text: as Markdown for files, and as columns that fit a terminal."""

import textwrap
from collections.abc import Iterator, Sequence

Rows = Sequence[Sequence[str]]
"""Equally long rows of cells, the headings first."""
_GAP = "  "


def markdown(rows: Rows) -> str:
    """A Markdown table, whose columns stand below each other in plain text too."""
    widths = _widths(rows)
    lines = ["| " + " | ".join(_padded(row, widths)) + " |" for row in rows]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines) + "\n"


def plain(rows: Rows, width: int) -> Iterator[str]:
    """The lines of a table for a terminal with so many columns; cells are wrapped at blanks where they must be.

    The widest column gives way first. A table of long words may still be wider.
    """
    widths = _widths(rows)
    longest = [
        max(len(word) for cell in column for word in cell.split() or ["-"]) for column in zip(*rows, strict=True)
    ]
    while sum(widths) + len(_GAP) * (len(widths) - 1) > width and widths != longest:
        widest = max(range(len(widths)), key=lambda at: (widths[at] > longest[at], widths[at]))
        widths[widest] -= 1
    yield from _wrapped(rows[0], widths)
    yield _GAP.join("-" * width for width in widths)
    for row in rows[1:]:
        yield from _wrapped(row, widths)


def _wrapped(row: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    cells = [
        textwrap.wrap(cell, width, break_on_hyphens=False) or [""] for cell, width in zip(row, widths, strict=True)
    ]
    for at in range(max(map(len, cells))):
        line = [cell[at] if at < len(cell) else "" for cell in cells]
        yield _GAP.join(_padded(line, widths)).rstrip()


def _widths(rows: Rows) -> list[int]:
    return [max(1, *map(len, column)) for column in zip(*rows, strict=True)]


def _padded(row: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    return (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
