"""A hall of tables that nobody sits at, each on a line of its own to a real broker; for trying out and measuring."""

import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from threading import Event as Flag
from typing import Any

from companion.club.simulated import SimulatedTable
from companion.errors import BrokerError
from companion.mqtt.statements import event_text
from companion.mqtt.topics import OFFLINE, ONLINE, Topics
from companion.ports import Broker, Message
from companion.registry.games import statement_text

_BLUNDERS, _MENDED_AFTER = 0.02, 4
"""In how many turns a chip is put where none belongs, and after how many turns' time it is taken away."""
_RESTS = 3
"""For so many turns' time a table shows how its game ended."""

Brokers = Callable[[str], Broker]
"""The line of whoever has this name."""


class SpeakingTable:
    """A simulated table on the broker: it plays what the round has for it, and games of its own in between."""

    def __init__(self, topics: Topics, broker: Broker, random: Random) -> None:
        self._topics, self._broker, self._random = topics, broker, random
        self._players, self._next = ("Seat 1", "Seat 2"), ("Seat 1", "Seat 2")
        self._table = SimulatedTable(self._players, random)
        self._game, self._number, self._wrong, self._rested = 1, 0, 0, 0
        self._said: Any = None
        self._lost = True
        self.statements = 0
        """How many were said."""

    def act(self) -> None:
        """One turn's time: a turn, a blunder, its remedy, or a new game. Raises BrokerError."""
        if self._lost:
            self._connect()
        try:
            self._broker.listen(0)
            self._go_on()
        except BrokerError:
            self._lost = True
            raise

    def close(self) -> None:
        """Say goodbye."""
        with suppress(BrokerError):
            self._broker.publish([Message(self._topics.availability, OFFLINE, retained=True)])
        self._broker.close()

    def _connect(self) -> None:
        will = Message(self._topics.availability, OFFLINE, retained=True)
        self._broker.connect(will, [self._topics.round], self._hear)
        self._broker.publish([Message(self._topics.availability, ONLINE, retained=True)])
        self._lost, self._said = False, None

    def _go_on(self) -> None:
        changes = self._next != self._players
        if changes or self._table.over:
            self._rested += 1
            if changes or self._rested > _RESTS:
                self._begin()
        elif self._wrong:
            self._wrong -= 1
            if not self._wrong:
                self._tell(self._table.mend())
        elif self._random.random() < _BLUNDERS:
            self._wrong = _MENDED_AFTER
            self._tell(self._table.blunder())
        else:
            self._tell(self._table.turn())
        if self._said is None:
            self._tell([(self._table.statement, ())])

    def _begin(self) -> None:
        """A new game with whoever the round has here. A table whose game of a round is over waits for the next."""
        self._players = self._next
        self._rested, self._wrong = 0, 0
        self._game, self._number = self._game + 1, 0
        self._tell([(None, self._table.begin(self._players)), (self._table.statement, ())])

    def _tell(self, told: Any) -> None:
        messages = []
        for statement, events in told:
            for event in events:
                self._number += 1
                text = event_text(self._number, f"{self._topics.name}-{self._game}", event, self._table.setup)
                messages.append(Message(self._topics.event, text))
            if statement is not None and statement != self._said:
                self._said = statement
                self.statements += 1
                messages.append(Message(self._topics.status, statement_text(statement), retained=True))
        self._broker.publish(messages)

    def _hear(self, message: Message) -> None:
        """Who plays here in this round; a table that has nobody is left to itself."""
        with suppress(ValueError, KeyError, TypeError):
            mine = [each for each in json.loads(message.payload)["meetings"] if each["table"] == self._topics.name]
            waiting = [each for each in mine if each["points"] is None]
            if waiting:
                self._next = (str(waiting[0]["sides"][0]), str(waiting[0]["sides"][1]))


def speaking_tables(number: int, root: str, brokers: Brokers, seed: int = 1) -> list[SpeakingTable]:
    """So many of them under this root, each on a line of its own."""
    random = Random(seed)  # noqa: S311 (cards on simulated tables are no secrets)
    names = [f"table-{each:0{len(str(number))}}" for each in range(1, number + 1)]
    return [SpeakingTable(Topics(name, root), brokers(f"simulated-{name}"), random) for name in names]


class SimulatedClub:
    """So many tables, a turn each every `pace_s` seconds; `play` goes round them until it is told to stop."""

    def __init__(self, tables: Sequence[SpeakingTable], pace_s: float) -> None:
        self.tables = tables
        self._pace_s = pace_s

    def play(self, stopping: Flag, told: Callable[[str], None]) -> None:
        """Turn after turn, spread evenly over the time; `told` hears of a broker that cannot be reached."""
        due_s = time.monotonic()
        while not stopping.is_set():
            for table in self.tables:
                due_s = max(due_s + self._pace_s / len(self.tables), time.monotonic() - self._pace_s)
                if stopping.wait(max(0.0, due_s - time.monotonic())):
                    break
                try:
                    table.act()
                except BrokerError as error:
                    told(f"the broker cannot be reached ({error}); it is tried again")

    def close(self) -> None:
        """Every table says goodbye."""
        for table in self.tables:
            table.close()
