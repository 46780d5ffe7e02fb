"""The beam of hypotheses, whatever the game: weights are probabilities, and work is bounded."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import exp, isclose, log

from hypothesis import given
from hypothesis import strategies as st

from companion.referee.belief import Limits, Model, likeliest, normalised, pruned, support, updated


@dataclass(frozen=True)
class Count:
    """A hypothesis that is a number, reached by steps of one or two."""

    key: int
    weight: float = 0.0
    way: tuple[int, ...] = ()

    def weighed(self, nats: float) -> "Count":
        """The same, so much likelier."""
        return replace(self, weight=self.weight + nats)


@dataclass
class Target(Model[Count]):
    """A look that shows a number: steps of one and of two have their price, and each that is missing costs."""

    seen: int
    one: float = 1.0
    two: float = 1.5
    branched: list[int] = field(default_factory=list)

    def successors(self, hypothesis: Count) -> Iterator[Count]:
        """One step more."""
        self.branched.append(hypothesis.key)
        for step, price in ((1, self.one), (2, self.two)):
            yield Count(hypothesis.key + step, hypothesis.weight - price, (*hypothesis.way, step))

    def explained(self, hypothesis: Count) -> Count | None:
        """The number, unless it is too great."""
        return None if hypothesis.key > self.seen else hypothesis.weighed(-3.0 * (self.seen - hypothesis.key))


class Impossible(Target):
    """A look that no hypothesis explains."""

    def explained(self, hypothesis: Count) -> None:
        """Nothing does."""


@dataclass
class Misleading(Target):
    """A model that promises too little of some steps while more are to come."""

    doubt: float = 0.0

    def bound(self, hypothesis: Count) -> float:
        """Less than comes of what began with a step of two."""
        return hypothesis.weight - self.doubt * (hypothesis.way == (2,))


WIDE = Limits(beam=1000, width_nats=1000.0, work=10000.0)
weights = st.floats(-500, 500)
hypotheses = st.lists(st.builds(Count, st.integers(0, 20), weights), min_size=1, max_size=30)


@given(hypotheses)
def test_normalised_weights_are_log_probabilities_in_the_same_order(beam: list[Count]):
    after = normalised(beam)
    assert isclose(sum(exp(hypothesis.weight) for hypothesis in after), 1.0)
    assert [hypothesis.key for hypothesis in after] == [hypothesis.key for hypothesis in beam]
    for first, second in zip(zip(beam, after, strict=True), zip(beam[1:], after[1:], strict=True), strict=False):
        assert isclose(first[0].weight - second[0].weight, first[1].weight - second[1].weight, abs_tol=1e-6)


def test_no_hypotheses_are_normalised_to_none():
    assert normalised([]) == pruned([], Limits()) == ()


@given(hypotheses, st.integers(1, 8), st.floats(0, 100))
def test_the_beam_is_no_longer_and_no_wider_than_it_may_be_and_holds_the_likeliest(beam, length: int, width: float):
    kept = pruned(beam, Limits(length, width))
    ranked = sorted((hypothesis.weight for hypothesis in beam), reverse=True)
    assert [hypothesis.weight for hypothesis in kept] == ranked[: len(kept)]
    assert 1 <= len(kept) <= length
    assert kept[0].weight - kept[-1].weight <= width
    assert len(kept) == length or len(kept) == len(beam) or ranked[len(kept)] < ranked[0] - width


@given(hypotheses)
def test_support_is_the_probability_of_what_holds(beam: list[Count]):
    after = normalised(beam)
    even = support(after, lambda hypothesis: hypothesis.key % 2 == 0)
    assert isclose(even + support(after, lambda hypothesis: hypothesis.key % 2 == 1), 1.0)
    assert support(after, lambda _: False) == 0.0


@given(hypotheses)
def test_what_most_hypotheses_say_is_said_by_none_so_much_as_by_them(beam: list[Count]):
    after = normalised(beam)
    said, share = likeliest(after, lambda hypothesis: hypothesis.key % 3)

    def share_of(one: int) -> float:
        """How likely the hypotheses that say this are together."""
        return support(after, lambda hypothesis: hypothesis.key % 3 == one)

    assert isclose(share, share_of(said))
    assert max(map(share_of, range(3))) <= share + 1e-9


@given(hypotheses, st.integers(0, 30))
def test_a_beam_is_never_empty_and_always_normalised_after_a_look(beam: list[Count], seen: int):
    limits = Limits(beam=5, work=80.0)
    after = updated(normalised(pruned(beam, limits)), Target(seen), limits)
    assert 1 <= len(after) <= 5
    assert [one.weight for one in after] == sorted((one.weight for one in after), reverse=True)
    assert isclose(sum(exp(hypothesis.weight) for hypothesis in after), 1.0)


@given(hypotheses)
def test_a_look_that_nothing_explains_leaves_the_beam_as_it_is(beam: list[Count]):
    assert updated(beam, Impossible(0), Limits(work=20.0)) == tuple(beam)


@given(st.integers(0, 12))
def test_of_hypotheses_that_come_to_the_same_the_likelier_one_stands_for_both(seen: int):
    after = updated([Count(0)], Target(seen), WIDE)
    assert len({hypothesis.key for hypothesis in after}) == len(after) == seen + 1
    reached = next(hypothesis for hypothesis in after if hypothesis.key == seen)
    assert sum(reached.way) == seen
    assert reached.way.count(1) == seen % 2  # two steps of one cost more than one of two
    assert reached == after[0]


@given(st.integers(0, 12), st.floats(0, 8))
def test_a_likelier_way_that_is_found_late_stands_for_one_that_was_found_before(seen: int, doubt: float):
    beam, late = [Count(0)], Misleading(seen, doubt=doubt)
    assert updated(beam, late, WIDE)[0].weight == updated(beam, Target(seen), WIDE)[0].weight
    assert updated(beam, late, WIDE)[0].way.count(1) == seen % 2


@given(st.integers(0, 60), st.integers(1, 30))
def test_no_more_is_branched_than_the_budget_allows_and_no_state_twice(seen: int, work: int):
    model = Target(seen)
    updated([Count(0)], model, replace(WIDE, work=float(work)))
    assert len(model.branched) <= work
    assert len(set(model.branched)) == len(model.branched)


class OneStep(Target):
    """A look that just one act explains, whatever that was."""

    def successors(self, hypothesis: Count) -> Iterator[Count]:
        """One of twenty acts, alike in price."""
        yield from [Count(key, hypothesis.weight - 1.0) for key in range(1, 21)] if hypothesis.key == 0 else ()

    def explained(self, hypothesis: Count) -> Count | None:
        """After the one act."""
        return hypothesis if hypothesis.key else None


def test_whatever_needs_no_further_act_costs_no_work():
    assert len(updated([Count(0)], OneStep(0), replace(WIDE, work=3.0))) == 20


def test_a_game_may_think_of_no_more_than_so_many_that_need_no_further_act():
    assert len(updated([Count(0)], OneStep(0), replace(WIDE, work=7.0, leaf=0.5))) == 9


def test_what_cannot_come_near_the_best_is_not_branched():
    model = Target(0)
    after = updated([Count(0)], model, Limits(width_nats=2.0))
    assert after == (Count(0),)
    assert set(model.branched) <= {0, 1, 2, 3}
    far = Target(0)
    updated([Count(0), Count(0, -50.0), Count(7, -50.0)], far, Limits(width_nats=2.0))
    assert 7 not in far.branched


def test_the_most_promising_is_branched_first():
    model = Target(4, one=1.0, two=0.1)
    updated([Count(0)], model, WIDE)
    assert model.branched[:3] == [0, 2, 4]


def test_a_hypothesis_that_comes_to_the_same_at_a_lower_weight_changes_nothing():
    @dataclass
    class Ways(Target):
        def successors(self, hypothesis: Count) -> Iterator[Count]:
            if hypothesis.key < 3:
                yield Count(3, -1.0, (3,))
                yield Count(hypothesis.key + 1, hypothesis.weight - 0.1, (*hypothesis.way, 1))

        def explained(self, hypothesis: Count) -> Count:
            return replace(hypothesis, key=9)

    (only,) = updated([Count(0)], Ways(3), WIDE)
    assert (only.key, only.way) == (9, ())


def test_weights_before_a_look_are_priors():
    even = updated([Count(3, log(0.5)), Count(4, log(0.5))], Target(4), WIDE)
    assert even[0].way == ()
    rare = updated([Count(3, log(0.999)), Count(4, log(0.001))], Target(4), WIDE)
    assert next(hypothesis for hypothesis in rare if hypothesis.key == 4).way == (1,)
