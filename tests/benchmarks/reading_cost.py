"""What reading costs a frame, from decoded picture to observation, told in warps of the same frame.

    python tests/benchmarks/reading_cost.py [RECORDING …]

One warp (`cv2.warpPerspective` to 640 by 640, measured in the same run, one thread) is the unit, so that numbers of
different machines compare. The budget is 3 units at the median, 6 for 95 frames of 100, and 250 MB.
"""
# ruff: noqa: E402, T201

import resource
import sys
import time
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from companion.wiring import profile_for, table_reader
from hardware.recordings import RecordingCamera, load_recording

SHIPPED = sorted(path.parent for path in ROOT.glob("tests/recordings/*/recording.json"))
SLANT = np.array([[0.5, 0.05, 10], [0.02, 0.6, 5], [1e-5, 2e-5, 1]])


def cost_of(folder: Path) -> str:
    """A line about one recording; the times are the thread's own."""
    recording = load_recording(folder)
    reader = table_reader(profile_for(recording, None, lambda _: None))
    memory, spent, warps = reader.start(), [], []
    for frame in iter(RecordingCamera(recording).capture, None):
        start = time.thread_time()
        cv2.warpPerspective(frame.bgr, SLANT, (640, 640))
        warped = time.thread_time()
        _, memory = reader.read(frame, memory)
        warps.append((warped - start) * 1e3)
        spent.append((time.thread_time() - warped) * 1e3)
    unit, (median, most) = np.median(warps), np.percentile(spent, (50, 95))
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return (
        f"{folder.name}: unit {unit:.2f} ms, median {median:.1f} ms = {median / unit:.1f} units, "
        f"p95 {most:.1f} ms = {most / unit:.1f} units, {megabytes:.0f} MB at most"
    )


if __name__ == "__main__":
    cv2.setNumThreads(1)
    for place in [Path(name) for name in sys.argv[1:]] or SHIPPED:
        print(cost_of(place), flush=True)
