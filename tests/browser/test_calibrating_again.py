"""A board is calibrated again: what is known of it is chosen already, and what ends the game is said."""

import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from calibrating_phone import Phone
from test_calibration import SHIPPED, drawn, known_place, play, recorded  # noqa: F401 (fixtures)

from calibration.profile import load_profile
from calibration.shelf import Shelf
from hardware.recordings import load_recording
from hardware.virtual_table import VirtualTable

if TYPE_CHECKING:
    from tests.browser.conftest import Browser


@pytest.mark.usefixtures("known_place")
def test_the_chips_of_the_board_in_use_are_chosen_already_and_another_order_is_said_to_end_the_game(
    browser: "Browser",
    play: Callable,  # noqa: F811
    look: Callable[[str], None],
    drawn_profile: Path,
    tmp_path: Path,
):
    shelf = Shelf(tmp_path / "boards")
    drawn_one = VirtualTable("RB", time.monotonic, lambda s: time.sleep(s / 4))
    profile = load_profile(drawn_profile)
    shelf.keep("Oak", replace(profile, chips={letter: profile.chips[letter] for letter in "BR"}))
    shelf.choose("Oak")
    table = replace(drawn(shelf), drawn=drawn_one, camera=lambda _: nullcontext(drawn_one))
    url, live = play(table)
    phone = Phone(browser, url, look)
    phone.enter(live.desk.access.pin)
    phone.at("rest")
    drawn_one.clear()
    phone.tap("Calibrate a board")
    phone.at("look")
    phone.point(*drawn_one.top_left_px)
    phone.at("cards")
    go_on = "document.querySelector('#choices .main').click()"  # whether a drawn card is doubtful or not
    browser.run(go_on)
    phone.at("chips")
    assert "Lay blue chips" in phone.words()
    phone.tap("Choose other chips")
    phone.at("cards")
    phone.tap("blue")
    phone.tap("blue")
    browser.run(go_on)
    for name in ("red", "blue"):
        browser.wait("document.getElementById('asked').textContent.includes(arguments[0])", f"Lay {name} chips")
        for square in table.guide.status().pointed:
            drawn_one.put(square, name[0].upper())
        phone.tap("The chips are there")
    phone.at("name")
    assert "Saving ends the game on the table" in phone.words()
    phone.look("name-ends-game")
    assert browser.complaints() == []


def test_a_picture_asked_for_while_the_camera_is_exchanged_is_asked_for_again(
    browser: "Browser",
    play: Callable,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    table = drawn(Shelf(tmp_path / "boards"))
    url, live = play(table)
    real, asked = table.guide.table_jpeg, []
    monkeypatch.setattr(table.guide, "table_jpeg", lambda: asked.append(1) or (real() if len(asked) > 1 else None))
    phone = Phone(browser, url, lambda _: None)
    phone.enter(live.desk.access.pin)
    browser.wait("document.getElementById('picture').naturalWidth > 1")
    assert len(asked) > 1
    assert browser.complaints() == []


HOLD_CARDS_BACK = """
const real = window.fetch, held = [];
window.fetch = (path, sent) => path === '/api/calibration/card' && !window.freed
  ? real(path, sent).then(answer => new Promise(go => { held.push(() => go(answer)); window.holds = held.length; }))
  : real(path, sent);
window.free = () => { window.freed = true; held.forEach(go => go()); };
"""


def test_a_button_tapped_while_the_table_still_answers_is_heard_after_it_and_a_second_tap_of_the_same_is_not(
    browser: "Browser",
    play: Callable,  # noqa: F811
    tmp_path: Path,
):
    url, live = play(recorded(Shelf(tmp_path / "boards")))
    phone = Phone(browser, url, lambda _: None)
    browser.before_pages(HOLD_CARDS_BACK)
    phone.enter(live.desk.access.pin)
    phone.at("look")
    phone.point(*load_recording(SHIPPED).about.top_left_px)
    phone.at("cards")
    browser.run("document.querySelector('.layout').focus()")
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        browser.press(key)
    browser.run("document.querySelector('.picker [aria-pressed]').click()")
    browser.wait("window.holds === 1")
    for _ in range(2):
        phone.tap("Go on to the chips")
    browser.run("window.free()")
    phone.at("chips")
    phone.tap("The chips are there")
    phone.at("name")
    assert browser.complaints() == []


@pytest.mark.usefixtures("known_place")
def test_a_second_phone_goes_on_with_what_the_first_has_found(
    browser: "Browser",
    windows: Callable[[int, int], "Browser"],
    play: Callable,  # noqa: F811
    tmp_path: Path,
):
    table = drawn(Shelf(tmp_path / "boards"))
    url, live = play(table)
    first, second = (Phone(each, url, lambda _: None) for each in (browser, windows(360, 740)))
    for phone in (first, second):
        phone.enter(live.desk.access.pin)
        phone.at("look")
        phone.tap("Stop calibrating")
        phone.at("rest")
    first.tap("Calibrate a board")
    first.at("look")
    first.point(*table.drawn.top_left_px)
    first.at("cards")
    second.tap("Calibrate a board")
    second.at("cards")
    assert table.guide.status().step == "cards"
    assert "Another phone began already" in second.words()
