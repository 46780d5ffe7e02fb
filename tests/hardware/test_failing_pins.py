"""Pins that fail in mid-evening: it costs that moment alone, and everything is as it should be once they work."""

import logging
import time
from collections.abc import Callable, Iterator

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.views.appearance import appearances_of
from companion.views.scene import Scene
from hardware.controls import GpioButtons, GpioSounder
from hardware.lights import GpioLights, LampPins
from hardware.stepping import DARK
from hardware.strip import StripLights, StripPlan

LOOKS = appearances_of(["red", "blue"])
POLL_S, PATIENCE_S = 0.005, 20.0
BUZZER = 11


class LoosePin(MockPWMPin):
    """A pin that refuses to change while it is loose, as lgpio's do."""

    loose = False

    def _set_state(self, value: float) -> None:
        if LoosePin.loose:
            raise RuntimeError("bad handle")
        super()._set_state(value)


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    LoosePin.loose = False
    yield MockFactory(pin_class=LoosePin)
    LoosePin.loose = False


def until(true: Callable[[], bool]) -> bool:
    """Whether it came true in good time."""
    ends = time.monotonic() + PATIENCE_S
    while not true() and time.monotonic() < ends:
        time.sleep(POLL_S)
    return true()


def loosened(caplog: pytest.LogCaptureFixture) -> None:
    """The pins come loose until one of them was told of."""
    LoosePin.loose = True
    assert until(lambda: "the pins fail (bad handle); check the wires" in caplog.text)
    LoosePin.loose = False


def test_a_lamp_that_blinks_goes_on_blinking(factory: MockFactory, caplog: pytest.LogCaptureFixture):
    lights = GpioLights(LampPins(), LOOKS, factory)
    lights.show(Scene("fault", 0))
    loosened(caplog)
    for dark in (True, False, True):
        assert until(lambda dark=dark: (lights.lit.colour == DARK) == dark)
    lights.close()
    assert len(caplog.records) == 1


def test_a_scene_that_could_not_be_shown_is_shown_once_it_can_be(
    factory: MockFactory, caplog: pytest.LogCaptureFixture
):
    lights = GpioLights(LampPins(), LOOKS, factory)
    lights.show(Scene("turn", 0))
    LoosePin.loose = True
    lights.show(Scene("turn", 1, (57,)))
    loosened(caplog)
    assert until(lambda: (lights.lit.row, lights.lit.column) == (5, 7))
    assert until(lambda: lights.lit.colour == LOOKS[1].lamp)
    lights.close()


def test_a_buzzer_that_could_not_be_switched_off_is_and_sounds_again(
    factory: MockFactory, caplog: pytest.LogCaptureFixture
):
    sounder, pin = GpioSounder(BUZZER, factory), factory.pin(BUZZER)
    sounder.sound("taken_back")
    assert until(lambda: bool(pin.state))
    loosened(caplog)
    assert until(lambda: not pin.state)
    pin.clear_states()
    sounder.sound("taken_back")
    assert until(lambda: any(state.state for state in pin.states))
    sounder.close()


@pytest.mark.parametrize(
    "make",
    [
        lambda factory: GpioLights(LampPins(), LOOKS, factory),
        lambda factory: GpioSounder(BUZZER, factory),
        lambda factory: GpioButtons(BUZZER, factory),
    ],
)
def test_pins_that_fail_at_the_end_are_let_go_all_the_same(factory: MockFactory, make: Callable):
    made = make(factory)
    LoosePin.loose = True
    made.close()
    LoosePin.loose = False
    make(factory).close()


def test_a_wire_that_cannot_even_be_closed_ends_no_evening():
    class Broken:
        """A wire that is gone."""

        def writebytes2(self, _: bytes) -> None:
            """Nothing goes out."""
            raise OSError("gone")

        def close(self) -> None:
            """Nor does it let go."""
            raise OSError("gone")

    lights = StripLights(StripPlan(), LOOKS, Broken())
    lights.show(Scene("turn", 0))
    lights.close()
    assert lights.lit.colour == DARK


@pytest.fixture(autouse=True)
def warnings(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
