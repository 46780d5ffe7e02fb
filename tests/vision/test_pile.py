"""The discard pile on drawn tables: found anywhere, each new card counted once, nothing else counted."""

from dataclasses import dataclass, field, replace

import numpy as np
import pytest
from drawn_pile import (
    FIRST,
    GEOMETRY,
    INKS,
    SEARCHED,
    SECOND,
    SIZE_PX,
    TABLE,
    InkReader,
    bare_table,
    board_lying,
    box_of,
    came,
    card_at,
    fill,
    photographed,
    watch,
    with_back,
    with_card,
    with_hand,
)
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.referee.observation import PileObservation
from companion.vision.card_outline import Outline
from companion.vision.card_spotter import Spotted
from companion.vision.frame import Image
from companion.vision.geometry import BoardGeometry
from companion.vision.pile_card import Picture
from companion.vision.pile_finder import SEARCHES_A_FRAME
from companion.vision.piles import PilesMemory, PilesReader


def _code(observation: PileObservation) -> str | None:
    return observation.card.code if observation.card else None


@settings(max_examples=6, deadline=None)
@given(turn=st.integers(0, 359), along=st.floats(2, 8), side=st.sampled_from(["left", "right", "above"]))
def test_a_card_beside_the_board_is_found_and_read_at_any_turn(turn: int, along: float, side: str) -> None:
    x, y = {"left": (-2.0, along), "right": (12.0, along), "above": (along, -2.0)}[side]
    seen, _ = watch([photographed(with_card(bare_table(), card_at(x, y, turn), "KC"))] * SEARCHED)
    assert _code(seen[-1]) == "KC"
    assert (came(seen)[-1], seen[-1].hidden) == (0, False)


def _pushed(card: Outline, cut: float) -> BoardGeometry:
    """The board where a bump left it, so that the picture's right rim cuts so much of a card off."""
    across = card.points(np.array(box_of(0, 0, 1, 1)))[:, 0]
    rim = np.array([[across.max() - cut * np.ptp(across), card.y]])
    lying = (board_lying(shift_px=shift) for shift in range(0, 400, 2))
    return next(geometry for geometry in lying if geometry.image_from_board(rim)[0, 0] >= SIZE_PX[0])


@pytest.mark.parametrize("cut", [0.08, 0.12])
@pytest.mark.parametrize("turn", [3.0, 87.0])
def test_a_pile_that_a_bump_pushed_over_the_rim_of_the_picture_in_part_is_read_on(cut: float, turn: float):
    card, other = card_at(12.0, 4.0, turn), card_at(12.1, 4.1, turn - 5)
    table, pushed = with_card(bare_table(), card, "7H"), _pushed(other, cut)
    views = [(table, GEOMETRY), (table, pushed), (with_card(table, other, "2S"), pushed)]
    first, bumped, laid = (photographed(*view) for view in views)
    for photo in (first, bumped, laid):
        photo[~photo.any(axis=2)] = TABLE[0, 0]  # the table is wider than the picture
    _, memory = watch([first] * SEARCHED)
    told, memory = watch([bumped] * 4, memory, pushed)
    assert _code(told[-1]) == "7H"
    told, _ = watch([laid] * 4, memory, pushed)
    assert (_code(told[-1]), came(told)[-1]) == ("2S", 1)


@settings(max_examples=4, deadline=None)
@given(board=st.integers(0, 359))
def test_a_pile_is_found_however_the_board_lies(board: int) -> None:
    geometry = board_lying(board)
    card = card_at(5.0, 11.9, 80)
    assume(_in_view(geometry, card))
    seen, _ = watch([photographed(with_card(bare_table(), card, "9D"), geometry)] * SEARCHED, geometry=geometry)
    assert _code(seen[-1]) == "9D"


def _in_view(geometry: BoardGeometry, card: Outline) -> bool:
    corners = geometry.image_from_board(card.points(np.array(box_of(0, 0, 1, 1))))
    return bool((corners > 5).all() and (corners < np.array(SIZE_PX) - 5).all())


def test_a_white_card_on_a_white_table_is_found() -> None:
    seen, _ = watch([photographed(with_card(bare_table((205, 205, 205)), FIRST, "2S"))] * SEARCHED)
    assert _code(seen[-1]) == "2S"


def test_a_table_without_cards_has_no_pile() -> None:
    seen, memory = watch([photographed(bare_table())] * SEARCHED)
    assert [(one.new, one.cards, one.hidden) for one in seen] == [(0.0, (), False)] * SEARCHED
    assert memory.piles == ()


def test_the_face_down_draw_pile_is_not_taken_for_the_discard_pile() -> None:
    seen, _ = watch([photographed(with_back(bare_table(), FIRST))] * SEARCHED)
    assert seen[-1].cards == ()


@dataclass(frozen=True)
class CountedSpotter:
    """A spotter that finds nothing and counts how often it is asked."""

    views: list[Image] = field(default_factory=list)

    def spot(self, view: Image, _: Image | None = None) -> list[Spotted]:
        """Nothing."""
        self.views.append(view)
        return []


def test_no_frame_bears_the_whole_search_for_a_first_pile() -> None:
    spotter = CountedSpotter()
    reader, memory, asked = PilesReader(InkReader(), spotter), PilesMemory(), []
    for _ in range(SEARCHED):
        before = len(spotter.views)
        _, memory = reader.read(Picture(photographed(bare_table()), GEOMETRY), memory)
        asked.append(len(spotter.views) - before)
    assert (asked[0], max(asked), asked[-1]) == (0, SEARCHES_A_FRAME, 0)


def test_the_first_card_of_a_pile_comes_when_the_table_was_seen_without() -> None:
    seen, _ = watch([photographed(bare_table())] * SEARCHED + [photographed(TABLE)] * SEARCHED)
    assert (came(seen)[-1], _code(seen[-1])) == (1, "7H")


def test_while_nothing_happens_nothing_changes(found: PilesMemory) -> None:
    seen, _ = watch([photographed(TABLE)] * 3, found)
    assert {(one.new, _code(one), one.hidden) for one in seen} == {(0.0, "7H", False)}


@settings(max_examples=8, deadline=None)
@given(x=st.floats(-0.15, 0.15), y=st.floats(-0.15, 0.15), turn=st.floats(-12, 12), code=st.sampled_from(sorted(INKS)))
def test_every_new_card_counts_once_whatever_its_face(
    found: PilesMemory, x: float, y: float, turn: float, code: str
) -> None:
    if abs(x) + abs(y) < 0.1:
        x = 0.12  # nobody lays a card exactly over another
    card = card_at(FIRST.x + x, FIRST.y + y, FIRST.turn_deg + turn)
    after = photographed(with_card(TABLE, card, code))
    seen, _ = watch([with_hand(after, GEOMETRY, card), *[after] * 4], found)
    assert seen[0].hidden
    assert came(seen) == [0, 1, 1, 1, 1]
    assert [_code(one) for one in seen[1:]] == [code] * 4


def test_a_pile_grows_card_by_card(found: PilesMemory) -> None:
    table, seen, memory = TABLE, [], found
    for number, (code, turn) in enumerate([("2S", -4.0), ("KC", 8.0), ("KC", -2.0), ("9D", 5.0)]):
        table = with_card(table, card_at(12.0 + 0.05 * (-1) ** number, 4.0 + 0.04 * number, turn), code)
        observations, memory = watch([photographed(table)] * 3, memory)
        seen.append((came(observations)[-1], _code(observations[-1])))
    assert seen == [(1, "2S"), (1, "KC"), (1, "KC"), (1, "9D")]


def test_a_pile_that_grows_to_one_side_is_followed(found: PilesMemory) -> None:
    table, seen, memory = TABLE, [], found
    for number, code in enumerate(["2S", "KC", "9D", "7H"], start=1):
        table = with_card(table, card_at(12.0, 4.0 + 0.5 * number, 5.0 * (-1) ** number), code)
        observations, memory = watch([photographed(table)] * 3, memory)
        seen.append((came(observations)[-1], _code(observations[-1]), len(memory.piles)))
    assert seen == [(1, "2S", 1), (1, "KC", 1), (1, "9D", 1), (1, "7H", 1)]


def test_a_card_thrown_across_the_pile_counts_too(found: PilesMemory) -> None:
    after = photographed(with_card(TABLE, card_at(12.1, 4.0, 58.0), "2S"))
    seen, _ = watch([after] * 4, found)
    assert (came(seen)[-1], _code(seen[-1])) == (1, "2S")


def test_a_card_under_a_finger_is_read_once_the_finger_has_gone(found: PilesMemory) -> None:
    card = card_at(12.55, 4.3, 4.0)
    laid = with_card(TABLE, card, "KC")
    touched = laid.copy()
    fill(touched, card, box_of(0.7, -0.05, 1.1, 1.05), (120, 150, 200))
    seen, _ = watch([photographed(touched)] + [photographed(laid)] * 2, found)
    assert (came(seen)[-1], _code(seen[-1]), seen[-1].hidden) == (1, "KC", False)


def test_no_frame_bears_both_to_spot_a_card_and_to_read_it_while_players_are_busy(found: PilesMemory) -> None:
    table = with_card(TABLE, SECOND, "KC")
    laid, covered = photographed(table), with_hand(photographed(table), GEOMETRY, SECOND, 1.6)
    reader, memory, seen = (
        PilesReader(InkReader()),
        replace(found, piles=(replace(found.piles[0], still_frames=0),)),
        [],
    )  # a hand moves about it
    for photo in (laid, covered, covered):
        observation, memory = reader.read(Picture(photo, GEOMETRY, busy=True), memory)
        seen.append((observation.came, _code(observation), observation.hidden))
    assert seen == [(False, None, True), (True, "KC", False), (False, None, True)]


def test_a_card_that_is_taken_back_before_it_is_read_never_came(found: PilesMemory) -> None:
    photos = photographed(with_card(TABLE, SECOND, "KC")), photographed(TABLE)
    reader, memory = PilesReader(InkReader()), found
    for photo in photos:
        observation, memory = reader.read(Picture(photo, GEOMETRY, busy=True), memory)
    assert (observation.new, _code(observation)) == (0.0, "7H")


def test_a_hand_above_the_pile_hides_it_and_changes_nothing(found: PilesMemory) -> None:
    photo = photographed(TABLE)
    hands = [with_hand(photo, GEOMETRY, FIRST, reach) for reach in (0.4, 0.9, 1.6, 1.6, 1.6, 0.7)]
    seen, _ = watch([*hands, photo], found)
    assert all(one.hidden and not one.cards for one in seen[1:5])
    assert (came(seen)[-1], _code(seen[-1]), seen[-1].hidden) == (0, "7H", False)


@given(light=st.floats(0.45, 1.15))
@settings(max_examples=8, deadline=None)
def test_a_lamp_is_no_card(found: PilesMemory, light: float) -> None:
    lit = np.clip(photographed(TABLE) * light, 0, 255).astype(np.uint8)
    seen, _ = watch([lit, lit], found)
    assert {(one.new, _code(one), one.hidden) for one in seen} == {(0.0, "7H", False)}


def test_a_soft_shadow_is_no_card(found: PilesMemory) -> None:
    shade = np.tile(np.linspace(1.0, 0.6, SIZE_PX[0]), (SIZE_PX[1], 1))[..., None]
    seen, _ = watch([(photographed(TABLE) * shade).astype(np.uint8)] * 2, found)
    assert (came(seen)[-1], _code(seen[-1])) == (0, "7H")


def test_a_knock_of_the_camera_is_no_card(found: PilesMemory) -> None:
    knocked = board_lying(turn_deg=2.0, shift_px=20.0)
    seen, memory = watch([photographed(TABLE, knocked)] * 3, found, knocked)
    assert (came(seen)[-1], _code(seen[-1])) == (0, "7H")
    after = photographed(with_card(TABLE, SECOND, "9D"), knocked)
    seen, _ = watch([after] * 3, memory, knocked)
    assert (came(seen)[-1], _code(seen[-1])) == (1, "9D")


def test_a_pile_that_was_taken_up_is_found_again_elsewhere(found: PilesMemory) -> None:
    empty, elsewhere = photographed(bare_table()), photographed(with_card(bare_table(), card_at(-2.0, 6.0, 85.0), "9D"))
    seen, memory = watch([empty] * 30, found)
    assert all(one.hidden for one in seen)
    seen, _ = watch([elsewhere] * SEARCHED, memory)
    assert (came(seen)[-1], _code(seen[-1])) == (1, "9D")


def test_a_pile_pushed_along_with_everything_around_it_is_no_card() -> None:
    table = with_back(TABLE, card_at(12.0, 6.3, 0.0))
    memory = watch([photographed(table)] * SEARCHED)[1]
    pushed = np.roll(table, (10, 14), axis=(0, 1))
    seen, _ = watch([photographed(pushed)] * 3, memory)
    assert (came(seen)[-1], [_code(one) for one in seen[1:]]) == (0, ["7H"] * 2)
