"""The club’s desk in a hurry and over a slow line: a second tap says nothing for others, what was typed stays."""

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from statements import ended
from test_club import NAMES, enter
from weak_line import weak

from companion.club.club import Club
from companion.club.hall import Hall
from companion.club.journal import ClubJournal
from companion.club.page import create_app
from companion.web.server import serve

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

FIELD = "document.querySelectorAll('#fold-' + arguments[0] + ' :is(select, input, textarea)')[arguments[1]]"
SUBMIT = "document.querySelector('#fold-' + arguments[0] + ' button')"
SAID = "document.getElementById('toast').textContent"
DOUBLE_S, LATER_S = 0.1, 0.7


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """An evening in its first round."""
    with closing(ClubJournal(tmp_path / "club.jsonl")) as journal:
        club = Club(journal, Hall(), range)
        for table in ("ash", "elm", "fir", "oak"):
            club.hear(table, "status", ended())
        club.begin(NAMES)
        club.draw()
        yield club


@pytest.fixture
def app(club: Club) -> Flask:
    return create_app(club, heartbeat_s=0.5)


@pytest.fixture
def desk(browser: "Browser", club: Club, app: Flask) -> Iterator["Browser"]:
    """A phone that knows the PIN, with every fold of its desk open."""
    browser.before_pages(weak())
    with closing(serve(app, "127.0.0.1")) as server:
        browser.open(server.url)
        enter(browser, club)
        browser.run("document.querySelectorAll('#controls details').forEach(fold => { fold.open = true; })")
        yield browser
        browser.open("about:blank")
    browser.complaints()


def choose(desk: "Browser", fold: str, place: int, value: str) -> None:
    """Choose or type something."""
    desk.run(
        f"const field = {FIELD}; field.value = arguments[2]; field.dispatchEvent(new Event('change'))",
        fold,
        place,
        value,
    )


def tap_twice(desk: "Browser", fold: str, after_s: float) -> None:
    """Tap the button of a fold, and again in the same place after so long."""
    desk.run(f"{SUBMIT}.scrollIntoView({{ block: 'center' }})", fold)
    desk.tap(f"#fold-{fold} button")
    time.sleep(after_s)
    desk.press_again()
    desk.lift()
    time.sleep(LATER_S)


def results(club: Club) -> list[tuple[int, int] | None]:
    return [meeting.result and meeting.result.lines for meeting in club.evening.rounds[0].meetings]


@pytest.mark.parametrize("after_s", [DOUBLE_S, LATER_S])
def test_whoever_taps_twice_sends_one_person_home(desk: "Browser", club: Club, after_s: float):
    choose(desk, "leaving", 0, "Cleo")
    tap_twice(desk, "leaving", after_s)
    assert club.evening.gone == {NAMES.index("Cleo")}


@pytest.mark.parametrize("after_s", [DOUBLE_S, LATER_S])
def test_whoever_taps_twice_keeps_one_result(desk: "Browser", club: Club, after_s: float):
    choose(desk, "result", 0, "2")
    choose(desk, "result", 2, "1")
    tap_twice(desk, "result", after_s)
    assert results(club) == [None, None, (1, 0), None]


def test_a_result_that_was_kept_a_second_time_over_a_slow_line_is_kept_once(desk: "Browser", club: Club):
    desk.run("line.held = ['result']")
    choose(desk, "result", 0, "2")
    tap_twice(desk, "result", LATER_S)
    assert desk.run("return line.asked.filter(path => path.includes('result')).length") == 1
    desk.wait("document.querySelector('.asking')")
    desk.run("line.held = []; line.kept.forEach(go => go())")
    desk.wait(f"{SAID} === 'Done.'")
    assert results(club) == [None, None, (0, 0), None]


def test_what_was_typed_and_chosen_stays_when_news_comes(desk: "Browser", club: Club):
    choose(desk, "begin", 0, "Xenia\nYves")
    choose(desk, "people", 0, "Zoe")
    choose(desk, "leaving", 0, "Ella")
    choose(desk, "result", 0, "2")
    choose(desk, "result", 1, "1")
    choose(desk, "result", 3, "2")
    club.report(1, 1, 0, (1, 0))
    desk.wait("document.querySelectorAll('#meetings .done').length === 1")
    typed = [("begin", 0), ("people", 0), ("leaving", 0), ("result", 0), ("result", 1), ("result", 3)]
    held = [desk.run(f"return {FIELD}.value", *where) for where in typed]
    assert held == ["Xenia\nYves", "Zoe", "Ella", "2", "1", "2"]


def test_a_result_that_was_chosen_is_none_of_the_next_round(desk: "Browser", club: Club):
    choose(desk, "result", 0, "2")
    for meeting in range(4):
        club.report(1, meeting, 0, (1, 0))
    club.draw()
    desk.wait("document.getElementById('round-title').textContent.startsWith('Round 2')")
    assert desk.run(f"return {FIELD}.value", "result", 0) == ""


def test_what_was_done_is_no_longer_typed(desk: "Browser", club: Club):
    choose(desk, "people", 0, "Zoe")
    desk.run(f"{SUBMIT}.click()", "people")
    desk.wait(f"{SAID} === 'Done.' && !{FIELD}.value", "people", 0)
    assert club.evening.entrants[-1] == "Zoe"


def test_what_was_refused_is_still_typed(desk: "Browser"):
    choose(desk, "people", 0, "Cleo")
    desk.run(f"{SUBMIT}.click()", "people")
    desk.wait(f"{SAID} && {SAID} !== 'Done.'")
    assert desk.run(f"return {FIELD}.value", "people", 0) == "Cleo"


def test_an_evening_that_another_phone_began_meanwhile_is_not_ended_unseen(desk: "Browser", club: Club):
    choose(desk, "begin", 0, "Xenia\nYves")
    desk.run(f"{FIELD}.focus()", "begin", 0)
    club.begin(["Uma", "Vera", "Willi"])
    desk.wait("document.getElementById('round').hidden")
    desk.run(f"{SUBMIT}.click()", "begin")
    desk.wait(f"{SAID}.startsWith('Another evening was begun')")
    assert club.evening.entrants == ("Uma", "Vera", "Willi")
    desk.wait("document.querySelectorAll('#fold-leaving option').length === 4")
    desk.run(f"{SUBMIT}.click()", "begin")
    desk.wait(f"{SAID} === 'Done.'")
    assert club.evening.entrants == ("Xenia", "Yves")


@pytest.mark.parametrize("typed", [False, True])
def test_a_page_on_which_something_is_typed_outlives_an_update(desk: "Browser", app: Flask, typed: bool):
    desk.wait("document.getElementById('link').textContent === 'live'")
    desk.run("window.stands = true")
    if typed:
        choose(desk, "begin", 0, "Xenia")
    time.sleep(0.6)  # the edition that is heard first is the page's own
    app.config["EDITION"] = "another"
    if typed:
        desk.wait("(document.querySelector('.alert-notice') || {}).innerText.includes('was updated')")
        assert desk.run(f"return {FIELD}.value", "begin", 0) == "Xenia"
    assert desk.wait("Boolean(window.stands) === arguments[0]", typed)


def test_the_page_of_one_table_comes_anew_after_an_update(desk: "Browser", app: Flask):
    desk.run("location.assign('/tables/ash')")
    desk.wait("document.getElementById('link').textContent === 'live' && document.querySelector('#one .card-turn')")
    desk.run("window.stands = true; return new Promise(go => setTimeout(go, 1000))")
    app.config["EDITION"] = "another"
    desk.run("window.dispatchEvent(new Event('online'))")  # its line is opened anew, as after every restart
    desk.wait("!window.stands && document.querySelector('#one .card-turn')")
