"""What judging a settled look costs: `python tests/benchmarks/judging_cost.py [GAMES] [SEED]`.

Plays games of the mishap tournament, seen as a camera sees, and prints the time one thread spends in weighing the
hypotheses for each settled look, and in the referee for each look at all, and how large a belief is; then the same for
tables nobody can make sense of: many cards, many chips that came or went, all of them doubtful. As in a live evening,
the garbage collector leaves alone what was loaded before.
"""
# ruff: noqa: E402, T201

import gc
import pickle
import sys
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "games"), str(ROOT / "tests" / "referee")]

import watched_table
from mishap_tournament import contest
from simulated_table import Evening
from trouble import REALISTIC

from companion.games.squares import square_name
from companion.referee.one_eyed_jack.belief import Belief


def timed(function: Callable[..., Any], spent_ms: list[float]) -> Callable[..., Any]:
    """The same function, which notes what each call takes."""

    def timing(*arguments: object) -> Any:
        """The call, with its time noted."""
        began_ns = time.thread_time_ns()
        result = function(*arguments)
        spent_ms.append((time.thread_time_ns() - began_ns) / 1e6)
        return result

    return timing


CARDS = ("7D", "8D", "9D", "TD", "QD", "KD")
CAME = ("+B2:r", "+D2:r", "+F2:r", "+H2:r", "+B9:b", "+D9:b", "+F9:b")


def messes() -> None:
    """Chips come in heaps over read and unread cards, or all of them go."""
    for options, margin in product(("classic", "open capture=pairs", "my_rules remove=any"), (20.0, 4.0)):
        for cards in (CARDS, tuple(f"?{card}" for card in CARDS), ("JS",), ()):
            evening = Evening(options)
            evening.table.margin = margin
            evening.act(*cards, *CAME, frames=6)
            evening.act(*cards, *(f"-{square_name(square)}" for square in range(100)), frames=6)


def main(arguments: list[str]) -> None:
    """Play, and print the figures."""
    gc.freeze()
    games, seed = (*map(int, arguments), *(30, 37000)[len(arguments) :])
    judging, observing, mess, sizes = list[float](), list[float](), list[float](), list[int]()
    weigh, Belief._weighed = Belief._weighed, timed(Belief._weighed, judging)  # type: ignore[method-assign]
    watched_table.observe = timed(watched_table.observe, observing)
    for number in range(seed, seed + games):
        sizes.append(len(pickle.dumps(contest(number, REALISTIC).tracking.watch.belief)))
    Belief._weighed = timed(weigh, mess)  # type: ignore[method-assign]
    messes()
    for what, spent_ms in (("judging a settled look", judging), ("any look", observing), ("judging a mess", mess)):
        late, last = sorted(spent_ms)[int(0.95 * len(spent_ms))], max(spent_ms)
        print(f"{what}: {len(spent_ms)}, median {median(spent_ms):.2f} ms, 95 % {late:.2f} ms, longest {last:.2f} ms")
    print(f"a belief takes {median(sizes) / 1024:.0f} kB in the median, {max(sizes) / 1024:.0f} at most")


if __name__ == "__main__":
    main(sys.argv[1:])
