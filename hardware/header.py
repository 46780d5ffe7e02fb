"""The 40 pins of a Pi, and what the settings hang on each: the wiring diagram is drawn from what the program drives.

Pin numbers on the header run in two columns, odd ones on the left; the settings count as the chip does (BCM).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape

from hardware.controls import ControlPins
from hardware.lights import LampPins
from hardware.strip import CLOCK_PIN, DATA_PIN, HELD_PINS, StripPlan

_SUPPLY = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V", **dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), "ground")}
# The BCM number on each remaining pin, in the order of the header.
_BCM = (2, 3, 4, 14, 15, 17, 18, 27, 22, 23, 24, 10, 9, 25, 11, 8, 7, 0, 1, 5, 6, 12, 13, 19, 16, 26, 20, 21)
PINS = 40
_LAMP_PARTS = (
    "Every lamp: from its pin through 330 ohms to the long leg, from the short leg to a ground pin.",
    "The team lamp has a common cathode: its longest leg to ground, 330 ohms for each colour.",
    "Rows and columns count from the board's own top left; one of each is lit at a time.",
)
_STRIP_PARTS = (
    "The strip: data and clock as above (WS2812 have no clock), 5 V from a supply of its own, ground to both.",
    "Along it come the team's lamps, then rows 1 to 10, then columns 1 to 10, from the board's own top left.",
)
_BUTTON, _BUZZER, _MUTE, _SPI = "button", "buzzer", "mute button", "SPI of the strip"
_CONTROL_PARTS = {
    _BUTTON: "The button: between its pin and ground. Pressing it confirms, holding it takes a turn back.",
    _BUZZER: "The buzzer: an active one of 3.3 V and at most 10 mA, from its pin to ground; else by a transistor.",
    _MUTE: "The mute button: between its pin and ground. Pressing it silences the buzzer, or lets it be heard again.",
}
_ROW_PX, _TOP_PX, _WIDTH_PX = 24, 40, 660
_LEFT_PX, _RIGHT_PX = 310, 350


@dataclass(frozen=True, slots=True)
class HeaderPin:
    """One pin of the header: what it is, and what hangs on it; nothing when `use` is empty."""

    number: int
    name: str
    use: str = ""


def lamp_uses(pins: LampPins) -> dict[int, str]:
    """What hangs on each BCM pin."""
    teams = {pin: f"team lamp, {colour}" for pin, colour in zip(pins.team, ("red", "green", "blue"), strict=True)}
    rows = {pin: f"row {number}" for number, pin in enumerate(pins.rows, 1)}
    columns = {pin: f"column {number}" for number, pin in enumerate(pins.columns, 1)}
    return {**teams, **rows, **columns}


def strip_uses(plan: StripPlan) -> dict[int, str]:
    """What a strip takes of the header: SPI 0, which holds its other pins too."""
    clock = "strip, clock" if plan.chip == "apa102" else _SPI
    return {DATA_PIN: "strip, data", CLOCK_PIN: clock, **dict.fromkeys(HELD_PINS, _SPI)}


def control_uses(pins: ControlPins) -> dict[int, str]:
    """What hangs on each BCM pin. Raises ValueError when two hang on one."""
    wired = ((pins.button, _BUTTON), (pins.buzzer, _BUZZER), (pins.mute_button, _MUTE))
    return dict(together(*({pin: name} for pin, name in wired if pin is not None)))


def together(*parts: Mapping[int, str]) -> Mapping[int, str]:
    """What hangs on each BCM pin in all. Raises ValueError when two things hang on one, naming both."""
    uses: dict[int, str] = {}
    for part in parts:
        for pin, use in part.items():
            if pin in uses:
                raise ValueError(f"pin {pin} is used twice, by {uses[pin]} and {use}; give each its own")
            uses[pin] = use
    return uses


def header(uses: Mapping[int, str]) -> tuple[HeaderPin, ...]:
    """All forty pins in order, from what hangs on each BCM pin."""
    numbers = iter(_BCM)
    return tuple(_pin(number, numbers, uses) for number in range(1, PINS + 1))


def text_diagram(uses: Mapping[int, str]) -> Iterator[str]:
    """The header as lines of text, pin 1 at the top left, as seen with the pins upwards and the USB sockets below."""
    pins = header(uses)
    for left, right in zip(pins[::2], pins[1::2], strict=True):
        line = f"{left.use:>18}  {left.name:>8} ({left.number:2}) ({right.number:2}) {right.name:8}  {right.use}"
        yield line.rstrip()
    yield ""
    yield from _parts(uses)


def svg_diagram(uses: Mapping[int, str]) -> str:
    """The same as a picture of its own, readable in light and dark."""
    pins, parts = header(uses), _parts(uses)
    height = _TOP_PX + PINS // 2 * _ROW_PX + 24 * (len(parts) + 1)
    drawn = [part for pin in pins for part in _pin_svg(pin)]
    words = [
        f'<text x="16" y="{_TOP_PX + PINS // 2 * _ROW_PX + 24 + 24 * place}">{escape(words)}</text>'
        for place, words in enumerate(parts)
    ]
    board = f'<rect x="{_LEFT_PX - 22}" y="{_TOP_PX - 14}" width="84" height="{PINS // 2 * _ROW_PX + 4}" rx="6"/>'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH_PX} {height}" font-family="sans-serif" '
        f'font-size="12"><title>Wiring of the table</title><style>{_STYLE}</style>'
        f'<rect class="paper" width="{_WIDTH_PX}" height="{height}"/>'
    )
    return "\n".join([head, board, *drawn, *words, "</svg>"]) + "\n"


_STYLE = (
    "text{fill:#1c1c1c} .paper{fill:#fff} rect{fill:#2f6b3c} circle{fill:#b9a24a;stroke:#333} .used{fill:#d8382c} "
    ".supply{fill:#5a5a5a} .number{fill:#fff;font-size:9px} .use{font-weight:bold}"
)


def _parts(uses: Mapping[int, str]) -> tuple[str, ...]:
    """How the parts that are there are wired."""
    hanging = set(uses.values())
    lamps = _LAMP_PARTS if "row 1" in hanging else ()
    strip = _STRIP_PARTS if "strip, data" in hanging else ()
    return (*lamps, *strip, *(words for name, words in _CONTROL_PARTS.items() if name in hanging))


def _pin(number: int, numbers: Iterator[int], uses: Mapping[int, str]) -> HeaderPin:
    if number in _SUPPLY:
        return HeaderPin(number, _SUPPLY[number])
    bcm = next(numbers)
    return HeaderPin(number, f"GPIO {bcm}", uses.get(bcm, ""))


def _pin_svg(pin: HeaderPin) -> Iterator[str]:
    """One pin: a dot with its number, its name, and what hangs on it."""
    odd = pin.number % 2
    x, y = (_LEFT_PX if odd else _RIGHT_PX), _TOP_PX + (pin.number - 1) // 2 * _ROW_PX
    kind = "used" if pin.use else "supply" if pin.number in _SUPPLY else "free"
    anchor, side = ("end", -1) if odd else ("start", 1)
    yield f'<circle class="{kind}" cx="{x}" cy="{y}" r="9"/>'
    yield f'<text class="number" x="{x}" y="{y + 3}" text-anchor="middle">{pin.number}</text>'
    yield f'<text x="{x + side * 30}" y="{y + 4}" text-anchor="{anchor}">{escape(pin.name)}</text>'
    if pin.use:
        yield f'<text class="use" x="{x + side * 100}" y="{y + 4}" text-anchor="{anchor}">{escape(pin.use)}</text>'
