"""How a team is told from the others: a colour, a shape and a number of winks, so that nobody depends on colour."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

Rgb = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""
Blink = tuple[float, ...]
"""Seconds on, off, on, off, … and again from the start; a single number means always on."""

SHAPES = ("disc", "square", "diamond", "triangle", "star", "hexagon")
"""A team's shape by its place in the seating order."""

SEATS = 12
_DEFAULTS = ("red", "blue", "green", "yellow", "white", "black")
_SEATS = (*_DEFAULTS, "orange", "purple", "turquoise", "pink", "brown", "grey", "gold", "silver")
# Each colour word: how its chips are painted on a screen, and the light that an LED shows for it.
_COLOURS: dict[str, tuple[Rgb, Rgb]] = {
    "red": ((196, 52, 43), (255, 0, 0)),
    "blue": ((38, 98, 178), (0, 40, 255)),
    "green": ((40, 128, 74), (0, 255, 0)),
    "yellow": ((238, 190, 48), (255, 150, 0)),
    "white": ((250, 246, 234), (255, 255, 255)),
    "black": ((44, 44, 50), (50, 40, 70)),
    "orange": ((222, 118, 30), (255, 70, 0)),
    "purple": ((118, 72, 170), (150, 0, 255)),
    "violet": ((118, 72, 170), (150, 0, 255)),
    "pink": ((226, 120, 160), (255, 40, 110)),
    "brown": ((122, 80, 50), (160, 50, 0)),
    "wood": ((205, 160, 104), (255, 100, 20)),
    "grey": ((128, 130, 134), (110, 110, 130)),
    "silver": ((190, 194, 200), (150, 150, 180)),
    "gold": ((214, 166, 50), (255, 130, 0)),
    "turquoise": ((32, 150, 160), (0, 220, 180)),
}
_DARK_INK: Rgb = (38, 30, 22)
_LIGHT_INK: Rgb = (255, 252, 244)


CHIP_COLOURS: Mapping[str, str] = MappingProxyType(
    {
        "R": "red",
        "B": "blue",
        "G": "green",
        "Y": "yellow",
        "W": "white",
        "K": "black",
        "O": "orange",
        "P": "purple",
    }
)
"""The colour that a letter on a team's chips stands for."""


def chips_called(letter: str) -> str:
    """What the chips with this letter are called: their colour, or the letter where it stands for none."""
    return CHIP_COLOURS.get(letter, letter)


@dataclass(frozen=True, slots=True)
class Appearance:
    """How one team looks on screens and in lamps."""

    name: str
    """The team's name as a word at the start of a sentence."""
    shape: str
    paint: Rgb
    """The colour of its chips on a screen."""
    ink: Rgb
    """The colour of a letter on such a chip."""
    lamp: Rgb
    blink: Blink

    @property
    def painted(self) -> dict[str, str]:
        """Shape and colours as a page draws them, colours as `#rrggbb`."""
        return {"shape": self.shape, "paint": hex_of(self.paint), "ink": hex_of(self.ink)}


def appearances_of(names: Sequence[str]) -> tuple[Appearance, ...]:
    """A look for each team, given the teams' names in seating order; colour words in the names are taken at their word.

    Teams whose name holds no colour word get the usual colours that no other team has.
    Raises ValueError for more than six teams.
    """
    if len(names) > len(SHAPES):
        raise ValueError(f"{len(names)} teams are too many: at most {len(SHAPES)} can be told apart; merge some")
    words = [_colour_word(name) for name in names]
    spare = iter([word for word in _DEFAULTS if word not in words] + list(_DEFAULTS))
    return tuple(_look(team, name, words[team] or next(spare)) for team, name in enumerate(names))


def seat_appearances(names: Sequence[str]) -> tuple[Appearance, ...]:
    """A look for each of twelve seats where everybody plays alone; no two wink alike.

    The table's teams, whose names these are, come first; the others have colours of their own.
    """
    words = [_colour_word(name) for name in names]
    spare = [word for word in _SEATS if word not in words]
    return (*appearances_of(names), *(_look(len(names) + place, word, word) for place, word in enumerate(spare)))[
        :SEATS
    ]


def winks(team: int) -> Blink:
    """The blink of a team: mostly on, and going out once for the first team, twice for the second, and so on."""
    return (1.4, 0.2) + (0.2, 0.2) * team


def hex_of(colour: Rgb) -> str:
    """A colour as pages write it."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _look(team: int, name: str, word: str) -> Appearance:
    paint, lamp = _COLOURS[word]
    return Appearance(
        name=name[:1].upper() + name[1:],
        shape=SHAPES[team % len(SHAPES)],
        paint=paint,
        ink=_DARK_INK if _brightness(paint) > 0.32 else _LIGHT_INK,
        lamp=lamp,
        blink=winks(team),
    )


def _colour_word(name: str) -> str | None:
    return next((word for word in name.lower().split() if word in _COLOURS), None)


def _brightness(colour: Rgb) -> float:
    """Relative luminance, 0 to 1, as the WCAG 2 contrast formula defines it."""
    linear = [_linear(part / 255) for part in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
