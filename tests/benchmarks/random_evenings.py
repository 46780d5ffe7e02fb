"""Whether whole drawn evenings, on random tables with knocks and lamps, come out as they were played.

    python tests/benchmarks/random_evenings.py [--seeds SEED …] [--turns 8]

A line for each evening says what it was played with and what was said besides turns; a wrong one shows both games.
"""
# ruff: noqa: T201

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "games")]

from drawn_board import NORMAL, WIDE  # noqa: E402
from drawn_evening import DrawnEvening  # noqa: E402

from companion.errors import CalibrationError  # noqa: E402
from companion.referee.events import TurnPlayed  # noqa: E402


def main() -> None:
    """One line for each evening, and how many came out as they were played."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", nargs="+", type=int, default=list(range(20)))
    parser.add_argument("--turns", type=int, default=8)
    options = parser.parse_args()
    right = sum(_right(seed, options.turns) for seed in options.seeds)
    print(f"{right} of {len(options.seeds)} evenings came out as they were played")


def _right(seed: int, turns: int) -> bool:
    evening = DrawnEvening(seed, WIDE if seed % 3 == 2 else NORMAL, turns)
    head = f"{seed}: {', '.join(f'{chip.body} {chip.colour}' for chip in evening.chips)}"
    try:
        followed = evening.followed()
    except CalibrationError as error:
        print(f"{head}: {error}", flush=True)
        return False
    said = [getattr(event, "code", type(event).__name__) for event in followed.events]
    besides = [word for word, event in zip(said, followed.events, strict=True) if not isinstance(event, TurnPlayed)]
    right = followed.turns == evening.turns
    print(f"{head}: {'right' if right else f'{evening.turns} became {followed.turns}'}; {besides}", flush=True)
    return right


if __name__ == "__main__":
    main()
