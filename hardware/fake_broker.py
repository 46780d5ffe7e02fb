"""A broker in this very process, for tests and for trying things out: it can be killed and made to forget."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import RLock

from companion.errors import BrokerError, RefusedError
from companion.ports import Message

Hear = Callable[[Message], None]


@dataclass(slots=True)
class _Ear:
    """Whoever is connected: what they hear, what waits to be heard, and what is said when their line breaks."""

    topics: tuple[str, ...]
    will: Message | None
    waiting: "SimpleQueue[Message]" = field(default_factory=SimpleQueue)


@dataclass(slots=True)
class FakeHub:
    """What the lines to one broker have in common. Safe from any thread."""

    said: list[Message] = field(default_factory=list)
    """All that was ever taken."""
    retained: dict[str, Message] = field(default_factory=dict)
    trouble: str = ""
    """Why nobody is let in or heard now, if so."""
    forbidden: tuple[str, ...] = ()
    """Topics that nobody may say anything under, + and # as in subscriptions."""
    _ears: dict[str, _Ear] = field(default_factory=dict)
    _lock: RLock = field(default_factory=RLock)

    def kill(self, trouble: str = "connection refused") -> None:
        """Break all lines, and let none in until it starts again; what was retained is forgotten."""
        with self._lock:
            self.trouble = trouble
            self._ears.clear()
            self.retained.clear()

    def start(self) -> None:
        """Let lines in again."""
        with self._lock:
            self.trouble = ""

    def cut(self, client: str) -> None:
        """Break one line, so that its last will is said."""
        with self._lock:
            ear = self._ears.pop(client, None)
            if ear is not None and ear.will is not None:
                self.take(ear.will)

    def let_in(self, client: str, topics: Sequence[str], will: Message | None) -> None:
        """A new line, in place of any of the same name. Raises BrokerError."""
        with self._lock:
            if self.trouble:
                raise BrokerError(self.trouble)
            self.cut(client)
            ear = self._ears[client] = _Ear(tuple(topics), will)
            for message in self.retained.values():
                _pass_on(message, ear)

    def leave(self, client: str) -> None:
        """A line is given up; its last will is not said."""
        with self._lock:
            self._ears.pop(client, None)

    def waiting_for(self, client: str) -> "SimpleQueue[Message]":
        """What this line has yet to hear. Raises BrokerError when it is broken."""
        with self._lock:
            if self.trouble or client not in self._ears:
                raise BrokerError(self.trouble or "it hung up")
            return self._ears[client].waiting

    def take(self, message: Message) -> None:
        """Keep what is to be kept, and pass it on. Raises RefusedError."""
        with self._lock:
            if any(heard_under(each, message.topic) for each in self.forbidden):
                raise RefusedError("it does not allow that to this user")
            self.said.append(message)
            if message.retained:
                self.retained[message.topic] = message
            for ear in self._ears.values():
                _pass_on(Message(message.topic, message.payload), ear)


class FakeBroker:
    """A line to such a broker, which knows this program as `client`."""

    def __init__(self, hub: FakeHub, client: str) -> None:
        self._hub = hub
        self._client = client
        self._hear: Hear = lambda _: None

    @property
    def address(self) -> str:
        """What people call the broker."""
        return "memory:0"

    def connect(self, will: Message | None, topics: Sequence[str], hear: Hear) -> None:
        """A new line in place of any there was. Raises BrokerError."""
        self._hub.let_in(self._client, topics, will)
        self._hear = hear

    def publish(self, messages: Sequence[Message]) -> None:
        """The broker takes each of them, in this order. Raises BrokerError."""
        for message in messages:
            self.listen(0)
            self._hub.take(message)

    def listen(self, wait_s: float) -> None:
        """Hear what is said, which may take so long to begin. Raises BrokerError when the line is broken."""
        waiting = self._hub.waiting_for(self._client)
        try:
            self._hear(waiting.get(timeout=wait_s) if wait_s else waiting.get_nowait())
            while True:
                self._hear(waiting.get_nowait())
        except Empty:
            return

    def close(self) -> None:
        """Let go; closing twice does nothing."""
        self._hub.leave(self._client)


def heard_under(pattern: str, topic: str) -> bool:
    """Whether whoever listens to a pattern hears this topic."""
    wanted, parts = pattern.split("/"), topic.split("/")
    if wanted[-1] == "#":
        wanted, parts = wanted[:-1], parts[: len(wanted) - 1]
    return len(wanted) == len(parts) and all(w in ("+", part) for w, part in zip(wanted, parts, strict=True))


def _pass_on(message: Message, ear: _Ear) -> None:
    if any(heard_under(each, message.topic) for each in ear.topics):
        ear.waiting.put(message)
