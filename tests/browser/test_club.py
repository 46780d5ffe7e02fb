"""The club's page in a real browser: who waits for help stands first, hostile tables do no harm, a plan is played."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from statements import begun, changed, ended, opening, pile, whole_game

from companion.club.club import Club
from companion.club.hall import Hall
from companion.club.journal import ClubJournal
from companion.club.page import create_app
from companion.web.server import serve

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

WALL, PHONE = (1920, 1080), (360, 740)
NAMES = ["Annika", "Benno", "Cleo", "Dan", "Ella", "Fred", "The Extraordinarily Long-Named of Ours", "Hans", "Ida"]
TABLES = ("ash", "elm", "fir", "oak", "yew")
FAULT = {"code": "X", "squares": [33], "message": "7♦ belongs on C4 or H7, not D4. Move the chip."}
QUESTION = {"text": "Was it the 7♦?", "candidates": [], "words": [], "teams": []}
EVIL = "<img src=x onerror=document.title='owned'><script>document.title='owned'</script>"
ORDER = "[...document.querySelectorAll('#tables .card-name')].map(e => e.textContent).join()"


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    journal = ClubJournal(tmp_path / "club.jsonl")
    club = Club(journal, Hall(), range)
    for number, table in enumerate(TABLES):
        club.hear(table, "status", opening(3 + number)[20 + number])
    yield club
    journal.close()


@pytest.fixture
def url(club: Club) -> Iterator[str]:
    server = serve(create_app(club, heartbeat_s=0.5), "127.0.0.1")
    yield server.url
    server.close()


@pytest.fixture
def hall(browser: "Browser", url: str) -> Iterator["Browser"]:
    """The page on the wall."""
    browser.screen(*WALL)
    browser.open(url)
    browser.wait("document.querySelectorAll('#tables .card').length === 5")
    yield browser
    assert [words for words in browser.complaints() if "status of 40" not in words] == []


def enter(page: "Browser", club: Club) -> None:
    """The PIN, as a person enters it."""
    page.wait("document.querySelector('#controls summary')")
    page.run("document.querySelector('#controls details').open = true")
    page.run("document.querySelector('[name=pin]').value = arguments[0]", club.hall.desk.access.pin)
    page.run("document.querySelector('#controls form').requestSubmit()")
    page.wait("document.querySelector('#fold-begin')")


def test_who_waits_for_help_stands_first_and_longest_waiting_before_all(hall: "Browser", club: Club):
    assert hall.run(f"return {ORDER}") == "ash,elm,fir,oak,yew"
    club.hear("yew", "status", changed(begun(), question=QUESTION))
    hall.wait(f"{ORDER} === 'yew,ash,elm,fir,oak'")
    club.hear("oak", "status", changed(begun(), fault=FAULT))
    club.hear("elm", "availability", "offline")
    club.hear("fir", "status", "nonsense")
    hall.wait(f"{ORDER} === 'yew,oak,fir,elm,ash'")
    words = hall.run("return [...document.querySelectorAll('.card-trouble')].map(e => e.textContent)")
    assert words[:2] == ["Was it the 7♦?", FAULT["message"]]
    assert words[2].startswith("Sends what is no statement: ")
    assert words[3] == "Not connected"
    club.hear("yew", "status", begun())
    club.hear("oak", "status", begun())
    hall.wait(f"{ORDER} === 'fir,elm,ash,oak,yew'")


def test_a_tap_shows_a_table_large_and_it_goes_on_there(hall: "Browser", club: Club):
    club.begin(NAMES[:2])
    club.draw()
    hall.run("document.querySelector('#tables a').click()")
    hall.wait("location.pathname === '/tables/ash' && document.querySelector('#one .card-board')")
    here = "document.getElementById('here').textContent"
    assert hall.run(f"return {here}").endswith("Benno. Annika begins.")
    said = whole_game(3)
    club.hear("ash", "status", said[-1])
    hall.wait(
        "document.querySelector('#one .card-turn').textContent === arguments[0]", json.loads(said[-1])["headline"]
    )
    assert hall.run("return document.querySelectorAll('#turns li').length") == 8
    hall.wait(f"{here}.includes('The game of this round is over: ')")
    club.hear("ash", "status", "")
    hall.wait("document.getElementById('trouble').textContent === 'This table is no longer heard of.'")


def test_whatever_a_table_says_is_shown_as_words_and_done_by_nobody(hall: "Browser", club: Club):
    fault = {"code": "X", "squares": [], "message": EVIL}
    teams = [{**team, "players": [EVIL]} for team in json.loads(begun())["teams"]]
    club.hear("ash", "status", changed(begun(), headline=EVIL, fault=fault, teams=teams))
    hall.wait("document.querySelector('.card-trouble')")
    assert hall.run("return document.querySelector('.card-trouble').textContent") == EVIL
    assert "owned" not in hall.run("return document.title")
    assert hall.run("return document.querySelectorAll('main img[src=x], main script').length") == 0


def test_an_evening_is_planned_drawn_and_put_right_on_the_page(hall: "Browser", club: Club):
    enter(hall, club)
    hall.run("document.querySelector('#fold-begin textarea').value = arguments[0]", "\n".join(NAMES))
    hall.run("document.querySelector('#fold-begin form').requestSubmit()")
    hall.wait("document.querySelector('#controls .row .main')")
    hall.run("document.querySelector('#controls .row .main').click()")
    hall.wait("document.querySelectorAll('#meetings li').length === 4")
    assert len(club.evening.rounds) == 1
    meeting = club.evening.rounds[0].meetings[0]
    club.hear(meeting.table, "status", ended())
    hall.wait("document.querySelectorAll('#meetings .done').length === 1")
    hall.wait("document.querySelector('#fold-result')")
    hall.run("document.querySelector('#fold-result select').value = '1'")
    hall.run("document.querySelector('#fold-result select').dispatchEvent(new Event('change'))")
    hall.run("document.querySelectorAll('#fold-result select')[1].value = '2'")
    hall.run("document.querySelector('#fold-result form').requestSubmit()")
    hall.wait("document.querySelectorAll('#meetings .done').length === 2")
    result = club.evening.rounds[0].meetings[1].result
    assert result is not None
    assert result.points == (1, 1)


def test_a_phone_says_where_its_owner_sits_and_remembers_who_that_is(hall: "Browser", url: str, club: Club):
    club.begin(NAMES)
    club.draw()
    meeting = club.evening.rounds[0].meetings[2]
    first, second = (NAMES[each] for each in meeting.pair)
    hall.screen(*PHONE)
    hall.wait("document.querySelectorAll('#who option').length === 10")
    hall.run("const w = document.getElementById('who'); w.value = arguments[0]; w.onchange()", first)
    words = f"Table {meeting.table}, against {second}. You begin."
    assert hall.run("return document.getElementById('mine').textContent") == words
    hall.open(url)
    hall.wait("document.getElementById('mine').textContent === arguments[0]", words)


def test_names_that_are_written_from_the_right_stand_beside_their_own_result(hall: "Browser", club: Club):
    club.begin(["אבגד", "הוזח"])
    club.draw()
    hall.wait("document.querySelector('.meeting-sides')")
    first, second = hall.run(
        "return [...document.querySelector('.meeting-sides').children].filter(e => e.className !== 'against')"
        ".map(e => [e.textContent, e.getBoundingClientRect().left])"
    )
    assert [first[0], second[0]] == ["אבגד", "הוזח"]
    assert first[1] < second[1]


def test_nobody_stumbles_over_any_of_it(hall: "Browser", url: str, club: Club, look: Callable[[str], None]):
    club.begin(NAMES)
    club.draw()
    club.hear("oak", "status", changed(begun(), fault=FAULT))
    club.hear("yew", "status", changed(begun(), question=QUESTION))
    club.hear("elm", "availability", "offline")
    club.hear("fir", "status", "nonsense")
    club.hear("pile", "status", pile())
    club.report(1, 0, 0, (2, 1))
    club.hall.trouble_is("The broker cannot be reached: it does not answer.")
    hall.wait("document.querySelectorAll('#meetings .done').length === 1")
    look("club")
    enter(hall, club)
    look("club-desk")
    hall.open(f"{url}tables/oak")
    hall.wait("document.querySelector('#one .card-trouble')")
    look("club-table")


def test_the_way_in_is_on_the_wall_however_many_play(hall: "Browser", club: Club):
    for each in range(20):
        club.hear(f"table-{each}", "status", opening(3)[10])
    club.begin([f"Player {each}" for each in range(1, 41)])
    club.draw()
    hall.wait("document.querySelectorAll('#standings tbody tr').length === 40")
    hall.wait("!document.getElementById('round').hidden")  # entrants may be shown before their round is drawn
    hall.wait("!document.getElementById('pin').hidden")
    for part in (".join img", "#pin", "#round-title"):
        low = hall.run("return document.querySelector(arguments[0]).getBoundingClientRect().bottom", part)
        assert 0 < low <= WALL[1], part


def test_of_a_long_message_no_line_shows_in_part(hall: "Browser", club: Club):
    for each in range(20):
        club.hear(f"table-{each}", "status", opening(3)[10])
    club.hear("ash", "status", changed(begun(), fault={**FAULT, "message": "It is not your turn. " * 12}))
    hall.wait("document.querySelector('#tables.many .card-trouble')")
    assert (
        hall.run("""
        const box = document.querySelector('.card-trouble'), text = document.createRange();
        text.selectNodeContents(box);
        const seen = box.getBoundingClientRect().top + box.clientTop + box.clientHeight;
        const tops = [...new Set([...text.getClientRects()].map(line => line.top + 2))];
        return tops.filter(top => top < seen).length""")
        == 4
    )


@pytest.mark.parametrize("number", [20, 100])
def test_many_tables_are_all_there_and_nothing_is_wider_than_the_screen(hall: "Browser", club: Club, number: int):
    for each in range(number):
        club.hear(f"table-{each}", "status", opening(3 + each % 5)[10 + each % 20])
    hall.wait("document.querySelectorAll('#tables .card').length === arguments[0]", number + 5)
    for screen in (WALL, PHONE):
        hall.screen(*screen)
        assert hall.run("return document.documentElement.scrollWidth <= innerWidth")


def test_standings_are_no_wider_than_the_smallest_phone_with_letters_of_twice_the_size(hall: "Browser", club: Club):
    club.begin(NAMES)
    club.draw()
    hall.screen(320, 568)
    hall.run("document.documentElement.style.fontSize = '200%'")
    hall.wait("document.querySelectorAll('#standings tbody tr').length === 9")
    assert hall.run("return document.documentElement.scrollWidth") <= 320
