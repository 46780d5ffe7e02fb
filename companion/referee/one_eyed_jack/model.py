"""The laws by which a look weighs hypotheses: what may follow, what is left costs at least, what nothing explains."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice

from companion.games.cards import Card
from companion.games.one_eyed_jack.playing import chips_after
from companion.games.one_eyed_jack.position import Chips
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.sight import Sight
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import EndJoker, Place, Remove
from companion.games.squares import NEIGHBOURS
from companion.referee.one_eyed_jack import prices
from companion.referee.one_eyed_jack.cards import card_acts
from companion.referee.one_eyed_jack.evidence import HIDDEN, PARTLY_NATS, STANDS_NATS, Changed, Evidence
from companion.referee.one_eyed_jack.faults import TURN, deviation_named, named, price
from companion.referee.one_eyed_jack.hypotheses import Deviation, Hypothesis, Residual, captured_in, difference
from companion.referee.one_eyed_jack.turns import SILENT, another_turn, card_alone, take_backs, turn_acts

MANY = 6
"""So many squares at once may be a picture that shows no board at all."""


class GameModel:
    """The hypotheses' laws for one look."""

    def __init__(self, game: Game, evidence: Evidence) -> None:
        seen = zip(game.layout.cards, game.position.chips, evidence.shown, strict=True)
        came = frozenset(card for card, was, now in seen if card and was is None and now not in (None, HIDDEN))
        evidence = replace(evidence, tracks=evidence.tracks.expecting(came))
        self._game, self._evidence = game.remembering(), evidence
        self._faces = frozenset(chain.from_iterable(birth.candidates for birth in evidence.tracks.births))
        # what is known by its number is kept beside what is known of it, lest that number become another's
        self._changed: dict[Hashable, tuple[Hypothesis, Changed]] = {}
        self._to_come: dict[tuple[int, Sequence[Card | None]], float] = {}

    def changed(self, hypothesis: Hypothesis) -> Changed:
        """What the hypothesis does not explain."""
        return self._unexplained(hypothesis, self._chips(hypothesis))

    def _unexplained(self, hypothesis: Hypothesis, chips: Chips) -> Changed:
        told = chips, id(hypothesis.deviations), hypothesis.misread
        known = self._changed.get(told)
        if known is None:
            known = self._changed[told] = hypothesis, self._evidence.changed(hypothesis, chips)
        return known[1]

    def _chips(self, hypothesis: Hypothesis) -> Chips:
        """What the hypothesis has on the board, the turn ahead of it played."""
        now, turn = hypothesis.now, hypothesis.ahead
        if not isinstance(turn, Place | Remove):
            return now.position.chips
        return chips_after(self._game.rules, now.position, turn)

    def played(self, hypothesis: Hypothesis) -> Hypothesis:
        """The hypothesis with nothing ahead: what follows from its last turn is worked out."""
        now, turn = hypothesis.now, hypothesis.ahead
        return hypothesis._replace(now=self._game.at(now).following(turn), ahead=None) if turn else hypothesis

    def successors(self, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
        """The hypothesis with one act more."""
        game, changed = self._game.at(hypothesis.now), self.changed(hypothesis)
        yield from card_acts(self._game, self._evidence.tracks, hypothesis)
        yield from turn_acts(game, self._evidence, hypothesis, changed)
        for square, loss in changed.items() if len(changed) < MANY else ():
            if -PARTLY_NATS <= loss < -STANDS_NATS:  # not seen for certain: it only seems to have changed
                yield hypothesis._replace(misread=(*hypothesis.misread, square)).weighed(loss - prices.MISREAD)
        yield from take_backs(game, self._evidence, hypothesis, self.changed)

    def bound(self, hypothesis: Hypothesis) -> float:
        """The log weight that it will hardly exceed, since each square that is left needs an act, as in A* search.

        An act costs little where a chip went, or came to the square of a card in sight, and more elsewhere.
        """
        chips, laid = self._chips(hypothesis), hypothesis.laid
        changed = self._unexplained(hypothesis, chips)
        told = id(changed), laid
        if told not in self._to_come:
            self._to_come[told] = self._acts_to_come(changed, chips, laid)
        return hypothesis.weight - self._to_come[told]

    def _acts_to_come(self, changed: Changed, chips: Chips, laid: Sequence[Card | None]) -> float:
        """What the acts hardly cost less than that explain these squares, with these cards waiting."""
        best, layout, costs = self._evidence.best, self._game.layout.cards, 0.0
        for square in (square for square in changed if best[square] != chips[square]):
            cheap = best[square] is None or layout[square] in self._faces or layout[square] in laid
            costs += min(-changed[square], prices.CHIP if cheap else prices.SQUARE + prices.ANOTHER_TURN)
        return min(costs, prices.USELESS_LOOK)

    def explained(self, hypothesis: Hypothesis) -> Hypothesis | None:
        """The hypothesis with whatever it leaves unexplained called a fault, weighed by the look."""
        tracks = self._evidence.tracks
        if hypothesis.taken < len(tracks.births):
            return None
        before, position, changed = hypothesis.deviations, hypothesis.position, self.changed(hypothesis)
        doubts = self._doubts(hypothesis, changed)
        kept = tuple(filter(None, (self._left_of(hypothesis, one) for one in before)))
        standing = dict.fromkeys(chain.from_iterable(one.residuals for one in kept))
        mended = [one for one in before if not standing.keys() >= {*one.residuals}]
        renamed = [one for one in kept if one not in before and (one.code == "BOARD_DISTURBED" or hypothesis.fresh)]
        nats = (
            -sum(price(self._game.at(one.now), one.code, one.sight) for one in renamed)
            - self._half_turn(hypothesis)
            + sum(worst - hypothesis.doubts.get(part, 0.0) for part, worst in doubts.items())
            + (tracks.news(hypothesis.top) if tracks.top.read and not tracks.births else 0.0)
            - prices.SECOND_CARD * max(0, hypothesis.waiting - 1)
        )
        shifted = [square for square, loss in changed.items() if loss < -STANDS_NATS]
        found = [square for square in shifted if position.chips[square] != self._evidence.best[square]]
        deviations, more = self._deviating(hypothesis._replace(deviations=kept), found) if found else (kept, 0.0)
        nats -= more
        if mended:
            played_on = min(position.ply - hypothesis.fresh - one.now.position.ply for one in mended)
            nats -= prices.MENDED + prices.MENDED_LATE * max(0, played_on)
        if nats < -prices.USELESS_LOOK and len(found) >= MANY and not hypothesis.blind:
            return hypothesis._replace(taken=0, fresh=0, misread=(), blind=True).weighed(-prices.USELESS_LOOK)
        after = hypothesis._replace(deviations=deviations, taken=0, fresh=0, misread=(), doubts=doubts, blind=False)
        stands = after.stands(position.chips)
        lost = sum(stands[square] == was for square, was in self._evidence.lost)
        return after.weighed(nats - prices.LOST_SQUARE * lost)

    def _doubts(self, hypothesis: Hypothesis, changed: Changed) -> dict[Residual, float]:
        """How doubtful what stands has looked so far: a lamp that leaves a square in doubt does so at every look."""
        stands = hypothesis.stands(hypothesis.position.chips)
        doubts = {part: worst for part, worst in hypothesis.doubts.items() if stands[part[0]] == part[1]}
        for square, loss in changed.items():
            if loss >= -STANDS_NATS:
                standing = square, stands[square]
                doubts[standing] = min(loss, doubts.get(standing, 0.0))
        return doubts

    def _left_of(self, hypothesis: Hypothesis, deviation: Deviation) -> Deviation | None:
        """A deviation as far as it still stands, with the name that what is left of it deserves."""
        if deviation.to_take_up:
            return deviation if hypothesis.laid[:1] == (deviation.sight.card,) else None
        left = tuple(
            (square, chip)
            for square, chip in deviation.residuals
            if hypothesis.position.chips[square] != chip
            and self._evidence.loss(square, chip) >= -STANDS_NATS
            and not self._evidence.faded(square, chip)  # it was seen in spite of the lamp, and taken off since
        )
        if deviation.code == "CHIP_MOVED" and left != deviation.residuals:  # one chip leaves what is out of sight, too
            left = tuple(one for one in left if self._evidence.losses[one[0]] is not None)
        standing = {square for square, _ in left} <= {*deviation.sight.vanished}
        if left and standing and deviation.code == "CAPTURE_NOT_CLEARED":
            return deviation if left == deviation.residuals else self._left_standing(hypothesis, left)
        if left == deviation.residuals:
            game, changed = self._game.at(hypothesis.now), difference(hypothesis.position, dict(left))
            rolled = deviation.code == "DIE_MISSING" and not game.needs_roll  # it is another's turn, and no roll helps
            if not rolled and (not hypothesis.waiting or named(game, hypothesis.laid[0], changed)[0] != TURN):
                return deviation
        return self._named(hypothesis, left, deviation.code) if left else None

    def _half_turn(self, hypothesis: Hypothesis) -> float:
        """What it costs that the first card that waits is left waiting."""
        game = self._game.at(hypothesis.now)
        alone = card_alone(game, self._evidence, hypothesis, self.changed(hypothesis))
        if alone is None or game.outcome():
            return 0.0
        if isinstance(alone, EndJoker) or game.judge(alone):
            return prices.DEAD_KEPT
        lost = {square for square, was in self._evidence.lost if was is None}  # where a chip was, it went
        plain = game.rules.kind(alone.card) is Kind.PLAIN
        return prices.HALF_COVERED if plain and not lost.isdisjoint(game.targets(alone.card)) else 0.0

    def _deviating(self, hypothesis: Hypothesis, squares: Sequence[int]) -> tuple[tuple[Deviation, ...], float]:
        """The hypothesis's deviations with one more for these squares, and what that costs."""
        seen = tuple((square, self._evidence.best[square]) for square in squares)
        if clearing := self._clearing(hypothesis, seen):
            return clearing, prices.MENDED
        nudged = self._nudged_from(hypothesis, seen)
        residuals = seen + nudged
        deviation = self._named(hypothesis, residuals)
        cost = price(self._game.at(hypothesis.now), deviation.code, deviation.sight)
        for one in hypothesis.deviations:
            whole, grows = self._named(hypothesis, (*one.residuals, *residuals)), one.code == "BOARD_DISTURBED"
            if grows or (one.code not in SILENT and whole.code == "CHIP_MOVED"):
                others = (other for other in hypothesis.deviations if other is not one)
                return (*others, replace(whole, code=one.code) if grows else whole), cost
        tracks = self._evidence.tracks
        more = prices.ANOTHER_TURN * another_turn(self._evidence, hypothesis) + prices.CHIP * len(nudged)
        blind = tracks.blind or (tracks.gap and tracks.births) or hypothesis.overlooked
        more += prices.NOTHING_LAID * bool(hypothesis.fresh and hypothesis.lacking and not blind)
        counted = tracks.births and not (tracks.covered or hypothesis.waiting)
        if deviation.code == "NO_CARD":  # beside a card that waits an own chip is wanted no more than with a jack
            own = self._game.at(hypothesis.now).team in (hypothesis.position.chips[one] for one, _ in residuals)
            more += prices.NOT_ITS_CARD * bool(counted) + prices.OWN_CHIP * bool(hypothesis.waiting and own)
        return (*hypothesis.deviations, deviation), cost + more

    def _clearing(self, hypothesis: Hypothesis, seen: tuple[Residual, ...]) -> tuple[Deviation, ...]:
        """The deviations once these captured chips are off as well and others are yet to go; none if that is not so."""
        for one in hypothesis.deviations:
            if one.code == "CAPTURE_NOT_CLEARED" and {*seen} < {(square, None) for square in one.sight.vanished}:
                left = self._named(hypothesis, (*one.residuals, *seen))
                return tuple(left if other is one else other for other in hypothesis.deviations)
        return ()

    def _nudged_from(self, hypothesis: Hypothesis, seen: tuple[Residual, ...]) -> tuple[Residual, ...]:
        """The square beside under a lamp's image from which the one chip that is seen to have come was nudged."""
        (square, came), chips = seen[0], hypothesis.position.chips
        beside = (one for one in NEIGHBOURS[square] if chips[one] == came and self._evidence.faded(one, came))
        left = list(beside) if came is not None and len(seen) == 1 else []
        return ((left[0], None),) if len(left) == 1 else ()

    def _named(self, hypothesis: Hypothesis, residuals: tuple[Residual, ...], known: str = "") -> Deviation:
        """The deviation that these residuals are; one that is no turn keeps the code by which it is known."""
        since = None if hypothesis.blind else hypothesis.fresh  # after a power cut nobody knows what was taken off
        if {*residuals} <= captured_in(islice(hypothesis.moments, since)).keys():
            return self._left_standing(hypothesis, residuals)
        game, silent = self._game.at(hypothesis.now), known in SILENT
        changed = difference(hypothesis.position, dict(residuals))
        code, about = deviation_named(game, () if silent else hypothesis.laid, changed)
        cardless = known or (hypothesis.fresh and not hypothesis.lacking)  # left of a fault, or the card was a turn's
        if cardless and code in ("NO_CARD", "DIE_MISSING") and about.vanished == about.squares:
            code = "REMOVED_WITHOUT_JACK"
        gone = {(square, None) for square in about.vanished}
        if code == "CAPTURE_NOT_CLEARED" and gone <= hypothesis.residuals.items():
            code = "BOARD_DISTURBED"  # they went before: with them it is a turn
        return Deviation(known if silent else code, about, hypothesis.now, residuals)

    def _left_standing(self, hypothesis: Hypothesis, residuals: tuple[Residual, ...]) -> Deviation:
        """Captured chips that are still there, though play has gone on."""
        about = Sight(hypothesis.top, vanished=tuple(square for square, _ in residuals))
        return Deviation("CAPTURE_NOT_CLEARED", about, hypothesis.now, residuals)
