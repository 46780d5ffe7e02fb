"""What goes with its players from one game into the next: their seats, what they have won, and who said what."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from simulated_table import Evening, kinds, setup_of, undo

from companion.games.squares import parse_square
from companion.referee.events import CommandGiven, GameStarted, GameWon, LineCompleted
from companion.referee.followed import counting_on
from companion.referee.naming import seats_before
from companion.referee.one_eyed_jack.commands import count_hand, new_game, put_chip
from companion.referee.one_eyed_jack.tracking import begin
from companion.referee.phones import Asker, signed

TABLE = Asker(table=True)
NAMES = st.lists(st.sampled_from(("Ann", "Ben", "Cleo", "Seat 1", "Seat 2", "Player 3")), unique=True, max_size=4)


@pytest.mark.parametrize(
    ("before", "after", "seats"),
    [
        (("Ann", "Ben", "Cleo"), ("Ben", "Cleo", "Ann"), (2, 3, 1)),
        (("Ann", "Ben"), ("Cleo", "Dan"), (0, 0)),
        ((), ("Ann", "Ben"), (1, 2)),
        (("Seat 1", "Seat 2"), ("Ann", "Seat 2"), (1, 2)),
        (("Player 1", "Ben"), ("Ben", "Ann"), (2, 0)),
        (("Ann", "Seat 2"), ("Cleo", "Ann"), (0, 1)),
        (("Ann", "Ben"), ("Ann", "Ben", "Cleo"), (1, 2, 0)),
    ],
)
def test_players_are_known_by_name_and_without_one_by_their_seat(
    before: tuple[str, ...], after: tuple[str, ...], seats: tuple[int, ...]
):
    assert seats_before(before, after) == seats


@given(NAMES, NAMES)
def test_nobody_sits_on_two_seats_and_a_name_never_takes_another_s_place(before: list[str], after: list[str]):
    seats = seats_before(before, after)
    taken = [seat for seat in seats if seat]
    assert len(taken) == len(set(taken))
    assert all(before[seat - 1] == name for seat, name in zip(seats, after, strict=True) if name in before)


def test_games_won_at_a_table_without_names_are_counted_in_the_next_game():
    setup = replace(setup_of(), players=())
    won = replace(begin(setup)[0], scores=((0, (1, 0)),))
    assert counting_on(won, setup).wins == (1, 0)
    assert counting_on(won, replace(setup, players=("Seat 1", "Seat 2"))).wins == (1, 0)
    assert counting_on(won, replace(setup, players=("Ann", "Seat 2"))).wins == (1, 0)
    assert counting_on(won, replace(setup, options="classic N=4 T=2")).wins == (), "nobody knows who sits where now"


def test_a_win_that_is_still_to_be_told_comes_before_whoever_begins_the_next_game():
    evening = Evening("my_rules lines=1 n=3")
    evening.play(("AS", "+B1:r"), ("JD", "+J9:b"), frames=8)
    evening.act("2S", "+C1:r", frames=4)
    begun = signed(TABLE, "game", lambda followed: new_game(followed, TABLE, setup_of()))
    events = evening.command(begun(evening.tracking))
    assert [type(event) for event in events] == [LineCompleted, GameWon, CommandGiven, GameStarted]


def test_a_correction_after_the_end_that_is_taken_back_leaves_the_game_won():
    evening = Evening("my_rules lines=1 n=3")
    evening.play(("AS", "+B1:r"), ("JD", "+J9:b"), ("2S", "+C1:r"), frames=8)
    assert evening.tracking.outcome is not None
    for correction in (
        count_hand(evening.tracking, TABLE, 2, 3),
        put_chip(evening.tracking, TABLE, parse_square("F6"), 1),
    ):
        evening.command(correction)
        assert kinds(evening.command(undo(evening.tracking)))[-1] == "GameWon 0"
        assert evening.tracking.outcome is not None
