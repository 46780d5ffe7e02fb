"""An evening on disk: a line of JSON for each event, written through to the disk before anybody is told.

A line that was being written when the power went has no end; it is dropped, and the next goes in its place. A lock on
the file keeps a second club out. Lines, and not the tables' SQLite: some hundred a night, which a person can read.
"""

import json
import math
import os
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.club.evening import (
    ClubEvent,
    EntrantCame,
    EntrantLeft,
    Evening,
    EveningBegan,
    ResultCame,
    ResultWithdrawn,
    RoundDrawn,
    after,
)
from companion.errors import JournalError, MisplacedError, UnwritableError
from companion.files import untrusted
from companion.files.lock import lock_file

_KINDS: Mapping[str, type[ClubEvent]] = MappingProxyType(
    {kind.__name__: kind for kind in (EveningBegan, EntrantCame, EntrantLeft, RoundDrawn, ResultCame, ResultWithdrawn)}
)


class ClubJournal:
    """The evening in a file, made when there is none; for one thread at a time."""

    def __init__(self, path: Path) -> None:
        """Raises JournalError where the file is in use, cannot be written, or is no evening."""
        self._path = path
        self._file = _lock(path)
        try:
            self.evening = self._read()
        except JournalError:
            self.close()
            raise

    def keep(self, *events: ClubEvent) -> Evening:
        """The evening once these have happened, all or none; they are on the disk before this returns.

        Raises ValueError, in words for people, when they cannot happen, and UnwritableError when the disk refuses.
        """
        evening = self.evening
        for event in events:
            evening = after(evening, event)
        try:
            self._write(b"".join(_line(event) for event in events))
        except OSError as error:
            raise UnwritableError(f"{self._path}: {error.strerror}; make room, and see who may write there") from error
        self.evening = evening
        return evening

    def close(self) -> None:
        """Let go; closing twice does nothing."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _write(self, lines: bytes) -> None:
        """At the end of the last whole line; of what is written in part nothing stays."""
        end = os.lseek(self._file, 0, os.SEEK_END)
        try:
            while lines:
                lines = lines[os.write(self._file, lines) :]
            os.fsync(self._file)
        except OSError:
            os.ftruncate(self._file, end)
            raise

    def _read(self) -> Evening:
        try:
            evening = Evening()
            for number, row in enumerate(untrusted.whole_json_lines(self._path, math.inf), 1):
                evening = _after_line(evening, row, number)
            with self._path.open("rb") as lines:
                os.ftruncate(self._file, sum(len(line) for line in lines if line.endswith(b"\n")))
        except (ValueError, OSError) as error:
            raise MisplacedError(f"{self._path}: {error}; move it away to begin a new evening") from error
        return evening


def _lock(path: Path) -> int:
    try:
        return lock_file(path)
    except BlockingIOError as error:
        raise JournalError(f"{path}: another club keeps its evening there; close it first") from error
    except OSError as error:
        raise UnwritableError(f"{path}: {error.strerror}; name another file with --journal") from error


def _line(event: ClubEvent) -> bytes:
    row = {"type": type(event).__name__, **asdict(event)}
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _after_line(evening: Evening, row: Any, number: int) -> Evening:
    """The evening after what a line tells. Raises ValueError naming a line that tells nothing that can be."""
    try:
        kind = _KINDS[row["type"]]
        return after(evening, kind(**{name: _frozen(value) for name, value in row.items() if name != "type"}))
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise ValueError(f"line {number}: {str(row)[:60]!r} is no event of an evening") from error
    except ValueError as error:
        raise ValueError(f"line {number}: {error}") from error


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
