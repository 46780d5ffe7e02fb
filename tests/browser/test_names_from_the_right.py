"""Names that are read from the right: what stands beside them stays where it belongs."""

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import watched_pile
from played_game import Game, enter
from shown_page import showing
from test_every_moment import won
from test_live_page import GAME
from test_wall import PLAYED

from companion.registry.games import refereed
from companion.views.one_eyed_jack.status import status_of
from companion.views.statement import Statement
from companion.web import Live
from companion.web.server import serve

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

NAMES = ("שלום", "מיכל", "נועה")
PLACES = """
const words = document.querySelector('.end-words span').firstChild, range = document.createRange();
return arguments[0].map(part => {
  const at = words.data.indexOf(part);
  range.setStart(words, at);
  range.setEnd(words, at + part.length);
  return range.getBoundingClientRect().left;
})"""


def lines_won(live: Live) -> Statement:
    """The end of a game on the board."""
    game = Game(live, replace(PLAYED, players=NAMES[:2]))
    game.play(*(turn.strip() for turn in GAME.split(";")))
    return status_of(replace(game.tracking, unannounced=()))


def cards_gone(_: Live) -> Statement:
    """The end of a game of Black Jack."""
    return refereed("black-jack").statement(won().tracking)


@pytest.mark.parametrize(
    ("end", "parts"),
    [(lines_won, [NAMES[0], "2", NAMES[1], "1"]), (cards_gone, ["1.", NAMES[0], "2.", NAMES[2]])],
    ids=["lines won", "cards gone"],
)
def test_a_result_keeps_its_order(browser: "Browser", live: Live, monkeypatch: pytest.MonkeyPatch, end, parts):
    monkeypatch.setattr(watched_pile, "PLAYERS", NAMES)
    live.tell(end(live))
    with closing(serve(showing(live), "127.0.0.1")) as server:
        browser.open(server.url)
        browser.wait("document.querySelector('.end-words span')?.textContent")
        places = browser.run(PLACES, parts)
    assert places == sorted(places)


def test_a_name_too_long_for_its_place_loses_its_end_and_not_its_beginning(browser: "Browser", live: Live):
    game = Game(live, replace(PLAYED, players=("אברהם בן יצחק בן שלמה הכה", NAMES[1])))
    with closing(serve(showing(live), "127.0.0.1")) as server:
        browser.open(f"{server.url}new")
        browser.wait("document.querySelectorAll('#drawn > text').length === 3")
        field = browser.run("return getComputedStyle(document.querySelector('#seats input')).direction")
        first, last = browser.run(
            "const e = document.querySelector('#drawn > text');"
            "return [0, e.getNumberOfChars() - 1].map(at => e.getExtentOfChar(at).x)"
        )
        browser.screen(1280, 800)
        enter(browser, live.desk.access.pin, "#door")
        browser.wait("document.getElementById('door').hidden")
        browser.open(f"{server.url}wall")
        browser.wait("document.querySelector('#codes figcaption')")
        under_code = browser.run("return getComputedStyle(document.querySelector('#codes figcaption')).direction")
    assert game.tracking.number == 0
    assert (field, under_code) == ("rtl", "rtl")
    assert last < first
