"""Several games in an evening: who sat where, who won, and how often. Options may change from game to game."""

from collections import Counter
from dataclasses import dataclass, replace

from companion.games.one_eyed_jack.position import Outcome


@dataclass(frozen=True, slots=True)
class Period:
    """One finished game: the players in seat order, their teams, and how it ended."""

    players: tuple[str, ...]
    teams: int
    outcome: Outcome

    @property
    def winners(self) -> tuple[str, ...]:
        """The players of the winning team, in seat order; nobody after a tie."""
        return () if self.outcome.winner is None else self.players[self.outcome.winner :: self.teams]


@dataclass(frozen=True, slots=True)
class Match:
    """The evening so far, and the seating the next game starts with. Each change is a new match."""

    players: tuple[str, ...]
    """A name for each seat, seat 1 first; names tell players apart, wherever they sit."""
    teams: int
    goal: int | None = None
    """Wins that decide the set; None to play on as long as the evening lasts."""
    periods: tuple[Period, ...] = ()

    def __post_init__(self) -> None:
        if len(set(self.players)) != len(self.players):
            raise ValueError(f"players share a name: {', '.join(self.players)}; give everybody their own")
        if self.teams < 2 or len(self.players) % self.teams:
            raise ValueError(f"{len(self.players)} players in {self.teams} teams; every team needs as many")

    def played(self, outcome: Outcome) -> "Match":
        """The match after another game with the present seating."""
        return replace(self, periods=(*self.periods, Period(self.players, self.teams, outcome)))

    def seated(self, players: tuple[str, ...], teams: int) -> "Match":
        """The match with another seating for the games to come."""
        return replace(self, players=players, teams=teams)

    @property
    def wins(self) -> dict[str, int]:
        """Games won by each player who took part, ties not counted."""
        everybody = dict.fromkeys((*(name for period in self.periods for name in period.players), *self.players), 0)
        return everybody | Counter(name for period in self.periods for name in period.winners)

    @property
    def team_wins(self) -> tuple[int, ...]:
        """Games won by each of the teams that sit now, whatever their colour was then."""
        return tuple(sum(1 for period in self.periods if set(period.winners) == team) for team in map(set, self.sides))

    @property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """The players of each team that sits now."""
        return tuple(self.players[team :: self.teams] for team in range(self.teams))

    @property
    def ties(self) -> int:
        """Games nobody won."""
        return sum(1 for period in self.periods if not period.winners)

    @property
    def winner(self) -> tuple[str, ...] | None:
        """The team that has reached the goal, or None while the set goes on."""
        decided = (
            side
            for side, wins in zip(self.sides, self.team_wins, strict=True)
            if self.goal is not None and wins >= self.goal
        )
        return next(decided, None)
