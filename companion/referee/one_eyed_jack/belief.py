"""What is believed of the table: the hypotheses before and after the present look, and how they keep up with the told.

While a table stays as it is, each look at it says much the same as the one before. So the hypotheses before that calm
are weighed by the calm as a whole, anew at each look, and its evidence counts once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from companion.games.one_eyed_jack.state import Game
from companion.referee.belief import Limits, normalised, updated
from companion.referee.observation import PileObservation
from companion.referee.one_eyed_jack.evidence import HIDDEN, NOTHING, Evidence, Shown, evidence_of
from companion.referee.one_eyed_jack.hypotheses import Hypothesis, Transition, acts
from companion.referee.one_eyed_jack.model import GameModel
from companion.referee.settling import Calm
from companion.referee.tracks import Tracks

LIMITS = Limits(work=62.0, leaf=0.5)
"""With more a look that makes no sense takes too long: 112 ms where leaves cost nothing. Of 360 games full of mishaps
all come out as they do with 75 and none, and 132 drawn tables under a lamp's image are told no fault that is none."""
DISPUTED_TURNS = 16
"""A turn is told for good once so many others were told after it."""


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
    laying: bool = False
    """Whether what `beam` has taken in last is to be weighed again, with the card that a hand was laying then."""

    @property
    def lead(self) -> Hypothesis:
        """The likeliest hypothesis."""
        return self.beam[0]

    def seen(self, game: Game, calm: Calm, pile: PileObservation, limits: Limits = LIMITS) -> "Belief":
        """The belief after a look at which nothing moved, or a card came; the board is weighed once it has settled.

        What a hand over the pile lets see of the board is weighed again with the card that it lays.
        """
        belief = self
        if self.since_s not in (None, calm.since_s):
            tracks = self.tracks  # where a hand lays a card its chip lies there already, and no card has come before
            laying = self.lead.lacking and tracks.blind and not (tracks.covered or tracks.births)
            belief = replace(self, since_s=None, laying=True) if laying else self.closed()
        elif self.laying and pile.came and self.tracks.births:  # that card had no calm of its own before the next came
            belief = replace(self, prior=self.beam, before=self.evidence.shown, laying=False)
        belief = replace(belief, tracks=belief.tracks.seen(pile, settled=calm.settled))
        return belief._weighed(game, calm, limits) if calm.settled else belief

    def unwatched(self) -> "Belief":
        """The belief after a moment in which nobody knows what happened on the table."""
        belief = self if self.since_s is None else self.closed()
        return replace(belief, tracks=belief.tracks.unwatched())

    def closed(self) -> "Belief":
        """The belief once the calm is over: what it showed is taken in for good."""
        shown = self.evidence.shown
        return replace(self, prior=self.beam, tracks=self.tracks.closed(), before=shown, since_s=None, laying=False)

    def _weighed(self, game: Game, calm: Calm, limits: Limits) -> "Belief":
        evidence = evidence_of(calm, self.tracks, self.before)
        if self.laying and self._went_on(evidence):
            return self.closed()._weighed(game, calm, limits)
        if self.since_s is not None and evidence.digest == self.evidence.digest:
            return self  # nothing is weighed anew while the table shows the same
        found = updated(self.prior, GameModel(game, evidence), limits)
        beam = tuple(_aligned(hypothesis, game.turns) for hypothesis in found)
        recent = normalised([one for one in beam if one.kept >= len(game.turns) - DISPUTED_TURNS])
        beam = recent or beam  # turns long gone are not doubted while there is another account
        return replace(self, beam=beam, since_s=calm.since_s, evidence=evidence, laying=False)

    def _went_on(self, evidence: Evidence) -> bool:
        """Whether something else changed, and no card came: nobody's hand was laying one where the pile is not seen."""
        shown = enumerate(zip(self.evidence.best, evidence.best, strict=True))
        changed = [square for square, (was, now) in shown if was != now and HIDDEN not in (was, now)]
        laid = getattr(self.lead.now.entry, "square", None) in changed
        return bool(changed) and not laid and evidence.tracks.births == self.evidence.tracks.births

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
    kept, both = hypothesis.kept, zip(hypothesis.turns, told[hypothesis.kept :], strict=False)
    same = sum(1 for _ in takewhile(lambda pair: acts(pair[0]) == acts(pair[1]), both))
    after = min(kept + same, len(told))
    return hypothesis if after == kept else hypothesis._replace(kept=after, untold=hypothesis.untold + kept - after)


def believing(game: Game, *, pile_known: bool = False) -> Belief:
    """The belief that this is the game, before anything was seen; the pile may be known from the game before.

    In a game gone on with much may have been missed.
    """
    gone_on = bool(game.entries)
    hypothesis = Hypothesis(game.moment, len(game.turns), pile=game.position.pile, blind=gone_on)
    return Belief((hypothesis,), (hypothesis,), Tracks(begun=pile_known, covered=gone_on))
