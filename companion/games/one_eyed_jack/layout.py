"""Which card lies on which square: a hundred half cards glued down once, in any arrangement."""

from collections import Counter
from dataclasses import dataclass, field

from companion.games.cards import Card, pack, parse_card
from companion.games.squares import CORNERS, SIZE, SQUARES, square_name

BOARD_RANKS = "A23456789TQK"
_BLACK_CORNERS, _RED_CORNERS = (0, 99), (9, 90)
Mirror = tuple[int, ...]
"""For each square the one that it is brought onto."""
_HALF_TURN = tuple(reversed(SQUARES))
_LEFT_TO_RIGHT = tuple(row * SIZE + column for row in range(SIZE) for column in reversed(range(SIZE)))
_TOP_TO_BOTTOM = tuple(row * SIZE + column for row in reversed(range(SIZE)) for column in range(SIZE))
MIRRORS: tuple[Mirror, ...] = (_HALF_TURN, _LEFT_TO_RIGHT, _TOP_TO_BOTTOM)
"""On many boards one of these brings every card onto its like."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The hundred cards in reading order. A broken layout can be held and asked for its `problems`."""

    cards: tuple[Card, ...]
    _squares: dict[str, tuple[int, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.cards) != len(SQUARES):
            raise ValueError(f"a layout of {len(self.cards)} cards; give 100, row by row")
        squares: dict[str, tuple[int, ...]] = {}
        for square, card in enumerate(self.cards):
            squares[card.code] = (*squares.get(card.code, ()), square)
        object.__setattr__(self, "_squares", squares | _joker_corners(squares))

    def __getitem__(self, square: int) -> Card:
        return self.cards[square]

    def squares_of(self, card: Card) -> tuple[int, ...]:
        """The squares showing `card`: two for a board card, the corners for a joker, none for a jack."""
        return self._squares.get(card.code, ())

    @property
    def text(self) -> str:
        """The hundred codes in reading order, blank separated; `parse_layout` reads them back."""
        return " ".join(card.code for card in self.cards)

    def problems(self) -> tuple[str, ...]:
        """Every reason why this is no board to play on; empty when it is one."""
        count = Counter(card for square, card in enumerate(self.cards) if square not in CORNERS)
        wanted = pack(BOARD_RANKS)
        return (
            *(
                f"corner {square_name(s)} shows {self.cards[s]}, not a joker"
                for s in CORNERS
                if not _is_corner(self[s])
            ),
            *(f"{card} does not belong on a board" for card in count if card not in wanted),
            *(f"{card} occurs {count[card]} times instead of twice" for card in wanted if count[card] != 2),
        )


def _is_corner(card: Card) -> bool:
    return card.code in ("JK", "JKB", "JKR")


def _joker_corners(squares: dict[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    """Which corners each joker owns: those that show it, or two each by custom when they do not tell."""
    told = all(len(squares.get(code, ())) == 2 for code in ("JKB", "JKR"))
    colours = {} if told else {"JKB": _BLACK_CORNERS, "JKR": _RED_CORNERS}
    return {"JK": CORNERS, **colours}


def parse_layout(text: str) -> Layout:
    """The layout of a hundred codes separated by blanks; `**` stands for a corner. Raises ValueError."""
    return Layout(tuple(parse_card("JK" if code == "**" else code) for code in text.split()))


def _reference() -> Layout:
    """Spades to clubs in reading order over five rows, and those five rows turned by half for the rest."""
    joker = Card("JK")
    cards = iter(pack(BOARD_RANKS))
    half = tuple(joker if square in CORNERS else next(cards) for square in range(50))
    return Layout(half + half[::-1])


REFERENCE = _reference()
"""The layout every example and conformance case is played on."""
