"""What a turn of Black Jack brought about, as it is announced."""

import pytest
from watched_pile import begun

from companion.games.cards import Card
from companion.views.black_jack.announcement import news_of


@pytest.mark.parametrize(
    ("plays", "words"),
    [
        ("2S 2H", "Ann lays two of spades and two of hearts. Ben draws 4 or plays a 2."),
        ("8S", "Ann lays eight of spades. Ben misses a turn. Cleo to play."),
        ("KS", "Ann lays king of spades. Play changes direction. Dan to play."),
        ("QS", "Ann lays queen of spades. The Queen is not covered: Ann draws 1. Ben to play."),
        ("AS", "Ann lays ace of spades, naming hearts. The suit is hearts. Ben to play."),
        ("JS JH", "Ann lays jack of spades and jack of hearts. Ben to play."),
        ("", "Ann draws. Ben to play."),
    ],
)
def test_what_a_turn_brought_about_is_announced(plays: str, words: str):
    watched = begun()
    for number, code in enumerate(plays.split()):
        watched.lay(code)
        if number:
            watched.say("claim_card", seat=1)
    if not plays:
        watched.say("draw")
    elif plays == "AS":
        watched.say("name_suit", suit="H")
    else:
        watched.say("end")
    assert news_of(watched.tracking) == words


@pytest.mark.parametrize(("option", "next_up"), [("", "Ben"), (" king2=again", "Ann")])
def test_of_a_king_between_two_players_nothing_is_said(option: str, next_up: str):
    watched = begun(options="base players=2" + option, players=2)
    watched.lay("KS")
    watched.say("end")
    assert news_of(watched.tracking) == f"Ann lays king of spades. {next_up} to play."


@pytest.mark.parametrize(
    ("first", "answering", "words"),
    [("2S", "2H", "Ann lays two of spades."), ("AS", "AC", "Ann lays ace of spades, naming hearts.")],
)
def test_what_was_in_force_is_announced_no_more_once_a_card_lies_on_it(first: str, answering: str, words: str):
    watched = begun()
    watched.lay(first)
    watched.say("name_suit", suit="H") if first == "AS" else watched.say("end")
    watched.lay(answering)
    assert news_of(watched.tracking) == f"{words} Ben to play."


def test_a_penalty_that_is_cancelled_and_a_player_who_is_brought_back_are_announced():
    watched = begun(options="base players=4 bring_backs=1")
    watched.lay("JS")
    watched.say("end")
    watched.lay("JH")
    watched.say("end")
    assert "Nobody has to draw the 5 any more." in news_of(watched.tracking)
    watched.say("go_out", seat=4)
    watched.lay("2H" if watched.tracking.playing.position.top.card == Card("JH") else "2S")
    watched.say("end")
    assert "Dan is back, and draws 2." in news_of(watched.tracking)
