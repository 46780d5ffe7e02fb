"""A replayed evening as rows for other programs: what was seen in each frame, and what the referee said when.

The form is that of `observations.jsonl` and `events.jsonl`; squares are [row, column], teams are letters.
"""

from collections.abc import Iterable

from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.position import Chips, Position
from companion.games.one_eyed_jack.turns import Exchange, Place, Remove
from companion.games.squares import SQUARES
from companion.referee import events
from companion.referee.events import Event, Setup
from companion.referee.one_eyed_jack.tracking import Tracking, replay
from companion.views.rows import Row, row_and_column, told_row


def event_rows(log: Iterable[tuple[int, Event]]) -> list[Row]:
    """A row for each event that is told; `log` holds one game's events, `GameStarted` first, each with its frame."""
    (_, started), *rest = log
    tracking, rows = replay([started]), list[Row]()
    for frame, event in rest:
        before, tracking = tracking.game.position, tracking.after(event)
        rows.append({"i": frame, **_row(event, before, tracking)})
    return rows


def _row(event: Event, before: Position, tracking: Tracking) -> Row:
    if isinstance(event, events.TurnPlayed):
        return _move_row(event, before, tracking)
    return _game_row(event, tracking.setup) or told_row(event)


def _move_row(event: events.TurnPlayed, before: Position, tracking: Tracking) -> Row:
    turn = parse_turn(event.turn)
    card = turn.card if isinstance(turn, (Place, Remove, Exchange)) else None
    square = turn.square if isinstance(turn, (Place, Remove)) else None
    gone = _gone(before.chips, tracking.game.position.chips)
    return {
        "type": "move",
        "seat": before.seat,
        "team": _seat_letter(tracking.setup, before.seat),
        "card": None if card is None else card.code,
        "action": _action(turn),
        "square": None if square is None else row_and_column(square),
        "captured": [row_and_column(each) for each in gone if each != square],
    }


def _action(turn: object) -> str:
    return {Place: "place", Remove: "remove", Exchange: "discard_dead"}.get(type(turn), type(turn).__name__.lower())


def _gone(before: Chips, after: Chips) -> list[int]:
    return [square for square in SQUARES if before[square] is not None and after[square] is None]


def _game_row(event: Event, setup: Setup) -> Row | None:
    match event:
        case events.LineCompleted(team=team, squares=squares):
            return {
                "type": "line",
                "team": setup.teams[team].letter,
                "squares": [row_and_column(square) for square in squares],
            }
        case events.GameWon(team=team, termination=termination):
            letter = None if team is None else setup.teams[team].letter
            return {"type": "win", "team": letter, "termination": termination}
    return None


def _seat_letter(setup: Setup, seat: int) -> str:
    return setup.teams[(seat - 1) % len(setup.teams)].letter
