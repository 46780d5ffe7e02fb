"""Files that nobody meant: each is refused in one sentence with its name, soon, and within the memory of honest ones.

Every kind of file is damaged in hundreds of ways from fixed seeds, beside those that were once found to do harm.
"""

import json
import os
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest
from conftest import description
from damaged_files import DEEP, LONG, Kind, damaged, huge_jpeg, jpeg, png_of
from test_nothing_thrown import beginning
from watched_pile import Watched, begun

from calibration.profile import load_profile
from calibration.shelf import Shelf
from companion.errors import CompanionError
from companion.files import untrusted
from companion.games.black_jack import record as black_jack_record
from companion.games.one_eyed_jack import record as one_eyed_record
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.options import parse_options
from companion.games.refusals import OptionsError
from companion.journal.place import refuse_foreign
from companion.journal.write_ahead import is_damaged
from companion.recording.game_before import load_game_before, rows_before
from companion.recording.golden import departures
from companion.recording.phone_commands import load_phone_commands
from companion.scoring.truth import load_still_truth, load_truth
from companion.session.internal_errors import InternalErrors, noted_in
from companion.settings import load_settings
from hardware.description import parse_description
from hardware.recordings import RecordingCamera, load_recording, read_still

RECORDINGS = Path(__file__).parents[1] / "recordings"
MOST_BYTES = 300_000_000
SETTINGS = 'patience_s = 2.0\ngame = "classic"\n[page]\nport = 8000\n[lights]\nkind = "gpio"\n'


def record_of(parse: Callable[[str], object], path: Path) -> object:
    """A record is a text; whoever has one as a file reads it within limits too."""
    try:
        written = untrusted.text(path)
    except ValueError as error:
        raise OptionsError("BAD_OPTION", f"{path}: {error}") from error
    try:
        return parse(written)
    except CompanionError as error:
        raise OptionsError("BAD_OPTION", f"{path}: {error}") from error


def recorded(path: Path) -> object:
    """A recording, from the beginning to its last frame."""
    return sum(1 for _ in iter(RecordingCamera(load_recording(path.parent)).capture, None))


def _a_game() -> bytes:
    """The record of a short game."""
    game = beginning("classic").game.copy()
    for turn in ("r 9H@C3", "b 8H@C8", "r pass"):
        game.push(parse_turn(turn) if game.judge(parse_turn(turn)) else next(iter(game.legal_turns)))
    return one_eyed_record.record_text(one_eyed_record.Record(game)).encode()


def _a_pile() -> Watched:
    """A short game at a pile."""
    watched = begun("7D")
    watched.lay("8D 9D")
    watched.say("end")
    return watched


def _before(pile: Watched) -> bytes:
    """The list of what happened in it."""
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows_before(pile.log))


def taken_in(path: Path) -> None:
    """A board that comes from another table, by phone."""
    try:
        Shelf(path.parent / "boards").take_in("Elsewhere", path.read_bytes())
    except CompanionError as error:
        raise OptionsError("BAD_OPTION", f"{path}: {error}") from error


@pytest.fixture(scope="module")
def kinds(drawn_profile: Path) -> dict[str, Kind]:
    profile = drawn_profile.read_bytes()
    said = (RECORDINGS / "black-jack" / "said.jsonl").read_bytes()
    told = json.loads((RECORDINGS / "oak-plain" / "truth.json").read_text())
    truth = json.dumps(told | {"frames": told["frames"][:9]}).encode()  # the others are of the same kind
    still = next(iter(sorted((RECORDINGS / "stills").glob("*.json")))).read_bytes()
    listed = b"".join(b'{"t": %d, "end": %d}\n' % (number, (number + 1) * len(jpeg(160, 120))) for number in range(3))
    about, pile = json.dumps(description()).encode(), _a_pile()
    record = black_jack_record.record_text(black_jack_record.Record(pile.tracking.playing)).encode()
    found = (
        Kind("recording.json", about, recorded),
        Kind("frames.jsonl", listed, recorded),
        Kind("frames.mjpeg", jpeg(160, 120) * 3, recorded),
        Kind("said.jsonl", said, load_phone_commands),
        Kind("before.jsonl", _before(pile), load_game_before),
        Kind("truth.json", truth, lambda path: load_truth(path.parent)),
        Kind("still.json", still, load_still_truth),
        Kind("table.profile", profile, load_profile),
        Kind("upload.profile", profile, taken_in),
        Kind("companion.toml", SETTINGS.encode(), load_settings),
        Kind("game.txt", _a_game(), partial(record_of, one_eyed_record.parse_record)),
        Kind("pile.txt", record, partial(record_of, black_jack_record.parse_record)),
        Kind("picture.jpg", jpeg(), read_still),
        Kind("picture.png", cv2.imencode(".png", np.zeros((8, 8, 3), np.uint8))[1].tobytes(), read_still),
        Kind("expected.jsonl", b'{"type": "win"}\n', lambda path: departures(path.parent, [])),
    )
    assert tuple(kind.name for kind in found) == NAMES
    return {kind.name: kind for kind in found}


NAMES = (
    "recording.json", "frames.jsonl", "frames.mjpeg", "said.jsonl", "before.jsonl", "truth.json", "still.json",
    "table.profile", "upload.profile", "companion.toml", "game.txt", "pile.txt", "picture.jpg", "picture.png",
    "expected.jsonl",
)  # fmt: skip


@pytest.fixture
def place(tmp_path: Path) -> Callable[[Kind], Path]:
    """Where a file of a kind lies, with what belongs to it."""

    def make(kind: Kind) -> Path:
        if kind.read is recorded:
            about = description() if kind.name == "recording.json" else description() | {"list": "frames.jsonl"}
            frames = jpeg(160, 120) * 3
            about["video"] = "frames.mjpeg"
            (tmp_path / "recording.json").write_text(json.dumps(about))
            (tmp_path / "frames.mjpeg").write_bytes(frames)
            (tmp_path / "frames.jsonl").write_bytes(b'{"t": 0, "end": %d}\n' % (len(frames) // 3))
            for still in ("empty.jpg", "empty_play.jpg", "enrol.jpg"):
                (tmp_path / still).write_bytes(jpeg(160, 120))
        return tmp_path / kind.name

    return make


@pytest.mark.parametrize("name", NAMES)
def test_a_sound_file_is_read(kinds: dict[str, Kind], place: Callable[[Kind], Path], name: str):
    path = place(kinds[name])
    if kinds[name].read is not recorded or name != "recording.json":
        path.write_bytes(kinds[name].sound)
        kinds[name].read(path)


@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_wrong_with_a_file_is_said_in_one_sentence_with_its_name(
    kinds: dict[str, Kind], place: Callable[[Kind], Path], name: str
):
    kind, refused = kinds[name], 0
    files, path = list(damaged(kind)), place(kind)
    for file in files:
        path.write_bytes(file)
        tracemalloc.start()
        said = refusal(kind, path)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert most < MOST_BYTES
        if said:
            refused += 1
            assert path.name in said or (kind.read is recorded and path.parent.name in said)
            assert (len(said) < 600, "\n" in said) == (True, False), said
    assert (len(files) > 50, refused > 0) == (True, True)


def refusal(kind: Kind, path: Path) -> str:
    """What is said against a file; nothing where it is read."""
    try:
        kind.read(path)
    except CompanionError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    "file", [huge_jpeg(), png_of(20_000, 20_000), b"PF\n9 9\n-1.0\n", b"GIF89a", b"", b"\xff\xd8\xff"]
)
def test_a_picture_is_refused_by_its_header(file: bytes):
    with pytest.raises(ValueError, match=r"megapixels|neither a JPEG nor a PNG"):
        untrusted.picture(file)


def test_a_picture_whose_body_is_none_is_refused():
    with pytest.raises(ValueError, match="cut short or damaged"):
        untrusted.picture(png_of(8, 8)[:40])


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        (f'{{"frames": [{{"i": {LONG}}}]}}', r"frames\[0\]\.i has more than 18 digits"),
        ('{"lens": {"k1": NaN}}', r"lens\.k1 is no finite number"),
        ('{"t": 1e999}', "t is no finite number"),
        ("[" * 17 + "1" + "]" * 17, "nested more than 16 deep"),
        (DEEP, "nested more than 16 deep"),
        (LONG, "it has more than 18 digits"),
    ],
)
def test_what_is_beyond_the_limits_of_a_document_is_named(written: str, complaint: str):
    with pytest.raises(ValueError, match=complaint):
        untrusted.json_value(written)


def test_what_is_no_ordinary_file_is_refused(tmp_path: Path):
    with pytest.raises(ValueError, match="no ordinary file"):
        untrusted.content(tmp_path)
    with pytest.raises(ValueError, match="no ordinary file"):
        untrusted.content(Path("/dev/zero"))
    (tmp_path / "large").write_bytes(bytes(untrusted.MOST_TEXT_BYTES + 1))
    with pytest.raises(ValueError, match="larger than 4 MB"):
        untrusted.text(tmp_path / "large")
    (tmp_path / "long").write_bytes((b"1" + b" " * 999_998 + b"\n") * 5)
    with pytest.raises(ValueError, match="line 5: it is larger than 4 MB"):
        list(untrusted.whole_json_lines(tmp_path / "long"))


def at_a_pipe(path: Path) -> None:
    """Everything that reads this place in the first moments of an evening."""
    with pytest.raises(CompanionError, match="no ordinary file"):
        refuse_foreign(path)
    with pytest.raises(CompanionError, match="no ordinary file"):
        load_profile(path)
    assert not is_damaged(path)
    assert InternalErrors(path).note("looking", KeyError()).number == 1
    assert [number for number, _ in noted_in(path)] == [1]


def test_a_pipe_in_the_place_of_a_file_keeps_no_evening_from_beginning(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    with ThreadPoolExecutor(1) as reader:
        read = reader.submit(at_a_pipe, tmp_path / "pipe")
        try:
            read.result(10)
        except TimeoutError:  # whoever waits is let go, so that the test can end
            os.close(os.open(tmp_path / "pipe", os.O_RDWR | os.O_NONBLOCK))
            raise


@pytest.mark.parametrize("text", [f"my_rules N={LONG}", f"open n={LONG}", f"open dead_per_turn={LONG}"])
def test_an_option_with_thousands_of_digits_is_refused_in_words(text: str):
    with pytest.raises(OptionsError):
        parse_options(text)


def test_a_description_with_a_frame_as_large_as_a_house_is_refused():
    with pytest.raises(CompanionError, match="'size'"):
        parse_description(description() | {"size": [20_000, 20_000]}, "here")
