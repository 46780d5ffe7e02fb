"""What all lamps have in common: a scene becomes steps, and a thread goes round them until the next scene.

`SteppedLights` knows no wires; whoever inherits says how a colour and a square are shown. `FakeLights` remembers.
"""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from typing import Any

from companion.games.squares import column_of, row_of
from companion.views.appearance import Appearance, Rgb
from companion.views.lamps import Lamps, lamps
from companion.views.scene import Scene
from hardware.pins import Trier

POINT_S = 0.8
"""How long a square is pointed at before the next."""
DARK: Rgb = (0, 0, 0)
Pointer = tuple[int, int] | None
"""A row and a column, from 0."""


@dataclass(frozen=True, slots=True)
class Lit:
    """What is lit at this moment."""

    colour: Rgb = DARK
    row: int | None = None
    column: int | None = None


REMEMBERED = 500
"""So many scenes."""


class FakeLights:
    """Lamps that remember the last scenes; `lit` is how a wired board looks at the first moment of the last one.

    A table without lamps has these, all evening long: so not every scene is remembered.
    """

    def __init__(self, appearances: Sequence[Appearance]) -> None:
        self._appearances = tuple(appearances)
        self.scenes: list[Scene] = []
        self.closed = False

    @property
    def lit(self) -> Lit:
        """What the lamps show."""
        if self.closed or not self.scenes:
            return Lit()
        scene = self.scenes[-1]
        return lit_at(team_steps(lamps(scene, self._appearances))[0][1], pointer_steps(scene)[0][1])

    def show(self, scene: Scene) -> None:
        """Remember this scene; nothing after closing."""
        if not self.closed:
            self.scenes.append(scene)
            del self.scenes[:-REMEMBERED]

    def close(self) -> None:
        """Switch off; closing twice does nothing."""
        self.closed = True


class SteppedLights(ABC):
    """Lamps that play the steps of a scene; `_colour`, `_point` and `_let_go` are each adapter's own."""

    def __init__(self, appearances: Sequence[Appearance]) -> None:
        self._appearances = tuple(appearances)
        self._scene: Scene | None = None
        self._open = True
        self._blinking = Player(self._colour)
        self._pointing = Player(self._point)

    @property
    @abstractmethod
    def lit(self) -> Lit:
        """What the lamps show at this moment, read back from the wires."""

    def show(self, scene: Scene) -> None:
        """Show this scene until the next; the same one again changes nothing, nor does any after closing."""
        if self._open and scene != self._scene:
            self._scene = scene
            self._blinking.play(team_steps(lamps(scene, self._appearances)))
            self._pointing.play(pointer_steps(scene))

    def close(self) -> None:
        """Switch off and let go; closing twice does nothing."""
        if self._open:
            self._open = False
            self._blinking.stop()
            self._pointing.stop()
            self._let_go()

    @abstractmethod
    def _colour(self, colour: Rgb) -> None:
        """Show this colour for the team."""

    @abstractmethod
    def _point(self, pointer: Pointer) -> None:
        """Light one row and one column, or none."""

    @abstractmethod
    def _let_go(self) -> None:
        """Switch everything off and free the device."""


def team_steps(shown: Lamps) -> tuple[tuple[float, Rgb], ...]:
    """The team lamp's colours and how many seconds each lasts, to be repeated."""
    return tuple((length_s, DARK if number % 2 else shown.colour) for number, length_s in enumerate(shown.blink))


def pointer_steps(scene: Scene) -> tuple[tuple[float, Pointer], ...]:
    """The rows and columns to light together and how many seconds each pair lasts, to be repeated."""
    pointers: tuple[Pointer, ...] = tuple((row_of(square), column_of(square)) for square in scene.squares)
    return tuple((POINT_S, pointer) for pointer in pointers or (None,))


def lit_at(colour: Rgb, pointer: Pointer) -> Lit:
    """What is lit in this colour, with this square pointed at."""
    return Lit(colour, *(pointer or (None, None)))


class Player:
    """A thread that goes round a list of steps; the first one shows before `play` returns."""

    def __init__(self, show: Callable[[Any], None]) -> None:
        self._show = show
        self._trier = Trier("lamps")
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
            self._trier.tell(partial(self._show, steps[0][1]))
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
        """Step until other steps are to be played; a single step just lasts, once it shows."""
        for length_s, state in cycle(self._steps):
            if len(self._steps) > 1 or self._trier.failing:
                self._trier.tell(partial(self._show, state))
            lasts = len(self._steps) == 1 and not self._trier.failing
            if self._wait(this_round, None if lasts else length_s):
                return
        self._wait(this_round, None)

    def _wait(self, this_round: int, length_s: float | None) -> bool:
        return self._changed.wait_for(lambda: self._stopped or self._round != this_round, length_s)
