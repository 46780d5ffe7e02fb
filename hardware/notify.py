"""Telling systemd how it goes: ready, still alive, stopping; nothing at all when it did not start this program.

The protocol is one datagram of `KEY=value` lines to the socket that systemd names (sd_notify(3)); a library for that
would be larger than this file.
"""

import os
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress


class Notifier:
    """Speaks to the service's supervisor. `clock` gives seconds that only grow; `environment` is the process's own."""

    def __init__(self, clock: Callable[[], float], environment: Mapping[str, str] = os.environ) -> None:
        self._clock = clock
        self._address = _address(environment.get("NOTIFY_SOCKET", ""))
        self._every_s = _period_s(environment)
        self._fed_s: float | None = None
        self._status = ""

    def ready(self) -> None:
        """The frame loop goes round: the service counts as started."""
        self._send("READY=1")

    def alive(self, status: str) -> None:
        """Feed the watchdog twice as often as it asks for, and say in a few words how it goes when that is news."""
        now_s = self._clock()
        news = [f"STATUS={status}"] if status != self._status else []
        if self._every_s is not None and (self._fed_s is None or now_s - self._fed_s >= self._every_s):
            self._fed_s = now_s
            news.append("WATCHDOG=1")
        self._status = status
        if news:
            self._send("\n".join(news))

    def stopping(self) -> None:
        """The end is asked for and on its way."""
        self._send("STOPPING=1")

    def _send(self, text: str) -> None:
        """Say it; a supervisor that does not hear must not end the evening."""
        if self._address is None:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as wire:
            wire.setblocking(False)
            wire.sendto(text.encode(), self._address)


def _address(name: str) -> str | None:
    """The socket's address; an @ stands for the zero byte of an abstract one."""
    if name[:1] not in ("/", "@"):
        return None
    return "\0" + name[1:] if name.startswith("@") else name


def _period_s(environment: Mapping[str, str]) -> float | None:
    """Half of what the watchdog waits, or None when no watchdog waits for this very process."""
    period_us = environment.get("WATCHDOG_USEC", "")
    meant = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    return int(period_us) / 2e6 if period_us.isdecimal() and meant else None
