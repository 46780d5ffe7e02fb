"""What is followed from looks alone: chips before their cards, quick turns, missed ones, the newest chip that goes."""

import pytest
from simulated_table import Evening, after_two_turns, asked, kinds, told

from companion.games.one_eyed_jack.notation import parse_turn
from companion.referee.events import NoticeGiven, TurnPlayed
from companion.referee.one_eyed_jack.belief import believing
from companion.referee.one_eyed_jack.telling import turns_told
from companion.referee.one_eyed_jack.tracking import replay


def test_a_chip_is_a_turn_before_its_card_comes_and_is_asked_for_it_when_that_takes_very_long(evening):
    assert evening.act("+C4:r", frames=5) == []
    assert evening.rest(1) == [TurnPlayed("r 7D@C4", verified=False)]
    assert evening.rest(13) == []
    assert told(evening.rest(1)) == ["Show the card for the chip on C4."]
    assert evening.rest(20) == []
    assert kinds(evening.act("7D")) == ["CardRead", "FaultResolved NO_CARD"]
    assert evening.turns == ["r 7D@C4"]


def test_what_was_believed_before_a_calm_keeps_no_turn_told_in_place_of_one_of_its_own(evening):
    taken_back, instead = evening.tracking.game.copy(), evening.tracking.game.copy()
    evening.act("7D", "+C4:r")
    instead.push(parse_turn("r 9D@E4"))
    belief = believing(evening.tracking.game).following(taken_back).following(instead)
    assert [(one.kept, one.untold) for one in (*belief.prior, *belief.beam)] == [(0, 1), (0, 1)]


def test_a_card_that_cannot_be_that_of_the_chip_before_is_the_next_players(evening):
    evening.act("+C4:r", frames=8)
    assert evening.act("8D", frames=8) == []
    assert kinds(evening.act("+D4:b")) == ["TurnPlayed b 8D@D4"]
    assert evening.turns == ["r ?@C4", "b 8D@D4"]


def test_nobody_is_asked_for_a_card_while_the_pile_is_out_of_sight(evening):
    evening.table.pile_hidden = True
    assert evening.act("+C4:r", frames=60) == [TurnPlayed("r 7D@C4", verified=False)]


def test_two_quick_turns_are_two_turns(evening):
    evening.hand()
    evening.table.lay("7D")
    evening.look(evening.table.look())
    evening.table.put("C4", 0)
    evening.hand()
    assert kinds(evening.act("8D", "+D4:b")) == ["TurnPlayed r 7D@C4", "TurnPlayed b 8D@D4"]


MISSED = NoticeGiven("MERGED_TURNS", "I missed a turn: Ann played on C4, and I could not see the card.")


def test_a_turn_that_was_missed_is_told_with_the_next_and_in_words(evening):
    evening.hand()
    evening.table.put("C4", 0)
    said = evening.act("8D", "+D4:b", frames=8)
    assert said == [TurnPlayed("r 7D@C4", verified=False), TurnPlayed("b 8D@D4"), MISSED]
    assert evening.turns == ["r ?@C4", "b 8D@D4"]
    assert evening.tracking.notice == MISSED
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]
    assert evening.tracking.notice is None


def test_cards_that_were_taken_up_again_are_not_played_later(evening):
    evening.play(("7D", "+C4:r"), ("JS", "-C4"), ("8D", "+D4:r"))
    evening.act("JS", "-D4", frames=3)
    evening.act("8D", "+D4:r")
    assert kinds(evening.act("JH", "-D4"))[-1] != "TurnPlayed b JSxD4"


def test_a_card_that_shows_again_after_a_take_back_is_no_new_one(evening):
    evening.play(("?7D", "+C4:r"), ("7S", "+H1:b"), ("JD", "+H7:r"), ("9D", "+E4:b"))
    evening.table.lay("JD")
    evening.table.take("E4")
    assert kinds(evening.hand() + evening.rest(6)) == ["TurnUndone"]


def test_a_turn_nobody_noticed_is_found_when_the_next_one_comes(evening):
    assert evening.act("+C4:r") == []
    said = evening.act("8D", "+D4:b", frames=3)
    assert said == [TurnPlayed("r 7D@C4", verified=False), TurnPlayed("b 8D@D4"), MISSED]
    assert kinds(evening.act("9D", "+E4:r", frames=6)) == ["TurnPlayed r 9D@E4"]


def test_a_newest_chip_that_goes_while_the_pile_is_under_a_hand_was_taken_back(evening):
    evening.act("7D", "+C4:r")
    evening.table.pile_hidden = True
    assert kinds(evening.act("-C4")) == ["TurnUndone"]
    evening.table.pile_hidden = False
    assert evening.rest(8) == []
    assert kinds(evening.act("7D", "+H7:r")) == ["TurnPlayed r 7D@H7"]
    assert kinds(evening.act("8D", "+D4:b")) == ["TurnPlayed b 8D@D4"]


def test_a_newest_chip_that_went_while_the_pile_was_under_a_hand_was_taken_if_a_jack_shows_then(evening):
    evening.act("7D", "+C4:r")
    evening.table.pile_hidden = True
    assert kinds(evening.act("-C4")) == ["TurnUndone"]
    evening.table.lay("JS")
    evening.table.pile_hidden = False
    assert kinds(evening.rest(8)) == ["TurnPlayed r 7D@C4", "TurnPlayed b JSxC4"]
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]


def test_nothing_is_told_before_the_table_was_seen():
    fresh = replay(after_two_turns().log)
    assert turns_told(fresh, 0.0) == (fresh, ())


def test_a_chip_that_went_while_the_pile_was_out_of_sight_waits_until_play_goes_on():
    evening = after_two_turns()
    evening.act("9D", "+E4:r")
    evening.table.pile_hidden = True
    assert evening.act("-C4", frames=60) == []
    said = kinds(evening.act("+F4:r", frames=8))
    assert said[:2] == ["TurnPlayed b ?xC4", "TurnPlayed r TD@F4"]
    assert evening.turns[3:] == ["b ?xC4", "r ?@F4"]


def test_a_jack_that_shows_again_as_the_newest_chip_goes_is_a_take_back_rather_than_its_second_copy():
    evening = after_two_turns()
    evening.act("JS", "-D4")
    evening.act("9D", "+E4:b")
    assert kinds(evening.act("JS", "-E4", frames=18)) == ["TurnUndone"]
    assert (evening.tracking.fault, asked(evening)) == (None, ())
    assert kinds(evening.act("TD", "+F4:b")) == ["TurnPlayed b TD@F4"]
    assert kinds(evening.act("QD", "+D7:r")) == ["TurnPlayed r QD@D7"]


def test_a_second_jack_is_understood_when_play_goes_on():
    evening = after_two_turns()
    evening.act("JS", "-D4")
    evening.act("9D", "+E4:b")
    evening.act("JS", "-E4")
    evening.act("TD", "+F4:b", frames=6)
    evening.act("QD", "+D7:r", frames=6)
    assert evening.turns[-2:] == ["b TD@F4", "r QD@D7"]
    assert (evening.tracking.fault, asked(evening)) == (None, ())


def test_a_chip_on_the_one_square_nobody_can_see_was_played_once_play_goes_on(evening):
    evening.hand()
    evening.table.lay("JD")
    evening.table.put("E5", 0)
    assert evening.rest(8, hidden=(44,)) == []
    evening.hand()
    evening.table.lay("8D")
    evening.table.put("D4", 1)
    evening.rest(4, hidden=(44,))
    evening.act("9D", "+E4:r")
    assert evening.turns == ["r JD@E5", "b 8D@D4", "r 9D@E4"]


def test_a_chip_on_a_square_nobody_could_see_for_turns_was_played_then_though_no_card_was_seen_either(evening):
    evening.table.pile_hidden = True
    for square, team in (("E5", 0), ("D4", 1), ("G7", 0), ("H7", 1)):
        evening.hand()
        evening.table.put(square, team)
        evening.rest(12, hidden=(44,))
    evening.act("+B2:r", frames=12)
    assert evening.turns == ["r ?@E5", "b ?@D4", "r ?@G7", "b ?@H7", "r ?@B2"]


def test_of_two_chips_laid_without_a_card_in_sight_the_one_that_stays_is_the_turn():
    evening = after_two_turns()
    evening.table.pile_hidden = True
    assert kinds(evening.act("+E4:r", "+G7:r", frames=8)) == ["FaultFound TWO_CHIPS"]
    assert "FaultFound" not in " ".join(kinds(evening.act("-G7", frames=8)))
    evening.act("+F4:b", frames=8)
    evening.act("+C8:r", frames=8)
    assert evening.turns[2:4] == ["r ?@E4", "b ?@F4"]
    assert evening.tracking.fault is None


def test_of_two_chips_laid_without_a_card_in_sight_the_later_may_stay_as_the_turn():
    evening = Evening("classic N=3 T=3", teams=3)
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"))
    evening.table.pile_hidden = True
    assert kinds(evening.act("+E4:g", "+G7:g", frames=8)) == ["FaultFound TWO_CHIPS"]
    assert kinds(evening.act("-E4", frames=8))[0] == "FaultResolved TWO_CHIPS"
    evening.play(("+F4:r",), ("+C8:b",), frames=8)
    assert evening.turns[2:4] == ["g ?@G7", "r ?@F4"]
    assert evening.tracking.fault is None


def test_what_seems_wrong_while_something_is_above_the_board_is_said_late():
    evening = after_two_turns()
    evening.hand(hidden=range(40, 52))
    evening.table.put("G7", 1)
    assert evening.rest(5, hidden=range(40, 52)) == []
    assert kinds(evening.rest(6, hidden=range(40, 52))) == ["FaultFound WRONG_COLOUR"]


def test_a_chip_that_comes_to_a_square_where_an_unseen_jack_took_one_long_ago_changes_nothing_of_the_past():
    evening = after_two_turns()
    evening.act("9D", "+E4:r")
    evening.table.pile_hidden = True
    for acts in (("-C4",), ("+F4:r",), ("+G7:b",), ("+H7:r",), ("+C8:b",), ("+B2:r",), ("+J2:b",)):
        evening.act(*acts, frames=12)
    said = kinds(evening.act("+C4:r", frames=12))
    assert "TurnUndone" not in said
    assert evening.turns[3] == "b ?xC4"


@pytest.mark.parametrize("pushed_for", [0, 2])
def test_a_chip_pushed_just_after_a_jack_was_played_is_said_to_have_moved(pushed_for: int):
    evening = after_two_turns()
    evening.act("JD", "+E7:r", frames=6)
    evening.table.take("C4")
    evening.rest(pushed_for)
    evening.table.put("C3", 0)
    assert kinds(evening.rest(8)) == ["FaultFound CHIP_MOVED"]
    evening.table.take("C3")
    evening.table.put("C4", 0)
    assert kinds(evening.rest(8)) == ["FaultResolved CHIP_MOVED"]
    assert evening.turns[2:] == ["r JD@E7"]


def test_a_chip_laid_too_soon_is_its_teams_turn_once_that_has_come_with_its_card():
    evening = after_two_turns()
    assert kinds(evening.act("+F4:b", frames=14)) == ["FaultFound WRONG_COLOUR"]
    assert kinds(evening.act("9D", "+E4:r")) == ["TurnPlayed r 9D@E4"]
    assert kinds(evening.act("TD")) == ["FaultResolved WRONG_COLOUR", "TurnPlayed b TD@F4"]
