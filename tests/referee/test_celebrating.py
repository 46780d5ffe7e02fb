"""Lines and wins: told once the chip has lain for a while, and not at all when somebody regrets it at once."""

import pytest
from simulated_table import Evening, kinds, told, undo

from companion.referee.events import GameWon, LineCompleted
from companion.referee.one_eyed_jack.commands import declare, new_game
from companion.referee.one_eyed_jack.tracking import replay
from companion.referee.phones import Asker
from companion.views.one_eyed_jack.scene import scene_of
from companion.views.one_eyed_jack.status import Status, status_of

FIRST = (("AS", "+B1:r"), ("JD", "+J9:b"))


@pytest.fixture
def before() -> Evening:
    """Red needs one chip more for a line of three, and for the game."""
    evening = Evening("my_rules lines=1 n=3")
    evening.play(*FIRST, frames=8)
    return evening


def told_of_it(status: Status) -> bool:
    """Whether anything tells that red has a line or has won."""
    shown = (status.over, status.winner is not None, status.locked, status.teams[0].lines, status.wins != (0, 0))
    said = any(
        word in f"{status.announcement} {status.hint} {status.result}" for word in ("line", "wins", "draw a card")
    )
    return said or any(shown) or status.scene.mood != "turn"


def test_a_line_and_a_win_are_told_when_their_chip_has_lain_for_a_second(before: Evening):
    assert kinds(before.act("2S", "+C1:r", frames=4)) == ["TurnPlayed r 2S@C1"]
    assert not told_of_it(status_of(before.tracking))
    assert kinds(before.rest(4)) == ["LineCompleted 0", "GameWon 0"]
    assert told_of_it(status_of(before.tracking))
    assert scene_of(before.tracking).mood == "win"
    assert before.rest(8) == []


def test_a_chip_that_is_taken_back_within_a_second_was_no_line_and_no_win(before: Evening):
    before.act("2S", "+C1:r", frames=4)
    assert kinds(before.act("-C1", frames=8)) == ["TurnUndone"]
    assert kinds(before.act("+H10:r", frames=8)) == ["TurnPlayed r 2S@H10"]
    assert not {LineCompleted, GameWon} & {type(event) for event in before.log}


def test_a_chip_that_is_gone_is_not_told_of_while_nobody_knows_why(before: Evening):
    before.act("2S", "+C1:r", frames=4)
    before.patience_s = 60.0
    assert before.act("-C1", frames=20) == []


def test_a_win_waits_for_the_card_of_its_chip_which_is_asked_for(before: Evening):
    assert kinds(before.act("+C1:r", frames=30)) == ["TurnPlayed r 2S@C1", "FaultFound NO_CARD"]
    assert told(before.log) == ["Show the card for the chip on C1."]
    status = status_of(before.tracking)
    assert (status.over, status.winner, status.teams[0].lines) == (False, None, 0)
    assert status.hint.endswith("Lay its card.")
    assert kinds(before.act("2S", frames=8)) == ["CardRead", "FaultResolved NO_CARD", "LineCompleted 0", "GameWon 0"]


def test_a_win_whose_chip_is_taken_off_for_want_of_a_card_is_none(before: Evening):
    before.act("+C1:r", frames=30)
    assert kinds(before.act("-C1", frames=8)) == ["FaultResolved NO_CARD", "TurnUndone"]
    assert before.tracking.game.outcome() is None


def test_where_no_pile_is_in_view_a_win_needs_no_card(before: Evening):
    before.table.pile_hidden = True
    before.rest(8)
    assert kinds(before.act("+C1:r", frames=8)) == ["TurnPlayed r 2S@C1", "LineCompleted 0", "GameWon 0"]


def test_a_line_without_its_card_is_told_once_play_goes_on():
    evening = Evening("my_rules lines=2 n=3")
    evening.play(*FIRST, frames=8)
    assert kinds(evening.act("+C1:r", frames=8)) == ["TurnPlayed r 2S@C1"]
    assert kinds(evening.act("9D", "+E4:b", frames=8)) == ["LineCompleted 0", "TurnPlayed b 9D@E4"]


def test_a_win_is_told_though_the_table_is_cleared_at_once(before: Evening):
    before.play(("9D", "+E4:r"), ("TD", "+F4:b"), ("2S", "+C1:r"), frames=2)
    swept = before.act("-B1", "-C1", "-E4", "-F4", "-J9", frames=8)
    assert kinds(swept) == ["LineCompleted 0", "GameWon 0"]


def test_a_win_is_in_the_log_though_a_new_game_is_begun_at_once(before: Evening):
    before.act("2S", "+C1:r", frames=3)
    said = before.command(new_game(before.tracking, Asker(table=True), before.tracking.setup))
    assert kinds(said)[:3] == ["LineCompleted 0", "GameWon 0", "GameStarted"]


def test_a_win_that_was_told_can_be_taken_back_by_putting_the_chip_back(before: Evening):
    before.act("2S", "+C1:r", frames=8)
    assert before.tracking.outcome is not None
    assert kinds(before.act("-C1")) == ["TurnUndone"]
    assert before.tracking.outcome is None
    assert kinds(before.act("+H10:r")) == ["TurnPlayed r 2S@H10"]


def test_a_line_is_told_at_the_latest_before_the_next_turn():
    evening = Evening("my_rules lines=2 n=3")
    evening.play(*FIRST, ("2S", "+C1:r"))
    assert kinds(evening.act("9D", "+E4:b", frames=2)) == ["LineCompleted 0", "TurnPlayed b 9D@E4"]


def test_a_line_is_told_before_what_the_next_player_does_wrong():
    evening = Evening("my_rules lines=2 n=3")
    evening.play(*FIRST, ("2S", "+C1:r"))
    assert kinds(evening.act("9D", "+E4:b", "+F4:b")) == ["LineCompleted 0", "FaultFound TWO_CHIPS"]


def test_a_line_is_not_told_while_its_last_chip_is_what_is_wrong():
    evening = Evening("my_rules lines=2 n=3")
    evening.play(*FIRST, ("2S", "+C1:r"))
    assert kinds(evening.act("9D", "+C1:b")) == ["FaultFound SQUARE_OCCUPIED"]
    assert kinds(evening.act("+C1:r", frames=8)) == ["FaultResolved SQUARE_OCCUPIED", "LineCompleted 0"]


def test_an_undo_from_a_phone_within_a_second_leaves_the_line_untold(before: Evening):
    before.act("2S", "+C1:r", frames=4)
    assert kinds(before.command(undo(before.tracking)))[0] == "TurnUndone"
    assert before.tracking.unannounced == ()


def test_a_line_whose_owner_may_choose_its_squares_is_told_at_once():
    evening = Evening("my_rules lines=2 n=3 line_choice=declare")
    evening.play(
        ("JD", "+B5:r"), ("9D", "+E4:b"), ("JC", "+C5:r"), ("TD", "+F4:b"), ("JD", "+E5:r"), ("QD", "+G4:b"), frames=8
    )
    said = kinds(evening.act("JC", "+D5:r", frames=3))
    assert said[:3] == ["TurnPlayed r JC@D5", "LineCompleted 0", "QuestionAsked"]


def test_what_only_a_phone_can_tell_ends_the_game_at_once():
    evening = Evening()
    assert kinds(evening.command(declare(evening.tracking, "stop r")))[-1] == "GameWon 0"


def test_a_win_that_the_power_cut_off_is_told_when_the_table_agrees(before: Evening):
    before.act("2S", "+C1:r", frames=4)
    before.tracking = replay(before.log)
    assert not told_of_it(status_of(before.tracking))
    assert kinds(before.rest(8)) == ["LineCompleted 0", "GameWon 0"]
    assert replay(before.log).outcome is not None
    assert "Ann wins the game!" in status_of(before.tracking).announcement


def test_nobody_is_said_to_have_won_whose_winning_chip_was_taken_back_though_another_lies_wrong(before: Evening):
    before.act("2S", "+C1:r", frames=15)
    assert before.tracking.outcome
    before.act("-C1", frames=8)
    before.act("+E7:r", frames=8)
    said = told(before.act("TD", "+F4:b", frames=8))
    assert before.tracking.outcome is None
    assert said == ["2♠ still has an open square: place a chip on C1 or H10."]


def test_an_end_that_is_not_told_yet_is_no_fault_of_whoever_may_have_done_something_else(before: Evening):
    before.table.pile_hidden = True
    assert told(before.act("+C1:r", frames=12)) == []


@pytest.mark.parametrize("wrong", ["D1", "J5"])
def test_a_winning_chip_that_is_moved_within_a_second_is_wrong_where_it_lies_then(before: Evening, wrong: str):
    before.act("2S", "+C1:r", frames=4)
    said = before.act("-C1", f"+{wrong}:r", frames=20)
    assert kinds(said) == ["TurnUndone", "FaultFound CARD_MISMATCH"]
    assert told(said) == [f"2♠ belongs on C1 or H10, not {wrong}. Move the chip, or take back card and chip."]
    mended = kinds(before.act(f"-{wrong}", "+C1:r", frames=12))
    assert mended == ["FaultResolved CARD_MISMATCH", "TurnPlayed r 2S@C1", "LineCompleted 0", "GameWon 0"]
