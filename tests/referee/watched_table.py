"""The people at a simulated table, and the referee who watches them: what is done, seen, heard and asked."""

from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from random import Random

from random_table import Table
from simulated_table import NAMES, SimulatedTable
from trouble import Naming, Trouble

from companion.games.cards import Card
from companion.games.one_eyed_jack.options import Options
from companion.games.one_eyed_jack.position import Position
from companion.games.one_eyed_jack.turns import Place, Remove, Turn
from companion.referee.events import Event, FaultFound, NoticeGiven, QuestionAsked, Setup, TeamLook
from companion.referee.one_eyed_jack.match import observe
from companion.referee.one_eyed_jack.tracking import begin

PATIENCE_S = 0.4

Act = Callable[[], None]


@dataclass
class WatchedTable:
    """One game so far: what was played, what went wrong, and what the referee made of it."""

    options: Options
    random: Random
    trouble: Trouble
    named: list[Naming] = field(default_factory=list)
    alarms: list[str] = field(default_factory=list)
    """Faults called although nothing was wrong."""
    doubts: list[QuestionAsked] = field(default_factory=list)
    """Questions put because the referee could not tell."""
    by_the_rules: int = 0
    """Questions the rules themselves put: which squares a line takes, which card a missed turn had."""
    unread: set[int] = field(default_factory=set)
    """The turns, by number, whose card could not be read."""
    taken_back: int = 0
    too_often: set[str] = field(default_factory=set)
    """The cards that were on the pile more often than this deck holds them."""
    perhaps_too_often: set[str] = field(default_factory=set)
    """The same, though a copy of them could not be read, so that nobody can know."""
    log: list[Event] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)
    """Codes called since somebody last asked."""
    missed: int = 0
    """How often turns were said to have been missed."""
    blurred: int = 0
    """How many cards could not be read."""
    hurried: bool = False
    """Whether the last turn was made in a hurry, so that the referee may tell it only with the next."""
    resting: list[int] = field(default_factory=list)
    """Squares under a hand that rests."""

    def __post_init__(self) -> None:
        self.people = Table(self.options, self.random, keen=self.random.random())
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

    @property
    def acts_followed(self) -> int:
        """How many of the turns with a chip were told in their order, whatever their cards."""
        told, true = (
            [(type(turn), turn.team, turn.square) for turn in game.turns if isinstance(turn, Place | Remove)]
            for game in (self.tracking.game, self.people.game)
        )
        same = SequenceMatcher(None, told, true, autojunk=False)
        return sum(block.size for block in same.get_matching_blocks())

    @property
    def acts_played(self) -> int:
        """How many turns with a chip were played."""
        return sum(isinstance(turn, Place | Remove) for turn in self.people.game.turns)

    @property
    def board_right(self) -> bool:
        """Whether the referee knows what lies on the table at the end, as its game or as a fault beside it."""
        lead = self.tracking.watch.belief.lead
        stands = [lead.residuals.get(square, chip) for square, chip in enumerate(lead.position.chips)]
        return [0 if team is None else team + 1 for team in stands] == self.table.contents

    def tells(self, told: Turn, true: Turn, number: int) -> bool:
        """Whether a turn is the true one; of a card that was never to be read only the act can be told."""
        if number in self.unread and isinstance(told, Place | Remove) and type(told) is type(true):
            return (told.team, told.square) == (true.team, true.square)
        return told == true

    def chance(self, share: float) -> bool:
        """Whether something that happens in this share of cases happens now."""
        return self.random.random() < share

    def look(self, frames: int, moving: bool = False) -> None:
        """Some frames."""
        for _ in range(frames):
            hidden = self.random.sample(range(100), 12) if moving else []
            if self.chance(self.trouble.covered):
                hidden = [*hidden, self.random.randrange(100)]
            self.seen(*observe(self.tracking, self.table.look(moving, [*hidden, *self.resting]), PATIENCE_S))

    def seen(self, tracking: object, events: tuple[Event, ...]) -> None:
        """The referee saw or was told something, and this is what it made of it."""
        self.tracking = tracking
        self.log += events
        self.heard += [event.code for event in events if isinstance(event, FaultFound)]
        self.missed += sum(isinstance(event, NoticeGiven) and event.code == "MERGED_TURNS" for event in events)
        for event in events:
            if isinstance(event, QuestionAsked) and " line " in event.candidates[0]:
                self.by_the_rules += 1
            elif isinstance(event, QuestionAsked):
                self.doubts.append(event)

    def calls(self) -> tuple[str, ...]:
        """The codes called since this was last asked."""
        called, self.heard = tuple(self.heard), []
        return called

    def wrongly_called(self) -> None:
        """Whatever was called since is a false alarm."""
        self.alarms += self.calls()

    def move(self, *acts: Act) -> None:
        """A hand does something to the table and goes."""
        self.look(self.random.randint(1, 3), moving=True)
        for act in acts:
            act()
        self.look(1, moving=True)
        self.look(self.random.randint(3, 5))

    def innocent(self, *acts: Act) -> None:
        """The same while nothing is wrong: whatever is called is a false alarm."""
        self.move(*acts)
        self.wrongly_called()

    def show(self, position: Position) -> None:
        """The table shows the chips of this position."""
        before = self.table.contents
        self.table.contents = [0 if team is None else team + 1 for team in position.chips]
        changed = [square for square in range(100) if before[square] != self.table.contents[square]]
        self.table.faint = {square for square in changed if self.chance(self.trouble.faint)}

    def lay(self, card: Card, number: int | None = None) -> None:
        """A card comes to lie on the pile, perhaps not to be read; `number` is that of its turn."""
        readable = not self.chance(self.trouble.unread)
        self.table.lay(card.code, readable)
        self.blurred += not readable
        if not readable and number is not None:
            self.unread.add(number)
