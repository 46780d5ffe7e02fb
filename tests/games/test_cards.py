"""Cards and packs."""

import pytest

from companion.games.cards import PRINCESS, STANDARD, Card, parse_card


@pytest.mark.parametrize("card", [*PRINCESS, *map(Card, ("JK", "JKB", "JKR", "JKE"))])
def test_every_card_is_read_back_from_its_code(card: Card) -> None:
    assert parse_card(str(card)) == card


def test_a_ten_may_be_written_with_two_digits_and_blanks_around_it() -> None:
    assert parse_card(" 10s ") == Card("TS")


@pytest.mark.parametrize("text", ["", "7", "7X", "XS", "1S", "77D", "JKX"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no such card"):
        parse_card(text)


def test_a_joker_has_no_suit() -> None:
    assert (Card("JKB").rank, Card("JKB").suit) == ("JK", "")
    assert (Card("JS").rank, Card("JS").suit) == ("J", "S")


def test_packs_hold_each_face_once() -> None:
    assert (len(set(STANDARD)), len(set(PRINCESS))) == (52, 56)
