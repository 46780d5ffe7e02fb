"""The command line itself: what it makes of mistyped words, and that every command is on it."""

import argparse
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from companion.__main__ import start
from companion.cli import COMMANDS, MISTAKE, STOPPED, main, parser
from companion.commands.arguments import millimetres, port, speed
from companion.commands.record import megabytes

ROOT = Path(__file__).parent.parent


def below(command: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """The commands below this one, and those below them."""
    for action in command._actions:
        for each in action.choices.values() if isinstance(action.choices, dict) else ():
            yield each
            yield from below(each)


DESCRIBED = {each.prog.removeprefix("companion "): each for each in below(parser()) if each.prog != "companion help"}


def help_of(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What a call that only wants help prints; it is no mistake."""
    try:
        status = main(arguments)
    except SystemExit as left:
        status = left.code
    assert status == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["frobnicate"],
        ["help", "frobnicate"],
        ["replay", "somewhere"],
        ["demo", "--speed", "0"],
        ["demo", "--speed", "fast"],
        ["demo", "--port", "70000"],
        ["demo", "--host", "\udcff"],
        ["demo", "--host", "a\nb"],
        ["calibrate", "layout", "still.jpg", "--top-left", "3", "--out", "x"],
        ["calibrate", "layout", "still.jpg", "--top-left", "nan,3", "--out", "x"],
        ["calibrate", "check", "still.jpg", "--corners", "1,1", "2,1", "2,inf", "1,2"],
    ],
)
def test_a_mistyped_command_is_explained(arguments: list[str], capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "companion" in capsys.readouterr().err


def test_a_place_with_a_break_in_its_name_is_told_of_in_one_line(capsys: pytest.CaptureFixture[str]):
    assert main(["calibrate", "check", "no\nsuch\x1b[2J.profile"]) == MISTAKE
    assert capsys.readouterr().err.startswith(r"companion: no\nsuch\x1b[2J.profile: ")


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out.startswith("companion ")


def test_every_command_is_a_file_that_adds_itself():
    names = {path.stem for path in (ROOT / "companion" / "commands").glob("*.py")} - {"__init__", "arguments", "places"}
    modules = [module.__name__.rsplit(".", 1)[1] for group in COMMANDS.values() for module in group]
    assert sorted(modules) == sorted(names)


def test_ctrl_c_while_the_program_is_still_being_loaded_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    class Interrupted(ModuleType):
        """A module that Ctrl-C keeps from being loaded."""

        def __getattr__(self, name: str) -> object:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "companion.cli", Interrupted("companion.cli"))
    assert start() == STOPPED
    assert capsys.readouterr().err == "companion: stopped\n"


_LOOKING_ON = """
import sys, threading, cv2, numpy
import companion.cli
from companion.__main__ import start

def look():
    while True:
        cv2.GaussianBlur(numpy.zeros((300, 300, 3), numpy.uint8), (9, 9), 0)

def main():
    for _ in range(4):
        threading.Thread(target=look, daemon=True).start()
    print("It was told to end.")
    raise SystemExit(143)

companion.cli.main = main
sys.exit(start())
"""


def test_a_program_that_is_told_to_end_while_pictures_are_looked_at_ends_as_told():
    ended = subprocess.run([sys.executable, "-c", _LOOKING_ON], capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (143, "It was told to end.\n", "")


@pytest.mark.parametrize("arguments", [[], ["help"], ["--help"], ["-h"]])
def test_without_a_command_all_are_listed_in_groups(arguments: list[str], capsys: pytest.CaptureFixture[str]):
    said = help_of(arguments, capsys)
    assert re.findall(r"^([a-z ]+):$", said, re.MULTILINE)[:3] == list(COMMANDS)
    assert [name for name in DESCRIBED if " " not in name and f"\n  {name} " not in said] == []
    assert "companion demo" in said


@pytest.mark.parametrize("name", DESCRIBED)
def test_a_command_is_described_with_two_examples_that_can_be_typed(name: str, capsys: pytest.CaptureFixture[str]):
    said = help_of(["help", *name.split()], capsys)
    assert said == help_of([*name.split(), "--help"], capsys)
    described, _, typed = said.partition("examples:\n")
    assert described.split("\n\n")[1].endswith(".")
    examples = [shlex.split(line, comments=True) for line in typed.splitlines()]
    assert len(examples) >= 2
    for program, *arguments in examples:
        assert program == "companion"
        assert parser().parse_args(arguments).command


@pytest.mark.parametrize("name", DESCRIBED)
def test_a_number_that_may_be_left_out_says_which_holds_then(name: str):
    numbers = [action for action in DESCRIBED[name]._actions if action.type in (port, speed, millimetres, megabytes)]
    assert [action.dest for action in numbers if not re.search(r"\d+.* when left out", action.help)] == []
