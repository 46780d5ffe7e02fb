"""What all games tell other programs alike: a row for each frame, and rows for events that look the same everywhere.

The form is that of `observations.jsonl` and `events.jsonl`; squares are [row, column], teams are letters.
"""

from typing import Any

from companion.games.squares import SQUARES, column_of, row_of
from companion.referee import events
from companion.referee.events import Event
from companion.referee.followed import Followed
from companion.referee.observation import DOUBT_NATS, EMPTY, BoardObservation, TableObservation

Row = dict[str, Any]


def observation_row(observation: TableObservation, tracking: Followed) -> Row:
    """What one frame showed; `tracking` is how the game stands after it."""
    card = observation.pile.card
    letters = "".join(chip.letter for chip in tracking.setup.known)
    return {
        "board": board_text(observation.board, letters),
        "settled": tracking.settled,
        "registered": observation.registered,
        "discard_top": None if card is None else card.code,
    }


def board_text(board: BoardObservation, letters: str) -> str:
    """A hundred characters in reading order: `.` empty, a team's letter, `?` hidden or undecided."""
    return "".join(_square_text(board, square, letters) for square in SQUARES)


def _square_text(board: BoardObservation, square: int, letters: str) -> str:
    best = board.best(square)
    if best is None or board.margin(square) < DOUBT_NATS:
        return "?"
    return "." if best == EMPTY else letters[best - 1]


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
                "squares": [row_and_column(square) for square in squares],
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


def row_and_column(square: int) -> list[int]:
    """A square as other programs are told it: its row and its column, from 0."""
    return [row_of(square), column_of(square)]
