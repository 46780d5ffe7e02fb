"""The referee's desk in a real browser: the PIN, a second question before anything is undone, answers by button."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from played_game import SETUP, Game, confirm, enter, press

from companion.referee.events import CommandGiven, TeamLook
from companion.referee.one_eyed_jack.tracking import begin
from companion.views.one_eyed_jack.status import status_of
from companion.web import Live, create_app
from companion.web.server import serve
from hardware.muting import MuteSwitch

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

FAILS = """;{
    const real = window.fetch;
    window.refused = 0;
    window.fetch = (path, options) => path !== '/api/me' || window.refused >= window.down ? real(path, options)
        : (window.refused += 1, Promise.reject(new TypeError('network changed')));
}"""
"""The first so many questions whom a phone speaks for get lost."""


@pytest.fixture
def game(live: Live) -> Game:
    return Game(live)


@pytest.fixture
def mute() -> MuteSwitch:
    return MuteSwitch()


@pytest.fixture
def url(live: Live, game: Game, mute: MuteSwitch) -> Iterator[str]:  # noqa: ARG001 (the game is told beforehand)
    app = create_app(live, heartbeat_s=0.5)
    app.extensions["mute"] = mute
    server = serve(app, "127.0.0.1")
    yield server.url
    server.close()


def test_undo_asks_once_more_and_is_signed(page: "Browser", live: Live, game: Game, look: Callable[[str], None]):
    game.play("r 7D@C4", "b 8D@D4")
    page.wait("document.querySelectorAll('#turns .turn-chip').length === 2")
    enter(page, live.desk.access.pin)
    page.wait("document.querySelectorAll('#desk button').length > 3")
    page.run("document.querySelector('#desk details').open = true")
    look("desk")
    press(page, "Take back the last turn")
    assert page.run("return document.querySelector('.asked p').textContent").startswith(
        "Ben plays the eight of diamonds"
    )
    look("undo")
    assert game.turns == ["r 7D@C4", "b 8D@D4"]
    confirm(page)
    page.wait("document.querySelectorAll('#turns .turn-chip').length === 1")
    assert game.turns == ["r 7D@C4"]
    assert CommandGiven("the table", "undo") in game.log


def test_a_wrong_pin_opens_nothing(page: "Browser", live: Live):
    enter(page, f"{(int(live.desk.access.pin) + 1) % 10**6:06}")
    page.wait("document.getElementById('desk-said').textContent === 'The PIN is wrong'")
    assert page.run("return document.querySelectorAll('#desk .row button').length") == 0


def test_a_question_is_answered_by_a_button(page: "Browser", live: Live, game: Game, look: Callable[[str], None]):
    game.ask("r 7D@C4", "r JD@C4")
    page.wait("document.querySelector('#question p')")
    assert page.run("return document.querySelectorAll('#answers button').length") == 0
    enter(page, live.desk.access.pin)
    page.wait("document.querySelectorAll('#answers button').length === 2")
    look("answers")
    press(page, "Jack of diamonds on C4")
    page.wait("document.querySelectorAll('#turns .turn-chip').length === 1")
    assert game.turns == ["r JD@C4"]
    assert page.run("return document.querySelectorAll('#answers button').length") == 0


def test_a_seat_is_claimed_by_its_code_and_does_what_is_its_own(page: "Browser", url: str, live: Live, game: Game):
    page.open(f"{url}seat#{live.desk.access.code(2)}")
    page.wait("location.pathname === '/' && document.querySelectorAll('#desk button').length > 0")
    buttons = "return Array.from(document.querySelectorAll('#desk button')).map(b => b.textContent)"
    assert page.run(buttons) == ["I forgot to draw", "Cards in my hand", "A sound on my turn", "Only watch from now on"]
    game.play("r 7D@C4")
    page.wait("document.querySelectorAll('#desk button').length > 2")
    press(page, "Pass")
    confirm(page)
    page.wait("document.querySelectorAll('#turns .turn-chip').length === 2")
    assert game.turns == ["r 7D@C4", "b pass"]


def test_a_line_that_fails_for_a_moment_costs_no_phone_its_seat(page: "Browser", url: str, live: Live, game: Game):
    page.open(f"{url}seat#{live.desk.access.code(1)}")
    page.wait("document.querySelectorAll('#desk .row button').length > 3")
    page.run("window.down = 1000;" + FAILS + "document.dispatchEvent(new Event('visibilitychange'))")
    page.wait("window.refused > 0")
    game.ask("r 7D@C4", "r JD@C4")
    page.wait("document.querySelectorAll('#answers button').length === 2")
    page.before_pages("window.down = 1;" + FAILS)
    page.open(url)
    page.wait("document.querySelectorAll('#answers button').length === 2")
    assert page.run("return window.refused") == 1
    page.complaints()


def test_jokers_stand_among_the_cards_seen_once_one_was(page: "Browser", game: Game, look: Callable[[str], None]):
    game.tracking, _ = begin(replace(SETUP, options="my_rules corners=joker_matched"))
    game.play("r 7D@C4")
    page.wait("document.querySelectorAll('.seen td').length > 50")
    assert page.run("return document.querySelector('.seen .jokers')") is None
    game.play("b JKB@A1")
    page.run("document.getElementById('seen').open = true")
    page.wait("(document.querySelector('.seen .jokers') || {}).textContent === 'Jokers: 1'")
    look("jokers-seen")


def test_hands_are_counted_and_the_game_is_ended_by_hand(
    page: "Browser", live: Live, game: Game, look: Callable[[str], None]
):
    game.play("r 7D@C4", "b 8D@D4", "r JD@E5")
    page.run("document.getElementById('seen').open = true")
    look("seen")
    assert (
        page.run("return Array.from(document.querySelectorAll('.seen td')).filter(c => c.textContent === '1').length")
        == 3
    )
    enter(page, live.desk.access.pin)
    press(page, "Cards in a hand")
    page.run("document.querySelector('.asked input').value = 4")
    look("hand")
    confirm(page)
    page.wait("document.getElementById('desk-said').textContent === 'Done.'")
    assert game.tracking.game.position.hands == (4, 7)
    press(page, "Games won")
    page.run("document.querySelector('.asked input').value = 2")
    look("score")
    confirm(page)
    page.wait("document.querySelector('#counts').textContent.includes('Ann · won 2')")
    press(page, "End the game")
    look("end")
    confirm(page)
    page.wait("document.getElementById('turn').textContent === 'No result'")
    press(page, "Take back the last turn")
    confirm(page)
    page.wait("document.getElementById('turn').textContent === 'Ben to play'")


def test_the_buzzer_is_muted_from_the_page(page: "Browser", live: Live, mute: MuteSwitch):
    enter(page, live.desk.access.pin)
    press(page, "Mute the buzzer")
    press(page, "Let the buzzer sound")
    page.wait("Array.from(document.querySelectorAll('#desk button')).some(b => b.textContent === 'Mute the buzzer')")
    assert not mute.muted


@pytest.mark.parametrize(("die", "faces"), [("d6r1s1", "nrs"), ("d6r2s0", "nr")])
def test_the_page_rolls_a_fair_die(page: "Browser", live: Live, game: Game, die: str, faces: str):
    teams = (*SETUP.teams, TeamLook("G", "green"))
    game.tracking, _ = begin(replace(SETUP, options=f"open N=3 die={die},after", teams=teams, players=("A", "B", "C")))
    game.play("r 7D@C4")
    enter(page, live.desk.access.pin)
    page.wait("document.querySelectorAll('#desk button').length > 3")
    press(page, "Roll the die")
    page.wait("document.getElementById('desk-said').textContent === 'Done.'")
    assert game.turns[-1] in [f"r roll {face}" for face in faces]
    assert not game.tracking.game.needs_roll


def test_the_die_is_offered_to_whoever_rolls_it_though_another_is_to_move(
    page: "Browser", url: str, live: Live, game: Game
):
    page.open(f"{url}seat#{live.desk.access.code(1)}")
    rolling = replace(status_of(game.tracking), seat=2, team=1, die=("n", "r"))
    offered = "[...document.querySelectorAll('#desk button')].some(b => b.textContent === 'Roll the die')"
    for roller, shows in ((1, offered), (2, f"document.querySelector('#desk button') && !{offered}"), (1, offered)):
        live.tell(replace(rolling, roller=roller))
        page.wait(shows)


def test_whoever_goes_by_keys_is_still_at_the_desk_after_a_turn(page: "Browser", live: Live, game: Game):
    enter(page, live.desk.access.pin)
    focus = "[...document.querySelectorAll('#desk button, #desk summary')].find(e => e.textContent === arguments[0])"
    offered = "document.activeElement.textContent === arguments[0]"
    for turn, words in (("r 7D@C4", "That was another card"), ("b 8D@D4", "You speak for the table")):
        page.wait(focus, words)
        page.run(f"{focus}.focus()", words)
        game.play(turn)
        page.wait("document.getElementById('turns').textContent.includes(arguments[0])", turn[-2:])
        assert page.wait(offered, words)
    page.run(f"{focus}.focus()", "Take back the last turn")
    live.tell(replace(status_of(game.tracking), undo=None))
    assert page.wait(offered, "You speak for the table")


def test_whoever_answers_by_keys_is_at_the_desk_afterwards(page: "Browser", live: Live, game: Game):
    enter(page, live.desk.access.pin)
    game.ask("r 7D@C4", "r JD@C4")
    page.wait("document.querySelectorAll('#answers button').length === 2")
    page.run("const last = document.querySelectorAll('#answers button')[1]; last.focus(); last.click()")
    page.wait("document.querySelectorAll('#turns .turn-chip').length === 1")
    assert page.wait("document.activeElement.textContent === 'You speak for the table'")
