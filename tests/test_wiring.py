"""What is joined only here: the demo's recording, the lamps, the page's address."""

import os
import subprocess
import sys
from pathlib import Path

from companion.recording.demo import demo_recording
from hardware.recordings import load_recording

ROOT = Path(__file__).parent.parent
SHOW = """
from companion.settings import LightSettings
from companion.wiring import lights_for
from companion.referee.events import Setup, TeamLook
from companion.views.scene import Scene

lights = lights_for(LightSettings("gpio"), Setup("", (), (TeamLook("R", "red"), TeamLook("B", "blue")), ()))
lights.show(Scene("turn", 1, (42,)))
print(lights.lit)
lights.close()
"""

PRESS = """
from gpiozero import Device
from companion.wiring import buttons_for, sounder_for
from hardware.muting import MuteSwitch

wired = buttons_for(3)
wired.listen(lambda: print("pressed"), lambda: print("held"))
Device.pin_factory.pin(3).drive_low()
Device.pin_factory.pin(3).drive_high()
made = [sounder_for(11, MuteSwitch()), sounder_for(None, MuteSwitch()), buttons_for(None)]
print(*(type(each).__name__ for each in made))
for each in (wired, *made):
    each.close()
"""


def test_a_recording_ships_with_the_program():
    about = load_recording(demo_recording()).about
    assert about.frames > 300
    assert about.game.name == "one-eyed-jack"


def test_settings_choose_wired_lamps():
    mocked = os.environ | {"GPIOZERO_PIN_FACTORY": "mock", "GPIOZERO_MOCK_PIN_CLASS": "mockpwmpin"}
    command = [sys.executable, "-c", SHOW]
    run = subprocess.run(command, check=True, cwd=ROOT, env=mocked, capture_output=True, text=True)
    assert run.stdout == "Lit(colour=(0, 40, 255), row=4, column=2)\n"


def test_a_button_and_a_buzzer_are_driven_where_they_have_a_pin():
    mocked = os.environ | {"GPIOZERO_PIN_FACTORY": "mock"}
    run = subprocess.run(
        [sys.executable, "-c", PRESS], check=True, cwd=ROOT, env=mocked, capture_output=True, text=True
    )
    assert run.stdout == "pressed\nMutedSounder FakeSounder FakeButtons\n"
