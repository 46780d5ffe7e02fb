"""A table that knows chips of more colours than there are teams: some play, and the others are none of the game's."""

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from simulated_table import Evening, kinds, setup_of

from companion.games.squares import parse_square
from companion.referee.events import NoticeGiven, Setup
from companion.referee.observation import EMPTY, SPARE_NATS, BoardObservation
from companion.referee.one_eyed_jack import commands
from companion.referee.one_eyed_jack.tracking import begin
from companion.referee.phones import Asker
from companion.views.one_eyed_jack.status import status_of
from companion.views.one_eyed_jack.status_json import status_json

TABLE = Asker(table=True)
THREE = setup_of("classic N=3 T=3", teams=3)
TURNS = (("7D", "C4"), ("8D", "D4"), ("9D", "E4"))


def played_with(letters: str) -> Evening:
    """At a table with chips of three colours two teams play with these."""
    evening = Evening("classic N=3 T=3", teams=3)
    evening.command(commands.new_game(evening.tracking, TABLE, replace(THREE, options="classic").played_with(letters)))
    return evening


@pytest.mark.parametrize("letters", ["".join(pair) for pair in permutations("RBG", 2)])
def test_two_teams_are_followed_with_any_two_of_three_colours(letters: str):
    evening = played_with(letters)
    for (card, square), letter in zip(TURNS, letters + letters[0], strict=True):
        evening.act(card, f"+{square}:{letter.lower()}", frames=8)
    assert evening.turns == ["r 7D@C4", "b 8D@D4", "r 9D@E4"]
    assert [team.letter for team in status_of(evening.tracking).teams] == list(letters)


def test_a_chip_that_nobody_plays_is_told_until_it_is_taken_off_and_the_game_is_followed_meanwhile():
    evening = played_with("RB")
    said = evening.act("+A5:g", frames=8)
    assert [event.code for event in said if isinstance(event, NoticeGiven)] == ["SPARE_CHIP"]
    assert kinds(evening.act("7D", "+C4:r", frames=8)) == ["TurnPlayed r 7D@C4"]
    evening.act("-A5", frames=8)
    assert evening.tracking.notice is None


def test_chips_that_lie_beside_those_of_a_team_that_plays_no_more_are_left_from_the_game_before():
    evening = Evening("classic N=3 T=3", teams=3)
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"), ("9D", "+E4:g"))
    evening.command(commands.new_game(evening.tracking, TABLE, replace(THREE, options="classic").played_with("RB")))
    evening.rest(8)
    status = status_of(evening.tracking)
    assert (status.headline, status.fault) == ("Clear the board: 2 chips left", None)
    evening.act("-C4", "-D4", "-E4", frames=8)
    assert kinds(evening.act("7D", "+C4:r", frames=8)) == ["TurnPlayed r 7D@C4"]


def test_chips_keep_colour_shape_and_lamp_whichever_of_them_play():
    evening = played_with("RG")
    everybody = status_json(status_of(begin(THREE)[0]))["teams"]
    told = [{**team, "players": everybody[0]["players"]} for team in status_json(status_of(evening.tracking))["teams"]]
    assert told == [{**everybody[place], "players": everybody[0]["players"]} for place in (0, 2)]
    evening.act("7D", "+C4:r", frames=8)
    lit = status_json(status_of(evening.tracking))["lights"]
    assert (lit["colour"], lit["blink"]) == ("#00ff00", [1.4, 0.2, 0.2, 0.2, 0.2, 0.2])


@given(st.permutations("RBG"), st.integers(0, 3))
def test_a_table_knows_the_same_chips_in_the_same_order_whoever_plays(order: list[str], teams: int):
    setup = THREE.played_with(order[:teams])
    assert (setup.known, [team.letter for team in setup.teams]) == (THREE.known, order[:teams])
    assert setup.played_by(3) in (THREE, setup)
    assert setup.played_with("RBG") == THREE
    assert THREE.like(setup).teams == setup.teams


def test_who_played_with_chips_that_another_table_has_not_plays_with_the_first_of_that():
    other = setup_of("classic", teams=2)
    assert other.like(THREE.played_with("GB")) == other
    assert [team.letter for team in THREE.like(replace(other, teams=(replace(other.teams[0], letter="K"),))).teams] == [
        "R"
    ]


@pytest.mark.parametrize("letters", ["RK", "RR", "r"])
def test_chips_that_a_table_does_not_know_are_refused(letters: str):
    with pytest.raises(ValueError, match="The chips here are R, B, G; name each at most once"):
        THREE.played_with(letters)


def test_a_game_whose_teams_have_chips_that_are_not_known_is_none():
    strange = replace(THREE.played_with("RG"), options="classic", chips=THREE.teams[:2])
    with pytest.raises(ValueError, match="chips that this table does not know"):
        begin(strange)


def test_a_game_needs_as_many_colours_as_teams():
    evening = Evening("classic N=3 T=3", teams=3)
    for setup, why in (
        (THREE.played_with("RB"), "for 3 teams; choose as many colours"),
        (_four(), "chips for 3 teams"),
    ):
        with pytest.raises(ValueError, match=why):
            commands.new_game(evening.tracking, TABLE, setup)


def _four() -> Setup:
    return replace(THREE, options="kids N=4 T=4")


@given(st.lists(st.floats(-20, 0), min_size=4, max_size=4), st.permutations(range(3)))
def test_a_square_shows_a_team_s_chip_or_none_of_theirs(row: list[float], places: list[int]):
    board = BoardObservation((tuple(row), None))
    two = board.of_teams(places[:2])
    best, seen = board.best(0), two.best(0)
    assert two.squares[1] is None
    if best is not None and board.margin(0) > SPARE_NATS:
        assert seen == {0: EMPTY, places[0] + 1: 1, places[1] + 1: 2, places[2] + 1: EMPTY}[best]


def test_a_square_that_may_show_either_shows_the_chip_that_plays():
    assert BoardObservation(((-9.0, -1.0, -0.5),)).of_teams((0,)).best(0) == 1


def test_a_chip_that_nobody_plays_is_none_of_whoever_is_to_move():
    evening = played_with("RG")
    evening.act("7D", "+C4:b", frames=20)
    assert evening.turns == []
    evening.act("-C4", "+C4:r", frames=8)
    assert evening.turns == ["r 7D@C4"]
    assert evening.tracking.fault is evening.tracking.notice is None


def test_what_a_hand_hides_is_no_spare_chip():
    evening = played_with("RB")
    evening.table.put("A5", 2)
    assert evening.hand(4) == []
    assert evening.rest(4, hidden=[parse_square("A5")]) == []
