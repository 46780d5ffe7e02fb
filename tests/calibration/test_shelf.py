"""Boards on a shelf: kept, chosen, renamed, deleted, brought and taken away; a hostile file changes nothing."""

import io
import json
import shutil
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.profile import LARGEST_BYTES, Profile, load_profile, save_profile
from calibration.shelf import Shelf, ShelfError
from companion.errors import ProfileError
from companion.files.atomic import OutputError
from companion.ports import Locks

Parts = dict[str, bytes]


@pytest.fixture(scope="module")
def file(profile: Profile, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("file") / "a.profile"
    save_profile(profile, path)
    return path.read_bytes()


@pytest.fixture
def shelf(tmp_path: Path, profile: Profile) -> Shelf:
    shelf = Shelf(tmp_path / "boards")
    shelf.keep("Oak", profile)
    return shelf


def names(shelf: Shelf) -> list[str]:
    return [board.name for board in shelf.known()]


def test_a_board_is_chosen_and_the_choice_outlives_the_program(shelf: Shelf, tmp_path: Path, profile: Profile):
    assert (shelf.chosen, shelf.profile()) == (None, None)
    shelf.keep("Walnut", profile)
    shelf.choose("Walnut")
    first = shelf.profile()
    assert shelf.is_chosen(first)
    assert [(board.name, board.chosen) for board in shelf.known()] == [("Oak", False), ("Walnut", True)]
    shelf.choose("Oak")
    assert not shelf.is_chosen(first)
    again = Shelf(tmp_path / "boards")
    assert (again.chosen, again.by_phone) == ("Oak", True)


@pytest.mark.usefixtures("shelf")
def test_the_newer_word_wins(tmp_path: Path, file: bytes):
    (tmp_path / "named.profile").write_bytes(file)
    (tmp_path / "other.profile").write_bytes(file)
    given = Shelf(tmp_path / "boards", tmp_path / "named.profile")
    assert (given.chosen, given.by_phone) == ("named", False)
    given.choose("Oak")
    assert Shelf(tmp_path / "boards", tmp_path / "named.profile").chosen == "Oak"
    assert Shelf(tmp_path / "boards", tmp_path / "other.profile").chosen == "other"


@pytest.mark.usefixtures("shelf")
def test_the_board_named_at_the_start_is_not_changed_from_here(tmp_path: Path, profile: Profile):
    save_profile(profile, tmp_path / "named.profile")
    given = Shelf(tmp_path / "boards", tmp_path / "named.profile")
    assert [(board.name, board.own) for board in given.known()] == [("named", False), ("Oak", True)]
    for act in (lambda: given.rename("named", "x"), lambda: given.keep("named", profile, replaces=True)):
        with pytest.raises(ShelfError):
            act()
    given.choose("Oak")
    with pytest.raises(ShelfError, match="was given when the program was started"):
        given.delete("named")


def test_a_board_is_renamed_with_its_choice_and_deleted_unless_it_is_played_on(shelf: Shelf, profile: Profile):
    shelf.choose("Oak")
    shelf.rename("Oak", "Grandma's (big) table")
    assert shelf.chosen == "Grandma's (big) table"
    with pytest.raises(ShelfError, match="in use this evening"):
        shelf.delete("Grandma's (big) table")
    shelf.keep("Oak", profile)
    shelf.choose("Oak")
    shelf.delete("Grandma's (big) table")
    assert names(shelf) == ["Oak"]
    with pytest.raises(ShelfError, match="no board called"):
        shelf.delete("Grandma's (big) table")


@pytest.mark.parametrize("name", ["Grandma’s board", "The Smiths’"])
def test_a_name_has_its_apostrophe_as_telephones_write_it(shelf: Shelf, name: str):
    shelf.rename("Oak", name)
    assert names(shelf) == [name]


@pytest.mark.parametrize(
    "name", ["", " ", "../Oak", "a/b", "a\\b", ".hidden", "x" * 25, "a\nb", "a\0b", "CON:", "e\u0301", "-rf", "a "]
)
def test_a_name_that_could_be_anything_else_is_refused(shelf: Shelf, profile: Profile, file: bytes, name: str):
    for act in (
        lambda: shelf.keep(name, profile),
        lambda: shelf.rename("Oak", name),
        lambda: shelf.take_in(name, file),
        lambda: shelf.file_of(name),
        lambda: shelf.choose(name),
    ):
        with pytest.raises(ShelfError):
            act()
    assert names(shelf) == ["Oak"]


def test_a_board_for_another_camera_is_not_chosen(tmp_path: Path, profile: Profile):
    shelf = Shelf(tmp_path, fits=lambda known: f"not {known.size_px}")
    shelf.keep("Oak", profile)
    with pytest.raises(ShelfError, match=r"not \(960, 720\)"):
        shelf.choose("Oak")
    assert shelf.chosen is None


def test_a_chosen_board_that_broke_is_chosen_no_more_and_a_given_one_is_said(shelf: Shelf, tmp_path: Path):
    shelf.choose("Oak")
    (tmp_path / "boards" / "Oak.profile").write_bytes(b"torn")
    again = Shelf(tmp_path / "boards")
    assert (again.profile(), again.chosen) == (None, None)
    with pytest.raises(ProfileError, match="damaged"):
        Shelf(tmp_path / "elsewhere", tmp_path / "boards" / "Oak.profile").profile()


@pytest.mark.usefixtures("shelf")
def test_where_the_chosen_board_broke_the_one_named_at_the_start_is_played_on_and_the_log_says_why_in_a_line(
    tmp_path: Path, file: bytes, caplog: pytest.LogCaptureFixture
):
    (tmp_path / "named.profile").write_bytes(file)
    Shelf(tmp_path / "boards", tmp_path / "named.profile").choose("Oak")
    (tmp_path / "boards" / "Oak.profile").write_bytes(b"torn")
    again = Shelf(tmp_path / "boards", tmp_path / "named.profile")
    assert again.profile() is not None
    assert (again.chosen, again.by_phone) == ("named", False)
    (told,) = caplog.records
    assert "Oak.profile: not a profile, or damaged" in told.message
    assert told.exc_info is None


def test_a_disk_that_takes_no_choice_leaves_the_one_before(small_disk: Path, file: bytes):
    (small_disk / "Ash.profile").write_bytes(file)
    (small_disk / "Oak.profile").hardlink_to(small_disk / "Ash.profile")
    shelf = Shelf(small_disk)
    shelf.choose("Ash")
    before = shelf.profile()
    (small_disk / "filler").write_bytes(bytes(shutil.disk_usage(small_disk).free))
    for act in (lambda: shelf.choose("Oak"), lambda: shelf.rename("Ash", "Elm")):
        with pytest.raises(OutputError, match="No space left on device"):
            act()
        assert (shelf.chosen, shelf.is_chosen(before), names(shelf)) == ("Ash", True, ["Ash", "Oak"])
    assert Shelf(small_disk).chosen == "Ash"


def test_a_choice_that_is_scribbled_over_is_none(shelf: Shelf, tmp_path: Path):
    shelf.choose("Oak")
    for text in ("", "[]", '{"board": 7}', '{"board": ["Oak"]}', '{"board": "../x", "instead_of": null}', "\0"):
        (tmp_path / "boards" / "choice.json").write_text(text)
        assert Shelf(tmp_path / "boards").chosen is None


def test_a_board_is_taken_away_and_brought_elsewhere(shelf: Shelf, tmp_path: Path, profile: Profile):
    other = Shelf(tmp_path / "elsewhere")
    shelf.keep("Held", replace(profile, locks=Locks(exposure_us=20_000, focus=2.5)))
    other.take_in("Brought", shelf.file_of("Held"))
    brought = load_profile(tmp_path / "elsewhere" / "Brought.profile")
    assert (brought.layout, brought.locks, brought.learnt_from) == (profile.layout, None, None)
    with pytest.raises(ShelfError, match="already"):
        other.take_in("Brought", shelf.file_of("Oak"))


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [({"layout": ["JK", *["JS"] * 98, "JK"]}, "JS"), ({"chips": ["R"]}, "its teams are not 2 to 6 capital letters")],
)
def test_a_profile_changed_by_hand_into_what_nobody_can_play_on_is_refused_with_its_file(
    changes: dict[str, object], wrong: str, file: bytes, tmp_path: Path
):
    (tmp_path / "named.profile").write_bytes(zipped(with_document(**changes)(parts_of(file))))
    with pytest.raises(ProfileError, match=rf"named\.profile: not a sound profile: .*{wrong}.*; calibrate again"):
        Shelf(tmp_path / "boards", tmp_path / "named.profile").profile()


def test_a_board_is_brought_where_there_is_no_room_for_temporary_files(
    shelf: Shelf, file: bytes, small_disk: Path, monkeypatch: pytest.MonkeyPatch
):
    (small_disk / "filler").write_bytes(bytes(shutil.disk_usage(small_disk).free))
    monkeypatch.setattr(tempfile, "tempdir", str(small_disk))
    shelf.take_in("Brought", file)
    assert names(shelf) == ["Brought", "Oak"]


def parts_of(file: bytes) -> Parts:
    with zipfile.ZipFile(io.BytesIO(file)) as parts:
        return {name: parts.read(name) for name in parts.namelist()}


def zipped(parts: Parts) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as zipping:
        for name, content in parts.items():
            zipping.writestr(name, content)
    return out.getvalue()


def with_document(**changes: object) -> Callable[[Parts], Parts]:
    def change(parts: Parts) -> Parts:
        return {**parts, "profile.json": json.dumps(json.loads(parts["profile.json"]) | changes).encode()}

    return change


def with_chip(**changes: object) -> Callable[[Parts], Parts]:
    def change(parts: Parts) -> Parts:
        with np.load(io.BytesIO(parts["chip-R.npz"])) as tables:
            held = {name: tables[name] for name in tables}
        out = io.BytesIO()
        np.savez(out, **(held | changes))
        return {**parts, "chip-R.npz": out.getvalue()}

    return change


def picture_header(width: int, height: int) -> bytes:
    """A PNG that promises to be huge."""
    head = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))


def pickled(parts: Parts) -> Parts:
    """A table that is a program."""
    out = io.BytesIO()
    np.savez(out, log_density=np.array([Shelf], dtype=object))
    return {**parts, "chip-R.npz": out.getvalue()}


def huge_table(parts: Parts) -> Parts:
    """A table whose header promises 2 GB."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as zipping:
        header = io.BytesIO()
        np.lib.format.write_array_header_1_0(header, {"descr": "<f4", "fortran_order": False, "shape": (1 << 29,)})
        zipping.writestr("log_density.npy", header.getvalue())
    return {**parts, "chip-R.npz": out.getvalue()}


LAYOUT = ["JK", *["7D"] * 98, "JK"]
HOSTILE: dict[str, Callable[[Parts], Parts]] = {
    "a bomb in a part": lambda parts: {**parts, "profile.json": b" " * (LARGEST_BYTES + 1)},
    "a bomb in a table": lambda parts: {**parts, "chip-R.npz": zipped({"typical.npy": b"\0" * (2 * LARGEST_BYTES)})},
    "a table that promises too much": huge_table,
    "a picture that promises too much": lambda parts: {**parts, "empty.png": picture_header(60000, 60000)},
    "a picture that is none": lambda parts: {**parts, "empty.png": b"GIF89a"},
    "a picture as thin as a line": lambda parts: {**parts, "empty.png": picture_header(1, 1)},
    "many parts": lambda parts: {**parts, **{f"{n}": b"" for n in range(200)}},
    "a pickle": pickled,
    "a layout that is none": with_document(layout=LAYOUT),
    "a lens of nothing": with_document(lens={"focal_px": float("nan"), "centre_px": [0, 0], "k1": 0, "k2": 0}),
    "a lens of infinity": with_document(lens={"focal_px": 1e308, "centre_px": [1e308, 0], "k1": 1e300, "k2": 0}),
    "a flat board": with_document(ideal_from_board=[[0, 0, 0]] * 3),
    "a team with a long name": with_document(chips=["R", "../../x"]),
    "one team": with_document(chips=["R"]),
    "a chip as large as the board": with_chip(radius_squares=10.0),
    "a chip of nothing": with_chip(radius_squares=float("nan")),
    "a chip without colours": with_chip(log_density=np.zeros((3, 5), np.float32)),
    "a chip of whole numbers": with_chip(log_density=np.zeros((3, 22400), int)),
    "a chip that is no number": with_chip(typical="a lot"),
    "a chip that is everywhere": with_chip(log_density=np.full((3, 22400), 50, np.float32)),
    "deep brackets": lambda parts: {**parts, "profile.json": b"[" * 100_000},
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_file_made_to_harm_is_refused_and_changes_nothing(shelf: Shelf, file: bytes, tmp_path: Path, what: str):
    with pytest.raises(ProfileError) as refusal:
        shelf.take_in("Brought", zipped(HOSTILE[what](parts_of(file))))
    assert names(shelf) == ["Oak"]
    assert str(tmp_path) not in str(refusal.value)
    assert "/tmp" not in str(refusal.value)


@pytest.mark.parametrize("sent", [b"", b"PK", b"PK\x05\x06" + b"\0" * 18, b"\0" * 1000])
def test_what_is_no_profile_at_all_is_refused(shelf: Shelf, sent: bytes):
    with pytest.raises(ProfileError):
        shelf.take_in("Brought", sent)


def test_a_file_that_is_too_large_is_refused_before_it_is_looked_at(shelf: Shelf):
    with pytest.raises(ShelfError, match="more than 8 MB"):
        shelf.take_in("Brought", b"\0" * (LARGEST_BYTES + 1))
