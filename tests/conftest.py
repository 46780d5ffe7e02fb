"""A recorded evening drawn by a few lines of code, small enough to be made anew for every test."""

import json
import os
import signal
import subprocess
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from coverage import Coverage
from hypothesis import is_hypothesis_test, settings
from hypothesis import strategies as st

from calibration.profile import save_profile
from calibration.steps import Calibrated, Stills, calibrate
from companion.referee.events import TeamLook
from hardware.virtual_table import VirtualTable

# Slow machines are not wrong machines. At home every run searches anew; in CI the same code gives the same verdict.
settings.register_profile("home", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "home")

# A test run in the background is started deaf to Ctrl-C, and so would be every program it starts; those are to hear it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Events of every kind are made from their own types; only what no chip's diameter can be must be said.
st.register_type_strategy(TeamLook, st.builds(TeamLook, diameter_mm=st.floats(1, 60)))


WHOLE_GAMES = (
    "tests/games/test_laws.py",
    "tests/referee/black_jack/test_hypotheses.py::test_a_pile_that_is_hidden_now_and_then_costs_few_of_the_turns_that_are_seen",
    "tests/referee/black_jack/test_laws.py",
    "tests/referee/black_jack/test_mishaps.py",
    "tests/referee/black_jack/test_nothing_throws.py",
    "tests/referee/test_doubts.py",
    "tests/referee/test_faults.py",
    "tests/referee/test_following.py",
    "tests/referee/test_mending.py",
    "tests/referee/test_minute_of_darkness.py",
    "tests/referee/test_nothing_thrown.py",
    "tests/referee/test_out_of_sight.py::test_a_jack_that_shows_beside_six_turns_whose_cards_went_unseen_does_not_hold_up_the_next_turn",
    "tests/referee/test_search.py",
    "tests/referee/test_tournament.py",
    "tests/referee/test_two_hypotheses.py",
    "tests/referee/test_under_a_wide_lamp.py",
    "tests/referee/test_unseen_acts.py",
    "tests/test_found_cases.py::test_whatever_is_counted_and_accepted_the_next_start_succeeds",
    "tests/test_restless_evening.py",
)
"""Tests that play whole games over and over, which counting what is covered makes three times as slow."""

PURE = tuple(Path(__file__).parent / name for name in ("games", "referee", "views"))
"""Tests of what must be covered to the last branch; in CI they alone are counted, for counting takes time."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Function]) -> None:
    """Whole games, and what only chance or a browser comes upon, are not counted as covered: others name each piece."""
    for item in items:
        chance = "browser" in item.path.parts or is_hypothesis_test(item.function)
        elsewhere = bool(os.environ.get("CI")) and not any(item.path.is_relative_to(folder) for folder in PURE)
        if chance or elsewhere or item.nodeid.startswith(WHOLE_GAMES):
            item.add_marker("no_cover")


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """What is not counted is not counted in one of several processes either: pytest-cov starts two counters there.

    It pauses the upper of them alone, and the lower goes on in its place.
    """
    lower = Coverage.current() if item.get_closest_marker("no_cover") else None
    if lower is not None:
        lower.stop()
    try:
        return (yield)
    finally:
        if lower is not None:
            lower.start()


SIZE_PX = (160, 120)
FRAMES = 12


def description() -> dict:
    return {
        "format": "companion-recording/1",
        "name": "drawn",
        "size": list(SIZE_PX),
        "fps": 5,
        "frames": FRAMES,
        "video": "frames.mp4",
        "calibration_still": "empty.jpg",
        "top_left_px": [20, 10],
        "patience_s": 0.4,
        "enrolment": {"still": "enrol.jpg", "chips": {"R": [[2, 1]], "B": [[2, 2]]}},
        "game": {
            "name": "one-eyed-jack",
            "preset": "my_rules",
            "options": {"N": 2, "T": 2, "hand": 6, "lines": 2, "n": 5},
            "teams": {
                "R": {"name": "red", "kind": "plain", "diameter_mm": 30},
                "B": {"name": "blue", "kind": "plain", "diameter_mm": 30},
            },
            "players": [{"seat": 1, "team": "R"}, {"seat": 2, "team": "B"}],
        },
    }


def draw_video(path: Path, frames: int = FRAMES) -> None:
    """Each frame is evenly grey, a little lighter than the one before."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 5, SIZE_PX)
    for number in range(frames):
        writer.write(np.full((SIZE_PX[1], SIZE_PX[0], 3), 40 + 10 * number, np.uint8))
    writer.release()


@pytest.fixture(scope="session")
def drawn_calibration() -> Calibrated:
    """What calibration learns of the drawn table with red and blue chips, and from what."""
    table, chips = VirtualTable("RB", lambda: 0.0, lambda _: None), {"R": (21, 78), "B": (22, 77)}
    laid = {square: letter for letter, squares in chips.items() for square in squares}
    stills = Stills(table.still(), table.play_still({}), table.play_still(laid), table.top_left_px)
    return calibrate(stills, chips, lambda _: None)


@pytest.fixture(scope="session")
def drawn_profile(drawn_calibration: Calibrated, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with what calibration learns of the drawn table."""
    path = tmp_path_factory.mktemp("drawn") / "drawn.profile"
    save_profile(drawn_calibration.profile, path)
    return path


@pytest.fixture
def drawn_recording(tmp_path: Path) -> Callable[..., Path]:
    """Makes a recording's folder; `changes` are applied to its description before it is written."""

    def make(drawn_frames: int = FRAMES, **changes: object) -> Path:
        folder = tmp_path / "drawn"
        folder.mkdir(exist_ok=True)
        (folder / "recording.json").write_text(json.dumps(description() | changes))
        for still in ("empty.jpg", "empty_play.jpg", "enrol.jpg"):
            cv2.imwrite(str(folder / still), np.full((SIZE_PX[1], SIZE_PX[0], 3), 90, np.uint8))
        draw_video(folder / "frames.mp4", drawn_frames)
        return folder

    return make


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte, where this user may mount one."""
    place = tmp_path / "disk"
    place.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)]
    if os.geteuid() != 0 or subprocess.run(mounting, check=False, capture_output=True).returncode != 0:
        pytest.skip("this user may mount no disk")
    yield place
    subprocess.run(["umount", str(place)], check=True)
