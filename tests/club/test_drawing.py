"""Laws of the draw: fair to everybody, whoever comes, goes and wins; held against every way to pair few people."""

from itertools import combinations
from random import Random

import pytest
from evenings import TABLES, after_rounds, began, one_round, played, randoms, restless
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.club.drawing import EVERYBODY, draw_round, swiss
from companion.club.evening import Evening, after
from companion.club.standings import standings


def perfect(people: list[int]) -> list[list[tuple[int, int]]]:
    """Every way to pair these; of an odd number, -1 sits with whoever sits out."""
    if not people:
        return [[]]
    first, *rest = people
    return [[(first, other), *pairs] for other in rest for pairs in perfect([each for each in rest if each != other])]


def rematches(evening: Evening, pairs: list[tuple[int, int]]) -> int:
    """How many of these have met."""
    return sum(-1 not in pair and evening.met(*pair) > 0 for pair in pairs)


def fair_ways(evening: Evening) -> list[list[tuple[int, int]]]:
    """Every way to pair who is here, with a bye only for one of those who had fewest."""
    present = [*evening.present]
    fewest = min(evening.byes(each) for each in present)
    ways = perfect(present + [-1] * (len(present) % 2))
    return [way for way in ways if all(-1 not in pair or evening.byes(max(pair)) == fewest for pair in way)]


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 23), st.integers(1, 8), randoms)
def test_nobody_sits_twice_in_a_round_and_nobody_is_forgotten(people: int, rounds: int, random: Random):
    evening = restless(people, rounds, random)
    event = draw_round(evening, TABLES)
    seated = [each for pair in event.pairs for each in pair] + [each for each in (event.bye,) if each is not None]
    assert sorted(seated) == sorted(evening.present)
    assert (event.bye is None) == (len(evening.present) % 2 == 0)


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 23), st.integers(1, 12), randoms)
def test_the_byes_of_any_two_differ_by_at_most_one(people: int, rounds: int, random: Random):
    evening = after_rounds(people, rounds, random)
    byes = [evening.byes(each) for each in evening.present]
    assert max(byes) - min(byes) <= 1


@settings(deadline=None, max_examples=60)
@given(st.integers(3, 8), st.integers(0, 6), randoms)
def test_there_is_no_rematch_that_could_have_been_avoided(people: int, rounds: int, random: Random):
    evening = restless(people, rounds, random)
    fewest = min(rematches(evening, way) for way in fair_ways(evening))
    assert rematches(evening, swiss(evening)) == fewest


@settings(deadline=None, max_examples=40)
@given(st.integers(9, 16), randoms)
def test_beyond_eight_nobody_meets_again_in_the_usual_number_of_rounds(people: int, random: Random):
    evening = after_rounds(people, 4, random)
    assert all(evening.met(*pair) <= 1 for pair in combinations(range(people), 2))


@settings(deadline=None, max_examples=40)
@given(st.integers(4, 7), st.integers(0, 4), randoms)
def test_points_are_as_equal_as_rematches_and_byes_allow(people: int, rounds: int, random: Random):
    evening = restless(people, rounds, random)
    rows = {row.entrant: row for row in standings(evening)}
    below = sorted(evening.present, key=lambda each: rows[each].rank)

    def cost(way: list[tuple[int, int]]) -> tuple[int, int, int, int]:
        meet = [pair for pair in way if -1 not in pair]
        met = sum(evening.met(*pair) for pair in meet)
        height = sum(below.index(max(pair)) for pair in way if -1 in pair)
        return rematches(evening, way), met, height, sum((rows[a].points - rows[b].points) ** 2 for a, b in meet)

    assert cost(swiss(evening)) == min(map(cost, fair_ways(evening)))


@settings(deadline=None, max_examples=30)
@given(st.integers(2, EVERYBODY), st.integers(1, 3), randoms)
def test_up_to_eight_everybody_meets_everybody_equally_often(people: int, times: int, random: Random):
    evening = after_rounds(people, (people - 1 + people % 2) * times, random)
    assert {evening.met(*pair) for pair in combinations(range(people), 2)} == {times}


@settings(deadline=None, max_examples=30)
@given(st.integers(2, 20), st.integers(1, 6), randoms)
def test_whoever_began_more_often_does_not_begin(people: int, rounds: int, random: Random):
    evening = after_rounds(people, rounds, random)
    begun = {each: sum(one.pair[0] == each for one in evening.meetings) for each in evening.present}
    assert all(begun[pair[0]] <= begun[pair[1]] for pair in draw_round(evening, TABLES).pairs)


def test_the_leaders_sit_at_the_first_table():
    evening = one_round(began(12), Random(1))
    points = {row.entrant: row.points for row in standings(evening)}
    sums = [sum(points[each] for each in pair) for pair in draw_round(evening, TABLES).pairs]
    assert sums == sorted(sums, reverse=True)


def test_where_tables_are_too_few_some_have_two_meetings_in_a_row():
    evening = after(began(12), draw_round(began(12), TABLES[:4]))
    assert [meeting.table for meeting in evening.rounds[0].meetings] == [*TABLES[:4], *TABLES[:2]]
    assert [evening.due(table) for table in TABLES[:5]] == [0, 1, 2, 3, None]


def test_a_round_is_not_drawn_before_the_last_has_ended():
    evening = after(began(4), draw_round(began(4), TABLES))
    with pytest.raises(ValueError, match="Player 1 and Player 4 at table 1 have no result yet; wait for them"):
        draw_round(evening, TABLES)
    assert len(after(played(evening, Random(1)), draw_round(played(evening, Random(1)), TABLES)).rounds) == 2


def test_without_a_table_nothing_is_drawn():
    with pytest.raises(ValueError, match="no table is heard; start one"):
        draw_round(began(4), ())
