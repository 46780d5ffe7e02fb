"""Cards that are read in doubt, wrongly or not at all: what is told of them, and where they are looked at again."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from drawn_pile import (
    FIRST,
    GEOMETRY,
    SEARCHED,
    SECOND,
    TABLE,
    DoubtfulReader,
    InkReader,
    box_of,
    came,
    card_at,
    fill,
    photographed,
    watch,
    with_card,
    with_hand,
)

from companion.games.cards import Card
from companion.vision.card_index import CARD_CLASSES, NO_CARD
from companion.vision.frame import Image, Matrix
from companion.vision.pile_card import Picture
from companion.vision.piles import PilesMemory, PilesReader


def test_a_card_nobody_can_read_counts_once_it_lies_still_and_stays_unread(found: PilesMemory) -> None:
    table = TABLE.copy()
    fill(table, replace(SECOND, width=1.46, length=2.03), box_of(0, 0, 1, 1), (150, 150, 150))
    fill(table, SECOND, box_of(0, 0, 1, 1), (235, 235, 235))
    seen, _ = watch([photographed(table)] * 3, found)
    assert (came(seen), seen[-1].cards, seen[-1].hidden) == ([0, 1, 1], (), False)


def test_a_card_in_whose_corners_the_one_below_shows_is_but_half_believed_to_be_that_one(found: PilesMemory) -> None:
    card, through = card_at(12.05, 4.04, 3.0), np.zeros(TABLE.shape[:2], np.uint8)
    for box in (box_of(0.02, 0.02, 0.2, 0.16), box_of(0.8, 0.84, 0.98, 0.98)):
        fill(through, FIRST, box, (1,))
    table = np.where(through[..., None] > 0, TABLE, with_card(TABLE, card, "KC"))
    seen, _ = watch([photographed(table)] * 3, found)
    assert (came(seen), seen[-1].card) == ([1, 1, 1], Card("7H"))
    assert seen[-1].cards[0][1] < np.log(0.5)


def test_cards_that_cannot_be_told_apart_are_offered_but_none_is_called_seen(found: PilesMemory) -> None:
    after = photographed(with_card(TABLE, SECOND, "KC"))
    reader, memory = PilesReader(DoubtfulReader()), found
    seen = []
    for _ in range(4):
        one, memory = reader.read(Picture(after, GEOMETRY), memory)
        seen.append(one)
    assert (came(seen)[-1], one.card) == (1, None)
    assert [card.code for card, _ in one.cards[:2]] == ["JC", "JS"]


@pytest.mark.parametrize(
    ("chances", "offered"), [((("9S", 0.5), ("9C", 0.45)), ["9S", "9C"]), (((NO_CARD, 0.8), ("9C", 0.15)), [])]
)
def test_what_is_surely_a_card_is_a_pile_though_nobody_can_tell_which(chances, offered: list[str]) -> None:
    reader, memory = PilesReader(DoubtfulReader(chances=chances)), PilesMemory()
    for _ in range(SEARCHED):
        seen, memory = reader.read(Picture(photographed(TABLE), GEOMETRY), memory)
    assert ([card.code for card, _ in seen.cards[:2]], seen.card) == (offered, None)


def test_the_first_search_goes_on_to_its_end_though_nobody_rests() -> None:
    photo, reader, memory = photographed(TABLE), PilesReader(DoubtfulReader()), PilesMemory()
    hands = [with_hand(photo, GEOMETRY, card_at(12.0, 9.0, 0.0), 1.0 + 0.2 * (n % 3)) for n in range(SEARCHED)]
    for seen in (photo, photo, *hands):
        _, memory = reader.read(Picture(seen, GEOMETRY), memory)
    assert memory.piles != ()
    seen, _ = reader.read(Picture(photo, GEOMETRY), memory)
    assert (seen.came, [card.code for card, _ in seen.cards[:2]]) == (False, ["JC", "JS"])


def test_a_face_like_nothing_at_all_is_not_offered(found: PilesMemory) -> None:
    after = photographed(with_card(TABLE, SECOND, "KC"))
    reader, memory = PilesReader(DoubtfulReader(chances=((NO_CARD, 1.0),))), found
    seen = []
    for _ in range(4):
        one, memory = reader.read(Picture(after, GEOMETRY), memory)
        seen.append(one)
    assert (came(seen)[-1], one.cards) == (1, ())


@dataclass
class SlowReader(InkReader):
    """Is in doubt at its first look at the second card."""

    doubted: bool = False

    def log_probabilities(self, crops: Image) -> Matrix:
        """Of each crop on its own."""
        seen = super().log_probabilities(crops)
        if self.doubted or seen.argmax(axis=1).tolist() != [CARD_CLASSES.index("KC")] * 2:
            return seen
        self.doubted = True
        return DoubtfulReader((("KC", 0.6), ("KS", 0.1))).log_probabilities(crops)


def test_a_card_that_is_none_where_its_edges_are_drawn_best_is_read_where_it_was_spotted(monkeypatch, found):
    monkeypatch.setattr("companion.vision.pile.best_drawn", lambda *about: replace(about[2], x=about[2].x + 30))
    reader, memory = PilesReader(SlowReader()), found
    for _ in range(4):
        seen, memory = reader.read(Picture(photographed(with_card(TABLE, SECOND, "KC")), GEOMETRY), memory)
    assert seen.card == Card("KC")
    assert memory.piles[0].keyframe.reading.looks > 1
