"""People at a table who shuffle, deal, draw and forget, with real cards: what the engine's counts are held against."""

from collections.abc import Sequence
from random import Random

from companion.games.cards import Card
from companion.games.one_eyed_jack.faults import OptionsError
from companion.games.one_eyed_jack.options import Options, parse_options
from companion.games.one_eyed_jack.playing import captures
from companion.games.one_eyed_jack.presets import PRESETS
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import EndJoker, Exchange, Forgot, Pass, Place, Remove, Roll, Turn

AGREEMENTS = {
    "forgot": ("forgive", "short", "short_one_round"),
    "stock_end": ("play_out", "reshuffle"),
    "line_choice": ("topleft", "declare"),
    "dead_per_turn": ("off", "1", "2"),
}
VARIANTS = {
    "n": ("3", "4", "5", "6"),
    "lines": ("1", "2", "3", "4"),
    "corners": ("free", "joker_any", "joker_matched"),
    "remove": ("opponents", "any"),
    "protect": ("on", "off"),
    "dead": ("on", "off"),
    "deck": ("standard", "princess", "rook"),
    "directions": ("all", "orth"),
    "wrap": ("none", "lr", "tb", "both"),
    "capture": ("off", "pairs", "pairs_trios"),
    "objective": ("line", "line+cross", "cross", "line+square", "square", "sub3"),
    "shape": ("orth", "diag", "both"),
    "cross_sizes": ("adjacent", "any"),
    "end_joker": ("off", "on"),
    "die": ("off", "d6r1s0,after", "d8r1s1,during", "d12r0s2,after", "d7r2s0,during"),
    "hand": ("2", "3", "4", "5", "6", "8", "10"),
}


def random_options(random: Random, least: int = 0) -> Options:
    """Options of any preset with any seating and a few changes, at `least` so many, whatever can be played."""
    while True:
        preset = PRESETS[random.choice(sorted(PRESETS))]
        seats, teams = random.choice(sorted(preset.seatings))
        pool = AGREEMENTS | (VARIANTS if preset.free else {})
        most = min(max(12, least), len(pool))
        if most < least:
            continue
        changes = random.sample(sorted(pool), random.randint(least, most))
        words = (f"{name}={random.choice(pool[name])}" for name in changes)
        try:
            return parse_options(f"{preset.name} N={seats} T={teams} {' '.join(words)}")
        except OptionsError:
            continue


class Table:
    """Everybody's real cards beside the engine's game."""

    def __init__(self, options: Options, random: Random, keen: float = 0.0) -> None:
        self.random, self.game, self.keen = random, Game(options), keen
        self.stock, self.pile = shuffled(deck_of(self.game), random), list[Card]()
        self.hands = [[self.stock.pop() for _ in range(options.hand)] for _ in range(options.seats)]
        self.owed, self.late = [0] * options.seats, None

    def act(self) -> Turn:
        """One more turn, roll, exchange or report by whoever is due, at random."""
        if self.late is not None:
            seat, self.late = self.late, None
            return self._report(seat)
        game, seat = self.game, self.game.seat
        turn = self._choose(self.hands[seat - 1])
        game.push(turn)
        if isinstance(turn, Place | Remove | Exchange | EndJoker):
            self.hands[seat - 1].remove(turn.card)
            self.pile.append(turn.card)
        self._draw(turn, seat)
        return turn

    def _choose(self, hand: list[Card]) -> Turn:
        game, random = self.game, self.random
        if game.needs_roll:
            return Roll(game.team, random.choice(game.options.die.faces))
        for card in random.sample(hand, len(hand)):
            if Exchange(game.team, card) in game.legal_turns and random.random() < 0.9:
                return Exchange(game.team, card)
            if game.rules.kind(card) is Kind.END and random.random() < 0.1:
                return EndJoker(game.team)
            if targets := game.targets(card):
                if game.rules.kind(card) is Kind.REMOVAL:
                    return Remove(game.team, card, random.choice(targets))
                return Place(game.team, card, self._square(targets))
        return Pass(game.team)

    def _square(self, targets: Sequence[int]) -> int:
        """Any of them; in a `keen` share of cases one that captures or furthers a pattern most."""
        square = self.random.choice(targets)
        return max(targets, key=self._gain) if self.keen and self.random.random() < self.keen else square

    def _gain(self, square: int) -> int:
        """Captures before all, then the most own chips in a pattern through this square that no other team is in."""
        chips, team = self.game.position.chips, self.game.team
        found = 10 * len(captures(self.game.rules, self.game.position, team, square))
        for pattern in self.game.rules.geometry.through[square]:
            owners = [chips[each] for each in pattern.squares]
            if all(owner in (None, team) for owner in owners):
                found = max(found, owners.count(team))
        return found

    def _draw(self, turn: Turn, seat: int) -> None:
        """What the seat does when its play is done."""
        outcome = self.game.outcome()
        if isinstance(turn, Roll | EndJoker) or (outcome and outcome.termination in ("patterns", "captures")):
            return
        if isinstance(turn, Exchange):
            self._take(seat)
            return
        forgets = isinstance(turn, Place | Remove) and len(self.stock) > 20 and self.random.random() < 0.03
        if forgets and not outcome and not self.owed[seat - 1]:
            self.late = seat
            return
        for _ in range(self.owed[seat - 1] + (not isinstance(turn, Pass))):
            self._take(seat)
        self.owed[seat - 1] = 0

    def _take(self, seat: int) -> None:
        if not self.stock and self.game.options.stock_end == "reshuffle":
            self.stock, self.pile = shuffled(self.pile, self.random), []
        if self.stock:
            self.hands[seat - 1].append(self.stock.pop())

    def _report(self, seat: int) -> Forgot:
        """The seat finds out about its forgotten draw, at once or when the next seat has played."""
        report = Forgot(seat, self.random.random() < 0.5)
        self.game.push(report)
        if not report.late or self.game.options.forgot == "forgive":
            self._take(seat)
        elif self.game.options.forgot == "short_one_round":
            self.owed[seat - 1] += 1
        return report


def deck_of(game: Game) -> list[Card]:
    """Every card of the deck; jokers that may go to any corner are all written alike."""
    alike = game.options.corners == "joker_any"
    faces = [card for card in game.rules.cards.values() if not (alike and card.code in ("JKB", "JKR"))]
    return [card for card in faces for _ in range(game.rules.copies(card))]


def shuffled(cards: list[Card], random: Random) -> list[Card]:
    """The cards in another order."""
    return random.sample(cards, len(cards))
