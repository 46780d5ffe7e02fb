"""The figures of `companion score` are those of the scorer that came with the recordings, whatever happened."""

import importlib.util
import json
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.scoring.cost import time_figures
from companion.scoring.report import evening_figures
from companion.scoring.truth import load_truth
from companion.scoring.turns import FAULTS

SCORER = Path(__file__).parent.parent / "score.py"
FAULTY = [
    "wrong_colour",
    "out_of_turn",
    "two_chips",
    "card_mismatch",
    "illegal_remove",
    "stacked_on_R",
    "nudged_from_1",
]
LABELS = ["legal", "two_chips", "correction", "takeback", "object_left_on_board", *FAULTY]
CODES = [*sorted({code for codes in FAULTS.values() for code in codes}), "ROW_HIDDEN"]
FRAMES = st.integers(0, 25)
LETTER = st.sampled_from("RB")
SQUARE = st.lists(st.integers(0, 1), min_size=2, max_size=2)
CARD = st.sampled_from(["7H", "8S", None])
TURN = {"team": LETTER, "card": CARD, "action": st.sampled_from(["place", "remove"]), "square": SQUARE}
BOARD = st.lists(st.sampled_from("..RB?"), min_size=100, max_size=100).map("".join)


MOVE = st.fixed_dictionaries({**TURN, "label": st.sampled_from(LABELS), "settled_frame": FRAMES})


@st.composite
def acts(draw: st.DrawFn) -> list[dict]:
    """What one player did: a move, or two chips in one turn and one of them taken away again."""
    move = draw(MOVE)
    if draw(st.booleans()):
        return [move]
    other = [1 - move["square"][0], move["square"][1]]
    first, second = move | {"label": "two_chips"}, move | {"label": "two_chips", "square": other}
    return [first, second, second | {"label": "correction", "action": "remove", "settled_frame": draw(FRAMES)}]


@st.composite
def truths(draw: st.DrawFn) -> dict:
    """An evening of a few frames on a board where little is certain; moves come in the order of their frames."""
    frame = st.fixed_dictionaries(
        {
            "board": BOARD.map(lambda board: board.replace("?", ".")),
            "settled": st.booleans(),
            "hand": st.booleans(),
            "occluded": st.lists(st.integers(0, 99), max_size=3, unique=True),
            "discard_top": CARD,
            "light": st.just("window:0.50"),
        }
    )
    frames = draw(st.lists(frame, min_size=1, max_size=4))
    moves = [move for act in draw(st.lists(acts(), max_size=4)) for move in act]
    starts = sorted(draw(FRAMES) for _ in moves)
    return {
        "layout": [["JK"] * 10] * 10,
        "frames": [{"i": number, **frame} for number, frame in enumerate(frames)],
        "moves": [
            {"n": n, "first_frame": start, **move} for n, (start, move) in enumerate(zip(starts, moves, strict=True))
        ],
        "lines": draw(st.lists(st.fixed_dictionaries({"team": LETTER, "squares": st.lists(SQUARE)}), max_size=2)),
        "winner": draw(st.sampled_from(["R", "B", None])),
    }


OBSERVATIONS = st.lists(
    st.fixed_dictionaries({"i": FRAMES, "board": BOARD, "ms": st.floats(0, 99), "discard_top": CARD}),
    max_size=4,
    unique_by=lambda row: row["i"],
)
TALK = st.one_of(
    st.fixed_dictionaries({"type": st.just("fault"), "code": st.sampled_from(CODES)}),
    st.fixed_dictionaries({"type": st.just("undo")}),
    st.fixed_dictionaries({"type": st.just("line"), "team": LETTER, "squares": st.lists(SQUARE)}),
    st.fixed_dictionaries({"type": st.just("win"), "team": LETTER}),
)
INVENTED = st.fixed_dictionaries({"type": st.just("move"), **TURN, "square": st.one_of(st.none(), SQUARE)})


@st.composite
def evenings(draw: st.DrawFn) -> tuple[dict, list[dict]]:
    """What happened, and what was told: most turns are, some by another card, with other words in between."""
    truth = draw(truths())
    told: list[dict] = []
    for move in truth["moves"]:
        told += draw(st.lists(TALK, max_size=1))
        turn = {"type": "move", **{key: move[key] for key in TURN}}
        told += draw(st.sampled_from([[turn], [turn], [turn | {"card": "2C"}], [turn, draw(INVENTED)], []]))
    return truth, [{"i": draw(FRAMES), **row} for row in told]


@given(evenings(), OBSERVATIONS)
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_figure_is_the_same_as_the_scorers(tmp_path: Path, evening: tuple[dict, list], observations: list):
    truth, events = evening
    (tmp_path / "truth.json").write_text(json.dumps(truth))
    (tmp_path / "layout.json").write_text(json.dumps({"layout": truth["layout"]}))
    for name, rows in (("observations", observations), ("events", events)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    figures = {**evening_figures(load_truth(tmp_path), observations, events), **time_figures(observations)}
    theirs = json.loads(json.dumps(scorer().score(tmp_path, tmp_path)))
    assert {key: figures.get(key) for key in theirs} == {**theirs, "recording": None, "layout_wrong": None}


def scorer():
    """`tests/score.py` as a module."""
    spec = importlib.util.spec_from_file_location("scorer", SCORER)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
