"""The shipped evenings from pictures to verdicts, held against what really happened."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.recording.golden import departures

TESTS = Path(__file__).parent


@pytest.fixture(scope="module", params=["oak-plain", "long-evening"])
def evening(request, tmp_path_factory):
    """An evening scored by the command, and where that leaves what was seen and said."""
    folder = tmp_path_factory.mktemp("evening")
    recording, figures = TESTS / "recordings" / request.param, folder / "figures.json"
    assert main(["score", str(recording), "--out", str(folder), "--json", str(figures)]) == 0
    return recording, folder / request.param, json.loads(figures.read_text())


@pytest.fixture(scope="module")
def score(evening):
    """What the scorer that came with the recordings says of it."""
    recording, out, _ = evening
    scorer = [sys.executable, str(TESTS / "score.py"), "--json", str(recording), str(out)]
    return json.loads(subprocess.run(scorer, capture_output=True, check=True, text=True).stdout)


def test_the_command_gives_the_same_figures_as_the_scorer(evening, score):
    (figures,) = evening[2]["recordings"]
    assert {"recording": figures["name"]} | {key: figures[key] for key in score if key != "recording"} == score


def test_an_evening_means_what_it_was_accepted_to_mean(evening):
    recording, out, _ = evening
    events = [json.loads(line) for line in (out / "events.jsonl").read_text().splitlines()]
    assert departures(recording, events) == []


def test_the_command_counts_piles_centres_and_costs_too(evening):
    (figures,) = evening[2]["recordings"]
    assert 0 < figures["pile_at_once"]["judged"] <= figures["moves"]
    assert figures["pile"]["wrong"] + figures["pile"]["unsure"] <= 0.02 * figures["pile"]["judged"]
    assert figures["layout_unlisted"] == 0
    assert figures["centre_px"] <= 4
    assert 0 < figures["warps_median"] <= figures["warps_p95"]


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
    assert score["late_frames_max"] <= 4


def test_the_right_team_wins(score):
    assert score["winner_right"]
    assert score["lines_right"] == score["lines"]
    assert score["lines_invented"] == 0
