"""A table where Black Jack is really dealt: every card lies somewhere, and every draw comes from a shuffled stock."""

from collections import Counter
from itertools import islice
from random import Random

from companion.games.black_jack.judging import judge_start
from companion.games.black_jack.options import Options, parse_options
from companion.games.black_jack.position import Hand
from companion.games.black_jack.state import Game, start
from companion.games.black_jack.turns import Draw, Laid, Play, Reshuffle, Turn
from companion.games.cards import STANDARD, Card

CHOICES = {
    "sting": "01",
    "jot": ("off", "suited", "any"),
    "queen": ("run", "suit"),
    "jokers": "012",
    "bring_backs": "01",
    "ace_in_run": "01",
    "no_action_finish": "01",
    "red_jack_ends": "01",
    "king2": ("opponent", "again"),
    "start_card": ("inert", "active", "redraw"),
}


def random_options(random: Random) -> Options:
    """Any options, every variation with every other."""
    chosen = " ".join(f"{name}={random.choice(values)}" for name, values in CHOICES.items() if random.random() < 0.7)
    return parse_options(f"base players={random.choice([2, 3, 4, 4, 5, 6, 8, 12])} {chosen}")


class Table:
    """The real cards beside the engine that only hears of them."""

    def __init__(self, options: Options, random: Random, open_hands: bool = True) -> None:
        self.random, self.open_hands = random, open_hands
        self.stock = [*STANDARD, *[Card("JK")] * options.jokers] * options.packs
        random.shuffle(self.stock)
        self.hands = {seat: [self.stock.pop() for _ in range(7)] for seat in range(1, options.players + 1)}
        self.game = self.turned_up(options)
        self.settle_draws(self.game.last_effect.drawn)

    def turned_up(self, options: Options) -> Game:
        """The game on the first turned-up card that may be one."""
        dealt = tuple(Hand(tuple(hand), 0) if self.open_hands else Hand() for hand in self.hands.values())
        while True:
            card = self.stock.pop()
            top = Laid(card, suit="S" if card.rank == "A" else None)
            if judge_start(options, top):
                self.pile = [card]
                return start(options, top, dealt)
            self.stock.insert(0, card)

    def settle_draws(self, drawn: tuple[tuple[int, int], ...]) -> None:
        """Move the cards that the engine says were drawn."""
        for seat, cards in drawn:
            if cards > len(self.stock):
                self.shuffle()
            self.hands[seat] += [self.stock.pop() for _ in range(cards)]

    def shuffle(self) -> None:
        """The pile but for its top goes back into the stock."""
        *covered, top = self.pile
        self.pile = [top]
        self.stock = covered + self.stock
        self.random.shuffle(self.stock)

    def turn(self) -> Turn:
        """A legal turn with the cards that are really there."""
        if self.random.random() < 0.02 and len(self.pile) > 1:
            return Reshuffle()
        mover = self.game.seat
        seen = self.game.position.with_hand(mover, Hand(tuple(self.hands[mover]), 0))
        turns = type(self.game.legal_turns)(self.game.options, seen)
        wanted = sorted({laid.card for laid in turns.next_cards(())}) if self.random.random() < 0.9 else []
        for card in self.random.sample(wanted, len(wanted)):
            firsts = [laid for laid in turns.next_cards(()) if laid.card == card]
            plays = list(islice(turns.runs((self.random.choice(firsts),)), 30))
            plays += [play for first in firsts[:4] if (play := Play(mover, (first,))) in turns]
            if plays:
                return self.random.choice(plays)
        return Draw(mover, self.random.choice([None, min(seen.due, seen.drawable)]))

    def act(self) -> Turn:
        """Make a turn on the table and tell the engine."""
        turn = self.turn()
        if isinstance(turn, Reshuffle):
            self.shuffle()
        if isinstance(turn, Play):
            for laid in turn.cards:
                self.hands[turn.seat].remove(laid.card)
                self.pile.append(laid.card)
        self.game.push(turn)
        self.settle_draws(self.game.last_effect.drawn)
        return turn

    def check(self) -> None:
        """The engine's cards are the real ones."""
        position = self.game.position
        for seat, hand in self.hands.items():
            told = position.hand(seat)
            assert len(told) == len(hand)
            assert Counter(told.known) <= Counter(hand)
        assert position.stock == len(self.stock)
        assert list(position.pile) == self.pile
        assert position.stock + sum(map(len, position.hands)) + len(position.pile) == self.game.options.deck_size
