"""Random whole games across all presets and options, every invariant checked after every act.

`make bench`, or `python tests/benchmarks/random_games.py [GAMES] [SEED]`, ends with how many games and turns
were played, how they ended, and how fast the engine is.
"""
# ruff: noqa: E402, T201

import sys
import time
from collections import Counter
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "games")]

from invariants import check_act, check_cards
from random_table import Table, deck_of, random_options, shuffled

from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.record import Record, parse_record, record_text
from companion.games.one_eyed_jack.sight import Sight, see
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Pass, Place, Remove, Turn


def play_checked(seed: int) -> Table:
    """One random game with random options, each act checked; a broken invariant raises AssertionError."""
    random = Random(seed)
    table = Table(random_options(random), random)
    acts = 0
    while not table.game.outcome() and acts < 3000:
        before = table.game.position
        turn = table.act()
        check_act(table.game, before, turn)
        check_cards(table)
        acts += 1
    if seed % 10 == 0:
        read = parse_record(record_text(Record(table.game)))
        assert read.game == table.game, read.trouble
        assert read.game.position == table.game.position
    return table


def play_fast(games: int, random: Random) -> tuple[int, float]:
    """(turns, seconds) of random classic two-player games with dealt hands and no checks."""
    options, turns, spent_s = parse_options("classic"), 0, 0.0
    for _ in range(games):
        game, stock = Game(options), shuffled(deck_of(Game(options)), random)
        hands = [[stock.pop() for _ in range(7)] for _ in range(2)]
        started_s = time.process_time()
        while not game.outcome():
            hand = hands[game.seat - 1]
            turn = first_playable(game, hand, random)
            game.push(turn)
            turns += 1
            if not isinstance(turn, Pass):
                hand.remove(turn.card)
                hand.extend([stock.pop()] if stock else [])
        spent_s += time.process_time() - started_s
    return turns, spent_s


def first_playable(game: Game, hand: list, random: Random) -> Turn:
    """The first card in hand that can be played, on a random square."""
    for card in hand:
        if targets := game.targets(card):
            action = Remove if card.code in ("JS", "JH") else Place
            return action(game.team, card, random.choice(targets))
    return Pass(game.team)


def measure(title: str, action: Callable[[], object], times: int) -> None:
    """Print how long `action` takes."""
    started_s = time.process_time()
    for _ in range(times):
        action()
    print(f"{title}: {(time.process_time() - started_s) / times * 1000:.3f} ms")


def print_speed(seed: int) -> None:
    """Play classic games without checks, then judge looks and list turns in a position of forty acts."""
    games = 300
    turns, spent_s = play_fast(games, Random(seed))
    print(f"random classic two-player play: {games / spent_s:.0f} whole games, {turns / spent_s:.0f} turns a second")
    table = Table(parse_options("classic"), Random(seed))
    for _ in range(40):
        table.act()
    game, legal = table.game, [turn for turn in table.game.legal_turns if isinstance(turn, Place)]
    sights = [Sight(turn.card, ((turn.square, team),)) for turn in legal for team in (game.team, 1 - game.team)]
    looks, kinds = cycle(sights), cycle(legal)
    measure("judge of a look at the table", lambda: see(game, next(looks)), 10_000)
    measure("judge of a turn", lambda: game.judge(next(kinds)), 10_000)
    measure(f"all {len(game.legal_turns)} legal turns of a position", lambda: list(game.legal_turns), 100)


def main(arguments: list[str]) -> None:
    """Play, check, measure and say so."""
    games, seed = (*map(int, arguments), *(10_000, 1)[len(arguments) :])
    endings, turns = Counter(), 0
    for number in range(games):
        try:
            table = play_checked(seed + number)
        except Exception:
            print(f"\nbroken by seed {seed + number}: {random_options(Random(seed + number)).text}")
            raise
        outcome = table.game.outcome()
        endings[outcome.termination if outcome else "stopped"] += 1
        turns += len(table.game.entries)
        if number % 100 == 99 or number == games - 1:
            print(f"\r{number + 1} of {games} games, {turns} acts, {dict(endings)}", end="", flush=True)
    print()
    print_speed(seed)


if __name__ == "__main__":
    main(sys.argv[1:])
