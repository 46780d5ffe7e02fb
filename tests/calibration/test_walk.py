"""The walk goes from step to step, and says what is wrong with an answer that cannot be."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration import walk
from calibration.quality import Grade
from calibration.trial import chips_read
from calibration.walk import ChipsLaid, Found, Learnt
from companion.errors import CalibrationError
from companion.games.one_eyed_jack.layout import Layout, parse_layout
from companion.vision.frame import Image
from hardware.drawn_table import drawn_layout
from hardware.virtual_table import VirtualTable


@pytest.fixture
def laid(found: Found) -> ChipsLaid:
    return walk.accept(found, "RB", {})


def look(laid: ChipsLaid, bgr: Image) -> ChipsLaid | Learnt:
    return walk.look_at_chips(laid, bgr, lambda _: None)


def card_layout(found: Found) -> Layout:
    return parse_layout(" ".join(found.reading.layout))


def test_one_tap_finds_the_board_and_reads_its_cards(found: Found, told: list[str]):
    assert found.reading.layout == drawn_layout()
    assert told[0] == "looking for the board"
    assert "reading the cards" in told


def test_four_taps_find_it_too(table: VirtualTable, found: Found):
    corners = found.play.geometry.image_from_board(np.array([[0, 0], [10, 0], [10, 10], [0, 10.0]]))
    again = walk.find(table.play_still({}), table.still(), [tuple(each) for each in corners + 6], lambda _: None)
    assert again.reading.layout == drawn_layout()


def test_a_table_without_a_board_is_refused_with_what_to_do(table: VirtualTable):
    bare = np.full_like(table.play_still({}), 120)
    with pytest.raises(CalibrationError, match="tap all four corners"):
        walk.find(bare, bare, [(10.0, 10.0)], lambda _: None)


def test_cards_in_the_corners_are_said_until_the_board_has_its_name(found: Found):
    cornered = replace(found, seen=replace(found.seen, cornered=(9,)))
    for later in (walk.name_card(cornered, 12, found.reading.layout[12]), walk.accept(cornered, "RB", {}).found):
        assert [verdict.topic for verdict in later.verdicts if verdict.grade is not Grade.GOOD] == ["Corners"]


def test_a_card_that_a_person_names_stands_and_the_others_are_settled_around_it(found: Found):
    swapped = next(square for square in range(1, 99) if found.reading.layout[square] != found.reading.layout[12])
    code = found.reading.layout[swapped]
    named = walk.name_card(found, 12, code)
    assert named.reading.layout[12] == code
    assert card_layout(named).problems() == ()
    assert 12 not in named.reading.doubtful
    again = walk.name_card(named, 12, found.reading.layout[12])
    assert again.reading.layout == found.reading.layout


def test_a_doubtful_square_that_is_named_is_doubtful_no_longer(found: Found):
    blurred = found.seen.log_probabilities.copy()
    blurred[33] = np.log(1 / 48)
    blurred[34] = np.log(1 / 48)
    unsure = replace(found, seen=replace(found.seen, log_probabilities=blurred))
    first = walk.name_card(unsure, 12, found.reading.layout[12])
    assert {33, 34} <= set(first.reading.doubtful)
    second = walk.name_card(first, 33, found.reading.layout[33])
    assert 33 not in second.reading.doubtful
    assert second.reading.layout == drawn_layout()


@pytest.mark.parametrize(
    ("square", "code", "complaint"), [(0, "7D", "corners are jokers"), (5, "JD", "JD is on no board"), (5, "x", "x")]
)
def test_what_lies_on_no_board_cannot_be_named(found: Found, square: int, code: str, complaint: str):
    with pytest.raises(CalibrationError, match=complaint):
        walk.name_card(found, square, code)


def test_a_card_cannot_lie_on_three_squares(found: Found):
    thrice = walk.name_card(walk.name_card(found, 1, "7D"), 2, "7D")
    with pytest.raises(CalibrationError, match=r"7D is on B1 and C1 already.* or glue .. here if 7D"):
        walk.name_card(thrice, 3, "7D")


@pytest.mark.parametrize("letters", ["", "R", "RR", "RBGYWKO"])
def test_there_are_two_to_six_teams_with_chips_of_their_own(found: Found, letters: str):
    with pytest.raises(CalibrationError, match="2 to 6 teams"):
        walk.accept(found, letters, {})


def test_cards_that_were_accepted_are_doubtful_no_more(found: Found):
    unsure = replace(found, reading=replace(found.reading, doubtful=(3, 4, 5)))
    assert walk.accept(unsure, "RB", {}).found.reading.doubtful == ()


def test_chips_are_laid_one_team_after_the_other_and_then_all_is_learnt(table: VirtualTable, laid: ChipsLaid):
    chips = {square: letter for letter, squares in laid.wanted.items() for square in squares}
    after = look(laid, table.play_still(dict.fromkeys(laid.wanted["R"], "R")))
    assert isinstance(after, ChipsLaid)
    assert after.known == ("R",)
    learnt = look(after, table.play_still(chips))
    assert isinstance(learnt, Learnt)
    assert list(learnt.profile.chips) == ["R", "B"]
    assert learnt.profile.layout == drawn_layout()
    assert {verdict.topic: verdict.grade.value for verdict in learnt.verdicts}["Chips"] == "good"


def test_a_chip_that_is_not_there_is_asked_for_again(table: VirtualTable, laid: ChipsLaid):
    with pytest.raises(CalibrationError, match="no red chip on B3"):
        look(laid, table.play_still({}))
    with pytest.raises(CalibrationError, match="no red chip on I8"):
        look(laid, table.play_still({21: "R"}))


def test_two_teams_with_the_same_chips_are_told_so(table: VirtualTable, laid: ChipsLaid):
    squares = [square for pair in laid.wanted.values() for square in pair]
    same = look(replace(laid, at_once=True), table.play_still(dict.fromkeys(squares, "R")))
    assert isinstance(same, Learnt)
    assert same.verdicts[-1].finding == "red and blue look alike in this light"


def test_chips_laid_on_each_others_squares_are_told_by_their_colours(table: VirtualTable, laid: ChipsLaid):
    chips = {square: other for other, letter in ("RB", "BR") for square in laid.wanted[letter]}
    learnt = look(replace(laid, at_once=True), table.play_still(chips))
    assert learnt.verdicts[-1].finding == "the red chips look blue and the blue chips look red"
    assert learnt.verdicts[-1].grade is Grade.POOR
    assert "lay them right and look again" in learnt.verdicts[-1].remedy


def test_a_lamp_mirrored_in_a_chip_is_told_as_soon_as_its_team_is_learnt(table: VirtualTable, laid: ChipsLaid):
    bgr = table.play_still(dict.fromkeys(laid.wanted["R"], "R"))
    assert "Chips" not in {verdict.topic for verdict in look(laid, bgr).verdicts if verdict.grade is Grade.FAIR}
    x, y = laid.found.play.geometry.image_from_board(np.array([[8.5, 7.5]]))[0]
    lamp = np.zeros(bgr.shape[:2], np.float32)
    cv2.circle(lamp, (round(x), round(y)), 60, 0.3, cv2.FILLED)
    share = cv2.GaussianBlur(lamp, (0, 0), 15)[..., None]
    lit = np.round(bgr * (1 - share) + 245 * share).astype(np.uint8)
    told = next(verdict for verdict in look(laid, lit).verdicts if verdict.grade is Grade.FAIR)
    assert told.finding == "the red chips on B3 and I8 look unlike, as where a lamp is mirrored in one"
    assert "move or shade the lamp, and begin again" in told.remedy


def test_a_camera_that_was_moved_meanwhile_is_noticed(table: VirtualTable, laid: ChipsLaid):
    moved = np.roll(table.play_still({21: "R", 78: "R"}), (40, 480), (0, 1))
    with pytest.raises(CalibrationError, match="put it back where it was and look again, or begin again"):
        look(laid, moved)


def test_a_board_nudged_while_chips_are_laid_is_calibrated(table: VirtualTable, laid: ChipsLaid):
    chips = {square: letter for letter, squares in laid.wanted.items() for square in squares}
    after = look(laid, np.roll(table.play_still(dict.fromkeys(laid.wanted["R"], "R")), (3, -4), (0, 1)))
    assert isinstance(after, ChipsLaid)
    learnt = look(after, np.roll(table.play_still(chips), (5, 2), (0, 1)))
    assert isinstance(learnt, Learnt)
    seen = chips_read(learnt.profile, table.play_still(chips))
    assert seen == chips


@pytest.mark.parametrize(("light", "words"), [(8.0, "Too bright"), (0.1, "Too dark")])
def test_a_lamp_switched_before_the_chips_are_looked_at_is_told(found: Found, light: float, words: str):
    """Learnt from a burnt-out picture chips are too large and too pale, and were called good."""
    laid = walk.accept(found, "", {"R": (21, 78), "B": (22, 77)})
    table = VirtualTable("RB", lambda: 0.0, lambda _: None)
    chips = table.play_still({square: letter for letter, squares in laid.wanted.items() for square in squares})
    verdicts = look(laid, np.clip(255 * (light * (chips / 255) ** 2.2) ** (1 / 2.2), 0, 255).astype(np.uint8)).verdicts
    told = next(verdict for verdict in verdicts if verdict.finding.startswith("when the chips were looked at"))
    assert told.grade is not Grade.GOOD
    assert words in told.remedy


def test_a_recording_has_its_chips_laid_already(found: Found, table: VirtualTable):
    ready = {"R": (21, 78), "B": (22, 77)}
    laid = walk.accept(found, "", ready)
    chips = {square: letter for letter, squares in ready.items() for square in squares}
    assert isinstance(look(laid, table.play_still(chips)), Learnt)


def test_the_walk_knows_no_clock_and_no_thread():
    source = Path(walk.__file__).read_text("utf-8")
    assert not {"time", "threading"} & {line.split()[1] for line in source.splitlines() if line.startswith("import ")}
