"""What can be agreed on and what commands can be given, so much of it that nothing possible is left out."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

from hypothesis import strategies as st

from companion.games.cards import JOKERS, PRINCESS
from companion.games.one_eyed_jack.presets import PRESETS
from companion.games.squares import SQUARES, square_name
from companion.registry.games import refereed
from companion.web.choices import CHOICES

ALL_CARDS = (*(card.code for card in PRINCESS), *JOKERS)
WRONG = (None, True, -1, 1.5, 10**400, "", "?", "x" * 301, [], {}, "\u202e")
"""What no field of any command takes."""
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "seat": st.integers(0, 13),
    "team": st.integers(0, 6),
    "cards": st.sampled_from((0, 1, 2, 3, 5, 7, 40, 104, 120)),
    "wins": st.integers(0, 4),
    "card": st.sampled_from(ALL_CARDS),
    "square": st.sampled_from([square_name(square) for square in SQUARES]),
    "candidate": st.sampled_from(("@0", "@0", "@1", "@2", "@-1", "-", "r pass", "undo 1", "P1 7S", "AS/H", "JK=2H")),
    "position": st.sampled_from(("@now", "@turned", "@empty", "@full")),
    "face": st.sampled_from("nrs"),
    "result": st.sampled_from(("unfinished", "tie", "win")),
    "suit": st.sampled_from("SHDC"),
    "number": st.sampled_from(("@now", "@now", 0, 3)),
}


@cache
def every_option(game: str) -> list[str]:
    """Options so many that every preset, every number of seats and every value of every choice is among them."""
    known = refereed(game).options
    bases = ["base", *(f"base players={players}" for players in range(2, 13))]
    if game == "one-eyed-jack":
        bases = [f"{name} N={n} T={t}" for name, preset in PRESETS.items() for n, t in sorted(preset.seatings)]
    found = list(bases)
    for name, (_, values) in CHOICES[game].items():
        for value in values:
            found += list(islice(_possible(known, [f"{base} {name}={value}" for base in reversed(bases)]), 2))
    return found


def _possible(known: Any, texts: list[str]) -> Iterator[str]:
    """Those that can be played."""
    for text in texts:
        try:
            known(text)
        except ValueError:
            continue
        yield text
