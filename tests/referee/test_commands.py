"""What phones may tell the referee, who may, and that the log says who did."""

from dataclasses import replace

import pytest
from simulated_table import after_two_turns, kinds, setup_of

from companion.games.cards import Card
from companion.games.one_eyed_jack.faults import IllegalTurnError
from companion.games.squares import parse_square
from companion.referee.events import CommandGiven, GameStarted
from companion.referee.followed import counting_on
from companion.referee.one_eyed_jack import commands
from companion.referee.one_eyed_jack.tracking import replay
from companion.referee.phones import BUTTON, Asker, NotAllowedError, OutdatedError, at, score_match, signed

TABLE, ONLOOKER = Asker(table=True), Asker()


def test_askers_are_called_by_what_they_may_do():
    names = [asker.name for asker in (TABLE, Asker(2), Asker(2, True), ONLOOKER, BUTTON)]
    assert names == ["the table", "seat 2", "the table, seat 2", "an onlooker", "the button"]


def test_the_log_says_who_asked_and_is_the_game_all_the_same():
    evening = after_two_turns()
    command = signed(TABLE, "undo", lambda tracking: commands.take_back(tracking, TABLE))
    said = evening.command(command(evening.tracking))
    assert said[0] == CommandGiven("the table", "undo")
    assert kinds(said)[1] == "TurnUndone"
    assert replay(evening.log).game == evening.tracking.game


def test_what_brings_nothing_about_is_not_signed(evening):
    assert signed(TABLE, "nothing", lambda tracking: (tracking, ()))(evening.tracking) == (evening.tracking, ())


def test_who_asks_twice_undoes_once():
    evening = after_two_turns()
    command = at(2, lambda tracking: commands.take_back(tracking, TABLE))
    evening.command(command(evening.tracking))
    with pytest.raises(OutdatedError, match="gone on"):
        command(evening.tracking)


@pytest.mark.parametrize("asker", [ONLOOKER, Asker(1), Asker(2)], ids=str)
def test_undo_override_and_a_new_game_are_for_the_table_alone(asker):
    tracking = after_two_turns().tracking
    with pytest.raises(NotAllowedError, match="PIN"):
        commands.take_back(tracking, asker)
    with pytest.raises(NotAllowedError, match="PIN"):
        commands.accept_table(tracking, asker)
    with pytest.raises(NotAllowedError, match="PIN"):
        commands.new_game(tracking, asker, setup_of())
    with pytest.raises(NotAllowedError, match="PIN"):
        commands.put_chip(tracking, asker, 44, 0)
    with pytest.raises(NotAllowedError, match="PIN"):
        commands.set_position(tracking, asker, "…")
    with pytest.raises(NotAllowedError, match="PIN"):
        commands.end_game(tracking, asker, "tie")
    with pytest.raises(NotAllowedError, match="PIN"):
        commands.tell_card(tracking, asker, Card("JD"))


def test_nothing_can_be_undone_before_the_first_turn(evening):
    with pytest.raises(ValueError, match="no turn to take back"):
        commands.take_back(evening.tracking, TABLE)


def test_an_override_may_say_who_moves_next(evening):
    evening.act("7D", "+D4:r")
    with pytest.raises(ValueError, match="no seat 3"):
        commands.accept_table(evening.tracking, TABLE, 3)
    evening.command(commands.accept_table(evening.tracking, TABLE, 2))
    assert evening.tracking.game.seat == 2
    assert evening.rest(4) == []


def test_an_override_may_leave_open_who_moves_next(evening):
    evening.act("7D", "+D4:r")
    evening.command(commands.accept_table(evening.tracking, TABLE))
    assert evening.tracking.game.position.chips[parse_square("D4")] == 0
    assert evening.tracking.game.seat == 2  # a card was laid, so the turn counts as played


def test_a_pass_is_for_the_seat_that_moves_or_the_table(evening):
    for asker in (ONLOOKER, Asker(2)):
        with pytest.raises(NotAllowedError, match="for Ann or the table"):
            commands.pass_turn(evening.tracking, asker)
    assert kinds(evening.command(commands.pass_turn(evening.tracking, Asker(1)))) == ["TurnPlayed r pass"]
    assert kinds(evening.command(commands.pass_turn(evening.tracking, TABLE))) == ["TurnPlayed b pass"]


def test_a_card_that_is_not_dead_is_not_exchanged(evening):
    with pytest.raises(IllegalTurnError, match="7♦ can still go to C4 or H7"):
        commands.exchange(evening.tracking, Asker(1), Card("7D"))


def test_a_die_nobody_has_is_not_rolled(evening):
    with pytest.raises(IllegalTurnError, match="die"):
        commands.roll(evening.tracking, Asker(1), "n")


def test_a_forgotten_draw_is_said_by_the_seat_itself_or_the_table():
    tracking = after_two_turns().tracking
    with pytest.raises(NotAllowedError, match="for Ben or the table"):
        commands.forgot_to_draw(tracking, Asker(1), 2)
    with pytest.raises(ValueError, match="no seat 9"):
        commands.forgot_to_draw(tracking, TABLE, 9)
    for asker in (Asker(2), TABLE):
        assert kinds(commands.forgot_to_draw(tracking, asker, 2)[1]) == ["TurnPlayed forgot 2 early"]


def test_a_question_is_answered_by_the_team_it_is_about_or_the_table():
    evening = after_two_turns()
    evening.act("?JS", "-D4", frames=18)
    for asker in (ONLOOKER, Asker(2)):
        with pytest.raises(NotAllowedError, match="Ann or the table"):
            commands.reply(evening.tracking, asker, "r ?xD4")
    for asker in (Asker(1), TABLE):
        said = kinds(commands.reply(evening.tracking, asker, "r ?xD4")[1])
        assert said == ["QuestionAnswered r ?xD4", "TurnPlayed r ?xD4"]


def test_a_card_that_is_told_answers_the_question(evening):
    evening.play(("JD", "+C4:r"), ("7D", "+H7:b"))
    assert kinds(evening.act("?7D", frames=8)) == ["QuestionAsked"]
    with pytest.raises(ValueError, match="question stays open"):
        commands.tell_card(evening.tracking, TABLE, Card("8D"))
    said = kinds(evening.command(commands.tell_card(evening.tracking, Asker(1), Card("7D"))))
    assert said == ["QuestionAnswered r dead 7D", "TurnPlayed r dead 7D"]
    assert evening.rest(4) == []


def test_a_card_tells_nothing_about_a_question_that_asks_whether_a_turn_was_taken_back():
    evening = after_two_turns()
    evening.act("?JS", "-D4", frames=18)
    with pytest.raises(ValueError, match="question stays open"):
        commands.tell_card(evening.tracking, TABLE, Card("8D"))


def test_of_two_faces_that_fit_as_well_somebody_may_say_which_it_was(evening):
    evening.table.faces = (("JD", 0.0), ("7D", 4.0))
    evening.act("7D", "+C4:r", frames=8)
    assert evening.turns == ["r ?@C4"]
    said = evening.command(commands.tell_card(evening.tracking, TABLE, Card("JD")))
    assert kinds(said) == ["TurnUndone", "TurnPlayed r JD@C4"]
    assert evening.rest(6) == []


def test_a_card_that_is_told_completes_a_half_turn(evening):
    evening.act("?7D", "+C4:r", frames=2)
    with pytest.raises(NotAllowedError):
        commands.tell_card(evening.tracking, Asker(2), Card("7D"))
    with pytest.raises(ValueError, match="8♦ belongs on D4 or G7, not C4"):
        commands.tell_card(evening.tracking, Asker(1), Card("8D"))
    assert kinds(evening.command(commands.tell_card(evening.tracking, Asker(1), Card("7D")))) == ["TurnPlayed r 7D@C4"]
    assert evening.rest(6) == []
    assert kinds(evening.act("8D", "+D4:b")) == ["TurnPlayed b 8D@D4"]


def test_a_misread_card_is_put_right_and_the_fault_ends(evening):
    evening.table.faces = (("3C", 0.0), ("4C", -20.0))
    evening.act("JD", "+C4:r")
    assert evening.tracking.fault is not None
    said = evening.command(commands.tell_card(evening.tracking, TABLE, Card("JD")))
    assert kinds(said) == ["TurnPlayed r JD@C4"]
    assert kinds(evening.rest(6)) == ["FaultResolved CARD_MISMATCH"]


def test_the_card_of_the_last_turn_can_be_changed_where_the_rules_allow_it():
    evening = after_two_turns()
    with pytest.raises(IllegalTurnError, match="cannot have been 9♦: it does not go with the chip on D4"):
        commands.tell_card(evening.tracking, TABLE, Card("9D"))
    said = evening.command(commands.tell_card(evening.tracking, TABLE, Card("JC")))
    assert kinds(said) == ["TurnUndone", "TurnPlayed b JC@D4"]
    assert evening.turns == ["r 7D@C4", "b JC@D4"]
    assert evening.rest(6) == []
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]


def test_a_pass_has_no_card_to_change(evening):
    evening.command(commands.pass_turn(evening.tracking, TABLE))
    with pytest.raises(ValueError, match="put no chip"):
        commands.tell_card(evening.tracking, TABLE, Card("JC"))


def test_after_the_end_a_card_tells_nothing(evening):
    for _ in range(4):
        evening.command(commands.pass_turn(evening.tracking, TABLE))
    evening.act("+C4:r", "+E4:r")
    with pytest.raises(ValueError, match="game is over"):
        commands.tell_card(evening.tracking, TABLE, Card("7D"))


def test_a_turn_that_is_not_complete_cannot_be_told(evening):
    evening.table.put("C4", 0)
    evening.table.put("D4", 1)
    evening.table.put("E4", 1)
    evening.rest(2)
    with pytest.raises(ValueError, match="board"):
        commands.tell_card(evening.tracking, TABLE, Card("7D"))


def test_a_square_that_is_so_already_needs_no_correction():
    tracking = after_two_turns().tracking
    with pytest.raises(ValueError, match="C4 has a red chip already"):
        commands.put_chip(tracking, TABLE, parse_square("C4"), 0)
    with pytest.raises(ValueError, match="E5 has no chip already"):
        commands.put_chip(tracking, TABLE, parse_square("E5"))
    with pytest.raises(ValueError, match="only teams are red and blue"):
        commands.put_chip(tracking, TABLE, parse_square("E5"), 2)
    assert kinds(commands.put_chip(tracking, TABLE, parse_square("C4"))[1]) == [
        "PositionOverridden *8*/X/X/3b6/X/X/X/X/X/*8* 1 + - 88 - 2"
    ]


def test_a_position_is_told_in_notation(evening):
    evening.command(commands.set_position(evening.tracking, TABLE, "*8*/X/X/2r7/X/X/X/X/X/*8* 2 + - 80 - 9 6,5"))
    assert (evening.tracking.game.seat, evening.tracking.game.position.hands) == (2, (6, 5))


def test_a_hand_is_counted_by_its_seat_or_the_table(evening):
    with pytest.raises(NotAllowedError, match="for Ben or the table"):
        commands.count_hand(evening.tracking, Asker(1), 2, 5)
    with pytest.raises(ValueError, match="the count already"):
        commands.count_hand(evening.tracking, TABLE, 2, 7)
    with pytest.raises(ValueError, match="more cards than the deck"):
        commands.count_hand(evening.tracking, TABLE, 2, 70)
    for asker in (Asker(2), TABLE):
        after, _ = commands.count_hand(evening.tracking, asker, 2, 5)
        assert after.game.position.hands == (7, 5)


def test_the_score_of_the_evening_is_changed_and_taken_back(evening):
    evening.act("7D", "+C4:r")
    with pytest.raises(NotAllowedError, match="PIN"):
        score_match(evening.tracking, Asker(1), 1, 2)
    evening.command(score_match(evening.tracking, TABLE, 1, 2))
    evening.command(score_match(evening.tracking, TABLE, 2, 1))
    assert evening.tracking.standings == (2, 1)
    with pytest.raises(ValueError, match="the count already"):
        score_match(evening.tracking, TABLE, 2, 1)
    evening.command(commands.end_game(evening.tracking, TABLE, "win", 0))
    assert evening.tracking.standings == (3, 1)
    with pytest.raises(ValueError, match="won as well"):
        score_match(evening.tracking, TABLE, 1, 0)
    board = evening.tracking.setup
    again = counting_on(evening.tracking, replace(board, players=("Ben", "Cleo", "Ann")))
    assert (again.wins, again.elsewhere) == ((1, 0, 3), ())
    assert counting_on(evening.tracking, replace(board, players=("Cleo", "Dan"))).wins == ()
    cards = counting_on(evening.tracking, replace(board, game="black-jack"))
    assert (cards.wins, cards.elsewhere) == ((), (3, 1))
    back = counting_on(replace(evening.tracking, setup=replace(cards, game="black-jack"), scores=()), board)
    assert back.wins == (3, 1), "a game is won in the game it was won in"
    evening.command(commands.take_back(evening.tracking, TABLE))
    assert evening.tracking.standings == (2, 1)
    evening.command(score_match(evening.tracking, TABLE, 2, 4))
    assert kinds(evening.command(commands.take_back(evening.tracking, TABLE))) == ["MatchScoreUndone"]
    assert (evening.tracking.standings, evening.turns) == ((2, 1), ["r 7D@C4"])
    assert replay(evening.log).standings == (2, 1)


@pytest.mark.parametrize(
    ("result", "team", "told"),
    [
        ("unfinished", None, ["TurnPlayed stop *", "GameWon None"]),
        ("tie", None, ["TurnPlayed stop tie", "GameWon None"]),
        ("win", 1, ["TurnPlayed stop b", "GameWon 1"]),
    ],
)
def test_the_table_ends_the_game_and_may_take_that_back(evening, result, team, told):
    evening.act("7D", "+C4:r")
    assert kinds(evening.command(commands.end_game(evening.tracking, TABLE, result, team))) == told
    with pytest.raises(IllegalTurnError, match="Nothing more is played"):
        commands.end_game(evening.tracking, TABLE, "tie")
    assert replay(evening.log).game.outcome() == evening.tracking.game.outcome()
    evening.command(commands.take_back(evening.tracking, TABLE))
    assert evening.tracking.game.outcome() is None
    assert kinds(evening.act("8D", "+D4:b", frames=8)) == ["TurnPlayed b 8D@D4"]


@pytest.mark.parametrize(("result", "team"), [("win", None), ("tie", 1), ("win", 2)])
def test_a_result_needs_its_winner_and_no_other(evening, result, team):
    with pytest.raises(ValueError, match=r"Name a team|The only teams are"):
        commands.end_game(evening.tracking, TABLE, result, team)


def test_a_new_game_needs_the_same_board_and_chips_for_its_teams(evening):
    evening.act("7D", "+C4:r")
    first, ace, two, *rest = setup_of().layout
    with pytest.raises(ValueError, match="another board"):
        commands.new_game(evening.tracking, TABLE, replace(setup_of(), layout=(first, two, ace, *rest)))
    with pytest.raises(ValueError, match="chips for 2 teams"):
        commands.new_game(evening.tracking, TABLE, setup_of("classic N=3 T=3", teams=2))
    setup = setup_of("kids N=4 T=2")
    said = evening.command(commands.new_game(evening.tracking, TABLE, replace(setup, players=tuple("abcd"))))
    assert isinstance(said[0], GameStarted)
    assert evening.tracking.game.options.seats == 4
