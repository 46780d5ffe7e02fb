"""A table without a board: its first card calibrates it, every card on it is read, wherever the pile lies."""

from itertools import pairwise

import cv2
import numpy as np
import pytest

from companion.vision.bare_table import BareTable, card_corners, card_in, geometry_of
from companion.vision.card_index import CARD_CLASSES, NO_CARD, load_card_index
from companion.vision.frame import Frame
from companion.vision.geometry import BoardGeometry, Lens
from companion.vision.pile_table import PileTableReader, PileTableReading
from hardware.drawn_table import bare_canvas, laid_canvas, seen

FACTOR = 4 / 3
BARE = bare_canvas(())


@pytest.fixture(scope="module")
def reader() -> PileTableReader:
    return PileTableReader(seen(BARE, FACTOR), load_card_index())


def picture(*cards: str, gain: float = 1.0) -> np.ndarray:
    """The pile of these cards, seen from a little aside, under more or less light."""
    return cv2.convertScaleAbs(seen(laid_canvas(BARE, {}, cards), FACTOR), alpha=gain)


def looks(reader: PileTableReader, pictures: list[np.ndarray]) -> list[tuple[int, str | None, bool]]:
    """How many cards came, the top card and whether it is hidden, frame by frame."""
    memory, told, count = reader.start(), [], 0
    for number, each in enumerate(pictures):
        reading, memory = reader.read(Frame(each, 0.2 * number), memory)
        pile = reading.observation.pile
        count += pile.came
        told.append((count, pile.card.code if pile.card else None, pile.hidden))
    return told


def test_an_empty_table_shows_no_pile(reader: PileTableReader):
    assert looks(reader, [picture()] * 3) == [(0, None, False)] * 3


def test_the_first_card_and_those_on_it_are_read_and_counted(reader: PileTableReader):
    cards = ["7S", "TH", "2C"]
    pictures = [picture()] + [picture(*cards[: number + 1]) for number in range(3) for _ in range(6)]
    told = looks(reader, pictures)
    assert [(count, card) for count, card, hidden in told if not hidden and card][-1] == (3, "2C")
    assert {(count, card) for count, card, hidden in told if not hidden} == {(0, None), (1, "7S"), (2, "TH"), (3, "2C")}


def test_the_light_may_change(reader: PileTableReader):
    told = looks(reader, [picture(gain=0.6)] + [picture("QD", gain=0.6)] * 6)
    assert (told[0], told[-1]) == ((0, None, False), (1, "QD", False))


@pytest.mark.parametrize("cloth", [(190, 195, 200), (226, 230, 232), (238, 240, 242)], ids=["pale", "white", "paper"])
def test_a_pile_is_found_on_a_cloth_as_pale_as_its_cards(cloth: tuple[int, int, int]):
    bare, cards = BARE.copy(), ["7S", "TH", "2C"]
    bare[(bare == bare[0, 0]).all(axis=2)] = cloth
    shown = [seen(laid_canvas(bare, {}, cards[:count]), FACTOR) for count in range(4)]
    told = looks(PileTableReader(shown[0], load_card_index()), [picture for picture in shown for _ in range(6)])
    assert (told[5], told[-1]) == ((0, None, False), (3, "2C", False))


@pytest.mark.parametrize("gain", [1.0, 0.75])
def test_what_is_round_a_pip_on_a_white_cloth_is_no_card(gain: float):
    cloth = np.full_like(BARE, 232)
    empty, laid = (seen(laid_canvas(cloth, {}, cards), 0.8) for cards in ((), ("2H",)))
    things = BareTable(empty).things(cv2.convertScaleAbs(laid, alpha=gain))
    assert len(things.cards) == 1


@pytest.mark.parametrize("gain", [1.0, 0.6])
def test_a_black_cloth_is_no_dark_room(gain: float):
    cloth = np.full_like(BARE, 30)
    rim = seen(np.zeros_like(BARE), FACTOR)
    shown = [cv2.subtract(seen(laid_canvas(cloth, {}, cards), FACTOR), rim) for cards in ((), ("7S",))]
    dark, lit = PileTableReader(shown[0], load_card_index()), [cv2.convertScaleAbs(one, alpha=gain) for one in shown]
    assert looks(dark, [lit[0]] * 2 + [lit[1]] * 6)[1::6] == [(0, None, False), (1, "7S", False)]
    unlit, _ = dark.read(Frame(cv2.convertScaleAbs(shown[0], alpha=0.1), 0.0), dark.start())
    assert unlit.observation.notices == ("TOO_DARK",)


def test_a_small_card_is_found_on_a_large_white_cloth():
    bare, white = BARE.copy(), (235, 238, 240)
    bare[(bare == bare[0, 0]).all(axis=2)] = white
    tables = [seen(laid_canvas(bare, {}, cards), 0.6 * FACTOR) for cards in ((), ("3C",), ("3C", "KH"))]
    wide = [cv2.copyMakeBorder(table, 200, 200, 200, 200, cv2.BORDER_REPLICATE) for table in tables]
    told = looks(PileTableReader(wide[0], load_card_index()), [picture for picture in wide for _ in range(6)])
    assert (told[5], told[11], told[-1]) == ((0, None, False), (1, "3C", False), (2, "KH", False))


def with_stock(canvas: np.ndarray, larger: float = 1.0) -> np.ndarray:
    """The table with the stock beside the pile, face down; a thick one seems larger than a card."""
    half = np.array([57, 80]) * larger
    for inset, colour in ((0, (236, 240, 242)), (8, (120, 40, 30))):
        first, last = (np.round((700, 480) + way * (half - inset)).astype(int).tolist() for way in (-1, 1))
        cv2.rectangle(canvas, first, last, colour, cv2.FILLED)
    return canvas


def dealt(*cards: str, larger: float = 1.0) -> np.ndarray:
    """The pile of these cards beside the stock."""
    return seen(with_stock(laid_canvas(BARE, {}, cards), larger), FACTOR)


def test_a_pile_is_found_beside_the_stock(reader: PileTableReader):
    shown = [picture(), *(dealt(*cards) for cards in ((), ("7S",), ("7S", "TH")))]
    told = looks(reader, [one for one in shown for _ in range(6)])
    assert [told[number] for number in (5, 11, 17, 23)] == [
        (0, None, False),
        (0, None, False),
        (1, "7S", False),
        (2, "TH", False),
    ]


def test_a_first_card_is_found_whatever_lies_beside_it(reader: PileTableReader):
    def among_things(*cards: str) -> np.ndarray:
        canvas = cv2.circle(laid_canvas(BARE, {}, cards), (300, 700), 70, (40, 60, 160), cv2.FILLED)
        return seen(cv2.rectangle(canvas, (0, 200), (500, 290), (120, 150, 210), cv2.FILLED), FACTOR)

    told = looks(reader, [picture()] * 2 + [among_things("7S")] * 6 + [among_things("7S", "TH")] * 6)
    assert (told[7], told[-1]) == ((1, "7S", False), (2, "TH", False))


def test_a_game_under_way_is_taken_up_as_it_lies_though_its_stock_is_thick(reader: PileTableReader):
    under_way, further = dealt("7S", "TH", "2C", larger=1.15), dealt("7S", "TH", "2C", "QD", larger=1.15)
    told = looks(reader, [under_way] * 12 + [further] * 6)
    assert (told[11], told[-1]) == ((0, "2C", False), (1, "QD", False))


class CountedReader:
    """Sees a two of clubs in everything, and counts how often it is asked."""

    asked = 0

    def log_probabilities(self, crops: np.ndarray) -> np.ndarray:
        """The same for every crop."""
        self.asked += 1
        return np.log(np.where(np.array(CARD_CLASSES) == "2C", 0.99, 0.0002))[None].repeat(len(crops), axis=0)


def test_the_plane_of_a_thick_stock_is_put_right_but_once():
    counted, shown = CountedReader(), dealt("7S", "TH", "2C", larger=1.15)
    table, asked = PileTableReader(picture(), counted), []
    memory = table.start()
    for number in range(5):
        before = counted.asked
        _, memory = table.read(Frame(shown, 0.2 * number), memory)
        asked.append(counted.asked - before)
    assert [number > 30 for number in asked].count(True) == 1


def test_a_pile_is_followed_though_the_camera_is_hung_elsewhere(reader: PileTableReader):
    def hung_elsewhere(shown: np.ndarray) -> np.ndarray:
        height, width = shown.shape[:2]
        motion = cv2.getRotationMatrix2D((width / 2, height / 2), 30, 0.85)
        return cv2.warpAffine(shown, motion, (width, height), borderMode=cv2.BORDER_REPLICATE)

    pictures = [picture()] + [dealt("7S", "TH")] * 6 + [hung_elsewhere(dealt("7S", "TH"))] * 16
    told = looks(reader, pictures + [hung_elsewhere(dealt("7S", "TH", "3D"))] * 6)
    assert told[22][1:] == ("TH", False)
    assert told[-1] == (told[22][0] + 1, "3D", False)


def test_the_picture_of_the_empty_table_may_be_of_a_day_when_the_camera_hung_a_little_otherwise():
    grain = cv2.GaussianBlur(np.random.default_rng(1).normal(0, 60, (*BARE.shape[:2], 1)).repeat(3, axis=2), (0, 0), 3)
    wood = np.clip(BARE + 4 * grain, 0, 255).astype(np.uint8)
    pictures = [seen(laid_canvas(wood, {}, cards), FACTOR) for cards in ((), ("7S",), ("7S", "TH"))]
    height, width = pictures[0].shape[:2]
    motion = cv2.getRotationMatrix2D((width / 2 - 300, height / 2), 3, 1.02)
    then = cv2.warpAffine(pictures[0], motion, (width, height), borderMode=cv2.BORDER_REFLECT)
    told = looks(PileTableReader(then, load_card_index()), [picture for picture in pictures for _ in range(6)])
    assert [told[number] for number in (5, 11, 17)] == [(0, None, False), (1, "7S", False), (2, "TH", False)]


def last_look(reader: PileTableReader, shown: np.ndarray) -> PileTableReading:
    """What a picture shows after a few looks at it."""
    memory = reader.start()
    for _ in range(4):
        reading, memory = reader.read(Frame(shown, 0.0), memory)
    return reading


def with_lamp(shown: np.ndarray, x: float, y: float) -> np.ndarray:
    """The picture with a lamp's soft mirror image around a place."""
    rows, columns = np.mgrid[: shown.shape[0], : shown.shape[1]]
    lamp = 150 * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * 30**2))
    return np.clip(shown + lamp[..., None], 0, 255).astype(np.uint8)


@pytest.mark.parametrize("side", range(4))
def test_a_first_card_with_a_lamps_image_beside_it_is_found_as_without(reader: PileTableReader, side: int):
    plain = last_look(reader, picture("7S"))
    corners = np.roll(card_in(plain.geometry), side, axis=0)
    beside = 1.1 * corners[:2].mean(axis=0) - 0.1 * corners.mean(axis=0)
    lit = last_look(reader, with_lamp(picture("7S"), *beside))
    areas = [cv2.contourArea(card_in(one.geometry).astype(np.float32)) for one in (plain, lit)]
    assert str(lit.observation.pile.card) == "7S"
    assert areas[1] == pytest.approx(areas[0], rel=0.04)


class Blind:
    """A classifier that finds no card anywhere."""

    def log_probabilities(self, crops: np.ndarray) -> np.ndarray:
        """Certain of none."""
        return np.log(np.where(np.array(CARD_CLASSES) == NO_CARD, 1 - 53e-6, 1e-6)) * np.ones((len(crops), 1))


def test_a_first_card_that_cannot_be_read_is_a_card_and_the_next_lies_on_it():
    pictures = [picture(*cards) for cards in ((), ("7S",), ("7S", "TH")) for _ in range(6)]
    assert looks(PileTableReader(pictures[0], Blind()), pictures)[11] == (1, None, False)
    memory, count = PileTableReader(pictures[0], Blind()).start(), 0
    for number, each in enumerate(pictures):
        sighted = PileTableReader(pictures[0], load_card_index() if number > 11 else Blind())
        reading, memory = sighted.read(Frame(each, 0.2 * number), memory)
        count += reading.observation.pile.came
    assert (count, str(reading.observation.pile.card)) == (2, "TH")


def test_a_card_lying_face_down_begins_no_pile(reader: PileTableReader):
    card = picture("7S")
    corners = np.argwhere(np.abs(card.astype(int) - picture()).max(axis=2) > 40)[:, ::-1]
    box = cv2.boxPoints(cv2.minAreaRect(corners.astype(np.float32)))
    middle = box.mean(axis=0)
    back = cv2.fillConvexPoly(card.copy(), np.round(middle + 0.9 * (box - middle)).astype(np.int32), (120, 40, 30))
    assert looks(reader, [picture()] + [back] * 6)[-1] == (0, None, False)


def test_a_pile_that_was_taken_away_is_found_again_where_it_lies_then(reader: PileTableReader):
    moved, there = picture(), np.abs(picture("7S").astype(int) - picture()).max(axis=2) > 2
    rows, columns = np.nonzero(there)
    moved[rows - 220, columns] = picture("7S")[rows, columns]
    told = looks(reader, [picture()] + [picture("7S")] * 6 + [picture()] * 14 + [moved] * 8)
    assert told[6] == (1, "7S", False)
    assert told[-1] == (2, "7S", False)


def test_a_hand_over_the_table_is_no_card(reader: PileTableReader):
    arm = cv2.rectangle(picture("7S"), (700, 300), (1280, 420), (120, 150, 210), cv2.FILLED)
    assert all(hidden for *_, hidden in looks(reader, [arm] * 4))


def test_in_the_dark_nothing_is_known(reader: PileTableReader):
    dark, _ = reader.read(Frame(picture(gain=0.05), 0.0), reader.start())
    assert (dark.observation.pile.hidden, dark.observation.notices) == (True, ("TOO_DARK",))


def test_a_cards_corners_are_found_to_a_fraction_of_a_pixel():
    true = np.array([[300.0, 200.0], [388.0, 212.0], [371.0, 338.0], [283.0, 326.0]])
    mask = np.zeros((720, 960), np.uint8)
    cv2.fillConvexPoly(mask, np.round(true * 16).astype(np.int32), 1, shift=4)
    (corners,) = card_corners(mask)
    assert all(np.linalg.norm(true - corner, axis=1).min() < 0.8 for corner in corners)
    sides = [np.linalg.norm(end - start) for start, end in pairwise([*corners, corners[0]])]
    assert sides[0] < sides[1]
    geometry = geometry_of(corners)
    assert isinstance(geometry, BoardGeometry)
    assert geometry.lens == Lens(1.0, (0.0, 0.0))


@pytest.mark.parametrize(
    "shape",
    [
        lambda mask: mask,
        lambda mask: cv2.circle(mask, (300, 300), 60, 1, cv2.FILLED),
        lambda mask: cv2.rectangle(mask, (100, 100), (200, 110), 1, cv2.FILLED),
        lambda mask: cv2.fillConvexPoly(mask, np.array([[300, 200], [308, 200], [404, 340], [200, 340]]), 1),
        lambda mask: cv2.rectangle(mask, (10, 10), (900, 700), 1, cv2.FILLED),
    ],
    ids=["nothing", "a disc", "a stick", "a wedge", "a table cloth"],
)
def test_what_is_no_single_card_has_no_corners(shape):
    assert card_corners(shape(np.zeros((720, 960), np.uint8))) == []


@pytest.mark.parametrize("turn_deg", range(0, 180, 15))
def test_a_card_is_one_however_it_is_turned_in_a_view_forty_degrees_off_vertical(turn_deg: int):
    flat = np.array([[-31.5, -44], [31.5, -44], [31.5, 44], [-31.5, 44]])
    turn, tilt = np.radians(turn_deg), np.radians(40)
    x, y = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ flat.T
    seen_from = 1 + np.sin(tilt) * y / 600
    corners = 360 + 2 * np.stack([x / seen_from, np.cos(tilt) * y / seen_from], axis=1)
    mask = cv2.fillConvexPoly(np.zeros((720, 720), np.uint8), np.round(corners).astype(np.int32), 1)
    (found,) = card_corners(mask)
    assert min(np.abs(found - np.roll(corners, 2 * half, axis=0)).max() for half in (0, 1)) < 2
