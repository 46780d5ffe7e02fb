"""What the referee asks, what phones may command, and how a game is taken up again."""

import pytest
from simulated_table import Evening, after_two_turns, asked, kinds, told

from companion.games.cards import Card
from companion.games.one_eyed_jack.state import Override
from companion.games.one_eyed_jack.turns import Exchange, Place
from companion.referee.events import CardRead, NoticeGiven, QuestionAsked, TurnPlayed
from companion.referee.one_eyed_jack.questions import question
from companion.referee.one_eyed_jack.stories import Story
from companion.referee.one_eyed_jack.telling import turns_told
from companion.referee.one_eyed_jack.tracking import answer, apply, declare, override, replay, undo


def test_a_chip_is_a_turn_before_its_card_comes_and_is_asked_for_it_when_that_takes_very_long(evening):
    assert evening.act("+C4:r", frames=5) == []
    assert evening.rest(1) == [TurnPlayed("r 7D@C4", verified=False)]
    assert evening.rest(13) == []
    assert told(evening.rest(1)) == ["Show the card for the chip on C4."]
    assert evening.rest(20) == []
    assert kinds(evening.act("7D")) == ["CardRead", "FaultResolved NO_CARD"]
    assert evening.turns == ["r 7D@C4"]


def test_a_card_that_cannot_be_that_of_the_chip_before_is_the_next_players(evening):
    evening.act("+C4:r", frames=8)
    assert evening.act("8D", frames=8) == []
    assert kinds(evening.act("+D4:b")) == ["TurnPlayed b 8D@D4"]
    assert evening.turns == ["r ?@C4", "b 8D@D4"]


def test_nobody_is_asked_for_a_card_while_the_pile_is_out_of_sight(evening):
    evening.table.pile_hidden = True
    assert evening.act("+C4:r", frames=60) == [TurnPlayed("r 7D@C4", verified=False)]


def test_two_quick_turns_are_two_turns(evening):
    evening.hand()
    evening.table.lay("7D")
    evening.look(evening.table.look())
    evening.table.put("C4", 0)
    evening.hand()
    assert kinds(evening.act("8D", "+D4:b")) == ["TurnPlayed r 7D@C4", "TurnPlayed b 8D@D4"]


MISSED = NoticeGiven("MERGED_TURNS", "I missed a turn: red played on C4, and I could not see the card.")


def test_a_turn_that_was_missed_is_told_with_the_next_and_in_words(evening):
    evening.hand()
    evening.table.put("C4", 0)
    said = evening.act("8D", "+D4:b", frames=8)
    assert said == [TurnPlayed("r 7D@C4", verified=False), TurnPlayed("b 8D@D4"), MISSED]
    assert evening.turns == ["r ?@C4", "b 8D@D4"]
    assert evening.tracking.notice == MISSED
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]
    assert evening.tracking.notice is None


def test_cards_that_were_taken_up_again_are_not_played_later(evening):
    evening.play(("7D", "+C4:r"), ("JS", "-C4"), ("8D", "+D4:r"))
    evening.act("JS", "-D4", frames=3)
    evening.act("8D", "+D4:r")
    assert kinds(evening.act("JH", "-D4"))[-1] != "TurnPlayed b JSxD4"


def test_a_card_that_shows_again_after_a_take_back_is_no_new_one(evening):
    evening.play(("?7D", "+C4:r"), ("7S", "+H1:b"), ("JD", "+H7:r"), ("9D", "+E4:b"))
    evening.table.lay("JD")
    evening.table.take("E4")
    assert kinds(evening.hand() + evening.rest(6)) == ["TurnUndone"]


def test_an_answer_nobody_offered_is_refused():
    evening = after_two_turns()
    with pytest.raises(ValueError, match="no such answer: 'r 8D@C4'; choose one of nothing: no question is open"):
        answer(evening.tracking, "r 8D@C4")
    evening.act("?JS", "-D4", frames=18)
    with pytest.raises(ValueError, match="no such answer: 'r 8D@C4'; choose one of r \\?xD4, undo 1"):
        answer(evening.tracking, "r 8D@C4")


def test_a_question_ends_when_its_reason_is_taken_off_the_table(evening):
    evening.play(("JD", "+C4:r"), ("7D", "+H7:b"))
    assert kinds(evening.act("?8D", frames=8)) == ["QuestionAsked"]
    assert kinds(evening.act("+D4:r", frames=2)) == ["QuestionAnswered -"]
    assert evening.rest(3) == [TurnPlayed("r 8D@D4", verified=False)]


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


def test_the_log_is_the_game():
    evening = after_two_turns()
    evening.act("-D4")
    evening.act("JS", "+C4:b")
    assert replay(evening.log).game == evening.tracking.game


def test_a_third_copy_of_a_card_is_asked_about_and_never_blocks():
    evening = Evening("my_rules remove=any")
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"), ("JS", "-D4"), ("7D", "+H7:b"), ("JH", "-C4"))
    said = evening.act("7D", "+C4:b", frames=20)
    assert kinds(said)[-2:] == ["TurnPlayed b 7D@C4", "NoticeGiven CARD_OVERCOUNT"]
    evening.rest(3)
    assert evening.tracking.notice.code == "CARD_OVERCOUNT"


def test_the_owner_of_a_line_may_choose_its_squares_and_the_question_waits():
    evening = Evening("my_rules n=3 line_choice=declare")
    plays = (("2S", "+C1:r"), ("6H", "+J2:b"), ("4S", "+E1:r"), ("4D", "+J3:b"), ("5S", "+F1:r"), ("2C", "+J4:b"))
    evening.play(*plays)
    said = evening.act("3S", "+D1:r")
    (asked,) = (event for event in said if isinstance(event, QuestionAsked))
    assert asked.candidates == ("r line C1.D1.E1", "r line D1.E1.F1")
    assert evening.rest(4) == []
    chosen = evening.command(answer(evening.tracking, "r line D1.E1.F1"))
    assert kinds(chosen)[:2] == ["QuestionAnswered r line D1.E1.F1", "TurnPlayed r line D1.E1.F1"]


def test_which_of_two_faces_that_fit_as_well_a_card_had_is_not_asked(evening):
    evening.table.faces = (("JD", 0.0), ("7D", 4.0))
    assert evening.act("7D", "+C4:r", frames=40) == [TurnPlayed("r 7D@C4", verified=False)]
    assert evening.turns == ["r ?@C4"]


def test_whether_a_jack_took_a_chip_is_asked_in_words_but_not_which():
    evening = after_two_turns()
    text = "Did red play this card, taking the chip from D4, or was the turn before taken back?"
    assert evening.act("?JS", "-D4", frames=15) == []
    assert evening.rest(5) == [QuestionAsked(text, ("r ?xD4", "undo 1"))]


def test_a_turn_nobody_noticed_is_found_when_the_next_one_comes(evening):
    assert evening.act("+C4:r") == []
    said = evening.act("8D", "+D4:b", frames=3)
    assert said == [TurnPlayed("r 7D@C4", verified=False), TurnPlayed("b 8D@D4"), MISSED]
    assert kinds(evening.act("9D", "+E4:r", frames=6)) == ["TurnPlayed r 9D@E4"]


def test_undo_of_a_pass_has_nothing_to_put_back(evening):
    evening.command(declare(evening.tracking, "r pass"))
    assert kinds(evening.command(undo(evening.tracking))) == ["TurnUndone"]


def test_undo_and_override_end_what_was_open(evening):
    evening.act("7D", "+C4:r")
    evening.act("?JS", "-C4", frames=18)
    assert kinds(evening.command(undo(evening.tracking)))[:2] == ["QuestionAnswered -", "TurnUndone"]


def test_a_log_must_begin_at_the_beginning():
    with pytest.raises(ValueError, match="must begin with GameStarted"):
        replay([TurnPlayed("r 7D@C4")])
    with pytest.raises(ValueError, match="an empty log"):
        replay([])


def test_a_new_game_in_the_same_log_begins_anew(evening):
    evening.act("7D", "+C4:r")
    assert replay([*evening.log, evening.log[0]]).game.turns == ()


def test_an_override_before_anything_was_seen_keeps_the_position(evening):
    fresh = replay(evening.log)
    tracking, _ = override(fresh)
    assert tracking.game.position.chips == fresh.game.position.chips


def test_counting_that_begins_anew_is_no_card():
    evening = after_two_turns()
    evening.table.changes = 0
    assert evening.act() == []
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]


def test_a_newest_chip_that_goes_while_the_pile_is_under_a_hand_was_taken_back(evening):
    evening.act("7D", "+C4:r")
    evening.table.pile_hidden = True
    assert kinds(evening.act("-C4")) == ["TurnUndone"]
    evening.table.pile_hidden = False
    assert evening.rest(8) == []
    assert kinds(evening.act("7D", "+H7:r")) == ["TurnPlayed r 7D@H7"]
    assert kinds(evening.act("8D", "+D4:b")) == ["TurnPlayed b 8D@D4"]


def test_a_newest_chip_that_went_while_the_pile_was_under_a_hand_was_taken_if_a_jack_shows_then(evening):
    evening.act("7D", "+C4:r")
    evening.table.pile_hidden = True
    assert kinds(evening.act("-C4")) == ["TurnUndone"]
    evening.table.lay("JS")
    evening.table.pile_hidden = False
    assert kinds(evening.rest(8)) == ["TurnPlayed r 7D@C4", "TurnPlayed b JSxC4"]
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]


def test_what_may_be_nothing_is_never_asked_about(evening):
    evening.table.margin = 1.0
    assert evening.act("7D", "+C4:r", frames=12) == []


def test_starting_again_is_an_event_like_any_other(evening):
    evening.act("7D", "+C4:r")
    assert apply(evening.tracking, evening.log[0]).game.turns == ()


def test_the_same_dead_card_counted_twice_in_a_row_is_asked_about():
    evening = Evening()
    evening.play(("JD", "+C4:r"), ("7D", "+H7:b"))
    assert evening.act("7D", frames=30) == [
        QuestionAsked("Did red exchange 7♦, which is dead? If not, just play on.", ("r dead 7D",))
    ]
    said = evening.command(answer(evening.tracking, "r dead 7D"))
    assert kinds(said) == ["QuestionAnswered r dead 7D", "TurnPlayed r dead 7D"]
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]
    assert evening.turns == ["r JD@C4", "b 7D@H7", "r dead 7D", "r 9D@E4"]


def test_somebody_may_say_that_the_same_dead_card_was_exchanged_before_anybody_asks():
    evening = Evening()
    evening.play(("JD", "+C4:r"), ("7D", "+H7:b"))
    assert evening.act("7D") == []
    assert kinds(evening.command(declare(evening.tracking, "r dead 7D"))) == ["TurnPlayed r dead 7D"]
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]


def test_whoever_did_not_exchange_just_plays_on():
    evening = Evening()
    evening.play(("JD", "+C4:r"), ("7D", "+H7:b"))
    assert kinds(evening.act("7D", frames=8)) == ["QuestionAsked"]
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4", "QuestionAnswered -"]


def test_nothing_is_told_before_the_table_was_seen():
    fresh = replay(after_two_turns().log)
    assert turns_told(fresh, 0.0) == (fresh, ())


def test_a_card_is_read_of_no_turn_without_a_chip(evening):
    evening.command(declare(evening.tracking, "r pass"))
    with pytest.raises(ValueError, match="7D was read of no turn"):
        apply(evening.tracking, CardRead("7D"))


def test_an_answer_comes_too_late_when_the_game_has_gone_on():
    evening = after_two_turns()
    evening.act("?JS", "-D4", frames=18)
    evening.command(declare(evening.tracking, "r pass"))
    with pytest.raises(ValueError, match="The game has gone on since"):
        answer(evening.tracking, "undo 1")


def test_a_chip_that_went_while_the_pile_was_out_of_sight_waits_until_play_goes_on():
    evening = after_two_turns()
    evening.act("9D", "+E4:r")
    evening.table.pile_hidden = True
    assert evening.act("-C4", frames=60) == []
    said = kinds(evening.act("+F4:r", frames=8))
    assert said[:2] == ["TurnPlayed b ?xC4", "TurnPlayed r TD@F4"]
    assert evening.turns[3:] == ["b ?xC4", "r ?@F4"]


def test_a_dead_card_among_the_answers_is_one_without_a_chip():
    game = Evening().tracking.game
    plays = Place(0, Card("7D"), 32), Exchange(0, Card("8D"))
    asked = question(game, [Story(game.moment, 0, turns=(play,)) for play in plays], ["red", "blue"])
    assert asked == QuestionAsked("What did red play: 7♦ on C4 or 8♦ and no chip?", ("r 7D@C4", "r dead 8D"))


def test_nothing_is_asked_where_no_story_names_a_turn():
    game = Evening().tracking.game
    assert question(game, [Story(game.moment, 0)], ["red", "blue"]) is None
    anew = Override(game.position)
    assert question(game, [Story(game.following(anew), 0, turns=(anew,))], ["red", "blue"]) is None


def test_a_jack_that_shows_again_as_the_newest_chip_goes_is_a_take_back_rather_than_its_second_copy():
    evening = after_two_turns()
    evening.act("JS", "-D4")
    evening.act("9D", "+E4:b")
    assert kinds(evening.act("JS", "-E4", frames=18)) == ["TurnUndone"]
    assert (evening.tracking.fault, asked(evening)) == (None, ())
    assert kinds(evening.act("TD", "+F4:b")) == ["TurnPlayed b TD@F4"]
    assert kinds(evening.act("QD", "+D7:r")) == ["TurnPlayed r QD@D7"]


def test_a_second_jack_is_understood_when_play_goes_on():
    evening = after_two_turns()
    evening.act("JS", "-D4")
    evening.act("9D", "+E4:b")
    evening.act("JS", "-E4")
    evening.act("TD", "+F4:b", frames=6)
    evening.act("QD", "+D7:r", frames=6)
    assert evening.turns[-2:] == ["b TD@F4", "r QD@D7"]
    assert (evening.tracking.fault, asked(evening)) == (None, ())
