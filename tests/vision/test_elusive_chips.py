"""Chips that can be taken for bare cards: white ones on white paper, and nearly clear glass."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from drawn_chips import Chip
from drawn_light import Light
from learnt_chips import enrol
from reading_cases import NoIndex, read, wrong

from calibration.telling_chips import elusive_teams
from companion.vision.chips import ChipModel
from companion.vision.disc_search import DECIDED, ERRING_TOGETHER
from companion.vision.frame import Frame
from companion.vision.opinions import opinion_of
from companion.vision.table import TableModel, TableReader

WHITE, GLASS, RED = (
    Chip("plain", (226, 231, 233), 30),
    Chip("glass", (236, 242, 240), 20),
    Chip("plain", (38, 30, 190), 28),
)
ENROLLED = {"E": (21, 78), "R": (24, 75)}
LIGHTS = {
    "day": Light(),
    "lamp": Light(0.5, 0.6, (13.0, 19.0, 16.0), (0.8, 1.0, 1.1)),
    "dusk": Light(0.15, 0.5, (16.0, -9.0, 18.0)),
}
SQUARES = (2, 5, 9, 11, 17, 30, 33, 36, 39, 42, 45, 50, 54, 58, 63, 66, 71, 79, 84, 88, 92, 96)
LYING = {square: (n // 2 % 2, 0.15 * np.cos(square), 0.15 * np.sin(square)) for n, square in enumerate(SQUARES)}


@dataclass(frozen=True)
class Played:
    """A table where one team's chips are elusive, and its reader."""

    table: object
    models: tuple[ChipModel, ...]
    reader: TableReader


@pytest.fixture(scope="module", params=[WHITE, GLASS], ids=["white", "glass"])
def played(table, request) -> Played:
    drawn = table.played_with(request.param, RED)
    lying = {square: (team, 0.05, -0.05) for team, squares in enumerate(ENROLLED.values()) for square in squares}
    models = enrol(drawn.frame(lying), drawn.empty, drawn.geometry, ENROLLED)
    return Played(drawn, models, TableReader(TableModel(drawn.geometry, drawn.empty, models), NoIndex()))


def test_chips_that_look_like_bare_cards_are_known_by_their_models(played):
    assert elusive_teams(played.models) == (0,)


@pytest.mark.parametrize("light", LIGHTS)
def test_they_are_read_or_not_sure_and_never_wrong(played, light):
    bgr = played.table.frame(LYING, light=LIGHTS[light])
    reading = read(played.reader, bgr, bgr)[-1]
    board = reading.observation.board
    assert wrong(reading, LYING) == {}
    bare = [square for square in range(100) if square not in LYING]
    assert len([square for square in bare if board.best(square) is None]) <= 1
    assert len(set(bare) & set(board.undecided)) <= 5
    assert len([square for square in LYING if board.best(square) is None]) <= 5


def test_what_may_hide_on_a_square_and_what_surely_does_not_is_told(played):
    undecided = []
    for light in (*LIGHTS.values(), Light(0.06, 0.5, (16.0, -9.0, 18.0))):
        bgr = played.table.frame(LYING, light=light)
        board = read(played.reader, bgr, bgr)[-1].observation.board
        undecided += [row for square, row in enumerate(board.squares) if row and board.best(square) is None]
    assert undecided
    assert all(empty == elusive == 0.0 and red < -DECIDED / ERRING_TOGETHER for empty, elusive, red in undecided)


@pytest.mark.parametrize(("bare", "in_doubt"), [(0.6, 0), (0.0, 100)], ids=["elusive", "plain"])
def test_a_rough_card_is_in_doubt_but_for_an_elusive_chip_that_much_more_speaks_against(played, bare, in_doubt):
    _, memory = played.reader.read(Frame(played.table.frame({}), 0.0), played.reader.start())
    look = memory.known.before
    rough = replace(
        look,
        rough=np.full_like(look.rough, 9.0),
        discs=replace(look.discs, evidence=np.full_like(look.discs.evidence, -20.0)),
    )
    chips = tuple(replace(model, bare=bare) for model in played.models)
    assert len(opinion_of(rough, (), set(), chips).undecided) == in_doubt
