"""Owners are asked which line they take, run by run, while the game goes on."""

import pytest
from simulated_table import Evening, asked, kinds, undo

from companion.games.one_eyed_jack.faults import NotationError
from companion.referee.events import TurnPlayed
from companion.referee.one_eyed_jack import commands
from companion.referee.one_eyed_jack.tracking import replay
from companion.referee.phones import Asker
from companion.views.one_eyed_jack.status import status_of
from companion.views.scene import Scene

TABLE = Asker(table=True)


SIX = "*8*/X/X/rrr1rr4/X/X/4b2b2/X/X/*8* 1 + - 80 - 6"
"""Red's 8D on D4 makes six in a row."""
TWO_LINES = ("r line A4.B4.C4.D4.E4", "r line B4.C4.D4.E4.F4")


def declaring(position: str, options: str = "my_rules lines=3") -> Evening:
    """Red is to make several lines, and the table lies as this position says."""
    evening = Evening(f"{options} line_choice=declare")
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


def test_a_choice_that_is_taken_back_is_offered_again():
    evening = declaring(SIX)
    evening.act("8D", "+D4:r")
    evening.command(commands.reply(evening.tracking, TABLE, TWO_LINES[1]))
    evening.command(undo(evening.tracking))
    evening.rest(1)
    assert asked(evening) == TWO_LINES
    evening.command(commands.reply(evening.tracking, TABLE, TWO_LINES[0]))
    assert evening.turns[-1] == TWO_LINES[0]


@pytest.mark.parametrize("taken", TWO_LINES)
def test_a_line_is_celebrated_once_its_owner_has_said_which_it_is(taken: str):
    evening = declaring(SIX)
    evening.act("8D", "+D4:r")
    assert status_of(evening.tracking).scene.mood == "question"
    evening.command(commands.reply(evening.tracking, TABLE, taken))
    (line,) = evening.tracking.game.patterns(0)
    assert status_of(evening.tracking).scene == Scene("line", 0, line)


def test_a_line_may_be_chosen_again_once_the_turn_after_it_was_taken_back():
    evening = declaring(SIX)
    evening.play(("8D", "+D4:r"), ("KD", "+H4:b"))
    assert asked(evening) == ()
    evening.act("-H4")
    assert asked(evening) == TWO_LINES
    assert replay(evening.log).question == evening.tracking.question


def test_nobody_is_asked_about_a_line_whose_chip_was_taken_back():
    evening = declaring(SIX)
    evening.act("8D", "+D4:r")
    assert asked(evening) == TWO_LINES
    assert kinds(evening.act("-D4")) == ["QuestionAnswered -", "TurnUndone"]
    assert asked(evening) == ()


def test_a_line_is_chosen_after_a_doubt_about_its_chip_was_settled():
    evening = declaring(SIX.replace("4b2b2", "4br4"))
    evening.act("TD", "+D4:r", frames=20)
    evening.command(commands.reply(evening.tracking, TABLE, "r ?@D4"))
    assert asked(evening) == TWO_LINES
    evening.command(commands.reply(evening.tracking, TABLE, TWO_LINES[1]))
    assert evening.turns[-2:] == ["r ?@D4", TWO_LINES[1]]


def test_a_chip_whose_line_was_chosen_is_taken_back_like_any_other():
    evening = declaring(SIX)
    evening.act("8D", "+D4:r")
    evening.command(commands.reply(evening.tracking, TABLE, TWO_LINES[1]))
    assert kinds(evening.act("-D4")) == ["TurnUndone", "TurnUndone"]
    evening.act("+G7:r")
    assert evening.turns[-1] == "r 8D@G7"


@pytest.mark.parametrize(("objective", "what"), [("line", "line"), ("line+cross", "pattern")])
def test_what_is_chosen_is_called_a_line_only_where_nothing_else_counts(objective: str, what: str):
    evening = declaring(SIX, f"my_rules lines=3 objective={objective}")
    evening.act("8D", "+D4:r")
    assert evening.tracking.question.text == f"Which squares does Ann’s {what} take?"


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
