"""The page on which a new game is set up: what may be picked, and what the table played last time."""

from types import MappingProxyType

from flask import Blueprint, render_template

from companion.games.one_eyed_jack.presets import PRESETS, Preset
from companion.web import requests
from companion.web.choices import CHOICES

blueprint = Blueprint("set_up", __name__)

_PRESETS = MappingProxyType(
    {
        "classic": ("Classic", "The usual game. Finished lines are safe."),
        "denexa": ("Denexa", "Nothing is safe: one-eyed jacks take any chip, even out of a line."),
        "kids": ("Kids", "Lines of four, three cards each, and one line wins."),
        "zepherin": ("Zepherin", "Forget to draw, and you play on one card short."),
        "my_rules": ("My rules", "Classic, with every number up to you."),
        "open": ("Open rules", "Dice, captures, crosses and more."),
    }
)
"""What each preset is called, and what is special about it."""
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
_CARDS = "Match suit or rank, and be the first without cards. No board is needed."


@blueprint.get("/new")
def new() -> str:
    """The page; what cannot be played at this table is shown with the reason."""
    status = requests.live().status
    teams = status.sides if status else 2
    presets = [_offer(PRESETS[name], teams) for name in _PRESETS]
    boardless = "" if any(seats for *_, seats, _ in presets) else "No board has been calibrated at this table yet."
    return render_template(
        "new.html",
        games=(
            ("one-eyed-jack", "One-Eyed Jack", "Cards and chips on the board: make a line.", boardless),
            ("black-jack", "Black Jack", _CARDS, ""),
        ),
        played="black-jack" if boardless else status.game if status else "one-eyed-jack",
        presets=presets,
        teams=teams,
        learnt="" if boardless else f"{_colours(teams).capitalize()} learnt: {_NUMBERS[teams]} teams can play.",
        choices=CHOICES,
    )


def _offer(preset: Preset, teams: int) -> tuple[str, str, str, str, str]:
    """A preset as it is offered: its name, title and words, the numbers of seats, and why it cannot be had."""
    seats = " ".join(str(seats) for seats, sides in sorted(preset.seatings) if sides == teams)
    known = sorted({sides for _, sides in preset.seatings})
    wanted = " or ".join(_NUMBERS[sides] for sides in known)
    return preset.name, *_PRESETS[preset.name], seats, "" if seats else f"For {wanted} teams; {_colours(teams)} learnt."


def _colours(teams: int) -> str:
    return f"{_NUMBERS[teams]} chip {'colour is' if teams == 1 else 'colours are'}"
