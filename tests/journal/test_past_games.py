"""A past game is told as far as it can be."""

import json
from dataclasses import replace

import pytest
from table_in_numbers import SETUP

from companion.journal.past_games import about, past_game, statuses
from companion.ports import JournalEntry, KeptGame
from companion.referee.events import (
    CardLaid,
    CardTakenBack,
    Event,
    GameStarted,
    MatchScored,
    PositionOverridden,
    QuestionAsked,
    Setup,
    TurnPlayed,
    TurnUndone,
)

TURN = TurnPlayed(f"r {SETUP.layout[22]}@C3")
RIDDLE = QuestionAsked("Which?", ("no turn",))
"""Its answer can be put into no words, as no page can tell it."""
PILE = Setup("base players=2 jokers=2", (), (), ("Ann", "Ben"), "black-jack")


def test_a_past_game_that_cannot_be_shown_from_some_step_on_is_told_up_to_there(caplog: pytest.LogCaptureFixture):
    events: tuple[Event, ...] = (GameStarted(SETUP), TURN, RIDDLE)
    game = past_game(KeptGame(1, None, tuple(JournalEntry(event, 1.0) for event in events), last=True))
    assert len(statuses(game, 0)) == 2
    assert about(game)["final"] is None
    assert json.dumps(about(game))
    assert "cannot be shown" in caplog.text


def test_whatever_a_past_game_holds_its_beginning_is_told():
    events: tuple[Event, ...] = (GameStarted(PILE), MatchScored((1,)), TurnPlayed("P1 draw"))
    game = past_game(KeptGame(1, None, tuple(JournalEntry(event, 1.0) for event in events), last=True))
    assert "does not add up to a game" in game.trouble
    assert len(game.steps) == 2


def _turns(*events: Event) -> int:
    return about(past_game(KeptGame(1, None, tuple(JournalEntry(event, 1.0) for event in events), last=True)))["turns"]


def test_of_a_past_game_the_turns_that_stand_are_counted_and_nothing_else():
    joker = (CardLaid("JK"), CardTakenBack(), CardLaid("JK=9H"))
    turns = (TurnPlayed("P1 7H"), CardLaid("7D"), CardTakenBack(), TurnPlayed("P2 draw"))
    assert _turns(GameStarted(PILE)) == 0
    assert _turns(GameStarted(PILE), CardLaid("5H"), CardLaid("7H"), *turns, *joker) == 2
    die = GameStarted(replace(SETUP, options="my_rules N=4 T=2 die=d6r1s1,after"))
    corrected = PositionOverridden("*8*/X/X/X/X/X/X/X/X/*8* 1 + - 80 - 0 6,6,6,6")
    assert _turns(die, TURN, TurnPlayed("r roll n"), corrected, TurnUndone()) == 1
