"""Setting up a game in mid-play: the board as the camera sees it, with its finished lines, for people to confirm."""

from collections.abc import Iterable
from typing import Any

from flask import Blueprint, Response, abort, jsonify, render_template, request

from companion.games.one_eyed_jack.notation import pattern_text
from companion.games.one_eyed_jack.position import Chips
from companion.games.squares import SQUARES
from companion.referee.followed import Step
from companion.referee.one_eyed_jack.tracking import Tracking
from companion.views.one_eyed_jack.scan import Line, scan
from companion.web import requests
from companion.web.commands import decided

blueprint = Blueprint("scan", __name__)

_EMPTY = "."


@blueprint.get("/position")
def position() -> str:
    """The page on which the position is set up."""
    return render_template("position.html")


@blueprint.get("/api/scan")
def scanned() -> Response:
    """The board as it lies, or as `?chips=` says: a hundred characters, `.` or the number of a team; for the table."""
    if not requests.asker().table:
        abort(401, "the board is set up by whoever knows the table’s PIN")
    told = request.args.get("chips")
    found: list[dict[str, Any]] = []

    def looking(tracking: Any) -> Step:
        """Nothing happens to the game."""
        if not isinstance(tracking, Tracking):
            raise ValueError("There is no board in this game.")
        found.append(_scan_json(tracking, None if told is None else _chips(tracking, told)))
        return tracking, ()

    decided(looking)
    return jsonify(found[0])


def _chips(tracking: Tracking, text: str) -> Chips:
    """The chips somebody says. Raises ValueError."""
    teams = "0123456"[: tracking.game.options.teams]
    if len(text) != len(SQUARES) or not set(text) <= {_EMPTY, *teams}:
        raise ValueError("Give a hundred squares, each empty or with the number of a team.")
    return tuple(None if mark == _EMPTY else int(mark) for mark in text)


def _scan_json(tracking: Tracking, chips: Chips | None) -> dict[str, Any]:
    found, stands, die = scan(tracking, chips), tracking.game.position, tracking.game.options.die
    return {
        "chips": list(found.chips),
        "doubtful": list(found.doubtful),
        "lines": [_line_json(line) for line in found.lines],
        "safe": tracking.game.options.locks,
        "free": sorted(tracking.game.rules.closed),
        "seat": stands.seat,
        "direction": stands.direction,
        "reverses": bool(die and die.reverse),
        "stock": stands.stock,
        "hands": list(stands.hands),
        "captures": list(_captures(tracking)),
        "ply": stands.ply,
    }


def _captures(tracking: Tracking) -> Iterable[int]:
    """What each team has captured; nothing where nothing is captured."""
    return () if tracking.game.options.capture == "off" else tracking.game.position.captures


def _line_json(line: Line) -> dict[str, Any]:
    squares = list(line.squares)
    return {"team": line.team, "squares": squares, "text": pattern_text(line.squares), "counts": line.counts}
