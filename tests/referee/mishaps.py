"""A tournament of mishaps: whole random games with real hands, played on the simulated table by careless people.

Every mishap is put right before play goes on; in the end the referee must hold the true game and have named each.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from random_table import Table
from simulated_table import NAMES, SimulatedTable

from companion.games.cards import Card
from companion.games.one_eyed_jack.options import Options
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.squares import CORNERS, square_name
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Exchange, Pass, Place, Remove, Turn
from companion.referee.events import Event, FaultFound, QuestionAsked, Setup, TeamLook
from companion.referee.tracking import answer, begin, declare, observe

PATIENCE_S = 0.4


@dataclass
class Trouble:
    """What goes wrong, and how often."""

    mishap: float = 0.2
    """Share of turns before which something goes wrong."""
    unread: float = 0.0
    covered: float = 0.0
    """Share of looks that miss a square."""
    noise: float = 0.0
    quick: float = 0.0
    """Share of turns that follow the one before without a rest."""
    echo: float = 0.0
    """Share of turns after which the pile seems to have changed."""
    back: float = 0.0
    """Share of turns that are taken back, chip and card, and played again."""
    bump: float = 0.0
    """Share of turns after which the board is lost for a moment."""
    rest: float = 0.0
    """Share of turns after which a hand rests on the board."""
    faint: float = 0.0
    """Share of chips that are doubtful at first sight."""


REALISTIC = Trouble(
    mishap=0.1, unread=0.014, covered=0.05, noise=3.0, quick=0.03, back=0.02, bump=0.02, rest=0.05, faint=0.1
)
"""What a camera over a lively table delivers."""


@dataclass
class Contest:
    """One game: what was played, what went wrong, and what the referee made of it."""

    options: Options
    random: Random
    trouble: Trouble
    named: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    """Each mishap with the codes it was called."""
    alarms: list[str] = field(default_factory=list)
    """Faults called although nothing was wrong."""
    questions: int = 0
    unread: set[int] = field(default_factory=set)
    """The turns, by number, whose card could not be read."""
    taken_back: int = 0
    log: list[Event] = field(default_factory=list)
    hurried: bool = False
    """Whether the last turn was made in a hurry, so that the referee may tell it only with the next."""
    resting: list[int] = field(default_factory=list)
    """Squares under a hand that rests."""

    def __post_init__(self) -> None:
        self.people = Table(self.options, self.random)
        self.table = SimulatedTable(self.options.teams, noise=self.trouble.noise, rng=self.random)
        if self.trouble.noise:
            self.table.margins = [self.random.uniform(13.0, 60.0) for _ in range(100)]
        codes = tuple(card.code for card in self.people.game.layout.cards)
        looks = tuple(TeamLook(str(team), NAMES[team]) for team in range(self.options.teams))
        players = tuple(f"P{seat}" for seat in range(self.options.seats))
        self.tracking, _ = begin(Setup(self.options.text, codes, looks, players))
        self.look(2)

    @property
    def right(self) -> bool:
        """Whether the referee holds the true game."""
        told, true = self.tracking.game.turns, self.people.game.turns
        return len(told) == len(true) and all(map(self.tells, told, true, range(len(true))))

    def tells(self, told: Turn, true: Turn, number: int) -> bool:
        """Whether a turn is the true one; of a card that was never to be read only the act can be told."""
        if number in self.unread and isinstance(told, Place | Remove) and type(told) is type(true):
            return (told.team, told.square) == (true.team, true.square)
        return told == true

    def look(self, frames: int, moving: bool = False) -> list[Event]:
        """Some frames; what the referee says."""
        said: list[Event] = []
        for _ in range(frames):
            hidden = self.random.sample(range(100), 12) if moving else []
            if self.random.random() < self.trouble.covered:
                hidden = [*hidden, self.random.randrange(100)]
            hidden = [*hidden, *self.resting]
            self.tracking, events = observe(self.tracking, self.table.look(moving, hidden), PATIENCE_S)
            self.log += events
            said += events
        self.questions += sum(isinstance(event, QuestionAsked) for event in said)
        return said

    def move(self, *acts: object) -> list[str]:
        """A hand does something to the table and goes; the codes of the faults that are then called."""
        said = self.look(self.random.randint(1, 3), moving=True)
        for act in acts:
            act() if callable(act) else None
        said += self.look(1, moving=True) + self.look(self.random.randint(3, 5))
        return [event.code for event in said if isinstance(event, FaultFound)]

    def show(self) -> None:
        """The table shows the chips of the true game."""
        before = self.table.contents
        self.table.contents = [0 if team is None else team + 1 for team in self.people.game.position.chips]
        changed = [square for square in range(100) if before[square] != self.table.contents[square]]
        self.table.faint = {square for square in changed if self.random.random() < self.trouble.faint}

    def lay(self, card: Card) -> None:
        """A card comes to lie on the pile, perhaps not to be read."""
        readable = self.random.random() >= self.trouble.unread
        self.table.lay(card.code, readable)
        if not readable:
            self.unread.add(len(self.people.game.turns) - 1)

    def put(self, square: int, team: int) -> None:
        """A chip comes to a square."""
        self.table.put(square_name(square), team)

    def take(self, square: int) -> None:
        """A square is emptied."""
        self.table.take(square_name(square))

    def play(self, turns: int) -> None:
        """So many turns, or fewer when the game ends."""
        for _ in range(turns):
            if self.people.game.outcome() or not (self.right or self.hurried):
                break
            before = self.people.game.copy()
            turn = self.people.act()
            self.happen(before, turn)
            if not self.hurried:
                self.afterwards(before, turn)
        self.look(8)

    def answer(self, turn: Turn) -> None:
        """The players wait, and answer what the referee asks."""
        self.look(6)
        asked = self.tracking.question.candidates if self.tracking.question else ()
        known = [str(one) for one in (*self.people.game.turns[-2:], turn) if str(one) in asked]
        if known:
            self.tracking, _ = answer(self.tracking, known[0])
            self.look(4)

    def happen(self, before: Game, turn: Turn) -> None:
        """The turn is made on the table, perhaps after a mishap; what the phone must tell is told."""
        if not isinstance(turn, Place | Remove | Exchange):
            if self.hurried:  # nobody reaches for a phone before the table is at rest
                self.alarms += self.move()
                self.hurried = False
            self.tracking, _ = declare(self.tracking, str(turn))
            self.alarms += self.move()
            return
        laid, late = False, self.hurried
        if not late and isinstance(turn, Place | Remove) and self.random.random() < self.trouble.mishap:
            laid = Mishaps(self, before, turn).happen()
        acts = [*([] if laid else [lambda: self.lay(turn.card)]), self.show]
        self.hurried = not late and not laid and self.random.random() < self.trouble.quick
        if self.hurried and isinstance(turn, Place | Remove) and not self.people.game.outcome():
            self.hurry(*acts)
            return
        self.hurried = False
        self.alarms += self.move(*acts)
        if not self.right:
            self.alarms += self.move()
            self.answer(turn)

    def hurry(self, *acts: Callable[[], None]) -> None:
        """A turn is made, and the next hand is there before the table has been calm for two looks."""
        self.look(1, moving=True)
        for act in acts:
            act()
        self.look(1, moving=True)
        if self.random.random() < 0.9:
            self.look(1)
        else:
            self.unread.add(len(self.people.game.turns) - 1)

    def afterwards(self, before: Game, turn: Turn) -> None:
        """What may happen between two turns without anything being wrong."""
        if self.random.random() < self.trouble.echo:
            self.table.changes += 1
            self.alarms += self.move()
        if self.random.random() < self.trouble.bump:
            for _ in range(self.random.randint(1, 5)):
                self.tracking, _ = observe(self.tracking, self.table.look(registered=False), PATIENCE_S)
            self.look(2)
        if self.random.random() < self.trouble.rest:
            corner = self.random.randrange(78)
            self.resting = [corner + step + 10 * row for row in range(2) for step in range(3)]
            self.alarms += self.move()
            self.resting = []
        if isinstance(turn, Place) and self.right and self.random.random() < self.trouble.back:
            self.take_back(before)

    def take_back(self, before: Game) -> None:
        """The last chip goes back, and its card into the hand; then the turn is played as before."""
        contents, top = self.table.contents, self.table.top
        self.taken_back += 1

        def back() -> None:
            self.table.contents = [0 if team is None else team + 1 for team in before.position.chips]
            card = before.position.pile[-1] if before.position.pile else None
            self.table.top, self.table.changes = card, self.table.changes + 1

        def again() -> None:
            self.table.contents, self.table.top = contents, top
            self.table.changes += 1

        self.alarms += self.move(back)
        # over a jack that shows again, the jack may have taken the chip
        below = before.position.pile[-1] if before.position.pile else None
        clear = below is not None and before.rules.kind(below) is not Kind.REMOVAL
        if clear and len(self.tracking.game.turns) != len(before.turns):
            self.alarms.append("NOT_TAKEN_BACK")
        self.alarms += self.move(again)


class Mishaps:
    """What may go wrong before a turn; each leaves the table as it was, and perhaps the card on the pile."""

    def __init__(self, contest: Contest, game: object, turn: Place | Remove) -> None:
        self.contest, self.game, self.turn, self.random = contest, game, turn, contest.random

    def happen(self) -> bool:
        """One mishap, named and put right; whether the card of the turn now lies on the pile."""
        kinds = [self.moved, self.stacked, self.taken, self.resting]
        if isinstance(self.turn, Place):
            kinds += [self.wrong_colour, self.two_chips, self.mismatch]
        return self.random.choice(kinds)()

    def chips(self) -> list[int]:
        return [square for square, team in enumerate(self.contest.people.game.position.chips) if team is not None]

    def stands(self) -> list[int]:
        """The squares with chips before the turn."""
        return [square for square, team in enumerate(self.game.position.chips) if team is not None]

    def open(self) -> list[int]:
        closed = set(CORNERS) | set(self.stands())
        return [square for square in range(100) if square not in closed]

    def spoil(self, names: tuple[str, ...], spoil: object, mend: object, lay: bool = True) -> bool:
        """Do it, hear it named, put it right."""
        acts = [lambda: self.contest.lay(self.turn.card)] if lay else []
        called = self.contest.move(*acts, spoil)
        self.contest.named.append(("|".join(names), tuple(called)))
        self.contest.alarms += self.contest.move(mend)
        return lay

    def wrong_colour(self) -> bool:
        turn, contest = self.turn, self.contest
        other = (turn.team + 1) % contest.options.teams
        return self.spoil(("WRONG_COLOUR",), lambda: contest.put(turn.square, other), lambda: contest.take(turn.square))

    def two_chips(self) -> bool:
        turn, contest = self.turn, self.contest
        second = self.random.choice([square for square in self.open() if square != turn.square])

        def both() -> None:
            contest.put(turn.square, turn.team)
            contest.put(second, turn.team)

        def neither() -> None:
            contest.take(turn.square)
            contest.take(second)

        return self.spoil(("TWO_CHIPS",), both, neither)

    def mismatch(self) -> bool:
        turn, contest = self.turn, self.contest
        wrong = [square for square in self.open() if square not in self.game.targets(turn.card)]
        if not wrong:
            return False
        square = self.random.choice(wrong)
        return self.spoil(("CARD_MISMATCH",), lambda: contest.put(square, turn.team), lambda: contest.take(square))

    def moved(self) -> bool:
        contest, chips = self.contest, self.stands()
        if not chips:
            return False
        source, goal = self.random.choice(chips), self.random.choice(self.open())
        team = self.game.position.chips[source]

        def push() -> None:
            contest.take(source)
            contest.put(goal, team)

        def back() -> None:
            contest.take(goal)
            contest.put(source, team)

        last = self.game.turns[-1]
        if isinstance(last, Place) and last.square == source:
            return False  # that may be the last turn, played elsewhere
        return self.spoil(("CHIP_MOVED",), push, back, lay=False)

    def stacked(self) -> bool:
        contest, turn = self.contest, self.turn
        others = [square for square in self.stands() if self.game.position.chips[square] != turn.team]
        if not others:
            return False
        square = self.random.choice(others)
        team = self.game.position.chips[square]
        return self.spoil(
            ("SQUARE_OCCUPIED",), lambda: contest.put(square, turn.team), lambda: contest.put(square, team)
        )

    def taken(self) -> bool:
        contest, turn = self.contest, self.turn
        if not self.stands() or self.game.rules.kind(turn.card) is Kind.REMOVAL:
            return False
        square = self.random.choice(self.stands())
        team = self.game.position.chips[square]
        return self.spoil(("REMOVED_WITHOUT_JACK",), lambda: contest.take(square), lambda: contest.put(square, team))

    def resting(self) -> bool:
        self.contest.alarms += self.contest.move()
        return False


__all__ = ["Contest", "Pass", "Trouble"]
