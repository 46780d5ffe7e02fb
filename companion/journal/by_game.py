"""Entries of a journal, told apart by the games they are of."""

from collections.abc import Sequence

from companion.ports import JournalEntry
from companion.referee.events import GameStarted


def by_game(entries: Sequence[JournalEntry]) -> list[tuple[JournalEntry, ...]]:
    """What comes before any game, which may be nothing, and then game after game, `GameStarted` first."""
    starts = [place for place, entry in enumerate(entries) if isinstance(entry.event, GameStarted)]
    return [tuple(entries[start:end]) for start, end in zip([0, *starts], [*starts, len(entries)], strict=True)]
