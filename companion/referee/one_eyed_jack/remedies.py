"""What the players are told: for each fault one text that says what is wrong, where, and how to put it right.

A new violation needs its code in the judge and one line here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from companion.games.cards import Card
from companion.games.squares import square_name
from companion.referee.words import card_name

REMEDIES: Mapping[str, str] = MappingProxyType(
    {
        "WRONG_COLOUR": "It is {mover}'s turn, but a {other} chip was put on {came}. Take it back; {mover} plays.",
        "OUT_OF_TURN": "{mover} is next. Please take your play back.",
        "SQUARE_OCCUPIED": "{over} already has a chip. Put it back and choose an open square.",
        "CARD_MISMATCH": "{card} belongs on {printed}, not {came}. Move the chip, or take back card and chip.",
        "CORNER_CLOSED": "Corners are free for everybody; no chips there. Take the chip off {came}.",
        "NO_CHIP": "{card} still has an open square: place a chip on {open}.",
        "NO_CARD": "Show the card for {act}.",
        "TWO_CHIPS": "Only one chip per turn, but chips were put on {came}. Take one back.",
        "TWO_CARDS": "One card per turn. Take the last card back.",
        "CHIP_MOVED": "A {moved} chip moved from {gone} to {came}. Put it back on {gone}.",
        "MERGED_TURNS": "I missed a turn. Which card did {mover} play on {first_came}?",
        "BOARD_DISTURBED": "The board was bumped. Put it back as the picture shows; look at {touched}.",
        "REMOVED_WITHOUT_JACK": "Put the {lost} chip back on {gone}; {card} does not remove chips.",
        "REMOVED_OWN": "A one-eyed jack takes an opponent's chip here. Put yours back on {gone} and choose another.",
        "REMOVED_LOCKED": "{gone} is part of a finished line and safe. Put the {lost} chip back and choose another.",
        "REMOVED_TWO": "Only one chip may go, but {gone} are empty. Put one back.",
        "NOTHING_REMOVED": "There is no chip on {gone}.",
        "PLACED_WITH_REMOVER": "A one-eyed jack only removes. Take your chip off {came}.",
        "NOT_DEAD": "{card} can still go to {open}. Take it back into your hand and play on.",
        "DEAD_NOT_ALLOWED": "Dead cards are not exchanged in this game; take {card} back.",
        "DEAD_LIMIT": "No more dead cards may be exchanged this turn; take {card} back.",
        "DEAD_NO_STOCK": "{card} is dead, but the stock is empty and nothing can be drawn for it; take the card back.",
        "CAPTURE_NOT_CLEARED": "{captured} captured: take the chips off and return them.",
        "CARD_OVERCOUNT": "I have seen {card} three times; was this card misread, or is there an extra pack in play?",
        "UNKNOWN_CARD": "That card is not used in this game. Take {card} back and play another.",
        "HAND_SHORT": "{mover} plays, but should have no cards left. Is a count wrong?",
        "DIE_MISSING": "Roll the die first and enter what it shows.",
        "DIE_TOO_EARLY": "It is too early to roll: play first, then roll the die.",
        "DIE_TWICE": "The die was rolled already this turn.",
        "DIE_BAD_FACE": "The die has no such face; enter what it shows.",
        "DIE_NOT_ALLOWED": "No die is used in this game.",
        "NO_SUCH_SQUARE": "There is no such square on this board.",
        "NO_SUCH_CHOICE": "That line is not one of those to choose from.",
        "NO_DRAW_OWED": "That seat has no card to draw.",
        "NOTHING_TO_UNDO": "There is no turn to take back.",
        "TABLE_DIFFERS": "The table does not match the game: {mend}. Or accept the board as it lies.",
        "GAME_OVER": "{winner} Nothing more is played in this game.",
    }
)
"""The texts by code of the rules; words in braces are fields of `Circumstances.words`."""


_FEW = 6
"""Of so many squares the players are told what to do on each."""

Pairs = tuple[tuple[int, int], ...]
"""Squares, each with a team."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a fault is about; squares are numbers 0 to 99, teams numbers from 0."""

    mover: int
    """The team to move."""
    card: Card | None = None
    printed: tuple[int, ...] = ()
    """The squares that show the card."""
    open: tuple[int, ...] = ()
    """The squares the card may go to now."""
    came: Pairs = ()
    """Squares that gained a chip, with its team."""
    gone: Pairs = ()
    """Squares that lost a chip, with the team it belonged to."""
    over: Pairs = ()
    """Squares where another chip now stands, with its team."""
    captured: tuple[int, ...] = ()
    """Captured chips that still stand."""
    winner: int | None = None
    seat: int | None = None
    """Whoever is to move, if it is known."""

    @property
    def squares(self) -> tuple[int, ...]:
        """Where to look, in reading order."""
        changed = {square for square, _ in self.came + self.gone + self.over}
        return tuple(sorted(changed | set(self.captured)))


def remedy(code: str, about: Circumstances, people: Sequence[str], chips: Sequence[str]) -> str:
    """What the players are told; by team, `people` is who plays, `chips` the colour.

    Raises ValueError when no text is written for `code`.
    """
    if code not in REMEDIES:
        raise ValueError(f"no remedy for fault: {code!r}; write its text in remedies.py")
    text = REMEDIES[code]
    if code == "CARD_MISMATCH" and not about.open:
        text = "{card} has no open square left. Take back card and chip."
    if code == "REMOVED_WITHOUT_JACK" and about.card is None:
        text = "Put the {lost} chip back on {gone}; only a one-eyed jack removes chips."
    if code == "HAND_SHORT" and about.came:
        text += " If not, take the chip off {came}."
    return text.format_map(_words(about, [name[:1].upper() + name[1:] for name in people], chips))


def listed(squares: Iterable[int], joined_by: str = "and") -> str:
    """Squares in a sentence: `C4`, `C4 and H7`, `C4, D4 and H7`."""
    names = [square_name(square) for square in squares]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {joined_by} {names[-1]}"


def _words(about: Circumstances, people: Sequence[str], chips: Sequence[str]) -> dict[str, str]:
    """Every word the texts may ask for."""
    came, gone, over = (tuple(square for square, _ in pairs) for pairs in (about.came, about.gone, about.over))
    return {
        "mover": people[about.mover],
        "card": card_name(about.card),
        "printed": listed(about.printed, "or"),
        "open": listed(about.open, "or"),
        "came": listed(came),
        "first_came": listed(_of(about.mover, about.came) or came[:1]),
        "gone": listed(gone),
        "over": listed(over),
        "touched": listed(about.squares),
        "mend": _mending(about, chips),
        "act": f"the chip on {listed(came)}" if came else f"the chip taken from {listed(gone)}",
        "captured": f"{listed(about.captured)} {'is' if len(about.captured) == 1 else 'are'}",
        "other": _owners(about.came, chips),
        "lost": _owners(about.gone, chips),
        "moved": _owners(about.gone, chips),
        "winner": "The game is over." if about.winner is None else f"{people[about.winner]} has already won.",
    }


def _mending(about: Circumstances, chips: Sequence[str]) -> str:
    """What would make the table right again: where to look, and when it is little, what to do there."""
    if len(about.squares) > _FEW:
        return f"look at {listed(about.squares)}"
    gone = [f"put a {chips[team]} chip on {listed(_owned(team, about.gone))}" for team in _teams(about.gone)]
    came = [f"take the {chips[team]} chip off {listed(_owned(team, about.came))}" for team in _teams(about.came)]
    over = [f"put the right chip on {listed(square for square, _ in about.over)}"] if about.over else []
    return ", ".join(gone + came + over)


def _teams(pairs: Pairs) -> Iterable[int]:
    return dict.fromkeys(team for _, team in pairs)


def _owned(team: int, pairs: Pairs) -> Iterable[int]:
    return (square for square, owner in pairs if owner == team)


def _of(team: int, pairs: Pairs) -> tuple[int, ...]:
    return tuple(square for square, owner in pairs if owner == team)[:1]


def _owners(pairs: Pairs, chips: Sequence[str]) -> str:
    return " and ".join(dict.fromkeys(chips[team] for _, team in pairs))
