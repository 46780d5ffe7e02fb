"""Every other page at home: what is asked once and lost is asked again, and nothing is begun or hidden meanwhile."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from past_evening import write_evening
from played_game import WALL, Game, enter, press, press_square
from weak_line import FAST, PATIENT, weak

from companion.journal.archive import SqliteArchive
from companion.journal.past_games import PastGames
from companion.referee.events import GameStarted
from companion.web import Live, create_app
from companion.web.drawn_table import add_drawn_table
from companion.web.history import add_history
from companion.web.server import serve
from hardware.virtual_table import VirtualTable

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

SAID = "document.getElementById('desk-said').textContent"
NAMES = "[...document.querySelectorAll('#seats input')].map(one => one.value).join()"
SAFARI = """
const write = history.replaceState.bind(history);
let written = 0;
history.replaceState = (...what) => {
    written += 1;
    if (written > 100) throw new DOMException('more than 100 times per 30 seconds', 'SecurityError');
    write(...what);
};
"""
SPOKEN = """
window.spoken = [];
const voice = { cancel() {}, speak(said) { spoken.push(said.text); } };
Object.defineProperty(window, 'speechSynthesis', { value: voice });
"""
RANG = """
window.resumed = 0;
AudioContext.prototype.resume = async () => { window.resumed += 1; };
Object.defineProperty(AudioContext.prototype, 'state', { get: () => 'interrupted' });
"""


@pytest.fixture
def url(live: Live, game: Game, browser: "Browser", tmp_path: Path) -> Iterator[str]:  # noqa: ARG001 (told beforehand)
    journal = write_evening(tmp_path / "game.db")
    app = create_app(live, heartbeat_s=0.5, workshop=SimpleNamespace(boards=SimpleNamespace(chosen="Oak")))
    add_history(app, PastGames(SqliteArchive(tmp_path / "game.db")))
    add_drawn_table(app, VirtualTable("RB", lambda: 0.0, lambda _: None))
    server = serve(app, "127.0.0.1")
    yield server.url
    browser.open("about:blank")
    server.close()
    journal.close()
    browser.complaints()


@pytest.fixture
def phone(browser: "Browser", url: str, live: Live) -> "Browser":
    """A phone that speaks for the table."""
    browser.open(url)
    enter(browser, live.desk.access.pin)
    browser.wait("document.querySelectorAll('#desk button').length > 3")
    return browser


def test_a_page_for_a_new_game_that_was_opened_too_early_knows_players_and_rules_a_moment_later(
    phone: "Browser", url: str
):
    phone.before_pages(FAST + weak(lost=["status", "rules"]))
    phone.open(f"{url}new")
    phone.wait("document.getElementById('cards').textContent === 'The table cannot be reached.'")
    phone.run("line.lost = ['rules']")
    phone.wait(f"{NAMES} === 'Ann,Ben'")
    phone.wait("document.getElementById('cards').textContent === 'The table cannot be reached.'")
    phone.run("line.lost = []")
    phone.wait("!document.getElementById('start').disabled && document.querySelector('#sheet p')")


def test_no_game_is_ended_unasked_because_nobody_could_say_how_far_it_is(phone: "Browser", url: str, game: Game):
    game.tracking, before = Game(Live()).tracking, game.tracking
    game.tell()
    phone.before_pages(weak())
    phone.open(f"{url}new")
    phone.wait("!document.getElementById('start').disabled")
    game.tracking = before
    game.tell()
    phone.run("line.lost = ['status']")
    press(phone, "Begin the game")
    phone.wait(f"{SAID}.startsWith('The table does not answer')")
    assert game.tracking.number == 2
    phone.run("line.lost = []")
    press(phone, "Begin the game")
    phone.wait("document.getElementById('start').textContent === 'Yes, begin'")


def test_a_board_that_could_not_be_read_at_once_is_read_without_a_reload(phone: "Browser", url: str, game: Game):
    game.see(("E5", 0))
    phone.before_pages(FAST + weak(lost=["scan"]))
    phone.open(f"{url}position")
    phone.wait("document.getElementById('door').textContent.startsWith('The board cannot be read now')")
    phone.run("line.lost = []")
    phone.wait("!document.getElementById('rest').hidden && document.getElementById('door').hidden")


def test_a_wrong_pin_is_refused_in_words_where_a_position_is_set_up_too(browser: "Browser", url: str, live: Live):
    browser.open(f"{url}position")
    enter(browser, f"{(int(live.desk.access.pin) + 1) % 10**6:06}", "#door")
    browser.wait("document.getElementById('desk-said').innerText === 'The PIN is wrong'")
    assert browser.run("return document.getElementById('desk-said').getBoundingClientRect().height") > 0


def test_the_lines_of_a_position_are_those_of_its_newest_chips(phone: "Browser", url: str, game: Game):
    game.see(*((f"{column}6", 0) for column in "BCDE"))
    phone.before_pages(FAST + weak(held=["scan?chips"]))
    phone.open(f"{url}position")
    phone.wait("!document.getElementById('rest').hidden")
    for chosen in (1, 0):
        press_square(phone, "F6") if chosen else None
        phone.run("document.querySelectorAll('#chip button')[arguments[0]].click()", chosen)
        phone.wait("line.kept.length === arguments[0]", 2 - chosen)
    assert phone.run("return document.getElementById('start').disabled")
    phone.run("line.kept[1]()")
    phone.wait("!document.getElementById('start').disabled")
    phone.run("return (line.kept[0](), new Promise(go => setTimeout(go, 4000)))")
    assert phone.run("return document.querySelectorAll('#lines-list input').length") == 0


def test_no_board_is_calibrated_unasked_because_the_shelf_could_not_be_read(phone: "Browser", url: str):
    at_rest = """{
        const real = fetch;
        const walk = { step: 'rest', usual: [] };
        window.fetch = async (path, sent) => (path === '/api/calibration' ? Response.json(walk) : real(path, sent));
    }"""
    phone.before_pages(weak(lost=["boards"]) + at_rest)
    phone.open(f"{url}calibrate")
    phone.wait("!document.getElementById('shelf').hidden")
    phone.wait(f"{SAID}.startsWith('The table does not answer')")
    phone.run("return new Promise(go => setTimeout(go, 300))")
    assert not phone.run("return line.asked.includes('/api/calibration/begin')")
    assert "No board yet" not in phone.run("return document.getElementById('shelf').innerText")


def test_a_past_game_is_shown_as_soon_as_the_table_answers(browser: "Browser", url: str):
    browser.before_pages(FAST + weak(lost=["api/history"]))
    for page, words, shown in (
        ("history", "games-said", "document.querySelectorAll('.game').length === 3"),
        ("history/1", "step-words", "document.querySelectorAll('#chips > g').length"),
    ):
        browser.open(url + page)
        browser.wait(
            "document.getElementById(arguments[0]).textContent.endsWith('be shown: the table does not answer.')", words
        )
        browser.run("line.lost = []")
        browser.wait(shown) if page == "history" else scrub(browser, 4)
        browser.wait(shown)


def scrub(browser: "Browser", step: int) -> None:
    """Move the scrubber to a step, once there is one."""
    browser.wait("!document.getElementById('scrub').hidden")
    browser.run(
        "const e = document.getElementById('step'); e.value = arguments[0] - 1; e.dispatchEvent(new Event('input'))",
        step,
    )


def test_a_long_slide_along_a_past_game_shows_every_step_in_safari_too(browser: "Browser", url: str):
    browser.before_pages(SAFARI)
    browser.open(f"{url}history/1")
    for step in (2, 1) * 60:
        scrub(browser, step)
    scrub(browser, 4)
    browser.wait("document.querySelectorAll('#chips > g').length")
    browser.wait("location.hash === '#4'")


def test_a_picture_of_a_seats_code_that_was_lost_comes_anew(browser: "Browser", url: str, live: Live, game: Game):
    game.tracking = Game(Live()).tracking
    game.tell()
    browser.open(url)
    enter(browser, live.desk.access.pin)
    browser.wait("document.querySelectorAll('#desk button').length > 3")
    browser.screen(*WALL)
    browser.devtools("Network.enable")
    browser.devtools("Network.setBlockedURLs", {"urls": ["*/api/seats/*"]})
    browser.before_pages(FAST)
    browser.open(f"{url}wall")
    browser.wait("document.querySelectorAll('#codes img').length === 2")
    browser.wait("[...document.querySelectorAll('#codes img')].every(one => one.complete && !one.naturalWidth)")
    browser.devtools("Network.setBlockedURLs", {"urls": []})
    browser.wait("[...document.querySelectorAll('#codes img')].every(one => one.naturalWidth)")


def test_the_tap_that_wants_the_game_spoken_is_answered_aloud(browser: "Browser", url: str):
    browser.screen(*WALL)
    browser.before_pages(SPOKEN)
    browser.open(f"{url}wall")
    browser.wait("document.querySelectorAll('#score li').length")
    press(browser, "Speak aloud")
    assert browser.run("return spoken") == ["Ann to play"]
    press(browser, "Speaking aloud: stop")
    assert browser.run("return spoken.length") == 1


def test_a_turn_sounds_on_a_phone_that_rang_meanwhile(browser: "Browser", url: str, live: Live):
    browser.before_pages(RANG)
    browser.open(f"{url}seat#{live.desk.access.code(1)}")
    browser.wait("location.pathname === '/' && document.querySelectorAll('#desk button').length > 0")
    press(browser, "A sound on my turn")
    assert browser.run("return window.resumed") > 0
    press(browser, "No sound on my turn")


def test_the_drawn_table_goes_on_after_an_answer_that_never_came(browser: "Browser", url: str):
    browser.before_pages(FAST + weak(hung=["lying"]))
    browser.open(f"{url}drawn/")
    browser.wait("document.getElementById('said').textContent === 'The companion does not answer.'")
    browser.run("line.hung = []")
    browser.wait("document.getElementById('seat').options.length === 2")


@pytest.mark.parametrize("page", ["new", "position"])
def test_over_a_slow_line_a_page_says_that_it_looks_until_it_shows_what_there_is(phone: "Browser", url: str, page: str):
    phone.before_pages(weak(held=["/api/"]))
    phone.open(url + page)
    phone.wait("document.querySelector('main').innerText.includes('Looking …') && line.kept.length")
    phone.run("line.held = []; line.kept.splice(0).forEach(go => go())")
    phone.wait("!document.querySelector('main').innerText.includes('Looking …')")


def test_a_tap_that_is_answered_late_is_said_to_be_under_way_and_a_second_one_begins_nothing_twice(
    phone: "Browser", url: str, game: Game
):
    phone.before_pages(PATIENT + weak(held=["commands"]))
    phone.open(f"{url}new")
    phone.wait("!document.getElementById('start').disabled")
    press(phone, "Begin the game")
    for _ in range(2):
        press(phone, "Yes, begin")
        phone.wait("document.querySelector('.asking')")
    phone.run("return new Promise(go => setTimeout(go, 4000))")
    assert phone.run("return line.asked.filter(path => path.includes('commands')).length") == 1
    phone.run("line.kept[0]()")
    phone.wait("location.pathname === '/'")
    assert [event for event in game.log if isinstance(event, GameStarted)][2:] == []
