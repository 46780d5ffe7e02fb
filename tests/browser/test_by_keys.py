"""Whoever goes from one thing to the next by the Tab key sees where they are: nothing lies over it."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from past_evening import write_evening
from test_seats_on_the_wall import begun

from companion.journal.archive import SqliteArchive
from companion.journal.past_games import PastGames
from companion.web import Live, create_app
from companion.web.history import add_history
from companion.web.server import serve

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

HIDDEN = """
const at = document.activeElement, seen = at.closest('.tile') || at;
const { left, top, bottom, width } = seen.getBoundingClientRect();
return [top + 2, bottom - 2].map(y => document.elementFromPoint(left + Math.min(width / 2, 30), y))
  .filter(hit => !seen.contains(hit) && !(hit && hit.contains(seen)))
  .map(hit => hit ? hit.outerHTML.slice(0, 60) : 'outside')
"""


@pytest.fixture
def url(live: Live, tmp_path: Path) -> Iterator[str]:
    begun(live, "my_rules N=12 T=6")
    app = create_app(live, heartbeat_s=0.5)
    add_history(app, PastGames(SqliteArchive(tmp_path / "game.db")))
    with closing(write_evening(tmp_path / "game.db")), closing(serve(app, "127.0.0.1")) as server:
        yield server.url


def walked(browser: "Browser") -> list[tuple[str, list[str]]]:
    """What was reached, and what lay over each, until the keys leave the page."""
    found = []
    while len(found) < 60:
        for kind in ("keyDown", "keyUp"):
            key = {"type": kind, "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9}
            browser.devtools("Input.dispatchKeyEvent", key)
        if browser.run("return document.activeElement === document.body"):
            break
        at = browser.run(
            "const e = document.activeElement; return (e.id || e.name || e.tagName) + e.textContent.slice(0, 20)"
        )
        found.append((at, browser.run(HIDDEN)))
    return found


@pytest.mark.parametrize("screen", [(320, 568), (360, 740)], ids=str)
@pytest.mark.parametrize(
    ("page", "ready"),
    [
        ("history/1#5", "document.querySelector('.mark-fault')"),
        ("new", "document.querySelectorAll('#seats input').length === 12"),
    ],
)
def test_what_the_tab_key_reaches_is_not_hidden(
    browser: "Browser", url: str, page: str, ready: str, screen: tuple[int, int]
):
    browser.screen(*screen)
    browser.open(url + page)
    browser.wait(ready)
    browser.run("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    reached = walked(browser)
    assert len(reached) > 10
    assert [one for one in reached if one[1] and not one[0].startswith("board")] == []  # it is larger than what is free
