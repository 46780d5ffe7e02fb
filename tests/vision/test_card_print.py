"""Print under glass."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.card_print import as_on_paper, light_left
from companion.vision.chips import opponent

part = st.floats(0.2, 1.0)


def spot(colour: tuple[float, float, float]) -> np.ndarray:
    """One spot's blue, green and red, as a picture."""
    return np.array(colour, np.float32).reshape(1, 1, 3)


@given(st.tuples(part, part, part), st.tuples(part, part, part))
def test_glass_on_print_would_look_on_paper_as_glass_on_paper_does(glass: tuple, printed: tuple):
    left = light_left(opponent(spot(printed)))
    assert np.allclose(as_on_paper(opponent(spot(glass) * spot(printed)), left), opponent(spot(glass)), atol=1e-4)


@given(st.tuples(part, part, part))
def test_the_bare_print_would_be_plain_paper(printed: tuple):
    left = light_left(opponent(spot(printed)))
    assert np.allclose(as_on_paper(opponent(spot(printed)), left), opponent(spot((1, 1, 1))), atol=1e-4)
