"""Who meets whom in the next round: everybody everybody, up to eight; beyond that those who stand alike, Swiss style.

Up to eight play each other once, by the circle method (one stays, the others go round it; T. P. Kirkman, 1847), and
then again. More are paired by an exact minimum over all ways to pair them, a matching in a complete graph (J. Edmonds,
"Paths, trees, and flowers", 1965; networkx has it): first as few rematches as can be, then a bye as far down as can be
among those who had fewest, then points as equal as can be.
"""

from collections.abc import Sequence

import networkx

from companion.club.evening import Evening, RoundDrawn, refuse_unfinished
from companion.club.standings import Standing, standings

EVERYBODY = 8
"""Up to so many play a round-robin."""
_BYE = -1
_Pair = tuple[int, int]


def draw_round(evening: Evening, tables: Sequence[str]) -> RoundDrawn:
    """The next round at these tables, the leaders at the first; where there are too few, some have two in a row.

    Raises ValueError, in words for people, while the last round goes on, or where nobody is there to meet.
    """
    refuse_unfinished(evening)
    if len(evening.present) < 2:
        raise ValueError("fewer than two are here; nobody can meet")
    if not tables:
        raise ValueError("no table is heard; start one, or see that it knows this broker")
    everybody = evening.steady and len(evening.present) <= EVERYBODY
    pairs = circle(evening.lot, len(evening.rounds)) if everybody else swiss(evening)
    points = {row.entrant: row.points for row in standings(evening)}
    meet = sorted((pair for pair in pairs if _BYE not in pair), key=lambda pair: -points[pair[0]] - points[pair[1]])
    bye = next((max(pair) for pair in pairs if _BYE in pair), None)
    seats = tuple(tables[number % len(tables)] for number in range(len(meet)))
    return RoundDrawn(tuple(_begins(evening, pair) for pair in meet), seats, bye, ("",) * len(meet))


def circle(lot: Sequence[int], number: int) -> list[_Pair]:
    """Round `number`, from 0, of everybody against everybody; whoever is paired with -1 sits out."""
    ring = [*lot, _BYE] if len(lot) % 2 else [*lot]
    turn = number % (len(ring) - 1)
    first, rest = ring[0], ring[1:]
    ring = [first, *rest[turn:], *rest[:turn]]
    return list(zip(ring[: len(ring) // 2], reversed(ring[len(ring) // 2 :]), strict=True))


def swiss(evening: Evening) -> list[_Pair]:
    """The pairs of least cost; whoever is paired with -1 sits out."""
    rows = {row.entrant: row for row in standings(evening)}
    present = evening.present
    graph = networkx.Graph()
    scale = 1 + len(present) * (1 + max(row.points for row in rows.values())) ** 2 + len(rows) * len(evening.rounds)
    for place, one in enumerate(present):
        for other in present[place + 1 :]:
            graph.add_edge(one, other, weight=_cost(evening.met(one, other), (rows[one], rows[other]), scale))
    if len(present) % 2:
        fewest = min(evening.byes(entrant) for entrant in present)
        below = sorted(present, key=lambda entrant: rows[entrant].rank)
        for height, entrant in enumerate(below):
            if evening.byes(entrant) == fewest:
                graph.add_edge(entrant, _BYE, weight=height * scale)
    return [(one, other) for one, other in networkx.min_weight_matching(graph)]


def _cost(met: int, rows: tuple[Standing, Standing], scale: int) -> int:
    """Rematches before byes before points: each weighs more than all of the next together can."""
    gap = (rows[0].points - rows[1].points) ** 2
    return (bool(met) * scale + met) * scale**2 + gap


def _begins(evening: Evening, pair: _Pair) -> _Pair:
    """Whoever has begun less often begins; of equals the one who came out of the lot first."""
    begun = [sum(meeting.pair[0] == entrant for meeting in evening.meetings) for entrant in pair]
    lot = [evening.lot.index(entrant) for entrant in pair]
    return pair if (begun[0], lot[0]) < (begun[1], lot[1]) else (pair[1], pair[0])
