"""Cards that nobody could read: what they are taken for, what is not said of them, and how they are put right."""

from dataclasses import replace

import pytest
from simulated_table import NAMES, Evening, asked, kinds, told, undo

from companion.games.cards import Card
from companion.referee.events import CardRead, TurnPlayed
from companion.referee.one_eyed_jack.commands import answer, tell_card
from companion.referee.one_eyed_jack.tracking import replay
from companion.referee.phones import Asker
from companion.views.one_eyed_jack.announcement import event_words
from companion.views.one_eyed_jack.status import status_of


def test_an_unread_card_is_taken_for_the_one_its_square_shows(evening):
    assert evening.act("?7D", "+C4:r", frames=2) == []
    assert evening.rest(1) == [TurnPlayed("r 7D@C4", verified=False)]


def test_a_card_that_is_read_too_late_is_the_one_that_was_taken_for_granted(evening):
    evening.act("?7D", "+C4:r")
    evening.table.readable = True
    assert kinds(evening.rest(6)) == ["CardRead"]
    assert kinds(evening.act("8D", "+D4:b")) == ["TurnPlayed b 8D@D4"]


def test_a_card_that_was_taken_for_another_and_is_none_of_its_square_is_a_fault(evening):
    assert kinds(evening.act("?8D", "+C4:r")) == ["TurnPlayed r 7D@C4"]
    evening.table.readable = True
    assert kinds(evening.rest(4)) == ["TurnUndone", "FaultFound CARD_MISMATCH"]
    assert kinds(evening.act("-C4", "+D4:r")) == ["FaultResolved CARD_MISMATCH", "TurnPlayed r 8D@D4"]


def test_where_a_jack_may_take_an_own_chip_one_that_goes_as_a_card_nobody_read_comes_was_taken_with_it():
    evening = Evening("my_rules remove=any")
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"))
    assert kinds(evening.act("?JS", "-C4")) == ["TurnPlayed r ?xC4"]


def test_an_own_chip_taken_with_a_card_nobody_read_is_a_fault_whatever_the_card_is(evening):
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"))
    assert kinds(evening.act("?JS", "-C4", frames=14)) == ["FaultFound REMOVED_OWN"]
    assert kinds(evening.act("+C4:r")) == ["FaultResolved REMOVED_OWN"]


def test_a_card_that_was_taken_for_another_is_put_right_once_it_is_read(evening):
    evening.act("?JD", "+C4:r")
    evening.table.readable = True
    assert evening.rest(4) == [CardRead("JD")]
    assert evening.turns == ["r JD@C4"]
    assert kinds(evening.act("8D", "+D4:b")) == ["TurnPlayed b 8D@D4"]


def test_a_card_that_is_read_while_its_turn_is_still_the_last_is_told_though_a_chip_lies_there_already(evening):
    evening.act("?JD", "+C4:r")
    evening.hand()
    evening.table.readable = True
    evening.table.put("D4", 1)
    assert evening.hand(1) + evening.rest(4) == [CardRead("JD")]
    assert kinds(evening.act("8D")) == ["TurnPlayed b 8D@D4"]
    assert evening.turns == ["r JD@C4", "b 8D@D4"]


def test_a_card_that_lies_under_another_stays_what_it_was_taken_for(evening):
    evening.act("?JD", "+C4:r")
    assert evening.act("8D", "+D4:b", frames=8) == [TurnPlayed("b 8D@D4")]
    assert evening.turns == ["r ?@C4", "b 8D@D4"]


def test_the_square_that_a_jack_has_just_emptied_may_be_taken_again_by_another(evening):
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"), ("9D", "+E4:r"))
    evening.act("?JH", "-C4")
    evening.table.readable = True
    evening.act("JC", "+C4:r", frames=8)
    assert evening.turns[3:] == ["b ?xC4", "r JC@C4"]


def test_a_chip_that_was_taken_for_a_jacks_and_stands_again_was_not_taken(evening):
    evening.act("7D", "+C4:r")
    evening.act("8D", "+D4:b")
    evening.act("9D", "+E4:r")
    assert kinds(evening.act("?TD", "-C4")) == ["TurnPlayed b ?xC4"]
    assert kinds(evening.act("+C4:r")) == ["TurnUndone"]
    evening.table.readable = True
    assert kinds(evening.act("+F4:b")) == ["TurnPlayed b TD@F4"]


def test_no_jack_is_told_where_nobody_knows_which(evening):
    evening.act("7D", "+C4:r")
    evening.act("8D", "+D4:b")
    evening.act("9D", "+E4:r")
    assert kinds(evening.act("?JH", "-C4")) == ["TurnPlayed b ?xC4"]


def test_an_unread_card_that_becomes_readable_in_time_is_played(evening):
    evening.act("?7D", "+C4:r", frames=2)
    evening.table.readable = True
    assert kinds(evening.rest(3)) == ["TurnPlayed r 7D@C4"]


def test_an_unread_card_does_not_hold_up_the_game(evening):
    evening.act("?7D", "+C4:r")
    said = evening.log + evening.act("8D", "+D4:b", frames=6)
    assert TurnPlayed("r 7D@C4", verified=False) in said
    assert TurnPlayed("b 8D@D4") in said


def test_a_misread_card_is_found_out_when_play_goes_on(evening):
    evening.table.faces = (("3C", 0.0), ("7D", 5.0))
    evening.act("7D", "+C4:r", frames=3)
    evening.table.faces = None
    said = evening.act("8D", "+D4:b", frames=6)
    assert kinds(said)[-1] == "TurnPlayed b 8D@D4"
    assert evening.turns == ["r 7D@C4", "b 8D@D4"]


def test_of_a_team_of_several_whoever_plays_is_asked():
    evening = Evening("open N=4 T=2")
    setup = replace(evening.tracking.setup, players=("Annika", "Benno", "Cleo", "Dan"))
    evening.tracking = replace(evening.tracking, setup=setup)
    evening.play(("JD", "+C4:r"), ("7D", "+H7:b"))
    assert "If Cleo exchanges it" in evening.act("?7D", frames=8)[0].text


def test_a_dead_card_nobody_could_read_is_asked_for():
    evening = Evening()
    evening.play(("JD", "+C4:r"), ("7D", "+H7:b"))
    said = evening.act("?7D", frames=8)
    assert [event.candidates for event in said] == [("r dead 7D",)]
    assert said[0].text.startswith("I could not read that card.")
    assert kinds(evening.command(answer(evening.tracking, "r dead 7D"))) == [
        "QuestionAnswered r dead 7D",
        "TurnPlayed r dead 7D",
    ]


def test_an_unread_card_that_shows_where_the_newest_chip_went_may_be_a_jack_or_the_one_below(evening):
    evening.act("?7D", "+C4:r")
    evening.act("8D", "+D4:b")
    evening.table.pick_up()
    evening.table.take("D4")
    assert kinds(evening.hand() + evening.rest(20)) == ["QuestionAsked"]
    assert asked(evening) == ("r ?xD4", "undo 1")
    said = evening.command(answer(evening.tracking, "undo 1"))
    assert kinds(said) == ["QuestionAnswered undo 1", "TurnUndone"]
    assert kinds(evening.act("8D", "+G7:b")) == ["TurnPlayed b 8D@G7"]


def test_a_card_that_was_only_guessed_is_not_told(evening):
    evening.act("?7D", "+C4:r")
    assert evening.turns == ["r ?@C4"]
    assert evening.log[-1] == TurnPlayed("r 7D@C4", verified=False)
    assert event_words(evening.log[-1], NAMES) == "Red plays the card that nobody read on C4."


def test_a_card_that_was_only_guessed_counts_as_seen_nowhere(evening):
    evening.act("?7D", "+C4:r")
    assert status_of(evening.tracking).seen == ()
    evening.act("7D", "+H7:b")
    assert status_of(evening.tracking).seen == (("7D", 1),)


def test_a_card_that_was_guessed_and_is_read_at_last_counts(evening):
    evening.act("?7D", "+C4:r")
    evening.table.readable = True
    assert evening.rest(4) == [CardRead("7D")]
    assert evening.turns == ["r 7D@C4"]
    assert replay(evening.log).game == evening.tracking.game


def test_a_card_that_somebody_told_counts_and_is_said(evening):
    evening.act("?7D", "+C4:r")
    said = evening.command(tell_card(evening.tracking, Asker(table=True), Card("7D")))
    assert said[-1] == TurnPlayed("r 7D@C4")
    assert evening.turns == ["r 7D@C4"]


def test_a_dead_card_nobody_can_read_is_asked_for_though_a_copy_of_it_was_guessed():
    evening = Evening()
    evening.play(("?JD", "+C4:r"), ("7D", "+H7:b"))  # the first is taken for 7D, which C4 shows
    assert [event.candidates for event in evening.act("?7D", frames=8)] == [("r dead 7D",)]


def test_a_chip_that_moves_while_its_card_is_unread_has_moved_and_may_go_back(evening):
    evening.act("?7D", "+C4:r")
    assert kinds(evening.act("-C4", "+H7:r")) == ["FaultFound CHIP_MOVED"]
    assert kinds(evening.act("+C4:r", "-H7")) == ["FaultResolved CHIP_MOVED"]
    assert evening.turns == ["r ?@C4"]


def test_a_card_nobody_can_read_after_a_chip_was_taken_back_was_a_jack_when_the_next_turn_says_so(evening):
    evening.act("7D", "+C4:r")
    assert kinds(evening.act("-C4")) == ["TurnUndone"]
    assert evening.act("?JS", frames=90) == []
    told = ["TurnPlayed r 7D@C4", "TurnPlayed b ?xC4", "TurnPlayed r 9D@E4", "NoticeGiven MERGED_TURNS"]
    said = evening.act("9D", "+E4:r")
    assert kinds(said) == told
    assert said[-1].message == "I missed a turn: Ben took the chip from C4, and I could not see the card."


def test_a_jack_laid_late_leaves_the_card_below_it_unread(evening):
    evening.act("7D", "+C4:r")
    evening.act("?8D", "+D4:b")
    assert kinds(evening.act("-D4")) == ["TurnUndone"]
    said = ["TurnPlayed b 8D@D4", "TurnPlayed r JSxD4", "NoticeGiven MERGED_TURNS"]
    assert kinds(evening.act("JS")) == said
    assert evening.turns == ["r 7D@C4", "b ?@D4", "r JSxD4"]


def without_the_newest_chip() -> Evening:
    """A card nobody read, which cannot be 9D, lies below blue's 8D, whose chip goes as red lays 9D."""
    evening = Evening()
    evening.play(("?7D", "+C4:r"), ("8D", "+D4:b"))
    assert kinds(evening.act("9D", "-D4", frames=16)) == ["FaultFound REMOVED_WITHOUT_JACK"]
    return evening


def test_a_newest_chip_that_went_as_a_card_came_over_an_unread_one_was_taken_without_a_jack_and_comes_back():
    evening = without_the_newest_chip()
    assert kinds(evening.act("+D4:b")) == ["FaultResolved REMOVED_WITHOUT_JACK"]
    assert kinds(evening.act("+E4:r")) == ["TurnPlayed r 9D@E4"]
    assert evening.turns == ["r ?@C4", "b 8D@D4", "r 9D@E4"]


def test_a_newest_chip_that_went_as_a_card_came_over_an_unread_one_is_missed_while_that_card_is_played():
    evening = without_the_newest_chip()
    assert kinds(evening.act("+E4:r", frames=8)) == ["TurnPlayed r 9D@E4"]
    assert kinds(evening.act("+D4:b")) == ["FaultResolved REMOVED_WITHOUT_JACK"]
    assert kinds(evening.act("TD", "+F4:b")) == ["TurnPlayed b TD@F4"]


def test_a_card_that_was_taken_for_an_unread_one_is_the_next_turns_once_the_board_says_so(evening):
    evening.play(("?7D", "+C4:r"), ("8D", "+D4:b"))
    assert kinds(evening.act("JC", "-D4")) == ["TurnUndone"]
    assert kinds(evening.act("+D4:b", "+E4:r", frames=14)) == ["TurnPlayed b 8D@D4", "TurnPlayed r JC@E4"]
    assert asked(evening) == ()


def test_a_jack_nobody_read_shows_again_when_the_chip_after_it_goes_that_no_jack_may_take():
    evening = Evening("my_rules n=3 lines=2 remove=any")
    turns = ("7D", "+C4:r"), ("8D", "+D4:b"), ("AS", "+B1:r"), ("9D", "+E4:b"), ("?JS", "-C4"), ("TD", "+F4:b")
    evening.play(*turns, frames=8)
    assert evening.turns[-2:] == ["r ?xC4", "b TD@F4"]
    evening.table.pick_up()
    evening.table.readable = True
    assert kinds(evening.act("-F4")) == ["TurnUndone"]


@pytest.mark.parametrize("said", ["undo 1", "r JSxD7"])
def test_a_jack_nobody_read_that_shows_again_may_as_well_be_its_second_copy(evening, said):
    turns = ("7D", "+C4:r"), ("8D", "+D4:b"), ("9D", "+E4:r"), ("TD", "+F4:b"), ("?JS", "-D4"), ("QD", "+D7:b")
    evening.play(*turns, frames=6)
    assert evening.turns[-2:] == ["r ?xD4", "b QD@D7"]
    evening.table.pick_up()
    evening.table.readable = True
    assert kinds(evening.act("-D7", frames=24)) == ["QuestionAsked"]
    assert evening.tracking.question.candidates == ("r JSxD7", "undo 1")
    evening.command(answer(evening.tracking, said))
    assert evening.turns[4:] == (["r ?xD4"] if said[0] == "u" else ["r ?xD4", "b QD@D7", said])


def test_a_turn_whose_card_was_guessed_is_taken_back_and_played_again_without_it(evening):
    evening.act("?7D", "+C4:r")
    evening.act("-C4")
    evening.act("+C4:r", frames=20)
    assert evening.turns == ["r ?@C4"]
    evening.command(undo(evening.tracking))
    assert evening.turns == []


def test_a_card_nobody_can_read_shows_again_under_one_that_was_taken_up_and_is_no_new_one(evening):
    evening.act("?7D", "+C4:r")
    evening.act("PD", "+D4:b", frames=30)
    evening.hand()
    evening.table.pick_up()
    evening.table.take("D4")
    assert kinds(evening.hand(1) + evening.rest(4)) == ["FaultResolved UNKNOWN_CARD"]
    assert kinds(evening.act("+D4:b", frames=8)) == ["TurnPlayed b 8D@D4"]  # which waits for its card
    assert evening.act("8D") == [CardRead("8D")]


def test_two_cards_nobody_could_read_and_no_chip_are_nobodys(evening):
    assert evening.act("?7D") + evening.act("?8D") == []
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]


def test_a_card_nobody_can_read_that_comes_after_a_chip_went_was_its_jack(evening):
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"), ("9D", "+E4:r"))
    assert evening.play(("-C4",), ("?JH",)) == []
    assert kinds(evening.act("+F4:r"))[:1] == ["TurnPlayed b ?xC4"]
    assert kinds(evening.act("TD")) == ["TurnPlayed r TD@F4"]
    assert evening.tracking.fault is None


def test_two_cards_over_one_nobody_could_read_are_one_too_many(evening):
    evening.act("?9D", "+E4:r")
    evening.act("KC")
    assert told(evening.act("3H", frames=8)) == ["One card per turn. Take 3♥ back."]
