"""A pile of cards as a perfect camera sees it, and the referee that is told of it look by look."""

from companion.games.black_jack.turns import Draw, Play, Turn
from companion.games.cards import Card, parse_card
from companion.referee import phones
from companion.referee.black_jack import commands
from companion.referee.black_jack.ledger import Tracking, begin
from companion.referee.black_jack.telling import observe
from companion.referee.events import Event, Setup, TurnPlayed
from companion.referee.observation import BoardObservation, PileObservation, TableObservation
from companion.referee.phones import Asker

TABLE = Asker(table=True)
NO_BOARD = BoardObservation((None,) * 100)
PLAYERS = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lea")
LOOK_S, PATIENCE_S = 0.2, 2.0


def setup_for(options: str, players: int) -> Setup:
    """A set-up at a table without a board."""
    return Setup(options, (), (), PLAYERS[:players], "black-jack")


class Watched:
    """A referee, its pile and its log."""

    def __init__(self, options: str = "base players=4", players: int = 4, cards: str = "") -> None:
        self.tracking, events = begin(setup_for(options, players))
        self.log: list[Event] = list(events)
        self.now_s, self.came, self.cards = 0.0, 0, [*map(parse_card, cards.split())]
        self.reading: tuple[tuple[Card, float], ...] | None = None
        self.look()

    def look(self, looks: int = 1, hidden: bool = False, notices: tuple[str, ...] = ()) -> tuple[Event, ...]:
        """So many looks at the pile as it lies; what happened."""
        found: list[Event] = []
        for _ in range(looks):
            if hidden:
                found += self._saw(PileObservation(hidden=True), notices)
                continue
            while self.came > 1:  # those that were laid upon at once were seen to come, and not read
                self.came -= 1
                found += self._saw(PileObservation(new=1.0), notices)
            top = ((self.cards[-1], 0.0),) if self.cards else ()
            read = top if self.reading is None else self.reading
            new, self.came = float(self.came), 0
            found += self._saw(PileObservation(read, new=new), notices)
        return tuple(found)

    def _saw(self, pile: PileObservation, notices: tuple[str, ...]) -> tuple[Event, ...]:
        self.now_s += LOOK_S
        return self._took(self.observed(TableObservation(self.now_s, True, False, NO_BOARD, pile, notices)))

    def observed(self, table: TableObservation) -> tuple[Tracking, tuple[Event, ...]]:
        """One look, as the referee takes it."""
        return observe(self.tracking, table, PATIENCE_S)

    def lay(self, codes: str, looks: int = 2) -> tuple[Event, ...]:
        """Lay cards one after the other, each seen for so many looks."""
        found: tuple[Event, ...] = ()
        for code in codes.split():
            self.cards.append(parse_card(code))
            self.came += 1
            found += self.look(looks)
        return found

    def take_back(self, cards: int = 1, looks: int = 2) -> tuple[Event, ...]:
        """Take cards off the pile again."""
        del self.cards[-cards:]
        self.came += 1
        return self.look(looks)

    def shuffle_away(self) -> tuple[Event, ...]:
        """The pile is taken away for a while, and its top card comes back."""
        found = self.look(25, hidden=True)
        self.cards, self.came = self.cards[-1:], 1
        return found + self.look(2)

    def wait(self, seconds: float = 5.0) -> tuple[Event, ...]:
        """Nothing happens for a while."""
        return self.look(round(seconds / LOOK_S))

    def say(self, command: str, asker: Asker = TABLE, **fields: object) -> tuple[Event, ...]:
        """A command from a phone."""
        carried_out = phones.score_match if command == "score_match" else getattr(commands, command)
        return self._took(carried_out(self.tracking, asker, **fields))

    def act(self, turn: Turn) -> None:
        """A whole turn, told truthfully."""
        if isinstance(turn, Play):
            self._play(turn)
        elif isinstance(turn, Draw):
            self.say("draw", seat=turn.seat, cards=turn.number)
        else:
            self.say("reshuffle")

    def _play(self, turn: Play) -> None:
        before = self.tracking.playing
        for laid in turn.cards:
            self.lay(str(laid.card))
            if self.tracking.waiting and self.tracking.playing is before:
                self.say("claim_card", seat=turn.seat)
            if laid.declared:
                self.say("name_joker", card=laid.declared)
        if turn.cards[-1].suit:
            self.say("name_suit", suit=turn.cards[-1].suit)
        elif self.tracking.laid:
            self.say("end")

    def _took(self, step: tuple[Tracking, tuple[Event, ...]]) -> tuple[Event, ...]:
        self.tracking, events = step
        self.log += events
        return events


def begun(top: str = "7S", options: str = "base players=4", players: int = 4) -> Watched:
    """A table whose first card was turned up and read."""
    watched = Watched(options, players)
    watched.lay(top)
    assert watched.tracking.game is not None
    return watched


def unread_where_eight_are_due() -> Watched:
    """A table whose last card may not lie there, whatever it is, and that was told so."""
    watched = begun()
    for card in ("2S", "2H", "2D", "2C"):
        watched.lay(card)
        watched.say("end")
    watched.reading = ()
    watched.lay("9C")
    watched.wait(4.0)
    return watched


def turns(watched: Watched) -> list[str]:
    return [event.turn for event in watched.log if isinstance(event, TurnPlayed)]


def asked(watched: Watched) -> tuple[str, ...]:
    return watched.tracking.question.candidates if watched.tracking.question else ()


def codes(events: tuple[Event, ...], kind: type) -> list[str]:
    return [event.code for event in events if isinstance(event, kind)]
