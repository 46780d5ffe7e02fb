"""How the pile's referee comes through many games full of mishaps.

    python tests/benchmarks/pile_tournament.py [GAMES [FIRST_SEED]]

prints each game that was taken otherwise than it was played, and then turns, questions, and mishaps by kind; at last
how many turns are told right where nobody answers, of cards that are never read and of a pile that is hidden at times,
by the phones of all and by one for the whole table.
"""

import sys
from collections import Counter
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "games" / "black_jack"))
sys.path.insert(0, str(Path(__file__).parent.parent / "referee" / "black_jack"))

from pile_mishaps import out_of_sight, played, unanswered


def main(games: int = 100, first: int = 1) -> None:
    """The games, one after the other."""
    counts: Counter[str] = Counter()
    for seed in range(first, first + games):
        found = played(seed, turns=300)
        counts.update({"turns": found.turns, "questions": found.questions, "games wrong": bool(found.wrong)})
        counts.update(found.mishaps)
        if found.wrong:
            print(f"seed {seed}: {found.wrong[0]}, after {found.mishaps[-3:]}", flush=True)  # noqa: T201
    print(f"{games} games: {dict(counts)}")  # noqa: T201
    kinds = (("one card in ten is never read", unanswered), ("the pile is hidden at times", out_of_sight))
    for (where, followed), one_phone in product(kinds, (False, True)):
        shares = [followed(seed, one_phone=one_phone) for seed in range(first, first + games)]
        right, turns = map(sum, zip(*shares, strict=True))
        who = "one phone speaks for all, nobody" if one_phone else "nobody"
        print(f"where {who} answers and {where}, {right} of {turns} turns that can be seen are told right")  # noqa: T201


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
