"""What a phone makes of the walk through calibration, wherever it stands: a picture seen whole, words that stay."""

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from played_game import enter
from weak_line import FAST

from calibration.shelf import Shelf, ShelfError
from companion.views.walk import KnownBoard, Laying, WalkStatus
from companion.web import Live, Workshop, create_app
from companion.web.server import serve

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

SIZE_PX = (960, 720)
LOOKING = WalkStatus("look", size_px=SIZE_PX, suggested="Board 1")


NAMES = "[...document.querySelectorAll('.board-name')].map(one => one.textContent).join()"

OTHER_CHIPS = "[...document.querySelectorAll('#choices button')].find(b => b.textContent === 'Choose other chips')"


class Standing:
    """A guide whose walk stands where it is put, and which takes no name."""

    def __init__(self) -> None:
        self.walk = LOOKING
        self.named: list[tuple[str, bool]] = []
        self.went_back = 0

    def status(self) -> WalkStatus:
        """Where it was put."""
        return self.walk

    def at(self, number: int | None) -> AbstractContextManager[None]:
        """At any step."""
        return nullcontext(number)

    def table_jpeg(self) -> bytes:
        """A grey table."""
        return cv2.imencode(".jpg", np.full((*SIZE_PX[::-1], 3), 90, np.uint8))[1].tobytes()

    def back(self) -> None:
        """One step back was asked for."""
        self.went_back += 1

    def keep(self, name: str, replaces: bool = False) -> None:
        """The name is taken, or cannot be one."""
        self.named.append((name, replaces))
        raise ShelfError("there is a board called so already" if name == "Oak" else "that is not a name for a board")


@pytest.fixture
def guide() -> Standing:
    return Standing()


@pytest.fixture
def phone(browser: "Browser", live: Live, guide: Standing, tmp_path: Path) -> Iterator["Browser"]:
    """A phone that has entered the PIN, in the middle of the walk."""
    workshop = Workshop(guide, Shelf(tmp_path))  # type: ignore[arg-type]  # what is not asked here need not be there
    server = serve(create_app(live, heartbeat_s=0.5, workshop=workshop), "127.0.0.1")
    browser.open(f"{server.url}calibrate")
    enter(browser, live.desk.access.pin, "#door")
    browser.wait("document.getElementById('workshop').dataset.step === 'look'")
    yield browser
    server.close()


def test_a_name_that_is_refused_stays_to_be_mended(phone: "Browser", guide: Standing):
    guide.walk = replace(LOOKING, step="name")
    phone.wait("document.querySelector('#choices input')")
    for name, refused, answer in (("Kitchen/Oak", "not a name", "Save and use it"), ("Oak", "already", "Replace")):
        phone.run(
            "const i = document.querySelector('#choices input'); i.focus(); i.value = arguments[0];"
            "i.dispatchEvent(new Event('input')); i.form.requestSubmit()",
            name,
        )
        phone.wait("document.getElementById('desk-said').textContent.includes(arguments[0])", refused)
        phone.wait("document.querySelector('#choices .main').textContent.includes(arguments[0])", answer)
        assert phone.run("return document.activeElement.value") == name
    phone.run("document.querySelector('#choices form').requestSubmit()")
    phone.wait("document.getElementById('desk-said').textContent.includes('already')")
    assert guide.named[-1] == ("Oak", True)


def test_a_walk_that_a_start_of_the_program_forgot_is_said_to_be_over_for_that_too(phone: "Browser", guide: Standing):
    guide.walk = WalkStatus("rest")
    phone.wait("document.getElementById('desk-said').textContent.endsWith('or the program was started again.')")


@pytest.mark.parametrize("learnt", [False, True])
def test_chips_that_were_learnt_are_forgotten_only_when_that_is_said_twice(
    phone: "Browser", guide: Standing, learnt: bool
):
    guide.walk = replace(LOOKING, step="chips", chips=(Laying("R", (7,), learnt), Laying("B", (8,), False)))
    phone.wait(OTHER_CHIPS)
    phone.run(f"{OTHER_CHIPS}.click()")
    if learnt:
        phone.wait("document.querySelector('.asked').textContent.includes('chips learnt so far are forgotten')")
        assert guide.went_back == 0
        phone.run("document.querySelector('.asked .main').click()")
    phone.wait("!document.querySelector('.asked:not([hidden])')")
    deadline = time.monotonic() + 10
    while not guide.went_back and time.monotonic() < deadline:
        time.sleep(0.02)
    assert guide.went_back == 1


def test_the_table_is_seen_whole_on_a_phone_that_lies_on_its_side(phone: "Browser"):
    phone.wait("document.getElementById('picture').naturalWidth > 1")
    box = "document.getElementById('sight').getBoundingClientRect()"
    for screen in [(640, 360), (740, 360), (932, 430)]:
        phone.resized(*screen)
        assert 0.7 * screen[1] <= phone.run(f"return {box}.height") <= screen[1], screen


def test_no_step_is_wider_than_the_smallest_phone_with_letters_of_twice_the_size(phone: "Browser", guide: Standing):
    phone.screen(320, 640)
    phone.run("document.documentElement.style.fontSize = '200%'")
    for step in ("look", "cards", "name"):
        guide.walk = replace(LOOKING, step=step)
        phone.wait("document.getElementById('workshop').dataset.step === arguments[0]", step)
        assert phone.run("return document.documentElement.scrollWidth") <= 320


def test_a_picture_that_comes_over_a_very_slow_line_is_seen(phone: "Browser", guide: Standing):
    at_once = guide.table_jpeg
    guide.table_jpeg = lambda: time.sleep(1.2) or at_once()  # type: ignore[method-assign]  # 24 s of a page's fast clock
    phone.before_pages(FAST)
    phone.run("location.reload()")
    phone.wait("document.getElementById('picture').naturalWidth > 1 && !document.getElementById('picture').hidden")


def test_what_is_tapped_while_the_boards_are_asked_for_once_more_stays(browser: "Browser", live: Live, guide: Standing):
    guide.walk, asked = WalkStatus("rest"), []

    def known() -> tuple[KnownBoard, ...]:
        asked.append(len(asked))
        if len(asked) == 2:
            time.sleep(1.0)  # the page asks again once it knows where the walk stands
        return (KnownBoard("Elm", chosen=False, own=True), KnownBoard("Oak", chosen=True, own=True))

    boards = SimpleNamespace(known=known, chosen="Oak")
    with closing(serve(create_app(live, workshop=Workshop(guide, boards)), "127.0.0.1")) as server:  # type: ignore[arg-type]  # so much of a shelf is asked
        browser.open(f"{server.url}calibrate")
        enter(browser, live.desk.access.pin, "#door")
        browser.wait(f"{NAMES} === 'Elm,★ Oak'")
        browser.run("document.querySelector('[aria-label=\"Rename: Elm\"]').click()")
        time.sleep(2.0)
        assert len(asked) > 1
        browser.wait("document.activeElement.value === 'Elm'")
        browser.open("about:blank")


def test_a_phone_at_rest_sees_what_others_do_to_the_boards_and_keeps_what_it_was_asked(
    browser: "Browser", live: Live, guide: Standing
):
    guide.walk = WalkStatus("rest")
    oak, elm, ash = (KnownBoard(name, name == "Oak", own=True) for name in ("Oak", "Elm", "Ash"))
    boards = SimpleNamespace(known=lambda: lying, chosen="Oak")
    lying = (elm, oak)
    with closing(serve(create_app(live, workshop=Workshop(guide, boards)), "127.0.0.1")) as server:  # type: ignore[arg-type]  # so much of a shelf is asked
        browser.open(f"{server.url}calibrate")
        enter(browser, live.desk.access.pin, "#door")
        browser.wait(f"{NAMES} === 'Elm,★ Oak'")
        browser.run("document.querySelector('[aria-label=\"Rename: Elm\"]').click()")
        browser.run("document.querySelector('#boards input').value = 'Tall'")
        lying = (ash, elm, replace(oak, name="Old oak"))
        browser.wait(f"{NAMES} === 'Ash,Elm,★ Old oak'")
        assert browser.run(
            "return [document.activeElement.value, document.getElementById('desk-said').textContent]"
        ) == ["Tall", ""]
        lying = (ash, replace(oak, name="Old oak"))
        browser.wait(f"{NAMES} === 'Ash,★ Old oak'")
        assert browser.run("return [document.activeElement.id, document.getElementById('desk-said').textContent]") == [
            "shelf-title",
            "Another phone changed this board.",
        ]
        browser.open("about:blank")
