"""What is heard at the table: a rhythm for what happened, since a buzzer has one pitch and not everybody looks."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Literal

from companion.referee import events
from companion.referee.events import Event

Sound = Literal["accepted", "taken_back", "line", "win", "question", "fault", "refused"]
"""`refused`: the button asked for what cannot be."""

# What counts most comes first: a turn that wins sounds like the win.
_HEARD: tuple[tuple[type, Sound], ...] = (
    (events.FaultFound, "fault"),
    (events.QuestionAsked, "question"),
    (events.GameWon, "win"),
    (events.LineCompleted, "line"),
    (events.TurnPlayed, "accepted"),
    (events.FaultResolved, "accepted"),
    (events.TurnUndone, "taken_back"),
    (events.CardTakenBack, "taken_back"),
)
_BEEPS: Mapping[Sound, tuple[float, ...]] = MappingProxyType(
    {
        "accepted": (0.06,),
        "taken_back": (0.06, 0.06, 0.06),
        "line": (0.06, 0.06, 0.06, 0.06, 0.3),
        "win": (0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.6),
        "question": (0.15, 0.15, 0.15),
        "fault": (0.5, 0.2, 0.5),
        "refused": (0.3,),
    }
)


def sound_of(happened: Iterable[Event]) -> Sound | None:
    """What is heard when these things happen together; None for what needs no sound."""
    kinds = {type(event) for event in happened}
    return next((sound for kind, sound in _HEARD if kind in kinds), None)


def beeps(sound: Sound) -> tuple[float, ...]:
    """Seconds of beep, pause, beep, …; no two sounds are alike."""
    return _BEEPS[sound]
