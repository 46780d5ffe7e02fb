"""An evening always starts, and never ends by a mistake of the program's own: each is numbered, logged and told."""

import logging
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from table_in_numbers import PATIENCE_S, SETUP, Table, look, outlets

from companion.games.cards import Card
from companion.games.one_eyed_jack.turns import Place
from companion.journal.event_log import MemoryJournal, SqliteJournal
from companion.journal.event_text import KINDS
from companion.journal.resuming import last_game
from companion.live.evening import EveningOutlets, outlets_of
from companion.recording.playback import Nobody
from companion.referee.events import CardLaid, Event, GameStarted, MatchScored, QuestionAsked, Setup, TurnPlayed
from companion.referee.followed import Followed, Step, happen
from companion.session.internal_errors import MOST_LINES, InternalErrors, noted_in
from companion.session.loop import Outlets, Session
from companion.settings import Settings
from companion.terminal.console import Console
from companion.views.scene import Scene
from companion.web import Live
from hardware.lights import FakeLights

TURN = TurnPlayed(f"r {SETUP.layout[22]}@C3")
RIDDLE = QuestionAsked("Which?", ("no turn",))
"""Its answer can be put into no words, as no page can tell it."""
PILE = Setup("base players=2 jokers=2", (), (), ("Ann", "Ben"), "black-jack")
BROKEN: dict[str, tuple[Event, ...]] = {
    "no such turn": (TurnPlayed("b 7D@C4"),),
    "no notation": (TurnPlayed("?"),),
    "a score for one seat": (MatchScored((1,)),),
    "a card that is none": (CardLaid("1X"),),
}


class Deaf(Nobody):
    """Phones that take nothing, now and then."""

    deaf = False

    def __init__(self) -> None:
        self.heard: list[Any] = []

    def tell(self, status: Any) -> None:
        """Hear it, or fail."""
        if self.deaf:
            raise RuntimeError("no page can be made of this")
        self.heard.append(status)


class Dark(FakeLights):
    """Lamps that fail."""

    def show(self, _: Scene) -> None:
        """Not now."""
        raise OSError("no such pin")


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Callable[[Setup], Session]]:
    """Starts the program on one journal, as often as wanted."""
    live = Live(internal_errors=InternalErrors(tmp_path / "game.stumbles"))

    def start(setup: Setup = SETUP) -> Session:
        with outlets_of(
            EveningOutlets(Settings(), tmp_path / "game.db", live, Console(StringIO(), StringIO())), setup
        ) as out:
            start.live = live  # type: ignore[attr-defined]
            return Session(Table(), out, setup, PATIENCE_S)

    return start  # type: ignore[return-value]


def kept(path: Path, *events: Event) -> None:
    journal = SqliteJournal(path)
    journal.append(events, 1.0)
    journal.close()


@pytest.mark.parametrize("setup", [SETUP, PILE], ids=["one-eyed-jack", "black-jack"])
@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_a_game_that_cannot_be_gone_on_with_is_left_and_a_new_one_begins(
    tmp_path: Path, setup: Setup, broken: tuple[Event, ...], caplog: pytest.LogCaptureFixture
):
    kept(tmp_path / "game.db", GameStarted(setup), *broken)
    live = Live(internal_errors=InternalErrors(tmp_path / "game.stumbles"))
    with outlets_of(
        EveningOutlets(Settings(), tmp_path / "game.db", live, Console(StringIO(), StringIO())), setup
    ) as spoken:
        session = Session(Table(), spoken, setup, PATIENCE_S)
        events = [entry.event for entry in spoken.journal.entries()]
    if events[-1] != GameStarted(setup):  # some games think nothing of what breaks others
        assert session.resumed_at_s == 1.0
        return
    assert events == [GameStarted(setup), *broken, GameStarted(setup)]
    notice = live.status.notice
    assert notice.code == "GAME_LEFT"
    assert "number 1" in notice.message
    assert len(caplog.records) == 1
    assert caplog.records[0].exc_info is not None
    assert len(noted_in(tmp_path / "game.stumbles")) == 1
    again = Live()
    with outlets_of(
        EveningOutlets(Settings(), tmp_path / "game.db", again, Console(StringIO(), StringIO())), setup
    ) as spoken:
        Session(Table(), spoken, setup, PATIENCE_S)
    assert again.status.notice is None


def test_of_every_kind_of_break_some_game_is_left():
    left = set()
    for name, broken in BROKEN.items():
        for setup in (SETUP, PILE):
            journal = MemoryJournal()
            journal.append([GameStarted(setup), *broken], 1.0)
            room = Deaf()
            Session(Table(), Outlets(journal, FakeLights([]), room, makes_room=True), setup, PATIENCE_S)
            left |= {name} if room.heard[-1].notice else set()
    assert left == set(BROKEN)


def test_an_unfinished_game_at_another_table_is_left_and_a_new_one_begins():
    journal, room = MemoryJournal(), Deaf()
    journal.append([GameStarted(SETUP), TURN], 1.0)
    other = replace(SETUP, players=("Cleo", "Dan"))
    Session(Table(), Outlets(journal, FakeLights([]), room, makes_room=True), other, PATIENCE_S)
    assert "unfinished game with other rules or players" in room.heard[-1].notice.message
    assert [type(entry.event) for entry in journal.entries()] == [GameStarted, TurnPlayed, GameStarted]


@given(st.sampled_from((SETUP, PILE)), st.lists(st.one_of(*map(st.from_type, KINDS.values())), max_size=6))
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
def test_whatever_the_journal_holds_the_program_starts(setup: Setup, events: list[Event]):
    journal, room = MemoryJournal(), Deaf()
    journal.append([GameStarted(setup), *events], 1.0)
    logging.disable()
    session = Session(Table(), Outlets(journal, FakeLights([]), room, makes_room=True), setup, PATIENCE_S)
    logging.disable(logging.NOTSET)
    assert room.heard
    assert [entry.event for entry in journal.entries()][: 1 + len(events)] == [GameStarted(setup), *events]
    begun = last_game(journal)[0].event
    assert isinstance(begun, GameStarted)
    assert session.tracking.setup == begun.setup


def test_an_entry_with_letters_that_are_none_is_set_aside_too(tmp_path: Path):
    path = tmp_path / "game.db"
    kept(path, GameStarted(SETUP), TURN)
    for column, value in (("event", b"\xff\xfe{"), ("taken_at_s", "soon")):
        database = sqlite3.connect(path)
        database.execute("DROP TRIGGER no_change")
        database.execute(f"UPDATE entry SET {column} = CAST(? AS TEXT) WHERE place = 2", (value,))
        database.commit()
        database.close()
        live = Live()
        with outlets_of(EveningOutlets(Settings(), path, live, Console(StringIO(), StringIO())), SETUP) as spoken:
            Session(Table(), spoken, SETUP, PATIENCE_S)
            spoken.journal.append([TURN], 2.0)
        assert live.status.notice.code == "JOURNAL_TORN"


def test_a_mistake_in_judging_is_logged_once_and_the_evening_goes_on(caplog: pytest.LogCaptureFixture):
    table, journal = Table(), MemoryJournal()
    spoken = outlets(journal, InternalErrors())
    session = Session(table, spoken, SETUP, PATIENCE_S)
    look(session, table)
    before = session.tracking.game
    contents, table.contents = table.contents, [0] * 99  # no reader gives this: a hundred squares are promised
    assert look(session, table, 1) == ()
    assert session.tracking.game == before
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert "number 1 (judging a look)" in spoken.audience.heard[-1].notice.message
    table.contents = contents
    look(session, table)
    table.play(Place(0, Card(SETUP.layout[22]), 22))
    assert TURN in look(session, table, 8)
    assert spoken.audience.heard[-1].notice is None


def test_what_was_seen_and_never_said_is_forgotten_once_it_cannot_be_judged():
    table, journal = Table(), MemoryJournal()
    session = Session(table, outlets(journal, InternalErrors()), SETUP, PATIENCE_S)
    look(session, table)
    session._tracking = replace(session.tracking, watch=None)
    look(session, table)
    table.play(Place(0, Card(SETUP.layout[22]), 22))
    assert TURN in look(session, table, 8)


def test_a_frame_that_cannot_be_read_shows_nothing_and_the_next_is_read():
    table, journal = Table(), MemoryJournal()
    spoken = outlets(journal, InternalErrors())
    session = Session(table, spoken, SETUP, PATIENCE_S)
    look(session, table)
    contents, table.contents = table.contents, None  # type: ignore[assignment]
    tick = session.tick(table.frame())
    assert (tick.events, tick.observation.registered) == ((), False)
    assert "(reading a frame)" in spoken.audience.heard[-1].notice.message
    table.contents = contents
    table.play(Place(0, Card(SETUP.layout[22]), 22))
    assert TURN in look(session, table, 8)


def test_a_frame_that_cannot_be_held_against_the_one_before_costs_itself_alone():
    table, spoken = Table(), outlets(MemoryJournal(), InternalErrors())
    session = Session(table, spoken, SETUP, PATIENCE_S)
    session.tick(replace(table.frame(), bgr=np.full((48, 64, 3), 90, np.uint8)))
    tick = session.tick(replace(table.frame(), bgr=np.full((48, 64, 3), 900, np.uint16)))
    assert (tick.events, tick.observation.registered) == ((), False)
    table.play(Place(0, Card(SETUP.layout[22]), 22))
    assert TURN in look(session, table, 8)


def test_lamps_that_fail_cost_the_lamps_alone(caplog: pytest.LogCaptureFixture):
    room, table = Deaf(), Table()
    session = Session(table, Outlets(MemoryJournal(), Dark([]), room), SETUP, PATIENCE_S)
    look(session, table)
    table.play(Place(0, Card(SETUP.layout[22]), 22))
    assert TURN in look(session, table, 8)
    assert room.heard[-1].chips[22] == 0
    assert len(caplog.records) == 1


def test_where_the_newest_statement_cannot_be_made_phones_get_the_one_before_and_are_told_so():
    room, table = Deaf(), Table()
    session = Session(table, Outlets(MemoryJournal(), FakeLights([]), room), SETUP, PATIENCE_S)
    look(session, table)
    told_before = room.heard[-1]
    session._tracking = replace(session.tracking, setup=replace(SETUP, teams=()))
    session.blind("The cable is out.")
    assert room.heard[-1].notice.code == "STUMBLED"
    assert replace(room.heard[-1], notice=None, settled=True) == told_before


def test_phones_that_are_deaf_for_a_while_cost_nothing_but_that():
    room, table, journal = Deaf(), Table(), MemoryJournal()
    room.deaf = True
    session = Session(table, Outlets(journal, FakeLights([]), room), SETUP, PATIENCE_S)
    look(session, table)
    table.play(Place(0, Card(SETUP.layout[22]), 22))
    assert TURN in look(session, table, 8)
    room.deaf = False
    look(session, table)
    assert room.heard[-1].chips[22] == 0


def broken(_: Followed) -> Step:
    raise KeyError("")


def untellable(tracking: Any) -> Step:
    return happen(tracking, RIDDLE)


@pytest.mark.parametrize("command", [broken, untellable])
def test_a_command_that_throws_or_leads_to_what_cannot_be_told_is_refused_in_words(command: Callable[[Any], Step]):
    table, journal = Table(), MemoryJournal()
    spoken = outlets(journal, InternalErrors())
    session = Session(table, spoken, SETUP, PATIENCE_S)
    look(session, table)
    answer, before = session.command(command), journal.entries()
    look(session, table, 1)
    with pytest.raises(ValueError, match="Nothing was changed: program error number 1"):
        answer.result(0)
    assert journal.entries() == before
    assert spoken.audience.heard[-1].notice.code == "STUMBLED"


def test_one_mistake_made_again_and_again_is_noted_once_and_numbers_go_on(tmp_path: Path):
    file = tmp_path / "game.stumbles"
    internal_errors = InternalErrors(file, lambda: 0.0)
    for _ in range(3):
        assert internal_errors.guarded("dividing", lambda: 1 / 0) is None
    assert internal_errors.guarded("counting", lambda: 2) == 2
    assert [number for number, _ in noted_in(file)] == [1]
    assert internal_errors.latest is not None
    assert internal_errors.latest.number == 1
    assert InternalErrors(file).note("looking", KeyError("x\ny")).number == 2
    assert "looking: KeyError" in noted_in(file)[-1][1]
    assert len(file.read_text().splitlines()) == 2


def test_the_list_of_mistakes_stays_short_and_a_disk_that_refuses_costs_the_line_alone(tmp_path: Path):
    file = tmp_path / "game.stumbles"
    file.write_text("".join(f"{number} long ago\n" for number in range(1, MOST_LINES + 1)) + "\nnonsense\n")
    assert InternalErrors(file).note("looking", KeyError()).number == MOST_LINES + 1
    assert len(noted_in(file)) == MOST_LINES // 2 + 1
    assert InternalErrors(file / "x").note("looking", KeyError()).number == 1
