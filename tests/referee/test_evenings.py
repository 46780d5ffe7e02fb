"""Evenings in a few lines: what the players do, and exactly what the referee says."""

import pytest
from simulated_table import Evening, kinds

from companion.referee.events import FaultFound, QuestionAsked, TurnPlayed
from companion.referee.tracking import answer, declare, override, replay, undo


@pytest.fixture
def evening():
    return Evening()


def told(events):
    return [event.message for event in events if isinstance(event, FaultFound)]


def test_a_card_and_its_chip_are_a_turn(evening):
    assert kinds(evening.act("7D", "+C4:r")) == ["TurnPlayed r 7D@C4"]


def test_a_turn_is_accepted_with_the_second_look_that_agrees(evening):
    evening.hand()
    evening.table.lay("7D")
    evening.table.put("C4", 0)
    assert evening.rest(1) == []
    assert kinds(evening.rest(1)) == ["TurnPlayed r 7D@C4"]


def test_card_first_and_chip_later_is_one_turn(evening):
    assert evening.act("7D", frames=30) == []
    assert str(evening.tracking.card) == "7D"
    assert kinds(evening.act("+C4:r")) == ["TurnPlayed r 7D@C4"]


def test_chip_first_and_card_later_is_one_turn(evening):
    assert evening.act("+C4:r") == []
    assert kinds(evening.act("7D")) == ["TurnPlayed r 7D@C4"]


def test_a_chip_that_waits_very_long_for_its_card_is_asked_for_it(evening):
    assert told(evening.act("+C4:r", frames=30)) == ["Show the card for the chip on C4."]
    assert kinds(evening.act("7D")) == ["FaultResolved NO_CARD", "TurnPlayed r 7D@C4"]


def test_a_wild_jack_goes_anywhere_and_a_one_eyed_jack_takes(evening):
    assert kinds(evening.act("JD", "+E5:r")) == ["TurnPlayed r JD@E5"]
    assert kinds(evening.act("JS", "-E5")) == ["TurnPlayed b JSxE5"]


def test_the_same_code_twice_in_a_row_is_two_turns(evening):
    evening.act("7D", "+C4:r")
    assert kinds(evening.act("7D", "+H7:b", frames=8)) == ["TurnPlayed b 7D@H7"]


def test_a_dead_card_is_exchanged_and_the_seat_plays_on(evening):
    evening.act("7D", "+C4:r")
    evening.act("JD", "+H7:b")
    assert kinds(evening.act("7D")) == ["TurnPlayed r dead 7D"]
    assert kinds(evening.act("8D", "+D4:r")) == ["TurnPlayed r 8D@D4"]


def test_a_line_and_a_win_follow_the_turn_that_made_them():
    evening = Evening("my_rules lines=1 n=3")
    for card, red, blue in (("AS", "B1", "J9"), ("2S", "C1", "J8")):
        evening.act(card, f"+{red}:r")
        evening.act("JD", f"+{blue}:b")
    played = kinds(evening.log)
    assert "LineCompleted 0" in played
    assert played[played.index("LineCompleted 0") - 1] == "TurnPlayed r 2S@C1"
    assert played[played.index("LineCompleted 0") + 1] == "GameWon 0"


WRONG = [
    (
        ("7D", "+C4:b"),
        "WRONG_COLOUR",
        "It is Red's turn, but a Blue chip came to C4. Take it back; Red plays.",
        ("-C4",),
    ),
    (
        ("7D", "+D4:r"),
        "CARD_MISMATCH",
        "7♦ belongs on C4 or H7, not D4. Move the chip, or take back card and chip.",
        ("-D4",),
    ),
    (
        ("7D", "+C4:r", "+H7:r"),
        "TWO_CHIPS",
        "Only one chip per turn, but chips came to C4 and H7. Take one back.",
        None,
    ),
    (
        ("7D", "+A1:r"),
        "CORNER_CLOSED",
        "Corners are free for everybody; no chips there. Take the chip off A1.",
        ("-A1",),
    ),
    (("JS", "+C4:r"), "PLACED_WITH_REMOVER", "A one-eyed jack only removes. Take your chip off C4.", ("-C4",)),
]


@pytest.mark.parametrize(("acts", "code", "message", "remedy"), WRONG)
def test_a_wrong_act_is_named_and_is_over_when_the_table_is_right(evening, acts, code, message, remedy):
    said = evening.act(*acts)
    assert kinds(said) == [f"FaultFound {code}"]
    assert told(said) == [message]
    assert kinds(evening.act(*(remedy or ("-H7",))))[0] == f"FaultResolved {code}"
    assert evening.tracking.fault is None


def test_the_card_stays_good_when_only_the_chip_was_wrong(evening):
    evening.act("7D", "+C4:b")
    evening.act("-C4")
    assert kinds(evening.act("+C4:r")) == ["TurnPlayed r 7D@C4"]


def test_of_two_chips_the_one_that_stays_is_the_turn(evening):
    evening.act("7D", "+C4:r", "+H7:r")
    assert kinds(evening.act("-C4")) == ["FaultResolved TWO_CHIPS", "TurnPlayed r 7D@H7"]


def after_two_turns():
    evening = Evening()
    evening.act("7D", "+C4:r")
    evening.act("8D", "+D4:b")
    return evening


TWO_TURNS_LATER = [
    (("9D", "-D4"), "REMOVED_WITHOUT_JACK", "Put the Blue chip back on D4; 9♦ does not remove chips.", ("+D4:b",)),
    (("JS", "-C4"), "REMOVED_OWN", None, ("+C4:r",)),
    (
        ("JS", "-C4", "-D4"),
        "REMOVED_TWO",
        "Only one chip may go, but C4 and D4 are empty. Put one back.",
        ("+C4:r", "+D4:b"),
    ),
    (("-D4", "+D5:b"), "CHIP_MOVED", "A Blue chip moved from D4 to D5. Put it back on D4.", ("+D4:b", "-D5")),
    (("9D", "+D4:r"), "SQUARE_OCCUPIED", "D4 already has a chip. Restore it and choose an open square.", ("+D4:b",)),
    (("-C4", "-D4", "+A5:r", "+B6:b", "+E9:r"), "BOARD_DISTURBED", None, ("+C4:r", "+D4:b", "-A5", "-B6", "-E9")),
]


@pytest.mark.parametrize(("acts", "code", "message", "remedy"), TWO_TURNS_LATER)
def test_what_happens_to_chips_that_stand_is_named_and_put_right(acts, code, message, remedy):
    evening = after_two_turns()
    said = evening.act(*acts)
    assert kinds(said) == [f"FaultFound {code}"]
    assert message is None or told(said) == [message]
    assert kinds(evening.act(*remedy)) == [f"FaultResolved {code}"]
    assert evening.turns == ["r 7D@C4", "b 8D@D4"]


def test_a_chip_of_a_finished_line_is_safe():
    evening = Evening("my_rules n=3 lines=2")
    for acts in (("AS", "+B1:r"), ("9D", "+E4:b"), ("2S", "+C1:r")):
        evening.act(*acts)
    said = evening.act("JS", "-C1")
    assert told(said) == ["C1 is part of a finished line and safe. Put the Red chip back and choose another."]
    assert kinds(evening.act("+C1:r")) == ["FaultResolved REMOVED_LOCKED"]
    assert kinds(evening.act("9S", "+A2:b", frames=6)) == ["TurnPlayed b 9S@A2"]


def test_captured_chips_must_go():
    evening = Evening("open capture=pairs n=5")
    for acts in (("5D", "+A4:r"), ("6D", "+B4:b"), ("AS", "+B1:r"), ("7D", "+C4:b")):
        evening.act(*acts)
    assert told(evening.act("8D", "+D4:r")) == ["B4 and C4 are captured: take the chips off and return them."]
    assert kinds(evening.act("-B4", "-C4")) == ["FaultResolved CAPTURE_NOT_CLEARED", "TurnPlayed r 8D@D4"]


def test_a_fault_is_kept_to_itself_for_as_long_as_players_need_to_let_go():
    evening = Evening(patience_s=2.0)
    assert evening.act("7D", "+D4:r", frames=9) == []
    assert kinds(evening.rest(1)) == ["FaultFound CARD_MISMATCH"]


def test_a_chip_put_right_in_time_is_never_spoken_of():
    evening = Evening(patience_s=2.0)
    evening.act("7D", "+D4:r", frames=4)
    assert kinds(evening.act("-D4", "+C4:r")) == ["TurnPlayed r 7D@C4"]


def test_a_wrong_act_that_the_next_hand_is_about_to_cover_is_said_before():
    evening = Evening(patience_s=0.6)
    assert evening.act("7D", "+D4:r", frames=2) == []
    assert kinds(evening.hand(1)) == ["FaultFound CARD_MISMATCH"]


def test_hands_and_covered_squares_suspend_judging(evening):
    evening.hand()
    evening.table.lay("7D")
    evening.table.put("D4", 0)
    assert evening.hand(20) == []


def test_play_goes_on_around_a_thing_on_the_board(evening):
    covered = range(60, 80)
    said = [e for _ in range(3) for e in evening.look(evening.table.look(hidden=covered, notices=("OBJECT_ON_BOARD",)))]
    assert kinds(said) == ["NoticeGiven OBJECT_ON_BOARD"]
    evening.hand(2, covered)
    evening.table.lay("7D")
    evening.table.put("C4", 0)
    evening.hand(1, covered)
    assert kinds(evening.rest(5, covered, ("OBJECT_ON_BOARD",))) == ["TurnPlayed r 7D@C4"]
    evening.hand(1)
    assert evening.rest(3) == []
    assert evening.tracking.notice is None


def test_a_fault_is_not_over_because_something_covers_it(evening):
    evening.act("7D", "+D4:r")
    evening.hand(2, (33,))
    assert evening.rest(6, (33,)) == []
    assert evening.tracking.fault is not None


def test_a_lost_board_is_worth_a_word_after_three_seconds(evening):
    said = [e for _ in range(20) for e in evening.look(evening.table.look(registered=False))]
    assert kinds(said) == ["NoticeGiven BOARD_LOST"]


def test_putting_the_chip_back_takes_the_turn_back_and_the_card_may_be_played_again(evening):
    evening.act("7D", "+C4:r")
    assert kinds(evening.act("-C4")) == ["TurnUndone"]
    assert kinds(evening.act("+H7:r")) == ["TurnPlayed r 7D@H7"]
    assert evening.turns == ["r 7D@H7"]


def test_a_chip_pushed_to_the_other_square_of_its_card_is_another_turn_in_place_of_the_last(evening):
    evening.act("7D", "+C4:r")
    assert kinds(evening.act("-C4", "+H7:r")) == ["TurnUndone", "TurnPlayed r 7D@H7"]


def test_several_turns_are_taken_back_by_putting_the_board_back():
    evening = after_two_turns()
    assert kinds(evening.act("-C4", "-D4")) == ["TurnUndone", "TurnUndone"]
    assert evening.turns == []


def test_card_and_chip_taken_back_leave_the_card_before_on_top():
    evening = after_two_turns()
    assert kinds(evening.act("7D", "-D4")) == ["TurnUndone"]
    assert kinds(evening.act("9D", "+E4:b")) == ["TurnPlayed b 9D@E4"]


def test_two_quick_turns_are_two_turns(evening):
    evening.hand()
    evening.table.lay("7D")
    evening.look(evening.table.look())
    evening.table.put("C4", 0)
    evening.hand()
    assert kinds(evening.act("8D", "+D4:b")) == ["TurnPlayed r 7D@C4", "TurnPlayed b 8D@D4"]


def test_a_turn_that_was_missed_is_asked_about(evening):
    evening.hand()
    evening.table.put("C4", 0)
    said = evening.act("8D", "+D4:b", frames=8)
    assert kinds(said) == ["FaultFound MERGED_TURNS", "QuestionAsked"]
    assert said[1].candidates == ("r 7D@C4", "r JD@C4", "r JC@C4")
    answered = evening.command(answer(evening.tracking, "r JD@C4"))
    assert kinds(answered) == ["FaultResolved MERGED_TURNS", "QuestionAnswered r JD@C4", "TurnPlayed r JD@C4"]
    assert kinds(evening.rest(3)) == ["TurnPlayed b 8D@D4"]


def test_an_unread_card_is_asked_for_and_only_what_the_square_allows(evening):
    said = evening.act("?7D", "+C4:r", frames=8)
    assert [event.candidates for event in said if isinstance(event, QuestionAsked)] == [
        ("r 7D@C4", "r JD@C4", "r JC@C4")
    ]
    answered = evening.command(answer(evening.tracking, "r 7D@C4"))
    assert TurnPlayed("r 7D@C4", verified=False) in answered


def test_an_answer_nobody_offered_is_refused(evening):
    evening.act("?7D", "+C4:r", frames=8)
    with pytest.raises(ValueError, match="no such answer: 'r 8D@C4'"):
        answer(evening.tracking, "r 8D@C4")


def test_an_unread_card_that_becomes_readable_answers_the_question(evening):
    evening.act("?7D", "+C4:r", frames=8)
    evening.table.readable = True
    assert kinds(evening.rest(3)) == ["QuestionAnswered r 7D@C4", "TurnPlayed r 7D@C4"]


def test_an_unread_card_does_not_hold_up_the_game(evening):
    evening.act("?7D", "+C4:r")
    said = evening.act("8D", "+D4:b", frames=6)
    assert TurnPlayed("r 7D@C4", verified=False) in said
    assert TurnPlayed("b 8D@D4") in said


def test_a_question_ends_when_its_reason_is_taken_off_the_table(evening):
    evening.act("?7D", "+C4:r", frames=8)
    assert kinds(evening.act("-C4")) == ["QuestionAnswered -"]


def test_a_card_over_a_card_is_one_too_many(evening):
    evening.act("7D")
    assert kinds(evening.act("9D")) == ["FaultFound TWO_CARDS"]
    assert kinds(evening.act("+E4:r")) == ["FaultResolved TWO_CARDS", "TurnPlayed r 9D@E4"]


def test_the_next_seat_playing_over_a_waiting_card_is_told_what_is_missing(evening):
    evening.act("7D")
    assert told(evening.act("8D", "+D4:b")) == ["7♦ still has an open square: place a chip on C4 or H7."]
    assert kinds(evening.act("+C4:r")) == ["FaultResolved NO_CHIP", "TurnPlayed r 7D@C4", "TurnPlayed b 8D@D4"]


def test_a_card_left_by_somebody_out_of_turn_is_not_held_against_anybody(evening):
    evening.act("8D", "+D4:b")
    evening.act("-D4")
    assert kinds(evening.act("7D", "+C4:r")) == ["TurnPlayed r 7D@C4"]


def test_a_card_of_another_game_is_named(evening):
    assert told(evening.act("PD", frames=30)) == ["That card is not used in this game. Take P♦ back and play another."]


def test_undo_from_a_phone_waits_until_the_camera_agrees():
    evening = after_two_turns()
    assert kinds(evening.command(undo(evening.tracking))) == ["TurnUndone", "NoticeGiven TAKE_BACK"]
    assert evening.rest(10) == []
    assert evening.act("-D4") == []
    assert evening.tracking.notice is None
    assert kinds(evening.act("9D", "+E4:b")) == ["TurnPlayed b 9D@E4"]


def test_undo_goes_any_number_of_turns_back_and_no_further():
    evening = after_two_turns()
    for _ in range(2):
        evening.command(undo(evening.tracking))
    assert undo(evening.tracking) == (evening.tracking, ())
    assert evening.rest(5) == []
    assert evening.act("-D4", "-C4") == []
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]


def test_an_override_makes_the_table_right(evening):
    evening.act("7D", "+D4:r")
    said = evening.command(override(evening.tracking))
    assert kinds(said)[0] == "FaultResolved CARD_MISMATCH"
    assert evening.rest(4) == []
    assert kinds(evening.act("8D", "+G7:b")) == ["TurnPlayed b 8D@G7"]


def test_what_only_a_phone_can_tell_is_declared(evening):
    assert kinds(evening.command(declare(evening.tracking, "r pass"))) == ["TurnPlayed r pass"]
    with pytest.raises(ValueError, match="7♦ can still go to C4 or H7"):
        declare(evening.tracking, "b dead 7D")


def test_a_bump_that_loses_the_board_for_a_moment_changes_nothing(evening):
    evening.act("7D", "+C4:r")
    for _ in range(4):
        assert evening.look(evening.table.look(registered=False)) == ()
    assert evening.rest(4) == []
    assert kinds(evening.act("8D", "+D4:b")) == ["TurnPlayed b 8D@D4"]


def test_a_square_that_flickers_changes_nothing(evening):
    for _ in range(10):
        evening.table.put("F6", 1)
        assert evening.rest(1) == []
        evening.table.take("F6")
        assert evening.rest(1) == []


def test_the_log_is_the_game():
    evening = after_two_turns()
    evening.act("-D4")
    evening.act("JS", "+C4:b")
    assert replay(evening.log).game == evening.tracking.game


def test_after_a_power_cut_a_table_that_agrees_goes_on():
    evening = after_two_turns()
    evening.tracking = replay(evening.log)
    assert evening.rest(10) == []
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]


def test_after_a_power_cut_a_table_one_turn_ahead_is_asked_about():
    evening = after_two_turns()
    evening.tracking = replay(evening.log)
    evening.table.lay("9D")
    evening.table.put("E4", 0)
    assert kinds(evening.rest(4)) == ["QuestionAsked"]
    assert "TurnPlayed r 9D@E4" in kinds(evening.command(answer(evening.tracking, "r 9D@E4")))


def test_after_a_power_cut_a_table_that_differs_is_shown():
    evening = after_two_turns()
    evening.tracking = replay(evening.log)
    for square in ("A5", "B6", "E9"):
        evening.table.put(square, 0)
    assert kinds(evening.rest(6)) == ["FaultFound BOARD_DISTURBED"]


def test_nothing_more_is_played_after_a_win():
    evening = Evening("my_rules lines=1 n=3")
    for acts in (("AS", "+B1:r"), ("JD", "+J9:b"), ("2S", "+C1:r")):
        evening.act(*acts)
    assert told(evening.act("9D", "+E4:b")) == ["Red has already won. Nothing more is played in this game."]
    assert kinds(evening.act("-E4", "-B1", "-C1", "-J9")) == ["FaultResolved GAME_OVER"]


def test_a_third_copy_of_a_card_is_asked_about_and_never_blocks():
    evening = Evening("my_rules remove=any")
    for acts in (("7D", "+C4:r"), ("8D", "+D4:b"), ("JS", "-D4"), ("7D", "+H7:b"), ("JH", "-C4")):
        evening.act(*acts)
    said = evening.act("7D", "+C4:b", frames=20)
    assert kinds(said)[-2:] == ["TurnPlayed b 7D@C4", "NoticeGiven CARD_OVERCOUNT"]
    evening.rest(3)
    assert evening.tracking.notice.code == "CARD_OVERCOUNT"


def test_the_owner_of_a_line_may_choose_its_squares_and_the_question_waits():
    evening = Evening("my_rules n=3 line_choice=declare")
    plays = (("2S", "+C1:r"), ("6H", "+J2:b"), ("4S", "+E1:r"), ("4D", "+J3:b"), ("5S", "+F1:r"), ("2C", "+J4:b"))
    for acts in plays:
        evening.act(*acts)
    said = evening.act("3S", "+D1:r")
    (asked,) = (event for event in said if isinstance(event, QuestionAsked))
    assert asked.candidates == ("r line C1.D1.E1", "r line D1.E1.F1")
    assert evening.rest(4) == []
    chosen = evening.command(answer(evening.tracking, "r line D1.E1.F1"))
    assert kinds(chosen)[:2] == ["QuestionAnswered r line D1.E1.F1", "TurnPlayed r line D1.E1.F1"]
