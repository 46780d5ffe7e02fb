"""The live page in a real browser: it follows a game, shows faults, and asks nothing of the world outside."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from shown_page import showing

from companion.games.cards import parse_card
from companion.games.one_eyed_jack.layout import REFERENCE
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.state import Game
from companion.referee.events import FaultFound, NoticeGiven, QuestionAsked, Setup, TeamLook
from companion.referee.one_eyed_jack.belief import believing
from companion.referee.one_eyed_jack.ledger import Watch
from companion.referee.one_eyed_jack.tracking import Tracking
from companion.views.one_eyed_jack.status import status_of
from companion.web import Live
from companion.web.server import Server, serve

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

PHONE = (360, 740)
OPTIONS = "my_rules N=2 T=2 hand=6 lines=2 n=5"
GAME = """
r 3C@A5; b AS@B1; r 4C@B5; b 2S@C1; r 5C@C5; b JSxC5; r JD@C5; b 3S@D1; r 6C@D5; b 9S@A2; r 7C@E5; b 4S@E1;
r KC@A6; b QD@G4; r QC@B6; b KS@D2; r TC@C6; b AH@E2; r 9C@D6; b 3H@G2; r 8C@E6
"""
TURNS = tuple(map(parse_turn, GAME.split(";")))
FAULT = FaultFound("CARD_MISMATCH", (33,), "7♦ belongs on C4 or H7, not D4. Move the chip, or take back card and chip.")


def tracking(plays: int = 0, options: str = OPTIONS, names: tuple[str, ...] = ("red", "blue")) -> Tracking:
    """The game after so many plays."""
    agreed = parse_options(options)
    game = Game(agreed, REFERENCE)
    for turn in TURNS[:plays]:
        game.push(turn)
    teams = tuple(TeamLook(name[0].upper(), name) for name in names)
    players = tuple(f"Seat {seat + 1}" for seat in range(agreed.seats))
    return Tracking(
        Setup(options, tuple(map(str, REFERENCE.cards)), teams, players),
        game,
        watch=Watch(believing(game)),
        settled=True,
    )


@pytest.fixture
def server(live: Live) -> Iterator[Server]:
    server = serve(showing(live), "127.0.0.1")
    yield server
    server.close()


@pytest.fixture
def table(browser: "Browser", live: Live, server: Server) -> Iterator["Browser"]:
    """The page at the start of a game; at the end the console must be empty."""
    live.tell(status_of(tracking()))
    browser.open(server.url)
    browser.wait("document.querySelectorAll('#score li').length")
    yield browser
    assert browser.complaints() == []


def words(browser: "Browser", selector: str) -> str:
    return browser.run("return document.querySelector(arguments[0]).textContent", selector)


def rectangles(browser: "Browser", layer: str) -> int:
    return browser.run("return document.querySelectorAll(arguments[0]).length", layer)


def test_the_page_follows_a_game_to_its_end(table: "Browser", live: Live, look: Callable[[str], None]):
    for number in range(1, len(TURNS) + 1):
        status = status_of(tracking(number))
        live.tell(status)
        table.wait("document.getElementById('said').textContent === arguments[0]", status.announcement)
        assert rectangles(table, "#chips .chip") == sum(chip is not None for chip in status.chips)
        if number == len(TURNS) - 3:
            look("turn")
    assert words(table, "#turn") == "Red wins!"
    assert rectangles(table, ".line-team") == len(status.locked) == 3
    assert words(table, "#turns li > :last-child") == "Eight of clubs on E6"
    look("win")


def test_a_fault_is_said_and_shown_until_it_is_put_right(table: "Browser", live: Live, look: Callable[[str], None]):
    now = tracking(12)
    live.tell(status_of(replace(now, card=parse_card("7D"), fault=FAULT)))
    table.wait("document.querySelector('#fault p')")
    assert words(table, "#fault p").replace("\ufe0e", "") == FAULT.message
    assert rectangles(table, ".mark-fault") == 1
    assert rectangles(table, ".lamp.pointing") == 2
    assert table.run("return document.getElementById('fault').getAttribute('role')") == "alert"
    look("fault")
    live.tell(status_of(now))
    table.wait("!document.querySelector('#fault p')")
    assert rectangles(table, ".mark-fault") == 0


def test_a_wrong_chip_is_drawn_on_its_square(table: "Browser", live: Live):
    live.tell(replace(status_of(tracking(12)), fault=FAULT, strays=((33, 1), (34, None))))
    table.wait("document.querySelectorAll('#strays .chip').length === 1")
    at, square = (
        table.run(
            "const r = document.querySelector(arguments[0]).getBoundingClientRect();"
            "return [r.left + r.width / 2, r.top + r.height / 2]",
            one,
        )
        for one in ("#strays .chip", ".mark-fault")
    )
    assert all(abs(one - other) < 6 for one, other in zip(at, square, strict=True))
    live.tell(status_of(tracking(12)))
    table.wait("!document.querySelector('#strays .chip')")


def test_a_card_on_the_pile_is_shown_with_where_it_may_go(table: "Browser", live: Live):
    live.tell(status_of(replace(tracking(12), card=parse_card("7D"))))
    table.wait("!document.getElementById('card').hidden")
    assert (
        table.run("return document.getElementById('card').getAttribute('aria-label')") == "played card: 7 of diamonds"
    )
    assert words(table, "#hint") == "The seven of diamonds goes on C4 or H7."
    assert rectangles(table, ".mark-target") == 2


def test_a_question_and_a_notice_are_shown(table: "Browser", live: Live):
    question = QuestionAsked("I missed a turn. Which card did Red play on C4?", ("r 7D@C4", "r JD@C4"))
    notice = NoticeGiven("OBJECT_ON_BOARD", "Something lies on the board.")
    live.tell(status_of(replace(tracking(2), question=question, notice=notice)))
    table.wait("document.querySelector('#question p')")
    assert words(table, "#question p") == question.text
    assert words(table, "#notice p") == notice.message


def test_nothing_is_wider_than_the_screen(table: "Browser", live: Live, shot: Callable[[str], Path]):
    names = ("natural wood", "blue", "green", "The Extraordinarily Long-Named", "white", "black")
    crowd = tracking(0, "open N=12 T=6", names)
    notice = NoticeGiven("OBJECT_ON_BOARD", "Something lies on the board. Take it away, and the game goes on.")
    live.tell(status_of(replace(crowd, fault=FAULT, notice=notice, card=parse_card("7D"))))
    table.wait("document.querySelectorAll('#score li').length === 6")
    words_cut = (
        "[...document.querySelectorAll('.turn-who, .turn-hint, .alert p')].some(e => e.scrollWidth > e.clientWidth)"
    )
    for width in (320, 360, 768, 1280, 1920):
        table.resized(width, 640 if width < 700 else 900)
        assert table.run("return document.documentElement.scrollWidth") <= width
        assert not table.run(f"return {words_cut}"), width
        table.keep(shot(f"crowd-{width}"), whole=width < 700)


def test_the_rules_in_force_are_a_fold_away(table: "Browser", live: Live, look: Callable[[str], None]):
    table.run("document.querySelector('#rules summary').click()")
    table.wait("document.querySelectorAll('#rules p').length > 5")
    assert "Win with two lines." in words(table, "#rules")
    look("rules")
    live.tell(status_of(tracking(0, "my_rules N=2 T=2 lines=1")))
    table.wait("document.getElementById('rules').textContent.includes('Win with one line.')")


def test_lamps_blink_as_the_lights_at_the_table_do(table: "Browser", live: Live):
    table.wait("document.body.classList.contains('lit')")
    table.wait("!document.body.classList.contains('lit')")
    colour = "return getComputedStyle(document.documentElement).getPropertyValue('--lamp').trim()"
    assert table.run(colour) == "#ff0000"
    live.tell(status_of(tracking(1)))
    table.wait("document.getElementById('turn').textContent === 'Blue to play'")
    assert table.run(colour) == "#0028ff"


def test_nothing_moves_for_people_who_want_calm(browser: "Browser", live: Live, server: Server):
    browser.screen(*PHONE, motion="reduce")
    live.tell(status_of(replace(tracking(12), fault=FAULT)))
    browser.open(server.url)
    browser.wait("document.querySelector('#fault p')")
    assert browser.run("return document.getAnimations().length") == 0
    assert browser.run("return document.body.classList.contains('lit')")


def test_squares_can_be_read_by_tap_and_by_keyboard(table: "Browser", live: Live):
    live.tell(status_of(tracking(1)))
    table.wait("document.querySelectorAll('#chips .chip').length === 1")
    table.run("document.getElementById('board').focus()")
    for key in ("ArrowRight", *("ArrowDown",) * 4):
        table.press(key)
    table.wait("document.getElementById('picked').textContent === 'A5 · 3 of clubs · Red chip'")
    assert rectangles(table, ".mark-twin") == 1
    table.press("Escape")
    assert rectangles(table, ".mark-pick") == 0


def test_every_square_has_words_for_those_who_cannot_see_it(table: "Browser", live: Live):
    live.tell(status_of(tracking(11)))
    table.wait("document.querySelectorAll('#chips .chip').length === 9")
    cells = table.run("return [...document.querySelectorAll('#words td.square-words')].map(cell => cell.textContent)")
    assert len(cells) == 100
    assert cells[44] == "E5 · 7 of clubs · Red chip · in a line of Red"
    assert cells[0] == "A1 · joker · no chip"


def test_a_lost_table_is_said_and_found_again(browser: "Browser", live: Live, server: Server):
    live.tell(status_of(tracking()))
    browser.open(server.url)
    browser.wait("document.getElementById('link').dataset.state === 'live'")
    server.close()
    browser.wait("document.getElementById('link').dataset.state === 'reconnecting'")
    again = Live()
    back = serve(showing(again), "127.0.0.1", server.port)
    again.tell(status_of(tracking(3)))
    browser.wait("document.querySelectorAll('#chips .chip').length === 3")
    assert browser.run("return document.getElementById('link').textContent") == "live"
    back.close()
    browser.complaints()


def test_a_page_that_finds_no_place_to_listen_asks_instead(browser: "Browser"):
    live = Live(streams=0)
    server = serve(showing(live), "127.0.0.1")
    live.tell(status_of(tracking(1)))
    browser.open(server.url)
    browser.wait("document.getElementById('link').dataset.state === 'polling'")
    live.tell(status_of(tracking(2)))
    browser.wait("document.querySelectorAll('#chips .chip').length === 2")
    server.close()
    browser.complaints()


def test_before_a_game_no_heading_stands_over_nothing(browser: "Browser"):
    with closing(serve(showing(Live(), heartbeat_s=0.1), "127.0.0.1")) as server:
        browser.open(server.url)
        browser.wait("document.getElementById('link').dataset.state === 'live'")
        assert "Referee" not in browser.run("return document.querySelector('main').innerText")
        browser.open("about:blank")
