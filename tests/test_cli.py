"""The command line itself: what it makes of mistyped words, and that every command is on it."""

from pathlib import Path

import pytest

from companion.cli import COMMANDS, main

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["frobnicate"],
        ["replay", "somewhere"],
        ["demo", "--speed", "0"],
        ["demo", "--speed", "fast"],
        ["demo", "--port", "70000"],
        ["calibrate", "layout", "still.jpg", "--top-left", "3", "--out", "x"],
    ],
)
def test_a_mistyped_command_is_explained(arguments: list[str], capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "companion" in capsys.readouterr().err


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out.startswith("companion ")


def test_every_command_is_a_file_that_adds_itself():
    names = {path.stem for path in (ROOT / "companion" / "commands").glob("*.py")} - {"__init__", "arguments"}
    assert {command.__name__.rsplit(".", 1)[1] for command in COMMANDS} == names
    assert len(COMMANDS) == len(names)
