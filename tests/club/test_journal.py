"""What was kept of an evening survives a killed program and a torn line; nothing else is taken for an evening."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from evenings import TABLES, one_round, randoms
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.club.drawing import draw_round
from companion.club.evening import (
    ClubEvent,
    EntrantCame,
    EntrantLeft,
    Evening,
    EveningBegan,
    ResultCame,
    RoundDrawn,
    after,
    replay,
)
from companion.club.journal import ClubJournal
from companion.errors import JournalError, UnwritableError

BEGAN = EveningBegan(("Ännika", "Benno", "Çağla", "Dora"), (2, 0, 3, 1))
FIRST = RoundDrawn(((0, 1), (2, 3)), ("hall", "bar"), before=("g1", ""))
EVENTS = (BEGAN, FIRST, ResultCame(1, None, (1, 1), "g2"), ResultCame(0, 1, (0, 2), ""), EntrantLeft("Dora"))
KEEPS_ON = """
import sys
from pathlib import Path
from companion.club.evening import *
from companion.club.journal import ClubJournal
journal = ClubJournal(Path(sys.argv[1]))
journal.keep(EveningBegan(("a", "b"), (0, 1)))
for number in range(10**6):
    journal.keep(EntrantLeft("a") if number % 2 == 0 else EntrantCame("a"))
    print(number, flush=True)
"""


def kept(path: Path) -> Evening:
    """What a program that starts now finds."""
    journal = ClubJournal(path)
    journal.close()
    return journal.evening


def test_an_evening_goes_on_where_it_stopped(tmp_path: Path):
    path, evening = tmp_path / "club.jsonl", Evening()
    for event in EVENTS:
        journal = ClubJournal(path)
        assert journal.evening == evening
        evening = journal.keep(event)
        journal.close()
    assert kept(path) == replay(EVENTS)


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 600), randoms)
def test_a_torn_last_line_ends_quietly_and_the_next_goes_in_its_place(
    tmp_path_factory: pytest.TempPathFactory, cut: int, random: Random
):
    path = tmp_path_factory.mktemp("torn") / "club.jsonl"
    journal = ClubJournal(path)
    journal.keep(*EVENTS)
    journal.close()
    whole = path.read_bytes()
    path.write_bytes(whole[: max(0, len(whole) - cut)])
    lines = path.read_bytes().count(b"\n")
    assert kept(path) == replay(EVENTS[:lines])
    if lines:
        journal = ClubJournal(path)
        now = journal.keep(EntrantCame(f"Late {random.randrange(99)}"))
        journal.close()
        assert kept(path) == now
        assert path.read_bytes().count(b"\n") == lines + 1


def test_what_was_told_survives_a_kill(tmp_path: Path):
    path = tmp_path / "club.jsonl"
    with subprocess.Popen([sys.executable, "-c", KEEPS_ON, str(path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in range(20):
            told = int(process.stdout.readline())
        process.send_signal(signal.SIGKILL)
        rest = [int(line) for line in process.stdout.read().split("\n")[:-1]]
    told = rest[-1] if rest else told
    done = path.read_bytes().count(b"\n") - 1
    assert told + 1 <= done <= told + 2
    assert kept(path).gone == (frozenset({0}) if done % 2 else frozenset())


def test_what_cannot_happen_is_refused_and_not_kept(tmp_path: Path):
    journal = ClubJournal(tmp_path / "club.jsonl")
    for event, words in (
        (FIRST, "no evening has begun"),
        (EveningBegan(("a", "A"), (0, 1)), "A is entered twice|a is entered twice"),
        (EveningBegan(("a", "b"), (0, 0)), "every entrant once"),
        (EveningBegan(("a",), (0,)), "2 to 200"),
        (EveningBegan(("a", "\x1b[2J"), (0, 1)), "no name"),
        (EveningBegan(("a", "x" * 41), (0, 1)), "no name"),
    ):
        with pytest.raises(ValueError, match=words):
            journal.keep(event)
    journal.keep(BEGAN, FIRST)
    refused: list[tuple[ClubEvent, str]] = [
        (FIRST, "no result yet"),
        (ResultCame(2, 0, (2, 0), ""), "no such meeting"),
        (ResultCame(0, 2, (2, 0), ""), "one winner"),
        (ResultCame(0, 1, (0, -2), ""), "one winner"),
        (EntrantLeft("Egon"), "nobody here is called Egon"),
        (EntrantCame("Dora"), "Dora plays already"),
    ]
    for event, words in refused:
        with pytest.raises(ValueError, match=words):
            journal.keep(event)
    journal.close()
    assert kept(tmp_path / "club.jsonl") == replay((BEGAN, FIRST))


def test_whoever_left_sits_out_until_they_are_back():
    evening = replay((BEGAN, EntrantLeft("Dora"), EntrantLeft("Benno")))
    assert evening.present == (2, 0)
    assert after(evening, EntrantCame("Benno")).present == (2, 0, 1)
    evening = one_round(after(evening, EntrantCame("Egon")), Random(1))
    with pytest.raises(ValueError, match="everybody who is here once"):
        after(evening, RoundDrawn(((0, 3),), ("hall",), before=("",)))
    assert draw_round(evening, TABLES).pairs


def test_two_clubs_do_not_share_a_journal(tmp_path: Path):
    journal = ClubJournal(tmp_path / "club.jsonl")
    with pytest.raises(JournalError, match="another club"):
        ClubJournal(tmp_path / "club.jsonl")
    journal.close()
    journal.close()


@pytest.mark.parametrize(
    "line",
    [b"rubbish", b"[]", b'{"type":"Nothing"}', b'{"type":"EntrantCame"}', b'{"type":["x"]}', b"\xff", b"[" * 99],
)
def test_what_is_no_evening_is_refused_and_left_alone(tmp_path: Path, line: bytes):
    path = tmp_path / "club.jsonl"
    path.write_bytes(line + b"\n")
    with pytest.raises(JournalError, match="move it away to begin a new evening"):
        ClubJournal(path)
    assert path.read_bytes() == line + b"\n"


def test_evenings_of_years_are_read_line_by_line_and_no_line_is_longer_than_a_text(tmp_path: Path):
    path = tmp_path / "club.jsonl"
    journal = ClubJournal(path)
    journal.keep(*EVENTS)
    journal.close()
    whole = b"".join(b" " * 1_000_000 + line for line in path.read_bytes().splitlines(keepends=True))
    path.write_bytes(whole + b"{")
    assert kept(path) == replay(EVENTS)
    assert path.read_bytes() == whole
    path.write_bytes(whole + b" " * 5_000_000 + b"\n")
    with pytest.raises(JournalError, match=f"line {len(EVENTS) + 1}: it is larger than 4 MB"):
        ClubJournal(path)


ANY = st.sampled_from((None, 1, -1, 1.5, "x", [], [1], [[1]], {}, [None], [["a", "b"]], [[0, 9], [1, 2]], [1, "a"]))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.integers(0, len(EVENTS) - 1), st.integers(0, 4), ANY)
def test_a_line_that_somebody_mended_wrongly_is_named_or_read(tmp_path: Path, line: int, field: int, value: Any):
    path = tmp_path / "club.jsonl"
    path.unlink(missing_ok=True)
    journal = ClubJournal(path)
    journal.keep(*EVENTS)
    journal.close()
    rows = [json.loads(each) for each in path.read_text().splitlines()]
    rows[line][list(rows[line])[field % len(rows[line])]] = value
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    try:
        ClubJournal(path).close()
    except JournalError as error:
        assert re.search(r"line \d", str(error))  # noqa: PT017 (many lines can be read all the same)


def test_a_disk_that_refuses_leaves_the_evening_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    journal = ClubJournal(tmp_path / "club.jsonl")
    journal.keep(BEGAN)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UnwritableError, match="No space left on device; make room"):
        journal.keep(FIRST)
    monkeypatch.undo()
    assert journal.evening == replay((BEGAN,))
    journal.close()
    assert kept(tmp_path / "club.jsonl") == replay((BEGAN,))


def test_a_folder_that_is_not_there_is_named(tmp_path: Path):
    with pytest.raises(UnwritableError, match="name another file with --journal"):
        ClubJournal(tmp_path / "nowhere" / "club.jsonl")
