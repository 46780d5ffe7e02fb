"""The game itself: a position, what led to it, and what may follow. Turns are pushed and popped."""

from __future__ import annotations

from companion.games.black_jack import judging, legal_turns
from companion.games.black_jack.faults import LEGAL, Fault, Ruling
from companion.games.black_jack.legal_turns import LegalTurns
from companion.games.black_jack.options import Options
from companion.games.black_jack.playing import NO_EFFECT, Effect, opened, play
from companion.games.black_jack.position import Hand, Outcome, Position, position_of
from companion.games.black_jack.turns import Laid, Turn
from companion.games.cards import Card
from companion.games.history import History, Override, Undo
from companion.games.refusals import IllegalTurnError

Entry = Turn | Undo | Override[Position]


class Game(History[Position, Turn, Effect]):
    """One game. `push` and `pop` entries; ask for `position`, `legal_turns`, `judge(turn)`, `outcome()`."""

    def __init__(self, options: Options, position: Position, effect: Effect = NO_EFFECT) -> None:
        self.options = options
        super().__init__(position, effect)

    @property
    def seat(self) -> int:
        """The seat to move, counted from 1."""
        return self.position.seat

    @property
    def legal_turns(self) -> LegalTurns:
        """The turns the rules allow now; worked out when asked."""
        return LegalTurns(self.options, self.position)

    def judge(self, entry: Entry) -> Ruling:
        """Whether an entry may be pushed now: a true ruling, or one with a fault. Changes nothing, raises nothing."""
        if isinstance(entry, Undo):
            return LEGAL if self.can_undo else Ruling(Fault.NOTHING_TO_UNDO)
        if isinstance(entry, Override):
            possible = judging.is_possible(self.options, entry.position)
            return LEGAL if possible else Ruling(Fault.IMPOSSIBLE_POSITION)
        return judging.judge(self.options, self.position, entry)

    def outcome(self) -> Outcome | None:
        """The ranking, or None while the game goes on."""
        return self.position.outcome

    def first_cards(self, seat: int) -> tuple[Card, ...]:
        """The cards with which a seat could begin a play if it were to move now, sorted by their codes."""
        return legal_turns.first_cards(self.options, self.position, seat)

    def drawn(self, seat: int) -> int:
        """Cards the seat has drawn so far."""
        effects = (moment.effect for moment in self.standing_moments)
        return sum(cards for effect in effects for drawer, cards in effect.drawn if drawer == seat)

    def overcounted(self, card: Card) -> bool:
        """Whether this card has been seen more often since the last shuffle than the deck holds it."""
        return self.position.pile.count(card) > self.options.copies(card)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        mine, its = self.first_position, other.first_position
        return (self.options, mine, self.entries) == (other.options, its, other.entries)

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def _played(self, turn: Turn) -> tuple[Position, Effect]:
        return play(self.options, self.position, turn)

    def _text_part(self, given: Position) -> Position:
        """What the text of a position tells: everything but the cards under the current one and the turns so far."""
        covered = self.options.deck_size - 1 - given.stock - sum(map(len, given.hands))
        return given._replace(pile=(*[None] * covered, given.top.card), ply=0)

    def _overridden(self, entry: Override[Position]) -> tuple[Position, Effect]:
        """The given position; where only hands are counted anew, what was seen in the pile still lies there."""
        given, before = entry.position, self.position
        counted = (given.top, given.seat, len(given.pile)) == (before.top, before.seat, len(before.pile))
        return given._replace(pile=before.pile if counted else given.pile, ply=before.ply), NO_EFFECT


def start(options: Options, top: Laid, hands: tuple[Hand, ...] = ()) -> Game:
    """A game whose first card is `top`; hands are dealt face down unless they are given.

    What an active card did is the game's first effect. Raises IllegalTurnError when the game cannot begin on this
    card: another is to be turned up, or an active Ace still lacks the suit the dealer names.
    """
    ruling = judging.judge_start(options, top)
    if not ruling:
        raise IllegalTurnError(f"the game cannot begin on {top}: {ruling.fault}; turn or name something else", ruling)
    top = top if options.start_card == "active" else Laid(top.card)
    position = position_of(options, top, hands or (Hand(),) * options.players)
    return Game(options, *(opened(options, position) if options.start_card == "active" else (position, NO_EFFECT)))
