"""A table that is played by nobody: random turns with real hands, seen in numbers, judged by the real referee.

What it says on the broker is what a table with a camera says, but for the pictures: looks with a hand in them, a chip
of the wrong colour now and then, and its remedy.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.games.cards import Card
from companion.games.one_eyed_jack.layout import REFERENCE
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Exchange, Pass, Place, Remove, Turn
from companion.referee.events import Event, Setup, TeamLook
from companion.referee.observation import BoardObservation, Likelihoods, PileObservation, TableObservation
from companion.referee.phones import Asker
from companion.registry.games import refereed

_RULES = "classic N=2 T=2"
_TEAMS = (TeamLook("R", "red"), TeamLook("B", "blue"))
_FRAME_S, _PATIENCE_S = 0.2, 0.4
_LOOKS = 4
"""So many calm looks follow a hand; the referee believes the second."""
_SURE, _HAND = 20.0, 12
"""By how many nats what lies there leads, and how many squares a hand hides."""
_KEEN, _CLUMSY = 0.9, 0.03
"""In how many turns somebody builds a line if they can, and puts a chip of the other colour down first."""

_TABLE = Asker(table=True)

Said = tuple[Any, tuple[Event, ...]]
"""A game's statement, and the events that led to it."""


class Players:
    """Two people with real cards in their hands, who play by the rules."""

    def __init__(self, random: Random) -> None:
        self.game = Game(parse_options(_RULES))
        self._random = random
        rules = self.game.rules
        deck = [card for card in rules.cards.values() for _ in range(rules.copies(card))]
        self._stock = random.sample(deck, len(deck))
        self._hands = [self._stock[seat::2][: self.game.options.hand] for seat in range(2)]
        self._stock = self._stock[2 * self.game.options.hand :]

    def play(self) -> Turn:
        """The next turn, made and drawn for."""
        seat = self.game.seat
        turn = self._choose(self._hands[seat - 1])
        self.game.push(turn)
        if isinstance(turn, Place | Remove | Exchange):
            self._hands[seat - 1].remove(turn.card)  # type: ignore[arg-type]
        if self._stock and not isinstance(turn, Pass):
            self._hands[seat - 1].append(self._stock.pop())
        return turn

    def _choose(self, hand: list[Card]) -> Turn:
        game = self.game
        for card in self._random.sample(hand, len(hand)):
            if Exchange(game.team, card) in game.legal_turns:
                return Exchange(game.team, card)
            if targets := game.targets(card):
                removes = game.rules.kind(card) is Kind.REMOVAL
                return (Remove if removes else Place)(game.team, card, self._square(targets))
        return Pass(game.team)

    def _square(self, targets: tuple[int, ...]) -> int:
        return max(targets, key=self._gain) if self._random.random() < _KEEN else self._random.choice(targets)

    def _gain(self, square: int) -> int:
        """The most own chips in a line through this square in which nobody else is."""
        chips, team = self.game.position.chips, self.game.team
        lines = ([chips[each] for each in line.squares] for line in self.game.rules.geometry.through[square])
        return max((line.count(team) for line in lines if all(each in (None, team) for each in line)), default=0)


class SimulatedTable:
    """One table, game after game; each act gives what there is to tell, as it comes."""

    def __init__(self, players: tuple[str, str], random: Random) -> None:
        self._random = random
        self._now_s = 0.0
        self._game = refereed("one-eyed-jack")
        self.begin(players)

    @property
    def setup(self) -> Setup:
        """Who plays what."""
        setup: Setup = self._tracking.setup
        return setup

    @property
    def over(self) -> bool:
        """Whether the referee has said how it ended."""
        return bool(self.statement.over)

    @property
    def statement(self) -> Any:
        """How the game stands."""
        return self._game.statement(self._tracking)

    def begin(self, players: tuple[str, str]) -> tuple[Event, ...]:
        """Another game, with these two."""
        self._people = Players(self._random)
        self._top: Card | None = None
        self._came, self._wrong = False, dict[int, int]()
        codes = tuple(card.code for card in REFERENCE.cards)
        self._tracking, events = self._game.begin(Setup(_RULES, codes, _TEAMS, players))
        return events

    def turn(self) -> Iterator[Said]:
        """One turn, a statement with each look that is told of it; once the game has ended, nothing but looks."""
        if self._people.game.outcome() is None:
            turn = self._people.play()
            yield from self._look(moving=True)
            if isinstance(turn, Place | Remove | Exchange):
                self._top, self._came = turn.card, True
            if isinstance(turn, Pass):
                yield self._take(self._game.acts["pass"](self._tracking, _TABLE))
        yield from (told for _ in range(_LOOKS) for told in self._look())

    def blunder(self) -> Iterator[Said]:
        """Somebody puts a chip where none belongs, and it stays until `mend`."""
        empty = [square for square, chip in enumerate(self._people.game.position.chips) if chip is None]
        self._wrong = {self._random.choice(empty[1:-1]): 2 - self._people.game.team}
        yield from self._look(moving=True)
        yield from (told for _ in range(2 * _LOOKS) for told in self._look())

    def mend(self) -> Iterator[Said]:
        """The chip is taken away again."""
        self._wrong = {}
        yield from self._look(moving=True)
        yield from (told for _ in range(_LOOKS) for told in self._look())

    def _look(self, moving: bool = False) -> Iterator[Said]:
        self._now_s += _FRAME_S
        hidden = set(self._random.sample(range(100), _HAND)) if moving else set()
        squares = tuple(None if square in hidden else self._square_likelihoods(square) for square in range(100))
        pile = PileObservation(() if self._top is None else ((self._top, 0.0),), new=float(self._came))
        self._came = False
        seen = TableObservation(self._now_s, True, moving, BoardObservation(squares), pile)
        yield self._take(self._game.observe(self._tracking, seen, _PATIENCE_S))

    def _square_likelihoods(self, square: int) -> Likelihoods:
        chip = self._people.game.position.chips[square]
        true = self._wrong.get(square, 0 if chip is None else chip + 1)
        return tuple(0.0 if content == true else -_SURE for content in range(3))

    def _take(self, step: tuple[Any, tuple[Event, ...]]) -> Said:
        self._tracking, events = step
        return self._game.statement(self._tracking), events
