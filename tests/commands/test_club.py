"""A simulated club from the command: tables play on a real Mosquitto, rounds are drawn, and Ctrl-C ends it all."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from mosquitto import MISSING

from companion.cli import MISTAKE, TROUBLE, main

ROOT = Path(__file__).parent.parent.parent
WAIT_S = 120.0


@pytest.fixture
def simulated(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A club of three tables that play fast, and the address of its page."""
    if MISSING:
        pytest.skip(MISSING)
    command = [sys.executable, "-m", "companion", "club", "--simulated", "3", "--pace", "0.1", "--port", "0"]
    environment = os.environ | {"STATE_DIRECTORY": str(tmp_path)}
    more = ["--host", "127.0.0.1", "--journal", str(tmp_path / "evening.jsonl")]
    with subprocess.Popen(command + more, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process, next("http" + line.split("http")[1].strip() for line in process.stdout if "http" in line)
        process.kill()


def until(url: str, true: Callable[[dict], bool]) -> dict:
    """What the page is told once something is so."""
    deadline = time.monotonic() + WAIT_S
    while time.monotonic() < deadline:
        with urllib.request.urlopen(f"{url}api/status", timeout=10) as answer:
            told: dict = json.load(answer)
        if true(told):
            return told
        time.sleep(0.2)
    raise AssertionError(f"it never came: {told['plan']}")


def test_a_club_is_seen_at_once_and_goes_cleanly(simulated: tuple[subprocess.Popen[str], str], tmp_path: Path):
    process, url = simulated
    told = until(url, lambda told: any(meeting["points"] for meeting in told["plan"].get("meetings", [])))
    assert {table["name"] for table in told["tables"]} == {"table-1", "table-2", "table-3"}
    assert len(told["plan"]["entrants"]) == 6
    done = next(meeting for meeting in told["plan"]["meetings"] if meeting["points"])
    assert not done["by_hand"]
    process.send_signal(signal.SIGINT)
    assert process.stdout is not None
    assert "its evening is kept" in process.stdout.read()
    assert process.wait(30) == 0
    assert (tmp_path / "evening.jsonl").read_text().count('"type":"ResultCame"') >= 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "no broker is named; add --broker"),
        (["--broker", "http://x"], "--broker http://x: write mqtt://"),
        (["--broker", "mqtt://oak@x", "--password-file", "/nowhere/secret"], "password cannot be read"),
        (["--broker", "mqtt://x", "--journal", "/nowhere/club.jsonl"], "name another file with --journal"),
    ],
)
def test_a_club_that_cannot_be_says_why(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]):
    assert main(["club", *arguments]) in (MISTAKE, TROUBLE)
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--simulated", "0"], ["--simulated", "x"], ["--pace", "0"], ["--pace", "x"]])
def test_numbers_are_numbers(arguments: list[str], capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        main(["club", *arguments])
    assert "is no" in capsys.readouterr().err
