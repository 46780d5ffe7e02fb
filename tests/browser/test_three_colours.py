"""A table that knows chips of three colours: who sets up a game picks how many teams play, and with which chips."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import played_game
import pytest
from played_game import Game
from shown_page import showing
from test_new_game import enter, opened, pick

from companion.referee.events import TeamLook
from companion.web import Live

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

THREE = (*played_game.SETUP.teams, TeamLook("G", "green"))
SETUP = replace(played_game.SETUP, options="classic N=3 T=3", teams=THREE, players=("Ann", "Ben", "Cleo"))


@pytest.fixture
def game(live: Live) -> Game:
    return Game(live, SETUP)


@pytest.fixture
def page(browser: "Browser", live: Live, game: Game) -> Iterator["Browser"]:  # noqa: ARG001 (it tells how it stands)
    with opened(browser, live) as page:
        yield page


def offered(page: "Browser", name: str) -> list[str]:
    """The words of what can be picked."""
    words: list[str] = page.run(
        "return Array.from(document.getElementsByName(arguments[0])[0].options, one => one.textContent)", name
    )
    return words


def test_two_teams_of_four_play_with_any_two_colours(
    page: "Browser", live: Live, game: Game, look: Callable[[str], None]
):
    enter(page, live.desk.access.pin)
    assert offered(page, "seats") == ["2", "3", "4 in two teams"]
    assert page.run("return document.getElementById('colours').hidden")
    pick(page, "seats", "4:2")
    assert offered(page, "chips") == ["Red and Blue", "Red and Green", "Blue and Green"]
    pick(page, "chips", "RG")
    assert page.run("return [...document.querySelectorAll('#drawn .chip text')].map(one => one.textContent)") == [
        *"RGRG"
    ]
    page.wait("!document.getElementById('start').disabled")
    look("new-of-three-colours")
    page.run("document.getElementById('start').click()")
    page.wait("location.pathname === '/' && document.querySelectorAll('#score .team').length === 2")
    assert [team.letter for team in game.tracking.setup.teams] == ["R", "G"]
    page.open(page.run("return location.origin") + "/new")
    page.wait("document.querySelector('#sheet p')")
    chosen = "return ['seats', 'chips'].map(name => document.getElementsByName(name)[0].value)"
    assert page.run(chosen) == ["4:2", "RG"]


def test_what_was_picked_outlives_a_reload(page: "Browser"):
    pick(page, "seats", "2:2")
    pick(page, "chips", "BG")
    page.run("location.reload()")
    page.wait("document.querySelector('#sheet p')")
    assert page.run("return ['seats', 'chips'].map(name => document.getElementsByName(name)[0].value)") == ["2:2", "BG"]


def test_cards_alone_ask_for_no_chips(page: "Browser"):
    pick(page, "seats", "2:2")
    pick(page, "game", "black-jack")
    assert page.run("return document.getElementById('colours').hidden && !document.querySelector('#drawn .chip')")


def test_a_page_that_lies_open_follows_a_game_of_more_teams(page: "Browser", live: Live, game: Game):
    table = showing(live).test_client()
    table.post("/api/pin", json={"pin": live.desk.access.pin})
    page.open(page.run("return location.origin") + "/")
    for options, chips, letters in (("my_rules N=6 T=2", "GB", "GB"), ("my_rules N=6 T=3", None, "RBG")):
        begun = {"options": options, "players": [*"abcdef"], **({"chips": chips} if chips else {})}
        assert table.post("/api/commands/game", json=begun).status_code == 200
        page.wait(f"document.querySelectorAll('#score .team').length === {len(letters)}")
        assert [team.letter for team in game.tracking.setup.teams] == [*letters]


@pytest.mark.parametrize("chips", ["RK", "RR", "RBG"])
def test_chips_that_do_not_fit_are_refused_in_words(live: Live, game: Game, chips: str):
    table = showing(live).test_client()
    table.post("/api/pin", json={"pin": live.desk.access.pin})
    answer = table.post("/api/commands/game", json={"options": "classic", "players": ["a", "b"], "chips": chips})
    assert answer.status_code == 409
    assert "hips" in answer.text
    assert game.tracking.setup == SETUP
