"""A club's evening as it goes: what tables say becomes results, what people ask for becomes rounds, all of it kept."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from threading import Lock
from typing import Any

from companion.club.drawing import draw_round
from companion.club.evening import (
    ClubEvent,
    EntrantCame,
    EntrantLeft,
    Evening,
    EveningBegan,
    Meeting,
    ResultCame,
    ResultWithdrawn,
    as_kept,
    checked_names,
)
from companion.club.hall import Hall
from companion.club.journal import ClubJournal
from companion.club.standings import standings
from companion.club.stands import Stand
from companion.errors import JournalError
from companion.games.names import as_seen


class Club:
    """One evening. Every method may be called from any thread; each raises ValueError for what cannot be, in words."""

    def __init__(self, journal: ClubJournal, hall: Hall, lots: Callable[[int], Sequence[int]] | None = None) -> None:
        """`lots` draws lots for so many, and is chance when left out."""
        self._journal = journal
        self._lots = lots or (lambda number: random.sample(range(number), number))
        self._lock = Lock()
        self.hall = hall
        self._tell()

    @property
    def evening(self) -> Evening:
        """How far it has come."""
        return self._journal.evening

    def begin(self, names: Sequence[str], seen: tuple[int, int] | None = None) -> None:
        """These play, and nobody else; whatever was before on this evening is over.

        With `seen` only if there are so many entrants and rounds: nobody ends what they have not looked at.
        """
        kept = checked_names(names)
        with self._lock:
            if seen not in (None, (len(self.evening.entrants), len(self.evening.rounds))):
                raise ValueError("another evening was begun, or this one went on; look at it before you begin another")
            self._append(EveningBegan(kept, tuple(self._lots(len(kept)))))

    def come(self, name: str) -> None:
        """Somebody comes later, or comes back."""
        self._keep(EntrantCame(as_kept(name)))

    def leave(self, name: str) -> None:
        """Somebody plays no further round."""
        self._keep(EntrantLeft(name))

    def draw(self) -> None:
        """The next round begins, at the tables that are there, which are heard while some seconds of pairing last."""
        event = draw_round(evening := self.evening, self.hall.tables)
        with self._lock:
            if self.evening is not evening:
                raise ValueError("something came in between; draw again")
            endings = (self._ending(table) for table in event.tables)
            self._append(replace(event, before=tuple(endings)))

    def report(self, of_round: int, meeting: int, winner: int | None, lines: tuple[int, int]) -> None:
        """How a meeting of the newest round ended, as people say; `of_round` is the one that they look at."""
        with self._lock:
            if of_round != len(self.evening.rounds):
                raise ValueError("that round is over, and another is played; look who meets in it")
            self._append(ResultCame(meeting, winner, lines, ""))

    def hear(self, name: str, what: str, payload: str) -> None:
        """A table said something; a game that has ended there is the result of the meeting it was for."""
        before = self.hall.stand(name)
        stand = self.hall.hear(name, what, payload)
        if stand is None:
            return
        with self._lock:
            if before and before.over and before.ending != stand.ending and stand.goes_on_from(before):
                self._put_right(name, before, stand)
            elif stand.over:
                self._settle(name, stand)

    def _settle(self, name: str, stand: Stand) -> None:
        meeting = self.evening.due(name)
        if meeting is None:
            return
        newest = self.evening.rounds[-1].meetings
        known = {newest[meeting].before, *(each.result.game for each in newest if each.table == name and each.result)}
        outcome = outcome_of(stand, newest[meeting], self.evening)
        if stand.ending not in known and outcome is not None:
            self._quietly(ResultCame(meeting, *outcome, stand.ending))

    def _put_right(self, name: str, before: Stand, now: Stand) -> None:
        """A win that was taken back at its table was none, and one that was corrected there is another."""
        for number, meeting in enumerate(self.evening.rounds[-1].meetings if self.evening.rounds else ()):
            if meeting.table == name and meeting.result and meeting.result.game == before.ending:
                outcome = outcome_of(now, meeting, self.evening) if now.over else None
                self._quietly(ResultCame(number, *outcome, now.ending) if outcome else ResultWithdrawn(number))

    def _ending(self, table: str) -> str:
        stand = self.hall.stand(table)
        return stand.ending if stand and stand.over else ""

    def _keep(self, event: ClubEvent) -> None:
        with self._lock:
            self._append(event)

    def _append(self, event: ClubEvent) -> None:
        try:
            self._journal.keep(event)
        except JournalError as error:
            raise ValueError(str(error)) from error
        self._tell()

    def _quietly(self, event: ClubEvent) -> None:
        """What no person waits for: a disk that refuses is said on the page, and the table says it again."""
        try:
            self._append(event)
        except ValueError as error:
            self.hall.plan({**plan_json(self.evening), "unkept": str(error)})

    def _tell(self) -> None:
        self.hall.plan(plan_json(self.evening))


def outcome_of(stand: Stand, meeting: Meeting, evening: Evening) -> tuple[int | None, tuple[int, int]] | None:
    """Who of a pair has won, None in a tie, and the lines of each; None unless two sides played until the end.

    A side with a name of one of the pair is theirs; where nothing says so, the first side is who begins. Without a
    board a side's score is the cards that it is left with, and its lines are the game if it has won that.
    """
    if len(stand.sides) != 2 or stand.unfinished:
        return None
    first, second = (as_seen(evening.entrants[each]).casefold() for each in meeting.pair)
    sides = [{as_seen(player).casefold() for player in (*side.players, side.name)} for side in stand.sides]
    crossed = (second in sides[0] or first in sides[1]) and not (first in sides[0] or second in sides[1])
    order = (1, 0) if crossed else (0, 1)
    winner = None if stand.winner is None else order.index(stand.winner)
    made = [side.score if stand.chips else int(place == stand.winner) for place, side in enumerate(stand.sides)]
    return winner, (made[order[0]], made[order[1]])


def plan_json(evening: Evening) -> dict[str, Any]:
    """The evening for pages, whole: who plays, the rounds, and how it stands."""
    newest = evening.rounds[-1] if evening.rounds else None
    return {
        "entrants": [{"name": name, "gone": each in evening.gone} for each, name in enumerate(evening.entrants)],
        "rounds": len(evening.rounds),
        "meetings": [_meeting_json(evening, meeting) for meeting in (newest.meetings if newest else ())],
        "bye": None if newest is None or newest.bye is None else evening.entrants[newest.bye],
        "open": len(newest.open) if newest else 0,
        "standings": [
            {"place": row.place, "name": evening.entrants[row.entrant], "gone": row.entrant in evening.gone,
             "points": row.points, "buchholz": row.buchholz, "lines": row.lines}
            for row in standings(evening)
        ],
    }  # fmt: skip


def _meeting_json(evening: Evening, meeting: Meeting) -> dict[str, Any]:
    result = meeting.result
    return {
        "table": meeting.table,
        "sides": [evening.entrants[each] for each in meeting.pair],
        "points": list(result.points) if result else None,
        "lines": list(result.lines) if result else None,
        "by_hand": result is not None and not result.game,
    }


def round_json(evening: Evening) -> dict[str, Any]:
    """The newest round for tables and anybody else on the broker."""
    plan = plan_json(evening)
    meetings = [{name: each[name] for name in ("table", "sides", "points")} for each in plan["meetings"]]
    return {"round": plan["rounds"], "meetings": meetings, "bye": plan["bye"]}
