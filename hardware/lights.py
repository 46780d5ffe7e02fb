"""Lamps at the board: a coloured one for the team, ten along an edge for rows and ten for columns.

`GpioLights` drives LEDs on a Pi's pins, `FakeLights` remembers. Both play the same steps, so what one suite
proves of the fake holds for the wires. One row and one column are lit at a time: that stays within what the
pins can give, and squares are pointed at one after the other. gpiozero is opened here and nowhere else.
"""

import os
import tempfile
import threading
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any

from companion.errors import LightsError
from companion.games.one_eyed_jack.squares import SIZE, column_of, row_of
from companion.views.lamps import Lamps, lamps
from companion.views.looks import Look, Rgb
from companion.views.scene import Scene

POINT_S = 0.8
"""How long a square is pointed at before the next."""
_DARK: Rgb = (0, 0, 0)
_Pointer = tuple[int, int] | None


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


@dataclass(frozen=True, slots=True)
class Lit:
    """What is lit at this moment."""

    colour: Rgb = _DARK
    row: int | None = None
    column: int | None = None


class FakeLights:
    """Lamps that remember every scene; `lit` is how a wired board looks at the first moment of the last one."""

    def __init__(self, looks: Sequence[Look]) -> None:
        self._looks = tuple(looks)
        self.scenes: list[Scene] = []
        self.closed = False

    @property
    def lit(self) -> Lit:
        """What the lamps show."""
        if self.closed or not self.scenes:
            return Lit()
        scene = self.scenes[-1]
        return _lit(team_steps(lamps(scene, self._looks))[0][1], pointer_steps(scene)[0][1])

    def show(self, scene: Scene) -> None:
        """Remember this scene; nothing after closing."""
        if not self.closed:
            self.scenes.append(scene)

    def close(self) -> None:
        """Switch off; closing twice does nothing."""
        self.closed = True


class GpioLights:
    """LEDs on the pins of a Pi; `factory` stands in for the pins of this machine."""

    def __init__(self, pins: LampPins, looks: Sequence[Look], factory: Any = None) -> None:
        self._looks = tuple(looks)
        self._scene: Scene | None = None
        self._open = True
        self._team, self._rows, self._columns = _devices(pins, factory)
        self._blinking = _Player(self._colour)
        self._pointing = _Player(self._point)

    @property
    def lit(self) -> Lit:
        """What the lamps show at this moment, read back from the pins."""
        red, green, blue = (round(255 * part) for part in self._team.value)
        return Lit((red, green, blue), _first_lit(self._rows), _first_lit(self._columns))

    def show(self, scene: Scene) -> None:
        """Show this scene until the next; the same one again changes nothing, nor does any after closing."""
        if self._open and scene != self._scene:
            self._scene = scene
            self._blinking.play(team_steps(lamps(scene, self._looks)))
            self._pointing.play(pointer_steps(scene))

    def close(self) -> None:
        """Switch off and let go; closing twice does nothing."""
        if self._open:
            self._open = False
            self._blinking.stop()
            self._pointing.stop()
            for device in (self._team, *self._rows, *self._columns):
                device.off()
                device.close()

    def _colour(self, colour: Rgb) -> None:
        self._team.color = tuple(part / 255 for part in colour)

    def _point(self, pointer: _Pointer) -> None:
        """Light one row and one column, the others first going dark."""
        row, column = pointer or (None, None)
        for edge, lit in ((self._rows, row), (self._columns, column)):
            for place, lamp in enumerate(edge):
                if place != lit:
                    lamp.off()
            if lit is not None:
                edge[lit].on()


def team_steps(shown: Lamps) -> tuple[tuple[float, Rgb], ...]:
    """The team lamp's colours and how many seconds each lasts, to be repeated."""
    return tuple((length_s, _DARK if number % 2 else shown.colour) for number, length_s in enumerate(shown.blink))


def pointer_steps(scene: Scene) -> tuple[tuple[float, _Pointer], ...]:
    """The rows and columns to light together and how many seconds each pair lasts, to be repeated."""
    pointers: tuple[_Pointer, ...] = tuple((row_of(square), column_of(square)) for square in scene.squares)
    return tuple((POINT_S, pointer) for pointer in pointers or (None,))


def _lit(colour: Rgb, pointer: _Pointer) -> Lit:
    return Lit(colour, *(pointer or (None, None)))


def _first_lit(edge: Sequence[Any]) -> int | None:
    return next((place for place, lamp in enumerate(edge) if lamp.is_lit), None)


def _devices(pins: LampPins, factory: Any) -> tuple[Any, list[Any], list[Any]]:
    """Gpiozero's devices for the pins; imported here so that only a table with lamps needs it."""
    os.environ.setdefault("LG_WD", tempfile.gettempdir())  # lgpio leaves pipes in its working directory
    import gpiozero

    made: list[Any] = []
    try:
        with warnings.catch_warnings():
            # Each way to the pins that this machine lacks is a warning; that none is left is an error.
            warnings.simplefilter("ignore", gpiozero.PinFactoryFallback)
            made.append(gpiozero.RGBLED(*pins.team, pin_factory=factory))
        for pin in pins.rows + pins.columns:
            made.append(gpiozero.LED(pin, pin_factory=factory))  # noqa: PERF401 (what was made is closed on an error)
    except (gpiozero.GPIOZeroError, OSError) as error:
        for device in made:
            device.close()
        raise LightsError(f"the lamps cannot be reached ({error}); check their pins, or set lights to none") from error
    return made[0], made[1 : 1 + SIZE], made[1 + SIZE :]


class _Player:
    """A thread that goes round a list of steps; the first one shows before `play` returns."""

    def __init__(self, show: Callable[[Any], None]) -> None:
        self._show = show
        self._changed = threading.Condition()
        self._steps: Sequence[tuple[float, Any]] = ()
        self._round = 0
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name=f"lamps {show.__name__}", daemon=True)
        self._thread.start()

    def play(self, steps: Sequence[tuple[float, Any]]) -> None:
        """Go round these steps from now on."""
        with self._changed:
            self._steps = steps
            self._round += 1
            self._show(steps[0][1])
            self._changed.notify()

    def stop(self) -> None:
        """End the thread; what shows stays."""
        with self._changed:
            self._stopped = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        with self._changed:
            while not self._stopped:
                self._go_round(self._round)

    def _go_round(self, this_round: int) -> None:
        """Step until other steps are to be played; a single step just lasts."""
        if len(self._steps) < 2:
            self._wait(this_round, None)
            return
        for length_s, state in cycle(self._steps):
            self._show(state)
            if self._wait(this_round, length_s):
                return

    def _wait(self, this_round: int, length_s: float | None) -> bool:
        return self._changed.wait_for(lambda: self._stopped or self._round != this_round, length_s)
