"""The page on which a new game is set up: what may be picked, and what the table played last time."""

from types import MappingProxyType

from flask import Blueprint, render_template

from companion.games.one_eyed_jack.presets import PRESETS, Preset
from companion.web import requests
from companion.web.choices import CHOICES

blueprint = Blueprint("set_up", __name__)

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
            ("black-jack", "Black Jack", [("base", "Black Jack", " ".join(map(str, range(2, 13))))]),
        ),
        teams=teams,
        choices=CHOICES,
    )


def _offer(preset: Preset, teams: int) -> tuple[str, str, str]:
    """A preset as it is offered: its name, what it is called, and the numbers of seats."""
    return preset.name, _NAMES[preset.name], _seats(preset, teams)


def _seats(preset: Preset, teams: int) -> str:
    return " ".join(str(seats) for seats, sides in sorted(preset.seatings) if sides == teams)
