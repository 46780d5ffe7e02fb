"""The live page and the wall at home: requests that are lost, hang, or are answered late, and a browser's few lines."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from played_game import PHONE, WALL, Game, confirm, enter, press
from shown_page import showing
from weak_line import FAST, weak

from companion.web import Live, create_app
from companion.web.server import Server, serve

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

SAID = "document.getElementById('desk-said').textContent"
LINK = "document.getElementById('link').textContent"
CHIPS = "document.querySelectorAll('#chips .chip').length"
SEATED = "document.querySelectorAll('#score li').length"
ONE_STREAM_FAILS = """{
    const Real = window.EventSource;
    window.EventSource = function () {
        window.EventSource = Real;
        setTimeout(() => this.onerror());
        return Object.assign(this, { readyState: 2, close() {}, addEventListener() {} });
    };
    window.EventSource.CLOSED = Real.CLOSED;
}"""
STREAMS_STAY_SILENT = """
window.EventSource = function () {
    setTimeout(() => this.onopen());
    Object.assign(this, { readyState: 1, close() {}, addEventListener() {} });
};
"""

SLEPT = """
const now = Date.now;
window.EventSource = function () { Object.assign(this, { readyState: 0, close() {}, addEventListener() {} }); };
document.addEventListener('freeze', () => { Date.now = () => now() + 600000; });
"""
"""Ten minutes pass while the page sleeps, and what it opens when it wakes is not answered yet."""


@pytest.fixture
def server(live: Live, game: Game, browser: "Browser") -> Iterator[Server]:  # noqa: ARG001 (the game is told beforehand)
    server = serve(showing(live), "127.0.0.1")
    yield server
    browser.open("about:blank")
    server.close()
    browser.complaints()


@pytest.fixture
def desk(browser: "Browser", server: Server, live: Live) -> "Browser":
    """A phone that speaks for the table, whose line may become weak."""
    browser.before_pages(FAST + weak())
    browser.open(server.url)
    enter(browser, live.desk.access.pin)
    browser.wait("[...document.querySelectorAll('#desk button')].some(one => one.textContent === 'Pass')")
    return browser


def edition_of_app(edition: str, streams: int) -> Flask:
    """A table with two chips, whose pages are of this edition, and which so many may listen to."""
    live = Live(streams)
    Game(live).play("r 7D@C4", "b 8D@D4")
    app = create_app(live, heartbeat_s=0.1)
    app.config["EDITION"] = edition
    return app


def hand_in(browser: "Browser") -> None:
    """Ask for a pass."""
    press(browser, "Pass")
    confirm(browser)


def test_a_command_that_hangs_is_given_up_and_the_next_one_goes_through(desk: "Browser", game: Game):
    desk.run("line.hung = ['commands']")
    hand_in(desk)
    desk.wait(f"{SAID}.startsWith('The table does not answer')")
    desk.run("line.hung = []")
    hand_in(desk)
    desk.wait(f"{SAID} === 'Done.'")
    assert game.turns[-1] == "r pass"


def test_nobody_is_told_that_nothing_was_changed_where_only_the_answer_was_lost(desk: "Browser", game: Game):
    desk.run("line.deaf = ['commands']")
    hand_in(desk)
    said = "The table does not answer. Look whether it was done before you ask again."
    desk.wait(f"{SAID} === arguments[0]", said)
    assert game.turns[-1] == "r pass"


def test_what_answers_in_place_of_the_table_has_done_nothing(desk: "Browser", game: Game):
    desk.run("line.portal = ['']")
    hand_in(desk)
    desk.wait(f"{SAID}.startsWith('The table does not answer')")
    assert len(game.turns) == 2


def test_a_browser_without_cookies_says_why_the_right_pin_opens_nothing(browser: "Browser", server: Server, live: Live):
    cookieless = "{ const real = fetch; window.fetch = (path, sent) => real(path, { ...sent, credentials: 'omit' }); }"
    browser.before_pages(cookieless)
    browser.open(server.url)
    enter(browser, live.desk.access.pin)
    browser.wait(f"{SAID}.startsWith('This browser keeps no cookies')")
    browser.open(f"{server.url}seat#{live.desk.access.code(1)}")
    browser.wait("document.getElementById('said').textContent.startsWith('This browser keeps no cookies')")


def test_a_scanned_code_is_handed_in_until_the_table_answers(browser: "Browser", server: Server, live: Live):
    browser.before_pages(FAST + weak(lost=["claim"]))
    browser.open(f"{server.url}seat#{live.desk.access.code(1)}")
    browser.wait("document.getElementById('said').textContent === 'The table does not answer yet …'")
    browser.run("line.lost = []")
    browser.wait("location.pathname === '/' && /Ann/.test((document.querySelector('#desk summary') || {}).textContent)")


def test_a_browser_with_many_pages_of_the_table_opens_another_one(windows: Callable, server: Server, game: Game):
    browser = windows(*PHONE)
    first = browser.tab()
    for tab in (first, *(browser.new_tab() for _ in range(7))):
        browser.show_tab(tab)
        browser.open(server.url)
        browser.wait(f"{LINK} === 'live'")
    game.play("r 9D@E4")
    browser.wait(f"{CHIPS} === 3")
    browser.show_tab(first)
    browser.wait(f"{LINK} === 'live' && {CHIPS} === 3")


def test_a_screen_that_hears_the_table_is_live_without_any_network(browser: "Browser", server: Server):
    browser.open(server.url)
    browser.wait(f"{LINK} === 'live'")
    browser.run("window.dispatchEvent(new Event('offline'))")
    browser.wait(f"{LINK} === 'live' && document.querySelector('.stale').hidden")


def test_a_stream_that_something_between_holds_back_is_not_waited_for(browser: "Browser", server: Server):
    browser.before_pages(FAST + STREAMS_STAY_SILENT)
    browser.open(server.url)
    browser.wait(f"{SEATED} === 2 && {CHIPS} === 2")


def test_a_phone_that_wakes_says_how_old_its_board_is_until_it_hears_the_table(windows: Callable, server: Server):
    browser = windows(*PHONE)  # its own: a window that was frozen once is hidden for good
    browser.open(server.url)
    browser.wait(f"{LINK} === 'live' && {CHIPS} === 2")
    browser.run("return new Promise(go => setTimeout(go, 1000))")
    browser.run(SLEPT)
    browser.devtools("Page.setWebLifecycleState", {"state": "frozen"})
    browser.devtools("Page.setWebLifecycleState", {"state": "active"})
    woken = browser.run(f"return [{LINK}, document.querySelector('.stale').hidden]")
    assert woken == ["reconnecting", False]
    assert browser.run("return document.querySelector('.stale').textContent") == "Reconnecting. Seen 10 min ago"


def test_half_an_answer_does_not_end_the_asking(browser: "Browser", server: Server, game: Game):
    half = """
        window.EventSource = undefined;
        const real = window.fetch;
        window.fetch = async (path, sent) => {
            const answer = await real(path, sent);
            if (window.halved !== false || path !== '/api/status') return answer;
            window.halved = true;
            return { status: 200, headers: answer.headers, text: () => new Promise((_, no) => {
                if (sent.signal) sent.signal.addEventListener('abort', no);
            }) };
        };"""
    browser.before_pages(FAST + half)
    browser.open(server.url)
    browser.wait(f"{CHIPS} === 2")
    game.play("r 9D@E4")
    browser.run("window.halved = false")
    browser.wait(f"window.halved && {CHIPS} === 3")


def test_an_older_answer_takes_no_chip_off_the_board(browser: "Browser", server: Server, game: Game):
    browser.before_pages(ONE_STREAM_FAILS + weak(held=["status"]))
    browser.open(server.url)
    browser.wait("line.kept.length === 1")
    browser.run("line.held = []; window.dispatchEvent(new Event('online'))")
    game.play("r 9D@E4")
    browser.wait(f"{CHIPS} === 3")
    browser.run("return (line.kept[0](), new Promise(go => setTimeout(go, 300)))")
    assert browser.run(f"return {CHIPS}") == 3
    assert browser.run(f"return {LINK}") == "live"


@pytest.mark.parametrize(("streams", "link"), [(8, "live"), (0, "live, every 3 s")], ids=["listens", "asks"])
@pytest.mark.parametrize("edition", ["the same", "another"])
def test_a_page_that_was_open_while_the_companion_was_updated_comes_anew(
    browser: "Browser", edition: str, streams: int, link: str
):
    with closing(serve(edition_of_app("the same", streams), "127.0.0.1")) as server:
        browser.open(server.url)
        browser.wait(f"{CHIPS} === 2")
        browser.run("window.stands = true; return new Promise(go => setTimeout(go, 500))")
    with closing(serve(edition_of_app(edition, streams), "127.0.0.1", server.port)):
        stays = edition == "the same"
        settled = f"{CHIPS} === 2 && {LINK} === arguments[1] && Boolean(window.stands) === arguments[0]"
        browser.wait(settled, stays, link)
        browser.run("return new Promise(go => setTimeout(go, 500))")
        assert bool(browser.run("return window.stands")) == stays
        browser.open("about:blank")
    browser.complaints()


def test_a_wall_without_a_line_asks_no_more_in_the_morning_than_in_the_evening(browser: "Browser", server: Server):
    browser.screen(*WALL)
    browser.before_pages(FAST + weak())
    browser.open(f"{server.url}wall")
    browser.wait(f"{SEATED} === 2")
    browser.run("line.lost = ['']")
    time.sleep(3)
    browser.run("line.asked = []")
    time.sleep(1)
    assert browser.run("return line.asked.filter(path => path === '/api/me').length") <= 21


def test_the_pin_stays_on_the_wall_where_an_answer_is_lost(browser: "Browser", server: Server, live: Live):
    browser.screen(*WALL)
    browser.before_pages(FAST + weak())
    browser.open(f"{server.url}wall")
    browser.wait("!document.getElementById('pin').hidden")
    browser.run("line.lost = ['secrets']; line.asked = []")
    browser.wait("line.asked.filter(path => path === '/api/secrets').length === 2")
    assert browser.run("return document.getElementById('pin').textContent") == f"PIN {live.desk.access.pin}"
    assert not browser.run("return document.getElementById('pin').hidden")


def test_the_rules_of_a_new_game_come_while_it_is_not_known_yet_who_asks(browser: "Browser", server: Server):
    browser.before_pages(weak(held=["api/me"]))
    browser.open(f"{server.url}new")
    browser.wait("document.querySelector('#sheet p') && line.kept.length")
    assert browser.run("return document.getElementById('start').disabled")
    browser.run("line.kept.forEach(go => go())")
    browser.wait("document.querySelector('#door input')")
