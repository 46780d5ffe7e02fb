"""A table that exists in numbers only: chips and cards go down, and looks at it come out as a camera gives them."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial

from companion.games.cards import Card
from companion.games.one_eyed_jack.layout import REFERENCE, Layout
from companion.games.squares import parse_square
from companion.referee.events import Event, FaultFound, Setup, TeamLook
from companion.referee.observation import BoardObservation, Likelihoods, PileObservation, TableObservation
from companion.referee.one_eyed_jack.commands import accept_table, take_back
from companion.referee.one_eyed_jack.match import observe
from companion.referee.one_eyed_jack.tracking import Tracking, begin
from companion.referee.phones import Asker

NAMES = ("red", "blue", "green", "yellow", "white", "black")
undo, override = (partial(act, asker=Asker(table=True)) for act in (take_back, accept_table))
"""What the table says of the last turn, and of how the board lies."""
FRAME_S = 0.2
FAINT = 2.5
"""By how much a chip leads at a doubtful first sight, in nats."""
DECOYS = (Card("KH"), Card("QH"))
"""What the top card looks like next to itself; a camera always knows a second best."""


@dataclass
class SimulatedTable:
    """What really lies on the table, and how well the camera sees it."""

    teams: int = 2
    margin: float = 20.0
    """By how much the true content of a square leads, in nats."""
    noise: float = 0.0
    """Spread of each log-likelihood, in nats."""
    margins: list[float] | None = None
    """Another lead for each square."""
    faint: set[int] = field(default_factory=set)
    """Squares that lead by little in the next look."""
    alike: set[int] = field(default_factory=set)
    """Squares on which a chip of the first team looks as none does."""
    leaning: float = 0.0
    """By how much these look more like a bare card, in nats."""
    rng: random.Random = field(default_factory=lambda: random.Random(1))
    contents: list[int] = field(default_factory=lambda: [0] * 100)
    came: int = 0
    """How many cards came to lie on top that no look has told of yet: it tells of one, and reads the last alone."""
    top: Card | None = None
    readable: bool = True
    laid: bool = False
    """Whether there was a pile."""
    below: list[tuple[Card | None, bool]] = field(default_factory=list)
    """What lies under the top card, and whether it can be read; the lowest first."""
    faces: tuple[tuple[str, float], ...] | None = None
    """What the top card is read as, with how much less likely each is in nats; None for the truth."""
    pile_hidden: bool = False
    now_s: float = 0.0

    def lay(self, code: str, readable: bool = True) -> None:
        """A card comes to lie on the pile."""
        self.below.append((self.top, self.readable))
        self.laid = True
        self.top, self.readable, self.came = Card(code), readable, self.came + 1

    def pick_up(self) -> None:
        """The top card goes back into a hand, and the one below shows again."""
        self.top, self.readable = self.below.pop()
        self.came += self.top is not None  # where no card is left, none came

    def put(self, square: str, team: int) -> None:
        """A chip comes to a square, over whatever is there."""
        self.contents[parse_square(square)] = team + 1

    def take(self, square: str) -> None:
        """A square is emptied."""
        self.contents[parse_square(square)] = 0

    def look(
        self, moving: bool = False, hidden: Iterable[int] = (), registered: bool = True, notices: tuple[str, ...] = ()
    ) -> TableObservation:
        """The next frame."""
        self.now_s += FRAME_S
        covered = frozenset(hidden)
        squares = tuple(None if square in covered else self._seen(square) for square in range(100))
        self.faint = set()
        board = BoardObservation(squares)
        return TableObservation(self.now_s, registered, moving, board, self._pile(), notices)

    def _seen(self, square: int) -> Likelihoods:
        true, margin = self.contents[square], self.margins[square] if self.margins else self.margin
        margin = FAINT if square in self.faint else margin
        seen = {0, 1} if square in self.alike and true < 2 else {true}
        return tuple(
            (-self.leaning * (content > 0 and len(seen) > 1) if content in seen else -margin)
            + (self.rng.gauss(0, self.noise * margin / 20) if self.noise else 0.0)
            for content in range(self.teams + 1)
        )

    def _pile(self) -> PileObservation:
        if self.pile_hidden or (self.top is None and self.laid):
            self.came = min(self.came, 1)
            return PileObservation(hidden=True)
        new, self.came = float(self.came > 0), max(self.came - 1, 0)
        if self.top is None or not self.readable or self.came:
            return PileObservation(new=new)
        if self.faces:
            return PileObservation(tuple((Card(code), -loss) for code, loss in self.faces), new=new)
        decoy = next(card for card in DECOYS if card != self.top)
        return PileObservation(((self.top, 0.0), (decoy, -self.margin)), new=new)


def setup_of(options: str = "classic", teams: int = 2, layout: Layout = REFERENCE) -> Setup:
    """A game on the reference layout."""
    looks = tuple(TeamLook("RBGYWK"[team], NAMES[team]) for team in range(teams))
    return Setup(options, tuple(card.code for card in layout.cards), looks, ("Ann", "Ben"))


class Evening:
    """A simulated table and the referee who watches it."""

    def __init__(self, options: str = "classic", teams: int = 2, patience_s: float = 0.4) -> None:
        self.table, self.patience_s = SimulatedTable(teams), patience_s
        self.tracking, started = begin(setup_of(options, teams))
        self.log: list[Event] = list(started)
        self.rest(2)

    def look(self, table: TableObservation) -> tuple[Event, ...]:
        """The referee sees this frame."""
        self.tracking, events = observe(self.tracking, table, self.patience_s)
        self.log += events
        return events

    def rest(self, frames: int = 4, hidden: Iterable[int] = (), notices: tuple[str, ...] = ()) -> list[Event]:
        """Nothing moves for some frames; what the referee says meanwhile."""
        return [event for _ in range(frames) for event in self.look(self.table.look(hidden=hidden, notices=notices))]

    def hand(self, frames: int = 2, hidden: Iterable[int] = (44, 45, 54)) -> list[Event]:
        """A hand is over the board; what the referee says meanwhile."""
        return [event for _ in range(frames) for event in self.look(self.table.look(moving=True, hidden=hidden))]

    def act(self, *acts: str, frames: int = 4) -> list[Event]:
        """A hand comes, does this, goes, and the table rests.

        Acts: `7D` a card, `?7D` an unreadable one, `+C4:r` a chip comes, `-C4` a chip goes.
        """
        said = self.hand()
        for act in acts:
            self.do(act)
        return said + self.hand(1) + self.rest(frames)

    def play(self, *turns: tuple[str, ...], frames: int = 4) -> list[Event]:
        """One hand after the other acts; what the referee says meanwhile."""
        return [event for acts in turns for event in self.act(*acts, frames=frames)]

    def do(self, act: str) -> None:
        """One act at the table, as `act` writes it; nobody looks."""
        if act[0] == "+":
            square, letter = act[1:].split(":")
            self.table.put(square, "rbgywk".index(letter))
        elif act[0] == "-":
            self.table.take(act[1:])
        else:
            self.table.lay(act.removeprefix("?"), readable=act[0] != "?")

    def command(self, step: tuple[Tracking, tuple[Event, ...]]) -> tuple[Event, ...]:
        """A phone's command was carried out."""
        self.tracking, events = step
        self.log += events
        return events

    @property
    def turns(self) -> list[str]:
        """The turns that stand."""
        return [str(turn) for turn in self.tracking.game.turns]


def kinds(events: Iterable[Event]) -> list[str]:
    """The events in short: `TurnPlayed r 7D@C4`, `FaultFound TWO_CHIPS`, `TurnUndone`."""
    return [" ".join([type(event).__name__, *(_first_field(event))]) for event in events]


def _first_field(event: Event) -> list[str]:
    names = ("turn", "code", "candidate", "position", "team")
    return [str(getattr(event, name)) for name in names if hasattr(event, name)][:1]


def told(events: Iterable[Event]) -> list[str]:
    """What is said about faults."""
    return [event.message for event in events if isinstance(event, FaultFound)]


def asked(evening: Evening) -> tuple[str, ...]:
    """The candidates of the open question; none when none is open."""
    return evening.tracking.question.candidates if evening.tracking.question else ()


def after_two_turns() -> Evening:
    """Red played 7D on C4, blue 8D on D4."""
    evening = Evening()
    evening.act("7D", "+C4:r")
    evening.act("8D", "+D4:b")
    return evening
