"""The shipped evenings from pictures to verdicts, held against what really happened."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main

TESTS = Path(__file__).parent


@pytest.fixture(scope="module", params=["oak-plain", "long-evening"])
def score(request, tmp_path_factory):
    """What the scorer says of one evening replayed by the command."""
    recording = TESTS / "recordings" / request.param
    out = tmp_path_factory.mktemp("evening") / "out"
    assert main(["replay", str(recording), "--out", str(out)]) == 0
    scorer = [sys.executable, str(TESTS / "score.py"), "--json", str(recording), str(out)]
    return json.loads(subprocess.run(scorer, capture_output=True, check=True, text=True).stdout)


def test_the_layout_is_read_without_a_mistake(score):
    assert score["layout_wrong"] == 0


def test_no_square_of_a_settled_table_is_read_wrong(score):
    assert score["squares_wrong"] == 0
    assert score["squares_unsure"] <= 0.005 * score["squares_judged"]


def test_every_turn_is_told_with_its_card_and_none_is_invented(score):
    assert score["moves_right"] == score["moves"] > 0
    assert score["moves_invented"] == 0


def test_every_mishap_is_named_and_nothing_else_is_called_one(score):
    assert score["mishaps_named"] == score["mishaps"] > 0
    assert score["false_alarms"] == 0


def test_turns_are_told_at_once(score):
    assert score["late_frames_median"] <= 2


def test_the_right_team_wins(score):
    assert score["winner_right"]
    assert score["lines_right"] == score["lines"]
