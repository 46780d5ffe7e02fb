"""Owners are asked which line they take, run by run, while the game goes on."""

import pytest
from simulated_table import Evening, asked, kinds

from companion.games.one_eyed_jack.faults import NotationError
from companion.referee.events import TurnPlayed
from companion.referee.one_eyed_jack import commands
from companion.referee.one_eyed_jack.tracking import replay
from companion.referee.phones import Asker

TABLE = Asker(table=True)


def declaring(position: str) -> Evening:
    """Red is to play 6C on D5, and the table lies as this position says."""
    evening = Evening("my_rules lines=3 line_choice=declare")
    evening.command(commands.set_position(evening.tracking, TABLE, position))
    for square, team in enumerate(evening.tracking.game.position.chips):
        evening.table.contents[square] = 0 if team is None else team + 1
    evening.rest(6)
    return evening


def test_two_runs_are_asked_about_one_after_the_other():
    evening = declaring("*8*/3r6/3r6/3r6/rrr1rr4/3r6/3r6/X/X/*8* 1 + - 60 - 30")
    evening.act("6C", "+D5:r")
    for _ in range(2):
        taken = asked(evening)[-1]
        evening.command(commands.reply(evening.tracking, TABLE, taken))
        assert replay(evening.log).game == evening.tracking.game
    assert asked(evening) == ()
    assert sorted(pattern[0] for pattern in evening.tracking.game.patterns(0)) == [23, 41]


def test_a_line_that_is_chosen_is_the_team_s_that_made_it_though_the_next_one_is_to_move():
    evening = declaring("*8*/3r6/3r6/3r6/rrr1rr4/3r6/3r6/X/X/*8* 1 + - 60 - 30")
    evening.act("6C", "+D5:r")
    said = kinds(evening.command(commands.reply(evening.tracking, TABLE, asked(evening)[-1])))
    assert evening.tracking.game.team == 1
    assert "LineCompleted 0" in said
    assert "LineCompleted 1" not in said


def test_nobody_is_asked_which_line_it_is_once_the_cards_have_run_out():
    evening = declaring("*8*/X/X/X/rrr1rr4/X/X/X/X/*8* 1 + - 0 - 60 1,0")
    said = kinds(evening.act("6C", "+D5:r", frames=8))
    assert said == ["TurnPlayed r 6C@D5", "LineCompleted 0", "GameWon 0"]
    assert asked(evening) == ()


def test_a_forgotten_draw_that_leaves_nobody_a_card_ends_the_game():
    evening = Evening("zepherin")
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"))
    position = "*8*/X/X/2rb6/X/X/X/X/X/*8* 1 + - 0 - 2 1,0"
    evening.command(commands.set_position(evening.tracking, TABLE, position))
    said = kinds(evening.command(commands.declare(evening.tracking, "forgot 1 late")))
    assert said == ["TurnPlayed forgot 1 late", "GameWon None"]


@pytest.mark.parametrize("hands", ["1,0,0", "1,0,1"])
def test_a_log_in_which_a_seat_without_cards_had_to_pass_is_still_read(hands):
    evening = Evening("zepherin N=3", 3)
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"), ("9D", "+E4:g"))
    position = f"*8*/X/X/2rbg5/X/X/X/X/X/*8* 1 + - 0 - 3 {hands}"
    evening.command(commands.set_position(evening.tracking, TABLE, position))
    evening.command(commands.declare(evening.tracking, "forgot 1 late"))
    now = evening.tracking.game
    assert replay([*evening.log, TurnPlayed("r pass")]).game == now
    assert now.outcome() if hands == "1,0,0" else now.seat == 3


@pytest.mark.parametrize("blank", ["", " "])
def test_a_blank_position_is_refused_in_words(evening, blank):
    with pytest.raises(NotationError, match="a position of 0 fields"):
        commands.set_position(evening.tracking, TABLE, blank)
