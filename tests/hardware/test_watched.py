"""A camera in trouble is noticed, said, and opened anew; the moment is decided without a real clock."""

import itertools
import threading
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import CameraError
from companion.ports import Locks
from companion.vision.frame import Frame
from hardware.watched import LEFT_BEHIND, OPENING_S, PATIENCE_S, Vigil, WatchedCamera, awaited_frames

NOTICED_S = 3.0
SHORT_S = 0.25


class Troubled:
    """A clock on which time goes by in trouble alone: a machine that is slow to give a good picture is none."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        """The seconds of trouble there were."""
        return self.now_s


class ShakyCamera:
    """Gives `good` new pictures, and then what `trouble` says: fail, freeze, hang, end, or see darkness."""

    def __init__(self, good: int, trouble: str) -> None:
        self.clock = Troubled()
        self._count = itertools.count()
        self._good = good
        self._trouble = trouble
        self.closed = threading.Event()

    def capture(self) -> Frame | None:
        """The next picture, or trouble."""
        time.sleep(0.002)
        number = next(self._count)
        if number < self._good or self._trouble == "none":
            return self._frame(number)
        if self._trouble == "fail":
            raise CameraError("the cable is out")
        if self._trouble == "crash":
            raise RuntimeError("ioctl")
        self.clock.now_s += 2 * SHORT_S
        if self._trouble == "hang":
            self.closed.wait(1)
        if self._trouble == "darkness":
            return Frame(np.zeros((32, 32, 3), np.uint8), time.monotonic())
        return self._frame(0) if self._trouble == "freeze" else None

    def _frame(self, number: int) -> Frame:
        return Frame(np.full((32, 32, 3), 200 - number % 150, np.uint8), time.monotonic())

    def still(self) -> object:
        """A black picture."""
        return np.zeros((64, 64, 3), np.uint8)

    def locks(self) -> Locks:
        """Held at 20 ms."""
        return Locks(exposure_us=20_000)

    def close(self) -> None:
        """Remember it, and end any hanging."""
        self.closed.set()


@pytest.fixture
def watch() -> Iterator[Callable[..., WatchedCamera]]:
    """Watches these cameras, opened one after the other, and after them one without trouble."""
    opened, clock = [], Troubled()

    def start(*cameras: ShakyCamera | CameraError) -> WatchedCamera:
        coming = iter(cameras)

        def next_camera() -> ShakyCamera:
            camera = next(coming, None) or ShakyCamera(0, "none")
            if isinstance(camera, CameraError):
                raise camera
            camera.clock = clock
            opened.append(camera)
            return camera

        watched = WatchedCamera(next_camera, clock, SHORT_S)
        opened.append(watched)
        return watched

    yield start
    for camera in opened:
        camera.close()


@given(st.lists(st.tuples(st.floats(0.01, 1.0), st.integers(0, 1)), max_size=30))
def test_no_trouble_lasts_three_seconds_unnoticed(pictures: list[tuple[float, int]]):
    """Whatever came before, three seconds after the last new picture the vigil is over."""
    now_s, vigil, last_fresh_s = 0.0, Vigil(PATIENCE_S, 0.0), 0.0
    for wait_s, shade in pictures:
        now_s += wait_s
        if vigil.saw(np.full((20, 20, 3), shade, np.uint8), now_s):
            last_fresh_s = now_s
        assert vigil.is_over(now_s) == (now_s - last_fresh_s > PATIENCE_S)
    assert vigil.is_over(last_fresh_s + NOTICED_S)


def test_the_same_picture_again_is_no_new_one():
    vigil, picture = Vigil(2.0, 0.0), np.zeros((40, 40, 3), np.uint8)
    assert [vigil.saw(picture, 1.0), vigil.saw(picture, 2.0), vigil.saw(picture + 1, 3.0)] == [True, False, True]


def until_seen(camera: WatchedCamera) -> tuple[list[str], Frame]:
    """What was said until a picture came."""
    said = []
    while True:
        try:
            return said, camera.capture()
        except CameraError as error:
            said.append(str(error))


def until_trouble(camera: WatchedCamera) -> str:
    """What is said first, after the last good picture."""
    while True:
        try:
            camera.capture()
        except CameraError as error:
            return str(error)


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        ("fail", "the cable is out"),
        ("freeze", "has frozen"),
        ("hang", "has frozen"),
        ("crash", "driver failed"),
        ("darkness", "nothing but black; switch on a light"),
    ],
)
def test_trouble_is_said_and_the_camera_comes_back(watch: Callable[..., WatchedCamera], trouble: str, words: str):
    first, second = ShakyCamera(3, trouble), ShakyCamera(3, "none")
    camera = watch(first, second)
    assert camera.capture() is not None
    assert words in until_trouble(camera)
    _, frame = until_seen(camera)
    assert frame is not None
    assert first.closed.wait(5) or trouble == "hang"


def test_a_driver_that_hangs_for_hours_takes_no_more_threads_and_the_camera_comes_back():
    mended, opened, now_s = threading.Event(), [], itertools.count(step=OPENING_S)

    class Hanging(ShakyCamera):
        """It opens, and its driver does not come back before it is mended."""

        def capture(self) -> Frame | None:
            """A new picture, late."""
            mended.wait()
            return super().capture()

    def next_camera() -> ShakyCamera:
        opened.append(Hanging(0, "none"))
        return opened[-1]

    camera = WatchedCamera(next_camera, lambda: next(now_s), 0.01)
    for _ in range(20):
        with pytest.raises(CameraError):
            camera.capture()
    assert len(opened) <= LEFT_BEHIND + 1
    mended.set()
    assert until_seen(camera)[1] is not None
    camera.close()


def test_a_camera_that_is_busy_is_tried_again(watch: Callable[..., WatchedCamera]):
    camera = watch(CameraError("somebody else has it"), ShakyCamera(3, "none"))
    said, frame = until_seen(camera)
    assert frame is not None
    assert set(said) <= {"somebody else has it"}


def test_the_end_of_the_frames_is_the_end(watch: Callable[..., WatchedCamera]):
    camera = watch(ShakyCamera(1, "end"))
    assert camera.capture() is not None
    assert camera.capture() is None


def test_a_still_comes_from_the_camera_behind(watch: Callable[..., WatchedCamera]):
    camera = watch(ShakyCamera(3, "none"))
    camera.capture()
    assert camera.still().shape == (64, 64, 3)


def test_how_the_camera_behind_is_held_is_told(watch: Callable[..., WatchedCamera]):
    camera = watch(ShakyCamera(3, "none"))
    camera.capture()
    assert camera.locks() == Locks(exposure_us=20_000)
    assert watch(*[CameraError("somebody else has it")] * 50).locks() is None  # no camera holds anything


def test_without_a_camera_there_is_no_still(watch: Callable[..., WatchedCamera]):
    camera = watch(*[CameraError("no camera")] * 50)
    with pytest.raises(CameraError, match="no camera is open"):
        camera.still()


def test_whoever_waits_for_the_first_frame_hears_the_last_complaint_once_a_camera_had_all_the_time_it_may_take():
    now, said = itertools.count(step=PATIENCE_S), []
    complaints = (CameraError(f"no picture, number {number // 3}") for number in itertools.count())
    asked = []

    class Silent(ShakyCamera):
        """It never opens."""

        def capture(self) -> Frame | None:
            """A complaint."""
            asked.append(1)
            raise next(complaints)

    with pytest.raises(CameraError, match="number 1"):
        next(awaited_frames(Silent(0, "none"), said.append, lambda: next(now)))
    assert len(asked) == OPENING_S / PATIENCE_S
    assert said == ["Still waiting: no picture, number 0.", "Still waiting: no picture, number 1."]
