"""What a table puts right on its phones stays right, and what it says is taken as it is meant."""

from random import Random

import pytest
from dealt import Table
from hypothesis import given, settings
from hypothesis import strategies as st
from watched_pile import Watched, asked, begun, turns

from companion.games.black_jack.options import parse_options
from companion.games.cards import Card
from companion.referee.black_jack.ledger import replay
from companion.referee.events import CardLaid, CardTakenBack, GameWon, TurnPlayed, TurnUndone
from companion.referee.phones import Asker
from companion.views.black_jack.rows import event_rows


def laid(watched: Watched) -> list[str]:
    return [str(one) for one in watched.tracking.laid]


def cards_of(watched: Watched, seat: int) -> int:
    return len(watched.tracking.playing.position.hand(seat))


@pytest.mark.parametrize("players", [2, 3])
def test_a_turn_that_emptied_a_hand_and_was_taken_back_stays_open(players: int):
    watched = begun("7S", f"base players={players}", players)
    watched.say("count_cards", seat=1, cards=1)
    watched.lay("9S")
    watched.wait(3.0)
    assert watched.tracking.playing.position.out == (1,)
    assert watched.say("undo") == (TurnUndone(),)
    watched.tracking = replay(watched.log)
    assert watched.wait() == ()
    assert not watched.tracking.over
    watched.say("undo")
    watched.take_back()
    watched.lay("TS")
    watched.wait(3.0)
    assert turns(watched)[-1] == "P1 TS"
    assert watched.tracking.over == (players == 2)


def test_a_card_taken_off_the_pile_after_the_end_is_seen_to_be_gone_once_that_is_taken_back():
    watched = begun("7S", "base players=2", 2)
    watched.say("count_cards", seat=1, cards=1)
    watched.lay("9S")
    watched.wait(3.0)
    watched.take_back()
    watched.say("undo")
    assert watched.wait() == (CardTakenBack(),)
    assert watched.tracking.playing.seat == 1


def test_of_two_who_were_taken_for_each_other_at_the_end_the_loser_is_counted_first():
    watched = begun("7S", "base players=2", 2)
    watched.say("count_cards", seat=1, cards=0)
    with pytest.raises(ValueError, match="Somebody is left with cards"):
        watched.say("count_cards", seat=2, cards=0)
    watched.say("count_cards", seat=1, cards=2)
    assert GameWon(1, "out") in watched.say("count_cards", seat=2, cards=0)


def test_a_game_that_ended_by_a_wrong_count_goes_on_with_the_right_one():
    watched = begun("7S", "base players=2", 2)
    watched.say("count_cards", seat=1, cards=1)
    watched.lay("9S")
    assert GameWon(0, "out") in watched.wait(3.0)
    watched.say("count_cards", seat=1, cards=2)
    watched.lay("TS")
    watched.say("end")
    assert turns(watched) == ["P1 9S", "P2 TS"]


def test_who_is_out_by_mistake_holds_after_one_undo_what_was_counted():
    watched = begun()
    watched.lay("9S")
    before = watched.tracking.playing.position
    watched.say("go_out", seat=1)
    assert turns(watched) == ["P1 9S out"]
    assert watched.tracking.playing.position.stock == before.stock + 6
    watched.say("undo")
    assert watched.wait() == ()
    assert (laid(watched), watched.tracking.playing.position) == (["9S"], before)


@given(st.integers(0, 9999), st.integers(2, 4), st.integers(1, 8))
@settings(max_examples=10, deadline=None)
def test_what_is_undone_again_and_again_is_played_by_nobody(seed: int, players: int, undone: int):
    table = Table(parse_options(f"base players={players}"), Random(seed), open_hands=False)
    watched = Watched(table.game.options.text, players)
    watched.lay(str(table.game.first_position.top.card))
    for seat in range(1, players + 1):
        del table.hands[seat][2:]
        watched.say("count_cards", seat=seat, cards=2)
    table.game = watched.tracking.playing.copy()
    while len(watched.tracking.playing.turns) < 20 and not watched.tracking.over:
        watched.act(table.act())
    for _ in range(undone):
        if watched.tracking.unplayed:
            break  # the game was over after fewer turns than that
        watched.say("undo")
        assert not [event for event in watched.wait(3.0) if isinstance(event, CardLaid | TurnPlayed)]


def test_who_was_miscounted_and_holds_nothing_at_the_next_turn_is_told_what_to_say():
    watched = begun("7S", "base players=3", 3)
    watched.lay("9S")
    for said in ("end", "draw", "draw"):
        watched.say(said)
    with pytest.raises(ValueError, match="or say that you hold none"):
        watched.say("go_out", Asker(seat=1))
    watched.say("count_cards", Asker(seat=1), seat=1, cards=0)
    assert (watched.tracking.playing.position.out, watched.tracking.playing.seat) == ((1,), 2)


def test_of_two_players_whoever_laid_an_eight_last_and_holds_nothing_has_won():
    watched = begun("7S", "base players=2", 2)
    watched.lay("8S")
    watched.say("end")
    assert GameWon(0, "out") in watched.say("count_cards", seat=1, cards=0)


@pytest.mark.parametrize("counted", [2, 7])
def test_who_goes_out_laid_the_card_that_waits(counted: int):
    watched = begun()
    watched.say("count_cards", seat=1, cards=counted)
    watched.lay("9S TS")
    watched.wait()
    watched.say("go_out", Asker(seat=1))
    assert turns(watched) == ["P1 9S TS out"]
    assert watched.tracking.playing.position.out == (1,)


def test_the_next_player_who_goes_out_laid_the_card_that_waits():
    watched = begun()
    watched.say("count_cards", seat=2, cards=1)
    watched.lay("9S TS")
    watched.say("go_out", Asker(seat=2))
    assert turns(watched) == ["P1 9S", "P2 TS out"]
    assert watched.tracking.playing.seat == 3


@pytest.mark.parametrize("cut", [False, True])
def test_who_goes_out_on_a_card_that_nobody_could_read_is_out_once_it_is_read(cut: bool):
    watched = begun()
    watched.reading = ()
    watched.lay("9S")
    watched.say("go_out", Asker(seat=1))
    if cut:
        watched.tracking = replay(watched.log)
        watched.look(2)
    watched.say("tell_card", card=Card("9S"))
    assert turns(watched) == ["P1 9S out"]
    assert watched.tracking.playing.position.out == (1,)


@pytest.mark.parametrize(
    ("command", "fields"), [("go_out", {}), ("count_cards", {"cards": 0}), ("count_cards", {"cards": 2})]
)
def test_a_card_beyond_the_count_is_of_whoever_says_how_many_are_left(command: str, fields: dict):
    watched = begun()
    watched.say("count_cards", seat=1, cards=1)
    watched.lay("2S 3S", looks=1)
    watched.wait(3.0)
    assert watched.tracking.fault.code == "CARD_NOT_IN_HAND"
    watched.say(command, seat=1, **fields)
    watched.wait(3.0)
    watched.say("end") if watched.tracking.laid else None
    assert turns(watched) == ["P1 2S 3S"]
    assert (cards_of(watched, 1), watched.tracking.playing.position.pending) == (fields.get("cards", 0), 0)


@pytest.mark.parametrize(("seat", "cards", "answer"), [(1, 5, "P1 TS"), (1, 3, "P2 TS"), (2, 6, "P2 TS")])
def test_a_hand_is_counted_once_it_is_known_whose_the_newest_card_is(seat: int, cards: int, answer: str):
    watched = begun()
    watched.lay("9S TS")
    with pytest.raises(ValueError, match="whose the newest card is"):
        watched.say("count_cards", seat=seat, cards=cards)
    watched.say("count_cards", seat=3, cards=4)
    watched.say("claim_card", seat=int(answer[1]))
    watched.say("count_cards", seat=seat, cards=cards)
    watched.say("end")
    assert (cards_of(watched, seat), cards_of(watched, 3)) == (cards, 4)


@pytest.mark.parametrize(("options", "told", "top"), [("", "7C", "7C"), ("start_card=active", "8S", "8S")])
def test_a_first_card_that_was_misread_is_another(options: str, told: str, top: str):
    watched = begun("7S", f"base players=4 {options}")
    watched.say("tell_card", card=Card(told))
    assert watched.wait() == ()
    position = watched.tracking.playing.position
    assert (str(position.top), position.seat, position.stock) == (top, 1 + (top == "8S"), 23)
    assert replay(watched.log).game == watched.tracking.playing
    assert [row["card"] for row in event_rows(enumerate(watched.log)) if row["type"] == "taken_back"] == ["7S"]


def test_a_first_card_that_may_not_be_one_is_buried():
    watched = begun("7S", "base players=4 start_card=redraw")
    watched.say("tell_card", card=Card("8S"))
    assert (watched.tracking.game, watched.tracking.fault.code) == (None, "START_REDRAW")


def test_a_first_card_that_was_covered_too_soon_is_told():
    watched = begun("7S")
    watched.say("missed_card", card=Card("7C"))
    assert (str(watched.tracking.playing.position.top), laid(watched)) == ("7C", ["7S"])


@pytest.mark.parametrize("said", [("draw", {}), ("count_cards", {"seat": 3, "cards": 4}), ("reshuffle", {})])
def test_what_was_said_since_a_card_was_laid_is_taken_back_before_the_card_is_another(said: tuple[str, dict]):
    watched = begun("7S")
    watched.lay("9S")
    watched.say("end")
    watched.say(said[0], **said[1])
    with pytest.raises(ValueError, match="said since the top card was laid; take back that first"):
        watched.say("tell_card", card=Card("8S"))
    watched.say("undo")
    watched.say("tell_card", card=Card("8S"))
    assert laid(watched) == ["8S"]


def test_a_pile_whose_top_nobody_can_read_is_not_accepted_before_somebody_tells_which_card_it_is():
    watched = begun()
    watched.reading = ()
    watched.lay("9D")
    with pytest.raises(ValueError, match="cannot read the top card"):
        watched.say("accept_pile")
    watched.say("tell_card", card=Card("9D"))
    watched.say("accept_pile")
    watched.reading = None
    assert watched.wait() == ()
    watched.lay("9C")
    assert laid(watched) == ["9C"]


@given(st.lists(st.sampled_from(["9S", "9D", "3H", "4H", "KC", "2C", "QD"]), min_size=1, max_size=5, unique=True))
@settings(max_examples=20, deadline=None)
def test_the_cards_of_a_pile_that_is_accepted_lie_on_it_and_may_be_shuffled(cards: list[str]):
    watched = begun()
    watched.lay(" ".join(cards))
    watched.say("accept_pile")
    position = watched.tracking.playing.position
    hands = sum(map(len, position.hands))
    assert (position.stock, len(position.pile)) == (23, 1 + 28 - hands)
    assert hands < 28
    watched.say("reshuffle")
    assert watched.tracking.playing.position.stock == 51 - hands


def test_a_pile_that_is_no_longer_accepted_is_as_wrong_as_it_was():
    watched = begun()
    watched.lay("9D")
    watched.wait(3.0)
    watched.say("accept_pile")
    watched.say("undo")
    watched.wait(3.0)
    assert watched.tracking.fault.code == "BJ_NO_MATCH"
    watched.take_back()
    assert watched.tracking.fault is None


@pytest.mark.parametrize("said", [("count_cards", {"seat": 4, "cards": 3}), ("reshuffle", {})])
def test_nobody_draws_for_a_card_that_is_of_the_player_before_whatever_was_said_since(said: tuple[str, dict]):
    watched = begun()
    watched.lay("9S")
    watched.say("end")
    watched.say(said[0], **said[1])
    watched.lay("TS")
    with pytest.raises(ValueError, match="said since Ann’s turn: take the card off the pile"):
        watched.say("claim_card", seat=1)
    watched.take_back()
    watched.say("undo")
    watched.lay("TS")
    watched.say("claim_card", seat=1)
    assert (laid(watched), turns(watched)[1:]) == (["9S", "TS"], ["reshuffle"] * (said[0] == "reshuffle"))


def test_no_card_is_taken_back_from_under_one_that_waits():
    watched = begun()
    watched.lay("9S TS")
    with pytest.raises(ValueError, match="Another card lies on it"):
        watched.say("undo")
    watched.take_back()
    assert watched.say("undo") == (CardTakenBack(),)
    assert watched.wait() == ()


def test_who_drew_before_others_laid_cards_may_say_so_late():
    watched = begun()
    watched.lay("9S TS")
    watched.say("draw", Asker(seat=1))
    assert (turns(watched), laid(watched)) == (["P1 draw"], ["9S"])
    watched.wait()
    assert asked(watched) == ("P2 TS", "P3 TS")
