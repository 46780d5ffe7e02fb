"""A broker, as the suite over real and fake wants it, and what a listener hears there."""

import time
from pathlib import Path
from typing import Any

from mosquitto import Mosquitto

from companion.ports import Broker, Message
from hardware.fake_broker import FakeBroker, FakeHub

ACL = "user oak\ntopic readwrite t/oak/#\nuser club\ntopic read t/#\n"


class Heard:
    """What a listener hears, and the line it hears it on."""

    def __init__(self, line: Broker, *topics: str) -> None:
        self.messages: list[Message] = []
        self._line = line
        line.connect(None, topics, self.messages.append)

    def wait(self, number: int) -> list[Message]:
        """What came in once it is so many, or what there is after a long while."""
        deadline = time.monotonic() + 10
        while len(self.messages) < number and time.monotonic() < deadline:
            self._line.listen(0.1)
        return list(self.messages)


class FakeHouse:
    """The fake, as the suite wants it."""

    def __init__(self) -> None:
        self.hub = FakeHub(forbidden=("t/elm/#",))
        self.kill, self.start = self.hub.kill, self.hub.start
        self.lines: list[Broker] = []

    def broker(self, user: str = "oak") -> Broker:
        """A line of this user's, closed in the end."""
        self.lines.append(FakeBroker(self.hub, user))
        return self.lines[-1]

    def pull(self, _: Broker) -> None:
        """Break the line as a power cut would."""
        self.hub.cut("oak")


class RealHouse:
    """A Mosquitto, as the suite wants it."""

    def __init__(self, folder: Path) -> None:
        self.mosquitto = Mosquitto(folder, ACL)
        self.mosquitto.start()
        self.kill, self.start = self.mosquitto.kill, self.mosquitto.start
        self.lines: list[Broker] = []

    def broker(self, user: str = "oak") -> Broker:
        """A line of this user's, closed in the end."""
        self.lines.append(self.mosquitto.broker(user))
        return self.lines[-1]

    def pull(self, line: Any) -> None:
        """Break the line as a power cut would."""
        line._line._client.socket().close()
