"""Past games in a real browser: an evening is listed, a game is replayed with a scrubber on the drawn board."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from past_evening import FAULT, SETUP, won_game, write_evening
from played_game import enter

from companion.journal.archive import SqliteArchive
from companion.journal.past_games import PastGames
from companion.journal.turn_pictures import TurnPictures
from companion.referee.events import FaultFound
from companion.registry.games import refereed
from companion.vision.frame import Frame
from companion.web import Live, create_app
from companion.web.history import add_history
from companion.web.server import serve
from hardware.virtual_table import VirtualTable

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

CHIPS = "document.querySelectorAll('#chips > g').length"
WORDS = "document.getElementById('step-words').textContent"


@pytest.fixture
def pages(browser: "Browser", live: Live, tmp_path: Path) -> Iterator[str]:
    """The address of pages over an evening whose last game is still played."""
    journal = write_evening(tmp_path / "game.db")
    app = create_app(live, heartbeat_s=0.5)
    turn_pictures = TurnPictures(tmp_path / "pictures")
    fault = next(entry for entry in journal.entries() if isinstance(entry.event, FaultFound))
    turn_pictures.keep(
        Frame(VirtualTable("RB", lambda: 0.0, lambda _: None).play_still({3: "R"}), fault.taken_at_s), [FAULT]
    )
    add_history(app, PastGames(SqliteArchive(tmp_path / "game.db")), turn_pictures)
    server = serve(app, "127.0.0.1")
    yield server.url
    complaints = browser.complaints()
    browser.open("about:blank")
    server.close()
    journal.close()
    assert complaints == []


def scrub(browser: "Browser", step: int) -> None:
    """Move the scrubber to a step, as a thumb would."""
    browser.run(
        "const e = document.getElementById('step'); e.value = arguments[0] - 1; e.dispatchEvent(new Event('input'))",
        step,
    )


def test_a_game_is_found_in_the_list_and_replayed_by_thumb_and_keys(browser: "Browser", pages: str):
    browser.open(f"{pages}history")
    browser.wait("document.querySelectorAll('.game').length === 3")
    assert browser.run("return document.querySelector('.tally').textContent").startswith(
        "Players, over 3 gamesAnn1 won"
    )
    browser.run("document.querySelectorAll('.game')[2].click()")
    browser.wait(f"location.pathname === '/history/1' && {WORDS}.startsWith('Ann against Ben')")
    assert browser.run(f"return {CHIPS}") == 0
    scrub(browser, 5)
    browser.wait("document.querySelectorAll('#marks .mark-fault').length === 2")
    assert browser.run("return document.getElementById('step-who').textContent") == "5 of 14 · Fault"
    browser.run("document.getElementById('after').click()")
    browser.wait("!document.querySelector('#marks .mark-fault')")
    browser.run("document.querySelector('#step').blur()")
    for _ in range(2):
        browser.press("ArrowRight")
    browser.wait(f"{CHIPS} === 3")
    assert "said by the table, seat 2 (Ben)" in browser.run("return document.getElementById('step-who').textContent")
    scrub(browser, 14)
    browser.wait(f"{CHIPS} === 9 && document.body.dataset.state === 'over'")
    assert browser.run("return document.getElementById('step').getAttribute('aria-valuetext')").startswith(
        "14 of 14: Ann"
    )


def test_play_plays_the_game_until_a_hand_stops_it(browser: "Browser", pages: str):
    browser.open(f"{pages}history/1")
    browser.wait("document.getElementById('step').max === '13'")
    browser.run("document.getElementById('play').click()")
    browser.wait("Number(document.getElementById('step').value) >= 3")
    browser.run("document.getElementById('before').click()")
    stopped = browser.run("return [document.getElementById('step').value, document.getElementById('play').textContent]")
    browser.run("return new Promise(done => setTimeout(done, 1500))")
    assert [browser.run("return document.getElementById('step').value"), "Play"] == stopped
    scrub(browser, 14)
    browser.run("document.getElementById('play').click()")
    browser.wait("document.getElementById('step').value === '1'")


def test_a_correction_leads_to_its_step_and_a_step_has_an_address(browser: "Browser", pages: str):
    browser.open(f"{pages}history/1#9")
    browser.wait(f"{CHIPS} === 4")
    browser.run("document.querySelectorAll('#disputed button')[1].click()")
    browser.wait(f"{CHIPS} === 3 && location.hash === '#8'")
    for link in ("record.txt", "events.json"):
        assert browser.run("return document.querySelector(arguments[0]).href", f"a[href$='{link}']")


def test_the_fault_in_dispute_is_shown_as_the_camera_saw_it_to_the_table_alone(
    browser: "Browser", live: Live, pages: str, look: Callable[[str], None]
):
    browser.open(f"{pages}history/1#5")
    browser.wait(f"{CHIPS} === 3 && !document.getElementById('camera').hidden")
    browser.run("document.getElementById('camera').click()")
    browser.wait("document.querySelector('#photo-door input')")
    look("history-photo-door")
    enter(browser, live.desk.access.pin, "#photo-door")
    browser.wait("document.getElementById('photo-shown').naturalWidth === 960")
    browser.screen(320, 640)
    assert browser.run("return document.getElementById('step').offsetWidth") >= 200
    assert browser.run("return document.getElementById('camera').getBoundingClientRect().right") <= 320
    browser.screen(360, 740)
    assert browser.run("return document.getElementById('photo-shown').alt").endswith("take one back.")
    assert browser.run("return document.getElementById('board').offsetParent") is None
    look("history-photo")
    browser.run("document.getElementById('after').click()")
    browser.wait("document.getElementById('photo-said').textContent === 'No picture was kept of this step.'")
    browser.run("document.getElementById('camera').click()")
    browser.wait("document.getElementById('board').offsetParent")


def test_a_finished_game_leads_to_its_replay_and_one_that_goes_on_does_not(
    browser: "Browser", live: Live, pages: str, look: Callable[[str], None]
):
    referee = refereed(SETUP.game)
    live.tell(referee.statement(referee.begin(SETUP)[0]))
    browser.open(pages)
    browser.wait("document.body.dataset.state === 'playing'")
    assert browser.run("return document.getElementById('end').hidden")
    live.tell(referee.statement(referee.replay([event for _, batch in won_game() for event in batch])))
    browser.wait("document.querySelector('#end a')")
    look("finished")
    browser.run("document.querySelector('#end a').click()")
    browser.wait("location.pathname === '/history/3'")


def test_black_jack_is_shown_as_its_pile(browser: "Browser", pages: str):
    browser.open(f"{pages}history/3")
    browser.wait("document.querySelectorAll('#ring li').length === 3")
    scrub(browser, 3)
    browser.wait("document.querySelectorAll('#pile li').length === 2")
    assert browser.run("return document.querySelector('.top h1').textContent") == "Black Jack"


def test_a_game_that_never_was_is_said_in_words(browser: "Browser", pages: str):
    browser.open(f"{pages}history/77")
    browser.wait("document.querySelector('main').textContent.includes('There is no such game in the journal.')")
    assert [words for words in browser.complaints() if "404" not in words] == []


def test_nothing_lies_over_anything_however_much_is_wrong(browser: "Browser", pages: str):
    browser.screen(1120, 700)
    browser.open(f"{pages}history/1#5")
    browser.wait("document.querySelector('#fault p')")
    browser.run("document.getElementById('notice').innerHTML = '<p>' + 'A lot is wrong here. '.repeat(12) + '</p>'")
    ends = "['.alerts', '.counts'].map(one => document.querySelector(one).getBoundingClientRect())"
    assert browser.run(f"const [above, below] = {ends}; return above.bottom <= below.top + 1")


def test_the_slider_of_a_long_game_is_as_wide_as_a_thumb_needs(browser: "Browser", pages: str):
    browser.open(f"{pages}history/1")
    browser.wait("!document.getElementById('scrub').hidden")
    for screen in [(320, 640), (360, 740), (640, 360), (932, 430), (1024, 768)]:
        browser.resized(*screen)
        assert browser.run("return document.getElementById('step').offsetWidth") >= 120, screen


def test_most_of_the_board_is_seen_above_the_slider_on_the_smallest_phones(browser: "Browser", pages: str):
    browser.open(f"{pages}history/1#4")
    browser.wait(f"{CHIPS} > 0")
    seen = """const board = document.getElementById('board').getBoundingClientRect();
        const scrub = document.querySelector('.scrub').getBoundingClientRect();
        const beside = scrub.left >= board.right;
        return (Math.min(board.bottom, beside ? innerHeight : scrub.top) - board.top) / board.height"""
    for screen in [(320, 568), (568, 320)]:
        browser.resized(*screen)
        assert browser.run(seen) > 0.6, screen
        assert browser.barriers() == [], screen
