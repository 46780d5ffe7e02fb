"""A replayed game of Black Jack as rows for other programs, in the form of `events.jsonl`; seats count from 1."""

from collections.abc import Iterable

from companion.games.black_jack.notation import parse_laid, parse_turn
from companion.games.black_jack.turns import Draw, Play, Turn
from companion.referee import events
from companion.referee.black_jack.ledger import Tracking, replay
from companion.referee.events import Event
from companion.views.rows import Row, told_row


def event_rows(log: Iterable[tuple[int, Event]]) -> list[Row]:
    """A row for each event that is told; `log` holds one game's events, `GameStarted` first, each with its frame."""
    (_, started), *rest = log
    tracking, rows = replay([started]), list[Row]()
    for frame, event in rest:
        rows.append({"i": frame, **_row(event, tracking)})
        tracking = tracking.after(event)
    return rows


def _row(event: Event, before: Tracking) -> Row:
    match event:
        case events.CardLaid(card=card):
            seat = None if before.game is None else before.game.seat
            return {"type": "laid", "seat": seat, "card": parse_laid(card).card.code}
        case events.CardTakenBack():
            return {"type": "taken_back", "card": before.top and before.top.code}
        case events.TurnPlayed(turn=turn):
            return _move_row(parse_turn(turn), before)
        case events.GameWon(team=team, termination=termination):
            return {"type": "win", "seat": None if team is None else team + 1, "termination": termination}
    return told_row(event)


def _move_row(turn: Turn, before: Tracking) -> Row:
    move = {"type": "move", "seat": before.playing.seat, "team": None}
    match turn:
        case Play(cards=cards):
            return {**move, "action": "play", "cards": list(map(str, cards))}
        case Draw(number=number):
            return {**move, "action": "draw", "number": number}
    return {**move, "seat": None, "action": "reshuffle"}
