"""Who may do what: whoever knows the table's PIN speaks for the table, whoever scanned a seat's code for that seat.

A phone proves it with a random token in a cookie; what the token allows is known here alone, so there is nothing in a
cookie to forge. Where there is a phone book, PIN and phones are the same after a restart.
"""

import hmac
import secrets
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from threading import Lock

from companion.referee.naming import seats_before
from companion.referee.phones import Asker
from companion.web.limiter import Limiter
from companion.web.phone_book import PhoneBook, Trust, digest

GRANTS, SEAT_GRANTS = 200, 12
"""So many phones are remembered that speak for the table, and so many for each seat and no more than that. The one
of the same kind that was not heard of for longest gives way, so that no seat's phones can push out another's."""


class TooManyTriesError(Exception):
    """A secret was guessed too often."""

    def __init__(self, wait_s: float) -> None:
        super().__init__(f"too many tries; wait {wait_s:.0f} s")
        self.wait_s = wait_s


class Access:
    """The secrets of one table, and who has shown which. Safe to use from any thread.

    A `pin` that is set is the PIN; phones that knew another are trusted no longer.
    """

    def __init__(self, limiter: Limiter | None = None, book: PhoneBook | None = None, pin: str | None = None) -> None:
        self._book = book or PhoneBook()
        trust = self._book.read()
        self.pin = pin or trust.pin or f"{secrets.randbelow(10**6):06}"
        """Mostly six digits, shown at the table and nowhere else."""
        self._limiter = limiter or Limiter()
        self._lock = Lock()
        self._codes: dict[int, str] = {}
        self._outlived: dict[str, str] = {}
        same = trust.pin == self.pin
        self._grants = OrderedDict(trust.phones if same else {})
        self._known = trust.known and same
        self._players = trust.players if same else None
        self._keep()

    def asker(self, token: str) -> Asker:
        """What this token allows; an unknown one allows nothing."""
        key = digest(token)
        with self._lock:
            self._hear(key)
            if self._book.behind:
                self._keep()
            if key in self._grants:
                self._grants.move_to_end(key)
            return self._grants.get(key, Asker())

    @property
    def known_to_somebody(self) -> bool:
        """Whether any phone has ever shown this PIN, whatever became of it."""
        return self._known

    def enter(self, pin: str, address: str, token: str) -> str | None:
        """A token that speaks for the table, and for what `token` spoke for; None for a wrong PIN.

        Raises TooManyTriesError, without looking at the PIN, when it was guessed too often.
        """
        self._take_a_try(address)
        if not _same(pin, self.pin):
            return None
        self._limiter.forgive(address)
        self._known = True
        return self._grant(Asker(table=True), token)

    def claim(self, code: str, address: str, token: str) -> str | None:
        """A token that speaks for the code's seat, and for the table if `token` did; None for a wrong code.

        Raises TooManyTriesError.
        """
        self._take_a_try(address)
        found = self._seat_of(code)
        if found is None:
            return None
        self._limiter.give_back(address)  # and no more: whoever has a seat's code may still be guessing the PIN
        return self._grant(found, token)

    def leave(self, token: str) -> None:
        """Forget a token, and the one that its phone had before."""
        key = digest(token)
        with self._lock:
            self._hear(key)
            self._grants.pop(key, None)
            self._keep()

    def forget_others(self, token: str) -> None:
        """Forget every token but this one."""
        key = digest(token)
        with self._lock:
            self._codes.clear()
            self._grants = OrderedDict((known, asker) for known, asker in self._grants.items() if known == key)
            self._keep()

    def code(self, seat: int) -> str:
        """The secret of a seat, the same until `reseat`."""
        with self._lock:
            return self._codes.setdefault(seat, secrets.token_urlsafe(16))

    def reseat(self, before: Sequence[str], after: Sequence[str]) -> None:
        """Seats go with their players into the next game; whoever is not in it speaks for no seat any more."""
        moved = {was: seat for seat, was in enumerate(seats_before(before, after), 1) if was}
        with self._lock:
            self._codes = {moved[seat]: code for seat, code in self._codes.items() if seat in moved}
            seated = ((key, replace(one, seat=moved.get(one.seat or 0))) for key, one in self._grants.items())
            self._grants = OrderedDict((key, one) for key, one in seated if one != Asker())
            self._players = tuple(after)
            self._keep()

    def take_up(self, players: Sequence[str]) -> None:
        """The game that is gone on with, or begun, has these players.

        Phones may have been seated for another: the power went before they were, or a new evening began.
        """
        before, self._players = self._players, tuple(players)
        if before is None:
            with self._lock:
                self._keep()
        elif before != self._players:
            self.reseat(before, players)

    def _hear(self, key: str) -> None:
        """A phone that shows its fresh token needs the one before no more; until then the answer may have been lost."""
        for old in [old for old, fresh in self._outlived.items() if fresh == key]:
            del self._outlived[old]
            self._grants.pop(old, None)
            self._keep()

    def _keep(self) -> None:
        self._book.write(Trust(self.pin, self._grants, known=self._known, players=self._players))

    def _take_a_try(self, address: str) -> None:
        wait_s = self._limiter.take(address)
        if wait_s:
            raise TooManyTriesError(wait_s)

    def _seat_of(self, code: str) -> Asker | None:
        with self._lock:
            seats = [seat for seat, known in self._codes.items() if _same(code, known)]
        return Asker(seat=seats[0]) if seats else None

    def _grant(self, found: Asker, token: str) -> str:
        """A fresh token for both what was found and what the old one allowed; a token is never handed on."""
        fresh, old = secrets.token_urlsafe(24), digest(token)
        with self._lock:
            self._hear(old)
            had = self._grants.get(old, Asker())
            if had != Asker():
                self._outlived[old] = digest(fresh)
            asker = self._grants[digest(fresh)] = Asker(found.seat or had.seat, found.table or had.table)
            alike = [known for known, each in self._grants.items() if _kind(each) == _kind(asker)]
            for oldest in alike[: -GRANTS if asker.table else -SEAT_GRANTS]:
                del self._grants[oldest]
            self._outlived = {old: known for old, known in self._outlived.items() if old in self._grants}
            self._keep()
        return fresh


def _kind(asker: Asker) -> Asker:
    """What a phone speaks for; the table's, if it speaks for the table at all."""
    return Asker(table=True) if asker.table else asker


def _same(one: str, other: str) -> bool:
    """Whether two texts are equal, in a time that does not tell where they differ."""
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode())
