"""Chips and things as a painter sees them: what each spot reflects, lets through and mirrors, before any light falls.

A chip has a height, so that a slanted camera sees its side and its top beside its square; glass shows the card below
it, bent and tinted. Colours are blue, green and red as in a picture; reflectances are linear in light.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from drawn_board import AROUND, SIZE

from companion.games.squares import column_of, row_of
from companion.vision.frame import Image, Matrix, Points

SQUARE_MM = 44.5
Colour = tuple[int, int, int]
IVORY = (222, 232, 235)


@dataclass(frozen=True)
class Chip:
    """A kind of chip: what it is made of, its colour, its size, and the colour of its edge spots and inlay."""

    body: str
    colour: Colour
    diameter_mm: float
    accent: Colour = IVORY

    @property
    def radius(self) -> float:
        """Its radius in squares."""
        return self.diameter_mm / SQUARE_MM / 2

    @property
    def height(self) -> float:
        """How high it is, in squares."""
        return {"glass": 0.28 * self.diameter_mm, "wood": 4.0}.get(self.body, 3.3) / SQUARE_MM


@dataclass(frozen=True)
class Laid:
    """A chip on a square: how far off its middle, in squares, how turned, and how high it lies, in squares."""

    chip: Chip
    x: float = 0.0
    y: float = 0.0
    turn_deg: float = 0.0
    above: float = 0.0


@dataclass(frozen=True)
class Thing:
    """Something else on the table: its outline in board coordinates, its colour and how high it is, in squares."""

    outline: Sequence[tuple[float, float]]
    colour: Colour
    height: float = 0.15


@dataclass(frozen=True)
class Place:
    """Where eye and lamp are: in squares, from the board's own top left corner, and so high above it."""

    eye: tuple[float, float, float]
    lamp: tuple[float, float, float]


@dataclass(frozen=True)
class Surface:
    """The table from straight above: what it reflects [side, side, 3], 0 to 1, and how shiny, sheltered and lit it is.

    `lit` is the part of the lamp's light that arrives, `open_sky` that of the room's.
    """

    reflects: Matrix
    shiny: Matrix
    lit: Matrix
    open_sky: Matrix
    glow: Matrix = field(repr=False)
    """Light that comes from highlights and from inside glass, as parts of the lamp's."""

    @property
    def px(self) -> float:
        """Pixels to a square."""
        return len(self.shiny) / (SIZE + 2 * AROUND)


def linear(bgr: Image | Colour) -> Matrix:
    """What a picture's levels are in light, 0 to 1."""
    return np.power(np.asarray(bgr, np.float32) / 255, np.float32(2.2))


_LINEAR = linear(np.arange(256))  # type: ignore[arg-type]


def surface_of(flat: Image, gloss: float = 0.04) -> Surface:
    """A picture from straight above, `AROUND` squares of table on every side, as something light falls on."""
    one = np.ones(flat.shape[:2], np.float32)
    return Surface(_LINEAR[flat], one * gloss, one.copy(), one.copy(), np.zeros_like(one))


def laid_on(
    bare: Surface, chips: Mapping[int, Laid | Sequence[Laid]], things: Sequence[Thing], place: Place
) -> Surface:
    """The surface with chips, by square, the lowest first where several lie there, and then things."""
    on = Surface(*(np.copy(part) for part in (bare.reflects, bare.shiny, bare.lit, bare.open_sky, bare.glow)))
    stacks = [(square, [laid] if isinstance(laid, Laid) else laid) for square, laid in chips.items()]
    lying = [(_middle(square, laid), laid) for square, stack in stacks for laid in stack]
    _shade(on, [(_circle(middle, laid.chip.radius), laid.chip.height + laid.above) for middle, laid in lying], place)
    _shade(on, [(np.array(thing.outline, float), thing.height) for thing in things], place)
    for middle, laid in sorted(lying, key=lambda each: each[1].above):
        _lay(on, middle, laid, place)
    for thing in things:
        _lay_thing(on, thing, place)
    return on


def _middle(square: int, laid: Laid) -> Points:
    return np.array([column_of(square) + 0.5 + laid.x, row_of(square) + 0.5 + laid.y])


def _circle(middle: Points, radius: float) -> Points:
    turns = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return middle + radius * np.stack([np.cos(turns), np.sin(turns)], axis=1)


def _seen_from(points: Points, height: float, eye: tuple[float, float, float]) -> Points:
    """Where points so high above the board are seen (or cast their shadow) on it, from a place above."""
    return points + (points - np.array(eye[:2])) * height / (eye[2] - height)


def _fill(shape: tuple[int, ...], outline: Points, px: float) -> Image:
    """A mask [side, side] of what is inside, 0 to 255; outlines are in board coordinates."""
    hull = np.round(((outline + AROUND) * px - 0.5) * 16).astype(np.int32)
    return cv2.fillPoly(np.zeros(shape[:2], np.uint8), [hull], 255, cv2.LINE_AA, 4)


def _shade(on: Surface, bodies: Sequence[tuple[Points, float]], place: Place) -> None:
    """Shadows of bodies: soft ones away from the lamp, softer ones all around."""
    if not bodies:
        return
    cast, below = (np.zeros(on.shiny.shape, np.uint8) for _ in range(2))
    for outline, height in bodies:
        thrown = np.concatenate([outline, _seen_from(outline, height, place.lamp)]).astype(np.float32)
        cast |= _fill(cast.shape, cv2.convexHull(thrown).reshape(-1, 2), on.px)
        below |= _fill(below.shape, outline, on.px)
    highest = max(height for _, height in bodies)
    soft = [(cast, 0.35 * highest, 0.92, on.lit), (below, 0.9 * highest, 0.7, on.open_sky)]
    for mask, width, depth, light in soft:
        light[:] *= 1 - depth / 255 * cv2.GaussianBlur(mask, (0, 0), max(width * on.px, 0.6)).astype(np.float32)


def _lay(on: Surface, middle: Points, laid: Laid, place: Place) -> None:
    chip, high = laid.chip, laid.above + laid.chip.height
    low_rim = _seen_from(_circle(middle, chip.radius), laid.above, place.eye)
    top = _seen_from(middle, high if chip.body != "glass" else 0.4 * high, place.eye)
    grown = chip.radius * place.eye[2] / (place.eye[2] - high)
    x, y = np.round((np.array(middle) + AROUND) * on.px).astype(int)
    reach = int(np.ceil((1.6 * chip.radius + 2 * high) * on.px)) + 2
    window = np.s_[max(y - reach, 0) : y + reach, max(x - reach, 0) : x + reach]
    rows, columns = np.mgrid[window]
    off = np.stack([(columns + 0.5) / on.px - AROUND - top[0], (rows + 0.5) / on.px - AROUND - top[1]])
    far = np.hypot(*off) / grown
    inside = np.clip((1 - far) * grown * on.px + 0.5, 0, 1).astype(np.float32)
    if chip.body == "glass":
        _lay_glass(on, window, (off, far, inside), laid, place)
        return
    hull = cv2.convexHull(np.concatenate([low_rim, _circle(top, grown)]).astype(np.float32)).reshape(-1, 2)
    wall = _fill(on.shiny.shape, hull, on.px)[window].astype(np.float32) / 255
    turned = np.arctan2(off[1], off[0]) + np.deg2rad(laid.turn_deg)
    _cover(on, window, wall, (0.6 * _FACES[chip.body](chip, np.full_like(far, 0.95), turned), 0.02))
    _cover(on, window, inside, (_FACES[chip.body](chip, far, turned), 0.01 if chip.body == "wood" else 0.05))


def _cover(on: Surface, window: tuple, share: Matrix, looks: tuple[Matrix, float]) -> None:
    """Lay something opaque over a window; `looks` are what it reflects and how shiny it is."""
    on.reflects[window] += share[..., None] * (looks[0] - on.reflects[window])
    on.shiny[window] += share * (looks[1] - on.shiny[window])
    for light in (on.lit, on.open_sky):
        light[window] += share * (1 - light[window])
    on.glow[window] *= 1 - share


def _lay_glass(on: Surface, window: tuple, spots: tuple[Matrix, Matrix, Matrix], laid: Laid, place: Place) -> None:
    off, far, inside = spots
    tint = np.clip(linear(laid.chip.colour), 0.004, 1)
    height, width = far.shape
    bent = 0.7 + 0.3 * np.minimum(far, 1) ** 2  # a dome magnifies what lies under its middle
    columns, rows = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    at_x, at_y = columns + off[0] * (bent - 1) * on.px, rows + off[1] * (bent - 1) * on.px
    below = cv2.remap(on.reflects[window], np.float32(at_x), np.float32(at_y), cv2.INTER_LINEAR)
    thick = np.sqrt(np.clip(1 - far**2, 0, 1))
    through = np.exp(np.log(tint) * (0.25 + 0.75 * thick[..., None])) * (1 - 0.55 * np.clip(far, 0, 1) ** 8)[..., None]
    towards = np.array(place.lamp[:2]) - np.array([SIZE / 2, SIZE / 2])
    towards = towards / (np.hypot(*towards) + 1e-6) * laid.chip.radius
    bright = np.exp(
        -((np.hypot(off[0] + 0.4 * towards[0], off[1] + 0.4 * towards[1]) / (0.45 * laid.chip.radius)) ** 2)
    )
    spark = np.exp(-((np.hypot(off[0] - 0.4 * towards[0], off[1] - 0.4 * towards[1]) / (0.13 * laid.chip.radius)) ** 4))
    looks = (below * through * (0.75 + 0.8 * bright)[..., None] + 0.12 * tint * bright[..., None], 0.04)
    _cover(on, window, inside, (np.float32(looks[0]), looks[1]))
    on.glow[window] += (inside * 1.2 * spark).astype(np.float32)


def _lay_thing(on: Surface, thing: Thing, place: Place) -> None:
    outline = np.array(thing.outline, float)
    top = _seen_from(outline, thing.height, place.eye)
    hull = cv2.convexHull(np.concatenate([outline, top]).astype(np.float32)).reshape(-1, 2)
    whole = np.s_[:, :]
    for shape, shade in ((hull, 0.6), (top, 1.0)):
        share = _fill(on.shiny.shape, shape, on.px).astype(np.float32) / 255
        _cover(on, whole, share, (shade * linear(thing.colour), 0.05))


def _plain(chip: Chip, far: Matrix, turned: Matrix) -> Matrix:
    """Moulded plastic: a bevelled rim and a faint ring."""
    shade = 1 - 0.15 * (far > 0.86) * np.cos(turned) + 0.06 * np.exp(-(((far - 0.6) / 0.04) ** 2))
    return (linear(chip.colour) * shade[..., None]).astype(np.float32)


def _wood(chip: Chip, far: Matrix, turned: Matrix) -> Matrix:
    """Grain along one way."""
    across = far * np.sin(turned)
    grain = 1 + 0.16 * np.sin(23 * across + 2.5 * np.sin(5 * far * np.cos(turned))) + 0.08 * np.sin(71 * across)
    return (linear(chip.colour) * grain[..., None]).astype(np.float32)


def _casino(chip: Chip, far: Matrix, turned: Matrix) -> Matrix:
    """Eight edge spots, an inlay with a ring and a printed cross."""
    spots = (far > 0.7) & (np.cos(8 * turned) > 0.1)
    inlay = (far < 0.52) & ~((np.abs(far - 0.42) < 0.03) | ((far < 0.28) & (np.abs(np.sin(2 * turned)) < 0.55)))
    accent = (spots | inlay)[..., None]
    return np.where(accent, linear(chip.accent), linear(chip.colour)).astype(np.float32)


def _button(chip: Chip, far: Matrix, turned: Matrix) -> Matrix:
    """A sewing button: one colour with a raised rim, and four holes through which it is dark."""
    spots = np.stack([far * np.cos(turned), far * np.sin(turned)], axis=-1)
    holes = np.min([np.hypot(*(spots - 0.2 * np.array(hole)).T).T for hole in ((1, 1), (1, -1), (-1, 1), (-1, -1))], 0)
    shade = np.where(holes < 0.11, 0.06, np.where(np.abs(far - 0.78) < 0.06, 0.7, 1.0))
    return _plain(chip, far, turned) * shade[..., None]


_FACES: dict[str, Callable[[Chip, Matrix, Matrix], Matrix]] = {
    "plain": _plain,
    "wood": _wood,
    "casino": _casino,
    "button": _button,
}
