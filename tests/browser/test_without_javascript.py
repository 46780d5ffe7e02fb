"""A browser that runs no scripts: each page says that it needs them, and that of the table what is wrong there."""

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from test_every_page import NOTICES, PAGES, STATEMENT, game, live, server

from companion.referee.events import FaultFound, NoticeGiven

if TYPE_CHECKING:
    from collections.abc import Iterator

    from played_game import Game

    from companion.web import Live
    from companion.web.server import Server
    from tests.browser.conftest import Browser

__all__ = ["game", "live", "server"]
DEAD = "button, select, .board, .link, .past .turn"
TOLD = "return Array.from(document.querySelectorAll('noscript p'), e => e.innerText)"
FAULT = "Two chips were put on the board: take one back."


@pytest.fixture
def plain(browser: "Browser") -> "Iterator[Browser]":
    """The browser without scripts."""
    browser.devtools("Emulation.setScriptExecutionDisabled", {"value": True})
    yield browser
    browser.devtools("Emulation.setScriptExecutionDisabled", {"value": False})


@pytest.mark.parametrize("page", [page.partition("#")[0] for page, _ in PAGES])
def test_a_page_says_that_it_needs_scripts(plain: "Browser", server: "Server", game: "Game", page: str):
    game.tell()
    plain.open(server.url + page)
    assert plain.run(TOLD)[0].startswith("This page needs JavaScript")


@pytest.mark.parametrize("page", ["", "wall"])
def test_what_is_wrong_is_told_without_scripts_too(plain: "Browser", server: "Server", live: "Live", page: str):
    fault, notice = FaultFound("TWO_CHIPS", (3, 4), FAULT), NoticeGiven("NO_CAMERA", NOTICES["NO_CAMERA"])
    live.tell(replace(STATEMENT, fault=fault, notice=notice))  # type: ignore[type-var]
    plain.open(server.url + page)
    assert plain.run(TOLD)[1:] == [FAULT, NOTICES["NO_CAMERA"]]


@pytest.mark.parametrize("page", [page.partition("#")[0] for page, _ in PAGES])
def test_nothing_that_needs_scripts_is_shown_without_them(plain: "Browser", server: "Server", game: "Game", page: str):
    game.tell()
    plain.open(server.url + page)
    shown = f"return Array.from(document.querySelectorAll('{DEAD}')).filter(e => e.offsetParent)"
    assert plain.run(f"{shown}.map(e => e.outerHTML.slice(0, 80))") == []
