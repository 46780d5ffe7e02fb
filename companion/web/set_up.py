"""The page on which a new game is set up: what may be picked, and what the table played last time."""

from types import MappingProxyType

from flask import Blueprint, render_template

from companion.games.one_eyed_jack.presets import PRESETS
from companion.views.appearance import appearances_of
from companion.web import requests
from companion.web.choices import CHOICES

blueprint = Blueprint("set_up", __name__)

OFFERED = MappingProxyType(
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
_FEWEST = 2
"""No game is for fewer teams."""
_TWO = (("R", "red"), ("B", "blue"))
"""Chips as most tables have them, where nothing is told of this one yet."""
_CARDS = "Match suit or rank, and be the first without cards. No board is needed."


@blueprint.get("/new")
def new() -> str:
    """The page; what cannot be played at this table is shown with the reason."""
    status = requests.live().status
    known = status.known if status else _TWO
    looks = zip(known, appearances_of([name for _, name in known]), strict=True)
    presets = [_offer(name, len(known)) for name in OFFERED]
    boardless = "" if len(known) >= _FEWEST else "This table has no board. Start without --empty-table to play on one."
    return render_template(
        "new.html",
        games=(
            ("one-eyed-jack", "One-Eyed Jack", "Cards and chips on the board: make a line.", boardless),
            ("black-jack", "Black Jack", _CARDS, ""),
        ),
        played="black-jack" if boardless else status.game if status else "one-eyed-jack",
        presets=presets,
        chips=[{"letter": letter, "name": look.name, **look.painted} for (letter, _), look in looks],
        learnt="" if boardless else _learnt(len(known)),
        choices=CHOICES,
    )


def _offer(preset: str, colours: int) -> tuple[str, str, str, list[tuple[str, str]]]:
    """A preset as it is offered: its name, title and words, and how many may play, as `seats:teams` and in words."""
    seatings = sorted(PRESETS[preset].seatings)
    seats = [(f"{seats}:{teams}", _seats(seats, teams, colours)) for seats, teams in seatings if teams <= colours]
    return preset, *OFFERED[preset], seats


def _seats(seats: int, teams: int, colours: int) -> str:
    """How many play; where they could play in more ways than one, in how many teams."""
    return f"{seats} in {_NUMBERS[teams]} teams" if colours > _FEWEST and teams < seats else str(seats)


def _learnt(colours: int) -> str:
    """How many teams there are chips for."""
    most = _NUMBERS[colours]
    return f"{most.capitalize()} chip colours are learnt: two {f'to {most} ' * (colours > _FEWEST)}teams can play."
