"""Whoever accepts the table while a turn lies on it ends that turn; and whoever sets a chip by hand says what it is."""

import pytest
from simulated_table import Evening, after_two_turns, kinds, override, told, undo

from companion.games.cards import Card
from companion.games.squares import parse_square
from companion.referee.one_eyed_jack import commands
from companion.referee.one_eyed_jack.tracking import replay
from companion.referee.phones import Asker

TABLE = Asker(table=True)
EMPTY = "*8*/X/X/X/X/X/X/X/X/*8*"


def evening_at(options: str, text: str, teams: int = 2) -> Evening:
    """An evening that goes on from this position."""
    evening = Evening(options, teams)
    evening.command(commands.set_position(evening.tracking, TABLE, text))
    return evening


def test_after_an_accepted_turn_a_seat_without_cards_is_passed_over():
    evening = evening_at("classic N=3", f"{EMPTY} 1 + - 0 - 60 2,0,2", 3)
    evening.act("7D", "+D4:r")
    assert kinds(evening.command(override(evening.tracking)))[1:] == [
        "PositionOverridden *8*/X/X/3r6/X/X/X/X/X/*8* 1 + - 0 - 60 played 7D"
    ]
    assert (evening.tracking.game.seat, evening.tracking.game.position.hands) == (3, (1, 0, 2))
    assert kinds(evening.act("8D", "+G7:g")) == ["TurnPlayed g 8D@G7"]


@pytest.mark.parametrize(("face", "seat", "direction"), [("s", 3, 1), ("r", 4, -1)])
def test_a_die_that_was_rolled_already_says_who_follows_an_accepted_turn(face: str, seat: int, direction: int):
    evening = Evening("open N=4 T=4 die=d6r1s1,during", 4)
    evening.command(commands.roll(evening.tracking, TABLE, face))
    evening.act("7D", "+D4:r")
    evening.command(override(evening.tracking))
    now = evening.tracking.game.position
    assert (now.seat, now.direction) == (seat, direction)


def test_an_accepted_turn_is_counted_and_its_card_lies_on_the_pile():
    evening = Evening()
    evening.play(("7D", "+C4:r"), ("8D", "+H7:b"))
    evening.command(override(evening.tracking))
    now = evening.tracking.game.position
    assert (now.stock, now.ply, now.seat, now.pile) == (88, 2, 1, (Card("7D"), Card("8D")))
    assert replay(evening.log).game == evening.tracking.game
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]


def test_an_accepted_turn_that_is_undone_can_be_played_by_the_rules():
    evening = Evening()
    evening.play(("7D", "+C4:r"), ("8D", "+H7:b"))
    evening.command(override(evening.tracking))
    evening.rest(6)
    assert kinds(evening.command(undo(evening.tracking))) == ["TurnUndone"]
    assert told(evening.rest(6)) == [
        "The table does not match the game: take the blue chip off H7. Or accept the board as it lies."
    ]
    said = kinds(evening.act("-H7", "+D4:b", frames=8))
    assert sorted(said) == ["FaultResolved TABLE_DIFFERS", "TurnPlayed b 8D@D4"]
    assert evening.tracking.game.position.stock == 88


def test_a_seat_that_is_told_to_move_after_an_accepted_turn_moves_and_needs_a_card():
    evening = evening_at("classic N=3", f"{EMPTY} 1 + - 0 - 60 2,0,2", 3)
    evening.act("7D", "+D4:r")
    with pytest.raises(ValueError, match="must have a card"):
        commands.accept_table(evening.tracking, TABLE, 2)
    evening.command(commands.accept_table(evening.tracking, TABLE, 3))
    assert (evening.tracking.game.seat, evening.tracking.game.position.hands) == (3, (1, 0, 2))


def test_a_card_that_lies_there_without_a_chip_is_no_turn_when_the_table_is_accepted():
    evening = Evening()
    evening.act("7D", frames=8)
    evening.command(commands.accept_table(evening.tracking, TABLE, 2))
    now = evening.tracking.game.position
    assert (now.seat, now.stock, now.ply, now.pile) == (2, 90, 0, ())


def test_whoever_is_told_to_move_again_has_not_played_yet():
    evening = Evening()
    evening.act("7D", "+D4:r")
    evening.command(commands.accept_table(evening.tracking, TABLE, 1))
    now = evening.tracking.game.position
    assert (now.seat, now.stock, now.ply, now.pile) == (1, 90, 0, ())
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]


def test_a_turn_that_is_accepted_before_the_die_was_rolled_is_the_next_seats():
    evening = Evening("open N=3 die=d6r1s1,after", 3)
    evening.play(("7D", "+C4:r"), ("8D", "+H7:b"))
    evening.command(override(evening.tracking))
    now = evening.tracking.game.position
    assert (now.seat, now.played, now.stock, now.ply) == (2, True, 84, 1)
    evening.command(commands.roll(evening.tracking, TABLE, "n"))
    assert kinds(evening.act("9D", "+E4:g")) == ["TurnPlayed g 9D@E4"]


@pytest.mark.parametrize(("options", "following"), [("classic N=4 T=2", 4), ("classic", 2)])
def test_the_team_whose_chip_is_accepted_out_of_turn_is_not_the_next_to_play(options: str, following: int):
    evening = Evening(options)
    assert told(evening.play(("7D", "+C4:r"), ("8D", "+D4:r")))
    evening.command(override(evening.tracking))
    assert evening.tracking.game.seat == following
    assert replay(evening.log).game == evening.tracking.game
    assert kinds(evening.act("TD", "+F4:b")) == ["TurnPlayed b TD@F4"]


def test_a_chip_that_is_neither_the_mover_s_nor_the_next_seat_s_is_the_mover_s_turn_when_it_is_accepted():
    evening = Evening("classic N=3 T=3", 3)
    assert told(evening.play(("7D", "+C4:r"), ("8D", "+D4:r")))
    evening.command(override(evening.tracking))
    assert evening.tracking.game.seat == 3


def test_two_chips_out_of_turn_are_the_mover_s_turn_when_they_are_accepted():
    evening = Evening("classic N=4 T=2")
    assert told(evening.play(("7D", "+C4:r"), ("8D", "+D4:r", "+E4:r")))
    evening.command(override(evening.tracking))
    assert evening.tracking.game.seat == 3


def test_who_played_too_soon_and_was_accepted_may_still_find_out_in_time_that_no_card_was_drawn():
    evening = Evening("classic N=4 T=2")
    evening.play(("7D", "+C4:r"), ("8D", "+D4:r"))
    evening.command(override(evening.tracking))
    game = evening.tracking.game
    assert [game.forgotten_draw(seat).late for seat in (1, 3)] == [True, False]


@pytest.mark.parametrize("seat", [None, 1, 2])
def test_a_chip_on_a_free_corner_is_no_more_accepted_with_the_table_than_put_there(evening, seat):
    evening.act("7D", "+A1:r")
    with pytest.raises(ValueError, match="no chips there"):
        commands.put_chip(evening.tracking, TABLE, parse_square("A1"), 0)
    with pytest.raises(ValueError, match="no chips there"):
        commands.accept_table(evening.tracking, TABLE, seat)


@pytest.mark.parametrize(("off", "captured"), [((), (0, 0)), (("-D4",), (1, 0))])
def test_captured_chips_that_are_accepted_where_they_lie_are_captured_no_more(off: tuple[str, ...], captured: object):
    evening = Evening("my_rules capture=pairs")
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"), ("3C", "+J6:r"), ("9D", "+E4:b"), ("TD", "+F4:r"), ("2S", "+C1:b"))
    evening.act(*off, frames=8)
    assert (evening.tracking.fault is not None, evening.tracking.game.position.captures) == (True, (2, 0))
    evening.command(override(evening.tracking))
    assert evening.tracking.game.position.captures == captured
    assert evening.rest(8) == []
    assert replay(evening.log).game == evening.tracking.game


def test_a_capture_that_is_accepted_before_its_chips_are_off_captures_nothing():
    evening = Evening("my_rules capture=pairs")
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"), ("3C", "+J6:r"), ("9D", "+E4:b"), ("TD", "+F4:r"), frames=8)
    assert evening.tracking.fault is not None
    evening.command(override(evening.tracking))
    assert evening.tracking.game.position.captures == (0, 0)
    assert (evening.tracking.game.seat, evening.rest(8)) == (2, [])


def test_a_card_whose_chip_is_declared_right_waits_for_no_other():
    evening = after_two_turns()
    evening.command(undo(evening.tracking))
    evening.command(commands.put_chip(evening.tracking, TABLE, parse_square("D4"), 1))
    assert evening.rest(12) == []
    assert evening.tracking.card is None


def test_a_chip_that_was_declared_away_is_no_turn_of_whoever_is_next_after_a_pass():
    evening = after_two_turns()
    evening.command(commands.put_chip(evening.tracking, TABLE, parse_square("D4"), None))
    evening.rest(6)
    evening.command(commands.declare(evening.tracking, "r pass"))
    evening.rest(30)
    assert evening.turns[3:] == ["r pass"]
    assert "take the blue chip off D4" in evening.tracking.fault.message
