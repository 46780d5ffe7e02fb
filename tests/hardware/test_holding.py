"""A camera measures light once and is held; what is expected of every one that can be, and the law it is let go by."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up_cameras import SEARCHING, SIZE_PX, FakePicamera2, FakeVideo, Room

from companion.ports import Camera, Locks
from companion.vision.frame import Frame, Image
from hardware.holding import (
    CHANGED_S,
    IN_EFFECT_FRAMES,
    LONGEST_SETTLING_FRAMES,
    RESTLESS_S,
    SETTLING_FRAMES,
    TRIES,
    CameraPlan,
    LightWatch,
    flicker_safe,
)
from hardware.picamera import PiCamera
from hardware.webcam import WebCamera

FPS = 5
SETTLED = SETTLING_FRAMES + IN_EFFECT_FRAMES + 1
REMEASURED = round(CHANGED_S * FPS) + SETTLED + 3
PLAN = CameraPlan(SIZE_PX)
Make = Callable[[Room, CameraPlan], Camera]


@pytest.fixture(params=["picamera", "webcam"])
def make(request: pytest.FixtureRequest) -> Make:
    if request.param == "picamera":
        return lambda room, plan: PiCamera(FakePicamera2(room=room), plan, room.clock)
    return lambda room, plan: WebCamera(FakeVideo(room=room), plan, room.clock)


def after(camera: Camera, frames: int) -> Image:
    """The last of so many pictures."""
    return [camera.capture() for _ in range(frames)][-1].bgr


def brightness(bgr: Image) -> float:
    """Of the part that no arm covers."""
    return float(bgr[:, SIZE_PX[0] * 2 // 3 :].mean())


def test_light_is_measured_until_it_has_settled_and_then_held(make: Make):
    room = Room()
    camera = make(room, PLAN)
    after(camera, SETTLING_FRAMES - 1)
    assert camera.locks() is None
    settled = brightness(after(camera, SETTLED))
    assert camera.locks() is not None
    room.light = 1.15
    assert brightness(after(camera, 30)) > settled + 5


def test_an_arm_over_the_table_changes_nothing_however_long_it_rests(make: Make):
    room = Room()
    camera = make(room, PLAN)
    before, locks = brightness(after(camera, SETTLED)), camera.locks()
    for covered in (0.3, 0.6, 0.1, 0.6):
        room.covered = covered
        assert brightness(after(camera, 100)) == pytest.approx(before, abs=1)
    assert camera.locks() == locks


@pytest.mark.parametrize("times", [0.3, 3.0])
def test_a_lamp_that_is_switched_is_measured_anew_and_held_again(make: Make, times: float):
    room = Room()
    camera = make(room, PLAN)
    before, locks = brightness(after(camera, SETTLED)), camera.locks()
    room.light *= times
    assert abs(brightness(after(camera, 3)) - before) > 40
    assert brightness(after(camera, REMEASURED)) == pytest.approx(before, abs=12)
    assert camera.locks().exposure_us == pytest.approx(locks.exposure_us / times, rel=0.5)


def test_light_is_not_measured_while_an_arm_moves_over_the_table_unless_it_never_ends(make: Make):
    room = Room()
    camera = make(room, PLAN)
    after(camera, SETTLED)
    locks, room.light = camera.locks(), 3.0
    for number in range(round(RESTLESS_S * FPS) - 1):
        room.covered = 0.1 + 0.05 * (number % 3)
        after(camera, 1)
        assert camera.locks() == locks
    after(camera, 3)
    assert camera.locks() is None


def paper(bgr: Image) -> float:
    """The brightness of the cards on the table."""
    return float(bgr[45:75, 45:75, 0].min())


def test_on_a_table_to_which_cards_come_their_paper_is_not_blown_out(make: Make):
    room = Room()
    camera = make(room, replace(PLAN, cards_come=True))
    after(camera, SETTLED)
    room.paper = 9.0
    assert paper(after(camera, 5)) == 255
    assert 200 < paper(after(camera, 2 * REMEASURED)) < 250
    locks = camera.locks()
    room.paper = 0.0
    after(camera, 100)
    assert camera.locks() == locks


def test_a_lamps_mirror_image_on_a_table_to_which_cards_come_darkens_it_only_so_far(make: Make):
    room = Room()
    camera = make(room, replace(PLAN, cards_come=True))
    before = camera_light(camera, SETTLED)
    room.paper = 1000.0
    assert 0.2 < camera_light(camera, 400) / before < 0.35


def test_on_a_board_nothing_is_held_darker_for_what_is_white(make: Make):
    room = Room()
    camera = make(room, PLAN)
    before = camera_light(camera, SETTLED)
    room.paper = 9.0
    assert camera_light(camera, 100) == before


def camera_light(camera: Camera, frames: int) -> float:
    """How much light it makes of what there is after so many frames."""
    after(camera, frames)
    locks = camera.locks()
    assert locks is not None
    return locks.exposure_us * (locks.gain or 1.0)


def test_what_calibration_held_is_held_from_the_first_picture_on(make: Make):
    room = Room()
    calibrated = make(room, PLAN)
    seen, locks = after(calibrated, SETTLED), calibrated.locks()
    room.covered = 0.6
    camera = make(room, replace(PLAN, locks=locks, seen_bgr=seen))
    assert brightness(after(camera, 1)) == pytest.approx(brightness(seen), abs=1)
    after(camera, 100)
    assert camera.locks() == locks


def test_light_that_is_other_than_at_calibration_is_measured_soon_after_the_start(make: Make):
    room = Room()
    calibrated = make(room, PLAN)
    seen, locks = after(calibrated, SETTLED), calibrated.locks()
    room.light = 0.2
    camera = make(room, replace(PLAN, locks=locks, seen_bgr=seen))
    assert brightness(after(camera, IN_EFFECT_FRAMES + REMEASURED)) == pytest.approx(brightness(seen), abs=15)
    assert camera.locks() not in (None, locks)


def test_a_camera_that_does_not_do_as_told_is_left_to_itself():
    room = Room()
    video = FakeVideo(room=room, stubborn=True)
    camera = WebCamera(video, PLAN, room.clock)
    usual = brightness(after(camera, 1))
    after(camera, TRIES * (SETTLED + 5))
    assert video.settings[cv2.CAP_PROP_AUTO_EXPOSURE] == 3
    for light in (3.0, 0.2):
        room.light = light
        assert brightness(after(camera, 100)) == pytest.approx(usual, abs=10)
    assert camera.locks() is None


def test_a_lens_is_waited_for_but_not_for_ever():
    room = Room()
    device = FakePicamera2(room=room, lens=True)
    camera = PiCamera(device, PLAN, room.clock)
    device.lens_state = SEARCHING
    after(camera, LONGEST_SETTLING_FRAMES - 1)
    assert camera.locks() is None
    after(camera, 1)
    assert (camera.locks().focus, device.set[-1]["AfMode"]) == (2.1, 0)


def test_a_lens_stays_where_it_is_when_light_is_measured_anew():
    room = Room()
    device = FakePicamera2(room=room, lens=True)
    camera = PiCamera(device, PLAN, room.clock)
    after(camera, SETTLED)
    device.lens, room.light = 9.9, 4.0
    after(camera, REMEASURED)
    assert len(device.set) == 3
    assert {told["LensPosition"] for told in device.set} == {2.1}


@given(
    st.lists(st.tuples(st.floats(0, 2 / 3), st.integers(0, 255)), min_size=1, max_size=40),
    st.integers(5, 250),
)
def test_what_covers_two_thirds_of_the_picture_is_never_taken_for_other_light(
    arms: list[tuple[float, int]], table: int
):
    watch = LightWatch(np.full((120, 160, 3), table, np.uint8))
    for number, (covered, shade) in enumerate(arms):
        bgr = np.full((120, 160, 3), table, np.uint8)
        bgr[:, : round(covered * 160)] = shade
        assert not watch.has_changed(Frame(bgr, 2.0 * number))


@given(st.integers(50, 500_000), st.floats(1, 16), st.sampled_from([50, 60]))
def test_lamps_do_not_flicker_and_brightness_stays(exposure_us: int, gain: float, mains_hz: int):
    safe = flicker_safe(Locks(exposure_us, gain), mains_hz)
    flicker_us = 1e6 / (2 * mains_hz)
    assert safe.exposure_us * safe.gain == pytest.approx(exposure_us * gain)
    assert safe.exposure_us <= exposure_us
    whole = abs(safe.exposure_us / flicker_us - round(safe.exposure_us / flicker_us)) < 1e-3
    assert safe.exposure_us == exposure_us < flicker_us or whole


def test_an_exposure_whose_gain_is_not_known_is_left_as_it_is():
    assert flicker_safe(Locks(exposure_us=23_456), 50) == Locks(exposure_us=23_456)
