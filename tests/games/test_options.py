"""Options in and out of text, and what is refused or adjusted."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_table import random_options

from companion.games.one_eyed_jack.faults import OptionsError
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.presets import PRESETS, SEATINGS

calmly = settings(deadline=None, max_examples=40)


@calmly
@given(st.randoms(use_true_random=False))
def test_options_are_read_back_from_their_text(random: Random) -> None:
    options = random_options(random)
    assert parse_options(options.text) == options
    assert parse_options(options.text).notices == ()


def test_there_are_seventeen_seatings() -> None:
    assert len(SEATINGS) == 17


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.name)
def test_every_seating_of_a_preset_can_be_played_as_it_is(preset: object) -> None:
    for seats, teams in preset.seatings:
        options = parse_options(f"{preset.name} N={seats} T={teams}")
        assert options.hand == preset.hands[seats]
        assert options.seats * options.hand <= options.deck_size / 2


def test_nothing_said_is_classic_for_two() -> None:
    assert parse_options("").text == "classic N=2 T=2 hand=7 lines=2 n=5"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("chess", "BAD_OPTION"),
        ("open wrp=lr", "BAD_OPTION"),
        ("open zzzzz", "BAD_OPTION"),
        ("open wrap=up", "BAD_OPTION"),
        ("open protect=maybe", "BAD_OPTION"),
        ("open dead_per_turn=0", "BAD_OPTION"),
        ("open dead_per_turn=x", "BAD_OPTION"),
        ("open dead_per_turn=1234567890", "BAD_OPTION"),
        ("open n=many", "BAD_N"),
        ("open N=x", "BAD_SEATING"),
        ("open T=x", "BAD_SEATING"),
        ("open N=3 die=dice", "BAD_DIE"),
        ("classic dead=off", "BAD_OPTION"),
    ],
)
def test_what_cannot_be_read_is_refused_by_its_code(text: str, code: str) -> None:
    with pytest.raises(OptionsError) as refused:
        parse_options(text)
    assert refused.value.code == code


def test_a_misspelt_option_is_met_with_the_right_one() -> None:
    with pytest.raises(OptionsError, match="did you mean wrap"):
        parse_options("open wrp=lr")


def test_a_choice_that_gives_way_is_said() -> None:
    assert parse_options("open objective=square capture=pairs n=5").notices == (
        "n=5 gave way to n=4",
        "capture=pairs gave way to capture=off",
    )


def test_what_nobody_chose_gives_way_in_silence() -> None:
    assert parse_options("open N=4 T=4").notices == ()


def test_an_option_is_shown_as_it_is_written() -> None:
    options = parse_options("open N=3 die=d6r1s0,after dead_per_turn=none")
    shown = [options.value_text(key) for key in ("N", "die", "dead_per_turn", "protect", "end_joker", "hand")]
    assert shown == ["3", "d6r1s0,after", "off", "on", "off", "6"]
    assert parse_options("open die=off").die is None
    assert parse_options("open dead_per_turn=OFF protect=OFF") == parse_options("open dead_per_turn=None protect=no")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("open n=6", "lines are 4 to 5 squares long"),
        ("my_rules n=7", "lines are 3 to 6 squares long"),
        ("open lines=3", "play to 1 to 2 here"),
        ("my_rules lines=5", "play to 1 to 4 here"),
        ("my_rules N=3 lines=5", "play to 1 to 4 here"),
        ("classic N=6", "in preset classic; try my_rules"),
        ("open N=7 T=2", "in any preset"),
        ("open hand=8", "deal 3 to 7"),
        ("my_rules hand=11", "deal 2 to 10"),
        ("my_rules N=12 hand=5", "deal 2 to 4"),
    ],
)
def test_what_is_refused_is_told_with_what_can_be_played(text: str, words: str) -> None:
    with pytest.raises(OptionsError, match=words):
        parse_options(text)


def test_an_option_without_a_value_is_told_how_it_is_written() -> None:
    with pytest.raises(OptionsError, match="no such option: 'wrap'; did you mean wrap=…"):
        parse_options("open wrap")
    with pytest.raises(OptionsError, match=r"'players=3'; write one of N, T, hand, .*, then = and its value"):
        parse_options("my_rules players=3")


def test_a_face_that_a_die_has_twice_comes_up_as_one() -> None:
    for mix, faces in (("r2s0", ("n", "r")), ("r0s2", ("n", "s"))):
        die = parse_options(f"open N=3 die=d6{mix},after").die
        assert die is not None
        assert die.faces == faces
