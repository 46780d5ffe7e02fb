"""`companion doctor` as a person types it: a line for each question, and an exit status that tells of poor answers."""

import sqlite3
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from calibration.quality import Grade
from companion.cli import main
from companion.commands.doctor import camera_verdicts, machine_verdicts, settings_of, settings_verdicts, usual_camera
from companion.commands.service import SETTINGS, STATE, UNIT, unit_text
from companion.doctor.machine import Machine
from companion.journal.event_log import SqliteJournal
from companion.live.cameras import CameraName, NoCameraError
from companion.settings import CameraSettings, Settings

QUESTIONS = [
    "System",
    "Power",
    "Heat",
    "Disk",
    "Clock",
    "Network",
    "Service",
    "Program",
    "Phones",
    "Broker",
    "Pins",
    "SPI",
    "Camera",
]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are kept in a folder of the test's own."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))


def test_every_question_has_a_line_and_a_poor_answer_is_the_exit_status(capsys: pytest.CaptureFixture[str]):
    status = main(["doctor", "--camera", "virtual"])
    said = capsys.readouterr()
    lines = said.out.splitlines()
    assert [line.partition(":")[0] for line in lines] == QUESTIONS
    assert all(line.partition(":")[2].split(",")[0].strip() in ("good", "fair", "poor") for line in lines)
    assert status == (2 if any(": poor" in " ".join(line.split()) for line in lines) else 0)


def test_where_no_game_can_be_kept_the_disk_is_poor_and_the_rest_is_asked_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "home").write_text("a file, in which no folder can be made")
    (tmp_path / "companion.toml").write_text('[mqtt]\nhost = "127.0.0.1"\nport = 1\n')
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "home" / "state"))
    assert main(["doctor", "--camera", "virtual", "--settings", str(tmp_path / "companion.toml")]) == 2
    said = capsys.readouterr()
    assert [line.partition(":")[0] for line in said.out.splitlines()] == QUESTIONS
    assert f"poor, games cannot be kept. {tmp_path}/home/state: cannot be made (Not a directory); make room" in said.out
    assert "Disk" in said.err


@pytest.mark.parametrize(("settings", "folder"), [("", "state"), ('journal = "{}/elsewhere/oak.db"', "elsewhere")])
def test_the_disk_that_is_asked_after_is_the_one_on_which_games_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], settings: str, folder: str
):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "companion.toml").write_text(settings.format(tmp_path))
    main(["doctor", "--camera", "virtual", "--settings", str(tmp_path / "companion.toml")])
    assert f"MB are free in {tmp_path / folder}, where games are kept" in capsys.readouterr().out


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The state folder on a machine with the service, of which the user who asks has one, too."""
    monkeypatch.delenv("STATE_DIRECTORY")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "home"))
    (tmp_path / UNIT).parent.mkdir(parents=True)
    (tmp_path / UNIT).touch()
    state = tmp_path / STATE.relative_to("/")
    state.mkdir(parents=True)
    return state


@pytest.mark.parametrize("journal", [None, Path("game.db")])
def test_where_the_service_plays_its_own_games_are_asked_after(tmp_path: Path, served: Path, journal: Path | None):
    (served / "game.stumbles").write_text("7 the lamps failed\n")
    said = [str(verdict) for verdict in machine_verdicts(Machine(tmp_path, lambda _: None), Settings(journal=journal))]
    assert any(f"MB are free in {served}, where games are kept" in line for line in said)
    assert any("the last is number 7" in line for line in said)
    assert not (tmp_path / "home").exists()


def test_whoever_may_not_look_at_the_services_games_is_told_to_ask_with_sudo(tmp_path: Path, served: Path):
    machine = Machine(tmp_path, lambda _: None, lambda path: path != served)
    verdicts = list(machine_verdicts(machine, Settings()))
    hidden = [verdict for verdict in verdicts if "where this user may not look" in verdict.finding]
    assert [(one.topic, one.grade, "sudo" in one.remedy) for one in hidden] == [("Service", Grade.FAIR, True)]
    assert {"Disk", "Program", "Phones"}.isdisjoint(verdict.topic for verdict in verdicts)
    assert not (tmp_path / "home").exists()


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """The settings that the service of this machine is started with."""
    (tmp_path / UNIT).parent.mkdir(parents=True)
    (tmp_path / UNIT).write_text(unit_text(["companion", "run"], 8123, settings=True))
    (tmp_path / SETTINGS).parent.mkdir(parents=True)
    (tmp_path / SETTINGS).write_text("[page]\nport = 8123\n")
    return tmp_path / SETTINGS


def test_on_a_machine_with_the_service_its_own_settings_are_asked_after(tmp_path: Path, kept: Path):
    machine = Machine(tmp_path, lambda _: None)
    assert settings_of(machine, None).page.port == 8123
    assert list(settings_verdicts(machine, None)) == list(settings_verdicts(machine, kept)) == []
    (tmp_path / UNIT).write_text(unit_text(["companion", "run"], 8000))  # installed before there were any
    assert settings_of(machine, None) == Settings()
    assert not list(settings_verdicts(machine, None))


def test_whoever_names_other_settings_is_told_that_the_service_has_its_own(tmp_path: Path, kept: Path):
    other = tmp_path / "other.toml"
    other.write_text("[page]\nport = 8001\n")
    machine = Machine(tmp_path, lambda _: None)
    assert settings_of(machine, other).page.port == 8001
    (told,) = settings_verdicts(machine, other)
    assert (told.topic, told.grade) == ("Service", Grade.FAIR)
    assert f"started with {kept}, and not with {other}" in told.finding


def test_whoever_may_not_read_the_services_settings_is_told_to_ask_with_sudo(tmp_path: Path, kept: Path):
    kept.unlink()
    kept.mkdir()  # root may read every file
    machine = Machine(tmp_path, lambda _: None)
    assert settings_of(machine, None) == Settings()
    (told,) = settings_verdicts(machine, None)
    assert "may not read" in told.finding
    assert "sudo" in told.remedy


@pytest.mark.usefixtures("served")
def test_the_service_itself_asks_in_the_folder_that_systemd_gave_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "given"))
    said = [str(verdict) for verdict in machine_verdicts(Machine(tmp_path, lambda _: None), Settings())]
    assert any(f"MB are free in {tmp_path / 'given'}, where" in line for line in said)


def test_a_camera_that_sees_no_board_is_poor(drawn_recording: Callable[..., Path], capsys: pytest.CaptureFixture[str]):
    assert main(["doctor", "--camera", str(drawn_recording(fps=1000))]) == 2
    said = capsys.readouterr()
    assert "Camera:   good, frames of 160x120, stills of 160x120" in said.out
    assert "Board:    poor, the board is not found in the picture" in said.out
    assert "must be put right first: " in said.err
    assert said.err.strip().endswith("Board")


def test_a_broken_journal_and_a_broken_profile_keep_the_doctor_from_looking_at_nothing_else(
    tmp_path: Path, drawn_recording: Callable[..., Path], capsys: pytest.CaptureFixture[str]
):
    for name in ("notes.db", "oak.profile"):
        (tmp_path / name).write_text("To be read.")
    (tmp_path / "companion.toml").write_text(f'journal = "{tmp_path / "notes.db"}"')
    named = ["--settings", str(tmp_path / "companion.toml"), "--profile", str(tmp_path / "oak.profile")]
    assert main(["doctor", *named, "--camera", str(drawn_recording(fps=1000))]) == 2
    said = capsys.readouterr()
    assert f"games cannot be kept. {tmp_path / 'notes.db'}: not a journal of this program" in said.out
    assert f"Board:    poor, {tmp_path / 'oak.profile'}: not a profile, or damaged" in said.out
    assert "Camera:   good, frames of 160x120" in said.out
    assert said.err.strip().endswith("must be put right first: Disk, Board")


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        ("PRAGMA user_version = 99", "poor, games cannot be kept. {}: written by a newer version; update the program"),
        ("PRAGMA application_id = 1", "poor, games cannot be kept. {}: not a journal of this program"),
        ("DROP TRIGGER no_removal", "are free in"),
    ],
)
def test_a_journal_that_no_evening_can_go_on_with_is_not_well(
    harm: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    journal = tmp_path / "oak.db"
    SqliteJournal(journal).close()
    with closing(sqlite3.connect(journal)) as database:
        database.execute(harm)
    before = journal.read_bytes()
    (tmp_path / "companion.toml").write_text(f'journal = "{journal}"')
    main(["doctor", "--camera", "virtual", "--settings", str(tmp_path / "companion.toml")])
    assert said.format(journal) in capsys.readouterr().out
    assert journal.read_bytes() == before


def test_a_damaged_journal_is_said_to_be_one_that_the_next_start_keeps_aside(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    journal = tmp_path / "oak.db"
    SqliteJournal(journal).close()
    whole = journal.read_bytes()
    journal.write_bytes(whole[: len(whole) // 2])
    (tmp_path / "companion.toml").write_text(f'journal = "{journal}"')
    main(["doctor", "--camera", "virtual", "--settings", str(tmp_path / "companion.toml")])
    assert f"Disk:     fair, {journal}: the journal is damaged" in capsys.readouterr().out


def test_a_pi_camera_whose_library_is_missing_is_said_before_it_is_looked_through():
    verdicts = list(camera_verdicts(CameraName("picamera"), None, CameraSettings(), print))
    assert verdicts[0].topic in ("Library", "Camera")
    assert verdicts[0].remedy


def test_on_a_pi_without_any_camera_its_own_is_asked_after(tmp_path: Path):
    (tmp_path / "proc" / "device-tree").mkdir(parents=True)
    (tmp_path / "proc" / "device-tree" / "model").write_text("Raspberry Pi 5 Model B")
    assert str(usual_camera(Machine(tmp_path), dict)) == "picamera"


def test_elsewhere_the_only_usb_camera_is_looked_through_and_none_is_no_guess(tmp_path: Path):
    assert str(usual_camera(Machine(tmp_path), lambda: {3: "HD Webcam"})) == "webcam:3"
    with pytest.raises(NoCameraError, match="no camera was found"):
        usual_camera(Machine(tmp_path), dict)


def test_a_machine_on_which_nobody_can_play_for_want_of_a_camera_is_not_well(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr("companion.commands.doctor.usual_camera", lambda machine: usual_camera(machine, dict))
    assert main(["doctor"]) == 2
    said = capsys.readouterr()
    assert "Camera:   poor, none was opened. No camera was found; plug one in" in said.out
    assert "companion doctor" not in said.out
    assert "Camera" in said.err


def test_the_wiring_is_drawn_from_the_settings(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "companion.toml").write_text('[lights]\nkind = "gpio"\n[lights.pins]\nteam = [2, 3, 11]\n')
    picture = tmp_path / "wiring.svg"
    assert main(["doctor", "--wiring", "--settings", str(tmp_path / "companion.toml"), "--svg", str(picture)]) == 0
    said = capsys.readouterr().out
    assert "team lamp, red    GPIO 2 ( 3)" in said
    assert "team lamp, blue   GPIO 11 (23)" in said
    assert "name no lamps" not in said
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    assert main(["doctor", "--wiring"]) == 0
    assert "team lamp, red   GPIO 17 (11)" in (said := capsys.readouterr().out)
    assert "The settings name no lamps yet" in said
