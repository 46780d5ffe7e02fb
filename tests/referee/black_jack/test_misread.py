"""A card that was surely misread is told, and all that followed from the misreading is put right with it."""

from contextlib import suppress
from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from watched_pile import Watched, asked, begun, codes, turns

from companion.games.cards import STANDARD, Card
from companion.referee.black_jack.ledger import Tracking, replay
from companion.referee.events import NoticeGiven
from companion.referee.phones import Asker, NotAllowedError


def misread(watched: Watched, card: str, seen: str) -> None:
    """A card is laid, and the eyes take it for another for as long as it lies there."""
    watched.cards.append(Card(card))
    watched.came += 1
    watched.reading = ((Card(seen), 0.0),)
    watched.look(2)


def told(watched: Watched, card: str) -> tuple[list[str], int, tuple[str, ...]]:
    """What lies in the turn being played, whose that is, and what is asked, once somebody told which card it is."""
    watched.say("tell_card", card=Card(card))
    watched.wait()
    assert replay(watched.log).game == watched.tracking.game
    return [*map(str, watched.tracking.laid)], watched.tracking.playing.seat, asked(watched)


@given(st.lists(st.sampled_from(["back", "away", "end", "draw", *STANDARD]), max_size=14), st.sampled_from([4, 8]))
@settings(max_examples=40, deadline=None)
def test_whatever_a_look_told_can_be_taken_back_whole(acts: list[object], players: int):
    watched = begun("7S", f"base players={players} jokers=1", players)
    for act in acts:
        known = watched.tracking.before
        if act == "back" and len(watched.cards) > 1:
            watched.take_back()
        elif act == "away":
            watched.shuffle_away()
        elif act in ("end", "draw"):
            with suppress(ValueError):
                watched.say(str(act))
        elif isinstance(act, Card):
            watched.lay(str(act))
        if (before := watched.tracking.before) and before is not known:
            there = reduce(Tracking.after, before.events, watched.tracking)
            assert (there.playing.moment, there.laid) == (before.now, before.laid)


def test_a_card_misread_as_the_next_players_opens_the_turn_again_that_it_ended():
    watched = begun("7S")
    watched.lay("9S")
    misread(watched, "9H", "4S")
    assert (turns(watched), watched.tracking.playing.seat) == (["P1 9S"], 2)
    assert told(watched, "9H") == (["9S"], 1, ("P1 9H", "P2 9H"))


def test_a_turn_that_somebody_ended_stays_over_whatever_the_next_card_was_misread_as():
    watched = begun("7S")
    watched.lay("9S")
    watched.say("end")
    misread(watched, "9H", "4S")
    assert told(watched, "9H") == (["9H"], 2, ())


@pytest.mark.parametrize(("said", "fields"), [("claim_card", {"seat": 2}), ("count_cards", {"seat": 4, "cards": 3})])
def test_a_misread_card_stays_with_whoever_claimed_it_or_was_spoken_of_since(said: str, fields: dict[str, int]):
    watched = begun("7S")
    watched.lay("9S")
    misread(watched, "9H", "4S")
    watched.say(said, **fields)
    assert told(watched, "9H") == (["9H"], 2, ())


@pytest.mark.parametrize(("ended", "whose"), [(False, (["9S"], 1, ("P1 TS", "P2 TS"))), (True, (["TS"], 2, ()))])
def test_a_card_misread_as_the_one_that_lay_below_takes_none_back_once_it_is_told(ended: bool, whose: tuple):
    watched = begun("7S")
    watched.lay("9S")
    if ended:
        watched.say("end")
    misread(watched, "TS", "7S")
    assert (watched.tracking.laid, watched.tracking.playing.turns) == ((), ())
    assert told(watched, "TS") == whose


def test_cards_of_a_turn_with_a_draw_in_it_come_back_as_they_lay():
    watched = begun("7S")
    watched.lay("9S")
    watched.say("end")
    watched.say("draw", Asker(seat=2))
    watched.say("count_cards", seat=4, cards=5)
    before = watched.tracking.playing.position
    misread(watched, "KS", "7S")
    assert (watched.tracking.laid, watched.tracking.playing.turns) == ((), ())
    assert told(watched, "KS") == (["KS"], 3, ())
    assert watched.tracking.playing.position == before


def test_a_card_that_was_told_is_not_seen_to_come_again_though_the_eyes_take_it_for_another():
    watched = begun("7S")
    misread(watched, "9S", "8S")
    assert told(watched, "9S") == (["9S"], 1, ())
    watched.came += 1  # a knock
    watched.wait()
    assert asked(watched) == ("P1 8S", "P2 8S", "-")
    watched.say("answer", candidate="-")
    watched.reading = None
    watched.lay("TS")
    watched.wait()
    assert asked(watched) == ("P1 TS", "P2 TS")


def test_a_turn_is_open_again_when_the_card_that_ended_it_is_taken_back():
    watched = begun("7S")
    watched.lay("9S 4S")
    assert turns(watched) == ["P1 9S"]
    watched.take_back()
    assert (watched.tracking.laid[0].card, watched.tracking.playing.seat) == (Card("9S"), 1)
    watched.lay("TS")
    watched.wait()
    assert asked(watched) == ("P1 TS", "P2 TS")


def test_what_was_seen_in_the_pile_is_known_though_a_hand_was_counted_since():
    watched = begun("9S")
    for card in ("TS", "TH", "TD"):
        watched.lay(card)
        watched.say("end")
    watched.say("count_cards", seat=3, cards=4)
    watched.lay("9D")
    watched.say("end")
    assert codes(watched.lay("9S"), NoticeGiven) == ["CARD_OVERCOUNT"]


def test_what_somebody_said_of_a_card_that_nobody_could_read_is_not_taken_back_with_its_face():
    watched = begun("7S")
    watched.reading = ()
    watched.lay("9S")
    watched.say("end", Asker(seat=1))
    watched.reading = None
    watched.wait()
    assert turns(watched) == ["P1 9S"]
    assert told(watched, "8S") == (["8S"], 1, ())


def test_a_misread_card_that_was_knocked_is_one_card_once_it_is_told():
    watched = begun("7S")
    misread(watched, "7H", "9D")
    watched.came += 1
    watched.wait()
    assert watched.tracking.fault.code == "BJ_NO_MATCH"
    watched.say("tell_card", card=Card("7H"))
    watched.wait()
    if asked(watched):
        watched.say("answer", candidate=asked(watched)[0])
    watched.wait()
    assert (asked(watched), [*map(str, watched.tracking.laid)]) == ((), ["7H"])


@pytest.mark.parametrize(("said", "lies"), [("-", ["9S"]), ("- back", [])])
def test_that_none_came_is_an_answer_where_nobody_could_read_a_card_and_the_pile_was_knocked(
    said: str, lies: list[str]
):
    watched = begun("7S")
    watched.reading = ()
    watched.lay("9S")
    watched.say("tell_card", card=Card("9S"))
    watched.came += 1
    watched.wait()
    assert "8S" in asked(watched)
    watched.say("answer", candidate=said)
    assert ([*map(str, watched.tracking.laid)], watched.tracking.waiting) == (lies, ())


def test_play_goes_the_other_way_once_the_table_says_so_and_whoever_is_to_move_still_is():
    watched = begun("7S")
    watched.lay("9S KS")
    watched.say("end")
    before = watched.tracking.playing.position
    watched.lay("TS")
    watched.say("turn_round")
    position = watched.tracking.playing.position
    assert (position.seat, position.direction, position.pile) == (before.seat, -before.direction, before.pile)
    assert [str(card) for card in watched.tracking.laid] == ["TS"]
    watched.say("end")
    following = watched.tracking.playing.position.seat
    assert (following - before.seat - position.direction) % 4 == 0


def test_only_the_table_says_which_way_play_goes():
    with pytest.raises(NotAllowedError):
        begun("7S").say("turn_round", Asker(seat=1))


@pytest.mark.parametrize("said", [("draw", {"seat": 2}), ("count_cards", {"seat": 3, "cards": 4})])
def test_a_card_misread_as_the_one_that_lay_there_is_another_though_something_was_said_since(said: tuple[str, dict]):
    watched = begun("7S")
    watched.lay("TS")
    watched.say("end")
    watched.say(said[0], **said[1])
    mover = watched.tracking.playing.seat
    misread(watched, "9S", "TS")
    assert told(watched, "9S") == (["9S"], mover, ())


@given(st.lists(st.sampled_from(["9S", "TS", "JS", "7D"]), min_size=1, max_size=4), st.booleans())
@settings(max_examples=20, deadline=None)
def test_what_was_told_of_a_card_last_holds_whatever_the_eyes_take_it_for(said: list[str], waits: bool):
    watched = begun("7S")
    misread(watched, "9S", "8D" if waits else "8S")
    for card in said:
        watched.say("tell_card", card=Card(card))
        watched.wait()
    assert ([*map(str, watched.tracking.laid)], watched.tracking.waiting) == (said[-1:], ())


@pytest.mark.parametrize("ended", [False, True])
def test_a_misread_card_that_another_covers_is_put_right_from_under_it(ended: bool):
    watched = begun("7S")
    misread(watched, "QS", "7D")
    if ended:
        watched.say("end")
    watched.reading = None
    watched.lay("QC")
    watched.wait()
    assert watched.tracking.fault.code in ("BJ_BAD_RUN", "BJ_NO_MATCH")
    watched.say("missed_card", card=Card("QS"))
    assert ([*map(str, watched.tracking.laid)], turns(watched)[ended:]) == (["QS"], [])
    watched.wait()
    assert (asked(watched), watched.tracking.fault) == (("P1 QC", "P2 QC"), None)
    assert replay(watched.log).game == watched.tracking.game


@pytest.mark.parametrize(("drew", "under"), [(False, "3H"), (True, "QS")])
def test_a_card_that_may_lie_nowhere_there_changes_no_other_that_was_told(drew: bool, under: str):
    watched = begun("7S")
    watched.lay("7D")
    watched.say("end")
    if drew:
        watched.say("draw")
    watched.lay("QC")
    watched.wait()
    before = watched.tracking.playing
    watched.say("missed_card", card=Card(under))
    assert (watched.tracking.playing, watched.tracking.laid) == (before, ())
