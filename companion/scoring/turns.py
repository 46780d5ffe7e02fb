"""Turns, mishaps, lines and the winner as the referee told them, held against what was done at the table."""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.scoring.truth import TrueMove, Truth, line_of, place_of

Row = Mapping[str, Any]
Key = tuple[object, ...]
"""Team, action, square and card of a turn: what has to be right about it."""

FAULTS: Mapping[str, frozenset[str]] = {
    "wrong_colour": frozenset({"WRONG_COLOUR"}),
    "out_of_turn": frozenset({"WRONG_COLOUR", "OUT_OF_TURN"}),
    "two_chips": frozenset({"TWO_CHIPS"}),
    "card_mismatch": frozenset({"CARD_MISMATCH"}),
    "illegal_remove": frozenset({"REMOVED_WITHOUT_JACK"}),
    "nudged": frozenset({"CHIP_MOVED", "BOARD_DISTURBED"}),
    "stacked": frozenset({"SQUARE_OCCUPIED"}),
}
"""What players did wrong, and how it may be called."""
_GRACE_FRAMES = 3
"""So long after the next thing happened a fault may still be said."""
_LISTED = 20


def turn_figures(truth: Truth, events: Sequence[Row]) -> dict[str, Any]:
    """Turns that counted in the end, those told and kept, and how many frames later than they lay there."""
    want, got = expected_moves(truth.moves), kept_moves(events)
    wanted, told = [_true_key(move) for move in want], [_told_key(event) for event in got]
    exact = aligned(wanted, told)
    but_card = aligned([key[:3] for key in wanted], [key[:3] for key in told])
    late = [got[j]["i"] - want[i].settled_frame for i, j in but_card]
    figures = {
        "moves": len(want),
        "moves_right": len(exact),
        "moves_right_but_card": len(but_card),
        "moves_invented": len(got) - len(but_card),
    }
    if late:
        figures |= {"late_frames_median": statistics.median(late), "late_frames_max": max(late)}
    return figures


def mishap_figures(truth: Truth, events: Sequence[Row]) -> dict[str, Any]:
    """Mishaps called by name before the next thing happened; what was called beside them are false alarms."""
    calls = [event for event in events if event["type"] == "fault"]
    mishaps = [(place, move) for place, move in enumerate(truth.moves) if _is_fault(move)]
    heard = [_calls_between(calls, move.first_frame, _last_frame(truth, place)) for place, move in mishaps]
    called = [[calls[number]["code"] for number in numbers] for numbers in heard]
    named = [bool(FAULTS[kind_of(move.label)] & set(codes)) for (_, move), codes in zip(mishaps, called, strict=True)]
    false = [call for number, call in enumerate(calls) if not any(number in numbers for numbers in heard)]
    return {
        "mishaps": len(mishaps),
        "mishaps_caught": sum(map(bool, called)),
        "mishaps_named": sum(named),
        "false_alarms": len(false),
        "missed": [
            [move.number, move.label, codes]
            for (_, move), codes, right in zip(mishaps, called, named, strict=True)
            if not right
        ],
        "false_alarm_list": [[call["i"], call["code"]] for call in false[:_LISTED]],
    }


def line_figures(truth: Truth, events: Sequence[Row]) -> dict[str, Any]:
    """Completed lines, and whether the right team was said to have won, or none when none had."""
    found = {line_of(event) for event in events if event["type"] == "line"}
    wins = [event["team"] for event in events if event["type"] == "win"]
    return {
        "lines": len(truth.lines),
        "lines_right": len(truth.lines & found),
        "lines_invented": len(found - truth.lines),
        "winner_right": (wins[-1] if wins else None) == truth.winner,
    }


def kind_of(label: str) -> str:
    """What sort of thing a label speaks of; labels may go on with a square or a team."""
    return next((kind for kind in FAULTS if label.startswith(kind)), label)


def expected_moves(moves: Sequence[TrueMove]) -> list[TrueMove]:
    """What counts in the end: legal turns, and of two chips laid in one turn the one that stayed.

    That one can be told only once the other was taken away: it counts as settled then.
    """
    counted: list[TrueMove] = []
    pending: list[TrueMove] = []
    for move in moves:
        kind = kind_of(move.label)
        if kind == "legal":
            counted.append(move)
        elif kind == "two_chips":
            pending.append(move)
        elif kind == "correction" and pending:
            stayed = (each for each in pending if each.square != move.square)
            counted += [replace(each, settled_frame=move.settled_frame) for each in stayed]
            pending = []
    return counted


def kept_moves(events: Sequence[Row]) -> list[Row]:
    """Turns that were told, less those taken back."""
    kept: list[Row] = []
    for event in events:
        if event["type"] == "move":
            kept.append(event)
        elif event["type"] == "undo" and kept:
            kept.pop()
    return kept


def aligned(want: Sequence[Key], got: Sequence[Key]) -> list[tuple[int, int]]:
    """The longest common subsequence of two lists, as pairs of places; the earliest where several are as long."""
    longest = _longest(want, got)
    pairs, i, j = [], 0, 0
    while i < len(want) and j < len(got):
        if want[i] == got[j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif longest[i + 1][j] >= longest[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def _longest(want: Sequence[Key], got: Sequence[Key]) -> list[list[int]]:
    """How long the longest common subsequence from each pair of places on is."""
    table = [[0] * (len(got) + 1)]
    for wanted in reversed(want):
        below, row = table[-1], [0] * (len(got) + 1)
        for j in range(len(got) - 1, -1, -1):
            row[j] = below[j + 1] + 1 if wanted == got[j] else max(below[j], row[j + 1])
        table.append(row)
    return table[::-1]


def _true_key(move: TrueMove) -> Key:
    return move.team, move.action, move.square, move.card


def _told_key(event: Row) -> Key:
    return event["team"], event["action"], place_of(event.get("square")), event.get("card")


def _is_fault(move: TrueMove) -> bool:
    """Whether it can be called at all: a chip on one of the same colour looks like that one alone."""
    kind = kind_of(move.label)
    return kind in FAULTS and not (kind == "stacked" and move.label.endswith(move.team))


def _last_frame(truth: Truth, place: int) -> int:
    """Up to which frame the mishap at this place may be called."""
    first = truth.moves[place].first_frame
    later = (move.first_frame for move in truth.moves[place + 1 :] if move.first_frame > first)
    return next(later, len(truth.frames)) + _GRACE_FRAMES


def _calls_between(calls: Sequence[Row], first: int, last: int) -> list[int]:
    return [number for number, call in enumerate(calls) if first <= call["i"] <= last]
