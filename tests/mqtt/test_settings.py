"""What a table may set about a broker; its password is shown nowhere."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import SettingsError
from companion.mqtt.settings import MqttSettings, Secret
from companion.settings import Settings, load_settings


def loaded(folder: Path, text: str) -> MqttSettings:
    file = folder / "settings.toml"
    file.write_text("[mqtt]\n" + text)
    return load_settings(file).mqtt


def test_unless_it_is_set_there_is_no_broker():
    assert Settings().mqtt.host is None


def test_a_host_is_all_that_must_be_said(tmp_path: Path):
    settings = loaded(tmp_path, 'host = "broker.lan"\n')
    assert str(settings.address({})) == "broker.lan:1883"
    assert settings.topics.status == f"one-eyed-jack/{settings.table}/status"


def test_with_tls_the_port_is_another(tmp_path: Path):
    settings = loaded(tmp_path, 'host = "broker.lan"\ntls = true\nca = "ca.pem"\n')
    assert (settings.address({}).port, settings.address({}).ca) == (8883, Path("ca.pem"))


@given(st.integers(1, 65535), st.booleans())
def test_any_other_port_is_taken_at_its_word(port: int, tls: bool):
    assert MqttSettings(host="broker.lan", port=port, tls=tls).address({}).port == port


@given(st.integers(max_value=0) | st.integers(65536))
def test_what_is_no_port_is_refused(port: int):
    with pytest.raises(ValueError, match="from 1 to 65535"):
        MqttSettings(port=port)


def test_two_tables_are_two_clients_and_one_table_is_always_the_same():
    names = [MqttSettings(name=name, topic="club/a").client for name in ("oak", "elm", "oak")]
    assert names == ["club-a-oak_4_1", "club-a-elm_4_1", "club-a-oak_4_1"]


def test_a_password_is_shown_nowhere(tmp_path: Path):
    settings = loaded(tmp_path, 'host = "broker.lan"\nusername = "oak"\npassword = "hush-hush"\n')
    assert settings.address({}).password == "hush-hush"
    assert "hush" not in repr((settings, settings.address({}), str(settings.address({}))))
    assert f"{settings.password!r}" == "(not shown)"


def test_a_password_that_is_none_is_refused_without_being_shown(tmp_path: Path):
    with pytest.raises(SettingsError, match=r"password is \(not shown\); it must be a text in quotes"):
        loaded(tmp_path, "password = 271828\n")


def test_the_password_may_stand_in_a_file(tmp_path: Path):
    file = tmp_path / "password"
    file.write_text("hush-hush\n")
    assert (
        loaded(tmp_path, f'host = "b"\nusername = "oak"\npassword_file = "{file}"\n').address({}).password
        == "hush-hush"
    )


def test_an_address_in_place_of_a_host_is_refused_without_its_password(tmp_path: Path):
    with pytest.raises(SettingsError) as refused:
        loaded(tmp_path, 'host = "mqtt://oak:hush-hush@broker.lan"\n')
    assert "hush" not in str(refused.value)
    assert loaded(tmp_path, 'host = "fd00::1"\n').address({}).host == "fd00::1"


def test_a_byte_order_mark_is_no_part_of_a_password(tmp_path: Path):
    file = tmp_path / "password"
    file.write_text("\ufeffhush-hush\r\n")
    assert MqttSettings(host="b", username="oak", password_file=file).address({}).password == "hush-hush"


def test_the_password_may_come_from_systemd(tmp_path: Path):
    (tmp_path / "mqtt-password").write_text("hush-hush")
    environment = {"CREDENTIALS_DIRECTORY": str(tmp_path)}
    assert MqttSettings(host="b", username="oak").address(environment).password == "hush-hush"
    given = MqttSettings(host="b", username="oak", password=Secret("mine")).address(environment)
    assert given.password == "mine"


def test_a_password_from_systemd_that_is_nobodys_is_refused(tmp_path: Path):
    (tmp_path / "mqtt-password").write_text("hush-hush")
    with pytest.raises(ValueError, match="no username; add it, or leave the password out"):
        MqttSettings(host="b").address({"CREDENTIALS_DIRECTORY": str(tmp_path)})


@pytest.mark.parametrize("content", [None, b"\xff\xfe", b"x" * 2000])
def test_a_password_file_that_cannot_be_read_is_named_and_not_shown(tmp_path: Path, content: bytes | None):
    file = tmp_path / "password"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(ValueError, match="password cannot be read") as refused:
        MqttSettings(host="b", username="oak", password_file=file).address({})
    assert str(file) in str(refused.value)
    assert "xxx" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('password = "a"\npassword_file = "b"', "leave one out"),
        ('password = "a"', "a password is there, and no username"),
        ('password_file = "b"', "a password is there, and no username"),
        ('ca = "ca.pem"', "tls is not true"),
        ('name = "Oak table"', "small letters"),
        ('topic = "a/#"', "topic is"),
        ('hots = "b"', "did you mean 'host'"),
        ('host = ""', "host is no name or address alone; write one such as broker.lan"),
        ('host = "broker.lan:1883"', "and port beside it"),
        ('host = "mqtt://broker.lan"', "host is no name or address alone"),
    ],
)
def test_what_cannot_be_is_refused_with_what_to_do(tmp_path: Path, text: str, complaint: str):
    with pytest.raises(SettingsError, match=complaint):
        loaded(tmp_path, text + "\n")
