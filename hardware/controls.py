"""What is pressed and what beeps: a button and a buzzer on a Pi's pins, each beside its fake.

The button closes its pin to ground, the buzzer is one that sounds by itself while its pin is high.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.errors import ControlsError
from companion.views.sounds import Sound, beeps
from hardware.pins import RETRY_S, PinsError, Trier, devices, let_go

HOLD_S = 1.0
"""How long a button is held until that is no press any more."""
BOUNCE_S = 0.03
"""How long the contacts of a button may chatter."""


REMEMBERED = 500
"""So many sounds a fake remembers: a table without a buzzer has one all evening long."""


@dataclass(frozen=True, slots=True)
class ControlPins:
    """Which pins the buttons and the buzzer hang on, as BCM numbers; None where there is none."""

    button: int | None = None
    buzzer: int | None = None
    muted: bool = False
    """Whether the buzzer is silent at the start."""
    mute_button: int | None = None
    """A button that silences the buzzer, and lets it be heard again."""

    def __post_init__(self) -> None:
        for name in ("button", "buzzer", "mute_button"):
            pin = getattr(self, name)
            if pin is not None and pin not in range(28):
                raise ValueError(f"{name} is {pin}; it must be a pin from 0 to 27")


class FakeButtons:
    """A button that a test presses, or none at all."""

    def __init__(self) -> None:
        self._heard: tuple[Callable[[], None], Callable[[], None]] | None = None

    def listen(self, press: Callable[[], None], hold: Callable[[], None]) -> None:
        """Call these from now on."""
        self._heard = (press, hold)

    def close(self) -> None:
        """Listen no more; closing twice does nothing."""
        self._heard = None

    def press(self) -> None:
        """As if somebody pressed it."""
        if self._heard:
            self._heard[0]()

    def hold(self) -> None:
        """As if somebody held it."""
        if self._heard:
            self._heard[1]()


class GpioButtons:
    """A button between a pin and ground; `factory` stands in for the pins of this machine."""

    def __init__(self, pin: int, factory: Any = None, hold_s: float = HOLD_S) -> None:
        self._button = _made(
            "button",
            lambda gpiozero: gpiozero.Button(pin, bounce_time=BOUNCE_S, hold_time=hold_s, pin_factory=factory),
        )
        self._held = False
        self._press: Callable[[], None]
        self._hold: Callable[[], None]

    def listen(self, press: Callable[[], None], hold: Callable[[], None]) -> None:
        """Call these from now on, from the button's own thread; holding it is no press."""
        self._press, self._hold = press, hold
        self._button.when_released = self._released
        self._button.when_held = self._was_held

    @property
    def is_held(self) -> bool:
        """Whether it is being held, and that was told."""
        return self._held

    def close(self) -> None:
        """Listen no more and free the pin; closing twice does nothing."""
        let_go((self._button,))

    def _released(self) -> None:
        held, self._held = self._held, False
        if not held:
            self._press()

    def _was_held(self) -> None:
        self._held = True
        self._hold()


class FakeSounder:
    """A sounder that remembers the last things it sounded, for tests and for tables without one."""

    def __init__(self) -> None:
        self.sounds: list[Sound] = []
        self.closed = False

    def sound(self, sound: Sound) -> None:
        """Remember it; nothing after closing."""
        if not self.closed:
            self.sounds.append(sound)
            del self.sounds[:-REMEMBERED]

    def close(self) -> None:
        """Be still; closing twice does nothing."""
        self.closed = True


class GpioSounder:
    """A buzzer on a pin; `factory` stands in for the pins of this machine. `sounds` are those that were begun."""

    def __init__(self, pin: int, factory: Any = None) -> None:
        self._buzzer = _made("buzzer", lambda gpiozero: gpiozero.Buzzer(pin, pin_factory=factory))
        self._trier = Trier("buzzer")
        self._changed = threading.Condition()
        self._next: Sound | None = None
        self._stopped = False
        self.sounds: list[Sound] = []
        self._thread = threading.Thread(target=self._run, name="buzzer", daemon=True)
        self._thread.start()

    def sound(self, sound: Sound) -> None:
        """Sound it now, in place of what sounds; returns at once, and does nothing after closing."""
        with self._changed:
            if not self._stopped:
                self.sounds = [*self.sounds[-7:], sound]
                self._next = sound
                self._changed.notify()

    def close(self) -> None:
        """Be still and free the pin; closing twice does nothing."""
        with self._changed:
            self._stopped = True
            self._changed.notify()
        self._thread.join()
        let_go((self._buzzer,))

    def _run(self) -> None:
        """Sound what comes; a buzzer that cannot be switched off is told so until it is."""
        with self._changed:
            while not self._stopped:
                sound, self._next = self._next, None
                self._trier.tell(partial(self._play, sound))
                self._changed.wait_for(self._called, RETRY_S if self._trier.failing else None)

    def _called(self) -> bool:
        return self._stopped or self._next is not None

    def _play(self, sound: Sound | None) -> None:
        """Beep and pause by turns until the rhythm ends or something else is to be heard; then be still."""
        try:
            for number, length_s in enumerate(() if sound is None else beeps(sound)):
                self._buzzer.value = 1 - number % 2
                if self._changed.wait_for(self._called, length_s):
                    break
        finally:
            self._buzzer.off()


def _made(what: str, make: Callable[[Any], Any]) -> Any:
    try:
        return devices([make])[0]
    except PinsError as error:
        said = f"the {what} cannot be reached ({error}); check its pin, or leave it out of the settings"
        raise ControlsError(said) from error
