"""Cards and how they are written: a rank and a suit (`7D`, `TS`), or a joker (`JK`, `JKB`, `JKR`, `JKE`)."""

from typing import NamedTuple

RANKS = "A23456789TJPQK"
SUITS = "SHDC"
JOKERS = ("JK", "JKB", "JKR", "JKE")


class Card(NamedTuple):
    """One card face, named by its code; two cards of the same face are equal, which is asked very often."""

    code: str

    @property
    def rank(self) -> str:
        """The rank letter, or `JK` for any joker."""
        return self.code[0] if self.code[1] != "K" else "JK"

    @property
    def suit(self) -> str:
        """The suit letter, or nothing for a joker."""
        return self.code[1] if self.code[1] != "K" else ""

    @property
    def is_joker(self) -> bool:
        """Whether this is a joker of any kind."""
        return self.code[1] == "K"  # no suit is written so

    def __str__(self) -> str:
        return self.code


def parse_card(text: str) -> Card:
    """The card written as `text`; `10S` is accepted for `TS`. Raises ValueError on anything else."""
    code = text.strip().upper()
    if code.startswith("10"):
        code = "T" + code[2:]
    if code in JOKERS or (len(code) == 2 and code[0] in RANKS and code[1] in SUITS):
        return Card(code)
    raise ValueError(f"no such card: {text!r}; write a rank and a suit such as 7D, or JK for a joker")


def pack(ranks: str = "A23456789TJQK") -> tuple[Card, ...]:
    """One card of each of `ranks` in each suit, suit by suit."""
    return tuple(Card(rank + suit) for suit in SUITS for rank in ranks)


STANDARD = pack()
"""The 52 faces of an ordinary pack."""

PRINCESS = pack(RANKS)
"""The 56 faces of a pack with a princess between jack and queen; a Rook pack is read as this one."""
