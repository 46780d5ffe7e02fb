"""The command line: the list of commands, and every mistake said in one line."""

import argparse
import io
import os
import signal
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from types import FrameType
from typing import NoReturn

from companion.commands import calibrate, demo, doctor, record, replay, run, score, service
from companion.errors import CompanionError

COMMANDS = (demo, replay, calibrate, score, run, record, doctor, service)
"""Each adds itself to the command line; they are listed in this order."""
MISTAKE, STOPPED, NOBODY_READS, TERMINATED = 2, 130, 141, 143


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. The exit status is 0 when it did what was asked, 2 after a mistake, 130 after Ctrl-C."""
    options = _parser().parse_args(arguments)
    _spare_old_terminals()
    usual = signal.signal(signal.SIGTERM, _terminate)
    try:
        options.command(options)
    except CompanionError as error:
        print(f"companion: {error}", file=sys.stderr)
        return MISTAKE
    except KeyboardInterrupt:
        print("companion: stopped", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 (nobody reads any more; the last flush must not fail)
        return NOBODY_READS
    finally:
        signal.signal(signal.SIGTERM, usual)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="companion", description="A referee for One-Eyed Jack on a home-made board.")
    parser.add_argument("--version", action="version", version=f"companion {_version()}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add(commands)
    return parser


def _version() -> str:
    try:
        return version("one-eyed-jack-companion")
    except PackageNotFoundError:
        return "(not installed)"


def _spare_old_terminals() -> None:
    """A terminal that knows no ♠ gets a question mark in its place, not an end."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _terminate(_signal: int, _frame: FrameType | None) -> NoReturn:
    """Leave by the doors that Ctrl-C leaves by, so that nothing stays half done."""
    raise SystemExit(TERMINATED)
