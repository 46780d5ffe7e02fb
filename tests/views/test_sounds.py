"""What is heard for what happened: the weightiest thing, in a rhythm of its own."""

from itertools import combinations
from typing import get_args

import pytest

from companion.referee.events import (
    CardLaid,
    CommandGiven,
    Event,
    FaultFound,
    GameWon,
    LineCompleted,
    QuestionAsked,
    TurnPlayed,
    TurnUndone,
)
from companion.views.sounds import Sound, beeps, sound_of

TURN = TurnPlayed("r 7D@C4")
LINE = LineCompleted(0, (1, 2, 3))


@pytest.mark.parametrize(
    ("happened", "heard"),
    [
        ((), None),
        ((CommandGiven("the button", "undo"), CardLaid("8S")), None),
        ((TURN,), "accepted"),
        ((TURN, LINE), "line"),
        ((TURN, LINE, GameWon(0, "lines")), "win"),
        ((TURN, FaultFound("WRONG_COLOUR", (4,), "wrong")), "fault"),
        ((QuestionAsked("Which?", ()),), "question"),
        ((CommandGiven("the button", "undo"), TurnUndone()), "taken_back"),
    ],
)
def test_the_weightiest_thing_is_heard(happened: tuple[Event, ...], heard: Sound | None):
    assert sound_of(happened) == heard


def test_no_two_sounds_share_a_rhythm_and_each_ends_with_a_beep():
    for one, other in combinations(get_args(Sound), 2):
        assert beeps(one) != beeps(other)
    assert all(len(beeps(sound)) % 2 for sound in get_args(Sound))
