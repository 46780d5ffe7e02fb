"""A camera is named by a word, and opened as the board it looks at was learnt."""

from dataclasses import replace
from pathlib import Path

import pytest

from calibration.profile import Profile, load_profile
from companion.cameras import CameraName, parse_camera, plan_for
from companion.errors import SettingsError
from companion.ports import Locks
from companion.settings import CameraSettings

HELD = Locks(exposure_us=20_000, gain=2.0, colour_gains=(1.5, 1.8))


@pytest.fixture
def profile(drawn_profile: Path) -> Profile:
    return replace(load_profile(drawn_profile), locks=HELD)


def test_a_board_that_is_known_is_looked_at_as_when_it_was_learnt(profile: Profile):
    plan = plan_for(CameraName("webcam", "0"), profile, CameraSettings(60))
    assert (plan.size_px, plan.mains_hz, plan.locks) == (profile.size_px, 60, HELD)
    assert plan.seen_bgr is profile.empty_bgr


@pytest.mark.parametrize(("kind", "size_px"), [("picamera", (1280, 960)), ("webcam", (1280, 720))])
def test_before_any_board_is_known_light_is_measured(kind: str, size_px: tuple[int, int]):
    plan = plan_for(CameraName(kind), None, CameraSettings())
    assert (plan.size_px, plan.locks, plan.seen_bgr) == (size_px, None, None)


@pytest.mark.parametrize("text", ["", "webcam:x", "picamera:0", "camera", "/nowhere"])
def test_what_is_no_camera_is_refused(text: str):
    with pytest.raises(SettingsError, match=r"is no camera; write picamera, webcam:0"):
        parse_camera(text)
