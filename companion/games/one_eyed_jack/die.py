"""The turn-command die of the open rules."""

import re
from dataclasses import dataclass

from companion.games.one_eyed_jack.faults import OptionsError


@dataclass(frozen=True, slots=True)
class Die:
    """The turn-command die: so many faces reverse the direction or skip a seat, all others are normal."""

    sides: int
    reverse: int
    skip: int
    moment: str
    """`after` the chip is placed, or `during`: before the card is played."""

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces that can come up: `n` always, `r` and `s` when the die has them."""
        return ("n", *("r" * bool(self.reverse)), *("s" * bool(self.skip)))

    def __str__(self) -> str:
        return f"d{self.sides}r{self.reverse}s{self.skip},{self.moment}"


def parse_die(text: str) -> Die | None:
    """The die written `d6r1s0,after`, or None for `off`. Raises OptionsError with BAD_DIE."""
    if text == "off":
        return None
    found = re.fullmatch(r"d([0-9]{1,2})r([0-9])s([0-9]),(after|during)", text)
    if not found:
        raise OptionsError("BAD_DIE", f"no such die: {text!r}; write off or, for instance, d6r1s0,after")
    return Die(int(found[1]), int(found[2]), int(found[3]), found[4])
