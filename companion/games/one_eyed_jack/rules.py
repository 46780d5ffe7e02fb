"""Options and layout together: which card does what and where. Nothing here changes during a period."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property

from companion.games.cards import Card
from companion.games.one_eyed_jack.layout import REFERENCE, Layout
from companion.games.one_eyed_jack.options import Options
from companion.games.one_eyed_jack.patterns import Geometry, geometry_of
from companion.games.squares import CORNERS, SQUARES


class Kind(Enum):
    """What a card does."""

    PLAIN = auto()
    """Places a chip on a square that shows it; jokers that own corners are plain."""
    WILD = auto()
    """Places a chip on any open square."""
    REMOVAL = auto()
    """Takes a chip off the board."""
    END = auto()
    """Ends the period."""


@dataclass(frozen=True)
class Rules:
    """What holds from the deal to the result."""

    options: Options
    layout: Layout = REFERENCE

    @cached_property
    def geometry(self) -> Geometry:
        """The patterns that can be made, and what is next to what."""
        return geometry_of(self.options)

    @cached_property
    def cards(self) -> dict[str, Card]:
        """Every card face in the deck, by its code."""
        return {card.code: card for card in self.options.faces}

    @cached_property
    def closed(self) -> frozenset[int]:
        """The squares that never take a chip."""
        return frozenset(CORNERS if self.options.free_corners else ())

    @cached_property
    def places(self) -> dict[str, Sequence[int]]:
        """For each card, by its code, the squares it may place a chip on where they are open."""
        return {
            code: SQUARES if self.kinds[code] is Kind.WILD else self.squares_showing(card)
            for code, card in self.cards.items()
        }

    @cached_property
    def kinds(self) -> dict[str, Kind]:
        """What each card in the deck does, by its code."""
        return {code: _kind(card, self.options) for code, card in self.cards.items()}

    def kind(self, card: Card | None) -> Kind | None:
        """What a card does, or None when it is not in this deck; so it is for None, a card nobody read."""
        return self.kinds.get(card.code) if card else None

    def alike(self, card: Card) -> Card:
        """The face a card counts as: jokers that go to any corner are all the same, whatever their colour."""
        return Card("JK") if card.is_joker and self.options.corners == "joker_any" else card

    def looking_like(self, card: Card) -> tuple[Card, ...]:
        """The faces of this deck that a camera takes for one another: it tells no joker from another."""
        jokers = tuple(dict.fromkeys(self.alike(face) for face in self.cards.values() if face.is_joker))
        return jokers if card.is_joker and jokers else (card,)

    def copies(self, card: Card) -> int:
        """How often a face, or one that counts as the same, is in the deck."""
        if card.code not in self.cards:
            return 0
        return 1 if card.code == "JKE" else 4 if card.is_joker and self.options.corners == "joker_any" else 2

    def squares_showing(self, card: Card) -> tuple[int, ...]:
        """The squares showing a plain card; any joker goes to every corner unless colours are matched."""
        anywhere = card.is_joker and self.options.corners == "joker_any"
        return CORNERS if anywhere else self.layout.squares_of(card)


def _kind(card: Card, options: Options) -> Kind:
    """What a card of this deck does."""
    removals, wilds = (("JS", "JH"), ("JD", "JC")) if options.deck == "standard" else (("J",), ("P",))
    if card.code == "JKE":
        return Kind.END
    if card.is_joker:
        return Kind.PLAIN
    if card.code.startswith(removals):
        return Kind.REMOVAL
    return Kind.WILD if card.code.startswith(wilds) else Kind.PLAIN
