"""Whole random games by careless people: the referee ends with the true game, names every mishap, and invents none."""

from random import Random

import pytest
from contest import Contest
from random_table import random_options
from trouble import REALISTIC, Trouble

from companion.games.one_eyed_jack.options import parse_options

GAMES = range(4)


def contest(seed: int, **trouble: float) -> Contest:
    random = Random(seed)
    made = Contest(random_options(random), random, Trouble(**trouble))
    made.play(turns=24)
    return made


@pytest.mark.parametrize("seed", GAMES)
def test_every_mishap_is_named_and_nothing_else(seed):
    played = contest(seed, mishap=0.3)
    assert played.right
    assert [one for one in played.named if not one.right] == []
    assert (played.alarms, played.doubts) == ([], [])


def test_taking_back_all_that_lies_on_a_board_is_clearing_it():
    played = Contest(parse_options("classic"), Random(1), Trouble(mishap=0))
    played.play(turns=4)
    played.take_back(4)
    assert (played.taken_back, played.alarms) == (0, [])
    played.take_back(2)
    assert (played.taken_back, played.alarms, played.right) == (2, [], True)


@pytest.mark.parametrize("seed", GAMES)
def test_noise_and_missed_squares_change_nothing(seed):
    played = contest(seed, noise=3.0, covered=0.1)
    assert played.right
    assert (played.alarms, played.doubts) == ([], [])


@pytest.mark.parametrize("seed", GAMES)
def test_a_pile_that_only_seems_to_change_is_no_card(seed):
    played = contest(seed, echo=0.2)
    assert played.right
    assert played.alarms == []


@pytest.mark.parametrize("seed", GAMES)
def test_cards_that_cannot_be_read_do_not_lose_the_game(seed):
    played = contest(seed, mishap=0.0, unread=0.1)
    assert played.right
    assert played.alarms == []


@pytest.mark.parametrize("seed", GAMES)
def test_a_lively_table_seen_by_a_camera_ends_with_the_true_game(seed):
    random = Random(seed)
    played = Contest(random_options(random), random, REALISTIC)
    played.play(turns=40)
    assert played.right
    assert (played.alarms, [one for one in played.named if not (one.right or one.blind)]) == ([], [])


@pytest.mark.parametrize("seed", GAMES)
def test_turns_taken_back_in_any_number_are_played_again(seed):
    played = contest(seed, mishap=0.0, back=0.3, far_back=0.2)
    assert played.taken_back > 0
    assert played.right
    assert played.alarms == []


@pytest.mark.parametrize("seed", [891198, 891784])
def test_a_card_nobody_could_read_or_like_the_one_below_was_laid_all_the_same(seed):
    random = Random(seed)
    played = Contest(random_options(random), random, REALISTIC)
    played.play(turns=60)
    assert played.alarms == []
