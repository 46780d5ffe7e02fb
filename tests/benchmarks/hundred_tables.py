"""A hundred simulated tables on a real Mosquitto, and the club's page in a real browser: what is lost, and how late.

`python tests/benchmarks/hundred_tables.py [--tables 100] [--minutes 10] [--pace 2.0] [--listeners 4]` lets tables
and club run in processes of their own. Every table's statements are counted where they are said, and how late the last
one of each turn is known to programs that listen to the page's stream, and to a page in Chromium. It ends with 1 when
a table stands otherwise on the page than at the table, or the page's 95th percentile is above 250 ms.
"""
# ruff: noqa: T201

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import threading
import time
import urllib.request
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "browser")]

from webdriver import Window  # noqa: E402

from companion.club.own_broker import OwnBroker  # noqa: E402
from companion.club.simulated_club import SimulatedClub, speaking_tables  # noqa: E402
from hardware.broker import BrokerAddress, PahoBroker  # noqa: E402

MOST_LATE_MS = 250
SETTLES_S = 5.0
PLAYERS = 10
"""So many threads go round the tables: each waits for the broker's word after every turn."""
WATCH = """
window.seen = {};
const note = table => {
  const key = table.name + ' ' + table.stand.number + ' ' + table.stand.chips;
  if (table.stand && !(key in window.seen)) window.seen[key] = Date.now();
};
const parse = JSON.parse;
JSON.parse = text => {
  const news = parse(text);
  const drawn = () => news.tables.filter(each => each.stand).forEach(note);
  if (news && news.tables) requestAnimationFrame(() => setTimeout(drawn));
  return news;
};
"""
"""A statement counts as seen once the frame of the screen is done in which it was drawn."""


class Said:
    """When each turn was first said, by table and number."""

    def __init__(self) -> None:
        self.at_ms: dict[str, float] = {}
        self.last: dict[str, str] = {}
        self.statements = 0


def of_statement(said: dict[str, Any]) -> str:
    """What a turn is known by: its number, and the board after it."""
    return f"{said['number']} " + "".join("." if chip is None else str(chip) for chip in said["chips"])


class CountingBroker(PahoBroker):
    """A line on which the time of each turn's first statement is noted, before it is said."""

    def __init__(self, said: Said, address: BrokerAddress, client: str) -> None:
        super().__init__(address, client)
        self._said = said

    def publish(self, messages: Any) -> None:
        """As ever, noted."""
        for message in messages:
            if message.topic.endswith("/status"):
                name, key = message.topic.split("/")[-2], of_statement(json.loads(message.payload))
                self._said.statements += 1
                self._said.last[name] = key
                self._said.at_ms.setdefault(f"{name} {key}", 1000 * time.time())
        super().publish(messages)


def play(port: int, tables: int, pace_s: float) -> None:
    """The tables, until the input is closed; then what was said, as one line of JSON."""
    said, stopping = Said(), threading.Event()
    brokers = partial(CountingBroker, said, BrokerAddress("127.0.0.1", port))
    speaking = speaking_tables(tables, "one-eyed-jack", brokers)
    clubs = [SimulatedClub(speaking[first :: min(PLAYERS, tables)], pace_s) for first in range(min(PLAYERS, tables))]
    complain = partial(print, file=sys.stderr)
    players = [threading.Thread(target=club.play, args=(stopping, complain)) for club in clubs]
    for player in players:
        player.start()
    sys.stdin.read()
    stopping.set()
    for player in players:
        player.join()
    time.sleep(SETTLES_S)
    told = {"at_ms": said.at_ms, "last": said.last, "statements": said.statements}
    print(json.dumps(told), flush=True)


class Listener:
    """A program that follows the page's stream and notes when it first knew each turn."""

    def __init__(self, url: str) -> None:
        self.at_ms: dict[str, float] = {}
        self.last: dict[str, str] = {}
        self.bytes = 0
        self._stream = urllib.request.urlopen(f"{url}api/events", timeout=60)
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        for line in self._stream:
            self.bytes += len(line)
            if line.startswith(b"data: {"):
                self._take(json.loads(line[6:]))

    def _take(self, news: dict[str, Any]) -> None:
        now_ms = 1000 * time.time()
        for table in news["tables"]:
            if table["stand"]:
                self.last[table["name"]] = key = f"{table['stand']['number']} {table['stand']['chips']}"
                self.at_ms.setdefault(f"{table['name']} {key}", now_ms)


class Watched:
    """A process whose memory and processor time are read from /proc."""

    def __init__(self, pid: int) -> None:
        self._pid, self._began_s = pid, self._cpu_s(pid)

    def report(self, seconds: float) -> str:
        """Peak memory, and the share of one core since it was made."""
        peak = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{self._pid}/status").read_text())
        assert peak is not None
        share = (self._cpu_s(self._pid) - self._began_s) / seconds
        return f"{int(peak[1]) / 1024:.0f} MB, {100 * share:.0f} % of a core"

    @staticmethod
    def _cpu_s(pid: int) -> float:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def late(said: dict[str, float], known: dict[str, float]) -> list[float]:
    """How many milliseconds after it was said each turn was known; those never known at all are left out."""
    return sorted(known[key] - at for key, at in said.items() if key in known)


def quietest(said: dict[str, float], known: dict[str, float]) -> str:
    """The 95th percentile minute by minute: on a machine that does other things, the least says most."""
    minutes: dict[int, list[float]] = {}
    for key in said.keys() & known.keys():
        minutes.setdefault(int(said[key] // 60_000), []).append(known[key] - said[key])
    each = sorted(statistics.quantiles(values, n=100)[94] for values in minutes.values() if len(values) > 100)
    return f"p95 by the minute: {', '.join(f'{value:.0f}' for value in each)} ms"


def percentiles(values: list[float]) -> str:
    """Median, 95th and 99th percentile and the worst."""
    cuts = statistics.quantiles(values, n=100)
    return f"median {cuts[49]:.0f}, p95 {cuts[94]:.0f}, p99 {cuts[98]:.0f}, worst {values[-1]:.0f} ms"


def page(stack: ExitStack, url: str) -> Any:
    """The club's page in Chromium, as a wall, which notes what it has drawn; None without a browser."""
    if not (shutil.which("chromium") and shutil.which("chromedriver")):
        return None
    driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
    stack.callback(driver.terminate)
    assert driver.stdout is not None
    port = next(found[1] for line in driver.stdout if (found := re.search(r"successfully on port (\d+)", line)))
    profile = stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
    flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--user-data-dir={profile}"]
    options = {"binary": shutil.which("chromium"), "args": [*flags, "--window-size=1920,1080"]}
    window = stack.enter_context(closing(Window(f"http://127.0.0.1:{port}", {"goog:chromeOptions": options})))
    window.open(url)
    window.run(WATCH)
    return window


def command(*words: str) -> list[str]:
    """A command of this Python's."""
    return [sys.executable, *words]


def measure(asked: argparse.Namespace) -> int:
    """The whole evening; 1 when it is not as promised."""
    with ExitStack() as stack:
        broker = stack.enter_context(closing(OwnBroker()))
        folder = stack.enter_context(TemporaryDirectory())
        hall = ["--host", "127.0.0.1", "--port", "0", "--journal", f"{folder}/club.jsonl"]
        club = stack.enter_context(
            subprocess.Popen(
                command("-m", "companion", "club", "--broker", f"mqtt://127.0.0.1:{broker.port}", *hall),
                stdout=subprocess.PIPE,
                text=True,
                cwd=ROOT,
            )
        )
        stack.callback(club.kill)
        assert club.stdout is not None
        url = next("http" + line.split("http")[1].strip() for line in club.stdout if "http" in line)
        listeners = [Listener(url) for _ in range(asked.listeners)]
        browser = page(stack, url)
        tables = stack.enter_context(
            subprocess.Popen(
                command(__file__, "--play", str(broker.port), "--tables", str(asked.tables), "--pace", str(asked.pace)),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        )
        while len(listeners[0].last) < asked.tables:
            time.sleep(0.1)
        began_ms, seconds = 1000 * time.time(), 60 * asked.minutes
        watched = {"club": Watched(club.pid), "mosquitto": Watched(broker.pid), "tables": Watched(tables.pid)}
        time.sleep(seconds)
        used = {name: each.report(seconds) for name, each in watched.items()}
        assert tables.stdin is not None
        assert tables.stdout is not None
        tables.stdin.close()
        said = json.loads(tables.stdout.readline())
        said["at_ms"] = {turn: at for turn, at in said["at_ms"].items() if at >= began_ms}
        drawn = browser.run("return window.seen") if browser else {}
        return report(asked, said, listeners, drawn, used)


def report(
    asked: argparse.Namespace, said: dict[str, Any], listeners: list[Listener], drawn: Any, used: dict[str, str]
) -> int:
    """All figures."""
    turns = len(said["at_ms"])
    print(
        f"{asked.tables} tables, {asked.minutes} min at {asked.pace} s: {turns} turns, {said['statements']} statements"
    )
    wrong = [name for each in listeners for name, number in said["last"].items() if each.last.get(name) != number]
    print(f"tables that stand otherwise on the page in the end: {len(wrong)} of {len(said['last']) * len(listeners)}")
    for number, each in enumerate(listeners, 1):
        times = late(said["at_ms"], each.at_ms)
        missed = turns - len(times)
        print(f"listener {number}: {percentiles(times)}; {missed} turns overtaken by a newer; {each.bytes >> 10} KB")
    print(quietest(said["at_ms"], listeners[0].at_ms))
    print(*(f"{name}: {words}" for name, words in used.items()), sep="\n")
    times = late(said["at_ms"], drawn)
    if times:
        print(f"drawn in the browser: {percentiles(times)}; {turns - len(times)} turns overtaken or not drawn")
        print(quietest(said["at_ms"], drawn))
    slow = bool(times) and statistics.quantiles(times, n=100)[94] > MOST_LATE_MS
    return 1 if wrong or slow else 0


def main() -> int:
    """One evening with what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--pace", type=float, default=2.0, help="seconds for a turn at each table")
    parser.add_argument("--listeners", type=int, default=4, help="programs that follow the page's stream")
    parser.add_argument("--play", type=int, metavar="PORT", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.play:
        play(asked.play, asked.tables, asked.pace)
        return 0
    return measure(asked)


if __name__ == "__main__":
    sys.exit(main())
