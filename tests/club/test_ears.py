"""The club on a real Mosquitto, and on its fake: tables are heard, the round is said, a dead broker is survived."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from mosquitto import MISSING, Mosquitto
from statements import begun, ended

from companion.club.club import Club
from companion.club.ears import Ears
from companion.club.hall import Hall
from companion.club.journal import ClubJournal
from companion.mqtt.topics import OFFLINE, ONLINE, Topics, round_of
from companion.ports import Broker, Message
from hardware.fake_broker import FakeBroker, FakeHub

PATIENCE_S = 20.0


class FakeHouse:
    """The fake, as these tests want it."""

    def __init__(self) -> None:
        self.hub = FakeHub()
        self.kill, self.start = self.hub.kill, self.hub.start

    def broker(self, client: str) -> Broker:
        """A line."""
        return FakeBroker(self.hub, client)


class RealHouse:
    """A Mosquitto that remembers nothing over a restart."""

    def __init__(self, folder: Path) -> None:
        self.mosquitto = Mosquitto(folder)
        self.mosquitto.start()
        self.kill, self.start = self.mosquitto.kill, self.mosquitto.start

    def broker(self, client: str) -> Broker:
        """A line."""
        return self.mosquitto.broker("club", client)


@pytest.fixture(params=["fake", "mosquitto"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[FakeHouse | RealHouse]:
    if request.param == "mosquitto" and MISSING:
        pytest.skip(MISSING)
    house = FakeHouse() if request.param == "fake" else RealHouse(tmp_path)
    yield house
    house.kill()


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    journal = ClubJournal(tmp_path / "club.jsonl")
    yield Club(journal, Hall(), range)
    journal.close()


@pytest.fixture
def ears(house: FakeHouse | RealHouse, club: Club) -> Iterator[Ears]:
    ears = Ears(house.broker("ears"), "hall", club)
    yield ears
    ears.close()
    ears.close()


def until(true: Callable[[], object]) -> None:
    """Waits until something is so."""
    deadline = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.02)


def table(house: FakeHouse | RealHouse, name: str, said: str) -> Broker:
    """A table that says something."""
    line, topics = house.broker(name), Topics(name, "hall")
    line.connect(Message(topics.availability, OFFLINE, retained=True), (), lambda _: None)
    line.publish([Message(topics.availability, ONLINE, retained=True), Message(topics.status, said, retained=True)])
    return line


def said_round(house: FakeHouse | RealHouse) -> dict[str, object]:
    """The round as a table that comes now hears it."""
    heard: list[Message] = []
    line = house.broker("late")
    line.connect(None, [round_of("hall")], heard.append)
    deadline = time.monotonic() + PATIENCE_S
    while not heard and time.monotonic() < deadline:
        line.listen(0.1)
    line.close()
    found: dict[str, object] = json.loads(heard[-1].payload)
    return found


@pytest.mark.usefixtures("ears")
def test_tables_are_heard_that_came_before_and_after_and_the_round_is_said_to_all(
    house: FakeHouse | RealHouse, club: Club
):
    lines = [table(house, "elm", begun()), table(house, "oak", begun())]
    until(lambda: club.hall.tables == ("elm", "oak"))
    club.begin(("Ann", "Bo", "Cid", "Dora"))
    club.draw()
    until(lambda: said_round(house)["round"] == 1)
    lines[1].publish([Message("hall/oak/status", ended(), retained=True)])
    until(lambda: club.evening.rounds[0].meetings[1].result)
    for line in lines:
        line.close()


def first_round(house: FakeHouse | RealHouse, club: Club) -> None:
    """Ann meets Bo at the only table, as all tables are told."""
    table(house, "elm", begun()).close()
    until(lambda: club.hall.tables)
    club.begin(("Ann", "Bo"))
    club.draw()
    until(lambda: said_round(house)["round"] == 1)


@pytest.mark.usefixtures("ears")
def test_a_broker_that_dies_and_forgets_is_said_and_told_again(house: FakeHouse | RealHouse, club: Club):
    first_round(house, club)
    house.kill()
    until(lambda: "It is tried again by itself" in club.hall.trouble)
    house.start()
    until(lambda: not club.hall.trouble)
    until(lambda: said_round(house)["round"] == 1)
    table(house, "elm", ended()).close()
    until(lambda: club.evening.rounds[0].meetings[0].result)


@pytest.mark.usefixtures("ears")
def test_no_table_is_left_with_the_round_of_another_evening(house: FakeHouse | RealHouse, club: Club):
    first_round(house, club)
    club.begin(("Cid", "Dora"))
    until(lambda: said_round(house) == {"round": 0, "meetings": [], "bye": None})


def test_a_club_that_may_not_say_its_round_hears_all_the_same(club: Club):
    house = FakeHouse()
    house.hub.forbidden = ("hall/club/#",)
    ears = Ears(house.broker("ears"), "hall", club)
    table(house, "elm", begun())
    until(lambda: club.hall.tables)
    club.begin(("Ann", "Bo"))
    club.draw()
    until(lambda: "does not let the club say its round" in club.hall.trouble)
    table(house, "elm", ended())
    until(lambda: club.evening.rounds[0].meetings[0].result)
    ears.close()


@pytest.mark.usefixtures("ears")
def test_what_a_table_says_that_nobody_can_bear_ends_nothing(house: FakeHouse | RealHouse, club: Club):
    table(house, "fir", "\x00\ufffd{" * 50).close()
    table(house, "elm", begun()).close()
    until(lambda: club.hall.tables == ("elm",))
    assert club.hall.stand("fir") is None
    assert club.hall.internal_errors.latest is None
