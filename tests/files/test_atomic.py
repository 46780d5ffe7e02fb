"""Results appear whole or not at all."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from companion.files.atomic import OutputError, UnfitPlaceError, built_file, built_folder, write_json, write_rows


def fill(folder: Path) -> None:
    write_json(folder / "layout.json", {"layout": ["7♦"]})
    write_rows(folder / "events.jsonl", [{"i": 1}, {"i": 2}])


@pytest.mark.parametrize("depth", ["out", "deep/down/out"])
def test_a_folder_appears_with_everything_in_it(tmp_path: Path, depth: str):
    with built_folder(tmp_path / depth) as building:
        fill(building)
        assert not (tmp_path / depth).exists()
    assert json.loads((tmp_path / depth / "layout.json").read_text()) == {"layout": ["7♦"]}
    assert (tmp_path / depth / "events.jsonl").read_text() == '{"i": 1}\n{"i": 2}\n'
    assert len(list(tmp_path.iterdir())) == 1


def test_a_folder_that_is_there_keeps_its_other_files(tmp_path: Path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "notes.txt").write_text("mine")
    (tmp_path / "out" / "layout.json").write_text("old")
    with built_folder(tmp_path / "out") as building:
        fill(building)
    assert (tmp_path / "out" / "notes.txt").read_text() == "mine"
    assert "7♦" in (tmp_path / "out" / "layout.json").read_text()


@pytest.mark.parametrize("stop", [RuntimeError, KeyboardInterrupt])
def test_nothing_is_left_when_the_work_breaks_off(tmp_path: Path, stop: type[BaseException]):
    def break_off() -> None:
        with built_folder(tmp_path / "deep" / "out") as building:
            fill(building)
            raise stop

    with pytest.raises(stop):
        break_off()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("aim", ["pipe", "/dev/null"])
def test_where_programs_write_on_to_others_no_file_takes_its_place(tmp_path: Path, aim: str):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "stdout").symlink_to(aim)
    with pytest.raises(OutputError, match="is no ordinary file; name another"), built_file(tmp_path / "stdout"):
        pytest.fail("nothing is to be built")
    assert (tmp_path / "stdout").is_symlink()


def test_a_file_appears_whole_or_stays_as_it_was(tmp_path: Path):
    out = tmp_path / "layout.json"

    def write(document: int, breaking: bool) -> None:
        with built_file(out) as building:
            write_json(building, document)
            if breaking:
                raise RuntimeError

    write(1, breaking=False)
    with pytest.raises(RuntimeError):
        write(2, breaking=True)
    assert out.read_text() == "1\n"
    assert list(tmp_path.iterdir()) == [out]


@pytest.fixture
def pulled_plug(tmp_path: Path) -> Iterator[tuple[Path, Path]]:
    """A disk as it is used, and where it is seen as a power cut left it, once `saved.img` is what it had taken."""
    used, left, disk = tmp_path / "used", tmp_path / "left", tmp_path / "disk.img"
    used.mkdir()
    left.mkdir()
    disk.write_bytes(bytes(1 << 24))
    making = f"mkfs.ext4 -q {disk} && mount -o loop {disk} {used}"
    if os.geteuid() != 0 or subprocess.run(making, shell=True, check=False, capture_output=True).returncode != 0:
        pytest.skip("this user may mount no disk")
    yield used, left
    subprocess.run(["umount", used], check=True)
    subprocess.run(["umount", left], check=False)


def test_a_file_that_is_in_its_place_is_there_after_a_power_cut(pulled_plug: tuple[Path, Path], tmp_path: Path):
    used, left = pulled_plug
    with built_file(used / "boards" / "oak.profile") as building:
        building.write_bytes(b"learnt" * 1000)
    shutil.copy(tmp_path / "disk.img", tmp_path / "saved.img")  # what a disk had taken when the plug was pulled
    subprocess.run(["mount", "-o", "loop", tmp_path / "saved.img", left], check=True)
    assert (left / "boards" / "oak.profile").read_bytes() == b"learnt" * 1000


def test_a_file_is_on_the_disk_before_it_has_its_name_and_its_name_is_soon_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    done: list[object] = []
    renamed = os.replace
    monkeypatch.setattr("os.fsync", lambda file: done.append(os.fstat(file).st_ino))
    monkeypatch.setattr("os.replace", lambda *paths: (done.append("named"), renamed(*paths)))
    with built_file(tmp_path / "layout.json") as building:
        write_json(building, 1)
    assert done == [(tmp_path / "layout.json").stat().st_ino, "named", tmp_path.stat().st_ino]


@pytest.mark.parametrize("way", [built_folder, built_file])
def test_a_file_where_a_folder_should_be_is_refused_before_the_work_begins(
    way: Callable[[Path], AbstractContextManager[Path]], tmp_path: Path
):
    (tmp_path / "file").touch()
    with pytest.raises(UnfitPlaceError, match="file: is a file; name a folder"), way(tmp_path / "file" / "a" / "b"):
        pytest.fail("the work began")


def test_a_file_is_no_folder_and_a_folder_no_file(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(UnfitPlaceError, match="is a file; name a folder"), built_folder(tmp_path / "file"):
        pass
    with pytest.raises(OutputError, match="is a folder; name a file"), built_file(tmp_path):
        pass


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match="cannot be written"):
        write_json(tmp_path / "file" / "layout.json", 1)
