"""Turns, patterns and positions in and out of text."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_table import Table, random_options

from companion.games.cards import PRINCESS, Card
from companion.games.one_eyed_jack.faults import NotationError
from companion.games.one_eyed_jack.notation import parse_pattern, parse_turn, pattern_text
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.patterns import geometry_of
from companion.games.one_eyed_jack.position_text import override_text, parse_override, parse_position, position_text
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import (
    Declare,
    EndJoker,
    Exchange,
    Forgot,
    Pass,
    Place,
    Remove,
    Roll,
    Stop,
    Turn,
)

calmly = settings(deadline=None, max_examples=40)
teams, squares = st.integers(0, 5), st.integers(0, 99)
cards = st.sampled_from((*PRINCESS, *map(Card, ("JK", "JKB", "JKR"))))
turns = st.one_of(
    st.builds(Place, teams, st.none() | cards, squares),
    st.builds(Remove, teams, st.none() | cards, squares),
    st.builds(Exchange, teams, cards),
    st.builds(Pass, teams),
    st.builds(Roll, teams, st.sampled_from("nrs")),
    st.builds(EndJoker, teams),
    st.builds(Declare, teams, st.lists(squares, min_size=1, max_size=6).map(tuple)),
    st.builds(Forgot, st.integers(1, 12), st.booleans()),
    st.builds(Stop, st.just(True), st.none() | teams),
    st.just(Stop()),
)


@calmly
@given(turns)
def test_every_turn_is_read_back_from_its_text(turn: Turn) -> None:
    assert parse_turn(str(turn)) == turn


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "r",
            "z 7D@C4",
            "r 7D",
            "r 7D@K4",
            "r 7X@C4",
            "r roll x",
            "r dead",
            "r dead 7D 8D",
            "r line",
            "forgot",
            "forgot 1 soon",
        ),
        *(
            "r pass pass",
            "forgot x late",
            "r 7D@C4 b",
            "r line A5-B7",
            "r line K5",
            "r line K1-K5",
            "rb 7D@C4",
            "stop",
            "stop z",
            "stop r b",
        ),
    ],
)
def test_what_is_no_turn_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_turn(text)


@calmly
@given(st.randoms(use_true_random=False))
def test_every_pattern_is_read_back_from_its_text(random: Random) -> None:
    candidates = geometry_of(random_options(random)).candidates
    for candidate in random.sample(candidates, min(20, len(candidates))):
        assert parse_pattern(pattern_text(candidate.squares)) == candidate.squares


def test_a_straight_run_is_written_by_its_ends_and_one_over_the_edge_in_full() -> None:
    assert pattern_text((40, 41, 42, 43, 44)) == "A5-E5"
    assert pattern_text((48, 49, 40, 41)) == "I5.J5.A5.B5"
    assert pattern_text((44,)) == "E5"
    assert parse_pattern("E5-E5") == (44,)


@calmly
@given(st.randoms(use_true_random=False))
def test_every_position_is_read_back_from_its_text(random: Random) -> None:
    table = Table(random_options(random), random)
    for _ in range(random.randint(0, 60)):
        if not table.game.outcome():
            table.act()
    text = position_text(table.game.position, table.game.options)
    read = parse_position(text, table.game.options)
    told = ("chips", "locks", "seat", "direction", "stock", "captures", "ply")
    assert all(getattr(read, name) == getattr(table.game.position, name) for name in told)
    assert position_text(read, table.game.options) == text


def test_an_override_tells_the_hands_or_leaves_them_as_they_are() -> None:
    options = parse_options("classic")
    told = Game(options).position
    assert override_text(told, options) == f"{position_text(told, options)} 7,7"
    assert parse_override(override_text(told, options), options) == told
    assert parse_override(position_text(told, options), options) == told._replace(hands=())
    assert override_text(told._replace(hands=()), options) == position_text(told, options)


@pytest.mark.parametrize("hands", ["7", "7,7,7", "7,x", "-1,7"])
def test_hands_of_other_seats_are_refused(hands: str) -> None:
    options = parse_options("classic")
    with pytest.raises(NotationError):
        parse_override(f"{position_text(Game(options).position, options)} {hands}", options)


def test_the_positions_in_the_book_are_read() -> None:
    classic = parse_options("classic")
    first = "*8*/X/X/X/X/X/X/X/X/*8* 1 + - 90 - 0"
    assert position_text(Game(classic).position, classic) == first
    locked = "*8*/X/X/X/rrrrr5/X/X/bb1bb5/X/*8* 2 + r:A5-E5 81 - 9"
    assert position_text(parse_position(locked, classic), classic) == locked
    owned = parse_options("my_rules corners=joker_any capture=pairs")
    taken = "X/X/X/X/X/X/X/X/X/X 1 + - 90 r2b0 4"
    assert position_text(parse_position(taken, owned), owned) == taken
    crossed = "*8*/X/X/X/rrrrr5/X/X/X/X/*8* 2 - r:A5-E5+E5.E4.D5.F5.E6,b:- 81 r2b0 9"
    assert parse_position(crossed, classic).locks[0][1] == (44, 34, 43, 45, 54)
    assert parse_position(crossed, classic).captures == (2, 0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "*8*/X/X/X/X/X/X/X/X/*8* 1 + - 90 -",
        "*8*/X/X/X/X/X/X/X/X/*7* 1 + - 90 - 0",
        "*8*/X/X/X/X/X/X/X/*8* 1 + - 90 - 0",
        "*8*/*9/X/X/X/X/X/X/X/*8* 1 + - 90 - 0",
        "*8*/g9/X/X/X/X/X/X/X/*8* 1 + - 90 - 0",
        "*8*/z9/X/X/X/X/X/X/X/*8* 1 + - 90 - 0",
        "*8*/X/X/X/X/X/X/X/X/*8* 3 + - 90 - 0",
        "*8*/X/X/X/X/X/X/X/X/*8* one + - 90 - 0",
        "*8*/X/X/X/X/X/X/X/X/*8* 1 cw - 90 - 0",
        "*8*/X/X/X/X/X/X/X/X/*8* 1 + r:A5-B7 90 - 0",
        "*8*/X/X/X/X/X/X/X/X/*8* 1 + - 90 2r 0",
        "*8*/X/X/X/X/X/X/X/X/*8* 1 + - many - 0",
    ],
)
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_position(text, parse_options("classic"))
