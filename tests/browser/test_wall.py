"""The screen at the table: read from the sofa, without a form, never scrolled; lines and wins are an event on it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from played_game import SETUP, Game, confirm, enter, press
from test_live_page import FAULT, GAME

from companion.referee.one_eyed_jack.tracking import begin
from companion.views.one_eyed_jack.status import status_of
from companion.web import Live

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

SCREENS = [(1920, 1080), (1280, 720), (1024, 768), (820, 1180)]
TURNS = [turn.strip() for turn in GAME.split(";")]
PLAYED = replace(SETUP, options="my_rules N=2 T=2 hand=6 lines=2 n=5", players=("Annika", "Benno"))
SIX = "natural wood", "blue", "green", "The Extraordinarily Long-Named", "white", "black"
FITS = "document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth"
NUMERAL = """
    const s = getComputedStyle(document.querySelector('.team-score'));
    const c = document.createElement('canvas').getContext('2d');
    c.font = s.fontWeight + ' ' + s.fontSize + ' ' + s.fontFamily;
    return c.measureText('1').actualBoundingBoxAscent / innerHeight;"""
SEEN = """(selector => [...document.querySelectorAll(selector)].every(e => {
    const r = e.getBoundingClientRect();
    return r.width > 0 && r.top >= -1 && r.left >= -1 && r.bottom <= innerHeight + 1 && r.right <= innerWidth + 1;
}))(arguments[0])"""


@pytest.fixture
def game(live: Live) -> Game:
    return Game(live, PLAYED)


@pytest.fixture
def wall(browser: "Browser", url: str) -> Iterator["Browser"]:
    """The wall as a screen in the room shows it."""
    browser.screen(*SCREENS[0])
    browser.open(f"{url}wall")
    browser.wait("document.querySelectorAll('#score li').length")
    yield browser
    assert [words for words in browser.complaints() if "status of 40" not in words] == []


def rested(game: Game, *turns: str) -> None:
    """Turns that have lain for long enough to be told with all they bring."""
    game.play(*turns)
    game.tracking = replace(game.tracking, unannounced=())
    game.tell()


@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_the_score_is_read_from_the_sofa_and_nothing_scrolls(
    wall: "Browser", live: Live, game: Game, screen: tuple[int, int]
):
    wall.screen(*screen)
    rested(game, *TURNS[:12])
    wall.wait("document.querySelector('.team-score').textContent === '1'")
    live.tell(replace(status_of(game.tracking), fault=FAULT))
    wall.wait("document.querySelector('#fault p')")
    assert wall.run(NUMERAL) >= 1 / 12
    assert wall.run(f"return {FITS}")
    for part in (".team-score", ".turn-who", "#fault p", "#board svg", ".join img"):
        assert wall.run(f"return {SEEN}", part), part
    band = wall.run("const r = document.getElementById('fault').getBoundingClientRect(); return [r.left, r.right]")
    assert band == [0, screen[0]]


def test_the_wall_is_for_everybody_and_holds_no_form(wall: "Browser", game: Game, look: Callable[[str], None]):
    rested(game, *TURNS[:8])
    wall.wait("document.getElementById('turn').textContent === 'Annika to play'")
    look("wall")
    fields = "[...document.querySelectorAll('main form, main input, main select, main summary, main button')]"
    assert not wall.run(f"return {fields}.some(field => field.offsetParent)")
    band = wall.run("return getComputedStyle(document.querySelector('.turn')).backgroundColor")
    assert band == "rgb(196, 52, 43)"
    wall.run("document.querySelector('.top a').click()")
    wall.wait("location.pathname === '/'")


def test_who_meets_here_in_a_clubs_round_is_said_at_the_top(wall: "Browser", live: Live, game: Game):
    rested(game, *TURNS[:4])
    live.aside = "Round 2: The Extraordinarily Long-Named and Benno meet here; Benno begins."
    wall.wait("document.getElementById('aside').textContent === arguments[0]", live.aside)
    for screen in SCREENS:
        wall.screen(*screen)
        assert wall.run(f"return {FITS}")
        assert wall.run(f"return {SEEN}", "#aside"), screen


def test_six_teams_fit_on_the_wall(wall: "Browser", live: Live):
    tracking = begin(
        replace(
            SETUP,
            options="open N=12 T=6",
            teams=tuple(replace(SETUP.teams[0], letter=name[0].upper(), name=name) for name in SIX),
            players=(),
        )
    )[0]
    live.tell(replace(status_of(tracking), fault=FAULT))
    wall.wait("document.querySelectorAll('#score li').length === 6")
    assert wall.run(f"return {FITS}")
    assert wall.run(f"return {SEEN}", ".team-score")


def test_the_pin_is_on_the_wall_until_the_first_phone_has_it(wall: "Browser", url: str, live: Live):
    wall.wait("!document.getElementById('pin').hidden")
    assert wall.run("return document.getElementById('pin').textContent") == f"PIN {live.desk.access.pin}"
    wall.screen(360, 740)
    wall.open(f"{url}wall")
    wall.wait("document.querySelectorAll('#score li').length")
    assert wall.run("return document.getElementById('pin').hidden"), "a phone turned wall by mistake"
    live.desk.access.enter(live.desk.access.pin, "elsewhere", "")
    wall.screen(*SCREENS[0])
    wall.open(f"{url}wall")
    wall.wait("document.querySelectorAll('#score li').length")
    wall.run("return new Promise(done => setTimeout(done, 300))")
    assert wall.run("return document.getElementById('pin').hidden")


def test_a_wall_that_is_trusted_shows_the_seats_until_play_begins(wall: "Browser", url: str, live: Live, game: Game):
    wall.open(url)
    enter(wall, live.desk.access.pin)
    wall.wait("document.querySelectorAll('#desk button').length > 3")
    wall.open(f"{url}wall")
    wall.wait("[...document.querySelectorAll('#codes img')].filter(code => code.naturalWidth).length === 2")
    assert wall.run(f"return {FITS} && {SEEN}", "#codes img")
    game.play(TURNS[0])
    wall.wait("document.getElementById('claims').hidden")


def test_the_wall_keeps_its_screen_awake(browser: "Browser", url: str):
    for held, words in (("Promise.resolve({})", True), ("Promise.reject(new Error('no'))", False)):
        browser.before_pages("navigator.wakeLock.request = kind => { window.asked = kind; return " + held + "; }")
        browser.open(f"{url}wall")
        browser.wait("window.asked === 'screen'")
        browser.wait(f"document.getElementById('awake').hidden === {str(words).lower()}")
    browser.complaints()


@pytest.mark.parametrize("page", ["", "wall"])
def test_a_line_and_a_win_are_an_event_of_five_seconds(browser: "Browser", url: str, game: Game, page: str):
    browser.screen(*((1920, 1080) if page else (360, 740)))
    rested(game, *TURNS[:8])
    browser.open(url + page)
    browser.wait("document.querySelectorAll('#chips .chip').length")
    assert browser.run("return document.getElementById('moment').hidden"), "what was before is no news"
    rested(game, *TURNS[8:11])
    browser.wait("!document.getElementById('moment').hidden")
    assert browser.run("return document.getElementById('moment').textContent") == "RRRRRLINE!Annika 1 : 0"
    assert browser.run(f"return {SEEN}", "#moment strong")
    assert browser.run("return getComputedStyle(document.getElementById('moment')).pointerEvents") == "none"
    browser.wait("document.getElementById('moment').hidden")
    rested(game, *TURNS[11:])
    browser.wait("document.getElementById('moment').textContent.includes('Annika wins!')")
    assert browser.run("return document.querySelector('#end span').textContent") == "Lines: Annika 2, Benno 1"


def test_a_line_waits_until_what_is_wrong_is_put_right(wall: "Browser", live: Live, game: Game):
    rested(game, *TURNS[:10])
    wall.wait("document.querySelectorAll('#turns li').length > 7")
    game.play(TURNS[10])
    game.tracking = replace(game.tracking, unannounced=())
    live.tell(replace(status_of(game.tracking), fault=FAULT))
    wall.wait("document.querySelector('.team-score').textContent === '1'")
    assert wall.run("return document.getElementById('moment').hidden")
    game.tell()
    wall.wait("document.getElementById('moment').textContent.includes('Annika 1 : 0')")


def test_an_event_stands_still_for_people_who_want_calm(browser: "Browser", url: str, game: Game):
    browser.screen(1920, 1080, motion="reduce")
    rested(game, *TURNS[:8])
    browser.open(f"{url}wall")
    browser.wait("document.querySelectorAll('#chips .chip').length")
    rested(game, *TURNS[8:11])
    browser.wait("!document.getElementById('moment').hidden")
    assert browser.run("return document.getAnimations().length") == 0


def test_a_rematch_is_one_tap_with_the_deal_passed_on(page: "Browser", live: Live, game: Game):
    rested(game, *TURNS)
    enter(page, live.desk.access.pin)
    press(page, "Rematch")
    page.wait("document.getElementById('turn').textContent === 'Benno begins'")
    assert (game.tracking.setup.players, game.tracking.setup.first) == (("Annika", "Benno"), 2)
    assert game.tracking.setup.wins == (1, 0)
    press(page, "End the game")
    confirm(page)
    page.wait("document.getElementById('turn').textContent === 'No result'")


def test_the_phone_of_whoever_plays_says_so(page: "Browser", url: str, live: Live, game: Game):
    page.before_pages("navigator.vibrate = ms => { window.shaken = ms; };")
    page.before_pages("window.AudioContext = window.webkitAudioContext = undefined;")
    page.open(f"{url}seat#{live.desk.access.code(2)}")
    page.wait("location.pathname === '/' && document.querySelectorAll('#desk button').length > 0")
    assert page.run("return document.getElementById('mine').hidden")
    page.tap("h1")
    game.play(TURNS[0])
    page.wait("!document.getElementById('mine').hidden")
    assert page.run("return document.getElementById('mine').textContent") == "Your turn"
    assert page.run("return window.shaken") == 180
    assert page.run("return getComputedStyle(document.querySelector('.turn')).backgroundColor") == "rgb(38, 98, 178)"
    press(page, "A sound on my turn")
    press(page, "No sound on my turn")
    game.play(TURNS[1])
    page.wait("document.getElementById('mine').hidden")


def test_a_wall_whose_browser_may_not_keep_it_awake_says_so(browser: "Browser", url: str):
    browser.before_pages("delete Navigator.prototype.wakeLock")
    browser.open(f"{url}wall")
    browser.wait("!document.getElementById('awake').hidden")
    words = "This screen may go to sleep: set it to stay on."
    assert browser.run("return document.getElementById('awake').textContent") == words


SPY = """
    window.tones = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (at) {
      tones.push([this.frequency.value, this.context.state]);
      start.call(this, at);
    };
"""


def test_a_turn_sounds_where_that_is_wanted_and_nowhere_else(page: "Browser", url: str, live: Live, game: Game):
    page.before_pages(SPY)
    page.open(f"{url}seat#{live.desk.access.code(2)}")
    page.wait("location.pathname === '/' && document.querySelectorAll('#desk button').length > 0")
    game.play(TURNS[0])
    page.wait("!document.getElementById('mine').hidden")
    assert page.run("return tones") == [], "nobody asked for it"
    game.play(TURNS[1])
    page.wait("document.getElementById('mine').hidden")
    page.tap("h1")
    press(page, "A sound on my turn")
    assert page.wait("tones.length === 2 && tones")[0][0] == 660
    game.play(TURNS[2])
    assert page.wait("tones.length === 4 && tones")[2:] == [[660, "running"], [880, "running"]]
    press(page, "No sound on my turn")
    game.play(TURNS[3], TURNS[4])
    page.wait("!document.getElementById('mine').hidden")
    assert page.run("return tones.length") == 4


def test_a_browser_finds_nothing_that_keeps_the_page_from_being_installed(page: "Browser"):
    told = page.devtools("Page.getAppManifest")
    assert (told["errors"], told["manifest"]["display"]) == ([], "kStandalone")
    errors = page.devtools("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors] in ([], ["in-incognito"]), "a window of a driver may be a private one"


def test_a_phone_keeps_the_page_as_a_program_of_its_own(page: "Browser"):
    page.run("fetch('/app.webmanifest').then(told => told.json()).then(told => { window.told = told; })")
    told = page.wait("window.told")
    assert (told["display"], told["start_url"]) == ("standalone", "/")
    for icon in (*(each["src"] for each in told["icons"]), "/favicon.ico", "/static/icon-180.png"):
        page.run(
            "window.size = null; const i = new Image(); i.onload = () => { window.size = i.naturalWidth; };"
            "i.src = arguments[0]",
            icon,
        )
        assert page.wait("window.size") >= 32
    links = "return [...document.querySelectorAll('link[rel=manifest], link[rel=apple-touch-icon]')].length"
    assert page.run(links) == 2
