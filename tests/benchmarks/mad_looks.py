"""Looks that make no sense, by the hundred thousand: `python tests/benchmarks/mad_looks.py [LOOKS] [SEED]`.

Chips that come and go in heaps, cards of other games, counts that jump, hands, darkness and phones that ask for
anything, over every kind of both games. Prints for each game how long a look took, how large a belief grew, and ends
with 1 when anything was thrown but the refusal of a command.
"""
# ruff: noqa: E402, T201

import argparse
import gc
import pickle
import random
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
TESTS = ("games", "referee", "games/black_jack", "referee/black_jack")
sys.path[:0] = [str(ROOT), *(str(ROOT / "tests" / room) for room in TESTS)]

from dealt import random_options
from test_nothing_thrown import GAMES, PATIENCE_S, MadTable, beginning, mad_command
from test_nothing_throws import looked, said
from watched_pile import Watched

from companion.games.one_eyed_jack.options import parse_options
from companion.referee.observation import TableObservation
from companion.referee.one_eyed_jack import match as one_eyed_jack

ACTS = ("chips", "everything", "bare", "card", "hand", "command", "rest", "rest", "chips", "card")
GAME_LOOKS = 400
BAR = 30


class Meter:
    """How long each look took, in ms of this thread's own time, what was thrown, and how large beliefs grew."""

    def __init__(self, name: str, looks: int) -> None:
        self.name, self.looks = name, looks
        self.spent_ms, self.sizes, self.thrown = list[float](), list[int](), 0

    def took(self, look: Callable[[], tuple[Any, Any]], tracking: object) -> tuple[Any, Any]:
        """What comes of a look, timed; the tracking before it where something was thrown."""
        began_ns = time.thread_time_ns()
        try:
            return look()
        except Exception:  # noqa: BLE001 (whatever it is, it is counted)
            self.thrown += 1
            traceback.print_exc()
            return tracking, ()
        finally:
            self.spent_ms.append((time.thread_time_ns() - began_ns) / 1e6)

    def over(self, tracking: Any) -> None:
        """A game is over: how large its belief is, and on a terminal how far it all is."""
        self.sizes.append(len(pickle.dumps(tracking.watch.belief)))
        if sys.stderr.isatty():
            filled = min(BAR * len(self.spent_ms) // self.looks, BAR)
            words = f"{len(self.spent_ms)} of {self.looks}, {self.thrown} thrown"
            print(f"\r{self.name} [{'#' * filled}{'.' * (BAR - filled)}] {words} ", end="", file=sys.stderr)

    def print(self) -> None:
        """The figures."""
        ranked, sizes = sorted(self.spent_ms), [size / 1024 for size in self.sizes]
        late = ranked[int(0.99 * len(ranked))]
        print(f"{self.name}: {len(ranked)} looks, {self.thrown} thrown")
        print(f"  median {median(ranked):.2f} ms, 99 % {late:.2f} ms, longest {ranked[-1]:.2f} ms")
        print(f"  a belief takes {median(sizes):.0f} kB in the median, {max(sizes):.0f} at most")


def mad_board(meter: Meter, rng: random.Random) -> None:
    """A game of One-Eyed Jack."""
    options = rng.choice(GAMES)
    tracking, table = beginning(options), MadTable(parse_options(options).teams, rng.randrange(1 << 30))
    begun = len(meter.spent_ms)
    while len(meter.spent_ms) - begun < GAME_LOOKS:
        act = rng.choice(ACTS)
        if act == "command":
            with suppress(ValueError):
                tracking, _ = mad_command(tracking, rng)()
            continue
        for look in table.looks(act):
            tracking, _ = meter.took(partial(one_eyed_jack.observe, tracking, look, PATIENCE_S), tracking)
    meter.over(tracking)


class MadPile(Watched):
    """A pile whose looks are timed."""

    meter: Meter

    def observed(self, table: TableObservation) -> tuple[Any, Any]:
        """One look, timed."""
        return self.meter.took(lambda: super(MadPile, self).observed(table), self.tracking)


def mad_pile(meter: Meter, rng: random.Random) -> None:
    """A game of Black Jack."""
    options = random_options(rng)
    MadPile.meter = meter
    pile = MadPile(options.text, options.players, rng.choice(["", "7S", "AS", "8H"]))
    begun, talk = len(meter.spent_ms), rng.choice([0.0, 0.3, 0.7])
    while len(meter.spent_ms) - begun < GAME_LOOKS:
        said(pile, rng) if rng.random() < talk else looked(pile, rng)
    meter.over(pile.tracking)


MAD = {"One-Eyed Jack": mad_board, "Black Jack": mad_pile}


def main(arguments: list[str]) -> int:
    """Look, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("looks", type=int, nargs="?", default=100_000, help="how many at each game (100000)")
    parser.add_argument("seed", type=int, nargs="?", default=1, help="where chance begins (1)")
    parser.add_argument("--game", choices=MAD, action="append", help="this game alone (both)")
    asked = parser.parse_args(arguments)
    gc.freeze()  # as a live evening does
    thrown = 0
    for name in asked.game or MAD:
        meter, rng = Meter(name, asked.looks), random.Random(asked.seed)
        while len(meter.spent_ms) < asked.looks:
            MAD[name](meter, rng)
        meter.print()
        thrown += meter.thrown
    return 1 if thrown else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
