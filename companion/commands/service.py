"""`companion install-service` and `uninstall-service`: the companion as a hardened service of systemd.

What would be written can be looked at first (`--dry-run`); installing again is how one updates. With `--root` the
files go into another system's tree, as for an image, and systemd is left alone.
"""

import argparse
import grp
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import companion
from calibration.profile import load_profile
from companion.commands.arguments import Commands, add_command
from companion.errors import CompanionError
from companion.live.cameras import parse_camera
from companion.settings import Settings, load_settings
from companion.terminal.console import Console

UNIT = Path("etc/systemd/system/companion.service")
AVAHI = Path("etc/avahi/services/companion.service")
SETTINGS = Path("etc/companion/companion.toml")
PROFILE = Path("etc/companion/board.profile")
GROUPS = ("video", "render", "gpio", "spi")
"""Who may use cameras, buffers, pins and the strip on Raspberry Pi OS; those that this machine lacks are left out."""
_UNSPEAKABLE = set("\"'\\:\n")
"""What the place of a program, or of a folder that is shown to the service, cannot hold in a unit of systemd."""
_ESCAPED = MappingProxyType({"$": "$$", "\\": r"\\", '"': r"\"", "\n": r"\n"})
_OPEN, _SECRET = 0o644, 0o600
"""Who may read a copy: everybody, or root alone, as settings may hold a password; systemd hands them to the service."""
HANDED_OVER = f"LoadCredential={SETTINGS.name}:{Path('/') / SETTINGS}"
_TAKEN = (f"--settings %d/{SETTINGS.name}",)
STATE = Path("/var/lib/companion")
_ANYBODYS = 1024
"""From this port on anybody may serve."""
_START = (("systemctl", "daemon-reload"), ("systemctl", "enable", "companion"), ("systemctl", "restart", "companion"))
_STOP = (("systemctl", "disable", "--now", "companion"),)
_FORGET = (("systemctl", "daemon-reload"),)

_INSTALL = """start with the machine, as a service of systemd
Settings and profile are copied to /etc/companion. To update, install again."""
_INSTALLS = (
    "install-service --dry-run  # only says what it would do",
    "install-service --camera webcam:0  # with a USB camera; run it with sudo",
)
_UNINSTALL = """no longer start with the machine; the games are kept
Settings and profile stay in /etc/companion, games in /var/lib/companion."""
_UNINSTALLS = (
    "uninstall-service --dry-run  # only says what it would do",
    "uninstall-service  # run it with sudo",
)


class ServiceError(CompanionError, OSError):
    """The service cannot be written, started or removed."""


@dataclass(frozen=True, slots=True)
class Doer:
    """Does what it is told, or only says it."""

    console: Console
    root: Path
    dry: bool

    def write(self, path: Path, text: str) -> None:
        """Put a text into a file under the root."""
        self.console.say(f"# write {self.root / path}")
        if self.dry:
            self.console.say(text)
            return
        self._change(path, lambda target: target.write_text(text, "utf-8"))

    def copy(self, source: Path, path: Path, mode: int) -> None:
        """Copy a file to a place under the root, where nobody else may read it at any moment. Raises ServiceError."""
        self.console.say(f"# copy {source} to {self.root / path}")
        if not source.is_file():
            raise ServiceError(f"{source}: no such file; name another")
        if not self.dry:
            # Read whole before it is written: it may be the very file that is kept there.
            content = source.read_bytes()
            self._change(path, lambda target: _replace(target, content, mode))

    def remove(self, path: Path) -> None:
        """Nothing stays there under the root."""
        if (self.root / path).exists():
            self.console.say(f"# remove {self.root / path}")
            if not self.dry:
                self._change(path, lambda target: target.unlink())

    def run(self, commands: tuple[tuple[str, ...], ...]) -> None:
        """These commands one after the other, on this very machine alone."""
        for command in commands if self.root == Path("/") else ():
            self.console.say(f"# run {shlex.join(command)}")
            if not self.dry:
                _run(command)

    def _change(self, path: Path, change: Callable[[Path], object]) -> None:
        target = self.root / path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            change(target)
        except OSError as error:
            raise ServiceError(f"{target}: cannot be changed ({error.strerror}); run it with sudo") from error


def add(commands: Commands) -> None:
    """Both commands for the command line."""
    install = add_command(commands, "install-service", _INSTALL, _INSTALLS)
    install.add_argument("--camera", help="as for `companion run`; when left out the one it has, else picamera")
    install.add_argument("--profile", type=Path, help="what calibration learnt; copied to /etc/companion")
    install.add_argument("--settings", type=Path, help="a settings file; copied to /etc/companion")
    uninstall = add_command(commands, "uninstall-service", _UNINSTALL, _UNINSTALLS)
    for parser, command in ((install, install_command), (uninstall, uninstall_command)):
        parser.add_argument("--dry-run", action="store_true", help="only say what would be done")
        parser.add_argument(
            "--root", type=Path, default=Path("/"), help="another system's tree, as for an image; / usually"
        )
        parser.set_defaults(command=command)


def install_command(options: argparse.Namespace) -> None:
    """`companion install-service`: write unit and announcement, start it now and with the machine.

    Raises ServiceError, and before anything is written whatever would keep `companion run` from starting so.
    """
    doer = Doer(Console(), options.root, options.dry_run)
    camera = options.camera or _kept_camera(options.root / UNIT)
    parse_camera(camera)
    if options.profile is not None:
        load_profile(options.profile)
    source = _settings_file(options.settings, options.root / SETTINGS)
    settings = load_settings(source)
    _check(settings)
    port = settings.page.port
    command = [sys.executable, "-m", "companion", "run", "--camera", camera]
    if options.profile is not None:
        doer.copy(options.profile, PROFILE, _OPEN)
    if options.profile is not None or (options.root / PROFILE).is_file():
        command += ["--profile", str(Path("/") / PROFILE)]
    if source is not None:
        doer.copy(source, SETTINGS, _SECRET)  # also the kept ones: everybody could read them once
    doer.write(UNIT, unit_text(command, port, source is not None))
    doer.write(AVAHI, _fill_template(service_folder() / "companion.avahi", {"PORT": str(port)}))
    doer.run(_START)


def _settings_file(named: Path | None, kept: Path) -> Path | None:
    """The settings that the service is to have. Raises ServiceError for kept ones that root alone may read."""
    source = named or (kept if kept.is_file() else None)
    if source == kept and kept.is_file() and not os.access(kept, os.R_OK):
        raise ServiceError(f"{kept}: only root may read it, since it may hold a password; run this with sudo")
    return source


def _kept_camera(unit: Path) -> str:
    """The camera that the service was installed with, or the Pi's own."""
    with suppress(OSError, ValueError, IndexError):  # never installed, or a unit that was changed by hand
        words = shlex.split(re.findall("^ExecStart=.*", unit.read_text("utf-8"), re.MULTILINE)[0])
        return words[words.index("--camera") + 1].replace("$$", "$").replace("%%", "%")
    return "picamera"


def _check(settings: Settings) -> None:
    """Raises ServiceError for what `companion run` could use and the service cannot."""
    for place in (Path(sys.executable), *_homes_needed()):
        if set(str(place)) & _UNSPEAKABLE:
            remedy = "move the program where its path has no quote, backslash or colon"
            raise ServiceError(f"{place} is a place that systemd cannot be told; {remedy}")
    if not settings.page.port:
        raise ServiceError("port 0 would change at every start; name a port in the settings")
    journal, mqtt = settings.journal, settings.mqtt
    if journal is not None and journal.is_absolute() and not journal.is_relative_to(STATE):
        raise ServiceError(f"journal is {journal}; the service writes in {STATE} alone, leave the folder out")
    named = {"empty_table": settings.empty_table, "password_file": mqtt.password_file, "ca": mqtt.ca}
    for name, file in named.items():
        if file is not None and (not file.is_absolute() or _in_a_home(file)):
            where = f"copy it to {Path('/') / SETTINGS.parent}, and name it with its whole path"
            raise ServiceError(f"{name} is {file}, which the service does not see; {where}")


def uninstall_command(options: argparse.Namespace) -> None:
    """`companion uninstall-service`: stop it and remove what was installed; settings, profile and games are kept."""
    doer = Doer(Console(), options.root, options.dry_run)
    if (options.root / UNIT).exists():
        doer.run(_STOP)
    doer.remove(UNIT)
    doer.remove(AVAHI)
    doer.run(_FORGET)
    doer.console.say("Settings and profile stay in /etc/companion, games in /var/lib/companion.")


def unit_text(command: list[str], port: int, settings: bool = False) -> str:
    """The unit that starts this command line and lets phones in at this port; `settings` are handed over if kept."""
    told = [_quoted(command[0]), *map(_argument, command[1:]), *(_TAKEN if settings else ())]
    values = {
        "COMMAND": " ".join(told),
        "SETTINGS": HANDED_OVER if settings else "",
        "GROUPS": " ".join(_known_groups()),
        "PORT": str(port),
        "RIGHTS": "CAP_NET_BIND_SERVICE" if port < _ANYBODYS else "",
        "BIND": "\n".join(f"BindReadOnlyPaths={_quoted(str(place))}" for place in _homes_needed()),
    }
    return _fill_template(service_folder() / "companion.service", values)


def service_folder() -> Path:
    """Where unit and announcement are kept. Raises ServiceError when they were left out."""
    here = Path(companion.__file__).resolve().parent
    for place in (here / "service_files", here.parent / "systemd"):
        if place.is_dir():
            return place
    raise ServiceError("the service's files are missing; install the program again")


def _fill_template(template: Path, values: Mapping[str, str]) -> str:
    text = template.read_text("utf-8")
    for name, value in values.items():
        text = text.replace(f"@{name}@", value)
    return text


def _quoted(word: str) -> str:
    """A word as systemd reads it back: percent signs doubled, in quotes where it holds a blank or others."""
    word = word.replace("%", "%%")
    return f'"{word}"' if set(word) & set(" \t'\"\\") else word


def _argument(word: str) -> str:
    """The same of what a program is given: only there dollars and backslashes mean something else."""
    return _quoted("".join(_ESCAPED.get(sign, sign) for sign in word))


def _known_groups() -> Iterator[str]:
    there = {group.gr_name for group in grp.getgrall()}
    return (name for name in GROUPS if name in there)


def _homes_needed() -> list[Path]:
    """The folders the program itself lies in, where those are in somebody's home: homes are hidden from the service."""
    places = {Path(sys.prefix), Path(sys.base_prefix), Path(companion.__file__).resolve().parent.parent}
    return sorted(filter(_in_a_home, places))


def _in_a_home(place: Path) -> bool:
    return any(place.is_relative_to(home) for home in ("/home", "/root"))


def _replace(target: Path, content: bytes, mode: int) -> None:
    """A whole new file in the place of the old one, which whoever holds open sees nothing of."""
    number, name = tempfile.mkstemp(dir=target.parent)
    building = Path(name)
    try:
        with open(number, "wb") as file:
            file.write(content)
            os.fchmod(number, mode)
        building.replace(target)
    finally:
        building.unlink(missing_ok=True)


def _run(command: tuple[str, ...]) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 (fixed words alone)
    except FileNotFoundError as error:
        raise ServiceError(
            f"{command[0]} is missing, so this machine has no systemd; start `companion run` by hand"
        ) from error
    except subprocess.CalledProcessError as error:
        said = error.stderr.strip() or f"status {error.returncode}"
        raise ServiceError(f"{shlex.join(command)} failed ({said}); see journalctl -u companion") from error
