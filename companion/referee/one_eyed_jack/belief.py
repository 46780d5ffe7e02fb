"""What is believed of the table: the hypotheses before and after the present look, and how they keep up with the told.

While a table stays as it is, each look at it says much the same as the one before. So the hypotheses before that calm
are weighed by the calm as a whole, anew at each look, and its evidence counts once: how they go on, how well each
predicts what is seen, and what is left over is the model's.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Exchange
from companion.referee.belief import Limits, normalised, updated
from companion.referee.observation import PileObservation
from companion.referee.one_eyed_jack import prices
from companion.referee.one_eyed_jack.cards import card_acts
from companion.referee.one_eyed_jack.evidence import NOTHING, PARTLY_NATS, Changed, Evidence, Shown, evidence_of
from companion.referee.one_eyed_jack.faults import TURN, deviation_named, named, price
from companion.referee.one_eyed_jack.hypotheses import (
    REMEMBERED,
    Deviation,
    Hypothesis,
    Residual,
    Transition,
    acts,
    difference,
)
from companion.referee.one_eyed_jack.turns import SILENT, take_backs, turn_acts
from companion.referee.settling import Calm
from companion.referee.tracks import Track, Tracks

LIMITS = Limits()
DISPUTED_TURNS = 8
"""A turn is told for good once so many others were told after it."""
STANDS_NATS = 3.0
"""A square that looks otherwise by so much stands otherwise; by less it is a doubtful look at the same."""
MANY = 6
"""So many squares at once may be a picture that shows no board at all."""


@dataclass(frozen=True, slots=True)
class Belief:
    """Hypotheses, likeliest first, their weights normalised."""

    prior: tuple[Hypothesis, ...]
    """Those before the present calm."""
    beam: tuple[Hypothesis, ...]
    """Those after it, as far as it was seen."""
    tracks: Tracks
    since_s: float | None = None
    """When the calm began that `beam` has taken in; None once it is over."""
    evidence: Evidence = NOTHING
    """What it was weighed by last."""
    before: Shown = ()
    """What the board showed before that calm."""

    @property
    def lead(self) -> Hypothesis:
        """The likeliest hypothesis."""
        return self.beam[0]

    @property
    def covered(self) -> bool:
        """Whether something was above the board when it was weighed last."""
        return self.evidence.covered

    def seen(self, game: Game, calm: Calm, pile: PileObservation) -> "Belief":
        """The belief after a look at which nothing moved, or a card came; the board is weighed once it has settled.

        What a hand over the pile lets see of the board is weighed again with the card that it lays.
        """
        belief = self
        if self.since_s not in (None, calm.since_s):
            laying = self.lead.lacking and self.tracks.blind and not self.tracks.covered  # its chip lies there already
            belief = replace(self, since_s=None) if laying else self.closed()
        belief = replace(belief, tracks=belief.tracks.seen(pile, settled=calm.settled))
        return belief._weighed(game, calm) if calm.settled else belief

    def unwatched(self) -> "Belief":
        """The belief after a moment in which nobody knows what happened on the table."""
        belief = self if self.since_s is None else self.closed()
        return replace(belief, tracks=belief.tracks.unwatched())

    def closed(self) -> "Belief":
        """The belief once the calm is over: what it showed is taken in for good."""
        shown = self.evidence.best
        return replace(self, prior=self.beam, tracks=self.tracks.closed(), before=shown, since_s=None)

    def _weighed(self, game: Game, calm: Calm) -> "Belief":
        evidence = evidence_of(calm, self.tracks, self.before)
        if self.since_s is not None and evidence.digest == self.evidence.digest:
            return self  # nothing is weighed anew while the table shows the same
        found = updated(self.prior, GameModel(game, evidence), LIMITS)
        beam = tuple(_aligned(hypothesis, game.turns) for hypothesis in found)
        recent = normalised([one for one in beam if one.kept >= len(game.turns) - DISPUTED_TURNS])
        beam = recent or beam  # turns long gone are not doubted while there is another account
        return replace(self, beam=beam, since_s=calm.since_s, evidence=evidence)

    def anew(self, hypotheses: Sequence[Hypothesis]) -> "Belief":
        """The belief in these hypotheses alone, with the table yet to be held against them."""
        return replace(self, beam=normalised(hypotheses)).closed()

    def following(self, game: Game) -> "Belief":
        """The belief once the game was told further, or a turn less: the same hypotheses, seen from there."""
        told = game.turns
        prior, beam = ([_aligned(one, told) for one in known] for known in (self.prior, self.beam))
        return replace(self, prior=tuple(prior), beam=tuple(beam))


def _aligned(hypothesis: Hypothesis, told: Sequence[Transition]) -> Hypothesis:
    """The hypothesis, in which the first of its own turns may have been told by now, or a told one is its own again."""
    kept, turns = hypothesis.kept, hypothesis.turns
    for turn in hypothesis.turns if kept < len(told) else ():
        if kept == len(told) or acts(turn) != acts(told[kept]):
            break
        kept, turns = kept + 1, turns[1:]
    while kept > len(told):
        last = hypothesis._replace(turns=turns).told.entry
        assert last is not None
        kept, turns = kept - 1, (last, *turns)
    return hypothesis if kept == hypothesis.kept else hypothesis._replace(kept=kept, turns=turns)


def believing(game: Game) -> Belief:
    """The belief that this is the game, before anything was seen; in a game gone on with much may have been missed."""
    pile, gone_on = game.position.pile[-REMEMBERED:], bool(game.entries)
    hypothesis = Hypothesis(game.moment, len(game.turns), pile=pile, blind=gone_on)
    return Belief((hypothesis,), (hypothesis,), Tracks(covered=gone_on))


def _least(track: Track) -> float:
    """What a card that was seen costs at least: none came, or one of its faces was laid, or one nobody thinks of."""
    laid = min(prices.FACE - track.faces[0][1], -track.least) if track.read else 0.0
    return min(-track.none_came_nats(prices.GHOST), laid - track.came_nats)


def _mending(hypothesis: Hypothesis, mended: Sequence[Deviation]) -> float:
    """What it costs that these are put right in this look."""
    seen = hypothesis.position.ply - hypothesis.fresh
    return prices.MENDED + prices.MENDED_LATE * max(0, min(seen - one.now.position.ply for one in mended))


class GameModel:
    """The hypotheses' laws for one look."""

    def __init__(self, game: Game, evidence: Evidence) -> None:
        births = evidence.tracks.births
        left = [births[taken:] for taken in range(len(births) + 1)]
        self._game, self._evidence = game.remembering(), evidence
        self._changed: dict[Hashable, tuple[Hypothesis, Changed]] = {}
        self._faces = [{face for track in tracks for face in track.candidates} for tracks in left]
        self._ahead = [sum(map(_least, tracks)) for tracks in left]

    def changed(self, hypothesis: Hypothesis) -> Changed:
        """What the hypothesis does not explain."""
        told = id(hypothesis.now), hypothesis.deviations, hypothesis.misread
        known = self._changed.get(told)
        if known is None:  # it keeps the hypothesis, lest its moment's number become another's
            known = self._changed[told] = hypothesis, self._evidence.changed(hypothesis)
        return known[1]

    def successors(self, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
        """The hypothesis with one act more."""
        game, changed = self._game.at(hypothesis.now), self.changed(hypothesis)
        yield from card_acts(self._game, self._evidence.tracks, hypothesis)
        yield from turn_acts(game, self._evidence, hypothesis, changed)
        seems = 0.0 if self._evidence.covered else prices.MISREAD
        for square, loss in changed.items() if len(changed) < MANY else ():
            if -PARTLY_NATS <= loss < -STANDS_NATS:  # not seen for certain: it only seems to have changed
                yield hypothesis._replace(misread=(*hypothesis.misread, square)).weighed(loss - seems)
        if changed or self._evidence.tracks.births:
            yield from take_backs(self._evidence, hypothesis, changed)

    def bound(self, hypothesis: Hypothesis) -> float:
        """The log weight that the hypothesis can hardly exceed: cards are to come, and each square left needs an act.

        A heuristic as in A* search: the closer to what the acts will cost, the fewer hypotheses are branched.
        """
        filled = min(hypothesis.lacking, len(self._ahead) - 1 - hypothesis.taken)
        cards = prices.ITS_CARD * filled + self._ahead[hypothesis.taken + filled]
        return hypothesis.weight - cards - (self._squares(hypothesis) if self.changed(hypothesis) else 0.0)

    def _squares(self, hypothesis: Hypothesis) -> float:
        """What explaining the squares that are left costs at least: each is misread, or somebody acted on it."""
        chips, best, layout = hypothesis.position.chips, self._evidence.best, self._game.layout
        faces = self._faces[hypothesis.taken].union(hypothesis.laid)
        taken = 0.0 if self._game.options.capture_lengths else prices.CHIP
        least, turn = 0.0, prices.ANOTHER_TURN * (hypothesis.fresh > 0)
        left = [(square, loss) for square, loss in self.changed(hypothesis).items() if best[square] != chips[square]]
        for square, loss in left:
            laid = prices.SQUARE_OF_CARD if layout[square] in faces else prices.TAKEN_BACK
            least += min(-loss, turn + (taken if best[square] is None else laid))
            turn = prices.ANOTHER_TURN
        return min(least, prices.DISTURBED + prices.DISTURBED_MOVED / 2 * len(left), prices.USELESS_LOOK)

    def explained(self, hypothesis: Hypothesis) -> Hypothesis | None:
        """The hypothesis with whatever it leaves unexplained called a fault, weighed by the look."""
        tracks = self._evidence.tracks
        if hypothesis.taken < len(tracks.births):
            return None
        before, chips = hypothesis.deviations, hypothesis.position.chips
        kept = tuple(filter(None, (self._left_of(hypothesis, one) for one in before)))
        standing = dict.fromkeys(chain.from_iterable(one.residuals for one in kept))
        mended = [one for one in before if not standing.keys() >= {*one.residuals}]
        renamed = [one for one in kept if one not in before and (one.code == "BOARD_DISTURBED" or hypothesis.fresh)]
        nats = (
            -sum(price(self._game.at(one.now), one.code, one.sight) for one in renamed)
            - self._half_turn(hypothesis)
            + sum(loss for loss in self.changed(hypothesis).values() if loss >= -STANDS_NATS)
            + (tracks.news(hypothesis.top) if tracks.top.read and not tracks.births else 0.0)
            - prices.LOST_SQUARE * sum(chips[square] == was for square, was in self._evidence.lost)
            - prices.SECOND_CARD * max(0, hypothesis.waiting - 1)
        )
        shifted = [square for square, loss in self.changed(hypothesis).items() if loss < -STANDS_NATS]
        found = [square for square in shifted if chips[square] != self._evidence.best[square]]
        deviations, more = self._deviating(hypothesis._replace(deviations=kept), found)
        nats -= more + (_mending(hypothesis, mended) if mended else 0.0)
        if nats < -prices.USELESS_LOOK and len(found) >= MANY and not hypothesis.blind:
            return hypothesis._replace(taken=0, fresh=0, misread=(), blind=True).weighed(-prices.USELESS_LOOK)
        return hypothesis._replace(deviations=deviations, taken=0, fresh=0, misread=(), blind=False).weighed(nats)

    def _left_of(self, hypothesis: Hypothesis, deviation: Deviation) -> Deviation | None:
        """A deviation as far as it still stands, with the name that what is left of it deserves."""
        left = tuple(
            (square, chip)
            for square, chip in deviation.residuals
            if hypothesis.position.chips[square] != chip and self._evidence.loss(square, chip) >= -STANDS_NATS
        )
        if left == deviation.residuals:
            game, changed = self._game.at(hypothesis.now), difference(hypothesis.position, dict(left))
            if not hypothesis.waiting or named(game, hypothesis.laid[0], changed)[0] != TURN:
                return deviation
        return self._named(hypothesis, left, deviation.code) if left else None

    def _half_turn(self, hypothesis: Hypothesis) -> float:
        """What it costs that the first card that waits is left waiting."""
        card, game = hypothesis.laid[0] if hypothesis.waiting else None, self._game.at(hypothesis.now)
        kind = None if card is None or game.outcome() else game.rules.kind(card)
        if card is None or kind not in (Kind.PLAIN, Kind.END):
            return 0.0
        if kind is Kind.END or game.judge(Exchange(game.team, card)):
            return prices.DEAD_KEPT
        lost = {square for square, _ in self._evidence.lost}
        return prices.HALF_COVERED if not lost.isdisjoint(game.targets(card)) else 0.0

    def _deviating(self, hypothesis: Hypothesis, squares: Sequence[int]) -> tuple[tuple[Deviation, ...], float]:
        """The hypothesis's deviations with one more for these squares, and what that costs."""
        if not squares:
            return hypothesis.deviations, 0.0
        residuals = tuple((square, self._evidence.best[square]) for square in squares)
        deviation, game = self._named(hypothesis, residuals), self._game.at(hypothesis.now)
        disturbed = next((one for one in hypothesis.deviations if one.code == "BOARD_DISTURBED"), None)
        if disturbed is not None:  # it grows
            grown = replace(self._named(hypothesis, (*disturbed.residuals, *residuals)), code="BOARD_DISTURBED")
            others = [one for one in hypothesis.deviations if one is not disturbed]
            return (*others, grown), price(game, deviation.code, deviation.sight)
        if deviation.code == "NO_CARD" and hypothesis.fresh and not hypothesis.lacking:  # its card was another turn's
            deviation = replace(deviation, code="REMOVED_WITHOUT_JACK")
        more = prices.ANOTHER_TURN * bool(hypothesis.fresh)
        blind = self._evidence.tracks.blind or hypothesis.overlooked
        more += prices.NOTHING_LAID * bool(hypothesis.fresh and hypothesis.lacking and not blind)
        return (*hypothesis.deviations, deviation), price(game, deviation.code, deviation.sight) + more

    def _named(self, hypothesis: Hypothesis, residuals: tuple[Residual, ...], known: str = "") -> Deviation:
        """The deviation that these residuals are; one that is no turn keeps the code by which it is known."""
        game, silent = self._game.at(hypothesis.now), known in SILENT
        changed = difference(hypothesis.position, dict(residuals))
        code, about = deviation_named(game, () if silent else hypothesis.laid, changed)
        return Deviation(known if silent else code, about, hypothesis.now, residuals)
