"""An evening whose table exists in numbers: the referee's loop in a thread of its own, told to real pages."""

import threading
import time
from dataclasses import dataclass

import numpy as np
from referee_loop import PAUSE_S, RefereeLoop
from simulated_table import SimulatedTable
from unforgiving import Unforgiving

from companion.games.one_eyed_jack.layout import REFERENCE
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.turns import Place
from companion.games.squares import square_name
from companion.journal.event_log import MemoryJournal
from companion.referee.events import Setup, TeamLook
from companion.referee.observation import TableObservation
from companion.session.loop import Outlets, Session
from companion.views.appearance import appearances_of
from companion.vision.frame import Frame
from companion.web import Live
from hardware.lights import FakeLights

PATIENCE_S = 0.4
TEAMS = (TeamLook("R", "red"), TeamLook("B", "blue"))
SETUP = Setup("my_rules N=2 T=2", tuple(card.code for card in REFERENCE.cards), TEAMS, ())
BLACK = np.zeros((2, 2, 3), np.uint8)


@dataclass(frozen=True)
class Seen:
    """A reading."""

    observation: TableObservation


class FollowedTable(RefereeLoop):
    """A table and the session that follows it for `live`; its clock runs as fast as it is looked at."""

    def __init__(self) -> None:
        super().__init__()
        self.live, self.journal = Live(), MemoryJournal()
        self._table, self._lock = SimulatedTable(), threading.Lock()
        outlets = Outlets(
            self.journal, FakeLights(appearances_of(["red", "blue"])), self.live, internal_errors=Unforgiving()
        )
        self.session = Session(self, outlets, SETUP, PATIENCE_S)

    def start(self) -> None:
        """Nothing is remembered from look to look."""

    def read(self, frame: Frame, memory: None) -> tuple[Seen, None]:  # noqa: ARG002 (a reader's own words)
        """How the table lies now."""
        with self._lock:
            return Seen(self._table.look()), memory

    def step(self) -> None:
        """One look, and a short rest."""
        self.session.tick(Frame(BLACK, self._table.now_s))
        time.sleep(PAUSE_S)

    def lies(self, chips: tuple[str, ...], card: str) -> None:
        """What the last game left: red chips, and a card on the pile."""
        with self._lock:
            self._table.lay(card)
            for square in chips:
                self._table.put(square, 0)

    def clear(self, *squares: str) -> None:
        """Chips are taken off."""
        with self._lock:
            for square in squares:
                self._table.take(square)

    def clear_pile(self) -> None:
        """The cards of the last game are taken away."""
        with self._lock:
            self._table.top, self._table.below = None, []

    def play(self, words: str, square: str = "", readable: bool = True) -> None:
        """A turn is made at the table, with the chip on another square if one is named."""
        turn = parse_turn(words)
        with self._lock:
            self._table.lay(turn.card.code, readable)
            if isinstance(turn, Place):
                self._table.put(square or square_name(turn.square), turn.team)
            else:
                self._table.take(square_name(turn.square))

    def move(self, square: str, other: str, team: int) -> None:
        """A chip is put where it belongs."""
        with self._lock:
            self._table.take(square)
            self._table.put(other, team)

    def take_back(self, square: str) -> None:
        """The last chip and the last card go back to whoever played them."""
        with self._lock:
            self._table.take(square)
            self._table.pick_up()
