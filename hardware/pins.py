"""The one door to gpiozero: devices on a Pi's pins, all of them or none."""

import os
import tempfile
import warnings
from collections.abc import Callable, Iterable
from typing import Any


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
