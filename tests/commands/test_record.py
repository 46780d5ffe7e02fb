"""`companion record` as a person uses it: a turn at the drawn table, Ctrl-C, and a replay that tells of that turn."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from drawn_page import WAIT_S, play, until

from companion.cli import main
from hardware.drawn_table import drawn_layout

ROOT = Path(__file__).parent.parent.parent
SQUARE = 44


def started(tmp_path: Path, *options: str) -> subprocess.Popen:
    """A recorded evening as a process of its own."""
    command = [sys.executable, "-m", "companion", "record", "--host", "127.0.0.1", "--port", "0", "--free-mb", "0"]
    return subprocess.Popen(
        [*command, *options],
        cwd=ROOT,
        env=os.environ | {"STATE_DIRECTORY": str(tmp_path / "state")},
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.fixture
def recording(tmp_path: Path, drawn_profile: Path) -> Iterator[tuple[subprocess.Popen, str]]:
    """An evening at the drawn table that is being recorded, and its page's address."""
    (tmp_path / "state").mkdir()
    shutil.copy(drawn_profile, tmp_path / "state" / "drawn.profile")
    process = started(tmp_path, "--camera", "virtual", "--out", str(tmp_path / "kept"), "--budget-mb", "50")
    address = next(line for line in process.stdout if "http://" in line).split(": ")[1].strip()
    yield process, address
    process.kill()
    process.wait()
    process.stdout.close()


def test_a_turn_that_was_recorded_is_told_again_by_a_replay_and_by_a_recording_of_the_recording(
    tmp_path: Path, recording: tuple[subprocess.Popen, str]
):
    process, address = recording
    play(address, SQUARE)
    until(address, lambda status: bool(status["last_turns"]))
    process.send_signal(signal.SIGINT)
    assert process.wait(WAIT_S) == 130
    (folder,) = (tmp_path / "kept").iterdir()
    card = drawn_layout()[SQUARE]
    assert told_again(folder, tmp_path / "out") == ("move", card, [4, 4])
    again = started(
        tmp_path, "--camera", str(folder), "--profile", str(folder / "board.profile"), "--out", str(tmp_path / "again")
    )
    assert (again.communicate(timeout=WAIT_S), again.returncode)[1] == 0
    (folder,) = (tmp_path / "again").iterdir()
    assert told_again(folder, tmp_path / "out-again") == ("move", card, [4, 4])


def told_again(folder: Path, out: Path) -> tuple[str, str, list[int]]:
    """The one thing that a replay of this recording tells."""
    assert main(["replay", str(folder), "--out", str(out)]) == 0
    (told,) = [json.loads(line) for line in (out / "events.jsonl").read_text().splitlines()]
    return told["type"], told["card"], told["square"]


@pytest.mark.parametrize("command", ["run", "record"])
def test_a_folder_of_a_table_with_cards_alone_is_played_from_its_empty_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    folder = tmp_path / "cards"
    shutil.copytree(ROOT / "tests" / "recordings" / "black-jack", folder)
    about = json.loads((folder / "recording.json").read_text())
    (folder / "recording.json").write_text(json.dumps(about | {"frames": 15}))
    where = ["--camera", str(folder), "--empty-table", str(folder / "empty.jpg"), "--host", "127.0.0.1", "--port", "0"]
    assert main([command, *where]) == 0
    said = capsys.readouterr().out
    assert "No picture of the table" not in said
    assert "board is known" not in said
    assert "Five of spades." in said


@pytest.mark.parametrize("size", ["-1", "much", "1.5", "99999999"])
def test_a_size_that_is_none_is_refused(size: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        main(["record", "--camera", "virtual", "--budget-mb", size])
    assert "write a whole number of megabytes" in capsys.readouterr().err
