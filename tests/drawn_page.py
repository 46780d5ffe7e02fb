"""What a phone does at the drawn table of a running program: asks how it stands, taps a card and a chip."""

import json
import time
import urllib.request
from collections.abc import Callable

WAIT_S = 90.0


def sent(address: str, body: object = None) -> dict:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.loads(answer.read() or "{}")


def until(address: str, done: Callable[[dict], bool]) -> dict:
    """The status once it is as wanted."""
    end = time.monotonic() + WAIT_S
    while time.monotonic() < end:
        status = sent(f"{address}api/status")
        if status and done(status):
            return status
        time.sleep(0.05)
    raise AssertionError(f"never came about: {status}")


def play(address: str, square: int) -> None:
    """The team to move plays the card that lies there."""
    status = until(address, lambda status: status["settled"])
    team = status["teams"][status["turn"]["team"]]["letter"]
    sent(f"{address}drawn/card", {"card": status["layout"][square]})
    sent(f"{address}drawn/chip", {"square": square, "team": team})
