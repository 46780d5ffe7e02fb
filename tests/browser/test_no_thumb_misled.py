"""Under the thumb: no command moves the page, no tap is lost, and what came of one is said within sight."""

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from played_game import SETUP, Game, confirm, enter, press
from shown_page import showing
from test_live_page import GAME
from weak_line import weak

from companion.referee.events import FaultFound, NoticeGiven
from companion.referee.one_eyed_jack.tracking import begin
from companion.views.one_eyed_jack.status import status_of
from companion.web import Live
from companion.web.server import serve

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

BUTTON = "[...document.querySelectorAll('#desk button')].find(one => one.textContent === arguments[0])"
STANDS = "return document.querySelector('.referee').getBoundingClientRect().top"
NO_STREAM = """
window.Stream = window.EventSource;
window.EventSource = function () {
    setTimeout(() => this.onerror());
    Object.assign(this, { readyState: Stream.CLOSED, close() {}, addEventListener() {} });
};
window.EventSource.CLOSED = Stream.CLOSED;
window.dispatchEvent(new Event('online'));
"""
IN_SIGHT = (
    "(r => r.height > 0 && r.top >= 0 && r.bottom <= innerHeight)"
    "(document.querySelector(arguments[0]).getBoundingClientRect())"
)


@pytest.fixture
def game(live: Live) -> Game:
    game = Game(live)
    game.play("r 7D@C4", "b 8D@D4", "r 9D@E4", "b TD@F4")
    return game


def reach(page: "Browser", words: str) -> None:
    """Scroll until the button that says so stands in the middle, and give it a name to be tapped by."""
    page.wait(BUTTON, words)
    page.run(
        f"const b = {BUTTON}; document.querySelectorAll('.aim').forEach(e => e.classList.remove('aim'));"
        "b.classList.add('aim'); b.scrollIntoView({ block: 'center' })",
        words,
    )


@pytest.mark.parametrize("words", ["Take back the last turn", "Pass", "That was another card", "Cards in a hand"])
def test_no_command_moves_the_page(page: "Browser", live: Live, words: str):
    enter(page, live.desk.access.pin)
    page.wait(BUTTON, "Pass")
    page.run("document.querySelectorAll('#desk details').forEach(fold => { fold.open = true; })")
    reach(page, words)
    stood = page.run(STANDS)
    page.tap(".aim")
    assert page.run(f"return {IN_SIGHT}", ".asked")
    assert page.run(STANDS) == stood
    page.run("document.querySelectorAll('.asked input').forEach(one => { one.value = 3; })")
    page.run("document.querySelectorAll('.asked select').forEach(one => { one.selectedIndex = 1; })")
    page.tap(".asked .main")
    page.wait("document.getElementById('desk-said').textContent")
    assert page.run(f"return {IN_SIGHT}", "#desk-said")
    assert abs(page.run(STANDS) - stood) <= 1


def test_a_fault_moves_nothing_under_the_thumb_and_is_in_sight(page: "Browser", live: Live, game: Game):
    live.tell(replace(status_of(game.tracking), fault=FaultFound("CARD_MISMATCH", (33,), "7♦ belongs on C4.")))
    stands = page.run("return document.getElementById('board').getBoundingClientRect().top")
    page.wait("document.querySelector('#fault p')")
    assert page.run(f"return {IN_SIGHT}", "#fault p")
    assert abs(page.run("return document.getElementById('board').getBoundingClientRect().top") - stands) <= 1


def test_a_question_that_is_left_gives_the_focus_back(page: "Browser", live: Live):
    enter(page, live.desk.access.pin)
    reach(page, "Pass")
    stood = page.run("return scrollY")
    page.tap(".aim")
    page.wait("!document.querySelector('.asked').hidden")
    page.press("Escape")
    page.wait("document.querySelector('.asked').hidden")
    assert page.run("return [document.activeElement.textContent, scrollY]") == ["Pass", stood]


def test_what_comes_while_a_finger_is_down_waits_until_it_is_lifted(page: "Browser", live: Live, game: Game):
    enter(page, live.desk.access.pin)
    reach(page, "Pass")
    page.touch(".aim")
    game.play("r JD@G4")
    page.run("return new Promise(done => setTimeout(done, 400))")
    assert page.run("return document.querySelectorAll('#chips .chip').length") == 4
    page.lift()
    page.wait("!document.querySelector('.asked').hidden")
    page.wait("document.querySelectorAll('#chips .chip').length === 5")


BOARD = "return document.getElementById('board').getBoundingClientRect().top"


def win(game: Game) -> None:
    """Another game at the same table, won by its last turn."""
    game.tracking, _ = begin(SETUP)
    game.play(*GAME.split(";"))
    game.tracking = replace(game.tracking, unannounced=())
    game.tell()


def won(page: "Browser", live: Live, game: Game) -> None:
    """The page of whoever speaks for the table, as it opens after a game was won."""
    enter(page, live.desk.access.pin)
    page.wait(BUTTON, "Pass")
    win(game)
    page.open(page.run("return location.href"))
    page.wait("[...document.querySelectorAll('#end button')].some(one => one.textContent === 'Rematch')")


def test_a_rematch_moves_nothing_at_the_top_of_the_page(page: "Browser", live: Live, game: Game):
    won(page, live, game)
    assert page.run("return scrollY") == 0
    stood = page.run(BOARD)
    page.tap("#end .main")
    page.wait("document.getElementById('end').hidden")
    assert abs(page.run(BOARD) - stood) <= 1


def test_a_win_is_seen_from_the_desk_with_a_way_up(page: "Browser", live: Live, game: Game):
    enter(page, live.desk.access.pin)
    reach(page, "Pass")
    stood = page.run(STANDS)
    win(game)
    page.wait("document.querySelector('#end .main')?.textContent === 'Rematch'")
    assert page.run("return document.querySelector('#end strong').textContent") == "Ann wins!"
    assert page.run(f"return {IN_SIGHT}", "#end")
    assert abs(page.run(STANDS) - stood) <= 1
    page.wait("document.getElementById('moment').hidden")
    page.run("document.querySelector('#end .row').lastChild.classList.add('aim')")
    page.tap(".aim")
    page.wait("scrollY === 0 && document.querySelector('.aim').hidden")


def test_a_fault_that_goes_leaves_its_room_until_the_page_can_do_without(page: "Browser", live: Live, game: Game):
    plain, wrong = status_of(game.tracking), FaultFound("CARD_MISMATCH", (33,), "7♦ belongs on C4.")
    live.tell(replace(plain, fault=wrong))
    page.wait("document.querySelector('#fault p')")
    page.run("window.scrollTo(0, 0)")
    stood = page.run(BOARD)
    live.tell(plain)
    page.wait("!document.querySelector('#fault p')")
    assert abs(page.run(BOARD) - stood) <= 1
    live.tell(replace(plain, fault=wrong))
    page.wait("document.querySelector('#fault p')")
    assert abs(page.run(BOARD) - stood) <= 1
    assert page.run("return scrollY") <= 1
    live.tell(plain)
    page.wait("!document.querySelector('#fault p')")
    page.run("window.scrollTo(0, 200)")
    game.play("r JD@G4")
    page.wait("document.querySelectorAll('#chips .chip').length === 5")
    assert abs(page.run(BOARD) - stood + 200) <= 1
    assert page.run("return document.querySelector('.alerts').style.marginBottom") == ""


def test_what_was_asked_of_an_older_table_is_refused(page: "Browser", live: Live, game: Game):
    enter(page, live.desk.access.pin)
    press(page, "Take back the last turn")
    game.play("r JD@G4")
    page.wait("document.querySelectorAll('#chips .chip').length === 5")
    confirm(page)
    page.wait("document.getElementById('desk-said').textContent.includes('gone on')")
    assert len(game.turns) == 5


def test_a_table_out_of_reach_is_said_until_it_is_reached(page: "Browser", live: Live, game: Game):
    enter(page, live.desk.access.pin)
    page.wait(BUTTON, "Pass")
    page.run(weak(lost=[""]) + NO_STREAM)
    page.wait("document.getElementById('link').dataset.state === 'reconnecting'")
    page.wait("document.querySelector('.stale').textContent.startsWith('Reconnecting. Seen ')")
    assert float(page.run("return getComputedStyle(document.querySelector('.board > svg')).opacity")) < 0.5
    press(page, "Pass")
    confirm(page)
    page.wait("document.getElementById('desk-said').textContent.startsWith('The table does not answer.')")
    game.play("r JD@G4")
    page.run("line.lost = []; window.EventSource = Stream; window.dispatchEvent(new Event('online'))")
    page.wait("document.getElementById('link').dataset.state === 'live'")
    page.wait("document.getElementById('desk-said').textContent === ''")
    assert page.run("return document.querySelector('.stale').hidden")


def test_a_camera_that_gives_no_picture_is_said_and_its_light_is_not_green(browser: "Browser", game: Game):
    live = Live()
    live.trouble = "No picture of the table (it is unplugged)."
    with closing(serve(showing(live, heartbeat_s=0.1), "127.0.0.1")) as server:
        browser.open(server.url)
        browser.wait("document.getElementById('notice').textContent === arguments[0]", live.trouble)
        assert browser.run("return document.getElementById('link').dataset.state") == "blind"
        live.tell(replace(status_of(game.tracking), notice=NoticeGiven("NO_CAMERA", live.trouble)))
        browser.wait("document.querySelectorAll('#chips .chip').length === 4")
        assert browser.run("return document.getElementById('link').textContent") == "no camera"
        live.tell(status_of(game.tracking))
        browser.wait("document.getElementById('link').dataset.state === 'live'")
    browser.complaints()


def test_what_is_no_matter_of_the_games_is_said_below_it_until_it_is_over(browser: "Browser", game: Game):
    live = Live()
    live.tell(status_of(game.tracking))
    live.aside = "The broker is not told of the game."
    with closing(serve(showing(live, heartbeat_s=0.1), "127.0.0.1")) as server:
        browser.open(server.url)
        assert browser.run("return document.getElementById('aside').textContent") == live.aside
        live.aside = ""
        browser.wait("document.getElementById('aside').hidden")
        live.aside = "The broker is away again."
        browser.wait("document.getElementById('aside').textContent === arguments[0]", live.aside)
        assert browser.run("return document.getElementById('notice').textContent") == ""
    browser.complaints()


@pytest.mark.parametrize("streams", [8, 0], ids=["listens", "asks"])
def test_what_is_done_before_there_is_a_game_is_said(browser: "Browser", streams: int):
    live = Live(streams)
    live.doing = "Looking for the board …"
    with closing(serve(showing(live, heartbeat_s=0.1), "127.0.0.1")) as server:
        browser.open(server.url)
        browser.wait("document.getElementById('turn').textContent === arguments[0]", live.doing)
        live.doing = "Reading the cards …"
        browser.wait("document.getElementById('turn').textContent === arguments[0]", live.doing)
    browser.complaints()


def test_begin_takes_the_first_tap_after_a_name_was_typed(page: "Browser", url: str, live: Live, game: Game):
    enter(page, live.desk.access.pin)
    page.wait(BUTTON, "Pass")
    page.open(f"{url}new")
    page.wait("!document.getElementById('start').disabled && document.querySelector('#sheet p')")
    page.run(
        "const name = document.querySelector('#seats input'); name.focus(); name.select();"
        "document.execCommand('insertText', false, 'Annika')"
    )
    page.run("document.getElementById('start').scrollIntoView({ block: 'center' })")
    page.tap("#start")
    page.wait("document.getElementById('start').textContent === 'Yes, begin'")
    page.run("return new Promise(read => setTimeout(read, 700))")  # sooner it would be a double tap
    page.tap("#start")
    page.wait("location.pathname === '/'")
    assert game.tracking.setup.players == ("Annika", "Ben")
