"""Patterns standing on the board, scores, and the count that decides a period nobody has won."""

from collections.abc import Callable, Iterable
from functools import partial

from companion.games.one_eyed_jack.patterns import Candidate, accept, chips_of
from companion.games.one_eyed_jack.position import Outcome, Position
from companion.games.one_eyed_jack.rules import Rules
from companion.games.one_eyed_jack.turns import Pattern


def standing(rules: Rules, position: Position, team: int) -> tuple[Pattern, ...]:
    """The patterns of a team read from nothing on the board as it is, in canonical order."""
    return _read(rules, position, team, rules.geometry.candidates)


def patterns(rules: Rules, position: Position, team: int) -> tuple[Pattern, ...]:
    """The patterns that score for a team: its locked ones, or those standing where nothing is locked."""
    return position.locks[team] if rules.options.locks else standing(rules, position, team)


def score(rules: Rules, position: Position, team: int) -> int:
    """Sub-three points: how many windows of three squares in a row all count for the team."""
    counting = chips_of(position.chips, team) | rules.geometry.free
    return sum(1 for w in rules.geometry.windows if w.mask & counting == w.mask)


def count(rules: Rules, position: Position, termination: str = "count") -> Outcome:
    """Who is ahead when the cards are used up: a sole leader at the first level that has one, else a tie."""
    leaders = list(range(rules.options.teams))
    for level in _levels(rules, position):
        leaders = _leaders(leaders, level)
        if len(leaders) == 1:
            return Outcome(leaders[0], termination)
    return Outcome(None, termination)


def won(rules: Rules, position: Position, team: int) -> Outcome | None:
    """The outcome if `team` has reached the goal: enough patterns, or enough captured chips."""
    options = rules.options
    if options.objective == "sub3":
        return None
    if len(patterns(rules, position, team)) >= options.lines:
        return Outcome(team, "patterns")
    total = options.capture_total
    return Outcome(team, "captures") if total is not None and position.captures[team] >= total else None


def _levels(rules: Rules, position: Position) -> Iterable[Callable[[int], int]]:
    """How each level of the count values a team; the whole board is read again for lines of every shorter length."""
    if rules.options.objective == "sub3":
        yield partial(score, rules, position)
        return
    yield lambda team: len(patterns(rules, position, team))
    for length in range(rules.options.n - 1, 2, -1):
        yield partial(_count_lines, rules, position, length)


def _count_lines(rules: Rules, position: Position, length: int, team: int) -> int:
    return len(_read(rules, position, team, rules.geometry.levels[length]))


def _leaders(teams: Iterable[int], value: Callable[[int], int]) -> list[int]:
    """The teams with the highest value."""
    values = {team: value(team) for team in teams}
    return [team for team, points in values.items() if points == max(values.values())]


def _read(rules: Rules, position: Position, team: int, candidates: tuple[Candidate, ...]) -> tuple[Pattern, ...]:
    return accept(candidates, chips_of(position.chips, team), rules.geometry.free, ())
