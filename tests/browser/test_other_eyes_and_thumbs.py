"""Colours that a reader chose take nothing away, and no two things to tap touch each other."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from past_evening import write_evening
from played_game import Game, enter

from companion.journal.archive import SqliteArchive
from companion.journal.past_games import PastGames
from companion.web import Live, create_app
from companion.web.history import add_history
from companion.web.server import serve

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

EDGES = "[...document.querySelectorAll(arguments[0])].map(e => getComputedStyle(e).borderTopColor)"
CLOSE = """
const seen = e => { const r = e.getBoundingClientRect(); return e.offsetParent && e.checkVisibility() && r.width > 1; };
const all = [...document.querySelectorAll('main button, main a, main summary')].filter(seen);
const gap = (a, b) => {
  const [one, other] = [a, b].map(e => e.getBoundingClientRect());
  return Math.max(one.left - other.right, other.left - one.right, one.top - other.bottom, other.top - one.bottom);
};
const beside = (a, b) => a.closest('.scrub') === b.closest('.scrub'); // that bar stands over the page
return all.flatMap((a, at) => all.slice(at + 1).filter(b => beside(a, b) && gap(a, b) < arguments[0])
  .map(b => [a, b].map(e => e.textContent).join(' | ')));"""
DESK = "document.querySelectorAll('#desk button').length > 3"
APART_PX = 4


@pytest.fixture
def url(live: Live, game: Game, tmp_path: Path) -> Iterator[str]:  # noqa: ARG001 (the game is told before anybody looks)
    app = create_app(live, heartbeat_s=0.5)
    with closing(write_evening(tmp_path / "game.db")):
        add_history(app, PastGames(SqliteArchive(tmp_path / "game.db")))
        with closing(serve(app, "127.0.0.1")) as server:
            yield server.url


def test_what_is_chosen_is_seen_in_colours_of_the_readers_own(page: "Browser", url: str):
    page.devtools("Emulation.setEmulatedMedia", {"features": [{"name": "forced-colors", "value": "active"}]})
    playing, waiting = page.run(f"return {EDGES}", "#score li")
    assert playing != waiting
    page.open(f"{url}new")
    page.wait("document.querySelector('#sheet p')")
    chosen = page.run(f"return {EDGES}", ".tile.chosen")
    others = page.run(f"return {EDGES}", ".tile:not(.chosen)")
    assert len(set(chosen)) == 1
    assert not set(chosen) & set(others)


def test_no_two_things_to_tap_touch_each_other(page: "Browser", url: str, live: Live):
    def apart() -> None:
        for width in (320, 360, 740, 1280):
            page.resized(width, 740)
            assert page.run(CLOSE, APART_PX) == [], width

    enter(page, live.desk.access.pin)
    page.wait(DESK)
    apart()
    page.open(f"{url}history/1")
    page.wait("!document.getElementById('scrub').hidden")
    apart()
