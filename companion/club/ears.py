"""The club's line to the broker: hears every table, says the round, and comes back by itself whenever it can."""

import json
from threading import Event, Thread

from companion.club.club import Club, round_json
from companion.club.evening import Evening
from companion.errors import BrokerError, RefusedError
from companion.mqtt.topics import of_every_table, parse_topic, round_of
from companion.ports import Broker, Message

LOOKED_EVERY_S = 0.25
"""How soon a round is said after it was drawn, and a broken line is noticed."""
_SOON_S, _LATE_S = 1.0, 20.0
"""After how long a broker that is away is tried again, at first and after many times."""


class Ears:
    """A thread that listens for the club until it is closed."""

    def __init__(self, broker: Broker, root: str, club: Club) -> None:
        """Begins at once. Raises ValueError for a root that no topic can be made of."""
        status, _, availability = of_every_table(root)
        self._topics = status, availability
        self._broker, self._root, self._club = broker, root, club
        self._stopping = Event()
        self._said = ""
        self._known: Evening | None = None
        self._wait_s = _SOON_S
        self._thread = Thread(target=self._run, name="ears", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Listen no more; closing twice does nothing."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._broker.connect(None, self._topics, self._hear)
                self._attend()
            except BrokerError as error:
                self._club.hall.trouble_is(f"The broker cannot be reached: {error}. It is tried again by itself.")
                self._stopping.wait(self._wait_s)
                self._wait_s = min(2 * self._wait_s, _LATE_S)
        self._broker.close()

    def _attend(self) -> None:
        self._club.hall.trouble_is("")
        self._wait_s, self._said, self._known = _SOON_S, "", None
        while not self._stopping.is_set():
            self._broker.listen(LOOKED_EVERY_S)
            self._say()

    def _say(self) -> None:
        """The round, once for each that there is; a broker that forgot it hears it when the line is new.

        Before the first there is one with nobody in it, or tables would go on showing the evening before.
        """
        evening = self._club.evening
        if evening is self._known:
            return
        self._known, said = evening, round_json(evening)
        text = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
        if text != self._said:
            self._said = text
            try:
                self._broker.publish([Message(round_of(self._root), text, retained=True)])
            except RefusedError:
                self._club.hall.trouble_is("The broker does not let the club say its round: tables cannot show it.")

    def _hear(self, message: Message) -> None:
        known = parse_topic(self._root, message.topic)
        if known is not None:
            self._club.hall.internal_errors.guarded("hearing a table", lambda: self._club.hear(*known, message.payload))
