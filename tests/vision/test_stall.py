"""A camera that hands out the same picture again and again is found out, and one that is merely quiet is not."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.vision.frame import Frame
from companion.vision.stall import Pulse

SHAPE = (160, 256, 3)
TABLE = np.full(SHAPE, 120, np.uint8)
DRAWN = TABLE.copy()
DRAWN[40:80, 100:140] = 30
LEARNT = 35


def noisy(seed, sigma=2.0):
    """A picture of a table at rest, as a sensor takes it."""
    noise = np.random.default_rng(seed).normal(0, sigma, SHAPE)
    return np.clip(TABLE + noise, 0, 255).astype(np.uint8)


def shown(*pictures, pulse=None):
    """The pulse after these pictures, two in a second, and after which of them it had stalled."""
    pulse, stalled = pulse or Pulse(), []
    begun_s = pulse.now_s
    for number, picture in enumerate(pictures, 1):
        pulse = pulse.after(Frame(picture, begun_s + number / 2))
        stalled.append(pulse.stalled)
    return pulse, stalled


ALIVE = shown(*map(noisy, range(LEARNT)))[0]


@settings(max_examples=10, deadline=None)
@given(st.floats(1.0, 8.0), st.integers(0, 1000))
def test_a_camera_that_gives_new_pictures_never_stalls_however_quiet_the_table(sigma, seed):
    assert not any(shown(*(noisy(seed + number, sigma) for number in range(2 * LEARNT)))[1])


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 20), st.integers(0, 1000))
def test_a_picture_given_again_is_a_stall_until_another_comes(times, seed):
    last = noisy(seed + 1000)
    _, stalled = shown(last, *[last] * times, noisy(seed + 2000), pulse=ALIVE)
    assert stalled == [False, *[True] * times, False]


def test_a_picture_given_again_and_compressed_anew_is_a_stall_as_well():
    last = noisy(77)
    again = last.copy()
    again[::7] += 1
    assert shown(last, again, last, pulse=ALIVE)[1] == [False, True, True]


def almost(picture, share):
    """The same picture but for this share of its spots."""
    changed = np.random.default_rng(0).random(SHAPE[:2]) < share
    return np.where(changed[..., None], picture ^ 64, picture)


def test_a_stall_that_was_missed_hides_no_later_one():
    last, later = noisy(78), noisy(79)
    missed, found = almost(last, 0.4 * ALIVE.quietest), almost(later, 0.15 * ALIVE.quietest)
    assert shown(last, missed, later, found, pulse=ALIVE)[1] == [False, False, False, True]


@settings(max_examples=20, deadline=None)
@given(st.lists(st.sampled_from([TABLE, DRAWN]), min_size=2, max_size=80))
def test_drawn_pictures_without_noise_are_no_stall(pictures):
    assert not any(shown(TABLE, TABLE, *pictures)[1])


def test_a_hand_that_moves_in_one_half_of_the_picture_does_not_hide_what_quiet_is():
    hands = [noisy(number) for number in range(LEARNT)]
    for number, picture in enumerate(hands):
        picture[:, : 20 + 3 * number] = 7 * number
    assert not any(shown(*hands, *map(noisy, range(100, 120)))[1])


def test_a_stall_is_worth_a_word_after_two_seconds():
    last = noisy(5)
    assert shown(last, *[last] * 3, pulse=ALIVE)[0].notices == ()
    assert shown(last, *[last] * 4, pulse=ALIVE)[0].notices == ("CAMERA_STALLED",)


def test_a_light_that_goes_and_takes_the_noise_with_it_blinds_for_no_more_than_thirty_pictures():
    _, stalled = shown(*[TABLE] * 100, pulse=ALIVE)
    assert stalled.count(True) == 30
    assert not any(stalled[-60:])


def test_a_camera_that_gives_black_in_the_dark_has_not_stalled_and_teaches_nothing():
    black = np.zeros_like(TABLE)
    pulse, stalled = shown(*[black] * 20, pulse=ALIVE)
    assert not any(stalled)
    last = noisy(3)
    assert shown(last, last, pulse=pulse)[1] == [False, True]
    assert not any(shown(*[black] * 40)[1])


@pytest.mark.parametrize("quality", [75, 90, 100])
@pytest.mark.parametrize("level", [0, 2, 8, 30])
def test_a_camera_whose_lens_is_covered_has_not_stalled_however_little_noise_is_left(level, quality):
    """What a sensor gives in the dark is cut off at black, and a USB camera's compression takes most of the rest."""

    def covered(seed):
        noise = np.random.default_rng(seed).normal(level, 1.2, SHAPE)
        packed = cv2.imencode(".jpg", np.clip(noise, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return cv2.imdecode(packed, cv2.IMREAD_COLOR)

    pulse, stalled = shown(*map(covered, range(40)), pulse=ALIVE)
    assert not any(stalled)
    last = noisy(3)
    assert shown(last, last, pulse=pulse)[1] == [False, True]


def test_pictures_of_another_size_begin_anew():
    small = noisy(1)[:80]
    assert shown(small, small, pulse=ALIVE)[1] == [False, False]
