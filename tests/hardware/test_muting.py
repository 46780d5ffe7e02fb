"""A buzzer is silenced and heard again by settings, a button of its own, or a phone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.live.button import attend_mute
from companion.ports import Mute, Sounder
from hardware.controls import FakeButtons, FakeSounder
from hardware.muting import MutedSounder, MuteSwitch


@given(st.lists(st.sampled_from([True, False, "accepted", "win"])))
def test_what_comes_while_it_is_muted_is_never_heard(happenings: list[bool | str]):
    fake, mute = FakeSounder(), MuteSwitch()
    sounder, muted, heard = MutedSounder(fake, mute), False, []
    for each in happenings:
        if isinstance(each, bool):
            muted = each
            mute.set(each)
        else:
            sounder.sound(each)
            heard += [] if muted else [each]
    assert fake.sounds == heard
    assert mute.muted is muted


def test_the_switch_is_the_port_that_pages_know():
    mute: Mute = MuteSwitch(muted=True)
    assert mute.muted
    mute.set(False)
    assert not mute.muted


@pytest.mark.parametrize("pressed", ["press", "hold"])
def test_the_mute_button_silences_and_lets_hear_again_with_a_beep(pressed: str):
    buttons, fake, mute = FakeButtons(), FakeSounder(), MuteSwitch()
    attend_mute(buttons, mute, MutedSounder(fake, mute))
    getattr(buttons, pressed)()
    assert (mute.muted, fake.sounds) == (True, [])
    getattr(buttons, pressed)()
    assert (mute.muted, fake.sounds) == (False, ["accepted"])


def test_the_mute_button_works_where_no_buzzer_is():
    buttons, mute = FakeButtons(), MuteSwitch(muted=True)
    attend_mute(buttons, mute, None)
    buttons.press()
    assert not mute.muted


def test_closing_closes_what_sounds():
    fake = FakeSounder()
    sounder: Sounder = MutedSounder(fake, MuteSwitch())
    sounder.close()
    assert fake.closed
