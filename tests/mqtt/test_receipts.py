"""What a broker has taken is remembered over restarts, and never taken for another journal's."""

from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from told_table import SETUP

from companion.journal.archive import MemoryArchive, SqliteArchive
from companion.journal.event_log import MemoryJournal, SqliteJournal
from companion.mqtt.receipts import Receipts, waiting
from companion.referee.events import CommandGiven, GameStarted

WRONG = ('"x"', "1e300", "-1e300", "1.5", "999999999999999999", "-1")
"""What is no number of an event."""


def journal_of(*games: int, who: str = "Ann") -> MemoryJournal:
    """A journal of games with so many events after their beginnings, no two alike."""
    journal = MemoryJournal()
    for game, events in enumerate(games):
        journal.append([GameStarted(SETUP)], 0.0)
        journal.append([CommandGiven(who, f"{game} {event}") for event in range(events)], 0.0)
    return journal


@given(st.lists(st.integers(0, 9), min_size=1, max_size=4), st.integers(1, 5))
def test_every_event_is_due_once_and_in_order_however_often_one_starts_again(tmp_path_factory, games, limit):
    file, archive = tmp_path_factory.mktemp("receipts") / "game.mqtt", MemoryArchive(journal_of(*games))
    told = []
    while due := Receipts(file).due(archive, limit):
        told += due
        receipts = Receipts(file)
        assert receipts.due(archive, limit) == due
        receipts.taken(due)
    first = sum(games[:-1]) + len(games)
    assert [each.number for each in told] == list(range(first, sum(games) + len(games) + 1))
    assert {each.game for each in told} == {len(games)}


def test_the_next_game_goes_on_where_the_last_one_ended(tmp_path: Path):
    receipts, journal = Receipts(tmp_path / "game.mqtt"), journal_of(1)
    first = receipts.due(MemoryArchive(journal), 9)
    receipts.taken(first)
    journal.append([GameStarted(SETUP)], 0.0)
    (second,) = receipts.due(MemoryArchive(journal), 9)
    assert (second.number, receipts.game(second)) == (3, receipts.game(first[0])[:-1] + "2")


@pytest.mark.parametrize("other", [(0,), (3,), (9, 9)])
def test_another_journal_is_told_from_its_last_game_on_under_another_name(tmp_path: Path, other: tuple[int, ...]):
    receipts = Receipts(tmp_path / "game.mqtt")
    known = receipts.due(MemoryArchive(journal_of(9, 5)), 99)
    receipts.taken(known)
    name, archive = receipts.game(known[0]), MemoryArchive(journal_of(*other, who="Ben"))
    due = Receipts(tmp_path / "game.mqtt").due(archive, 99)
    assert len(due) == other[-1] + 1
    assert receipts.due(archive, 99) == due
    assert receipts.game(due[0]).split("-")[0] != name.split("-")[0]


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", '{"journal": "a"}', *(f'{{"journal": "a", "number": {number}, "digest": ""}}' for number in WRONG)],
)
def test_a_damaged_receipt_counts_as_none(tmp_path: Path, content: str):
    file = tmp_path / "game.mqtt"
    file.write_text(content)
    with closing(SqliteJournal(tmp_path / "game.db")) as journal:
        journal.append((entry.event for entry in journal_of(4).entries()), 0.0)
        assert waiting(file, SqliteArchive(tmp_path / "game.db"), 99) == 5


def test_a_disk_that_takes_no_receipt_keeps_nothing_from_being_told(tmp_path: Path):
    (tmp_path / "file").write_text("")
    receipts, archive = Receipts(tmp_path / "file" / "game.mqtt"), MemoryArchive(journal_of(1))
    receipts.taken(receipts.due(archive, 1))
    assert [each.number for each in receipts.due(archive, 9)] == [2]


def test_nothing_is_due_before_anything_happened(tmp_path: Path):
    assert waiting(tmp_path / "game.mqtt", MemoryArchive(MemoryJournal()), 9) == 0
