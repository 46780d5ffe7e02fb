"""What reading costs a frame, from decoded picture to observation, told in warps of the same frame.

    python tests/benchmarks/reading_cost.py [--profile] [RECORDING …]

One warp (`cv2.warpPerspective` to 640 by 640, measured in the same run, one thread) is the unit, so that numbers of
different machines compare. The budget is 3 units at the median, 6 for 95 frames of 100, and 250 MB. With `--profile`
it is also told where the time goes: stage by stage, indented under the stage that they are a part of.
"""
# ruff: noqa: E402, T201

import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from companion.recording.known_board import profile_for
from companion.vision import card_index, card_spotter, detail, look, pile_finder, piles, sampling, table
from companion.wiring import table_reader
from hardware.recordings import RecordingCamera, load_recording

SHIPPED = sorted(path.parent for path in ROOT.glob("tests/recordings/*/recording.json"))
SLANT = np.array([[0.5, 0.05, 10], [0.02, 0.6, 5], [1e-5, 2e-5, 1]])
STAGES = (
    (sampling.Sampler, "sample", "rectify the board"),
    (table.TableReader, "_placed", "see whether it lies where it lay"),
    (table.TableReader, "_look", "look at the board"),
    (look, "log_gain", "  find the light"),
    (look.Looker, "_hasty", "  look for motion"),
    (detail.DetailReader, "read", "  read the squares that have changed"),
    (detail, "find_discs", "    find discs"),
    (look, "only_chips", "  drop discs that are part of a thing"),
    (look, "find_foreign", "  find things"),
    (piles.PilesReader, "read", "read the piles"),
    (pile_finder.PileFinder, "seek", "  look for a pile anywhere"),
    (pile_finder.PileFinder, "further", "  look for another pile"),
    (card_spotter.CardSpotter, "spot", "  spot cards"),
    (card_index.CardIndex, "log_probabilities", "  read cards' corners"),
)


class Stopwatch:
    """Adds up the thread's time in each stage of reading."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Begin again with the next recording."""
        self.spent_ms = dict.fromkeys((told for _, _, told in STAGES), 0.0)
        self.times = dict.fromkeys(self.spent_ms, 0)

    def watch(self) -> None:
        """Time every stage from now on, in this process."""
        for owner, name, told in STAGES:
            setattr(owner, name, self._timed(getattr(owner, name), told))

    def _timed(self, stage: Callable[..., Any], told: str) -> Callable[..., Any]:
        def timed(*arguments: Any, **named: Any) -> Any:
            start = time.thread_time()
            try:
                return stage(*arguments, **named)
            finally:
                self.spent_ms[told] += (time.thread_time() - start) * 1e3
                self.times[told] += 1

        return timed

    def report(self, frames: int, unit_ms: float) -> str:
        """Each stage's units a frame of all frames, how often it was called, and its units a call."""
        return "\n".join(
            f"  {told:40} {spent / frames / unit_ms:5.2f} units a frame, "
            f"{self.times[told]:5} times, {spent / max(self.times[told], 1) / unit_ms:6.2f} units each"
            for told, spent in self.spent_ms.items()
        )


def cost_of(folder: Path, watch: Stopwatch | None) -> str:
    """What is to be told of one recording; the times are the thread's own."""
    recording = load_recording(folder)
    reader = table_reader(profile_for(recording, None, lambda _: None))
    if watch:
        watch.clear()
    memory, spent, warps = reader.start(), [], []
    for frame in iter(RecordingCamera(recording).capture, None):
        start = time.thread_time()
        cv2.warpPerspective(frame.bgr, SLANT, (640, 640))
        warped = time.thread_time()
        _, memory = reader.read(frame, memory)
        warps.append((warped - start) * 1e3)
        spent.append((time.thread_time() - warped) * 1e3)
    unit = float(np.median(warps))
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    median, most, worst = (
        f"{ms:.1f} ms = {ms / unit:.1f} units" for ms in (*np.percentile(spent, (50, 95)), max(spent))
    )
    line = f"{folder.name}: unit {unit:.2f} ms, median {median}, p95 {most}, worst {worst}, {megabytes:.0f} MB at most"
    return f"{line}\n{watch.report(len(spent), unit)}" if watch else line


if __name__ == "__main__":
    cv2.setNumThreads(1)
    stopwatch = Stopwatch() if "--profile" in sys.argv else None
    if stopwatch:
        stopwatch.watch()
    for place in [Path(name) for name in sys.argv[1:] if name != "--profile"] or SHIPPED:
        print(cost_of(place, stopwatch), flush=True)
