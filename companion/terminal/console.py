"""Words and a progress bar on a terminal, which share its last line without disturbing each other."""

import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

_WIDTH = 30
_ERASE = "\r\x1b[K"


class Console:
    """Where a command speaks; the bar is drawn only on a terminal."""

    def __init__(self, words: TextIO | None = None, bar: TextIO | None = None) -> None:
        self._words = words or sys.stdout
        self._bar = bar or sys.stderr
        self._terminal = self._bar.isatty()
        self._drawn = ""

    @property
    def width(self) -> int:
        """How many columns a line may have."""
        return shutil.get_terminal_size().columns

    def say(self, text: str) -> None:
        """One line of words, above the bar."""
        self._write(self._words, text)

    def complain(self, text: str) -> None:
        """One line about something that went wrong, where the bar is drawn, above it."""
        self._write(self._bar, f"companion: {text}")

    def progress(self, done: int, total: int, note: str = "") -> None:
        """How far it has come."""
        filled = _WIDTH * done // max(total, 1)
        self._draw(f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {done}/{total} {note}")

    def doing(self, what: str) -> None:
        """What is being done, where nobody knows how long it will take."""
        self._draw(f"{what} …")

    def clear(self) -> None:
        """Take the bar away."""
        self._draw("")

    def _write(self, stream: TextIO, text: str) -> None:
        drawn = self._drawn
        self._draw("")
        stream.write(text + "\n")
        stream.flush()
        self._draw(drawn)

    def _draw(self, text: str) -> None:
        if self._terminal and text != self._drawn:
            self._drawn = text
            self._bar.write(_ERASE + text[: self.width - 1])
            self._bar.flush()


class LastingConsole(Console):
    """Where an evening speaks: it goes on though the terminal was closed or the disk with its log is full."""

    def _write(self, stream: TextIO, text: str) -> None:
        with suppress(OSError):
            super()._write(stream, text)

    def _draw(self, text: str) -> None:
        with suppress(OSError):
            super()._draw(text)


@contextmanager
def cleared(console: Console) -> Iterator[Console]:
    """A console whose bar is gone when the block ends, however it ends."""
    try:
        yield console
    finally:
        console.clear()


class Rate:
    """How many a second, since it was made."""

    def __init__(self) -> None:
        self._began_s = time.monotonic()

    def of(self, number: int) -> str:
        """The rate after this many, in words."""
        return f"{number / max(time.monotonic() - self._began_s, 1e-3):.0f} frames/s"
