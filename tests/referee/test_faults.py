"""What goes wrong at a table: each fault by its name, in words, and over when the table is right."""

from dataclasses import replace

import pytest
from simulated_table import Evening, after_two_turns, asked, kinds, setup_of, told

from companion.games.cards import Card
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.sight import Sight
from companion.referee.one_eyed_jack.commands import answer
from companion.referee.one_eyed_jack.faults import price
from companion.referee.one_eyed_jack.happening import accept, worded
from companion.referee.one_eyed_jack.tracking import begin

WRONG = [
    (
        ("7D", "+C4:b"),
        "WRONG_COLOUR",
        "It is Ann’s turn, but a blue chip was put on C4. Take it back; Ann plays.",
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
        "Only one chip per turn, but chips were put on C4 and H7. Take one back.",
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


TWO_TURNS_LATER = [
    (("9D", "-D4"), "REMOVED_WITHOUT_JACK", "Put the blue chip back on D4; 9♦ does not remove chips.", ("+D4:b",)),
    (("JS", "-C4"), "REMOVED_OWN", None, ("+C4:r",)),
    (("-D4", "+D5:b"), "CHIP_MOVED", "A blue chip moved from D4 to D5. Put it back on D4.", ("+D4:b", "-D5")),
    (
        ("9D", "+D4:r"),
        "SQUARE_OCCUPIED",
        "D4 already has a chip. Put it back and choose an open square.",
        ("+D4:b",),
    ),
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


def test_two_chips_that_go_under_one_jack_are_named_and_put_right():
    evening = after_two_turns()
    evening.act("9D", "+E4:r")
    said = evening.act("JS", "-C4", "-D4")
    assert kinds(said) == ["FaultFound REMOVED_TWO"]
    assert told(said) == ["Only one chip may go. Put back what lay on D4."]
    assert kinds(evening.act("+D4:b")) == ["FaultResolved REMOVED_TWO", "TurnPlayed b JSxC4"]
    assert kinds(evening.act("TD", "+F4:r")) == ["TurnPlayed r TD@F4"]


@pytest.mark.parametrize(
    ("back", "then", "turns"),
    [
        (("+C4:r",), ("9D", "+E4:b"), ["r JSxD4", "b 9D@E4"]),
        (("+C4:r", "+D4:b"), ("9D", "+E4:r"), ["r 9D@E4"]),
        (("+C4:r", "+D4:b"), ("-D4",), ["r JSxD4"]),
    ],
)
def test_the_only_two_chips_that_went_under_one_jack_may_come_back_and_play_goes_on(back, then, turns):
    evening = after_two_turns()
    evening.act("JS", "-C4", "-D4", frames=8)
    evening.play(back, then, frames=8)
    assert evening.turns == ["r 7D@C4", "b 8D@D4", *turns]
    assert evening.tracking.fault is None


def test_chips_that_are_swept_off_all_have_to_come_back_where_no_card_may_take_them():
    evening = Evening("my_rules n=3 lines=2")
    evening.play(("AS", "+B1:r"), ("9D", "+E4:b"), ("2S", "+C1:r"), frames=8)
    assert told(evening.act("-B1", "-C1", frames=8)) == [
        "Put the red chips back on B1 and C1; only a one-eyed jack removes chips, and only one."
    ]
    assert told(evening.act("+B1:r", frames=30)) == ["Put the red chip back on C1; no card takes it."]
    assert kinds(evening.act("+C1:r")) == ["FaultResolved REMOVED_WITHOUT_JACK"]
    assert kinds(evening.act("9S", "+A2:b", frames=6)) == ["TurnPlayed b 9S@A2"]


def test_a_chip_of_a_finished_line_is_safe():
    evening = Evening("my_rules n=3 lines=2")
    evening.play(("AS", "+B1:r"), ("9D", "+E4:b"), ("2S", "+C1:r"), frames=8)
    said = evening.act("JS", "-C1")
    assert told(said) == [
        "C1 is part of a finished line and safe. Put the red chip back. No other may be taken now; take J♠ back."
    ]
    assert kinds(evening.act("+C1:r")) == ["FaultResolved REMOVED_LOCKED"]
    assert kinds(evening.act("9S", "+A2:b", frames=6)) == ["TurnPlayed b 9S@A2"]


def test_captured_chips_must_go():
    evening = Evening("open capture=pairs n=5")
    evening.play(("5D", "+A4:r"), ("6D", "+B4:b"), ("AS", "+B1:r"), ("7D", "+C4:b"))
    assert told(evening.act("8D", "+D4:r")) == ["B4 and C4 are captured: take the chips off and return them."]
    assert kinds(evening.act("-B4", "-C4")) == ["FaultResolved CAPTURE_NOT_CLEARED", "TurnPlayed r 8D@D4"]


@pytest.mark.parametrize(("first", "other"), [("B4", "C4"), ("C4", "B4")])
def test_captured_chips_may_go_one_after_the_other(first: str, other: str):
    evening = Evening("open capture=pairs n=5")
    evening.play(("5D", "+A4:r"), ("6D", "+B4:b"), ("AS", "+B1:r"), ("7D", "+C4:b"), ("8D", "+D4:r"), frames=8)
    assert told(evening.act(f"-{first}")) == [f"{other} is captured: take the chip off and return it."]
    assert told(evening.act(f"+{first}:b")) == ["B4 and C4 are captured: take the chips off and return them."]
    evening.act(f"-{first}")
    assert kinds(evening.act(f"-{other}")) == ["FaultResolved CAPTURE_NOT_CLEARED", "TurnPlayed r 8D@D4"]


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


@pytest.mark.parametrize(("looks", "said"), [(3, []), (5, ["FaultFound WRONG_COLOUR"])])
def test_under_a_lamps_image_a_fault_stands_three_times_as_long_before_the_next_hand_has_it_told(evening, looks, said):
    evening.rest(2)
    evening.hand(2)
    evening.table.lay("7D")
    evening.table.put("C4", 1)
    assert evening.rest(looks, hidden=range(60, 66)) == []
    assert kinds(evening.hand(1)) == said


def test_a_fault_is_not_over_because_something_covers_it(evening):
    evening.act("7D", "+D4:r")
    evening.hand(2, (33,))
    assert evening.rest(6, (33,)) == []
    assert evening.tracking.fault is not None


def test_a_card_over_a_card_is_one_too_many(evening):
    evening.act("7D")
    assert kinds(evening.act("9D")) == ["FaultFound TWO_CARDS"]
    assert kinds(evening.act("+E4:r")) == ["FaultResolved TWO_CARDS", "TurnPlayed r 9D@E4"]


def test_the_next_seat_playing_over_a_waiting_card_is_told_what_is_missing(evening):
    evening.act("7D")
    assert told(evening.act("8D", "+D4:b")) == ["7♦ still has an open square: place a chip on C4 or H7."]
    assert kinds(evening.act("+C4:r")) == ["FaultResolved NO_CHIP", "TurnPlayed r 7D@C4", "TurnPlayed b 8D@D4"]


def test_a_one_eyed_jack_that_took_nothing_is_told_what_it_may_take(evening):
    evening.play(("7D", "+C4:r"), ("JH",))
    assert told(evening.act("8D", "+D4:r")) == ["J♥ takes a chip: take the one on C4."]


def test_a_card_left_by_somebody_out_of_turn_is_not_held_against_anybody(evening):
    evening.act("8D", "+D4:b")
    evening.act("-D4")
    assert kinds(evening.act("7D", "+C4:r")) == ["TurnPlayed r 7D@C4"]


def test_a_card_of_another_game_is_named(evening):
    assert told(evening.act("PD", frames=30)) == ["That card is not used in this game. Take P♦ back and play another."]


def test_nothing_more_is_played_after_a_win():
    evening = Evening("my_rules lines=1 n=3")
    evening.play(("AS", "+B1:r"), ("JD", "+J9:b"), ("2S", "+C1:r"))
    assert told(evening.act("9D", "+E4:b")) == ["Ann has already won. Nothing more is played in this game."]
    assert kinds(evening.act("-E4", "-B1", "-C1", "-J9")) == ["FaultResolved GAME_OVER"]


def test_two_wrong_things_at_once_are_named_by_the_likelier(evening):
    said = evening.act("?7D", "+C4:r", "+E5:r")
    assert kinds(said) == ["FaultFound TWO_CHIPS"]


@pytest.mark.parametrize(
    ("remove", "words"),
    [
        ("any", "Show the card for the chip taken from C4."),
        ("opponents", "Put the red chip back on C4; no card takes it."),
    ],
)
def test_a_chip_taken_without_any_card_is_a_card_still_to_come_if_one_may_take_it(remove: str, words: str):
    evening = Evening(f"my_rules remove={remove}")
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"))
    assert evening.act("-C4") == []
    assert told(evening.act(frames=30)) == [words]


def test_a_board_that_is_more_disturbed_than_before_is_no_second_word():
    evening = after_two_turns()
    assert kinds(evening.act("-C4", "-D4", "+B6:b", "+F6:b", "+E9:b")) == ["FaultFound BOARD_DISTURBED"]
    assert evening.act("+F9:b") == []
    assert evening.tracking.fault.squares == (32, 33, 51, 55, 84, 85)
    assert evening.turns == ["r 7D@C4", "b 8D@D4"]


def test_more_chips_of_one_team_than_it_can_have_played_are_a_disturbed_board_beside_the_turns(evening):
    said = kinds(evening.act("7D", "8D", "+C4:r", "+D4:b", "+A5:b", "+B6:b", "+E9:b"))
    assert [kind for kind in said if kind[:6] != "Notice"] == [
        "TurnPlayed r 7D@C4",
        "TurnPlayed b 8D@D4",
        "FaultFound BOARD_DISTURBED",
    ]
    assert evening.tracking.fault.squares == (40, 51, 84)


def test_of_more_chips_than_cards_it_is_asked_which_one_the_unread_card_was_for(evening):
    said = evening.act("7D", "8D", "+C4:r", "+D4:b", "+A5:r", "+B6:b", "+E9:r", frames=8)
    assert kinds(said) == ["FaultFound BOARD_DISTURBED", "QuestionAsked"]
    assert asked(evening) == ("r ?@C4", "r ?@A5", "r ?@E9")
    evening.command(answer(evening.tracking, "r ?@A5"))
    assert kinds(evening.rest(2)) == ["TurnPlayed b 8D@D4"]
    assert evening.tracking.fault.squares == (32, 51, 84)
    assert kinds(evening.act("-C4", "-B6", "-E9")) == ["FaultResolved BOARD_DISTURBED"]
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]


@pytest.mark.parametrize(("chip", "code"), [("+F6:b", "WRONG_COLOUR"), ("+A1:r", "CORNER_CLOSED")])
def test_what_every_card_would_be_a_fault_for_is_one_under_a_card_nobody_read(evening, chip: str, code: str):
    evening.play(("JD", "+B2:r"), ("JC", "+B3:b"), ("JD", "+B4:r"), ("JC", "+B5:b"))  # no wild jack is left
    assert kinds(evening.act("?7D", chip, frames=6)) == [f"FaultFound {code}"]


def test_of_a_team_of_several_the_one_to_play_is_named():
    tracking = begin(replace(setup_of("open N=4 T=2", 2), players=("Annika", "Benno", "Cleo", "Dan")))[0]
    for turn in ("r 7D@C4", "b 9D@E4"):
        tracking = accept(tracking, parse_turn(turn))[0]
    about = Sight(None, ((33, 1),))
    assert worded(tracking, "WRONG_COLOUR", about).startswith("It is Cleo’s turn, but a blue chip was put on D4.")


def test_a_forgotten_die_is_likelier_after_a_chip_on_its_cards_square_than_after_anything_else():
    seven, game = Card("7D"), after_two_turns().tracking.game
    about = (Sight(seven, ((67, 0),)), Sight(seven, ((34, 0),)), Sight(seven, vanished=(33,)), Sight(seven))
    played, elsewhere, taken, nothing = (price(game, "DIE_MISSING", one) for one in about)
    unread = price(game, "DIE_MISSING", Sight(None, ((67, 0),)))
    assert played < elsewhere == taken == nothing == unread
    bumped = Sight(seven, ((67, 0), (12, 1), (55, 0)), (33, 34))  # one of the chips came to lie on that square
    assert price(game, "DIE_MISSING", bumped) == price(game, "BOARD_DISTURBED", bumped)


def test_a_chip_is_rather_nudged_onto_the_next_square_than_across_the_board():
    game = after_two_turns().tracking.game
    (square, team), *_ = [(square, chip) for square, chip in enumerate(game.position.chips) if chip is not None]
    beside, far = (price(game, "CHIP_MOVED", Sight(None, ((there, team),), (square,))) for there in (square + 11, 88))
    assert beside < far
