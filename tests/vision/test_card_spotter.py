"""What is spotted at one look: the uppermost card, on any table, at any turn and size, and nothing where none lies."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.vision.card_outline import CARD_SQUARES, Outline
from companion.vision.card_spotter import CELLS, VIEW_PX, CardSpotter, load_card_spotter
from companion.vision.frame import Image, Matrix
from hardware.drawn_cards import card_face

SPOTTER = load_card_spotter()
SIDE_PX, SQUARE_PX = 224, 56
SIZE = tuple(side * SQUARE_PX for side in CARD_SQUARES)
TABLES = {"dark": (30, 45, 40), "green": (58, 104, 62), "wood": (70, 110, 160), "pale": (205, 212, 215)}


def table(name: str) -> Image:
    """A table of this colour, with some grain."""
    grain = np.random.default_rng(1).normal(0, 4, (SIDE_PX, SIDE_PX, 1))
    return np.clip(np.array(TABLES[name]) + grain, 0, 255).astype(np.uint8)


def lay(view: Image, card: Outline, code: str) -> None:
    """Lays a card into a view, with the shadow line of its edge."""
    face = card_face(code, round(card.length))
    corners = card.points(np.array([[0, 0], [1, 0], [0, 1]])).astype(np.float32)
    height, width = face.shape[:2]
    carry = cv2.getAffineTransform(np.array([[0, 0], [width, 0], [0, height]], np.float32), corners)
    cover = cv2.warpAffine(np.ones(face.shape[:2], np.float32), carry, (SIDE_PX, SIDE_PX))[..., None]
    shade = 1 - 0.2 * cv2.GaussianBlur(cover, (0, 0), 1.5)[..., None]
    placed = cv2.warpAffine(face, carry, (SIDE_PX, SIDE_PX), borderMode=cv2.BORDER_REPLICATE)
    view[:] = view * shade * (1 - cover) + placed * cover


def off(found: Outline, true: Outline) -> tuple[float, float]:
    """How far apart two outlines lie, in millimetres, and how far one is turned against the other, in degrees."""
    apart = float(np.hypot(found.x - true.x, found.y - true.y)) * 44 / SQUARE_PX
    return apart, abs((found.turn_deg - true.turn_deg + 90) % 180 - 90)


@settings(max_examples=40, deadline=None)
@given(
    name=st.sampled_from(sorted(TABLES)),
    place=st.tuples(st.floats(82, 142), st.floats(82, 142)),
    turn=st.floats(0, 180),
    code=st.sampled_from(["7H", "2S", "TD", "AC", "QS"]),
    small=st.booleans(),
)
def test_a_card_is_spotted_on_any_table_to_a_few_millimetres(name, place, turn, code, small) -> None:
    card, view = Outline(*place, *SIZE, turn), table(name)
    lay(view, card, code)
    seen = cv2.resize(view, (VIEW_PX, VIEW_PX), interpolation=cv2.INTER_AREA) if small else view
    found = SPOTTER.spot(seen)[0].outline
    scale = SIDE_PX / len(seen)
    apart, turned = off(Outline((found.x + 0.5) * scale, (found.y + 0.5) * scale, *SIZE, found.turn_deg), card)
    assert apart < 7
    assert turned < 9
    assert found.score > 0.7


@settings(max_examples=20, deadline=None)
@given(turn=st.floats(0, 180), across=st.floats(-25, 25), name=st.sampled_from(sorted(TABLES)))
def test_of_cards_on_each_other_the_uppermost_is_spotted_first(turn: float, across: float, name: str) -> None:
    below, above = Outline(106, 116, *SIZE, turn + across), Outline(114, 108, *SIZE, turn)
    view = table(name)
    lay(view, below, "9D")
    lay(view, above, "6C")
    apart, _ = off(SPOTTER.spot(view)[0].outline, above)
    assert apart < off(above, below)[0]


@pytest.mark.parametrize("name", sorted(TABLES))
def test_nothing_is_spotted_on_a_bare_table_or_where_cards_lie_face_down(name: str) -> None:
    view = table(name)
    assert SPOTTER.spot(view) == []
    box = cv2.boxPoints(((112, 112), SIZE, 20.0)), cv2.boxPoints(((112, 112), (SIZE[0] - 10, SIZE[1] - 10), 20.0))
    for corners, colour in zip(box, ((240, 240, 240), (120, 40, 30)), strict=True):
        cv2.fillConvexPoly(view, np.round(corners).astype(np.int32), colour, cv2.LINE_AA)
    assert SPOTTER.spot(view) == []


@settings(max_examples=20, deadline=None)
@given(turn=st.floats(0, 180), light=st.floats(0.7, 1.1), name=st.sampled_from(sorted(TABLES)))
def test_a_card_that_came_is_new_and_one_that_lay_there_is_not_whatever_the_light(turn, light, name) -> None:
    # from 1.15 on a pale table burns out as the paper does, and the card has no edge
    before = table(name)
    lay(before, Outline(108, 112, *SIZE, turn + 8), "9D")
    now = before.copy()
    lay(now, Outline(114, 108, *SIZE, turn), "6C")
    lit = np.clip(now * light, 0, 255).astype(np.uint8)
    assert SPOTTER.spot(lit, before)[0].new > 0.5
    assert SPOTTER.spot(lit, now)[0].new < 0.5


def random_card(rng: np.random.Generator) -> Outline:
    return Outline(*(112 + rng.uniform(-8, 8, 2)), *SIZE, rng.uniform(0, 180))


def test_of_200_cards_that_a_sharp_shadow_crosses_at_most_one_in_a_hundred_goes_unnoticed() -> None:
    rng, (y, x), lost = np.random.default_rng(1), np.mgrid[:SIDE_PX, :SIDE_PX] - 112, 0
    for name in sorted(TABLES) * 50:
        card, view, way = random_card(rng), table(name), rng.uniform(0, 2 * np.pi)
        lay(view, card, str(rng.choice(["6C", "KH", "2D"])))
        lit = np.where(x * np.cos(way) + y * np.sin(way) > rng.uniform(-30, 30), 1, rng.uniform(0.5, 0.9))
        found = SPOTTER.spot((view * lit[..., None]).astype(np.uint8))
        lost += not found or off(found[0].outline, card)[0] > 7
    assert lost <= 2


def test_of_200_cards_through_which_the_bent_edges_of_another_come_at_most_one_in_a_hundred_goes_unnoticed() -> None:
    rng, lost = np.random.default_rng(1), 0
    for name in sorted(TABLES) * 50:
        above, before = random_card(rng), table(name)
        below = replace(random_card(rng), turn_deg=above.turn_deg + rng.uniform(-12, 12))
        lay(before, below, "9D")
        now, bent, edges = before.copy(), rng.uniform(0.15, 0.35), np.zeros(before.shape[:2], np.uint8)
        lay(now, above, str(rng.choice(["6C", "KH", "2D"])))
        for left, right in ((0, bent), (1 - bent, 1)):
            corners = below.points(np.array([[left, 0], [right, 0], [right, 1], [left, 1]]))
            cv2.fillConvexPoly(edges, np.round(corners).astype(np.int32), 1)
        found = SPOTTER.spot(np.where(edges[..., None] > 0, before, now), before)
        lost += not found or off(found[0].outline, above)[0] > 7 or not found[0].is_new
    assert lost <= 2


@dataclass(frozen=True)
class AllFor:
    """A network every cell of which votes for a card so many of its units of length away."""

    across: float
    down: float

    def setInput(self, _: Matrix) -> None:  # noqa: N802 (OpenCV's own name)
        """Whatever the view."""

    def forward(self) -> Matrix:
        """The same of every cell."""
        cell = np.array([9.0, self.across, self.down, 1.0, 0.0, 0.0], np.float32)
        return np.broadcast_to(cell[:, None, None], (1, 6, CELLS, CELLS))


@pytest.mark.parametrize("away", [(40.0, 0.0), (-40.0, 0.0), (0.0, 40.0), (0.0, -40.0)])
def test_votes_for_a_place_far_beyond_the_view_elect_no_card(away: tuple[float, float]) -> None:
    assert CardSpotter(AllFor(*away)).spot(table("dark")) == []
