"""A button is pressed or held, a buzzer sounds; one suite for pins (gpiozero's mock ones) and for the fakes."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import ControlsError
from companion.ports import Buttons, Sounder
from companion.views.sounds import Sound
from hardware.controls import BOUNCE_S, REMEMBERED, ControlPins, FakeButtons, FakeSounder, GpioButtons, GpioSounder

PIN = 3
POLL_S, PATIENCE_S = 0.005, 20.0
FAR_S = 600.0


def until(true: Callable[[], bool]) -> bool:
    """Whether it came true in good time."""
    ends = time.monotonic() + PATIENCE_S
    while not true() and time.monotonic() < ends:
        time.sleep(POLL_S)
    return true()


@dataclass
class Finger:
    """A button and how to press it and hold it."""

    buttons: Buttons
    press: Callable[[], None]
    hold: Callable[[], None]


def on_pins(hold_s: float) -> Finger:
    factory = MockFactory()
    buttons = GpioButtons(PIN, factory, hold_s)
    pin = factory.pin(PIN)

    def press() -> None:
        pin.drive_low()
        pin.drive_high()

    def hold() -> None:
        pin.drive_low()
        assert until(lambda: buttons.is_held)
        pin.drive_high()

    return Finger(buttons, press, hold)


def faked(_: float) -> Finger:
    buttons = FakeButtons()
    return Finger(buttons, buttons.press, buttons.hold)


@pytest.fixture(params=[faked, on_pins])
def make_finger(request: pytest.FixtureRequest) -> Iterator[Callable[[float], Finger]]:
    made: list[Finger] = []

    def make(hold_s: float) -> Finger:
        made.append(request.param(hold_s))
        return made[-1]

    yield make
    for finger in made:
        finger.buttons.close()


def heard_by(finger: Finger) -> list[str]:
    heard: list[str] = []
    finger.buttons.listen(lambda: heard.append("press"), lambda: heard.append("hold"))
    return heard


def test_each_press_is_told_once(make_finger: Callable[[float], Finger]):
    finger = make_finger(FAR_S)
    heard = heard_by(finger)
    finger.press()
    finger.press()
    assert heard == ["press", "press"]


def test_holding_is_told_once_and_is_no_press(make_finger: Callable[[float], Finger]):
    finger = make_finger(0.01)
    heard = heard_by(finger)
    finger.hold()
    finger.hold()
    assert until(lambda: heard == ["hold", "hold"])


def test_nobody_hears_a_press_before_listening_or_after_closing(make_finger: Callable[[float], Finger]):
    finger = make_finger(FAR_S)
    finger.press()
    heard = heard_by(finger)
    finger.buttons.close()
    finger.buttons.close()
    finger.press()
    assert heard == []


def test_a_button_chatters_unheard_and_needs_no_resistor():
    factory = MockFactory()
    buttons = GpioButtons(PIN, factory)
    assert (factory.pin(PIN).bounce, factory.pin(PIN).pull) == (BOUNCE_S, "up")
    buttons.close()


class Heard(Sounder):
    """Sounders of which a test can see what they sounded."""

    sounds: list[Sound]


@pytest.fixture(params=["fake", "gpio"])
def sounder(request: pytest.FixtureRequest) -> Iterator[Any]:
    made = FakeSounder() if request.param == "fake" else GpioSounder(11, MockFactory())
    yield made
    made.close()


def test_what_is_to_be_heard_is_sounded_in_order(sounder: Heard):
    sounder.sound("accepted")
    sounder.sound("win")
    assert sounder.sounds == ["accepted", "win"]


def test_a_table_without_a_buzzer_does_not_fill_memory_with_what_it_would_have_heard():
    sounder = FakeSounder()
    for _ in range(REMEMBERED):
        sounder.sound("accepted")
    sounder.sound("win")
    assert (len(sounder.sounds), sounder.sounds[-1]) == (REMEMBERED, "win")


def test_a_closed_sounder_is_still(sounder: Heard):
    sounder.sound("fault")
    sounder.close()
    sounder.close()
    sounder.sound("win")
    assert sounder.sounds == ["fault"]


def test_a_buzzer_sounds_the_rhythm_and_then_is_still():
    factory = MockFactory()
    sounder = GpioSounder(11, factory)
    pin = factory.pin(11)
    pin.clear_states()
    sounder.sound("taken_back")
    assert until(lambda: len(pin.states) >= 5)
    assert [bool(state.state) for state in pin.states[:5]] == [False, True, False, True, False]
    sounder.close()
    assert not pin.state


def test_closing_cuts_a_sound_short_and_leaves_the_pin_low():
    factory = MockFactory()
    sounder = GpioSounder(11, factory)
    sounder.sound("fault")
    assert until(lambda: bool(factory.pin(11).state))
    sounder.close()
    assert not factory.pin(11).state


@pytest.mark.parametrize("make", [GpioButtons, GpioSounder])
def test_a_pin_in_use_is_a_clear_error(make: Callable[..., Any]):
    factory = MockFactory()
    first = GpioSounder(PIN, factory)
    with pytest.raises(ControlsError, match=r"cannot be reached .*; check its pin"):
        make(PIN, factory)
    first.close()
    make(PIN, factory).close()


@given(st.sampled_from(["button", "buzzer", "mute_button"]), st.integers().filter(lambda pin: pin not in range(28)))
def test_a_pin_that_no_pi_has_is_refused(name: str, pin: int):
    with pytest.raises(ValueError, match=f"{name} is {pin}; it must be a pin from 0 to 27"):
        ControlPins(**{name: pin})
