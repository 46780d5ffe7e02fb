"""A double tap is one tap: the second confirms nothing, and says nothing for whoever is next."""

import time
from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from played_game import Game, enter
from shown_page import showing
from test_black_jack import Game as PileGame

from companion.web import Live
from companion.web.server import serve

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

BUTTON = "[...document.querySelectorAll('button')].find(b => b.offsetParent && b.textContent === arguments[0])"
DOUBLE_S, LATER_S = 0.1, 0.7
UNDER = (
    "const middle = e => { const r = e.getBoundingClientRect(); return r.top + r.height / 2; };"
    f"const y = middle(document.querySelector('.asked .main')), aim = {BUTTON};"
    "[...document.querySelectorAll('.asked button')].pop().click();"
    "scrollBy(0, middle(aim) - y); aim.classList.add('aim');"
)


@pytest.fixture
def url(live: Live) -> Iterator[str]:
    with closing(serve(showing(live), "127.0.0.1")) as server:
        yield server.url


@pytest.fixture
def pile(live: Live) -> PileGame:
    """A game of Black Jack in which Ann may draw."""
    game = PileGame(live)
    game.lay("7S")
    return game


def tap_again(page: "Browser", after_s: float) -> None:
    """Lift the finger, and put it down in the same place after so long, whatever lies there by then."""
    page.lift()
    time.sleep(after_s)
    page.press_again()
    page.lift()


def draws(game: PileGame) -> list[str]:
    return [str(turn) for event in game.log if (turn := getattr(event, "turn", None))]


@pytest.mark.parametrize(("after_s", "drew"), [(DOUBLE_S, ["P1 draw"]), (LATER_S, ["P1 draw", "P2 draw"])])
def test_a_double_tap_draws_for_nobody_else(
    pile: PileGame, browser: "Browser", url: str, after_s: float, drew: list[str]
):
    browser.open(url)
    enter(browser, pile.live.desk.access.pin)
    browser.wait("document.querySelector('#moves button')")
    browser.touch("#moves button")
    tap_again(browser, after_s)
    time.sleep(0.5)
    assert draws(pile) == drew


@pytest.mark.parametrize(("after_s", "turns"), [(DOUBLE_S, 2), (LATER_S, 1)])
def test_a_double_tap_confirms_nothing(game: Game, page: "Browser", live: Live, after_s: float, turns: int):
    enter(page, live.desk.access.pin)
    page.wait(BUTTON, "Take back the last turn")
    page.run(f"{BUTTON}.click()", "Take back the last turn")
    page.run(UNDER, "Take back the last turn")
    page.touch(".aim")
    tap_again(page, after_s)
    time.sleep(0.3)
    assert len(game.turns) == turns


def test_a_double_tap_begins_no_game_unread(game: Game, page: "Browser", url: str, live: Live):
    enter(page, live.desk.access.pin)
    page.wait("document.querySelectorAll('#desk button').length > 3")
    page.open(f"{url}new")
    page.wait("!document.getElementById('start').disabled")
    page.touch("#start")
    tap_again(page, DOUBLE_S)
    page.wait("document.getElementById('start').textContent === 'Yes, begin'")
    time.sleep(LATER_S)
    assert len(game.turns) == 2
    page.tap("#start")
    page.wait("location.pathname === '/'")
    assert game.turns == []
