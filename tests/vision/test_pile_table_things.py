"""A table without a board that is another than in its picture without cards, or has other things on it than cards."""

import cv2
import numpy as np
import pytest

from companion.vision.card_index import load_card_index
from companion.vision.frame import Frame, Image
from companion.vision.pile_table import PileTableReader
from hardware.drawn_cards import card_face
from hardware.drawn_table import bare_canvas, laid_canvas, seen

FACTOR, LOOKS = 4 / 3, 6
BARE = bare_canvas(())
CARDS = ("7S", "TH", "2C")


def pictures(canvas: Image) -> list[Image]:
    """The table without a card, and after each of three."""
    return [seen(laid_canvas(canvas, {}, CARDS[:count]), FACTOR) for count in range(len(CARDS) + 1)]


def watched(empty: Image, shown: list[Image]) -> list[tuple[int, str | None]]:
    """How many cards had come by the end of each picture, and what lay on top then."""
    reader, count, told = PileTableReader(empty, load_card_index()), 0, []
    memory = reader.start()
    for one in shown:
        for _ in range(LOOKS):
            reading, memory = reader.read(Frame(one, 0.0), memory)
            count += reading.observation.pile.came
        card = reading.observation.pile.card
        told.append((count, card.code if card else None))
    return told


COUNTED = [(0, None), (1, "7S"), (2, "TH"), (3, "2C")]


def striped() -> Image:
    canvas = BARE.copy()
    canvas[:, np.arange(canvas.shape[1]) // 50 % 2 == 0] = (210, 215, 220)
    return canvas


def test_the_cloth_may_lie_otherwise_than_in_the_picture_of_the_empty_table():
    shown = pictures(striped())
    then = np.roll(shown[0], (-11, 19), axis=(0, 1))
    assert watched(then, shown) == COUNTED


def test_the_picture_of_the_empty_table_may_be_of_daylight_and_the_evening_under_a_lamp():
    shown = pictures(BARE)
    y, x = np.mgrid[: shown[0].shape[0], : shown[0].shape[1]]
    lamp = 0.4 + 0.6 * np.exp(-((x - 700) ** 2 + (y - 450) ** 2) / (2 * 240**2))[..., None]
    assert watched(shown[0], [(one * lamp).astype(np.uint8) for one in shown]) == COUNTED


def with_stock(canvas: Image, x: int, y: int) -> Image:
    """The table with the stock lying face down around a place."""
    laid = canvas.copy()
    for inset, colour in ((0, (236, 240, 242)), (8, (120, 40, 30))):
        cv2.rectangle(laid, (x - 57 + inset, y - 80 + inset), (x + 57 - inset, y + 80 - inset), colour, cv2.FILLED)
    return laid


@pytest.mark.parametrize(("x", "y"), [(926, 480), (926, 450), (1030, 322)], ids=["beside", "further up", "end to end"])
def test_the_first_card_is_found_though_it_touches_the_stock_that_was_laid_with_it(x: int, y: int):
    shown = pictures(with_stock(BARE, x, y))
    assert watched(pictures(BARE)[0], [pictures(BARE)[0], *shown[1:]]) == COUNTED


def with_thing(canvas: Image, thing: Image) -> Image:
    """The table with something flat lying on it, far from the pile."""
    laid, (height, width) = canvas.copy(), thing.shape[:2]
    laid[500 : 500 + height, 200 : 200 + width] = thing
    return laid


@pytest.mark.parametrize("size", [(300, 290), (200, 145), (155, 100)], ids=["a napkin", "a letter", "a calling card"])
def test_blank_paper_that_lies_there_before_the_first_card_is_no_card(size: tuple[int, int]):
    paper = np.full((*size, 3), (240, 243, 246), np.uint8)
    assert watched(pictures(BARE)[0], [pictures(BARE)[0], *pictures(with_thing(BARE, paper))]) == [(0, None), *COUNTED]


def photograph() -> Image:
    """As large as a card, with a white border."""
    blots = np.random.default_rng(1).integers(0, 255, (8, 6, 3), dtype=np.uint8)
    photo = cv2.resize(blots, (98, 144), interpolation=cv2.INTER_CUBIC)
    return cv2.copyMakeBorder(photo, 8, 8, 8, 8, cv2.BORDER_CONSTANT, value=(245, 245, 245))


def test_what_seems_a_card_that_cannot_be_read_does_not_hide_the_pile_that_is_begun_elsewhere():
    told = watched(pictures(BARE)[0], [pictures(BARE)[0], *pictures(with_thing(BARE, photograph()))])
    assert [(count - told[1][0], card) for count, card in told[2:]] == COUNTED[1:]


def test_cards_that_are_printed_on_the_cloth_were_there_before():
    canvas = BARE.copy()
    for place, code in enumerate(("AS", "KH", "QD", "JC")):
        canvas[60 + 200 * place :, 480:][:160, :114] = card_face(code, 160)
    empty, (dealt, *shown) = pictures(canvas)[0], pictures(with_stock(canvas, 700, 480))
    assert watched(empty, [empty, dealt, *shown]) == [(0, None), *COUNTED]


def phone() -> Image:
    """One that shows a picture of a card."""
    body = np.full((272, 130, 3), 20, np.uint8)
    picture = cv2.resize(card_face("QH", 160), (100, 140), interpolation=cv2.INTER_AREA)
    body[60:200, 15:115] = picture
    return body


@pytest.mark.parametrize("thing", [phone(), card_face("QH", 160)], ids=["a phone's picture", "an exposed card"])
def test_what_seems_a_first_card_does_not_hide_the_pile_that_is_begun_elsewhere(thing: Image):
    bare, *shown = pictures(BARE)[0], *pictures(with_thing(BARE, thing))
    told = watched(bare, [bare, *shown])
    assert told == [(0, None), (1, "QH"), (1, "QH"), (3, "TH"), (4, "2C")]
    gone = watched(bare, [bare, shown[0], *[bare] * 2, *pictures(BARE)[1:]])
    assert gone[4:] == [(2, "7S"), (3, "TH"), (4, "2C")]


def test_what_seems_a_joker_does_not_keep_the_first_card_that_is_laid_elsewhere_waiting():
    bare, *shown = pictures(BARE)[0], *pictures(with_thing(BARE, card_face("JK", 160)))
    assert watched(bare, [bare, *shown]) == [(0, None), (1, "JK"), (2, "7S"), (3, "TH"), (4, "2C")]


def test_what_came_elsewhere_is_the_pile_once_what_seemed_the_first_card_is_taken_away():
    bare, begun, *_ = pictures(BARE)
    exposed, both, *_ = pictures(with_thing(BARE, card_face("QH", 160)))
    assert watched(bare, [bare, exposed, both, begun, begun])[3:] == [(1, None), (2, "7S")]


@pytest.mark.parametrize("stays", [True, False])
def test_a_card_that_lies_open_elsewhere_before_the_second_is_laid_is_none_on_the_pile(stays: bool):
    bare, first, *further = pictures(BARE)
    _, shown, *beside = pictures(with_thing(BARE, card_face("QH", 160)))
    told = watched(bare, [bare, first, shown, *(beside if stays else [first, first, *further])])
    assert told == [(0, None), (1, "7S"), (1, "7S"), *[(1, "7S")] * (0 if stays else 2), (2, "TH"), (3, "2C")]


def test_an_open_card_elsewhere_that_is_pushed_does_not_become_the_pile():
    bare, first, *_ = pictures(BARE)
    shown = pictures(with_thing(BARE, card_face("QH", 160)))[1]
    pushed = BARE.copy()
    pushed[560:720, 240:354] = card_face("QH", 160)
    _, begun, further, _ = pictures(pushed)
    assert watched(bare, [bare, first, shown, begun, further])[2:] == [(1, "7S"), (1, "7S"), (2, "TH")]


def test_a_card_printed_on_a_page_beside_the_stock_does_not_hide_the_pile_that_is_begun_elsewhere():
    page = np.full((300, 290, 3), (215, 225, 228), np.uint8)
    page[100:260, 120:234] = card_face("4D", 160)
    stocked = with_stock(BARE, 700, 480)
    (bare, *_), (stock, *_), shown = (pictures(one) for one in (BARE, stocked, with_thing(stocked, page)))
    assert watched(bare, [bare, stock, *shown])[4:] == [(3, "TH"), (4, "2C")]
