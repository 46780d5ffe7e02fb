"""What may go wrong at a table, how often, and what a mishap was called."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Trouble:
    """What goes wrong, and how often."""

    mishap: float = 0.2
    """Share of turns before which something goes wrong."""
    unread: float = 0.0
    covered: float = 0.0
    """Share of looks that miss a square."""
    noise: float = 0.0
    quick: float = 0.0
    """Share of turns that follow the one before without a rest."""
    halves: float = 0.0
    """Share of turns made in two halves, card first or chip first, with a rest between."""
    merged: float = 0.0
    """Share of turns whose card nobody noticed before the next turn was made over it."""
    echo: float = 0.0
    """Share of turns after which the pile seems to have changed."""
    back: float = 0.0
    """Share of turns that are taken back, chip and card, and played again."""
    far_back: float = 0.0
    """Share of turns after which two to four are taken back and played again."""
    third: float = 0.0
    """Share of turns played with a card that has been on the pile twice: another pack is in play."""
    bump: float = 0.0
    """Share of turns after which the board is lost for a moment."""
    rest: float = 0.0
    """Share of turns after which a hand rests on the board."""
    silent: bool = False
    """Whether nobody ever answers what the referee asks, and play simply goes on."""
    faint: float = 0.0
    """Share of chips that are doubtful at first sight."""


REALISTIC = Trouble(
    mishap=0.1,
    unread=0.014,
    covered=0.05,
    noise=3.0,
    quick=0.03,
    halves=0.1,
    merged=0.002,
    back=0.02,
    far_back=0.005,
    third=0.005,
    bump=0.02,
    rest=0.05,
    faint=0.1,
)
"""What a camera over a lively table delivers."""


@dataclass(frozen=True, slots=True)
class Naming:
    """A mishap, and what the referee called it."""

    code: str
    called: tuple[str, ...]
    right: bool
    blind: bool = False
    """Whether the fault lay in a card that could not be read, so that nobody could have named it."""
