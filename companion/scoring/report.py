"""All figures about one recording or one still, as one flat object; `tests/score.py` gives those of the same names."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.scoring.reading import card_figures, pile_figures, square_figures, worst_centre_px
from companion.scoring.truth import Board, Truth
from companion.scoring.turns import line_figures, mishap_figures, turn_figures

Row = Mapping[str, Any]


def evening_figures(truth: Truth, observations: Sequence[Row], events: Sequence[Row]) -> dict[str, Any]:
    """What was seen and said of one evening; the rows are those of `observations.jsonl` and `events.jsonl`."""
    return {
        "frames": len(truth.frames),
        **square_figures(truth, observations),
        **pile_figures(truth, observations),
        **turn_figures(truth, events),
        **mishap_figures(truth, events),
        **line_figures(truth, events),
    }


def board_figures(true: Board, read: Board, doubtful: Sequence[int], width_px: int) -> dict[str, Any]:
    """What was read of an empty board in a picture so wide."""
    centre_px = None if read.centres_px is None else worst_centre_px(true, read.centres_px, width_px)
    return {**card_figures(true, read.layout, doubtful), "centre_px": centre_px, "tilt_deg": true.tilt_deg}
