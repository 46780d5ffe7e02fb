"""A replayed evening as rows for other programs: what was seen in each frame, and what the referee said when.

The form is that of `observations.jsonl` and `events.jsonl`; squares are [row, column], teams are letters.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.position import Chips, Position
from companion.games.one_eyed_jack.squares import SQUARES, column_of, row_of
from companion.games.one_eyed_jack.turns import Exchange, Place, Remove
from companion.referee import events
from companion.referee.events import Event, Setup
from companion.referee.observation import EMPTY, BoardObservation, TableObservation
from companion.referee.one_eyed_jack.tracking import Tracking, apply, replay
from companion.referee.settling import DOUBT_NATS

Row = dict[str, Any]


def observation_row(observation: TableObservation, tracking: Tracking) -> Row:
    """What one frame showed; `tracking` is how the game stands after it."""
    card = observation.pile.card
    letters = "".join(team.letter for team in tracking.setup.teams)
    return {
        "board": board_text(observation.board, letters),
        "settled": tracking.settled,
        "registered": observation.registered,
        "discard_top": None if card is None else card.code,
    }


def board_text(board: BoardObservation, letters: str) -> str:
    """A hundred characters in reading order: `.` empty, a team's letter, `?` hidden or undecided."""
    return "".join(_square_text(board, square, letters) for square in SQUARES)


def event_rows(log: Iterable[tuple[int, Event]]) -> list[Row]:
    """A row for each event that is told; `log` holds one game's events, `GameStarted` first, each with its frame."""
    return list(_rows(log))


def _rows(log: Iterable[tuple[int, Event]]) -> Iterator[Row]:
    tracking: Tracking | None = None
    for frame, event in log:
        if tracking is None:
            tracking = replay([event])
            continue
        before = tracking.game.position
        tracking = apply(tracking, event)
        yield {"i": frame, **_row(event, before, tracking)}


def _square_text(board: BoardObservation, square: int, letters: str) -> str:
    best = board.best(square)
    if best is None or board.margin(square) < DOUBT_NATS:
        return "?"
    return "." if best == EMPTY else letters[best - 1]


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
        "square": None if square is None else _place(square),
        "captured": [_place(each) for each in gone if each != square],
    }


def _action(turn: object) -> str:
    return {Place: "place", Remove: "remove", Exchange: "discard_dead"}.get(type(turn), type(turn).__name__.lower())


def _gone(before: Chips, after: Chips) -> list[int]:
    return [square for square in SQUARES if before[square] is not None and after[square] is None]


def _game_row(event: Event, setup: Setup) -> Row | None:
    match event:
        case events.LineCompleted(team=team, squares=squares):
            return {"type": "line", "team": setup.teams[team].letter, "squares": [_place(square) for square in squares]}
        case events.GameWon(team=team, termination=termination):
            letter = None if team is None else setup.teams[team].letter
            return {"type": "win", "team": letter, "termination": termination}
    return None


def told_row(event: Event) -> Row:
    """The row of an event that looks the same in every game. Raises ValueError for all others."""
    return _talk_row(event) or _turned_row(event)


def _turned_row(event: Event) -> Row:
    match event:
        case events.TurnUndone():
            return {"type": "undo"}
        case events.PositionOverridden(position=position):
            return {"type": "override", "position": position}
        case events.MatchScored(wins=wins):
            return {"type": "score", "wins": list(wins)}
        case events.MatchScoreUndone():
            return {"type": "score_undone"}
    raise ValueError(f"no row for {event!r}; a game starts only once")


def _talk_row(event: Event) -> Row | None:
    match event:
        case events.FaultFound(code=code, squares=squares, message=message):
            return {
                "type": "fault",
                "code": code,
                "squares": [_place(square) for square in squares],
                "message": message,
            }
        case events.FaultResolved(code=code):
            return {"type": "resolved", "code": code}
        case events.QuestionAsked(text=text, candidates=candidates):
            return {"type": "question", "text": text, "candidates": list(candidates)}
        case events.QuestionAnswered(candidate=candidate):
            return {"type": "answer", "candidate": candidate}
        case events.NoticeGiven(code=code, message=message):
            return {"type": "notice", "code": code, "message": message}
        case events.CardRead(card=card):
            return {"type": "card", "card": card}
        case events.TurnsHeard(waiting=waiting):
            return {"type": "heard", "waiting": list(waiting)}
        case events.CommandGiven(who=who, command=command):
            return {"type": "command", "who": who, "command": command}
    return None


def _seat_letter(setup: Setup, seat: int) -> str:
    return setup.teams[(seat - 1) % len(setup.teams)].letter


def _place(square: int) -> list[int]:
    return [row_of(square), column_of(square)]
