"""Wall, tablet and phone, light and dark, with a fault, with a question, at the end: nobody stumbles."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import pytest
from past_evening import FOUR
from played_game import Game
from shown_page import showing
from test_live_page import FAULT, GAME
from watched_pile import Watched
from webdriver import COLOURS

from companion.referee.events import FaultFound, QuestionAsked
from companion.registry.games import refereed
from companion.views.one_eyed_jack.status import status_of
from companion.views.statement import Statement
from companion.web import Live
from companion.web.server import serve

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

SCREENS = [(1920, 1080), (820, 1180), (360, 740)]
SEEN = """return [...document.querySelectorAll('#ring li')].every(e => {
    const r = e.getBoundingClientRect();
    return r.width > 0 && r.right <= innerWidth + 1 && r.bottom <= innerHeight + 1;
})"""
WRONG = FaultFound("BJ_NO_MATCH", (), "The nine of hearts does not go on the seven of spades. Take it back.")


def one_eyed_jack(live: Live) -> dict[str, Statement]:
    """The moments of a game on the board."""
    game = Game(live)
    turns = [turn.strip() for turn in GAME.split(";")]
    game.play(*turns[:6])
    plain = status_of(game.tracking)
    asked = QuestionAsked("What did Annika play: 7♦ on C4 or 7♦ on H7?", ("r 7D@C4", "r 7D@H7"))
    game.play(*turns[6:])
    ended = status_of(replace(game.tracking, unannounced=()))
    return {"fault": replace(plain, fault=FAULT), "question": replace(plain, question=asked), "end": ended}


def black_jack(_: Live) -> dict[str, Statement]:
    """The moments of a game of four."""
    referee = refereed(FOUR.game)
    begun = referee.statement(referee.begin(FOUR)[0])
    asked = QuestionAsked("What does the joker of Ann stand for?", ("7S", "8S"))
    end = refereed(FOUR.game).statement(won().tracking)
    return {"fault": replace(begun, fault=WRONG), "question": replace(begun, question=asked), "end": end}


def going_out() -> Watched:
    """A game of three whose first has laid the last card."""
    game = Watched("base players=3", 3)
    game.lay("7S")
    game.say("count_cards", seat=1, cards=1)
    game.lay("9S")
    game.wait(3.0)
    return game


def won() -> Watched:
    """The same at its end: the third is out as well."""
    game = going_out()
    game.say("go_out", seat=3)
    return game


@pytest.mark.parametrize("moments", [one_eyed_jack, black_jack])
def test_every_moment_is_for_everybody(browser: "Browser", live: Live, moments):
    told = moments(live)
    with closing(serve(showing(live), "127.0.0.1")) as server:
        for name, status in told.items():
            live.tell(status)
            for page in ("wall", ""):
                browser.screen(*SCREENS[0])
                browser.open(server.url + page)
                browser.wait("document.body.dataset.state !== 'waiting'")
                for screen, (theme, looked_for) in product(SCREENS, (("light", None), ("dark", COLOURS))):
                    browser.resized(*screen, theme)
                    assert browser.barriers(looked_for) == [], (name, page, screen, theme)


def test_a_win_of_black_jack_says_whose_it_is(browser: "Browser", live: Live):
    referee = refereed(FOUR.game)
    live.tell(referee.statement(going_out().tracking))
    with closing(serve(showing(live), "127.0.0.1")) as server:
        browser.screen(*SCREENS[0])
        browser.open(server.url + "wall")
        browser.wait("document.querySelectorAll('#ring li').length")
        live.tell(referee.statement(won().tracking))
        browser.wait("document.querySelector('#moment strong')?.textContent === 'Ann wins!'")


@pytest.fixture(params=[4, 11])
def many(live: Live, request: pytest.FixtureRequest) -> Iterator[str]:
    """The wall of Black Jack with so many players, and something wrong."""
    game = Watched(f"base players={request.param}", request.param)
    game.lay("7S")
    live.tell(replace(refereed("black-jack").statement(game.tracking), fault=WRONG))
    with closing(serve(showing(live), "127.0.0.1")) as server:
        yield f"{server.url}wall"


def test_every_player_is_seen_on_the_wall_of_black_jack(browser: "Browser", many: str):
    browser.open(many)
    browser.wait("document.querySelectorAll('#ring li').length && document.querySelector('#fault p')")
    for screen in SCREENS:
        browser.resized(*screen)
        assert browser.run(SEEN), screen
