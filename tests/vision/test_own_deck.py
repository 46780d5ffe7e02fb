"""A deck of one's own: cards that nobody can read are told by the board they are glued on, and others as before."""

import cv2
import numpy as np
import pytest

from companion.games.squares import CORNERS, SQUARES
from companion.vision.card_index import CARD_CLASSES, CROP_SIDE_PX, EMBEDDING_SIZE, load_card_index
from companion.vision.own_deck import BoardEmbeddings, OwnDeck, own_deck
from hardware.drawn_cards import card_face

INDEX = load_card_index()
JACKS = tuple(code for code in CARD_CLASSES[:52] if code[0] == "J")
ON_BOARD = tuple(code for code in CARD_CLASSES[:52] if code not in JACKS)
LAYOUT = tuple(
    "JK" if square in CORNERS else ON_BOARD[place % len(ON_BOARD)]
    for square, place in zip(SQUARES, np.cumsum([square not in CORNERS for square in SQUARES]), strict=True)
)


def sign(code: str) -> np.ndarray:
    """The corner of a card in a script of its own: strokes that nobody has ever read."""
    chance = np.random.default_rng(CARD_CLASSES.index(code))
    corner = np.full((CROP_SIDE_PX, CROP_SIDE_PX, 3), 235, np.uint8)
    for _ in range(4):
        start, end = chance.integers(6, 46, (2, 2)).tolist()
        cv2.line(corner, start, end, chance.integers(20, 160, 3).tolist(), 4, cv2.LINE_AA)
    return corner


def common(code: str) -> np.ndarray:
    """The corner of a card as everybody prints it."""
    return card_face(code, 2 * CROP_SIDE_PX)[:CROP_SIDE_PX, :CROP_SIDE_PX]


def seen(corner: np.ndarray, seed: int) -> np.ndarray:
    """The same as a camera sees it: a little off, darker, and grainy."""
    chance = np.random.default_rng(seed)
    turn = cv2.getRotationMatrix2D((40, 40), chance.uniform(-2, 2), chance.uniform(0.98, 1.02))
    turn[:, 2] += chance.uniform(-1.5, 1.5, 2)
    carried = cv2.warpAffine(corner, turn, (CROP_SIDE_PX, CROP_SIDE_PX), borderMode=cv2.BORDER_REPLICATE)
    return np.clip(carried * chance.uniform(0.6, 1.0) + chance.normal(0, 2, carried.shape), 0, 255).astype(np.uint8)


def board_of(corner_of, layout: tuple[str, ...] = LAYOUT) -> BoardEmbeddings:
    """What a board glued from a deck of such corners looks like to the network."""
    squares = [square for square in SQUARES if square not in CORNERS]
    looks, embeddings = INDEX.looks(np.stack([seen(corner_of(layout[square]), square) for square in squares]))
    board = BoardEmbeddings(np.zeros((100, EMBEDDING_SIZE), np.float32), np.zeros(100, np.uint8))
    board.embeddings[squares] = embeddings
    board.read[squares] = looks.argmax(axis=1) == [CARD_CLASSES.index(layout[square]) for square in squares]
    return board


def told(reader, codes: tuple[str, ...], corner_of) -> list[str]:
    """The cards that are told for the corners of these."""
    crops = np.stack([seen(corner_of(code), 1000 + number) for number, code in enumerate(codes)])
    return [CARD_CLASSES[place] for place in reader.log_probabilities(crops).argmax(axis=1)]


@pytest.fixture(scope="module")
def strange() -> OwnDeck:
    reader = own_deck(INDEX, board_of(sign), LAYOUT)
    assert isinstance(reader, OwnDeck)
    return reader


def test_cards_in_a_script_that_nobody_reads_are_told_by_those_on_the_board(strange):
    right = sum(map(str.__eq__, told(strange, ON_BOARD, sign), ON_BOARD))
    assert sum(map(str.__eq__, told(INDEX, ON_BOARD, sign), ON_BOARD)) < len(ON_BOARD) / 4
    assert right > 3 * len(ON_BOARD) / 4


def test_common_cards_are_told_as_before_beside_a_board_of_a_strange_deck(strange):
    codes = (*ON_BOARD, *JACKS)
    assert told(strange, codes, common) == told(INDEX, codes, common) == list(codes)


def test_probabilities_add_up_to_one_whatever_is_seen(strange):
    crops = np.random.default_rng(1).integers(0, 256, (20, CROP_SIDE_PX, CROP_SIDE_PX, 3)).astype(np.uint8)
    assert np.exp(strange.log_probabilities(crops)).sum(axis=1) == pytest.approx(1.0)


def test_a_board_that_the_network_reads_teaches_it_nothing():
    board = board_of(common)
    assert board.read[[square for square in SQUARES if square not in CORNERS]].all()
    assert own_deck(INDEX, board, LAYOUT) is INDEX


def test_a_board_whose_cards_are_named_wrongly_teaches_nothing():
    elsewhere = tuple(np.roll(LAYOUT[1:9], 3)), tuple(np.roll(LAYOUT[10:90], 37))
    wrong = ("JK", *elsewhere[0], "JK", *elsewhere[1], *LAYOUT[90:])
    assert own_deck(INDEX, board_of(sign), wrong) is INDEX


def test_a_profile_from_before_boards_were_learnt_leaves_the_network_as_it_is():
    assert own_deck(INDEX, None, LAYOUT) is INDEX
