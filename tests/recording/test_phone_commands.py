"""What phones said is kept in the words of the log, and said again in a replay."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import RecordingError
from companion.files.atomic import write_rows
from companion.ports import JournalEntry
from companion.recording.phone_commands import PhoneCommand, load_phone_commands, phone_commands_in
from companion.referee.events import CardLaid, CommandGiven, GameStarted, Setup
from companion.referee.phones import BUTTON, Asker, NotAllowedError, named_asker
from companion.registry.games import refereed
from companion.web.commands import parse_words

SETUP = Setup("base players=2", (), (), ("Ann", "Ben"), "black-jack")
BEGAN_S = 40.0


def kept(path: Path, *rows: dict) -> Path:
    write_rows(path / "said.jsonl", rows)
    return path / "said.jsonl"


@given(st.builds(Asker, st.none() | st.integers(1, 12), st.booleans()))
def test_whoever_signs_is_known_by_that_name(asker: Asker):
    assert named_asker(asker.name) == asker


def test_the_button_is_known_and_nobody_else():
    assert named_asker("the button") == BUTTON
    for name in ("", "seat", "seat one", "Ann", "the table, seat"):
        with pytest.raises(ValueError, match="nobody is called"):
            named_asker(name)


@pytest.mark.parametrize(
    ("words", "name", "fields"),
    [
        ("done", "done", {}),
        ("suit suit=S", "suit", {"suit": "S"}),
        ("draw seat=2 cards=4", "draw", {"seat": 2, "cards": 4}),
        ("answer candidate=P3 JK=2H", "answer", {"candidate": "P3 JK=2H"}),
        ("edit square=A1 team=1", "edit", {"square": 0, "team": 1}),
    ],
)
def test_the_words_of_the_log_are_a_command_again(words: str, name: str, fields: dict):
    assert parse_words(words) == (name, fields)


@pytest.mark.parametrize("words", ["dance", "done quickly", "draw seats=2", "draw seat=two", "suit suit=X"])
def test_other_words_are_no_command(words: str):
    with pytest.raises(ValueError, match=r".+"):
        parse_words(words)


def test_a_journal_tells_what_was_said_and_when(tmp_path: Path):
    entries = [
        JournalEntry(CommandGiven("the table", "done"), BEGAN_S - 1),
        JournalEntry(CommandGiven("the table", "game"), BEGAN_S + 2),
        JournalEntry(GameStarted(SETUP), BEGAN_S + 2),
        JournalEntry(CardLaid("8S"), BEGAN_S + 3),
        JournalEntry(CommandGiven("seat 1", "draw seat=1"), BEGAN_S + 4.25),
    ]
    said = tuple(phone_commands_in(entries, BEGAN_S))
    assert said == (
        PhoneCommand(2.0, CommandGiven("the table", "game"), SETUP),
        PhoneCommand(4.25, CommandGiven("seat 1", "draw seat=1")),
    )
    assert load_phone_commands(kept(tmp_path, *(each.row for each in said))) == said


def test_what_was_said_brings_about_the_same_once_more():
    before, _ = refereed("black-jack").begin(SETUP)
    begun, events = PhoneCommand(0.0, CommandGiven("the table", "game"), SETUP).command(before)
    assert events == (CommandGiven("the table", "game"), GameStarted(SETUP))
    laid = begun.after(CardLaid("8S"))
    _, events = PhoneCommand(0.0, CommandGiven("seat 1", "draw seat=1")).command(laid)
    assert events[0] == CommandGiven("seat 1", "draw seat=1")
    with pytest.raises(NotAllowedError):
        PhoneCommand(0.0, CommandGiven("seat 2", "draw seat=1")).command(laid)


@pytest.mark.parametrize(
    "row",
    [
        {},
        {"t": "soon", "who": "seat 1", "command": "done"},
        {"t": 1, "who": "Ann", "command": "done"},
        {"t": 1, "who": "seat 1", "command": "dance"},
        {"t": 1, "who": "seat 1", "command": "game", "setup": {"options": "base"}},
        [1],
    ],
)
def test_a_list_that_is_none_is_refused(tmp_path: Path, row: object):
    path = tmp_path / "said.jsonl"
    path.write_text(json.dumps(row) + "\n")
    with pytest.raises(RecordingError, match="not a list of what phones said"):
        load_phone_commands(path)


def test_a_list_that_is_missing_is_named(tmp_path: Path):
    with pytest.raises(RecordingError, match="copy the recording again"):
        load_phone_commands(tmp_path / "said.jsonl")


@given(st.integers(0, 200))
def test_a_last_line_cut_short_by_a_power_cut_ends_the_list_quietly(tmp_path_factory: pytest.TempPathFactory, cut: int):
    rows = [{"t": at, "who": "seat 1", "command": "draw"} for at in range(4)]
    path = kept(tmp_path_factory.mktemp("cut"), *rows)
    whole = path.read_bytes()
    path.write_bytes(whole[: max(len(whole) - cut, 0)])
    left = whole[: max(len(whole) - cut, 0)].count(b"\n")
    assert [said.row for said in load_phone_commands(path)] == rows[:left]
