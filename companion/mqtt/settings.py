"""What a table may set about a broker, under `[mqtt]`; without a host there is none."""

import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.files import untrusted
from companion.mqtt.topics import ROOT, Topics, slug
from hardware.broker import PORT, TLS_PORT, BrokerAddress

CREDENTIAL = "mqtt-password"
"""What systemd calls the password that it hands over."""
_LONGEST = 1000
_NOBODYS = "a password is there, and no username; add it, or leave the password out"


class Secret(str):
    """A text that is shown to nobody by mistake."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "(not shown)"


@dataclass(frozen=True, slots=True)
class MqttSettings:
    """Where the broker is, how it is spoken to, and what the table is called there."""

    host: str | None = None
    port: int | None = None
    """None takes the usual one."""
    username: str | None = None
    password: Secret | None = None
    password_file: Path | None = None
    """A file that holds the password alone, in place of it."""
    tls: bool = False
    ca: Path | None = None
    """The certificate that signed the broker's; None trusts whom the system trusts."""
    name: str | None = None
    """What the table is called; None calls it as the machine is called."""
    topic: str = ROOT
    commands: bool = False
    """Whether whoever may speak at the broker may undo and mute."""
    club: bool = False
    """Whether the table's pages show who meets there in a club's round, as the broker is told."""

    def __post_init__(self) -> None:
        if self.host is not None and (not self.host or "/" in self.host or self.host.count(":") == 1):
            # not repeated, as whoever writes an address may write a password into it
            raise ValueError("host is no name or address alone; write one such as broker.lan, and port beside it")
        if self.port is not None and self.port not in range(1, 65536):
            raise ValueError(f"port is {self.port}; it must be from 1 to 65535")
        if self.password is not None and self.password_file is not None:
            raise ValueError("password and password_file are both there; leave one out")
        if self.username is None and (self.password is not None or self.password_file is not None):
            raise ValueError(_NOBODYS)
        if self.ca is not None and not self.tls:
            raise ValueError("ca is there, and tls is not true; set it, or leave ca out")
        Topics(self.table, self.topic)

    @property
    def table(self) -> str:
        """What the table is called."""
        return slug(socket.gethostname()) if self.name is None else self.name

    @property
    def topics(self) -> Topics:
        """The table's topics."""
        return Topics(self.table, self.topic)

    @property
    def client(self) -> str:
        """What the broker knows the table as: always the same, so that a line that hangs is given up for a new one."""
        return self.topics.identity

    def address(self, environment: Mapping[str, str] = os.environ) -> BrokerAddress:
        """The broker, with the password from wherever it is. Raises ValueError when that cannot be read."""
        assert self.host is not None
        port = self.port or (TLS_PORT if self.tls else PORT)
        return BrokerAddress(self.host, port, self.username, self._secret(environment), self.tls, self.ca)

    def _secret(self, environment: Mapping[str, str]) -> Secret | None:
        given = Path(environment.get("CREDENTIALS_DIRECTORY", "/nowhere")) / CREDENTIAL
        file = self.password_file or (given if given.exists() else None)
        if self.password is not None or file is None:
            return self.password
        if self.username is None:
            raise ValueError(_NOBODYS)
        try:
            return Secret(untrusted.content(file, _LONGEST).decode("utf-8-sig").rstrip("\r\n"))
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or "it is no short text"
            raise ValueError(f"{file}: the broker's password cannot be read ({why}); check the file") from None
