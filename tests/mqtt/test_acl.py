"""The guide's rights, on a real Mosquitto: a stranger learns nothing, a table changes nothing of another's."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from mosquitto import MISSING, Mosquitto
from told_table import OAK, ToldTable, events_in, eventually

from companion.errors import BrokerError, RefusedError
from companion.mqtt.orders import Orders
from companion.mqtt.topics import Topics
from companion.ports import Message
from hardware.broker import PahoBroker
from hardware.muting import MuteSwitch

GUIDE = Path(__file__).parent.parent.parent / "companion" / "mqtt" / "broker.md"
ELM = Topics("elm")
SAID = (OAK.status, OAK.event, OAK.availability, OAK.mute, OAK.discovery)
Enter = Callable[[str], "Guest"]
COMMANDS = (OAK.undo_command, OAK.mute_command)


@pytest.fixture(scope="module")
def mosquitto(tmp_path_factory) -> Iterator[Mosquitto]:
    if MISSING:
        pytest.skip(MISSING)
    acl = re.search(r"<!-- acl -->\n```text\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    assert acl is not None
    found = Mosquitto(tmp_path_factory.mktemp("mosquitto"), acl[1])
    found.start()
    yield found
    found.kill()


@pytest.fixture
def enter(mosquitto: Mosquitto) -> Iterator[Callable[[str], "Guest"]]:
    """Lets guests in, and out in the end."""
    guests: list[Guest] = []

    def come(user: str) -> Guest:
        guests.append(Guest(mosquitto, user))
        return guests[-1]

    yield come
    for guest in guests:
        guest.line.close()


class Guest:
    """Somebody at the broker who listens to all there is."""

    def __init__(self, mosquitto: Mosquitto, user: str) -> None:
        self.heard: list[Message] = []
        self.line = mosquitto.broker(user, f"guest-{user}")
        self.line.connect(None, ["#"], self.heard.append)

    def may_say(self, topic: str) -> bool:
        """Whether the broker takes it."""
        try:
            self.line.publish([Message(topic, "said", retained=True)])
        except RefusedError:
            return False
        return True

    def topics(self) -> set[str]:
        """Where anything was heard, after a while of listening."""
        deadline = time.monotonic() + 0.3
        while time.monotonic() < deadline:
            self.line.listen(0.1)
        return {each.topic for each in self.heard}


@pytest.mark.parametrize(("user", "password"), [(None, None), ("oak", "guessed"), ("", ""), ("stranger", "x")])
def test_a_stranger_is_not_let_in(mosquitto: Mosquitto, user: str | None, password: str | None):
    heard: list[Message] = []
    with pytest.raises(BrokerError, match="refuses the user name or the password"):
        PahoBroker(mosquitto.address(user, password), "stranger").connect(None, ["#"], heard.append)
    assert heard == []


def test_a_table_says_what_is_its_own_and_nothing_else(enter: Enter):
    oak, elm = enter("oak"), enter("elm")
    assert [oak.may_say(topic) for topic in SAID] == [True] * len(SAID)
    assert [elm.may_say(topic) for topic in (*SAID, *COMMANDS)] == [False] * 7
    assert not elm.may_say("homeassistant/device/anything/config")
    assert not elm.may_say(ELM.undo_command)
    assert elm.topics() == set()


def test_a_table_hears_its_own_commands_alone(enter: Enter):
    oak, elm, home = enter("oak"), enter("elm"), enter("homeassistant")
    assert all(home.may_say(topic) for topic in (*COMMANDS, ELM.undo_command))
    assert oak.topics() == set(COMMANDS)
    assert elm.topics() == {ELM.undo_command}


def test_the_club_hears_every_table_and_says_nothing_to_any(enter: Enter):
    oak, club = enter("oak"), enter("club")
    assert not any(club.may_say(topic) for topic in (*SAID, *COMMANDS))
    assert all(oak.may_say(topic) for topic in SAID)
    assert club.topics() == {OAK.status, OAK.event, OAK.availability}


def test_the_round_is_said_by_the_club_alone_and_heard_by_every_table(enter: Enter):
    oak, elm, club = enter("oak"), enter("elm"), enter("club")
    assert not oak.may_say(OAK.round)
    assert club.may_say(OAK.round)
    assert OAK.round in oak.topics() & elm.topics()
    club.line.publish([Message(OAK.round, "", retained=True)])


def test_home_assistant_changes_no_statement_of_a_table(enter: Enter):
    home = enter("homeassistant")
    assert not any(home.may_say(topic) for topic in (OAK.status, OAK.event, OAK.availability, OAK.mute))


def test_a_whole_table_is_told_within_these_rights(mosquitto: Mosquitto, enter: Enter, tmp_path: Path):
    club = enter("club")
    table = ToldTable(tmp_path / "game.mqtt", orders=Orders(lambda _: (), MuteSwitch()))
    table.begin()
    table.play(20)

    def told() -> bool:
        club.line.listen(0.05)
        return len(events_in([each for each in club.heard if not each.retained])) == 21

    with table.telling(mosquitto.broker("oak")):
        assert eventually(told)
    assert table.said == []
