"""A turn that the table accepts although the rules forbid it is a turn all the same: counted, drawn for, passed on."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_table import Table, random_options

from companion.games.cards import Card
from companion.games.one_eyed_jack.faults import NotationError
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.position import Accepted, Outcome
from companion.games.one_eyed_jack.position_text import entry_text, parse_entry, parse_override
from companion.games.one_eyed_jack.record import Record, parse_record, record_text
from companion.games.one_eyed_jack.state import Game, Undo
from companion.games.one_eyed_jack.turns import Forgot, Place, Remove

EMPTY = "*8*/X/X/X/X/X/X/X/X/*8*"


def game_at(options: str, text: str, *plays: str) -> Game:
    """A game that goes on from this position, with its hands, after these plays."""
    agreed = parse_options(options)
    game = Game(agreed, position=parse_override(text, agreed))
    for play in plays:
        game.push(parse_turn(play))
    return game


def accept(game: Game, card: str = "8D", following: int | None = None) -> Game:
    """The board as it lies is what the seat on turn did with this card."""
    game.push(Accepted(game.position._replace(hands=()), Card(card), following))
    return game


@settings(deadline=None, max_examples=60)
@given(st.randoms(use_true_random=False))
def test_a_turn_within_the_rules_comes_to_the_same_when_it_is_accepted(random: Random) -> None:
    table = Table(random_options(random), random)
    for _ in range(random.randint(0, 120)):
        if not table.game.outcome():
            table.act()
    turns = [turn for turn in table.game.legal_turns if isinstance(turn, Place | Remove)]
    for turn in random.sample(turns, min(5, len(turns))):
        played, let_off = table.game.copy(), table.game.copy()
        played.push(turn)
        now, after = table.game.position, played.position
        let_off.push(Accepted(now._replace(chips=after.chips, captures=after.captures, hands=()), turn.card))
        assert let_off.position == after._replace(offer=None)
        read = parse_record(record_text(Record(let_off)))
        assert (read.trouble, read.game.position) == ("", let_off.position)


def test_a_seat_without_cards_is_passed_over() -> None:
    assert accept(game_at("classic N=3", f"{EMPTY} 1 + - 0 - 60 2,0,2")).seat == 3


def test_a_die_that_was_rolled_before_the_turn_counts() -> None:
    start = f"{EMPTY} 1 + - 60 - 0 6,6,6,6"
    skipped = accept(game_at("open N=4 T=4 die=d6r1s1,during", start, "r roll s"))
    turned = accept(game_at("open N=4 T=4 die=d6r1s1,during", start, "r roll r"))
    assert (skipped.seat, skipped.position.direction) == (3, 1)
    assert (turned.seat, turned.position.direction) == (4, -1)


def test_a_die_that_comes_after_the_turn_is_waited_for_unless_the_table_says_who_moves() -> None:
    start, options = f"{EMPTY} 1 + - 60 - 0 6,6,6,6", "open N=4 T=4 die=d6r1s1,after"
    waiting = accept(game_at(options, start))
    assert (waiting.needs_roll, waiting.position.ply) == (True, 0)
    said = accept(game_at(options, start), following=3)
    assert (said.needs_roll, said.seat, said.position.ply, said.position.stock) == (False, 3, 1, 59)


def test_an_accepted_win_is_a_win() -> None:
    game = Game(parse_options("kids"))
    game.push(parse_entry("*8*/X/X/X/rrrr6/X/X/X/X/*8* 1 + - 60 - 7 played 8D 2", game.options))
    assert game.outcome() == Outcome(0, "patterns")
    assert (game.position.ply, game.position.stock) == (8, 60)


def test_a_draw_forgotten_after_an_accepted_turn_is_as_late_as_any() -> None:
    game = accept(game_at("zepherin", f"{EMPTY} 1 + - 60 - 0 7,7", "r 7D@C4"))
    assert (game.forgotten_draw(1), game.forgotten_draw(2)) == (Forgot(1, True), Forgot(2, False))
    game.push(Undo())
    assert game.forgotten_draw(1) == Forgot(1, False)


def test_an_accepted_turn_is_written_behind_its_position() -> None:
    options = parse_options("classic N=3")
    for text in (f"{EMPTY} 1 + - 60 - 0 played 8D", f"{EMPTY} 1 + - 60 - 0 6,6,6 played JKE 3"):
        assert entry_text(parse_entry(text, options), options) == text


@pytest.mark.parametrize("how", ["", "8", "8D 4", "8D 0", "8D x", "8D 1 2", "1D"])
def test_what_does_not_say_how_a_turn_was_accepted_is_refused(how: str) -> None:
    with pytest.raises(NotationError, match="no turn was accepted"):
        parse_entry(f"{EMPTY} 1 + - 60 - 0 played {how}", parse_options("classic N=3"))
