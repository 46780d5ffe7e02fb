"""The state machine of `tests/restless_evening.py` by the hundred thousand steps, at both games.

    python tests/benchmarks/restless_evenings.py [STEPS] [SEED] [--game one-eyed-jack|black-jack]

Evenings of fifty steps, ten for each seed, until each game has had so many steps. Prints the seeds, whatever
was thrown or broke a law, with the steps that led there, and for each kind of step its median and slowest processor
time; ends with 1 when anything was thrown.
"""
# ruff: noqa: E402, T201

import argparse
import logging
import sys
import traceback
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), *(str(ROOT / "tests" / each) for each in ("", "games", "referee"))]

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test
from restless_evening import BlackJackEvening, OneEyedEvening, RestlessEvening

KINDS = {kind.game: kind for kind in (OneEyedEvening, BlackJackEvening)}
EVENINGS = 10
MANY = settings(
    max_examples=EVENINGS,
    stateful_step_count=50,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def played(kind: type[RestlessEvening], number: int) -> bool:
    """Evenings with one seed; whether nothing was thrown, which is printed."""
    try:
        seed(number)(run_state_machine_as_test)(kind, settings=MANY)
    except Exception:  # noqa: BLE001 (whatever it is, it is what is looked for)
        print(f"{kind.game}, seed {number}:", traceback.format_exc(), flush=True)
        return False
    return True


def main(arguments: list[str]) -> int:
    """Play, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("steps", type=int, nargs="?", default=100_000, help="at each game (100000)")
    parser.add_argument("seed", type=int, nargs="?", default=1, help="the first (1)")
    parser.add_argument("--game", choices=KINDS, help="one of them alone")
    asked, broken = parser.parse_args(arguments), 0
    logging.disable()
    for kind in [KINDS[asked.game]] if asked.game else KINDS.values():
        kind.spent_ms, number, failed = {}, asked.seed, list[int]()
        while sum(map(len, kind.spent_ms.values())) < asked.steps:
            failed += [] if played(kind, number) else [number]
            number += 1
            print(f"\r{kind.game}: {sum(map(len, kind.spent_ms.values()))} steps", end="", file=sys.stderr)
        every = [each for spent in kind.spent_ms.values() for each in spent]
        print(
            f"\n{kind.game}: {len(every)} steps, seeds {asked.seed} to {number - 1}, broken {failed or 'none'}; "
            f"a step takes {median(every):.2f} ms in the median, {max(every):.1f} ms at most"
        )
        for name, spent in sorted(kind.spent_ms.items(), key=lambda pair: -max(pair[1])):
            print(f"  {name}: {len(spent)}, median {median(spent):.2f} ms, slowest {max(spent):.1f} ms", flush=True)
        broken += len(failed)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
