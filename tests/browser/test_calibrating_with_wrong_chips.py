"""Chips that were laid wrongly while a board is calibrated are told where it happens, and put right there."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from calibrating_phone import Phone
from test_calibration import drawn, known_place, play  # noqa: F401 (fixtures)

from calibration.shelf import Shelf

if TYPE_CHECKING:
    from tests.browser.conftest import Browser


@pytest.mark.usefixtures("known_place")
def test_red_chips_where_blue_were_asked_for_are_exchanged_and_looked_at_again(
    browser: "Browser",
    play: Callable,  # noqa: F811
    look: Callable[[str], None],
    tmp_path: Path,
):
    table = drawn(Shelf(tmp_path / "boards"))
    url, live = play(table)
    phone = Phone(browser, url, look)

    def lay(letter: str, asked: str) -> None:
        browser.wait("document.getElementById('asked').textContent.includes(arguments[0])", asked)
        for square in table.guide.status().pointed:
            table.drawn.put(square, letter)
        phone.tap("The chips are there")

    phone.enter(live.desk.access.pin)
    phone.at("look")
    table.drawn.put(44, "R")
    phone.point(*table.drawn.top_left_px)
    phone.at("cards")
    browser.run("document.querySelector('#choices .main').click()")
    phone.at("chips")
    lay("R", "red")
    browser.wait("document.getElementById('verdict').textContent.includes('seems to have lain on E5')")
    assert "Begin again" in phone.words()
    phone.look("chip-left")
    lay("R", "blue")
    phone.at("name")
    assert "red and blue look alike in this light" in phone.words()
    phone.look("chips-alike")
    phone.tap("Back to the chips")
    phone.at("chips")
    lay("B", "blue")
    phone.at("name")
    assert "look alike" not in phone.words()
    assert browser.complaints() == []
