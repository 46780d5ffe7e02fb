"""Where phones hand in commands for the game that is being played, and who of them may.

The page is there before the game and after it; in between somebody opens the desk.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from threading import Lock

from companion.errors import CompanionError
from companion.referee.events import Event
from companion.referee.followed import Command
from companion.web.access import Access

Submit = Callable[[Command], "Future[tuple[Event, ...]]"]
"""Hands a command to whoever plays: `Session.command`."""

PATIENCE_S = 5.0
"""A table that looks at no frame for so long does not answer; the command is then withdrawn."""


class NobodyPlaysError(CompanionError):
    """No game takes commands now; nothing was changed."""


class Desk:
    """A desk for commands, closed at first. Safe to use from any thread."""

    def __init__(self, access: Access | None = None, patience_s: float = PATIENCE_S) -> None:
        self.access = access or Access()
        self._patience_s = patience_s
        self._lock = Lock()
        self._submit: Submit | None = None

    def open(self, submit: Submit) -> None:
        """From now on commands go this way."""
        with self._lock:
            self._submit = submit

    @contextmanager
    def opened(self, submit: Submit) -> Iterator[None]:
        """Take commands this way until the block ends."""
        self.open(submit)
        try:
            yield
        finally:
            self.close()

    def close(self) -> None:
        """Take no more commands; closing twice does nothing."""
        with self._lock:
            self._submit = None

    def carry_out(self, command: Command) -> tuple[Event, ...]:
        """What came of the command. Raises NobodyPlaysError, and ValueError when the referee refuses."""
        with self._lock:
            submit = self._submit
        if submit is None:
            raise NobodyPlaysError("No game is being played at the table now.")
        future = submit(command)
        try:
            return future.result(self._patience_s)
        except (TimeoutError, CancelledError):
            if future.cancel():
                raise NobodyPlaysError("The table does not answer. Nothing was changed; try again.") from None
            return future.result()  # it is being carried out at this very moment
