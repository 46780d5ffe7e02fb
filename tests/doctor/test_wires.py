"""Pins and strip: who may use them, and who else claims them; the diagram is what the lamps are driven by."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given
from hypothesis import strategies as st

from calibration.quality import Grade
from companion.doctor.machine import Machine
from companion.doctor.wires import is_installed, pins, strip
from companion.settings import LightSettings, Settings
from companion.views.appearance import appearances_of
from companion.views.scene import Scene
from hardware.controls import ControlPins
from hardware.header import PINS, header, lamp_uses, svg_diagram, text_diagram
from hardware.lights import GpioLights, LampPins
from hardware.strip import StripPlan

GPIO = Settings(lights=LightSettings("gpio"))
BOARDS = st.permutations(range(28)).map(lambda order: LampPins(order[:3], order[3:13], order[13:23]))


def machine(root: Path, *devices: str, usable: bool = True, console: str = "") -> Machine:
    """A machine with these devices, and what its kernel was started with."""
    for device in devices:
        (root / "dev").mkdir(exist_ok=True)
        (root / "dev" / device).touch()
    (root / "proc").mkdir(exist_ok=True)
    (root / "proc" / "cmdline").write_text(f"{console} root=/dev/mmcblk0p2")
    return Machine(root, lambda _: None, lambda _: usable)


def test_a_table_without_lamps_needs_no_pins(tmp_path: Path):
    (verdict,) = pins(machine(tmp_path), Settings())
    assert verdict.grade is Grade.GOOD


@pytest.mark.parametrize(
    ("devices", "usable", "installed", "finding"),
    [
        ((), True, True, "this machine has none"),
        (("gpiochip0",), False, True, "may not be used"),
        (("gpiochip0", "gpiochip4"), True, False, "lgpio is missing"),
    ],
)
def test_pins_that_cannot_be_reached_are_said_with_what_to_do(
    tmp_path: Path, devices: tuple[str, ...], usable: bool, installed: bool, finding: str
):
    (verdict,) = pins(machine(tmp_path, *devices, usable=usable), GPIO, lambda module: installed or module != "lgpio")
    assert finding in verdict.finding
    assert verdict.grade is Grade.POOR
    assert verdict.remedy


def test_who_may_not_use_pins_or_spi_is_told_which_group_to_join(tmp_path: Path):
    (reached,) = pins(machine(tmp_path, "gpiochip0", usable=False), GPIO)
    assert "usermod -aG gpio $USER" in reached.remedy
    assert "usermod -aG spi $USER" in strip(machine(tmp_path, "spidev0.0", usable=False), STRIP).remedy


def test_pins_that_spi_or_the_console_holds_are_named(tmp_path: Path):
    claimed = machine(tmp_path, "gpiochip0", "spidev0.0", console="console=serial0,115200")
    reached, spi, serial = pins(claimed, GPIO, lambda _: True)
    assert (reached.grade, reached.finding) == (Grade.GOOD, "23 pins may be used")
    assert "SPI holds GPIOs 7, 8, 9, 10, which" in spi.finding
    assert "the serial console holds GPIOs 14, 15, which" in serial.finding
    elsewhere = LampPins(columns=(4, 2, 3, 1, 0, 23, 24, 25, 11, 7))
    _, spi = pins(claimed, Settings(lights=LightSettings("gpio", elsewhere)), lambda _: True)
    assert "SPI holds GPIOs 7, 11" in spi.finding
    own = LampPins(columns=(4, 2, 3, 1, 0, 23, 24, 25, 11, 15), rows=(5, 6, 12, 13, 16, 18, 19, 20, 21, 26))
    _, spi, serial = pins(claimed, Settings(lights=LightSettings("gpio", own)), lambda _: True)
    assert "holds GPIO 11, which" in spi.finding
    assert "holds GPIO 15, which" in serial.finding


def test_what_a_pi_5_always_has_holds_no_pin_and_drives_no_strip(tmp_path: Path):
    pi5 = machine(tmp_path, "gpiochip0", "spidev10.0", console="8250.nr_uarts=1 console=ttyAMA10,115200 console=tty1")
    (reached,) = pins(pi5, GPIO, lambda _: True)
    assert reached.grade is Grade.GOOD
    assert "switched off, and the strip needs it" in strip(pi5, STRIP, lambda _: True).finding
    assert "switched off" in strip(pi5, Settings()).finding


@pytest.mark.parametrize("console", ["console=ttyAMA0,115200", "console=ttyS0", "quiet console=serial0,115200"])
def test_a_console_on_the_header_is_known_by_its_whole_name(tmp_path: Path, console: str):
    *_, serial = pins(machine(tmp_path, "gpiochip0", console=console), GPIO, lambda _: True)
    assert "the serial console holds" in serial.finding


def test_the_strip_is_told_of_only_where_spi_is_on(tmp_path: Path):
    assert strip(machine(tmp_path), Settings()).grade is Grade.GOOD
    assert strip(machine(tmp_path, "spidev0.0"), Settings()).finding == "spidev0.0 may be used"
    refused = strip(machine(tmp_path, usable=False), Settings())
    assert (refused.grade, "usermod -aG spi" in refused.remedy) == (Grade.FAIR, True)


STRIP = Settings(lights=LightSettings("strip"), controls=ControlPins(3, 17))


@pytest.mark.parametrize(
    ("devices", "usable", "installed", "finding"),
    [
        ((), True, True, "switched off, and the strip needs it"),
        (("spidev0.0",), False, True, "may not be used"),
        (("spidev0.0",), True, False, "the library spidev is missing"),
        (("spidev0.0",), True, True, "spidev0.0 may be used"),
    ],
)
def test_a_strip_that_is_wanted_needs_spi(
    tmp_path: Path, devices: tuple[str, ...], usable: bool, installed: bool, finding: str
):
    verdict = strip(machine(tmp_path, *devices, usable=usable), STRIP, lambda module: installed or module != "spidev")
    assert finding in verdict.finding
    assert (verdict.grade is Grade.GOOD) == (finding == "spidev0.0 may be used")


def test_a_button_alone_is_one_pin(tmp_path: Path):
    (verdict,) = pins(machine(tmp_path, "gpiochip0"), Settings(controls=ControlPins(button=3)), lambda _: True)
    assert verdict.finding == "1 pin may be used"


def test_a_strips_own_spi_is_no_rival_of_the_button(tmp_path: Path):
    (verdict,) = pins(machine(tmp_path, "gpiochip0", "spidev0.0"), STRIP, lambda _: True)
    assert (verdict.grade, verdict.finding) == (Grade.GOOD, "2 pins may be used")


def test_strip_button_and_buzzer_are_drawn_with_how_to_wire_them():
    drawn = {pin.number: pin.use for pin in header(STRIP.uses) if pin.use}
    assert [drawn[number] for number in (19, 23, 5, 11)] == ["strip, data", "strip, clock", "button", "buzzer"]
    said = "\n".join(text_diagram(STRIP.uses))
    for words in ("The strip:", "The button:", "The buzzer:"):
        assert words in said
    assert "The team lamp" not in said
    without_clock = Settings(lights=LightSettings("strip", strip=StripPlan("ws2812")))
    assert "strip, clock" not in without_clock.uses.values()


def test_a_module_is_seen_or_not():
    assert is_installed("gpiozero")
    assert not is_installed("no_such_module")


def test_the_header_is_that_of_every_pi_with_forty_pins():
    known = MockFactory(revision="a02082").board_info.headers["J8"].pins
    for pin in header({}):
        name = known[pin.number].name
        expected = {"GND": "ground", "3V3": "3.3 V", "5V": "5 V"}.get(name, name.replace("GPIO", "GPIO "))
        assert pin.name == expected, pin.number


@given(BOARDS)
def test_every_lamp_of_the_settings_stands_once_in_the_diagram_at_its_own_pin(wired: LampPins):
    drawn = {pin.name: pin.use for pin in header(lamp_uses(wired)) if pin.use}
    assert len(drawn) == 23
    assert [drawn[f"GPIO {pin}"] for pin in wired.rows] == [f"row {number}" for number in range(1, 11)]
    assert [drawn[f"GPIO {pin}"] for pin in wired.columns] == [f"column {number}" for number in range(1, 11)]
    assert [drawn[f"GPIO {pin}"] for pin in wired.team] == [f"team lamp, {c}" for c in ("red", "green", "blue")]


def test_the_pins_that_are_drawn_are_the_pins_that_are_driven():
    factory = MockFactory(pin_class=MockPWMPin)
    lights = GpioLights(LampPins(), appearances_of(["red", "blue"]), factory)
    lights.show(Scene("turn", 0, (42,)))
    lit = {f"GPIO {number}" for number in range(28) if factory.pin(number).state}
    lights.close()
    uses = {pin.use for pin in header(lamp_uses(LampPins())) if pin.use and pin.name in lit}
    assert uses == {"team lamp, red", "row 5", "column 3"}


def test_text_and_picture_show_the_same():
    uses = lamp_uses(LampPins())
    text, picture = "\n".join(text_diagram(uses)), ElementTree.fromstring(svg_diagram(uses))
    words = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    for use in uses.values():
        assert use in text
        assert use in words
    assert len(list(picture.iter("{http://www.w3.org/2000/svg}circle"))) == PINS
