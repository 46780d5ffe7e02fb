"""Readings are grouped by what makes them hard, and the pile is judged from the first card on."""

import pytest

from companion.scoring.reading import card_figures, groups, light_name, pile_figures, tilt_name, worst_centre_px
from companion.scoring.tallies import Tally
from companion.scoring.truth import Board, TrueFrame, Truth


def frame(number: int, top: str | None, light: str = "window:0.70,lamp:0.00", board: str = "." * 100) -> TrueFrame:
    return TrueFrame(number, board, True, frozenset(), top, light)


def evening(*frames: TrueFrame) -> Truth:
    board = Board(("JK",) * 100, None, 14.0)
    return Truth(board, {"R": "poker", "B": "gem"}, frames, (), frozenset(), None)


def tops(*cards: str | None) -> list[dict]:
    return [{"i": number, "board": "." * 100, "discard_top": card} for number, card in enumerate(cards)]


def test_the_pile_counts_from_its_first_card_and_at_once_after_each_change():
    truth = evening(*(frame(i, top) for i, top in enumerate([None, "7H", "7H", "8S", "8S", "8S"])))
    figures = pile_figures(truth, tops("2C", "7H", None, None, "9D", "8S"))
    assert figures["pile"] == {"judged": 5, "wrong": 1, "unsure": 2}
    assert figures["pile_at_once"] == {"judged": 2, "wrong": 0, "unsure": 1}


def test_squares_are_told_apart_by_light_chip_and_tilt():
    truth = evening(frame(0, None, board="R" + "." * 99), frame(1, None, "window:0.10,lamp:0.60", "RB" + "." * 98))
    seen = [{"i": 0, "board": "B" + "." * 99}, {"i": 1, "board": "R?" + "." * 98}]
    found = groups(truth, seen)
    assert found["squares by light"] == {"window": Tally(100, 1, 0), "lamp, window": Tally(100, 0, 1)}
    assert found["squares by chip"] == {
        "poker": Tally(2, 1, 0),
        "gem": Tally(1, 0, 1),
        "bare card": Tally(197, 0, 0),
    }
    assert found["squares by tilt"] == {"10 to 19 degrees": Tally(200, 1, 1)}


@pytest.mark.parametrize(
    ("light", "name"),
    [
        ("window:0.80,ceiling:0.35", "window, ceiling"),
        ("window:0.10,lamp:0.56", "lamp, window"),
        ("window:0.30,lamp:0.00", "window, dim"),
        ("candles", "candles"),
        ("", "not told"),
    ],
)
def test_a_light_is_called_by_its_sources(light: str, name: str):
    assert light_name(light) == name


def test_a_tilt_that_nobody_told_has_no_span():
    assert (tilt_name(None), tilt_name(0), tilt_name(29.9)) == ("not told", "0 to 9 degrees", "20 to 29 degrees")


def test_a_wrong_card_is_forgiven_only_where_it_was_listed_as_doubtful():
    true = Board(("7H",) * 100, None, None)
    read = ["8S", "8S", "7H", *["7H"] * 97]
    assert card_figures(true, read, [1, 2]) == {"layout_wrong": 2, "layout_unlisted": 1, "layout_doubtful": 2}


def test_the_worst_centre_is_told_in_pixels_of_a_still():
    true = Board(("7H",) * 100, ((10.0, 10.0),) * 100, None)
    read = [(10.0, 10.0)] * 99 + [(13.0, 14.0)]
    assert worst_centre_px(true, read, 1152) == 10.0
    assert worst_centre_px(Board(true.layout, None, None), read, 1152) is None
