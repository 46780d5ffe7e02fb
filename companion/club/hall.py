"""What is heard of all tables, as one audience is told: each table whole, whenever it changes, and the evening's plan.

Every table has the number of the news that last changed it. A reader who has some number gets whatever is newer, so
that one who missed much gets each table once; that is also how a slow screen is spared.
"""

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from companion.club.evening import MOST_TABLES
from companion.club.stands import Stand, stand_of
from companion.mqtt.topics import OFFLINE
from companion.session.internal_errors import InternalErrors
from companion.views.statement import NumberedStatement
from companion.web.desk import Desk
from companion.web.live import STREAMS, Live

GATHERED_S = 0.025
"""News is passed on together with what comes in so short a time after it."""


@dataclass(slots=True)
class HeardTable:
    """One table as it was last heard of."""

    name: str
    stand: Stand | None = None
    rubbish: str = ""
    """What was wrong with its last statement; nothing when it was one."""
    offline: bool = False
    since_s: float = 0.0
    """Since when it is as it is: calls, is silent or talks rubbish, or is well."""
    sequence: int = 0
    text: str = ""

    @property
    def state(self) -> str:
        """In one word how it is with it, the first that holds: `offline`, `rubbish`, `waiting`, `calls` or `well`."""
        if self.offline:
            return "offline"
        if self.rubbish:
            return "rubbish"
        if self.stand is None:
            return "waiting"
        return "calls" if self.stand.calls else "well"

    @property
    def condition(self) -> tuple[str, str]:
        """What it is since `since_s`: its state, and what exactly it calls for or is wrong with it."""
        state = self.state
        what = self.rubbish if state == "rubbish" else self.stand.calls if self.stand and state == "calls" else ""
        return state, what


class Hall(Live):
    """All tables that were heard, for any number of readers; every method may be called from any thread."""

    def __init__(
        self,
        desk: Desk | None = None,
        internal_errors: InternalErrors | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(STREAMS, desk, internal_errors)
        self._clock = clock
        self._tables: dict[str, HeardTable] = {}
        self._sequence = 1
        self._plan, self._planned = "{}", 1
        self._forgot = 0
        self._unheard: set[str] = set()

    def hear(self, name: str, what: str, payload: str) -> Stand | None:
        """A table said this under `status` or `availability`; how it stands, if that is what it said."""
        with self._changed:
            if not payload:  # its broker was told to keep nothing more of this
                if what == "status":
                    self._forget(name)
                return None
            table = self._tables.get(name) or self._new(name)
            if table is None:
                return None
            before = table.condition, table.stand
            if what == "availability":
                table.offline = payload == OFFLINE
            else:
                self._listen(table, payload)
            if table.condition != before[0]:
                table.since_s = self._clock()
            if (table.condition, table.stand) != before or not table.sequence:
                self._number(table)
            return table.stand if what == "status" and not table.rubbish else None

    def plan(self, plan: dict[str, Any]) -> None:
        """The evening's plan from now on."""
        with self._changed:
            text = json.dumps(plan, ensure_ascii=False, separators=(",", ":"))
            if text != self._plan:
                self._plan = text
                self._plan_is_new()

    def trouble_is(self, words: str) -> None:
        """Why nothing is heard, if so; nothing when all is well."""
        with self._changed:
            if words != self.trouble:
                self.trouble = words
                self._plan_is_new()

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of those that are there, in their order."""
        with self._changed:
            return tuple(sorted(name for name, table in self._tables.items() if not table.offline and table.stand))

    def knows(self, name: str) -> bool:
        """Whether a table of this name is shown, whatever it said."""
        with self._changed:
            return name in self._tables

    def stand(self, name: str) -> Stand | None:
        """How a table stands, as it last said."""
        with self._changed:
            table = self._tables.get(name)
            return table.stand if table else None

    @property
    def newest(self) -> NumberedStatement | None:
        """All there is to say."""
        with self._changed:
            return self._newer(0)

    @property
    def sequence(self) -> int:
        """The number of the newest news."""
        return self._sequence

    def wait_newer(self, sequence: int, timeout_s: float) -> NumberedStatement | None:
        """Whatever is newer than `sequence`; None after `timeout_s` or when closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._sequence > sequence, timeout_s)
            if self._closed or self._sequence <= sequence:
                return None
            if sequence:
                self._changed.wait_for(lambda: self._closed, GATHERED_S)
            return self._newer(sequence)

    def _newer(self, sequence: int) -> NumberedStatement:
        """Everything for one who knows nothing, or something that is no more."""
        after = sequence if sequence >= self._forgot else 0
        parts = [f'"now":{self._clock():.1f},"whole":{"false" if after else "true"}']
        if self._planned > after:
            parts.append(f'"plan":{self._plan},"trouble":{json.dumps(self.trouble)},"unheard":{len(self._unheard)}')
        news = ",".join(table.text for table in self._tables.values() if table.sequence > after)
        return NumberedStatement(self._sequence, "{" + ",".join([*parts, f'"tables":[{news}]']) + "}")

    def _listen(self, table: HeardTable, payload: str) -> None:
        try:
            table.stand, table.rubbish = stand_of(payload), ""
        except ValueError as error:
            table.rubbish = str(error)[:120]

    def _new(self, name: str) -> HeardTable | None:
        if len(self._tables) >= MOST_TABLES:
            if len(self._unheard) < MOST_TABLES and name not in self._unheard:
                self._unheard.add(name)
                self._plan_is_new()
            return None
        self._unheard.discard(name)
        table = self._tables[name] = HeardTable(name, since_s=self._clock())
        return table

    def _forget(self, name: str) -> None:
        """It is gone from the hall."""
        if self._tables.pop(name, None):
            self._plan_is_new()
            self._forgot = self._sequence

    def _plan_is_new(self) -> None:
        self._sequence += 1
        self._planned = self._sequence
        self._changed.notify_all()

    def _number(self, table: HeardTable) -> None:
        self._sequence += 1
        table.sequence = self._sequence
        stand = asdict(table.stand) if table.stand else None
        said = {"name": table.name, "state": table.state, "since": round(table.since_s, 3), "rubbish": table.rubbish}
        table.text = json.dumps({**said, "stand": stand}, ensure_ascii=False, separators=(",", ":"))
        self._changed.notify_all()
