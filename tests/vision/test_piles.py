"""Several discard piles on drawn tables: one before every player, each new card counted once wherever it comes."""

from dataclasses import dataclass

import cv2
import numpy as np
import pytest
from drawn_pile import (
    FIRST,
    GEOMETRY,
    SEARCHED,
    SIZE_PX,
    TABLE,
    DoubtfulReader,
    InkReader,
    bare_table,
    board_lying,
    came,
    card_at,
    photographed,
    watch,
    with_back,
    with_card,
    with_hand,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.referee.observation import PileObservation
from companion.vision.card_outline import CARD_SQUARES, Outline
from companion.vision.card_spotter import VIEW_PX, CardSpotter, Spotted
from companion.vision.frame import Image
from companion.vision.pile_card import Picture
from companion.vision.piles import PilesMemory, PilesReader

SEATS = {"across": (-2.0, 6.0, 85.0), "beside": (12.1, 8.2, -4.0), "far": (5.0, -2.0, 80.0)}
"""Where another player may have a pile: the second lies so near that both windows show some of both."""
CODES = ("2S", "KC", "9D", "7H")
TABLE_PHOTO = photographed(TABLE)


@dataclass(frozen=True, slots=True, eq=False)
class SpotsOneAnywhere(CardSpotter):
    """Sees a card in whatever it looks at, so many pixels right of the middle and below it."""

    right: float
    below: float

    def spot(self, view: Image, before: Image | None = None) -> list[Spotted]:
        """One new card, whatever the view shows now and showed before."""
        del view, before
        middle, sides = VIEW_PX / 2, [side * VIEW_PX / 4 for side in CARD_SQUARES]
        return [Spotted(Outline(middle + self.right, middle + self.below, *sides, 0.0, 1.0), new=1.0)]


def _codes(seen: list[PileObservation]) -> list[str | None]:
    return [one.card.code if one.card else None for one in seen]


def _watched(tables: list[Image], memory: PilesMemory) -> tuple[list[PileObservation], PilesMemory]:
    """What is seen of each table at its third look, and how many cards came since the table before."""
    return watch([photographed(table) for table in tables for _ in range(4)], memory)


@pytest.mark.parametrize("seat", SEATS)
def test_a_card_on_another_players_pile_comes_too(found: PilesMemory, seat: str) -> None:
    table, tables = TABLE, []
    for turn, code in enumerate(CODES):
        x, y, turned = (FIRST.x, FIRST.y, 0.0) if turn % 2 else SEATS[seat]
        table = with_card(table, card_at(x + 0.06 * turn, y - 0.05 * turn, turned + 4 * turn), code)
        tables.append(table)
    seen, _ = _watched(tables, found)
    assert (came(seen)[3::4], _codes(seen)[3::4]) == ([1, 2, 3, 4], list(CODES))


def test_a_second_pile_is_begun_on_a_table_as_white_as_its_cards() -> None:
    table = with_card(bare_table((205, 205, 205)), FIRST, "7H")
    _, memory = watch([photographed(table)] * SEARCHED)
    seen, _ = watch([photographed(with_card(table, card_at(*SEATS["across"]), "2S"))] * 4, memory)
    assert (came(seen)[-1], _codes(seen)[-1]) == (1, "2S")


def test_four_players_may_have_a_pile_each(found: PilesMemory) -> None:
    places = [(-2.0, 6.0), (5.0, -2.0), (5.0, 11.9), (12.0, 4.0)] * 2
    table, tables = TABLE, []
    for turn, (x, y) in enumerate(places):
        table = with_card(table, card_at(x + 0.1 * (turn > 3), y, 5.0 * turn), CODES[turn // 2])
        tables.append(table)
    seen, memory = _watched(tables, found)
    assert (came(seen)[3::4], len(memory.piles)) == ([1, 2, 3, 4, 5, 6, 7, 8], 4)


def test_a_card_beside_the_board_that_was_always_there_is_none_that_came() -> None:
    table = with_card(TABLE, card_at(-2.0, 6.0, 85.0), "9D")
    photo = photographed(table)
    hand = with_hand(photo, GEOMETRY, card_at(-2.0, 6.0, 0.0), 1.6)
    seen, _ = watch([photo] * SEARCHED + [hand] * 5 + [photo] * 5)
    assert came(seen)[-1] == 0


def test_a_card_laid_on_one_that_was_always_there_comes() -> None:
    table = with_card(TABLE, card_at(-2.0, 6.0, 85.0), "9D")
    after = with_card(table, card_at(-2.05, 6.1, 80.0), "2S")
    seen, _ = watch([photographed(table)] * SEARCHED + [photographed(after)] * 4)
    assert (came(seen)[-1], _codes(seen)[-1]) == (1, "2S")


@settings(max_examples=8, deadline=None)
@given(x=st.sampled_from([-2.5, 12.5]), y=st.floats(0.0, 10.0), turn=st.integers(0, 90))
def test_nothing_but_a_face_comes(found: PilesMemory, x: float, y: float, turn: int) -> None:
    if x > 10 and abs(y - FIRST.y) < 3.5:
        x = -2.5
    photo = photographed(with_back(TABLE, card_at(x, y, turn)))
    hands = [with_hand(photo, GEOMETRY, card_at(x, y, 0.0), reach) for reach in (0.6, 1.6, 1.6, 1.1)]
    seen, _ = watch([*hands, *[photo] * 4], found)
    assert (came(seen)[-1], _codes(seen)[-1]) == (0, "7H")


@pytest.mark.parametrize("y", [0.4, 0.44, 0.47])
def test_a_hand_that_rests_upon_the_edge_of_the_pile_lays_its_card_no_second_time(found: PilesMemory, y: float) -> None:
    photo = photographed(TABLE)
    hands = [with_hand(photo, GEOMETRY, card_at(12.5, y, 0.0), reach) for reach in (0.6, *[1.6] * 5, 1.1)]
    seen, _ = watch([*hands, *[photo] * 4], found)
    assert (came(seen)[-1], _codes(seen)[-1], seen[-4].cards) == (0, "7H", seen[-1].cards)


def test_other_piles_are_known_after_the_camera_was_turned(found: PilesMemory) -> None:
    both = with_card(TABLE, card_at(*SEATS["across"]), "9D")
    _, memory = _watched([both], found)
    turned = board_lying(turn_deg=40.0)
    after = with_card(both, card_at(-2.05, 6.1, 80.0), "2S")
    third = with_card(after, card_at(*SEATS["far"]), "KC")
    photos = [photographed(table, turned) for table in (both, after, third) for _ in range(4)]
    seen, _ = watch(photos, memory, turned)
    assert (came(seen)[3::4], _codes(seen)[3::4]) == ([0, 1, 2], ["9D", "2S", "KC"])


def test_a_pile_under_a_mug_does_not_keep_another_from_being_followed(found: PilesMemory) -> None:
    both = with_card(TABLE, card_at(*SEATS["across"]), "9D")
    _, memory = _watched([both], found)
    covered = with_back(both, card_at(FIRST.x, FIRST.y, 45.0))
    after = with_card(covered, card_at(-2.05, 6.1, 80.0), "2S")
    seen, memory = watch([photographed(covered)] * 12 + [photographed(after)] * 4, memory)
    assert (came(seen)[-1], _codes(seen)[-1]) == (1, "2S")
    back = with_card(both, card_at(-2.05, 6.1, 80.0), "2S")
    seen, _ = watch([photographed(back)] * 4, memory)
    assert (came(seen)[-1], _codes(seen)[-1]) == (0, "2S")


def test_a_card_that_was_shown_and_taken_up_again_is_followed_no_longer(found: PilesMemory) -> None:
    shown = photographed(with_card(TABLE, card_at(*SEATS["across"]), "9D"))
    seen, memory = watch([shown] * 4 + [photographed(TABLE)] * 14, found)
    assert (came(seen)[-1], len(memory.piles)) == (1, 1)
    seen, _ = watch([shown] * 4, memory)
    assert (came(seen)[-1], _codes(seen)[-1]) == (1, "9D")


def test_while_a_hand_is_above_one_pile_nothing_is_known(found: PilesMemory) -> None:
    both = photographed(with_card(TABLE, card_at(*SEATS["across"]), "9D"))
    _, memory = watch([both] * 4, found)
    hands = [with_hand(both, GEOMETRY, FIRST, reach) for reach in (0.9, 1.2, 1.6)]
    seen, _ = watch([*hands, both], memory)
    assert ([one.hidden for one in seen], came(seen)[-1], _codes(seen)[-1]) == ([True] * 3 + [False], 0, "9D")


def test_a_table_with_one_pile_alone_has_no_second() -> None:
    reader, memory, told = PilesReader(InkReader(), most=1), PilesMemory(), []
    second = with_card(TABLE, card_at(*SEATS["across"]), "9D")
    for photo in [photographed(TABLE)] * SEARCHED + [photographed(second)] * 4:
        seen, memory = reader.read(Picture(photo, GEOMETRY), memory)
        told.append(seen)
    assert (came(told)[-1], _codes(told)[-1], np.size(memory.piles)) == (0, "7H", 1)


@settings(max_examples=60, deadline=None)
@given(right=st.integers(-90, 90), below=st.integers(-90, 90))
def test_no_pile_begins_beyond_the_rim_of_the_picture(right: int, below: int) -> None:
    spotter = SpotsOneAnywhere(cv2.dnn.Net(), right, below)
    reader, memory = PilesReader(DoubtfulReader((("2H", 1.0),)), spotter), PilesMemory()
    for _ in range(SEARCHED):
        if memory.outline is None:
            _, memory = reader.read(Picture(TABLE_PHOTO, GEOMETRY), memory)
    assert memory.outline is not None
    middle = GEOMETRY.image_from_board(np.array([[memory.outline.x, memory.outline.y]]))[0]
    put_right = 6.0  # by the card's own symmetry, once it was spotted in the picture
    assert (middle > -put_right).all()
    assert (middle < np.array(SIZE_PX) + put_right).all()
