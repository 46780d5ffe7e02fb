"""Every page as it opens, on phone and wall, light and dark: for everybody, and with nothing said on the console."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from past_evening import FOUR, write_evening
from played_game import Game, enter
from shown_page import showing

from companion.journal.archive import SqliteArchive
from companion.journal.past_games import PastGames
from companion.referee.events import FaultFound, NoticeGiven
from companion.referee.one_eyed_jack import wording
from companion.registry.games import refereed
from companion.session import caveats
from companion.session.internal_errors import InternalError
from companion.views.statement import Statement
from companion.web import Live, create_app
from companion.web.drawn_table import add_drawn_table
from companion.web.history import add_history
from companion.web.server import Server, serve
from hardware.virtual_table import VirtualTable

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

SAID = "document.getElementById('said').textContent"
SEATED = "document.querySelectorAll('#score li').length"
PAGES = [
    ("", SEATED),
    ("wall", SEATED),
    ("new", "document.querySelector('#sheet p') && document.querySelector('#door input')"),
    ("position", "document.querySelector('#door input')"),
    ("calibrate", "document.querySelector('.alert-notice')"),
    ("seat", f"{SAID}.includes('no code')"),
    ("history", "document.querySelectorAll('.game').length === 3"),
    ("history/1#5", "document.querySelector('.mark-fault')"),
    ("history/3", "document.querySelector('#ring li')"),
    ("drawn/", f"{SAID}.includes('to play')"),
]
FLOATS = """return [...document.querySelectorAll('body *')].filter(e => e.getClientRects().length)
    .filter(e => ['fixed', 'sticky'].includes(getComputedStyle(e).position)).map(e => e.outerHTML.slice(0, 80))"""
TAPPED = "button, a.button, input, #desk summary, .picked"
PAPER = (794, 1123)
WRONG = [
    ("nowhere", "There is no such page"),
    ("history/latest/x", "There is no such page"),
    ("drawn/chip", "This is no page"),
]
STATEMENT = refereed(FOUR.game).statement(refereed(FOUR.game).begin(FOUR)[0])
NOTICES = {
    "GAME_LEFT": caveats.game_left(STATEMENT, InternalError(12, "the last game was gone on with").words).notice.message,
    "STUMBLED": caveats.after_internal_error(STATEMENT, InternalError(7, "the phones were told")).notice.message,
    "NOT_KEPT": caveats.unkept(STATEMENT, "the disk is full").notice.message,
    "NO_CAMERA": "No picture of the table (the camera is unplugged). The game goes on with the next picture.",
    "BOARD_CUT_OFF": wording.NOTICES["BOARD_CUT_OFF"],
    "BOARD_LOST": "I cannot find the board. Put it back where it was, or leave it lying still.",
}


@pytest.fixture(scope="module")
def live() -> Live:
    return Live()


@pytest.fixture(scope="module")
def game(live: Live) -> Game:
    game = Game(live)
    game.play("r 7D@C4", "b 8D@D4")
    return game


@pytest.fixture(scope="module")
def server(live: Live, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    journal = tmp_path_factory.mktemp("every") / "game.db"
    app = create_app(live, heartbeat_s=0.5)
    add_history(app, PastGames(SqliteArchive(journal)))
    add_drawn_table(app, VirtualTable("RB", time.monotonic, lambda _: None))
    with closing(write_evening(journal)), closing(serve(app, "127.0.0.1")) as server:
        yield server


@pytest.fixture
def pages(browser: "Browser", server: Server, game: Game) -> Iterator[str]:
    """The address of the pages; whatever was opened has said nothing on the console, and asked nobody else."""
    game.tell()
    yield server.url
    complaints = browser.complaints()
    browser.open("about:blank")
    assert complaints == []


def test_whoever_asks_somebody_beside_this_machine_is_told_of_on_the_console(browser: "Browser"):
    for asked in ("https://example.org/", "http://192.0.2.1/"):
        browser.run("return fetch(arguments[0], {mode: 'no-cors'}).catch(() => 0)", asked)
        (said,) = browser.complaints()
        assert said == f"{asked} - Failed to load resource: net::ERR_NAME_NOT_RESOLVED"


@pytest.mark.parametrize(("page", "ready"), PAGES)
def test_a_page_is_for_everybody(browser: "Browser", pages: str, look: Callable[[str], None], page: str, ready: str):
    browser.open(pages + page)
    browser.wait(ready)
    look(page.partition("#")[0].strip("/").replace("/", "-") or "live")


@pytest.mark.parametrize(("page", "ready"), PAGES)
def test_nothing_lies_over_the_text_on_paper(
    browser: "Browser", pages: str, shot: Callable[[str], Path], page: str, ready: str
):
    browser.screen(*PAPER)
    browser.open(pages + page)
    browser.wait(ready)
    browser.devtools("Emulation.setEmulatedMedia", {"media": "print"})
    floating = browser.run(FLOATS)
    browser.keep(shot(f"paper-{page.partition('#')[0].strip('/').replace('/', '-') or 'live'}"), whole=True)
    browser.devtools("Emulation.setEmulatedMedia", {"media": ""})
    assert floating == []


@pytest.mark.parametrize(("page", "ready"), [each for each in PAGES if each[0] in ("", "history/1#5")])
def test_the_score_on_paper_offers_nothing_to_tap(browser: "Browser", pages: str, page: str, ready: str):
    browser.open(pages + page)
    browser.wait(ready)
    browser.devtools("Emulation.setEmulatedMedia", {"media": "print"})
    shown = f"return [...document.querySelectorAll({TAPPED!r})].filter(e => e.getClientRects().length).length"
    found = browser.run(shown)
    browser.devtools("Emulation.setEmulatedMedia", {"media": ""})
    assert found == 0


@pytest.mark.parametrize("kind", NOTICES)
def test_what_is_wrong_with_the_table_can_be_read_by_everybody(
    browser: "Browser", pages: str, live: Live, look: Callable[[str], None], kind: str
):
    status = live.status
    assert status is not None
    live.tell(_noticed(status, NoticeGiven(kind, NOTICES[kind])))
    browser.open(pages)
    browser.wait("document.getElementById('notice').textContent === arguments[0]", NOTICES[kind])
    look(kind.lower())


def test_black_jack_is_for_everybody(browser: "Browser", pages: str, live: Live, look: Callable[[str], None]):
    referee = refereed(FOUR.game)
    status = referee.statement(referee.begin(FOUR)[0])
    live.tell(replace(status, fault=FaultFound("BJ_NO_MATCH", (), "The nine does not go on the seven. Take it back.")))
    browser.open(pages)
    browser.wait("document.querySelector('.alert-fault') && document.querySelector('#ring li')")
    look("black-jack")
    browser.open(f"{pages}drawn/")
    browser.wait("!document.getElementById('dealt').hidden")
    browser.run("document.getElementById('deal').click()")
    browser.wait("document.querySelectorAll('#hand button').length")
    look("drawn-dealt")


@pytest.mark.parametrize(("page", "title"), WRONG)
def test_an_address_that_leads_nowhere_leads_back_to_the_table(
    browser: "Browser", server: Server, look: Callable[[str], None], page: str, title: str
):
    browser.open(server.url + page)
    assert browser.run("return document.querySelector('h2').textContent") == title
    look("wrong")
    browser.run("document.querySelector('a.button').click()")
    browser.wait("location.pathname === '/'")
    assert len(browser.complaints()) == 1, "the browser itself notes what it was refused, and nothing else"


def test_a_page_waits_in_words_before_there_is_a_game(browser: "Browser", look: Callable[[str], None]):
    with closing(serve(showing(Live()), "127.0.0.1")) as server:
        browser.open(server.url)
        browser.wait("document.getElementById('turn').textContent === 'Waiting for the table'")
        look("waiting")
    assert browser.complaints() == []


def test_a_page_that_is_open_says_what_is_done_before_the_game(browser: "Browser"):
    live = Live()
    with closing(serve(showing(live), "127.0.0.1")) as server:
        browser.open(server.url)
        browser.wait("document.getElementById('turn').textContent === 'Waiting for the table'")
        live.doing = "Reading the cards…"
        browser.wait("document.getElementById('turn').textContent === arguments[0]", live.doing)
        assert browser.run("return document.getElementById('link').textContent") == "live"


def test_whoever_knows_the_pin_stumbles_nowhere_either(
    browser: "Browser", pages: str, live: Live, look: Callable[[str], None]
):
    browser.open(pages)
    browser.wait("document.querySelector('#desk input')")
    enter(browser, live.desk.access.pin)
    browser.wait("document.querySelectorAll('#desk button').length > 3")
    for page, ready in (
        ("", "document.querySelectorAll('#desk button').length > 3"),
        ("wall", SEATED),
        ("new", "!document.getElementById('start').disabled"),
        ("position", "!document.getElementById('rest').hidden"),
    ):
        browser.open(pages + page)
        browser.wait(ready)
        look(f"table-{page or 'live'}")
    browser.run(
        "return fetch('/api/leave', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{}'})"
    )


def _noticed(status: Statement, notice: NoticeGiven) -> Statement:
    return replace(status, notice=notice, settled=False)  # type: ignore[type-var]
