"""Where the table tells two hypotheses, a jack's and another: what comes later decides, or the players are asked."""

import pytest
from simulated_table import Evening, after_two_turns, asked, kinds, undo

from companion.referee.events import QuestionAsked, TurnPlayed
from companion.referee.one_eyed_jack.commands import answer, declare


@pytest.fixture
def three() -> Evening:
    """Red on C4, blue on D4, green on E4; red is next, and a jack may take any chip."""
    evening = Evening("my_rules N=3 T=3 remove=any", teams=3)
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"), ("9D", "+E4:g"))
    return evening


def no_question(evening: Evening) -> bool:
    """Whether nothing was ever asked."""
    return not any(isinstance(event, QuestionAsked) for event in evening.log)


# a chip that goes before its jack comes


def test_a_chip_taken_before_its_jack_is_laid_is_no_take_back_whatever_a_phone_told_between():
    evening = Evening("classic forgot=short_one_round")
    evening.act("7D", "+C4:r")
    evening.command(declare(evening.tracking, "forgot 1 late"))
    assert evening.act("-C4", frames=40) == []
    assert kinds(evening.act("JS")) == ["TurnPlayed b JSxC4"]
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]
    assert evening.turns == ["r 7D@C4", "forgot 1 late", "b JSxC4", "r 9D@E4"]


def taken_back_over_a_jack() -> Evening:
    """Blue's 8D lies on a jack and its chip went; then that jack shows again, or its second copy comes."""
    evening = Evening()
    evening.play(("7D", "+C4:r"), ("9D", "+E4:b"), ("JH", "-E4"), ("8D", "+D4:b"))
    assert kinds(evening.act("-D4", frames=8)) == ["TurnUndone"]
    return evening


def test_a_jack_like_the_one_below_a_turn_taken_back_is_the_one_that_shows_again():
    evening = taken_back_over_a_jack()
    assert evening.act("JH", frames=90) == []
    assert evening.tracking.card is None
    assert kinds(evening.act("9H", "+H8:b")) == ["TurnPlayed b 9H@H8"]
    assert evening.turns == ["r 7D@C4", "b 9D@E4", "r JHxE4", "b 9H@H8"]


def test_a_jack_like_the_one_below_a_turn_taken_back_was_none_if_the_turn_is_played_anew():
    evening = taken_back_over_a_jack()
    evening.table.pick_up()
    evening.act()
    assert kinds(evening.act("8D", "+G7:b")) == ["TurnPlayed b 8D@G7"]


def test_a_turn_taken_back_over_what_a_phone_told_is_so_once_it_is_played_elsewhere():
    evening = Evening("classic forgot=short_one_round")
    evening.act("7D", "+C4:r")
    evening.command(declare(evening.tracking, "forgot 1 late"))
    assert evening.act("-C4", frames=8) == []
    assert kinds(evening.act("+H7:r", frames=8)) == ["TurnUndone", "TurnUndone", "TurnPlayed r 7D@H7"]
    assert kinds(evening.act("8D", "+D4:b")) == ["TurnPlayed b 8D@D4"]


def test_a_turn_taken_back_and_played_again_takes_nothing_back_that_a_phone_told_before_it():
    evening = Evening("classic forgot=short_one_round")
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"))
    evening.command(declare(evening.tracking, "forgot 2 late"))
    evening.act("9D", "+E4:r")
    assert kinds(evening.act("-E4", frames=8)) == ["TurnUndone"]
    assert kinds(evening.act("+E4:r", frames=20)) == ["TurnPlayed r 9D@E4"]
    assert no_question(evening)


def test_a_jack_over_its_second_copy_that_goes_back_into_the_hand_was_taken_back():
    evening = after_two_turns()
    evening.act("JS", "-D4")
    evening.act("JS", "-C4")
    evening.table.pick_up()
    evening.table.put("C4", 0)
    assert kinds(evening.hand() + evening.rest(4)) == ["TurnUndone"]
    assert kinds(evening.act("JS", "-C4", frames=8)) == ["TurnPlayed b JSxC4"]


# several turns back


def test_a_chip_that_vanishes_is_asked_about_and_its_card_too_though_the_board_was_once_like_that():
    evening = after_two_turns()
    evening.act("9D", "+E4:r")
    evening.act("JS", "-E4")
    assert kinds(evening.act("-D4", frames=30)) == ["QuestionAsked", "FaultFound NO_CARD"]
    assert asked(evening) == ("r ?xD4", "undo 2")
    assert set(kinds(evening.act("+D4:b"))) == {"FaultResolved NO_CARD", "QuestionAnswered -"}


def test_a_chip_that_vanishes_is_stolen_though_the_board_was_bare_at_the_beginning():
    evening = Evening("my_rules N=3 T=3", teams=3)
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"), ("JS", "-D4"))
    assert kinds(evening.act("-C4", frames=30)) == ["FaultFound NO_CARD"]
    assert kinds(evening.act("+C4:r")) == ["FaultResolved NO_CARD"]


def test_all_cards_that_go_back_leave_a_chip_without_its_card_until_a_phone_takes_the_turns_back():
    evening = Evening("my_rules N=3 T=3", teams=3)
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"), ("JS", "-D4"))
    for _ in range(3):
        evening.table.pick_up()
    said = evening.act("-C4", frames=30)
    assert [event.message for event in said] == ["Put the red chip back on C4; no card takes it."]
    for _ in range(3):
        evening.command(undo(evening.tracking))
    assert evening.rest(8) == []
    assert (evening.turns, evening.tracking.fault) == ([], None)
    assert kinds(evening.act("7D", "+H7:r")) == ["TurnPlayed r 7D@H7"]
    assert kinds(evening.act("8D", "+D4:b")) == ["TurnPlayed b 8D@D4"]


def test_turns_without_a_trace_that_are_taken_back_and_played_again_leave_no_card_over():
    evening = after_two_turns()
    evening.act("9D", "+E4:r")
    evening.act("JS", "-E4")
    for _ in range(2):
        evening.table.pick_up()
    evening.act()
    evening.act("9D")
    evening.act("JS")
    evening.play(("QD", "+D7:r"), ("KD", "+C7:b"), frames=8)
    assert evening.turns == ["r 7D@C4", "b 8D@D4", "r 9D@E4", "b JSxE4", "r QD@D7", "b KD@C7"]
    assert evening.tracking.fault is None


def with_three_cards_taken_up() -> Evening:
    """Three cards go back into hands, and the chip of the first of them goes too; the other left no trace."""
    evening = after_two_turns()
    evening.play(("9D", "+E4:r"), ("JS", "-E4"))
    for _ in range(3):
        evening.table.pick_up()
    assert kinds(evening.act("-D4", frames=20)) == ["QuestionAsked"]
    assert asked(evening) == ("r ?xD4", "undo 3")
    return evening


def test_the_cards_that_go_back_make_it_a_question_whether_a_chip_and_its_taking_are_undone():
    evening = with_three_cards_taken_up()
    evening.command(answer(evening.tracking, "undo 3"))
    assert evening.turns == ["r 7D@C4"]
    assert kinds(evening.act("8D", "+G7:b")) == ["TurnPlayed b 8D@G7"]


def test_the_cards_that_went_back_tell_that_a_chip_and_its_taking_are_undone_once_play_goes_on():
    evening = with_three_cards_taken_up()
    undone = ["TurnUndone"] * 3
    assert kinds(evening.act("8D", "+G7:b")) == [*undone, "TurnPlayed b 8D@G7", "QuestionAnswered -"]


def test_several_chips_that_go_while_their_cards_stay_are_taken_back():
    evening = after_two_turns()
    assert kinds(evening.act("-C4", "-D4")) == ["TurnUndone"] * 2


# two jacks at once


def test_which_of_two_quick_jacks_took_which_chip_is_not_asked_and_nobody_took_the_own(three: Evening):
    three.act("JS", frames=1)
    three.act("JH", "-D4", "-E4", frames=12)
    assert three.turns[3:] == ["r JSxD4", "b JHxE4"]
    assert no_question(three)


def test_two_quick_jacks_of_which_one_was_not_read_are_told_once_play_goes_on(three: Evening):
    three.act("?JS", frames=1)
    assert three.act("JH", "-D4", "-E4", frames=12) == []
    told = ["TurnPlayed r ?xD4", "TurnPlayed b JHxE4", "TurnPlayed g TD@F4", "NoticeGiven MERGED_TURNS"]
    assert kinds(three.act("TD", "+F4:g")) == told
    assert kinds(three.act("QD", "+D7:r")) == ["TurnPlayed r QD@D7"]
    assert no_question(three)


def test_two_quick_jacks_of_which_one_was_not_read_are_asked_about_while_nobody_plays_on(three: Evening):
    three.act("?JS", frames=1)
    assert kinds(three.act("JH", "-D4", "-E4", frames=40)) == ["QuestionAsked"]
    assert asked(three) == ("r ?xD4", "undo 2")
    three.command(answer(three.tracking, "r ?xD4"))
    three.rest(8)
    assert three.turns[3:] == ["r ?xD4", "b JHxE4"]


def test_two_jacks_behind_a_turn_that_is_sure_are_told_with_it(three: Evening):
    three.act("TD", frames=1)
    three.act("JS", frames=1)
    said = kinds(three.act("JH", "+F4:r", "-D4", "-E4", frames=12))
    cards = ["FaultFound TWO_CARDS", "FaultResolved TWO_CARDS"]
    assert said == [*cards, "TurnPlayed r TD@F4", "TurnPlayed b JSxE4", "TurnPlayed g JHxD4"]
    assert kinds(three.act("QD", "+D7:r")) == ["TurnPlayed r QD@D7"]
    assert no_question(three)


def test_two_quick_jacks_that_can_have_taken_only_one_chip_each_are_told():
    evening = after_two_turns()
    evening.act("JS", frames=1)
    evening.act("JH", "-D4", "-C4", frames=8)
    assert evening.turns[-2:] == ["r JSxD4", "b JHxC4"]
    assert no_question(evening)


# a jack that may have been none


def undone_or_taken() -> Evening:
    """Blue's chip went, and what shows on the pile cannot be read: the card below, or a jack."""
    evening = after_two_turns()
    evening.table.pick_up()
    evening.table.readable = False
    evening.act("-D4")
    return evening


@pytest.mark.parametrize("said", ["undo 1", "r ?xD4"])
def test_a_card_over_what_may_be_a_jack_or_a_take_back_does_not_make_it_a_jack(said: str):
    evening = undone_or_taken()
    assert kinds(evening.act("9D", "+E4:b", frames=20)) == ["QuestionAsked"]
    assert asked(evening) == ("r ?xD4", "undo 1")
    evening.command(answer(evening.tracking, said))
    evening.rest(10)
    assert asked(evening) == ()
    assert evening.turns == ["r 7D@C4", *(["b 8D@D4", said] if "x" in said else []), "b 9D@E4"]


def test_a_draw_forgotten_after_the_turn_in_doubt_tells_that_it_was_not_taken_back():
    evening = Evening("classic forgot=short_one_round")
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"))
    evening.table.pick_up()
    evening.table.readable = False
    evening.act("-D4")
    evening.command(declare(evening.tracking, "forgot 2 early"))
    told = ["TurnPlayed r ?xD4", "TurnPlayed b 9D@E4", "NoticeGiven MERGED_TURNS"]
    assert kinds(evening.act("9D", "+E4:b", frames=20)) == told
    assert kinds(evening.act("TD", "+F4:r")) == ["TurnPlayed r TD@F4"]
    assert no_question(evening)


def test_a_card_that_only_fits_behind_a_jack_tells_that_there_was_one():
    evening = Evening("my_rules N=3 T=3", teams=3)
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"))
    evening.act("?JS", "-D4", frames=3)
    assert evening.turns == ["r 7D@C4", "b 8D@D4"]
    evening.act("9D", "+E4:r", frames=8)
    assert evening.turns[-1] == "r 9D@E4"


def test_a_jack_that_was_read_is_one_whatever_comes_over_it():
    evening = after_two_turns()
    evening.act("JS", frames=1)
    evening.act("9D", "-D4", "+E4:b", frames=6)
    assert evening.turns[-2:] == ["r JSxD4", "b 9D@E4"]


def test_a_chip_that_was_not_the_last_to_come_was_taken_though_the_jack_was_not_read():
    evening = after_two_turns()
    evening.act("9D", "+E4:r")
    evening.act("?JS", "-C4", frames=0)
    evening.act("TD", "+F4:r", frames=8)
    assert evening.turns[-1] == "r TD@F4"
    assert not any(isinstance(event, QuestionAsked) for event in evening.log)


# a card that was seen too often


def test_a_third_copy_that_another_face_explains_as_well_is_that_chips_turn_whatever_its_card():
    evening = Evening()
    evening.play(("7D", "+C4:r"), ("7D", "+H7:b"), ("8D", "+D4:r"))
    evening.table.faces = (("7D", 0.0), ("9D", 2.0))
    assert kinds(evening.act("7D", "+E4:b")) == ["TurnPlayed b 9D@E4"]


def test_a_third_copy_is_likelier_misread_and_its_chip_is_a_turn_whatever_its_card():
    evening = Evening()
    evening.play(("7D", "+C4:r"), ("7D", "+H7:b"), ("8D", "+D4:r"))
    assert evening.act("7D", "+E4:b") == [TurnPlayed("b 9D@E4", verified=False)]
    assert evening.turns[3:] == ["b ?@E4"]
