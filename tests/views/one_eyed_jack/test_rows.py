"""What happened, as rows for other programs: exactly the fields that were promised."""

import pytest

from companion.games.cards import Card
from companion.games.one_eyed_jack.layout import REFERENCE
from companion.referee.events import (
    CardRead,
    CommandGiven,
    Event,
    FaultFound,
    FaultResolved,
    GameStarted,
    GameWon,
    LineCompleted,
    MatchScored,
    MatchScoreUndone,
    NoticeGiven,
    PositionOverridden,
    QuestionAnswered,
    QuestionAsked,
    Setup,
    TeamLook,
    TurnPlayed,
    TurnUndone,
)
from companion.referee.observation import BoardObservation, PileObservation, TableObservation
from companion.referee.one_eyed_jack.tracking import begin
from companion.views.one_eyed_jack.rows import event_rows
from companion.views.rows import board_text, observation_row

LAYOUT = tuple(card.code for card in REFERENCE.cards)
TEAMS = (TeamLook("G", "green"), TeamLook("N", "wood", "wood"))
SETUP = Setup("my_rules N=2 T=2 hand=6 lines=2 n=5", LAYOUT, TEAMS, ("Ann", "Ben"))
CAPTURING = Setup("my_rules N=2 T=2 hand=6 lines=2 n=5 capture=pairs", LAYOUT, TEAMS, ("Ann", "Ben"))


def rows(*events: Event, setup: Setup = SETUP) -> list[dict]:
    return event_rows(enumerate([GameStarted(setup), *events]))


def observation(*squares: tuple[float, ...] | None, top: str | None = None) -> TableObservation:
    board = BoardObservation((*squares, *[(0.0, -9.0, -9.0)] * (100 - len(squares))))
    pile = PileObservation(((Card(top), 0.0),) if top else ())
    return TableObservation(1.0, True, False, board, pile)


def test_a_square_is_empty_a_letter_or_a_question():
    seen = observation(None, (-9.0, 0.0, -9.0), (-9.0, -9.0, 0.0), (-9.0, 0.0, -0.5)).board
    assert board_text(seen, "GN") == "?GN?" + "." * 96


def test_a_frame_tells_board_settling_registration_and_the_top_card():
    tracking, _ = begin(SETUP)
    row = observation_row(observation(top="7D"), tracking)
    assert row == {"board": "." * 100, "settled": False, "registered": True, "discard_top": "7D"}
    assert observation_row(observation(), tracking)["discard_top"] is None


def test_the_start_of_a_game_has_no_row():
    assert rows() == []


def test_a_placement_names_seat_team_card_and_square():
    assert rows(TurnPlayed(f"r {LAYOUT[23]}@D3"), TurnPlayed(f"b {LAYOUT[35]}@F4")) == [
        {
            "i": number,
            "type": "move",
            "seat": number,
            "team": team,
            "card": LAYOUT[square],
            "action": "place",
            "square": [square // 10, square % 10],
            "captured": [],
        }
        for number, (team, square) in enumerate((("G", 23), ("N", 35)), 1)
    ]


def test_a_removal_does_not_count_its_own_square_as_captured():
    row = rows(TurnPlayed(f"r {LAYOUT[23]}@D3"), TurnPlayed("b JSxD3"))[-1]
    assert (row["action"], row["square"], row["card"], row["captured"]) == ("remove", [2, 3], "JS", [])


def test_an_unread_card_is_none():
    assert rows(TurnPlayed("r ?@D3", verified=False))[0]["card"] is None


def test_a_card_that_was_read_at_last_is_told():
    told = rows(TurnPlayed(f"r {LAYOUT[23]}@D3", verified=False), CardRead(LAYOUT[23]))
    assert told[-1] == {"i": 2, "type": "card", "card": LAYOUT[23]}


def test_captured_chips_are_named():
    turns = [TurnPlayed(turn) for turn in ("r JD@C3", "b JC@D3", "r JD@A9", "b JC@E3", "r JC@F3")]
    assert rows(*turns, setup=CAPTURING)[-1]["captured"] == [[2, 3], [2, 4]]


def test_a_dead_card_and_a_pass_have_no_square():
    square, twin = (place for place in range(100) if LAYOUT[place] == LAYOUT[23])
    names = [f"{'ABCDEFGHIJ'[place % 10]}{place // 10 + 1}" for place in (square, twin)]
    turns = [f"r {LAYOUT[23]}@{names[0]}", f"b {LAYOUT[23]}@{names[1]}", f"r dead {LAYOUT[23]}", "r pass"]
    dead, passed = rows(*map(TurnPlayed, turns))[-2:]
    assert (dead["action"], dead["card"], dead["square"]) == ("discard_dead", LAYOUT[23], None)
    assert (passed["action"], passed["card"], passed["square"]) == ("pass", None, None)


@pytest.mark.parametrize(
    ("event", "row"),
    [
        (TurnUndone(), {"type": "undo"}),
        (MatchScored((2, 1)), {"type": "score", "wins": [2, 1]}),
        (MatchScoreUndone(), {"type": "score_undone"}),
        (LineCompleted(1, (0, 11)), {"type": "line", "team": "N", "squares": [[0, 0], [1, 1]]}),
        (GameWon(0, "patterns"), {"type": "win", "team": "G", "termination": "patterns"}),
        (GameWon(None, "count"), {"type": "win", "team": None, "termination": "count"}),
        (
            FaultFound("TWO_CHIPS", (42,), "Only one."),
            {"type": "fault", "code": "TWO_CHIPS", "squares": [[4, 2]], "message": "Only one."},
        ),
        (FaultResolved("TWO_CHIPS"), {"type": "resolved", "code": "TWO_CHIPS"}),
        (QuestionAsked("Which?", ("r 7D@C4",)), {"type": "question", "text": "Which?", "candidates": ["r 7D@C4"]}),
        (QuestionAnswered("r 7D@C4"), {"type": "answer", "candidate": "r 7D@C4"}),
        (CommandGiven("seat 2", "pass"), {"type": "command", "who": "seat 2", "command": "pass"}),
        (
            NoticeGiven("BOARD_MOVED", "The board moved."),
            {"type": "notice", "code": "BOARD_MOVED", "message": "The board moved."},
        ),
    ],
)
def test_every_other_event_has_its_own_form(event: Event, row: dict):
    assert rows(TurnPlayed(f"r {LAYOUT[23]}@D3"), event)[-1] == {"i": 2, **row}


def test_an_override_tells_the_position():
    position = "*8*/X/X/X/X/X/X/X/X/*8* 1 + - 90 - 0"
    assert rows(PositionOverridden(position)) == [{"i": 1, "type": "override", "position": position}]


def test_a_second_start_has_no_row():
    with pytest.raises(ValueError, match="starts only once"):
        rows(GameStarted(SETUP))
