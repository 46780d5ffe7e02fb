"""Who leads: points, then Buchholz, then lines, then what those who are still equal did against each other.

The rules of the game settle a single game (the recount when the stock is out) and are silent on evenings, so these are
the tie-breaks of most clubs. Buchholz is the sum of the points of everybody one has met; a bye counts as having met
somebody with as many points as oneself, after FIDE's handbook (C.07, unplayed rounds).
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from companion.club.evening import WIN, Evening, Meeting


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the table; those who nothing tells apart share a place."""

    place: int
    entrant: int
    points: int
    buchholz: int
    lines: int
    direct: int
    """Points against those who are equal in everything before."""

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """What the place is made of, more being better."""
        return self.points, self.buchholz, self.lines, self.direct


def standings(evening: Evening) -> tuple[Standing, ...]:
    """Everybody who was entered, the first first; meetings without a result count as not played."""
    everybody = range(len(evening.entrants))
    done = [meeting for meeting in evening.meetings if meeting.result is not None]
    points = _points(everybody, done)
    points = {entrant: scored + WIN * evening.byes(entrant) for entrant, scored in points.items()}
    buchholz = {entrant: evening.byes(entrant) * points[entrant] for entrant in everybody}
    lines = defaultdict[int, int](int)
    for meeting in done:
        assert meeting.result is not None
        for own, other, made in zip(meeting.pair, reversed(meeting.pair), meeting.result.lines, strict=True):
            buchholz[own] += points[other]
            lines[own] += made
    keys = {entrant: (points[entrant], buchholz[entrant], lines[entrant]) for entrant in everybody}
    equal = defaultdict[tuple[int, int, int], list[int]](list)
    for entrant, key in keys.items():
        equal[key].append(entrant)
    direct = {entrant: scored for group in equal.values() for entrant, scored in _points(group, done).items()}
    full = {entrant: (*keys[entrant], direct[entrant]) for entrant in everybody}
    order = sorted(everybody, key=lambda entrant: (full[entrant], -entrant), reverse=True)
    places = {entrant: 1 + sum(full[other] > full[entrant] for other in everybody) for entrant in everybody}
    return tuple(Standing(places[entrant], entrant, *full[entrant]) for entrant in order)


def _points(among: Iterable[int], meetings: Iterable[Meeting]) -> dict[int, int]:
    """The points that these have made against each other."""
    scored = dict.fromkeys(among, 0)
    for meeting in meetings:
        if meeting.result is not None and scored.keys() >= set(meeting.pair):
            for entrant, points in zip(meeting.pair, meeting.result.points, strict=True):
                scored[entrant] += points
    return scored
