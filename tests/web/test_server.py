"""Streams over real sockets: resume, the cap, hearts that beat, and an end that does not wait."""

import http.client
import itertools
import json
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from companion.views.one_eyed_jack.status import Status
from companion.web import Live, create_app
from companion.web.addresses import lan_address
from companion.web.server import _HANGS_S, Server, serve

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
    beat = stream.block()
    assert (beat[""], beat["event"]) == ("still here", "beat")
    assert json.loads(beat["data"])[:3] == ["", "", ""]


def test_too_many_phones_are_told_to_ask_instead(live: Live, status: Make, listen: Callable[..., Stream]):
    live.tell(status(1))
    for _ in range(3):
        listen().event()
    refused = listen()
    assert refused.answer.status == 503
    assert refused.answer.headers["Retry-After"]
    assert json.load(refused.answer)["error"] == "too many are listening; ask /api/status instead"


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
    with pytest.raises(OSError, match=rf"at 127\.0\.0\.1:{server.port} \([\w ]*in use\); choose another port$"):
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


STRANGER, PHONE = "127.0.0.2", "127.0.0.3"
ASKED = b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


class Stranger:
    """So many lines from one address that say something and read nothing; each that is ended comes back at once."""

    def __init__(self, server: Server, lines: int, says: bytes, address: str = STRANGER) -> None:
        self._end, self._address, self._says = ("127.0.0.1", server.port), address, says
        self._lines = [self._line() for _ in range(lines)]
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._come_back)
        self._thread.start()

    def _line(self) -> socket.socket:
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.settimeout(SOON_S)
        line.bind((self._address, 0))
        line.connect(self._end)
        line.sendall(self._says)
        return line

    def _come_back(self) -> None:
        while not self._over.wait(0.05):
            poll, numbers = select.poll(), {line.fileno(): place for place, line in enumerate(self._lines)}
            for number in numbers:
                poll.register(number, select.POLLRDHUP)
            for number, _ in poll.poll(0):
                self._lines[numbers[number]].close()
                with suppress(OSError):
                    self._lines[numbers[number]] = self._line()
            self._lines = [line for line in self._lines if line.fileno() >= 0]

    def close(self) -> None:
        """Hang up, and stay away."""
        self._over.set()
        self._thread.join()
        for line in self._lines:
            line.close()


def asked(server: Server, address: str) -> int:
    """What a phone at this address is answered within a moment, far sooner than silent lines are let go."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=_HANGS_S / 2, source_address=(address, 0))
    with closing(line) as connection:
        connection.request("GET", "/api/me")
        return connection.getresponse().status


@pytest.mark.parametrize("says", [ASKED * 30, ASKED, b"GET / HTTP/1.1\r\nHost: "], ids=["many", "one", "half"])
def test_a_stranger_who_reads_nothing_and_keeps_coming_back_stops_nobodys_page(
    server: Server, says: bytes, caplog: pytest.LogCaptureFixture
):
    with closing(Stranger(server, 200, says)):
        assert [asked(server, PHONE) for _ in range(5)] == [200] * 5
    assert "queue" not in caplog.text


@pytest.mark.parametrize("address", [PHONE, STRANGER])
def test_where_all_lines_are_taken_whoever_has_most_gives_up_the_one_silent_for_longest(
    live: Live, monkeypatch: pytest.MonkeyPatch, address: str
):
    monkeypatch.setattr("companion.web.server._LINES", 20)
    with closing(serve(create_app(live), "127.0.0.1")) as server:
        kept = http.client.HTTPConnection("127.0.0.1", server.port, timeout=SOON_S)
        kept.request("GET", "/api/events")
        stream = kept.getresponse()
        with closing(Stranger(server, 60, b"GET / HTTP/1.1\r\nHost: ")):
            assert [asked(server, address) for _ in range(5)] == [200] * 5
        live.close()
        assert stream.read().startswith(b"retry: 1000")
        kept.close()


def test_a_stream_that_nobody_reads_gives_its_place_back(status: Make, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("companion.web.server._HANGS_S", 1)
    monkeypatch.setattr("companion.web.server._LOOKED_EVERY_S", 0.2)
    live, until_s = Live(streams=1), time.monotonic() + 3 * SOON_S
    with closing(serve(create_app(live), "127.0.0.1")) as server, socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.connect(("127.0.0.1", server.port))
        deaf.sendall(b"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert deaf.recv(1)
        chips = itertools.cycle(range(100))
        while not live.take_seat():
            assert time.monotonic() < until_s
            live.tell(status(next(chips)))
            time.sleep(0.001)


def test_a_server_for_all_says_the_address_phones_can_reach(live: Live):
    server = serve(create_app(live))
    assert urlsplit(server.url).hostname == lan_address()
    assert urlsplit(server.url).port == server.port
    server.close()


def test_the_address_of_a_server_with_colons_in_its_host_can_be_opened(live: Live):
    with closing(serve(create_app(live), "::1")) as server, urlopen(server.url, timeout=SOON_S) as answer:
        assert answer.status == 200


@pytest.mark.parametrize("size", [5000, 70_000])
def test_what_is_too_large_is_refused_in_words_however_large_it_is(server: Server, size: int):
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=SOON_S)) as line:
        line.putrequest("POST", "/api/pin")
        line.putheader("Content-Type", "application/json")
        line.putheader("Content-Length", str(size))
        line.endheaders(b"1" * 5000)
        answer = line.getresponse()
        assert (answer.status, answer.headers["Content-Type"]) == (413, "application/json")
        assert json.load(answer) == {"error": "that is too long"}
