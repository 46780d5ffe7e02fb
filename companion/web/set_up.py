"""The page on which a new game is set up: what may be picked, and what the table played last time."""

from collections.abc import Mapping
from types import MappingProxyType

from flask import Blueprint, render_template

from companion.games.one_eyed_jack.presets import PRESETS, Preset
from companion.web import requests

blueprint = Blueprint("set_up", __name__)

Choices = Mapping[str, tuple[str, Mapping[str, str]]]
"""For each option its question, and the words for each value."""

_ON_OFF = MappingProxyType({"on": "yes", "off": "no"})


def _counted(numbers: range) -> Mapping[str, str]:
    return {str(number): str(number) for number in numbers}


ANY_TABLE: Choices = MappingProxyType(
    {
        "forgot": (
            "Forgotten draw",
            {"forgive": "drawn when noticed", "short": "one card short", "short_one_round": "drawn a turn later"},
        ),
        "line_choice": ("Which line counts", {"topleft": "nearest the top left", "declare": "its owner says"}),
        "stock_end": ("Stock used up", {"play_out": "play on", "reshuffle": "shuffle the pile"}),
    }
)
"""What any table may settle, whatever it plays."""

OWN_RULES: Choices = MappingProxyType(
    {
        "hand": ("Cards each", _counted(range(2, 11))),
        "lines": ("Lines to win", _counted(range(1, 5))),
        "n": ("Squares in a line", _counted(range(3, 7))),
        "remove": ("A one-eyed jack takes", {"opponents": "chips of others", "any": "any chip"}),
        "protect": ("Finished lines are safe", _ON_OFF),
        "dead": ("Dead cards may be exchanged", _ON_OFF),
        "directions": ("Lines run", {"all": "all ways", "orth": "straight only"}),
        "capture": ("Captures", {"off": "none", "pairs": "pairs", "pairs_trios": "pairs and trios"}),
        "wrap": (
            "Edges are joined",
            {"none": "no", "lr": "left and right", "tb": "top and bottom", "both": "all"},
        ),
        "objective": (
            "The goal",
            {
                "line": "lines",
                "line+cross": "lines and crosses",
                "cross": "crosses",
                "line+square": "lines and squares",
                "square": "squares",
                "sub3": "points for threes",
            },
        ),
    }
)
"""What tables with rules of their own settle besides; whether it goes together, the rules themselves say."""

BLACK_JACK: Choices = MappingProxyType(
    {
        "sting": ("All Jacks sting", _ON_OFF),
        "jot": ("Jacks on Twos", {"off": "no", "suited": "of the same suit", "any": "always"}),
        "queen": ("A Queen is covered by", {"run": "the next step of the run", "suit": "any card of her suit"}),
        "jokers": ("Jokers in a pack", _counted(range(3))),
        "bring_backs": ("Penalties bring players back", _ON_OFF),
        "start_card": (
            "The card turned up first",
            {"inert": "does nothing", "active": "acts", "redraw": "is buried if it would act"},
        ),
        "packs": ("Packs", _counted(range(1, 3))),
        "ace_in_run": ("Inside a run an Ace goes on anything", _ON_OFF),
        "no_action_finish": ("Nobody goes out on an action card", _ON_OFF),
        "red_jack_ends": ("Nothing follows a red Jack that cancels", _ON_OFF),
        "king2": ("With two players a King", {"opponent": "passes on", "again": "gives another turn"}),
    }
)
"""What a table settles for Black Jack."""

_NAMES = MappingProxyType(
    {
        "denexa": "Denexa",
        "classic": "Classic",
        "kids": "Kids",
        "my_rules": "My rules",
        "zepherin": "Zepherin",
        "open": "Open rules",
    }
)


@blueprint.get("/new")
def new() -> str:
    """The page; only presets that can be played with this table's chips are offered."""
    status = requests.live().status
    teams = status.sides if status else 2
    presets = [preset for preset in PRESETS.values() if _seats(preset, teams)]
    return render_template(
        "new.html",
        games=(
            ("one-eyed-jack", "One-Eyed Jack", [_offer(preset, teams) for preset in presets]),
            ("black-jack", "Black Jack", [("base", "Black Jack", " ".join(map(str, range(2, 13))), False)]),
        ),
        teams=teams,
        choices={"one-eyed-jack": (ANY_TABLE, OWN_RULES), "black-jack": (BLACK_JACK, {})},
    )


def _offer(preset: Preset, teams: int) -> tuple[str, str, str, bool]:
    """A preset as it is offered: its name, what it is called, the numbers of seats, and whether it is free."""
    return preset.name, _NAMES[preset.name], _seats(preset, teams), preset.free


def _seats(preset: Preset, teams: int) -> str:
    return " ".join(str(seats) for seats, sides in sorted(preset.seatings) if sides == teams)
