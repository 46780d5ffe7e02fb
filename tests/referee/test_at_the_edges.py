"""What hardly ever happens at a table, and is told, asked or refused all the same."""

from dataclasses import replace

import pytest
from simulated_table import Evening, after_two_turns, asked, kinds, setup_of, told, undo

from companion.games.cards import Card
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.position import Outcome
from companion.games.one_eyed_jack.sight import Sight
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Pass, Place
from companion.games.squares import parse_square
from companion.referee.events import GameWon, NoticeGiven, PositionOverridden, TurnPlayed, TurnUndone
from companion.referee.followed import end_of
from companion.referee.one_eyed_jack.cards import card_acts
from companion.referee.one_eyed_jack.commands import answer, declare
from companion.referee.one_eyed_jack.hypotheses import Hypothesis
from companion.referee.one_eyed_jack.telling import turns_told
from companion.referee.one_eyed_jack.tracking import replay
from companion.referee.one_eyed_jack.wording import remedy
from companion.referee.phones import BUTTON, Asker, named_asker
from companion.referee.tracks import Track, Tracks

# who asks, and how a game ended


@pytest.mark.parametrize("asker", [Asker(), Asker(3), Asker(table=True), Asker(3, table=True), BUTTON])
def test_whoever_gave_a_command_is_known_again_by_the_name_in_the_log(asker: Asker):
    assert named_asker(asker.name) == asker


@pytest.mark.parametrize("name", ["", "seat", "the table, the table", "seat 03", "somebody"])
def test_nobody_is_known_by_a_name_that_the_log_never_gives(name: str):
    with pytest.raises(ValueError, match="nobody is called"):
        named_asker(name)


def test_a_game_has_ended_by_its_last_win_unless_that_was_taken_back():
    won = GameWon(0, "lines")
    assert end_of([TurnPlayed("r 7D@C4")]) is None
    assert end_of([TurnUndone(), won, NoticeGiven("TAKE_BACK", "")]) == won
    assert end_of([won, TurnUndone()]) is None


# what is said


def test_a_chip_that_went_without_any_card_is_to_be_put_back_and_only_a_jack_may_take_it():
    game = after_two_turns().tracking.game
    text = remedy(game, "REMOVED_WITHOUT_JACK", Sight(vanished=(parse_square("D4"),)), setup_of())
    assert text == "Put the blue chip back on D4; only a one-eyed jack removes chips."


def test_a_seat_that_was_passed_over_is_said_to_be_missed_once_two_turns_were_played_after_it():
    evening = Evening("my_rules N=3 T=3", teams=3)
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"))
    assert kinds(evening.act("TD", "+F4:r", frames=8)) == ["FaultFound WRONG_COLOUR"]
    said = evening.act("QD", "+D7:b", frames=8)
    resolved, missed, *played = said
    assert kinds([resolved]) == ["FaultResolved WRONG_COLOUR"]
    assert isinstance(missed, PositionOverridden)
    assert kinds(played) == ["TurnPlayed r TD@F4", "TurnPlayed b QD@D7", "NoticeGiven MERGED_TURNS"]
    assert said[-1].message == "I missed green’s turn and cannot tell what was played."
    assert kinds(evening.act("KD", "+C7:g")) == ["TurnPlayed g KD@C7"]


def test_a_turn_that_was_missed_took_a_card_from_the_stock_and_is_taken_back_like_any_other():
    evening = Evening("my_rules N=3 T=3", teams=3)
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"), ("TD", "+F4:r"), ("QD", "+D7:b"))
    stock = evening.tracking.game.position.stock
    assert stock == Evening("my_rules N=3 T=3", teams=3).tracking.game.position.stock - 5
    for _ in range(3):
        evening.command(undo(evening.tracking))
    assert evening.turns == ["r 7D@C4", "b 8D@D4"]
    assert evening.tracking.game.team == 2


def test_a_jack_somebody_answered_for_may_still_be_laid_and_nobody_is_told_off_meanwhile():
    evening = after_two_turns()
    evening.play(("9D", "+E4:r"), ("JS", "-E4"))
    assert kinds(evening.act("-D4", frames=30)) == ["QuestionAsked", "FaultFound NO_CARD"]
    evening.command(answer(evening.tracking, "r ?xD4"))
    assert kinds(evening.rest(60)) == ["FaultResolved NO_CARD"]
    assert kinds(evening.act("JH")) == ["CardRead"]
    assert kinds(evening.act("QD", "+D7:b")) == ["TurnPlayed b QD@D7"]
    assert evening.turns[4:] == ["r JHxD4", "b QD@D7"]


def test_so_many_turns_at_once_are_told_in_two_looks():
    evening = Evening()
    squares = range(11, 86, 3)
    game = Game(evening.tracking.game.options, position=evening.tracking.game.position)
    for number, square in enumerate(squares):
        game.push(Place(number % 2, None, square))
        evening.table.contents[square] = number % 2 + 1
    hypothesis = Hypothesis(game.moment, 0, untold=len(squares))
    watch = evening.tracking.watch
    tracking = replace(evening.tracking, watch=replace(watch, belief=watch.belief.anew([hypothesis])))
    tracking, events = turns_told(tracking, 0.0)
    assert [kind.split()[0] for kind in kinds(events)] == [*["TurnPlayed"] * 24, "NoticeGiven"]
    assert len(tracking.game.turns) == 24


# a phone, while something is in doubt


def test_a_draw_forgotten_before_the_turn_in_doubt_is_told_after_whatever_was_taken_back():
    evening = Evening("classic forgot=short_one_round")
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"))
    evening.table.pick_up()
    evening.table.readable = False
    evening.act("-D4")
    evening.command(declare(evening.tracking, "forgot 1 late"))
    evening.act("9D", "+E4:b", frames=20)
    assert evening.turns == ["r 7D@C4", "forgot 1 late", "b 9D@E4"]
    assert (evening.tracking.fault, asked(evening)) == (None, ())
    assert kinds(evening.act("TD", "+F4:r")) == ["TurnPlayed r TD@F4"]


# a card that comes late


def test_a_late_card_that_leaves_the_next_turn_without_a_game_is_not_the_one_before():
    game = Game(parse_options("classic"))
    first, second = Place(0, None, parse_square("C4")), Place(1, None, parse_square("D4"))
    before = game.moment
    moment = game.at(game.following(first)).following(Place(0, None, parse_square("D4")))
    tracks = Tracks(births=(Track(((Card("7D"), 0.0),)),))
    legal = game.at(game.following(first)).following(second)
    for now, filled in ((legal, True), (moment, False)):
        hypothesis = Hypothesis(now, 0, untold=2, lacking=2)
        after = card_acts(game.at(before), tracks, hypothesis)
        assert any(one.turns[0] == Place(0, Card("7D"), parse_square("C4")) for one in after) is filled


def test_a_turn_without_a_trace_is_not_told_before_something_is_played_after_it(evening: Evening):
    entry = Pass(0)
    hypothesis = Hypothesis(evening.tracking.game.following(entry), 0, untold=1)
    watch = evening.tracking.watch
    tracking = replace(evening.tracking, watch=replace(watch, belief=watch.belief.anew([hypothesis])))
    assert turns_told(tracking, 0.0)[1] == ()


def test_an_unread_card_that_is_said_to_have_been_a_dead_one_is_exchanged_and_play_goes_on():
    evening = Evening()
    evening.play(("JD", "+C4:r"), ("7D", "+H7:b"))
    assert kinds(evening.act("?7D", frames=8)) == ["QuestionAsked"]
    evening.command(answer(evening.tracking, "r dead 7D"))
    assert evening.rest(4) == []
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]
    assert evening.turns[2:] == ["r dead 7D", "r 9D@E4"]


def test_a_seat_without_cards_that_plays_all_the_same_hears_what_to_do_if_the_count_is_right():
    text = remedy(Evening().tracking.game, "HAND_SHORT", Sight(appeared=((parse_square("C4"), 0),)), setup_of())
    asked_for = "Ann plays, but should have no cards left. Is a count wrong?"
    assert text == f"{asked_for} If not, take the chip off C4."


def test_a_picture_that_shows_no_board_at_all_is_of_no_use_and_play_goes_on():
    evening = after_two_turns()
    true, evening.table.contents = evening.table.contents, [square % 3 for square in range(100)]
    evening.rest(2)
    evening.table.contents = true
    evening.rest(4)
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]
    assert evening.turns == ["r 7D@C4", "b 8D@D4", "r 9D@E4"]


@pytest.mark.parametrize("lifted", [[("TD", "-D4", "-E4")], [("TD", "-D4"), ("-E4",)]])
def test_captured_chips_may_go_before_the_chip_that_captures_them_comes(lifted: list[tuple[str, ...]]):
    evening = Evening("my_rules capture=pairs")
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"), ("3C", "+J6:r"), ("9D", "+E4:b"), *lifted, frames=10)
    assert kinds(evening.act("+F4:r")) == ["FaultResolved REMOVED_WITHOUT_JACK", "TurnPlayed r TD@F4"]
    assert evening.tracking.game.position.captures == (2, 0)


@pytest.mark.parametrize("card", ["PD", "JK"])
def test_a_card_of_another_game_captures_nothing(card: str):
    evening = Evening("my_rules capture=pairs")
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"), ("3C", "+J6:r"), ("9D", "+E4:b"))
    assert kinds(evening.act(card, "+F4:r", frames=24)) == ["FaultFound UNKNOWN_CARD"]


def test_play_goes_on_though_captured_chips_are_left_and_they_are_still_to_be_taken_off():
    evening = Evening("my_rules capture=pairs")
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"), ("3C", "+J6:r"), ("9D", "+E4:b"))
    said = told(evening.play(("TD", "+F4:r"), ("2S", "+C1:b"), frames=8))
    assert said == ["D4 and E4 are captured: take the chips off and return them."]
    assert evening.turns[-2:] == ["r TD@F4", "b 2S@C1"]
    assert told(evening.act("4H", "+H2:r", frames=8)) == []
    assert told(evening.act("-E4", frames=8)) == ["D4 is captured: take the chip off and return it."]
    assert kinds(evening.act("-D4")) == ["FaultResolved CAPTURE_NOT_CLEARED"]
    assert evening.turns[-3:] == ["r TD@F4", "b 2S@C1", "r 4H@H2"]


@pytest.mark.parametrize("played_on", [True, False])
def test_captured_chips_that_are_left_are_called_so_after_a_power_cut_too(played_on: bool):
    evening = Evening("my_rules capture=pairs")
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"), ("3C", "+J6:r"), ("9D", "+E4:b"), ("TD", "+F4:r"))
    evening.play(*[("2S", "+C1:b")] * played_on)
    evening.tracking = replay(evening.log)
    assert evening.rest(12) == []
    assert evening.tracking.fault.message == "D4 and E4 are captured: take the chips off and return them."
    assert kinds(evening.act("-D4", "-E4"))[0] == "FaultResolved CAPTURE_NOT_CLEARED"
    assert evening.tracking.game.position.captures == (2, 0)


def test_a_chip_that_comes_to_a_square_just_captured_is_a_turn():
    evening = Evening("my_rules capture=pairs")
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"), ("3C", "+J6:r"), ("9D", "+E4:b"), ("TD", "+F4:r", "-D4", "-E4"))
    assert told(evening.act("+D4:b", frames=8)) == []
    evening.act("8D")
    assert evening.turns[-1] == "b 8D@D4"


def test_an_end_joker_that_is_taken_up_again_ended_no_game():
    evening = Evening("my_rules objective=sub3 end_joker=on")
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"))
    assert kinds(evening.act("JKE", frames=8)) == ["TurnPlayed r JKE", "GameWon None"]
    evening.hand()
    evening.table.pick_up()
    assert kinds(evening.rest(8)) == ["TurnUndone"]
    assert evening.tracking.outcome is None
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]


def test_an_end_joker_that_is_lifted_first_as_the_table_is_cleared_has_ended_the_game():
    evening = Evening("my_rules objective=sub3 end_joker=on")
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"), ("9D", "+E4:r"), ("TD", "+F4:b"), ("6D", "+B4:r"), ("QD", "+G4:b"))
    assert kinds(evening.act("JKE", frames=8)) == ["TurnPlayed r JKE", "GameWon None"]
    evening.hand()
    evening.table.pick_up()
    evening.rest(8)
    evening.act("-B4", "-C4", "-D4", "-E4", "-F4", "-G4", frames=8)
    assert (evening.turns[-1], evening.tracking.outcome) == ("r JKE", Outcome(None, "end_joker"))
    assert kinds(evening.act("8S", "+I1:b", frames=8)) == ["GameStarted", "TurnPlayed b 8S@I1"]


def test_an_end_joker_with_a_chip_ends_no_game_before_the_chip_is_off():
    evening = Evening("my_rules objective=sub3 end_joker=on")
    evening.act("7D", "+C4:r")
    assert told(evening.act("JKE", "+D4:b")) == [
        "Joker ends the game and places no chip. Take the chip off D4, or take back card and chip."
    ]
    assert evening.tracking.outcome is None
    assert kinds(evening.act("-D4")) == ["FaultResolved CARD_MISMATCH", "TurnPlayed b JKE", "GameWon None"]


def test_a_chip_that_goes_beside_a_turn_is_to_be_put_back_though_the_die_is_to_be_rolled_next():
    evening = Evening("open N=3 die=d6r1s0,after", teams=3)
    for card, chip, rolled in (("7D", "+C4:r", "r roll n"), ("8D", "+D4:b", "b roll n")):
        evening.act(card, chip)
        evening.command(declare(evening.tracking, rolled))
    said = evening.act("9D", "+E4:g", "-C4", frames=8)
    assert kinds(said) == ["TurnPlayed g 9D@E4", "FaultFound REMOVED_WITHOUT_JACK"]
    assert told(said) == ["Put the red chip back on C4; only a one-eyed jack removes chips."]
    assert kinds(evening.act("+C4:r")) == ["FaultResolved REMOVED_WITHOUT_JACK"]
    assert kinds(evening.command(declare(evening.tracking, "g roll n"))) == ["TurnPlayed g roll n"]
