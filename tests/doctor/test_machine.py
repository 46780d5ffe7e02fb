"""Every question is asked of a made-up machine that is well, and of one that is not."""

import time
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

import pytest

from calibration.quality import Grade
from companion.doctor.machine import (
    Machine,
    clock,
    disk,
    heat,
    may_use,
    mistakes,
    network,
    phones,
    power,
    said_by,
    service,
    system,
)
from companion.referee.phones import Asker
from companion.session.internal_errors import InternalErrors
from companion.web.phone_book import PhoneBook, Trust, digest

IN_2026_S = 1_795_000_000.0
Make = Callable[..., Machine]


@pytest.fixture
def machine(tmp_path: Path) -> Make:
    """A machine with these files, and what its commands say, by the command's first word."""

    def make(files: dict[str, str] | None = None, said: dict[str, str] | None = None, usable: bool = True) -> Machine:
        for name, text in (files or {}).items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)

        def run(command: Sequence[str]) -> str | None:
            return (said or {}).get(command[0])

        return Machine(tmp_path, run, lambda _: usable)

    return make


def test_a_pi_is_called_by_its_name_and_32_bits_are_too_few(machine: Make):
    pi = machine({"proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0"})
    assert str(system(pi, "aarch64")) == "System:   good, Raspberry Pi 4 Model B Rev 1.4, aarch64"
    assert system(pi, "armv7l").grade is Grade.POOR
    assert "64-bit" in system(pi, "armv7l").remedy
    (pi.root / "proc/device-tree/model").unlink()
    assert system(pi, "x86_64").grade is Grade.GOOD


@pytest.mark.parametrize(
    ("bits", "grade", "finding"),
    [
        ("0", Grade.GOOD, "the voltage is steady"),
        ("0x0", Grade.GOOD, "the voltage is steady"),
        ("50005", Grade.POOR, "is too low"),
        ("0x50000", Grade.FAIR, "was too low at some time since the start"),
        ("80008", Grade.POOR, "slowed down"),
        ("20000", Grade.FAIR, "slowed down"),
        ("gone", Grade.GOOD, "does not watch"),
    ],
)
@pytest.mark.parametrize("told_by", ["file", "command"])
def test_the_firmware_tells_of_voltage_and_slowing(machine: Make, bits: str, grade: Grade, finding: str, told_by: str):
    files = {"sys/devices/platform/soc/soc:firmware/get_throttled": bits + "\n"} if told_by == "file" else {}
    said = {} if told_by == "file" else {"vcgencmd": f"throttled={bits}"}
    verdict = power(machine(files, said))
    assert (verdict.grade, bool(verdict.remedy)) == (grade, grade is not Grade.GOOD)
    assert finding in verdict.finding


def test_a_machine_that_watches_nothing_is_not_blamed(machine: Make):
    assert power(machine()).grade is Grade.GOOD
    assert heat(machine()).grade is Grade.GOOD


@pytest.mark.parametrize(("degrees", "grade"), [(48, Grade.GOOD), (74, Grade.FAIR), (83, Grade.POOR)])
def test_the_warmest_sensor_counts(machine: Make, degrees: int, grade: Grade):
    sensors = {"thermal_zone0": "31000", "thermal_zone1": f"{degrees}000", "thermal_zone2": "broken"}
    hot = machine({f"sys/class/thermal/{name}/temp": text + "\n" for name, text in sensors.items()})
    assert (heat(hot).grade, heat(hot).finding) == (grade, f"the processor is at {degrees} degrees")


@pytest.mark.parametrize(("free_mb", "grade"), [(5000, Grade.GOOD), (700, Grade.FAIR), (90, Grade.POOR)])
def test_a_disk_needs_room(machine: Make, tmp_path: Path, free_mb: int, grade: Grade):
    verdict = disk(machine(), tmp_path, lambda _: free_mb * 1_000_000)
    assert (verdict.grade, bool(verdict.remedy)) == (grade, grade is not Grade.GOOD)
    assert f"MB are free in {tmp_path}, where games are kept" in verdict.finding


def test_a_disk_that_cannot_be_written_or_found_is_said(machine: Make, tmp_path: Path):
    assert "cannot be written" in disk(machine(usable=False), tmp_path).finding
    assert "No such file" in disk(machine(), tmp_path / "nowhere").finding


def test_a_clock_that_was_never_set_is_poor_and_one_not_set_today_is_fair(machine: Make):
    assert clock(machine(), 4000.0).grade is Grade.POOR
    assert clock(machine(), IN_2026_S).grade is Grade.GOOD
    waiting = machine({"run/systemd/timesync/other": ""})
    assert clock(waiting, IN_2026_S).grade is Grade.FAIR
    assert clock(machine({"run/systemd/timesync/synchronized": ""}), IN_2026_S).grade is Grade.GOOD


def test_a_machine_in_no_network_is_poor():
    assert network(8000, lambda: "127.0.0.1").grade is Grade.POOR
    assert network(8000, lambda: "192.168.1.7").finding == "phones find the page at http://192.168.1.7:8000/"


@pytest.mark.parametrize(
    ("said", "grade", "finding"),
    [
        (None, Grade.GOOD, "not installed"),
        ("LoadState=not-found\nActiveState=inactive\nNRestarts=0", Grade.GOOD, "not installed"),
        ("LoadState=loaded\nActiveState=active\nNRestarts=0", Grade.GOOD, "it runs"),
        ("LoadState=loaded\nActiveState=active\nNRestarts=3", Grade.FAIR, "restarted 3 times"),
        ("LoadState=loaded\nActiveState=active\nNRestarts=1", Grade.FAIR, "restarted once"),
        ("LoadState=loaded\nActiveState=inactive\nNRestarts=0", Grade.FAIR, "it is inactive"),
        ("LoadState=loaded\nActiveState=activating\nSubState=start\nNRestarts=0", Grade.FAIR, "it is starting"),
        (
            "LoadState=loaded\nActiveState=activating\nSubState=auto-restart\nNRestarts=0",
            Grade.POOR,
            "it ended and begins anew",
        ),
        (
            "LoadState=loaded\nActiveState=activating\nSubState=auto-restart\nNRestarts=7",
            Grade.POOR,
            "it ended and begins anew, restarted 7 times",
        ),
        (
            "LoadState=loaded\nActiveState=activating\nSubState=start\nNRestarts=1",
            Grade.POOR,
            "it ended and begins anew, restarted once",
        ),
        ("LoadState=loaded\nActiveState=failed\nNRestarts=9", Grade.POOR, "it failed"),
    ],
)
def test_the_service_is_asked_after(machine: Make, said: str | None, grade: Grade, finding: str):
    verdict = service(machine(said={} if said is None else {"systemctl": said}))
    assert (verdict.grade, verdict.finding[: len(finding)]) == (grade, finding)


def test_mistakes_of_the_programs_own_are_told_with_their_number(tmp_path: Path):
    assert mistakes(tmp_path / "game.stumbles").grade is Grade.GOOD
    InternalErrors(tmp_path / "game.stumbles").note("judging a look", KeyError("x"))
    verdict = mistakes(tmp_path / "game.stumbles")
    assert verdict.grade is Grade.FAIR
    assert "the last is number 1" in verdict.finding
    assert "judging a look: KeyError: 'x'" in verdict.finding
    assert "game.stumbles" in verdict.remedy


def test_trusted_phones_are_listed_with_how_to_forget_them(tmp_path: Path):
    file = tmp_path / "game.phones"
    assert phones(file).finding == "none is trusted yet"
    PhoneBook(file).write(Trust("271828", {digest("one"): Asker(table=True), digest("two"): Asker(2)}))
    day = date.fromtimestamp(time.time())
    told = f"2 trusted: for the table since {day}, for seat 2 since {day}; to forget them, delete {file}"
    assert phones(file).finding == told


def test_a_command_that_is_missing_says_nothing(tmp_path: Path):
    assert said_by(["echo", "hello"]) == "hello"
    assert said_by([str(tmp_path / "nowhere")]) is None


def test_what_may_be_used_is_asked_of_the_system(tmp_path: Path):
    (tmp_path / "file").touch()
    assert may_use(tmp_path / "file")
    assert not may_use(tmp_path / "nowhere")
