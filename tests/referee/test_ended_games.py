"""A game that its players have ended themselves: what they set right in it afterwards does not open it again."""

import pytest
from simulated_table import after_two_turns, told

from companion.referee.one_eyed_jack import commands
from companion.referee.phones import Asker

TABLE = Asker(table=True)


@pytest.mark.parametrize(
    "correct",
    [
        lambda tracking: commands.put_chip(tracking, TABLE, 20, 0),
        lambda tracking: commands.count_hand(tracking, TABLE, 1, 3),
        lambda tracking: commands.accept_table(tracking, TABLE),
    ],
)
def test_a_game_that_its_players_have_ended_stays_so_whatever_is_set_right_in_it(correct):
    evening = after_two_turns()
    evening.command(commands.end_game(evening.tracking, TABLE, "win", 1))
    evening.act("+A3:r")
    evening.command(correct(evening.tracking))
    evening.rest(12)
    assert (evening.turns[-1], evening.tracking.standings) == ("stop b", (0, 1))


def test_a_square_set_right_after_the_end_is_compared_with_the_table():
    evening = after_two_turns()
    evening.command(commands.end_game(evening.tracking, TABLE, "tie"))
    evening.command(commands.put_chip(evening.tracking, TABLE, 20, 0))
    words = "The table does not match the game: put a red chip on A3. Or accept the board as it lies."
    assert told(evening.rest(12)) == [words]
    evening.command(commands.accept_table(evening.tracking, TABLE))
    assert evening.rest(12) == []
    assert (evening.turns[-1], evening.tracking.fault) == ("stop tie", None)


def test_whoever_names_the_next_seat_plays_on_after_the_end():
    evening = after_two_turns()
    evening.command(commands.end_game(evening.tracking, TABLE, "tie"))
    evening.command(commands.accept_table(evening.tracking, TABLE, 1))
    evening.rest(12)
    assert evening.tracking.outcome is None
