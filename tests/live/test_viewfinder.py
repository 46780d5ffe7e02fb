"""What calibration looks at is the same port over a live camera and over a recording's stills."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from companion.errors import CameraError, RecordingError
from companion.live.viewfinder import LiveViewfinder, RecordedViewfinder
from companion.ports import Viewfinder
from hardware.recordings import load_recording
from hardware.virtual_table import VirtualTable

SHIPPED = Path(__file__).parents[1] / "recordings" / "oak-plain"


@pytest.fixture(scope="module")
def table() -> VirtualTable:
    return VirtualTable("RB", time.monotonic, lambda _: time.sleep(0.01))


def live(table: VirtualTable) -> LiveViewfinder:
    viewfinder = LiveViewfinder()
    viewfinder.turn_to(table)
    return viewfinder


@pytest.fixture(params=["live", "recorded"])
def viewfinder(request: pytest.FixtureRequest, table: VirtualTable) -> Iterator[Viewfinder]:
    """A sight whose frame loop goes round."""
    made = live(table) if request.param == "live" else RecordedViewfinder(load_recording(SHIPPED))
    stop = threading.Event()

    def go_round() -> None:
        while not stop.is_set():
            made.wait()

    thread = threading.Thread(target=go_round)
    thread.start()
    yield made
    stop.set()
    thread.join()


def test_a_still_is_at_least_as_large_as_what_the_game_is_seen_by(viewfinder: Viewfinder):
    assert viewfinder.still().shape >= viewfinder.empty().shape == viewfinder.laid().shape


def test_there_is_something_to_see_with_chips_and_without(viewfinder: Viewfinder):
    size = viewfinder.empty().shape
    assert viewfinder.glance(laid=False).shape == viewfinder.glance(laid=True).shape == size


def test_a_live_picture_is_taken_after_it_was_asked_for(table: VirtualTable):
    viewfinder = live(table)
    viewfinder.capture()
    table.put(44, "R")
    stop = threading.Event()
    thread = threading.Thread(target=lambda: [viewfinder.capture() for _ in iter(stop.is_set, True)])
    thread.start()
    after = viewfinder.empty()
    stop.set()
    thread.join()
    x, y = (round(at) for at in (430, 316))
    assert np.any(after != table.play_still({}))
    assert after[y, x].tolist() != table.play_still({})[y, x].tolist()
    table.clear()


def test_what_was_seen_before_the_camera_failed_is_shown_no_longer():
    lost = VirtualTable("RB", time.monotonic, lambda _: None)
    viewfinder = live(lost)
    viewfinder.capture()
    assert viewfinder.glance(laid=False) is not None
    lost.close()
    with pytest.raises(CameraError, match="closed"):
        viewfinder.capture()
    assert viewfinder.glance(laid=False) is None


def test_without_a_camera_it_is_said(table: VirtualTable):
    viewfinder = live(table)
    viewfinder.turn_to(None)
    assert viewfinder.glance(laid=False) is None
    for look in (viewfinder.capture, viewfinder.still):
        with pytest.raises(CameraError, match="no camera is open"):
            look()


def test_a_recording_that_lost_its_stills_is_said_and_shows_nothing(drawn_recording: Callable[..., Path]):
    folder = drawn_recording()
    viewfinder = RecordedViewfinder(load_recording(folder))
    assert dict(viewfinder.ready_chips) == {"R": (21,), "B": (22,)}
    (folder / "enrol.jpg").unlink()
    assert viewfinder.glance(laid=True) is None
    with pytest.raises(RecordingError, match="the still is missing"):
        viewfinder.laid()
