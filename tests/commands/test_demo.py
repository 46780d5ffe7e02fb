"""`companion demo` as a person types it: what it tells, how it ends, and on what terminals."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli import main
from companion.journal.event_log import SqliteJournal

ROOT = Path(__file__).parent.parent.parent
WAIT_S = 60.0
Refused = Callable[..., str]


def test_the_demo_tells_the_address_the_game_and_the_score(
    evening: Path, profile: Path, capsys: pytest.CaptureFixture[str]
):
    quick = ["--speed", "1000", "--host", "127.0.0.1", "--port", "0", "--no-wait"]
    assert main(["demo", str(evening), "--profile", str(profile), *quick]) == 0
    said = capsys.readouterr().out
    assert "http://127.0.0.1:" in said
    assert "█" in said
    assert "First comparing the profile with the board …" in said
    assert "Red against Blue. Red to play." in said
    assert "The evening ends." in said


def test_the_demo_keeps_its_game_where_the_settings_name_a_journal(evening: Path, profile: Path, tmp_path: Path):
    file, kept = tmp_path / "settings.toml", tmp_path / "kept.db"
    file.write_text(f'journal = "{kept}"\n')
    quick = ["--speed", "1000", "--host", "127.0.0.1", "--port", "0", "--no-wait", "--settings", str(file)]
    assert main(["demo", str(evening), "--profile", str(profile), *quick]) == 0
    with closing(SqliteJournal(kept)) as journal:
        assert len(list(journal.games())) == 1


def test_a_taken_port_is_refused(evening: Path, refused: Refused):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = refused("demo", evening, "--host", "127.0.0.1", "--port", port, "--no-wait")
    assert "choose another port" in said


def test_a_demo_that_nobody_reads_ends_quietly(evening: Path, profile: Path, started: Callable[..., subprocess.Popen]):
    quick = ["--profile", profile, "--speed", "1000", "--host", "127.0.0.1", "--port", "0", "--no-wait"]
    demo = started("demo", evening, *quick)
    demo.stdout.readline()
    demo.stdout.close()
    assert demo.wait(timeout=WAIT_S) == 141
    assert demo.stderr.read() == ""


def test_a_terminal_without_card_suits_is_spared(evening: Path, profile: Path):
    quick = ["--profile", str(profile), "--speed", "1000", "--host", "127.0.0.1", "--port", "0", "--no-wait"]
    command = [sys.executable, "-m", "companion", "demo", str(evening), *quick]
    plain = os.environ | {"PYTHONIOENCODING": "ascii"}
    run = subprocess.run(command, check=False, cwd=ROOT, env=plain, capture_output=True, text=True, timeout=WAIT_S)
    assert (run.returncode, run.stderr) == (0, "")
    assert "Red against Blue" in run.stdout


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_stopped_demo_ends_cleanly(evening: Path, started: Callable[..., subprocess.Popen], stop: signal.Signals):
    demo = started("demo", evening, "--host", "127.0.0.1", "--port", "0")
    assert "http://127.0.0.1:" in demo.stdout.readline()
    demo.send_signal(stop)
    _, said = demo.communicate(timeout=WAIT_S)
    assert demo.returncode == 128 + stop
    assert "Traceback" not in said


def test_the_page_says_what_is_done_before_the_game_and_lists_it_afterwards(
    evening: Path, started: Callable[..., subprocess.Popen]
):
    demo = started("demo", evening, "--speed", "1000", "--host", "127.0.0.1", "--port", "0")
    url = re.search(r"http://\S+", demo.stdout.readline())[0]
    page, status = fetched(url), ""
    assert re.search(r'id="turn">(Waiting for the table|Looking for the board…|Reading the cards…)</p>', page)
    end = time.monotonic() + WAIT_S
    while "Reading the cards…" not in page and time.monotonic() < end:
        page = fetched(url)
    assert 'id="turn">Reading the cards…</p>' in page
    while not status and time.monotonic() < end:
        status = fetched(f"{url}api/status")
    assert len(json.loads(fetched(f"{url}api/history"))["games"]) == 1
    assert 'href="/history"' in fetched(url)


def fetched(url: str) -> str:
    """What a browser is given there."""
    with urllib.request.urlopen(url, timeout=WAIT_S) as answer:
        return answer.read().decode()
