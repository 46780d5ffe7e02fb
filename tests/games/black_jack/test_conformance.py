"""The shared conformance cases of Black Jack, and our own, written from the rules sentence by sentence."""

import json
from pathlib import Path

import conformance
import pytest

HERE = Path(__file__).parent


def cases(path: Path) -> list[dict[str, str]]:
    return [case for case in json.loads(path.read_text()) if case["game"] == "blackjack"]


@pytest.mark.parametrize("case", cases(HERE.parents[1] / "conformance.json"), ids=lambda case: case["id"])
def test_every_shared_case_of_black_jack_passes(case: dict[str, str]) -> None:
    assert conformance.run_case(case) is None


@pytest.mark.parametrize("case", cases(HERE / "own_cases.json"), ids=lambda case: case["id"])
def test_every_case_of_our_own_passes(case: dict[str, str]) -> None:
    assert conformance.run_case(case) is None


@pytest.mark.parametrize(
    "broken",
    [
        {"expected": "ok crowns=1"},
        {"expected": "ok opt.colour=red"},
        {"expected": "ok hand(P9)=7"},
        {"expected": "see:either"},
        {"options": "classic"},
        {"position": "P1=7S"},
        {"position": "top=7S cur=P9"},
        {"position": "top=7S P1=7Z"},
        {"position": "top=7S dir=up"},
        {"play": "P1 9Z"},
        {"play": "P1 9S; P1 TS; P2 9S"},
        {"play": "P1 see 9S"},
    ],
    ids=str,
)
def test_what_nobody_understands_fails_its_own_case_and_no_other(broken: dict[str, str]) -> None:
    good = {"id": "A", "game": "blackjack", "options": "base", "position": "top=7S", "play": "P1 8S", "expected": "ok"}
    assert conformance.run_case(good) is None
    assert conformance.run_case(good | broken) is not None
