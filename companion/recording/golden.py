"""What a recording was once accepted to mean: a file beside it that later replays are held against.

Frames and wording may change without anybody being wrong, so both are left out, and so are notices about the light and
the camera. What is left is the evening: turns, faults, take-backs, questions, lines, and the winner.
"""

import difflib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from companion.errors import RecordingError
from companion.files import untrusted
from companion.files.atomic import built_file, write_rows

EXPECTED = "expected.jsonl"
_LEFT_OUT = ("i", "message", "text")

Row = Mapping[str, Any]


def accept(folder: Path, events: Iterable[Row]) -> None:
    """From now on these events are what this recording means. Raises OutputError when that cannot be written."""
    with built_file(folder / EXPECTED) as building:
        write_rows(building, _meaning(events))


def departures(folder: Path, events: Iterable[Row]) -> list[str]:
    """How these events depart from what was accepted: `-` for what is missing, `+` for what is new.

    Raises RecordingError when nothing was accepted yet.
    """
    path = folder / EXPECTED
    try:
        expected = untrusted.text(path).splitlines()
    except OSError as error:
        raise RecordingError(f"{path}: cannot be read ({error.strerror}); replay with --accept first") from error
    except ValueError as error:
        raise RecordingError(f"{path}: {error}; run replay with --accept again") from error
    found = [json.dumps(row, ensure_ascii=False) for row in _meaning(events)]
    return [line for line in difflib.ndiff(expected, found) if line[0] in "+-"]


def _meaning(events: Iterable[Row]) -> list[Row]:
    return [
        {key: value for key, value in row.items() if key not in _LEFT_OUT} for row in events if row["type"] != "notice"
    ]
