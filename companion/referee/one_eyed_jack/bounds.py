"""What a hypothesis will cost at least once it explains the look: a heuristic as in A* search.

The closer it is to what the acts will cost, the fewer hypotheses are branched, and the more of those that differ only
in what nobody could see are thought to their end.
"""

from collections.abc import Collection, Hashable
from itertools import chain, islice

from companion.games.cards import Card
from companion.games.one_eyed_jack.position import Chips
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Place, Remove
from companion.referee.one_eyed_jack import prices
from companion.referee.one_eyed_jack.evidence import Changed, Evidence
from companion.referee.one_eyed_jack.hypotheses import Hypothesis, Transition
from companion.referee.one_eyed_jack.turns import another_turn
from companion.referee.tracks import Track


def _least(track: Track, face: float) -> float:
    """What a card that was seen costs at least: none came, or one of its faces did at this price."""
    none_came = -track.none_came_nats(prices.GHOST) - track.most  # it looks no likelier than the likeliest face would
    return min(none_came, (face - track.most) * track.read - track.came_nats)


class Bounds:
    """What is still to come costs at least, for the hypotheses of one look."""

    def __init__(self, game: Game, evidence: Evidence) -> None:
        births = evidence.tracks.births
        left = [births[taken:] for taken in range(len(births) + 1)]
        self._game, self._evidence, self._births = game, evidence, births
        # what is known by its number is kept beside what is known of it, lest that number become another's
        self._squares: dict[Hashable, tuple[Changed, float]] = {}
        self._faces = [frozenset(chain.from_iterable(one.candidates or (None,) for one in tracks)) for tracks in left]
        self._ahead = [sum(_least(track, prices.FACE) for track in tracks) for tracks in left]
        self._filling = [sum(_least(track, prices.ITS_CARD) for track in tracks) for tracks in left]

    def cards(self, hypothesis: Hypothesis) -> float:
        """What the cards that came and are not accounted for cost at least.

        The first is that of a turn that lacks one only if it may have been played with it: those before go without.
        """
        taken, lacking = hypothesis.taken, hypothesis.lacking
        if taken == len(self._births):
            return 0.0
        if not lacking:
            layout, faces = self._game.layout.cards, self._faces[taken]
            wrong = any(layout[square] in faces for square in hypothesis.residuals)
            return (self._filling if wrong else self._ahead)[taken]
        track, missing = self._births[taken], prices.missing(self._evidence.tracks.covered or hypothesis.overlooked)
        without = self._without_card(hypothesis) if track.candidates else 0
        face = prices.FACE + lacking * missing if without is None else prices.ITS_CARD + without * missing
        misread = prices.ITS_CARD - track.least - track.came_nats
        return min(_least(track, face), misread) + self._filling[taken + 1]

    def squares(self, hypothesis: Hypothesis, changed: Changed, chips: Chips) -> float:
        """What explaining the squares that are left costs at least, where the hypothesis has these chips there."""
        cards, cheap = self._faces[hypothesis.taken].union(hypothesis.laid), self._cheap(hypothesis, changed)
        another = prices.ANOTHER_TURN * another_turn(self._evidence, hypothesis)
        alike = id(changed), cards, another, cheap
        if alike not in self._squares:
            best = self._evidence.best
            left = {square: loss for square, loss in changed.items() if best[square] != chips[square]}
            self._squares[alike] = changed, self._explaining(left, cards, dict(cheap), another)
        return self._squares[alike][1]

    def _without_card(self, hypothesis: Hypothesis) -> int | None:
        """How many turns will never have their card if the next that came is that of a turn; None if it is none's."""
        entries = [moment.entry for moment in islice(hypothesis.moments, hypothesis.lacking)]
        turns = [hypothesis.ahead, *entries] if hypothesis.ahead else entries
        latest = min(hypothesis.lacking, len(self._births) - hypothesis.taken + 1)  # those after it have theirs
        faces = self._births[hypothesis.taken].candidates
        fits = [later for later in range(latest) if any(self._fits(turns[later], face) for face in faces)]
        return hypothesis.lacking - 1 - fits[-1] if fits else None

    def _fits(self, turn: Transition | None, face: Card) -> bool:
        """Whether a turn whose card nobody knows may have been played with this one."""
        kind = self._game.rules.kind(face)
        match turn:
            case Place(square=square):
                return kind is Kind.WILD or self._game.layout.cards[square] == face
            case Remove():
                return kind is Kind.REMOVAL
        return True

    def _explaining(self, left: Changed, cards: Collection[Card | None], cheap: Changed, another: float) -> float:
        """What explaining these squares costs at least: each is misread, or somebody acted on it.

        Or the look is of no use, which costs less than to meddle with so many squares that acts would cost more. A
        chip that no card in sight explains is taken for a fault: a turn that costs less is only thought of later.
        """
        best, layout = self._evidence.best, self._game.layout.cards
        moved = self._evidence.lost or any(best[square] is None for square in left)
        free = any(card is None or self._game.rules.kind(card) is Kind.WILD for card in cards)
        laid = prices.TAKEN_BACK if moved else prices.SQUARE + (0.0 if free else prices.FAULT)
        taken = 0.0 if self._game.options.capture_lengths else prices.CHIP
        acts, turn = 0.0, another
        for square, loss in left.items():
            placed = prices.SQUARE_OF_CARD if layout[square] in cards else laid
            placed = min(placed, cheap.get(square, placed))
            acts += min(-loss, turn + (taken if best[square] is None else placed))
            turn = 0.0  # a fault may be all the others
        return min(acts, prices.USELESS_LOOK)

    def _cheap(self, hypothesis: Hypothesis, changed: Changed) -> tuple[tuple[int, float], ...]:
        """The squares on which a chip costs less than elsewhere: a jack refills the one that the turn before emptied.

        Or it stood there at the last look: of those that were captured since some may do so still.
        """
        last, best = hypothesis.ahead or hypothesis.now.entry, self._evidence.best
        refilled = [(last.square, prices.RETAKEN)] if isinstance(last, Remove) and last.square in changed else []
        turns = hypothesis.fresh if self._game.options.capture_lengths else 0
        past = islice(hypothesis.moments, turns - (hypothesis.ahead is not None), None) if turns else ()
        before = next(iter(past), None)
        stood: Chips = before.position.chips if before else ()
        return (*refilled, *((square, 0.0) for square in changed if stood and stood[square] == best[square]))
