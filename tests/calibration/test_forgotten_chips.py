"""Chips that lay on the empty board when it was looked at are named, and no empty board is said to have held any."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from drawn_board import (
    CLOTH,
    CREAM,
    GREEN,
    NORMAL,
    WIDE,
    Faces,
    flat_board_of,
    real_faces,
    shrunk,
    view_from,
)
from drawn_chips import Chip, Laid, laid_on, surface_of
from drawn_light import Light, place_of, seen

from calibration import walk
from calibration.forgotten_chips import chips_at_first_sight, forgotten_chips
from calibration.likeness import BoardPicture
from calibration.profile import Profile
from calibration.quality import Grade, Verdict, empty_quality
from calibration.walk import Found, Learnt
from companion.games.squares import SQUARES
from companion.recording.known_board import calibrated
from companion.vision.frame import Image
from hardware.recordings import load_recording
from hardware.virtual_table import VirtualTable

RECORDINGS = Path(__file__).parent.parent / "recordings"
DAY = Light(0.8)
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


def test_chips_forgotten_on_the_empty_board_are_told_at_the_first_look(table: VirtualTable, found: Found):
    assert all(verdict.topic != "Empty" for verdict in found.verdicts)
    forgotten_bgr = table.play_still({})
    for square in (44, 55):
        centre = found.play.geometry.square_centres().reshape(-1, 2)[square]
        cv2.circle(forgotten_bgr, np.round(centre).astype(int).tolist(), 16, (40, 30, 180), cv2.FILLED, cv2.LINE_AA)
    first = walk.find(forgotten_bgr, table.still(), [table.top_left_px], lambda _: None)
    renamed = walk.name_card(first, 12, first.reading.layout[12])
    for told in (first, renamed):
        verdict = next(verdict for verdict in told.verdicts if verdict.topic == "Empty")
        assert verdict == empty_quality([44, 55])
    assert all(verdict.topic != "Empty" for verdict in walk.accept(first, "RB", {}).found.verdicts)


@pytest.mark.parametrize("seed", range(4))
def test_of_stickers_wear_and_two_decks_none_is_a_chip_at_first_sight_and_most_chips_are(seed: int):
    worn = used(real_faces("board-04"), real_faces("board-11"), seed)
    assert first_seen(worn, seed, ()) == set()
    found = first_seen(worn, seed, (23, 34, 56, 77))
    assert found <= {23, 34, 56, 77}
    assert len(found) >= 2


def test_every_plain_chip_on_cards_of_one_deck_is_told_at_first_sight():
    assert first_seen(real_faces("board-04").dealt_anew(2), 2, (23, 34, 56, 77)) == {23, 34, 56, 77}


def test_a_square_without_its_card_is_no_chip():
    faces = real_faces("board-04").dealt_anew(5)
    faces.pictures[45] = GREEN
    assert first_seen(faces, 0, ()) == set()


def first_seen(faces: Faces, seed: int, squares: tuple[int, ...]) -> set[int]:
    """What is told of a board with chips of four colours on these squares, from somewhere."""
    view = view_from([NORMAL, WIDE][seed % 2], 9.0 * seed, 50.0 * seed, 19.0)
    bare = surface_of(shrunk(flat_board_of(faces, CREAM, CLOTH, seed), 56))
    colours = (28, 26, 26), (38, 30, 190), (40, 190, 225), (60, 120, 30)
    chips = (Laid(Chip("plain", colour, 25), 0.05, -0.05) for colour in colours)
    lying = laid_on(bare, dict(zip(squares, chips, strict=False)), (), place_of(view, DAY))
    return set(chips_at_first_sight(BoardPicture(seen(lying, view, DAY), view), faces.codes))


def used(faces: Faces, others: Faces, seed: int) -> Faces:
    """Squares dealt anew, a third of them of another deck, some with stickers, stains, strokes or a lost corner."""
    dealt, rng = faces.dealt_anew(seed), np.random.default_rng(seed)
    pictures = dealt.pictures.copy()
    for square in SQUARES:
        if rng.random() < 1 / 3:
            pictures[square] = others.pictures[others.codes.index(dealt.codes[square])]
        wear(pictures[square], int(rng.integers(8)), tuple(rng.integers(10, 40, 2).tolist()))
    return Faces(pictures, dealt.codes)


def wear(face: Image, kind: int, at: tuple[int, int]) -> None:
    if kind == 0:
        cv2.rectangle(face, (*at, 35, 22), (40, 40, 200), cv2.FILLED)
    elif kind == 1:
        cv2.circle(face, at, 16, (120, 160, 190), 3, cv2.LINE_AA)
    elif kind == 2:
        cv2.line(face, at, at[::-1], (40, 40, 40), 2, cv2.LINE_AA)
    elif kind == 3:
        cv2.fillPoly(face, [np.array([(0, 0), (25, 0), (0, 25)])], (90, 110, 120))


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
