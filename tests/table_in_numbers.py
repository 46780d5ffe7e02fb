"""A table in numbers, and a session at it, for tests of the loop: what a frame shows does not matter."""

from dataclasses import dataclass, field

import numpy as np
from unforgiving import Unforgiving

from companion.games.cards import Card
from companion.games.one_eyed_jack.layout import REFERENCE
from companion.games.one_eyed_jack.turns import Place, Remove, Turn
from companion.journal.event_log import MemoryJournal
from companion.journal.resuming import last_game
from companion.referee.events import Event, Setup, TeamLook
from companion.referee.observation import BoardObservation, PileObservation, TableObservation
from companion.referee.one_eyed_jack.tracking import replay
from companion.session.internal_errors import InternalErrors
from companion.session.loop import Outlets, Session
from companion.views.appearance import appearances_of
from companion.views.one_eyed_jack.status import Status
from companion.vision.frame import Frame
from hardware.lights import FakeLights

SETUP = Setup(
    "my_rules N=2 T=2 hand=6 lines=2 n=5",
    tuple(card.code for card in REFERENCE.cards),
    (TeamLook("R", "red"), TeamLook("B", "blue")),
    ("Ann", "Ben"),
)
PATIENCE_S = 0.4
FRAME_S = 0.2


class Blind:
    """A reader that never sees a frame."""

    def start(self) -> None:
        """Nothing is remembered."""


@dataclass
class Table:
    """A table in numbers, and the reader that looks at it: what a frame shows does not matter."""

    contents: list[int] = field(default_factory=lambda: [0] * 100)
    came: bool = False
    """Whether a card was laid since the last frame."""
    top: Card | None = None
    now_s: float = 0.0
    teams: int = 2

    def play(self, turn: Turn) -> None:
        """The card is laid and the chip put or taken."""
        assert isinstance(turn, Place | Remove)
        self.top, self.came = turn.card, True
        self.contents[turn.square] = turn.team + 1 if isinstance(turn, Place) else 0

    def frame(self) -> Frame:
        """The next frame."""
        self.now_s += FRAME_S
        return Frame(np.zeros((1, 1, 3), np.uint8), self.now_s)

    def start(self) -> int:
        """What a reader remembers: how many frames it has read."""
        return 0

    def read(self, frame: Frame, memory: int) -> tuple["Seen", int]:
        """How the table stands now."""
        rows = tuple(
            tuple(0.0 if content == true else -20.0 for content in range(self.teams + 1)) for true in self.contents
        )
        pile = PileObservation(((self.top, 0.0),) if self.top else (), new=float(self.came))
        self.came = False
        return Seen(TableObservation(frame.taken_at_s, True, False, BoardObservation(rows), pile)), memory + 1


@dataclass(frozen=True)
class Seen:
    """A reading."""

    observation: TableObservation


class Listener:
    """An audience that insists on hearing nothing that is not in the journal."""

    def __init__(self, journal: MemoryJournal) -> None:
        self.journal = journal
        self.heard: list[Status] = []

    def tell(self, status: Status) -> None:
        """Check it against the journal, and remember it."""
        chips = replay([entry.event for entry in last_game(self.journal)]).game.position.chips
        assert status.chips == chips
        self.heard.append(status)


def session_at(table: Table, journal: MemoryJournal, setup: Setup = SETUP) -> Session:
    return Session(table, outlets(journal), setup, PATIENCE_S)


def outlets(journal: MemoryJournal, internal_errors: InternalErrors | None = None) -> Outlets:
    lights = FakeLights(appearances_of(["red", "blue"]))
    return Outlets(journal, lights, Listener(journal), internal_errors=internal_errors or Unforgiving())


def look(session: Session, table: Table, frames: int = 4) -> tuple[Event, ...]:
    return tuple(event for _ in range(frames) for event in session.tick(table.frame()).events)
