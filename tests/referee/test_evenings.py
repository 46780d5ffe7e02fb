"""Evenings in a few lines: what the players do, and exactly what the referee says."""

from simulated_table import after_two_turns, kinds


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


def test_a_chip_that_cannot_be_seen_is_where_its_card_may_go(evening):
    evening.hand()
    evening.table.lay("7D")
    assert kinds(evening.rest(4, hidden=(32,))) == ["TurnPlayed r 7D@C4"]
    evening.table.put("C4", 0)
    assert evening.rest(4) == []


def test_a_chip_that_was_not_there_after_all_is_waited_for(evening):
    evening.hand()
    evening.table.lay("7D")
    evening.rest(4, hidden=(32,))
    assert kinds(evening.rest(4)) == ["TurnUndone"]
    assert kinds(evening.act("+H7:r")) == ["TurnPlayed r 7D@H7"]


def test_a_card_whose_squares_are_covered_by_a_thing_waits_for_its_chip(evening):
    evening.hand()
    evening.table.lay("7D")
    assert evening.rest(8, hidden=(31, 32, 33)) == []


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
