"""Whole random games with real hands, played on the simulated table by careless people, and what is made of them.

Every mishap is put right before play goes on; in the end the referee must hold the true game and have named each.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random

from mishaps import Mishap, Scene, mishap_in, mishap_of_the_die, mishap_over
from random_table import Table
from simulated_table import NAMES, SimulatedTable

from companion.games.cards import Card
from companion.games.one_eyed_jack.options import Options
from companion.games.one_eyed_jack.position import Position
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Exchange, Place, Remove, Roll, Turn
from companion.referee.events import Event, FaultFound, NoticeGiven, QuestionAsked, Setup, TeamLook
from companion.referee.questions import TAKEN_BACK
from companion.referee.remedies import card_name
from companion.referee.take_backs import TURNS_BACK
from companion.referee.tracking import answer, begin, declare, observe
from companion.referee.verdicts import Doubtful

PATIENCE_S = 0.4

THINKING = 12
"""Frames that players think at most before they play anew what they took back."""

Act = Callable[[], None]


@dataclass(frozen=True)
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
    halves: float = 0.0
    """Share of turns made in two halves, card first or chip first, with a rest between."""
    merged: float = 0.0
    """Share of turns whose card nobody noticed before the next turn was made over it."""
    echo: float = 0.0
    """Share of turns after which the pile seems to have changed."""
    back: float = 0.0
    """Share of turns that are taken back, chip and card, and played again."""
    far_back: float = 0.0
    """Share of turns after which two to four are taken back and played again."""
    third: float = 0.0
    """Share of turns played with a card that has been on the pile twice: another pack is in play."""
    bump: float = 0.0
    """Share of turns after which the board is lost for a moment."""
    rest: float = 0.0
    """Share of turns after which a hand rests on the board."""
    faint: float = 0.0
    """Share of chips that are doubtful at first sight."""


REALISTIC = Trouble(
    mishap=0.1,
    unread=0.014,
    covered=0.05,
    noise=3.0,
    quick=0.03,
    halves=0.1,
    merged=0.002,
    back=0.02,
    far_back=0.005,
    third=0.005,
    bump=0.02,
    rest=0.05,
    faint=0.1,
)
"""What a camera over a lively table delivers."""


@dataclass(frozen=True, slots=True)
class Naming:
    """A mishap, and what the referee called it."""

    code: str
    called: tuple[str, ...]
    right: bool
    blind: bool = False
    """Whether the fault lay in a card that could not be read, so that nobody could have named it."""


@dataclass
class Contest:
    """One game: what was played, what went wrong, and what the referee made of it."""

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
    log: list[Event] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)
    """Codes called since somebody last asked."""
    blurred: int = 0
    """How many cards could not be read."""
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

    def chance(self, share: float) -> bool:
        """Whether something that happens in this share of cases happens now."""
        return self.random.random() < share

    # what happens at the table

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
        merged = any(isinstance(event, FaultFound) and event.code == "MERGED_TURNS" for event in events)
        for event in events:
            if isinstance(event, QuestionAsked) and (merged or " line " in event.text):
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

    # the game

    def play(self, turns: int) -> None:
        """So many turns, or fewer when the game ends."""
        while len(self.people.game.turns) < turns and not self.people.game.outcome():
            if not (self.right or self.hurried):
                break
            before = self.people.game.copy()
            self.third_copy()
            turn = self.people.act()
            if self.merges(before, turn):
                self.merge(before, turn)
            else:
                self.happen(before, turn, self.people.game.copy())
                self.expect(turn)
            if not self.hurried:
                self.afterwards()
        if self.right and self.people.game.outcome() and self.chance(self.trouble.mishap):
            self.suffer(mishap_over(Scene(self, self.people.game, None)))
        self.look(8)
        self.wrongly_called()
        self.hear_of_third_copies()

    def hear_of_third_copies(self) -> None:
        """Whether each card that was seen too often was asked about, and no other."""
        given = [
            event.message for event in self.log if isinstance(event, NoticeGiven) and event.code == "CARD_OVERCOUNT"
        ]
        for card in self.too_often:
            right = any(f" {card} " in message for message in given)
            self.named.append(Naming("CARD_OVERCOUNT", ("CARD_OVERCOUNT",) * right, right))
        false = {message for message in given if not any(f" {card} " in message for card in self.too_often)}
        self.alarms += ["CARD_OVERCOUNT"] * len(false)

    def expect(self, turn: Turn) -> None:
        """A card that is seen once too often must be asked about."""
        if len(self.people.game.turns) - 1 in self.unread or not isinstance(turn, Place | Remove | Exchange):
            return
        if self.people.game.overcounted(turn.card):
            self.too_often.add(card_name(turn.card))

    def happen(self, before: Game, turn: Turn, after: Game) -> None:
        """The turn is made on the table, perhaps after a mishap; what the phone must tell is told."""
        if not isinstance(turn, Place | Remove | Exchange):
            self.tell(before, turn)
            return
        laid, late, number = False, self.hurried, len(before.turns)
        if not late and isinstance(turn, Place | Remove) and self.chance(self.trouble.mishap):
            laid = self.suffer(mishap_in(Scene(self, before, turn)))
        halves: list[Act] = [
            *([] if laid else [lambda: self.lay(turn.card, number)]),
            lambda: self.show(after.position),
        ]
        self.hurried = isinstance(turn, Place | Remove) and not (late or laid or after.outcome())
        self.hurried = self.hurried and self.chance(self.trouble.quick)
        if self.hurried:
            self.hurry(number, *halves)
            return
        if len(halves) == 2 and isinstance(turn, Place | Remove) and not late and self.chance(self.trouble.halves):
            self.innocent(halves.pop(self.random.randrange(2)))
        self.innocent(*halves)
        if not self.right:
            self.innocent()
            self.answer(turn)

    def tell(self, before: Game, turn: Turn) -> None:
        """What only a phone can tell."""
        if self.hurried:  # nobody reaches for a phone before the table is at rest
            self.innocent()
            self.hurried = False
        if isinstance(turn, Roll) and self.chance(self.trouble.mishap):
            self.suffer(mishap_of_the_die(Scene(self, before, None)))
        self.seen(*declare(self.tracking, str(turn)))
        self.innocent()

    def answer(self, turn: Turn) -> None:
        """The players wait, and answer what the referee asks."""
        self.look(6)
        if not (self.right or self.tracking.question):
            self.look(10)
        asked = self.tracking.question.candidates if self.tracking.question else ()
        known = [str(one) for one in (*self.people.game.turns[-2:], turn) if str(one) in asked]
        if known:
            self.seen(*answer(self.tracking, known[0]))
            self.look(4)
        self.wrongly_called()

    def hurry(self, number: int, *acts: Act) -> None:
        """A turn is made, and the next hand is there before the table has been calm for two looks."""
        self.look(1, moving=True)
        for act in acts:
            act()
        self.look(1, moving=True)
        if self.chance(0.9):
            self.look(1)
        else:
            self.unread.add(number)

    # what goes wrong

    def suffer(self, mishap: Mishap | None) -> bool:
        """A mishap, named and put right; whether the card of the turn now lies on the pile."""
        if mishap is None:
            return False
        self.wrongly_called()
        blurred = self.blurred
        if mishap.before:
            self.move(*mishap.before)
        self.move(*mishap.spoil)
        self.look(mishap.frames)
        self.look(1, moving=True)  # it is said at the latest when the next hand comes
        unread = self.blurred > blurred
        names = {mishap.code, *(mishap.unread if unread else ())}
        called = self.calls()
        self.named.append(Naming(mishap.code, called, bool(called) and {*called} <= names, mishap.of_card and unread))
        self.move(*mishap.mend)
        if mishap.of_card and unread:
            self.calls()  # what nobody could know may still be taken for something else
        self.wrongly_called()
        return mishap.laid

    def merges(self, before: Game, turn: Turn) -> bool:
        """Whether the next turn follows at once, over a card nobody noticed."""
        if self.hurried or not self.right or not isinstance(turn, Place) or not self.chance(self.trouble.merged):
            return False
        now = self.people.game
        return not (now.outcome() or now.needs_roll or before.last_effect.captured or self.options.capture != "off")

    def merge(self, before: Game, turn: Place) -> None:
        """Two turns are seen at once, with the card of the second only: the players are asked for the first."""
        between = self.people.game.copy()
        following = self.people.act()
        if (
            not isinstance(following, Place)
            or following.team == turn.team
            or len(between.turns) != len(before.turns) + 1
        ):
            self.happen(before, turn, between)
            self.happen(between, following, self.people.game.copy())
            return
        self.wrongly_called()

        def both() -> None:
            self.table.below.append((self.table.top, self.table.readable))
            self.table.top, self.table.readable = turn.card, True
            self.table.lay(following.card.code)

        self.move(both, lambda: self.show(self.people.game.position))
        self.look(6)
        called = self.calls()
        self.named.append(Naming("MERGED_TURNS", called, called == ("MERGED_TURNS",)))
        self.answer(turn)

    def third_copy(self) -> None:
        """A card of another pack comes into the hand of the seat to move."""
        people, game = self.people, self.people.game
        hand, pile = people.hands[game.seat - 1], game.position.pile
        seen = {card for card in pile if card and pile.count(card) >= game.rules.copies(card)}
        playable = [card for card in sorted(seen, key=str) if game.targets(card) and not card.is_joker]
        if hand and playable and people.late is None and self.chance(self.trouble.third):
            hand[0] = self.random.choice(playable)

    def afterwards(self) -> None:
        """What may happen between two turns without anything being wrong."""
        if self.chance(self.trouble.echo):
            self.table.changes += 1
            self.innocent()
        if self.chance(self.trouble.bump):
            for _ in range(self.random.randint(1, 5)):
                self.seen(*observe(self.tracking, self.table.look(registered=False), PATIENCE_S))
            self.look(2)
        if self.chance(self.trouble.rest):
            corner = self.random.randrange(78)
            self.resting = [corner + step + 10 * row for row in range(2) for step in range(3)]
            self.innocent()
            self.resting = []
        if self.right and self.chance(self.trouble.back):
            self.take_back(1)
        if self.right and self.chance(self.trouble.far_back):
            self.take_back(self.random.randint(2, TURNS_BACK))

    def take_back(self, number: int) -> None:
        """The last turns go back, chips and cards, of one perhaps only the chip; then they are played as before."""
        moments = self.people.game.standing_moments[-number - 1 :]
        undone = [moment.entry for moment in moments[1:]]
        if len(undone) < number or not all(isinstance(turn, Place | Remove) for turn in undone):
            return
        stands = [moment.position for moment in moments]
        cards = [*self.table.below, (self.table.top, self.table.readable)][-number:]
        self.taken_back += number
        self.wrongly_called()
        stays = number == 1 and isinstance(undone[0], Place) and self.chance(0.5)
        self.move(lambda: self.show(stands[0]), *([] if stays else [self.table.pick_up] * number))
        self.look(self.random.randint(0, THINKING) if self.table.top else THINKING)
        self.answer_take_back(number)
        for position, (card, readable) in zip(stands[1:], cards, strict=True):
            card_again = () if stays else (partial(self.table.lay, card.code, readable),)
            self.innocent(*card_again, partial(self.show, position))
        if not self.right:
            self.answer(undone[-1])

    def answer_take_back(self, number: int) -> None:
        """The referee must know that turns were taken back, if need be by asking."""
        self.wrongly_called()
        asked = self.tracking.question.candidates if self.tracking.question else ()
        if (said := f"{TAKEN_BACK} {number}") in asked:
            self.seen(*answer(self.tracking, said))
        undone = len(self.tracking.game.turns) == len(self.people.game.turns) - number
        doubtful = isinstance(self.tracking.watch.standing and self.tracking.watch.standing.verdict, Doubtful)
        if not undone and not doubtful:
            self.alarms.append("NOT_TAKEN_BACK")
