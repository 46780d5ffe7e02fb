"""The belief: a beam of weighted hypotheses about what led to the table as it looks. Whichever game it is.

This is multiple hypothesis tracking (Reid, 1979): each hypothesis is a whole story of the evening so far, with a log
weight. A look at the table branches every hypothesis into what may have happened since the last one, each act at its
price, and weighs what comes out by how likely it makes the look. Hypotheses that come to the same state are merged, the
likelier one standing for both (as in Viterbi's algorithm); the unlikely ones are pruned. Branching is best first, so
that a look which has a plain explanation costs next to nothing and one that has none costs no more than its budget.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from math import exp, fsum, log
from typing import Protocol, Self, TypeVar


class Hypothesis(Protocol):
    """A story of the evening; frozen."""

    @property
    def weight(self) -> float:
        """Its log weight, in nats."""

    @property
    def key(self) -> Hashable:
        """What the story comes to; stories with one key are merged."""

    def weighed(self, nats: float) -> Self:
        """The same story, so much likelier."""


AGREED = 0.85
"""Stories that say the same must have this probability together for it to be told."""
MOSTLY = 0.5
"""A fault is told when it is likelier than not."""
RIVAL = 0.05
"""What is as likely as this is worth a question."""

H = TypeVar("H", bound=Hypothesis)
S = TypeVar("S", bound=Hashable)


class Model(Protocol[H]):
    """What a game knows of one look: how stories go on, and how well each predicts it."""

    def successors(self, story: H) -> Iterable[H]:
        """The story with one act more, for each act that may help to explain the look; prices are in their weights."""

    def bound(self, story: H) -> float:
        """The log weight that the story and whatever follows from it can hardly exceed."""

    def explained(self, story: H) -> H | None:
        """The story as it explains this look without a further act; None when it cannot."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is thought of."""

    beam: int = 24
    """So many stories are kept."""
    width_nats: float = 14.0
    """A story so much less likely than the best is dropped."""
    work: float = 170.0
    """So many partial stories are branched in one look, fewer when they branch into many."""


_BRANCHING, _BRANCH = 1.0, 0.08
"""What branching a story costs, and what each branch of it costs, measured on looks that make no sense."""


def updated(beam: Sequence[H], model: "Model[H]", limits: Limits) -> tuple[H, ...]:
    """The beam after a look, likeliest first, its weights normalised; never empty if `beam` is not.

    Partial stories are branched best first, each state once, until none can come near the best that was found. Every
    story that `model` can explain is in the running, whether or not the search came to its end.
    """
    order, queue, seen = count(), list[tuple[float, int, H]](), set[Hashable]()
    found, least, work = dict[Hashable, H](), -float("inf"), 0.0
    for story in beam:
        heappush(queue, (-model.bound(story), next(order), story))
    while queue and work < limits.work and -queue[0][0] >= least:
        story = heappop(queue)[2]
        if story.key in seen:
            continue
        seen.add(story.key)
        work += _BRANCHING
        explained = model.explained(story)
        if explained is not None:
            _merge(found, explained)
            least = max(least, explained.weight - limits.width_nats)
        for following in model.successors(story):
            work += _BRANCH
            promise = model.bound(following)
            if promise >= least:
                heappush(queue, (-promise, next(order), following))
    return normalised(pruned(found.values(), limits)) or tuple(beam)


def branched(beam: Iterable[H], successors: Callable[[H], Iterable[H]], limits: Limits) -> tuple[H, ...]:
    """The beam after one thing more, which every successor of a story accounts for at a price not below nothing.

    `beam` is likeliest first: a story that is itself less likely than what would be kept is left alone.
    """
    found, least = dict[Hashable, H](), -float("inf")
    for story in beam:
        for following in successors(story) if story.weight >= least else ():
            _merge(found, following)
            least = max(least, following.weight - limits.width_nats)
    return normalised(pruned(found.values(), limits))


def _merge(found: dict[Hashable, H], story: H) -> None:
    """Of stories that come to the same the likelier one stands for both."""
    known = found.get(story.key)
    if known is None or story.weight > known.weight:
        found[story.key] = story


def pruned(stories: Iterable[H], limits: Limits) -> tuple[H, ...]:
    """The likeliest stories, best first."""
    ranked = sorted(stories, key=lambda story: -story.weight)[: limits.beam]
    return tuple(story for story in ranked if story.weight >= ranked[0].weight - limits.width_nats)


def normalised(stories: Sequence[H]) -> tuple[H, ...]:
    """The same stories with weights that are log probabilities."""
    if not stories:
        return ()
    most = max(story.weight for story in stories)
    total = most + log(fsum(exp(story.weight - most) for story in stories))
    return tuple(story.weighed(-total) for story in stories)


def support(beam: Iterable[H], holds: Callable[[H], bool]) -> float:
    """The probability of what `holds` in some stories of a normalised beam."""
    return fsum(exp(story.weight) for story in beam if holds(story))


def shares(stories: Iterable[H], says: Callable[[H], S]) -> dict[S, float]:
    """How likely the stories that say the same are together, by what they say."""
    found = dict[S, float]()
    for story in stories:
        said = says(story)
        found[said] = found.get(said, 0.0) + exp(story.weight)
    return found


def likeliest(stories: Iterable[H], says: Callable[[H], S]) -> tuple[S, float]:
    """What most of some stories say, by their probability, and its share of it. Raises ValueError without a story."""
    found = shares(stories, says)
    best = max(found, key=found.__getitem__)
    return best, found[best] / fsum(found.values())
