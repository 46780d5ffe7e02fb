"""Sentences a voice can speak, for every event."""

import pytest

from companion.games.cards import Card
from companion.games.one_eyed_jack.notation import parse_turn
from companion.journal.event_text import KINDS
from companion.referee import events
from companion.referee.events import Event
from companion.views.one_eyed_jack.announcement import (
    draw_words,
    event_words,
    turn_note,
    turn_to_play_words,
    turn_words,
)
from companion.views.words import card_words

NAMES = ("red", "blue")
TURNS = {
    "r 7D@C4": ("Red plays the seven of diamonds on C4.", "Seven of diamonds on C4"),
    "b TSxJ10": ("Blue takes the chip from J10 with the ten of spades.", "Ten of spades takes J10"),
    "b ?@A2": ("Blue plays the card that nobody read on A2.", "A card that nobody read on A2"),
    "r dead AC": ("Red exchanges the dead ace of clubs.", "Exchanges the dead ace of clubs"),
    "r pass": ("Red passes.", "Passes"),
    "b roll r": ("Blue rolls reverse.", "Rolls reverse"),
    "b JKE": ("Blue ends the game with the end joker.", "Ends the game with the end joker"),
    "r line A5-E5": ("Red takes the line from A5 to E5.", "Takes the line from A5 to E5"),
    "r line I5.J5.A5.B5.C5": ("Red takes the line from I5 to C5.", "Takes the line from I5 to C5"),
    "r line E5.E4.D5.F5.E6": ("Red takes the cross around E5.", "Takes the cross around E5"),
    "stop r": ("The players end the game.", "The players end the game"),
    "forgot 2 late": ("Blue forgot to draw.", "Forgot to draw"),
}
SETUP = events.Setup("classic", ("JK",) * 100, (), ("Ann", "Ben"))
SAID: dict[Event, str] = {
    events.GameStarted(SETUP): "Red against Blue. Red to play.",
    events.TurnPlayed("r 7D@C4"): "Red plays the seven of diamonds on C4.",
    events.TurnPlayed("r 7D@C4", verified=False): "Red plays the card that nobody read on C4.",
    events.CardRead("7D"): "",
    events.TurnUndone(): "The last turn is taken back.",
    events.PositionOverridden("…"): "The game goes on from a new position.",
    events.FaultFound(
        "TWO_CHIPS", (3,), "Only one chip per turn. Take one back."
    ): "Only one chip per turn. Take one back.",
    events.FaultResolved("TWO_CHIPS"): "Thank you, the board is right again.",
    events.QuestionAsked("Which card did Red play on C4?", ()): "Which card did Red play on C4?",
    events.QuestionAnswered("r 7D@C4"): "",
    events.MatchScored((2, 1)): "The number of games won was corrected.",
    events.MatchScoreUndone(): "The number of games won was corrected.",
    events.LineCompleted(0, (42, 43, 44, 45, 46)): "Red completes a line from C5 to G5!",
    events.LineCompleted(0, (72, 63, 54, 45)): "Red completes a line from C8 to F5!",
    events.LineCompleted(0, (44, 33, 35, 53, 55)): "Red completes a cross around E5!",
    events.LineCompleted(0, (11, 13, 31, 33)): "Red completes a square on B2, D2, B4 and D4!",
    events.GameWon(1, "patterns"): "Blue wins the game!",
    events.GameWon(None, "count"): "The game is a tie.",
    events.GameWon(None, "unfinished"): "The game has no result.",
    events.NoticeGiven("BOARD_COVERED", "Something lies on the board."): "Something lies on the board.",
    events.CommandGiven("the table", "undo"): "",
}


@pytest.mark.parametrize("turn", TURNS)
def test_a_turn_is_said_in_full_and_noted_in_short(turn: str):
    assert (turn_words(parse_turn(turn), NAMES), turn_note(parse_turn(turn))) == TURNS[turn]


@pytest.mark.parametrize("event", SAID)
def test_every_event_has_its_words(event: Event):
    assert event_words(event, NAMES) == SAID[event]


def test_no_event_is_forgotten():
    of_other_games = {events.CardLaid, events.CardTakenBack, events.TurnsHeard}
    assert {type(event) for event in SAID} == {*KINDS.values()} - of_other_games


def test_jokers_have_names():
    assert card_words(Card("JKR")) == "red joker"


def test_a_player_is_named_where_a_team_has_several():
    assert turn_to_play_words("ann") == "Ann to play."


def test_a_player_is_reminded_to_draw():
    reminders = [draw_words("Ann", cards) for cards in (1, 2, 3)]
    assert reminders == ["Ann: draw a card.", "Ann: draw two cards.", "Ann: draw 3 cards."]
