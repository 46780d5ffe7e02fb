"""The loop keeps before it tells, goes on where it stopped, and hears phones between two frames."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from simulated_table import undo
from table_in_numbers import PATIENCE_S, SETUP, Table, look, outlets, session_at

from companion.errors import JournalError
from companion.games.cards import Card
from companion.games.one_eyed_jack.turns import Place, Remove, Turn
from companion.journal.event_log import MemoryJournal
from companion.journal.resuming import last_game
from companion.ports import JournalEntry
from companion.referee.events import Event, GameStarted, GameWon, TurnPlayed, TurnUndone
from companion.referee.followed import end_of
from companion.referee.one_eyed_jack.commands import new_game
from companion.referee.one_eyed_jack.tracking import Tracking, replay
from companion.referee.phones import Asker
from companion.session.internal_errors import InternalErrors
from companion.session.loop import Session
from companion.vision.frame import Frame
from companion.web import Live


class FullDisk(MemoryJournal):
    """A journal that cannot keep anything once `full` is set."""

    full = False

    def append(self, events: Iterable[Event], taken_at_s: float) -> None:
        """Keep them while there is room."""
        if self.full:
            raise JournalError("the disk is full")
        super().append(events, taken_at_s)


def some_turn(tracking: Tracking, dice: random.Random) -> Turn:
    """A legal turn that can be seen, mostly on the board's own cards."""
    turns = [turn for turn in tracking.game.legal_turns if isinstance(turn, Place | Remove) and turn.card]
    spent = tracking.game.position.pile
    return dice.choice([turn for turn in turns if turn.card not in spent] or turns)


def evening(dice: random.Random, turns: int, restarts: bool) -> Iterator[tuple[Session, Table, MemoryJournal]]:
    """Random legal turns at a simulated table; after some of them the power fails."""
    table, journal = Table(), MemoryJournal()
    session = session_at(table, journal)
    look(session, table)
    for _ in range(turns):
        if session.tracking.game.outcome():
            return
        table.play(some_turn(session.tracking, dice))
        look(session, table)
        yield session, table, journal
        if restarts and dice.random() < 0.5:
            session = session_at(table, journal)
            look(session, table)


@given(st.randoms(use_true_random=False), st.integers(1, 12))
@settings(max_examples=25, deadline=None)
def test_the_log_is_the_game(dice: random.Random, turns: int):
    for session, table, journal in evening(dice, turns, restarts=False):
        assert replay(entry.event for entry in journal.entries()).game == session.tracking.game
        assert [0 if chip is None else chip + 1 for chip in session.tracking.game.position.chips] == table.contents


@given(st.randoms(use_true_random=False), st.integers(1, 12))
@settings(max_examples=25, deadline=None)
def test_a_game_goes_on_where_it_stopped(dice: random.Random, turns: int):
    played = 0
    for played, (session, table, journal) in enumerate(evening(dice, turns, restarts=True), 1):
        again = session_at(table, journal)
        assert again.tracking.game == session.tracking.game
        assert again.resumed_at_s == journal.entries()[-1].taken_at_s
        assert len(session.tracking.game.turns) == played
    assert played


@given(st.randoms(use_true_random=False), st.integers(1, 8))
@settings(max_examples=15, deadline=None)
def test_frames_seen_before_the_power_failed_may_be_looked_at_again(dice: random.Random, turns: int):
    table, journal, frames = Table(), MemoryJournal(), []
    session = session_at(table, journal)
    for _ in range(turns):
        table.play(some_turn(session.tracking, dice))
        for _ in range(dice.randrange(1, 5)):  # so briefly at times that turns are missed, asked about, or faults
            frame = table.frame()
            frames.append((frame, replace(table, contents=list(table.contents))))
            session.tick(frame)
    kept = journal.entries()
    cut_s = dice.choice(kept).taken_at_s
    again = MemoryJournal()
    for entry in kept:
        if entry.taken_at_s <= cut_s:
            again.append([entry.event], entry.taken_at_s)
    resumed = session_at(table, again)
    for frame, stood in frames:
        table.contents, table.came, table.top = stood.contents, stood.came, stood.top
        (resumed.watch if frame.taken_at_s <= cut_s else resumed.tick)(frame)
    assert again.entries() == kept


def test_nothing_is_told_or_changed_when_the_journal_fails():
    table, journal = Table(), FullDisk()
    spoken = outlets(journal)
    session = Session(table, spoken, SETUP, PATIENCE_S)
    look(session, table)
    before, heard = session.tracking.game, len(spoken.audience.heard)
    journal.full = True
    table.play(Place(0, Card(SETUP.layout[22]), 22))
    session.tick(table.frame())
    with pytest.raises(JournalError, match="full"):
        look(session, table)
    assert session.tracking.game == before
    assert {status.chips for status in spoken.audience.heard[heard:]} == {(None,) * 100}


def test_a_journal_gets_each_event_with_the_time_it_was_seen():
    table, journal = Table(), MemoryJournal()
    session = session_at(table, journal)
    look(session, table)
    table.play(Place(0, Card(SETUP.layout[22]), 22))
    seen_at_s = [tick.observation.taken_at_s for tick in (session.tick(table.frame()) for _ in range(4)) if tick.events]
    played = [entry for entry in journal.entries() if isinstance(entry.event, TurnPlayed)]
    assert [entry.taken_at_s for entry in played] == seen_at_s[:1]


def test_lamps_get_a_scene_only_when_it_changes():
    table, journal = Table(), MemoryJournal()
    spoken = outlets(journal)
    session = Session(table, spoken, SETUP, PATIENCE_S)
    look(session, table, 10)
    scenes = spoken.lights.scenes
    assert all(one != other for one, other in pairwise(scenes))
    table.play(Place(0, Card(SETUP.layout[22]), 22))
    look(session, table)
    assert scenes[-1].team == 1


def test_without_a_camera_lamps_and_page_say_so_until_the_next_frame():
    table, journal = Table(), MemoryJournal()
    spoken = outlets(journal)
    session = Session(table, spoken, SETUP, PATIENCE_S)
    look(session, table)
    undoing = session.command(undo)
    session.blind("The cable is out.")
    told = spoken.audience.heard[-1]
    assert (told.scene.mood, told.notice.message, told.settled) == ("no_camera", "The cable is out.", False)
    assert spoken.lights.scenes[-1].mood == "no_camera"
    assert undoing.done()
    look(session, table)
    assert spoken.lights.scenes[-1].mood == "turn"
    assert spoken.audience.heard[-1].notice is None


def test_watching_reads_without_judging():
    table, journal = Table(), MemoryJournal()
    session = session_at(table, journal)
    table.play(Place(0, Card(SETUP.layout[22]), 22))
    for _ in range(6):
        session.watch(table.frame())
    assert [type(entry.event) for entry in journal.entries()] == [GameStarted]


@pytest.mark.parametrize(
    ("changed", "words"),
    [({"players": ("Cleo", "Dan")}, "with other rules or players"), ({"teams": SETUP.teams[::-1]}, "on another board")],
)
def test_an_unfinished_game_at_another_table_is_refused(changed: dict, words: str):
    journal = MemoryJournal()
    session_at(Table(), journal)
    journal.append([TurnPlayed(f"r {SETUP.layout[22]}@C3")], 9.0)
    with pytest.raises(JournalError, match=f"unfinished game {words}"):
        session_at(Table(), journal, replace(SETUP, **changed))


def test_a_game_in_which_nothing_was_played_gives_way_to_one_with_other_rules():
    journal = MemoryJournal()
    session_at(Table(), journal)
    session = session_at(Table(), journal, replace(SETUP, options="kids N=2 T=2"))
    assert session.tracking.setup.options == "kids N=2 T=2"
    assert session.resumed_at_s is None


def test_a_game_that_was_left_is_told_of_in_the_first_game_alone():
    journal, live = MemoryJournal(), Live()
    journal.append([GameStarted(SETUP), TurnPlayed(f"r {SETUP.layout[22]}@C3")], 1.0)
    parts = replace(outlets(journal), audience=live, makes_room=True)
    session, asker = Session(Table(), parts, replace(SETUP, players=("Cleo", "Dan")), PATIENCE_S), Asker(table=True)
    assert live.status.notice.code == "GAME_LEFT"
    session.command(lambda tracking: new_game(tracking, asker, SETUP))
    session.tick(Table().frame())
    assert live.status.notice is None


def test_after_a_finished_game_a_new_one_begins():
    journal = MemoryJournal()
    session_at(Table(), journal)
    journal.append([GameWon(0, "patterns")], 9.0)
    session = session_at(Table(), journal, replace(SETUP, players=("Cleo", "Dan")))
    assert session.resumed_at_s is None
    assert len(last_game(journal)) == 1


def test_a_win_that_was_taken_back_is_no_end():
    assert end_of([]) is None
    assert end_of([GameWon(0, "patterns")])
    assert end_of([GameWon(0, "patterns"), TurnUndone()]) is None


def test_a_log_that_is_no_game_is_refused():
    journal = MemoryJournal()
    journal.append([GameStarted(SETUP), TurnPlayed("b 7D@C4")], 0.0)
    with pytest.raises(JournalError, match="does not add up to a game"):
        session_at(Table(), journal)


def test_the_last_game_starts_at_the_last_start():
    journal = MemoryJournal()
    assert last_game(journal) == ()
    for at_s, event in enumerate([GameStarted(SETUP), TurnUndone(), GameStarted(SETUP)]):
        journal.append([event], at_s)
    assert last_game(journal) == (JournalEntry(GameStarted(SETUP), 2.0),)


def test_a_picture_given_again_and_again_shows_nothing_and_that_is_told():
    table, journal = Table(), MemoryJournal()
    session, noise = session_at(table, journal), np.random.default_rng(1)
    pictures = [noise.integers(90, 110, (64, 64, 3), np.uint8) for _ in range(40)]
    live = [session.tick(Frame(picture, number / 5)) for number, picture in enumerate(pictures)]
    again = [session.tick(Frame(pictures[-1], 8 + number / 5)) for number in range(12)]
    after = session.tick(Frame(pictures[0], 11.0))
    assert all(tick.observation.registered for tick in (*live, after))
    assert not any(tick.observation.registered for tick in again)
    assert session.tracking.notice is not None
    assert session.tracking.notice.code == "CAMERA_STALLED"


def test_each_mistake_of_the_programs_own_is_told_until_the_game_has_gone_on():
    table, spoken = Table(), outlets(MemoryJournal(), InternalErrors())
    session = Session(table, spoken, SETUP, PATIENCE_S)
    for team, square, doing in ((0, 22, "looking"), (1, 33, "counting")):
        spoken.internal_errors.note(doing, ValueError())
        look(session, table)
        assert doing in spoken.audience.heard[-1].notice.message
        table.play(Place(team, Card(SETUP.layout[square]), square))
        look(session, table)
        assert spoken.audience.heard[-1].notice is None
