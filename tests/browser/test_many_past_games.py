"""Years of games in one journal: any is found on a phone within a few taps, and those never played hide none."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from past_evening import BEGAN_S, SETUP, won_game

from companion.journal.archive import SqliteArchive
from companion.journal.event_log import SqliteJournal
from companion.journal.past_games import PAGE, PastGames
from companion.referee.events import GameStarted
from companion.web import Live, create_app
from companion.web.history import add_history
from companion.web.server import serve

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

NUMBERS = "[...document.querySelectorAll('.game')].map(one => Number(one.pathname.split('/').pop()))"
MANY = 400
WEEK_S = 7 * 86_400


@contextmanager
def history(live: Live, folder: Path, played: int, unplayed: int = 0) -> Iterator[str]:
    """The address of the list of so many games, a week between two, and then of some that nobody played."""
    now_s, won = BEGAN_S, [event for _, some in won_game()[:2] for event in some]
    with closing(SqliteJournal(folder / "game.db", lambda: now_s, lambda: now_s)) as journal:
        for number in range(played + unplayed):
            journal.append(won if number < played else [GameStarted(SETUP)], float(number))
            now_s += WEEK_S
    app = create_app(live, heartbeat_s=0.5)
    add_history(app, PastGames(SqliteArchive(folder / "game.db")))
    with closing(serve(app, "127.0.0.1")) as server:
        yield f"{server.url}history"


def test_the_first_of_many_games_is_two_taps_away(
    browser: "Browser", live: Live, tmp_path: Path, look: Callable[[str], None]
):
    with history(live, tmp_path, MANY) as address:
        browser.open(address)
        browser.wait(f"{NUMBERS}.length === {PAGE}")
        browser.run("document.getElementById('number').value = 1")
        browser.run("document.querySelector('#jump button').click()")
        browser.wait(f"{NUMBERS}.join() === '1'")
        assert browser.run("return document.getElementById('older').hidden")
        browser.run("document.getElementById('number').value = 20")
        browser.run("document.querySelector('#jump button').click()")
        browser.wait(f"{NUMBERS}.join() === '20,19,18,17,16,15,14,13,12,11,10,9'")
        assert browser.run("return document.getElementById('number').max") == str(MANY)
        look("history-many")
        browser.run("document.querySelector('#older').click()")
        browser.wait(f"{NUMBERS}.length === 20")
        assert browser.complaints() == []
        browser.open("about:blank")


@pytest.mark.parametrize("played", [0, 5])
def test_games_that_nobody_played_hide_none_before_them(browser: "Browser", live: Live, tmp_path: Path, played: int):
    with history(live, tmp_path, played, unplayed=2 * PAGE + 1) as address:
        browser.open(address)
        browser.wait("document.getElementById('games-said').textContent !== 'Looking …'")
        browser.wait(f"{NUMBERS}.length === {played} && document.getElementById('older').hidden")
        said = browser.run("return document.getElementById('games-said').textContent")
        assert said == ("" if played else "No game has been played yet.")
        assert browser.complaints() == []
        browser.open("about:blank")
