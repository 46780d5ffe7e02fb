"""Cards laid so neatly upon each other, between two frames, that nothing but their ink tells them apart."""

import numpy as np
from drawn_pile import FIRST, SEARCHED, bare_table, box_of, came, fill, photographed, watch, with_card

from companion.vision.frame import Image


def _without_pip(code: str) -> Image:
    """A table with a card on it that has its indices alone, which are as large together as one pip."""
    table = with_card(bare_table(), FIRST, code)
    fill(table, FIRST, box_of(0.4, 0.4, 0.6, 0.6), (235, 235, 235))
    return photographed(table)


def test_a_card_that_differs_by_a_single_pip_from_the_one_below_it_counts_as_laid() -> None:
    seen, _ = watch([_without_pip("KC")] * SEARCHED + [_without_pip("2S")] * 3)
    before, after = seen[SEARCHED - 1], seen[-1]
    assert before.card
    assert after.card
    assert (before.card.code, after.card.code) == ("KC", "2S")
    assert (came(seen)[SEARCHED - 1], came(seen)[-1]) == (0, 1)


def test_noise_and_a_little_more_light_lay_no_card() -> None:
    still = _without_pip("KC")
    noise = np.random.default_rng(1).normal(0, 2, still.shape)
    lit = (1.04 * still + noise).clip(0, 255).astype(np.uint8)
    seen, _ = watch([still] * SEARCHED + [lit, still, lit])
    assert came(seen)[-1] == 0
