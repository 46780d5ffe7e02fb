"""Reading a layout: what the rule of two makes of any evidence, and two boards that no training has seen."""

import json

import cv2
import numpy as np
import pytest
from drawn_board import STILLS, told_geometry
from hypothesis import given, settings
from hypothesis import strategies as st
from layout_evidence import evidence_for, shuffled_layout

from calibration.layout_reader import BOARD_CARDS, likeliest_layout, read_embeddings, read_layout
from companion.games.squares import CORNERS
from companion.vision.card_index import load_card_index
from companion.vision.geometry import BoardGeometry, Lens, rectify


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_whatever_is_seen_every_card_lies_twice_and_the_corners_are_jokers(seed):
    evidence = np.random.default_rng(seed).normal(0, 4, (100, len(BOARD_CARDS)))
    layout = likeliest_layout(evidence).layout
    assert sorted(layout) == sorted(shuffled_layout(0))
    assert [square for square, code in enumerate(layout) if code == "JK"] == list(CORNERS)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_clear_evidence_is_believed_without_doubt(seed):
    layout = shuffled_layout(seed)
    reading = likeliest_layout(evidence_for(layout, 9.0))
    assert (reading.layout, reading.doubtful) == (tuple(layout), ())


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 98))
def test_a_square_that_shows_nothing_is_inferred_from_the_others(seed, square):
    layout = shuffled_layout(seed)
    evidence = evidence_for(layout, 9.0)
    evidence[square] = -np.log(len(BOARD_CARDS))
    reading = likeliest_layout(evidence)
    assert (reading.layout, reading.doubtful) == (tuple(layout), ())


def test_two_squares_that_could_be_exchanged_are_both_doubtful():
    layout = shuffled_layout(3)
    evidence = evidence_for(layout, 9.0)
    one, other = (layout.index(code) for code in ("7S", "7C"))
    evidence[[one, other]] = np.logaddexp(evidence[one], evidence[other]) - np.log(2)
    assert set(likeliest_layout(evidence).doubtful) == {one, other}


def test_of_a_card_that_was_glued_on_three_times_every_square_that_gives_way_is_doubtful():
    shown = shuffled_layout(3)
    shown[shown.index("KS")] = "7D"
    evidence = evidence_for(shown, 40.0)
    for code, like in (("7D", "7S"), ("7S", "KS")):  # cheaper together than the one that is wrong
        evidence[shown.index(code), BOARD_CARDS.index(like)] += 30.0
    reading = likeliest_layout(evidence)
    wrong = {square for square in range(100) if reading.layout[square] != shown[square]}
    assert len(wrong) == 2
    assert wrong <= set(reading.doubtful)


def test_where_not_even_half_of_the_squares_are_sure_every_one_is_doubted():
    evidence = evidence_for(shuffled_layout(5), 9.0)
    shown = [square for square in range(100) if square not in CORNERS]
    evidence[shown[:49]] = -np.log(len(BOARD_CARDS))
    assert likeliest_layout(evidence).sure == 51
    assert set(likeliest_layout(evidence).doubtful) == set(shown[:49])
    evidence[shown[49:51]] = -np.log(len(BOARD_CARDS))
    assert likeliest_layout(evidence).sure == 49
    assert set(likeliest_layout(evidence).doubtful) == set(shown)


@pytest.mark.parametrize("name", ["board-04", "board-11"])
def test_a_board_of_an_unseen_light_and_table_is_read_without_a_silent_mistake(name):
    still = json.loads((STILLS / f"{name}.json").read_text())
    reading = read_layout(cv2.imread(str(STILLS / f"{name}.jpg")), told_geometry(still), load_card_index())
    truth = [code[:2] for row in still["layout"] for code in row]
    wrong = {square for square, code in enumerate(truth) if reading.layout[square] != code}
    assert wrong <= set(reading.doubtful)
    assert reading.doubtful == ()


@pytest.mark.parametrize("name", ["board-04", "board-11"])
def test_the_two_squares_of_a_card_look_more_alike_to_the_network_than_to_any_other(name):
    told = json.loads((STILLS / f"{name}.json").read_text())
    reading = read_layout(cv2.imread(str(STILLS / f"{name}.jpg")), told_geometry(told), load_card_index())
    layout = [code[:2] for row in told["layout"] for code in row]
    found = read_embeddings(reading.looks, layout)
    squares = [square for square in range(100) if square not in CORNERS]
    apart = found.embeddings[squares] - found.embeddings[squares].mean(axis=0)
    apart /= np.linalg.norm(apart, axis=1, keepdims=True)
    alike = apart @ apart.T - 2 * np.eye(len(squares))
    assert [layout[squares[place]] for place in alike.argmax(axis=1)] == [layout[square] for square in squares]
    assert found.read[squares].all()
    assert not found.embeddings[list(CORNERS)].any()


def with_small_print(name: str, part: float, rim: float = 0.0) -> tuple[np.ndarray, BoardGeometry, list[str]]:
    """The cards of a shipped still with nothing on them but their corners, shrunk to this part, and what they are.

    With a rim they lie so far from the edge, within two thin lines.
    """
    told, px = json.loads((STILLS / f"{name}.json").read_text()), 150
    squares = rectify(cv2.imread(str(STILLS / f"{name}.jpg")), told_geometry(told), px)
    small, index = round(part * px), np.s_[: round(0.4 * px), : round(0.2 * px)]
    for square, turned in enumerate(np.array(told["piece_rotation_deg"]).ravel()):
        row, column = (px * at for at in divmod(square, 10))
        place = squares[row : row + px, column : column + px]
        upright = np.ascontiguousarray(np.rot90(place, turned // 90))
        shrunk = cv2.resize(upright, (small, small), interpolation=cv2.INTER_AREA)
        paper = np.full_like(upright, np.percentile(upright, 90, axis=(0, 1)))
        for line in (0.4, 0.8) if rim else ():
            cv2.rectangle(paper, (round(line * rim * px),) * 2, (2 * px,) * 2, (90, 90, 90), 1)
        corner, off = tuple(slice(0, round(part * each.stop)) for each in index), round(rim * px)
        paper[off:, off:][corner] = shrunk[corner]
        place[:] = np.rot90(paper, -(turned // 90))
    lens = Lens(10.0 * px, ((10 * px - 1) / 2,) * 2)
    straight = np.array([[0.1, 0, -0.5], [0, 0.1, -0.5], [0, 0, 1.0]])
    return squares, BoardGeometry(lens, straight), [code[:2] for row in told["layout"] for code in row]


@pytest.mark.parametrize("name", ["board-04", "board-11"])
def test_most_small_corners_are_read_where_nothing_else_tells_the_card_and_the_rest_is_doubted(name):
    picture, geometry, truth = with_small_print(name, 0.7)
    reading = read_layout(picture, geometry, load_card_index())
    wrong = {square for square, code in enumerate(truth) if reading.layout[square] != code}
    assert wrong <= set(reading.doubtful)
    assert len(wrong) <= 8


@pytest.mark.parametrize("name", ["board-04", "board-11"])
def test_most_corners_within_a_rim_are_read_and_the_rest_is_doubted(name):
    picture, geometry, truth = with_small_print(name, 0.85, rim=0.1)
    reading = read_layout(picture, geometry, load_card_index())
    wrong = {square for square, code in enumerate(truth) if reading.layout[square] != code}
    assert wrong <= set(reading.doubtful)
    assert len(wrong) <= 8


def test_where_squares_are_too_small_to_be_read_every_card_is_doubted_and_the_board_still_known():
    told = json.loads((STILLS / "board-04.json").read_text())
    picture, geometry = cv2.imread(str(STILLS / "board-04.jpg")), told_geometry(told)
    truth = [code[:2] for row in told["layout"] for code in row]
    for width, doubted in ((360, 96), (960, 0)):
        factor = width / picture.shape[1]
        small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        reading = read_layout(small, geometry.scaled(factor), load_card_index())
        wrong = {square for square, code in enumerate(truth) if reading.layout[square] != code}
        assert wrong <= set(reading.doubtful)
        assert len(set(reading.doubtful)) == len(reading.doubtful) == doubted
        assert reading.sure > 75
