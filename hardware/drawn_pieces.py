"""What lies on a drawn table and who holds which cards, as one value that can be kept in a file over a restart."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from companion.files import untrusted
from companion.files.atomic import OutputError, built_file, write_json
from companion.games.cards import STANDARD, Card, parse_card
from companion.games.squares import SQUARES
from hardware.dealt_cards import Deal

_DRAWN = (*STANDARD, Card("JK"))


@dataclass(frozen=True, slots=True)
class DrawnPieces:
    """Everything at a drawn table; a value, never changed in place."""

    chips: Mapping[int, str] = field(default_factory=dict)
    """Team letters by square."""
    pile: tuple[str, ...] = ()
    """The discard pile, the top card last."""
    dealt: Deal | None = None
    sitters: Mapping[int, str] = field(default_factory=dict)
    """Who keeps a seat's hand secret, by a name that means nothing here."""


def drawn_card(text: str) -> str:
    """A card's code. Raises ValueError when there is no such card, or none that can be drawn."""
    card = parse_card(text)
    if card not in _DRAWN:
        raise ValueError(f"no {card.code} can be drawn here; lay one of the 52 cards, or JK for a joker")
    return card.code


def save_pieces(path: Path, lying: DrawnPieces) -> None:
    """Keep it in a file; where the disk takes nothing it is forgotten with the program, and nothing else ends."""
    with suppress(OutputError), built_file(path) as building:
        write_json(building, asdict(lying))


def load_pieces(path: Path, letters: str) -> DrawnPieces | None:
    """What a file holds of a table with these teams; None when there is none, or it is of no such table."""
    try:
        found = untrusted.json_file(path)
        chips = {
            _one_of(SQUARES, int(square)): _one_of(tuple(letters), letter) for square, letter in found["chips"].items()
        }
        sitters = {int(seat): str(who) for seat, who in found["sitters"].items()}
        dealt = None if found["dealt"] is None else _deal(found["dealt"])
        return DrawnPieces(chips, _cards(found["pile"]), dealt, sitters)
    except (OSError, LookupError, TypeError, ValueError, AttributeError):
        return None


def _deal(found: Mapping[str, Any]) -> Deal:
    pile = tuple((int(seat), drawn_card(code)) for seat, code in found["pile"])
    return Deal(tuple(map(_cards, found["hands"])), _cards(found["stock"]), pile, bool(found["shuffles"]))


def _cards(codes: object) -> tuple[str, ...]:
    return tuple(map(drawn_card, codes))  # type: ignore[call-overload]  # what is no list raises TypeError


def _one_of(known: Any, value: Any) -> Any:
    if value not in known:
        raise ValueError(f"{value!r} is not known here")
    return value
