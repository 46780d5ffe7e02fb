"""A board is calibrated on the page: from a recording and at a drawn table, its taps counted, until it plays."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from calibration.guide import Guide
from calibration.profile import load_profile
from calibration.shelf import Shelf
from companion import wiring
from companion.cameras import CameraName, live_camera
from companion.console import Console
from companion.settings import PageSettings, Settings
from companion.sights import LiveSight, RecordedSight
from companion.sitting import Evening, Table, sittings
from companion.web import Live, Workshop
from hardware.drawn_table import drawn_layout, frame_from_board
from hardware.recordings import load_recording
from hardware.virtual_table import VirtualTable

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

SCREENS = [(360, 740, "light"), (360, 740, "dark"), (1280, 800, "light"), (1280, 800, "dark")]
CHECKS = Path(__file__).with_name("checks.js").read_text("utf-8")
SHIPPED = Path(__file__).parent.parent / "recordings" / "oak-plain"


class Phone:
    """A person with a phone, whose taps are counted."""

    def __init__(self, browser: "Browser", url: str, shot: Callable[[str], Path]) -> None:
        self.browser = browser
        self.url = url
        self.taps = 0
        self._shot = shot

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
        """See the page on every screen: nothing is wrong with it, and a picture is kept."""
        for width, height, theme in SCREENS:
            self.browser.screen(width, height, theme)
            assert self.browser.run(CHECKS) == [], (name, width, theme)
            self.browser.picture(self._shot(f"calibrate-{name}-{width}-{theme}"), whole=True)
        self.browser.screen(360, 740)

    def words(self) -> str:
        """Everything that can be read."""
        return self.browser.run("return document.querySelector('main').innerText")


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Callable[[Table], str]]:
    """Begins an evening at a table, as `companion run` does; gives the page's address and the PIN."""
    stop, threads, servers = threading.Event(), [], []

    def begin(table: Table) -> tuple[str, Live]:
        live = Live()
        settings = Settings(page=PageSettings("127.0.0.1", 0))
        evening = Evening(settings, tmp_path / "game.db", live, Console())
        servers.append(wiring.serve_page(live, settings.page, table.drawn, Workshop(table.guide, table.shelf)))

        def run() -> None:
            for _ in sittings(table, evening):
                if stop.is_set():
                    return

        threads.append(threading.Thread(target=run))
        threads[0].start()
        return servers[0].url, live

    yield begin
    stop.set()
    threads[0].join()
    servers[0].close()


def recorded(shelf: Shelf) -> Table:
    recording = load_recording(SHIPPED)
    sight = RecordedSight(recording)
    name = CameraName("folder", str(SHIPPED))
    return Table(
        sight,
        shelf,
        Guide(sight, shelf),
        lambda known: closing(live_camera(name, known.size_px)) if known else nullcontext(),
    )


def drawn(shelf: Shelf) -> Table:
    table = VirtualTable("RB", time.monotonic, lambda s: time.sleep(s / 4))
    sight = LiveSight()
    return Table(sight, shelf, Guide(sight, shelf), lambda _: nullcontext(table), table)


def test_a_board_is_calibrated_from_a_recordings_stills_and_then_played_on(
    browser: "Browser", play: Callable, shot: Callable[[str], Path], tmp_path: Path
):
    shelf = Shelf(tmp_path / "boards")
    url, live = play(recorded(shelf))
    phone = Phone(browser, url, shot)
    browser.open(url)
    assert "No board is known yet" in phone.words()
    phone.look("none")
    phone.enter(live.desk.access.pin)
    phone.at("look")
    browser.wait("document.getElementById('picture').naturalWidth > 1")
    phone.look("look")
    phone.point(*load_recording(SHIPPED).about.top_left_px)
    phone.at("cards")
    assert "All hundred cards are read" in phone.words()
    assert "This set-up is good" in phone.words()
    browser.wait("document.querySelectorAll('.layout .plate').length === 100")
    phone.look("cards")
    phone.tap("Go on to the chips")
    phone.at("chips")
    assert "red on B3 and I8, blue on C3 and H8" in phone.words()
    phone.look("chips-recorded")
    phone.tap("They lie there")
    phone.at("name")
    phone.look("name")
    phone.tap("Save and play on it")
    phone.at("rest")
    browser.wait("document.getElementById('desk-said').textContent.includes('played on now')")
    phone.look("shelf")
    assert phone.taps <= 10
    browser.open(url)
    browser.wait("document.getElementById('link').dataset.state === 'live'")
    browser.wait("document.querySelectorAll('#indices .red').length === 48")
    assert [path.stem for path in (tmp_path / "boards").glob("*.profile")] == ["Board 1"]
    assert browser.complaints() == []


def test_a_board_is_calibrated_at_a_drawn_table_with_four_taps_a_wrong_card_and_a_late_chip(
    browser: "Browser", play: Callable, shot: Callable[[str], Path], tmp_path: Path
):
    shelf = Shelf(tmp_path / "boards")
    table = drawn(shelf)
    url, live = play(table)
    phone = Phone(browser, url, shot)
    phone.enter(live.desk.access.pin)
    phone.at("look")
    phone.point(480, 700)
    browser.wait("document.getElementById('complaint').textContent.includes('none of its corners')")
    phone.look("not-found")
    phone.tap("Tap all four corners")
    for x, y in frame_from_board(np.array([[0, 0], [10, 0], [10, 10], [0, 10.0]])).tolist():
        phone.point(x, y)
    phone.at("cards")
    browser.run("document.querySelector('.layout').focus()")
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        browser.press(key)
    browser.wait("document.querySelector('.picker')")
    assert "Which card lies on B1?" in phone.words()
    phone.look("picker")
    phone.tap(drawn_layout()[1][0].replace("T", "10"))
    browser.wait("document.querySelectorAll('.layout .plate').length === 100")
    phone.tap("Go on")
    phone.at("chips")
    phone.look("chips")
    phone.tap("They lie there")
    browser.wait("document.getElementById('complaint').textContent.includes('No chip of team R')")
    for square, letter in ((21, "R"), (78, "R")):
        table.drawn.put(square, letter)
    phone.tap("They lie there")
    browser.wait("document.getElementById('asked').textContent.includes('blue')")
    for square, letter in ((23, "B"), (76, "B")):
        table.drawn.put(square, letter)
    phone.tap("They lie there")
    phone.at("name")
    browser.run("document.querySelector('#choices input').value = 'Kitchen table'")
    phone.tap("Save and play on it")
    phone.at("rest")
    browser.wait("document.getElementById('boards').textContent.includes('Kitchen table')")
    assert load_profile(tmp_path / "boards" / "Kitchen table.profile").layout == drawn_layout()
    assert browser.complaints() == []
