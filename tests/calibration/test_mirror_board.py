"""Boards on which cards face each other: told apart from others, and read from both sides."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layout_evidence import evidence_for, shuffled_layout

from calibration.layout_reader import BOARD_CARDS, likeliest_layout
from calibration.mirror_board import mirror_of
from companion.games.one_eyed_jack.layout import MIRRORS
from companion.games.squares import CORNERS

UNREADABLE = -np.log(len(BOARD_CARDS))
seeds = st.integers(0, 2**32 - 1)
mirrors = st.sampled_from(MIRRORS)
calmly = settings(max_examples=15, deadline=None)


def mirrored_layout(seed: int, mirror: tuple[int, ...]) -> list[str]:
    """A random board on which each card lies opposite its like."""
    cards = np.random.default_rng(seed).permutation(BOARD_CARDS).tolist()
    layout = ["JK"] * 100
    for square in range(100):
        if square not in CORNERS and square < mirror[square]:
            layout[square] = layout[mirror[square]] = cards.pop()
    return layout


@calmly
@given(seeds, mirrors, st.floats(0, 0.5))
def test_a_mirrored_board_is_known_though_half_of_it_cannot_be_read(seed, mirror, share):
    evidence = evidence_for(mirrored_layout(seed, mirror), 9.0)
    evidence[np.random.default_rng(seed).random(100) < share] = UNREADABLE
    assert mirror_of(evidence) == mirror


@calmly
@given(seeds, st.floats(0, 12))
def test_a_board_laid_at_random_is_none_however_well_it_is_read(seed, sureness):
    assert mirror_of(evidence_for(shuffled_layout(seed), sureness)) is None


def test_a_board_of_which_nothing_can_be_read_is_none():
    assert mirror_of(np.full((100, len(BOARD_CARDS)), UNREADABLE)) is None


@calmly
@given(seeds, mirrors)
def test_a_square_that_nobody_can_read_shows_the_card_of_its_image(seed, mirror):
    layout = mirrored_layout(seed, mirror)
    evidence, random = evidence_for(layout, 9.0), np.random.default_rng(seed)
    for square, other in enumerate(mirror):
        if square < other:
            evidence[random.choice([square, other])] = UNREADABLE
    alone, together = likeliest_layout(evidence), likeliest_layout(evidence, mirror)
    assert len(alone.doubtful) >= 48
    assert (together.layout, together.doubtful) == (tuple(layout), ())


@calmly
@given(seeds, mirrors)
def test_two_cards_that_were_glued_the_wrong_way_round_are_read_as_they_lie(seed, mirror):
    layout = mirrored_layout(seed, mirror)
    one, other = np.random.default_rng(seed).choice(
        [square for square in range(100) if square not in CORNERS], 2, replace=False
    )
    layout[one], layout[other] = layout[other], layout[one]
    evidence = evidence_for(layout, 16.0)
    assert mirror_of(evidence) == mirror
    assert likeliest_layout(evidence, mirror).layout == tuple(layout)


@pytest.mark.parametrize("mirror", MIRRORS)
def test_what_a_reading_keeps_is_what_each_square_says_alone(mirror):
    evidence = evidence_for(mirrored_layout(1, mirror), 2.0)
    reading = likeliest_layout(evidence, mirror)
    assert reading.mirror == mirror
    assert np.array_equal(reading.log_probabilities, evidence)


def test_naming_a_card_names_the_one_that_faces_it():
    mirror = MIRRORS[0]
    layout = mirrored_layout(2, mirror)
    evidence, unread = evidence_for(layout, 9.0), (12, mirror[12], 34, mirror[34])
    evidence[list(unread)] = UNREADABLE
    assert set(likeliest_layout(evidence, mirror).doubtful) == set(unread)
    evidence[12] = evidence_for(layout, 50.0)[12]
    reading = likeliest_layout(evidence, mirror)
    assert (reading.layout[12], reading.layout[mirror[12]]) == (layout[12], layout[12])
    assert not {12, mirror[12]} & set(reading.doubtful)
