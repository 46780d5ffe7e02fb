"""Settings are read once and wholly; a key nobody reads or a value nobody understands is refused with a suggestion."""

from pathlib import Path

import pytest

from companion.errors import SettingsError
from companion.settings import CameraSettings, LightSettings, PageSettings, Settings, load_settings
from hardware.controls import ControlPins
from hardware.lights import LampPins
from hardware.strip import StripPlan


def load(tmp_path: Path, text: str) -> Settings:
    path = tmp_path / "companion.toml"
    path.write_text(text)
    return load_settings(path)


def test_no_file_means_the_usual_settings(tmp_path: Path):
    assert load_settings(None) == Settings() == load(tmp_path, "")


def test_every_kind_of_value_is_read(tmp_path: Path):
    text = """
    patience_s = 1
    journal = "games/tonight.db"
    [page]
    host = "127.0.0.1"
    port = 0
    pin = "271828"
    [lights]
    kind = "gpio"
    [lights.pins]
    team = [17, 27, 3]
    [lights.strip]
    chip = "ws2812"
    brightness = 1
    [camera]
    mains_hz = 60
    [controls]
    button = 2
    buzzer = 11
    muted = true
    mute_button = 0
    """
    assert load(tmp_path, text) == Settings(
        1.0,
        Path("games/tonight.db"),
        PageSettings("127.0.0.1", 0, "271828"),
        CameraSettings(60),
        LightSettings("gpio", LampPins((17, 27, 3)), StripPlan("ws2812", brightness=1.0)),
        ControlPins(2, 11, True, 0),
    )


@pytest.mark.parametrize(("text", "place"), [("~/games/oak.db", "home/games/oak.db"), ("~nobody-here/a", None)])
def test_a_file_in_ones_home_is_named_as_in_a_shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, place: str | None
):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert load(tmp_path, f'journal = "{text}"').journal == (tmp_path / place if place else Path(text))


def test_lamps_that_are_not_there_hold_no_pins(tmp_path: Path):
    assert load(tmp_path, "[controls]\nbutton = 5").uses == {5: "button"}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[page]\npin = '12a4'", "pin is '12a4'; it must be 4 to 12 digits in quotes"),
        ("pattience_s = 1", "unknown key 'pattience_s'; did you mean 'patience_s'"),
        ("weather = 1", "unknown key 'weather'; known are patience_s, journal, page, camera, lights"),
        ("[page]\nprot = 1", "page: unknown key 'prot'; did you mean 'port'"),
        ("[page]\nport = 1.5", "page: port is 1.5; it must be a whole number"),
        ("[page]\nport = true", "page: port is True; it must be a whole number"),
        ("[page]\nport = 70000", "page: port is 70000; it must be from 0 to 65535"),
        ("[page]\nhost = 5", "page: host is 5; it must be a text"),
        ('[page]\nhost = "a\\u0000b"', r"page: host is 'a\\x00b'; write a name or an address such as 127.0.0.1"),
        (f"[page]\nhost = '{'a' * 64}'", "write a name or an address"),
        ("page = 5", "page is 5; it must be a table"),
        ("[camera]\nmains_hz = 55", "camera: mains_hz is 55; it must be 50 or 60"),
        ("journal = 5", "journal is 5; it must be the name of a file"),
        ("journal = ''", "journal is ''; it must be the name of a file in quotes"),
        ("journal = '~'", "journal is '~'; it must be the name of a file in quotes"),
        ("journal = '/'", "journal is '/'; it must be the name of a file in quotes"),
        ('journal = "a\\u0000b"', "it must be the name of a file in quotes"),
        ("patience_s = 'long'", "patience_s is 'long'; it must be a number"),
        ("patience_s = -1", "patience_s is -1.0; it must be from 0 to 60"),
        ("[lights]\nkind = 'gpoi'", "kind is 'gpoi'; it must be one of 'none', 'gpio', 'strip'; did you mean 'gpio'"),
        ("[lights]\nkind = 'candles'", "it must be one of 'none', 'gpio'"),
        ("[lights.pins]\nteam = [1, 'a', 2]", "it must be a list of whole numbers"),
        ("[lights.pins]\nteam = [5, 1, 2]", "pins: pin 5 is used twice"),
        ("[lights.strip]\nchip = 'ws2811'", "it must be one of 'apa102', 'ws2812'; did you mean 'ws2812'"),
        ("[lights.strip]\nteam = 0", "team is 0; it must be from 1 to 40 lamps"),
        ("[lights.strip]\nbrightness = 2", "brightness is 2.0; it must be over 0 and at most 1"),
        ("[controls]\nbuton = 3", "controls: unknown key 'buton'; did you mean 'button'"),
        ("[controls]\nbutton = 40", "controls: button is 40; it must be a pin from 0 to 27"),
        ("[controls]\nmuted = 1", "muted is 1; it must be true or false"),
        ("[controls]\nbutton = 3\nbuzzer = 3", "pin 3 is used twice, by button and buzzer; give each its own"),
        ("[controls]\nbutton = 3\nmute_button = 3", "pin 3 is used twice, by button and mute button"),
        ("[lights]\nkind = 'gpio'\n[controls]\nbutton = 5", "pin 5 is used twice, by row 1 and button"),
        ("[lights]\nkind = 'strip'\n[controls]\nbuzzer = 11", "pin 11 is used twice, by strip, clock and buzzer"),
        ("[lights]\nkind = 'strip'\n[controls]\nbutton = 8", "pin 8 is used twice, by SPI of the strip and button"),
        ("port = ", "not valid TOML"),
    ],
)
def test_a_bad_setting_is_named_with_what_to_do(tmp_path: Path, text: str, complaint: str):
    with pytest.raises(SettingsError, match=complaint) as caught:
        load(tmp_path, text)
    assert "companion.toml" in str(caught.value)


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path):
    assert load(tmp_path, "\ufeff[page]\nport = 81").page.port == 81


@pytest.mark.parametrize("coding", ["utf-16", "latin-1"])
def test_a_file_in_another_coding_is_named_with_what_to_do(tmp_path: Path, coding: str):
    path = tmp_path / "companion.toml"
    path.write_bytes("[page]\nport = 81 # für Zuhause\n".encode(coding))
    with pytest.raises(SettingsError, match=r"companion\.toml: not written in UTF-8; save it anew"):
        load_settings(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path):
    with pytest.raises(SettingsError, match=r"nowhere\.toml: cannot be read"):
        load_settings(tmp_path / "nowhere.toml")
