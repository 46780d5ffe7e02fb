"""Words and a bar share a terminal; anything else than a terminal gets the words alone."""

import errno
import io

import pytest

from companion.terminal.console import Console, LastingConsole, Rate, cleared


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """Always."""
        return True


def test_words_alone_go_to_a_file():
    words, bar = io.StringIO(), io.StringIO()
    console = Console(words, bar)
    console.progress(1, 2)
    console.doing("reading")
    console.say("Red plays.")
    console.clear()
    assert (words.getvalue(), bar.getvalue()) == ("Red plays.\n", "")


def test_a_terminal_has_words_above_the_bar():
    screen = Terminal()
    console = Console(screen, screen)
    console.progress(1, 2, "now")
    console.say("Red plays.")
    bar = "[" + "#" * 15 + "." * 15 + "] 1/2 now"
    assert screen.getvalue() == f"\r\x1b[K{bar}\r\x1b[KRed plays.\n\r\x1b[K{bar}"


def test_the_same_bar_is_drawn_once():
    screen = Terminal()
    console = Console(screen, screen)
    console.doing("reading the cards")
    console.doing("reading the cards")
    assert screen.getvalue() == "\r\x1b[Kreading the cards …"


@pytest.mark.parametrize("total", [0, 3])
def test_a_bar_is_never_longer_than_the_terminal(total: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "20")
    screen = Terminal()
    Console(screen, screen).progress(total, total, "a very long note")
    assert len(screen.getvalue()) == len("\r\x1b[K") + 19


def test_the_bar_is_gone_when_the_work_breaks_off():
    screen = Terminal()

    def break_off() -> None:
        with cleared(Console(screen, screen)) as console:
            console.doing("reading")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        break_off()
    assert screen.getvalue().endswith("\r\x1b[K")


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EPIPE])
def test_an_evening_goes_on_where_nobody_takes_its_words_and_speaks_again_once_somebody_does(number: int):
    screen = Terminal()
    written = screen.write

    def refuse(_: str) -> int:
        raise OSError(number, "refused")

    screen.write = refuse
    console = LastingConsole(screen, screen)
    console.say("Red plays.")
    console.complain("the journal was damaged")
    console.doing("reading")
    console.clear()
    screen.write = written
    console.say("Blue plays.")
    assert screen.getvalue() == "Blue plays.\n"


def test_a_rate_is_in_frames_a_second():
    assert Rate().of(0) == "0 frames/s"


def test_complaints_stand_above_the_bar_and_apart_from_the_words():
    words, bar = Terminal(), Terminal()
    console = Console(words, bar)
    console.progress(1, 2)
    console.complain("no board")
    assert words.getvalue() == ""
    assert "companion: no board\n" in bar.getvalue()
    assert bar.getvalue().endswith("1/2 ")
