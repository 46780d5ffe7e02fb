"""The one door to an MQTT broker, by paho-mqtt; and a broker in this very process, for tests.

A line lives from `connect` until it breaks, and nothing of it outlives it: what was not acknowledged is whoever's who
published it, to be published again. MQTT 5 is spoken, and 3.1.1 with a broker that knows no better.
"""

import select
import ssl
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.errors import BrokerError, RefusedError
from companion.ports import Message

PORT, TLS_PORT = 1883, 8883
KEEPALIVE_S = 15
"""A line on which nothing is heard for half as long again counts as broken, here and at the broker."""
PATIENCE_S = 10.0
"""How long a broker may leave anything unanswered."""
AT_ONCE = 16
"""So many messages at most wait for their acknowledgement."""
LONGEST_BYTES = 1 << 20
"""Nothing longer is heard: what somebody left at the broker must not take the memory of a small machine."""
_CONNECT_S = 5.0
_PACKETS = 1000
"""So many are read at a time at most."""
_LONGEST_MS = 1000.0 * KEEPALIVE_S / 3
_MISSING = "the library paho-mqtt is missing; install it: .venv/bin/pip install '.[mqtt]' in the program's folder"
_NO_ENTRY = "it refuses the user name or the password"
_SILENT = "it does not answer"
_DATED = "put this machine’s clock right, or give the broker a certificate that holds today"
_DATED_CODES = (9, 10)  # OpenSSL's for one that is not yet valid, and for one that is no longer
_REASONS = {
    "Bad user name or password": _NO_ENTRY,
    "Not authorized": "it does not allow that to this user",
    "Session taken over": "somebody else connected under the same name; give each table a name of its own",
    "Quota exceeded": "it is full",
    "Unspecified error": "the line broke",
    "Keep alive timeout": _SILENT,
}


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """Where a broker is, and how it is spoken to."""

    host: str
    port: int
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    tls: bool = False
    ca: Path | None = None
    """The certificate that signed the broker's; None trusts whom the system trusts."""

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


class PahoBroker:
    """The broker at an address, to whom this program is known as `client`."""

    def __init__(self, at: BrokerAddress, client: str, patience_s: float = PATIENCE_S) -> None:
        self._at = at
        self._name = client
        self._patience_s = patience_s
        self._line: _Line | None = None
        self._old = False

    @property
    def address(self) -> str:
        """What people call the broker."""
        return str(self._at)

    def connect(self, will: Message | None, topics: Sequence[str], hear: Callable[[Message], None]) -> None:
        """A new line in place of any there was. Raises BrokerError."""
        self.close()
        paho = _library()
        client = _client(paho, self._name, self._old)
        line = self._line = _Line(client, hear, self._patience_s)
        if will is not None:
            client.will_set(will.topic, will.payload, qos=1, retain=will.retained)
        try:
            _secure(client, self._at)
            limits = None if self._old else _limits(paho)
            client.connect(self._at.host, self._at.port, KEEPALIVE_S, properties=limits)
            line.open(topics)
        except (OSError, ValueError) as error:
            self._old = not self._old if line.too_new else self._old
            self.close()
            raise self._ours(error) from error

    def publish(self, messages: Sequence[Message]) -> None:
        """Returns once the broker has taken each of them, in this order. Raises BrokerError."""
        self._explaining(partial(self._standing().publish, messages))

    def listen(self, wait_s: float) -> None:
        """Hear what is said, which may take so long to begin. Raises BrokerError when the line is broken."""
        self._explaining(partial(self._standing().listen, wait_s))

    def close(self) -> None:
        """Let go; closing twice does nothing."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def _standing(self) -> "_Line":
        if self._line is None:
            raise BrokerError(f"{self.address}: the line is closed")
        return self._line

    def _explaining(self, act: Callable[[], None]) -> None:
        try:
            act()
        except (OSError, ValueError) as error:
            raise self._ours(error) from error

    def _ours(self, error: Exception) -> BrokerError:
        kind = RefusedError if isinstance(error, RefusedError) else BrokerError
        return kind(f"{self.address}: {_failure(error)}")


class _Line:
    """One connection of paho's client, which is driven from the thread of whoever speaks on it."""

    def __init__(self, client: Any, hear: Callable[[Message], None], patience_s: float) -> None:
        self._client = client
        self._hear = hear
        self._patience_s = patience_s
        self._open = False
        self._lost = ""
        self._refused = ""
        self._answers = 0
        self._at_once = AT_ONCE
        self.too_new = False
        """Whether the broker knows an older version of the protocol alone."""
        client.on_connect = lambda *said: self._connected(*said[-2:])
        client.on_disconnect = lambda *said: self._disconnected(said[-2])
        client.on_publish = lambda *said: self._on_answer([said[-2]])
        client.on_subscribe = lambda *said: self._on_answer(said[-2])
        client.on_message = lambda *said: self._on_message(said[-1])

    def open(self, topics: Sequence[str]) -> None:
        """Wait until the broker has taken us in, and hear what is said under these topics. Raises BrokerError."""
        self._wait(lambda: self._open)
        for topic in topics:
            self._ask(partial(self._client.subscribe, topic, qos=1))

    def publish(self, messages: Sequence[Message]) -> None:
        """Returns once all are acknowledged. Raises BrokerError."""
        for start in range(0, len(messages), self._at_once):
            self._ask(*(partial(self._say, each) for each in messages[start : start + self._at_once]))

    def listen(self, wait_s: float) -> None:
        """Hear what is said, which may take so long to begin. Raises BrokerError when the line is broken."""
        self._exchange(wait_s)
        if self._lost:
            raise BrokerError(self._lost)

    def close(self) -> None:
        """Say goodbye if that can be, and let go."""
        self._hear = lambda _: None
        client = self._client
        client.disconnect()
        if (socket := client.socket()) is not None:
            socket.close()
        client.on_connect = client.on_disconnect = client.on_publish = client.on_subscribe = client.on_message = None

    def _say(self, message: Message) -> None:
        self._client.publish(message.topic, message.payload, qos=1, retain=message.retained)

    def _ask(self, *acts: Callable[[], object]) -> None:
        """Do these, and wait for an answer to each; patience begins anew with every answer."""
        wanted = self._answers + len(acts)
        for act in acts:
            act()
        while (known := self._answers) < wanted:
            self._wait(lambda known=known: self._answers > known)  # type: ignore[misc]
        if refused := self._refused:
            self._refused = ""
            raise RefusedError(refused)

    def _wait(self, until: Callable[[], bool]) -> None:
        deadline_s = time.monotonic() + self._patience_s
        while not until():
            if self._lost:
                raise BrokerError(self._lost)
            if (left_s := deadline_s - time.monotonic()) <= 0:
                raise BrokerError(_SILENT)
            self._exchange(left_s)

    def _exchange(self, wait_s: float) -> None:
        """Wait for the socket, then read and write what there is."""
        socket = self._client.socket()
        if socket is None:
            self._lost = self._lost or "the line broke"
            return
        watch = select.poll()
        watch.register(socket, select.POLLIN | (select.POLLOUT if self._client.want_write() else 0))
        waiting = isinstance(socket, ssl.SSLSocket) and socket.pending()
        for _, ready in watch.poll(0 if waiting else min(1000 * wait_s, _LONGEST_MS)):
            if ready & select.POLLOUT:
                self._client.loop_write()
        self._client.loop_read(_PACKETS)
        self._client.loop_misc()

    def _connected(self, reason: Any, properties: Any) -> None:
        if reason.is_failure:
            self.too_new = "protocol version" in str(reason)
            self._lost = _NO_ENTRY if str(reason) == "Not authorized" else _reason(reason)
        else:
            self._open = True
            self._at_once = min(AT_ONCE, getattr(properties, "ReceiveMaximum", AT_ONCE))

    def _disconnected(self, reason: Any) -> None:
        self._lost = self._lost or (_reason(reason) if reason.is_failure else "it hung up")

    def _on_answer(self, reasons: Sequence[Any]) -> None:
        self._refused = next((_reason(each) for each in reasons if each.is_failure), self._refused)
        self._answers += 1

    def _on_message(self, message: Any) -> None:
        self._hear(Message(message.topic, message.payload.decode("utf-8", "replace"), message.retain))


def library_fault(load: Callable[[str], object] = import_module) -> str | None:
    """Why no broker can be spoken to, if so: the library is missing."""
    try:
        load("paho.mqtt.client")
    except ImportError:
        return _MISSING
    return None


def _library() -> Any:
    if fault := library_fault():
        raise BrokerError(fault)
    return import_module("paho.mqtt.client")


def _client(paho: Any, name: str, old: bool) -> Any:
    version = paho.MQTTv311 if old else paho.MQTTv5
    client = paho.Client(
        paho.CallbackAPIVersion.VERSION2,
        client_id=name,
        clean_session=True if old else None,
        protocol=version,
        reconnect_on_failure=False,
    )
    client.connect_timeout = _CONNECT_S
    client.max_inflight_messages_set(0)  # what waits is counted here
    return client


def _limits(paho: Any) -> Any:
    """What the broker is told not to send; MQTT 3.1.1 has no words for that."""
    limits = paho.Properties(paho.PacketTypes.CONNECT)
    limits.MaximumPacketSize = LONGEST_BYTES
    return limits


def trusting(ca: Path | None) -> ssl.SSLContext:
    """Trust in whom this certificate signed, or whom the system trusts. Raises BrokerError for what is none."""
    try:
        return ssl.create_default_context(cafile=ca)
    except OSError as error:
        raise BrokerError(f"{ca} cannot be read as a certificate; name the right one with ca") from error


def _secure(client: Any, at: BrokerAddress) -> None:
    if at.username is not None:
        client.username_pw_set(at.username, at.password)
    if at.tls:
        client.tls_set_context(trusting(at.ca))


def _reason(reason: Any) -> str:
    return _REASONS.get(str(reason), str(reason).lower())


def _failure(error: Exception) -> str:
    """Why a line could not be had, without what the system calls it."""
    if isinstance(error, BrokerError):
        return str(error)
    if isinstance(error, ssl.SSLCertVerificationError):
        put_right = _DATED if error.verify_code in _DATED_CODES else "name the right one with ca"
        return f"its certificate is not trusted ({error.verify_message}); {put_right}"
    if isinstance(error, TimeoutError):
        return _SILENT
    return (getattr(error, "strerror", None) or str(error)).lower()
