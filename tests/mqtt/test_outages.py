"""A real Mosquitto that dies, stands still, forgets, refuses or is full, while a game is played: nothing is lost."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from ear import PATIENCE_S, Ear
from mosquitto import MISSING, PASSWORDS, Mosquitto
from told_table import ToldTable, eventually

from hardware.broker import PahoBroker

Deed = Callable[[Mosquitto], None]


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    if MISSING:
        pytest.skip(MISSING)
    found = Mosquitto(tmp_path / "broker")
    found.folder.mkdir()
    found.start()
    yield found
    found.kill()


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
    assert ear.status == table.live.newest.text
    assert PASSWORDS["oak"] not in str(table.said)
