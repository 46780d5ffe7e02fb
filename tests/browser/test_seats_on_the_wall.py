"""The seats' codes on the screen at the table: on every screen that people have, none lies on another or beside it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from played_game import SETUP, enter
from shown_page import showing
from test_upright_wall import table_of
from test_wall import FITS, SEEN

from companion.registry.games import refereed
from companion.web import Live
from companion.web.server import serve

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

ROOMS = [
    (1024, 768, "light"),
    (1180, 820, "dark"),
    (768, 1024, "light"),
    (800, 1180, "light"),
    (820, 1180, "dark"),
    (1280, 800, "light"),
    (1366, 650, "light"),
    (1920, 1080, "dark"),
]
LEAST_PX = 64
APART = """(selector => {
    const all = [...document.querySelectorAll(selector)].map(e => e.getBoundingClientRect());
    return all.every((a, at) => all.slice(at + 1).every(b =>
        a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1));
})(arguments[0])"""


def begun(live: Live, options: str) -> int:
    """A game with these options is told of, twelve of its players with the longest names there are; how many play."""
    game = "black-jack" if options.startswith("base") else "one-eyed-jack"
    number = int(re.search(r"(?:N|players)=(\d+)", options)[1])
    names = tuple(f"{letter}{'W' * 23}" if number == 12 else f"Player {letter}" for letter in "ABCDEFGHIJKL"[:number])
    looks = table_of(6).teams if "T=6" in options else SETUP.teams
    followed, _ = refereed(game).begin(replace(SETUP, game=game, options=options, players=names, teams=looks))
    live.tell(refereed(game).statement(followed))
    return number


@pytest.fixture
def url(live: Live) -> Iterator[str]:
    server = serve(showing(live), "127.0.0.1")
    yield server.url
    server.close()


CASES = [
    "my_rules N=2 T=2",
    "my_rules N=4 T=2",
    "my_rules N=12 T=2",
    "my_rules N=12 T=6",
    "base players=4",
    "base players=12 packs=2",
]


@pytest.mark.parametrize("options", CASES)
def test_no_seats_code_lies_on_another_or_off_the_screen(
    browser: "Browser", url: str, live: Live, shot: Callable[[str], Path], options: str
):
    number = begun(live, options)
    browser.open(url)
    enter(browser, live.desk.access.pin)
    browser.wait("document.querySelectorAll('#desk button').length > 0")
    browser.screen(*ROOMS[0])
    browser.open(f"{url}wall")
    browser.wait(f"[...document.querySelectorAll('#codes img')].filter(code => code.naturalWidth).length === {number}")
    for width, height, theme in ROOMS:
        where = f"seats-{options.split()[0]}-{number}-{width}-{height}-{theme}"
        browser.screen(width, height, theme)
        browser.run("return new Promise(done => setTimeout(done, 50))")
        browser.keep(shot(where))
        assert browser.run(f"return {FITS}"), where
        assert browser.run(f"return {SEEN}", "#codes img, #codes figcaption, .join img, .address, .team-score"), where
        assert browser.run(f"return {APART}", "#codes img, #codes figcaption, .join img, .join h2, .team"), where
        assert browser.run("return document.querySelector('#codes img').offsetWidth") >= LEAST_PX, where
    browser.complaints()
