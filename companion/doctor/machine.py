"""The machine's own condition: system, power, heat, disk, clock, network, service. Nothing is changed by asking.

Everything is asked of a `Machine`, whose files and commands may be those of any other: a folder stands in for `/`.
"""

import os
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from calibration.quality import Grade, GradeLimits, Verdict
from companion.session.internal_errors import noted_in
from companion.web.addresses import lan_address
from companion.web.phone_book import PhoneBook
from hardware.archive import free_bytes

_PATIENCE_S = 10
_HEAT_C = GradeLimits(good=70, fair=80)
"""A Pi slows itself down from 80 degrees on."""
_TAKEN_MB = GradeLimits(good=-1000, fair=-200)
"""Free megabytes, less is worse: journals are small, recordings and updates are not."""
_BEFORE_THIS_PROGRAM_S = 1_735_689_600
"""New Year's Day of 2025: a clock that shows less was never set."""
_LOW_VOLTAGE, _SLOWED = 0x1, 0x2 | 0x4 | 0x8
_SINCE_START = 16
"""The same bits so much higher tell of any moment since the start."""


def said_by(command: Sequence[str]) -> str | None:
    """What a command says, whatever its exit status; None when there is no such command or it hangs."""
    try:
        return subprocess.run(  # noqa: S603 (fixed words alone)
            list(command), capture_output=True, text=True, timeout=_PATIENCE_S, check=False
        ).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return None


def may_use(path: Path) -> bool:
    """Whether this user may read and write it."""
    return os.access(path, os.R_OK | os.W_OK)


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine to be asked."""

    root: Path = Path("/")
    run: Callable[[Sequence[str]], str | None] = said_by
    may_use: Callable[[Path], bool] = may_use

    def text(self, pattern: str) -> str | None:
        """What stands in the first file of that name, or None."""
        for path in self.places(pattern):
            try:
                return path.read_text("utf-8", errors="replace").replace("\0", "").strip()
            except OSError:
                continue
        return None

    def places(self, pattern: str) -> list[Path]:
        """The files of that name, with * for anything."""
        return sorted(self.root.glob(pattern))

    @property
    def model(self) -> str | None:
        """What the board calls itself, where it is a single-board computer."""
        return self.text("proc/device-tree/model")


def system(machine: Machine, architecture: str) -> Verdict:
    """Whether the operating system is one this program runs on."""
    name = machine.model or "not a Raspberry Pi"
    if architecture.startswith("armv"):
        remedy = "Install the 64-bit Raspberry Pi OS: with 32 bits it cannot read pictures."
        return Verdict("System", Grade.POOR, f"{name} with a 32-bit system", remedy)
    return Verdict("System", Grade.GOOD, f"{name}, {architecture}")


def power(machine: Machine) -> Verdict:
    """Whether the supply holds, as the firmware tells: bits 0 to 3 for now, 16 to 19 for any moment since the start."""
    told = machine.text("sys/devices/platform/*/*firmware*/get_throttled") or machine.run(["vcgencmd", "get_throttled"])
    try:
        bits = int((told or "").removeprefix("throttled="), 16)
    except ValueError:
        return Verdict("Power", Grade.GOOD, "this machine does not watch its power supply")
    before = bits >> _SINCE_START
    if (bits | before) & _LOW_VOLTAGE:
        grade = Grade.POOR if bits & _LOW_VOLTAGE else Grade.FAIR
        when = "is too low" if bits & _LOW_VOLTAGE else "was too low at some time since the start"
        return Verdict("Power", grade, f"the voltage {when}", "Use the Pi's own supply, and a short cable.")
    if (bits | before) & _SLOWED:
        grade = Grade.POOR if bits & _SLOWED else Grade.FAIR
        return Verdict("Power", grade, "the processor was slowed down", "Cool it: a heat sink, or air around the case.")
    return Verdict("Power", Grade.GOOD, "the voltage is steady, and nothing was slowed down")


def heat(machine: Machine) -> Verdict:
    """How warm the warmest sensor is."""
    texts = [machine.text(str(path.relative_to(machine.root))) for path in machine.places(_SENSORS)]
    degrees = [int(text) / 1000 for text in texts if text and text.lstrip("-").isdecimal()]
    if not degrees:
        return Verdict("Heat", Grade.GOOD, "this machine has no thermometer")
    grade = _HEAT_C.grade(max(degrees))
    remedy = "" if grade is Grade.GOOD else "Cool it: a heat sink, or air around the case."
    return Verdict("Heat", grade, f"the processor is at {max(degrees):.0f} degrees", remedy)


_SENSORS = "sys/class/thermal/thermal_zone*/temp"


def disk(machine: Machine, folder: Path, free: Callable[[Path], int] = free_bytes) -> Verdict:
    """Whether there is room where games are kept, and it may be used."""
    try:
        free_mb = free(folder) / 1e6
    except OSError as error:
        return Verdict(
            "Disk",
            Grade.POOR,
            f"{folder} cannot be used ({error.strerror})",
            "Check the disk or SD card: it may be full, locked or worn out.",
        )
    if not machine.may_use(folder):
        return Verdict(
            "Disk", Grade.POOR, f"{folder} cannot be written to", "Mount it for writing, or change its owner."
        )
    grade = _TAKEN_MB.grade(-free_mb)
    remedy = "" if grade is Grade.GOOD else "Make room: old recordings take the most."
    return Verdict("Disk", grade, f"{free_mb:,.0f} MB are free in {folder}, where games are kept", remedy)


def clock(machine: Machine, now_s: float) -> Verdict:
    """Whether the clock was set; games are kept in order by number, but people look at dates."""
    if now_s < _BEFORE_THIS_PROGRAM_S:
        return Verdict("Clock", Grade.POOR, "it was never set", "Connect the machine to the internet, or set it.")
    if machine.places("run/systemd/timesync") and not machine.places("run/systemd/timesync/synchronized"):
        remedy = "Connect the machine to the internet; games are kept in order all the same."
        return Verdict("Clock", Grade.FAIR, "it was not set since the start", remedy)
    return Verdict("Clock", Grade.GOOD, "it is set")


def network(port: int, address: Callable[[], str] = lan_address) -> Verdict:
    """Whether phones can find the page."""
    found = address()
    if found.startswith("127."):
        remedy = "Join a network, or make one of your own with `nmcli device wifi hotspot`."
        return Verdict("Network", Grade.POOR, "this machine is not connected to a network", remedy)
    return Verdict("Network", Grade.GOOD, f"phones find the page at http://{found}:{port}/")


def mistakes(file: Path) -> Verdict:
    """Whether the program noted mistakes of its own; `file` is where it lists them."""
    noted = noted_in(file)
    if not noted:
        return Verdict("Program", Grade.GOOD, "no program errors so far")
    number, words = noted[-1]
    remedy = f"Report what `journalctl -u companion` says about it; then delete {file}."
    return Verdict("Program", Grade.FAIR, f"there were program errors, the last is number {number}: {words}", remedy)


def phones(file: Path) -> Verdict:
    """Which phones are trusted; `file` is where they are kept."""
    trust = PhoneBook(file).read()
    told = [
        f"{'the table' if one.table else f'seat {one.seat}'} since {date.fromtimestamp(trust.since_s[key])}"
        for key, one in trust.phones.items()
    ]
    words = f"{len(told)} trusted: for {', for '.join(told)}; to forget them, delete {file}"
    return Verdict("Phones", Grade.GOOD, words if told else "none is trusted yet")


def service(machine: Machine) -> Verdict:
    """How the service is, where there is one."""
    properties = "--property=LoadState,ActiveState,SubState,NRestarts"
    told = machine.run(["systemctl", "show", "companion", properties])
    state = dict(line.split("=", 1) for line in (told or "").splitlines() if "=" in line)
    if state.get("LoadState") != "loaded":
        return Verdict("Service", Grade.GOOD, "not installed; `companion install-service` starts it with the machine")
    restarts, active = state.get("NRestarts", "0"), state.get("ActiveState", "")
    times = {"0": "", "1": "restarted once"}.get(restarts, f"restarted {restarts} times")
    look = "See why: journalctl -u companion."
    if active == "failed":
        return Verdict("Service", Grade.POOR, "it failed", look)
    if active == "activating":
        if not times and state.get("SubState") != "auto-restart":
            return Verdict("Service", Grade.FAIR, "it is starting", "Wait a minute, and ask again.")
        return Verdict("Service", Grade.POOR, f"it ended and begins anew{times and f', {times}'}", look)
    if active != "active":
        return Verdict("Service", Grade.FAIR, f"it is {active}", "Start it: sudo systemctl start companion.")
    if times:
        return Verdict("Service", Grade.FAIR, times, look)
    return Verdict("Service", Grade.GOOD, "it runs")
