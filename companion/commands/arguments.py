"""What several commands take from the command line, and how a typed word becomes a value."""

import argparse
import textwrap
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from companion.files.checked_json import is_pair
from companion.settings import PageSettings, Settings, names_a_file
from companion.views.words import sentence

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""Where a command adds itself."""
_USUAL = PageSettings()
WIDTH = 79
"""Columns that every terminal has."""


def add_commands(command: argparse.ArgumentParser, metavar: str) -> Commands:
    """Where commands are added below this one, which shows its help when none of them is named."""
    command.set_defaults(command=lambda _: command.print_help())
    return command.add_subparsers(metavar=metavar)


def add_command(commands: Commands, name: str, what: str, examples: Iterable[str]) -> argparse.ArgumentParser:
    """A command with its help: what it does, in a first line for the list and more below it, and how it is typed.

    An example is a command line without `companion`, with a few words on it after a `#`.
    """
    first, _, more = what.partition("\n")
    typed = [tuple(map(str.strip, example.partition("#")[::2])) for example in examples]
    width = max(len(line) for line, _ in typed)
    shown = [f"  companion {line:{width}}  {words and '# '}{words}".rstrip() for line, words in typed]
    return commands.add_parser(
        name,
        help=first,
        description="\n".join([sentence(first), *textwrap.wrap(more, WIDTH)]),
        epilog="\n".join(["examples:", *shown]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_page(command: argparse.ArgumentParser) -> None:
    """Where the page is served, and the settings that may say so too."""
    where = f"where to serve the page; {_USUAL.host} when left out, every address here"
    command.add_argument("--host", type=host, help=where)
    command.add_argument("--port", type=port, help=f"its port, {_USUAL.port} when left out; 0 takes any free one")
    add_settings(command)


def add_settings(command: argparse.ArgumentParser) -> None:
    """A settings file."""
    command.add_argument(
        "--settings", type=Path, metavar="FILE", help="the settings, as TOML; the usual ones when left out"
    )


def point(text: str) -> tuple[float, float]:
    """A pixel, from `X,Y`. Raises ArgumentTypeError."""
    try:
        read = [float(part) for part in text.split(",")]
    except ValueError:
        read = []
    if is_pair(read):
        return read[0], read[1]
    raise argparse.ArgumentTypeError(f"{text!r} is no point; write X,Y in pixels, such as 248,33")


def speed(text: str) -> float:
    """How many times as fast as it was filmed."""
    return within(text, 0.01, 1000, "no speed; write a number from 0.01 to 1000")


def millimetres(text: str) -> float:
    """The side of a square of the board."""
    return within(text, 20, 120, "no side of a square; write 20 to 120, in millimetres")


def within(text: str, least: float, most: float, otherwise: str) -> float:
    """A number above 0 in a range. Raises ArgumentTypeError, which says what the text is `otherwise`."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is {otherwise}")
    return number


def file(text: str) -> Path:
    """A file that is there or may be made. Raises ArgumentTypeError."""
    if not names_a_file(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no name of a file; write one such as game.db")
    return Path(text)


def host(text: str) -> str:
    """An address or a name of this machine. Raises ArgumentTypeError."""
    try:
        return PageSettings(host=text).host
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def port(text: str) -> int:
    """A TCP port; 0 takes any free one. Raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; write a number from 0 to 65535")
    return int(text)


def served_at(settings: Settings, options: argparse.Namespace) -> Settings:
    """The settings with the page's address as the command line has it, where it names one."""
    given = {name: value for name in ("host", "port") if (value := getattr(options, name)) is not None}
    return replace(settings, page=replace(settings.page, **given))
