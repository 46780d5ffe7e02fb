"""Letters of twice the size, as people with poor sight set their browsers: nothing leaves the screen."""

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from past_evening import write_evening
from played_game import Game, enter
from test_seats_on_the_wall import APART, begun

from companion.journal.archive import SqliteArchive
from companion.journal.past_games import PastGames
from companion.web import Live, create_app
from companion.web.drawn_table import add_drawn_table
from companion.web.history import add_history
from companion.web.server import serve
from hardware.virtual_table import VirtualTable

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

PAGES = [
    ("", "document.querySelectorAll('#desk button').length > 3"),
    ("new", "!document.getElementById('start').disabled"),
    ("position", "!document.getElementById('rest').hidden"),
    ("history", "document.querySelectorAll('.game').length > 2"),
    ("drawn/", "!document.getElementById('dealt').hidden"),
]
LARGE = "document.documentElement.style.fontSize = '200%'"
OUTSIDE = """
const wide = document.documentElement.clientWidth, slides = e => e.closest('.drawn-scroller, .unseen, svg');
return [...document.querySelectorAll('body *')].filter(e => !slides(e) && e.getBoundingClientRect().right > wide + .5)
  .map(e => e.outerHTML.slice(0, 80))"""


@pytest.fixture
def url(live: Live, game: Game, tmp_path: Path) -> Iterator[str]:  # noqa: ARG001 (the game is told before anybody looks)
    journal = write_evening(tmp_path / "game.db")
    app = create_app(live, heartbeat_s=0.5)
    add_drawn_table(app, VirtualTable("RB", time.monotonic, lambda _: None))
    add_history(app, PastGames(SqliteArchive(tmp_path / "game.db")))
    with closing(journal), closing(serve(app, "127.0.0.1")) as server:
        yield server.url


@pytest.mark.parametrize("which", PAGES, ids=[page or "live" for page, _ in PAGES])
def test_letters_of_twice_the_size_leave_no_screen(page: "Browser", url: str, live: Live, which: tuple[str, str]):
    where, ready = which
    enter(page, live.desk.access.pin)
    page.wait(PAGES[0][1])
    page.open(url + where)
    page.wait(ready)
    page.run(LARGE)
    for width in (360, 320):
        page.screen(width, 640)
        assert page.run(OUTSIDE) == [], width


def test_in_letters_of_twice_the_size_the_cards_seen_stand_beside_their_title(page: "Browser"):
    page.screen(320, 640)
    page.run(LARGE)
    width = "(e => { const r = document.createRange(); r.selectNodeContents(e); return r.getBoundingClientRect(); })"
    title, fold = (f"{width}(document.querySelector('{e}'))" for e in ("#counts-title", "#seen summary"))
    assert page.run(f"return {title}.right < {fold}.left")


def test_on_a_phone_that_lies_the_board_of_a_position_hides_nothing_beside_it(page: "Browser", url: str, live: Live):
    begun(live, "my_rules N=12 T=6")
    enter(page, live.desk.access.pin)
    page.open(f"{url}position")
    page.wait("!document.getElementById('rest').hidden")
    for screen in [(640, 320), (667, 375)]:
        page.resized(*screen)
        assert page.run(f"return {APART}", "#board, #again, #rest"), screen


@pytest.mark.parametrize("screen", [(320, 568), (360, 740)], ids=str)
def test_in_letters_of_twice_the_size_what_begins_a_game_leaves_half_the_screen_and_is_not_hidden_by_its_question(
    page: "Browser", url: str, live: Live, screen: tuple[int, int]
):
    enter(page, live.desk.access.pin)
    page.wait(PAGES[0][1])
    page.screen(*screen)
    page.open(f"{url}new")
    page.wait("!document.getElementById('start').disabled")
    page.run(LARGE)
    assert page.run("return document.querySelector('.begin').getBoundingClientRect().height * 2 < innerHeight")
    page.tap("#start")
    page.wait("document.getElementById('desk-said').textContent.startsWith('This ends')")
    page.touch("#start")
