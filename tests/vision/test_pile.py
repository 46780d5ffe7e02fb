"""The discard pile on drawn tables: found anywhere, each new card counted once, nothing else counted."""

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.referee.observation import PileObservation
from companion.vision.card_index import CARD_CLASSES, NO_CARD
from companion.vision.card_outline import CARD_SQUARES, Outline, find_outlines, lines_of
from companion.vision.frame import Image, Matrix
from companion.vision.geometry import BoardGeometry, Lens
from companion.vision.outline_fit import refine
from companion.vision.pile import PileMemory, PileReader
from companion.vision.pile_window import PX_PER_SQUARE, changed_part, faces_up, kept_part, old_ink, relief_of, within

SIZE_PX = (960, 720)
CANVAS_PX = 60
ORIGIN = np.array([-3.5, -3.5])
INKS = {"7H": (40, 30, 200), "2S": (60, 60, 60), "KC": (40, 120, 40), "9D": (180, 60, 160)}


@dataclass(frozen=True)
class InkReader:
    """Knows a card by the colour of the block in its corner; a stand-in for the network, which needs real faces."""

    classes: tuple[str, ...] = CARD_CLASSES

    def log_probabilities(self, crops: Image) -> Matrix:
        """Certain of one class for each crop."""
        return np.log(np.stack([self._chances(crop) for crop in crops]))

    def _chances(self, crop: Image) -> Matrix:
        chances = np.full(len(self.classes), 1e-4)
        chances[self.classes.index(self._code(crop))] = 1.0
        return chances / chances.sum()

    def _code(self, crop: Image) -> str:
        corner = np.median(crop[10:16, 10:16].reshape(-1, 3), axis=0)
        paper = np.median(crop[3:6, 30:50].reshape(-1, 3), axis=0)
        light = max(float(paper.mean()), 1.0) / 235
        far = {code: np.abs(corner / light - ink).max() for code, ink in INKS.items()}
        code = min(far, key=far.__getitem__)
        return code if far[code] < 40 and paper.min() > 60 else NO_CARD


def _geometry(turn_deg: float = 0.0, shift_px: float = 0.0) -> BoardGeometry:
    """A board of about half the picture, seen at a slant."""
    turn = np.radians(turn_deg)
    board = np.array([[1, 0, -5], [0, 1, -5], [0, 0, 1.0]])
    turned = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    slanted = np.array([[0.055, 0, 0], [0, 0.052, 0], [0, 0.006, 1.0]])
    moved = np.array([[1, 0, shift_px / 800], [0, 1, 0.02], [0, 0, 1]])
    return BoardGeometry(Lens(800.0, (479.5, 359.5)), moved @ slanted @ turned @ board)


GEOMETRY = _geometry()


def _card(x: float, y: float, turn_deg: float) -> Outline:
    return Outline(x, y, *CARD_SQUARES, turn_deg)


def _canvas(table: tuple[int, int, int] = (70, 100, 130)) -> Image:
    """A table with the board on it, from straight above."""
    side = 17 * CANVAS_PX
    canvas = np.full((side, side, 3), table, np.uint8)
    low, high = ((np.array([edge, edge]) - ORIGIN) * CANVAS_PX for edge in (0, 10))
    cv2.rectangle(canvas, low.astype(int).tolist(), high.astype(int).tolist(), (50, 70, 40), -1)
    return canvas


def _polygon(canvas: Image, card: Outline, local: list[tuple[float, float]], colour: tuple[int, ...]) -> None:
    points = (card.points(np.array(local)) - ORIGIN) * CANVAS_PX - 0.5
    cv2.fillConvexPoly(canvas, np.round(points * 16).astype(np.int32), colour, cv2.LINE_AA, 4)


def _box(x0: float, y0: float, x1: float, y1: float) -> list[tuple[float, float]]:
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def _draw(canvas: Image, card: Outline, code: str) -> Image:
    """A card face: an index block in two corners and a pip or two, with the shadow line of a card's edge."""
    drawn = canvas.copy()
    _polygon(
        drawn, replace(card, width=card.width + 0.03, length=card.length + 0.03), _box(0, 0, 1, 1), (150, 150, 150)
    )
    _polygon(drawn, card, _box(0, 0, 1, 1), (235, 235, 235))
    for box in (_box(0.06, 0.04, 0.18, 0.14), _box(0.82, 0.86, 0.94, 0.96), _box(0.42, 0.45, 0.58, 0.55)):
        _polygon(drawn, card, box, INKS[code])
    return drawn


def _back(canvas: Image, card: Outline) -> Image:
    drawn = canvas.copy()
    _polygon(drawn, card, _box(0, 0, 1, 1), (235, 235, 235))
    _polygon(drawn, card, _box(0.06, 0.04, 0.94, 0.96), (120, 40, 30))
    return drawn


def _photo(canvas: Image, geometry: BoardGeometry = GEOMETRY) -> Image:
    """The table as the camera sees it."""
    lens = geometry.lens
    camera = np.array([[lens.focal_px, 0, lens.centre_px[0]], [0, lens.focal_px, lens.centre_px[1]], [0, 0, 1]])
    board = np.array([[1 / CANVAS_PX, 0, ORIGIN[0] + 0.5 / CANVAS_PX], [0, 1 / CANVAS_PX, ORIGIN[1]], [0, 0, 1]])
    return cv2.warpPerspective(canvas, camera @ geometry.ideal_from_board @ board, SIZE_PX, flags=cv2.INTER_AREA)


def _hand(photo: Image, geometry: BoardGeometry, card: Outline, reach: float = 1.0) -> Image:
    covered = photo.copy()
    arm = replace(card, width=1.0, length=5.0, x=card.x + 0.1, y=card.y + 1.9 - reach)
    points = np.round(geometry.image_from_board(arm.points(np.array(_box(0, 0, 1, 1))))).astype(np.int32)
    return cv2.fillConvexPoly(covered, points, (90, 120, 170), cv2.LINE_AA)


def _watch(
    photos: list[Image], memory: PileMemory | None = None, geometry: BoardGeometry = GEOMETRY
) -> tuple[list[PileObservation], PileMemory]:
    """What a reader says of each picture in turn."""
    reader, seen, memory = PileReader(InkReader()), [], memory or PileMemory()
    for photo in photos:
        observation, memory = reader.read(photo, geometry, memory)
        seen.append(observation)
    return seen, memory


FIRST = _card(12.0, 4.0, 3.0)
SECOND = _card(12.1, 4.1, -6.0)
TABLE = _draw(_canvas(), FIRST, "7H")


@pytest.fixture(scope="module")
def found() -> PileMemory:
    """A pile with a seven of hearts on top, already known."""
    return _watch([_photo(TABLE)] * 2)[1]


def _code(observation: PileObservation) -> str | None:
    return observation.card.code if observation.card else None


@settings(max_examples=6, deadline=None)
@given(turn=st.integers(0, 359), along=st.floats(2, 8), side=st.sampled_from(["left", "right", "above"]))
def test_a_card_beside_the_board_is_found_and_read_at_any_turn(turn: int, along: float, side: str) -> None:
    x, y = {"left": (-2.0, along), "right": (12.0, along), "above": (along, -2.0)}[side]
    seen, _ = _watch([_photo(_draw(_canvas(), _card(x, y, turn), "KC"))] * 2)
    assert _code(seen[-1]) == "KC"
    assert (seen[-1].changes, seen[-1].hidden) == (0, False)


@settings(max_examples=4, deadline=None)
@given(board=st.integers(0, 359))
def test_a_pile_is_found_however_the_board_lies(board: int) -> None:
    geometry = _geometry(board)
    card = _card(5.0, 11.9, 80)
    assume(_in_view(geometry, card))
    seen, _ = _watch([_photo(_draw(_canvas(), card, "9D"), geometry)] * 2, geometry=geometry)
    assert _code(seen[-1]) == "9D"


def _in_view(geometry: BoardGeometry, card: Outline) -> bool:
    corners = geometry.image_from_board(card.points(np.array(_box(0, 0, 1, 1))))
    return bool((corners > 5).all() and (corners < np.array(SIZE_PX) - 5).all())


def test_a_white_card_on_a_white_table_is_found() -> None:
    seen, _ = _watch([_photo(_draw(_canvas((205, 205, 205)), FIRST, "2S"))] * 2)
    assert _code(seen[-1]) == "2S"


def test_a_table_without_cards_has_no_pile() -> None:
    seen, memory = _watch([_photo(_canvas())] * 3)
    assert [(one.changes, one.cards, one.hidden) for one in seen] == [(0, (), False)] * 3
    assert memory.sight is None


def test_the_face_down_draw_pile_is_not_taken_for_the_discard_pile() -> None:
    seen, _ = _watch([_photo(_back(_canvas(), FIRST))] * 2)
    assert seen[-1].cards == ()


def test_the_first_card_of_a_pile_counts_when_the_table_was_seen_without(found: PileMemory) -> None:
    seen, _ = _watch([_photo(_canvas())] * 2 + [_photo(TABLE)] * 2)
    assert (seen[-1].changes, _code(seen[-1])) == (1, "7H")
    assert found.changes == 0


def test_while_nothing_happens_nothing_changes(found: PileMemory) -> None:
    seen, _ = _watch([_photo(TABLE)] * 3, found)
    assert {(one.changes, _code(one), one.hidden) for one in seen} == {(0, "7H", False)}


@settings(max_examples=8, deadline=None)
@given(x=st.floats(-0.15, 0.15), y=st.floats(-0.15, 0.15), turn=st.floats(-12, 12), code=st.sampled_from(sorted(INKS)))
def test_every_new_card_counts_once_whatever_its_face(
    found: PileMemory, x: float, y: float, turn: float, code: str
) -> None:
    if abs(x) + abs(y) < 0.1:
        x = 0.12  # nobody lays a card exactly over another
    card = _card(FIRST.x + x, FIRST.y + y, FIRST.turn_deg + turn)
    after = _photo(_draw(TABLE, card, code))
    seen, _ = _watch([_hand(after, GEOMETRY, card), *[after] * 4], found)
    assert seen[0].hidden
    assert [(one.changes, _code(one)) for one in seen[3:]] == [(1, code)] * 2


def test_a_pile_grows_card_by_card(found: PileMemory) -> None:
    table, seen, memory = TABLE, [], found
    for number, (code, turn) in enumerate([("2S", -4.0), ("KC", 8.0), ("KC", -2.0), ("9D", 5.0)]):
        table = _draw(table, _card(12.0 + 0.05 * (-1) ** number, 4.0 + 0.04 * number, turn), code)
        observations, memory = _watch([_photo(table)] * 3, memory)
        seen.append((observations[-1].changes, _code(observations[-1])))
    assert seen == [(1, "2S"), (2, "KC"), (3, "KC"), (4, "9D")]


def test_a_card_thrown_across_the_pile_counts_too(found: PileMemory) -> None:
    after = _photo(_draw(TABLE, _card(12.1, 4.0, 58.0), "2S"))
    seen, _ = _watch([after] * 4, found)
    assert (seen[-1].changes, _code(seen[-1])) == (1, "2S")


def test_a_hand_above_the_pile_hides_it_and_changes_nothing(found: PileMemory) -> None:
    photo = _photo(TABLE)
    hands = [_hand(photo, GEOMETRY, FIRST, reach) for reach in (0.4, 0.9, 1.6, 1.6, 1.6, 0.7)]
    seen, _ = _watch([*hands, photo], found)
    assert all(one.hidden and not one.cards for one in seen[1:5])
    assert (seen[-1].changes, _code(seen[-1]), seen[-1].hidden) == (0, "7H", False)


@given(light=st.floats(0.45, 1.15))
@settings(max_examples=8, deadline=None)
def test_a_lamp_is_no_card(found: PileMemory, light: float) -> None:
    lit = np.clip(_photo(TABLE) * light, 0, 255).astype(np.uint8)
    seen, _ = _watch([lit, lit], found)
    assert {(one.changes, _code(one), one.hidden) for one in seen} == {(0, "7H", False)}


def test_a_soft_shadow_is_no_card(found: PileMemory) -> None:
    shade = np.tile(np.linspace(1.0, 0.6, SIZE_PX[0]), (SIZE_PX[1], 1))[..., None]
    seen, _ = _watch([(_photo(TABLE) * shade).astype(np.uint8)] * 2, found)
    assert (seen[-1].changes, _code(seen[-1])) == (0, "7H")


def test_a_knock_of_the_camera_is_no_card(found: PileMemory) -> None:
    knocked = _geometry(turn_deg=2.0, shift_px=20.0)
    seen, memory = _watch([_photo(TABLE, knocked)] * 3, found, knocked)
    assert (seen[-1].changes, _code(seen[-1])) == (0, "7H")
    after = _photo(_draw(TABLE, SECOND, "9D"), knocked)
    assert [(one.changes, _code(one)) for one in _watch([after] * 3, memory, knocked)[0][2:]] == [(1, "9D")]


def test_a_pile_that_was_taken_up_is_found_again_elsewhere(found: PileMemory) -> None:
    empty, elsewhere = _photo(_canvas()), _photo(_draw(_canvas(), _card(-2.0, 6.0, 85.0), "9D"))
    seen, memory = _watch([empty] * 30, found)
    assert all(one.hidden for one in seen)
    assert [(one.changes, _code(one)) for one in _watch([elsewhere] * 2, memory)[0][1:]] == [(1, "9D")]


def test_a_pile_pushed_along_with_everything_around_it_is_no_card() -> None:
    table = _back(TABLE, _card(12.0, 6.3, 0.0))
    memory = _watch([_photo(table)] * 2)[1]
    pushed = np.roll(table, (10, 14), axis=(0, 1))
    assert [(one.changes, _code(one)) for one in _watch([_photo(pushed)] * 3, memory)[0][1:]] == [(0, "7H")] * 2


def test_a_card_nobody_can_read_counts_and_stays_unread(found: PileMemory) -> None:
    table = TABLE.copy()
    _polygon(table, replace(SECOND, width=1.46, length=2.03), _box(0, 0, 1, 1), (150, 150, 150))
    _polygon(table, SECOND, _box(0, 0, 1, 1), (235, 235, 235))
    seen, _ = _watch([_photo(table)] * 3, found)
    assert (seen[-1].changes, seen[-1].cards, seen[-1].hidden) == (1, (), False)


@settings(max_examples=25, deadline=None)
@given(x=st.floats(68, 86), y=st.floats(68, 86), turn=st.floats(-20, 20))
def test_an_outline_is_found_to_a_pixel_and_a_degree(x: float, y: float, turn: float) -> None:
    size = [side * PX_PER_SQUARE for side in CARD_SQUARES]
    card, view = Outline(x, y, size[0], size[1], turn), np.full((154, 154, 3), 90, np.uint8)
    corners = card.points(np.array(_box(0, 0, 1, 1)))
    cv2.fillConvexPoly(view, np.round(corners * 16).astype(np.int32), (230, 230, 230), cv2.LINE_AA, 4)
    rough = find_outlines(lines_of(view), PX_PER_SQUARE, range(-21, 22, 3), 1)[0]
    fine = refine(lines_of(view), rough, PX_PER_SQUARE)
    assert np.hypot(fine.x - x, fine.y - y) < 1.0
    assert abs(fine.turn_deg - turn) < 1.0


def test_ink_is_kept_under_a_finger_and_lost_under_a_new_card() -> None:
    side = 154
    face = np.full((side, side, 3), 235, np.uint8)
    for x, y in ((50, 50), (100, 50), (75, 75), (50, 100), (100, 100)):
        cv2.circle(face, (x, y), 6, (40, 30, 200), -1)
    everywhere = within(Outline(side / 2, side / 2, 130, 130, 0.0))
    finger = face.copy()
    finger[90:, 90:] = (90, 120, 170)
    moved = np.roll(face, (9, -8), axis=(0, 1))
    old = relief_of(face)
    assert kept_part(old, old, everywhere) == 1.0
    assert kept_part(old, relief_of(finger), everywhere) > 0.6
    assert kept_part(old, relief_of(moved), everywhere) < 0.3
    assert changed_part(old, relief_of((face * 0.7).astype(np.uint8)), everywhere) == 0.0


@dataclass(frozen=True)
class DoubtfulReader:
    """Cannot tell the second card from the first in a likely pair."""

    classes: tuple[str, ...] = CARD_CLASSES
    chances: tuple[tuple[str, float], ...] = (("JC", 0.55), ("JS", 0.44))

    def log_probabilities(self, crops: Image) -> Matrix:
        """The same for every crop."""
        row = np.full(len(self.classes), 1e-4)
        for code, chance in self.chances:
            row[self.classes.index(code)] = chance
        return np.tile(np.log(row / row.sum()), (len(crops), 1))


def test_cards_that_cannot_be_told_apart_are_offered_but_none_is_called_seen(found: PileMemory) -> None:
    after = _photo(_draw(TABLE, SECOND, "KC"))
    reader, memory = PileReader(DoubtfulReader()), found
    for _ in range(4):
        seen, memory = reader.read(after, GEOMETRY, memory)
    assert (seen.changes, seen.card) == (1, None)
    assert [card.code for card, _ in seen.cards[:2]] == ["JC", "JS"]


@dataclass(frozen=True)
class CountingReader(DoubtfulReader):
    """Counts the corners it is asked about."""

    counts: list[int] = field(default_factory=list)

    def log_probabilities(self, crops: Image) -> Matrix:
        """The same for every crop."""
        self.counts.append(len(crops))
        return DoubtfulReader.log_probabilities(self, crops)


def test_a_card_that_leaves_a_doubt_is_looked_at_over_several_frames(found: PileMemory) -> None:
    after, index, asked = _photo(_draw(TABLE, SECOND, "KC")), CountingReader(), []
    reader, memory = PileReader(index), found
    for _ in range(4):
        before = sum(index.counts)
        _, memory = reader.read(after, GEOMETRY, memory)
        asked.append(sum(index.counts) - before)
    assert sum(count > 0 for count in asked) > 1
    assert max(asked) < sum(asked)


def test_a_face_like_nothing_at_all_is_not_offered(found: PileMemory) -> None:
    after = _photo(_draw(TABLE, SECOND, "KC"))
    reader, memory = PileReader(DoubtfulReader(chances=((NO_CARD, 1.0),))), found
    for _ in range(4):
        seen, memory = reader.read(after, GEOMETRY, memory)
    assert (seen.changes, seen.cards) == (1, ())


def test_old_ink_is_what_shows_through_with_its_paper_and_not_what_new_ink_covers() -> None:
    before = np.full((154, 154, 3), 235, np.uint8)
    cv2.circle(before, (40, 40), 5, (40, 40, 40), -1)
    cv2.circle(before, (100, 100), 5, (40, 40, 40), -1)
    now = before.copy()
    cv2.circle(now, (100, 100), 5, (235, 235, 235), -1)
    cv2.circle(now, (103, 100), 5, (40, 40, 40), -1)
    mask = old_ink(before, now)
    assert mask[40, 40] > 0.9
    assert mask[100, 100] < 0.1
    assert mask[70, 70] == 0.0


@given(paper=st.integers(120, 250), part=st.floats(0.3, 0.95))
@settings(max_examples=15, deadline=None)
def test_a_face_is_told_from_a_back_by_its_paper(paper: int, part: float) -> None:
    card = Outline(76.5, 76.5, 69.0, 96.0, 0.0)
    face, back = (np.full((154, 154, 3), 60, np.uint8) for _ in range(2))
    face[28:125, 42:112] = back[28:125, 42:112] = paper
    face[36 : 36 + round((1 - part) * 70), 50:104] = paper // 3
    back[36:117, 50:104] = paper // 3
    assert faces_up(face, card)
    assert not faces_up(back, card)
