"""Whole random games by careless people over every preset and option, and what the referee made of them.

`python tests/benchmarks/mishap_tournament.py [GAMES] [SEED]` plays them twice, seen clearly and seen as a camera over a
lively table sees them, and ends with the figures. A game
is wrong when the referee does not hold the true one at its end.
"""
# ruff: noqa: E402, T201

import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "games"), str(ROOT / "tests" / "referee")]

from mishaps import REALISTIC, Contest, Trouble
from random_table import random_options

CLEAR = Trouble(mishap=0.2)
TURNS = 60


@dataclass
class Figures:
    """What so many games came to."""

    turns: int = 0
    questions: int = 0
    unread: int = 0
    taken_back: int = 0
    mishaps: int = 0
    named: int = 0
    wrong: list[int] = field(default_factory=list)
    """The seeds of the games the referee does not hold at their end."""
    alarms: Counter[str] = field(default_factory=Counter)
    misnamed: Counter[tuple[str, tuple[str, ...]]] = field(default_factory=Counter)

    def add(self, seed: int, played: Contest) -> None:
        """One more game."""
        self.turns += len(played.people.game.turns)
        self.questions += played.questions
        self.unread += len(played.unread)
        self.taken_back += played.taken_back
        self.mishaps += len(played.named)
        missed = [(name, called) for name, called in played.named if called != (name,)]
        self.named += len(played.named) - len(missed)
        self.misnamed.update(missed)
        self.alarms.update(played.alarms)
        self.wrong += [] if played.right else [seed]

    def __str__(self) -> str:
        per_thousand = 1000 * self.questions / max(1, self.turns)
        return (
            f"{self.turns} turns, {len(self.wrong)} wrong games {self.wrong[:9]}, {self.questions} questions "
            f"({per_thousand:.2f} per 1,000 turns), {self.named} of {self.mishaps} mishaps named, "
            f"{self.alarms.total()} false alarms, {self.unread} unread cards, {self.taken_back} turns taken back"
        )


def play(seed: int, trouble: Trouble) -> Contest:
    """One game with options, hands and trouble drawn from the seed."""
    random = Random(seed)
    contest = Contest(random_options(random), random, trouble)
    contest.play(TURNS)
    return contest


def tournament(title: str, trouble: Trouble, games: range) -> None:
    """Play them all, and say what came of it."""
    figures = Figures()
    for number, seed in enumerate(games, start=1):
        figures.add(seed, play(seed, trouble))
        if number % 10 == 0 or number == len(games):
            print(f"\r{title}: {number} of {len(games)} games, {figures}", end="", flush=True)
    print()
    for what, times in [*figures.alarms.most_common(9), *figures.misnamed.most_common(9)]:
        print(f"    {times} times {what}")


def main(arguments: list[str]) -> None:
    """Both tournaments, one after the other."""
    games, seed = (*map(int, arguments), *(1000, 1)[len(arguments) :])
    tournament("seen clearly", CLEAR, range(seed, seed + games))
    tournament("seen as a camera sees", REALISTIC, range(seed, seed + games))


if __name__ == "__main__":
    main(sys.argv[1:])
