"""A journal that waits for its disk: what cannot be written is kept in memory, and written in order when it can be.

A full or read-only disk, or a torn file, ends no evening; `trouble` says for as long as it lasts that a power cut
would now lose what was told. A start with a disk that cannot be written goes on in memory with what can be read of it;
one with a torn file sets it aside and begins a new one, and `lost` says so.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from companion.errors import JournalError, TornError, UnwritableError
from companion.journal.archive import ReadOnlyJournal
from companion.journal.by_game import by_game
from companion.ports import Journal, JournalEntry
from companion.referee.events import Event

T = TypeVar("T")

RETRY_S = 5.0
"""How long a disk that cannot be written is left alone."""


class BufferedJournal:
    """What `opening` opens, or memory for as long as that cannot be written; `clock` counts seconds, for one thread.

    `read_only` is what can be read of it until then. A torn one is set aside by `set_aside`, which says where it is
    then. Raises JournalError, as `opening` does, where none of these helps: another program holds it, it is of a newer
    version, or none of this program's.
    """

    def __init__(
        self,
        opening: Callable[[], Journal],
        clock: Callable[[], float],
        set_aside: Callable[[], Path] | None = None,
        read_only: ReadOnlyJournal | None = None,
    ) -> None:
        self._opening = opening
        self._clock = clock
        self._set_aside = set_aside
        self._read_only = read_only
        self._lost = ""
        self._waiting: deque[tuple[tuple[Event, ...], float]] = deque()
        self._disk: Journal | None = None
        self._trouble = ""
        self._open, self._appended = True, False
        self._tried_at_s = clock()
        self._open_or_wait()

    def append(self, events: Iterable[Event], taken_at_s: float) -> None:
        """Keep these events, all or none, on disk or else in memory. Raises JournalError when the journal is closed."""
        if not self._open:
            raise JournalError("the journal is closed; open it again")
        self._appended = True
        batch = (tuple(events), float(taken_at_s))
        self._waiting.append(batch)
        if not self._trouble:
            self._write()

    def entries(self) -> tuple[JournalEntry, ...]:
        """Every event kept, in order, on disk and then in memory. Raises JournalError when one cannot be read."""
        return *(self._unless_torn(lambda disk: disk.entries()) or ()), *self._ahead()

    def games(self) -> Iterator[tuple[JournalEntry, ...]]:
        """Game after game, the newest first, those that wait for the disk before all. Raises JournalError."""
        newest, older = self._unless_torn(_newest) or ((), ())
        going_on, *begun = by_game(self._ahead())
        yield from reversed(begun)
        if newest:
            yield newest + going_on
        yield from older

    def trouble(self) -> str:
        """Why not everything is on disk, empty when it is; now and then the disk is tried again first."""
        if self._open and self._trouble and self._clock() - self._tried_at_s >= RETRY_S:
            self._write()
        return self._trouble

    def lost(self) -> str:
        """Where what was told before is, since it was torn; empty when it is among the entries."""
        return self._lost

    def began_this_evening(self) -> bool:
        """Whether the last game began this evening, as what waits for the disk did."""
        known = self._disk or self._read_only
        return known is None or bool(self._waiting) or known.began_this_evening()

    def close(self) -> None:
        """Write what waits if that can be, and let go; closing twice does nothing."""
        if self._open:
            if self._waiting:
                self._write()
            self._open = False
            if self._disk is not None:
                self._disk.close()

    def _open_or_wait(self) -> None:
        try:
            self._disk = self._opened()
        except UnwritableError as error:
            self._trouble = str(error)

    def _ahead(self) -> tuple[JournalEntry, ...]:
        """What waits for the disk."""
        return tuple(JournalEntry(event, taken_at_s) for events, taken_at_s in self._waiting for event in events)

    def _unless_torn(self, read: Callable[[Journal | ReadOnlyJournal], T]) -> T | None:
        """What the disk holds; damage that shows only in reading is found before anything was appended."""
        known = self._disk or self._read_only
        try:
            return None if known is None else read(known)
        except TornError as error:
            if self._appended:
                raise
            assert self._disk is not None
            self._disk.close()
            self._disk = None
            self._disk = self._begun_anew(error)
            return None

    def _opened(self) -> Journal:
        """What `opening` opens, or a new one in the place of a torn one. Raises JournalError when neither can be."""
        try:
            return self._opening()
        except TornError as error:
            return self._begun_anew(error)

    def _begun_anew(self, error: TornError) -> Journal:
        """A new journal in the place of a torn one. Raises JournalError when that cannot be."""
        if self._set_aside is None:
            raise error
        head = self._head()
        self._lost = f"the journal was damaged, and lies beside the new one as {self._set_aside().name}"
        self._waiting.extendleft(((entry.event,), entry.taken_at_s) for entry in reversed(head))
        return self._opening()

    def _head(self) -> tuple[JournalEntry, ...]:
        """What is known of a game that went on while it could only be read, and would be without a beginning."""
        going_on, *_ = by_game(self._ahead())
        return _newest(self._read_only)[0] if going_on and self._read_only else ()

    def _write(self) -> None:
        """Everything that waits, batch by batch, so that what was written is never written again."""
        self._tried_at_s = self._clock()
        try:
            self._disk = self._disk or self._opened()
            while self._waiting:
                batch = self._waiting.popleft()  # before, since a signal may end the program once it is written
                try:
                    self._disk.append(*batch)
                except JournalError:
                    self._waiting.appendleft(batch)
                    raise
        except JournalError as error:
            self._trouble = str(error)
        else:
            self._trouble = ""


def _newest(disk: Journal | ReadOnlyJournal) -> tuple[tuple[JournalEntry, ...], Iterator[tuple[JournalEntry, ...]]]:
    """The newest game that the disk holds, and those before it, which are not read for that."""
    games = disk.games()
    return next(games, ()), games
