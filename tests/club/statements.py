"""Statements as tables say them: from a simulated game, and of a pile of cards."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from companion.club.simulated import SimulatedTable
from companion.referee.events import Setup
from companion.registry.games import refereed, statement_text

ENDS = 160
"""No simulated game has more turns."""


def _told(seed: int, players: tuple[str, str]) -> Iterator[str]:
    """What a table says from the first card to the win, each statement once."""
    table, told = SimulatedTable(players, Random(seed)), set[str]()
    statements = [table.statement]
    for _ in range(ENDS):
        new = dict.fromkeys(text for text in map(statement_text, statements) if text not in told)
        told |= new.keys()
        yield from new
        if table.over:
            return
        statements = [statement for statement, _ in table.turn()]
    raise AssertionError(f"game {seed} does not end")


@cache
def whole_game(seed: int = 3, players: tuple[str, str] = ("Left", "Right")) -> tuple[str, ...]:
    """All that a table says."""
    return tuple(_told(seed, players))


@cache
def opening(seed: int) -> tuple[str, ...]:
    """The first thirty statements of it, which takes a quarter of the time."""
    return tuple(islice(_told(seed, ("Left", "Right")), 30))


def ended(seed: int = 3, players: tuple[str, str] = ("Left", "Right")) -> str:
    """What a table says once a game is over."""
    return whole_game(seed, players)[-1]


def begun(players: tuple[str, str] = ("Left", "Right")) -> str:
    """What a table says before the first card."""
    return statement_text(SimulatedTable(players, Random(3)).statement)


def changed(text: str, **fields: Any) -> str:
    """The statement with other values."""
    return json.dumps({**json.loads(text), **fields})


def won_by(text: str) -> int:
    """The side that has won."""
    return int(json.loads(text)["winner"])


def pile(players: tuple[str, ...] = ("Ann", "Bo", "Cid")) -> str:
    """Black Jack, as it begins."""
    game = refereed("black-jack")
    followed, _ = game.begin(Setup(f"players={len(players)}", (), (), players, "black-jack"))
    return statement_text(game.statement(followed))


def pile_after(turns: int, out: str | None = None) -> str:
    """Bo and Cid's pile after so many turns, which ended the game if one of them is out."""
    told = [{"seat": 1, "words": f"Turn {turn}.", "note": ""} for turn in range(turns, 0, -1)][:8]
    begun = pile(("Bo", "Cid"))
    seats = [{**seat, "out": 1 if seat["name"] == out else None} for seat in json.loads(begun)["seats"]]
    return changed(begun, last_turns=told, seats=seats, over=out is not None, number=turns)
