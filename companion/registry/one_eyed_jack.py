"""One-Eyed Jack, as the registry wants a game."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.record import Record, record_text
from companion.games.one_eyed_jack.rules_sheet import rules_sheet
from companion.games.one_eyed_jack.turns import EndJoker, Pass, Place, Remove
from companion.referee.events import Event, Setup
from companion.referee.naming import sides_of
from companion.referee.one_eyed_jack import commands, match, tracking
from companion.referee.phones import score_match
from companion.registry.game import Act, Notes
from companion.views.one_eyed_jack import announcement, status_json
from companion.views.one_eyed_jack import rows as told_rows
from companion.views.one_eyed_jack import status as told
from companion.views.words import capitalised

needs_board = True
acts: Mapping[str, Act] = MappingProxyType(
    {
        "undo": commands.take_back,
        "override": commands.accept_table,
        "answer": commands.reply,
        "tell": commands.tell_card,
        "pass": commands.pass_turn,
        "exchange": commands.exchange,
        "roll": commands.roll,
        "forgot": commands.forgot_to_draw,
        "edit": commands.put_chip,
        "setup": commands.set_position,
        "hand": commands.count_hand,
        "end": commands.end_game,
        "score": score_match,
    }
)
options, sheet = parse_options, rules_sheet
begin, observe, replay, new_game = tracking.begin, match.observe, tracking.replay, commands.new_game
statement, json, score, rows = told.status_of, status_json.status_json, told.score_lines, told_rows.event_rows


def words(event: Event, setup: Setup) -> str:
    """What is said when something happens; empty when it needs no words."""
    return announcement.event_words(event, sides_of(setup))


def record(followed: tracking.Tracking, tags: Mapping[str, str], notes: Notes) -> str:
    """The game as text, with these tags and notes. Raises ValueError before it began."""
    return record_text(Record(followed.game, tags, notes))


def entries(followed: tracking.Tracking) -> int:
    """How many entries its record has so far."""
    return len(followed.game.entries)


def turns(followed: tracking.Tracking) -> int:
    """How many turns people have played that stand: no rolls, no exchanges, no corrections."""
    return sum(isinstance(turn, Place | Remove | Pass | EndJoker) for turn in followed.game.turns)


def sides(setup: Setup) -> tuple[str, ...]:
    """What the teams are called."""
    return tuple(capitalised(team.name) for team in setup.teams)


def winners(setup: Setup, team: int) -> tuple[str, ...]:
    """The players of a team; seats alternate between teams."""
    return setup.players[team :: len(setup.teams)]
