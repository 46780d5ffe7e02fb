"""Lamps show the scene they were given; one suite for wires (with gpiozero's mock pins), strips and the fake."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol, get_args

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.errors import LightsError
from companion.ports import Lights
from companion.views.appearance import appearances_of
from companion.views.lamps import Lamps
from companion.views.scene import Mood, Scene
from hardware.lights import FakeLights, GpioLights, LampPins
from hardware.stepping import REMEMBERED, Lit, pointer_steps, team_steps
from hardware.strip import StripLights, StripPlan

ROOT = Path(__file__).parent.parent.parent
LOOKS = appearances_of(["red", "blue"])
RED, BLUE = LOOKS[0].lamp, LOOKS[1].lamp
POLL_S, PATIENCE_S = 0.005, 20.0
scenes = st.builds(
    Scene,
    st.sampled_from(get_args(Mood)),
    st.integers(0, 1),
    st.lists(st.integers(0, 99), max_size=6).map(tuple),
)


class LitLights(Lights, Protocol):
    """Lights of which a test can see what they show."""

    lit: Lit


@pytest.fixture(params=["fake", "gpio", "apa102", "ws2812"])
def make_lights(request: pytest.FixtureRequest) -> Iterator[Callable[[], LitLights]]:
    made = []

    def make() -> LitLights:
        made.append(made_of(request.param))
        return made[-1]

    yield make
    for lights in made:
        lights.close()


def made_of(kind: str) -> LitLights:
    if kind in ("apa102", "ws2812"):
        return StripLights(StripPlan(kind), LOOKS, Paper())
    return FakeLights(LOOKS) if kind == "fake" else gpio()


class Paper:
    """A wire on which nothing hangs."""

    def writebytes2(self, values: bytes) -> None:
        """Bytes go nowhere."""

    def close(self) -> None:
        """Nothing is let go."""


def gpio() -> GpioLights:
    return GpioLights(LampPins(), LOOKS, MockFactory(pin_class=MockPWMPin))


@given(st.lists(scenes, min_size=1, max_size=5))
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_last_scene_is_what_shows(make_lights: Callable[[], LitLights], shown: list[Scene]):
    lights = make_lights()
    for scene in shown:
        lights.show(scene)
    lit = lights.lit
    squares = shown[-1].squares
    assert (lit.row is None) == (lit.column is None) == (not squares)
    assert not squares or lit.row * 10 + lit.column == squares[0]
    lights.close()


def test_nothing_is_lit_before_the_first_scene(make_lights: Callable[[], LitLights]):
    assert make_lights().lit == Lit()


def test_a_turn_shows_the_teams_colour(make_lights: Callable[[], LitLights]):
    lights = make_lights()
    lights.show(Scene("turn", 0))
    assert lights.lit == Lit(RED)
    lights.show(Scene("turn", 1, (42,)))
    assert lights.lit == Lit(BLUE, 4, 2)


def test_a_repeated_scene_stays(make_lights: Callable[[], LitLights]):
    lights = make_lights()
    lights.show(Scene("turn", 0, (7,)))
    lights.show(Scene("turn", 0, (7,)))
    assert lights.lit == Lit(RED, 0, 7)


def test_closing_switches_off_and_twice_does_nothing(make_lights: Callable[[], LitLights]):
    lights = make_lights()
    lights.show(Scene("fault", 0, (1, 2)))
    lights.close()
    lights.close()
    lights.show(Scene("turn", 1))


def test_a_table_without_lamps_does_not_fill_memory_with_what_they_would_have_shown():
    lights = FakeLights(LOOKS)
    for _ in range(REMEMBERED):
        lights.show(Scene("turn", 0))
    lights.show(Scene("win", 1))
    assert (len(lights.scenes), lights.scenes[-1]) == (REMEMBERED, Scene("win", 1))


def test_a_closed_fake_is_dark():
    lights = FakeLights(LOOKS)
    lights.show(Scene("turn", 0))
    lights.close()
    assert lights.lit == Lit()


def test_closing_leaves_every_pin_low_and_no_thread_behind():
    factory = MockFactory(pin_class=MockPWMPin)
    before = threading.active_count()
    lights = GpioLights(LampPins(), LOOKS, factory)
    lights.show(Scene("fault", 0, (1, 2)))
    lights.close()
    assert threading.active_count() == before
    assert [number for number, pin in factory.pins.items() if pin.state] == []


def test_pins_point_at_every_square_in_turn_one_at_a_time():
    lights = gpio()
    lights.show(Scene("fault", None, (3, 57)))
    seen, until = set(), time.monotonic() + PATIENCE_S
    while seen < {(0, 3), (5, 7)} and time.monotonic() < until:
        seen |= {(lights.lit.row, lights.lit.column)}
        time.sleep(POLL_S)
    lights.close()
    assert seen >= {(0, 3), (5, 7)}


def test_a_blinking_team_lamp_goes_out_and_comes_back():
    lights = gpio()
    lights.show(Scene("fault", 0))
    colours, until = [], time.monotonic() + PATIENCE_S
    while len(colours) < 3 and time.monotonic() < until:
        colour = lights.lit.colour
        if colour != next(reversed(colours), None):
            colours.append(colour)
        time.sleep(POLL_S)
    lights.close()
    assert colours[0] != (0, 0, 0)
    assert colours[1] == (0, 0, 0)
    assert colours[2] == colours[0]


@given(scenes)
def test_never_more_than_one_row_and_one_column_at_a_time(scene: Scene):
    assert [pointer and pointer[0] * 10 + pointer[1] for _, pointer in pointer_steps(scene)] == (
        list(scene.squares) or [None]
    )


def test_a_rhythm_alternates_between_light_and_dark():
    shown = Lamps(colour=RED, blink=(0.5, 0.2, 0.1, 0.2), rows=(), columns=())
    assert team_steps(shown) == ((0.5, RED), (0.2, (0, 0, 0)), (0.1, RED), (0.2, (0, 0, 0)))


@pytest.mark.parametrize(
    ("pins", "complaint"),
    [
        ({"team": (17, 27)}, "team .* 3 pins"),
        ({"rows": tuple(range(11))}, "rows .* 10 pins"),
        ({"columns": (28, *LampPins().columns[1:])}, "columns .* from 0 to 27"),
        ({"team": (17, 27, 5)}, "pin 5 is used twice"),
    ],
)
def test_pins_that_cannot_be_are_refused(pins: dict, complaint: str):
    with pytest.raises(ValueError, match=complaint):
        LampPins(**pins)


def test_a_pin_in_use_is_a_clear_error_and_frees_the_others():
    factory = MockFactory(pin_class=MockPWMPin)
    lights = GpioLights(LampPins(), LOOKS, factory)
    with pytest.raises(LightsError, match="the lamps cannot be reached"):
        GpioLights(LampPins(), LOOKS, factory)
    lights.close()
    GpioLights(LampPins(), LOOKS, factory).close()


def test_a_pin_that_another_program_holds_is_a_clear_error_and_frees_the_others():
    class GpioBusyError(Exception):
        """What lgpio raises (its `lgpio.error`), which is none of gpiozero's errors."""

    class Held(MockFactory):
        def pin(self, name: int) -> object:
            if name == LampPins().columns[-1]:
                raise GpioBusyError("'GPIO busy'")
            return super().pin(name)

    factory = Held(pin_class=MockPWMPin)
    with pytest.raises(LightsError, match=r"the lamps cannot be reached .*GPIO busy.*; check their pins"):
        GpioLights(LampPins(), LOOKS, factory)
    GpioLights(LampPins(columns=(*LampPins().columns[:-1], 11)), LOOKS, factory).close()


def test_a_machine_without_pins_is_a_clear_error_and_leaves_nothing_behind(tmp_path: Path):
    if Path("/dev/gpiomem").exists() or list(Path("/dev").glob("gpiochip*")):
        pytest.skip("this machine has pins")
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from hardware.lights import *; GpioLights(LampPins(), ())"
    plain = {key: value for key, value in os.environ.items() if not key.startswith(("GPIOZERO", "LG_"))}
    command = [sys.executable, "-c", code]
    run = subprocess.run(command, check=False, cwd=tmp_path, env=plain, capture_output=True, text=True)
    assert run.returncode == 1
    assert "LightsError: the lamps cannot be reached" in run.stderr
    assert "Falling back" not in run.stderr
    assert list(tmp_path.iterdir()) == []
