"""A new game is set up on the page: the rules change as one picks, and it begins at the table."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import played_game
import pytest
from played_game import Game
from shown_page import showing
from test_seats_on_the_wall import begun

from companion.referee.events import CommandGiven, GameStarted
from companion.web import Desk, Live, set_up
from companion.web.access import Access
from companion.web.server import serve

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

SETUP = replace(played_game.SETUP, options="classic N=4 T=2", players=("Ann", "Ben", "Cleo", "Dan"))


@pytest.fixture
def game(live: Live) -> Game:
    return Game(live, SETUP)


@contextmanager
def opened(browser: "Browser", live: Live) -> Iterator["Browser"]:
    """The page for a new game at this table, in which no script stumbles until the block ends."""
    with closing(serve(showing(live), "127.0.0.1")) as server:
        browser.open(f"{server.url}new")
        browser.wait("document.querySelector('#sheet p')")
        yield browser
        browser.open("about:blank")
    assert [words for words in browser.complaints() if "status of 40" not in words] == []


@pytest.fixture
def page(browser: "Browser", live: Live, game: Game) -> Iterator["Browser"]:  # noqa: ARG001 (it tells how it stands)
    with opened(browser, live) as page:
        yield page


def pick(browser: "Browser", name: str, value: str) -> None:
    """Choose a value as a hand would."""
    browser.run(
        "const all = [...document.getElementsByName(arguments[0])];"
        "if (all[0].type === 'radio') { all.find(e => e.value === arguments[1]).click(); return; }"
        "all[0].value = arguments[1]; all[0].dispatchEvent(new Event('change', { bubbles: true }))",
        name,
        value,
    )


def enter(browser: "Browser", pin: str) -> None:
    """Enter the PIN."""
    played_game.enter(browser, pin, "#door")
    browser.wait("document.getElementById('door').hidden && !document.getElementById('start').disabled")


def test_the_page_can_be_read_and_used_at_every_size(page: "Browser", live: Live, look: Callable[[str], None]):
    enter(page, live.desk.access.pin)
    pick(page, "preset", "my_rules")
    page.run("document.querySelector('#choose details').open = true")
    page.wait("document.getElementById('cards').textContent === 'Deal 5 cards each; 84 stay in the stock.'")
    look("new")


def test_the_rules_change_as_one_picks(page: "Browser"):
    page.wait("document.getElementById('cards').textContent === 'Deal 5 cards each; 84 stay in the stock.'")
    assert page.run("return document.querySelector('[name=preset]:checked').value") == "classic"
    pick(page, "preset", "zepherin")
    page.wait("document.getElementById('cards').textContent === 'Deal 6 cards each; 80 stay in the stock.'")
    pick(page, "seats", "12:2")
    page.wait("document.getElementById('cards').textContent === 'Deal 3 cards each; 68 stay in the stock.'")
    assert page.run("return document.querySelectorAll('#seats input').length") == 12
    pick(page, "preset", "classic")
    page.wait("document.querySelectorAll('#seats input').length === 2")
    page.wait("document.getElementsByName('n')[0].parentNode.hidden")
    assert not page.run("return document.getElementsByName('forgot')[0].parentNode.hidden")


def test_what_does_not_go_together_cannot_be_picked(page: "Browser"):
    trios = "document.querySelector('[name=capture] [value=pairs_trios]')"
    pick(page, "preset", "my_rules")
    page.wait(f"!document.getElementsByName('capture')[0].parentNode.hidden && !{trios}.disabled")
    pick(page, "n", "4")
    page.wait(f"{trios}.disabled")
    assert page.run("return document.getElementsByName('end_joker')[0].parentNode.hidden")
    pick(page, "n", "")
    pick(page, "objective", "sub3")
    page.wait("!document.getElementsByName('end_joker')[0].parentNode.hidden")


def test_what_cannot_be_played_is_said_and_does_not_begin(page: "Browser", live: Live):
    enter(page, live.desk.access.pin)
    pick(page, "preset", "my_rules")
    pick(page, "n", "4")
    pick(page, "capture", "pairs_trios")
    page.wait("document.querySelector('.begin').classList.contains('refused')")
    assert "trios are not captured" in page.run("return document.getElementById('cards').textContent").lower()
    assert page.run("return document.getElementById('start').disabled")


def test_cards_corners_and_a_die_are_agreed_on(page: "Browser", live: Live, game: Game):
    enter(page, live.desk.access.pin)
    for name, value in (("preset", "open"), ("deck", "princess"), ("corners", "joker_any"), ("die", "d6r1s0,after")):
        pick(page, name, value)
    page.wait("!document.querySelector('.sides').hidden")
    pick(page, "sides", "8")
    page.wait("!document.getElementById('start').disabled")
    assert page.run("return document.getElementById('cards').textContent").startswith("Deal 6 cards each; 92 stay")
    page.wait("!document.getElementById('start').disabled")
    page.run("document.getElementById('start').click()")
    page.wait("location.pathname === '/' && document.querySelectorAll('#counts dt').length === 5")
    assert game.tracking.game.options.text.endswith("corners=joker_any deck=princess die=d8r1s0,after")
    page.open(page.run("return location.origin") + "/new")
    page.wait("!document.querySelector('.sides').hidden")
    remembered = "return ['deck', 'corners', 'die', 'sides'].map(name => document.getElementsByName(name)[0].value)"
    assert page.run(remembered) == ["princess", "joker_any", "d6r1s0,after", "8"]


def test_a_game_begins_with_the_player_left_of_the_dealer(page: "Browser", live: Live, game: Game):
    enter(page, live.desk.access.pin)
    pick(page, "dealer", "1")
    page.wait("!document.getElementById('start').disabled")
    page.run("document.getElementById('start').click()")
    page.wait("location.pathname === '/' && document.querySelectorAll('#counts dt').length === 5")
    assert game.log[1] == CommandGiven("the table", "game")
    assert isinstance(game.log[2], GameStarted)
    setup = game.tracking.setup
    assert (setup.players, setup.first, game.tracking.game.seat) == (("Ann", "Ben", "Cleo", "Dan"), 3, 3)


def test_without_the_pin_nothing_begins(page: "Browser"):
    page.wait("!document.getElementById('door').hidden")
    assert page.run("return document.getElementById('start').disabled")


def test_a_page_that_lay_open_asks_before_it_ends_the_game_that_was_begun_meanwhile(
    page: "Browser", live: Live, game: Game
):
    enter(page, live.desk.access.pin)
    game.play("r 7D@C4", "b 8D@D4")
    page.run("document.getElementById('start').click()")
    page.wait("document.getElementById('start').textContent === 'Yes, begin'")
    assert game.tracking.number == 2


def test_a_phone_speaks_for_its_player_in_the_next_game_too(browser: "Browser", live: Live):
    game = Game(live, replace(SETUP, players=()))
    server = serve(showing(live), "127.0.0.1")
    browser.open(f"{server.url}seat#{live.desk.access.code(1)}")
    browser.wait("/You speak for seat 1/.test((document.querySelector('#desk summary') || {}).textContent)")
    table = showing(live).test_client()
    table.post("/api/pin", json={"pin": live.desk.access.pin})
    for players in (["Ann", "Ben", "Cleo", "Dan"], ["Ben", "Ann", "Cleo", "Dan"]):
        begun = {"options": "classic N=4 T=2", "players": players}
        assert table.post("/api/commands/game", json=begun).status_code == 200
        browser.wait("/You speak for Ann/.test(document.querySelector('#desk summary').textContent)")
    assert game.tracking.setup.players == ("Ben", "Ann", "Cleo", "Dan")
    browser.open("about:blank")
    server.close()


def test_a_long_pin_can_be_entered(browser: "Browser"):
    live = Live(desk=Desk(Access(pin="271828182845")))
    game = Game(live, SETUP)
    server = serve(showing(live), "127.0.0.1")
    browser.open(server.url)
    browser.wait("document.querySelector('#desk summary')")
    browser.run("document.querySelector('#desk details').open = true")
    browser.run("document.querySelector('#desk input[name=pin]').focus()")
    browser.devtools("Input.insertText", {"text": "271828182845"})
    browser.run("document.querySelector('#desk form button').click()")
    browser.wait("/You speak for the table/.test((document.querySelector('#desk summary') || {}).textContent)")
    assert game.tracking.number == 0
    browser.open("about:blank")
    server.close()


def test_the_longest_names_of_twelve_players_are_whole_round_the_table(page: "Browser", live: Live):
    begun(live, "my_rules N=12 T=6")
    page.run("location.reload()")
    page.wait("document.querySelectorAll('#drawn > text').length === 13")
    outside = """
        const box = e => e.getBoundingClientRect(), frame = box(document.getElementById('drawn'));
        const leaves = e => box(e).left < frame.left - 1 || box(e).right > frame.right + 1;
        return [...document.querySelectorAll('#drawn > text')].filter(leaves).map(e => e.textContent)"""
    assert page.run(outside) == []


def test_no_name_stands_on_the_table_however_many_sit_round_it(page: "Browser", live: Live):
    begun(live, "my_rules N=12 T=6")
    page.run("location.reload()")
    page.wait("document.querySelectorAll('#drawn > text').length === 13")
    on_the_table = """
        const table = document.querySelector('.table-top');
        const names = document.querySelectorAll('#drawn > text:not(.dealer)');
        const on = ({x, y}) => table.isPointInFill({x, y}) || table.isPointInStroke({x, y});
        const along = e => [...Array(e.getNumberOfChars()).keys()].flatMap(at => {
            const {x, y, width, height} = e.getExtentOfChar(at);
            return [0, width].flatMap(right => [.25, .75].map(down => ({x: x + right, y: y + height * down})));
        });
        return [...names].filter(e => along(e).some(on)).map(e => e.textContent)"""
    pick(page, "game", "black-jack")
    for number in range(2, 13):
        pick(page, "seats", str(number))
        assert page.run("return document.querySelectorAll('#drawn > text').length") == number + 1
        assert page.run(on_the_table) == [], number


def test_a_name_that_is_shortened_keeps_its_signs_whole(page: "Browser", game: Game):
    family, dotted = "\U0001f468\u200d\U0001f469\u200d\U0001f467", "u\u0308"
    names = (f"Ann and Ben {family} Z", f"{'Z' * 12}{dotted}{dotted}Z", "Cleo", "Dan")
    game.tracking = replace(game.tracking, setup=replace(game.tracking.setup, players=names))
    game.tell()
    page.run("location.reload()")
    page.wait("document.querySelectorAll('#drawn > text').length === 5")
    shown = page.run("return Array.from(document.querySelectorAll('#drawn > text:not(.dealer)'), e => e.textContent)")
    assert shown == [f"Ann and Ben {family}…", f"{'Z' * 12}{dotted}…", "Cleo", "Dan"]


@pytest.mark.parametrize(("width", "lines"), [(360, 1), (320, 2)])
def test_the_button_that_begins_is_read_at_a_glance(page: "Browser", width: int, lines: int):
    page.screen(width, 640)
    page.wait("document.querySelector('#sheet p')")
    words = "const all = document.createRange(); all.selectNodeContents(document.getElementById('start'));"
    assert page.run(f"{words} return all.getClientRects().length") == lines


KEPT = "return ['deck', 'die', 'sides', 'seats', 'dealer'].map(name => document.getElementsByName(name)[0].value)"


def test_what_was_chosen_outlives_a_reload_until_a_game_begins(page: "Browser", live: Live, game: Game):
    enter(page, live.desk.access.pin)
    chosen = {"preset": "open", "seats": "6:2", "dealer": "3", "deck": "princess", "die": "d6r1s0,after", "sides": "8"}
    for name, value in chosen.items():
        pick(page, name, value)
    page.run("window.old = true; location.reload()")
    page.wait("!window.old && document.getElementById('start') && !document.getElementById('start').disabled")
    assert page.run("return document.querySelector('[name=preset]:checked').value") == "open"
    assert page.run(KEPT) == ["princess", "d6r1s0,after", "8", "6:2", "3"]
    page.run("document.getElementById('start').click()")
    page.wait("location.pathname === '/' && document.querySelectorAll('#counts dt').length > 5")
    assert "deck=princess die=d8r1s0,after" in game.tracking.game.options.text
    assert page.run("return sessionStorage.getItem('new-game')") is None


@pytest.mark.parametrize("gone", ["my_rules", "n"])
def test_what_is_no_longer_offered_is_not_taken_up(page: "Browser", live: Live, gone: str, monkeypatch):
    enter(page, live.desk.access.pin)
    for name, value in (("preset", "my_rules"), ("n", "4"), ("hand", "7")):
        pick(page, name, value)
    page.wait("!document.getElementById('start').disabled")
    left = {game: {name: asked[name] for name in asked if name != gone} for game, asked in set_up.CHOICES.items()}
    monkeypatch.setattr(set_up, "CHOICES", left)
    presets = {name: words for name, words in set_up.OFFERED.items() if name != gone}
    monkeypatch.setattr(set_up, "OFFERED", presets)
    page.run("window.old = true; location.reload()")
    page.wait("!window.old && document.getElementById('start') && !document.getElementById('start').disabled")
    preset, hand = ("classic", "") if gone == "my_rules" else ("my_rules", "7")
    assert page.run("return document.querySelector('[name=preset]:checked').value") == preset
    assert page.run("return document.getElementsByName('hand')[0].value") == hand


def test_names_that_were_typed_outlive_a_reload_until_a_game_begins(page: "Browser", live: Live, game: Game):
    enter(page, live.desk.access.pin)
    pick(page, "preset", "my_rules")
    pick(page, "seats", "6:2")
    page.wait("document.getElementById('cards').textContent.startsWith('Deal')")
    page.run("document.querySelectorAll('#seats input')[4].focus()")
    page.devtools("Input.insertText", {"text": "Zoë"})
    page.run("location.reload()")
    typed = "Array.from(document.querySelectorAll('#seats input'), e => e.value).join()"
    page.wait(f"{typed} === 'Ann,Ben,Cleo,Dan,Zoë,'")
    page.wait("!document.getElementById('start').disabled")
    page.run("document.getElementById('start').click()")
    page.wait("location.pathname === '/' && document.querySelectorAll('#counts dt').length > 5")
    assert game.tracking.setup.players[4] == "Zoë"
    page.open(page.run("return location.origin") + "/new")
    page.wait(f"{typed} === 'Ann,Ben,Cleo,Dan,Zoë,'")
    assert page.run("return sessionStorage.getItem('new-game')") is None


def test_names_that_were_typed_are_not_taken_for_the_players_after_another_game(page: "Browser", live: Live):
    enter(page, live.desk.access.pin)
    page.run("document.querySelectorAll('#seats input')[0].focus()")
    page.devtools("Input.insertText", {"text": "Zoë"})
    page.wait("/Zoë/.test(sessionStorage.getItem('new-game'))")
    table = showing(live).test_client()
    table.post("/api/pin", json={"pin": live.desk.access.pin})
    begun = {"options": "classic N=4 T=2", "players": ["Dan", "Eve", "Fay", "Gus"]}
    assert table.post("/api/commands/game", json=begun).status_code == 200
    page.run("location.reload()")
    typed = "Array.from(document.querySelectorAll('#seats input'), e => e.value).join()"
    page.wait(f"{typed} === 'Dan,Eve,Fay,Gus'")
