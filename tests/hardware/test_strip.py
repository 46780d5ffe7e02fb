"""A strip is sent what its lamps are to show, byte by byte as data sheets have it; a broken wire ends no evening."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import LightsError
from companion.views.appearance import Rgb, appearances_of
from companion.views.scene import Scene
from hardware.strip import StripLights, StripPlan, strip_colours

LOOKS = appearances_of(["red", "blue"])
RED = LOOKS[0].lamp
BRIGHT = {chip: StripPlan(chip, team=2, brightness=1) for chip in ("apa102", "ws2812")}
CHIPS = pytest.mark.parametrize("chip", BRIGHT)


class Wire:
    """A wire that remembers what went over it, and fails when told to."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.broken = self.closed = False

    def writebytes2(self, values: bytes) -> None:
        """Remember them."""
        if self.broken:
            raise OSError("the wire is broken")
        self.sent.append(bytes(values))

    def close(self) -> None:
        """Remember that."""
        self.closed = True


def seen_by(chip: str, sent: bytes, lamps: int) -> list[Rgb]:
    """What a strip of so many lamps shows when it is sent these bytes, as its data sheet has it."""
    return (_seen_by_apa102 if chip == "apa102" else _seen_by_ws2812)(sent, lamps)


def _seen_by_apa102(sent: bytes, lamps: int) -> list[Rgb]:
    assert sent[:4] == bytes(4)
    frames = [sent[start : start + 4] for start in range(4, 4 + 4 * lamps, 4)]
    assert all(first >> 5 == 0b111 for first, *_ in frames)
    assert 8 * len(sent[4 + 4 * lamps :]) >= 32 + lamps / 2  # each lamp delays the clock by half a bit
    return [(red, green, blue) for _, blue, green, red in frames]


def _seen_by_ws2812(sent: bytes, lamps: int) -> list[Rgb]:
    signal = sent.strip(b"\0")
    assert min(sent.index(signal), len(sent) - sent.index(signal) - len(signal)) * 8 / 6.4 >= 280  # microseconds
    high_us = [f"{byte:08b}".rstrip("0").count("1") / 6.4 for byte in signal]
    assert all(0.22 <= each <= 0.38 or 0.58 <= each <= 1.0 for each in high_us)
    bits = "".join(str(int(each > 0.5)) for each in high_us)
    green_red_blue = [int(bits[start : start + 8], 2) for start in range(0, len(bits), 8)]
    assert len(green_red_blue) == 3 * lamps
    return [(r, g, b) for g, r, b in zip(*(green_red_blue[part::3] for part in range(3)), strict=True)]


@CHIPS
@given(square=st.integers(0, 99), team=st.integers(0, 1))
def test_the_strip_shows_the_team_then_one_row_and_one_column(chip: str, square: int, team: int):
    wire = Wire()
    lights = StripLights(BRIGHT[chip], LOOKS, wire)
    lights.show(Scene("turn", team, (square,)))
    shown = seen_by(chip, wire.sent[-1], 22)
    lights.close()
    assert shown[:2] == [LOOKS[team].lamp] * 2
    row, column = divmod(square, 10)
    assert [place for place, colour in enumerate(shown[2:]) if colour != (0, 0, 0)] == [row, 10 + column]


@CHIPS
def test_a_closed_strip_is_dark_and_let_go(chip: str):
    wire = Wire()
    lights = StripLights(BRIGHT[chip], LOOKS, wire)
    lights.show(Scene("fault", 0, (42,)))
    lights.close()
    assert seen_by(chip, wire.sent[-1], 22) == [(0, 0, 0)] * 22
    assert wire.closed


def test_a_strip_is_dimmed_as_the_settings_have_it():
    assert strip_colours(StripPlan(team=1, brightness=0.5), (255, 100, 0), None)[0] == (128, 50, 0)


def test_a_wire_that_breaks_is_no_end_of_the_evening_and_its_mending_shows_the_newest_scene():
    wire = Wire()
    lights = StripLights(BRIGHT["apa102"], LOOKS, wire)
    wire.broken = True
    lights.show(Scene("turn", 1, (7,)))
    assert wire.sent == []
    wire.broken = False
    lights.show(Scene("turn", 0, (42,)))
    assert seen_by("apa102", wire.sent[-1], 22)[0] == RED
    lights.close()


def test_a_machine_without_spi_or_its_library_is_told_what_to_do():
    if list(Path("/dev").glob("spidev*")):
        pytest.skip("this machine has SPI")
    with pytest.raises(LightsError, match=r"the strip cannot be reached.*; (install|switch).*, or set lights to none"):
        StripLights(StripPlan(), LOOKS)
