"""A card within an outline: looks at it add up, and an outline that is off is put right by the card."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from companion.games.cards import Card
from companion.referee.observation import CAME
from companion.vision.card_index import load_card_index
from companion.vision.card_outline import CARD_SQUARES, Outline
from companion.vision.geometry import BoardGeometry, Lens
from companion.vision.pile_card import CardReading, OldInk, Picture, read_outline
from companion.vision.pile_keyframe import other_face
from companion.vision.pile_window import window_around
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


@given(readings(), readings())
def test_two_looks_at_a_card_leave_no_face_likelier_than_both_of_them_did(one: CardReading, other: CardReading):
    known = dict(one.with_another(other).cards)
    assert all(known[card] <= max(dict(look.cards)[card] for look in (one, other)) + 1e-9 for card in known)


@given(readings(), st.integers(1, 9))
def test_a_look_made_again_says_no_more(one: CardReading, times: int):
    assume(one.useful)
    known = one
    for _ in range(times):
        known = known.with_another(one)
    assert known.cards[0][1] == pytest.approx(one.cards[0][1])
    assert known.margin == pytest.approx(one.margin)


@given(readings())
@example(CardReading(outline(), ((Card("KD"), -4.0), (Card("JD"), -14.0))))
def test_what_is_certain_is_sure_what_is_sure_is_of_use_and_what_is_of_use_is_a_card(one: CardReading):
    assert one.certain <= one.sure <= one.useful <= one.is_card


def test_a_look_of_no_use_adds_nothing():
    king, nothing = CardReading(outline(), ((Card("KH"), -0.5), (Card("JH"), -6.5))), CardReading(outline(), ())
    assert king.with_another(nothing) is king is nothing.with_another(king)


def test_looks_that_say_the_opposite_leave_a_doubt():
    king = CardReading(outline(), ((Card("KH"), -0.5), (Card("JH"), -6.5)))
    jack = CardReading(outline(), ((Card("JH"), -0.5), (Card("KH"), -6.5)))
    assert not king.with_another(jack).sure
    assert king.with_another(jack).with_another(king).sure


@pytest.mark.parametrize("code", ["KS", "QD", "JC", "2H", "TC"])
@pytest.mark.parametrize("off_mm", [(-3.0, 0.0), (2.5, 2.0), (0.0, -3.0)])
def test_an_outline_that_is_off_is_put_right_by_the_cards_symmetry(code: str, off_mm: tuple[float, float]):
    reading = read_outline(load_card_index(), picture(code), outline(*off_mm))
    assert (reading.cards[0][0].code, reading.sure) == (code, True)


@pytest.mark.parametrize(("code", "sure"), [("7S", False), ("7C", False), ("7H", True), ("7D", True)])
def test_of_a_card_seen_in_few_pixels_a_black_suit_is_doubted(code: str, sure: bool):
    large = picture(code)
    far = Picture(cv2.resize(large.bgr, None, fx=0.28, fy=0.28, interpolation=cv2.INTER_AREA), GEOMETRY.scaled(0.28))
    reading = read_outline(load_card_index(), far, outline())
    assert (reading.cards[0][0].code[0], reading.sure) == ("7", sure)
    assert {card.code for card, _ in reading.cards[:2]} >= {code}


@pytest.mark.parametrize(("below", "came"), [("9C", "3D"), ("2H", "9S")])
def test_an_index_that_may_be_the_card_belows_is_not_told_as_the_new_ones(below: str, came: str):
    before, now, window = picture(below).bgr, picture(came).bgr, window_around(MIDDLE, GEOMETRY)
    width, length = (round(side * PX) for side in CARD_SQUARES)
    left, top = (round(at * PX - side / 2) for at, side in zip(MIDDLE, (width, length), strict=True))
    strip, high = round(0.2 * width), round(0.3 * length)
    for rows, columns in (
        (slice(top, top + high), slice(left, left + strip)),
        (slice(top + length - high, top + length), slice(left + width - strip, left + width)),
    ):
        now[rows, columns] = before[rows, columns]
    showing = Picture(now, GEOMETRY)
    ink = OldInk(window, window.view(before), window.view(now))
    taken_in, doubted = (
        read_outline(load_card_index(), showing, outline(), one) for one in (ink, replace(ink, card=Card(below)))
    )
    assert (taken_in.cards[0][0], taken_in.sure) == (Card(below), True)
    assert not doubted.sure
    assert {card for card, _ in doubted.cards[:2]} == {Card(below), Card(came)}


def read_as(likeliest: str, second: str, off_mm: float = 0.0, lead: float = 6.0) -> CardReading:
    return CardReading(outline(off_mm), ((Card(likeliest), -0.3), (Card(second), -0.3 - lead)))


@pytest.mark.parametrize("before", [read_as("9H", "9D"), read_as("9H", "KH", lead=0.1)])
def test_a_card_read_otherwise_where_the_last_one_lay_may_be_misread_and_beside_it_is_another(before: CardReading):
    assert other_face(read_as("9D", "9H"), before) == CAME
    assert other_face(read_as("9D", "9H", off_mm=3), before) == 1
    assert other_face(read_as("9H", "9D", off_mm=3), before) == 0
