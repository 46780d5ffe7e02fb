"""A broker as it is written on a command line: `mqtt://user@host:port/topic`, or `mqtts://` over TLS."""

from pathlib import Path
from urllib.parse import unquote, urlsplit

from companion.errors import SettingsError
from companion.mqtt.settings import MqttSettings
from companion.mqtt.topics import ROOT

_WRITTEN = "write mqtt://user@host:port/topic, or mqtts:// over TLS"


def broker_at(written: str, password_file: Path | None = None, ca: Path | None = None) -> MqttSettings:
    """Where the broker is, and the topic all tables are below. Raises SettingsError."""
    try:
        parts = urlsplit(written)
    except ValueError as error:  # it may hold a password, and nobody knows where
        raise SettingsError(f"--broker: that is no address; {_WRITTEN}") from error
    shown = written.replace(f":{parts.password}@", ":…@") if parts.password else written
    try:
        if parts.scheme not in ("mqtt", "mqtts") or not parts.hostname or parts.query or parts.fragment:
            raise ValueError(_WRITTEN)
        if parts.password is not None:
            raise ValueError("a password there is seen by everybody on this machine; put it into a --password-file")
        return MqttSettings(
            host=parts.hostname,
            port=parts.port,
            username=unquote(parts.username) if parts.username else None,
            password_file=password_file,
            tls=parts.scheme == "mqtts",
            ca=ca,
            topic=parts.path.strip("/") or ROOT,
        )
    except ValueError as error:
        raise SettingsError(f"--broker {shown}: {error}") from error
