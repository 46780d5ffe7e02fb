"""The companion is updated under an open page: what is kept at the table comes anew, and what was typed is not lost."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from played_game import Game, enter
from test_calibrating_on_a_phone import Standing

from calibration.shelf import Shelf
from companion.web import Live, Workshop, create_app
from companion.web.drawn_table import add_drawn_table
from companion.web.server import serve
from hardware.virtual_table import VirtualTable

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

SAID = "(document.querySelector('.alerts') || { innerText: '' }).innerText"


@pytest.fixture
def app(live: Live, game: Game, tmp_path: Path) -> Flask:  # noqa: ARG001 (the game is told before anybody looks)
    workshop = Workshop(Standing(), Shelf(tmp_path))  # type: ignore[arg-type]  # what is not asked need not be there
    app = create_app(live, heartbeat_s=0.1, workshop=workshop)
    add_drawn_table(app, VirtualTable("RB", lambda: 0.0, lambda _: None))
    return app


@pytest.fixture
def phone(browser: "Browser", app: Flask, live: Live) -> Iterator["Browser"]:
    """A phone that speaks for the table."""
    with closing(serve(app, "127.0.0.1")) as server:
        browser.open(server.url)
        enter(browser, live.desk.access.pin)
        browser.wait("document.querySelectorAll('#desk button').length > 3")
        yield browser
        browser.open("about:blank")


def opened(phone: "Browser", page: str, ready: str) -> None:
    phone.run("location.assign(arguments[0])", f"/{page}")
    phone.wait(f"location.pathname === arguments[0] && {ready}", f"/{page}")
    phone.run("window.stands = true")


@pytest.mark.parametrize(
    ("page", "ready"),
    [
        ("drawn/", "document.getElementById('said').textContent.includes('to play')"),
        ("calibrate", "document.getElementById('workshop').dataset.step === 'look'"),
    ],
)
def test_a_page_on_which_nothing_is_typed_comes_anew(phone: "Browser", app: Flask, page: str, ready: str):
    opened(phone, page, ready)
    app.config["EDITION"] = "another"
    phone.wait(f"!window.stands && {ready}")


@pytest.mark.parametrize(
    ("page", "asks", "loses"),
    [("new", "#start", False), ("position", "#again", True)],
)
def test_a_page_on_which_something_is_typed_says_so(phone: "Browser", app: Flask, page: str, asks: str, loses: bool):
    opened(phone, page, "!document.getElementById('start').disabled")
    app.config["EDITION"] = "another"
    phone.run("document.querySelector(arguments[0]).click()", asks)
    phone.wait(f"{SAID}.includes('was updated')")
    assert phone.run("return window.stands && document.querySelectorAll('.alerts').length") == 1
    assert ("is then lost" in phone.run(f"return {SAID}")) == loses
