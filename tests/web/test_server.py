"""Streams over real sockets: resume, the cap, hearts that beat, and an end that does not wait."""

import http.client
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from urllib.parse import urlsplit

import pytest

from companion.views.one_eyed_jack.status import Status
from companion.web import Live, create_app
from companion.web.addresses import lan_address
from companion.web.server import THREADS, Server, serve

Make = Callable[..., Status]
SOON_S = 20.0


class Stream:
    """One phone listening; `block()` is the next event as a dictionary of its fields."""

    def __init__(self, server: Server, last: str = "") -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=SOON_S)
        self._connection.request("GET", "/api/events", headers={"Last-Event-ID": last} if last else {})
        self.answer = self._connection.getresponse()

    def block(self) -> dict[str, str]:
        """The next block of lines, empty at the end."""
        lines = iter(lambda: self.answer.readline().decode().rstrip("\n"), "")
        return dict(line.split(": ", 1) for line in lines)

    def event(self) -> dict[str, str]:
        """The next statement, heartbeats passed over."""
        return next(block for block in iter(self.block, {}) if "id" in block)

    def close(self) -> None:
        """Hang up."""
        self.answer.close()
        self._connection.close()


@pytest.fixture
def listen(server: Server) -> Iterator[Callable[..., Stream]]:
    streams: list[Stream] = []

    def make(last: str = "") -> Stream:
        streams.append(Stream(server, last))
        return streams[-1]

    yield make
    for stream in streams:
        stream.close()


def test_every_statement_reaches_every_phone(live: Live, status: Make, listen: Callable[..., Stream]):
    live.tell(status(0))
    phones = [listen() for _ in range(3)]
    for phone in phones:
        phone.event()
    for chips in range(1, 6):
        live.tell(status(chips))
        told = [json.loads(phone.event()["data"])["announcement"] for phone in phones]
        assert told == [f"{chips} chips."] * 3


def test_a_phone_goes_on_after_the_last_event_it_has(live: Live, status: Make, listen: Callable[..., Stream]):
    live.tell(status(1))
    first = listen().event()
    live.tell(status(2))
    again = listen(last=first["id"]).event()
    assert json.loads(again["data"])["announcement"] == "2 chips."


@pytest.mark.parametrize("last", ["0badcafe-9999999999999999999", "-", "…", "{run}-x", "{run}-99999"])
def test_a_phone_from_another_run_hears_the_game_all_the_same(
    live: Live, status: Make, listen: Callable[..., Stream], last: str
):
    live.tell(status(1))
    stream = listen(last=last.format(run=live.run).encode("ascii", "replace").decode())
    live.tell(status(2))
    assert json.loads(stream.event()["data"])["announcement"].endswith("chips.")


def test_a_quiet_stream_has_a_heartbeat(listen: Callable[..., Stream]):
    stream = listen()
    assert stream.block() == {"retry": "1000"}
    assert stream.block() == {"": "still here", "event": "beat", "data": '["", "", ""]'}


def test_too_many_phones_are_told_to_ask_instead(live: Live, status: Make, listen: Callable[..., Stream]):
    live.tell(status(1))
    for _ in range(3):
        listen().event()
    refused = listen()
    assert refused.answer.status == 503
    assert refused.answer.headers["Retry-After"]


def test_a_phone_that_leaves_frees_its_place(live: Live, status: Make, listen: Callable[..., Stream]):
    live.tell(status(1))
    for stream in [listen() for _ in range(3)]:
        stream.close()
    assert any(listen().answer.status == 200 for _ in range(200))


def test_closing_does_not_wait_for_phones_that_listen(
    live: Live, status: Make, listen: Callable[..., Stream], server: Server
):
    live.tell(status(1))
    stream = listen()
    stream.event()
    closer = threading.Thread(target=server.close)
    closer.start()
    closer.join(SOON_S)
    assert not closer.is_alive()
    assert not any("id" in block for block in iter(stream.block, {}))  # heartbeats at most, then the end
    server.close()


def test_a_taken_port_is_said(server: Server, live: Live):
    with pytest.raises(OSError, match="in use"):
        serve(create_app(live), "127.0.0.1", server.port)


def test_half_open_connections_do_not_stop_the_page(server: Server, live: Live, status: Make):
    live.tell(status(1))
    lingering = [socket.create_connection(("127.0.0.1", server.port), SOON_S) for _ in range(60)]
    for connection in lingering:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: ")
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=SOON_S)) as connection:
        connection.request("GET", "/api/status")
        assert connection.getresponse().status == 200
    for connection in lingering:
        connection.close()


def test_connections_that_read_nothing_of_what_they_ask_for_stop_the_page_for_a_while_only(
    live: Live, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr("companion.web.server._HANGS_S", 1)
    monkeypatch.setattr("companion.web.server._LOOKED_EVERY_S", 0.2)
    deaf = []
    with closing(serve(create_app(live), "127.0.0.1")) as server:
        for _ in range(THREADS + 4):
            deaf.append(socket.socket())
            deaf[-1].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            deaf[-1].connect(("127.0.0.1", server.port))
            deaf[-1].sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 30)
        with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=SOON_S)) as connection:
            connection.request("GET", "/api/me")
            assert connection.getresponse().status == 200
        for connection in deaf:
            connection.settimeout(SOON_S)
            with suppress(ConnectionResetError):
                while connection.recv(1 << 20):
                    pass
            connection.close()
    assert "queue" not in caplog.text


def test_a_server_for_all_says_the_address_phones_can_reach(live: Live):
    server = serve(create_app(live))
    assert urlsplit(server.url).hostname == lan_address()
    assert urlsplit(server.url).port == server.port
    server.close()
