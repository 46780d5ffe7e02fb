"""Taken back, taken by a jack, or never read: what the pile tells, what is asked, and what is not said."""

from dataclasses import replace

import pytest
from simulated_table import Evening, after_two_turns, asked, kinds, told

from companion.referee.events import CardRead, TurnPlayed
from companion.referee.one_eyed_jack.belief import believing
from companion.referee.one_eyed_jack.commands import answer, declare, reply
from companion.referee.phones import Asker, NotAllowedError


def taken_or_taken_back() -> Evening:
    """Blue's newest chip went under a card that nobody can read: a jack, or what lay there before."""
    evening = after_two_turns()
    assert kinds(evening.act("?JS", "-D4", frames=18)) == ["QuestionAsked"]
    assert asked(evening) == ("r ?xD4", "undo 1")
    return evening


def test_of_a_take_back_or_a_jack_the_players_say_which():
    evening = taken_or_taken_back()
    said = evening.command(answer(evening.tracking, "undo 1"))
    assert kinds(said) == ["QuestionAnswered undo 1", "TurnUndone"]
    assert evening.rest(4) == []
    assert kinds(evening.act("TD", "+F4:b")) == ["TurnPlayed b TD@F4"]


def test_whoever_says_that_a_jack_took_the_chip_has_it_told():
    evening = taken_or_taken_back()
    said = evening.command(answer(evening.tracking, "r ?xD4"))
    assert kinds(said) == ["QuestionAnswered r ?xD4", "TurnPlayed r ?xD4"]
    assert evening.rest(4) == []
    assert kinds(evening.act("TD", "+F4:b")) == ["TurnPlayed b TD@F4"]


def test_of_several_turns_that_were_perhaps_taken_back_it_is_said_how_many():
    evening = after_two_turns()
    evening.play(("TS", "+I9:r"), ("JH", "-I9"), ("7C", "+E5:r"))
    evening.hand()
    evening.table.take("E5")
    for _ in range(3):
        evening.table.pick_up()
    evening.rest(20)
    asks = evening.tracking.question
    assert asks.text == "Did Ben play this card, taking the chip from E5, or were 3 turns taken back?"
    assert asks.candidates == ("b ?xE5", "undo 3")


def test_an_answer_counts_though_by_now_no_hypothesis_holds_it():
    evening = taken_or_taken_back()
    evening.rest(4)
    watch = evening.tracking.watch
    evening.tracking = replace(evening.tracking, watch=replace(watch, belief=believing(evening.tracking.game)))
    said = evening.command(answer(evening.tracking, "r ?xD4"))
    assert kinds(said) == ["QuestionAnswered r ?xD4", "TurnPlayed r ?xD4"]
    assert kinds(evening.act("TD", "+F4:b")) == ["TurnPlayed b TD@F4"]


def test_a_question_that_nobody_answers_is_withdrawn_when_the_table_tells():
    evening = taken_or_taken_back()
    assert kinds(evening.act("+D4:b")) == ["QuestionAnswered -"]
    assert evening.turns == ["r 7D@C4", "b 8D@D4"]


def test_a_question_that_nobody_answers_is_settled_by_the_card_once_it_is_read():
    evening = taken_or_taken_back()
    evening.table.readable = True
    assert kinds(evening.rest(4)) == ["TurnPlayed r JSxD4", "QuestionAnswered -"]


def test_of_a_take_back_or_a_jack_the_likelier_is_told_once_two_turns_were_played_on_it():
    evening = taken_or_taken_back()
    assert evening.act("TD", "+F4:b") == []
    told = ["QuestionAnswered -", "TurnUndone", "TurnPlayed b TD@F4", "TurnPlayed r JD@G4"]
    assert sorted(kinds(evening.act("JD", "+G4:r"))) == sorted(told)
    assert evening.turns == ["r 7D@C4", "b TD@F4", "r JD@G4"]
    assert asked(evening) == ()


def test_a_guess_that_play_has_gone_on_from_is_no_answer_to_what_was_asked(evening):
    both = (32, 67)
    evening.hand()
    evening.table.lay("7D")
    assert kinds(evening.rest(20, hidden=both)) == ["QuestionAsked"]
    assert asked(evening) == ("r 7D@C4", "r 7D@H7")
    said = []
    for card, square, team in (("8D", "D4", 1), ("9D", "E4", 0), ("TD", "F4", 1)):
        said += evening.hand()
        evening.table.lay(card)
        evening.table.put(square, team)
        said += evening.rest(8, hidden=both)
    assert "QuestionAnswered -" in kinds(said)
    assert evening.turns[1:] == ["b 8D@D4", "r 9D@E4", "b TD@F4"]


def test_a_seat_that_would_have_played_the_jack_may_say_that_it_was_a_take_back():
    evening = taken_or_taken_back()
    with pytest.raises(NotAllowedError):
        reply(evening.tracking, Asker(seat=2), "undo 1")
    assert kinds(evening.command(reply(evening.tracking, Asker(seat=1), "undo 1")))[-1] == "TurnUndone"


def test_a_jack_that_would_be_a_third_copy_is_the_second_that_shows_again():
    evening = Evening()
    evening.play(("7D", "+C4:r"), ("JS", "-C4"), ("8D", "+D4:r"), ("9D", "+E4:b"), ("JD", "+F4:r"))
    evening.play(("JS", "-F4"), ("TS", "+B2:r"))
    evening.table.pick_up()
    evening.table.take("B2")
    assert kinds(evening.hand() + evening.rest(20)) == ["TurnUndone"]
    assert kinds(evening.act("TS", "+I9:r")) == ["TurnPlayed r TS@I9"]


def test_a_chip_taken_before_its_jack_is_laid_is_no_take_back_after_all():
    evening = after_two_turns()
    assert kinds(evening.act("-D4")) == ["TurnUndone"]
    assert kinds(evening.act("JS")) == ["TurnPlayed b 8D@D4", "TurnPlayed r JSxD4"]


def test_a_card_over_a_turn_that_was_taken_back_is_no_jack_unless_it_is_one():
    evening = after_two_turns()
    evening.act("-D4")
    assert "TurnPlayed" not in " ".join(kinds(evening.act("9D")))


def test_a_chip_goes_back_though_two_faces_fit_its_card_and_nothing_is_asked():
    evening = Evening()
    evening.play(("7D", "+C4:r"), ("7D", "+H7:b"))
    evening.table.faces = (("JD", 0.0), ("7D", 1.0), ("8D", 3.8))
    assert evening.act("8D", "+D4:r", frames=32) == [TurnPlayed("r 8D@D4", verified=False)]
    assert kinds(evening.act("-D4", frames=32)) == ["TurnUndone"]


def test_a_chip_that_a_jack_of_the_turn_before_might_have_brought_waits_for_its_own_card(evening):
    evening.act("JD", "+E5:r")
    assert evening.act("+F6:b", frames=5) == []
    assert evening.rest(7) == [TurnPlayed("b 7C@F6", verified=False)]
    assert evening.act("7C") == [CardRead("7C")]
    assert evening.turns == ["r JD@E5", "b 7C@F6"]


def test_cards_taken_up_again_one_after_the_other_leave_the_one_below(evening):
    evening.act("9D")
    evening.act("8D")
    evening.table.pick_up()
    assert kinds(evening.act()) == ["FaultResolved TWO_CARDS"]
    assert kinds(evening.act("+E4:r")) == ["TurnPlayed r 9D@E4"]


def test_a_dead_card_that_may_not_be_exchanged_goes_back():
    evening = Evening("my_rules dead=off")
    evening.play(("JD", "+C4:r"), ("7D", "+H7:b"))
    evening.act("8D", "+D4:r")
    assert told(evening.act("7D")) == ["Dead cards are not exchanged in this game; take 7♦ back."]


def test_nobody_is_asked_about_a_dead_card_where_none_may_be_exchanged():
    evening = Evening("my_rules dead=off")
    evening.play(("JD", "+C4:r"), ("7D", "+H7:b"))
    assert evening.act("?7D", frames=20) == []


def test_a_card_that_came_and_went_after_a_turn_is_not_there_when_the_turn_is_undone():
    evening = after_two_turns()
    evening.act("PD", "+E4:r", frames=30)
    evening.table.pick_up()
    evening.act("-E4")
    assert kinds(evening.act("-D4")) == ["TurnUndone"]
    assert kinds(evening.act("+D4:b", frames=8)) == ["TurnPlayed b 8D@D4"]
    assert kinds(evening.act("JS", "-D4", frames=8)) == ["TurnPlayed r JSxD4"]


def test_a_chip_after_a_card_that_was_laid_too_early_and_taken_up_is_told_with_its_card():
    evening = Evening("open N=3 T=3 die=d6r1s0,during", teams=3)
    assert kinds(evening.act("7C", "+A9:b")) == ["FaultFound DIE_MISSING"]
    evening.table.pick_up()
    assert kinds(evening.act("-A9", frames=8)) == ["FaultResolved DIE_MISSING"]
    evening.command(declare(evening.tracking, "r roll n"))
    assert evening.act("+I10:r", frames=40) == []
    assert evening.act("AS", frames=6) == [TurnPlayed("r AS@I10")]
    evening.command(declare(evening.tracking, "b roll n"))
    assert kinds(evening.act("7D", "+C4:b")) == ["TurnPlayed b 7D@C4"]


def test_a_card_of_another_game_is_named_after_ten_patiences_though_the_pile_was_covered_meanwhile(evening):
    evening.act("PD", "+C4:r", frames=2)
    evening.table.pile_hidden = True
    assert evening.rest(17) == []
    assert kinds(evening.rest(1)) == ["FaultFound UNKNOWN_CARD"]
    assert evening.rest(20) == []
    evening.table.pile_hidden = False
    assert kinds(evening.act("7D")) == ["FaultResolved UNKNOWN_CARD", "TurnPlayed r 7D@C4"]


@pytest.mark.parametrize("said", ["r 9D@E4", "undo 1"])
def test_a_dead_card_too_many_that_is_like_the_one_below_the_first_may_have_been_both_taken_up(said: str):
    evening = Evening("my_rules dead_per_turn=1")
    evening.play(("JD", "+C4:r"), ("7D", "+H7:b"), ("JC", "+D4:r"), ("8D", "+G7:b"), ("7D",))
    assert kinds(evening.act("8D", frames=8)) == ["FaultFound DEAD_LIMIT"]
    assert kinds(evening.act("9D", "+E4:r", frames=20)) == ["FaultResolved DEAD_LIMIT", "QuestionAsked"]
    assert asked(evening) == ("r 9D@E4", "undo 1")
    evening.command(answer(evening.tracking, said))
    evening.play(("9H", "+H8:b"), ("KD", "+C7:r"), frames=8)
    exchanged = ["r dead 7D"] if said == "r 9D@E4" else []
    assert evening.turns[4:] == [*exchanged, "r 9D@E4", "b 9H@H8", "r KD@C7"]


def test_an_exchange_that_was_asked_about_has_its_card_and_the_next_one_is_told():
    evening = Evening()
    evening.play(("JD", "+C4:r"), ("JC", "+H7:b"), ("JD", "+D4:r"), ("JC", "+G7:b"), ("7D",), frames=8)
    evening.act("7D", frames=16)
    assert asked(evening) == ("r dead 7D", "not played"), "the second copy lies on the first"
    evening.command(answer(evening.tracking, "r dead 7D"))
    assert kinds(evening.act("8D", frames=16)) == ["TurnPlayed r dead 8D"]


def test_before_the_die_is_rolled_a_chip_that_comes_back_is_no_turn():
    evening = Evening("open N=3 T=3 die=d6r1s0,during", teams=3)
    for seat, acts in (("r", ("7D", "+C4:r")), ("b", ("8D", "+D4:b")), ("g", ("?JS", "-C4"))):
        evening.command(declare(evening.tracking, f"{seat} roll n"))
        evening.act(*acts, frames=6)
    assert evening.turns[-1] == "g ?xC4"
    assert kinds(evening.act("+C4:r")) == ["TurnUndone"]


def test_a_chip_that_goes_under_a_card_nobody_read_after_the_next_player_rolled_was_taken_and_not_taken_back():
    evening = Evening("open N=3 T=3 die=d6r1s0,during", teams=3)
    evening.command(declare(evening.tracking, "r roll n"))
    evening.act("7D", "+C4:r")
    evening.command(declare(evening.tracking, "b roll n"))
    assert kinds(evening.act("?JS", "-C4", frames=30)) == ["TurnPlayed b ?xC4"]


@pytest.mark.parametrize(
    ("said", "follows"),
    [
        ("g ?xC4", ["QuestionAnswered g ?xC4", "TurnPlayed g ?xC4"]),
        ("not played", ["QuestionAnswered not played", "FaultFound NO_CARD"]),
    ],
)
def test_nobody_can_roll_before_it_is_told_whether_a_card_nobody_read_took_a_chip_so_that_is_asked(said, follows):
    evening = Evening("open N=3 T=3 die=d6r1s0,after", teams=3)
    for seat, acts in (("r", ("7D", "+C4:r")), ("b", ("8D", "+D4:b"))):
        evening.act(*acts)
        evening.command(declare(evening.tracking, f"{seat} roll n"))
    assert kinds(evening.play(("-C4",), ("?JS",), frames=8)) == ["QuestionAsked"]
    asks = evening.tracking.question
    assert (asks.text, asks.candidates) == (
        "Did green play this card, taking the chip from C4?",
        ("g ?xC4", "not played"),
    )
    assert kinds([*evening.command(answer(evening.tracking, said)), *evening.rest(24)]) == follows


def test_the_die_is_not_missed_where_a_card_that_was_taken_back_is_as_likely_to_lie_there_as_not():
    evening = Evening("open N=3 T=3 die=d6r1s0,after", teams=3)
    evening.act("7D", "+C4:r")
    evening.hand()
    evening.table.take("C4")
    evening.table.pick_up()
    assert kinds(evening.rest(6)) == ["TurnUndone"]
    assert kinds(evening.act("7D", "+C4:r", frames=12)) == ["TurnPlayed r 7D@C4"]
    evening.command(declare(evening.tracking, "r roll n"))
    assert kinds(evening.act("8D", "+D4:b")) == ["TurnPlayed b 8D@D4"]


def test_a_card_of_another_game_is_not_said_again_of_the_next_chip_while_the_pile_is_gone():
    evening = Evening()
    evening.act("PD", "+F3:r", frames=30)
    evening.hand()
    evening.table.pick_up()
    evening.table.take("F3")
    assert kinds(evening.hand(1) + evening.rest(4)) == ["FaultResolved UNKNOWN_CARD"]
    assert evening.act("+C4:r", frames=8) == []
    assert kinds(evening.act("7D")) == ["TurnPlayed r 7D@C4"]


@pytest.mark.parametrize(("margin", "named"), [(2.6, ["FaultFound SQUARE_OCCUPIED"]), (1.6, [])])
def test_a_chip_right_on_anothers_is_named_though_its_lead_is_small_and_a_slip_of_the_eye_is_not(margin, named):
    evening = after_two_turns()
    evening.table.margins = [20.0] * 100
    evening.table.margins[33] = margin
    assert kinds(evening.act("9D", "+D4:r", frames=8)) == named


def test_a_square_that_a_lamp_leaves_in_doubt_at_every_look_undoes_no_turn(evening):
    evening.table.margins = [20.0] * 100
    evening.table.margins[33] = -1.0
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"), ("9D", "+E4:r"), ("TD", "+F4:b"), ("QD", "+G4:r"), ("KD", "+H4:b"))
    assert evening.turns == ["r 7D@C4", "b 8D@D4", "r 9D@E4", "b TD@F4", "r QD@G4", "b KD@H4"]
    assert kinds(evening.log[1:]) == [f"TurnPlayed {turn}" for turn in evening.turns]
