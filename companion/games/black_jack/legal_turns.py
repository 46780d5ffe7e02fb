"""The turns the rules allow in a position, worked out only as far as somebody asks."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.black_jack.judging import judge, judge_play, judge_run
from companion.games.black_jack.options import Options
from companion.games.black_jack.position import Hand, Position
from companion.games.black_jack.turns import Draw, Laid, Play, Turn
from companion.games.cards import STANDARD, SUITS, Card


@dataclass(frozen=True, slots=True)
class LegalTurns:
    """The legal turns of a position: iterate, ask `in`.

    Runs are many, and their number grows with every card of which only the back is known: take from the iterator what
    you need. That the pile was shuffled is not among them: only the table can tell.
    """

    options: Options
    position: Position

    def __iter__(self) -> Iterator[Turn]:
        if self.position.outcome:
            return
        yield Draw(self.position.seat)
        yield from self.runs(())

    def runs(self, begun: tuple[Laid, ...]) -> Iterator[Play]:
        """The legal plays of the seat to move that begin with these cards and go on; short ones first."""
        for laid in self.next_cards(begun):
            play = Play(self.position.seat, (*begun, laid))
            if judge_play(self.options, self.position, play):
                yield play
            yield from self.runs(play.cards)

    def next_cards(self, begun: tuple[Laid, ...]) -> Iterator[Laid]:
        """The cards the seat to move may lay after these, each as everything it can stand for or name."""
        if self.position.outcome:
            return
        hand: Hand | None = self.position.hand(self.position.seat)
        for laid in begun:
            hand = hand.without(laid.card) if hand is not None else None
        for card in faces_of(self.options, hand) if hand is not None else ():
            yield from (laid for laid in readings(card) if judge_run(self.options, self.position, (*begun, laid)))

    def __contains__(self, turn: Turn) -> bool:
        return isinstance(turn, Play | Draw) and bool(judge(self.options, self.position, turn))


def first_cards(options: Options, position: Position, seat: int) -> tuple[Card, ...]:
    """The cards of a seat with which it could begin a play if it were to move now, sorted by their codes."""
    moved = position._replace(seat=seat)
    begun = LegalTurns(options, moved).next_cards(())
    return tuple(sorted({laid.card for laid in begun if judge_play(options, moved, Play(seat, (laid,)))}))


def readings(card: Card) -> Iterator[Laid]:
    """A card as everything it can stand for or name: jokers as any face, Aces with any suit."""
    for face in STANDARD if card.is_joker else (card,):
        declared = face if card.is_joker else None
        yield from (Laid(card, declared, suit) for suit in (SUITS if face.rank == "A" else (None,)))


def faces_of(options: Options, hand: Hand) -> tuple[Card, ...]:
    """The faces a hand can hold, once each: all of the deck when it has cards nobody has shown."""
    return options.faces if hand.unseen else tuple(dict.fromkeys(hand.known))
