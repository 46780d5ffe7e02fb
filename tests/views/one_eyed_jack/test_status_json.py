"""The statement on the wire: strict JSON, and everything a page needs to draw it."""

import json
from dataclasses import replace

from companion.referee.events import FaultFound, NoticeGiven, QuestionAsked
from companion.referee.one_eyed_jack.wording import NOT_PLAYED, TAKEN_BACK
from companion.views.one_eyed_jack.status import Status, TeamStatus
from companion.views.one_eyed_jack.status_json import status_json
from companion.views.scene import Scene

STATUS = Status(
    teams=(TeamStatus("R", "red", 1, 12, 0, ("Ann",)), TeamStatus("B", "blue", 0, 11, 2, ("Ben",))),
    lines_needed=2,
    layout=("JK",) * 100,
    chips=(None,) * 99 + (1,),
    locked=((0, (40, 41, 42, 43, 44)),),
    seat=2,
    team=1,
    card="7D",
    last_turns=("forgot 2 late", "r JSxC4"),
    stock=71,
    hands=(6, 6),
    fault=None,
    question=None,
    notice=None,
    winner=None,
    over=False,
    announcement="Blue to play.",
    scene=Scene("turn", 1, (32, 67)),
    targets=(32, 67),
    hint="The seven of diamonds goes on C4 or H7.",
    players=("Ann", "Ben"),
    known=(("R", "red"), ("B", "blue")),
)


def test_it_survives_strict_json_unchanged():
    told = status_json(STATUS)
    assert json.loads(json.dumps(told, allow_nan=False)) == told


def test_teams_come_with_their_looks():
    red, blue = status_json(STATUS)["teams"]
    assert (red["name"], red["shape"], red["paint"]) == ("Red", "disc", "#c4342b")
    assert (blue["letter"], blue["shape"], blue["captured"]) == ("B", "square", 2)


def test_the_turn_says_who_may_do_what():
    assert status_json(STATUS)["turn"] == {
        "seat": 2,
        "team": 1,
        "player": "Ben",
        "card": "7D",
        "targets": [32, 67],
        "hint": "The seven of diamonds goes on C4 or H7.",
        "die": [],
        "roller": 0,
    }
    assert status_json(replace(STATUS, players=()))["turn"]["player"] == "Seat 2"


def test_last_turns_come_in_words_with_their_team():
    assert status_json(STATUS)["last_turns"] == [
        {"team": 1, "words": "Blue forgot to draw.", "note": "Forgot to draw"},
        {"team": 0, "words": "Red takes the chip from C4 with the jack of spades.", "note": "Jack of spades takes C4"},
    ]


def test_lights_come_worked_out():
    lights = status_json(STATUS)["lights"]
    assert (lights["mood"], lights["colour"]) == ("turn", "#0028ff")
    assert (lights["rows"], lights["columns"]) == ([3, 6], [2, 7])
    assert sum(lights["blink"]) > 0


def test_troubles_come_when_there_are_some():
    quiet = status_json(STATUS)
    assert (quiet["fault"], quiet["question"], quiet["notice"]) == (None, None, None)
    troubled = status_json(
        replace(
            STATUS,
            fault=FaultFound("TWO_CHIPS", (3, 4), "Only one chip per turn."),
            question=QuestionAsked("Which card?", ("r 7D@C4",)),
            notice=NoticeGiven("BOARD_COVERED", "Something lies on the board."),
        )
    )
    assert troubled["fault"] == {"code": "TWO_CHIPS", "squares": [3, 4], "message": "Only one chip per turn."}
    assert troubled["question"] == {
        "text": "Which card?",
        "candidates": ["r 7D@C4"],
        "words": ["Seven of diamonds on C4"],
        "teams": [0],
    }
    assert troubled["notice"] == {"code": "BOARD_COVERED", "message": "Something lies on the board."}


def test_a_take_back_among_the_answers_comes_in_words_and_belongs_to_no_team():
    asked = QuestionAsked("Taken back?", (f"{TAKEN_BACK} 1", f"{TAKEN_BACK} 3", "b JSxC4"))
    question = status_json(replace(STATUS, question=asked))["question"]
    assert question["words"][:2] == ["It was taken back", "3 turns were taken back"]
    assert question["teams"] == [1]


def test_that_nothing_was_played_is_no():
    question = status_json(replace(STATUS, question=QuestionAsked("Dead?", ("b dead 7D", NOT_PLAYED))))["question"]
    assert (question["words"][1], question["teams"]) == ("No", [1])
