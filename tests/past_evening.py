"""An evening in a journal: a game of One-Eyed Jack with what can go wrong, one left alone, and one of Black Jack."""

from pathlib import Path
from typing import Any

from companion.games.one_eyed_jack.layout import REFERENCE
from companion.games.one_eyed_jack.turns import Place
from companion.journal.event_log import SqliteJournal
from companion.referee.events import (
    CardLaid,
    CommandGiven,
    Event,
    FaultFound,
    FaultResolved,
    GameStarted,
    GameWon,
    NoticeGiven,
    Setup,
    TeamLook,
    TurnPlayed,
    TurnUndone,
)
from companion.registry.games import refereed

BEGAN_S = 1_790_000_000.0
TEAMS = (TeamLook("R", "red"), TeamLook("B", "blue"))
CARDS = tuple(card.code for card in REFERENCE.cards)
SETUP = Setup("my_rules N=2 T=2 lines=1", CARDS, TEAMS, ("Ann", "Ben"))
FOUR = Setup("base players=3", CARDS, TEAMS, ("Ann", "Ben", "Cleo"), "black-jack")
FAULT = FaultFound("TWO_CHIPS", (3, 4), "Two chips were put on the board: take one back.")

Batch = tuple[float, list[Event]]


def won_game() -> list[Batch]:
    """Red fills the second row and wins; there are a fault, a knock, and a turn that the table takes back."""
    batches: list[Batch] = [(0.0, [GameStarted(SETUP)])]
    followed, _ = refereed(SETUP.game).begin(SETUP)

    def play(at_s: float, event: Event) -> None:
        nonlocal followed
        followed = followed.after(event)
        batches.append((at_s, [event]))

    for turn in range(8):
        play(1.0 + turn, TurnPlayed(str(_next(followed, turn)), verified=turn != 2))
        if turn == 2:
            batches.append((3.5, [FAULT]))
            batches.append((3.6, [FaultResolved(FAULT.code), NoticeGiven("BOARD_MOVED", "The board was moved.")]))
        if turn == 3:
            batches.append((4.0, [CommandGiven("the table, seat 2", "undo")]))
            play(4.0, TurnUndone())
            play(4.5, TurnPlayed(str(_next(followed, turn))))
    play(9.0, TurnPlayed(str(_next(followed, 8))))
    batches.append((9.0, [GameWon(0, "lines")]))
    return batches


def _next(followed: Any, turn: int) -> Place:
    """Red goes along the second row, blue along the fifth."""
    square = (10 if turn % 2 == 0 else 40) + turn // 2
    found = [one for one in followed.game.legal_turns if isinstance(one, Place) and one.square == square]
    return next(one for one in found if one.card is not None and one.card.code == CARDS[square])


def open_game() -> list[Batch]:
    """Another game, begun from a phone and left after its first turn."""
    return [(20.0, [CommandGiven("the table", "new game"), *(event for _, some in won_game()[:2] for event in some)])]


def pile_game() -> list[Batch]:
    """Black Jack for three, two turns long."""
    return [
        (30.0, [GameStarted(FOUR)]),
        (31.0, [CardLaid("7S")]),
        (32.0, [CardLaid("9S")]),
        (33.0, [TurnPlayed("P1 9S")]),
        (34.0, [CommandGiven("seat 2", "draw")]),
        (34.0, [TurnPlayed("P2 draw 1")]),
    ]


GAMES = (won_game, open_game, pile_game)


def write_evening(path: Path) -> SqliteJournal:
    """The three games in a journal, which is still open; an hour lies between them."""
    now_s = BEGAN_S
    journal = SqliteJournal(path, clock=lambda: now_s, running=lambda: now_s)
    for game in GAMES:
        for at_s, events in game():
            journal.append(events, at_s)
        now_s += 3600
    return journal
