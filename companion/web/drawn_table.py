"""The page of a drawn table: its picture, on which taps lay and take chips, and cards to be laid on the pile."""

from collections.abc import Mapping
from typing import Any, Protocol

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, render_template, request

blueprint = Blueprint("drawn", __name__, url_prefix="/drawn")
_SUITS = (("S", "♠"), ("H", "♥"), ("D", "♦"), ("C", "♣"))


class Lies(Protocol):
    """What lies on a drawn table."""

    @property
    def chips(self) -> Mapping[int, str]:
        """Team letters by square."""

    @property
    def pile(self) -> tuple[str, ...]:
        """The topmost cards of the discard pile, the top one last."""


class TapTable(Protocol):
    """A drawn table as this page needs it; every method may be called from any thread."""

    letters: str

    @property
    def lying(self) -> Lies:
        """What lies on the table."""

    def put(self, square: int, letter: str | None) -> None:
        """Lay a team's chip, or with None take the one there away. Raises ValueError for a team not here."""

    def lay(self, code: str) -> None:
        """Lay a card on the pile. Raises ValueError when there is no such card."""

    def clear(self) -> None:
        """Take everything off the table."""

    def jpeg(self) -> bytes:
        """The picture of the table."""

    def square_at(self, x: float, y: float) -> int | None:
        """The square at a pixel of the picture, or None beside the board."""


def add_drawn_table(app: Flask, table: TapTable) -> None:
    """Let the application show this table under `/drawn/`."""
    app.extensions["drawn_table"] = table
    app.register_blueprint(blueprint)


@blueprint.get("/")
def page() -> str:
    """The table, to be tapped."""
    return render_template("drawn.html", letters=_table().letters, ranks="A23456789TJQK", suits=_SUITS)


@blueprint.get("/picture.jpg")
def picture() -> Response:
    """How the table looks now."""
    return Response(_table().jpeg(), mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@blueprint.post("/chip")
def chip() -> Response:
    """Lay or take a chip: `{"x": …, "y": …}` in pixels of the picture or `{"square": 0…99}`, and `"team"`.

    On a square that holds a chip, or with `null` as the team, the chip is taken away.
    """
    asked, table = _asked(), _table()
    square = _square(asked, table)
    letter = None if square in table.lying.chips else asked.get("team")
    _tried(lambda: table.put(square, letter))
    return _answer()


@blueprint.post("/card")
def card() -> Response:
    """Lay a card on the pile: `{"card": "7D"}`."""
    asked, table = _asked(), _table()
    _tried(lambda: table.lay(str(asked.get("card"))))
    return _answer()


@blueprint.post("/clear")
def clear() -> Response:
    """Take everything off the table."""
    _asked()
    _table().clear()
    return _answer()


def _asked() -> Mapping[str, Any]:
    """The JSON object sent; anything else, as a foreign page's form would send, is refused."""
    asked = request.get_json()
    return asked if isinstance(asked, dict) else abort(400, "send a JSON object")


def _square(asked: Mapping[str, Any], table: TapTable) -> int:
    square, x, y = (asked.get(key) for key in ("square", "x", "y"))
    if isinstance(x, (int, float)) and isinstance(y, (int, float)):
        square = table.square_at(x, y)
    if type(square) is not int or square not in range(100):
        abort(400, "that is beside the board")
    return square


def _tried(change: Any) -> None:
    try:
        change()
    except ValueError as error:
        abort(400, str(error))


def _answer() -> Response:
    lying = _table().lying
    return jsonify(chips={str(square): letter for square, letter in lying.chips.items()}, pile=lying.pile)


def _table() -> TapTable:
    table: TapTable = current_app.extensions["drawn_table"]
    return table
