"""What goes with its players from one game into the next: their seats, what they have won, and who said what."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from simulated_table import Evening, kinds, setup_of, undo

from companion.games.squares import parse_square
from companion.referee.black_jack.commands import new_game as new_cards
from companion.referee.black_jack.ledger import begin as begin_cards
from companion.referee.events import CommandGiven, GameStarted, GameWon, LineCompleted, Setup, Winnings
from companion.referee.followed import Step, counting_on, end_of
from companion.referee.naming import seats_before
from companion.referee.one_eyed_jack.commands import count_hand, end_game, new_game, put_chip
from companion.referee.one_eyed_jack.tracking import begin, replay
from companion.referee.phones import Asker, signed

TABLE, CLEO = Asker(table=True), Winnings("Cleo", 2, 3)
NAMES = st.lists(st.sampled_from(("Ann", "Ben", "Cleo", "Seat 1", "Seat 2", "Player 3")), unique=True, max_size=4)


def cards_of(players: list[str]) -> Setup:
    return Setup(f"base players={len(players)}", (), (), tuple(players), "black-jack")


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


@pytest.mark.parametrize(
    ("begun", "setup"), [(new_game, setup_of()), (new_cards, cards_of(["Ann", "Ben"]))], ids=["board", "cards"]
)
def test_a_win_that_is_still_to_be_told_comes_before_whoever_begins_the_next_game_and_counts(
    begun: Callable[..., Step], setup: Setup
):
    evening = Evening("my_rules lines=1 n=3")
    evening.play(("AS", "+B1:r"), ("JD", "+J9:b"), frames=8)
    evening.act("2S", "+C1:r", frames=4)
    command = signed(TABLE, "game", lambda followed: begun(followed, TABLE, counting_on(followed, setup)))
    after, events = command(evening.tracking)
    assert [type(event) for event in events] == [LineCompleted, GameWon, CommandGiven, GameStarted]
    assert (1, 0) in (after.setup.wins, after.setup.elsewhere)


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


def test_whoever_sits_out_games_has_won_as_many_on_coming_back():
    board = replace(setup_of(), players=("Ann", "Ben"))
    cards = replace(board, game="black-jack", options="base players=3", players=("Cleo", "Ann", "Dan"))
    won = replace(begin(board)[0], scores=((0, (1, 2)),))
    without_ben = counting_on(won, replace(board, players=("Ann", "Cleo")))
    assert (without_ben.wins, without_ben.sitting_out) == ((1, 0), (Winnings("Ben", 2, 0),))
    neither = counting_on(replace(won, setup=without_ben, scores=((0, (1, 4)),)), cards)
    assert (neither.wins, neither.elsewhere) == ((), (4, 1, 0))
    assert neither.sitting_out == (Winnings("Ben", 0, 2),)
    only_dan = counting_on(begin_cards(neither)[0], replace(cards, players=("Dan", "Eve", "Seat 3")))
    assert only_dan.elsewhere == ()
    assert only_dan.sitting_out == (Winnings("Ben", 0, 2), Winnings("Cleo", 0, 4), Winnings("Ann", 0, 1))
    back = counting_on(begin_cards(only_dan)[0], replace(board, players=("Cleo", "Ben")))
    assert (back.wins, back.elsewhere, back.sitting_out) == ((4, 2), (), (Winnings("Ann", 1, 0),))


def test_who_comes_back_to_a_seat_without_a_name_brings_what_they_have_won_and_nothing_else():
    board = replace(setup_of("kids N=3 T=3", teams=3), players=("Ann", "Ben", "Seat 3"), sitting_out=(CLEO,))
    won = replace(begin(board)[0], scores=((0, (1, 0, 5)),))
    after = counting_on(won, replace(board, players=("Ann", "Ben", "Cleo")))
    assert (after.wins, after.elsewhere, after.sitting_out) == ((1, 0, 2), (0, 0, 3), ())


@given(NAMES, st.lists(NAMES, min_size=1, max_size=4))
def test_no_win_is_lost_or_counted_twice_while_everybody_has_a_name(first: list[str], games: list[list[str]]):
    known, followed = ["Ann", "Ben", "Cleo", "Dan"], begin_cards(cards_of(["Ann", "Ben", "Cleo", "Dan"]))[0]
    followed = replace(followed, scores=((0, (1, 2, 3, 4)),))
    for players in (first, *games):
        seated = [name for name in players if name in known] or ["Eve"]
        setup = counting_on(followed, cards_of([*seated, "Fay"]))
        followed = begin_cards(setup)[0]
    wins = dict(zip(followed.setup.players, followed.standings, strict=True))
    out = {one.name: one.wins for one in followed.setup.sitting_out}
    assert {name: count for name, count in (wins | out).items() if count} == dict(zip(known, (1, 2, 3, 4), strict=True))
    assert not set(out) & set(wins)


@pytest.mark.parametrize(("result", "team"), [("unfinished", None), ("tie", None), ("win", 1)])
def test_a_correction_after_an_agreed_end_leaves_the_game_ended_and_is_under_it(result: str, team: int | None):
    evening = Evening("my_rules lines=1 n=3")
    evening.play(("AS", "+B1:r"), ("JD", "+J9:b"), frames=8)
    evening.command(end_game(evening.tracking, TABLE, result, team))
    ended, standings = evening.tracking.outcome, evening.tracking.standings
    evening.command(count_hand(evening.tracking, TABLE, 2, 3))
    evening.command(put_chip(evening.tracking, TABLE, parse_square("F6"), 1))
    assert (evening.tracking.outcome, evening.tracking.standings) == (ended, standings)
    assert end_of(evening.log) == GameWon(team, "unfinished" if result == "unfinished" else "agreed")
    assert replay(evening.log).outcome == ended
    evening.command(undo(evening.tracking))
    assert evening.tracking.outcome is None
    position = evening.tracking.game.position
    assert (position.hands[1], position.chips[parse_square("F6")]) == (3, 1)


def test_a_correction_after_an_agreed_end_that_shows_a_win_is_that_win():
    evening = Evening("my_rules lines=1 n=3")
    evening.play(("AS", "+B1:r"), ("JD", "+J9:b"), frames=8)
    evening.command(end_game(evening.tracking, TABLE, "tie"))
    evening.command(put_chip(evening.tracking, TABLE, parse_square("C1"), 0))
    assert end_of(evening.log) == GameWon(0, "patterns")
    assert evening.tracking.standings == (1, 0)
