"""The drawn table as a person plays at it: every tap counts, hands are dealt and kept, and a small screen suffices."""

import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from played_game import SETUP, Game
from weak_line import weak

from companion.referee.one_eyed_jack.tracking import begin
from companion.web import Live, create_app
from companion.web.drawn_table import add_drawn_table
from companion.web.server import serve
from hardware.virtual_table import VirtualTable

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

TAP = (
    "document.querySelector(`[data-square='${arguments[0]}']`).dispatchEvent(new MouseEvent('click', {bubbles: true}))"
)
LEAST_PX = 32
SIDES = """
return [...document.querySelectorAll('#squares polygon')].map(square => {
  const box = square.getBoundingClientRect();
  return [Math.min(box.width, box.height), box.left + box.width / 2];
})"""

MARKED = "[...document.querySelectorAll('#squares .asked')].map(square => square.dataset.square)"

ROWS = """
const rows = [...document.querySelectorAll('[data-row]')].map(name => name.getBoundingClientRect());
return rows.length === 10 && rows.every(box => box.left >= 0 && box.right <= innerWidth);"""


class SlowPicture(VirtualTable):
    """A table whose picture takes its time or is lost, as over a poor network."""

    slow, lost, asked = threading.Event(), threading.Event(), 0

    def jpeg(self) -> bytes:
        """The picture, late."""
        self.asked += 1
        if self.slow.is_set():
            time.sleep(1)
        if self.lost.is_set():
            raise OSError("the line is lost")
        return super().jpeg()


@pytest.fixture
def table() -> VirtualTable:
    SlowPicture.slow.clear()
    SlowPicture.lost.clear()
    return SlowPicture("RB", time.monotonic, lambda _: None, seed=5)


@pytest.fixture
def game(live: Live) -> Game:
    game = Game(live)
    game.tell()
    return game


@pytest.fixture
def drawn(browser: "Browser", game: Game, table: VirtualTable) -> Iterator["Browser"]:
    app = create_app(game.live, heartbeat_s=0.5)
    add_drawn_table(app, table)
    browser.before_pages(weak())
    with closing(serve(app, "127.0.0.1")) as server:
        browser.open(f"{server.url}drawn/")
        browser.wait("document.getElementById('seat').options.length === 2")
        yield browser
        complaints = browser.complaints()
        browser.open("about:blank")
    assert [words for words in complaints if "400" not in words and "picture.jpg" not in words] == []


def click(browser: "Browser", what: str) -> None:
    """Tap a button."""
    browser.run("document.getElementById(arguments[0]).click()", what)


def text(browser: "Browser", what: str) -> str:
    """What is written there."""
    return browser.run("return document.getElementById(arguments[0]).textContent", what)


def until(table: VirtualTable, chips: dict[int, str]) -> None:
    """Wait until these chips lie there."""
    end = time.monotonic() + 60
    while dict(table.lying.chips) != chips and time.monotonic() < end:
        time.sleep(0.02)
    assert dict(table.lying.chips) == chips


def test_no_tap_is_lost_while_the_picture_is_on_its_way(drawn: "Browser", table: VirtualTable):
    SlowPicture.slow.set()
    wanted = dict.fromkeys((0, 7, 44, 45, 99), "R")
    for square in wanted:
        drawn.run(TAP, square)
    until(table, wanted)
    drawn.run(TAP, 44)
    until(table, dict.fromkeys((0, 7, 45, 99), "R"))
    drawn.wait("document.getElementById('picture').src.includes('?') && document.getElementById('picture').complete")


def test_on_a_phone_every_square_is_large_enough_and_its_middle_in_view(drawn: "Browser"):
    drawn.screen(360, 740)
    drawn.open(drawn.run("return location.href"))
    drawn.wait("document.getElementById('seat').options.length === 2")
    sides = drawn.run(SIDES)
    assert len(sides) == 100
    assert min(side for side, _ in sides) >= LEAST_PX
    assert all(0 < middle < 360 for _, middle in sides)
    drawn.wait(f"(() => {{ {ROWS} }})()")
    drawn.run("document.getElementById('scroller').scrollLeft = 9999")
    drawn.wait(f"(() => {{ {ROWS} }})()")
    assert (
        0 < drawn.run("const b = document.querySelector('polygon.pile').getBoundingClientRect(); return b.right") <= 360
    )


def test_a_square_is_found_and_tapped_with_the_keyboard_and_said_aloud(drawn: "Browser", table: VirtualTable):
    drawn.run("document.getElementById('scroller').focus()")
    for key in ("ArrowRight", "ArrowLeft", "ArrowRight", "ArrowDown", "Enter"):
        drawn.press(key)
    assert text(drawn, "at").startswith("B2, ")
    until(table, {11: "R"})


def test_hands_are_dealt_played_drawn_and_taken_back_on_the_board_game_too(
    drawn: "Browser", table: VirtualTable, game: Game
):
    click(drawn, "deal")
    drawn.wait("document.querySelectorAll('#hand button').length === 7")
    assert drawn.run("return document.getElementById('cards').hidden")
    laid = drawn.run("const b = document.querySelector('#hand button'); b.click(); return b.dataset.code")
    drawn.wait("document.getElementById('draw').classList.contains('owed')")
    assert table.lying.pile == (laid,)
    click(drawn, "back")
    drawn.wait(
        "document.getElementById('pile').textContent === 'Pile: empty' && document.getElementById('back').disabled"
    )
    drawn.run("document.querySelector(`[data-code='${arguments[0]}']`).click()", laid)
    drawn.wait("document.getElementById('draw').classList.contains('owed')")
    before = text(drawn, "said")
    game.play("r 7D@C4")
    drawn.wait("document.getElementById('said').textContent !== arguments[0]", before)
    assert drawn.run("return document.getElementById('seat').value") == "1", "whoever has to draw stays in view"
    click(drawn, "draw")
    drawn.wait("document.getElementById('seat').value === '2'")
    assert [len(hand) for hand in table.dealt.hands] == [7, 7]


def test_a_hand_is_kept_on_one_phone_and_opened_again(drawn: "Browser", table: VirtualTable):
    click(drawn, "deal")
    drawn.wait("document.querySelectorAll('#hand button').length === 7")
    table.sit(2, "another phone")
    drawn.run("const s = document.getElementById('seat'); s.value = '2'; s.dispatchEvent(new Event('change'))")
    drawn.wait("document.getElementById('stock').textContent.includes('Another phone keeps this hand')")
    assert drawn.run("return document.querySelectorAll('#hand button').length") == 0
    drawn.run("const s = document.getElementById('seat'); s.value = '1'; s.dispatchEvent(new Event('change'))")
    click(drawn, "keep")
    drawn.wait("document.getElementById('keep').textContent === 'Show on all phones'")
    assert set(table.lying.sitters) == {1, 2}
    click(drawn, "keep")
    drawn.wait("document.getElementById('keep').textContent === 'Only on this phone'")
    assert set(table.lying.sitters) == {2}


def test_a_tap_that_is_under_way_is_marked_and_said_and_given_once(drawn: "Browser", table: VirtualTable):
    drawn.run("line.held = ['chip']")
    for _ in range(3):
        drawn.run(TAP, 44)
    assert drawn.run(f"return {MARKED}") == ["44"]
    drawn.wait("document.querySelector('.asking').textContent === 'The table is asked …'")
    drawn.run("line.held = []; line.kept.forEach(go => go())")
    drawn.wait(f"!document.querySelector('.asking') && !{MARKED}.length")
    until(table, {44: "R"})


def test_a_square_is_marked_until_the_picture_shows_what_lies_there(drawn: "Browser", table: VirtualTable):
    SlowPicture.slow.set()
    drawn.run(TAP, 44)
    until(table, {44: "R"})
    drawn.wait("performance.getEntriesByType('resource').some(asked => asked.name.endsWith('/chip'))")
    assert drawn.run(f"return {MARKED}") == ["44"]
    drawn.wait(f"document.getElementById('picture').src.includes('?') && !{MARKED}.length")


def test_a_chip_whose_answer_was_lost_is_not_taken_away_by_the_next_tap(drawn: "Browser", table: VirtualTable):
    drawn.run("line.deaf = ['chip']; line.lost = ['lying']")
    drawn.run(TAP, 44)
    until(table, {44: "R"})
    drawn.wait(f"!{MARKED}.length")
    SlowPicture.slow.set()  # until it is there the square is marked, long enough to be seen
    drawn.run("line.deaf = []")
    drawn.run(TAP, 44)
    drawn.wait(f"{MARKED}.length")
    drawn.wait(f"document.getElementById('picture').src.includes('?') && !{MARKED}.length")
    assert dict(table.lying.chips) == {44: "R"}


@pytest.mark.parametrize(("after_s", "chips"), [(0.1, {44: "R"}), (0.7, {})])
def test_a_double_tap_lays_one_chip(drawn: "Browser", table: VirtualTable, after_s: float, chips: dict[int, str]):
    drawn.tap("[data-square='44']")
    time.sleep(after_s)
    drawn.press_again()
    drawn.lift()
    time.sleep(0.5)
    until(table, chips)


def test_a_picture_that_was_lost_is_asked_for_again(drawn: "Browser", table: SlowPicture):
    drawn.wait("document.getElementById('said').textContent.includes('to play')")
    time.sleep(0.5)
    before, asked = drawn.run("return document.getElementById('picture').src"), table.asked
    SlowPicture.lost.set()
    drawn.run(TAP, 44)
    drawn.wait(f"{MARKED}.length")
    until(table, {44: "R"})
    end = time.monotonic() + 60
    while table.asked == asked and time.monotonic() < end:
        time.sleep(0.02)
    assert table.asked > asked
    SlowPicture.lost.clear()
    drawn.wait("document.getElementById('picture').src !== arguments[0]", before)


def test_the_picture_comes_once_while_nothing_changes(drawn: "Browser", table: SlowPicture):
    drawn.wait("document.getElementById('said').textContent.includes('to play')")
    time.sleep(1)
    assert table.asked == 1


@pytest.mark.parametrize("options", ["my_rules corners=joker_any", "my_rules objective=sub3 end_joker=on"])
def test_jokers_lie_among_the_cards_where_the_pack_has_some(
    drawn: "Browser", game: Game, table: VirtualTable, options: str
):
    joker = "document.getElementById('joker')"
    assert drawn.run(f"return {joker}.hidden")
    game.tracking, _ = begin(replace(SETUP, options=options))
    game.tell()
    drawn.wait(f"!{joker}.hidden && document.getElementById('dealt').hidden")
    drawn.run(f"{joker}.click()")
    drawn.wait("document.getElementById('pile').textContent === 'Pile: Joker'")
    assert table.lying.pile == ("JK",)
