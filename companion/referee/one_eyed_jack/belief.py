"""What is believed of the table: the hypotheses before and after the present look, and how they keep up with the told.

While a table stays as it is, each look at it says much the same as the one before. So the hypotheses before that calm
are weighed by the calm as a whole, anew at each look, and its evidence counts once.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

from companion.games.one_eyed_jack.state import Game
from companion.referee.belief import Limits, normalised, updated
from companion.referee.observation import PileObservation
from companion.referee.one_eyed_jack.evidence import NO_MEMORY, Evidence, Memory, evidence_of
from companion.referee.one_eyed_jack.hypotheses import REMEMBERED, Hypothesis, Transition, acts
from companion.referee.one_eyed_jack.model import GameModel
from companion.referee.settling import Calm
from companion.referee.tracks import Tracks

LIMITS = Limits()
MESSY, IN_A_MESS = 12, Limits(beam=8, work=60.0)
"""Where more squares than this differ from the game, less is thought of: a table swept bare must not stop the clock."""
DISPUTED_TURNS = 8
"""A turn is told for good once so many others were told after it."""
_UNDOUBTED_NATS = 8.0
"""A square read with more lead than this says the same at every look."""


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
    digest: Hashable = None
    """What that calm showed; nothing is weighed anew while it shows the same."""
    before: Memory = NO_MEMORY
    """What the board showed before that calm."""
    after: Memory = NO_MEMORY
    """The same once it is over."""
    covered: bool = False
    """Whether something was above the board when it was weighed last."""

    @property
    def lead(self) -> Hypothesis:
        """The likeliest hypothesis."""
        return self.beam[0]

    def seen(self, game: Game, calm: Calm, pile: PileObservation) -> "Belief":
        """The belief after a look at which nothing moved; the board is weighed once it has settled."""
        belief = self if self.since_s in (None, calm.since_s) else self.closed()
        belief = replace(belief, tracks=belief.tracks.seen(pile, settled=calm.settled))
        return belief._weighed(game, calm) if calm.settled else belief

    def closed(self) -> "Belief":
        """The belief once the calm is over: what it showed is taken in for good."""
        over = replace(self, prior=self.beam, tracks=self.tracks.closed(), before=self.after)
        return replace(over, since_s=None, digest=None)

    def _weighed(self, game: Game, calm: Calm) -> "Belief":
        evidence = evidence_of(calm, self.tracks, self.before)
        digest = (_digest(evidence), self.tracks)
        if self.since_s is not None and digest == self.digest:
            return self
        model = GameModel(game, evidence)
        plain = min(len(model.changed(hypothesis)) + len(hypothesis.residuals) for hypothesis in self.prior) <= MESSY
        beam = updated(self.prior, model, LIMITS if plain else IN_A_MESS)
        beam = tuple(_aligned(hypothesis, game.turns) for hypothesis in beam)
        recent = normalised([one for one in beam if one.kept >= len(game.turns) - DISPUTED_TURNS])
        beam = recent or beam  # turns long gone are not doubted while there is another account
        weighed = replace(self, beam=beam, since_s=calm.since_s, digest=digest)
        return replace(weighed, after=self.before.after(evidence), covered=evidence.covered)

    def anew(self, hypothesis: Hypothesis) -> "Belief":
        """The belief in one hypothesis alone, with the table yet to be held against it."""
        return replace(self, beam=(hypothesis,)).closed()

    def following(self, game: Game) -> "Belief":
        """The belief once the game was told further, or a turn less: the same hypotheses, seen from there."""
        told = game.turns
        prior, beam = ([_aligned(one, told) for one in known] for known in (self.prior, self.beam))
        return replace(self, prior=tuple(prior), beam=tuple(beam))


def _digest(evidence: Evidence) -> Hashable:
    """What the calm shows, as far as it matters: the doubtful squares with their doubt."""
    doubtful = []
    for square, losses in enumerate(evidence.losses):
        if losses is not None:
            second = sorted(losses)[-2]
            if second > -_UNDOUBTED_NATS:
                doubtful.append((square, round(second)))
    return evidence.best, tuple(doubtful)


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
