"""Pictures of readings show doubts, hidden squares and the pile where they are, and nothing elsewhere."""

from dataclasses import replace

import numpy as np
import pytest

from companion.games.cards import parse_card
from companion.referee.observation import BoardObservation, PileObservation, TableObservation
from companion.vision.card_outline import Outline
from companion.vision.discs import Disc, Discs
from companion.vision.frame import Image
from companion.vision.occlusion import NOTHING
from companion.vision.pictures import draw_reading
from companion.vision.table import TableReading

SURE, DOUBTFUL = (0.0, -9.0, -9.0), (0.0, -0.1, -9.0)
PILE = Outline(12.0, 5.0, 1.43, 2.0, 10.0)
QUEEN, KING = parse_card("QD"), parse_card("KD")


@pytest.fixture
def plain(table) -> TableReading:
    board = BoardObservation((SURE,) * 100)
    observation = TableObservation(0.0, True, False, board, PileObservation())
    return TableReading(observation, table.geometry, Discs((), np.zeros((100, 2)), NOTHING.mask), NOTHING, None)


def seen(reading: TableReading, **parts: object) -> TableReading:
    return replace(reading, observation=replace(reading.observation, **parts))


def squares_changed(one: Image, other: Image, reading: TableReading) -> set[tuple[int, int]]:
    """The squares of the board, by column and row, in whose midst the pictures differ."""
    rows, columns = np.nonzero(np.any(one != other, axis=2))
    board = reading.geometry.board_from_image(np.stack([columns, rows], axis=1).astype(float))
    midst = board[np.all(np.abs(board % 1 - 0.5) < 0.4, axis=1)]
    return {(int(x), int(y)) for x, y in midst}


@pytest.mark.parametrize("row", [None, DOUBTFUL], ids=["hidden", "in doubt"])
def test_a_square_that_is_not_sure_stands_out_alone(table, plain, row):
    board = BoardObservation((*(SURE,) * 44, row, *(SURE,) * 55))
    before, after = draw_reading(table.empty, plain), draw_reading(table.empty, seen(plain, board=board))
    assert squares_changed(before, after, plain) == {(4, 4)}


def test_a_chip_is_ringed_boldly_when_it_is_sure(table, plain):
    disc = Disc(44, 0, (59.5, 59.5), 4.0)
    rings = [replace(plain, discs=replace(plain.discs, placed=(replace(disc, sure=sure),))) for sure in (True, False)]
    bold, thin = (
        np.any(draw_reading(table.empty, ring) != draw_reading(table.empty, plain), axis=2).sum() for ring in rings
    )
    assert bold > 1.5 * thin > 0


def test_the_pile_is_named_when_it_is_read_and_called_so_when_it_is_not(table, plain):
    there = replace(plain, pile_outline=PILE)
    piles = [
        PileObservation(((QUEEN, 0.0),)),
        PileObservation(((QUEEN, 0.0), (KING, -0.5))),
        PileObservation(hidden=True),
    ]
    pictures = [draw_reading(table.empty, seen(there, pile=pile)) for pile in piles]
    assert all(np.any(picture != draw_reading(table.empty, plain)) for picture in pictures)
    assert not any(np.array_equal(pictures[a], pictures[b]) for a, b in ((0, 1), (1, 2), (0, 2)))
