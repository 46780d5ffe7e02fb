"""A real Mosquitto that dies, stands still, forgets, refuses or is full, while a game is played: nothing is lost."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from mosquitto import MISSING, PASSWORDS, Mosquitto
from told_table import OAK, ToldTable, eventually

from companion.errors import BrokerError
from companion.ports import Message
from hardware.broker import PahoBroker

Deed = Callable[[Mosquitto], None]
PATIENCE_S = 0.5


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    if MISSING:
        pytest.skip(MISSING)
    found = Mosquitto(tmp_path / "broker")
    found.folder.mkdir()
    found.start()
    yield found
    found.kill()


class Ear:
    """The club, that counts what it hears; it comes again when the broker was away."""

    def __init__(self, mosquitto: Mosquitto) -> None:
        self.fresh: list[int] = []
        self.again = 0
        self.status = ""
        self._mosquitto = mosquitto
        self._last: dict[str, int] = {}
        self._line = mosquitto.broker("club", patience_s=PATIENCE_S)
        self._there = False

    def listen(self) -> None:
        """Hear what there is; the line is taken anew where it broke."""
        try:
            if not self._there:
                self._line.connect(None, [OAK.event, OAK.status], self._hear)
                self._there = True
            self._line.listen(0.02)
        except BrokerError:
            self._there = False

    def hears(self) -> bool:
        """Whether it is there."""
        self.listen()
        return self._there

    def close(self) -> None:
        """Let go."""
        self._line.close()

    def _hear(self, message: Message) -> None:
        if message.topic == OAK.status:
            self.status = message.payload
            return
        event = json.loads(message.payload)
        if event["number"] > self._last.get(event["game"], 0):
            self._last[event["game"]] = event["number"]
            self.fresh.append(event["number"])
        else:
            self.again += 1


@pytest.fixture
def ear(mosquitto: Mosquitto) -> Iterator[Ear]:
    found = Ear(mosquitto)
    yield found
    found.close()


def start_for_the_club(mosquitto: Mosquitto) -> None:
    """Up again, with nobody in before the club: what comes when nobody listens is heard by nobody."""
    mosquitto.know("club")
    mosquitto.start()


OUTAGES: dict[str, tuple[Deed, Deed]] = {
    "killed, and without its memory": (Mosquitto.kill, start_for_the_club),
    "standing still": (Mosquitto.stall, Mosquitto.wake),
    "refusing the password": (lambda mosquitto: mosquitto.know("club"), lambda _: None),
}


@pytest.mark.parametrize("outage", OUTAGES)
def test_afterwards_every_event_was_heard_once_and_in_order(
    mosquitto: Mosquitto, ear: Ear, tmp_path: Path, outage: str
):
    away, back_again = OUTAGES[outage]
    table = ToldTable(tmp_path / "game.mqtt")
    table.begin()

    def heard(number: int) -> Callable[[], bool]:
        def so_many() -> bool:
            ear.listen()
            return len(ear.fresh) >= number

        return so_many

    ear.listen()
    with table.telling(PahoBroker(mosquitto.address("oak"), "oak", PATIENCE_S)):
        table.play(20)
        assert eventually(heard(21))
        away(mosquitto)
        table.play(40)
        assert eventually(lambda: bool(table.said))
        back_again(mosquitto)
        assert eventually(ear.hears)
        mosquitto.know("oak", "club")
        table.play(20)
        assert eventually(heard(81))
        assert eventually(lambda: table.said[-1][0] == "")
    assert ear.fresh == list(range(1, 82))
    assert ear.status == table.live.told.text
    assert PASSWORDS["oak"] not in str(table.said)
