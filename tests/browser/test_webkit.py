"""The pages in WebKit, with which every browser of an iPhone draws: nobody stumbles, and the game comes through."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from played_game import Game, enter
from webdriver import REQUIRED, Window

from companion.web import Live

DRIVER, SCREEN = "WebKitWebDriver", "Xvfb"
PHONE, WALL = (360, 740), (1920, 1080)
SEATED = "document.querySelectorAll('#score li').length"
PAGES = [
    ("", PHONE, SEATED),
    ("new", PHONE, "document.querySelector('#sheet p')"),
    ("calibrate", PHONE, "document.querySelector('.alert-notice')"),
    ("wall", PHONE, SEATED),
    ("wall", WALL, SEATED),
]


@pytest.fixture(scope="module")
def window() -> Iterator[Window]:
    """WebKit's own small browser over the whole of a screen that nobody sees."""
    browsers = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    if not (browsers and shutil.which(DRIVER) and shutil.which(SCREEN)):
        reason = f"{DRIVER} and {SCREEN} are not installed; apt install webkit2gtk-driver xvfb"
        pytest.fail(reason) if os.environ.get(REQUIRED) == "1" else pytest.skip(reason)
    with ExitStack() as stack:
        screen = [SCREEN, "-displayfd", "1", "-screen", "0", "1920x1080x24", "-nolisten", "tcp"]
        shown = stack.enter_context(subprocess.Popen(screen, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL))
        stack.callback(shown.terminate)
        assert shown.stdout is not None
        display = f":{int(shown.stdout.readline())}"
        with closing(socket.create_server(("127.0.0.1", 0))) as free:
            port = free.getsockname()[1]
        driver = stack.enter_context(
            subprocess.Popen([DRIVER, f"--port={port}"], env=os.environ | {"DISPLAY": display})
        )
        stack.callback(driver.terminate)
        options = {"binary": str(browsers[-1]), "args": ["--automation", "--full-screen"]}
        window = _opened(lambda: Window(f"http://127.0.0.1:{port}", {"webkitgtk:browserOptions": options}))
        stack.callback(window.close)
        yield window


def _opened(window: Callable[[], Window]) -> Window:
    """The window as soon as its driver answers."""
    deadline = time.monotonic() + 60
    while True:
        try:
            return window()
        except OSError:
            assert time.monotonic() < deadline, f"{DRIVER} does not answer"
            time.sleep(0.1)


@pytest.mark.parametrize("looked_at", PAGES, ids=lambda one: f"{one[0] or 'live'}-{one[1][0]}")
def test_nobody_stumbles_in_webkit_either(
    window: Window, url: str, shot: Callable[[str], Path], looked_at: tuple[str, tuple[int, int], str]
):
    page, size, ready = looked_at
    window.size(*size)
    window.open(url + page)
    window.wait(f"innerWidth === arguments[0] && {ready}", size[0])
    window.picture(shot(f"webkit-{page or 'live'}-{size[0]}"))
    assert window.barriers() == []


def test_a_game_comes_through_and_a_phone_may_speak_in_webkit(window: Window, url: str, live: Live, game: Game):
    window.size(*PHONE)
    window.open(url)
    window.wait("document.querySelectorAll('#chips .chip').length === 2")
    game.play("r 9D@E4")
    window.wait("document.querySelectorAll('#chips .chip').length === 3")
    enter(window, live.desk.access.pin)
    window.wait("[...document.querySelectorAll('#desk button')].some(one => one.textContent === 'Pass')")
