"""The one door to gpiozero: devices on a Pi's pins, all of them or none; and what is done where one fails later."""

import logging
import os
import tempfile
import warnings
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

_LOG = logging.getLogger(__name__)

RETRY_S = 1.0
"""A pin that fails is tried again after so long."""


class PinsError(OSError):
    """Pins that cannot be had: there are none, something else holds one, or this user may not."""


def devices(makers: Iterable[Callable[[Any], Any]]) -> list[Any]:
    """What each maker makes of gpiozero, which is imported here so that only a table with wires needs it.

    Raises PinsError, after closing what was made, when one of them cannot be made.
    """
    os.environ.setdefault("LG_WD", tempfile.gettempdir())  # lgpio leaves pipes in its working directory
    import gpiozero

    made: list[Any] = []
    try:
        with warnings.catch_warnings():
            # Each way to the pins that this machine lacks is a warning; that none is left is an error.
            warnings.simplefilter("ignore", gpiozero.PinFactoryFallback)
            for make in makers:
                made.append(make(gpiozero))  # noqa: PERF401 (what was made is closed on an error)
    except Exception as error:  # lgpio and RPi.GPIO raise errors of their own kinds, and gpiozero lets them through
        for device in made:
            device.close()
        raise PinsError(str(error)) from error
    return made


class Trier:
    """Tells pins to do things, which may fail in mid-evening: that is logged once, and `failing` until it works."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._said = False
        self.failing = False

    def tell(self, act: Callable[[], object]) -> None:
        """Do this; whatever a library of pins raises costs this act alone."""
        try:
            act()
        except Exception as error:  # noqa: BLE001 (lgpio and RPi.GPIO raise errors of their own kinds)
            self.failing = True
            if not self._said:
                self._said = True
                _LOG.warning("%s: the pins fail (%s); check the wires; it is tried again", self._what, error)
        else:
            self.failing = False


def let_go(made: Iterable[Any]) -> None:
    """Switch these off, as far as they can be, and free them, whatever becomes of the others."""
    for device in made:
        for name in ("off", "close"):
            with suppress(Exception):  # also AttributeError: a button cannot be switched off
                getattr(device, name)()
