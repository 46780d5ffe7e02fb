"""Every command that takes a recording refuses a damaged one in a line, and leaves nothing behind."""

from collections.abc import Callable
from pathlib import Path

import pytest

Make = Callable[..., Path]
Refused = Callable[..., str]


@pytest.mark.parametrize("command", ["replay", "demo", "calibrate recording"])
@pytest.mark.parametrize("damage", ["torn video", "missing still", "no description"])
def test_a_damaged_recording_is_refused_and_nothing_is_written(
    drawn_recording: Make, refused: Refused, command: str, damage: str
):
    folder = drawn_recording()
    expected = damaged(folder, damage)
    out = [] if command == "demo" else ["--out", folder.parent / "out"]
    port = ["--host", "127.0.0.1", "--port", "0", "--no-wait"] if command == "demo" else []
    assert expected in refused(*command.split(), folder, *out, *port)
    assert [path.name for path in folder.parent.iterdir()] == ["drawn"]


def damaged(folder: Path, how: str) -> str:
    """Damage a recording, and return what must be said about it."""
    video = folder / "frames.mp4"
    if how == "torn video":
        video.write_bytes(video.read_bytes()[:-500])
        return "the video is damaged"
    if how == "missing still":
        (folder / "enrol.jpg").unlink()
        return "enrol.jpg: the still is missing"
    (folder / "recording.json").unlink()
    return "recording.json: missing"


def test_a_recording_without_a_board_is_refused(drawn_recording: Make, refused: Refused):
    folder = drawn_recording()
    said = refused("replay", folder, "--out", folder.parent / "out")
    assert "the board is not found in the picture at play size" in said
    assert [path.name for path in folder.parent.iterdir()] == ["drawn"]
