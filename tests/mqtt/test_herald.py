"""A table that tells a broker: whole statements, every event once and in order, and a broker that is away or slow."""

import json
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from told_table import OAK, SETUP, ToldTable, events_in, eventually

from companion.errors import BrokerError
from companion.mqtt.herald import Pace
from companion.mqtt.orders import Orders
from companion.ports import Message
from companion.referee.events import CommandGiven, FaultFound, NoticeGiven, TurnPlayed
from companion.referee.followed import happen
from companion.referee.one_eyed_jack.tracking import begin
from companion.views.one_eyed_jack.status import status_of
from hardware.fake_broker import FakeBroker, FakeHub
from hardware.muting import MuteSwitch

STATEMENT = status_of(begin(SETUP)[0])


@pytest.fixture
def table(tmp_path: Path) -> ToldTable:
    return ToldTable(tmp_path / "game.mqtt")


@pytest.fixture
def hub() -> FakeHub:
    return FakeHub()


def told(hub: FakeHub, number: int) -> bool:
    """Whether so many events have arrived, once the herald had its time."""
    return eventually(lambda: len(events_in(hub.said)) >= number)


def test_a_table_says_that_it_is_there_how_it_stands_and_what_happened(table: ToldTable, hub: FakeHub):
    table.begin()
    table.play(40)
    with table.telling(FakeBroker(hub, "oak")):
        assert told(hub, 41)
        assert eventually(lambda: OAK.status in hub.retained)
        assert hub.retained[OAK.availability].payload == "online"
        assert hub.retained[OAK.status].payload == table.live.newest.text
    assert hub.retained[OAK.availability].payload == "offline"
    assert [each["number"] for each in events_in(hub.said)] == list(range(1, 42))


def test_what_happens_meanwhile_is_told_as_it_comes(table: ToldTable, hub: FakeHub):
    with table.telling(FakeBroker(hub, "oak")):
        table.begin()
        assert told(hub, 1)
        fault = FaultFound("TWO_CHIPS", (3,), "Two chips.")
        table.happen(fault)
        table.live.tell(status_of(happen(begin(SETUP)[0], fault)[0]))
        assert told(hub, 2)
        assert eventually(lambda: json.loads(hub.retained[OAK.status].payload)["fault"] is not None)


def test_an_event_is_told_before_the_statement_that_it_led_to(table: ToldTable, hub: FakeHub):
    table.begin()
    with table.telling(FakeBroker(hub, "oak")):
        assert eventually(lambda: OAK.status in hub.retained)
    topics = [each.topic for each in hub.said]
    assert topics.index(OAK.event) < topics.index(OAK.status)


@pytest.mark.parametrize("times", [1, 5])
def test_a_broker_that_goes_and_comes_hears_every_event_once_and_in_order(table: ToldTable, hub: FakeHub, times: int):
    table.begin()
    with table.telling(FakeBroker(hub, "oak")):
        for time in range(times):
            table.play(20)
            assert told(hub, 1 + time * 30)
            hub.kill()
            table.play(10)
            assert eventually(
                lambda: table.live.newest is not None and table.said[-1:] != [] and table.said[-1][0] != ""
            )
            hub.start()
        assert told(hub, 1 + times * 30)
        assert eventually(lambda: OAK.status in hub.retained and OAK.discovery in hub.retained)
    numbers = [each["number"] for each in events_in(hub.said)]
    assert sorted(set(numbers)) == list(range(1, 2 + times * 30))
    assert list(dict.fromkeys(numbers)) == sorted(set(numbers))


def test_a_table_that_was_killed_goes_on_where_the_broker_stood(table: ToldTable, hub: FakeHub):
    table.begin()
    with table.telling(FakeBroker(hub, "oak")):
        assert told(hub, 1)
    table.play(30)
    with table.telling(FakeBroker(hub, "oak")):
        assert told(hub, 31)
    events = events_in(hub.said)
    assert [each["number"] for each in events] == list(range(1, 32))
    assert len({each["game"] for each in events}) == 1


def test_trouble_is_said_once_and_that_it_is_over(table: ToldTable, hub: FakeHub):
    hub.kill("it refuses the user name or the password")
    table.begin()
    with table.telling(FakeBroker(hub, "oak")):
        assert eventually(lambda: bool(table.said))
        tries = threading.Event()
        tries.wait(0.1)
        hub.start()
        assert eventually(lambda: len(table.said) > 1)
    words = (
        "The broker is not told of the game (it refuses the user name or the password). Nothing is lost: it is told "
        "once it can be."
    )
    assert table.said == [(words, words), ("", "The broker is told of the game again.")]


class RivalledBroker(FakeBroker):
    """A line that another table of the same name takes over soon after it was opened."""

    opened = 0
    ends_s = 0.0

    def connect(self, will: Message | None, topics: Sequence[str], hear: Callable[[Message], None]) -> None:
        """Opened, and counted."""
        super().connect(will, topics, hear)
        self.opened, self.ends_s = self.opened + 1, time.monotonic() + 0.02

    def listen(self, wait_s: float) -> None:
        """Heard for a while."""
        if time.monotonic() > self.ends_s:
            raise BrokerError("somebody else connected under the same name")
        super().listen(wait_s)


def test_two_tables_of_one_name_push_each_other_out_less_and_less_often(tmp_path: Path, hub: FakeHub):
    table, line = ToldTable(tmp_path / "game.mqtt", pace=Pace(0.01, 0.01, 0.64)), RivalledBroker(hub, "oak")
    table.begin()
    with table.telling(line):
        threading.Event().wait(1.2)
    assert 2 <= line.opened < 15


def test_a_broker_that_knows_no_home_assistant_hears_all_the_rest(table: ToldTable, hub: FakeHub):
    hub.forbidden = ("homeassistant/#",)
    table.begin()
    with table.telling(FakeBroker(hub, "oak")):
        assert eventually(lambda: OAK.status in hub.retained)
    assert table.said == []


def test_a_broker_that_does_not_allow_the_rest_is_said_to(table: ToldTable, hub: FakeHub):
    hub.forbidden = (OAK.event,)
    table.begin()
    with table.telling(FakeBroker(hub, "oak")):
        assert eventually(lambda: bool(table.said))
    assert "does not allow" in table.said[0][0]


def test_a_table_that_is_pulled_out_is_offline_to_the_others(table: ToldTable, hub: FakeHub):
    table.begin()
    with table.telling(FakeBroker(hub, "oak")):
        assert eventually(lambda: OAK.status in hub.retained)
        hub.kill()
        hub.said.clear()
        hub.start()
        assert eventually(lambda: OAK.availability in hub.retained)
        hub.cut("oak")
        assert Message(OAK.availability, "offline", retained=True) in hub.said


def test_the_buzzer_is_told_of_and_muted_from_afar(table: ToldTable, hub: FakeHub):
    mute = MuteSwitch()
    table.orders = Orders(lambda _: (), mute)
    table.begin()
    with table.telling(FakeBroker(hub, "oak")):
        assert eventually(lambda: hub.retained.get(OAK.mute) == Message(OAK.mute, "OFF", retained=True))
        hub.take(Message(OAK.mute_command, "ON"))
        assert eventually(lambda: mute.muted)
        assert eventually(lambda: hub.retained[OAK.mute].payload == "ON")


def test_an_undo_from_afar_reaches_the_desk(table: ToldTable, hub: FakeHub):
    asked = []
    table.orders = Orders(lambda command: asked.append(command) or ())
    table.begin()
    with table.telling(FakeBroker(hub, "oak")):
        assert eventually(lambda: OAK.status in hub.retained)
        hub.take(Message(OAK.undo_command, "PRESS"))
        assert eventually(lambda: len(asked) == 1)


def test_other_teams_make_another_device_and_another_score_does_not(table: ToldTable, hub: FakeHub):
    table.begin()
    with table.telling(FakeBroker(hub, "oak")):
        assert eventually(lambda: OAK.status in hub.retained)
        table.live.tell(replace(STATEMENT, notice=NoticeGiven("NO_CAMERA", "No picture.")))
        assert eventually(lambda: "NO_CAMERA" in hub.retained[OAK.status].payload)
        teams = tuple(replace(team, name="green") for team in STATEMENT.teams)
        table.live.tell(replace(STATEMENT, teams=teams, known=tuple((team.letter, team.name) for team in teams)))
        assert eventually(lambda: "Green lines" in hub.retained[OAK.discovery].payload)
    assert [each.topic for each in hub.said].count(OAK.discovery) == 2


def test_a_journal_that_cannot_be_read_stops_no_statement(table: ToldTable, hub: FakeHub):
    table.journal.close()
    table.live.tell(STATEMENT)
    with table.telling(FakeBroker(hub, "oak")):
        assert eventually(lambda: OAK.status in hub.retained)
    assert (table.said, events_in(hub.said)) == ([], [])


def test_a_mistake_of_the_programs_own_is_noted_and_the_rest_is_told(table: ToldTable, hub: FakeHub):
    broken = iter([ValueError("a mistake")])

    class Stumbling(FakeBroker):
        def listen(self, wait_s: float) -> None:
            for error in broken:
                raise error
            super().listen(wait_s)

    table.begin()
    with table.telling(Stumbling(hub, "oak")):
        assert told(hub, 1)
    assert table.internal_errors.latest.doing == "telling the broker"


def test_a_broker_that_stands_still_keeps_nobody_from_leaving(table: ToldTable, hub: FakeHub):
    table.pace = Pace(goodbye_s=0.05)
    let_go = threading.Event()

    class Stalled(FakeBroker):
        def publish(self, messages) -> None:
            let_go.wait(10)
            super().publish(messages)

    with table.telling(Stalled(hub, "oak")):
        table.begin()
    assert hub.said == []
    let_go.set()


def test_what_is_told_comes_from_the_journal_alone(table: ToldTable, hub: FakeHub):
    table.begin()
    table.happen(CommandGiven("the table", "undo"))
    table.happen(TurnPlayed("r 7D@C4"))
    with table.telling(FakeBroker(hub, "oak")):
        assert told(hub, 3)
    assert [each["kind"] for each in events_in(hub.said)] == ["GameStarted", "CommandGiven", "TurnPlayed"]
    assert events_in(hub.said)[1]["who"] == "the table"
