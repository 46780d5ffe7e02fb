"""Black Jack in a real browser: what is in force in large type, the pile, the players, and what a phone may say."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from played_game import confirm
from shown_page import showing
from watched_pile import Watched, setup_for

from companion.games.cards import Card
from companion.referee.black_jack.ledger import begin
from companion.referee.events import FaultFound, NoticeGiven
from companion.referee.followed import Command
from companion.registry.games import refereed
from companion.web import Live
from companion.web.server import serve

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

SUITS = ["Spades", "Hearts", "Diamonds", "Clubs"]
SCREENS = [(320, 640, "light"), (360, 740, "light"), (360, 740, "dark"), (1280, 800, "light"), (1280, 800, "dark")]
WALLS = [(1280, 720), (1280, 800), (1024, 768), (800, 600)]
FAULT = FaultFound("BJ_NO_MATCH", (), "The nine does not go on the seven. Take it back.")
NOTICE = NoticeGiven("NO_CAMERA", "No picture of the table (the camera is unplugged). The game goes on.")
LOWEST = "return Math.max(...[...document.querySelectorAll('#ring li')].map(e => e.getBoundingClientRect().bottom))"


class Game(Watched):
    """A watched pile whose referee takes commands at once and tells the page."""

    def __init__(self, live: Live, options: str = "base players=4", players: int = 4) -> None:
        self.live = live
        super().__init__(options, players)
        live.desk.open(self.submit)

    def submit(self, command: Command) -> Future[Any]:
        """What `Session.command` is to phones."""
        future: Future[Any] = Future()
        try:
            future.set_result(self._took(command(self.tracking)))
        except ValueError as error:
            future.set_exception(error)
        return future

    def _took(self, step: Any) -> Any:
        events = super()._took(step)
        self.live.tell(refereed("black-jack").statement(self.tracking))
        return events


@pytest.fixture
def game(live: Live) -> Game:
    game = Game(live)
    game.lay("7S")
    return game


@pytest.fixture
def page(browser: "Browser", live: Live, game: Game) -> Iterator["Browser"]:  # noqa: ARG001 (it tells how it stands)
    server = serve(showing(live), "127.0.0.1")
    browser.open(server.url)
    browser.wait("document.querySelectorAll('#ring li').length")
    yield browser
    browser.open("about:blank")
    server.close()
    assert [words for words in browser.complaints() if "status of 40" not in words] == []


@pytest.mark.usefixtures("game")
def test_that_no_card_is_turned_up_can_be_read_in_letters_of_twice_the_size(page: "Browser", live: Live):
    live.tell(refereed("black-jack").statement(begin(setup_for("base players=4", 4))[0]))
    page.screen(320, 640)
    page.wait("document.querySelector('#pile .none')")
    page.run("document.documentElement.style.fontSize = '200%'")
    words, pile = page.run(
        "return ['#pile .none', '.pile'].map(one => { const range = document.createRange();"
        "range.selectNodeContents(document.querySelector(one)); return one === '.pile'"
        " ? document.querySelector(one).getBoundingClientRect().right : range.getBoundingClientRect().right })"
    )
    assert words <= pile


def enter(browser: "Browser", pin: str) -> None:
    """Enter the PIN."""
    browser.wait("document.querySelector('#desk input')")
    browser.run("document.querySelector('#desk input').value = arguments[0]", pin)
    browser.run("document.querySelector('#desk button').click()")
    browser.wait("document.querySelector('#moves button')")


def press(browser: "Browser", words: str) -> None:
    """Press the button with these words, wherever it is."""
    script = "Array.from(document.querySelectorAll('button')).find(one => one.textContent === arguments[0])"
    browser.wait(script, words)
    browser.run(f"{script}.click()", words)


def text(browser: "Browser", selector: str) -> str:
    return browser.run("return document.querySelector(arguments[0]).innerText", selector)


def test_what_is_in_force_can_be_read_at_every_size(
    page: "Browser", live: Live, game: Game, shot: Callable[[str], Path]
):
    game.lay("2S 2H")
    game.say("end")
    page.wait("document.querySelector('.penalty')")
    for screen in SCREENS:
        page.resized(*screen)
        assert page.barriers() == [], screen
    enter(page, live.desk.access.pin)
    for screen in SCREENS:
        page.resized(*screen)
        assert (text(page, "#turn"), text(page, ".penalty")) == ("Ben to play", "Draw 4"), screen
        page.keep(shot(f"bj-penalty-{screen[0]}-{screen[2]}"), whole=True)
    game.say("draw")
    game.lay("3H")
    game.say("end")
    game.lay("KH 5C")
    game.wait(3.0)
    page.wait("document.querySelector('.alert-fault')")
    for screen in SCREENS:
        page.resized(*screen)
        assert page.barriers() == [], screen
        page.keep(shot(f"bj-fault-{screen[0]}-{screen[2]}"), whole=True)


def test_an_ace_names_its_suit_by_one_tap(page: "Browser", live: Live, game: Game, shot: Callable[[str], Path]):
    enter(page, live.desk.access.pin)
    game.lay("AS")
    game.wait(2.0)
    page.wait("document.querySelectorAll('#answers button').length === 4")
    suits = "return [...document.querySelectorAll('#answers button, #moves button')].map(one => one.textContent)"
    assert page.run(suits) == [*SUITS, "End the turn", "Somebody draws", *SUITS]
    press(page, "Hearts")
    page.wait("document.querySelector('.named')")
    assert text(page, ".named") == "hearts"
    assert text(page, "#turn") == "Ben to play"
    page.keep(shot("bj-suit"), whole=True)


def test_the_desk_ends_turns_draws_and_takes_back(page: "Browser", live: Live, game: Game):
    enter(page, live.desk.access.pin)
    press(page, "Ann draws 1")
    page.wait("document.getElementById('turn').textContent === 'Ben to play'")
    game.lay("9S")
    press(page, "End the turn")
    page.wait("document.getElementById('turn').textContent === 'Cleo to play'")
    assert text(page, "#turns li span:last-child") == "Nine of spades"
    press(page, "Take back the last turn")
    confirm(page)
    page.wait("document.querySelectorAll('#pile li').length === 2")
    assert text(page, "#turn") == "Ben to play"


@pytest.mark.parametrize("screen", [(360, 740, "dark"), (1280, 800, "light")], ids=str)
def test_a_new_game_offers_the_rules_of_both(
    page: "Browser", live: Live, shot: Callable[[str], Path], screen: tuple[int, int, str]
):
    page.screen(*screen)
    enter(page, live.desk.access.pin)
    page.open(page.run("return location.origin") + "/new")
    page.wait("document.getElementById('cards').textContent === 'Deal 7 cards each; 24 stay in the stock.'")
    page.run("document.querySelector('#choose details').open = true")
    assert page.barriers() == []
    assert page.run("return document.querySelectorAll('#seats input').length") == 4
    page.keep(shot(f"bj-new-{screen[0]}-{screen[2]}"), whole=True)


def test_games_won_stand_beside_the_names_once_there_are_any(page: "Browser", game: Game):
    ring = "[...document.querySelectorAll('#ring .team-name')].map(name => name.textContent).join()"
    page.wait(f"{ring} === 'Ann,Ben,Cleo,Dan'")
    statement = refereed("black-jack").statement(game.tracking)
    game.live.tell(replace(statement, wins=(2, 0, 1, 0)))
    page.wait(f"{ring} === 'Ann · won 2,Ben · won 0,Cleo · won 1,Dan · won 0'")


def test_a_game_that_ended_by_a_wrong_count_goes_on_when_the_hand_is_counted(page: "Browser", live: Live, game: Game):
    enter(page, live.desk.access.pin)
    for seat in (2, 3, 4):
        game.say("go_out", seat=seat)
    page.wait("document.getElementById('turn').textContent === 'Ben wins!'")
    press(page, "Cards in a hand")
    page.run("document.querySelector('.asked select').value = '2'")
    confirm(page)
    page.wait("document.getElementById('turn').textContent === 'Ann to play'")


def test_that_no_card_came_is_an_answer_beside_the_list_of_cards(
    page: "Browser", live: Live, game: Game, shot: Callable[[str], Path]
):
    game.reading = ()
    game.lay("9S")
    game.say("tell_card", card=Card("9S"))
    game.came += 1
    game.wait()
    enter(page, live.desk.access.pin)
    page.wait("document.querySelector('#answers select')")
    for screen in SCREENS[:3]:
        page.resized(*screen)
        assert page.barriers() == [], screen
        page.keep(shot(f"bj-which-{screen[0]}-{screen[2]}"), whole=True)
    assert "-" not in page.run("return [...document.querySelectorAll('#answers option')].map(one => one.value)")
    press(page, "No new card")
    page.wait("!document.querySelector('#answers select')")
    assert [str(card) for card in game.tracking.laid] == ["9S"]


def test_the_way_that_play_goes_is_put_right_by_the_table(page: "Browser", live: Live):
    enter(page, live.desk.access.pin)
    press(page, "Play goes the other way")
    confirm(page)
    page.wait("document.querySelector('main').textContent.includes('↺ anticlockwise')")


BUTTONS = "[...document.querySelectorAll('#desk button, #moves button')].map(one => one.textContent).join()"


def test_a_seats_phone_offers_nobody_elses_penalty_and_no_card_before_there_is_one(
    page: "Browser", live: Live, game: Game
):
    page.open(f"{page.run('return location.origin')}/seat#{live.desk.access.code(1)}")
    game.lay("2S")
    game.say("end")
    page.wait(f"{BUTTONS}.includes('I draw,') && {BUTTONS}.includes('That was another card')")
    game.say("draw", seat=2)
    for seat in (3, 4):
        game.say("draw", seat=seat)
    page.wait(f"{BUTTONS}.includes('I draw 1')")
    live.tell(refereed("black-jack").statement(begin(setup_for("base players=4", 4))[0]))
    page.wait("document.getElementById('turn').textContent === 'Deal the cards'")
    assert "another card" not in page.run(f"return {BUTTONS}")


def test_a_question_has_its_answers_only_on_the_phones_that_may_give_them(page: "Browser", live: Live, game: Game):
    answers = "[...document.querySelectorAll('#answers button')].map(one => one.textContent).join()"
    page.open(f"{page.run('return location.origin')}/seat#{live.desk.access.code(2)}")
    game.lay("AS")
    game.wait(5.0)
    page.wait("document.getElementById('question').textContent.includes('Which suit does Ann name?')")
    assert page.run(f"return {answers}") == ""
    game.say("name_suit", suit="D")
    game.lay("9D TD")
    game.wait(5.0)
    page.wait(f"{answers} === 'Ben’s,Cleo’s'")


@pytest.mark.parametrize("words", ["That was another card", "A card lies under it"])
def test_a_joker_is_among_the_cards_to_choose_where_there_is_one(page: "Browser", live: Live, game: Game, words: str):
    enter(page, live.desk.access.pin)
    game._took(begin(setup_for("base players=4 jokers=1", 4)))
    game.cards = []
    game.look()
    game.lay("7S 9S")
    page.wait("document.querySelectorAll('#pile li').length === 2")
    press(page, words)
    press(page, "Joker")
    page.wait("document.body.innerText.includes('joker stand for')")
    assert "JK" in {laid.card.code for laid in game.tracking.laid}


def test_a_position_without_a_board_is_refused_in_words(page: "Browser", live: Live):
    enter(page, live.desk.access.pin)
    page.wait("document.querySelectorAll('#desk button').length > 3")
    page.open(page.run("return location.origin") + "/position")
    page.wait("document.getElementById('door').textContent.startsWith('There is no board in this game.')")


@pytest.mark.parametrize("players", [5, 7, 12])
@pytest.mark.parametrize("wrong", [{}, {"fault": FAULT}, {"fault": FAULT, "notice": NOTICE}], ids=len)
def test_everybodys_cards_are_seen_whole_on_a_wall_of_any_shape_that_lies(
    browser: "Browser", live: Live, players: int, wrong: dict[str, Any]
):
    Game(live, f"base players={players} packs=2", players).lay("7S")
    assert live.status is not None
    live.tell(replace(live.status, **wrong))
    with closing(serve(showing(live), "127.0.0.1")) as server:
        browser.screen(*WALLS[0])
        browser.open(f"{server.url}wall")
        browser.wait("document.querySelectorAll('#ring li').length === arguments[0]", players)
        for screen in WALLS:
            browser.resized(*screen)
            assert browser.run(LOWEST) <= screen[1], screen
        browser.open("about:blank")
