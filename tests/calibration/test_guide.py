"""The walk as phones take it: long work beside the frame loop, answers at the wrong step refused, nothing half done."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from held_sight import WAIT_S, HeldSight

from calibration import walk
from calibration.board_finder import Tap
from calibration.guide import WalkGuide
from calibration.profile import Profile
from calibration.shelf import Shelf, ShelfError
from calibration.steps import Progress
from calibration.walk import Found
from companion.errors import CalibrationError, CameraError
from companion.ports import CalibrationGuide as GuidePort
from companion.views.walk import WalkStatus
from companion.vision.frame import Image
from hardware.drawn_table import drawn_layout, frame_from_board
from hardware.virtual_table import VirtualTable


@pytest.fixture(scope="module")
def looked() -> dict[tuple[object, ...], Found]:
    """What was found in which pictures."""
    return {}


@pytest.fixture(autouse=True)
def find_once(monkeypatch: pytest.MonkeyPatch, looked: dict[tuple[object, ...], Found]) -> None:
    """In the same pictures, with the same taps, the board is looked for once for all tests: it takes the longest."""
    find = walk.find

    def once(empty_bgr: Image, still_bgr: Image, taps: Sequence[Tap], progress: Progress) -> Found:
        key = empty_bgr.tobytes(), still_bgr.tobytes(), tuple(taps)
        if key not in looked:
            looked[key] = find(empty_bgr, still_bgr, taps, progress)
        return looked[key]

    monkeypatch.setattr(walk, "find", once)


@pytest.fixture
def viewfinder(table: VirtualTable) -> Iterator[HeldSight]:
    table.clear()
    held = HeldSight(table)
    yield held
    held.let.set()


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


@pytest.fixture
def guide(viewfinder: HeldSight, shelf: Shelf) -> WalkGuide:
    return WalkGuide(viewfinder, shelf)


def done(guide: GuidePort) -> WalkStatus:
    """The status once nothing is worked out any more."""
    end = time.monotonic() + WAIT_S
    while guide.status().doing is not None:
        assert time.monotonic() < end
        time.sleep(0.01)
    return guide.status()


def refused(act: Callable[[], None], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        act()


def test_a_board_is_learnt_named_and_played_on(guide: WalkGuide, viewfinder: HeldSight, shelf: Shelf, profile: Profile):
    assert (guide.status().step, guide.table_jpeg(), guide.busy) == ("rest", None, False)
    guide.begin()
    assert guide.status().size_px == (960, 720)
    guide.look([viewfinder.table.top_left_px])
    status = done(guide)
    assert (status.step, status.layout, status.complaint) == ("cards", drawn_layout(), None)
    assert len(status.crossings) == len(status.crossings[0]) == 11
    assert cv2.imdecode(np.frombuffer(guide.board_jpeg(), np.uint8), 1).shape == (720, 720, 3)
    guide.name_card(12, "7D")
    assert guide.status().named == (12,)
    with pytest.raises(CalibrationError, match="no chips are called 'Q'"):
        guide.accept_cards("RQ")
    guide.accept_cards("GW")
    assert [chip.letter for chip in guide.status().chips] == ["G", "W"]
    guide.back()
    assert (guide.status().step, guide.status().named) == ("cards", (12,))
    guide.name_card(12, drawn_layout()[12])
    guide.accept_cards("RB")
    assert guide.scene.squares == guide.status().pointed == (21, 78)
    refused(lambda: guide.look([(1.0, 1.0)]), "another step")
    for letter in "RB":
        for square in guide.status().pointed:
            viewfinder.table.put(square, letter)
        guide.chips_lie()
        done(guide)
    assert guide.status().step == "name"
    refused(lambda: guide.keep("a/b", False), "not a name for a board")
    shelf.keep("Oak", profile)
    with pytest.raises(ShelfError, match="already"):
        guide.keep("Oak", False)
    guide.keep("Oak", replaces=True)
    assert (shelf.chosen, guide.busy) == ("Oak", False)
    assert shelf.profile().layout == drawn_layout()
    assert shelf.profile().locks == viewfinder.locks()


def lay(guide: WalkGuide, viewfinder: HeldSight, letter: str) -> WalkStatus:
    """Where the walk stands once chips of this colour were laid where it points."""
    for square in guide.status().pointed:
        viewfinder.table.put(square, letter)
    guide.chips_lie()
    return done(guide)


def test_the_same_chips_laid_twice_are_told_at_once_and_put_right_without_beginning_again(
    guide: WalkGuide, viewfinder: HeldSight
):
    viewfinder.table = VirtualTable("RBG", lambda: 0.0, lambda _: None)
    viewfinder.table.clear()
    guide.begin()
    guide.look([viewfinder.table.top_left_px])
    done(guide)
    guide.accept_cards("RBG")
    assert lay(guide, viewfinder, "R").remarks == ()
    told = lay(guide, viewfinder, "R")
    assert (told.step, told.grade) == ("chips", "poor")
    assert [remark.finding for remark in told.remarks] == ["red and blue look alike in this light"]
    assert lay(guide, viewfinder, "G").step == "name"
    guide.back()
    assert (guide.status().step, guide.status().pointed) == ("chips", (26, 73))
    for square in (23, 76):
        viewfinder.table.put(square, "B")
    guide.chips_lie()
    assert next(remark for remark in done(guide).remarks if remark.topic == "Chips").grade == "good"
    guide.back()
    guide.back()
    assert guide.status().step == "cards"


def test_a_chip_left_on_the_empty_board_is_told_once_the_first_of_its_colour_are_known(
    guide: WalkGuide, viewfinder: HeldSight
):
    viewfinder.table.put(44, "R")
    guide.begin()
    guide.look([viewfinder.table.top_left_px])
    done(guide)
    guide.accept_cards("RB")
    told = lay(guide, viewfinder, "R")
    assert (told.step, told.grade) == ("chips", "poor")
    assert [remark.finding for remark in told.remarks] == [
        "a chip seems to have lain on E5 when the empty board was looked at"
    ]


def test_an_answer_to_the_chips_before_is_not_one_to_those_asked_for_now(guide: WalkGuide, viewfinder: HeldSight):
    guide.begin()
    guide.look([viewfinder.table.top_left_px])
    before = done(guide).number
    guide.name_card(12, "7D")
    assert guide.status().number == before
    guide.accept_cards("RB")
    red = guide.status().number
    blue = lay(guide, viewfinder, "R")
    assert (before < red < blue.number, blue.pointed) == (True, (23, 76))

    def late() -> None:
        with guide.at(red):
            guide.chips_lie()

    refused(late, "another step")
    assert guide.status() == blue
    with guide.at(blue.number):
        guide.chips_lie()
    assert "no blue chip on" in done(guide).complaint.lower()
    assert guide.status().number == blue.number
    with guide.at(None):
        guide.leave()


@pytest.mark.parametrize("order", ["BR", "RB"])
def test_chips_played_with_last_come_first_and_what_ends_the_game_is_told_before_it_does(
    guide: WalkGuide, viewfinder: HeldSight, shelf: Shelf, profile: Profile, order: str
):
    guide.begin()
    assert guide.status().usual == ("R", "B")
    shelf.keep("Oak", replace(profile, chips={letter: profile.chips[letter] for letter in "BR"}))
    shelf.choose("Oak")
    assert guide.status().usual == ("B", "R")
    guide.look([viewfinder.table.top_left_px])
    done(guide)
    guide.accept_cards(order)
    for letter in order:
        assert not guide.status().ends_game
        for square in guide.status().pointed:
            viewfinder.table.put(square, letter)
        guide.chips_lie()
        done(guide)
    assert (guide.status().step, guide.status().ends_game) == ("name", order != "BR")


def test_nothing_may_be_asked_while_something_is_worked_out_and_leaving_forgets_it(
    guide: WalkGuide, viewfinder: HeldSight
):
    viewfinder.let.clear()
    guide.begin()
    guide.look([(1.0, 1.0)])
    assert guide.status().doing == "taking a picture"
    for act in (guide.begin, guide.chips_lie, lambda: guide.look([(1.0, 1.0)]), lambda: guide.name_card(5, "7D")):
        refused(act, "it is still taking a picture; wait a moment")
    guide.leave()
    guide.begin()
    viewfinder.let.set()
    time.sleep(0.05)
    assert (guide.status().step, guide.status().doing) == ("look", None)


@pytest.mark.parametrize(
    ("trouble", "words"), [(CameraError("no cable"), "no cable"), (RuntimeError("boom"), "the program failed")]
)
def test_whatever_goes_wrong_is_told_and_the_step_before_still_stands(
    guide: WalkGuide, viewfinder: HeldSight, trouble: Exception, words: str
):
    viewfinder.fails = trouble
    guide.begin()
    guide.look([(1.0, 1.0)])
    status = done(guide)
    assert status.step == "look"
    assert words in status.complaint
    guide.begin()
    assert guide.status().complaint is None


def test_answers_at_the_wrong_step_are_refused(guide: WalkGuide):
    for act in (guide.chips_lie, guide.back, lambda: guide.accept_cards("RB"), lambda: guide.keep("Oak", False)):
        refused(act, "another step")
    guide.begin()
    for act in (guide.chips_lie, guide.back, lambda: guide.accept_cards("RB"), lambda: guide.keep("Oak", False)):
        refused(act, "another step")


def test_a_walk_is_idle_from_when_no_phone_asks_any_more(guide: WalkGuide):
    guide.begin()
    guide.status()
    assert [guide.idle_s(now_s) for now_s in (100.0, 130.0)] == [0.0, 30.0]
    guide.status()
    assert guide.idle_s(200.0) == 0.0


def test_a_board_in_use_that_is_tapped_at_another_corner_is_told_before_its_game_ends(
    guide: WalkGuide, viewfinder: HeldSight, shelf: Shelf, profile: Profile
):
    shelf.keep("Oak", profile)
    shelf.choose("Oak")
    guide.begin()
    guide.look([viewfinder.table.top_left_px])
    assert not [remark for remark in done(guide).remarks if remark.topic == "Board"]
    guide.name_card(12, "7D")
    told = [remark for remark in guide.status().remarks if remark.topic == "Board"]
    assert told[0].finding.startswith("other cards than on the board in use were read on ")
    assert "C2" in told[0].finding
    guide.begin()
    right, top = frame_from_board(np.array([[10.0, 0.0]]))[0].tolist()
    guide.look([(right, top)])
    told = [remark for remark in done(guide).remarks if remark.topic == "Board"]
    assert told[0].finding == "this is the board in use, but another corner was tapped"
    assert told[0].remedy.endswith("begin again, and tap the corner at the top left of the picture.")
    others = iter(sorted(card for card in profile.layout if card != "JK"))
    shelf.keep("Elm", replace(profile, layout=tuple(card if card == "JK" else next(others) for card in profile.layout)))
    shelf.choose("Elm")
    guide.begin()
    guide.look([viewfinder.table.top_left_px])
    assert not [remark for remark in done(guide).remarks if remark.topic == "Board"]
