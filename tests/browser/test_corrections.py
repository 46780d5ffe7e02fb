"""Setting right by hand in a real browser: the card of a turn, a square, a whole position."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from played_game import PHONE, SETUP, WALL, Game, confirm, enter, press, press_square
from shown_page import showing

from companion.games.squares import parse_square
from companion.referee.one_eyed_jack.tracking import begin
from companion.web import Live
from companion.web.server import serve

if TYPE_CHECKING:
    from tests.browser.conftest import Browser


@pytest.fixture
def game(live: Live) -> Game:
    return Game(live)


def test_the_card_of_the_last_turn_is_put_right(page: "Browser", live: Live, game: Game, look: Callable[[str], None]):
    game.play("r 7D@C4")
    enter(page, live.desk.access.pin)
    press(page, "That was another card")
    page.run(
        "const [rank, suit] = document.querySelectorAll('.asked select'); rank.value = 'J'; suit.value = arguments[0]",
        "S",
    )
    look("tell")
    confirm(page)
    refused = "That cannot have been J♠: it does not go with the chip on C4."
    page.wait(f"document.getElementById('desk-said').textContent === '{refused}'")
    press(page, "That was another card")
    page.run("const [rank, suit] = document.querySelectorAll('.asked select'); rank.value = 'J'; suit.value = 'C'")
    confirm(page)
    page.wait("document.getElementById('desk-said').textContent === 'Done.'")
    assert game.turns == ["r JC@C4"]


def test_a_square_is_corrected_and_what_differs_is_shown_until_it_is_right(
    page: "Browser", live: Live, game: Game, look: Callable[[str], None]
):
    game.play("r 7D@C4", "b 8D@D4")
    enter(page, live.desk.access.pin)
    press(page, "Correct a square")
    press_square(page, "E5")
    assert page.run("return Array.from(document.querySelectorAll('.asked select')).map(s => s.value)") == ["E", "5", ""]
    page.run("document.querySelectorAll('.asked select')[2].value = '1'")
    look("edit")
    confirm(page)
    page.wait("document.getElementById('desk-said').textContent === 'Done.'")
    game.see(("E5", None))
    page.wait("document.querySelector('#fault p')")
    assert "put a blue chip on E5" in page.run("return document.querySelector('#fault p').textContent")
    page.wait("document.querySelectorAll('#answers button').length === 2")
    look("differs")
    press(page, "Accept the board as it lies")
    confirm(page)
    page.wait("!document.querySelector('#fault p')")
    assert game.tracking.game.position.chips[parse_square("E5")] is None


def test_a_game_in_mid_play_is_set_up_from_what_the_camera_sees(
    page: "Browser", live: Live, game: Game, look: Callable[[str], None]
):
    game.see(*((f"{column}4", 0) for column in "BCDEFG"), ("E6", 1), ("F7", 1), doubtful="H8")
    page.open(page.run("return location.origin") + "/position")
    page.wait("document.querySelector('#door input')")
    page.run("document.querySelector('#door input').value = arguments[0]", live.desk.access.pin)
    press(page, "Enter")
    page.wait("document.querySelectorAll('#lines-list input').length === 2")
    assert "H8" in page.run("return document.getElementById('doubts').textContent")
    look("position")
    for size in (PHONE, WALL):
        page.screen(*size)
        assert page.run("return document.getElementById('again').getBoundingClientRect().bottom <= innerHeight")
    press_square(page, "H8")
    page.wait("document.querySelectorAll('#chip button').length === 3")
    page.run("document.querySelectorAll('#chip button')[2].click()")
    page.wait(
        "document.getElementById('doubts').textContent.startsWith('The camera is sure') && "
        "!document.getElementById('start').disabled"
    )
    page.run("document.querySelectorAll('#lines-list input')[1].click()")
    ticked = "return Array.from(document.querySelectorAll('#lines-list input')).map(box => box.checked)"
    assert page.run(ticked) == [False, True]
    fields = "const [stock, ann, ben] = document.querySelectorAll('#counts-row input');"
    page.run(
        fields
        + "stock.value = 70; ann.value = 5; ben.value = 6; document.querySelector('#counts-row select').value = 2"
    )
    press(page, "Go on from this position")
    look("position-sure")
    press(page, "Yes, go on from here")
    page.wait("location.pathname === '/' && document.querySelectorAll('#chips .chip').length === 9")
    now = game.tracking.game.position
    assert now.locks == ((tuple(parse_square(f"{column}4") for column in "CDEFG"),), ())
    assert (now.seat, now.stock, now.hands, now.chips[parse_square("H8")]) == (2, 70, (5, 6), 1)


def test_the_way_play_goes_is_told_of_a_game_in_which_a_die_may_turn_it_round(
    page: "Browser", live: Live, game: Game, look: Callable[[str], None]
):
    game.tracking, _ = begin(replace(SETUP, options="open N=4 T=2 die=d6r1s0,after", players=("A", "B", "C", "D")))
    game.see(("B4", 0))
    enter(page, live.desk.access.pin)
    page.open(page.run("return location.origin") + "/position")
    page.wait("document.querySelectorAll('#counts-row select').length === 2")
    assert page.run("return document.querySelectorAll('#counts-row select')[1].value") == "+"
    page.run("document.querySelectorAll('#counts-row select')[1].value = '-'")
    look("direction")
    press(page, "Go on from this position")
    press(page, "Yes, go on from here")
    page.wait("location.pathname === '/'")
    assert game.tracking.game.position.direction == -1


def test_the_longest_names_scroll_no_position_sideways(browser: "Browser", live: Live):
    game = Game(live, replace(SETUP, players=("W" * 24, "M" * 24)))
    game.see(("B4", 0))
    with closing(serve(showing(live), "127.0.0.1")) as server:
        browser.screen(320, 640)
        browser.open(f"{server.url}position")
        browser.wait("document.querySelector('#door input')")
        browser.run("document.querySelector('#door input').value = arguments[0]", live.desk.access.pin)
        press(browser, "Enter")
        browser.wait("document.querySelector('#counts-row select')")
        press_square(browser, "B4")
        browser.wait("document.querySelectorAll('#chip button').length === 3")
        assert browser.run("return document.documentElement.scrollWidth") <= 320
        browser.open("about:blank")


def test_the_last_card_was_a_jack_in_two_taps(page: "Browser", live: Live, game: Game):
    game.play("r 7D@C4")
    enter(page, live.desk.access.pin)
    press(page, "That was another card")
    page.run("document.querySelector('[aria-label$=\"it was the jack of diamonds\"]').click()")
    page.wait("document.getElementById('desk-said').textContent === 'Done.'")
    assert game.turns == ["r JD@C4"]


@pytest.mark.parametrize(
    ("corners", "words", "joker"), [("joker_any", "Joker", "JK"), ("joker_matched", "Black joker", "JKB")]
)
def test_jokers_that_go_to_corners_are_among_the_cards(
    page: "Browser", game: Game, corners: str, words: str, joker: str
):
    game.tracking, _ = begin(replace(SETUP, options=f"my_rules corners={corners}"))
    game.play("r JC@A1")
    enter(page, game.live.desk.access.pin)
    press(page, "That was another card")
    press(page, words)
    page.wait("document.getElementById('desk-said').textContent === 'Done.'")
    assert game.turns == [f"r {joker}@A1"]


@pytest.mark.parametrize("letters", ["100%", "200%"])
def test_the_question_of_a_position_leaves_the_button_free_that_answers_it(
    page: "Browser", live: Live, game: Game, url: str, letters: str
):
    game.see(("B4", 0))
    enter(page, live.desk.access.pin)
    page.wait("document.querySelectorAll('#desk button').length > 3")
    for screen in [(320, 568), PHONE, (568, 320), (820, 1180), WALL]:
        page.screen(*screen)
        page.open(f"{url}position")
        page.wait("document.querySelector('#counts-row select')")
        page.run("document.documentElement.style.fontSize = arguments[0]", letters)
        page.run("document.getElementById('start').scrollIntoView({ block: 'end' })")
        page.tap("#start")
        page.wait("document.getElementById('desk-said').textContent.startsWith('The game goes on from here.')")
        page.touch("#start")
