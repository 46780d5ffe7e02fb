"""What the referee asks, what phones may command, and how a game is taken up again."""

from dataclasses import replace

import pytest
from simulated_table import Evening, after_two_turns, kinds, override, setup_of, undo

from companion.games.cards import Card
from companion.games.one_eyed_jack.record import Record, parse_record, record_text
from companion.games.one_eyed_jack.state import Override
from companion.games.one_eyed_jack.turns import Exchange, Place
from companion.referee.events import CardRead, NoticeGiven, QuestionAsked, TurnPlayed
from companion.referee.one_eyed_jack.commands import answer, declare, new_game
from companion.referee.one_eyed_jack.hypotheses import Hypothesis
from companion.referee.one_eyed_jack.tracking import begin, replay
from companion.referee.one_eyed_jack.wording import question
from companion.referee.phones import Asker


def test_an_answer_nobody_offered_is_refused():
    evening = after_two_turns()
    with pytest.raises(ValueError, match="No question is open any more"):
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
    assert evening.tracking.notice == NoticeGiven("TAKE_BACK", "Put D4 back as it was before, and take the card back.")
    assert evening.act("-D4") == []
    assert evening.tracking.notice is None
    assert kinds(evening.act("9D", "+E4:b")) == ["TurnPlayed b 9D@E4"]


@pytest.mark.parametrize(("laid", "cards"), [((), "card"), (("QD",), "cards")])
def test_several_squares_and_cards_to_put_back_are_spoken_of_as_several(laid: tuple[str, ...], cards: str):
    evening = after_two_turns()
    evening.act(*laid, "+E5:b")
    evening.command(undo(evening.tracking))
    words = f"Put D4 and E5 back as they were before, and take the {cards} back."
    assert evening.tracking.notice == NoticeGiven("TAKE_BACK", words)


def test_undo_goes_any_number_of_turns_back_and_no_further():
    evening = after_two_turns()
    for _ in range(2):
        evening.command(undo(evening.tracking))
    with pytest.raises(ValueError, match="no turn to take back"):
        undo(evening.tracking)
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
    assert evening.act("7D", "+C4:r", frames=40) == [TurnPlayed("r JD@C4", verified=False)]
    assert evening.turns == ["r ?@C4"]


def test_whether_a_jack_took_a_chip_is_asked_in_words_but_not_which():
    evening = after_two_turns()
    text = "Did Ann play this card, taking the chip from D4, or was the turn before taken back?"
    assert evening.act("?JS", "-D4", frames=15) == []
    assert evening.rest(5) == [QuestionAsked(text, ("r ?xD4", "undo 1"))]


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


def _rematch(first: int) -> Evening:
    """The next game at the same table, which this seat begins."""
    evening = Evening()
    evening.command(new_game(evening.tracking, Asker(table=True), replace(evening.tracking.setup, first=first)))
    evening.rest(3)
    return evening


def test_in_the_next_game_whoever_was_second_begins_with_chips_of_the_same_colour():
    evening = _rematch(first=2)
    assert kinds(evening.act("7D", "+C4:b")) == ["TurnPlayed b 7D@C4"]
    assert kinds(evening.act("8D", "+D4:r")) == ["TurnPlayed r 8D@D4"]
    assert replay(evening.log).game == evening.tracking.game
    written = record_text(Record(evening.tracking.game, {}, {}))
    assert parse_record(written).game == evening.tracking.game


def test_whoever_begins_out_of_turn_in_the_next_game_is_told_so():
    assert [one for one in kinds(_rematch(first=2).act("7D", "+C4:r", frames=15)) if one.startswith("FaultFound")]


@pytest.mark.parametrize("first", [0, 3])
def test_nobody_begins_who_does_not_play(first):
    with pytest.raises(ValueError, match=f"Seat {first} cannot begin: there are 2"):
        _rematch(first)


@pytest.mark.parametrize("teams", [2, 4])
def test_a_game_has_as_many_teams_as_there_are_chips_for(teams):
    with pytest.raises(ValueError, match=f"a game for 3 teams, and there are chips for {teams}"):
        begin(setup_of("classic N=3", teams=teams))


def test_an_override_before_anything_was_seen_keeps_the_position(evening):
    fresh = replay(evening.log)
    tracking, _ = override(fresh)
    assert tracking.game.position.chips == fresh.game.position.chips


def test_what_may_be_nothing_is_never_asked_about(evening):
    evening.table.margin = 1.0
    assert evening.act("7D", "+C4:r", frames=12) == []


def test_the_same_dead_card_counted_twice_in_a_row_is_asked_about():
    evening = Evening()
    evening.play(("JD", "+C4:r"), ("7D", "+H7:b"))
    assert evening.act("7D", frames=30) == [
        QuestionAsked("Did Ann exchange 7♦, which is dead?", ("r dead 7D", "not played"))
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


def test_a_dead_card_that_was_told_before_it_is_laid_is_exchanged_once_and_asked_about_never():
    evening = Evening()
    evening.play(("JD", "+C4:r"), ("7D", "+H7:b"), ("9D", "+E4:r"), ("JC", "+G7:b"))
    evening.command(declare(evening.tracking, "r dead 7D"))
    stock = evening.tracking.game.position.stock
    assert evening.act("7D", frames=20) == []
    assert (evening.tracking.game.position.stock, evening.tracking.card) == (stock, None)
    assert kinds(evening.act("TD", "+F4:r")) == ["TurnPlayed r TD@F4"]


def test_whoever_is_asked_about_a_dead_card_and_plays_on_has_exchanged_it():
    evening = Evening()
    evening.play(("JD", "+C4:r"), ("7D", "+H7:b"))
    assert kinds(evening.act("7D", frames=8)) == ["QuestionAsked"]
    told = evening.act("9D", "+E4:r")
    assert kinds(told) == ["QuestionAnswered -", "TurnPlayed r dead 7D", "TurnPlayed r 9D@E4"]


def test_whoever_says_that_no_dead_card_was_exchanged_is_asked_no_more():
    evening = Evening()
    evening.play(("JD", "+C4:r"), ("7D", "+H7:b"))
    assert kinds(evening.act("7D", frames=8)) == ["QuestionAsked"]
    assert kinds(evening.command(answer(evening.tracking, "not played"))) == ["QuestionAnswered not played"]
    assert kinds(evening.act(frames=30)) == []
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]


def test_a_dead_card_laid_upon_its_twin_is_told_though_play_goes_on_before_anybody_is_asked():
    evening = Evening()
    evening.play(("JD", "+C4:r"), ("7D", "+H7:b"))
    assert evening.act("7D", frames=2) == []
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r dead 7D", "TurnPlayed r 9D@E4"]


def test_a_card_is_read_of_no_turn_without_a_chip(evening):
    evening.command(declare(evening.tracking, "r pass"))
    with pytest.raises(ValueError, match="7D was read of no turn"):
        evening.tracking.after(CardRead("7D"))


@pytest.mark.parametrize("said", ["undo 1", "r ?xD4"])
def test_an_answer_comes_too_late_when_the_game_has_gone_on(said: str):
    evening = after_two_turns()
    evening.act("?JS", "-D4", frames=18)
    evening.command(declare(evening.tracking, "r pass"))
    with pytest.raises(ValueError, match="The game has gone on since"):
        answer(evening.tracking, said)


def test_a_dead_card_among_the_answers_is_one_without_a_chip():
    game = Evening().tracking.game
    plays = Place(0, Card("7D"), 32), Exchange(0, Card("8D"))
    asked = question(game, [Hypothesis(game.following(play), 0, untold=1) for play in plays], ["red", "blue"])
    assert asked == QuestionAsked("What did red play: 7♦ on C4 or 8♦ and no chip?", ("r 7D@C4", "r dead 8D"))


def test_nothing_is_asked_where_no_hypothesis_names_a_turn():
    game = Evening().tracking.game
    assert question(game, [Hypothesis(game.moment, 0)], ["red", "blue"]) is None
    anew = Override(game.position)
    assert question(game, [Hypothesis(game.following(anew), 0, untold=1)], ["red", "blue"]) is None
