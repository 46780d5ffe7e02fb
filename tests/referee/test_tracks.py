"""What was seen of the pile: cards that came, how likely each face is, and what counting alone cannot say."""

from dataclasses import replace
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.cards import Card
from companion.referee.observation import PileObservation
from companion.referee.tracks import ANY_FACE_NATS, FACES, LONG_UNSEEN, MISREAD_NATS, UNCLEAR_NATS, Track, Tracks

SEVEN, EIGHT, JACK, KING = Card("7D"), Card("8D"), Card("JS"), Card("KH")


def read(card: Card, second: Card = KING, lead: float = 20.0) -> Track:
    """A card that was read with this lead over a second face."""
    return Track(((card, 0.0), (second, -lead)))


def pile(*faces: tuple[Card, float], hidden: bool = False, new: float = 0.0) -> PileObservation:
    """A look at the pile."""
    return PileObservation(faces, hidden, new)


SEEN = Tracks().seen(pile(), settled=True)
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


def test_a_reading_that_any_card_explains_as_well_says_nothing_of_the_face():
    cards = [Card(f"{rank}H") for rank in "23456789"]
    blinded = Track(tuple((card, -2.4 - 0.1 * n) for n, card in enumerate(cards)))
    assert (blinded.read, blinded.unclear) == (False, False)
    assert (blinded.nats(cards[-1]), blinded.least, blinded.candidates) == (0.0, 0.0, ())
    assert Track(blinded.faces[:FACES]).read


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
    torn, told = Track(((EIGHT, -2.0), (SEVEN, -2.8))), Track(((SEVEN, -2.3), (EIGHT, -4.7)))
    assert torn.joined(told) == told == told.joined(torn)


def test_what_lay_there_before_the_first_look_is_no_card_that_came():
    first = Tracks().seen(pile((SEVEN, 0.0), new=1.0), settled=True)
    assert (first.begun, first.births, first.on_top) == (True, (), Track(((SEVEN, 0.0),)))


def test_cards_come_one_by_one_each_as_likely_as_it_was_seen_to():
    after = SEEN.seen(pile(new=0.6), settled=False).seen(pile((SEVEN, 0.0), new=1.0), settled=True)
    assert after.births == (Track(new=0.6), Track(((SEVEN, 0.0),)))
    assert after.on_top == after.births[-1]


def test_how_likely_a_card_came_stays_with_it_however_often_it_is_read():
    born = SEEN.seen(pile(new=0.6), settled=True).seen(pile((SEVEN, 0.0)), settled=True)
    assert born.births == (Track(((SEVEN, 0.0),), new=0.6),)
    assert born.births[0].came_nats == pytest.approx(log(0.6))
    assert born.births[0].none_came_nats(3.5) == pytest.approx(log(0.4))


@pytest.mark.parametrize(("new", "perhaps"), [(0.0, False), (0.04, False), (0.05, True), (0.49, True)])
def test_what_was_rather_no_card_is_none_and_may_have_been_one_until_the_next_comes(new: float, perhaps: bool):
    after = SEEN.seen(pile((SEVEN, 0.0), new=new), settled=False).closed()
    assert (after.births, after.covered) == ((), perhaps)
    assert not after.seen(pile((EIGHT, 0.0), new=1.0), settled=True).closed().covered


@pytest.mark.parametrize("new", [1.0, 0.99])
def test_whoever_is_sure_that_a_card_came_may_still_be_fooled(new: float):
    assert Track(new=new).none_came_nats(3.5) == -3.5


def test_a_card_becomes_readable_and_is_the_same_card():
    before = SEEN.seen(pile(new=1.0), settled=True)
    after = before.seen(pile((SEVEN, 0.0)), settled=True)
    assert after.births == (Track(((SEVEN, 0.0),)),)
    assert after.closed().seen(pile((SEVEN, -1.0)), settled=True).top == Track(((SEVEN, 0.0),))


def test_a_card_that_somebody_told_stays_that_card_however_the_eyes_take_it():
    lies = SEEN.seen(pile((SEVEN, 0.0), new=1.0), settled=True)
    told = replace(lies, births=(lies.on_top.told(EIGHT),))
    again = told.seen(pile((SEVEN, 0.0)), settled=True)
    assert (again.births, again.on_top.faces) == (told.births, ((EIGHT, 0.0),))
    knocked = again.seen(pile((SEVEN, -1.0), new=1.0), settled=True).on_top
    assert [knocked.nats(card) for card in (SEVEN, EIGHT)] == [-1.0, -1.0]
    assert again.seen(pile((JACK, 0.0)), settled=True).births[1:] == (Track(((JACK, 0.0),)),)


def test_a_top_card_that_is_surely_another_is_one_that_came_though_none_was_seen_to():
    before = SEEN.seen(pile(*read(SEVEN).faces, new=1.0), settled=True).closed()
    after = before.seen(pile(*read(EIGHT).faces), settled=True)
    assert after.births == (read(EIGHT),)


def hidden_for(looks: int, tracks: Tracks = SEEN, *, settled: bool = True) -> Tracks:
    """The tracks after so many looks at which a hand or a thing hid the pile."""
    for _ in range(looks):
        tracks = tracks.seen(pile(hidden=True), settled=settled)
    return tracks


def test_a_pile_long_out_of_sight_is_blind_and_was_covered_once_the_table_is_at_rest():
    moving = hidden_for(LONG_UNSEEN, settled=False)
    assert (moving.blind, moving.covered) == (True, False)
    resting = hidden_for(1, moving)
    assert (resting.blind, resting.covered) == (True, True)
    seen = resting.seen(pile(), settled=True)
    assert (seen.blind, seen.covered) == (False, True)


def test_a_hand_that_passes_over_the_pile_covers_nothing_however_often():
    passing = hidden_for(LONG_UNSEEN - 1)
    assert (passing.blind, passing.covered) == (True, False)
    assert not hidden_for(LONG_UNSEEN - 1, passing.seen(pile(), settled=True)).covered


def test_a_cup_that_stands_on_the_pile_covers_it():
    after = SEEN.seen(pile((SEVEN, -9.0)), settled=True).seen(pile((SEVEN, -9.0)), settled=True)
    assert (after.blind, after.covered) == (True, True)


def test_what_came_is_taken_in_once():
    hidden = hidden_for(LONG_UNSEEN)
    after = hidden.seen(pile((SEVEN, 0.0), new=1.0), settled=True).closed()
    assert (after.top, after.births, after.covered) == (Track(((SEVEN, 0.0),)), (), False)
    assert hidden.closed().covered


def test_a_pile_that_is_covered_once_a_card_came_stays_so():
    after = hidden_for(LONG_UNSEEN, SEEN.seen(pile((SEVEN, 0.0), new=1.0), settled=True))
    assert (len(after.births), after.closed().covered) == (1, True)
    assert not after.seen(pile((SEVEN, 0.0)), settled=True).closed().covered


def test_looks_at_a_pile_that_stays_hidden_are_the_same_look():
    assert hidden_for(LONG_UNSEEN) == hidden_for(2 * LONG_UNSEEN)


def test_what_was_known_of_the_top_card_is_not_news_again():
    seen = SEEN.seen(pile(*read(SEVEN).faces), settled=True)
    assert [seen.news(card) for card in (SEVEN, EIGHT, None)] == [0.0, MISREAD_NATS, MISREAD_NATS]
    known = replace(seen, weighed=seen.top)
    assert [known.news(card) for card in (SEVEN, EIGHT, None)] == [0.0, 0.0, 0.0]


faces = st.lists(st.tuples(st.sampled_from((SEVEN, EIGHT, JACK)), st.floats(-30, 0)), max_size=3)
ranked = faces.map(lambda found: tuple(sorted(found, key=lambda one: -one[1])))
looks = st.builds(PileObservation, ranked, st.booleans(), st.sampled_from((0.0, 0.4, 1.0)))


@given(st.lists(st.tuples(looks, st.booleans(), st.booleans()), max_size=12))
def test_whatever_is_seen_one_card_at_most_comes_at_a_look(seen):
    tracks = Tracks()
    for look, settled, closing in seen:
        before = tracks
        tracks = tracks.seen(look, settled=settled)
        assert tracks.begun == (before.begun or not look.hidden)
        assert len(tracks.births) <= len(before.births) + (not look.hidden)
        assert tracks.blind == (look.hidden or Track(look.cards).unclear)
        if closing:
            tracks = tracks.closed()
            assert tracks.births == ()


@given(ranked)
def test_no_face_is_likelier_than_the_best_that_was_read_and_none_below_the_least(found):
    track = Track(found)
    if track.read:
        assert all(track.least <= track.nats(card) <= track.faces[0][1] for card in (SEVEN, EIGHT, JACK, Card("2S")))


def test_a_reading_that_cannot_tell_two_faces_apart_may_well_be_of_something_else():
    assert (read(SEVEN, EIGHT, 1.0).least, read(SEVEN, EIGHT, 4.0).least) == (UNCLEAR_NATS, MISREAD_NATS)
