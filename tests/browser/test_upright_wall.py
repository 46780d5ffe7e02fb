"""A wall that stands upright, with many teams, long words and wide names: nothing on it lies below its edge."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from played_game import SETUP, Game
from shown_page import showing
from test_live_page import FAULT
from test_wall import FITS, SEEN, SIX

from companion.referee.events import NoticeGiven, Setup
from companion.referee.one_eyed_jack.tracking import begin
from companion.views.one_eyed_jack.status import status_of
from companion.web import Live
from companion.web.server import serve

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

UPRIGHT = [(768, 1024), (820, 1180), (1080, 1920)]
BUMPED = replace(
    FAULT,
    message="The board was bumped. Put it back as the picture shows; look at A2, B3, C4, D5, E6, F7 and G8, where a "
    "chip lies that was not there before, and at H9, which is empty, and put everything back.",
)
TOO_OFTEN = NoticeGiven("CARD_OVERCOUNT", "The seven of diamonds was seen three times. Look through the pile.")
CUT = """const e = document.querySelector(arguments[0]);
    return e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > 1.1 * e.clientHeight"""
BELOW = """const r = document.querySelector('#board svg').getBoundingClientRect();
    return document.querySelector('.join').getBoundingClientRect().top >= r.bottom || r.right < innerWidth / 2;"""
HANGS = """const e = document.getElementById('turn'), r = document.createRange();
    r.selectNodeContents(e);
    return Math.max(...[...r.getClientRects()].map(line => line.bottom)) <= e.getBoundingClientRect().bottom + 1;"""
COVERED = """const r = document.querySelector('.team').getBoundingClientRect();
    return document.elementFromPoint(r.left + r.width / 2, r.top + 6).closest('.team') === null"""


def table_of(teams: int, players: tuple[str, ...] = ()) -> Setup:
    """A table at which so many play, each for themselves."""
    looks = tuple(replace(SETUP.teams[0], letter=name[0].upper(), name=name) for name in SIX[:teams])
    return replace(SETUP, options=f"my_rules N={teams} T={teams}", teams=looks, players=players)


@pytest.fixture
def url(live: Live) -> Iterator[str]:
    Game(live)
    server = serve(showing(live), "127.0.0.1")
    yield server.url
    server.close()


@pytest.mark.parametrize("teams", [2, 3, 6])
def test_chips_board_and_the_way_in_are_whole_under_whatever_is_wrong(
    browser: "Browser", url: str, live: Live, teams: int
):
    stands = status_of(begin(table_of(teams))[0])
    browser.screen(*UPRIGHT[0])
    for told in (stands, replace(stands, fault=FAULT), replace(stands, fault=BUMPED)):
        live.tell(told)
        browser.open(f"{url}wall")
        browser.wait("document.querySelectorAll('#score li').length === arguments[0]", teams)
        browser.wait("!document.getElementById('pin').hidden")
        for screen in UPRIGHT:
            browser.resized(*screen)
            for part in (".team-chip", ".team-score", "#board svg", ".join img", "#pin"):
                assert browser.run(f"return {FITS} && {SEEN}", part), (part, told.fault, screen)


@pytest.mark.parametrize("teams", [2, 6])
def test_two_messages_leave_the_board_whole_and_everybody_finds_in(
    browser: "Browser", url: str, live: Live, teams: int
):
    live.tell(replace(status_of(begin(table_of(teams))[0]), fault=BUMPED, notice=TOO_OFTEN))
    browser.screen(*UPRIGHT[0])
    browser.open(f"{url}wall")
    browser.wait("document.querySelectorAll('#score li').length === arguments[0]", teams)
    browser.wait("!document.getElementById('pin').hidden")
    for screen in [*UPRIGHT, (1280, 720), (1920, 1080)]:
        browser.resized(*screen)
        whole = "const m = document.querySelector('main'); return m.scrollHeight <= m.clientHeight + 1"
        assert browser.run(whole), screen
        assert browser.run(f"return {SEEN}", "#board svg, .team-chip, .join img, #pin"), screen
        assert browser.run(BELOW), screen


@pytest.mark.parametrize("name", ["Peggy", "gyjpq gyjpq gyjpq gyjpq"])
def test_what_hangs_below_the_line_in_a_name_is_seen_and_hides_no_score(
    browser: "Browser", url: str, live: Live, name: str
):
    live.tell(status_of(begin(table_of(2, (name, "Quigley")))[0]))
    browser.screen(*UPRIGHT[0])
    browser.open(f"{url}wall")
    browser.wait("document.querySelectorAll('#score li').length === 2")
    for screen in [*UPRIGHT, (1280, 720)]:
        browser.resized(*screen)
        assert browser.run(HANGS), screen
        assert not browser.run(COVERED), screen


def test_a_name_of_wide_letters_leaves_room_for_what_its_player_does(browser: "Browser", url: str, live: Live):
    live.tell(status_of(begin(table_of(2, ("W" * 24, "M" * 24)))[0]))
    browser.screen(*UPRIGHT[0])
    browser.open(f"{url}wall")
    browser.wait("document.querySelectorAll('#score li').length === 2")
    for screen in [*UPRIGHT, (1280, 720), (1920, 1080)]:
        browser.resized(*screen)
        assert not browser.run(CUT, "#turn"), screen
        assert not browser.run(COVERED), screen
