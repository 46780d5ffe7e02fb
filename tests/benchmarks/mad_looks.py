"""Looks that make no sense, by the hundred thousand: `python tests/benchmarks/mad_looks.py [LOOKS] [SEED]`.

Chips that come and go in heaps, cards of other games, counts that jump, hands, darkness and phones that ask for
anything, over every kind of game. Prints how long a look took, how large a belief grew, and ends with 1 when anything
was thrown but the refusal of a command.
"""
# ruff: noqa: E402, T201

import argparse
import pickle
import random
import sys
import time
import traceback
from contextlib import suppress
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "games"), str(ROOT / "tests" / "referee")]

from test_nothing_thrown import GAMES, PATIENCE_S, MadTable, beginning, mad_command

from companion.games.one_eyed_jack.options import parse_options
from companion.referee.one_eyed_jack.tracking import observe

ACTS = ("chips", "everything", "card", "hand", "command", "rest", "rest", "chips", "card")
GAME_LOOKS = 400
BAR = 30


def progress(done: int, total: int, words: str) -> None:
    """How far it is, on a terminal."""
    if sys.stderr.isatty():
        filled = BAR * done // total
        print(f"\r[{'#' * filled}{'.' * (BAR - filled)}] {done} of {total}, {words} ", end="", file=sys.stderr)


def main(arguments: list[str]) -> int:
    """Look, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("looks", type=int, nargs="?", default=100_000, help="how many (100000)")
    parser.add_argument("seed", type=int, nargs="?", default=1, help="where chance begins (1)")
    asked = parser.parse_args(arguments)
    looks, seed = asked.looks, asked.seed
    spent_ms, thrown, sizes, rng = list[float](), 0, list[int](), random.Random(seed)
    while len(spent_ms) < looks:
        options = rng.choice(GAMES)
        tracking, table = beginning(options), MadTable(parse_options(options).teams, rng.randrange(1 << 30))
        begun = len(spent_ms)
        while len(spent_ms) - begun < GAME_LOOKS:
            act = rng.choice(ACTS)
            if act == "command":
                with suppress(ValueError):
                    tracking, _ = mad_command(tracking, rng)()
                continue
            for look in table.looks(act):
                began_ns = time.thread_time_ns()
                try:
                    tracking, _ = observe(tracking, look, PATIENCE_S)
                except Exception:  # noqa: BLE001 (whatever it is, it is counted)
                    thrown += 1
                    traceback.print_exc()
                spent_ms.append((time.thread_time_ns() - began_ns) / 1e6)
        sizes.append(len(pickle.dumps(tracking.watch.belief)))
        progress(len(spent_ms), looks, f"{thrown} thrown")
    late, last = sorted(spent_ms)[int(0.99 * len(spent_ms))], max(spent_ms)
    print(f"{len(spent_ms)} looks: median {median(spent_ms):.2f} ms, 99 % {late:.2f} ms, longest {last:.2f} ms")
    print(
        f"{thrown} thrown; a belief takes {median(sizes) / 1024:.0f} kB in the median, {max(sizes) / 1024:.0f} at most"
    )
    return 1 if thrown else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
