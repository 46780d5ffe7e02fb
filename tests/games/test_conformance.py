"""The shared conformance cases, and our own of the same kind for what those leave out."""

import json
from pathlib import Path

import conformance
import pytest

HERE = Path(__file__).parent


def cases(path: Path) -> list[dict[str, str]]:
    return [case for case in json.loads(path.read_text()) if case["game"] == "oneeyedjack"]


@pytest.mark.parametrize("case", cases(HERE.parent / "conformance.json"), ids=lambda case: case["id"])
def test_every_shared_case_of_one_eyed_jack_passes(case: dict[str, str]) -> None:
    assert conformance.run_case(case) is None


@pytest.mark.parametrize("case", cases(HERE / "own_cases.json"), ids=lambda case: case["id"])
def test_every_case_of_our_own_passes(case: dict[str, str]) -> None:
    assert conformance.run_case(case) is None


def test_a_failing_case_is_reported_with_what_was_got(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = {
        "id": "A",
        "game": "oneeyedjack",
        "options": "classic",
        "position": "-",
        "play": "-",
        "expected": "ok next=1",
    }
    file = tmp_path / "cases.json"
    file.write_text(json.dumps([good, good | {"id": "B", "expected": "ok next=2 stock=90"}]))
    assert conformance.main([str(file)]) == 1
    assert capsys.readouterr().out == "B: expected ok next=2 stock=90; got next=1\n1 passed, 1 failed\n"


@pytest.mark.parametrize(
    "broken",
    [
        {"expected": "ok crowns(r)=1"},
        {"expected": "ok opt.colour=red"},
        {"expected": "ok lines(purple)=1"},
        {"position": "board=A1"},
        {"position": "X(r)=A5-E5"},
        {"position": "g=A5"},
        {"position": "r=A5-C6"},
        {"position": "purple"},
        {"play": "r 7D#C4"},
        {"play": "r 11D@C4"},
        {"play": "see 7D 8D"},
        {"play": "see 7D +C4"},
        {"play": "forgot 1 someday"},
        {"options": "classic colour=red"},
        {"options": "patience"},
        {"game": "patience"},
        {"game": None},
        {"expected": None},
    ],
    ids=str,
)
def test_what_nobody_understands_fails_its_own_case_and_no_other(
    broken: dict[str, str | None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = {"id": "A", "game": "oneeyedjack", "options": "classic", "position": "-", "play": "-", "expected": "ok"}
    case = {key: value for key, value in (good | {"id": "B"} | broken).items() if value is not None}
    file = tmp_path / "cases.json"
    file.write_text(json.dumps([good, case, good]))
    assert conformance.main([str(file)]) == 1
    assert capsys.readouterr().out.endswith("2 passed, 1 failed\n")


def test_a_case_that_breaks_off_early_fails_instead_of_stopping_the_run() -> None:
    case = {
        "id": "C",
        "game": "oneeyedjack",
        "options": "classic",
        "position": "-",
        "play": "r 7D@A1; b pass",
        "expected": "ok",
    }
    failure = conformance.run_case(case)
    assert failure is not None
    assert "r 7D@A1" in failure.got
