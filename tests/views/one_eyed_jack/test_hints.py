"""What the players are told that they may do now."""

from dataclasses import replace

import pytest
from tracked_games import LINE, SECOND, SQUARE, TWO, card_seen, tracking

from companion.games.cards import parse_card
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.state import Override
from companion.referee.one_eyed_jack.tracking import Tracking
from companion.views.one_eyed_jack.hints import headline_of, hint_of, news_of
from companion.views.one_eyed_jack.status import status_of

NONE_TO_TAKE = "The jack of spades takes a chip, but none may be taken now: take it back and play another."


@pytest.mark.parametrize(
    ("seen", "hint"),
    [
        (card_seen("7D"), "The seven of diamonds goes on C4 or H7."),
        (
            card_seen("7D", "r 7D@C4; b 8D@D4; r 7D@H7; b 9D@E4"),
            "The seven of diamonds is dead: draw another card and play on.",
        ),
        (
            card_seen("7D", "r 7D@C4; b 8D@D4; r 7D@H7; b 9D@E4", f"{TWO} dead=off"),
            "The seven of diamonds is dead: take it back and play another.",
        ),
        (card_seen("JK", options="my_rules corners=joker_any"), "The joker goes on A1, J1, A10 or J10."),
        (card_seen("JC"), "The jack of clubs is wild: any open square."),
        (card_seen("JS", "r 7D@C4; b 8D@D4"), "The jack of spades takes another team’s chip off the board."),
        (card_seen("JS", "r 7D@C4; b 8D@D4", "denexa N=2 T=2"), "The jack of spades takes any chip off the board."),
        (
            card_seen("JS", f"{LINE}; b 8S@I1", "zepherin N=2 T=2"),
            "The jack of spades takes any chip off the board; a finished line is safe.",
        ),
        (
            card_seen("JS", "r 7D@C4; b 7D@H7; r 8D@D4; b KC@A6; r 9D@E4", "my_rules objective=sub3 remove=any"),
            "The jack of spades takes any chip off the board; a finished row of three is safe.",
        ),
        (card_seen("JS"), NONE_TO_TAKE),
        (card_seen("JS", "r 7D@C4; b 7D@H7; r 8D@D4; b KC@A6; r 9D@E4", "open objective=sub3"), NONE_TO_TAKE),
        (card_seen("JK"), ""),
        (tracking(), "Deal 6 cards to each. Then play a card and place a chip."),
        (tracking("r 7D@C4"), "Ann plays the seven of diamonds on C4. Ann: draw a card."),
        (tracking(f"{LINE}; {SECOND}"), "Enough lines are complete."),
        (tracking(SQUARE, "open objective=square lines=1"), "Enough squares are complete."),
        (tracking("r JKE", "open objective=sub3 end_joker=1"), "The end joker was played."),
        (tracking("r pass; b pass; r pass; b pass"), "Nobody can play on; the lines were counted."),
    ],
)
def test_the_hint_says_what_may_be_done_now(seen: Tracking, hint: str):
    assert hint_of(seen) == hint


@pytest.mark.parametrize(
    ("plays", "hint"),
    [
        ("r 7D@C4; b 8D@D4; r 9D@E4", "Cem plays the nine of diamonds on E4. Cem: draw a card."),
        ("r 7D@C4; b 8D@D4; forgot 1 late", "Ann forgot to draw."),
        ("r 7D@C4; b 8D@D4; r 9D@E4; forgot 3 early", "Cem forgot to draw. Cem: draw a card."),
    ],
)
def test_of_a_team_of_several_whoever_played_last_is_named(plays: str, hint: str):
    told = tracking(plays, "open N=4 T=2 forgot=short")
    assert hint_of(told) == hint
    assert status_of(told).undo == hint.partition(" Cem:")[0]


def test_nobody_is_told_to_deal_once_the_game_goes_on_from_a_position_set_by_hand():
    game = tracking("r 7D@C4; b 8D@D4").game
    game.push(Override(game.position))
    assert hint_of(replace(tracking(), game=game)) == "Play a card and place a chip."


@pytest.mark.parametrize(
    ("plays", "moment", "headline", "hint"),
    [
        ("r 7D@C4", "after", "Ann to roll", "Ann: draw a card. Roll the die."),
        ("r 7D@C4; r roll n", "after", "Ben to play", "Ann rolls a plain face."),
        ("", "during", "Ann begins", "Ann: roll the die."),
        ("r roll n; r 7D@C4", "during", "Ben to roll", "Ann: draw a card. Ben: roll the die."),
        ("r roll n; r 7D@C4; b roll n", "during", "Ben to play", "Ben rolls a plain face."),
    ],
)
def test_the_die_is_asked_for_beside_the_card_that_is_to_be_drawn(plays: str, moment: str, headline: str, hint: str):
    told = tracking(plays, f"open N=3 T=3 die=d6r1s0,{moment}")
    assert (headline_of(told), hint_of(told)) == (headline, hint)
    assert news_of(told).endswith(f"{headline.replace('begins', 'to roll')}.")


def test_what_falls_is_told_with_the_turn_that_captures_it():
    fallen = tracking("r 7D@C4; b 8D@D4; r 3C@J6; b 9D@E4; r TD@F4", "my_rules capture=pairs")
    assert news_of(fallen) == "Ann plays the ten of diamonds on F4. Ann captures D4 and E4. Ben to play."


@pytest.mark.parametrize(
    ("stock", "options", "said"),
    [
        (0, TWO, "Ben plays the eight of diamonds on D4. The stock is used up."),
        (1, TWO, "Ben plays the eight of diamonds on D4. Ben: draw a card."),
        (
            0,
            f"{TWO} stock_end=reshuffle",
            "Ben plays the eight of diamonds on D4. The stock is used up: shuffle the discard pile into a new one. "
            "Ben: draw a card.",
        ),
    ],
)
def test_the_last_card_is_drawn_and_then_the_stock_is_used_up(stock: int, options: str, said: str):
    assert hint_of(short_of("r 7D@C4", "b 8D@D4", stock, options)) == said


@pytest.mark.parametrize(
    ("plays", "said"),
    [
        ("r 7D@C4; b 8D@D4; forgot 1 late; r 9D@E4", "Ann plays the nine of diamonds on E4. Ann: draw two cards."),
        ("r 7D@C4; b 8D@D4; forgot 1 late; r pass", "Ann passes. Ann: draw a card."),
        ("r 7D@C4; b pass", "Ben passes."),
        ("r 7D@C4; b 8D@D4; r 7D@H7; b dead 7D", "Ben exchanges the dead seven of diamonds. Ben: draw a card."),
    ],
)
def test_as_many_cards_are_to_be_drawn_as_are_due(plays: str, said: str):
    assert hint_of(tracking(plays, f"{TWO} forgot=short_one_round")) == said


@pytest.mark.parametrize(
    ("plays", "stock", "options"), [("r pass", 0, TWO), ("r dead 7D", 80, f"{TWO} dead_per_turn=1")]
)
def test_a_dead_card_that_may_not_be_exchanged_now_is_taken_back(plays: str, stock: int, options: str):
    dead = "r 7D@C4; b 8D@D4; r 7D@H7; b 9D@E4"
    seen = replace(short_of(dead, plays, stock, options), card=parse_card("7D"))
    assert hint_of(seen) == "The seven of diamonds is dead: take it back and play another."


def short_of(plays: str, last: str, stock: int, options: str) -> Tracking:
    """So many cards were left in the stock when the last of these turns was played."""
    game = tracking(plays, options).game
    game.push(Override(game.position._replace(stock=stock)))
    game.push(parse_turn(last))
    return replace(tracking(options=options), game=game)
