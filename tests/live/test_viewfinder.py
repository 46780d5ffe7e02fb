"""What calibration looks at is the same port over a live camera and over a recording's stills."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from companion.errors import CameraError, RecordingError
from companion.live.viewfinder import LiveSight, RecordedSight
from companion.ports import Sight
from hardware.recordings import load_recording
from hardware.virtual_table import VirtualTable

SHIPPED = Path(__file__).parents[1] / "recordings" / "oak-plain"


@pytest.fixture(scope="module")
def table() -> VirtualTable:
    return VirtualTable("RB", time.monotonic, lambda _: time.sleep(0.01))


def live(table: VirtualTable) -> LiveSight:
    sight = LiveSight()
    sight.turn_to(table)
    return sight


@pytest.fixture(params=["live", "recorded"])
def sight(request: pytest.FixtureRequest, table: VirtualTable) -> Iterator[Sight]:
    """A sight whose frame loop goes round."""
    made = live(table) if request.param == "live" else RecordedSight(load_recording(SHIPPED))
    stop = threading.Event()

    def go_round() -> None:
        while not stop.is_set():
            made.wait()

    thread = threading.Thread(target=go_round)
    thread.start()
    yield made
    stop.set()
    thread.join()


def test_a_still_is_at_least_as_large_as_what_the_game_is_seen_by(sight: Sight):
    assert sight.still().shape >= sight.empty().shape == sight.laid().shape


def test_there_is_something_to_see_with_chips_and_without(sight: Sight):
    size = sight.empty().shape
    assert sight.glance(laid=False).shape == sight.glance(laid=True).shape == size


def test_a_live_picture_is_taken_after_it_was_asked_for(table: VirtualTable):
    sight = live(table)
    sight.capture()
    table.put(44, "R")
    stop = threading.Event()
    thread = threading.Thread(target=lambda: [sight.capture() for _ in iter(stop.is_set, True)])
    thread.start()
    after = sight.empty()
    stop.set()
    thread.join()
    x, y = (round(at) for at in (430, 316))
    assert np.any(after != table.play_still({}))
    assert after[y, x].tolist() != table.play_still({})[y, x].tolist()
    table.clear()


def test_what_was_seen_before_the_camera_failed_is_shown_no_longer():
    lost = VirtualTable("RB", time.monotonic, lambda _: None)
    sight = live(lost)
    sight.capture()
    assert sight.glance(laid=False) is not None
    lost.close()
    with pytest.raises(CameraError, match="closed"):
        sight.capture()
    assert sight.glance(laid=False) is None


def test_without_a_camera_it_is_said(table: VirtualTable):
    sight = live(table)
    sight.close()
    assert sight.glance(laid=False) is None
    for look in (sight.capture, sight.still):
        with pytest.raises(CameraError, match="no camera is open"):
            look()


def test_a_recording_that_lost_its_stills_is_said_and_shows_nothing(drawn_recording: Callable[..., Path]):
    folder = drawn_recording()
    sight = RecordedSight(load_recording(folder))
    assert dict(sight.ready_chips) == {"R": (21,), "B": (22,)}
    (folder / "enrol.jpg").unlink()
    assert sight.glance(laid=True) is None
    with pytest.raises(RecordingError, match="the still is missing"):
        sight.laid()
