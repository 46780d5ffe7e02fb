"""Chips that came and went before anybody saw them: the cards tell, or the players are asked."""

import pytest
from simulated_table import Evening, after_two_turns, asked, kinds

from companion.games.cards import Card
from companion.games.squares import parse_square, square_name
from companion.referee.one_eyed_jack.commands import answer


def before_a_capture(remove: str) -> Evening:
    """Red on E6, blue on F6; whoever closes in D6 and E6 captures both."""
    evening = Evening(f"my_rules capture=pairs remove={remove}")
    evening.act("8C", "+E6:r")
    evening.act("7C", "+F6:b")
    return evening


@pytest.mark.parametrize("remove", ["opponents", "any"])
def test_a_chip_captured_before_anybody_saw_it_was_placed_by_the_card_under_the_top_one(remove: str):
    evening = before_a_capture(remove)
    evening.act("9C", frames=1)
    evening.act("TC", "+C6:b", "-E6", frames=8)
    assert evening.turns[2:] == ["r 9C@D6", "b TC@C6"]


def test_whether_a_card_nobody_read_took_a_chip_or_placed_one_that_was_captured_is_not_asked():
    evening = before_a_capture("any")
    evening.act("?9C", frames=1)
    assert "QuestionAsked" not in kinds(evening.act("TC", "+C6:b", "-E6", frames=30))
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"), ("9D", "+E4:r"), frames=8)
    assert evening.turns[2:] == ["r ?xE6", "b TC@C6", "r 7D@C4", "b 8D@D4", "r 9D@E4"]


def test_what_a_card_nobody_read_was_played_for_does_not_hold_up_a_turn_that_is_sure():
    evening = Evening("my_rules N=3 T=3 capture=pairs remove=any", teams=3)
    for acts, frames in ((("8C", "+E6:r"), 4), (("7C", "+F6:b"), 4), (("2S",), 1), (("?9C",), 1)):
        evening.act(*acts, frames=frames)
    evening.act("TC", "+C1:g", "+C6:b", "-E6", frames=14)
    assert evening.turns[2] == "g 2S@C1"
    assert asked(evening) == ()


def before_a_jack() -> Evening:
    """Two chips of each; a blue one on I7, which shows 6D."""
    evening = Evening()
    evening.play(("7D", "+C4:r"), ("6D", "+I7:b"), ("9D", "+E4:r"), ("TD", "+F4:b"))
    return evening


@pytest.mark.parametrize("first", ["JS", "?JS"])
def test_a_jack_under_a_card_that_may_have_put_the_same_chip_back_comes_to_nothing_and_is_not_asked(first: str):
    evening = before_a_jack()
    evening.hand()
    evening.table.lay("JS", readable=first == "JS")
    assert evening.act("6D", frames=30) == []
    assert kinds(evening.act("QD", "+D7:r")) == ["TurnPlayed r QD@D7"]
    assert evening.turns[4:] == ["r QD@D7"]


def test_a_jack_that_lay_at_rest_before_a_second_card_came_took_nothing_unseen():
    evening = before_a_jack()
    evening.act("JS")
    assert kinds(evening.act("6D", frames=14)) == ["FaultFound TWO_CARDS"]


def test_a_jack_laid_like_the_one_below_a_quick_turn_is_asked_about_and_a_new_one_once_play_goes_on():
    evening = before_a_jack()
    evening.act("JH", "-I7")
    evening.hand()
    evening.act("9H", frames=0)
    evening.rest(1)
    assert kinds(evening.act("JH", "+H8:b", "-F4", frames=20)) == ["QuestionAsked"]
    assert asked(evening) == ("b 9H@H8", "not played")
    said = kinds(evening.act("QD", "+D7:b"))
    assert said == ["QuestionAnswered b 9H@H8", "TurnPlayed b 9H@H8", "TurnPlayed r JHxF4", "TurnPlayed b QD@D7"]
    assert kinds(evening.act("7S", "+H1:r")) == ["TurnPlayed r 7S@H1"]


def test_a_card_like_the_one_below_a_quick_turn_is_a_new_one_where_the_turns_chip_waits_in_vain_for_its_card():
    evening = before_a_jack()
    evening.play(("JD", "+J8:r"), ("7H", "+A3:b"))
    evening.act("AH", frames=2)
    assert kinds(evening.act("7H", "+E2:r", frames=14)) == ["TurnPlayed r AH@E2", "TurnPlayed b dead 7H"]


def test_a_card_like_the_one_below_a_card_nobody_read_is_a_new_one_where_the_board_says_so():
    evening = Evening()
    evening.play(("7D", "+C4:r"), ("6S", "+G1:b"))
    evening.act("?TC", frames=1)
    assert "FaultFound" not in " ".join(kinds(evening.act("6S", "+C6:r", "+D10:b", frames=8)))
    assert evening.turns[2:] == ["r ?@C6", "b 6S@D10"]


def test_a_card_that_was_taken_up_is_no_new_one_whatever_is_wrong_on_the_board():
    evening = before_a_jack()
    evening.act("9H")
    evening.table.pick_up()
    assert kinds(evening.act("+E4:b")) == ["FaultFound SQUARE_OCCUPIED"]
    assert evening.tracking.card is None
    assert evening.tracking.watch.belief.lead.laid == ()
    assert kinds(evening.act("+E4:r", "9H", "+H8:r")) == ["FaultResolved SQUARE_OCCUPIED", "TurnPlayed r 9H@H8"]


def test_a_pile_that_is_never_found_is_out_of_sight_and_not_bare(evening):
    chips = ("+C4:r", "+D4:b", "+E4:r", "+F4:b", "+D7:r", "+C7:b")
    for chip in chips:
        evening.act(chip, frames=12)
    assert evening.turns == [f"{chip[-1]} ?@{chip[1:3]}" for chip in chips]
    assert evening.tracking.fault is None or evening.tracking.fault.code == "NO_CARD"


@pytest.mark.parametrize("unseen", [2, 3, 6])
def test_a_card_that_shows_at_last_is_that_of_the_newest_turn_it_fits(evening, unseen):
    turns = [("7D", "+C4:r"), ("8D", "+D4:b"), ("9D", "+E4:r"), ("TD", "+F4:b"), ("QD", "+D7:r"), ("KD", "+C7:b")]
    evening.table.pile_hidden = True
    evening.play(*turns[:unseen])
    evening.table.pile_hidden = False
    evening.rest(8)
    evening.act("6D", "+B4:" + "rb"[unseen % 2], frames=8)
    squares = [chip[1:3] for _, chip in turns[: unseen - 1]]
    seats = "rbrbrb"
    missed = [f"{seats[number]} ?@{square}" for number, square in enumerate(squares)]
    last, chip = turns[unseen - 1]
    assert evening.turns[:unseen] == [*missed, f"{seats[unseen - 1]} {last}@{chip[1:3]}"]
    assert evening.turns[unseen:] == [f"{seats[unseen % 2]} 6D@B4"]


def test_of_many_turns_that_lack_their_card_the_newest_has_the_one_that_shows(evening):
    cards = [f"{rank}D" for rank in ("7", "8", "9", "T", "Q", "K", "6", "5", "4", "3")]
    squares = [square_name(evening.tracking.game.layout.squares_of(Card(card))[0]) for card in cards]
    evening.table.pile_hidden = True
    evening.play(
        *[(card, f"+{square}:{'rb'[n % 2]}") for n, (card, square) in enumerate(zip(cards, squares, strict=True))]
    )
    evening.table.pile_hidden = False
    evening.rest(8)
    evening.act("2D", f"+{square_name(evening.tracking.game.layout.squares_of(Card('2D'))[0])}:r", frames=8)
    assert [turn.split("@")[1] for turn in evening.turns[:10]] == squares
    assert evening.turns[9] == f"b 3D@{squares[9]}"


@pytest.mark.parametrize("turns", [2, 3, 4])
def test_turns_played_while_the_camera_stalls_are_told_once_it_goes_on(evening, turns):
    evening.act("6D", "+B4:r")
    played = [("7D", "+C4:b"), ("8D", "+D4:r"), ("9D", "+E4:b"), ("TD", "+F4:r")][:turns]
    for card, chip in played:
        evening.table.lay(card)
        evening.table.put(chip[1:3], "rb".index(chip[-1]))
        for _ in range(4):
            evening.look(evening.table.look(registered=False))
    evening.table.came = 1  # of the cards that came meanwhile the last lies on top
    evening.rest(6)
    *missed, last = (f"{chip[-1]} {card}@{chip[1:3]}" for card, chip in played)
    assert [turn.split("@")[1] for turn in evening.turns[1:]] == [turn.split("@")[1] for turn in (*missed, last)]
    assert evening.turns[-1] == last
    assert evening.tracking.fault is None
    assert evening.tracking.question is None


def test_a_chip_taken_without_a_jack_is_a_fault_though_a_hand_hid_the_board_for_a_frame(evening):
    evening.play(("6D", "+B4:r"), ("7D", "+C4:b"), ("8D", "+D4:r"), ("9D", "+E4:b"))
    evening.hand()
    evening.look(evening.table.look(registered=False))
    evening.act("TS", "-C4", frames=6)
    assert evening.tracking.fault.code == "REMOVED_WITHOUT_JACK"


@pytest.mark.parametrize("wrong", [("3S", "D1"), ("6D", "I7")])
def test_a_turn_played_while_the_camera_stalls_is_told_though_the_same_player_then_plays_out_of_turn(evening, wrong):
    evening.act("6D", "+B4:r")
    evening.table.lay("7D")
    evening.table.put("H7", 1)
    for _ in range(3):
        evening.look(evening.table.look(registered=False))
    card, square = wrong
    evening.act(card, f"+{square}:b", frames=8)
    assert evening.tracking.fault is not None
    evening.act(f"-{square}", frames=8)
    evening.play(("9D", "+E4:r"), ("TD", "+F4:b"), frames=8)
    assert [turn.split("@")[1] for turn in evening.turns] == ["B4", "H7", "E4", "F4"]
    assert evening.tracking.fault is None


def test_a_turn_played_while_the_camera_stalls_is_told_though_a_chip_is_taken_without_a_jack_then():
    evening = Evening("classic N=3 T=3", 3)
    evening.play(("6D", "+B4:r"), ("7D", "+C4:b"), ("8D", "+D4:g"))
    evening.table.lay("9D")
    evening.table.put("E4", 0)
    for _ in range(4):
        evening.look(evening.table.look(registered=False))
    said = evening.act("TS", "-D4", frames=8)
    ten = next(map(square_name, evening.tracking.game.layout.squares_of(Card("TS"))))
    said += evening.act("+D4:g", frames=8) + evening.act(f"+{ten}:b", frames=8)
    assert [turn.split("@")[1] for turn in evening.turns] == ["B4", "C4", "D4", "E4", ten]
    assert not {"CARD_MISMATCH", "WRONG_COLOUR"} & {getattr(one, "code", None) for one in said}


def test_a_chip_out_of_turn_beside_a_hand_that_leaves_is_no_second_turn_after_one_below_the_hand():
    evening = Evening()
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"))
    evening.table.pile_hidden = True
    evening.hand()
    evening.table.put("E5", 1)
    said = evening.rest(2, hidden=(parse_square("E6"),))
    evening.table.pile_hidden = False
    evening.table.lay("QS")
    said += evening.rest(12)
    assert not {"TurnPlayed", "TurnUndone"} & {kind.split()[0] for kind in kinds(said)}
    assert evening.tracking.fault.code == "WRONG_COLOUR"


def test_a_jack_after_a_card_that_a_lamp_hid_leaves_no_turn_in_doubt():
    evening = Evening("classic N=3 T=3", teams=3)
    evening.act("7D", "+C4:r")
    evening.table.pile_hidden = True
    evening.act("+D4:b", frames=4)
    evening.table.pile_hidden = False
    evening.act("JD", "+E6:g")
    evening.table.pile_hidden = True
    evening.rest(1)
    evening.table.pile_hidden = False
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed g JD@E6", "TurnPlayed r 9D@E4"]


@pytest.mark.parametrize(
    ("said", "follows"),
    [
        ("r ?@E4", ["QuestionAnswered r ?@E4", "TurnPlayed r ?@E4", "TurnPlayed b ?xC4"]),
        ("not played", ["QuestionAnswered not played", "FaultFound CHIP_MOVED"]),
    ],
)
def test_whether_a_chip_moved_or_two_cards_that_nobody_read_did_it_is_asked_where_neither_is_sure(said, follows):
    evening = after_two_turns()
    assert kinds(evening.act("?9D", "?JS", "+E4:r", "-C4", frames=16)) == ["QuestionAsked"]
    assert evening.tracking.question.text == "Did Ann play this card on E4?"
    assert asked(evening) == ("r ?@E4", "not played")
    assert kinds([*evening.command(answer(evening.tracking, said)), *evening.rest(16)]) == follows
