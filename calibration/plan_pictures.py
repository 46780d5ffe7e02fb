"""The plan as pictures: how a card becomes two squares, and where the camera hangs, drawn to scale as SVG."""

from collections.abc import Iterable, Iterator
from math import atan, radians, tan

from calibration.optics import MARGIN, CameraPlace, needed
from companion.games.squares import CORNERS, SIZE, SQUARES, column_of, row_of
from companion.vision.card_outline import CARD_SQUARES

_STYLE = (
    ".paper{fill:#fff} text{fill:#1c1c1c} .card{fill:#fdfdf8;stroke:#333} .base{fill:#2f4f3a} .waste{fill:#d9d9d9} "
    ".cut{stroke:#c0261c;stroke-width:2;stroke-dasharray:6 4} .line{stroke:#333} .view{fill:#f2e3b3} "
    ".camera{fill:#c0261c}"
)
_CARD_PX, _BASE_PX, _TABLE_PX = 100.0, 26.0, 13.0
"""Pixels to a square: of the card, of the base, and of the table with the camera above it."""
_TABLE_Y = 280.0
Point = tuple[float, float]


def cutting_svg(square_mm: float) -> str:
    """A card with its cuts and what is left of it, and the base with a hundred squares."""
    return _picture((660, 320), "Cutting and gluing the board", [*_card(square_mm), *_base(square_mm)])


def stand_svg(upright: CameraPlace, leaning: CameraPlace, square_mm: float) -> str:
    """A camera straight above, seen from the front, and one that leans, seen from the side."""
    front, side = (130.0, _TABLE_Y), (450.0, _TABLE_Y)
    parts = (_front(upright, front, square_mm / 10), _side(leaning, side, square_mm / 10))
    return _picture((660, 325), "Where the camera hangs", [*parts[0], *parts[1]])


def _picture(size: tuple[int, int], title: str, parts: Iterable[str]) -> str:
    width, height = size
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        f'font-size="13"><title>{title}</title><style>{_STYLE}</style>'
    )
    return "\n".join([head, _box("paper", (0, 0), (width, height)), *parts, "</svg>"]) + "\n"


def _card(square_mm: float) -> Iterator[str]:
    """One card: cut across the middle, then each half trimmed so that its index stays."""
    x, y = 40.0, 50.0
    width, length = (side * _CARD_PX for side in CARD_SQUARES)
    half = length / 2
    yield _text((x, y - 22), "1. Cut across the middle.")
    yield _text((x, y - 6), "2. Trim each half; keep its index.")
    yield _box("card", (x, y), (width, length))
    yield _box("waste", (x + half, y), (width - half, half))
    yield _box("waste", (x, y + half), (width - half, half))
    yield _line("cut", (x - 12, y + half), (x + width + 12, y + half))
    yield _line("cut", (x + half, y - 4), (x + half, y + half))
    yield _line("cut", (x + width - half, y + half), (x + width - half, y + length + 4))
    yield _text((x + 8, y + 22), "7♦")
    yield f'<g transform="rotate(180 {x + width / 2} {y + half})">{_text((x + 8, y + 22), "7♦")}</g>'
    yield _text((x + 18, y + half / 2 + 16), f"{square_mm:g} mm")
    yield _text((x + width - half + 18, y + half * 1.5), f"{square_mm:g} mm")
    yield _text((x + half + 4, y + half / 2), "waste")
    yield _text((x + 2, y + half * 1.5), "waste")


def _base(square_mm: float) -> Iterator[str]:
    """The base with its hundred squares, a joker in each corner."""
    x, y = 310.0, 50.0
    side = (SIZE + 2 * MARGIN) * _BASE_PX
    yield _text((x, y - 22), "3. Glue ten rows of ten; any card, any turn.")
    base_cm, margin_mm = side / _BASE_PX * square_mm / 10, MARGIN * square_mm
    yield _text((x, y - 6), f"The base: {base_cm:.0f} cm, with a dark margin of {margin_mm:.0f} mm.")
    yield _box("base", (x, y), (side, side))
    for square in SQUARES:
        left, top = x + (MARGIN + column_of(square)) * _BASE_PX, y + (MARGIN + row_of(square)) * _BASE_PX
        yield _box("card", (left, top), (_BASE_PX - 1, _BASE_PX - 1))
        if square in CORNERS:
            yield _text((left + 3, top + 17), "Jo")


def _front(place: CameraPlace, foot: Point, square_cm: float) -> Iterator[str]:
    """Seen from the front: board and pile, and the camera over the middle of both."""
    corners = needed()
    half = (corners[1][0] - corners[0][0]) / 2 * _TABLE_PX
    reach = place.seen[0] / 2 * _TABLE_PX
    lens = (foot[0], foot[1] - place.height * _TABLE_PX)
    yield _area("view", [lens, (foot[0] - reach, foot[1]), (foot[0] + reach, foot[1])])
    yield _table(foot)
    yield _box("base", (foot[0] - half, foot[1] - 5), ((SIZE + 2 * MARGIN) * _TABLE_PX, 5))
    pile = CARD_SQUARES[0] * _TABLE_PX
    yield _box("card", (foot[0] + half - pile, foot[1] - 4), (pile, 4))
    yield from _camera(lens, 0)
    yield _text((foot[0] - half, foot[1] + 20), "board")
    yield _text((foot[0] + half - pile - 4, foot[1] + 20), "pile")
    yield _text((lens[0] + 20, lens[1] + 4), f"{place.height * square_cm:.0f} cm or more")
    yield _text((foot[0] - 110, 20), f"{place.camera.name}, straight above")


def _side(place: CameraPlace, foot: Point, square_cm: float) -> Iterator[str]:
    """Seen from the side: the camera stands beside the board and leans over it."""
    half = (SIZE / 2 + MARGIN) * _TABLE_PX
    lens = (foot[0] + place.aside * _TABLE_PX, foot[1] - place.height * _TABLE_PX)
    near, far = _rays(place)
    yield _area("view", [lens, (foot[0] - far * _TABLE_PX, foot[1]), (foot[0] + near * _TABLE_PX, foot[1])])
    yield _table(foot)
    yield _box("base", (foot[0] - half, foot[1] - 5), (2 * half, 5))
    yield _line("cut", lens, foot)
    yield _line("line", lens, (lens[0], foot[1]))
    yield from _camera(lens, place.tilt_deg)
    yield _text((foot[0] - half, foot[1] + 20), "board")
    yield _text((lens[0] + 6, foot[1] - 90), f"{place.height * square_cm:.0f} cm")
    yield _text((foot[0] + 20, foot[1] + 34), f"{place.aside * square_cm:.0f} cm from the middle")
    yield _text((foot[0] - 100, 20), f"leaning {place.tilt_deg:.0f}°, seen from the side")


def _rays(place: CameraPlace) -> Point:
    """How far from the middle, in squares, the picture ends on the camera's side and on the other."""
    lean, half = radians(place.tilt_deg), atan(place.camera.frame_px[1] / 2 / place.camera.focal_px)
    return place.aside - place.height * tan(lean - half), place.height * tan(lean + half) - place.aside


def _camera(lens: Point, tilt_deg: float) -> Iterator[str]:
    x, y = lens
    yield f'<g transform="rotate({tilt_deg:.0f} {x:.1f} {y:.1f})">{_box("camera", (x - 10, y - 12), (20, 12))}</g>'


def _table(foot: Point) -> str:
    return _line("line", (foot[0] - 115, foot[1]), (foot[0] + 150, foot[1]))


def _box(kind: str, corner: Point, size: Point) -> str:
    (x, y), (width, height) = corner, size
    return f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"/>'


def _line(kind: str, start: Point, end: Point) -> str:
    return f'<line class="{kind}" x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}"/>'


def _area(kind: str, points: Iterable[Point]) -> str:
    return f'<polygon class="{kind}" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>'


def _text(place: Point, words: str) -> str:
    return f'<text x="{place[0]:.1f}" y="{place[1]:.1f}">{words}</text>'
