"""The buzzer on the page: everybody sees whether it is muted, only the table mutes it."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from companion.web import Desk, Live, create_app
from hardware.muting import MuteSwitch


@pytest.fixture
def mute() -> MuteSwitch:
    return MuteSwitch()


@pytest.fixture
def client(live: Live, mute: MuteSwitch) -> FlaskClient:
    app = create_app(live)
    app.extensions["mute"] = mute
    return app.test_client()


@pytest.fixture
def table(client: FlaskClient, desk: Desk) -> FlaskClient:
    client.post("/api/pin", json={"pin": desk.access.pin})
    return client


def test_the_table_mutes_the_buzzer_and_lets_it_be_heard_again(table: FlaskClient, mute: MuteSwitch):
    assert table.get("/api/buzzer").json == {"there": True, "muted": False}
    assert table.post("/api/buzzer", json={"muted": True}).json == {"there": True, "muted": True}
    assert mute.muted
    assert table.post("/api/buzzer", json={"muted": False}).json == {"there": True, "muted": False}


def test_whoever_watches_only_sees_it(client: FlaskClient, mute: MuteSwitch):
    assert client.get("/api/buzzer").status_code == 200
    assert client.post("/api/buzzer", json={"muted": True}).status_code == 401
    assert not mute.muted


@pytest.mark.parametrize("body", [{}, {"muted": 1}, {"muted": "yes"}, {"muted": None}, {"muted": True, "x": 1}])
def test_anything_but_yes_or_no_is_refused(table: FlaskClient, mute: MuteSwitch, body: dict[str, object]):
    assert table.post("/api/buzzer", json=body).status_code == 400
    assert not mute.muted


def test_another_page_mutes_nothing(table: FlaskClient, mute: MuteSwitch):
    assert table.post("/api/buzzer", json={"muted": True}, headers={"Origin": "http://evil.example"}).status_code == 403
    assert not mute.muted


def test_where_no_buzzer_hangs_there_is_none_to_mute(phone: Callable[[], FlaskClient], desk: Desk):
    client = phone()
    client.post("/api/pin", json={"pin": desk.access.pin})
    assert client.get("/api/buzzer").json == {"there": False, "muted": False}
    assert client.post("/api/buzzer", json={"muted": True}).status_code == 409
