"""Chips that lay on the empty board when it was looked at are named, and no empty board is said to have held any."""

from dataclasses import replace
from pathlib import Path

import pytest

from calibration import walk
from calibration.forgotten_chips import forgotten_chips
from calibration.likeness import BoardPicture
from calibration.profile import Profile
from calibration.quality import Grade, Verdict
from calibration.walk import Found, Learnt
from companion.recording.known_board import calibrated
from companion.vision.frame import Image
from hardware.recordings import load_recording
from hardware.virtual_table import VirtualTable

RECORDINGS = Path(__file__).parent.parent / "recordings"
FORGOTTEN = {44: "R", 55: "B"}


@pytest.fixture
def learnt_with_chips(table: VirtualTable, profile: Profile) -> Profile:
    """The drawn table's profile, had two chips lain on the empty board."""
    return replace(profile, empty_bgr=table.play_still(FORGOTTEN))


def verdict_after(found: Found, empty_bgr: Image, laid_bgr: Image) -> Verdict:
    play = BoardPicture(empty_bgr, found.play.geometry)
    laid = replace(walk.accept(replace(found, play=play), "RB", {}), at_once=True)
    learnt = walk.look_at_chips(laid, laid_bgr, lambda _: None)
    assert isinstance(learnt, Learnt)
    return next(verdict for verdict in learnt.verdicts if verdict.topic == "Empty")


def test_chips_forgotten_on_the_empty_board_are_named_in_the_end_with_what_to_do(table: VirtualTable, found: Found):
    ready = {21: "R", 78: "R", 23: "B", 76: "B"}
    verdict = verdict_after(found, table.play_still(FORGOTTEN), table.play_still(FORGOTTEN | ready))
    assert verdict.grade is Grade.POOR
    assert verdict.finding == "a chip seems to have lain on E5, F6 when the empty board was looked at"
    assert "begin again" in verdict.remedy
    assert verdict_after(found, table.play_still({}), table.play_still(ready)).grade is Grade.GOOD


def test_a_card_that_lies_only_once_is_not_judged_and_the_others_are(learnt_with_chips: Profile):
    layout = list(learnt_with_chips.layout)
    assert layout.count(layout[44]) == 2
    layout[44] = "once"
    assert forgotten_chips(replace(learnt_with_chips, layout=tuple(layout))) == (55,)
    assert forgotten_chips(replace(learnt_with_chips, layout=tuple(map(str, range(100))))) == ()


def test_a_card_that_lies_three_times_is_held_against_the_likest_other(learnt_with_chips: Profile):
    layout = list(learnt_with_chips.layout)
    layout[next(square for square in range(20, 80) if layout[square] not in (layout[44], layout[55]))] = layout[44]
    assert {44, 55} <= set(forgotten_chips(replace(learnt_with_chips, layout=tuple(layout))))


@pytest.mark.parametrize("name", ["oak-plain", "long-evening"])
def test_of_a_filmed_board_chips_are_named_and_no_bare_card(name: str):
    recording = load_recording(RECORDINGS / name)
    made = calibrated(recording, (), lambda _: None)
    assert forgotten_chips(made.profile) == ()
    chips = {square for squares in recording.about.enrolment.chips.values() for square in squares}
    found = set(forgotten_chips(replace(made.profile, empty_bgr=made.enrol_bgr)))
    assert found <= chips
    cards = [made.profile.layout[square] for square in chips]
    assert found == chips or len(set(cards)) < len(cards)  # of one card's chips each hides what the other is told by
