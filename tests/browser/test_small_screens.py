"""Phones of all sizes, standing and lying: messages are read to their end, and short names in one piece."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import pytest
from shown_page import showing
from test_upright_wall import BUMPED, TOO_OFTEN, table_of
from webdriver import BUT_COLOURS, COLOURS

from companion.referee.one_eyed_jack.tracking import begin
from companion.views.one_eyed_jack.status import status_of
from companion.web import Live
from companion.web.server import serve

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

BESIDE = """
const first = document.createRange(), text = document.querySelector('#fault p').firstChild;
first.setStart(text, 0), first.setEnd(text, text.data.indexOf('.'));
const alerts = document.querySelector('.alerts').getBoundingClientRect(), board = document.querySelector('#board svg');
const { top, bottom } = board.getBoundingClientRect();
return first.getBoundingClientRect().bottom <= alerts.bottom && alerts.bottom <= top + 1 && bottom <= innerHeight"""
LYING = [(568, 320), (640, 360), (932, 430)]
LINES = """return [...document.querySelectorAll('.team-name')].map(name => {
    const all = document.createRange();
    all.selectNodeContents(name);
    return new Set([...all.getClientRects()].map(line => Math.round(line.top))).size;
})"""


@pytest.fixture
def url(live: Live) -> Iterator[str]:
    with closing(serve(showing(live), "127.0.0.1")) as server:
        yield server.url


def test_no_message_hides_in_another_on_a_phone_that_lies(browser: "Browser", url: str, live: Live):
    live.tell(replace(status_of(begin(table_of(3))[0]), fault=BUMPED, notice=TOO_OFTEN))
    browser.open(url)
    browser.wait("document.querySelector('#notice p')")
    read = "const e = document.querySelector('.alerts'); return e.scrollHeight <= e.clientHeight + 1"
    for screen in LYING:
        browser.screen(*screen)
        assert browser.run(read), screen
        assert browser.barriers(BUT_COLOURS) == [], screen


def test_what_is_wrong_and_every_square_it_may_be_about_are_seen_at_one_glance(
    browser: "Browser", url: str, live: Live
):
    live.tell(replace(status_of(begin(table_of(2, ("Annika", "Benno")))[0]), fault=BUMPED))
    browser.open(url)
    browser.wait("document.querySelector('#fault p')")
    score = "const e = document.querySelector('.score').getBoundingClientRect(); return e.top >= 0 && e.height"
    themes = [("light", None), ("dark", COLOURS)]
    for screen, (theme, looked_for) in product([(320, 568), (360, 640), (375, 667), (360, 740)], themes):
        browser.resized(*screen, theme)
        browser.run("scrollTo(0, 0)")
        assert browser.run(BESIDE), screen
        browser.run("document.querySelector('.score').scrollIntoView({ block: 'end' })")
        assert browser.run(score), screen
        assert browser.barriers(looked_for) == [], (screen, theme)


@pytest.mark.parametrize("teams", [2, 3, 6])
def test_a_short_name_stands_in_one_piece_beside_those_of_other_teams(
    browser: "Browser", url: str, live: Live, teams: int
):
    live.tell(status_of(begin(table_of(teams, ("Annika", "Benno", "Cleo", "Dora", "Emil", "Frida")[:teams]))[0]))
    browser.open(url)
    browser.wait("document.querySelectorAll('#score li').length === arguments[0]", teams)
    for screen in [(320, 640), (360, 740), (430, 932), *LYING, (1024, 768), (1200, 900)]:
        browser.screen(*screen)
        assert browser.run(LINES) == [1] * teams, screen
        assert browser.barriers(BUT_COLOURS) == [], screen


def test_what_stands_below_a_name_of_two_teams_is_read_to_its_end(browser: "Browser", url: str, live: Live):
    live.tell(status_of(begin(table_of(2, ("Annika", "Benno")))[0]))
    browser.open(url)
    browser.wait("document.querySelectorAll('#score li').length === 2")
    cut = "return [...document.querySelectorAll('.team-note')].filter(e => e.scrollWidth > e.clientWidth).length"
    for screen in [(320, 640), *LYING, (1024, 768), (1200, 900)]:
        browser.screen(*screen)
        assert browser.run(cut) == 0, screen
