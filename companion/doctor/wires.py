"""What hangs on wires: whether this user may reach pins and strip, and whether anything else claims the same pins."""

import re
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec

from calibration.quality import Grade, Verdict
from companion.doctor.machine import Machine
from companion.settings import Settings
from hardware.header import control_uses, together

_SPI_PINS = frozenset({7, 8, 9, 10, 11})
_SERIAL_PINS = frozenset({14, 15})
_HEADER_SPI = "dev/spidev0.*"
"""A Pi 5 has spidev10.0 as well, which leads to its boot EEPROM and to no pin."""
_HEADER_CONSOLE = re.compile(r"\bconsole=(serial0|ttyS0|ttyAMA0)(,|\s|$)")
"""The console on pins; a Pi 5's ttyAMA10 is the socket for debugging."""
_INSTALL = "Install it: sudo apt install {}, in an environment made with --system-site-packages."
_JOIN = "Join the group: sudo usermod -aG {} $USER, then log in again."


def is_installed(module: str) -> bool:
    """Whether a module can be seen from this environment."""
    return find_spec(module) is not None


def pins(machine: Machine, settings: Settings, installed: Callable[[str], bool] = is_installed) -> Iterator[Verdict]:
    """Whether the pins of lamps, button and buzzer can be reached, and belong to them alone."""
    own = own_uses(settings)
    if not own:
        yield Verdict("Pins", Grade.GOOD, "not needed: the settings name no lamps, no button and no buzzer")
        return
    chips = machine.places("dev/gpiochip*")
    if not chips:
        yield Verdict("Pins", Grade.POOR, "this machine has none", "Set lights to none, or run this on a Pi.")
    elif not any(map(machine.may_use, chips)):
        yield Verdict("Pins", Grade.POOR, f"{chips[0]} may not be used", _JOIN.format("gpio"))
    elif not installed("lgpio"):
        yield Verdict("Pins", Grade.POOR, "the library lgpio is missing", _INSTALL.format("python3-lgpio"))
    else:
        yield Verdict("Pins", Grade.GOOD, f"{len(own)} {'pin' if len(own) == 1 else 'pins'} may be used")
    yield from _claimed(machine, frozenset(own))


def own_uses(settings: Settings) -> Mapping[int, str]:
    """What hangs on pins that are driven one by one; a strip's belong to SPI."""
    lamps = settings.lights.uses if settings.lights.kind == "gpio" else {}
    return together(lamps, control_uses(settings.controls))


def strip(machine: Machine, settings: Settings, installed: Callable[[str], bool] = is_installed) -> Verdict:
    """Whether SPI can be reached, by which a strip of lamps is driven."""
    devices = machine.places(_HEADER_SPI)
    wanted = settings.lights.kind == "strip"
    if not devices and not wanted:
        return Verdict("SPI", Grade.GOOD, "switched off; only a strip of lamps needs it")
    if not devices:
        return Verdict("SPI", Grade.POOR, "switched off, and the strip needs it", "Switch SPI on in raspi-config.")
    if not any(map(machine.may_use, devices)):
        grade = Grade.POOR if wanted else Grade.FAIR
        return Verdict("SPI", grade, f"{devices[0]} may not be used", _JOIN.format("spi"))
    if wanted and not installed("spidev"):
        return Verdict("SPI", Grade.POOR, "the library spidev is missing", _INSTALL.format("python3-spidev"))
    return Verdict("SPI", Grade.GOOD, f"{devices[0].name} may be used")


def _claimed(machine: Machine, used: frozenset[int]) -> Iterator[Verdict]:
    """Pins that the system holds for something else."""
    if machine.places(_HEADER_SPI) and (both := sorted(used & _SPI_PINS)):
        remedy = "Switch SPI off in raspi-config, or choose other pins."
        yield Verdict("Pins", Grade.POOR, f"SPI holds {_gpio_names(both)}, which the settings use", remedy)
    console = _HEADER_CONSOLE.search(machine.text("proc/cmdline") or "")
    if console and (both := sorted(used & _SERIAL_PINS)):
        remedy = "Switch the serial console off in raspi-config, or choose other pins."
        yield Verdict(
            "Pins", Grade.POOR, f"the serial console holds {_gpio_names(both)}, which the settings use", remedy
        )


def _gpio_names(numbers: list[int]) -> str:
    return ("GPIO " if len(numbers) == 1 else "GPIOs ") + ", ".join(map(str, numbers))
