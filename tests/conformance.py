"""Run a file of conformance cases: `python tests/conformance.py FILE`.

Each case names options, a position, plays and what must be true afterwards, in the notation of the
rules specification; how a game's cases are played is in a file of its own. The last line says how many
passed and failed; failing cases are listed with what was expected and what was got.
"""
# ruff: noqa: T201

import json
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs from a checkout that is not installed

from black_jack_cases import played as black_jack_played
from one_eyed_jack_cases import played as one_eyed_jack_played


@dataclass(frozen=True, slots=True)
class Failure:
    """One fact of one case that does not hold."""

    case: str
    expected: str
    got: str


def run_case(case: dict[str, str]) -> Failure | None:
    """The first thing wrong with a case, or None when it passes."""
    name, expected = case.get("id", "?"), case.get("expected", "?")
    play = {"oneeyedjack": one_eyed_jack_played, "blackjack": black_jack_played}.get(case.get("game", "?"))
    if play is None:
        return Failure(name, expected, f"no rules for {case.get('game', '?')} yet")
    try:
        fact, wanted = play(case), facts(expected)
        wrong = [f"{key}={got}" for key, value in wanted.items() if (got := fact(key, value)) != value]
    except Exception as error:  # noqa: BLE001  # a broken case must not stop the run
        return Failure(name, expected, f"{type(error).__name__}: {error}")
    return Failure(name, expected, " ".join(wrong)) if wrong else None


def facts(expected: str) -> dict[str, str]:
    """What is expected, by the name of the fact; `answer` for the word without `=`."""
    pairs = (word.split("=", 1) if "=" in word else ("answer", word) for word in expected.split())
    return dict(pairs)


def main(arguments: list[str]) -> int:
    """Run the cases of one file and say how they went; 1 when one failed."""
    if len(arguments) != 1:
        print("usage: python tests/conformance.py FILE")
        return 2
    cases = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    failures = [failure for case in cases if (failure := run_case(case))]
    for failure in failures:
        print(f"{failure.case}: expected {failure.expected}; got {failure.got}")
    print(f"{len(cases) - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
