"""Mistakes of the program's own: numbered, logged once with their traceback, and told to people; none ends an evening.

Where a file is named for them, each leaves a line there, so that numbers go on after a restart and the doctor knows.
"""

import logging
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TypeVar

from companion.files import untrusted
from companion.files.atomic import built_file

_LOG = logging.getLogger(__name__)

MOST_LINES = 200
"""So many are remembered in the file; then the older half is forgotten."""
LONGEST = 160
"""A line says no more of a mistake than this."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class InternalError:
    """One mistake: its number from 1, and what was being done when it was made."""

    number: int
    doing: str

    @property
    def words(self) -> str:
        """What people are told, to go on with in their own words."""
        return f"program error number {self.number} ({self.doing})"


class InternalErrors:
    """The mistakes of one run. One that is made again and again is noted once. Safe to use from any thread."""

    def __init__(self, file: Path | None = None, clock: Callable[[], float] = time.time) -> None:
        self._file = file
        self._clock = clock
        self._lock = Lock()
        self._known: dict[object, InternalError] = {}
        self._latest: InternalError | None = None
        self._number = max((number for number, _ in noted_in(file)), default=0)

    @property
    def latest(self) -> InternalError | None:
        """The one noted last; None while there is none."""
        return self._latest

    def note(self, doing: str, error: Exception) -> InternalError:
        """Number a mistake and log it with its traceback, unless it is known already."""
        place = traceback.extract_tb(error.__traceback__)[-1:]
        key = doing, type(error), *((frame.filename, frame.lineno) for frame in place)
        with self._lock:
            if key in self._known:
                return self._known[key]
            self._number += 1
            noted = self._known[key] = self._latest = InternalError(self._number, doing)
            self._keep(noted, error)
        _LOG.error("program error number %d, while %s", noted.number, doing, exc_info=error)
        return noted

    def guarded(self, doing: str, act: Callable[[], T]) -> T | None:
        """What comes of it, or else None, with the mistake noted."""
        try:
            return act()
        except Exception as error:  # noqa: BLE001 (whatever it is, it costs this act alone)
            self.note(doing, error)
            return None

    def _keep(self, noted: InternalError, error: Exception) -> None:
        """A line for the doctor; where none can be written, the log has it all the same."""
        if self._file is None:
            return
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(self._clock()))
        said = " ".join(f"{noted.doing}: {type(error).__name__}: {error}".split())
        line = f"{noted.number} {when} {said[:LONGEST]}"
        known = [f"{number} {words}" for number, words in noted_in(self._file)]
        kept = known[-MOST_LINES // 2 :] if len(known) >= MOST_LINES else known
        try:
            with built_file(self._file) as building:
                building.write_text("\n".join([*kept, line, ""]), "utf-8", errors="replace")
        except OSError:
            _LOG.warning("no line about program error number %d could be kept in %s", noted.number, self._file)


def noted_in(file: Path | None) -> list[tuple[int, str]]:
    """Number and words of each mistake that a file tells of, the newest last; nothing where there is no such file."""
    try:
        lines = [] if file is None else untrusted.content(file).decode("utf-8", "replace").splitlines()
    except (OSError, ValueError):
        return []
    parts = (line.partition(" ") for line in lines)
    return [
        (int(number), words)
        for number, _, words in parts
        if number.isascii() and number.isdecimal() and len(number) < 10
    ]
