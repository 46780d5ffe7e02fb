"""The status of Black Jack as plain JSON values, with colours and lamps worked out, so that a page needs no rule."""

from typing import Any

from companion.games.black_jack.notation import parse_laid
from companion.games.black_jack.turns import Draw, Laid, Play, Turn
from companion.referee.black_jack.hypotheses import TAKEN_UP
from companion.referee.black_jack.wording import SUITS
from companion.referee.events import QuestionAsked
from companion.referee.naming import card_name
from companion.views.appearance import Appearance, seat_appearances
from companion.views.black_jack.announcement import turn_note, turn_words
from companion.views.black_jack.status import Status
from companion.views.lamps import lights_json
from companion.views.words import capitalised

Json = dict[str, Any]


def status_json(status: Status) -> Json:
    """The statement as plain JSON values."""
    appearances = seat_appearances([name for _, name in status.known])
    return {
        "game": status.game,
        "seats": [_seat_json(status, seat, appearances[seat - 1]) for seat in range(1, len(status.players) + 1)],
        "turn": {"seat": status.seat, "player": ("", *status.players)[status.seat], "hint": status.hint},
        "direction": status.direction,
        "pending": status.pending,
        "suit": status.suit,
        "top": status.top and _laid_json(status.top),
        "laid": [_laid_json(laid) for laid in status.laid],
        "waiting": status.waiting,
        "last_turns": [_turn_json(turn, status.players) for turn in status.last_turns],
        "stock": status.stock,
        "hands": list(status.hands),
        "players": list(status.players),
        "fault": status.fault and {"code": status.fault.code, "squares": [], "message": status.fault.message},
        "question": status.question and _question_json(status.question, status),
        "notice": status.notice and {"code": status.notice.code, "message": status.notice.message},
        "settled": status.settled,
        "over": status.over,
        "headline": status.headline,
        "undo": status.undo,
        "announcement": status.announcement,
        "number": status.number,
        "options": status.options,
        "lights": lights_json(status.scene, appearances),
    }


def _seat_json(status: Status, seat: int, appearance: Appearance) -> Json:
    return {
        "seat": seat,
        "name": status.players[seat - 1],
        "cards": status.hands[seat - 1],
        "out": status.out.index(seat) + 1 if seat in status.out else None,
        "plays": status.seat == seat and not status.over,
        "won": status.wins[seat - 1],
        **appearance.painted,
        "letter": str(seat),
    }


def _laid_json(laid: Laid) -> Json:
    return {"card": laid.card.code, "stands_for": laid.declared and laid.declared.code, "suit": laid.suit}


def _turn_json(turn: Turn, players: tuple[str, ...]) -> Json:
    seat = turn.seat if isinstance(turn, Play | Draw) else None
    return {"seat": seat, "words": turn_words(turn, players), "note": capitalised(turn_note(turn))}


def _question_json(question: QuestionAsked, status: Status) -> Json:
    """The question with its answers in words, and the seats whose it is."""
    words, seats = [_answer_words(candidate, status) for candidate in question.candidates], list(status.answering)
    return {"text": question.text, "candidates": list(question.candidates), "words": words, "seats": seats}


def _answer_words(candidate: str, status: Status) -> str:
    if candidate == "-":
        return "No new card"
    if candidate == TAKEN_UP:
        return "One was taken back"
    if " " in candidate:
        seat, *rest = candidate[1:].split()
        name = status.players[int(seat) - 1]
        return {"end": "Another turn begins", "next": f"{name} plays next"}.get(rest[0], f"{name}’s")
    laid = parse_laid(candidate)
    return capitalised(SUITS[laid.suit]) if laid.suit else card_name(laid.face)
