"""Phones ask between two frames: what they asked for is done in the loop, and each is told what came of it."""

import threading
from dataclasses import replace

import pytest
from simulated_table import undo
from table_in_numbers import SETUP, Table, look, session_at

from companion.errors import JournalError
from companion.games.cards import Card
from companion.games.one_eyed_jack.turns import Place
from companion.journal.event_log import MemoryJournal
from companion.referee.events import CommandGiven, Event, GameStarted, GameWon, TurnPlayed, TurnUndone
from companion.referee.one_eyed_jack.commands import new_game
from companion.referee.one_eyed_jack.tracking import Tracking
from companion.referee.phones import Asker, signed


def test_a_phone_undoes_the_last_turn_from_its_own_thread():
    table, journal = Table(), MemoryJournal()
    session = session_at(table, journal)
    look(session, table)
    table.play(Place(0, Card(SETUP.layout[22]), 22))
    look(session, table)
    answers = []
    phone = threading.Thread(target=lambda: answers.append(session.command(undo).result(timeout=20)))
    phone.start()
    while phone.is_alive():
        look(session, table, 1)
    assert TurnUndone() in answers[0]
    assert TurnUndone() in [entry.event for entry in journal.entries()]
    assert session.tracking.game.position.chips == (None,) * 100


def test_a_refused_command_is_the_phones_error_alone():
    def refused(_: Tracking) -> tuple[Tracking, tuple[Event, ...]]:
        raise ValueError("no such answer")

    table = Table()
    session = session_at(table, MemoryJournal())
    answer = session.command(refused)
    look(session, table)
    with pytest.raises(ValueError, match="no such answer"):
        answer.result(timeout=0)


def test_a_command_that_cannot_be_kept_stops_the_loop_and_tells_the_phone():
    def failing(_: Tracking) -> tuple[Tracking, tuple[Event, ...]]:
        raise JournalError("the disk is full")

    table = Table()
    session = session_at(table, MemoryJournal())
    answer = session.command(failing)
    with pytest.raises(JournalError):
        look(session, table)
    with pytest.raises(JournalError):
        answer.result(timeout=0)


def test_a_cancelled_command_is_not_carried_out():
    table, journal = Table(), MemoryJournal()
    session = session_at(table, journal)
    assert session.command(undo).cancel()
    look(session, table)
    assert [type(entry.event) for entry in journal.entries()] == [GameStarted]


def test_a_game_that_was_begun_from_a_phone_goes_on_after_the_power_failed():
    table, journal = Table(), MemoryJournal()
    session = session_at(table, journal)
    ours = replace(SETUP, options="kids N=4 T=2", players=("Cleo", "Dan", "Eve", "Fay"))
    asker = Asker(table=True)
    begun = session.command(signed(asker, "game", lambda tracking: new_game(tracking, asker, ours)))
    look(session, table)
    assert begun.result(timeout=0) == (CommandGiven("the table", "game"), GameStarted(ours))
    table.play(Place(0, Card(SETUP.layout[22]), 22))
    look(session, table)
    again = session_at(table, journal)
    assert again.tracking.game == session.tracking.game
    assert again.tracking.setup == ours
    with pytest.raises(JournalError, match="unfinished game on another board"):
        session_at(table, journal, replace(SETUP, teams=SETUP.teams[::-1]))


@pytest.mark.parametrize("from_a_phone", [False, True])
def test_a_game_that_began_by_itself_after_another_goes_on_after_the_power_failed(from_a_phone: bool):
    journal = MemoryJournal()
    ours = replace(SETUP, options="kids N=2 T=2") if from_a_phone else SETUP
    following = replace(ours, first=2, wins=(1, 0))
    phone = [GameStarted(SETUP), CommandGiven("the table", "game")] * from_a_phone
    journal.append(
        [
            *phone,
            GameStarted(ours),
            GameWon(0, "agreed"),
            GameStarted(following),
            TurnPlayed(f"b {SETUP.layout[22]}@C3"),
        ],
        1.0,
    )
    assert session_at(Table(), journal).tracking.setup == following
    with pytest.raises(JournalError, match="unfinished game on another board"):
        session_at(Table(), journal, replace(SETUP, teams=SETUP.teams[::-1]))
    if not from_a_phone:
        with pytest.raises(JournalError, match="unfinished game with other rules"):
            session_at(Table(), journal, replace(SETUP, options="kids N=2 T=2"))
