"""Where squares win and not lines, every page speaks of squares."""

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from played_game import SETUP, Game, enter

from companion.web import Live

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

SQUARE = "r TS@B2; b 7D@C4; r QS@C2; b 8D@D4; r 8H@B3; b 9D@E4; r 9H@C3"


@pytest.fixture
def game(live: Live) -> Game:
    return Game(live, replace(SETUP, options="open N=2 T=2 objective=square lines=1"))


def test_a_score_of_squares_is_told_as_squares(page: "Browser", url: str, live: Live, game: Game):
    game.play(*SQUARE.split("; ")[:-1])
    page.wait("document.querySelector('.team-unit').textContent === ' square'")
    enter(page, live.desk.access.pin)
    page.wait("document.querySelectorAll('#desk button').length > 3")
    game.play(SQUARE.split("; ")[-1])
    game.tracking = replace(game.tracking, unannounced=())
    game.tell()
    page.wait("document.getElementById('end').textContent.includes('Squares: Ann 1, Ben 0')")
    game.see()
    page.open(f"{url}position")
    page.wait("document.getElementById('lines-title').textContent === 'Finished squares'")
    page.wait("document.getElementById('lines-words').textContent.startsWith('Which of these squares are finished')")


def make_a_square(page: "Browser", url: str, live: Live, objective: str, counted: str) -> None:
    """A square is made in a game for such patterns, of which none was made before, while the page is open."""
    game = Game(live, replace(SETUP, options=f"open N=2 T=2 objective={objective} lines=2"))
    page.open(url)
    page.wait("document.querySelector('.team-note').textContent.startsWith(arguments[0])", f"0 of 2 {counted}")
    game.play(*SQUARE.split("; "))
    game.tracking = replace(game.tracking, unannounced=())
    game.tell()


def test_a_square_is_celebrated_as_a_square(page: "Browser", url: str, live: Live):
    make_a_square(page, url, live, "square", "squares")
    page.wait("document.getElementById('moment').textContent.includes('SQUARE!')")


def test_a_pattern_is_celebrated_in_a_word_that_is_not_broken(page: "Browser", url: str, live: Live):
    make_a_square(page, url, live, "line+square", "patterns")
    page.wait("document.querySelector('#moment strong').textContent === 'PATTERN!'")
    lines = "const strong = document.querySelector('#moment strong'), style = getComputedStyle(strong);"
    assert page.run(lines + "return Math.round(strong.offsetHeight / parseFloat(style.lineHeight))") == 1
    cell = "[...document.querySelectorAll('#words td.square-words')][11].textContent"
    assert page.run(f"return {cell}") == "B2 · 10 of spades · Red chip · in a pattern of Red"
