"""Whole random games by careless people over every preset and option, and what the referee made of them.

`python tests/benchmarks/mishap_tournament.py [GAMES] [--seed N] [--jobs N]` plays them three times: seen clearly, seen
as a camera over a lively table sees them, and so that nobody ever answers and one card in ten cannot be read. It ends
with the figures: for each preset, and for each kind of mishap how many were named. A game is wrong if the referee does
not hold the true one at its end (or the true board, where nobody answers); the program then ends with 1. `--changes 14`
changes so many options of each game at least, so that rare ones come together.
"""
# ruff: noqa: E402, T201

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from multiprocessing import Pool
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "games"), str(ROOT / "tests" / "referee")]

from contest import Contest
from random_table import AGREEMENTS, VARIANTS, random_options
from trouble import REALISTIC, Naming, Trouble

from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.presets import PRESETS

CLEAR = Trouble(mishap=0.2, halves=0.1, merged=0.002, back=0.02, far_back=0.005, third=0.005)
UNANSWERED = replace(REALISTIC, unread=0.1, silent=True)
TROUBLES = {
    "seen clearly": CLEAR,
    "seen as a camera sees": REALISTIC,
    "nobody answers, one card in ten unread": UNANSWERED,
}
TURNS = 60
BAR = 30
WORST = 12
"""So many wrong games, false alarms and wrong names are listed."""


@dataclass(frozen=True, slots=True)
class Played:
    """What is told of one game."""

    seed: int
    options: str
    turns: int
    right: bool
    """Whether the referee holds the true game at its end; where nobody answers, the true board."""
    acts: int
    followed: int
    """Of so many turns with a chip so many were told in their order."""
    doubts: tuple[str, ...]
    """The questions the referee put because it could not tell."""
    by_the_rules: int
    """Questions the rules put."""
    unread: int
    taken_back: int
    named: tuple[Naming, ...]
    alarms: tuple[str, ...]

    @property
    def preset(self) -> str:
        """The preset that was played."""
        return self.options.split()[0]


@dataclass
class Figures:
    """What so many games came to."""

    games: list[Played] = field(default_factory=list)

    @property
    def turns(self) -> int:
        """All turns played."""
        return sum(game.turns for game in self.games)

    @property
    def wrong(self) -> list[int]:
        """The seeds of the games the referee does not hold at their end."""
        return sorted(game.seed for game in self.games if not game.right)

    @property
    def questions(self) -> int:
        """Questions put in doubt."""
        return sum(len(game.doubts) for game in self.games)

    @property
    def alarms(self) -> list[tuple[int, str]]:
        """Seeds and codes of what was called though nothing was wrong."""
        return [(game.seed, code) for game in self.games for code in game.alarms]

    @property
    def misnamed(self) -> list[tuple[int, Naming]]:
        """Seeds and mishaps that were not called by their name, though they could be seen."""
        return [(game.seed, one) for game in self.games for one in game.named if not (one.right or one.blind)]

    @property
    def brief(self) -> str:
        """One line."""
        followed, acts = (sum(getattr(game, name) for game in self.games) for name in ("followed", "acts"))
        per_thousand = 1000 * self.questions / max(1, self.turns)
        return (
            f"{self.turns} turns, {followed} of {acts} with a chip told, {len(self.wrong)} wrong games, "
            f"{self.questions} questions ({per_thousand:.2f} per 1,000 turns), {len(self.misnamed)} mishaps not named, "
            f"{len(self.alarms)} false alarms"
        )

    def report(self) -> Iterator[str]:
        """Line by line."""
        yield self.brief
        by_the_rules, unread = sum(g.by_the_rules for g in self.games), sum(g.unread for g in self.games)
        taken_back = sum(game.taken_back for game in self.games)
        yield f"{by_the_rules} questions put by the rules, {unread} unread cards, {taken_back} turns taken back"
        yield f"\n{'preset':22}{'games':>7}{'turns':>8}{'wrong':>7}{'questions':>11}"
        for preset in sorted(PRESETS):
            of = Figures([game for game in self.games if game.preset == preset])
            yield f"{preset:22}{len(of.games):7}{of.turns:8}{len(of.wrong):7}{of.questions:11}"
        yield f"\n{'mishap':22}{'named':>7}{'of':>6}{'unseeable':>11}"
        for code, (named, seen, blind) in sorted(self.by_code().items()):
            yield f"{code:22}{named:7}{seen:6}{blind:11}"
        yield f"\noptions never played: {' '.join(self.unplayed()) or 'none'}"
        yield from self.worst()

    def by_code(self) -> dict[str, tuple[int, int, int]]:
        """For each kind of mishap: named, could be seen, could not since its card was unreadable."""
        named, seen, blind = Counter[str](), Counter[str](), Counter[str]()
        for one in (one for game in self.games for one in game.named):
            if one.blind and not one.right:
                blind[one.code] += 1
            else:
                seen[one.code] += 1
                named[one.code] += one.right
        return {code: (named[code], seen[code], blind[code]) for code in seen | blind}

    def unplayed(self) -> list[str]:
        """The values of options, and the seatings of presets, that no game had."""
        options, pool = [parse_options(game.options) for game in self.games], AGREEMENTS | VARIANTS
        played = {f"{name}={each.value_text(name)}" for each in options for name in pool}
        known = {f"{name}={value}" for name, values in pool.items() for value in values}
        seated = {f"{each.preset} N={each.seats} T={each.teams}" for each in options}
        tables = {f"{name} N={seats} T={teams}" for name in PRESETS for seats, teams in PRESETS[name].seatings}
        return sorted(known - played) + sorted(tables - seated)

    def worst(self) -> Iterator[str]:
        """What went wrong, game by game."""
        if self.wrong:
            yield f"wrong games, by seed: {' '.join(map(str, self.wrong[:WORST]))}"
        for seed, code in self.alarms[:WORST]:
            yield f"false alarm in game {seed}: {code}"
        for seed, one in self.misnamed[:WORST]:
            yield f"in game {seed} {one.code} was called {', '.join(one.called) or 'nothing'}"


def contest(seed: int, trouble: Trouble, changes: int = 0) -> Contest:
    """One game with options, hands and trouble drawn from the seed; at least so many options are changed."""
    random = Random(seed)
    made = Contest(random_options(random, changes), random, trouble)
    made.play(TURNS)
    return made


def play(task: tuple[int, str, int]) -> Played:
    """What is told of the game with this seed, seen like that, with so many options changed."""
    seed, seen, changes = task
    made = contest(seed, TROUBLES[seen], changes)
    doubts = tuple(question.text for question in made.doubts)
    unread, named, alarms = len(made.unread), tuple(made.named), tuple(made.alarms)
    turns = len(made.people.game.turns)
    right = made.board_right if made.trouble.silent else made.right
    of = (
        right,
        made.acts_played,
        made.acts_followed,
        doubts,
        made.by_the_rules,
        unread,
        made.taken_back,
        named,
        alarms,
    )
    return Played(seed, made.options.text, turns, *of)


def tournament(seen: str, asked: argparse.Namespace) -> Figures:
    """Play them all, and say how far it is."""
    figures = Figures()
    tasks = [(seed, seen, asked.changes) for seed in range(asked.seed, asked.seed + asked.games)]
    with Pool(asked.jobs) as pool:
        for game in pool.imap_unordered(play, tasks, chunksize=4):
            figures.games.append(game)
            _progress(len(figures.games), len(tasks), f"{len(figures.wrong)} wrong, {figures.questions} questions")
    return figures


def _progress(done: int, total: int, words: str) -> None:
    if not sys.stderr.isatty():
        return
    filled = BAR * done // total
    print(f"\r[{'#' * filled}{'.' * (BAR - filled)}] {done} of {total}, {words} ", end="", file=sys.stderr, flush=True)
    if done == total:
        print(file=sys.stderr)


def main(arguments: list[str]) -> int:
    """Both tournaments, one after the other; 1 when a game came out wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="?", type=int, default=1000, help="how many games (1000)")
    parser.add_argument("--seed", type=int, default=1, help="the first game's number (1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at once (one for each core)")
    parser.add_argument("--changes", type=int, default=0, help="change so many options of each game at least (0)")
    parser.add_argument("--seen", choices=TROUBLES, action="append", help="only this one of the two")
    asked = parser.parse_args(arguments)
    wrong = 0
    for seen in asked.seen or TROUBLES:
        figures = tournament(seen, asked)
        print(f"{seen}: {len(figures.games)} games,", *figures.report(), sep="\n")
        wrong += len(figures.wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
