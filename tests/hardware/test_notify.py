"""What the supervisor hears, over a real socket of its kind."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.notify import Notifier


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.setblocking(False)
        yield ear


def notifier(ear: socket.socket, times: Iterator[float], **more: str) -> Notifier:
    return Notifier(lambda: next(times), {"NOTIFY_SOCKET": ear.getsockname(), **more})


def heard(ear: socket.socket) -> list[str]:
    """Everything said so far."""
    said = []
    while True:
        try:
            said.append(ear.recv(4096).decode())
        except BlockingIOError:
            return said


def test_ready_and_stopping_are_said(ear: socket.socket):
    speaks = notifier(ear, iter([]))
    speaks.ready()
    speaks.stopping()
    assert heard(ear) == ["READY=1", "STOPPING=1"]


def test_the_watchdog_is_fed_twice_in_its_period_however_often_the_loop_goes_round(ear: socket.socket):
    times = iter([0.0, 1.0, 9.9, 10.0, 12.0, 20.5])
    speaks = notifier(ear, times, WATCHDOG_USEC="20000000")
    for _ in range(6):
        speaks.alive("playing")
    assert heard(ear) == ["STATUS=playing\nWATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"]


def test_news_is_said_at_once(ear: socket.socket):
    speaks = notifier(ear, iter([0.0, 0.1, 0.2]))
    for status in ("playing", "no camera", "no camera"):
        speaks.alive(status)
    assert heard(ear) == ["STATUS=playing", "STATUS=no camera"]


def test_a_watchdog_meant_for_another_process_is_not_fed(ear: socket.socket):
    speaks = notifier(ear, iter([0.0]), WATCHDOG_USEC="1000000", WATCHDOG_PID="1")
    speaks.alive("")
    assert heard(ear) == []


@pytest.mark.parametrize("name", ["", "/nowhere/at/all", "vsock:2:1234", "@no-such-abstract-socket"])
def test_nobody_listening_is_no_trouble(name: str):
    speaks = Notifier(lambda: 0.0, {"NOTIFY_SOCKET": name})
    assert (speaks.ready(), speaks.alive("playing"), speaks.stopping()) == (None, None, None)


def test_an_abstract_socket_is_reached():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind("\0companion-test-notify")
        Notifier(lambda: 0.0, {"NOTIFY_SOCKET": "@companion-test-notify"}).ready()
        assert ear.recv(100) == b"READY=1"
