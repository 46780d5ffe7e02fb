"""The power fails at a table that is drawn and read like any other: the same table, one turn on, or another."""

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from unforgiving import Unforgiving

from calibration.profile import load_profile
from companion.games.squares import parse_square
from companion.journal.event_log import MemoryJournal
from companion.recording.playback import Nobody
from companion.referee.events import Event, FaultFound, FaultResolved, Setup, TeamLook, TurnPlayed
from companion.referee.one_eyed_jack.commands import accept_table
from companion.referee.phones import Asker
from companion.session.loop import Outlets, Session
from companion.views.appearance import appearances_of
from companion.vision.table import TableReader
from companion.wiring import table_reader
from hardware.lights import FakeLights
from hardware.virtual_table import VirtualTable

TABLE = Asker(table=True)


@pytest.fixture(scope="module")
def reader(drawn_profile: Path) -> TableReader:
    """What reads the drawn table; drawn tables never change."""
    return table_reader(load_profile(drawn_profile))


def drawn() -> VirtualTable:
    ticks = count()
    return VirtualTable("RB", lambda: next(ticks) / 5, lambda _: None)


class Evening:
    """A drawn table and whoever referees it; the power may fail between two frames."""

    def __init__(self, reader: TableReader) -> None:
        self.table, self.reader, self.journal = drawn(), reader, MemoryJournal()
        teams = (TeamLook("R", "red"), TeamLook("B", "blue"))
        self.setup = Setup("classic N=2 T=2", self.table.layout, teams, ("Ann", "Ben"))
        self.start()

    def start(self) -> None:
        """The program begins, or begins again."""
        outlets = Outlets(
            self.journal, FakeLights(appearances_of(["red", "blue"])), Nobody(), internal_errors=Unforgiving()
        )
        self.session = Session(self.reader, outlets, self.setup, 0.4)

    def watch(self, frames: int = 8) -> list[Event]:
        """What is said meanwhile."""
        return [event for _ in range(frames) for event in self.session.tick(self.table.capture()).events]

    def play(self, name: str, letter: str) -> None:
        """The card of a square is laid, and a chip on it."""
        square = parse_square(name)
        self.table.lay(self.table.layout[square])
        self.table.put(square, letter)

    @property
    def turns(self) -> int:
        """How many turns stand."""
        return len(self.session.tracking.game.turns)


@pytest.fixture
def evening(reader: TableReader) -> Evening:
    """Two turns were played."""
    evening = Evening(reader)
    evening.watch()
    for turn in (("C4", "R"), ("D4", "B")):
        evening.play(*turn)
        evening.watch()
    assert evening.turns == 2
    return evening


def test_a_table_that_is_the_same_goes_on(evening: Evening):
    evening.start()
    assert evening.watch() == []
    evening.play("E4", "R")
    evening.watch()
    assert evening.turns == 3


def test_a_turn_played_in_the_dark_is_taken_up_as_it_lies_and_play_goes_on(evening: Evening):
    evening.play("E4", "R")
    evening.start()
    assert [type(event) for event in evening.watch(16)] == [TurnPlayed]
    assert evening.turns == 3
    evening.play("F4", "B")
    evening.watch()
    assert evening.turns == 4


def test_a_fault_that_stands_is_in_the_journal_once_however_often_the_power_fails(evening: Evening):
    evening.table.put(parse_square("E9"), "B")
    evening.start()
    (fault,) = evening.watch()
    for _ in range(2):
        evening.start()
        assert evening.session.tracking.fault == fault, "and it is shown before the first look"
        assert evening.watch(16) == []
    evening.start()
    evening.table.put(parse_square("E9"), None)
    assert evening.watch() == [FaultResolved("TABLE_DIFFERS")]


def mended(evening: Evening) -> None:
    evening.table.put(parse_square("D4"), "B")
    evening.table.put(parse_square("E9"), None)


def accepted(evening: Evening) -> None:
    evening.session.command(lambda tracking: accept_table(tracking, TABLE))


@pytest.mark.parametrize("way", [mended, accepted])
def test_a_table_that_differs_is_shown_until_it_is_put_right_or_accepted(
    evening: Evening, way: Callable[[Evening], None]
):
    evening.table.put(parse_square("D4"), None)
    evening.table.put(parse_square("E9"), "B")
    evening.start()
    (fault,) = evening.watch()
    assert isinstance(fault, FaultFound)
    assert (fault.code, fault.squares) == ("TABLE_DIFFERS", (parse_square("D4"), parse_square("E9")))
    way(evening)
    evening.watch()
    assert evening.session.tracking.fault is None
    evening.play("G7", "R") if way is mended else evening.play("F4", "R")
    evening.watch()
    assert evening.session.tracking.game.position.chips.count(0) == 2
