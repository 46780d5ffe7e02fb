"""Where the table declares a position right a turn begins, whatever the one before it had come to."""

from companion.games.one_eyed_jack.faults import Fault
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.position import start
from companion.games.one_eyed_jack.position_text import parse_position, position_text
from companion.games.one_eyed_jack.state import Game, Override


def overridden(options: str, *plays: str) -> Game:
    """A game after these plays and the table's word that all of it is right."""
    game = Game(parse_options(options))
    for play in plays:
        game.push(parse_turn(play))
    game.push(Override(game.position))
    return game


def test_no_card_was_exchanged_yet() -> None:
    game = overridden("classic dead_per_turn=1", "r 7D@C4", "b 7D@H7", "r dead 7D")
    assert game.judge(parse_turn("r dead 7D"))
    assert game.position.exchanges == 0


def test_the_die_is_not_due_before_the_turn_is_played_and_due_anew_where_it_is_rolled_first() -> None:
    assert not overridden("open N=3 die=d6r1s0,after", "r 7D@C4").needs_roll
    assert overridden("open N=3 die=d6r1s0,during", "r roll r").needs_roll


def test_nobody_rolled_just_now() -> None:
    game = overridden("open N=3 die=d6r1s0,after", "r 7D@C4", "r roll n")
    assert game.judge(parse_turn("r roll n")).fault is Fault.OUT_OF_TURN


def test_nobody_passed_yet() -> None:
    game = Game(parse_options("classic"), position=start(parse_options("classic"))._replace(stock=0))
    game.push(parse_turn("r pass"))
    game.push(Override(game.position))
    game.push(parse_turn("b pass"))
    assert game.outcome() is None


def test_all_that_is_told_counts() -> None:
    options = parse_options("open N=3 die=d6r1s0,after capture=pairs n=5")
    text, game = "*8*/X/X/X/1rbb6/X/X/X/X/*8* 3 - - 70 r2b0g0 9", Game(options)
    game.push(Override(parse_position(text, options)))
    assert position_text(game.position, options) == text
