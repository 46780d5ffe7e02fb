"""A table that tells a broker, for tests: its journal and its page by hand, its broker a fake or a real one."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.games.one_eyed_jack.layout import REFERENCE
from companion.journal.archive import MemoryArchive
from companion.journal.event_log import MemoryJournal
from companion.mqtt.herald import Herald, HeraldSources, Pace
from companion.mqtt.orders import Orders
from companion.mqtt.receipts import Receipts
from companion.mqtt.topics import Topics
from companion.ports import Broker, Message
from companion.referee.events import Event, GameStarted, Setup, TeamLook, TurnPlayed
from companion.referee.one_eyed_jack.tracking import begin
from companion.session.internal_errors import InternalErrors
from companion.views.one_eyed_jack.status import status_of
from companion.web import Live

SETUP = Setup(
    "classic N=2 T=2",
    tuple(card.code for card in REFERENCE.cards),
    (TeamLook("R", "red"), TeamLook("B", "blue")),
    ("Ann", "Ben"),
)
OAK = Topics("oak")


@dataclass
class ToldTable:
    """What a herald is given, and what it said of its trouble."""

    receipts: Path
    journal: MemoryJournal = field(default_factory=MemoryJournal)
    live: Live = field(default_factory=Live)
    orders: Orders = field(default_factory=Orders)
    said: list[tuple[str, str]] = field(default_factory=list)
    internal_errors: InternalErrors = field(default_factory=InternalErrors)
    pace: Pace = field(default_factory=lambda: Pace(0.01, 0.01, 0.01))

    @contextmanager
    def telling(self, broker: Broker) -> Iterator[None]:
        """While a herald is at work."""
        table = HeraldSources(
            self.live, MemoryArchive(self.journal), self.orders, self._say, self.internal_errors, self.pace
        )
        with closing(Herald(broker, OAK, table, Receipts(self.receipts))):
            yield

    def begin(self) -> None:
        """A game begins."""
        self.happen(GameStarted(SETUP))
        self.live.tell(status_of(begin(SETUP)[0]))

    def play(self, turns: int) -> None:
        """So many events, which are all the same."""
        for _ in range(turns):
            self.happen(TurnPlayed("r 7D@C4"))

    def happen(self, event: Event) -> None:
        """One event."""
        self.journal.append([event], 0.0)

    def _say(self, trouble: str, words: str) -> None:
        self.said.append((trouble, words))


def events_in(messages: list[Message]) -> list[dict[str, Any]]:
    """The events among what was said."""
    return [json.loads(each.payload) for each in messages if each.topic == OAK.event]


def eventually(true: Callable[[], bool]) -> bool:
    """Whether it comes true before long."""
    deadline = time.monotonic() + 20
    while not true() and time.monotonic() < deadline:
        time.sleep(0.005)
    return true()
