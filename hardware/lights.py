"""Lamps at the board: a coloured one for the team, ten along an edge for rows and ten for columns.

`GpioLights` drives LEDs on a Pi's pins, beside `FakeLights`. One row and one column are lit at a time: that stays
within what the pins can give, and squares are pointed at one after the other.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.errors import LightsError
from companion.games.squares import SIZE
from companion.views.appearance import Appearance, Rgb
from hardware.pins import PinsError, devices, let_go
from hardware.stepping import FakeLights as FakeLights  # beside the real one, for whoever chooses between them
from hardware.stepping import Lit, Pointer, SteppedLights


@dataclass(frozen=True, slots=True)
class LampPins:
    """Which pin drives which lamp, as BCM numbers; the lamps at the board's own top left come first."""

    team: tuple[int, ...] = (17, 27, 22)
    """Red, green and blue of the team lamp."""
    rows: tuple[int, ...] = (5, 6, 12, 13, 16, 18, 19, 20, 21, 26)
    columns: tuple[int, ...] = (4, 7, 8, 9, 10, 14, 15, 23, 24, 25)

    def __post_init__(self) -> None:
        wanted = (("team", self.team, 3), ("rows", self.rows, SIZE), ("columns", self.columns, SIZE))
        for name, pins, number in wanted:
            if len(pins) != number or not all(pin in range(28) for pin in pins):
                raise ValueError(f"{name} is {pins}; it must be {number} pins from 0 to 27")
        pins = self.team + self.rows + self.columns
        if len(set(pins)) < len(pins):
            twice = next(pin for pin in pins if pins.count(pin) > 1)
            raise ValueError(f"pin {twice} is used twice; give each lamp its own")


class GpioLights(SteppedLights):
    """LEDs on the pins of a Pi; `factory` stands in for the pins of this machine."""

    def __init__(self, pins: LampPins, appearances: Sequence[Appearance], factory: Any = None) -> None:
        self._team, self._rows, self._columns = _devices(pins, factory)
        super().__init__(appearances)

    @property
    def lit(self) -> Lit:
        """What the lamps show at this moment, read back from the pins."""
        red, green, blue = (round(255 * part) for part in self._team.value)
        return Lit((red, green, blue), _first_lit(self._rows), _first_lit(self._columns))

    def _let_go(self) -> None:
        let_go((self._team, *self._rows, *self._columns))

    def _colour(self, colour: Rgb) -> None:
        self._team.color = tuple(part / 255 for part in colour)

    def _point(self, pointer: Pointer) -> None:
        """Light one row and one column, the others first going dark."""
        row, column = pointer or (None, None)
        for edge, lit in ((self._rows, row), (self._columns, column)):
            for place, lamp in enumerate(edge):
                if place != lit:
                    lamp.off()
            if lit is not None:
                edge[lit].on()


def _first_lit(edge: Sequence[Any]) -> int | None:
    return next((place for place, lamp in enumerate(edge) if lamp.is_lit), None)


def _devices(pins: LampPins, factory: Any) -> tuple[Any, list[Any], list[Any]]:
    """Gpiozero's devices for the pins."""
    makers: list[Callable[[Any], Any]] = [lambda gpiozero: gpiozero.RGBLED(*pins.team, pin_factory=factory)]
    makers += [
        lambda gpiozero, pin=pin: gpiozero.LED(pin, pin_factory=factory)  # type: ignore[misc]
        for pin in pins.rows + pins.columns
    ]
    try:
        made = devices(makers)
    except PinsError as error:
        raise LightsError(f"the lamps cannot be reached ({error}); check their pins, or set lights to none") from error
    return made[0], made[1 : 1 + SIZE], made[1 + SIZE :]
