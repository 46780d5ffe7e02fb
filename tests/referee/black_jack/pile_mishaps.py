"""Whole games of Black Jack in which things go wrong above the pile, and people who answer what they are asked.

Cards are seen late, unclearly, never, or two at once; hands rest over the pile; it is knocked; cards are laid that may
not lie there. What is told on phones is true. `played` says what came of a game: everything the referee got wrong.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from random import Random

from dealt import Table, random_options
from watched_pile import TABLE, Watched

from companion.games.black_jack.legal_turns import LegalTurns
from companion.games.black_jack.position import Hand
from companion.games.black_jack.turns import Draw, Laid, Play
from companion.games.cards import STANDARD, Card
from companion.referee.black_jack.wording import QUESTIONS
from companion.referee.events import FaultFound
from companion.referee.phones import Asker

MISHAP = 0.3
"""How often something goes wrong with a card."""
WHICH = (QUESTIONS["CARD"], QUESTIONS["CARD_BELOW"])
"""The questions to which any card may be the answer."""
LONG = 25
"""Looks after which the referee has asked, whatever it asks about."""


@dataclass
class Found:
    """What a game came to."""

    turns: int = 0
    questions: int = 0
    mishaps: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    """What the referee took wrongly; nothing when all is well."""


class Mishaps:
    """A dealt table, its referee, and what goes wrong between them."""

    def __init__(self, random: Random) -> None:
        self.random, self.found = random, Found()
        self.table = Table(random_options(random), random, open_hands=False)
        self.watched = Watched(self.table.game.options.text, self.table.game.options.players)
        top = self.table.game.first_position.top
        self.watched.lay(str(top.card))
        if self.watched.tracking.game is None:
            self.watched.say("answer", candidate=str(top))

    def act(self) -> None:
        """One turn, with whatever goes wrong in it."""
        if self.random.random() < MISHAP / 3:
            self.wrong_card()
        turn = self.table.act()
        faults = self.faults
        if isinstance(turn, Play):
            self.play(turn)
        elif isinstance(turn, Draw):
            self.watched.say("draw", seat=turn.seat, cards=turn.number)
        elif self.random.random() < 0.5:
            self.watched.shuffle_away()
            self.watched.look(LONG)
            self.answered(Laid(self.watched.cards[-1]), 0)
        else:
            self.watched.say("reshuffle")
        self.found.turns += 1
        self.expect(self.faults == faults, f"{turn}: a fault was found that is none")
        self.expect(self.watched.tracking.playing.position == self.table.game.position, f"{turn}: taken otherwise")

    def play(self, turn: Play) -> None:
        """The cards of a turn, one after the other or two at once."""
        before, unseen = self.watched.tracking.playing, list(turn.cards)
        while unseen:
            together = 2 if len(unseen) > 1 and self.random.random() < MISHAP / 4 else 1
            cards, unseen = unseen[:together], unseen[together:]
            if together == 2:
                self.mishap("two at once")
            self.lay([laid.card for laid in cards])
            for place, laid in enumerate(cards, len(turn.cards) - len(unseen) - together):
                said = laid if place == len(turn.cards) - 1 else Laid(laid.card, laid.declared)
                self.answered(said, turn.seat, len(turn.cards) - len(unseen), place)
            if self.watched.tracking.waiting and self.watched.tracking.playing is before:
                self.watched.say("claim_card", seat=turn.seat)
            if any(laid.face.is_joker for laid in self.watched.tracking.laid[-1:]):
                self.watched.say("name_joker", card=cards[-1].declared)
        if self.watched.tracking.laid and turn.cards[-1].suit:
            self.watched.say("name_suit", suit=turn.cards[-1].suit)
        elif self.watched.tracking.laid:
            self.watched.say("end")

    def lay(self, cards: list[Card]) -> None:
        """Cards come to lie on the pile within one look, and are seen well or badly."""
        watched, kind = self.watched, self.random.random() / MISHAP
        watched.cards += cards
        watched.came += len(cards)
        if kind < 0.3:
            self.mishap("a hand rests above")
            watched.look(self.random.randrange(1, LONG), hidden=True)
        elif kind < 0.6:
            self.mishap("read late")
            self.seen_as((), self.random.randrange(1, LONG))
        elif kind < 0.8:
            self.mishap("hard to read")
            other = self.random.choice([card for card in STANDARD if card != cards[-1]])
            self.seen_as(((cards[-1], -1.0), (other, -1.5)), self.random.randrange(1, LONG))
        elif kind < 1.0:
            self.mishap("knocked")
            watched.look(2)
            watched.look(2, hidden=True)
            watched.came += 1
        watched.look(2 if len(cards) == 1 and kind >= 1.0 else LONG)

    def seen_as(self, reading: tuple[tuple[Card, float], ...], looks: int) -> None:
        """For so many looks the top card is read like that."""
        self.watched.reading = reading
        self.watched.look(looks)
        self.watched.reading = None

    def wrong_card(self) -> None:
        """Whoever moves lays a card that may not lie there, is told so, and takes it back."""
        game, hand = self.table.game, self.table.hands[self.table.game.seat]
        turns = LegalTurns(game.options, game.position.with_hand(game.seat, Hand(tuple(hand), 0)))
        legal = {laid.card for laid in turns.next_cards(())}
        bad = [card for card in hand if card not in legal and card not in self.watched.cards and not card.is_joker]
        if not bad:
            return
        self.mishap("a card that may not lie there")
        self.watched.lay(str(self.random.choice(bad)), looks=15)
        self.expect(self.watched.tracking.fault is not None, f"{self.watched.cards[-1]} was let pass")
        self.watched.take_back(looks=4)
        self.expect(self.watched.tracking.fault is None, "the fault was not seen put right")

    def answered(self, laid: Laid, seat: int, lying: int = 1, below: int = 0) -> None:
        """Every question about this card is answered truthfully; `seat` laid it, 0 nobody, and so many lie there.

        So many of its turn lie `below` it.
        """
        card = laid.card
        true = {str(card), str(laid), f"{card}={laid.declared}", f"P{seat} {card}", f"P{seat} end {card}"}
        suit = {str(laid)} if laid.suit else set()  # of the last card, so it is none of those below it
        for _ in range(4):
            question = self.watched.tracking.question
            topmost = len(self.watched.tracking.laid) <= below + 1  # else it is asked what the one upon it stands for
            said = true if topmost else {each for each in true if "=" not in each}
            over = self.watched.tracking.playing.position.ply == self.table.game.position.ply
            known = over or len(self.watched.tracking.laid) >= lying
            again = question is not None and "-" in question.candidates
            told = {"-"} if not seat or (again and known) else said if known else said - suit
            answer = next((each for each in question.candidates if each in told), None) if question else None
            if answer is None and not (question and question.text in WHICH):
                return
            self.found.questions += 1
            if answer is None:  # it is not among the answers, and the page has a word for it
                self.mishap("a card that nobody thought of")
                self.watched.say("tell_card", card=card)
            else:
                self.watched.say("answer", candidate=answer)
            self.watched.look(LONG)

    @property
    def faults(self) -> int:
        """How many were found so far."""
        return sum(isinstance(event, FaultFound) for event in self.watched.log)

    def mishap(self, what: str) -> None:
        """It is counted."""
        self.found.mishaps.append(what)

    def expect(self, well: bool, otherwise: str) -> None:
        """What is not well is told, with all that led to it."""
        if not well:
            self.found.wrong.append(otherwise)


def played(seed: int, turns: int = 60) -> Found:
    """A game with mishaps, up to its end or the first thing that the referee took wrongly."""
    game = Mishaps(Random(seed))
    while not (game.table.game.outcome() or game.found.wrong or game.found.turns >= turns):
        game.act()
    return game.found


class Unanswered(Mishaps):
    """The same table, where nobody answers a question and one card in ten is never read; phones say what they must."""

    UNREAD = 0.1
    one_phone = False
    """Whether the table's phone speaks for everybody, and names no seat."""

    def act(self) -> None:
        """One turn; what it says on the phone may be refused, and is not said again."""
        turn = self.table.act()
        self.found.turns += 1
        if isinstance(turn, Play):
            for laid in turn.cards:
                self.watched.reading = () if self.random.random() < self.UNREAD else None
                self.watched.lay(str(laid.card), looks=self.random.randrange(2, LONG))
                if laid.declared:
                    self.tell(turn.seat, "name_joker", card=laid.declared)
            last = turn.cards[-1]
            self.tell(turn.seat, "name_suit", suit=last.suit) if last.suit else self.tell(turn.seat, "end")
        elif isinstance(turn, Draw):
            self.tell(turn.seat, "draw", seat=turn.seat)
        else:
            self.watched.shuffle_away()

    def tell(self, speaker: int, command: str, **fields: object) -> None:
        """A seat's own phone speaks, or the one there is."""
        if self.one_phone and command == "draw":
            fields = {}
        try:
            self.watched.say(command, TABLE if self.one_phone else Asker(seat=speaker), **fields)
        except ValueError:
            self.mishap("refused")

    def followed(self) -> set[int]:
        """Which of the turns that were played the referee told as well, in their order."""
        real = [_what(turn) for turn in self.table.game.turns]
        told = [_what(turn) for turn in self.watched.tracking.playing.turns]
        blocks = SequenceMatcher(None, real, told, autojunk=False).get_matching_blocks()
        return {place for block in blocks for place in range(block.a, block.a + block.size)}


class OutOfSight(Unanswered):
    """The same table, where something hides the pile for one to five turns now and then; cards in sight are read."""

    HIDDEN = 0.08

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.hidden, self.unseen = 0, set[int]()

    def act(self) -> None:
        """One turn, and whether it was seen."""
        if self.hidden == 0 and self.random.random() < self.HIDDEN:
            self.hidden = self.random.randrange(1, 6)
        turn = self.table.act()
        self.found.turns += 1
        if self.hidden:
            self.unseen.add(len(self.table.game.turns) - 1)
        if isinstance(turn, Play):
            self.laid(turn)
        elif isinstance(turn, Draw):
            self.watched.look(self.random.randrange(3, LONG), hidden=self.hidden > 0)
            self.tell(turn.seat, "draw", seat=turn.seat)
        else:
            self.watched.shuffle_away()
        if self.hidden == 1:
            self.watched.came = 1
            self.watched.look(self.random.randrange(2, 15))
        self.hidden = max(self.hidden - 1, 0)

    def laid(self, turn: Play) -> None:
        """Its cards come to lie there, and its player says what must be said."""
        for laid in turn.cards:
            self.watched.cards.append(laid.card)
            self.watched.came = 1
            self.watched.look(self.random.randrange(3, LONG), hidden=self.hidden > 0)
            if laid.declared:
                self.tell(turn.seat, "name_joker", card=laid.declared)
        last, position = turn.cards[-1], self.watched.tracking.playing.position
        self.tell(turn.seat, "name_suit", suit=last.suit) if last.suit else self.tell(turn.seat, "end")
        if not self.table.hands[turn.seat] and turn.seat not in position.out and not self.table.game.outcome():
            self.tell(turn.seat, "go_out")


def _what(turn: object) -> Hashable:
    """A turn as far as anybody at the table would call it the same."""
    match turn:
        case Play(seat, cards):
            return seat, tuple(laid.card for laid in cards)
        case Draw(seat):
            return seat
    return type(turn)


def unanswered(seed: int, turns: int = 60, *, one_phone: bool = False) -> tuple[int, int]:
    """A game in which nobody answers: how many turns were told right, of so many."""
    game = Unanswered(Random(seed))
    game.one_phone = one_phone
    while not game.table.game.outcome() and game.found.turns < turns:
        game.act()
    return len(game.followed()), game.found.turns


def out_of_sight(seed: int, turns: int = 60, *, one_phone: bool = False) -> tuple[int, int]:
    """A game that is hidden now and then: how many of the turns that could be seen were told right, of so many."""
    game = OutOfSight(Random(seed))
    game.one_phone = one_phone
    while not game.table.game.outcome() and game.found.turns < turns:
        game.act()
    return len(game.followed() - game.unseen), len(game.table.game.turns) - len(game.unseen)
