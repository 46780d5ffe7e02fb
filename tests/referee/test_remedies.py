"""Every fault has words, and they name the squares players must look at."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.cards import PRINCESS, Card
from companion.games.one_eyed_jack.faults import Fault
from companion.referee.naming import card_name
from companion.referee.one_eyed_jack.hypotheses import Circumstances
from companion.referee.one_eyed_jack.wording import REMEDIES, remedy, square_list

PEOPLE, CHIPS = ("annika", "Benno and Cleo"), ("red", "white and blue")
pairs = st.lists(st.tuples(st.integers(0, 99), st.integers(0, 1)), max_size=3).map(tuple)
spots = st.lists(st.integers(0, 99), max_size=2).map(tuple)
abouts = st.builds(
    Circumstances,
    mover=st.integers(0, 1),
    card=st.none() | st.sampled_from((*PRINCESS, Card("JK"))),
    printed=spots,
    open=spots,
    came=pairs,
    gone=pairs,
    over=pairs,
    captured=spots,
    winner=st.none() | st.integers(0, 1),
)


@given(st.sampled_from(sorted(REMEDIES)), abouts)
def test_every_fault_under_all_circumstances_is_one_or_more_sentences(code, about):
    text = remedy(code, about, PEOPLE, CHIPS)
    assert text[-1] in ".?"
    assert "{" not in text


def test_every_fault_has_words():
    assert {str(fault) for fault in Fault} <= set(REMEDIES)


def test_a_fault_without_words_is_an_error_of_ours():
    with pytest.raises(ValueError, match="no remedy for fault: 'NO_SUCH'"):
        remedy("NO_SUCH", Circumstances(0), PEOPLE, CHIPS)


def test_people_have_names_and_chips_colours():
    about = Circumstances(0, came=((22, 1),))
    assert remedy("WRONG_COLOUR", about, PEOPLE, CHIPS).startswith(
        "It is Annika's turn, but a white and blue chip was put on C3"
    )


def test_a_card_without_open_squares_is_not_sent_anywhere():
    about = Circumstances(0, Card("7D"), printed=(32, 67), came=((33, 0),))
    assert remedy("CARD_MISMATCH", about, PEOPLE, CHIPS) == "7♦ has no open square left. Take back card and chip."


def test_cards_are_written_as_players_write_them():
    assert [card_name(card) for card in (Card("TS"), Card("7D"), Card("JKB"), None)] == [
        "10♠",
        "7♦",
        "Joker",
        "this card",
    ]


def test_squares_are_listed_as_in_a_sentence():
    assert [square_list(squares) for squares in ((), (0,), (0, 1), (0, 1, 2))] == [
        "",
        "A1",
        "A1 and B1",
        "A1, B1 and C1",
    ]


def test_a_theft_with_an_unread_card_says_what_does_remove():
    about = Circumstances(0, None, gone=((33, 1),))
    expected = "Put the white and blue chip back on D4; only a one-eyed jack removes chips."
    assert remedy("REMOVED_WITHOUT_JACK", about, PEOPLE, CHIPS) == expected
