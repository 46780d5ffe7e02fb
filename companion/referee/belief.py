"""The belief: a beam of weighted hypotheses about what led to the table as it looks. Whichever game it is.

This is multiple hypothesis tracking (Reid, 1979): each hypothesis is a whole account of the evening so far, with a log
weight. A look at the table branches every hypothesis into what may have happened since the last one, each act at its
price, and weighs what comes out by how likely it makes the look. Hypotheses that come to the same state are merged, the
likelier one standing for both (as in Viterbi's algorithm); the unlikely ones are pruned. Branching is best first, so
that a look which has a plain explanation costs next to nothing and one that has none costs no more than its budget.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from math import exp, fsum, inf, log
from typing import Protocol, Self, TypeVar


class Weighted(Protocol):
    """A hypothesis of the evening; frozen."""

    @property
    def weight(self) -> float:
        """Its log weight, in nats."""

    @property
    def key(self) -> Hashable:
        """What the hypothesis comes to; hypotheses with one key are merged."""

    def weighed(self, nats: float) -> Self:
        """The same hypothesis, so much likelier."""


AGREED = 0.85
"""Hypotheses that say the same must have this probability together for it to be told."""
MOSTLY = 0.5
"""A fault is told when it is likelier than not."""
RIVAL = 0.05
"""What is as likely as this is worth a question."""

H = TypeVar("H", bound=Weighted)
S = TypeVar("S", bound=Hashable)


class Model(Protocol[H]):
    """What a game knows of one look: how hypotheses go on, and how well each predicts it."""

    def successors(self, hypothesis: H) -> Iterable[H]:
        """The hypothesis with one act more, for each that may help to explain the look; weights have their prices."""

    def played(self, hypothesis: H) -> H:
        """The hypothesis in full, if no more of it was worked out than `bound` asks for."""
        return hypothesis

    def bound(self, hypothesis: H) -> float:
        """The log weight that the hypothesis and whatever follows from it can hardly exceed; at most its own."""
        return hypothesis.weight

    def explained(self, hypothesis: H) -> H | None:
        """The hypothesis as it explains this look without a further act; None when it cannot."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is thought of."""

    beam: int = 24
    """So many hypotheses are kept."""
    width_nats: float = 12.0
    """A hypothesis so much less likely than the best is dropped; at 10 two quick jacks, one unread, are lost."""
    work: float = 75.0
    """So many partial hypotheses are branched in one look, fewer when they branch into many. Where a chip lies
    somewhere under a lamp's image 72 drawn tables are told 13 faults at 45, and 132 none at 62; of 1,998 turns of
    Black Jack 48 fewer are told right at 60 than at 75."""
    leaf: float = 0.0
    """So much of that a hypothesis costs that goes on in no way: nothing where its likes are the answers to a question,
    as cards are that may lie under the top one."""
    branch: float = 0.08
    """So much of that each branch costs besides, measured on looks that make no sense."""


def updated(beam: Sequence[H], model: "Model[H]", limits: Limits) -> tuple[H, ...]:
    """The beam after a look, likeliest first, its weights normalised; never empty if `beam` is not.

    Partial hypotheses are branched best first, each state once unless a likelier way to it is found later, until none
    can come near the best that was found. Every hypothesis that `model` can explain is in the running, whether or not
    the search came to its end.
    """
    order, queue, seen = count(), list[tuple[float, int, H]](), dict[Hashable, float]()
    found, least, work = dict[Hashable, H](), -inf, 0.0
    for hypothesis in beam:
        heappush(queue, (-model.bound(hypothesis), next(order), hypothesis))
    while queue and work < limits.work and -queue[0][0] >= least:
        hypothesis = model.played(heappop(queue)[2])
        if hypothesis.weight <= seen.get(hypothesis.key, -inf):
            continue
        seen[hypothesis.key] = hypothesis.weight
        explained = model.explained(hypothesis)
        if explained is not None:  # of those that come to the same the likelier one stands for both
            found[explained.key] = max(explained, found.get(explained.key, explained), key=lambda one: one.weight)
            least = max(least, explained.weight - limits.width_nats)
        work += limits.leaf
        for number, following in enumerate(model.successors(hypothesis)):
            work += limits.branch + (1.0 - limits.leaf) * (number == 0)  # with a branch it is no leaf
            if following.weight >= least and (promise := model.bound(following)) >= least:
                heappush(queue, (-promise, next(order), following))
    return normalised(pruned(found.values(), limits)) or tuple(beam)


def pruned(hypotheses: Iterable[H], limits: Limits) -> tuple[H, ...]:
    """The likeliest hypotheses, best first."""
    ranked = sorted(hypotheses, key=lambda hypothesis: -hypothesis.weight)[: limits.beam]
    return tuple(hypothesis for hypothesis in ranked if hypothesis.weight >= ranked[0].weight - limits.width_nats)


def normalised(hypotheses: Sequence[H]) -> tuple[H, ...]:
    """The same hypotheses with weights that are log probabilities."""
    if not hypotheses:
        return ()
    most = max(hypothesis.weight for hypothesis in hypotheses)
    total = most + log(fsum(exp(hypothesis.weight - most) for hypothesis in hypotheses))
    return tuple(hypothesis.weighed(-total) for hypothesis in hypotheses)


def support(beam: Iterable[H], holds: Callable[[H], bool]) -> float:
    """The probability of what `holds` in some hypotheses of a normalised beam."""
    return fsum(exp(hypothesis.weight) for hypothesis in beam if holds(hypothesis))


def shares(hypotheses: Iterable[H], says: Callable[[H], S]) -> dict[S, float]:
    """How likely the hypotheses that say the same are together, by what they say."""
    found = dict[S, float]()
    for hypothesis in hypotheses:
        said = says(hypothesis)
        found[said] = found.get(said, 0.0) + exp(hypothesis.weight)
    return found


def likeliest(hypotheses: Iterable[H], says: Callable[[H], S]) -> tuple[S, float]:
    """What most of some hypotheses say, by probability, and its share of it. Raises ValueError where there is none."""
    found = shares(hypotheses, says)
    best = max(found, key=found.__getitem__)
    return best, found[best] / fsum(found.values())
