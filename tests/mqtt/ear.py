"""A club's ear, which counts what it hears of a table."""

import json

from mosquitto import Mosquitto
from told_table import OAK

from companion.errors import BrokerError
from companion.ports import Message

PATIENCE_S = 0.5


class Ear:
    """The club, that counts what it hears; it comes again when the broker was away."""

    def __init__(self, mosquitto: Mosquitto) -> None:
        self.fresh: list[int] = []
        self.again = 0
        self.status = ""
        self._mosquitto = mosquitto
        self._last: dict[str, int] = {}
        self._line = mosquitto.broker("club", patience_s=PATIENCE_S)
        self._there = False

    def listen(self) -> None:
        """Hear what there is; the line is taken anew where it broke."""
        try:
            if not self._there:
                self._line.connect(None, [OAK.event, OAK.status], self._hear)
                self._there = True
            self._line.listen(0.02)
        except BrokerError:
            self._there = False

    def hears(self) -> bool:
        """Whether it is there."""
        self.listen()
        return self._there

    def close(self) -> None:
        """Let go."""
        self._line.close()

    def _hear(self, message: Message) -> None:
        if message.topic == OAK.status:
            self.status = message.payload
            return
        event = json.loads(message.payload)
        if event["number"] > self._last.get(event["game"], 0):
            self._last[event["game"]] = event["number"]
            self.fresh.append(event["number"])
        else:
            self.again += 1
