"""A board is calibrated on the page: from a recording and at a drawn table, its taps counted, until it plays."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from calibrating_phone import Phone

from calibration import walk
from calibration.board_finder import Tap
from calibration.guide import WalkGuide
from calibration.likeness import BoardPicture
from calibration.profile import load_profile
from calibration.quality import still_quality
from calibration.shelf import Shelf
from calibration.steps import Calibrated, Progress
from calibration.walk import Found
from companion import wiring
from companion.games.squares import square_name
from companion.live.cameras import CameraName, live_camera
from companion.live.evening import EveningOutlets, TableEquipment, play_evening
from companion.live.viewfinder import LiveViewfinder, RecordedViewfinder
from companion.settings import PageSettings, Settings
from companion.terminal.console import Console
from companion.vision.frame import Image
from companion.web import Live, Workshop
from hardware.drawn_table import drawn_layout, frame_from_board
from hardware.holding import CameraPlan
from hardware.recordings import load_recording
from hardware.virtual_table import VirtualTable

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

SQUARE_NAMES = [square_name(square) for square in range(100)]
SHIPPED = Path(__file__).parent.parent / "recordings" / "oak-plain"


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Callable[[TableEquipment], str]]:
    """Begins an evening at a table, as `companion run` does; gives the page's address and the PIN."""
    stop, threads, servers = threading.Event(), [], []

    def begin(table: TableEquipment) -> tuple[str, Live]:
        live = Live()
        settings = Settings(page=PageSettings("127.0.0.1", 0))
        evening = EveningOutlets(settings, tmp_path / "game.db", live, Console())
        rooms = wiring.Rooms(table.drawn, Workshop(table.guide, table.shelf))
        servers.append(wiring.serve_page(live, settings.page, rooms))

        def run() -> None:
            for _ in play_evening(table, evening):
                if stop.is_set():
                    return

        threads.append(threading.Thread(target=run))
        threads[0].start()
        return servers[0].url, live

    yield begin
    stop.set()
    threads[0].join()
    servers[0].close()


def recorded(shelf: Shelf) -> TableEquipment:
    recording = load_recording(SHIPPED)
    sight = RecordedViewfinder(recording)
    name = CameraName("folder", str(SHIPPED))
    return TableEquipment(
        sight,
        shelf,
        WalkGuide(sight, shelf),
        lambda known: closing(live_camera(name, CameraPlan(known.size_px))) if known else nullcontext(),
    )


class SoftTable(VirtualTable):
    """A drawn table whose stills are out of focus."""

    def still(self) -> Image:
        """So soft that some cards are doubtful."""
        return cv2.GaussianBlur(super().still(), (0, 0), 3)


def drawn(shelf: Shelf) -> TableEquipment:
    table = SoftTable("RB", time.monotonic, lambda s: time.sleep(s / 4))
    sight = LiveViewfinder()
    return TableEquipment(sight, shelf, WalkGuide(sight, shelf), lambda _: nullcontext(table), table)


@pytest.fixture
def known_place(drawn_calibration: Calibrated, monkeypatch: pytest.MonkeyPatch) -> None:
    """The drawn table's board is found at once, where it lies: these tests are about what comes afterwards."""
    large, reading = drawn_calibration.large, drawn_calibration.reading
    verdicts = still_quality(large, reading.doubtful)

    def find(empty_bgr: Image, _still_bgr: Image, _taps: Sequence[Tap], _progress: Progress) -> Found:
        play = BoardPicture(empty_bgr, drawn_calibration.profile.geometry)
        return Found(play, large, reading, reading, verdicts)

    monkeypatch.setattr(walk, "find", find)


def keep_house(phone: Phone) -> None:
    """Rename a board, take it away as a file, bring it back under another name, play on that, try to bring rubbish."""
    browser = phone.browser
    phone.tap("Rename")
    browser.run("document.querySelector('#boards input').value = 'Oak'")
    phone.tap("Yes")
    browser.wait("document.getElementById('desk-said').textContent === 'Board 1 is called Oak now.'")
    bring = (
        "const give = (parts, name) => { const all = new DataTransfer(), input = document.getElementById('file');"
        " all.items.add(new File(parts, name)); input.files = all.files; input.dispatchEvent(new Event('change')); };"
    )
    browser.run(bring + "give(['rubbish'], 'Rubbish.profile')")
    browser.wait("document.getElementById('desk-said').textContent.includes('ot a profile, or damaged')")
    take = "fetch(document.querySelector('#boards a').href).then(answer => answer.blob())"
    browser.run(bring + f"return {take}.then(blob => give([blob], 'Brought.profile'))")
    browser.wait("document.getElementById('desk-said').textContent === 'Brought is added.'")
    browser.run(bring + f"return {take}.then(blob => give([blob], 'Brought.profile'))")
    browser.wait("document.getElementById('desk-said').textContent === 'Brought (2) is added.'")
    browser.run(bring + f"return {take}.then(blob => give([blob], 'Ku\\u0308che.profile'))")
    browser.wait("document.getElementById('desk-said').textContent === 'K\\u00fcche is added.'")
    phone.look("shelf-two")
    phone.tap("Use it")
    phone.tap("Yes")
    browser.wait("document.querySelector('#boards .chosen').textContent.includes('Brought')")


def test_a_board_is_calibrated_from_a_recordings_stills_and_then_played_on(
    browser: "Browser", play: Callable, look: Callable[[str], None], tmp_path: Path
):
    shelf = Shelf(tmp_path / "boards")
    url, live = play(recorded(shelf))
    phone = Phone(browser, url, look)
    browser.open(url)
    assert "No board yet" in phone.words()
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
    phone.tap("The chips are there")
    phone.at("name")
    phone.look("name")
    phone.tap("Save and use it")
    phone.at("rest")
    browser.wait("document.getElementById('desk-said').textContent.includes('in use')")
    phone.look("shelf")
    assert phone.taps <= 10
    keep_house(phone)
    browser.open(url)
    browser.wait("document.getElementById('link').dataset.state === 'live'")
    browser.wait("document.querySelectorAll('#indices .red').length === 48")
    assert sorted(path.stem for path in (tmp_path / "boards").glob("*.profile")) == [
        "Brought",
        "Brought (2)",
        "K\u00fcche",
        "Oak",
    ]
    assert shelf.chosen == "Brought"
    assert [words for words in browser.complaints() if "409" not in words] == []


def test_a_board_is_calibrated_at_a_drawn_table_with_four_taps_doubtful_cards_and_a_late_chip(
    browser: "Browser", play: Callable, look: Callable[[str], None], tmp_path: Path
):
    shelf = Shelf(tmp_path / "boards")
    table = drawn(shelf)
    url, live = play(table)
    phone = Phone(browser, url, look)
    phone.enter(live.desk.access.pin)
    phone.at("look")
    browser.wait("document.getElementById('picture').naturalWidth > 1")
    browser.run("document.getElementById('sight').focus()")
    for key in ("ArrowRight", "Enter"):
        browser.press(key)
    browser.wait("document.getElementById('complaint').textContent.includes('squares away')")
    phone.look("not-found")
    phone.tap("Tap all four corners")
    for x, y in frame_from_board(np.array([[0, 0], [10, 0], [10, 10], [0, 10.0]])).tolist():
        phone.point(x, y)
    phone.at("cards")
    browser.wait("document.body.textContent.includes('This set-up will do')")
    assert "Turn the lens until the cards are sharp" in phone.words()
    phone.look("doubtful")
    browser.run("document.querySelector('.layout').focus()")
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        browser.press(key)
    phone.name_card("B1", drawn_layout()[1])
    while doubt := browser.run("return (document.querySelector('.doubt span') || {}).textContent"):
        square = doubt.partition(":")[0]
        phone.tap(doubt)
        phone.look("picker") if phone.taps < 12 else None
        phone.name_card(square, drawn_layout()[SQUARE_NAMES.index(square)])
    browser.wait("document.querySelectorAll('.layout .plate').length === 100")
    phone.tap("Go on")
    phone.at("chips")
    phone.look("chips")
    phone.tap("The chips are there")
    browser.wait("document.getElementById('complaint').textContent.includes('No red chip on B3')")
    for square, letter in ((21, "R"), (78, "R")):
        table.drawn.put(square, letter)
    phone.tap("The chips are there")
    browser.wait("document.getElementById('asked').textContent.includes('blue')")
    for square, letter in ((23, "B"), (76, "B")):
        table.drawn.put(square, letter)
    phone.tap("The chips are there")
    phone.at("name")
    browser.run("document.querySelector('#choices input').value = 'Kitchen table'")
    phone.tap("Save and use it")
    phone.at("rest")
    browser.wait("document.getElementById('boards').textContent.includes('Kitchen table')")
    assert load_profile(tmp_path / "boards" / "Kitchen table.profile").layout == drawn_layout()
    assert browser.complaints() == []


HOLD_ONE_BACK = """
const real = window.fetch;
window.fetch = (path, sent) => {
  if (!window.holds || path !== '/api/calibration') return real(path, sent);
  window.holds = false;
  const kept = real(path, sent).then(answer => answer.json());
  return new Promise(go => { window.release = () => kept.then(walk => go({ ok: true, json: async () => walk })); });
};
"""


def test_an_answer_that_comes_late_takes_the_page_to_no_step_before(browser: "Browser", play: Callable, tmp_path: Path):
    url, live = play(drawn(Shelf(tmp_path / "boards")))
    phone = Phone(browser, url, lambda _: None)
    browser.before_pages(HOLD_ONE_BACK)
    phone.enter(live.desk.access.pin)
    phone.at("look")
    browser.run("window.holds = true")
    browser.wait("Boolean(window.release)")
    phone.tap("Stop calibrating")
    phone.at("rest")
    browser.run("return window.release().then(() => new Promise(go => setTimeout(go)))")
    assert browser.run("return document.getElementById('workshop').dataset.step") == "rest"
