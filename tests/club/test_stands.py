"""Whatever comes over the broker is either a statement within bounds, or refused with a word on what is wrong."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statements import begun, changed, ended, pile, whole_game

from companion.club.stands import MOST_BYTES, Stand, stand_of
from companion.games.names import as_seen

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
FIELDS = sorted(json.loads(begun()))


def within_bounds(stand: Stand) -> bool:
    """Whether a page may show it without a look."""
    texts = [stand.headline, stand.hint, stand.fault, stand.question, stand.notice, *stand.turns]
    texts += [text for side in stand.sides for text in (side.name, side.letter, *side.players)]
    return (
        len(stand.chips) in (0, 100)
        and len(stand.sides) <= 12
        and all(as_seen(text).isprintable() and len(text) <= 500 for text in texts)
        and all(0 <= square < 100 for square in (*stand.marks, *(each for _, line in stand.lines for each in line)))
        and all(side.paint[0] == "#" and len(side.paint) == 7 for side in stand.sides)
    )


def refused_in_words(said: str) -> bool:
    """Whether it is no statement, and why is said."""
    try:
        stand_of(said)
    except ValueError as error:
        return bool(str(error))
    return False


@given(st.text(max_size=200) | ANYTHING.map(json.dumps))
def test_anything_is_refused_in_words_or_within_bounds(said: str):
    assert refused_in_words(said) or within_bounds(stand_of(said))


@settings(deadline=None, max_examples=300)
@given(st.sampled_from(FIELDS), ANYTHING, st.sampled_from([begun(), ended(), pile()]))
def test_a_statement_with_one_field_spoilt_is_refused_or_within_bounds(name: str, value: Any, said: str):
    spoilt = json.dumps({**json.loads(said), name: value})
    assert refused_in_words(spoilt) or within_bounds(stand_of(spoilt))


def test_every_statement_of_a_game_is_understood():
    stands = [stand_of(said) for said in whole_game()]
    assert [stand.over for stand in stands].index(True) == len(stands) - 1
    last, status = stands[-1], json.loads(ended())
    assert [side.name for side in last.sides] == ["Left", "Right"]
    assert [side.score for side in last.sides] == [team["lines"] for team in status["teams"]]
    assert (last.winner, last.headline) == (status["winner"], status["headline"])
    assert [None if chip == "." else int(chip) for chip in last.chips] == status["chips"]


def test_a_pile_of_cards_is_understood_too():
    stand = stand_of(pile())
    assert (stand.headline, stand.chips) == ("Deal the cards", "")
    assert [(side.name, side.score) for side in stand.sides] == [("Ann", 7), ("Bo", 7), ("Cid", 7)]
    seats = [{**seat, "plays": seat["name"] == "Bo"} for seat in json.loads(pile())["seats"]]
    assert [side.name for side in stand_of(changed(pile(), seats=seats)).sides if side.plays] == ["Bo"]
    seats = [{**seat, "out": place} for place, seat in zip((2, 1, None), json.loads(pile())["seats"], strict=True)]
    over = stand_of(changed(pile(), over=True, seats=seats, headline="Bo wins!"))
    assert (over.winner, over.headline) == (1, "Bo wins!")


def test_of_teams_without_names_the_colour_is_said():
    teams = [{**team, "players": ["Seat 1", "Seat 3"]} for team in json.loads(begun())["teams"]]
    assert [side.name for side in stand_of(changed(begun(), teams=teams)).sides] == ["Red", "Blue"]


def test_a_fault_is_what_waits_for_help_and_marks_its_squares():
    fault = {"code": "X", "squares": [33], "message": "7♦ belongs on C4."}
    question = {"text": "Which?", "candidates": [], "words": [], "teams": []}
    stand = stand_of(changed(ended(), fault=fault, question=question))
    assert (stand.calls, stand.marks) == ("7♦ belongs on C4.", (33,))
    assert stand_of(changed(ended(), question=question)).calls == "Which?"


def test_an_ending_is_the_same_whenever_it_is_told_and_no_other_games():
    again = changed(ended(), notice={"code": "GLARE", "message": "A lamp."}, headline="Bo has won!")
    assert stand_of(again).ending == stand_of(ended()).ending
    assert stand_of(ended(4)).ending != stand_of(ended()).ending
    assert stand_of(ended(3, ("Right", "Left"))).ending != stand_of(ended()).ending


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("hello", "it is no JSON"),
        ("[]", "it is no JSON object"),
        ("x" * (MOST_BYTES + 1), "longer than 64 KB"),
        ("[" * 60 + "]" * 60, "nested"),
        (changed(begun(), chips=[None] * 99), "chips are not a hundred squares"),
        (changed(begun(), chips=[7] * 100), "chips are not a hundred squares"),
        (changed(begun(), chips=[[]] * 100), "chips are not a hundred squares"),
        (changed(begun(), headline=3), "headline is no text"),
        (changed(begun(), chips=[1.0] + [None] * 99), "chips are not a hundred squares of these teams"),
        (changed(begun(), chips=[True] + [None] * 99), "chips are not a hundred squares of these teams"),
        (changed(begun(), over="no"), "over is neither true nor false"),
        (changed(begun(), turn=None), "turn is missing"),
        (changed(begun(), teams=[{}] * 99), "teams is no list of at most 12"),
        (changed(begun(), teams=[]), "team is no number"),
        (changed(begun(), locked=[{"team": 0, "squares": [100]}]), "squares is no number from 0 to 99"),
        (changed(begun(), last_turns=[3]), "a part of it is no object"),
    ],
)
def test_what_is_wrong_is_said(said: str, words: str):
    with pytest.raises(ValueError, match=words):
        stand_of(said)


@pytest.mark.parametrize(("name", "value"), [("paint", "red"), ("paint", "url(//x)"), ("shape", "x"), ("ink", None)])
def test_a_colour_is_a_colour_and_a_shape_one_that_is_known(name: str, value: object):
    teams = [{**team, name: value} for team in json.loads(begun())["teams"]]
    with pytest.raises(ValueError, match=f"{name} is none"):
        stand_of(changed(begun(), teams=teams))


def test_long_and_tricky_texts_are_cut_and_cleaned():
    stand = stand_of(changed(begun(), headline="\u202eevil\n\x1b[2J" + "x" * 999))
    assert stand.headline.startswith("evil [2Jx")
    assert len(stand.headline) == 240
    assert stand.headline.endswith("…")
