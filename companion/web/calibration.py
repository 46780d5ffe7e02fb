"""The walk through calibration on a phone: its page, and what the page asks for. Pictures are for the table alone."""

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from flask import Blueprint, Response, jsonify, render_template

from companion.games.cards import parse_card
from companion.views.walk import walk_json
from companion.web import requests
from companion.web.fields import FIELDS
from companion.web.requests import Read, pixel, square, text, yes
from companion.web.workshop import Ask, done, jpeg, known_workshop, workshop

blueprint = Blueprint("calibration", __name__)


def _taps(value: object) -> list[tuple[float, float]]:
    if not isinstance(value, list) or len(value) not in (1, 4):
        raise ValueError("give one tap or four")
    return [_tap(tap) for tap in value]


def _tap(value: object) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError("a tap is two numbers, x and y in pixels of the picture")
    return pixel(value[0]), pixel(value[1])


def _card(value: object) -> str:
    return parse_card(text(value)).code


def _letters(value: object) -> str:
    if not isinstance(value, str) or len(value) > 6:
        raise ValueError("give up to 6 letters")
    return value


def _step(method: str, optional: tuple[str, ...] = (), **fields: Read) -> Ask:
    """An answer, which may name the step it answers by its number."""
    return Ask(method, {**fields, "number": FIELDS["number"].read}, frozenset({*optional, "number"}))


STEPS: Mapping[str, Ask] = MappingProxyType(
    {
        "begin": _step("begin"),
        "leave": _step("leave"),
        "look": _step("look", taps=_taps),
        "card": _step("name_card", square=square, card=_card),
        "cards": _step("accept_cards", letters=_letters),
        "back": _step("back"),
        "chips": _step("chips_lie"),
        "keep": _step("keep", ("replaces",), name=text, replaces=yes),
    }
)
"""Everything that may be asked of the walk, each at its own address."""


@blueprint.get("/calibrate")
def page() -> str:
    """The page; whoever opens it without the PIN sees where to enter it, and nothing else."""
    return render_template("calibrate.html", workshop=known_workshop())


@blueprint.get("/api/calibration")
def status() -> Response:
    """Where the walk stands."""
    return requests.unkept(jsonify(walk_json(workshop().guide.status())))


@blueprint.get("/api/calibration/table.jpg")
def table() -> Response:
    """The table as the camera sees it now."""
    return jpeg(workshop().guide.table_jpeg())


@blueprint.get("/api/calibration/board.jpg")
def board() -> Response:
    """The board as it was found, seen from straight above."""
    return jpeg(workshop().guide.board_jpeg())


def _ask(name: str) -> Response:
    guide = workshop().guide
    done(guide, STEPS[name], guide.at)
    return requests.unkept(jsonify(walk_json(guide.status())))


for _name in STEPS:
    blueprint.add_url_rule(f"/api/calibration/{_name}", _name, partial(_ask, _name), methods=["POST"])
