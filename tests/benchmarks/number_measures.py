"""What tuned numbers act on, as `sweep.py` measures it: one line of text for each of its measures."""

import contextlib
import io
import json
import pickle
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "calibration"), str(ROOT / "tests" / "benchmarks")]

import drawn_board  # noqa: E402
import drawn_tables  # noqa: E402
from drawn_board import CLOTH, GREEN, NORMAL, OAK, WIDE, flat_board, outer_corner, photographed, view_from, worst_px  # noqa: E402
from learnt_chips import enrol  # noqa: E402
from pile_stream import drawn_face, measure, scene  # noqa: E402
from reading_cases import NoIndex  # noqa: E402
from test_layout_reader import told_geometry, with_small_print  # noqa: E402

from calibration.board_finder import find_board  # noqa: E402
from calibration.layout_reader import read_layout  # noqa: E402
from companion.recording import golden, known_board, playback, replay  # noqa: E402
from companion.settings import Settings  # noqa: E402
from companion.vision.card_index import load_card_index  # noqa: E402
from companion.vision.geometry import BoardGeometry  # noqa: E402
from companion.vision.table import TableModel, TableReader  # noqa: E402
from hardware.recordings import load_recording  # noqa: E402

_EVENING = ROOT / "tests" / "recordings" / "oak-plain"
_KEPT = Path(tempfile.gettempdir()) / "companion-drawn-tables"


@dataclass(frozen=True)
class Drawn:
    """Pictures of a drawn table, drawn once: how chips are learnt, and what is read."""

    empty: np.ndarray
    enrolling: np.ndarray
    promised: dict[str, tuple[int, ...]]
    geometry: BoardGeometry
    kinds: tuple[str, ...]
    shots: tuple[drawn_tables.Shot, ...]


def drawn(name: str) -> Drawn:
    """The table of a theme and a seed, such as `gems:0`; it takes some seconds to draw, so its pictures are kept."""
    kept = _KEPT / f"{name.replace(':', '-')}.pickle"
    if not kept.is_file():
        _KEPT.mkdir(exist_ok=True)
        kept.write_bytes(pickle.dumps(_drawn(name)))
    table: Drawn = pickle.loads(kept.read_bytes())
    return table


def _drawn(name: str) -> Drawn:
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


def stream() -> str:
    """Cards wrong, asked about and not noticed, laid on a pile without a board: small, under a lamp, on white cloth."""
    lamp, white = {"glare": 1.0}, {"cloth": (238.0, 240.0, 242.0)}
    scenes = [(seed, replace(scene(seed, drawn_face, 70, 0), **given)) for seed in (1, 4) for given in (lamp, white)]
    found = [measure(seed, one, 12) for seed, one in scenes]
    return ", ".join(f"{sum(len(one[what]) for one in found)} {what}" for what in found[0]) + " of 48"


def evening() -> str:
    """Rows missing or new when a shipped evening is played again, and in how many frames what is not known."""
    recording = load_recording(_EVENING)
    profile = known_board.profile_for(recording, None, lambda _: None)
    with playback.playing(recording, profile, Settings(), playback.PlaybackOptions()) as played:
        made = replay.replay_of(played, profile, recording, lambda _: None)
    frames = made.observations
    unsure, unknown = sum(row["board"].count("?") for row in frames), [row["discard_top"] for row in frames].count(None)
    rows = len(golden.departures(_EVENING, made.events))
    return f"{rows} rows differ, {unsure} squares not sure, {unknown} tops unknown in {len(frames)} frames"


def tests(module: str) -> str:
    """How many of a module's own tests fail."""
    results: list[str] = []
    plugin = type("Counting", (), {"pytest_runtest_logreport": lambda _, report: results.append(report.outcome)})()
    with contextlib.redirect_stdout(io.StringIO()):
        asked = ["-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
        pytest.main([*asked, *map(str, ROOT.glob(f"tests/*/test_{module}.py"))], [plugin])
    return f"{results.count('failed')} tests fail"
