"""What a tuned number is worth: the measure it acts on, at values around the one it has.

    python tests/benchmarks/sweep.py discs._ENOUGH [--at 0.5 0.8 1 1.25 2] [--tables gems:0 pale:0 …]

Without a name every number that can be swept is listed with its measure. Numbers of a tuple, and what was computed from
a number when its module was loaded, are not swept. The measures:

squares   drawn tables of hard chips: squares wrong and not sure (`drawn_tables.py`), chips learnt anew at each value
boards    drawn boards on many tables, lenses and tilts: how many are found, and how far off at worst in pixels
cards     the shipped stills as they are and with nothing on a card but small corners: cards wrong, and in doubt
evening   a shipped evening played again: rows that are missing or new against its golden file

A curve that is flat from a half to the double says that this measure cannot tell the number from another one.
"""
# ruff: noqa: T201

import argparse
import importlib
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "calibration"), str(ROOT / "tests" / "benchmarks")]

import drawn_board  # noqa: E402
import drawn_tables  # noqa: E402
from drawn_board import CLOTH, GREEN, NORMAL, OAK, WIDE, flat_board, outer_corner, photographed, view_from, worst_px  # noqa: E402
from reading_cases import NoIndex  # noqa: E402
from test_layout_reader import told_geometry, with_small_print  # noqa: E402

from calibration.board_finder import find_board  # noqa: E402
from calibration.enrolment import enrol  # noqa: E402
from calibration.layout_reader import read_layout  # noqa: E402
from companion.recording import golden, known_board, playback, replay  # noqa: E402
from companion.settings import Settings  # noqa: E402
from companion.vision.card_index import load_card_index  # noqa: E402
from companion.vision.geometry import BoardGeometry  # noqa: E402
from companion.vision.table import TableModel, TableReader  # noqa: E402
from hardware.recordings import load_recording  # noqa: E402

FACTORS = (0.5, 0.7, 0.85, 1.0, 1.2, 1.5, 2.0)
_TABLES = ("gems:0", "pale:0", "stacks:0")
_EVENING = ROOT / "tests" / "recordings" / "oak-plain"
ACTS_ON = {
    "squares": "chips detail discs enrolment light likelihoods look occlusion paper table texture",
    "boards": "base_edges board_finder board_fit board_masks board_outline board_proof lattice lattice_climb lens",
    "cards": "card_index layout_reader",
    "evening": "alignment card_outline card_spotter motion outline_fit pile pile_card pile_window registration",
}
"""By which measure the numbers of which modules are swept."""


@dataclass(frozen=True)
class Drawn:
    """Pictures of a drawn table, drawn once: how chips are learnt, and what is read."""

    empty: np.ndarray
    enrolling: np.ndarray
    promised: dict[str, tuple[int, ...]]
    geometry: BoardGeometry
    kinds: tuple[str, ...]
    shots: tuple[drawn_tables.Shot, ...]


@lru_cache
def drawn(name: str) -> Drawn:
    """The table of a theme and a seed, such as `gems:0`."""
    theme, seed = name.split(":")
    chance = np.random.default_rng([int(seed), len(theme), *theme.encode()])
    table = drawn_tables.table(drawn_tables.THEMES[theme], chance)
    promised = {"ABCDEF"[team]: (21 + team, 78 - team) for team in range(len(table.chips))}
    laid = {
        square: [drawn_tables.Laid(table.chips[team], *chance.uniform(-0.1, 0.1, 2).tolist(), 0.0)]
        for team, squares in enumerate(promised.values())
        for square in squares
    }
    empty, enrolling = table.frame(table.day, {}, 1), table.frame(table.day, laid, 2)
    found = find_board(empty, outer_corner(table.view))
    assert isinstance(found, BoardGeometry)
    shots = tuple(drawn_tables.shots(table, drawn_tables.THEMES[theme].stacked, chance))
    return Drawn(empty, enrolling, promised, found, table.kinds, shots)


def squares(names: Iterable[str]) -> str:
    """Squares wrong and not sure on these drawn tables."""
    wrong = unsure = judged = 0
    for one in map(drawn, names):
        models = enrol(one.enrolling, one.empty, one.geometry, one.promised)
        reader = TableReader(TableModel(one.geometry, one.empty, models), NoIndex())
        for shot in one.shots:
            told = [(kind, what) for _, kind, what in drawn_tables.judged(reader, shot, one.kinds)]
            judged += len(told)
            unsure += sum(what == "?" for _, what in told)
            wrong += sum(what != "?" and not drawn_tables.is_right(kind, what) for kind, what in told)
    return f"{wrong:4} wrong {unsure:5} not sure of {judged}"


def boards() -> str:
    """How many drawn boards are found, and how far off at worst."""
    cases = [(lens, tilt, 40.0 * tilt, on) for lens in (NORMAL, WIDE) for tilt in (0, 25, 38) for on in (OAK, CLOTH)]
    worst = []
    for lens, tilt, turn, on in cases:
        truth = view_from(lens, tilt, turn)
        found = find_board(photographed(flat_board(GREEN, on), truth), outer_corner(truth))
        worst += [worst_px(found, truth)] if isinstance(found, BoardGeometry) else []
    return f"{len(worst)} of {len(cases)} found, {np.mean(worst):.2f} px off in the mean, {max(worst):.2f} at most"


def cards() -> str:
    """Cards of the shipped stills wrong and in doubt, as they are and with small corners."""
    wrong, doubtful, seen = 0, 0, 0
    for path in sorted(drawn_board.STILLS.glob("*.json")):
        still = json.loads(path.read_text())
        whole = (
            cv2.imread(str(path.with_suffix(".jpg"))),
            told_geometry(still),
            [c[:2] for r in still["layout"] for c in r],
        )
        for picture, geometry, truth in (whole, with_small_print(path.stem, 0.7)):
            reading = read_layout(picture, geometry, load_card_index())
            wrong += sum(told != code for told, code in zip(reading.layout, truth, strict=True))
            doubtful, seen = doubtful + len(reading.doubtful), seen + len(truth)
    return f"{wrong:4} wrong {doubtful:5} in doubt of {seen}"


def evening() -> str:
    """Rows missing or new when a shipped evening is played again."""
    recording = load_recording(_EVENING)
    profile = known_board.profile_for(recording, None, lambda _: None)
    with playback.playing(recording, profile, Settings(), playback.PlaybackOptions()) as played:
        made = replay.replay_of(played, profile, recording, lambda _: None)
    return f"{len(golden.departures(_EVENING, made.events))} rows differ"


def modules() -> Iterator[tuple[str, object]]:
    """Every module whose numbers are swept, with its measure."""
    for measure, names in ACTS_ON.items():
        for name in names.split():
            home = "companion.vision" if (ROOT / "companion" / "vision" / f"{name}.py").is_file() else "calibration"
            yield measure, importlib.import_module(f"{home}.{name}")


def tuned() -> dict[str, tuple[str, object, float]]:
    """Every number by `module.NAME`, with its measure and where it stands."""
    return {
        f"{module.__name__.rpartition('.')[2]}.{name}": (measure, module, value)
        for measure, module in modules()
        for name, value in vars(module).items()
        if name.isupper() and type(value) in (int, float) and f"\n{name} = " in Path(module.__file__).read_text()
    }


@contextmanager
def set_to(name: str, module: object, value: float) -> Iterator[None]:
    """The number has another value, wherever it was imported, until the block ends."""
    before = vars(module)[name]
    rooms = [one for key, one in sys.modules.items() if key.startswith(("companion.vision", "calibration"))]
    holders = [one for one in rooms if vars(one).get(name) is before]
    for each in holders:
        setattr(each, name, value)
    _forget(rooms)
    yield
    for each in holders:
        setattr(each, name, before)
    _forget(rooms)


def _forget(rooms: Iterable[object]) -> None:
    for each in rooms:
        for value in vars(each).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


def main() -> None:
    """One line for each value."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--at", nargs="+", type=float, default=FACTORS, help="multiples of the value")
    parser.add_argument("--tables", nargs="+", default=_TABLES)
    options = parser.parse_args()
    known = tuned()
    if not options.names:
        print("\n".join(f"{measure:8} {name} = {value}" for name, (measure, _, value) in known.items()))
    measures: dict[str, Callable[[], str]] = {
        "squares": partial(squares, options.tables), "boards": boards, "cards": cards, "evening": evening,
    }  # fmt: skip
    for name in options.names:
        measure, module, value = known[name]
        for factor in options.at:
            tried = type(value)(round(value * factor) if isinstance(value, int) else value * factor)
            with set_to(name.rpartition(".")[2], module, tried):
                print(f"{name} = {tried:<8.4g} {measures[measure]()}", flush=True)


if __name__ == "__main__":
    main()
