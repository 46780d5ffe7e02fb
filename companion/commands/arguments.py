"""What several commands take from the command line, and how a typed word becomes a value."""

import argparse
from dataclasses import replace
from typing import TypeAlias

from companion.settings import PageSettings, Settings

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""Where a command adds itself."""


def point(text: str) -> tuple[float, float]:
    """A pixel, from `X,Y`."""
    try:
        x, y = map(float, text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no point; write X,Y in pixels, such as 248,33") from None
    return x, y


def speed(text: str) -> float:
    """How many times as fast as it was filmed."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0.01 <= number <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is no speed; write a number from 0.01 to 1000")
    return number


def millimetres(text: str) -> float:
    """The side of a square of the board."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 20 <= number <= 120:
        raise argparse.ArgumentTypeError(f"{text!r} is no side of a square; write 20 to 120, in millimetres")
    return number


def port(text: str) -> int:
    """A TCP port; 0 takes any free one."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; write a number from 0 to 65535")
    return int(text)


def served_at(settings: Settings, options: argparse.Namespace) -> Settings:
    """The settings with the page's address as the command line has it, where it names one."""
    page = PageSettings(
        settings.page.host if options.host is None else options.host,
        settings.page.port if options.port is None else options.port,
    )
    return replace(settings, page=page)
