"""A card within an outline: where looks differ doubt stays, and an outline that is off is put right by the card."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.cards import Card
from companion.vision.card_index import load_card_index
from companion.vision.card_outline import CARD_SQUARES, Outline
from companion.vision.geometry import BoardGeometry, Lens
from companion.vision.pile_card import CardReading, Picture, pooled, read_outline
from hardware.drawn_cards import card_face

PX, MIDDLE = 75, (3.0, 2.5)
CODES = ("KD", "JD", "QS", "7H")
GEOMETRY = BoardGeometry(Lens(1.0, (0.0, 0.0)), np.diag([PX, PX, 1.0]))


def outline(x_mm: float = 0.0, y_mm: float = 0.0, score: float = 0.8) -> Outline:
    """An outline so many millimetres off the card."""
    return Outline(MIDDLE[0] + x_mm / 44, MIDDLE[1] + y_mm / 44, *CARD_SQUARES, 0.0, score)


def picture(code: str) -> Picture:
    """A card on a pile of white cards, which show nothing of where it ends."""
    canvas = np.full((5 * PX, 6 * PX, 3), (244, 248, 250), np.uint8)
    face = card_face(code, 2 * PX)
    top, left = (round(at * PX - size / 2) for at, size in zip(MIDDLE[::-1], face.shape, strict=False))
    canvas[top : top + face.shape[0], left : left + face.shape[1]] = face
    return Picture(cv2.GaussianBlur(canvas, (0, 0), 0.7), GEOMETRY)


@st.composite
def readings(draw: st.DrawFn) -> CardReading:
    """Any reading of any of a few cards."""
    nats = sorted((draw(st.floats(-12, 0)) for _ in CODES), reverse=True)
    cards = tuple((Card(code), each) for code, each in zip(draw(st.permutations(CODES)), nats, strict=True))
    return CardReading(outline(score=draw(st.floats(0.3, 0.9))), cards)


@given(st.lists(readings(), min_size=1, max_size=5))
def test_no_card_is_likelier_than_in_the_reading_that_speaks_most_for_it(some: list[CardReading]):
    for card, nats in pooled(some).cards:
        assert nats <= max(dict(one.cards)[card] for one in some) + 1e-9


@given(readings(), st.integers(1, 4))
def test_a_reading_made_again_tells_the_same(one: CardReading, times: int):
    again = pooled([one] * times)
    assert [card for card, _ in again.cards] == [card for card, _ in one.cards]
    assert again.margin == pytest.approx(one.margin)


@pytest.mark.parametrize(("nats", "sure"), [(-0.9, False), (-3.9, True)])
def test_a_card_that_another_place_reads_as_another_one_is_told_only_when_that_is_far_less_likely(
    nats: float, sure: bool
):
    king, jack = ((Card(code), value) for code, value in (("KD", -0.8), ("JD", nats)))
    found = pooled([CardReading(outline(), (king, (Card("JD"), -5.0))), CardReading(outline(), (jack,))])
    assert (found.cards[0][0].code, found.sure) == ("KD", sure)


@pytest.mark.parametrize(("better", "told"), [(0.0, ""), (0.02, ""), (0.1, "KH")])
def test_a_certain_face_is_not_told_over_a_sure_one_in_an_outline_that_is_drawn_as_well(better: float, told: str):
    king = CardReading(outline(score=0.8 + better), ((Card("KH"), -0.8), (Card("QH"), -5.2)))
    jack = CardReading(outline(score=0.8), ((Card("JH"), -0.3), (Card("JD"), -7.6)))
    found = pooled([king, jack])
    assert jack.certain
    assert (found.cards[0][0].code if found.sure else "") == told


@pytest.mark.parametrize("code", ["KS", "QD", "JC", "2H", "TC"])
@pytest.mark.parametrize("off_mm", [(-3.0, 0.0), (2.5, 2.0), (0.0, -3.0)])
def test_an_outline_that_is_off_is_put_right_by_the_cards_symmetry(code: str, off_mm: tuple[float, float]):
    reading = read_outline(load_card_index(), picture(code), outline(*off_mm))
    assert (reading.cards[0][0].code, reading.sure) == (code, True)
