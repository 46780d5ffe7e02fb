"""Names come before the colours of chips, wherever people gave them."""

import pytest

from companion.referee.events import Setup, TeamLook
from companion.referee.naming import members_of, natural_list, player_of, sides_of

TEAMS = (TeamLook("R", "red"), TeamLook("B", "blue"))


def setup(*players: str) -> Setup:
    return Setup("", (), TEAMS, players)


@pytest.mark.parametrize(
    ("players", "sides"),
    [
        (("Annika", "Benno"), ("Annika", "Benno")),
        (("Annika", "Seat 2"), ("Annika", "blue")),
        ((), ("red", "blue")),
        (("Seat 1 (red)", "Benno"), ("red", "Benno")),
        (("Annika", "Benno", "Cleo", "Dan"), ("red", "blue")),
    ],
)
def test_a_side_is_called_by_its_only_player(players: tuple[str, ...], sides: tuple[str, ...]):
    assert sides_of(setup(*players)) == sides


@pytest.mark.parametrize(
    ("players", "mover", "sides"),
    [
        (("Annika", "Benno", "Cleo", "Dan"), 3, ("Cleo", "blue")),
        (("Annika", "Benno", "Cleo", "Dan"), 4, ("red", "Dan")),
        (("Seat 1", "Seat 2", "Seat 3", "Dan"), 3, ("red", "blue")),
        (("Annika", "Benno"), 1, ("Annika", "Benno")),
        ((), 1, ("red", "blue")),
    ],
)
def test_of_a_side_of_several_whoever_plays_is_named_where_known(
    players: tuple[str, ...], mover: int, sides: tuple[str, ...]
):
    assert sides_of(setup(*players), mover) == sides


def test_a_seat_without_a_name_is_its_teams():
    assert player_of(setup("Seat 1", "Seat 2"), 2) == "blue"
    assert player_of(setup("Seat 1", "Seat 2", "Seat 3", "Dan"), 3) == "red, seat 3"
    assert player_of(setup("Seat 1", "Seat 2", "Seat 3", "Dan"), 4) == "Dan"


def test_everybody_on_a_team_is_named_or_nobody():
    assert members_of(setup("Annika", "Benno", "Cleo", "Dan"), 0) == ("Annika", "Cleo")
    assert members_of(setup("Annika", "Benno", "Seat 3", "Dan"), 0) == ("red",)
    assert members_of(setup(), 1) == ("blue",)


@pytest.mark.parametrize(
    ("names", "words"), [((), ""), (("A",), "A"), (("A", "B"), "A and B"), (("A", "B", "C"), "A, B and C")]
)
def test_names_are_listed_as_people_say_them(names: tuple[str, ...], words: str):
    assert natural_list(names) == words
