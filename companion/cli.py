"""The command line: the list of commands, and every mistake said in one line."""

import argparse
import errno
import io
import os
import signal
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from types import FrameType, ModuleType
from typing import NoReturn

from companion.commands import calibrate, club, demo, doctor, record, replay, run, score, service
from companion.commands.arguments import Commands
from companion.errors import CompanionError, MisplacedError
from companion.files.atomic import UnfitPlaceError

COMMANDS = {"play": (demo, run, record, club), "set up": (calibrate, doctor, service), "develop": (replay, score)}
"""Each adds itself to the command line; they are listed in these groups, in this order."""
_EPILOG = """first time here:   companion demo
about a command:   companion help run"""
_CLOSED = (errno.EACCES, errno.ENAMETOOLONG)
MISTAKE, TROUBLE, STOPPED, NOBODY_READS = 2, 75, 130, 141
"""A mistake stays until somebody puts it right, and the service is not started again after one; trouble may pass."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. The exit status is 0 when it did what was asked, 130 after Ctrl-C.

    It is 2 after a mistake in what the program was told or given, 75 where a cable, a disk or an address fails.
    """
    _spare_old_terminals()
    usual = {each: signal.signal(each, _terminate) for each in _ends()}
    try:
        options = parser().parse_args(arguments)
        options.command(options)
    except CompanionError as error:
        _complain(str(error))
        passing = isinstance(error, OSError) and not isinstance(error, (MisplacedError, UnfitPlaceError))
        return TROUBLE if passing else MISTAKE
    except KeyboardInterrupt:
        print("companion: stopped", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:
        return NOBODY_READS
    except OSError as error:  # already asking whether something is there may be forbidden
        if error.filename is None or error.errno not in _CLOSED:
            raise
        _complain(f"{error.filename}: {error.strerror}; see who may look there")
        return MISTAKE
    finally:
        _forget_what_nobody_takes()
        for each, handler in usual.items():
            signal.signal(each, handler)
    return 0


def parser() -> argparse.ArgumentParser:
    """Every command, in groups for people; `companion help run` says what `companion run --help` does."""
    everything = argparse.ArgumentParser(
        prog="companion",
        usage="companion COMMAND …",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,
    )
    everything.add_argument("--help", "-h", action="help", help="show this")
    everything.add_argument("--version", action="version", version=f"companion {_version()}", help="show the version")
    everything.set_defaults(command=lambda _: everything.print_help())
    commands = everything.add_subparsers(prog="companion", metavar="COMMAND", help=argparse.SUPPRESS)
    groups = [_group(title, modules, commands) for title, modules in COMMANDS.items()]
    everything.description = "\n\n".join(["A referee for One-Eyed Jack and Black Jack on a home-made table.", *groups])
    asked = commands.add_parser("help")
    asked.add_argument("about", nargs="*", metavar="COMMAND", help="about this command; about all when left out")
    asked.set_defaults(command=lambda options: everything.parse_args([*options.about, "--help"]))
    return everything


def _group(title: str, modules: Sequence[ModuleType], commands: Commands) -> str:
    """Let these commands add themselves; gives their lines of the list."""
    known = set(commands.choices)
    for module in modules:
        module.add(commands)
    new = {name: str(parser.description) for name, parser in commands.choices.items() if name not in known}
    return "\n".join([f"{title}:", *(f"  {name:18}{what.partition(chr(10))[0]}" for name, what in new.items())])


def _complain(words: str) -> None:
    """In one line, whatever is in the name of a file."""
    print("companion:", "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in words), file=sys.stderr)


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


def _forget_what_nobody_takes() -> None:
    """Where nobody reads any more, or the disk is full, Python's own last flush must not fail."""
    try:
        sys.stdout.flush()
    except OSError:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 (as long as the program lives)


def _ends() -> list[signal.Signals]:
    """What asks the program to end, beside Ctrl-C: `nohup` lets it outlive its terminal."""
    hung_up = signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN
    return [signal.SIGTERM, *([signal.SIGHUP] if hung_up else [])]


def _terminate(number: int, _frame: FrameType | None) -> NoReturn:
    """Leave by the doors that Ctrl-C leaves by, so that nothing stays half done; asked again, it is on its way."""
    signal.signal(number, signal.SIG_IGN)
    raise SystemExit(128 + number)
