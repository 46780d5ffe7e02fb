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


class Dealt(Protocol):
    """Cards in hands and stock."""

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """Card codes by seat, seat 1 first."""

    @property
    def stock(self) -> tuple[str, ...]:
        """What is left to draw."""


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

    @property
    def dealt(self) -> Dealt | None:
        """The cards in hands and stock; None while nobody has dealt."""

    def deal(self, seats: int, packs: int = 1, jokers: int = 0) -> None:
        """Shuffle, deal and turn a card up. Raises ValueError when the cards do not suffice."""

    def play(self, seat: int, code: str) -> None:
        """A seat lays one of its cards. Raises ValueError."""

    def draw(self, seat: int, cards: int) -> None:
        """A seat draws. Raises ValueError."""

    def take_back(self) -> None:
        """The top card goes back to whoever laid it. Raises ValueError."""

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


@blueprint.post("/deal")
def deal() -> Response:
    """Deal to `{"seats": 4}`, with `"packs"` and `"jokers"` if wanted, and turn a card up."""
    asked = _asked()
    _tried(lambda: _table().deal(_whole(asked, "seats"), _whole(asked, "packs", 1), _whole(asked, "jokers", 0)))
    return _answer()


@blueprint.post("/play")
def play() -> Response:
    """A seat lays one of its cards: `{"seat": 1, "card": "7D"}`."""
    asked = _asked()
    _tried(lambda: _table().play(_whole(asked, "seat"), str(asked.get("card"))))
    return _answer()


@blueprint.post("/draw")
def draw() -> Response:
    """A seat draws: `{"seat": 1, "cards": 2}`."""
    asked = _asked()
    _tried(lambda: _table().draw(_whole(asked, "seat"), _whole(asked, "cards", 1)))
    return _answer()


@blueprint.post("/back")
def back() -> Response:
    """The top card goes back to whoever laid it."""
    _asked()
    _tried(_table().take_back)
    return _answer()


@blueprint.get("/lying")
def lying() -> Response:
    """What lies on the table, and the hands if cards were dealt."""
    return _answer()


def _whole(asked: Mapping[str, Any], name: str, usual: int | None = None) -> int:
    value = asked.get(name, usual)
    if type(value) is not int or not 0 <= value <= 104:
        abort(400, f"{name} must be a whole number")
    return value


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
    lying, dealt = _table().lying, _table().dealt
    chips = {str(square): letter for square, letter in lying.chips.items()}
    hands = {} if dealt is None else {"hands": dealt.hands, "stock": len(dealt.stock)}
    return jsonify(chips=chips, pile=lying.pile, **hands)


def _table() -> TapTable:
    table: TapTable = current_app.extensions["drawn_table"]
    return table
