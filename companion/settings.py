"""What a table may set: one TOML file, read into frozen dataclasses, in which a key that nobody reads is an error.

A table with lamps would write:

patience_s = 2.0
journal = "game.db"
pictures = true
[page]
port = 8000
pin = "271828"
[camera]
mains_hz = 50
[lights]
kind = "gpio"
[lights.pins]
team = [17, 27, 22]
[controls]
button = 3
buzzer = 11
muted = false
mute_button = 2
[mqtt]
host = "broker.lan"
username = "oak"
password_file = "/etc/companion/mqtt-password"

With a strip in place of the lamps: `kind = "strip"`, and `chip`, `team` and `brightness` under `[lights.strip]`.
"""

import difflib
import tomllib
import types
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from companion.errors import SettingsError
from companion.files import untrusted
from companion.mqtt.settings import MqttSettings, Secret
from hardware.controls import ControlPins
from hardware.header import control_uses, lamp_uses, strip_uses, together
from hardware.holding import MAINS_HZ
from hardware.lights import LampPins
from hardware.strip import StripPlan


@dataclass(frozen=True, slots=True)
class PageSettings:
    """Where phones find the page."""

    host: str = "0.0.0.0"  # noqa: S104 (phones on the home network are who the page is for)
    port: int = 8000
    """0 takes any free port."""
    pin: str | None = None
    """What a phone enters to speak for the table; None has one made once, and kept with the games."""

    def __post_init__(self) -> None:
        if self.pin is not None and not (self.pin.isascii() and self.pin.isdecimal() and 4 <= len(self.pin) <= 12):
            raise ValueError(f"pin is {self.pin!r}; it must be 4 to 12 digits in quotes")
        if self.port not in range(65536):
            raise ValueError(f"port is {self.port}; it must be from 0 to 65535")
        if not _may_be_a_host(self.host):
            raise ValueError(f"host is {self.host!r}; write a name or an address such as 127.0.0.1")


@dataclass(frozen=True, slots=True)
class LightSettings:
    """Which lamps stand at the table."""

    kind: Literal["none", "gpio", "strip"] = "none"
    pins: LampPins = field(default_factory=LampPins)
    strip: StripPlan = field(default_factory=StripPlan)

    @property
    def uses(self) -> Mapping[int, str]:
        """What hangs on each BCM pin."""
        return lamp_uses(self.pins) if self.kind == "gpio" else strip_uses(self.strip) if self.kind == "strip" else {}


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """What a camera cannot know by itself."""

    mains_hz: int = MAINS_HZ[0]
    """How often a second the mains swing that lamps hang on: 50 in most of the world, 60 in most of the Americas."""

    def __post_init__(self) -> None:
        if self.mains_hz not in MAINS_HZ:
            raise ValueError(f"mains_hz is {self.mains_hz}; it must be {' or '.join(map(str, MAINS_HZ))}")


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a table may set, with what holds when it sets nothing."""

    patience_s: float | None = None
    """How long a half turn stays calm before a fault is said; None takes what the recording says."""
    journal: Path | None = None
    page: PageSettings = field(default_factory=PageSettings)
    camera: CameraSettings = field(default_factory=CameraSettings)
    lights: LightSettings = field(default_factory=LightSettings)
    controls: ControlPins = field(default_factory=ControlPins)
    mqtt: MqttSettings = field(default_factory=MqttSettings)
    pictures: bool = False
    """Whether the camera's picture of each turn, fault and question is kept beside the journal, for the history."""
    game: str | None = None
    """The rules for `companion run`, as `classic N=4 T=2`; None plays classic, one player in each team."""

    empty_table: Path | None = None
    """A picture of the table without board and cards, from the very camera: then Black Jack is played on it."""

    def __post_init__(self) -> None:
        if self.patience_s is not None and not 0 <= self.patience_s <= 60:
            raise ValueError(f"patience_s is {self.patience_s}; it must be from 0 to 60")
        together(self.lights.uses, control_uses(self.controls))  # refuses two things on one pin

    def patience_or(self, usual_s: float) -> float:
        """How long a half turn stays calm; `usual_s` where nobody set it."""
        return usual_s if self.patience_s is None else self.patience_s

    @property
    def uses(self) -> Mapping[int, str]:
        """What hangs on each BCM pin, lamps, strip, button and buzzer together."""
        return together(self.lights.uses, control_uses(self.controls))


def load_settings(path: Path | None) -> Settings:
    """The settings in a file, or the usual ones when there is no file. Raises SettingsError naming the bad key."""
    if path is None:
        return Settings()
    try:
        document = untrusted.toml_file(path)
    except OSError as error:
        raise SettingsError(
            f"{path}: cannot be read ({error.strerror}); see who may read it, or name another"
        ) from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path}: not written in UTF-8; save it anew as UTF-8 text") from error
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path}: not valid TOML ({error}); correct that line") from error
    except ValueError as error:
        raise SettingsError(f"{path}: {error}; correct that") from error
    settings: Settings = _built(Settings, document, str(path))
    return settings


def _may_be_a_host(text: str) -> bool:
    """Whether anything may be served there: what cannot be is an end without words further down."""
    try:
        text.encode("idna")
    except UnicodeError:
        return False
    return text.isprintable()


def names_a_file(text: str) -> bool:
    """Whether a file may be called so."""
    return "\0" not in text and bool(Path(text).name) and not Path(text).is_dir()


def _names_a_file(_: object, value: object) -> bool:
    return isinstance(value, str) and names_a_file(value) and names_a_file(str(_place(value)))


def _place(text: str) -> Path:
    """Where a file is that a person names: `~` is the home, which no shell puts in its place here."""
    with suppress(RuntimeError):  # a user who has none, or is none
        return Path(text).expanduser()
    return Path(text)


def _built(kind: Any, table: Mapping[str, Any], where: str) -> Any:
    """A dataclass filled from a TOML table; `where` names the table in complaints."""
    known = [each.name for each in fields(kind)]
    for key in table:
        if key not in known:
            raise SettingsError(f"{where}: unknown key {key[:60]!r}; {_suggestion(key, known)}")
    hints = get_type_hints(kind)
    values = {key: _value(hints[key], value, f"{where}: {key}") for key, value in table.items()}
    try:
        return kind(**values)
    except ValueError as error:
        raise SettingsError(f"{where}: {error}") from error


def _value(kind: Any, value: Any, where: str) -> Any:
    if is_dataclass(kind) and isinstance(value, dict):
        return _built(kind, value, where)
    for choice, accepts, make, _ in _KINDS:
        if _matches(kind, choice) and accepts(kind, value):
            return make(value)
    shown = repr(Secret()) if _matches(kind, Secret) else repr(value)
    raise SettingsError(f"{where} is {shown}; it must be {_wanted(kind)}{_nearest(kind, value)}")


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


# A type of a field, what it accepts, what it makes of it, and how a person calls it.
_KINDS: tuple[tuple[Any, Any, Any, str], ...] = (
    (bool, lambda _, value: isinstance(value, bool), bool, "true or false"),
    (int, lambda _, value: _is_whole(value), int, "a whole number"),
    (float, lambda _, value: _is_number(value), float, "a number"),
    (str, lambda _, value: isinstance(value, str), str, "a text in quotes"),
    (Secret, lambda _, value: isinstance(value, str), Secret, "a text in quotes"),
    (Path, _names_a_file, _place, "the name of a file in quotes"),
    (tuple, lambda _, value: isinstance(value, list) and all(map(_is_whole, value)), tuple, "a list of whole numbers"),
    (Literal, lambda kind, value: value in get_args(kind), str, "one of"),
)


def _matches(kind: Any, choice: Any) -> bool:
    if get_origin(kind) in (Union, types.UnionType):
        return any(_matches(each, choice) for each in get_args(kind))
    return choice in (kind, get_origin(kind))


def _wanted(kind: Any) -> str:
    if is_dataclass(kind):
        return "a table of its own"
    name = next(name for choice, _, _, name in _KINDS if _matches(kind, choice))
    return f"{name} {', '.join(map(repr, get_args(kind)))}" if get_origin(kind) is Literal else name


def _nearest(kind: Any, value: object) -> str:
    near = difflib.get_close_matches(str(value), get_args(kind), 1) if get_origin(kind) is Literal else []
    return f"; did you mean {near[0]!r}?" if near else ""


def _suggestion(key: str, known: list[str]) -> str:
    near = difflib.get_close_matches(key, known, 1)
    return f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
