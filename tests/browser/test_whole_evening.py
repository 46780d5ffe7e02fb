"""An evening from the box to the rematch: two phones and a screen at the table, every tap counted, no thumb misled."""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import cv2
import pytest
from followed_table import FollowedTable
from test_live_page import GAME

from companion.journal.archive import MemoryArchive
from companion.journal.past_games import PastGames
from companion.web import create_app
from companion.web.history import add_history
from companion.web.server import Server, serve

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

PHONE, WALL = (360, 740), (1920, 1080)
TRIES = 20
TURNS = [turn.strip() for turn in GAME.split(";")]
LEFT = ("C4", "C5", "C6", "D4", "E4")
AIM = """(words => {
    const all = [...document.querySelectorAll('button, a.button, summary, .tile strong, label')];
    const found = all.find(e => e.textContent.trim() === words && e.checkVisibility() && !e.disabled);
    if (!found) return false;
    const aim = found.querySelector('input') || found, r = aim.getBoundingClientRect();
    document.querySelectorAll('.aim').forEach(e => e.classList.remove('aim'));
    aim.classList.add('aim');
    if (!aim.contains(document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2)))
        aim.scrollIntoView({ block: 'center' });
    return true;
})(arguments[0])"""
STANDS = """
    if (arguments[0])
        window.stays = [...document.querySelectorAll('main > *')].find(e => {
            const r = e.getBoundingClientRect();
            return r.top <= innerHeight / 2 && r.bottom > innerHeight / 2;
        });
    return [window.stays.getBoundingClientRect().top, scrollY];"""
TURN = "document.getElementById('turn').textContent === arguments[0]"
SAYS = "document.querySelector(arguments[0]).textContent.includes(arguments[1])"
ALERTS, MOMENT = ".alerts", "#moment"


class Hand:
    """Somebody at a screen, whose taps are counted by what they were for; no tap throws the page about."""

    def __init__(self, browser: "Browser", address: str) -> None:
        self.browser, self.address = browser, address
        self.taps: Counter[str] = Counter()
        self._stands = 0.0, 0.0

    def tap(self, task: str, words: str) -> None:
        """Find what says so, scroll there if need be, and tap it."""
        self.browser.wait(AIM, words)
        self._stands = self.browser.run(STANDS, True)
        self.browser.tap(".aim")
        self.taps[task] += 1

    def type(self, task: str, label: str, words: str) -> None:
        """Tap a field and write into it."""
        self.tap(task, label)
        self.browser.devtools("Input.insertText", {"text": words})

    def came(self, condition: str, *arguments: object) -> None:
        """What was tapped for is there, and the page was not scrolled, but to keep what lies in its middle there."""
        self.browser.wait(condition, *arguments)
        stood, scrolled = self._stands
        top, y = self.browser.run(STANDS, False)
        assert y == scrolled or abs(top - stood) <= 1, condition

    def enter(self, pin: str) -> None:
        """Enter the PIN; the cursor is where it belongs."""
        self.tap("PIN", "Enter the PIN")
        self.browser.wait("document.activeElement.name === 'pin'")
        self.browser.devtools("Input.insertText", {"text": pin})
        self.tap("PIN", "Enter")


@pytest.fixture
def table() -> Iterator[FollowedTable]:
    with FollowedTable() as table:
        yield table


@pytest.fixture
def server(table: FollowedTable) -> Iterator[Server]:
    app = create_app(table.live, heartbeat_s=0.5)
    add_history(app, PastGames(MemoryArchive(table.journal)))
    with closing(serve(app, "127.0.0.1")) as server:
        yield server


class Room:
    """Two phones and the screen at the table."""

    def __init__(self, windows: Callable[[int, int], "Browser"], address: str, shot: Callable[[str], Path]) -> None:
        self.annika, self.benno, self.wall = (Hand(windows(*size), address) for size in (PHONE, PHONE, WALL))
        self.shot = shot

    @property
    def hands(self) -> tuple[Hand, Hand, Hand]:
        """Everybody."""
        return self.annika, self.benno, self.wall

    def all_see(self, condition: str, *arguments: object) -> None:
        """Everybody sees it."""
        for hand in self.hands:
            hand.browser.wait(condition, *arguments)

    def pictures(self, name: str) -> None:
        """Light and dark, for whoever wants to look."""
        if not os.environ.get("COMPANION_SCREENSHOTS"):
            return
        for hand, who, size in ((self.annika, "phone", PHONE), (self.wall, "wall", WALL)):
            for theme in ("dark", "light"):
                hand.browser.screen(*size, theme)
                hand.browser.picture(self.shot(f"evening-{name}-{who}-{theme}"))

    def scan(self, hand: Hand, seat: int) -> None:
        """Hold a phone before the code of a seat on the wall until it reads it."""
        self.wall.browser.wait(
            "[...document.querySelectorAll('#codes img')].filter(code => code.naturalWidth).length === 2"
        )
        code = next(filter(None, (self._code(seat) for _ in range(TRIES))), "")
        assert code, "no camera reads that code"
        found = urlsplit(code)
        hand.browser.open(f"{hand.address.rstrip('/')}{found.path}#{found.fragment}")
        hand.browser.wait("location.pathname === '/' && document.querySelectorAll('#desk button').length > 0")

    def _code(self, seat: int) -> str:
        """The code of a seat as a camera reads it; empty where the wall was just being drawn."""
        path = self.shot("evening-codes")
        self.wall.browser.picture(path)
        top, bottom, left, right = self.wall.browser.run(
            "const r = document.querySelectorAll('#codes img')[arguments[0] - 1].getBoundingClientRect();"
            "return [r.top, r.bottom, r.left, r.right].map(Math.round)",
            seat,
        )
        code, *_ = cv2.QRCodeDetector().detectAndDecode(cv2.imread(str(path))[top:bottom, left:right])
        return code


@pytest.fixture
def room(windows: Callable[[int, int], "Browser"], server: Server, shot: Callable[[str], Path]) -> Room:
    return Room(windows, server.url, shot)


def set_up(room: Room) -> None:
    """The PIN is read off the wall, a game is set up by one phone, and the seats are taken by their codes."""
    for hand, page in zip(room.hands, ("", "", "wall"), strict=True):
        hand.browser.open(hand.address + page)
    room.wall.browser.wait("!document.getElementById('pin').hidden")
    pin = room.wall.browser.run("return document.getElementById('pin').textContent").removeprefix("PIN ")
    room.annika.enter(pin)
    room.annika.came("document.querySelectorAll('#desk button').length > 3")
    room.wall.enter(pin)
    room.wall.browser.wait("location.pathname === '/wall'")
    room.annika.tap("new game", "New game")
    room.annika.browser.wait("document.querySelector('#sheet p') && !document.getElementById('start').disabled")
    room.annika.tap("new game", "Classic")
    room.annika.came("document.getElementById('cards').textContent.startsWith('Deal 7 cards each')")
    room.annika.type("new game", "Seat 1", "Annika")
    room.annika.type("new game", "Seat 2", "Benno")
    room.annika.tap("new game", "Begin the game")
    room.annika.browser.wait("location.pathname === '/'")
    room.scan(room.benno, 2)
    room.scan(room.annika, 1)


def clear_up(room: Room, table: FollowedTable) -> None:
    """The last game is cleared away, and the cards are dealt."""
    room.all_see(TURN, "Clear the board: 5 chips left")
    room.pictures("clear")
    table.clear(*LEFT[:4])
    room.all_see(TURN, "Clear the board: 1 chip left")
    table.clear(LEFT[4])
    room.all_see(TURN, "Clear the discard pile")
    table.clear_pile()
    room.all_see(TURN, "Deal 7 each")
    room.all_see(TURN, "Annika begins")
    room.annika.browser.wait("!document.getElementById('mine').hidden")


def stumble(room: Room, table: FollowedTable) -> None:
    """A chip on the wrong square, a card nobody can read, and a turn that is taken back."""
    table.play(TURNS[0])
    room.all_see(TURN, "Benno to play")
    table.play(TURNS[1], "C1")
    room.all_see(SAYS, ALERTS, "B1")
    room.pictures("fault")
    table.move("C1", "B1", 1)
    room.all_see("document.querySelector('#fault p') === null")
    for turn in TURNS[2:5]:
        follow(table, turn)
    table.play(TURNS[5], readable=False)
    room.all_see("document.querySelector('#question p')")
    room.pictures("question")
    room.benno.tap("answer", room.benno.browser.wait("document.querySelector('#answers button')?.textContent"))
    room.benno.came("document.querySelector('#question p') === null")
    room.all_see(TURN, "Annika to play")
    follow(table, TURNS[6])
    follow(table, TURNS[7])
    room.all_see(TURN, "Annika to play")
    room.annika.tap("undo", "Take back the last turn")
    room.annika.came("document.querySelector('.asked:not([hidden]) .main')")
    room.annika.tap("undo", "Take it back")
    room.annika.came(TURN, "Benno to play")
    table.take_back("D1")
    room.all_see("document.querySelector('.alerts').textContent.trim() === ''")


def follow(table: FollowedTable, turn: str) -> None:
    """A turn is played and followed."""
    number = table.tracking.number
    table.play(turn)
    table.until(lambda: table.tracking.number > number)


def test_an_evening_from_the_box_to_the_rematch(room: Room, table: FollowedTable):
    table.lies(LEFT, "9S")
    set_up(room)
    clear_up(room, table)
    stumble(room, table)
    for turn in TURNS[7:11]:
        follow(table, turn)
    room.all_see(SAYS, MOMENT, "LINE!Annika 1 : 0")
    room.pictures("line")
    for turn in TURNS[11:]:
        follow(table, turn)
    room.all_see(TURN, "Annika wins!")
    room.all_see(SAYS, MOMENT, "Annika wins!")
    room.all_see("document.getElementById('moment').hidden")
    room.pictures("win")
    room.annika.tap("rematch", "Rematch")
    room.annika.came(TURN, "Clear the board: 19 chips left")
    room.all_see(TURN, "Clear the board: 19 chips left")
    room.pictures("rematch")
    assert (table.tracking.setup.players, table.tracking.setup.first) == (("Annika", "Benno"), 2)
    assert table.tracking.setup.wins == (1, 0)
    assert room.annika.taps == {"PIN": 2, "new game": 5, "undo": 2, "rematch": 1}
    assert room.benno.taps == {"answer": 1}
    assert room.wall.taps == {"PIN": 2}
