"""The browser's back button: a page that is brought back as it was left asks anew, and shows the present game."""

from typing import TYPE_CHECKING

import pytest
from played_game import Game, enter, press
from test_double_taps import BUTTON

from companion.web import Live

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

LEFT = "window.addEventListener('pageshow', event => { window.broughtBack = event.persisted; });"
START = "document.getElementById('start').textContent"


@pytest.fixture
def phone(page: "Browser", live: Live) -> "Browser":
    """A phone that speaks for the table, whose pages say when they are brought back."""
    enter(page, live.desk.access.pin)
    page.wait("document.querySelectorAll('#desk button').length > 3")
    page.before_pages(LEFT)
    return page


def agree(phone: "Browser", words: str, sure: str) -> None:
    """Tap a button and say yes to what it asks, which leads to the table."""
    phone.wait(f"(e => e && !e.disabled)({BUTTON})", words)
    press(phone, words)
    phone.wait(BUTTON, sure)
    phone.run("return new Promise(go => setTimeout(go, 700))")  # a double tap is one
    press(phone, sure)
    phone.wait("location.pathname === '/' && document.getElementById('desk')")


def go_back(phone: "Browser") -> None:
    """The browser's back button, which brings the page back as it was left."""
    phone.run("history.back()")
    phone.wait("window.broughtBack && location.pathname !== '/'")


def test_whoever_goes_back_to_a_new_game_ends_none_with_one_tap(phone: "Browser", url: str, game: Game):
    phone.open(f"{url}new")
    agree(phone, "Begin the game", "Yes, begin")
    game.play("b 7D@C4")
    go_back(phone)
    phone.wait(f"{START} === 'Begin the game' && !document.getElementById('start').disabled")
    phone.tap("#start")
    phone.wait(f"{START} === 'Yes, begin'")
    assert len(game.turns) == 1


def test_whoever_goes_back_to_a_position_sees_the_board_as_it_lies(phone: "Browser", url: str, game: Game):
    phone.open(f"{url}position")
    agree(phone, "Go on from this position", "Yes, go on from here")
    game.play("r 9D@E4")
    go_back(phone)
    phone.wait("document.querySelectorAll('#board .chip').length === 3")
    assert phone.run(f"return {START}") == "Go on from this position"


@pytest.mark.parametrize("where", ["new", "position"])
def test_a_page_before_the_door_opens_once_another_of_the_browser_is_let_in(
    page: "Browser", url: str, live: Live, where: str
):
    first, second = page.tab(), page.new_tab()
    page.open(f"{url}{where}")
    page.wait("document.querySelector('#door input')")
    page.show_tab(second)
    page.open(url)
    page.wait("document.querySelector('#desk input')")
    enter(page, live.desk.access.pin)
    page.wait("document.querySelectorAll('#desk button').length > 3")
    page.shut_tab()
    page.show_tab(first)
    page.wait("document.getElementById('door').hidden && !document.getElementById('start').disabled")


def test_a_position_of_a_phone_that_was_forgotten_asks_for_the_pin(phone: "Browser", url: str, live: Live):
    phone.open(f"{url}position")
    phone.wait("!document.getElementById('rest').hidden")
    live.desk.access.forget_others("nobody")
    phone.tap("#again")
    phone.wait("document.querySelector('#door input')")
