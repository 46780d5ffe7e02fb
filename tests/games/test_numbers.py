"""Numbers are read within limits, so that no text of any length brings anything but a clear refusal."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import CompanionError
from companion.games.black_jack.notation import parse_turn as black_jack_turn
from companion.games.black_jack.options import Options as BlackJack
from companion.games.black_jack.position_text import parse_position as black_jack_position
from companion.games.black_jack.record import parse_record as black_jack_record
from companion.games.numbers import parse_number
from companion.games.one_eyed_jack.die import parse_die
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.position_text import parse_entry, parse_position
from companion.games.one_eyed_jack.record import parse_record
from companion.games.squares import parse_square

BOARD, HUGE, CLASSIC = "*8*/X/X/X/X/X/X/X/X/*8*", "9" * 5000, parse_options("classic")
FOUR = BlackJack()


@given(st.integers(0, 999_999_999))
def test_a_number_is_read_back_as_it_was_written(number: int) -> None:
    assert parse_number(str(number)) == number


@pytest.mark.parametrize("text", ["", "-1", "1_0", "1e3", " 1", "٣", "²", "1234567890", HUGE])
def test_what_is_no_short_row_of_digits_is_no_number(text: str) -> None:
    with pytest.raises(ValueError, match="no number"):
        parse_number(text)


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (parse_die, f"d{HUGE}r1s0,after"),
        (parse_options, f"open N=3 die=d6r{HUGE}s0,after"),
        (parse_options, f"open N={HUGE}"),
        (parse_turn, f"r 7D@C{HUGE}"),
        (parse_turn, f"forgot {HUGE} late"),
        (parse_turn, "forgot 1_0 late"),
        (lambda text: parse_position(text, CLASSIC), f"{BOARD} 1 + - {HUGE} - 0"),
        (lambda text: parse_position(text, CLASSIC), f"{BOARD} {HUGE} + - 90 - 0"),
        (lambda text: parse_position(text, CLASSIC), f"{BOARD} 1 + - 90 r{HUGE} 0"),
        (lambda text: parse_entry(text, CLASSIC), f"{BOARD} 1 + - 90 - 0 7,{HUGE}"),
        (lambda text: parse_entry(text, CLASSIC), f"{BOARD} 1 + - 90 - 0 played 7D {HUGE}"),
        (black_jack_turn, f"P1 draw {HUGE}"),
        (black_jack_turn, "P1 draw ٣"),
        (lambda text: black_jack_position(text, FOUR), f"top=7S pending={HUGE}"),
        (lambda text: black_jack_position(text, FOUR), f"top=7S stock={HUGE}"),
        (lambda text: black_jack_position(text, FOUR), f"top=7S P1={HUGE}"),
        (lambda text: black_jack_position(text, FOUR), f"top=7S P1=7C,?{HUGE}"),
    ],
)
def test_a_number_too_long_to_mean_anything_is_refused(read: Callable[[str], object], text: str) -> None:
    with pytest.raises(CompanionError):
        read(text)


def test_there_is_no_square_in_a_row_of_that_number() -> None:
    for row in (HUGE, "0" * 5000 + "1"):
        with pytest.raises(ValueError, match="no such square"):
            parse_square(f"C{row}")


@pytest.mark.parametrize("number", [f"{BOARD} 1 + - {HUGE} - 0", f"{BOARD} 1 + - 90 - 0 7,{HUGE}"])
def test_a_record_ends_at_a_number_too_long(number: str) -> None:
    read = parse_record(f"1. r 7D@C4 {{override: {number}}} 2. b 8D@D4")
    assert len(read.game.entries) == 1
    assert "no number" in read.trouble


def test_a_record_of_black_jack_ends_there_too() -> None:
    tags = '[Game "BlackJack"]\n[Options "base"]\n[Position "top=7S"]'
    read = black_jack_record(f"{tags}\n\n1. P1 draw 2. P2 draw {HUGE}")
    assert len(read.game.entries) == 1
    assert "no number" in read.trouble
