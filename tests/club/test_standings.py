"""The order of an evening: what counts in which order, and that no name, number or seat plays into it."""

from random import Random

from evenings import after_rounds, began, randoms, renumbered, restless
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.club.evening import ResultCame, RoundDrawn, after
from companion.club.standings import standings


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 14), st.integers(0, 6), randoms)
def test_the_order_is_the_same_in_whatever_order_people_were_entered(people: int, rounds: int, random: Random):
    evening = restless(people, rounds, random)
    order = random.sample(range(len(evening.entrants)), len(evening.entrants))
    moved = {row.entrant: row for row in standings(renumbered(evening, order))}
    for row in standings(evening):
        assert (moved[order[row.entrant]].place, moved[order[row.entrant]].rank) == (row.place, row.rank)


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 14), st.integers(0, 6), randoms)
def test_places_follow_the_rank_and_are_shared_only_by_equals(people: int, rounds: int, random: Random):
    rows = standings(restless(people, rounds, random))
    assert all((one.place <= other.place) == (one.rank >= other.rank) for one in rows for other in rows)
    assert [row.place for row in rows] == sorted(row.place for row in rows)


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 14), st.integers(0, 6), randoms)
def test_every_meeting_and_every_bye_gives_two_points_in_all(people: int, rounds: int, random: Random):
    evening = after_rounds(people, rounds, random)
    byes = sum(each.bye is not None for each in evening.rounds)
    assert sum(row.points for row in standings(evening)) == 2 * (len(evening.meetings) + byes)


def test_a_win_beats_two_lines_and_a_tie():
    evening = after(began(4), RoundDrawn(((0, 1), (2, 3)), ("a", "b"), before=("", "")))
    evening = after(evening, ResultCame(0, 1, (0, 1), "x"))
    evening = after(evening, ResultCame(1, None, (2, 2), "y"))
    assert [(row.place, row.entrant) for row in standings(evening)] == [(1, 1), (2, 2), (2, 3), (4, 0)]


def test_of_equals_whoever_met_the_stronger_leads_then_whoever_made_more_lines():
    evening = began(4)
    for pairs, winners, lines in (
        (((0, 1), (2, 3)), (0, 0), ((2, 0), (2, 1))),
        (((0, 2), (1, 3)), (0, 0), ((2, 1), (2, 0))),
        (((0, 3), (1, 2)), (1, 1), ((1, 2), (0, 2))),
    ):
        evening = after(evening, RoundDrawn(pairs, ("a", "b"), before=("", "")))
        for meeting, (winner, made) in enumerate(zip(winners, lines, strict=True)):
            evening = after(evening, ResultCame(meeting, winner, made, ""))
    rows = [(row.entrant, row.points, row.buchholz, row.lines) for row in standings(evening)]
    assert rows == [(0, 4, 8, 5), (2, 4, 8, 5), (3, 2, 10, 3), (1, 2, 10, 2)]
    assert [row.direct for row in standings(evening)][:2] == [2, 0], "who beat the other leads"


def test_a_bye_is_a_win_against_somebody_as_good_as_oneself():
    evening = after(began(3), RoundDrawn(((0, 1),), ("a",), 2, ("",)))
    evening = after(evening, ResultCame(0, 0, (2, 0), ""))
    rows = {row.entrant: row for row in standings(evening)}
    assert (rows[2].points, rows[2].buchholz) == (2, 2)


def test_a_result_that_is_put_right_replaces_the_one_before():
    evening = after(began(2), RoundDrawn(((0, 1),), ("a",), before=("",)))
    evening = after(after(evening, ResultCame(0, 0, (2, 0), "x")), ResultCame(0, 1, (0, 2), ""))
    assert [(row.entrant, row.points, row.lines) for row in standings(evening)] == [(1, 2, 2), (0, 0, 0)]
