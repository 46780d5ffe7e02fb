"""A drawn table is a table: its cards are read, its board is found, and taps change what is seen."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.board_finder import find_board
from calibration.layout_reader import read_layout
from companion.errors import CameraError
from companion.games.one_eyed_jack.layout import parse_layout
from companion.vision.card_index import CARD_CLASSES, CROP_SIDE_PX, NO_CARD, load_card_index
from hardware.dealt_cards import deal_for_board
from hardware.drawn_cards import card_face
from hardware.drawn_pieces import DrawnPieces, load_pieces, save_pieces
from hardware.drawn_table import board_from_frame, drawn_layout, frame_from_board
from hardware.virtual_table import STILL_FACTOR, VirtualTable


@pytest.fixture
def table() -> VirtualTable:
    return VirtualTable("RB", lambda: 7.0, lambda _: None)


def test_every_drawn_card_is_read_by_its_corner():
    codes = [code for code in CARD_CLASSES if code != NO_CARD]
    corners = np.array([card_face(code, 2 * CROP_SIDE_PX)[:CROP_SIDE_PX, :CROP_SIDE_PX] for code in codes])
    read = load_card_index().log_probabilities(corners).argmax(axis=1)
    assert [CARD_CLASSES[column] for column in read] == codes


def test_the_layout_is_one_to_play_on():
    assert parse_layout(" ".join(drawn_layout())).problems() == ()


def test_calibration_finds_the_drawn_board_and_reads_all_its_cards(table: VirtualTable):
    geometry = find_board(table.play_still({}), table.top_left_px)
    reading = read_layout(table.still(), geometry.scaled(STILL_FACTOR), load_card_index())
    assert (reading.layout, reading.doubtful) == (table.layout, ())


@given(st.integers(0, 99), st.floats(0.1, 0.9), st.floats(0.1, 0.9))
def test_a_tap_on_a_square_means_that_square(square: int, x: float, y: float):
    board = np.array([[square % 10 + x, square // 10 + y]])
    pixel = frame_from_board(board)
    assert np.allclose(board_from_frame(pixel), board)
    assert VirtualTable.square_at(None, *pixel[0]) == square  # type: ignore[arg-type] (a method that needs no table)


def test_a_tap_beside_the_board_means_no_square(table: VirtualTable):
    assert table.square_at(950.0, 300.0) is None


def test_what_is_laid_is_seen_and_what_is_taken_is_gone(table: VirtualTable):
    bare = table.picture()
    table.put(44, "R")
    table.lay("7d")
    laid = table.picture()
    assert (dict(table.lying.chips), table.lying.pile) == ({44: "R"}, ("7D",))
    x, y = frame_from_board(np.array([[4.5, 4.5]]))[0].astype(int)
    assert cv2.absdiff(bare, laid)[y - 8 : y + 8, x - 8 : x + 8].mean() > 30
    table.put(44, None)
    table.clear()
    assert np.array_equal(table.picture(), bare)


def test_a_pile_is_taken_back_card_by_card_to_the_bare_table(table: VirtualTable):
    bare, cards = table.picture(), ("2S", "3S", "4S", "5S", "6S")
    for code in cards:
        table.lay(code)
    for left in range(4, -1, -1):
        table.take_back()
        assert table.lying.pile == cards[:left]
    assert np.array_equal(table.picture(), bare)


CHIPS = st.dictionaries(st.integers(0, 99), st.sampled_from("RB"))
PILES = st.lists(st.sampled_from(["7D", "TS", "JK"]), max_size=5).map(tuple)
DEALS = st.builds(deal_for_board, st.integers(2, 6), st.integers(3, 7), st.booleans(), st.randoms())
SITTERS = st.dictionaries(st.integers(1, 6), st.text(min_size=1))


@given(st.builds(DrawnPieces, CHIPS, PILES, st.none() | DEALS, SITTERS))
def test_what_is_kept_of_a_table_is_read_back(tmp_path_factory: pytest.TempPathFactory, lying: DrawnPieces):
    kept = tmp_path_factory.getbasetemp() / "any.table"
    save_pieces(kept, lying)
    assert load_pieces(kept, "RB") == lying


def test_what_lies_there_is_there_again_after_a_restart(tmp_path: Path):
    table = fresh(tmp_path / "drawn.table")
    table.put(44, "R")
    table.deal_for_board(2, 7, False)
    table.play(1, table.dealt.hands[0][0])
    again = fresh(tmp_path / "drawn.table")
    assert again.lying == table.lying
    assert np.array_equal(again.picture(), table.picture())


def fresh(kept: Path) -> VirtualTable:
    """The table as the program finds it when it starts."""
    table = VirtualTable("RB", lambda: 7.0, lambda _: None)
    table.keep(kept)
    return table


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "[" * 100_000,
        '{"chips": {"100": "R"}, "pile": [], "dealt": null, "sitters": {}}',
        '{"chips": {"7": "G"}, "pile": [], "dealt": null, "sitters": {}}',
        '{"chips": {}, "pile": ["1X"], "dealt": null, "sitters": {}}',
        '{"chips": {}, "pile": 7, "dealt": null, "sitters": {}}',
        '{"chips": {}, "pile": [], "dealt": {"hands": 1}, "sitters": {}}',
        '{"chips": {}, "pile": [], "dealt": null, "sitters": []}',
    ],
)
def test_a_file_of_no_such_table_is_no_table(tmp_path: Path, text: str):
    kept = tmp_path / "drawn.table"
    kept.write_text(text)
    assert load_pieces(kept, "RB") is None


def test_a_disk_that_takes_nothing_ends_no_game(tmp_path: Path):
    (tmp_path / "file").write_text("no folder")
    table = fresh(tmp_path / "file" / "drawn.table")
    table.put(7, "R")
    assert table.lying == DrawnPieces({7: "R"})


def test_once_hands_were_dealt_cards_come_from_them_alone(table: VirtualTable):
    table.deal_for_board(2, 7, False)
    with pytest.raises(ValueError, match="cards were dealt"):
        table.lay("7D")


def test_other_teams_and_unknown_cards_are_refused(table: VirtualTable):
    with pytest.raises(ValueError, match="'G' is no team here"):
        table.put(3, "G")
    with pytest.raises(ValueError, match="1X"):
        table.lay("1X")


@pytest.mark.parametrize("code", ["PD", "JKB"])
def test_a_card_that_cannot_be_drawn_is_refused_before_it_lies_there(table: VirtualTable, code: str):
    with pytest.raises(ValueError, match=f"no {code} can be drawn here"):
        table.lay(code)
    assert table.lying.pile == ()


def test_no_two_frames_are_quite_the_same(table: VirtualTable):
    assert not np.array_equal(table.capture().bgr, table.capture().bgr)


def test_a_closed_table_gives_no_frames(table: VirtualTable):
    table.close()
    with pytest.raises(CameraError, match="closed"):
        table.capture()


def test_the_page_gets_a_jpeg(table: VirtualTable):
    assert cv2.imdecode(np.frombuffer(table.jpeg(), np.uint8), cv2.IMREAD_COLOR).shape == (720, 960, 3)
