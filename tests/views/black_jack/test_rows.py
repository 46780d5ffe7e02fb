"""Black Jack as rows for other programs: exactly the fields that were promised."""

import pytest
from watched_pile import setup_for

from companion.referee import events
from companion.referee.events import Event, GameStarted
from companion.registry.games import refereed
from companion.views.black_jack.rows import event_rows

SETUP = setup_for("base players=3", 3)


def rows(*log: Event) -> list[dict]:
    return event_rows(enumerate([GameStarted(SETUP), *log]))


def test_the_start_of_a_game_has_no_row():
    assert rows() == []


def test_cards_and_turns_tell_whose_they_are():
    log = ["8S", "8D", "9D"]
    told = rows(*map(events.CardLaid, log), events.CardTakenBack(), events.TurnPlayed("P1 8D"), events.TurnUndone())
    assert told == [
        {"i": 1, "type": "laid", "seat": None, "card": "8S"},
        {"i": 2, "type": "laid", "seat": 1, "card": "8D"},
        {"i": 3, "type": "laid", "seat": 1, "card": "9D"},
        {"i": 4, "type": "taken_back", "card": "9D"},
        {"i": 5, "type": "move", "seat": 1, "team": None, "action": "play", "cards": ["8D"]},
        {"i": 6, "type": "undo"},
    ]


@pytest.mark.parametrize(
    ("turn", "row"),
    [
        ("P3 AS/H", {"seat": 3, "action": "play", "cards": ["AS/H"]}),
        ("P3 draw", {"seat": 3, "action": "draw", "number": None}),
        ("P3 draw 1", {"seat": 3, "action": "draw", "number": 1}),
        ("reshuffle", {"seat": None, "action": "reshuffle"}),
    ],
)
def test_a_turn_is_a_move_whatever_it_is(turn: str, row: dict):
    told = rows(
        events.CardLaid("8S"), events.TurnPlayed("P1 9S"), events.TurnPlayed("P2 draw"), events.TurnPlayed(turn)
    )
    assert told[-1] == {"i": 4, "type": "move", "team": None, **row}


@pytest.mark.parametrize(
    ("event", "row"),
    [
        (events.FaultFound("BJ_NO_MATCH", (), "No."), {"type": "fault", "code": "BJ_NO_MATCH", "message": "No."}),
        (events.MatchScored((1, 0, 2)), {"type": "score", "wins": [1, 0, 2]}),
        (events.GameWon(1, "out"), {"type": "win", "seat": 2, "termination": "out"}),
        (events.GameWon(None, "agreed"), {"type": "win", "seat": None, "termination": "agreed"}),
        (events.TurnsHeard(("?", "P1 end")), {"type": "heard", "waiting": ["?", "P1 end"]}),
        (events.CommandGiven("seat 2", "done"), {"type": "command", "who": "seat 2", "command": "done"}),
    ],
)
def test_what_is_told_in_every_game_looks_the_same(event: Event, row: dict):
    told = rows(events.CardLaid("8S"), event)[-1]
    assert {key: value for key, value in told.items() if key not in ("i", "squares")} == row


def test_the_score_is_a_line_for_each_player():
    game = refereed("black-jack")
    log = [GameStarted(SETUP), events.CardLaid("8S"), events.TurnPlayed("P1 8D 8H 8C 9C TC JC")]
    one_left = game.replay(log)
    assert game.score(game.statement(one_left)) == ("Ann: 1 card", "Ben: 7 cards", "Cleo: 7 cards")
    out = game.replay([*log[:2], events.TurnPlayed("P1 8D 8H 8C 9C TC JC JD")])
    assert game.score(game.statement(out))[0] == "Ann: out"
