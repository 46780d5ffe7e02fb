"""What an evening cannot begin with is said in one sentence, before anything is served or left on the disk."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from calibration.profile import load_profile
from companion.cli import MISTAKE, TROUBLE, main
from companion.journal.event_log import SqliteJournal
from companion.journal.place import lock_beside

RUN = ["run", "--camera", "virtual", "--port", "0"]
Refused = Callable[..., str]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Games are kept in a folder of the test's own."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.mark.parametrize("journal", ["", ".", "/", ".."])
def test_a_journal_without_a_name_is_refused(
    journal: str, refused: Refused, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    for command in (RUN, ["club", "--simulated", "2"]):
        with pytest.raises(SystemExit):
            main([*command, "--journal", journal])
        assert f"{journal!r} is no name of a file; write one such as game.db" in capsys.readouterr().err
    (tmp_path / "companion.toml").write_text(f"journal = {journal!r}")
    assert "it must be the name of a file" in refused(*RUN, "--settings", tmp_path / "companion.toml")


@pytest.mark.parametrize(
    ("name", "said"),
    [("README.md", "not a journal of this program"), ("x.table", ".table is what lies beside a journal")],
)
def test_a_file_that_is_no_journal_is_refused_and_nothing_is_left_beside_it(
    name: str, said: str, tmp_path: Path, drawn_profile: Path, refused: Refused
):
    (tmp_path / name).write_text("To be read.\n")
    assert said in refused(*RUN, "--profile", drawn_profile, "--journal", tmp_path / name)
    assert {path.name for path in tmp_path.iterdir()} <= {name, "state"}
    assert (tmp_path / name).read_text() == "To be read.\n"


def test_a_second_companion_at_one_journal_is_refused_before_anything_is_served(
    tmp_path: Path, drawn_profile: Path, capsys: pytest.CaptureFixture[str]
):
    held = lock_beside(tmp_path / "game.db")
    assert main([*RUN, "--profile", str(drawn_profile), "--journal", str(tmp_path / "game.db")]) == TROUBLE
    os.close(held)
    said = capsys.readouterr()
    assert said.err == f"companion: {tmp_path / 'game.db'}: the journal is in use; close the other companion first\n"
    assert "http" not in said.out
    assert not (tmp_path / "game.phones").exists()


def test_a_folder_in_the_place_of_the_drawn_tables_profile_is_to_be_moved_away(state: Path, refused: Refused):
    (state / "drawn.profile").mkdir(parents=True)
    assert refused(*RUN).endswith("drawn.profile: is a folder in the place of a file; move it away\n")


def test_a_file_is_no_folder_for_recordings(tmp_path: Path, refused: Refused):
    (tmp_path / "notes").write_text("To be read.\n")
    assert f"{tmp_path / 'notes'}: is a file; name a folder" in refused("record", *RUN[1:], "--out", tmp_path / "notes")


def test_a_folder_in_the_place_of_a_result_is_a_mistake_which_no_waiting_mends(tmp_path: Path, refused: Refused):
    command = ["calibrate", "layout", str(tmp_path / "table.png"), "--top-left", "3,4", "--out", str(tmp_path)]
    assert refused(*command) == f"companion: {tmp_path}: is a folder; name a file\n"
    assert main(command) == MISTAKE


@pytest.mark.parametrize("reason", [errno.EACCES, errno.ENAMETOOLONG])
def test_a_place_where_nobody_may_look_is_said_whatever_is_asked_of_it(
    reason: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, refused: Refused
):
    place, asked = str(tmp_path / "closed"), Path.stat

    def forbid(path: Path, **how: bool) -> os.stat_result:
        if str(path).startswith(place):
            raise OSError(reason, os.strerror(reason), str(path))
        return asked(path, **how)

    monkeypatch.setattr(Path, "stat", forbid)  # root may look everywhere
    commands = (["calibrate", "check"], ["replay", "--out", "out"], ["score"], ["demo"], [*RUN, "--journal"])
    for command in commands:
        assert refused(*command, place) == f"companion: {place}: {os.strerror(reason)}; see who may look there\n"
        assert main([*command, place]) == MISTAKE


@pytest.mark.parametrize("content", [None, "To be read."])
def test_a_club_without_the_certificate_it_was_told_to_trust_does_not_begin(
    content: str | None, tmp_path: Path, refused: Refused
):
    ca = tmp_path / "ca.pem"
    if content is not None:
        ca.write_text(content)
    command = ["club", "--broker", "mqtts://127.0.0.1:9", "--port", "0", "--ca", str(ca)]
    assert refused(*command) == f"companion: {ca} cannot be read as a certificate; name the right one with ca\n"
    assert main(command) == MISTAKE


def test_a_club_leaves_nothing_beside_what_is_no_evening(tmp_path: Path, refused: Refused):
    (tmp_path / "README.md").write_text("To be read.\n")
    refused("club", "--broker", "mqtt://127.0.0.1", "--journal", tmp_path / "README.md")
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nowhere/table.png", "there is no folder"),
        ("table", "let it end with .png or .jpg"),
        ("broken.png", "not a picture that can be read"),
        ("folder", "not a picture that can be read (it is no ordinary file)"),
    ],
)
def test_an_empty_table_that_cannot_be_is_said_before_anything_is_served(
    name: str, said: str, tmp_path: Path, refused: Refused, state: Path
):
    (tmp_path / "broken.png").write_text("No picture.")
    (tmp_path / "folder").mkdir()
    assert said in refused(*RUN, "--empty-table", tmp_path / name)
    assert not state.exists()


def test_an_address_of_another_machine_is_not_blamed_on_the_port(drawn_profile: Path, refused: Refused):
    assert "choose another host" in refused(*RUN, "--profile", drawn_profile, "--host", "192.0.2.99")


def test_an_address_that_may_come_is_trouble_and_a_word_that_nobody_knows_a_mistake(
    drawn_profile: Path, tmp_path: Path
):
    assert main([*RUN, "--profile", str(drawn_profile), "--host", "192.0.2.99"]) == TROUBLE
    (tmp_path / "companion.toml").write_text("[pgae]")
    assert main([*RUN, "--settings", str(tmp_path / "companion.toml")]) == MISTAKE
    assert main([*RUN, "--profile", str(tmp_path / "companion.toml")]) == MISTAKE


def test_a_journal_that_no_start_mends_is_a_mistake_after_which_the_service_stays_ended(
    drawn_profile: Path, tmp_path: Path
):
    newer, photos, notes = (tmp_path / name for name in ("newer.db", "photos.db", "notes.db"))
    SqliteJournal(newer).close()
    for path, statement in ((newer, "PRAGMA user_version = 99"), (photos, "CREATE TABLE photo (name TEXT)")):
        with closing(sqlite3.connect(path)) as database:
            database.execute(statement)
    notes.write_text("To be read.\n")
    started = [*RUN, "--profile", str(drawn_profile), "--journal"]
    assert [main([*started, str(path)]) for path in (newer, photos, notes)] == [MISTAKE] * 3
    assert main(["club", "--broker", "mqtt://127.0.0.1", "--journal", str(notes)]) == MISTAKE


@pytest.mark.parametrize("kept", [("STATE_DIRECTORY", ""), ("XDG_STATE_HOME", "companion")])
def test_a_drawn_table_that_cannot_be_kept_says_what_helps(
    small_disk: Path, drawn_profile: Path, monkeypatch: pytest.MonkeyPatch, refused: Refused, kept: tuple[str, str]
):
    decides, inside = kept
    calibrated = SimpleNamespace(profile=load_profile(drawn_profile))
    monkeypatch.setattr("companion.commands.run.calibrate", lambda *_: calibrated)  # as it would once more
    (small_disk / "state" / inside).mkdir(parents=True)
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv(decides, str(small_disk / "state"))
    (small_disk / "filler").write_bytes(bytes(shutil.disk_usage(small_disk).free))
    said = refused(*RUN)
    assert (
        f"{small_disk / 'state' / inside / 'drawn.profile'}: cannot be written (No space left on device); make room"
        in said
    )
    assert f"let {decides} name a folder" in said
    assert main(RUN) == TROUBLE  # which passes as soon as there is room
