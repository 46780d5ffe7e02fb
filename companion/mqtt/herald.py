"""Tells a broker how a table stands and what happens at it, from a thread of its own.

To the frame loop the broker is one phone more: it reads the newest statement where phones do, and events out of the
journal, so that however slow it is nobody waits for it. What it has not acknowledged is told again, in order.
"""

import json
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Protocol

from companion.errors import BrokerError, JournalError, RefusedError
from companion.mqtt.discovery import discovery_text
from companion.mqtt.orders import OFF, ON, Orders
from companion.mqtt.receipts import Receipts
from companion.mqtt.statements import event_text
from companion.mqtt.topics import OFFLINE, ONLINE, Topics
from companion.ports import Archive, Broker, Message
from companion.session.internal_errors import InternalErrors
from companion.views.statement import NumberedStatement

AT_ONCE = 16
"""So many events are told before it is looked whether the table stands otherwise."""
_AWAY = "The broker is not told of the game ({}). Nothing is lost: it is told once it can be."
_BACK = "The broker is told of the game again."


class News(Protocol):
    """The newest statement, for as many readers as want it."""

    def wait_newer(self, sequence: int, timeout_s: float) -> NumberedStatement | None:
        """The newest statement once its number is above `sequence`; None after `timeout_s` or when it is all over."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a herald waits, in seconds."""

    pause_s: float = 0.5
    """A quiet table is looked after so often."""
    first_retry_s: float = 1.0
    """A broker that is away is tried again after so long, and each time after twice as long."""
    last_retry_s: float = 30.0
    """But never after longer. A line that stood twice as long was well, and is tried again as at first; one that breaks
    at once, as where two tables have one name, is not."""
    goodbye_s: float = 3.0
    """So long it may take to leave."""


@dataclass(frozen=True, slots=True)
class HeraldSources:
    """What there is to tell, and whom to tell when it cannot be."""

    news: News
    archive: Archive
    orders: Orders
    say: Callable[[str, str], None]
    """Takes what the page is to show, empty when all is well, and what happened, in words."""
    internal_errors: InternalErrors
    pace: Pace = field(default_factory=Pace)


class Herald:
    """Tells a broker from its first breath until it is closed."""

    def __init__(self, broker: Broker, topics: Topics, sources: HeraldSources, receipts: Receipts) -> None:
        self._broker = broker
        self._topics = topics
        self._sources = sources
        self._pace = sources.pace
        self._receipts = receipts
        self._closing = threading.Event()
        self._heard: SimpleQueue[Message] = SimpleQueue()
        self._trouble = ""
        self._retry_s = self._pace.first_retry_s
        self._sequence = 0
        self._described = ""
        self._muted: bool | None = None
        self._thread = threading.Thread(target=self._run, name="broker", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Tell what is left and say goodbye, if that can be done at once; closing twice does nothing."""
        self._closing.set()
        self._thread.join(self._pace.goodbye_s)

    def _run(self) -> None:
        while not self._closing.is_set():
            began_s = time.monotonic()
            self._sources.internal_errors.guarded("telling the broker", self._tell_until_it_fails)
            if time.monotonic() - began_s > 2 * self._pace.last_retry_s:
                self._retry_s = self._pace.first_retry_s
            if not self._closing.wait(self._retry_s):
                self._retry_s = min(2 * self._retry_s, self._pace.last_retry_s)

    def _tell_until_it_fails(self) -> None:
        try:
            self._connect()
            while not self._closing.is_set():
                self._round(self._pace.pause_s)
            self._leave()
        except BrokerError as error:
            self._report(_AWAY.format(error))
        finally:
            self._broker.close()

    def _connect(self) -> None:
        """A new line, on which everything that is retained is told anew."""
        will = Message(self._topics.availability, OFFLINE, retained=True)
        self._broker.connect(will, self._sources.orders.topics(self._topics), self._heard.put)
        self._sequence, self._described, self._muted = 0, "", None
        self._broker.publish([Message(self._topics.availability, ONLINE, retained=True)])
        self._round(0)
        self._report("")

    def _round(self, pause_s: float) -> None:
        """Everything that is to be told now, or else a while of waiting for more."""
        told = self._tell_events()
        if newer := self._sources.news.wait_newer(self._sequence, 0 if told else pause_s):
            self._tell_status(newer)
        self._tell_muted()
        self._broker.listen(0)
        self._obey()

    def _tell_events(self) -> bool:
        """Whether there were any."""
        try:
            due = self._receipts.due(self._sources.archive, AT_ONCE)
        except JournalError:  # which is the game's own trouble, and told as such
            return False
        if not due:
            return False
        names = [self._receipts.game(each) for each in due]
        told = [event_text(each.number, name, each.event, each.setup) for each, name in zip(due, names, strict=True)]
        self._broker.publish([Message(self._topics.event, each) for each in told])
        self._receipts.taken(due)
        return True

    def _tell_status(self, newer: NumberedStatement) -> None:
        self._describe(newer.text)
        self._broker.publish([Message(self._topics.status, newer.text, retained=True)])
        self._sequence = newer.sequence

    def _describe(self, status: str) -> None:
        """Tell Home Assistant what this table has; a broker that does not allow it has none."""
        described = discovery_text(self._topics, json.loads(status), self._sources.orders)
        if described == self._described:
            return
        with suppress(RefusedError):
            self._broker.publish([Message(self._topics.discovery, described, retained=True)])
        self._described = described

    def _tell_muted(self) -> None:
        mute = self._sources.orders.mute
        if mute is not None and mute.muted != self._muted:
            self._muted = mute.muted
            self._broker.publish([Message(self._topics.mute, ON if self._muted else OFF, retained=True)])

    def _obey(self) -> None:
        """Carry out what was heard meanwhile."""
        while True:
            try:
                self._sources.orders.obey(self._heard.get_nowait(), self._topics)
            except Empty:
                return

    def _leave(self) -> None:
        while self._tell_events():
            continue
        self._broker.publish([Message(self._topics.availability, OFFLINE, retained=True)])

    def _report(self, trouble: str) -> None:
        """Say what is wrong once, and that it is well again."""
        if trouble != self._trouble:
            self._sources.say(trouble, trouble or _BACK)
            self._trouble = trouble
