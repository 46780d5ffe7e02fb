"""A strip of coloured lamps on four wires (SPI): the team's lamps, then ten for the rows and ten for the columns.

APA102 (and SK9822) have a clock of their own and are never out of step. WS2812 have none: each of their bits is sent
as a byte, long or short, at 6.4 MHz, as their data sheets time it (0.78 and 0.31 of 1.25 microseconds). Both go through
`spidev`, on every Pi and without root. A `Wire` is injected, so that a test reads the bytes a strip would see.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from companion.errors import LightsError
from companion.games.squares import SIZE
from companion.views.appearance import Appearance, Rgb
from hardware.pins import let_go
from hardware.stepping import DARK, Lit, Pointer, SteppedLights, lit_at

DATA_PIN, CLOCK_PIN, HELD_PINS = 10, 11, (7, 8, 9)
"""Where SPI 0 comes out, as BCM numbers, and what else it holds."""
_POINTER: Rgb = (255, 255, 255)
_SPEED_HZ = {"apa102": 2_000_000, "ws2812": 6_400_000}
_PAUSE_BYTES = 250
"""Silence of 300 microseconds, after which WS2812 take what they were sent."""
_SHORT, _LONG = 0b11000000, 0b11111000


@dataclass(frozen=True, slots=True)
class StripPlan:
    """Which strip it is, and how many of its lamps are the team's; rows and columns follow them."""

    chip: Literal["apa102", "ws2812"] = "apa102"
    team: int = 3
    brightness: float = 0.3
    """Of what the lamps could give, 0 to 1; all white and bright, a lamp takes 60 mA."""

    def __post_init__(self) -> None:
        if not 1 <= self.team <= 40:
            raise ValueError(f"team is {self.team}; it must be from 1 to 40 lamps")
        if not 0 < self.brightness <= 1:
            raise ValueError(f"brightness is {self.brightness}; it must be over 0 and at most 1")


class Wire(Protocol):
    """Whatever bytes go out on."""

    def writebytes2(self, values: bytes) -> None:
        """Send them all. Raises OSError when it cannot."""

    def close(self) -> None:
        """Let go."""


class StripLights(SteppedLights):
    """A strip at the board; `wire` stands in for this machine's SPI."""

    def __init__(self, plan: StripPlan, appearances: Sequence[Appearance], wire: Wire | None = None) -> None:
        self._plan = plan
        self._wire = wire or _spi(plan)
        self._sending = threading.Lock()
        self._lit: tuple[Rgb, Pointer] = (DARK, None)
        super().__init__(appearances)

    @property
    def lit(self) -> Lit:
        """What was last sent."""
        return lit_at(*self._lit)

    def _colour(self, colour: Rgb) -> None:
        with self._sending:
            self._lit = (colour, self._lit[1])
            self._send()

    def _point(self, pointer: Pointer) -> None:
        with self._sending:
            self._lit = (self._lit[0], pointer)
            self._send()

    def _let_go(self) -> None:
        self._lit = (DARK, None)
        self._send()
        let_go((self._wire,))

    def _send(self) -> None:
        """Every lamp anew; a wire that fails leaves a dark strip and an evening that goes on."""
        encode = _apa102 if self._plan.chip == "apa102" else _ws2812
        try:
            self._wire.writebytes2(encode(strip_colours(self._plan, *self._lit)))
        except OSError:
            return


def strip_colours(plan: StripPlan, colour: Rgb, pointer: Pointer) -> tuple[Rgb, ...]:
    """What each lamp shows, in their order along the strip, dimmed as the plan has it."""
    edge: list[Rgb] = [DARK] * (2 * SIZE)
    if pointer is not None:
        row, column = pointer
        edge[row] = edge[SIZE + column] = _dimmed(_POINTER, plan.brightness)
    return (*[_dimmed(colour, plan.brightness)] * plan.team, *edge)


def _dimmed(colour: Rgb, brightness: float) -> Rgb:
    red, green, blue = (round(part * brightness) for part in colour)
    return red, green, blue


def _apa102(colours: Sequence[Rgb]) -> bytes:
    """A frame of zeros, four bytes for each lamp, and clock for the last to arrive; SK9822 want the zeros after it."""
    lamps = b"".join(bytes((0xFF, blue, green, red)) for red, green, blue in colours)
    return bytes(4) + lamps + bytes(4 + (len(colours) + 15) // 16)


def _ws2812(colours: Sequence[Rgb]) -> bytes:
    """A pause, then green, red and blue of each lamp from the highest bit, and the pause that makes them show."""
    parts = (part for red, green, blue in colours for part in (green, red, blue))
    bits = bytes(_LONG if part >> place & 1 else _SHORT for part in parts for place in range(7, -1, -1))
    return bytes(_PAUSE_BYTES) + bits + bytes(_PAUSE_BYTES)


def _spi(plan: StripPlan) -> Any:
    """SPI 0 of this machine, at the speed of this strip."""
    try:
        import spidev
    except ImportError as error:
        said = "the library spidev is missing; install it with `sudo apt install python3-spidev`, or set lights to none"
        raise LightsError(f"the strip cannot be reached: {said}") from error
    wire = spidev.SpiDev()
    try:
        wire.open(0, 0)
        wire.max_speed_hz = _SPEED_HZ[plan.chip]
        wire.mode = 0
    except OSError as error:
        wire.close()
        said = "switch SPI on in raspi-config, or set lights to none"
        raise LightsError(f"the strip cannot be reached ({error}); {said}") from error
    return wire
