"""Teams are told apart by name, shape and winks as well as by colour."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.views.appearance import SHAPES, appearances_of

names = st.lists(
    st.sampled_from(["red", "blue", "Foxes", "natural wood", "white", "the Owls", ""]), min_size=1, max_size=6
)


def luminance(colour: tuple[int, int, int]) -> float:
    parts = [part / 255 for part in colour]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@given(names)
def test_no_two_teams_share_a_shape_or_a_blink(teams: list[str]):
    looks = appearances_of(teams)
    assert len({look.shape for look in looks}) == len({look.blink for look in looks}) == len(teams)


@given(names)
def test_letters_can_be_read_on_their_chips(teams: list[str]):
    for look in appearances_of(teams):
        lighter, darker = sorted((luminance(look.paint), luminance(look.ink)), reverse=True)
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5


@given(names)
def test_a_blink_never_flashes_more_than_three_times_a_second(teams: list[str]):
    for look in appearances_of(teams):
        assert len(look.blink) % 2 == 0
        assert all(on + off >= 1 / 3 for on, off in zip(look.blink[::2], look.blink[1::2], strict=True))


@given(st.lists(st.sampled_from(["Foxes", "Owls", "Bears"]), min_size=1, max_size=6))
def test_teams_without_a_colour_in_their_name_get_colours_of_their_own(teams: list[str]):
    looks = appearances_of(["red", *teams[:5]])
    assert len({look.paint for look in looks}) == len(looks)


def test_a_colour_word_in_a_name_is_taken_at_its_word():
    wood, blue = appearances_of(["natural wood", "Blue"])
    assert wood.name == "Natural wood"
    assert blue.paint == appearances_of(["blue"])[0].paint != wood.paint


def test_seven_teams_are_refused():
    with pytest.raises(ValueError, match=f"at most {len(SHAPES)}"):
        appearances_of(["red"] * 7)
