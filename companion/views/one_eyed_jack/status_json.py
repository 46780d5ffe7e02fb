"""The status as plain JSON values, with appearances and lamps worked out, so that a page needs no rule of its own."""

from collections.abc import Sequence
from typing import Any

from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.turns import Forgot, Turn
from companion.referee.events import QuestionAsked
from companion.referee.one_eyed_jack.wording import turn_in, turns_among, turns_back
from companion.views.appearance import Appearance, appearances_of
from companion.views.lamps import lights_json
from companion.views.one_eyed_jack.announcement import turn_note, turn_words
from companion.views.one_eyed_jack.status import Status, TeamStatus

Json = dict[str, Any]


def status_json(status: Status) -> Json:
    """The statement as plain JSON values, with appearances and lamps added, so that a page needs no rule of its own."""
    names = [team.name for team in status.teams]
    looks = appearances_of([name for _, name in status.known])  # chips keep theirs, whichever of them play
    worn = [looks[status.known.index((team.letter, team.name))] for team in status.teams]
    return {
        "game": status.game,
        "teams": [_team_json(team, look) for team, look in zip(status.teams, worn, strict=True)],
        "lines_needed": status.lines_needed,
        "counted": list(status.counted),
        "layout": list(status.layout),
        "chips": list(status.chips),
        "locked": [{"team": team, "squares": list(squares)} for team, squares in status.locked],
        "turn": _turn_json(status),
        "last_turns": [_past_turn_json(turn, names) for turn in status.last_turns],
        "last_squares": list(status.last_squares),
        "stock": status.stock,
        "hands": list(status.hands),
        "seen": dict(status.seen),
        "players": list(status.players),
        "first": status.first,
        "wins": list(status.wins),
        "settled": status.settled,
        "winner": status.winner,
        "over": status.over,
        "result": status.result,
        "headline": status.headline,
        "ready": status.ready,
        "strays": [{"square": square, "team": team} for square, team in status.strays],
        "undo": status.undo,
        "announcement": status.announcement,
        "number": status.number,
        "options": status.options,
        **_troubles_json(status),
        "lights": lights_json(status.scene, looks),
    }


def _turn_json(status: Status) -> Json:
    return {
        "seat": status.seat,
        "team": status.team,
        "player": _player(status),
        "card": status.card,
        "targets": list(status.targets),
        "hint": status.hint,
        "die": list(status.die),
        "roller": status.roller,
    }


def _player(status: Status) -> str:
    return status.players[status.seat - 1] if status.seat <= len(status.players) else f"Seat {status.seat}"


def _past_turn_json(text: str, names: Sequence[str]) -> Json:
    """A turn for the list of last turns."""
    turn = parse_turn(text)
    return {"team": _team_of(turn, len(names)), "words": turn_words(turn, names), "note": turn_note(turn)}


def _team_json(team: TeamStatus, appearance: Appearance) -> Json:
    return {
        "letter": team.letter,
        "name": appearance.name,
        **appearance.painted,
        "lines": team.lines,
        "chips": team.chips,
        "captured": team.captured,
        "players": list(team.players),
    }


def _troubles_json(status: Status) -> Json:
    fault, question, notice = status.fault, status.question, status.notice
    return {
        "fault": fault and {"code": fault.code, "squares": list(fault.squares), "message": fault.message},
        "question": question and _question_json(question, len(status.teams)),
        "notice": notice and {"code": notice.code, "message": notice.message},
    }


def _question_json(question: QuestionAsked, teams: int) -> Json:
    """The question with its answers in words, and the teams whose turns they are."""
    turns = turns_among(question)
    return {
        "text": question.text,
        "candidates": list(question.candidates),
        "words": [_answer_words(candidate) for candidate in question.candidates],
        "teams": sorted({_team_of(turn, teams) for turn in turns}),
    }


def _answer_words(candidate: str) -> str:
    """An answer as a short note."""
    if turn := turn_in(candidate):
        return turn_note(turn)
    number = turns_back(candidate)
    if not number:
        return "No"
    return "It was taken back" if number == 1 else f"{number} turns were taken back"


def _team_of(turn: Turn, teams: int) -> int:
    """Whose turn it is; what a seat reports of itself (a forgotten draw) belongs to its team."""
    team: int = (turn.seat - 1) % teams if isinstance(turn, Forgot) else getattr(turn, "team", 0)
    return team
