"""What a broker has taken, on disk: after a restart the events that it has not are told, and no other.

Nothing depends on the file. Where it is missing, damaged or of another journal, the last game is told from its
beginning, under a new name, so that nobody takes its events for others.
"""

import hashlib
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from operator import index
from pathlib import Path

from companion.errors import CompanionError
from companion.files import untrusted
from companion.files.atomic import built_file, write_json
from companion.journal.event_text import to_json
from companion.ports import Archive, Numbered


@dataclass(frozen=True, slots=True)
class Receipt:
    """How far a journal was told: its name among all journals, the last event's number, and a digest of that event."""

    journal: str = field(default_factory=lambda: secrets.token_hex(4))
    number: int | None = None
    digest: str = ""


class Receipts:
    """The receipts of one table, kept in a file; for one thread."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._last = _read(file) or Receipt()

    def due(self, archive: Archive, limit: int) -> tuple[Numbered, ...]:
        """So many events at most that are yet to be told, in order. Raises JournalError."""
        if self._last.number is not None:
            found = archive.after(self._last.number - 1, limit + 1)
            if found and (found[0].number, _digest(found[0])) == (self._last.number, self._last.digest):
                return found[1:]
            self._last = Receipt()
        return archive.after(None, limit)

    def game(self, event: Numbered) -> str:
        """What an event's game is called among all games of all tables."""
        return f"{self._last.journal}-{event.game}"

    def taken(self, events: Sequence[Numbered]) -> None:
        """The broker has taken these; a disk that takes nothing only makes them be told again after a restart."""
        last = events[-1]
        self._last = Receipt(self._last.journal, last.number, _digest(last))
        with suppress(CompanionError, OSError), built_file(self._file) as building:
            write_json(building, asdict(self._last))


def waiting(file: Path, archive: Archive, limit: int) -> int:
    """How many events a broker has not taken, `limit` at most. Raises JournalError."""
    return len(Receipts(file).due(archive, limit))


def _digest(event: Numbered) -> str:
    return hashlib.sha256(to_json(event.event).encode()).hexdigest()[:16]


def _read(file: Path) -> Receipt | None:
    try:
        kept = untrusted.json_file(file)
        return Receipt(str(kept["journal"]), index(kept["number"]), str(kept["digest"]))
    except (OSError, ValueError, TypeError, KeyError):
        return None
