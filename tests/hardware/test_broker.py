"""One suite over the line to a real Mosquitto, by paho, and over its fake."""

import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from broker_houses import ACL, FakeHouse, Heard, RealHouse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mosquitto import MISSING, Mosquitto, make_dated_certificates

from companion.errors import BrokerError, RefusedError
from companion.ports import Broker, Message
from hardware import broker
from hardware.broker import LONGEST_BYTES, BrokerAddress, PahoBroker, library_fault
from hardware.fake_broker import heard_under

WILL = Message("t/oak/availability", "offline", retained=True)


@pytest.fixture
def real(tmp_path) -> Iterator[RealHouse]:
    if MISSING:
        pytest.skip(MISSING)
    house = RealHouse(tmp_path)
    yield house
    for line in house.lines:
        line.close()
    house.kill()


@pytest.fixture(params=["mosquitto", "fake"])
def house(request) -> Iterator[Any]:
    found = request.getfixturevalue("real") if request.param == "mosquitto" else FakeHouse()
    yield found
    for line in found.lines:
        line.close()
    found.lines.clear()


def listening(house: Any, *topics: str) -> Heard:
    """The club's ear, which hears nothing old."""
    return Heard(house.broker("club"), *topics)


def never(_: Message) -> None:
    raise AssertionError("nobody listens here")


def look_until_it_breaks(line: Broker) -> None:
    while True:
        line.listen(0)


def say_until_it_breaks(line: Broker) -> None:
    while True:
        line.publish([Message("t/oak/event", "lost")])


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40), max_size=50))
def test_what_is_published_is_heard_once_and_in_order(house: Any, words: list[str]):
    heard = listening(house, "t/+/event")
    line = house.broker()
    line.connect(None, (), never)
    messages = [Message("t/oak/event", each) for each in words]
    line.publish(messages)
    assert heard.wait(len(words)) == messages


def test_what_is_retained_is_there_for_whoever_comes_later_and_says_so(house: Any):
    line = house.broker()
    line.connect(None, (), never)
    line.publish([Message("t/oak/status", "first", True), Message("t/oak/status", "second", True)])
    assert listening(house, "t/oak/status").wait(1) == [Message("t/oak/status", "second", True)]


def test_a_table_that_loses_its_line_is_said_to_be_offline(house: Any):
    heard = listening(house, "t/+/availability")
    line = house.broker()
    line.connect(WILL, (), never)
    house.pull(line)
    assert Message(WILL.topic, WILL.payload) in heard.wait(1)


def test_a_table_that_hangs_up_leaves_no_will(house: Any):
    heard = listening(house, "t/+/availability", "t/+/event")
    line = house.broker()
    line.connect(WILL, (), never)
    line.close()
    line.close()
    line.connect(None, (), never)
    line.publish([Message("t/oak/event", "later")])
    assert Message("t/oak/event", "later") in heard.wait(1)
    assert Message(WILL.topic, WILL.payload) not in heard.messages


def test_what_a_user_may_not_say_is_refused_and_the_line_stands(house: Any):
    line = house.broker()
    line.connect(None, (), never)
    with pytest.raises(RefusedError, match="does not allow"):
        line.publish([Message("t/elm/event", "not mine")])
    line.listen(0)
    line.publish([Message("t/oak/event", "mine")])


def test_a_broker_that_dies_is_noticed_and_found_again(house: Any):
    line = house.broker()
    line.connect(None, (), never)
    house.kill()
    with pytest.raises(BrokerError):
        say_until_it_breaks(line)
    with pytest.raises(BrokerError):
        line.listen(0)
    with pytest.raises(BrokerError):
        line.connect(None, (), never)
    house.start()
    line.connect(None, (), never)
    line.publish([Message("t/oak/event", "heard")])


def test_a_line_that_was_never_taken_or_was_closed_says_nothing(house: Any):
    line = house.broker()
    for act in (lambda: line.listen(0), lambda: line.publish([Message("t/oak/event", "lost")])):
        with pytest.raises(BrokerError):
            act()
    line.close()


@pytest.fixture
def mosquitto(real: RealHouse) -> Mosquitto:
    return real.mosquitto


@pytest.mark.parametrize(("user", "password"), [("oak", "wrong"), ("nobody", "x"), (None, None)])
def test_whoever_has_no_password_is_told_so_and_never_reads_one(mosquitto: Mosquitto, user, password):
    line = PahoBroker(mosquitto.address(user, password), "stranger")
    with pytest.raises(BrokerError) as refused:
        line.connect(None, (), never)
    assert str(refused.value) == f"localhost:{mosquitto.port}: it refuses the user name or the password"


def test_a_broker_that_stands_still_is_given_up(mosquitto: Mosquitto):
    line = mosquitto.broker(patience_s=1.5)
    line.connect(None, (), never)
    mosquitto.stall()
    try:
        with pytest.raises(BrokerError, match="does not answer"):
            line.publish([Message("t/oak/event", "lost")])
        with pytest.raises(BrokerError, match="does not answer"):
            line.connect(None, (), never)
    finally:
        mosquitto.wake()
        line.close()


def test_a_broker_that_stands_still_while_there_is_nothing_to_tell_does_not_answer_either(
    mosquitto: Mosquitto, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(broker, "KEEPALIVE_S", 1)
    line = mosquitto.broker()
    line.connect(None, (), never)
    mosquitto.stall()
    try:
        with pytest.raises(BrokerError, match=r": it does not answer$"):
            look_until_it_breaks(line)
    finally:
        mosquitto.wake()
        line.close()


def test_what_is_left_at_the_broker_takes_no_memory_where_it_is_longer_than_anything_meant(real: RealHouse):
    line = real.broker()
    line.connect(None, (), never)
    line.publish([Message("t/oak/event", "x" * LONGEST_BYTES, True), Message("t/oak/status", "short", True)])
    assert listening(real, "t/oak/event", "t/oak/status").wait(1) == [Message("t/oak/status", "short", True)]


def test_a_second_table_of_the_same_name_cuts_the_first_off(mosquitto: Mosquitto):
    first, second = mosquitto.broker(client="same"), mosquitto.broker(client="same")
    first.connect(None, (), never)
    second.connect(None, (), never)
    with pytest.raises(BrokerError, match=r"the line broke|a name of its own"):
        look_until_it_breaks(first)
    first.close()
    second.close()


# What paho makes of a line with a wrong certificate it leaves for Python to close.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_over_tls_the_broker_must_be_who_its_certificate_says(tmp_path: Path):
    if MISSING:
        pytest.skip(MISSING)
    house = Mosquitto(tmp_path, ACL, tls=True)
    house.start()
    try:
        line = house.broker()
        line.connect(None, (), never)
        line.publish([Message("t/oak/status", "secret", True)])
        line.close()
        at = house.address()
        wrong = BrokerAddress(at.host, at.port, at.username, at.password, tls=True)
        with pytest.raises(BrokerError, match=r"not trusted .*ca"):
            PahoBroker(wrong, "test").connect(None, (), never)
    finally:
        house.kill()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("valid", [("20400101000000Z", "20410101000000Z"), ("20000101000000Z", "20010101000000Z")])
def test_a_certificate_that_does_not_hold_today_makes_one_look_at_the_clock(tmp_path: Path, valid: tuple[str, str]):
    if MISSING:
        pytest.skip(MISSING)
    make_dated_certificates(tmp_path, *valid)
    house = Mosquitto(tmp_path, ACL, tls=True)
    house.start()
    try:
        with pytest.raises(BrokerError, match=r"(not yet valid|has expired)\); put this machine’s clock right, or "):
            house.broker().connect(None, (), never)
    finally:
        house.kill()


@pytest.mark.parametrize("content", [None, "no certificate"])
def test_a_certificate_that_is_none_is_named(tmp_path: Path, content: str | None):
    ca = tmp_path / "ca.pem"
    if content is not None:
        ca.write_text(content)
    line = PahoBroker(BrokerAddress("localhost", 9, tls=True, ca=ca), "test")
    with pytest.raises(BrokerError, match=r"ca\.pem cannot be read as a certificate"):
        line.connect(None, (), never)


def test_where_nothing_listens_the_address_is_named():
    line = PahoBroker(BrokerAddress("127.0.0.1", 9), "test")
    with pytest.raises(BrokerError, match=r"127\.0\.0\.1:9: connection refused"):
        line.connect(None, (), never)


def old_broker(listener: socket.socket) -> None:
    """Two guests in turn: one who speaks version 5 is sent away with a word of version 3.1.1, another is taken in."""
    for _ in range(2):
        guest, _ = listener.accept()
        with guest:
            version = guest.recv(1000)[8]
            guest.sendall(b"\x20\x02\x00\x01" if version == 5 else b"\x20\x02\x00\x00")
            guest.recv(1000)


def test_with_a_broker_that_knows_no_better_the_older_version_is_spoken():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        host = threading.Thread(target=old_broker, args=[listener])
        host.start()
        line = PahoBroker(BrokerAddress("127.0.0.1", listener.getsockname()[1]), "test")
        with pytest.raises(BrokerError, match="version"):
            line.connect(None, (), never)
        line.connect(None, (), never)
        line.close()
        host.join()


def test_without_the_library_it_is_said_how_to_come_by_it():
    def missing(_: str) -> object:
        raise ImportError

    assert library_fault() is None
    assert "pip install" in (library_fault(missing) or "")


@pytest.mark.parametrize(
    ("pattern", "topic", "hears"),
    [("a/+/c", "a/b/c", True), ("a/#", "a/b/c", True), ("a/#", "b", False), ("a/+", "a/b/c", False), ("#", "a", True)],
)
def test_the_fake_hears_what_a_broker_would(pattern: str, topic: str, hears: bool):
    assert heard_under(pattern, topic) is hears
