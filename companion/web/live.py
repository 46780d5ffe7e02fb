"""The phones as an audience: the latest statement, numbered, for as many readers as want it.

Only the newest statement is kept, since each is whole: a reader that missed some has lost nothing.
"""

import secrets
from threading import Condition

from companion.registry.games import statement_text
from companion.session.internal_errors import InternalErrors
from companion.views.statement import NumberedStatement, Statement
from companion.web.desk import Desk

STREAMS = 64
"""Phones that may listen at once; the others ask again every few seconds."""


class Live:
    """Holds the newest status; `tell` may be called from one thread while any number of others wait."""

    def __init__(
        self, streams: int = STREAMS, desk: Desk | None = None, internal_errors: InternalErrors | None = None
    ) -> None:
        self.desk = desk or Desk()
        """Where the same phones hand in commands."""
        self.internal_errors = internal_errors or InternalErrors()
        """Where mistakes are noted that are made for these phones or the game they see."""
        self._changed = Condition()
        self._status: Statement | None = None
        self._newest: NumberedStatement | None = None
        self._free = streams
        self._closed = False
        self.run = secrets.token_hex(4)
        """Names this run, since sequence numbers start again with the program."""
        self.doing = ""
        """What is done before the first statement, as a headline; set from one thread."""
        self.trouble = ""
        """Why the table is not seen, in words, while there is no game to say so; set from one thread."""
        self.aside = ""
        """What is no matter of the game's and yet to be known, such as a broker that is away; set from one thread."""

    def tell(self, status: Statement) -> None:
        """Take this statement in place of the one before; the same statement again is no news."""
        if status == self._status:
            return
        text = statement_text(status)
        with self._changed:
            self._status = status
            self._newest = NumberedStatement(self.sequence + 1, text)
            self._changed.notify_all()

    @property
    def status(self) -> Statement | None:
        """The newest statement, or None before the first."""
        return self._status

    @property
    def newest(self) -> NumberedStatement | None:
        """The newest statement as it goes out, or None before the first."""
        return self._newest

    @property
    def sequence(self) -> int:
        """The number of the newest statement, 0 before the first."""
        return self._newest.sequence if self._newest else 0

    @property
    def closed(self) -> bool:
        """Whether readers should stop."""
        return self._closed

    def wait_newer(self, sequence: int, timeout_s: float) -> NumberedStatement | None:
        """The newest statement once its number is above `sequence`; None after `timeout_s` or when closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self.sequence > sequence, timeout_s)
            return self._newest if self.sequence > sequence and not self._closed else None

    def take_seat(self) -> bool:
        """Reserve one of the streams; False when all are taken. Give it back with `leave_seat`."""
        with self._changed:
            if self._free == 0 or self._closed:
                return False
            self._free -= 1
            return True

    def leave_seat(self) -> None:
        """Give a stream back."""
        with self._changed:
            self._free += 1

    def close(self) -> None:
        """Send every reader home; closing twice does nothing."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
