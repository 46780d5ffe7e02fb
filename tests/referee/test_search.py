"""The search for what explains a look: cut short it finds what a long one finds, since it knows what acts must cost."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest
from contest import Contest
from random_table import random_options
from simulated_table import Evening
from trouble import REALISTIC

from companion.games.cards import Card
from companion.games.one_eyed_jack.playing import chips_after
from companion.games.one_eyed_jack.turns import Place
from companion.referee.belief import Limits, updated
from companion.referee.one_eyed_jack.belief import LIMITS, Belief
from companion.referee.one_eyed_jack.hypotheses import Hypothesis
from companion.referee.one_eyed_jack.ledger import Tracking
from companion.referee.one_eyed_jack.model import GameModel

LONG = Limits(work=600.0)
HEAPS = (
    ("JS", "?JH", "-D4", "-E4"),
    ("TD", "JS", "JH", "+F4:r", "-D4", "-C4"),
    ("9D", "TD", "QD", "+E4:r", "+F4:b", "+G4:r"),
    ("9D", "?TD", "?QD", "KD", "+E4:r", "+F4:b", "+G4:r", "+H4:b"),
    ("-C4", "-D4", "+B2:r", "+J9:b"),
    ("9D", "+E4:r", "+F4:r", "-D4", "+D5:b"),
    ("7D", "8D", "9D", "+B2:r", "+D2:r", "+F2:r", "+B9:b", "+D9:b", "-C4"),
    ("+B2:g", "9D", "+E4:r"),
    ("+B2:g", "+H9:r", "?9D", "+E4:b"),
)


def after_two_turns_of_three() -> Evening:
    evening = Evening("my_rules N=3 T=3 remove=any", teams=3)
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"))
    return evening


class Watching(GameModel):
    """A model that notes by how much each explanation is likelier than it promised to be, before its turn and after."""

    def __init__(self, tracking: Tracking) -> None:
        super().__init__(tracking.game, tracking.watch.belief.evidence)
        self.exceeded: list[float] = []
        self.mistaken: list[float] = []

    def played(self, hypothesis: Hypothesis) -> Hypothesis:
        """The same, and by how much it is mistaken what it promised while its last turn was ahead."""
        played = super().played(hypothesis)
        self.mistaken.append(abs(self.bound(played) - self.bound(hypothesis)))
        return played

    def explained(self, hypothesis: Hypothesis) -> Hypothesis | None:
        """The same, noted."""
        explained = super().explained(hypothesis)
        if explained is not None:
            self.exceeded.append(explained.weight - self.bound(hypothesis))
        return explained


def weighed(tracking: Tracking, limits: Limits) -> tuple[Hypothesis, ...]:
    """What the last look comes to, thought of for so long."""
    belief: Belief = tracking.watch.belief
    return updated(belief.prior, GameModel(tracking.game, belief.evidence), limits)


@pytest.mark.parametrize("acts", HEAPS, ids=" ".join)
def test_cut_short_it_finds_what_a_long_one_finds(acts: Iterable[str]):
    evening = after_two_turns_of_three()
    evening.act(*acts, frames=1)
    evening.rest(1)
    short, long = weighed(evening.tracking, LIMITS)[0], weighed(evening.tracking, LONG)[0]
    assert (short.key, short.deviations) == (long.key, long.deviations)
    assert short.weight == pytest.approx(long.weight, abs=0.05)


@pytest.mark.parametrize("acts", HEAPS, ids=" ".join)
def test_no_explanation_is_likelier_than_it_promised_to_be(acts: Iterable[str]):
    evening = after_two_turns_of_three()
    evening.act(*acts, frames=2)
    model = Watching(evening.tracking)
    updated(evening.tracking.watch.belief.prior, model, LONG)
    assert len(model.exceeded) > 3
    assert max(model.exceeded) < 1e-6


@pytest.mark.parametrize("options", ["classic", "open capture=pairs", "my_rules remove=any"])
def test_a_hypothesis_promises_the_same_before_its_last_turn_is_played_and_after(options: str):
    evening = Evening(options)
    evening.act("7D", "+C4:r")
    evening.act("8D", "JS", "+D4:b", "-C4", "+E5:r", "+H2:b", frames=2)
    model = Watching(evening.tracking)
    updated(evening.tracking.watch.belief.prior, model, LONG)
    assert len(model.mistaken) > 30
    assert max(model.mistaken) < 1e-9


def test_a_hypothesis_promises_the_same_whichever_other_was_asked_before_it():
    evening = Evening("my_rules capture=pairs")
    evening.play(("7D", "+C4:r"), ("8D", "+D4:b"), ("3C", "+J6:r"), ("9D", "+E4:b"))
    evening.act("TD", "+F4:r", frames=2)  # what it captures is left standing
    belief, game = evening.tracking.watch.belief, evening.tracking.game
    capturing = belief.prior[0]._replace(taken=1)
    gone = chips_after(game.rules, game.position, Place(0, Card("TD"), 35))
    bare = game.position._replace(chips=(*gone[:35], None, *gone[36:]))  # as if both had been off the board before
    after = capturing._replace(now=replace(capturing.now, position=bare))
    for first, then in ((capturing, after), (after, capturing)):
        alone, asked_later = (GameModel(game, belief.evidence) for _ in range(2))
        asked_later.bound(first.stepped(Place(0, Card("TD"), 35), 0.0))
        promised = [model.bound(then.stepped(Place(0, Card("TD"), 35), 0.0)) for model in (alone, asked_later)]
        assert promised[0] == promised[1]


@pytest.mark.parametrize("seed", range(3))
def test_whole_games_end_on_what_a_long_search_finds(seed: int):
    random = Random(seed)
    played = Contest(random_options(random), random, REALISTIC)
    for turns in range(4, 29, 4):
        played.play(turns)
        tracking = played.tracking
        short, long = (weighed(tracking, limits)[0] for limits in (LIMITS, LONG))
        assert short.key == long.key
        assert short.weight == pytest.approx(long.weight, abs=0.02)
