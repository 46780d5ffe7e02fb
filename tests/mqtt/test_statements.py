"""What a table says over a broker: the journal's events with number, game and words."""

import json

from hypothesis import given
from hypothesis import strategies as st

from companion.journal.event_text import from_json
from companion.mqtt.statements import event_text
from companion.referee.events import FaultFound, GameWon, LineCompleted, QuestionAsked, Setup, TeamLook, TurnPlayed

BOARD = Setup("classic N=2 T=2", (), (TeamLook("R", "red"), TeamLook("B", "blue")), ("Ann", "Ben"))
PILE = Setup("players=3", (), (), ("Ann", "Ben", "Cay"), "black-jack")


@given(
    st.integers(1, 10**9),
    st.sampled_from(
        [
            TurnPlayed("r 7D@C4"),
            LineCompleted(1, (0, 1, 2, 3, 4)),
            GameWon(None, "tie"),
            FaultFound("MOVED", (3,), "A chip moved."),
            QuestionAsked("Which?", ("r 7D@C4",)),
        ]
    ),
)
def test_an_event_can_be_made_again_from_what_is_said_of_it(number: int, event):
    said = json.loads(event_text(number, "a-1", event, BOARD))
    assert (said["number"], said["game"]) == (number, "a-1")
    own = {name: said[name] for name in event.__dataclass_fields__}
    assert from_json(json.dumps({"type": said["kind"], **own})) == event


def test_an_event_is_told_in_the_words_that_are_said_at_the_table():
    said = json.loads(event_text(7, "a-1", TurnPlayed("r 7D@C4"), BOARD))
    assert said["text"] == "Ann plays the seven of diamonds on C4."


def test_a_line_says_whose_it_is_and_in_which_light():
    said = json.loads(event_text(8, "a-1", LineCompleted(1, (0, 1, 2, 3, 4)), BOARD))
    assert (said["side"], said["rgb"]) == ("Ben", [0, 40, 255])


def test_where_everybody_plays_alone_a_win_is_a_players():
    said = json.loads(event_text(8, "a-1", GameWon(1, "out"), PILE))
    assert (said["side"], said["text"]) == ("Ben", "Ben wins, and the game is over.")


def test_a_tie_is_nobodys():
    assert "side" not in json.loads(event_text(8, "a-1", GameWon(None, "tie"), BOARD))
