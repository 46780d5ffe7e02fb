"""Scoring goes on past what is broken, says what nobody knows the truth of, and leaves one table."""

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.cli import MISTAKE, main
from companion.commands.score import places

RECORDINGS = Path(__file__).parent.parent / "recordings"
FRAMES = 20


@dataclass(frozen=True)
class Scored:
    """What a score of a mixed folder left behind."""

    status: int
    said: str
    complaints: list[str]
    out: Path
    figures: dict
    markdown: str


def shortened(folder: Path, profile: Path, **truth: object) -> None:
    """The first frames of a shipped recording with its profile, and the truth about those frames alone, changed."""
    shutil.copytree(RECORDINGS / "oak-plain", folder)
    shutil.copy(profile, folder / "board.profile")
    about = json.loads((folder / "recording.json").read_text())
    (folder / "recording.json").write_text(json.dumps(about | {"frames": FRAMES, "profile": "board.profile"}))
    told = json.loads((folder / "truth.json").read_text())
    moves = [move for move in told["moves"] if move["settled_frame"] < FRAMES]
    (folder / "truth.json").write_text(json.dumps(told | {"frames": told["frames"][:FRAMES], "moves": moves} | truth))


@pytest.fixture(scope="module")
def scored(profile: Path, tmp_path_factory: pytest.TempPathFactory) -> Scored:
    folder = tmp_path_factory.mktemp("mixed")
    evenings = folder / "evenings"
    shortened(evenings / "told", profile)
    shortened(evenings / "untold", profile)
    (evenings / "untold" / "truth.json").unlink()
    shortened(evenings / "torn", profile)
    (evenings / "torn" / "frames.mp4").write_bytes(b"")
    (evenings / "stills").mkdir()
    for suffix in ("jpg", "json"):
        shutil.copy(RECORDINGS / "stills" / f"board-04.{suffix}", evenings / "stills")
    out, figures, markdown = folder / "out", folder / "figures.json", folder / "table.md"
    with pytest.MonkeyPatch.context() as patch:
        said, complaints = spoken(patch)
        files = ["--out", str(out), "--json", str(figures), "--markdown", str(markdown)]
        status = main(["score", str(evenings), str(folder / "nowhere"), *files])
    return Scored(
        status, said.text, complaints.text.splitlines(), out, json.loads(figures.read_text()), markdown.read_text()
    )


class Kept:
    """A stream that keeps what is written."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> None:
        """Keep it."""
        self.text += text

    def flush(self) -> None:
        """Nothing waits."""

    def isatty(self) -> bool:
        """It is no terminal."""
        return False


def spoken(patch: pytest.MonkeyPatch) -> tuple[Kept, Kept]:
    """What is written to the usual streams from now on."""
    out, err = Kept(), Kept()
    patch.setattr("sys.stdout", out)
    patch.setattr("sys.stderr", err)
    return out, err


def test_what_is_broken_gets_a_line_each_and_the_exit_status_tells(scored: Scored):
    assert scored.status == 2
    torn, missing, end = scored.complaints
    assert "torn/frames.mp4: the video is damaged" in torn
    assert "nowhere: no such folder" in missing
    assert end == "companion: 2 of 5 could not be scored; see the lines above"
    assert [each["name"] for each in scored.figures["failed"]] == ["torn", "nowhere"]


def test_a_recording_without_truth_is_replayed_and_said_so(scored: Scored):
    assert "untold: replayed, but nothing says what really happened" in scored.said
    told, untold = scored.figures["recordings"]
    assert untold["name"] == "untold"
    assert untold["ms_median"] > 0
    assert "squares_judged" not in untold
    assert (told["layout_wrong"], told["squares_wrong"], told["moves_right"]) == (0, 0, told["moves"])
    events = [(scored.out / name / "events.jsonl").read_text() for name in ("told", "untold")]
    assert events[0] == events[1] != ""


def test_stills_are_read_and_held_against_their_truth(scored: Scored):
    (still,) = scored.figures["stills"]
    assert still["name"] == "board-04"
    assert (still["layout_wrong"], still["layout_unlisted"]) == (0, 0)
    assert 0 < still["centre_px"] < 4


def test_there_is_one_table_with_a_row_for_everything(scored: Scored):
    table, topics = scored.markdown.split("\n\n")
    names = [line.split("|")[1].strip() for line in table.splitlines()]
    assert names[0] == "what"
    assert names[2:] == ["told", "untold", "board-04", "all, or the worst"]
    assert "| cards by tilt     | 20 to 29 degrees | 100" in topics
    assert scored.figures["groups"]["cards by tilt"]["20 to 29 degrees"] == {"judged": 100, "wrong": 0, "unsure": 0}


def test_a_terminal_is_told_in_blocks_and_columns_that_fit_it(scored: Scored):
    lines = scored.said.splitlines()
    assert [line for line in lines if line in ("told", "untold", "board-04", "all, or the worst")] == [
        "told",
        "untold",
        "board-04",
        "all, or the worst",
    ]
    tilted = [line.split()[-5:] for line in lines if "20 to 29 degrees" in line]
    assert tilted == [["100", "0", "0", "100.00", "%"]]
    assert max(map(len, lines)) <= 80


def test_a_torn_truth_fails_that_recording_alone_after_it_was_replayed(
    tmp_path: Path, profile: Path, capsys: pytest.CaptureFixture[str]
):
    shortened(tmp_path / "oak", profile, layout="none")
    assert main(["score", str(tmp_path / "oak"), "--out", str(tmp_path / "out")]) == 2
    first, last = capsys.readouterr().err.splitlines()
    assert "oak/truth.json: 'layout' is 'none'; it must be a list" in first
    assert "1 of 1 could not be scored" in last
    assert (tmp_path / "out" / "oak" / "observations.jsonl").read_text().count("\n") == FRAMES


@pytest.mark.parametrize("option", ["--json", "--markdown", "--out"])
def test_a_place_that_takes_no_result_is_said_before_anything_is_scored(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "notes").touch()
    assert main(["score", str(RECORDINGS / "stills"), option, str(tmp_path / "notes" / "x")]) == MISTAKE
    said = capsys.readouterr()
    assert said.err == f"companion: {tmp_path / 'notes'}: is a file; name a folder\n"
    assert "board-04" not in said.out


def test_places_are_recordings_stills_or_folders_of_them(drawn_recording: Callable[..., Path], tmp_path: Path):
    recording = drawn_recording()
    for name in ("a.jpg", "a.json", "alone.jpg", "notes.txt"):
        (tmp_path / name).touch()
    assert list(places(recording)) == [recording]
    assert list(places(tmp_path)) == [tmp_path / "a.jpg", recording]
    assert list(places(tmp_path / "a.jpg")) == [tmp_path / "a.jpg"]
    (tmp_path / "empty").mkdir()
    assert list(places(tmp_path / "empty")) == [tmp_path / "empty"]


def test_a_recording_that_lost_its_description_is_still_taken_for_one(drawn_recording: Callable[..., Path]):
    recording = drawn_recording()
    (recording / "recording.json").unlink()
    assert list(places(recording)) == [recording]
