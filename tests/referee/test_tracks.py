"""What was seen of the pile: cards that came, how likely each face is, and what counting alone cannot say."""

from dataclasses import replace
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.cards import Card
from companion.referee.observation import PileObservation
from companion.referee.tracks import ANY_FACE_NATS, MISREAD_NATS, UNCLEAR_NATS, Track, Tracks

SEVEN, EIGHT, JACK, KING = Card("7D"), Card("8D"), Card("JS"), Card("KH")


def read(card: Card, second: Card = KING, lead: float = 20.0) -> Track:
    """A card that was read with this lead over a second face."""
    return Track(((card, 0.0), (second, -lead)))


def pile(changes: int, *faces: tuple[Card, float], hidden: bool = False, new: float = 1.0) -> PileObservation:
    """A look at the pile."""
    return PileObservation(changes, faces, hidden, new)


SEEN = Tracks().seen(pile(0), settled=True)
"""A pile that was looked at once, with nothing on it."""


def test_a_card_without_faces_says_nothing_of_any_face():
    blank = Track()
    assert (blank.read, blank.unclear) == (False, False)
    assert [blank.nats(card) for card in (SEVEN, None)] == [0.0, 0.0]
    assert (blank.least, blank.candidates) == (0.0, ())


def test_what_looks_like_no_card_is_unclear_and_says_nothing_either():
    cup = Track(((SEVEN, -6.0), (EIGHT, -7.0)))
    assert cup.unclear
    assert not cup.read
    assert (cup.nats(SEVEN), cup.least, cup.candidates) == (0.0, 0.0, ())


def test_a_clear_reading_is_hardly_of_another_face_and_an_unclear_one_may_be():
    clear, unclear = read(SEVEN), Track(((SEVEN, -3.0), (EIGHT, -4.0)))
    assert (clear.nats(SEVEN), clear.nats(JACK), clear.least) == (0.0, MISREAD_NATS, MISREAD_NATS)
    assert (unclear.nats(SEVEN), unclear.nats(JACK), unclear.least) == (-3.0, UNCLEAR_NATS, UNCLEAR_NATS)
    assert (clear.unclear, unclear.unclear, unclear.read) == (False, True, True)
    assert clear.candidates == (SEVEN,)
    assert unclear.candidates == (SEVEN, EIGHT)


def test_a_face_that_was_thought_of_is_no_less_likely_than_one_that_was_not():
    assert read(SEVEN, EIGHT, 40.0).nats(EIGHT) == MISREAD_NATS


def test_a_card_of_which_nothing_is_known_may_well_be_the_one_that_was_read():
    assert read(SEVEN).nats(None) == ANY_FACE_NATS


def test_two_readings_contradict_each_other_only_when_both_are_sure():
    assert read(SEVEN).contradicts(read(EIGHT))
    assert not read(SEVEN).contradicts(read(SEVEN))
    assert not read(SEVEN, EIGHT, 3.0).contradicts(read(EIGHT))
    assert not read(SEVEN).contradicts(read(EIGHT, SEVEN, 3.0))
    assert not Track().contradicts(read(EIGHT))
    assert not read(SEVEN).contradicts(Track())


def test_of_two_looks_at_one_card_the_clearer_counts():
    faint = Track(((SEVEN, -3.0),))
    assert read(SEVEN).joined(faint) == read(SEVEN) == faint.joined(read(SEVEN))
    assert Track().joined(faint) == faint == faint.joined(Track())


def test_what_lay_there_before_the_first_look_is_no_card_that_came():
    first = Tracks().seen(pile(5, (SEVEN, 0.0)), settled=True)
    assert (first.counted, first.births, first.on_top) == (5, (), Track(((SEVEN, 0.0),)))


def test_a_card_that_is_counted_came_and_those_under_it_were_not_read():
    after = SEEN.seen(pile(3, (SEVEN, 0.0)), settled=True)
    assert after.births == (Track(), Track(), Track(((SEVEN, 0.0),)))
    assert after.on_top == after.births[-1]


def test_how_likely_a_card_came_stays_with_it_however_often_it_is_read():
    born = SEEN.seen(pile(1, new=0.6), settled=True).seen(pile(1, (SEVEN, 0.0), new=0.6), settled=True)
    assert born.births == (Track(((SEVEN, 0.0),), new=0.6),)
    assert born.births[0].came_nats == pytest.approx(log(0.6))
    assert born.births[0].none_came_nats(3.5) == pytest.approx(log(0.4))


@pytest.mark.parametrize("new", [1.0, 0.99])
def test_whoever_is_sure_that_a_card_came_may_still_be_fooled(new: float):
    assert Track(new=new).none_came_nats(3.5) == -3.5


def test_no_more_than_a_few_cards_are_believed_to_have_come_at_once():
    assert len(SEEN.seen(pile(900, (SEVEN, 0.0)), settled=True).births) == 5


def test_a_card_becomes_readable_and_is_the_same_card():
    before = SEEN.seen(pile(1), settled=True)
    after = before.seen(pile(1, (SEVEN, 0.0)), settled=True)
    assert after.births == (Track(((SEVEN, 0.0),)),)
    assert after.closed().seen(pile(1, (SEVEN, -1.0)), settled=True).top == Track(((SEVEN, 0.0),))


def test_a_top_card_that_is_surely_another_is_one_that_came_though_none_was_counted():
    before = SEEN.seen(pile(1, *read(SEVEN).faces), settled=True).closed()
    after = before.seen(pile(1, *read(EIGHT).faces), settled=True)
    assert after.births == (read(EIGHT),)


def test_counting_that_begins_anew_brings_no_card_and_forgets_none_that_came():
    before = SEEN.seen(pile(1, *read(SEVEN).faces), settled=True)
    after = before.seen(pile(0, *read(SEVEN).faces), settled=True)
    assert (after.counted, after.births) == (0, (read(SEVEN),))


def test_a_pile_out_of_sight_is_blind_and_was_covered_once_the_table_is_at_rest():
    moving = SEEN.seen(pile(7, hidden=True), settled=False)
    assert (moving.blind, moving.covered, moving.counted) == (True, False, 0)
    resting = moving.seen(pile(7, hidden=True), settled=True)
    assert (resting.blind, resting.covered) == (True, True)
    seen = resting.seen(pile(0), settled=True)
    assert (seen.blind, seen.covered) == (False, True)


def test_a_cup_on_the_pile_covers_it():
    after = SEEN.seen(pile(0, (SEVEN, -9.0)), settled=True)
    assert (after.blind, after.covered) == (True, True)


def test_what_came_is_taken_in_once():
    before = SEEN.seen(pile(0, hidden=True), settled=True).seen(pile(2, (SEVEN, 0.0)), settled=True)
    after = before.closed()
    assert (after.top, after.births, after.covered) == (Track(((SEVEN, 0.0),)), (), False)
    hidden = SEEN.seen(pile(0, hidden=True), settled=True).closed()
    assert hidden.covered


def test_what_was_known_of_the_top_card_is_not_news_again():
    seen = SEEN.seen(pile(0, *read(SEVEN).faces), settled=True)
    assert [seen.news(card) for card in (SEVEN, EIGHT, None)] == [0.0, MISREAD_NATS, MISREAD_NATS]
    known = replace(seen, weighed=seen.top)
    assert [known.news(card) for card in (SEVEN, EIGHT, None)] == [0.0, 0.0, 0.0]


faces = st.lists(st.tuples(st.sampled_from((SEVEN, EIGHT, JACK)), st.floats(-30, 0)), max_size=3)
ranked = faces.map(lambda found: tuple(sorted(found, key=lambda one: -one[1])))
looks = st.builds(PileObservation, st.integers(0, 6), ranked, st.booleans())


@given(st.lists(st.tuples(looks, st.booleans(), st.booleans()), max_size=12))
def test_whatever_is_seen_the_count_is_the_last_that_was_seen_and_births_are_few(seen):
    tracks, counted = Tracks(), None
    for look, settled, closing in seen:
        before = len(tracks.births)
        tracks = tracks.seen(look, settled=settled)
        counted = counted if look.hidden else look.changes
        assert tracks.counted == counted
        assert len(tracks.births) <= before + 5
        assert tracks.blind == (look.hidden or Track(look.cards).unclear)
        if closing:
            tracks = tracks.closed()
            assert tracks.births == ()


@given(ranked)
def test_no_face_is_likelier_than_the_best_that_was_read_and_none_below_the_least(found):
    track = Track(found)
    if track.read:
        assert all(track.least <= track.nats(card) <= track.faces[0][1] for card in (SEVEN, EIGHT, JACK, Card("2S")))
