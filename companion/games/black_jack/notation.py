"""Turns and looks at the pile out of text: `P1 8S 9S 9D`, `P2 AD/S`, `P3 JK=2H`, `P1 draw 4`, `P1 see 8S > 9S`.

`P1 9S out` is a play after which its player holds no card, whatever was counted.
"""

import re

from companion.games.black_jack.turns import Draw, Laid, Play, Reshuffle, Turn
from companion.games.cards import SUITS, parse_card
from companion.games.numbers import parse_number
from companion.games.refusals import NotationError

_SEAT = re.compile(r"P([1-9]\d?)")
_LAID = re.compile(r"(?P<card>[^=/]+)(?:=(?P<face>[^=/]+))?(?:/(?P<suit>.))?")


def parse_turn(text: str) -> Turn:
    """The turn written as `text`. Raises NotationError."""
    words = text.split()
    if words == ["reshuffle"]:
        return Reshuffle()
    if len(words) < 2:
        raise NotationError(f"no turn: {text!r}; write for instance P1 8S 9S, P1 AD/S, P1 JK=2H or P1 draw 4")
    seat = parse_seat(words[0])
    if words[1] == "draw":
        return Draw(seat, _parse_number(words[2:]))
    out = len(words) > 2 and words[-1] == "out"
    return Play(seat, tuple(map(parse_laid, words[1 : len(words) - out])), out)


def parse_seat(text: str) -> int:
    """The seat of `P1`. Raises NotationError."""
    found = _SEAT.fullmatch(text)
    if not found:
        raise NotationError(f"no seat: {text!r}; write P1 for the seat on the dealer’s left")
    return int(found[1])


def parse_laid(text: str) -> Laid:
    """The card of `9D`, `AD/S`, `JK=2H` or `JK=AH/D`. Raises NotationError."""
    found = _LAID.fullmatch(text)
    try:
        if not found:
            raise ValueError("it has too many parts")
        laid = Laid(parse_card(found["card"]), parse_card(found["face"]) if found["face"] else None, found["suit"])
    except ValueError as error:
        raise NotationError(f"no card: {text!r}; {error}") from error
    if laid.declared and not laid.card.is_joker:
        raise NotationError(f"no card: {text!r}; only a joker stands for another")
    if laid.suit and (laid.face.rank != "A" or laid.suit not in SUITS):
        raise NotationError(f"no card: {text!r}; only an Ace names a suit, one of {', '.join(SUITS)}")
    return laid


def parse_sight(text: str) -> tuple[int, tuple[Laid, ...], Laid]:
    """The seat to move, the cards laid so far and the new card of `P1 see 8S > 9S`. Raises NotationError."""
    before, arrow, new = text.partition(">")
    words = before.split()
    if not arrow or words[1:2] != ["see"]:
        raise NotationError(f"no look at the pile: {text!r}; write for instance P1 see 8S > 9S")
    return parse_seat(words[0]), tuple(map(parse_laid, words[2:])), parse_laid(new.strip())


def _parse_number(words: list[str]) -> int | None:
    if not words:
        return None
    try:
        (number,) = map(parse_number, words)
    except ValueError as error:
        raise NotationError(f"no number of cards: {' '.join(words)!r}; write draw 4, or draw alone") from error
    return number
