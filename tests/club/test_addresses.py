"""Brokers as they are written on a command line, and the password, which is in a file and nowhere else."""

from pathlib import Path

import pytest

from companion.club.addresses import broker_at
from companion.errors import SettingsError
from hardware.broker import BrokerAddress


@pytest.mark.parametrize(
    ("written", "where", "root"),
    [
        ("mqtt://broker", BrokerAddress("broker", 1883), "one-eyed-jack"),
        ("mqtts://ann@broker.local", BrokerAddress("broker.local", 8883, "ann", tls=True), "one-eyed-jack"),
        ("mqtt://a%40b@127.0.0.1:1999/club/cards", BrokerAddress("127.0.0.1", 1999, "a@b"), "club/cards"),
        ("mqtt://[::1]:1884/", BrokerAddress("::1", 1884), "one-eyed-jack"),
    ],
)
def test_a_broker_is_where_it_is_said_to_be(written: str, where: BrokerAddress, root: str):
    found = broker_at(written)
    assert (found.address({}), found.topic) == (where, root)


@pytest.mark.parametrize(
    "written", ["broker", "http://broker", "mqtt://", "mqtt://b:99999", "mqtt://b/+/x", "mqtt://b?x"]
)
def test_what_is_no_broker_is_refused(written: str):
    with pytest.raises(SettingsError, match="--broker"):
        broker_at(written)


@pytest.mark.parametrize("written", ["mqtt://[bad", "mqtt://ann:twig[3@broker"])
def test_what_is_no_address_at_all_is_refused_without_repeating_it(written: str):
    with pytest.raises(SettingsError, match="write mqtt://user@host") as refused:
        broker_at(written)
    assert "twig" not in str(refused.value)


def test_a_password_is_read_from_its_file(tmp_path: Path):
    (tmp_path / "secret").write_text("twig 3\n")
    assert broker_at("mqtt://club@broker", tmp_path / "secret").address().password == "twig 3"


def test_a_password_in_an_address_is_refused_and_not_repeated():
    with pytest.raises(SettingsError, match="--password-file") as refused:
        broker_at("mqtt://club:twig3@broker")
    assert "twig3" not in str(refused.value)
