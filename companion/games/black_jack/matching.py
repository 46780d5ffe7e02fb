"""Which card may lie on which, and what a card is: the rules of matching, runs and answers for the options in force."""

from enum import Enum, auto

from companion.games.black_jack.options import Options
from companion.games.cards import Card

RANKS = "A23456789TJQK"
"""In order; the ends are no neighbours."""


class Kind(Enum):
    """What a card does at the end of a play."""

    PLAIN = auto()
    """Nothing; red Jacks are plain unless all Jacks sting."""
    PENALTY = auto()
    """Makes the next player draw."""
    EIGHT = auto()
    KING = auto()
    QUEEN = auto()
    ACE = auto()


_KINDS = {"8": Kind.EIGHT, "K": Kind.KING, "Q": Kind.QUEEN, "A": Kind.ACE}


def kind(options: Options, face: Card) -> Kind:
    """What a face does at the end of a play."""
    return Kind.PENALTY if penalty(options, face) else _KINDS.get(face.rank, Kind.PLAIN)


def penalty(options: Options, face: Card) -> int:
    """How many cards a face makes the next player draw."""
    stings = face.rank == "J" and (options.sting or face.suit in "SC")
    return 5 if stings else 2 * (face.rank == "2")


def cancels(options: Options, face: Card) -> bool:
    """Whether a face wipes out a penalty it may be laid on: a red Jack, unless all Jacks sting."""
    return face.rank == "J" and not penalty(options, face)


def starts(options: Options, top: Card, suit: str | None, face: Card) -> bool:
    """Whether a face may be laid first on the current card when no penalty is pending; `suit` is the one named."""
    if face.rank == "A":
        return True
    if suit:
        return face.suit == suit
    return face.suit == top.suit or face.rank == top.rank or _jack_on_two(options, top, face)


def continues(options: Options, below: Card, face: Card) -> bool:
    """Whether a face may follow another inside a run."""
    if face.rank == below.rank or _jack_on_two(options, below, face):
        return True
    if face.rank == "A" and options.ace_in_run:
        return True
    covers = below.rank == "Q" and options.queen == "suit"
    return face.suit == below.suit and (covers or abs(RANKS.index(face.rank) - RANKS.index(below.rank)) == 1)


def answers(options: Options, below: Card, face: Card) -> bool:
    """Whether a face passes on or cancels a penalty whose last card is `below`."""
    fits = face.rank == below.rank or _jack_on_two(options, below, face)
    return fits and (penalty(options, face) > 0 or cancels(options, face))


def _jack_on_two(options: Options, below: Card, face: Card) -> bool:
    """Whether the two are a Jack and a Two that may lie on each other."""
    if {below.rank, face.rank} != {"J", "2"}:
        return False
    return options.jot == "any" or (options.jot == "suited" and below.suit == face.suit)
