"""The page of a drawn table: its picture, on which taps lay and take chips, and cards to be laid on the pile.

Whoever is in the network sits at it and may tap, as at any table; pages from elsewhere are kept out as everywhere.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Protocol

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, render_template

from companion.web import requests

blueprint = Blueprint("drawn", __name__, url_prefix="/drawn")
_SUITS = (("S", "♠"), ("H", "♥"), ("D", "♦"), ("C", "♣"))
_SOME = partial(requests.whole, most=104)


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
    wanted = {"square": requests.square, "x": requests.pixel, "y": requests.pixel, "team": requests.text}
    asked, table = requests.fields(wanted, frozenset(wanted)), _table()
    square = asked.get("square", table.square_at(asked["x"], asked["y"]) if {"x", "y"} <= set(asked) else None)
    if square is None:
        abort(400, "that is beside the board")
    letter = None if square in table.lying.chips else asked.get("team")
    return _answer(lambda: table.put(square, letter))


@blueprint.post("/card")
def card() -> Response:
    """Lay a card on the pile: `{"card": "7D"}`."""
    asked = requests.fields({"card": requests.text})
    return _answer(lambda: _table().lay(asked["card"]))


@blueprint.post("/clear")
def clear() -> Response:
    """Take everything off the table."""
    requests.fields({})
    return _answer(_table().clear)


@blueprint.post("/deal")
def deal() -> Response:
    """Deal to `{"seats": 4}`, with `"packs"` and `"jokers"` if wanted, and turn a card up."""
    wanted = {"seats": _SOME, "packs": _SOME, "jokers": _SOME}
    asked = requests.fields(wanted, frozenset({"packs", "jokers"}))
    return _answer(lambda: _table().deal(**asked))


@blueprint.post("/play")
def play() -> Response:
    """A seat lays one of its cards: `{"seat": 1, "card": "7D"}`."""
    asked = requests.fields({"seat": _SOME, "card": requests.text})
    return _answer(lambda: _table().play(asked["seat"], asked["card"]))


@blueprint.post("/draw")
def draw() -> Response:
    """A seat draws: `{"seat": 1, "cards": 2}`."""
    asked = requests.fields({"seat": _SOME, "cards": _SOME}, frozenset({"cards"}))
    return _answer(lambda: _table().draw(asked["seat"], asked.get("cards", 1)))


@blueprint.post("/back")
def back() -> Response:
    """The top card goes back to whoever laid it."""
    requests.fields({})
    return _answer(_table().take_back)


@blueprint.get("/lying")
def lying() -> Response:
    """What lies on the table, and the hands if cards were dealt."""
    return _answer()


def _answer(change: Callable[[], object] = lambda: None) -> Response:
    """What lies on the table once it was changed; 400 with the reason when it cannot be."""
    try:
        change()
    except ValueError as error:
        abort(400, str(error))
    lying, dealt = _table().lying, _table().dealt
    chips = {str(square): letter for square, letter in lying.chips.items()}
    hands = {} if dealt is None else {"hands": dealt.hands, "stock": len(dealt.stock)}
    return requests.unkept(jsonify(chips=chips, pile=lying.pile, **hands))


def _table() -> TapTable:
    table: TapTable = current_app.extensions["drawn_table"]
    return table
