"""Black Jack, as the registry wants a game."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.games.black_jack.options import parse_options
from companion.games.black_jack.record import Record, record_text
from companion.games.black_jack.rules_sheet import rules_sheet
from companion.games.black_jack.turns import Draw, Play
from companion.referee.black_jack import commands, ledger, telling
from companion.referee.events import Setup
from companion.referee.phones import score_match
from companion.registry.game import Act, Notes
from companion.views.black_jack import announcement, status_json
from companion.views.black_jack import rows as told_rows
from companion.views.black_jack import status as told

needs_board = False
acts: Mapping[str, Act] = MappingProxyType(
    {
        "undo": commands.undo,
        "override": commands.accept_pile,
        "answer": commands.answer,
        "done": commands.end,
        "draw": commands.draw,
        "suit": commands.name_suit,
        "joker": commands.name_joker,
        "reshuffle": commands.reshuffle,
        "direction": commands.turn_round,
        "tell": commands.tell_card,
        "missed": commands.missed_card,
        "whose": commands.claim_card,
        "out": commands.go_out,
        "hand": commands.count_cards,
        "score": score_match,
    }
)
options, sheet = parse_options, rules_sheet
begin, observe, replay, new_game = ledger.begin, telling.observe, ledger.replay, commands.new_game
statement, json, score = told.status_of, status_json.status_json, told.score_lines
words, rows = announcement.event_words, told_rows.event_rows


def record(followed: ledger.Tracking, tags: Mapping[str, str], notes: Notes) -> str:
    """The game as text, with these tags and notes. Raises ValueError before it began."""
    return record_text(Record(followed.playing, tags, notes))


def entries(followed: ledger.Tracking) -> int:
    """How many entries its record has so far; none before a card was turned up."""
    return 0 if followed.game is None else len(followed.game.entries)


def turns(followed: ledger.Tracking) -> int:
    """How many turns people have played that stand: neither cards of one that goes on, nor corrections."""
    return sum(isinstance(turn, Play | Draw) for turn in followed.game.turns) if followed.game else 0


def sides(_: Setup) -> tuple[str, ...]:
    """No teams: everybody plays alone."""
    return ()


def winners(setup: Setup, place: int) -> tuple[str, ...]:
    """The player who went out first."""
    return setup.players[place : place + 1]
