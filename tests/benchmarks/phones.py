"""Sixty phones listen, others load pages, one sleeps, five hundred lines hang: who hears what, and how late.

`python tests/benchmarks/phones.py [PHONES] [SECONDS] [ASLEEP_S]` serves a game from a process of its own and ends with
the latencies, the memory of that process, and what anybody missed; it fails where the house promises more.
"""
# ruff: noqa: T201

import http.client
import json
import re
import selectors
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "games")]

EVERY_S, TURNS, HALF_OPEN, LOADS_PER_S = 0.4, 40, 500, 2
MOST_LATE_MS, MOST_MB = 250, 120
HEADERS = {"Content-Type": "application/json"}


def serve_table() -> None:
    """A game in mid-play that says something new all the time, until its input is closed."""
    from random_table import Table

    from companion.games.one_eyed_jack.options import parse_options
    from companion.referee.events import Setup, TeamLook
    from companion.referee.one_eyed_jack.tracking import begin
    from companion.views.one_eyed_jack.status import status_of
    from companion.web import Live, create_app
    from companion.web.server import serve

    table = Table(parse_options("my_rules N=2 T=2 lines=4"), Random(1))
    while len(table.game.turns) < TURNS:
        table.act()
    cards = tuple(card.code for card in table.game.layout.cards)
    tracking, _ = begin(
        Setup(table.game.options.text, cards, (TeamLook("R", "red"), TeamLook("B", "blue")), ("A", "B"))
    )
    status = status_of(replace(tracking, game=table.game))
    live = Live()
    server = serve(create_app(live), "127.0.0.1")
    ended = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()
    print(json.dumps({"port": server.port, "pin": live.desk.access.pin}), flush=True)
    for number in count(1):
        live.tell(replace(status, announcement=f"{number} {time.monotonic()}"))
        if ended.wait(EVERY_S):
            break
    server.close()


@dataclass
class Phone:
    """One that listens: how late it heard each statement, by number, and the last it heard."""

    port: int
    last: str = ""
    late_s: dict[int, float] = field(default_factory=dict)
    newest: str = ""
    refused: bool = False

    def connect(self) -> socket.socket:
        """Ask for the stream, after the last event heard."""
        self.socket = socket.create_connection(("127.0.0.1", self.port))
        resume = f"Last-Event-ID: {self.last}\r\n" if self.last else ""
        self.socket.sendall(f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n{resume}\r\n".encode())
        self._held = b""
        return self.socket

    def hear(self) -> None:
        """Take what came."""
        now_s = time.monotonic()
        self._held += self.socket.recv(1 << 16)
        self.refused |= self._held.startswith(b"HTTP/1.1 503")
        *blocks, self._held = self._held.split(b"\n\n")
        for block in blocks:
            found = re.search(rb'id: (\S+)\n.*?"announcement":"(\d+) ([\d.]+)"', block, re.DOTALL)
            if found:
                self.last, self.newest = found[1].decode(), found[2].decode()
                self.late_s[int(found[2])] = now_s - float(found[3])


def listen(phones: list[Phone], seconds: float) -> None:
    """Let all of them hear for so long."""
    until_s = time.monotonic() + seconds
    with selectors.DefaultSelector() as chosen:
        for phone in phones:
            chosen.register(phone.socket, selectors.EVENT_READ, phone)
        while time.monotonic() < until_s:
            for key, _ in chosen.select(0.2):
                key.data.hear()


def load_page(port: int) -> float:
    """How many seconds the live page takes with everything on it."""
    began_s = time.monotonic()
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as line:
        known, waiting = {"/"}, ["/"]
        while waiting:
            line.request("GET", waiting.pop())
            text = line.getresponse().read().decode("utf-8", "replace")
            found = re.findall(r'"(/static/[^"]+|/join\.svg|/api/status)"', text)
            waiting += [each for each in dict.fromkeys(found) if each not in known]
            known |= set(found)
    return time.monotonic() - began_s


def load_pages(port: int, stop: threading.Event, took_s: list[float]) -> None:
    """Load the page again and again."""
    while not stop.wait(1 / LOADS_PER_S):
        took_s.append(load_page(port))


def undo(port: int, pin: str) -> int:
    """What a command is answered: nobody plays, so it is refused, but by the desk."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as line:
        line.request("POST", "/api/pin", json.dumps({"pin": pin}), HEADERS)
        (answer := line.getresponse()).read()
        cookie = answer.headers["Set-Cookie"].split(";")[0]
        line.request("POST", "/api/commands/undo", "{}", {**HEADERS, "Cookie": cookie})
        return line.getresponse().status


def told(phones: list[Phone], took_s: list[float], when: str) -> bool:
    """Say how late and how much was heard since the last time; whether that is what the house promises."""
    late_ms = sorted(1000 * late_s for phone in phones for late_s in phone.late_s.values())
    first = max(min(phone.late_s) for phone in phones)
    last = min(max(phone.late_s) for phone in phones)
    missed = sum(number not in phone.late_s for phone in phones for number in range(first, last + 1))
    at = lambda share: late_ms[int(share * (len(late_ms) - 1))]  # noqa: E731
    print(f"{when}: {last - first + 1} statements to {len(phones)} phones, {missed} missed; late by", end=" ")
    print(f"{at(0.5):.0f} ms (median), {at(0.95):.0f} ms (p95), {late_ms[-1]:.0f} ms (most);", end=" ")
    print(f"{len(took_s)} pages loaded, the slowest in {max(took_s, default=0):.1f} s")
    refused = sum(phone.refused for phone in phones)
    for phone in phones:
        phone.late_s.clear()
    took_s.clear()
    return not missed and not refused and at(0.95) < MOST_LATE_MS


def memory_mb(pid: int) -> float:
    """The most memory a process ever held."""
    return int(re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1]) / 1024  # type: ignore[index]


def main(phones: int = 60, seconds: int = 20, asleep_s: int = 60) -> bool:
    """Everything, one after another; whether all of it is as promised."""
    with ExitStack() as stack:
        command = [sys.executable, __file__, "serve"]
        process = stack.enter_context(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE))
        assert process.stdin is not None
        assert process.stdout is not None
        stack.callback(process.stdin.close)
        at = json.loads(process.stdout.readline())
        everybody = [Phone(at["port"]) for _ in range(phones)]
        for phone in everybody:
            stack.enter_context(closing(phone.connect()))
        took_s: list[float] = []
        stop = threading.Event()
        loading = threading.Thread(target=load_pages, args=(at["port"], stop, took_s))
        loading.start()
        stack.callback(loading.join)
        stack.callback(stop.set)
        listen(everybody, seconds)
        good = told(everybody, took_s, "all at once")

        sleeper, *awake = everybody
        sleeper.socket.close()
        listen(awake, asleep_s)
        stack.enter_context(closing(sleeper.connect()))
        listen(everybody, 2)
        heard = min(sleeper.late_s)
        print(
            f"a phone slept for {asleep_s} s and heard statement {heard} at once, whole, {len(sleeper.late_s)} in 2 s"
        )
        good &= told(everybody, took_s, "after the sleep")

        for _ in range(HALF_OPEN):
            half = stack.enter_context(closing(socket.create_connection(("127.0.0.1", at["port"]), 30)))
            half.sendall(b"GET / HTTP/1.1\r\nHost: ")
        listen(everybody, seconds)
        good &= undo(at["port"], at["pin"]) == 503
        good &= told(everybody, took_s, f"{HALF_OPEN} connections half open")
        held_mb = memory_mb(process.pid)
        print(f"the web part held {held_mb:.0f} MB at most")
        return good and held_mb < MOST_MB


if __name__ == "__main__":
    if sys.argv[1:] == ["serve"]:
        serve_table()
    elif not main(*map(int, sys.argv[1:])):
        sys.exit("this is not what the house promises")
