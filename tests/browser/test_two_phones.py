"""Two phones that both know the PIN do things at the same time: none loses what the other did without a word."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from calibrating_phone import Phone
from played_game import Game, confirm, enter, press
from shown_page import showing
from test_calibration import SHIPPED, drawn, known_place, play, recorded  # noqa: F401 (fixtures)
from test_new_game import pick

from calibration.shelf import Shelf
from companion.web import Live
from companion.web.server import serve
from hardware.recordings import load_recording

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

Windows = Callable[[int, int], "Browser"]
SAID = "document.getElementById('desk-said').textContent"
START = "document.getElementById('start')"
STILL = "for (let n = setTimeout(() => 0); n; n -= 1) clearTimeout(n); window.setTimeout = () => 0"
"""The page does nothing more by itself, not even what was due."""


@pytest.fixture
def two(browser: "Browser", windows: Windows, live: Live, game: Game) -> Iterator[list["Browser"]]:  # noqa: ARG001
    with closing(serve(showing(live), "127.0.0.1")) as server:
        phones = [browser, windows(360, 740)]
        for phone in phones:
            phone.open(server.url)
            enter(phone, live.desk.access.pin)
            phone.wait("document.querySelectorAll('#desk button').length > 3")
        yield phones
        browser.open("about:blank")


def test_what_both_take_back_is_taken_back_once(two: list["Browser"], game: Game):
    for phone in two:
        press(phone, "Take back the last turn")
    for phone in two:
        confirm(phone)
        phone.wait(SAID)
    assert two[1].run(f"return {SAID}").startswith("The game has gone on meanwhile.")
    assert game.turns == ["r 7D@C4"]


def test_a_game_that_another_phone_has_just_begun_is_not_ended_by_one_tap(two: list["Browser"], game: Game):
    for phone, preset in zip(two, ("kids", "denexa"), strict=True):
        phone.run("location.assign('/new')")
        phone.wait(f"location.pathname === '/new' && {START} && !{START}.disabled")
        pick(phone, "preset", preset)
        phone.wait(f"!{START}.disabled")
    first, second = two
    first.run(f"{START}.click()")
    first.wait(f"{START}.textContent === 'Yes, begin'")
    first.run(f"{START}.click()")
    first.wait("location.pathname === '/'")
    second.run(f"{START}.click()")
    second.wait(f"{SAID}.startsWith('This ends the game that was begun meanwhile.')")
    assert game.tracking.game.options.text.startswith("kids")
    second.run(f"{START}.click()")
    second.wait("location.pathname === '/'")
    assert game.tracking.game.options.text.startswith("denexa")


def find(phone: Phone, live: Live, top_left_px: tuple[float, float]) -> None:
    """The board is found by one tap; its cards are compared."""
    phone.enter(live.desk.access.pin)
    phone.at("look")
    phone.point(*top_left_px)
    phone.at("cards")


@pytest.mark.usefixtures("known_place")
def test_chips_that_a_late_phone_says_are_there_are_not_taken_for_the_next_colour(
    browser: "Browser",
    windows: Windows,
    play: Callable,  # noqa: F811
    tmp_path: Path,
):
    table = drawn(Shelf(tmp_path / "boards"))
    url, live = play(table)
    first, late = (Phone(each, url, lambda _: None) for each in (browser, windows(360, 740)))
    find(first, live, table.drawn.top_left_px)
    browser.run("document.querySelector('#choices .main').click()")
    late.enter(live.desk.access.pin)
    for phone in (first, late):
        phone.at("chips")
    late.browser.run(STILL)
    late.browser.wait("document.getElementById('asked').textContent.includes('red')")
    for square in table.guide.status().pointed:
        table.drawn.put(square, "R")
    first.tap("The chips are there")
    browser.wait("document.getElementById('asked').textContent.includes('blue')")
    first.at("chips")
    late.tap("The chips are there")
    late.browser.wait(f"{SAID}.startsWith('The calibration has moved on')")
    assert (table.guide.status().doing, table.guide.status().complaint) == (None, None)
    late.browser.wait("document.getElementById('asked').textContent.includes('blue chips')")


def test_a_calibration_that_another_phone_begins_again_or_stops_is_not_gone_without_a_word(
    browser: "Browser",
    windows: Windows,
    play: Callable,  # noqa: F811
    tmp_path: Path,
):
    url, live = play(recorded(Shelf(tmp_path / "boards")))
    first, second = (Phone(each, url, lambda _: None) for each in (browser, windows(360, 740)))
    for phone in (first, second):
        phone.enter(live.desk.access.pin)
        phone.at("look")
    first.point(*load_recording(SHIPPED).about.top_left_px)
    for phone in (first, second):
        phone.at("cards")
        assert phone.browser.run(f"return {SAID}") == ""
    first.tap("Begin again")
    first.at("cards")
    browser.wait("document.activeElement.textContent === 'Cancel'")
    confirm(browser)
    second.at("look")
    assert second.browser.run(f"return {SAID}") == "Somebody began the calibration again."
    first.at("look")
    assert first.browser.run(f"return {SAID}") == ""
    first.tap("Stop calibrating")  # nothing is found that could be lost
    second.at("rest")
    assert "The calibration is over" in second.browser.run(f"return {SAID}")
    first.at("rest")
    assert first.browser.run(f"return {SAID}") == ""


def test_found_cards_are_thrown_away_only_when_that_is_said_twice_and_only_those_that_were_seen(
    browser: "Browser",
    windows: Windows,
    play: Callable,  # noqa: F811
    tmp_path: Path,
):
    table = recorded(Shelf(tmp_path / "boards"))
    url, live = play(table)
    first, second = (Phone(each, url, lambda _: None) for each in (browser, windows(360, 740)))
    find(first, live, load_recording(SHIPPED).about.top_left_px)
    second.enter(live.desk.access.pin)
    second.at("cards")
    for words in ("Begin again", "Stop calibrating"):
        first.tap(words)
        first.tap("Cancel")
        assert table.guide.status().step == "cards"
    first.tap("Stop calibrating")
    second.browser.run(STILL)
    second.tap("Begin again")
    first.tap("Cancel")
    browser.run("document.querySelector('#choices .main').click()")
    first.at("chips")
    confirm(second.browser)
    second.browser.wait(f"{SAID}.startsWith('The calibration has moved on')")
    assert table.guide.status().step == "chips"
    first.tap("Stop calibrating")
    table.guide.back()
    browser.wait("document.querySelector('.asked').hidden")
    first.at("cards")
    first.tap("Stop calibrating")
    confirm(browser)
    first.at("rest")
