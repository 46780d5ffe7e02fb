"""Positions in one line: `top=7S cur=P1 dir=cw pending=0 stock=23 P1=3C,5C P2=7 P3=9D,?2 out=P4`.

A hand is its known cards, a number of unseen ones, or both; seats that are out have none. What is not
said is as after the deal: the first seat that plays is to move, and all other cards are in the stock.
"""

from collections.abc import Callable

from companion.games.black_jack.judging import is_possible
from companion.games.black_jack.notation import parse_laid, parse_seat
from companion.games.black_jack.options import Options
from companion.games.black_jack.position import Hand, Position, position_of
from companion.games.black_jack.turns import Laid
from companion.games.cards import SUITS, parse_card
from companion.games.numbers import parse_number
from companion.games.refusals import NotationError

_REST: dict[str, Callable[[str], int]] = {
    "cur": parse_seat,
    "dir": {"cw": 1, "acw": -1}.__getitem__,
    "pending": parse_number,
    "stock": parse_number,
}
"""How what may be said of the seat to move, the direction, the penalty and the stock is read."""


def direction_text(direction: int) -> str:
    """`cw` or `acw`."""
    return "cw" if direction == 1 else "acw"


def seats_text(seats: tuple[int, ...]) -> str:
    """`P1,P3`, or `-` for none."""
    return ",".join(f"P{seat}" for seat in seats) or "-"


def position_text(position: Position) -> str:
    """The position in one line; `parse_position` reads it back."""
    words = (
        f"top={position.top}",
        f"cur=P{position.seat}",
        f"dir={direction_text(position.direction)}",
        f"pending={position.pending}",
        f"stock={position.stock}",
        *(f"P{seat}={_hand_text(position.hand(seat))}" for seat in position.still_in),
        f"out={seats_text(position.out)}",
    )
    return " ".join(words)


def parse_position(text: str, options: Options) -> Position:
    """The position written as `text`. Raises NotationError."""
    words = dict(_word(word) for word in text.split())
    if "top" not in words:
        raise NotationError(f"no current card in {text!r}; write top=7S")
    out = _parse_seats(words.pop("out", "-"))
    hands = [Hand((), 0) if seat in out else Hand() for seat in range(1, options.players + 1)]
    for seat in [seat for seat in range(1, options.players + 1) if f"P{seat}" in words]:
        hands[seat - 1] = _parse_hand(words.pop(f"P{seat}"))
    if len(out) >= options.players:
        raise NotationError(f"everybody is out in {text!r}; somebody must be left with cards")
    quiet = position_of(options, _parse_top(words), tuple(hands), out)
    rest = _parse_rest(words)
    position = quiet._replace(
        seat=rest.get("cur", quiet.seat),
        direction=rest.get("dir", 1),
        pending=rest.get("pending", 0),
        stock=rest.get("stock", quiet.stock),
    )
    covered = options.deck_size - 1 - position.stock - sum(map(len, hands))
    if not is_possible(options, position):
        raise NotationError(f"no deck and table can show {text!r}; count the cards, the players and who is out")
    return position._replace(pile=(*[None] * covered, position.top.card))


def _word(word: str) -> tuple[str, str]:
    key, equals, value = word.partition("=")
    if not equals:
        raise NotationError(f"no part of a position: {word!r}; write key=value, such as top=7S or P1=3C,5C")
    return key, value


def _parse_top(words: dict[str, str]) -> Laid:
    """The current card, with the suit named as `top=AS/H` or `suit=H`."""
    top, suit = parse_laid(words.pop("top")), words.pop("suit", "-")
    if suit == "-":
        return top
    if suit not in SUITS or top.face.rank != "A":
        raise NotationError(f"suit={suit} on {top}; only an Ace names a suit, one of {', '.join(SUITS)}")
    return Laid(top.card, top.declared, suit)


def _parse_rest(words: dict[str, str]) -> dict[str, int]:
    """What is said of the seat to move, the direction, the penalty and the stock. Raises NotationError."""
    rest: dict[str, int] = {}
    for key, value in words.items():
        try:
            rest[key] = _REST[key](value)
        except (KeyError, ValueError) as error:
            raise NotationError(
                f"no part of a position: {key}={value}; write cur=P1, dir=cw, pending=4 or stock=20"
            ) from error
    return rest


def _parse_seats(text: str) -> tuple[int, ...]:
    return () if text == "-" else tuple(map(parse_seat, text.split(",")))


def _parse_hand(text: str) -> Hand:
    """A hand of `3C,5C`, of `7` unseen cards, or of `3C,?2`. Raises NotationError."""
    parts = [part for part in text.split(",") if part != "-"]
    numbers = [part.removeprefix("?") for part in parts if part.removeprefix("?").isdecimal()]
    try:
        unseen = sum(map(parse_number, numbers))
        known = tuple(parse_card(part) for part in parts if not part.removeprefix("?").isdecimal())
    except ValueError as error:
        raise NotationError(f"no hand: {text!r}; {error}") from error
    return Hand(known, unseen)


def _hand_text(hand: Hand) -> str:
    unseen = (f"?{hand.unseen}",) if hand.unseen else ()
    return ",".join((*map(str, hand.known), *unseen))
