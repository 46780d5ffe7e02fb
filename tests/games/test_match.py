"""An evening of several games."""

import pytest

from companion.games.one_eyed_jack.match import Match
from companion.games.one_eyed_jack.position import Outcome

PLAYERS = ("Ann", "Ben", "Cleo", "Dan")
RED, BLUE, TIE = Outcome(0, "patterns"), Outcome(1, "count"), Outcome(None, "count")


def test_wins_are_counted_for_players_and_for_teams() -> None:
    match = Match(PLAYERS, 2).played(RED).played(RED).played(BLUE).played(TIE)
    assert match.wins == {"Ann": 2, "Ben": 1, "Cleo": 2, "Dan": 1}
    assert match.team_wins == (2, 1)
    assert match.ties == 1
    assert match.sides == (("Ann", "Cleo"), ("Ben", "Dan"))


def test_players_keep_their_wins_when_they_change_seats() -> None:
    match = Match(PLAYERS, 2).played(RED).seated(("Cleo", "Ben", "Dan", "Eve"), 2).played(RED)
    assert match.wins == {"Ann": 1, "Ben": 0, "Cleo": 2, "Dan": 1, "Eve": 0}
    assert match.team_wins == (1, 0)


def test_a_team_keeps_its_wins_under_another_colour() -> None:
    match = Match(("Ann", "Ben"), 2).played(RED).seated(("Ben", "Ann"), 2).played(BLUE)
    assert match.team_wins == (0, 2)


def test_a_set_is_won_at_its_goal_and_not_before() -> None:
    match = Match(("Ann", "Ben"), 2, goal=2).played(RED).played(BLUE)
    assert match.winner is None
    assert match.played(BLUE).winner == ("Ben",)


def test_an_evening_without_a_goal_has_no_end() -> None:
    assert Match(("Ann", "Ben"), 2).played(RED).winner is None


def test_everybody_needs_a_name_of_their_own() -> None:
    with pytest.raises(ValueError, match="own"):
        Match(("Ann", "Ann"), 2)


@pytest.mark.parametrize("teams", [1, 3])
def test_teams_are_of_equal_size(teams: int) -> None:
    with pytest.raises(ValueError, match="teams"):
        Match(PLAYERS, teams)
