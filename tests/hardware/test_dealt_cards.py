"""Cards at a drawn table are conserved, whatever is dealt, laid, drawn and taken back."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.cards import STANDARD
from hardware.dealt_cards import Deal, deal, deal_for_board
from hardware.virtual_table import VirtualTable


def everything(dealt: Deal) -> list[str]:
    return sorted([*dealt.stock, *(code for hand in dealt.hands for code in hand), *(code for _, code in dealt.pile)])


@given(st.randoms(use_true_random=False), st.integers(2, 6))
def test_no_card_is_lost_and_none_comes_twice(chance: random.Random, seats: int):
    dealt = deal(seats, 1, 2, chance)
    deck = everything(dealt)
    assert deck == sorted([*(card.code for card in STANDARD), "JK", "JK"])
    assert [len(hand) for hand in dealt.hands] == [7] * seats
    for _ in range(40):
        seat = chance.randrange(1, seats + 1)
        hand = dealt.hands[seat - 1]
        if hand and chance.random() < 0.6:
            dealt = dealt.played(seat, chance.choice(hand))
        elif dealt.pile[-1][0] and chance.random() < 0.4:
            dealt = dealt.taken_back()
        else:
            dealt = dealt.drawn(seat, chance.randrange(1, 9), chance)
        assert everything(dealt) == deck


@given(st.randoms(use_true_random=False), st.integers(2, 6), st.booleans())
def test_two_packs_are_dealt_for_the_board_until_the_stock_is_empty(chance: random.Random, seats: int, shuffles: bool):
    dealt = deal_for_board(seats, 5, shuffles, chance)
    deck = everything(dealt)
    assert deck == sorted([card.code for card in STANDARD] * 2)
    assert (dealt.pile, [len(hand) for hand in dealt.hands]) == ((), [5] * seats)
    dealt = dealt.played(1, dealt.hands[0][0]).played(1, dealt.hands[0][1])
    while dealt.stock:
        dealt = dealt.drawn(2, 4, chance)
        assert everything(dealt) == deck
    if shuffles:
        again = dealt.drawn(2, 1, chance)
        assert (len(again.pile), everything(again)) == (1, deck)
    else:
        with pytest.raises(ValueError, match="the stock is empty"):
            dealt.drawn(2, 1, chance)


def test_what_cannot_be_is_refused_in_words():
    dealt = deal(4, 1, 0, random.Random(1))
    with pytest.raises(ValueError, match="does not hold"):
        dealt.played(1, dealt.hands[1][0])
    with pytest.raises(ValueError, match="only the card turned up first"):
        dealt.taken_back()
    with pytest.raises(ValueError, match="there is no seat 5"):
        dealt.drawn(5, 1, random.Random(1))
    with pytest.raises(ValueError, match="cannot be dealt to 8"):
        deal(8, 1, 0, random.Random(1))
    with pytest.raises(ValueError, match="cannot be dealt to 4, 30 each"):
        deal_for_board(4, 30, False, random.Random(1))
    with pytest.raises(ValueError, match="no card on the pile can be taken back"):
        deal_for_board(2, 7, False, random.Random(1)).taken_back()


def test_a_drawn_table_shows_the_pile_of_what_was_dealt():
    table = VirtualTable("RB", lambda: 0.0, lambda _: None, seed=3)
    with pytest.raises(ValueError, match="lay one first"):
        table.take_back()
    table.deal(4)
    assert len(table.lying.pile) == 1
    for seat in (1, 2, 3, 4):
        table.play(seat, table.dealt.hands[seat - 1][0])
    assert len(table.lying.pile) == 5
    table.take_back()
    assert (len(table.dealt.hands[3]), len(table.lying.pile)) == (7, 4)
    table.draw(1, 2)
    assert len(table.dealt.hands[0]) == 8
    table.clear()
    assert table.dealt is None
