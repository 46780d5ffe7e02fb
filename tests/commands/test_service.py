"""The service as systemd itself judges it, and what installing leaves behind."""

import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.cli import MISTAKE, TROUBLE, main
from companion.commands.service import AVAHI, PROFILE, SETTINGS, UNIT, service_folder, unit_text

EXPOSED_AT_MOST = 2.0
needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    path = tmp_path / "companion.service"
    path.write_text(unit_text([sys.executable, "-m", "companion", "run", "--camera", "picamera"], 8000))
    return path


def installed(root: Path, *more: object) -> str:
    assert main(["install-service", "--root", str(root), *map(str, more)]) == 0
    return (root / UNIT).read_text()


@needs_systemd
def test_systemd_finds_nothing_to_complain_about(unit: Path):
    run = subprocess.run(["systemd-analyze", "verify", unit], check=False, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")


@needs_systemd
def test_systemd_notices_a_misspelt_key(unit: Path):
    unit.write_text(unit.read_text().replace("ProtectHome=", "ProtectHomes="))
    run = subprocess.run(["systemd-analyze", "verify", unit], check=False, capture_output=True, text=True)
    assert "ProtectHomes" in run.stderr


@needs_systemd
def test_the_service_is_hardened(unit: Path):
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", unit]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    exposure = re.search(r"Overall exposure level for \S+: ([\d.]+)", said)
    assert float(exposure[1]) <= EXPOSED_AT_MOST


def test_the_unit_says_which_user_groups_there_are_and_leaves_no_blank(unit: Path):
    text = unit.read_text()
    assert not re.search(r"@[A-Z]+@", text)
    assert "SocketBindAllow=tcp:8000" in text
    assert "WatchdogSec=" in text


def test_what_means_something_to_systemd_survives_in_the_program_and_in_what_it_is_given():
    text = unit_text(["/my table/100%/$x", "run", 'a "$x" \\ 5%'], 80)
    assert r'ExecStart="/my table/100%%/$x" run "a \"$$x\" \\ 5%%"' in text.splitlines()


@needs_systemd
@pytest.mark.parametrize("folder", ["my $table", "100% é;"])
def test_systemd_finds_a_program_in_an_odd_place(unit: Path, tmp_path: Path, folder: str):
    program = tmp_path / folder / "python"
    program.parent.mkdir()
    shutil.copy(shutil.which("true"), program)
    unit.write_text(unit_text([str(program), 'a "quoted" \\'], 8000))
    run = subprocess.run(["systemd-analyze", "verify", unit], check=False, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.parametrize("odd", ['"', "'", "\\", ":"])
def test_a_program_in_a_place_that_systemd_cannot_be_told_is_refused(
    tmp_path: Path, refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch, odd: str
):
    monkeypatch.setattr(sys, "executable", f"/home/ann/my{odd}table/bin/python")
    assert "systemd cannot be told" in refused("install-service", "--root", tmp_path / "root")
    assert not (tmp_path / "root").exists()


def test_a_home_that_the_program_lies_in_is_shown_to_the_service_as_it_is_called(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "prefix", "/home/ann/my 100%/$table")
    assert 'BindReadOnlyPaths="/home/ann/my 100%%/$table"\n' in unit_text(["/bin/true"], 80)


def test_the_service_is_started_again_after_trouble_and_not_after_a_mistake(unit: Path):
    (never,) = re.findall("^RestartPreventExitStatus=(.*)$", unit.read_text(), re.MULTILINE)
    assert never.split() == [str(MISTAKE)]
    assert "Restart=on-failure\n" in unit.read_text()
    assert "StartLimitIntervalSec=0\n" in unit.read_text(), "however quickly it was tried again and again"
    assert TROUBLE != MISTAKE


def test_installing_writes_unit_and_announcement(tmp_path: Path):
    text = installed(tmp_path)
    assert f"ExecStart={sys.executable} -m companion run --camera picamera\n" in text
    service = ElementTree.fromstring((tmp_path / AVAHI).read_text())
    assert service.findtext("service/port") == "8000"


def test_settings_and_profile_are_copied_and_named(tmp_path: Path, drawn_profile: Path):
    settings, profile = tmp_path / "my.toml", tmp_path / "my.profile"
    settings.write_text("[page]\nport = 8123\n")
    shutil.copy(drawn_profile, profile)
    root = tmp_path / "root"
    text = installed(root, "--settings", settings, "--profile", profile, "--camera", "webcam:0")
    assert "run --camera webcam:0 --profile /etc/companion/board.profile --settings %d/companion.toml\n" in text
    assert "\nLoadCredential=companion.toml:/etc/companion/companion.toml\n" in text
    assert "SocketBindAllow=tcp:8123" in text
    assert (root / PROFILE).read_bytes() == drawn_profile.read_bytes()
    assert (root / SETTINGS).read_text() == settings.read_text()


def test_installing_again_updates_and_keeps_settings_and_profile(tmp_path: Path, drawn_profile: Path):
    profile = tmp_path / "my.profile"
    shutil.copy(drawn_profile, profile)
    first = installed(tmp_path, "--profile", profile)
    assert installed(tmp_path) == first


@pytest.mark.parametrize("camera", ["webcam:0", "virtual", "folder"])
def test_installing_again_keeps_the_camera_unless_another_is_named(tmp_path: Path, camera: str):
    if camera == "folder":
        camera = str(tmp_path / 'my "$table" \\ 5%')
        Path(camera).mkdir()
    first = installed(tmp_path, "--camera", camera)
    assert installed(tmp_path) == first
    assert " run --camera picamera\n" in installed(tmp_path, "--camera", "picamera")


@pytest.mark.parametrize("started", ["", "ExecStart=/bin/true --camera\n", "ExecStart=/bin/true 'open\n"])
def test_a_unit_that_names_no_camera_is_installed_with_the_pis_own(tmp_path: Path, started: str):
    unit = tmp_path / UNIT
    unit.parent.mkdir(parents=True)
    unit.write_text(started)
    assert " run --camera picamera\n" in installed(tmp_path)


def test_installing_again_without_settings_lets_phones_in_where_the_kept_ones_serve(tmp_path: Path):
    (tmp_path / "my.toml").write_text("[page]\nport = 8123\n")
    first = installed(tmp_path, "--settings", tmp_path / "my.toml")
    assert installed(tmp_path) == first
    assert "<port>8123</port>" in (tmp_path / AVAHI).read_text()


def test_the_kept_settings_may_be_named_again_once_they_were_changed(tmp_path: Path):
    (tmp_path / "my.toml").write_text("[page]\nport = 8123\n")
    installed(tmp_path, "--settings", tmp_path / "my.toml")
    (tmp_path / SETTINGS).write_text("[page]\nport = 8200\n")
    assert "SocketBindAllow=tcp:8200\n" in installed(tmp_path, "--settings", tmp_path / SETTINGS)
    assert (tmp_path / SETTINGS).read_text() == "[page]\nport = 8200\n"


def test_nobody_but_root_and_the_service_reads_settings_that_may_hold_a_password(tmp_path: Path):
    (tmp_path / "my.toml").write_text('[mqtt]\npassword = "hush-hush"\nusername = "oak"\n')
    installed(tmp_path, "--settings", tmp_path / "my.toml")
    assert stat.S_IMODE((tmp_path / SETTINGS).stat().st_mode) == 0o600


@pytest.mark.parametrize("named", [True, False])
def test_whoever_may_not_read_the_kept_settings_is_told_to_use_sudo_and_not_to_open_them(
    tmp_path: Path, refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch, named: bool
):
    kept = tmp_path / SETTINGS
    kept.parent.mkdir(parents=True)
    kept.write_text("patience_s = 1\n")
    monkeypatch.setattr(os, "access", lambda path, _: path != kept)
    more = ["--settings", kept] if named else []
    assert "run this with sudo" in refused("install-service", "--dry-run", "--root", tmp_path, *more)


@pytest.mark.parametrize("named", [True, False])
def test_settings_that_everybody_could_read_are_closed_when_installed_again(tmp_path: Path, named: bool):
    kept = tmp_path / SETTINGS
    kept.parent.mkdir(parents=True)
    kept.write_text("patience_s = 1\n")
    with kept.open() as spy:
        kept.write_text("patience_s = 2\n")
        installed(tmp_path, *(("--settings", kept) if named else ()))
        assert os.fstat(spy.fileno()).st_nlink == 0  # what is written from now on goes elsewhere
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [each.name for each in kept.parent.iterdir()] == ["companion.toml"]


def test_everybody_may_read_a_profile(tmp_path: Path, drawn_profile: Path):
    installed(tmp_path, "--profile", drawn_profile)
    assert stat.S_IMODE((tmp_path / PROFILE).stat().st_mode) == 0o644


@needs_systemd
def test_systemd_hands_settings_over_without_a_complaint(unit: Path):
    unit.write_text(unit_text([sys.executable, "-m", "companion", "run"], 8000, settings=True))
    run = subprocess.run(["systemd-analyze", "verify", unit], check=False, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")


@needs_systemd
@pytest.mark.parametrize(("port", "rights"), [(80, "CAP_NET_BIND_SERVICE"), (1024, "")])
def test_a_port_that_not_everybody_may_serve_is_allowed_to_the_service(unit: Path, port: int, rights: str):
    unit.write_text(unit_text([sys.executable, "-m", "companion", "run"], port))
    assert {f"CapabilityBoundingSet={rights}", f"AmbientCapabilities={rights}"} <= set(unit.read_text().splitlines())
    run = subprocess.run(["systemd-analyze", "verify", unit], check=False, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ('journal = "/srv/game.db"', "journal is /srv/game.db"),
        ('empty_table = "/home/ann/empty.png"', "empty_table is /home/ann/empty.png"),
        ('[mqtt]\nusername = "oak"\npassword_file = "secret"', "password_file is secret"),
        ('[mqtt]\ntls = true\nca = "/root/ca.pem"', "ca is /root/ca.pem"),
    ],
)
def test_files_that_the_service_would_not_see_are_refused(
    tmp_path: Path, refused: Callable[..., str], settings: str, said: str
):
    (tmp_path / "my.toml").write_text(settings)
    assert said in refused("install-service", "--root", tmp_path / "root", "--settings", tmp_path / "my.toml")
    assert not (tmp_path / "root").exists()


@pytest.mark.parametrize("journal", ["oak.db", "/var/lib/companion/oak.db"])
def test_a_journal_in_the_place_of_the_service_is_fine(tmp_path: Path, journal: str):
    (tmp_path / "my.toml").write_text(f'journal = "{journal}"')
    installed(tmp_path, "--settings", tmp_path / "my.toml")


def test_uninstalling_removes_what_was_installed_and_keeps_the_profile(tmp_path: Path, drawn_profile: Path):
    profile = tmp_path / "my.profile"
    shutil.copy(drawn_profile, profile)
    installed(tmp_path, "--profile", profile)
    assert main(["uninstall-service", "--root", str(tmp_path)]) == 0
    left = [path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()]
    assert sorted(left) == [PROFILE, Path("my.profile")]
    assert main(["uninstall-service", "--root", str(tmp_path)]) == 0


@pytest.mark.parametrize("command", ["install-service", "uninstall-service"])
def test_a_dry_run_changes_nothing_and_says_everything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
):
    if command == "uninstall-service":
        installed(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert main([command, "--dry-run", "--root", str(tmp_path)]) == 0
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
    assert str(tmp_path / UNIT) in capsys.readouterr().out


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "etc").write_text("a file where a folder must be")
    assert main(["install-service", "--root", str(tmp_path)]) == TROUBLE
    assert "run it with sudo" in capsys.readouterr().err


@pytest.mark.parametrize(("settings", "said"), [("[page]\nport = 0", "port 0"), ("[pgae]", "did you mean")])
def test_settings_that_cannot_serve_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], settings: str, said: str
):
    (tmp_path / "my.toml").write_text(settings)
    arguments = ["install-service", "--root", str(tmp_path / "root"), "--settings", str(tmp_path / "my.toml")]
    assert main(arguments) in (MISTAKE, TROUBLE)
    assert said in capsys.readouterr().err
    assert not (tmp_path / "root").exists()


@pytest.mark.parametrize(("option", "said"), [("--camera", "is no camera"), ("--profile", "not a profile")])
def test_what_would_not_start_is_refused_before_anything_is_written(
    tmp_path: Path, refused: Callable[..., str], option: str, said: str
):
    (tmp_path / "bad").write_text("[page]")
    assert said in refused("install-service", "--root", tmp_path / "root", option, tmp_path / "bad")
    assert not (tmp_path / "root").exists()


def test_the_files_lie_in_the_systemd_folder():
    files = sorted(path.name for path in service_folder().iterdir() if path.suffix != ".md")
    assert files == ["companion.avahi", "companion.service"]
