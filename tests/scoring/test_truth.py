"""The truth is read in one place, and a torn one is named."""

import ast
import json
from pathlib import Path

import pytest

from companion.scoring.truth import TruthError, load_still_truth, load_truth

ROOT = Path(__file__).parent.parent.parent
OAK = ROOT / "tests" / "recordings" / "oak-plain"


def test_a_recording_without_truth_has_none(tmp_path: Path):
    assert load_truth(tmp_path) is None


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "not valid"),
        ("[]", "not valid"),
        ("{}", "'layout' is missing"),
        ('{"layout": [["JK"]]}', "must be ten rows of ten card codes, not 1 cards"),
        ("\udcff", "not valid"),
    ],
)
def test_a_torn_truth_is_named_with_what_to_do(tmp_path: Path, text: str, complaint: str):
    (tmp_path / "truth.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(TruthError, match=rf"truth\.json: .*{complaint}.*; copy it again"):
        load_truth(tmp_path)


def test_a_still_whose_truth_is_missing_is_named(tmp_path: Path):
    with pytest.raises(TruthError, match=r"still\.json: cannot be read \(No such file"):
        load_still_truth(tmp_path / "still.json")


def test_the_truth_of_a_shipped_evening_is_understood():
    truth = load_truth(OAK)
    told = json.loads((OAK / "truth.json").read_text())
    assert len(truth.frames) == len(told["frames"])
    assert truth.board.layout[:10] == tuple(told["layout"][0])
    assert truth.board.centres_px[10] == tuple(told["square_centres_px"][1][0])
    assert truth.kinds == {"R": "plain", "B": "plain"}
    assert sum(frame.quiet for frame in truth.frames) == 153


def test_only_the_command_that_scores_knows_the_room_that_knows_the_truth():
    knowing = {path.relative_to(ROOT).as_posix() for path in (ROOT / "companion").rglob("*.py") if _imports(path)}
    assert {path for path in knowing if not path.startswith("companion/scoring/")} == {"companion/commands/score.py"}


def _imports(path: Path) -> bool:
    """Whether a file imports anything from `companion.scoring`."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    modules = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    modules |= {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return any(module.startswith("companion.scoring") for module in modules)
