"""The doctor tries the broker without disturbing a game, and counts what it has yet to hear."""

from pathlib import Path

import pytest

from calibration.quality import Grade
from companion.doctor.broker import backlog, broker
from companion.journal.archive import MemoryArchive, SqliteArchive
from companion.journal.event_log import MemoryJournal
from companion.mqtt.receipts import Receipts
from companion.mqtt.settings import MqttSettings
from companion.referee.events import GameStarted, Setup, TurnPlayed
from hardware.fake_broker import FakeBroker, FakeHub

NAMED = MqttSettings(host="broker.lan", username="oak", name="oak")


def test_a_table_without_a_broker_needs_none():
    assert broker(MqttSettings()).grade is Grade.GOOD
    assert backlog(MqttSettings(), Path("game.mqtt"), MemoryArchive(MemoryJournal())) is None


def test_a_broker_that_takes_the_table_in_is_well_and_the_game_keeps_its_line():
    hub = FakeHub()
    game = FakeBroker(hub, NAMED.client)
    game.connect(None, (), lambda _: None)
    verdict = broker(NAMED, lambda _, client: FakeBroker(hub, client))
    game.listen(0)
    assert (verdict.grade, verdict.finding) == (Grade.GOOD, "broker.lan:1883 takes oak in")
    assert hub.said == []
    open_to_all = broker(MqttSettings(host="broker.lan"), lambda _, client: FakeBroker(FakeHub(), client))
    assert open_to_all.finding == "broker.lan:1883 takes everybody in"


def test_a_broker_that_is_away_or_refuses_keeps_nobody_from_playing():
    hub = FakeHub(trouble="it refuses the user name or the password")
    verdict = broker(NAMED, lambda _, client: FakeBroker(hub, client))
    assert verdict.grade is Grade.FAIR
    assert "refuses the user name or the password" in verdict.finding
    assert "the game goes on" in verdict.remedy


def test_a_password_that_cannot_be_read_is_said(tmp_path: Path):
    verdict = broker(MqttSettings(host="b", username="oak", password_file=tmp_path / "none"))
    assert (verdict.grade, "cannot be read" in verdict.finding) == (Grade.FAIR, True)


@pytest.mark.parametrize(("turns", "words"), [(0, "1 event waits"), (4, "5 events wait")])
def test_what_waits_is_counted_until_it_is_taken(tmp_path: Path, turns: int, words: str):
    journal, file = MemoryJournal(), tmp_path / "game.mqtt"
    journal.append([GameStarted(Setup("", (), (), ())), *[TurnPlayed("r 7D@C4")] * turns], 0.0)
    archive = MemoryArchive(journal)
    verdict = backlog(NAMED, file, archive)
    assert verdict is not None
    assert words in verdict.finding
    receipts = Receipts(file)
    receipts.taken(receipts.due(archive, 99))
    assert backlog(NAMED, file, archive) is None


def test_a_journal_that_cannot_be_read_is_not_the_brokers_matter(tmp_path: Path):
    (tmp_path / "game.db").write_text("no database, but long enough to be one " * 100)
    assert backlog(NAMED, tmp_path / "game.mqtt", SqliteArchive(tmp_path / "game.db")) is None
