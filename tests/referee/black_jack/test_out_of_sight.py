"""What phones say of cards too early or late: while a hand, a head or a mug hides the pile, when the next one lies."""

import pytest
from watched_pile import TABLE, Watched, asked, begun, turns

from companion.games.cards import Card
from companion.games.refusals import IllegalTurnError
from companion.referee.black_jack import commands
from companion.referee.black_jack.ledger import replay
from companion.referee.events import PositionOverridden
from companion.referee.phones import Asker, OutdatedError, at
from companion.views.black_jack.status import status_of


def hidden(watched: Watched, *codes: str, seconds: float = 0.6) -> None:
    """Cards come to lie on the pile, and something hides it."""
    watched.look(round(seconds / 0.2), hidden=True)
    watched.cards += map(Card, codes)
    watched.came = len(codes) > 0


def test_a_turn_that_is_ended_before_its_card_is_seen_waits_for_the_card():
    watched = begun("7S")
    hidden(watched, "9S")
    watched.say("end")
    assert turns(watched) == []
    watched.wait(1.0)
    assert turns(watched) == ["P1 9S"]


def test_the_page_says_that_a_word_waits_for_its_card():
    watched = begun("7S")
    watched.look(2, hidden=True)
    watched.say("end")
    assert status_of(watched.tracking).hint == "I heard what was said, and wait to see the card that it is about."


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("first", [TABLE, Asker(seat=1)])
def test_whoever_says_it_again_is_told_that_it_was_heard(players: int, first: Asker):
    watched = begun("7S", f"base players={players}", players)
    watched.lay("9S")
    hidden(watched)
    watched.say("end", first)
    with pytest.raises(ValueError, match="I have heard that"):
        watched.say("end", Asker(seat=1))
    watched.wait(1.0)
    assert turns(watched) == ["P1 9S"]


def test_of_two_phones_that_say_the_same_at_once_the_later_has_missed_the_first():
    watched = begun("7S")
    watched.lay("9S")
    hidden(watched)
    shown = watched.tracking.number
    watched.say("end", Asker(seat=1))
    with pytest.raises(OutdatedError):
        at(shown, lambda tracking: commands.end(tracking, TABLE))(watched.tracking)
    assert replay(watched.log).number == watched.tracking.number


def test_such_a_word_outlives_a_power_cut():
    watched = begun("7S")
    hidden(watched, "9S")
    watched.say("end")
    watched.tracking = replay(watched.log)
    assert watched.tracking.heard == ("unseen", "P1 end")
    watched.wait(1.0)
    assert turns(watched) == ["P1 9S"]


def test_a_suit_may_be_named_before_the_ace_is_seen():
    watched = begun("7S")
    hidden(watched, "AD")
    watched.say("name_suit", suit="H")
    watched.wait(1.0)
    assert turns(watched) == ["P1 AD/H"]


def test_a_joker_may_be_named_before_it_is_seen():
    watched = begun("7S", options="base players=4 jokers=1")
    hidden(watched, "JK")
    watched.say("name_joker", card=Card("9S"))
    watched.wait(1.0)
    watched.say("end")
    assert turns(watched) == ["P1 JK=9S"]


def test_whoever_lays_the_last_card_may_say_so_before_it_is_seen():
    watched = begun("7S", options="base players=3", players=3)
    watched.say("count_cards", seat=1, cards=2)
    hidden(watched, "9S")
    watched.say("go_out", Asker(seat=1))
    watched.wait(1.0)
    assert watched.tracking.playing.position.out == (1,)


def test_a_word_upon_which_no_card_shows_is_forgotten():
    watched = begun("7S")
    hidden(watched)
    watched.say("end")
    watched.wait(2.0)
    assert (turns(watched), watched.tracking.playing.seat, watched.tracking.heard) == ([], 1, ())
    watched.lay("9S")
    watched.say("end")
    assert turns(watched) == ["P1 9S"]


@pytest.mark.parametrize("seat", [3, 4])
def test_of_whoever_draws_out_of_turn_behind_a_hand_no_card_is_made_up(seat: int):
    watched = begun("7S")  # an eight would be followed by Cleo, a King by Dan
    hidden(watched)
    watched.say("draw", Asker(seat=seat))
    assert (turns(watched), watched.tracking.top) == ([], Card("7S"))
    watched.wait(2.0)
    assert (turns(watched), watched.tracking.playing.seat, watched.tracking.heard) == ([], 1, ())


def test_whoever_says_twice_that_they_draw_draws_once():
    watched = begun("7S")
    watched.lay("9S")
    hidden(watched)
    watched.say("end", Asker(seat=1))
    watched.say("draw", Asker(seat=2))
    watched.say("draw", Asker(seat=2))
    watched.wait(2.0)
    assert (turns(watched), watched.tracking.playing.seat) == (["P1 9S", "P2 draw"], 3)


def test_in_plain_sight_no_turn_ends_without_a_card():
    watched = begun("7S")
    with pytest.raises(IllegalTurnError, match="has laid no card"):
        watched.say("end")


def test_a_run_ends_with_the_card_that_a_hand_still_hides():
    watched = begun("7S")
    watched.lay("9S")
    hidden(watched, "9H")
    watched.say("end")
    assert turns(watched) == []
    watched.wait(1.0)
    assert turns(watched) == ["P1 9S 9H"]


def test_a_run_ends_as_it_was_seen_where_no_further_card_shows():
    watched = begun("7S")
    watched.lay("9S")
    hidden(watched)
    watched.say("end")
    watched.wait(1.0)
    assert turns(watched) == ["P1 9S"]


def test_a_run_behind_a_mug_shows_its_last_card():
    watched = begun("7S")
    hidden(watched, "9S", "TS", seconds=5.0)
    watched.say("end", Asker(seat=1))
    watched.wait(1.0)
    watched.say("draw", Asker(seat=2))
    watched.lay("JS")
    watched.say("end", Asker(seat=3))
    assert turns(watched)[-2:] == ["P2 draw", "P3 JS"]
    assert watched.tracking.playing.seat == 4


def test_turns_behind_a_mug_are_counted_as_phones_tell_of_them():
    watched = begun("7S")
    hidden(watched, "9S", seconds=5.0)
    watched.say("end", Asker(seat=1))
    watched.say("draw", Asker(seat=2), seat=2)
    hidden(watched, "4S", seconds=5.0)
    watched.say("end", Asker(seat=3))
    hidden(watched, "6S", seconds=5.0)
    watched.say("end", Asker(seat=4))
    watched.wait(1.0)
    for seat, card in ((1, "TS"), (2, "TH"), (3, "6H"), (4, "6D")):
        watched.lay(card, looks=4)
        watched.say("end", Asker(seat=seat))
    watched.wait()
    assert [turn.split()[0] for turn in turns(watched) if turn != "reshuffle"] == ["P1", "P2", "P3", "P4"] * 2
    assert turns(watched)[-4:] == ["P1 TS", "P2 TH", "P3 6H", "P4 6D"]


def test_the_tables_phone_speaks_for_whoever_most_likely_moves():
    watched = begun("8C")
    hidden(watched, "TC")  # for all that was seen an eight might lie there, and the next player would miss a turn
    watched.say("end")
    watched.look(1, hidden=True)
    watched.say("draw")
    watched.wait(2.0)
    assert turns(watched) == ["P1 TC", "P2 draw"]


def test_two_cards_behind_a_sleeve_are_no_fault_once_the_turn_is_ended():
    watched = begun("9C")
    watched.lay("5C")
    hidden(watched, "5H", "4H", seconds=1.4)
    watched.wait(1.0)
    watched.say("end")
    watched.lay("9H")
    watched.say("end")
    watched.lay("9D", looks=4)
    watched.say("end")
    watched.wait()
    assert watched.tracking.playing.seat == 4
    assert [turn.split()[0] for turn in turns(watched)] == ["P1", "P2", "P3"]
    assert not any(isinstance(event, PositionOverridden) for event in watched.log)


def test_a_suit_that_is_named_late_ends_the_turn_below_the_card_that_waits():
    watched = begun()
    watched.lay("AS 2S")
    watched.say("name_suit", suit="S")
    watched.wait(0.4)
    assert turns(watched) == ["P1 AS/S"]
    assert [laid.card.code for laid in watched.tracking.laid] == ["2S"]


def test_the_tables_phone_names_the_suit_of_the_last_of_two_aces():
    watched = begun()
    watched.lay("AS AD")
    watched.say("name_suit", suit="C")
    assert turns(watched) == ["P1 AS AD/C"]


def covered(card: str) -> Watched:
    """The second player ended a turn of which nobody saw the card, and the next player's lies upon it."""
    watched = begun("7S")
    watched.lay("9S")
    watched.say("end")
    hidden(watched, card)
    watched.look(2, hidden=True)
    watched.say("end", Asker(seat=2))
    hidden(watched, "4S")
    watched.wait()
    return watched


@pytest.mark.parametrize(
    ("command", "field"), [("answer", "candidate"), ("missed_card", "card"), ("tell_card", "card")]
)
@pytest.mark.parametrize(("card", "seat"), [("TS", 3), ("KS", 1), ("8S", 4)])
def test_a_card_that_was_laid_and_covered_out_of_sight_is_asked_for(command: str, field: str, card: str, seat: int):
    watched = covered(card)
    assert watched.tracking.question.text == "Which card was laid while I could not see the pile?"
    assert set(asked(watched)) == {"3S", "4S", "5S", "6S", "8S", "TS", "QS", "KS"}
    watched.say(command, **{field: card if command == "answer" else Card(card)})
    assert turns(watched) == ["P1 9S", f"P2 {card}"]
    assert (watched.tracking.playing.seat, [str(laid) for laid in watched.tracking.laid]) == (seat, ["4S"])


def test_that_no_card_was_laid_out_of_sight_is_an_answer_as_well():
    watched = begun("7S")
    watched.lay("9S")
    watched.look(20, hidden=True)
    watched.say("end")
    watched.lay("TS")
    watched.wait()
    assert "-" in asked(watched)
    watched.say("answer", candidate="-")
    assert turns(watched) == ["P1 9S"]
    assert (watched.tracking.playing.seat, [str(laid) for laid in watched.tracking.laid]) == (2, ["TS"])


def test_cards_laid_while_the_power_was_cut_are_asked_about_by_whose_turn_it_is():
    watched = begun("7S")
    watched.lay("9S")
    watched.say("end")
    watched.tracking = replay(watched.log)
    watched.lay("3H")
    watched.wait()
    assert (watched.tracking.fault, asked(watched)) == (None, ("P1 next", "P2 next", "P3 next", "P4 next"))
