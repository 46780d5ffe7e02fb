"""What is wrong, what is asked and its answers, at every size: nothing lies upon them, and they hide nothing."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from played_game import LAYOUT, Game, enter
from shown_page import showing

from companion.referee.events import FaultFound, NoticeGiven, QuestionAsked, Setup, TeamLook
from companion.views.one_eyed_jack.status import Status, status_of
from companion.web import Live
from companion.web.server import serve

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

LOOKS = (TeamLook("R", "red"), TeamLook("B", "blue"), TeamLook("G", "green"))
NAMES = ("Ann", "Ben", "Cem", "Dora", "Emil", "Finn", "Gina", "Hans", "Ida", "Jan", "Kim", "Leo")
DIFFERS = FaultFound(
    "TABLE_DIFFERS",
    (23, 44),
    "The table differs from the game: C3 has a chip too many, and E5 has none. Put it back as it was, or accept it.",
)
ASKED = QuestionAsked(
    "What did Dora play: 7♦ on C4, 7♦ on H7, or the jack of hearts that takes the chip from D4 or E4?",
    ("r 7D@C4", "r 7D@H7", "r JHxD4", "r JHxE4"),
)
UNSEEN = NoticeGiven(
    "NO_CAMERA", "No picture of the table (the camera is unplugged). The game goes on with the next one."
)
UNCOVERED = """
const within = (e, hit) => hit && (e.contains(hit) || hit.contains(e));
return [...document.querySelectorAll(arguments[0])].every(e => {
  e.scrollIntoView({ block: 'end' });
  const r = e.getBoundingClientRect();
  const at = [.1, .5, .9].map(part => [r.left + r.width * .5, r.top + r.height * part]);
  return at.every(place => within(e, document.elementFromPoint(...place)));
})"""
APART = """
const end = document.querySelector('.alerts').getBoundingClientRect().bottom;
return [...document.querySelectorAll('#answers button')].every(e => {
  const r = e.getBoundingClientRect();
  return [1, 4, 8].every(up => !e.contains(document.elementFromPoint(r.left + r.width / 2, end - up)));
})"""
SHOWN = """
const box = one => document.querySelector(one).getBoundingClientRect(), alerts = box('.alerts');
const whole = [...document.querySelectorAll('.alert')].every(e => {
  return e.getBoundingClientRect().bottom <= alerts.bottom + 1 && e.scrollHeight <= e.clientHeight + 1;
});
return whole && ['.turn', '.score', '.table'].map(box).every(part => {
  return part.bottom <= alerts.top + 1 || part.top >= alerts.bottom - 1 && part.bottom <= innerHeight;
});"""


@pytest.fixture
def told(live: Live) -> Status:
    """Twelve play in three teams; something is wrong, and something is asked."""
    game = Game(live, Setup("my_rules N=12 T=3", LAYOUT, LOOKS, NAMES))
    game.play("r 7D@C4", "b 8D@D4", "g 9D@E4")
    return replace(status_of(game.tracking), fault=DIFFERS, question=ASKED)


@pytest.fixture
def url(live: Live, told: Status) -> Iterator[str]:
    live.tell(told)
    with closing(serve(showing(live), "127.0.0.1")) as server:
        yield server.url


def test_nothing_lies_upon_an_answer(page: "Browser", live: Live):
    enter(page, live.desk.access.pin)
    page.wait("document.querySelectorAll('#answers button').length === 6")
    for screen in [(740, 360), (1024, 768), (1280, 800), (1920, 1080)]:
        page.resized(*screen)
        assert page.run(UNCOVERED, "#answers button"), screen
        assert page.run(UNCOVERED, "#desk summary"), screen


def test_no_answer_touches_the_board(page: "Browser", live: Live):
    enter(page, live.desk.access.pin)
    page.wait("document.querySelectorAll('#answers button').length === 6")
    for screen in [(320, 568), (360, 640), (360, 740)]:
        page.resized(*screen)
        page.run("document.querySelector('.board').scrollIntoView({ block: 'start' })")
        narrow = "const box = document.querySelector('.alerts'); return box.scrollWidth <= box.clientWidth"
        assert page.run(narrow), screen
        for scrolled in range(0, 400, 12):
            page.run("document.querySelector('.alerts').scrollTop = arguments[0]", scrolled)
            assert page.run(APART), (screen, scrolled)


@pytest.mark.parametrize("notice", [None, UNSEEN], ids=["fault", "fault and notice"])
def test_what_is_wrong_hides_no_score_on_the_wall(
    page: "Browser", live: Live, told: Status, notice: NoticeGiven | None
):
    live.tell(replace(told, question=None, notice=notice))
    page.open(page.run("return location.origin") + "/wall")
    page.wait("document.querySelectorAll('#score li').length === 3 && document.querySelector('.alert')")
    for screen in [(820, 1180), (768, 1024), (1024, 768), (1280, 800), (1920, 1080)]:
        page.resized(*screen)
        assert page.run(SHOWN), screen
