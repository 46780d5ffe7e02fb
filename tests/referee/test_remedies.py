"""Every fault has words, they name the squares players must look at, and say what to do until the table is right."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from simulated_table import Evening, after_two_turns, kinds, setup_of, told

from companion.games.cards import PRINCESS, Card
from companion.games.one_eyed_jack.faults import Fault
from companion.games.one_eyed_jack.sight import Sight
from companion.referee.events import TeamLook
from companion.referee.naming import card_name
from companion.referee.one_eyed_jack.wording import REMEDIES, remedy, square_list

TEAMS = TeamLook("R", "red"), TeamLook("W", "white and blue")
SETUP = replace(setup_of(), teams=TEAMS, players=("annika", "Benno and Cleo"))
GAME = after_two_turns().tracking.game
pairs = st.lists(st.tuples(st.integers(0, 99), st.integers(0, 1)), max_size=3).map(tuple)
spots = st.lists(st.integers(0, 99), max_size=2).map(tuple)
sights = st.builds(Sight, st.none() | st.sampled_from((*PRINCESS, Card("JK"))), pairs, spots, pairs)


@given(st.sampled_from(sorted(REMEDIES)), sights)
def test_every_fault_under_all_circumstances_is_one_or_more_sentences(code, about):
    text = remedy(GAME, code, about, SETUP)
    assert text[-1] in ".?"
    assert "{" not in text


def test_every_fault_has_words():
    assert {str(fault) for fault in Fault} <= set(REMEDIES)


def test_people_have_names_and_chips_colours():
    assert remedy(GAME, "WRONG_COLOUR", Sight(appeared=((22, 1),)), SETUP).startswith(
        "It is Annika’s turn, but a white and blue chip was put on C3"
    )


def test_a_card_without_open_squares_is_not_sent_anywhere():
    evening = after_two_turns()
    evening.play(("9D", "+E4:r"), ("7D", "+H7:b"))
    about = Sight(Card("7D"), ((34, 0),))
    text = remedy(evening.tracking.game, "CARD_MISMATCH", about, SETUP)
    assert text == "7♦ has no open square left. Take back card and chip."


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
    expected = "Put the white and blue chip back on D4; only a one-eyed jack removes chips."
    assert remedy(GAME, "REMOVED_WITHOUT_JACK", Sight(vanished=(33,)), SETUP) == expected


@pytest.mark.parametrize(
    ("options", "code", "about", "text"),
    [
        (
            "my_rules corners=joker_any",
            "CARD_MISMATCH",
            Sight(Card("JKB"), ((1, 0),)),
            "Joker belongs on A1, J1, A10 or J10, not B1. Move the chip, or take back card and chip.",
        ),
        ("classic", "NOT_DEAD", Sight(Card("JD")), "J♦ is never dead. Take it back into your hand and play on."),
        ("classic", "NOT_DEAD", Sight(Card("JS")), "J♠ is never dead. Take it back into your hand and play on."),
        ("classic", "NO_CHIP", Sight(Card("JC")), "J♣ goes anywhere: place a chip on an open square."),
        (
            "classic",
            "NO_CHIP",
            Sight(Card("JH")),
            "J♥ takes a chip, but none may be taken now. Take it back and play another card.",
        ),
        (
            "open deck=princess",
            "PLACED_WITH_REMOVER",
            Sight(Card("JD"), ((22, 0),)),
            "A jack only removes. Take your chip off C3.",
        ),
        ("classic", "CARD_OVERCOUNT", Sight(Card("7D")), "I have seen 7♦ three times"),
        ("my_rules corners=joker_any", "CARD_OVERCOUNT", Sight(Card("JKR")), "I have seen Joker five times"),
    ],
)
def test_what_the_players_are_told_suits_the_card_and_the_rules_in_force(options, code, about, text):
    assert remedy(Evening(options).tracking.game, code, about, setup_of()).startswith(text)


@pytest.mark.parametrize(("taken", "code"), [(("9D", "-D4"), "REMOVED_WITHOUT_JACK"), (("-D4",), "NO_CARD")])
def test_a_chip_taken_off_and_put_back_on_another_square_is_one_that_moved(taken: tuple[str, ...], code: str):
    evening = after_two_turns()
    evening.play(("8H", "+I8:r"), ("9H", "+H8:b"))
    assert kinds(evening.act(*taken, frames=30)) == [f"FaultFound {code}"]
    assert told(evening.act("+D5:b")) == ["A blue chip moved from D4 to D5. Put it back on D4."]
    assert kinds(evening.act("-D5"))[-1] == "FaultFound REMOVED_WITHOUT_JACK"
    assert told(evening.act("+D6:b")) == ["A blue chip moved from D4 to D6. Put it back on D4."]
    assert kinds(evening.act("-D6", "+D4:b")) == ["FaultResolved CHIP_MOVED"]


def test_of_two_things_that_are_wrong_the_older_is_told_again_once_the_newer_is_right():
    evening = after_two_turns()
    assert kinds(evening.act("9D", "-D4", frames=8)) == ["FaultFound REMOVED_WITHOUT_JACK"]
    assert kinds(evening.act("+G9:r"))[-1] == "FaultFound CARD_MISMATCH"
    assert kinds(evening.act("-G9")) == ["FaultResolved CARD_MISMATCH", "FaultFound REMOVED_WITHOUT_JACK"]
    assert kinds(evening.act("+D4:b")) == ["FaultResolved REMOVED_WITHOUT_JACK"]
