"""A live evening that tells a real broker, from the command on: killed, it is offline; a broker that dies is said."""

import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from mosquitto import MISSING, PASSWORDS, Mosquitto

from companion.commands.arguments import served_at
from companion.ports import Message
from companion.settings import PageSettings, Settings

ROOT = Path(__file__).parent.parent.parent
SETTINGS = """
[page]
pin = "271828"
[mqtt]
host = "localhost"
port = {port}
username = "oak"
password_file = "{password}"
name = "oak"
"""


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    if MISSING:
        pytest.skip(MISSING)
    (tmp_path / "broker").mkdir()
    found = Mosquitto(tmp_path / "broker")
    found.start()
    yield found
    found.kill()


@pytest.fixture
def evening(tmp_path: Path, broker: Mosquitto) -> Iterator[tuple[subprocess.Popen, list[str]]]:
    """An evening on the drawn table, and what it said before it named its page, that included."""
    (tmp_path / "password").write_text(PASSWORDS["oak"] + "\n")
    (tmp_path / "settings.toml").write_text(SETTINGS.format(port=broker.port, password=tmp_path / "password"))
    command = [sys.executable, "-m", "companion", "run", "--camera", "virtual", "--host", "127.0.0.1", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--settings", str(tmp_path / "settings.toml")],
        cwd=ROOT,
        env=os.environ | {"STATE_DIRECTORY": str(tmp_path / "state")},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    yield process, lines_until(process, "PIN")
    process.kill()
    process.wait()
    process.stdout.close()


def lines_until(process: subprocess.Popen, word: str) -> list[str]:
    said = []
    while not said or word not in said[-1]:
        said.append(process.stdout.readline())
        assert said[-1], said
    return said


def heard_until(broker: Mosquitto, messages: list[Message], true: Callable[[list[Message]], bool]) -> list[Message]:
    """What the club hears until it is as wanted, or for a long while."""
    line = broker.broker("club")
    line.connect(None, ["#"], messages.append)
    deadline = time.monotonic() + 60
    while not true(messages) and time.monotonic() < deadline:
        line.listen(0.1)
    line.close()
    assert true(messages)
    return messages


def test_an_evening_is_told_to_a_broker_which_may_die_and_come_back(evening, broker: Mosquitto, tmp_path: Path):
    process, said = evening
    page = next(line.split("http://")[1].strip() for line in said if "http://" in line)
    heard = heard_until(broker, [], lambda found: any(each.topic == "one-eyed-jack/oak/status" for each in found))
    assert ("one-eyed-jack/oak/availability", "online") in [(each.topic, each.payload) for each in heard]
    with urllib.request.urlopen(f"http://{page}api/status", timeout=10) as answer:
        shown = json.loads(answer.read())
    assert shown in [json.loads(each.payload) for each in heard if each.topic.endswith("/status")]
    broker.kill()
    said += lines_until(process, "broker is not told")
    with urllib.request.urlopen(f"http://{page}", timeout=10) as answer:
        assert "The broker is not told of the game (localhost" in answer.read().decode()
    broker.start()
    said += lines_until(process, "broker is told of the game again")
    process.kill()
    heard_until(broker, [], lambda found: any(each.payload == "offline" for each in found))
    process.wait()
    kept = b"".join(file.read_bytes() for file in (tmp_path / "state").rglob("*") if file.is_file())
    assert PASSWORDS["oak"] not in "".join(said)
    assert PASSWORDS["oak"].encode() not in kept


def test_what_the_command_line_says_of_the_page_leaves_its_pin_alone():
    class Options:
        host, port = None, 8123

    served = served_at(Settings(page=PageSettings(pin="271828")), Options())
    assert served.page == PageSettings(port=8123, pin="271828")
