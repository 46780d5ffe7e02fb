"""A lamp's image over a dozen squares and a mug on the pile: a turn nobody saw is one of many, and play goes on."""

import pytest
from simulated_table import Evening, kinds

from companion.games.squares import parse_square
from companion.referee.events import FaultFound, QuestionAsked
from companion.referee.one_eyed_jack.commands import answer, declare

LAMP = tuple(map(parse_square, ("G5", "H4", "H5", "H6", "I4", "I5", "I6", "I7", "J4", "J5", "J6", "J7")))
IN_SIGHT = ("E4", "C8", "B2", "D9", "A5", "F2")


def lay(evening: Evening, square: str, team: int, card: str = "", frames: int = 10) -> list[str]:
    """What is said once a chip was laid there, with this card if the pile is in sight."""
    evening.hand(hidden=LAMP)
    if card:
        evening.table.lay(card)
    evening.table.put(square, team)
    return kinds(evening.rest(frames, hidden=LAMP))


@pytest.mark.parametrize(
    ("under", "before", "after"),
    [
        *[("J5", 0, 1), ("J5", 1, 2), ("J5", 2, 3), ("J5", 3, 1)],
        *[("H4", 0, 2), ("H4", 1, 3), ("H4", 2, 1), ("H4", 3, 2)],
        *[("I6", 0, 3), ("I6", 1, 1), ("I6", 2, 2), ("I6", 3, 3)],
    ],
)
def test_play_that_goes_on_after_a_turn_somewhere_under_the_lamp_is_followed(under: str, before: int, after: int):
    evening, squares, teams = Evening(), iter(IN_SIGHT), iter((0, 1) * 6)
    evening.play(("7D", "+C4:r"), ("6D", "+I7:b"))
    evening.table.pile_hidden = True
    told = [lay(evening, next(squares), next(teams)) for _ in range(before)]
    told += [lay(evening, under, next(teams))]
    told += [lay(evening, next(squares), next(teams)) for _ in range(after)]
    evening.table.pile_hidden = False
    in_order = [(card, square, next(teams)) for card, square in (("TD", "F4"), ("QD", "G4"), ("7D", "H7"))]
    told += [lay(evening, square, team, card) for card, square, team in in_order]
    assert not [event for events in told for event in events if event.startswith("FaultFound")]
    assert evening.turns[-3:] == [f"{'rb'[team]} {card}@{square}" for card, square, team in in_order]


@pytest.mark.parametrize("turns", range(3))
@pytest.mark.parametrize("lamp", [LAMP[:3], LAMP[:5]])
def test_a_chip_of_the_wrong_colour_stays_one_as_its_card_comes_though_the_turn_it_skips_may_be_hidden(lamp, turns):
    evening, square = Evening(), "E4"
    evening.play(("7D", "+C4:r"), ("6D", "+I7:b"))
    for team, (card, where) in enumerate([("TD", "F4"), ("QD", "G4")][:turns]):
        lay(evening, where, team, card)
    evening.hand(hidden=lamp)
    evening.table.put(square, (turns + 1) % 2)
    evening.table.pile_hidden = True
    evening.rest(3, hidden=lamp)
    evening.table.pile_hidden = False
    evening.table.lay(evening.tracking.game.layout[parse_square(square)].code)
    evening.rest(10, hidden=lamp)
    assert evening.tracking.fault is not None
    assert evening.tracking.fault.code == "WRONG_COLOUR"


def test_whether_a_dead_card_like_the_one_below_it_came_at_all_is_asked_no_more_once_play_has_gone_on():
    evening = Evening()
    evening.play(("JD", "+H7:r"), ("7D", "+C4:b"), ("7D",))
    assert lay(evening, "D4", 0, "8D") == ["TurnPlayed r dead 7D", "TurnPlayed r 8D@D4"]
    assert lay(evening, "E4", 1, "9D") == ["TurnPlayed b 9D@E4"]
    assert lay(evening, "J5", 0, "KC", frames=40) == [], "its chip may lie under the lamp or is yet to come"
    assert lay(evening, "F4", 1, "TD") == ["TurnPlayed r KC@J5", "TurnPlayed b TD@F4"]


def played_on() -> Evening:
    """Red's jack went somewhere under the lamp, and three turns were played in sight since."""
    evening = Evening()
    evening.play(("7D", "+C4:r"), ("6D", "+I7:b"))
    for number, (card, square) in enumerate([("JD", "J5"), ("TD", "F4"), ("QD", "G4"), ("7D", "H7")]):
        lay(evening, square, number % 2, card)
    return evening


def test_where_a_jack_went_under_the_lamp_is_not_asked_anew_after_a_draw_that_a_phone_told():
    evening = played_on()
    evening.command(declare(evening.tracking, "forgot 1 late"))
    assert lay(evening, "E4", 0, "9D", frames=40) == ["QuestionAnswered -", "TurnPlayed r 9D@E4"]


def test_another_account_of_turns_that_stand_is_no_question_whether_they_were_taken_back():
    tracking = played_on().tracking.watching(overruled=0)
    others = [one for one in tracking.heard if one.kept < len(tracking.game.turns)]
    assert others, "the jack may have gone elsewhere"
    assert not [one for one in tracking.rivals if one in others]


def test_a_chip_before_its_card_is_no_misuse_of_the_jack_that_another_team_played_under_the_lamp():
    evening = Evening()
    evening.play(("7D", "+C4:r"), ("QC", "+I5:b"), ("TS", "+B2:r"), ("KD", "+H4:b"), ("2D", "+C8:r"), ("3C", "+J6:b"))
    evening.hand(hidden=LAMP)
    evening.table.lay("JH")
    evening.table.take("I5")
    told = kinds(evening.rest(10, hidden=LAMP)) + lay(evening, "F4", 1)
    assert told == []
    evening.table.lay("TD")
    assert not [one for one in evening.rest(10, hidden=LAMP) if isinstance(one, FaultFound)]


def two_to_capture() -> Evening:
    """Red on C4, blue on D4 and E4: a red chip on F4 captures both."""
    evening = Evening("open N=2 T=2 capture=pairs")
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"), ("9S", "+J9:r"), ("9D", "+E4:b"))
    return evening


@pytest.mark.parametrize("card", ["TD", "JD"])
def test_a_captured_chip_that_a_lamp_hides_is_taken_off_for_all_that_anybody_knows(card: str):
    evening, lamp = two_to_capture(), tuple(map(parse_square, ("E4", "E5", "E6", "D5")))
    evening.rest(10, hidden=lamp)
    evening.hand(hidden=lamp)
    for act in ("+F4:r", "-D4", "-E4"):
        evening.do(act)
    evening.table.lay(card)
    assert kinds(evening.rest(10, hidden=lamp)) == [f"TurnPlayed r {card}@F4"]


def test_what_a_chip_captures_tells_where_it_lies_under_a_lamp_that_was_just_moved():
    evening, lamp = two_to_capture(), tuple(map(parse_square, ("F4", "F5", "G4", "G5", "F6")))
    evening.hand(hidden=lamp)
    for act in ("TD", "+F4:r", "-D4", "-E4"):
        evening.do(act)
    assert kinds(evening.rest(10, hidden=lamp)) == ["TurnPlayed r TD@F4"]


def test_nobody_can_roll_before_it_is_told_whether_a_card_has_its_chip_under_the_lamp_so_that_is_asked():
    evening = Evening("open N=3 T=3 die=d6r1s0,after", teams=3)
    evening.act("7D", "+C4:r")
    evening.command(declare(evening.tracking, "r roll n"))
    evening.hand(hidden=LAMP)
    evening.rest(10, hidden=LAMP)
    assert lay(evening, "I5", 1, "QC", frames=40) == ["QuestionAsked"]
    assert evening.tracking.question.candidates == ("b QC@I5", "not played")
    evening.command(answer(evening.tracking, "b QC@I5"))
    assert kinds(evening.command(declare(evening.tracking, "b roll n"))) == ["TurnPlayed b roll n"]


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_what_a_die_showed_that_nobody_told_is_no_turn_to_choose_from(turns: int):
    evening = Evening("open N=3 T=3 die=d6r1s0,after", teams=3)
    evening.act("7D", "+C4:r")
    for team, (card, square) in enumerate([("8D", "D4"), ("9D", "E4"), ("TD", "F4")][:turns], 1):
        evening.act(card, f"+{square}:{'rbg'[team % 3]}", frames=40)
    assert not [event for event in evening.log if isinstance(event, QuestionAsked)]


BOTH = tuple(map(parse_square, ("J5", "A6")))
"""The two squares of one card, under a lamp each."""
KINGS = ("r KC@J5", "r KC@A6")


def told_though_unseen(square: str, frames: int = 20) -> Evening:
    """Red's king lies on one of its two squares, neither of which can be seen, and play has gone on from it."""
    evening = Evening()
    evening.play(("7D", "+C4:r"), ("6D", "+I7:b"))
    for number, (card, where) in enumerate([("KC", square), ("TD", "F4"), ("QD", "G4")]):
        evening.hand(hidden=BOTH)
        evening.table.lay(card)
        evening.table.put(where, number % 2)
        evening.rest(frames, hidden=BOTH)
    evening.rest(4, hidden=BOTH)
    assert evening.turns[2:] == ["r KC@J5", "b TD@F4", "r QD@G4"], "the first of two that are as likely is told"
    return evening


@pytest.mark.parametrize("frames", [2, 20], ids=["quick", "calm"])
def test_which_of_two_unseen_squares_it_was_stays_asked_though_play_has_gone_on_and_one_of_them_is_told(frames: int):
    evening = told_though_unseen("A6", frames)
    evening.rest(40, hidden=BOTH)
    assert evening.tracking.question is not None
    assert evening.tracking.question.candidates == KINGS


@pytest.mark.parametrize("king", KINGS)
def test_whoever_saw_on_which_square_it_lies_says_so_later_and_the_turns_since_are_kept(king: str):
    evening = told_though_unseen("A6")
    evening.command(answer(evening.tracking, king))
    evening.rest(40, hidden=BOTH)
    assert evening.turns[2:] == [king, "b TD@F4", "r QD@G4"]
    assert evening.tracking.question is None


@pytest.mark.parametrize("king", KINGS)
def test_once_the_lamp_is_off_the_board_itself_answers(king: str):
    evening = told_though_unseen(king[-2:])
    evening.rest(10)
    assert evening.turns[2:] == [king, "b TD@F4", "r QD@G4"]
    assert evening.tracking.question is None


def test_a_jack_that_refills_the_square_another_emptied_has_not_refilled_one_that_the_lamp_hides():
    evening, lamp, bare = Evening(), (parse_square("D4"),), parse_square("C4")
    evening.play(("7D", "+C4:r"), ("6D", "+I7:b"), ("8D", "+D4:r"))
    evening.hand(hidden=lamp)
    evening.table.lay("JS")
    evening.table.take("C4")
    evening.table.alike, evening.table.leaning = {bare}, 1.5  # likelier bare than not
    evening.rest(10, hidden=lamp)
    evening.table.alike = set()
    lay(evening, "C4", 0, "JD")
    lay(evening, "F4", 1, "TD")
    assert evening.turns[3:] == ["b JSxC4", "r JD@C4", "b TD@F4"]
