"""Letters of twice the size, as people with poor sight set their browsers: nothing leaves the screen."""

import time
from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from played_game import Game, enter

from companion.web import Live, create_app
from companion.web.drawn_table import add_drawn_table
from companion.web.server import serve
from hardware.virtual_table import VirtualTable

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

PAGES = [
    ("", "document.querySelectorAll('#desk button').length > 3"),
    ("new", "!document.getElementById('start').disabled"),
    ("position", "!document.getElementById('rest').hidden"),
    ("drawn/", "!document.getElementById('dealt').hidden"),
]
LARGE = "document.documentElement.style.fontSize = '200%'"
OUTSIDE = """
const wide = document.documentElement.clientWidth, slides = e => e.closest('.drawn-scroller, .unseen, svg');
return [...document.querySelectorAll('body *')].filter(e => !slides(e) && e.getBoundingClientRect().right > wide + 1)
  .map(e => e.outerHTML.slice(0, 80))"""


@pytest.fixture
def url(live: Live, game: Game) -> Iterator[str]:  # noqa: ARG001 (the game is told before anybody looks)
    app = create_app(live, heartbeat_s=0.5)
    add_drawn_table(app, VirtualTable("RB", time.monotonic, lambda _: None))
    with closing(serve(app, "127.0.0.1")) as server:
        yield server.url


@pytest.mark.parametrize(("where", "ready"), PAGES, ids=[page or "live" for page, _ in PAGES])
def test_letters_of_twice_the_size_leave_no_screen(page: "Browser", url: str, live: Live, where: str, ready: str):
    enter(page, live.desk.access.pin)
    page.wait(PAGES[0][1])
    page.open(url + where)
    page.wait(ready)
    page.run(LARGE)
    assert page.run(OUTSIDE) == []
