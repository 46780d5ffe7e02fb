"""The page of a drawn table: its picture, on which taps lay and take chips, and cards to be laid on the pile.

Whoever is in the network sits at it and may tap, as at any table; pages from elsewhere are kept out as everywhere. A
hand is open to all until a phone keeps it for itself.
"""

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Protocol

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, render_template, request

from companion.views.appearance import chips_called
from companion.web import requests
from companion.web.phone_book import digest

blueprint = Blueprint("drawn", __name__, url_prefix="/drawn")
Points = Sequence[tuple[float, float]]
COOKIE = "sitter"
_COOKIE_S = 30 * 24 * 3600
_SUITS = (("S", "♠"), ("H", "♥"), ("D", "♦"), ("C", "♣"))
_SOME = partial(requests.whole, most=104)


class Lies(Protocol):
    """What lies on a drawn table."""

    @property
    def chips(self) -> Mapping[int, str]:
        """Team letters by square."""

    @property
    def pile(self) -> tuple[str, ...]:
        """The cards of the discard pile, the top one last."""

    @property
    def sitters(self) -> Mapping[int, str]:
        """Who keeps a seat's hand secret."""


class Outlined(Protocol):
    """Where things are in the picture, in pixels."""

    @property
    def squares(self) -> Sequence[Points]:
        """The corners of the hundred squares in reading order."""

    @property
    def pile(self) -> Points:
        """The corners of the place of the discard pile."""

    @property
    def names(self) -> Sequence[tuple[str, tuple[float, float]]]:
        """Rows and columns by name, and where these are to be written."""


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

    def deal_for_board(self, seats: int, hand: int, shuffles: bool) -> None:
        """Shuffle two packs and deal, for a game on the board. Raises ValueError when the cards do not suffice."""

    def sit(self, seat: int, who: str | None) -> None:
        """Somebody keeps this seat's hand secret, or with None nobody does any more."""

    def play(self, seat: int, code: str) -> None:
        """A seat lays one of its cards. Raises ValueError."""

    def draw(self, seat: int, cards: int) -> None:
        """A seat draws. Raises ValueError."""

    def take_back(self) -> None:
        """The top card goes back to whoever laid it. Raises ValueError."""

    def jpeg(self) -> bytes:
        """The picture of the table."""

    def outlines(self) -> Outlined:
        """Where squares, pile and names are in the picture."""

    def square_at(self, x: float, y: float) -> int | None:
        """The square at a pixel of the picture, or None beside the board."""


def add_drawn_table(app: Flask, table: TapTable) -> None:
    """Let the application show this table under `/drawn/`."""
    app.extensions["drawn_table"] = table
    app.register_blueprint(blueprint)


@blueprint.get("/")
def page() -> str:
    """The table, to be tapped."""
    teams = [(letter, chips_called(letter).capitalize()) for letter in _table().letters]
    outlines, lying = _table().outlines(), _table().lying
    shown = [dict(sorted(lying.chips.items())), lying.pile]
    lies = json.dumps(shown, separators=(",", ":"))  # as JavaScript writes it
    return render_template("drawn.html", teams=teams, outlines=outlines, lies=lies, ranks="A23456789TJQK", suits=_SUITS)


@blueprint.get("/picture.jpg")
def picture() -> Response:
    """How the table looks now."""
    return Response(_table().jpeg(), mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@blueprint.post("/chip")
def chip() -> Response:
    """Lay a chip of `"team"` on `{"square": 0…99}`, or take one away with `null`; asked for twice it is done once.

    Where a tap is told, `{"x": …, "y": …}` in pixels of the picture, a chip that lies there is taken away.
    """
    wanted = {"square": requests.square, "x": requests.pixel, "y": requests.pixel, "team": requests.text}
    asked, table = requests.fields(wanted, frozenset(wanted)), _table()
    letter, named = asked.get("team"), "square" in asked
    square = asked.get("square", table.square_at(asked["x"], asked["y"]) if {"x", "y"} <= set(asked) else None)
    if square is None:
        abort(400, "that is outside the board")
    lies = table.lying.chips.get(square)
    if named and None not in (lies, letter) and lies != letter:
        abort(400, "another chip lies there; take that away first")
    return _answer(lambda: table.put(square, letter if named or lies is None else None))


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


@blueprint.post("/board-deal")
def board_deal() -> Response:
    """Deal for a game on the board: `{"seats": 2, "hand": 7}`, with `"shuffles"` if the pile becomes stock again."""
    wanted: dict[str, requests.Read] = {"seats": _SOME, "hand": _SOME, "shuffles": requests.yes}
    asked = {"shuffles": False} | requests.fields(wanted, frozenset({"shuffles"}))
    return _answer(lambda: _table().deal_for_board(**asked))


@blueprint.post("/sit")
def sit() -> Response:
    """Keep a seat's hand for this phone alone: `{"seat": 1}`. Another seat that it kept becomes open again."""
    seat, token = requests.fields({"seat": _SOME})["seat"], request.cookies.get(COOKIE) or secrets.token_urlsafe(16)
    response = _answer(lambda: _table().sit(_open(seat), digest(token)), digest(token))
    response.set_cookie(COOKIE, token, max_age=_COOKIE_S, httponly=True, samesite="Strict", path="/drawn/")
    return response


@blueprint.post("/stand")
def stand() -> Response:
    """The hand that this phone kept is open to all again."""
    requests.fields({})
    for seat in _seats_of(_sitter()):
        _table().sit(seat, None)
    return _answer()


@blueprint.post("/play")
def play() -> Response:
    """A seat lays one of its cards: `{"seat": 1, "card": "7D"}`."""
    asked = requests.fields({"seat": _SOME, "card": requests.text})
    return _answer(lambda: _table().play(_open(asked["seat"]), asked["card"]))


@blueprint.post("/draw")
def draw() -> Response:
    """A seat draws: `{"seat": 1, "cards": 2}`."""
    asked = requests.fields({"seat": _SOME, "cards": _SOME}, frozenset({"cards"}))
    return _answer(lambda: _table().draw(_open(asked["seat"]), asked.get("cards", 1)))


@blueprint.post("/back")
def back() -> Response:
    """The top card goes back to whoever laid it."""
    requests.fields({})
    return _answer(_table().take_back)


@blueprint.get("/lying")
def lying() -> Response:
    """What lies on the table, and if cards were dealt the hands, `null` for one that another phone keeps for itself."""
    return _answer()


def _answer(change: Callable[[], object] = lambda: None, sitter: str | None = None) -> Response:
    """What lies on the table once it was changed, as this sitter may see it; 400 with the reason when it cannot be."""
    try:
        change()
    except ValueError as error:
        abort(400, str(error))
    lying, dealt = _table().lying, _table().dealt
    chips = {str(square): letter for square, letter in lying.chips.items()}
    mine = _seats_of(sitter or _sitter())
    told: dict[str, object] = {
        "chips": chips,
        "pile": lying.pile,
        "mine": next(iter(mine), None),
        "kept": sorted(lying.sitters),
    }
    if dealt is not None:
        closed = set(lying.sitters) - mine
        hands = [None if seat in closed else hand for seat, hand in enumerate(dealt.hands, 1)]
        told |= {"hands": hands, "held": list(map(len, dealt.hands)), "stock": len(dealt.stock)}
    return requests.unkept(jsonify(told))


def _open(seat: int) -> int:
    """The seat, if this phone may act for it. Raises ValueError when another phone keeps its hand."""
    if seat in set(_table().lying.sitters) - _seats_of(_sitter()):
        raise ValueError(f"another phone keeps the cards of seat {seat}; use that phone")
    return seat


def _sitter() -> str:
    """A name for whoever asks, which tells nobody the token."""
    return digest(request.cookies.get(COOKIE, ""))


def _seats_of(sitter: str) -> set[int]:
    return {seat for seat, who in _table().lying.sitters.items() if who == sitter}


def _table() -> TapTable:
    table: TapTable = current_app.extensions["drawn_table"]
    return table
