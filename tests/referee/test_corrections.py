"""What people set right by hand counts, is logged, can be undone, and waits until the table agrees."""

import pytest
from simulated_table import Evening, after_two_turns, kinds, told, undo

from companion.games.cards import Card
from companion.games.one_eyed_jack.notation import parse_pattern
from companion.games.one_eyed_jack.position_text import parse_override
from companion.games.squares import parse_square
from companion.referee.events import LineCompleted
from companion.referee.one_eyed_jack.commands import count_hand, declare, put_chip, roll, take_back
from companion.referee.one_eyed_jack.happening import set_up
from companion.referee.one_eyed_jack.tracking import replay
from companion.referee.phones import Asker
from companion.views.one_eyed_jack.scan import scan

ROWS = "*8*/X/X/2r7/X/X/X/X/X/*8*"


def position(evening: Evening, text: str):
    """A position in notation, with hands where it tells them."""
    return parse_override(text, evening.tracking.game.options)


def chip(evening: Evening, square: str) -> int | None:
    return evening.tracking.game.position.chips[parse_square(square)]


def test_a_chip_the_camera_agrees_with_counts_at_once():
    evening = after_two_turns()
    evening.table.put("E5", 0)
    said = evening.command(put_chip(evening.tracking, Asker(table=True), parse_square("E5"), 0))
    assert kinds(said) == ["PositionOverridden *8*/X/X/2rb6/4r5/X/X/X/X/*8* 1 + - 88 - 2"]
    assert evening.rest(6) == []
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]
    assert replay(evening.log).game == evening.tracking.game


def test_a_chip_the_camera_does_not_see_is_shown_until_it_lies_there_and_play_goes_on_meanwhile():
    evening = after_two_turns()
    evening.command(put_chip(evening.tracking, Asker(table=True), parse_square("E5"), 1))
    said = evening.rest(6)
    assert kinds(said) == ["FaultFound TABLE_DIFFERS"]
    assert said[0].squares == (parse_square("E5"),)
    assert told(said) == ["The table does not match the game: put a blue chip on E5. Or accept the board as it lies."]
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]
    assert evening.tracking.fault == said[0]
    assert kinds(evening.act("+E5:b")) == ["FaultResolved TABLE_DIFFERS"]
    assert kinds(evening.act("TD", "+F4:b")) == ["TurnPlayed b TD@F4"]


def test_a_square_that_is_declared_empty_must_be_cleared():
    evening = after_two_turns()
    evening.command(put_chip(evening.tracking, Asker(table=True), parse_square("D4"), None))
    assert told(evening.rest(6)) == [
        "The table does not match the game: take the blue chip off D4. Or accept the board as it lies."
    ]
    assert kinds(evening.act("-D4")) == ["FaultResolved TABLE_DIFFERS"]
    assert chip(evening, "D4") is None


def test_a_correction_is_undone_like_a_turn():
    evening = after_two_turns()
    evening.command(put_chip(evening.tracking, Asker(table=True), parse_square("D4"), None))
    evening.rest(6)
    assert kinds(evening.command(undo(evening.tracking))) == ["FaultResolved TABLE_DIFFERS", "TurnUndone"]
    assert chip(evening, "D4") == 1
    assert evening.rest(6) == []


def test_a_correction_that_wins_the_game_says_so():
    evening = Evening("my_rules n=3 lines=1")
    evening.act("AS", "+B1:r")
    said = evening.command(put_chip(evening.tracking, Asker(table=True), parse_square("C1"), 0))
    assert kinds(said)[1:] == ["GameWon 0"]
    assert evening.tracking.game.outcome()
    assert kinds(evening.command(undo(evening.tracking))) == ["TurnUndone"]
    assert evening.tracking.game.outcome() is None


def test_a_game_goes_on_from_a_position_that_was_set_up():
    evening = Evening()
    evening.table.put("C4", 0)
    evening.rest(2)
    evening.command(set_up(evening.tracking, position(evening, f"{ROWS} 2 + - 80 - 9 6,5")))
    now = evening.tracking.game.position
    assert (now.seat, now.stock, now.hands, now.ply) == (2, 80, (6, 5), 9)
    assert evening.rest(6) == []
    assert kinds(evening.act("8D", "+D4:b")) == ["TurnPlayed b 8D@D4"]
    assert evening.tracking.game.position.hands == (6, 5)
    assert replay(evening.log).game == evening.tracking.game


def test_counts_are_changed_in_the_middle_of_a_turn_without_disturbing_it():
    evening = after_two_turns()
    evening.act("9D")
    evening.command(set_up(evening.tracking, evening.tracking.game.position._replace(hands=(5, 7), stock=60)))
    assert kinds(evening.act("+E4:r")) == ["TurnPlayed r 9D@E4"]
    assert evening.tracking.game.position.stock == 59


NINE = "*8*/X/X/X/rrrrrrrrr1/X/X/X/X/*8*"


def test_a_row_of_nine_may_be_one_line_if_people_say_so():
    evening = Evening()
    seen = scan(evening.tracking, position(evening, f"{NINE} 2 + - 80 - 9").chips)
    found = [(line.squares[0], line.counts) for line in seen.lines if line.team == 0]
    assert found == [(40, True), (41, False), (42, False), (43, False), (44, True)]
    with pytest.raises(ValueError, match="share one square at most"):
        set_up(evening.tracking, position(evening, f"{NINE} 2 + r:A5-E5+B5-F5 80 - 9"))
    evening.command(set_up(evening.tracking, position(evening, f"{NINE} 2 + r:C5-G5 80 - 9")))
    assert evening.tracking.game.patterns(0) == (parse_pattern("C5-G5"),)
    assert not any(isinstance(event, LineCompleted) for event in evening.log)


@pytest.mark.parametrize(
    ("options", "text", "why"),
    [
        ("classic", "r8*/X/X/X/X/X/X/X/X/*8* 1 + - 90 - 0", "no chips there"),
        ("classic", "*8*/X/X/X/X/X/X/X/X/*8* 1 - - 90 - 0", "clockwise"),
        ("classic", "*8*/X/X/X/X/X/X/X/X/*8* 1 + - 100 - 0", "more cards than the deck"),
        ("classic", "*8*/X/X/X/X/X/X/X/X/*8* 1 + - 90 r2b0 0", "Nothing is captured"),
        ("classic", "*8*/X/X/X/rrrrr5/X/X/X/X/*8* 1 + r:A5-C5 90 - 0", "does not count in this game"),
        ("classic", "*8*/X/X/X/X/X/X/X/X/*8* 2 + - 90 - 0 7,0", "must have a card"),
        ("kids", "*8*/X/X/X/rrrr6/bbbb6/X/X/X/*8* 1 + - 90 - 0", "two teams would have won"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_reason(options: str, text: str, why: str):
    evening = Evening(options)
    with pytest.raises(ValueError, match=why):
        set_up(evening.tracking, position(evening, text))


def test_a_scan_shows_what_lies_there_and_what_is_doubtful():
    evening = after_two_turns()
    evening.table.put("E5", 1)
    evening.table.margins = [20.0] * 100
    evening.table.margins[parse_square("E5")] = 1.0
    evening.hand(hidden=(7,))
    evening.rest(4, hidden=(7,))
    seen = scan(evening.tracking)
    assert seen.chips[parse_square("E5")] == 1
    assert seen.doubtful == (7, parse_square("E5"))


def test_nothing_is_sure_before_the_first_look():
    evening = after_two_turns()
    fresh = scan(replay(evening.log))
    assert fresh.chips == evening.tracking.game.position.chips
    assert len(fresh.doubtful) == 96  # corners take no chips


def test_a_card_that_came_and_went_is_not_counted_again_when_a_turn_without_a_card_is_undone():
    evening = after_two_turns()
    evening.command(declare(evening.tracking, "r pass"))
    evening.act("9D")
    evening.table.pick_up()
    evening.act()
    evening.command(undo(evening.tracking))
    assert evening.rest(8) == []
    assert (evening.tracking.card, evening.tracking.watch.belief.lead.laid) == (None, ())
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]


def test_a_chip_that_was_out_of_turn_by_a_wrong_roll_alone_is_told_once_the_roll_is_set_right():
    evening = Evening("my_rules N=3 T=3 die=d6r1s1,after", 3)
    evening.act("7D", "+C4:r")
    evening.command(roll(evening.tracking, Asker(table=True), "s"))
    assert "FaultFound WRONG_COLOUR" in kinds(evening.act("8D", "+D4:b"))
    assert kinds(evening.command(undo(evening.tracking))) == ["FaultResolved WRONG_COLOUR", "TurnUndone"]
    evening.rest()
    evening.command(roll(evening.tracking, Asker(table=True), "n"))
    evening.rest()
    assert evening.turns == ["r 7D@C4", "r roll n", "b 8D@D4"]


def test_a_chip_that_was_out_of_turn_by_a_wrong_pass_alone_wins_once_the_pass_is_taken_back():
    evening = Evening("my_rules n=3 lines=1")
    evening.play(("AS", "+B1:r"), ("7D", "+C4:b"))
    evening.command(declare(evening.tracking, "r pass"))
    assert "FaultFound WRONG_COLOUR" in kinds(evening.act("2S", "+C1:r"))
    assert kinds(evening.command(undo(evening.tracking))) == ["FaultResolved WRONG_COLOUR", "TurnUndone"]
    assert kinds(evening.rest(10)) == ["TurnPlayed r 2S@C1", "LineCompleted 0", "GameWon 0"]


def test_a_square_that_was_set_right_still_waits_for_the_camera_once_a_pass_is_taken_back():
    evening = after_two_turns()
    evening.command(put_chip(evening.tracking, Asker(table=True), parse_square("E5"), 1))
    evening.rest(6)
    evening.command(declare(evening.tracking, "r pass"))
    evening.rest(6)
    evening.command(undo(evening.tracking))
    evening.rest(6)
    assert evening.tracking.fault
    assert evening.tracking.fault.code == "TABLE_DIFFERS"
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]


@pytest.mark.parametrize(("options", "card"), [("my_rules objective=sub3 end_joker=on", "JKE"), ("classic", "7D")])
def test_a_card_that_was_all_of_a_turn_taken_back_counts_again_only_once_it_is_laid_anew(options: str, card: str):
    evening = Evening(options)
    evening.table.contents = [0] * 100
    evening.table.put("C4", 0)
    evening.table.put("H7", 1)
    dead = position(evening, f"{ROWS.replace('X/X/X/X/X/*8*', 'X/X/7b2/X/X/*8*')} 1 + - 80 - 2")
    evening.command(set_up(evening.tracking, dead))
    evening.play(("9D", "+E4:r"), ("TD", "+F4:b"), (card,))
    told_first = evening.turns[-1]
    evening.command(undo(evening.tracking))
    assert evening.rest(12) == []
    assert evening.tracking.notice.message == "Take the card back."
    evening.table.pick_up()
    assert evening.rest(30) == []
    assert evening.tracking.notice is None
    assert kinds(evening.act(card))[0] == f"TurnPlayed {told_first}"


def test_the_cards_of_several_turns_taken_back_on_a_phone_may_go_back_into_hands_all_at_once():
    evening = after_two_turns()
    evening.play(("9D", "+E4:r"), ("TD", "+F4:b"), ("QD", "+G4:r"))
    evening.hand()
    for square in ("E4", "F4", "G4"):
        evening.table.take(square)
    evening.hand(1)
    assert evening.rest(1) == []
    for _ in range(3):
        evening.command(undo(evening.tracking))
    assert evening.tracking.notice.message == "Take the cards back."
    for _ in range(3):
        evening.table.pick_up()
    assert evening.act() + evening.rest(8) == []
    assert evening.tracking.card is None
    assert kinds(evening.play(("AS", "+B1:r"), ("2S", "+C1:b"))) == ["TurnPlayed r AS@B1", "TurnPlayed b 2S@C1"]


def test_a_card_that_is_seen_to_be_taken_back_is_no_second_one_once_a_phone_says_so():
    evening = Evening(patience_s=2.0)
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"))
    evening.hand()
    evening.table.take("D4")
    evening.hand(1)
    assert evening.rest(2) == []
    evening.command(undo(evening.tracking))
    assert evening.tracking.notice.message == "Take the card back."
    assert evening.tracking.watch.belief.lead.laid == (Card("8D"),)


@pytest.mark.parametrize("taken_up", [False, True])
def test_a_card_that_lies_there_as_somebody_passes_is_not_the_next_ones_nor_is_that_below_it(taken_up: bool):
    evening = after_two_turns()
    evening.act("9D")
    evening.command(declare(evening.tracking, "r pass"))
    if taken_up:
        evening.table.pick_up()
    assert evening.act() + evening.rest(8) == []
    assert evening.tracking.card is None
    assert kinds(evening.act("TD", "+F4:b")) == ["TurnPlayed b TD@F4"]


@pytest.mark.parametrize("meanwhile", [lambda now, table: count_hand(now, table, 1, 6), take_back])
def test_a_turn_taken_back_is_not_played_anew_when_something_else_is_set_right_before_it_is_cleared(meanwhile):
    evening, table = after_two_turns(), Asker(table=True)
    evening.command(put_chip(evening.tracking, table, parse_square("A2"), 0))
    evening.act("+A2:r")
    evening.act("9D", "+E4:r")
    evening.command(undo(evening.tracking))
    evening.command(meanwhile(evening.tracking, table))
    evening.rest(12)
    assert "r 9D@E4" not in evening.turns
    assert evening.tracking.fault.code == "TABLE_DIFFERS"
    assert parse_square("E4") in evening.tracking.fault.squares
    evening.table.take("E4")
    evening.table.pick_up()
    evening.act()
    assert parse_square("E4") not in (evening.tracking.fault.squares if evening.tracking.fault else ())


def test_of_two_turns_taken_back_the_second_is_not_played_anew_when_the_first_ones_player_passes():
    evening = after_two_turns()
    for said in (undo, undo, lambda now: declare(now, "r pass")):
        evening.command(said(evening.tracking))
    evening.rest(12)
    assert evening.turns == ["r pass"]
    assert evening.tracking.fault.squares == (parse_square("C4"), parse_square("D4"))
    evening.table.take("C4")
    evening.table.take("D4")
    evening.table.pick_up()
    evening.table.pick_up()
    evening.act()
    assert kinds(evening.act("TD", "+F4:b")) == ["TurnPlayed b TD@F4"]
