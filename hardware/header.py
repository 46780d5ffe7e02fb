"""The 40 pins of a Pi, and what the settings hang on each: the wiring diagram is drawn from what the program drives.

Pin numbers on the header run in two columns, odd ones on the left; the settings count as the chip does (BCM).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape

from hardware.lights import LampPins

_SUPPLY = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V", **dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), "ground")}
# The BCM number on each remaining pin, in the order of the header.
_BCM = (2, 3, 4, 14, 15, 17, 18, 27, 22, 23, 24, 10, 9, 25, 11, 8, 7, 0, 1, 5, 6, 12, 13, 19, 16, 26, 20, 21)
PINS = 40
_PARTS = (
    "Every lamp: from its pin through 330 ohms to the long leg, from the short leg to a ground pin.",
    "The team lamp has a common cathode: its longest leg to ground, 330 ohms for each colour.",
    "Rows and columns count from the board's own top left; one of each is lit at a time.",
)
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
    yield from _PARTS


def svg_diagram(uses: Mapping[int, str]) -> str:
    """The same as a picture of its own, readable in light and dark."""
    pins = header(uses)
    height = _TOP_PX + PINS // 2 * _ROW_PX + 24 * (len(_PARTS) + 1)
    drawn = [part for pin in pins for part in _drawn(pin)]
    words = [
        f'<text x="16" y="{_TOP_PX + PINS // 2 * _ROW_PX + 24 + 24 * place}">{escape(words)}</text>'
        for place, words in enumerate(_PARTS)
    ]
    board = f'<rect x="{_LEFT_PX - 22}" y="{_TOP_PX - 14}" width="84" height="{PINS // 2 * _ROW_PX + 4}" rx="6"/>'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH_PX} {height}" font-family="sans-serif" '
        f'font-size="12"><title>Wiring of the lamps</title><style>{_STYLE}</style>'
        f'<rect class="paper" width="{_WIDTH_PX}" height="{height}"/>'
    )
    return "\n".join([head, board, *drawn, *words, "</svg>"]) + "\n"


_STYLE = (
    "text{fill:#1c1c1c} .paper{fill:#fff} rect{fill:#2f6b3c} circle{fill:#b9a24a;stroke:#333} .used{fill:#d8382c} "
    ".supply{fill:#5a5a5a} .number{fill:#fff;font-size:9px} .use{font-weight:bold}"
)


def _pin(number: int, numbers: Iterator[int], uses: Mapping[int, str]) -> HeaderPin:
    if number in _SUPPLY:
        return HeaderPin(number, _SUPPLY[number])
    bcm = next(numbers)
    return HeaderPin(number, f"GPIO {bcm}", uses.get(bcm, ""))


def _drawn(pin: HeaderPin) -> Iterator[str]:
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
