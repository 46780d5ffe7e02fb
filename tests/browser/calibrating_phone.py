"""A person with a phone who calibrates a board."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.games.cards import Card

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

RANKS = {"A": "ace", "T": "10", "Q": "queen", "K": "king"}
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


class Phone:
    """A person with a phone, whose taps are counted."""

    def __init__(self, browser: "Browser", url: str, look: Callable[[str], None]) -> None:
        self.browser = browser
        self.url = url
        self.taps = 0
        self._look = look

    def tap(self, words: str) -> None:
        """Tap the button that says so."""
        self.taps += 1
        buttons = "Array.from(document.querySelectorAll('button'))"
        button = f"{buttons}.find(e => e.offsetParent && e.textContent.includes(arguments[0]))"
        self.browser.wait(f"(e => e && !e.disabled)({button})", words)
        self.browser.run(f"({button}).click()", words)

    def point(self, x: float, y: float) -> None:
        """Tap a pixel of the table's picture."""
        self.taps += 1
        self.browser.wait("document.getElementById('picture').naturalWidth > 1")
        self.browser.run(
            "const o = document.getElementById('overlay'), b = o.getBoundingClientRect();"
            "const s = b.width / o.viewBox.baseVal.width,"
            " clientX = b.left + arguments[0] * s, clientY = b.top + arguments[1] * s;"
            "o.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX, clientY }))",
            x,
            y,
        )

    def enter(self, pin: str) -> None:
        """Open the page and enter the PIN."""
        self.browser.open(f"{self.url}calibrate")
        self.browser.wait("document.querySelector('#door input')")
        self.browser.run("document.querySelector('#door input').value = arguments[0]", pin)
        self.taps += 2
        self.browser.run("document.querySelector('#door button').click()")

    def at(self, step: str) -> None:
        """Wait until the walk stands there, at rest."""
        self.browser.wait(
            "document.getElementById('workshop').dataset.step === arguments[0]"
            " && !document.getElementById('doing').textContent",
            step,
        )

    def look(self, name: str) -> None:
        """See the page on every screen: nothing is wrong with it."""
        self._look(f"calibrate-{name}")

    def name_card(self, square: str, code: str) -> None:
        """Tap the card that lies on this square, and wait until the table has heard it."""
        title = "Array.from(document.querySelectorAll('.picker h3')).some(e => e.textContent.includes(arguments[0]))"
        self.browser.wait(title, f"on {square}?")
        self.taps += 1
        card = Card(code)
        label = f"{RANKS.get(card.rank, card.rank)} of {SUITS[card.suit]}"
        self.browser.run("document.querySelector(`.picker [aria-label='${arguments[0]}']`).click()", label)
        self.browser.wait("!document.querySelector('.picker')")

    def words(self) -> str:
        """Everything that can be read."""
        return self.browser.run("return document.querySelector('main').innerText")
