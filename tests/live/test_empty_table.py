"""The picture of the empty table is taken by the camera where there is none yet, and never over one that is there."""

import shutil
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from companion.errors import CameraError
from companion.files.atomic import OutputError
from companion.live.empty_table import misfit, take_empty_table
from companion.vision.frame import Frame


def camera(frames: int = 1000) -> SimpleNamespace:
    """Gives so many pictures, each brighter than the last."""
    taken = iter(range(frames))

    def capture() -> Frame | None:
        number = next(taken, None)
        return None if number is None else Frame(np.full((48, 64, 3), min(number, 255), np.uint8), float(number))

    return SimpleNamespace(capture=capture)


def test_it_is_taken_once_light_and_focus_are_held(tmp_path: Path):
    path, said = tmp_path / "table.png", []
    take_empty_table(path, lambda: nullcontext(camera()), said.append)
    assert cv2.imread(str(path)).mean() > 20
    assert len(said) == 2
    assert str(path) in said[-1]


def test_one_that_is_there_is_kept(tmp_path: Path):
    path = tmp_path / "table.png"
    path.write_bytes(b"as it is")
    take_empty_table(path, lambda: nullcontext(None), lambda _: None)
    assert path.read_bytes() == b"as it is"


def test_a_camera_that_is_slow_to_open_is_waited_for(tmp_path: Path):
    path, said, ready, complaints = tmp_path / "table.png", [], camera(), [CameraError("no picture yet; wait")] * 5

    def capture() -> Frame | None:
        if complaints:
            raise complaints.pop()
        return ready.capture()

    take_empty_table(path, lambda: nullcontext(SimpleNamespace(capture=capture)), said.append)
    assert path.exists()
    assert said[1] == "Still waiting: no picture yet; wait."


@pytest.mark.parametrize("opened", [None, camera(0), camera(10)], ids=["no camera", "no picture", "it ended"])
def test_without_a_camera_none_is_taken(tmp_path: Path, opened: object):
    with pytest.raises(CameraError, match="name one that was taken"):
        take_empty_table(tmp_path / "table.png", lambda: nullcontext(opened), lambda _: None)
    assert list(tmp_path.iterdir()) == []


def test_where_it_cannot_be_kept_is_said(tmp_path: Path):
    (tmp_path / "gone").touch()
    with pytest.raises(OutputError, match="is a file; name a folder"):
        take_empty_table(tmp_path / "gone" / "table.png", lambda: nullcontext(camera()), lambda _: None)


def test_on_a_disk_that_fills_up_no_half_picture_is_left(small_disk: Path):
    (small_disk / "filler").write_bytes(bytes(shutil.disk_usage(small_disk).free - 8192))
    noise = np.random.default_rng(1).integers(0, 255, (48, 640, 3), np.uint8)
    seen = SimpleNamespace(capture=lambda: Frame(noise, 0.0))
    with pytest.raises(OutputError, match=rf"{small_disk}/table.png: cannot be written \(No space left on device\)"):
        take_empty_table(small_disk / "table.png", lambda: nullcontext(seen), lambda _: None)
    assert [path.name for path in small_disk.iterdir()] == ["filler"]


@pytest.mark.parametrize(
    ("size", "fits"), [((64, 48), True), ((128, 96), True), ((129, 96), True), ((32, 24), False), ((128, 72), False)]
)
def test_it_must_be_as_large_as_frames_and_of_their_shape(size: tuple[int, int], fits: bool):
    empty, seen = np.zeros((size[1], size[0], 3), np.uint8), np.zeros((48, 64, 3), np.uint8)
    assert (misfit(Path("table.png"), empty, seen) is None) == fits
