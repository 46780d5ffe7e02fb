"""How well drawn tables of every kind are read: gems on tilted boards, dark chips, pale ones, six teams, stacks.

    python tests/benchmarks/drawn_tables.py [--of gems dark …] [--seeds SEED …] [--stills FOLDER]

Each seed has a table of its own: a real layout dealt anew, a plain or patterned cloth, a lens, a tilt to 40 degrees, a
light to calibrate in, and teams. Board and chips are calibrated from drawn pictures, then pictures in other lights are
read with no memory of earlier ones. Printed is how many squares of each kind were read wrong or not sure. Of a stack
only the uppermost chip counts, and a square of one that is not sure is noticed too.
"""
# ruff: noqa: T201

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import drawn_board  # noqa: E402
from drawn_board import (  # noqa: E402
    CLOTH,
    CREAM,
    GREEN,
    NORMAL,
    OAK,
    WIDE,
    flat_board_of,
    on_stripes,
    outer_corner,
    real_faces,
    shrunk,
    view_of_all,
)
from drawn_chips import Chip, Laid, Surface, laid_on, surface_of  # noqa: E402
from drawn_light import Light, place_of, seen  # noqa: E402
from learnt_chips import enrol  # noqa: E402
from reading_cases import NoIndex, read  # noqa: E402

from calibration.board_finder import find_board  # noqa: E402
from companion.errors import CalibrationError  # noqa: E402
from companion.games.squares import column_of, row_of  # noqa: E402
from companion.scoring.tallies import Tally  # noqa: E402
from companion.vision.frame import Image  # noqa: E402
from companion.vision.geometry import BoardGeometry  # noqa: E402
from companion.vision.table import TableModel, TableReader  # noqa: E402

DOUBT_NATS = 1.0
"""Less lead than this is not sure, as in `tests/score.py`."""
BASES = (GREEN, CREAM, (200, 205, 205), (22, 20, 20), (60, 90, 140))
TABLES = (OAK, CLOTH, (228, 232, 230), (25, 22, 20), (60, 40, 110))
KINDS: dict[str, tuple[str, tuple[int, int, int], tuple[float, float]]] = {
    "black": ("plain", (28, 26, 26), (18, 36)),
    "navy": ("plain", (70, 35, 15), (18, 36)),
    "bottle green": ("plain", (30, 48, 14), (18, 36)),
    "red": ("plain", (38, 30, 190), (18, 36)),
    "blue": ("plain", (170, 80, 25), (18, 36)),
    "green": ("plain", (60, 120, 30), (18, 36)),
    "yellow": ("plain", (40, 190, 225), (18, 36)),
    "purple": ("plain", (130, 40, 100), (18, 36)),
    "wood": ("wood", (60, 110, 160), (20, 32)),
    "dark wood": ("wood", (25, 45, 75), (20, 32)),
    "casino black": ("casino", (30, 28, 28), (38, 40)),
    "casino blue": ("casino", (168, 76, 28), (38, 40)),
    "casino red": ("casino", (38, 30, 190), (38, 40)),
    "casino white": ("casino", (222, 226, 228), (38, 40)),
    "white": ("plain", (225, 230, 232), (22, 36)),
    "ivory": ("plain", (195, 215, 225), (22, 36)),
    "grey": ("plain", (128, 128, 128), (20, 36)),
    "red button": ("button", (40, 36, 180), (18, 28)),
    "blue button": ("button", (150, 80, 40), (18, 28)),
    "horn button": ("button", (70, 105, 140), (18, 28)),
    "black button": ("button", (34, 32, 32), (18, 28)),
    "clear glass": ("glass", (236, 242, 240), (18, 22)),
    "pale green glass": ("glass", (200, 230, 190), (18, 22)),
    "pale blue glass": ("glass", (235, 220, 180), (18, 22)),
    "pale amber glass": ("glass", (190, 220, 238), (18, 22)),
    "green glass": ("glass", (60, 170, 40), (18, 22)),
    "blue glass": ("glass", (200, 100, 30), (18, 22)),
    "red glass": ("glass", (40, 40, 180), (18, 22)),
    "violet glass": ("glass", (150, 60, 120), (18, 22)),
    "amber glass": ("glass", (40, 170, 220), (18, 22)),
    "black glass": ("glass", (45, 40, 40), (18, 22)),
}
"""What each kind of chip is made of, its colour, and how many millimetres it may measure."""
_DARK = ("black", "navy", "bottle green", "dark wood", "casino black", "black glass", "purple")
_GEMS = ("green glass", "blue glass", "red glass", "violet glass", "amber glass", "black glass")
_PALE = ("white", "ivory", "clear glass", "pale green glass", "pale blue glass", "pale amber glass", "casino white")


@dataclass(frozen=True)
class Theme:
    """A kind of table: which chips lie on it, how many teams, how far it is tilted."""

    kinds: tuple[str, ...]
    teams: tuple[int, int]
    tilts_deg: tuple[float, float] = (0.0, 40.0)
    diameter_mm: float | None = None
    stacked: bool = False


_ANY = tuple(kind for kind, (body, *_) in KINDS.items() if body != "button")  # what older figures were read off
_PLAIN = tuple(kind for kind in _ANY if kind not in _PALE and kind != "black glass")
THEMES = {
    "gems": Theme(_GEMS, (3, 6), (25.0, 40.0)),
    "dark": Theme(_DARK, (2, 4)),
    "pale": Theme(_PALE, (2, 4)),
    "six": Theme(_PLAIN, (6, 6)),
    "small": Theme(tuple(kind for kind in _PLAIN if KINDS[kind][0] == "plain"), (2, 4), diameter_mm=18.0),
    "buttons": Theme(("red button", "blue button", "horn button", "black button"), (2, 4), (0.0, 35.0)),
    "any": Theme(_ANY, (2, 6)),
    "stacks": Theme(_PLAIN, (2, 5), (0.0, 40.0), stacked=True),
}


@dataclass(frozen=True, eq=False)
class Table:
    """A drawn table with a camera above it, and what calibration is given of it."""

    bare: Surface
    view: BoardGeometry
    day: Light
    kinds: tuple[str, ...]
    chips: tuple[Chip, ...]

    def frame(self, light: Light, laid: dict[int, list[Laid]], seed: int) -> Image:
        """What the camera sees, as a JPEG keeps it."""
        place = place_of(self.view, light)
        picture = seen(laid_on(self.bare, laid, (), place), self.view, light, seed)
        kept = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])[1]
        return np.asarray(cv2.imdecode(kept, cv2.IMREAD_COLOR))


@dataclass(frozen=True, eq=False)
class Shot:
    """Two pictures in a row, in a light with a name, and the chips that lie there, the uppermost last."""

    light: str
    lying: dict[int, tuple[int, ...]]
    frames: tuple[Image, Image]


def table(theme: Theme, chance: np.random.Generator) -> Table:
    """A table of this kind."""
    kinds = tuple(chance.permutation(theme.kinds)[: chance.integers(theme.teams[0], theme.teams[1] + 1)].tolist())
    names = sorted(path.stem for path in drawn_board.STILLS.glob("*.json"))
    faces = real_faces(names[chance.integers(len(names))]).dealt_anew(int(chance.integers(10**6)))
    flat = flat_board_of(faces, BASES[chance.integers(5)], TABLES[chance.integers(5)], int(chance.integers(10**6)))
    if chance.random() < 0.4:
        flat = on_stripes(flat, float(chance.uniform(0.4, 1.5)), bool(chance.random() < 0.5))
    lens = NORMAL if chance.random() < 0.65 else WIDE
    view = view_of_all(lens, float(chance.uniform(*theme.tilts_deg)), float(chance.uniform(0, 360)), 17.0)
    chips = tuple(_chip(kind, theme.diameter_mm, chance) for kind in kinds)
    return Table(surface_of(shrunk(flat, 56)), view, light(chance, 0.6, 1.1), kinds, chips)


def _chip(kind: str, diameter_mm: float | None, chance: np.random.Generator) -> Chip:
    body, colour, sizes = KINDS[kind]
    hue = np.clip(np.array(colour) + chance.integers(-8, 9, 3), 4, 250)
    accent = [(150, 60, 30), (40, 35, 170), (40, 40, 40)][chance.integers(3)] if kind == "casino white" else None
    made = Chip(body, tuple(hue.tolist()), diameter_mm or float(chance.uniform(*sizes)))
    return Chip(made.body, made.colour, made.diameter_mm, accent) if accent else made


def light(chance: np.random.Generator, low: float, high: float) -> Light:
    """A light at least and at most as strong as this, from anywhere beside the table, warm or cool or mixed."""
    tints = [
        (float(chance.uniform(0.7, 1.1)), 1.0, float(chance.uniform(0.9, 1.2))),
        (float(chance.uniform(0.9, 1.1)), 1.0, float(chance.uniform(0.9, 1.1))),
    ]
    lamp = float(chance.uniform(-10, 20)), float(chance.choice([-9.0, 19.0])), float(chance.uniform(14, 30))
    level = float(np.exp(chance.uniform(np.log(low), np.log(high))))
    return Light(level, float(chance.uniform(0.1, 0.7)), lamp, tints[0], tints[1])


def lights(chance: np.random.Generator, day: Light) -> dict[str, Light]:
    """The lights a table is read in."""
    above = float(chance.uniform(2, 8)), float(chance.uniform(0, 10)), float(chance.uniform(14, 22))
    return {
        "day": day,
        "other": light(chance, 0.3, 1.3),
        "glare": Light(float(chance.uniform(0.8, 1.3)), 0.7, above),
        "dim": light(chance, 0.1, 0.3),
        "dusk": light(chance, 0.03, 0.1),
    }


def shots(table: Table, stacked: bool, chance: np.random.Generator) -> Iterator[Shot]:
    """Pictures in every light, with few or many chips."""
    for name, shone in lights(chance, table.day).items():
        laid = _dealt(table.chips, int(chance.choice([8, 25, 45, 60])), chance)
        piles = {square: [one] for square, one in laid.items()}
        if stacked:
            for square in chance.permutation(sorted(laid))[: max(len(laid) // 3, 2)].tolist():
                piles[square].append(_on_top(piles[square][0], table.chips, chance))
        lying = {at: tuple(table.chips.index(one.chip) for one in pile) for at, pile in piles.items()}
        yield Shot(name, lying, (table.frame(shone, piles, 10), table.frame(shone, piles, 11)))


def _dealt(chips: tuple[Chip, ...], many: int, chance: np.random.Generator) -> dict[int, Laid]:
    """Chips of every team on many squares, off centre and turned, none on another."""
    laid: dict[int, Laid] = {}
    for square in chance.permutation(100)[:many].tolist():
        chip = chips[chance.integers(len(chips))]
        off = 0.2 if chip.diameter_mm < 30 else 0.12
        one = Laid(chip, *chance.uniform(-off, off, 2).tolist(), float(chance.uniform(0, 360)))
        middle = _middle(square, one)
        near = (np.hypot(*(middle - _middle(at, other))) - other.chip.radius for at, other in laid.items())
        if min(near, default=9.0) >= chip.radius:
            laid[square] = one
    return laid


def _middle(square: int, laid: Laid) -> np.ndarray:
    return np.array([column_of(square) + laid.x, row_of(square) + laid.y])


def _on_top(below: Laid, chips: tuple[Chip, ...], chance: np.random.Generator) -> Laid:
    """A chip of another team on this one, not quite above its middle."""
    chip = [chip for chip in chips if chip is not below.chip][chance.integers(len(chips) - 1)]
    x, y = (np.array([below.x, below.y]) + chance.uniform(-0.04, 0.04, 2)).tolist()
    return Laid(chip, x, y, float(chance.uniform(0, 360)), below.chip.height)


def reader_of(table: Table, chance: np.random.Generator) -> TableReader:
    """A reader calibrated from pictures of the table. Raises CalibrationError."""
    empty = table.frame(table.day, {}, 1)
    found = find_board(empty, outer_corner(table.view))
    if not isinstance(found, BoardGeometry):
        raise CalibrationError(f"the board was not found ({found})")
    promised = {"ABCDEF"[team]: (21 + team, 78 - team) for team in range(len(table.chips))}
    laid = {
        square: [Laid(table.chips[team], *chance.uniform(-0.1, 0.1, 2).tolist(), float(chance.uniform(0, 360)))]
        for team, squares in enumerate(promised.values())
        for square in squares
    }
    models = enrol(table.frame(table.day, laid, 2), empty, found, promised)
    return TableReader(TableModel(found, empty, models), NoIndex())


def judged(reader: TableReader, shot: Shot, kinds: tuple[str, ...]) -> Iterator[tuple[int, str, str]]:
    """Each square, the kind of what lies there, and what it was read as: a kind, or "?" where that is not sure."""
    board = read(reader, *shot.frames)[-1].observation.board
    for square in range(100):
        best, lying = board.best(square), reversed(shot.lying.get(square, ()))
        sure = best is not None and board.margin(square) >= DOUBT_NATS
        yield square, " on ".join(kinds[team] for team in lying) or "empty", ("empty", *kinds)[best] if sure else "?"


def is_right(kind: str, told: str) -> bool:
    """Whether this was read of a square of this kind; a stack is noticed by anything but its lowest chip."""
    upper, _, below = kind.partition(" on ")
    return told == upper or bool(below and told == "?")


def main() -> None:
    """One line for each table, and one for each kind of chip."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", nargs="+", type=int, default=list(range(6)))
    parser.add_argument("--of", nargs="+", choices=THEMES, default=list(THEMES))
    parser.add_argument("--stills", type=Path, default=drawn_board.STILLS)
    options = parser.parse_args()
    drawn_board.STILLS = options.stills
    totals: dict[tuple[str, str], Tally] = {}
    for name in options.of:
        for seed in options.seeds:
            _measure(name, seed, totals)
    for (name, kind), tally in sorted(totals.items()):
        print(f"{name:7} {kind:20} {tally.wrong:4} wrong {tally.unsure:4} not sure of {tally.judged:5}")


def _measure(name: str, seed: int, totals: dict[tuple[str, str], Tally]) -> None:
    chance = np.random.default_rng([seed, len(name), *name.encode()])
    drawn = table(THEMES[name], chance)
    head = f"{name} {seed}: {', '.join(drawn.kinds)}"
    try:
        reader = reader_of(drawn, chance)
    except CalibrationError as error:
        print(f"{head}: {error}", flush=True)
        return
    for shot in shots(drawn, THEMES[name].stacked, chance):
        amiss = []
        for square, kind, told in judged(reader, shot, drawn.kinds):
            right = is_right(kind, told)
            tally = Tally(1, int(not right and told != "?"), int(not right and told == "?"))
            key = name, "stacked" if " on " in kind else kind
            totals[key] = totals.get(key, Tally()) + tally
            amiss += [] if right else [f"{square} {kind} as {told}"]
        print(f"{head}: {shot.light}, {len(shot.lying)} chips: {'; '.join(amiss) or 'all right'}", flush=True)


if __name__ == "__main__":
    main()
