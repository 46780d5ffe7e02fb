"""The measures the house is built to: what stands at the root, how long things may be, what must be said."""

import ast
import re
import statistics
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("companion", "calibration", "hardware")
STANDS_AT_THE_ROOT = {
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "DECISIONS.md",
    "Makefile",
    *PACKAGES,
    "tests",
    "systemd",
}
BUILT = {"dist", "build", "out", "__pycache__"}
SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def told(path: Path) -> Iterator[str]:
    """Every text of a file that is no docstring."""
    nodes = list(ast.walk(tree(path)))
    docstrings = [node.value for node in nodes if isinstance(node, ast.Expr)]
    texts = (node for node in nodes if isinstance(node, ast.Constant) and node not in docstrings)
    return (node.value for node in texts if isinstance(node.value, str))


@cache
def functions(path: Path) -> tuple[Function, ...]:
    return tuple(node for node in ast.walk(tree(path)) if isinstance(node, Function))


def body_lines(function: Function) -> int:
    """Lines of a function's body, its docstring aside."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return body[-1].end_lineno - body[0].lineno + 1 if body else 0  # type: ignore[operator]


def parameters(function: Function) -> list[str]:
    names = [a.arg for a in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]
    return [name for name in names if name not in ("self", "cls")]


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_nothing_but_the_house_stands_at_the_root():
    names = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert names - BUILT == STANDS_AT_THE_ROOT


def test_a_file_fits_its_room():
    assert [relative(path) for path in SOURCES if len(path.read_text().splitlines()) > 300] == []


def test_a_function_fits_on_a_screen_and_takes_few_parameters():
    found = [(relative(path), function) for path in SOURCES for function in functions(path)]
    assert [(path, f.name) for path, f in found if body_lines(f) > 40] == []
    assert [(path, f.name) for path, f in found if len(parameters(f)) > 4] == []


def test_most_functions_are_short():
    lengths = sorted(body_lines(function) for path in SOURCES for function in functions(path))
    assert statistics.median(lengths) <= 6
    assert lengths[int(0.9 * len(lengths))] <= 20


def public(place: ast.AST) -> Iterator[Function | ast.ClassDef]:
    """The classes and functions in a place that anybody may use: none inside a function."""
    for node in ast.iter_child_nodes(place):
        if isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_"):
            yield node
        if not isinstance(node, Function):
            yield from public(node)


def test_everything_public_says_what_it_is():
    assert [relative(path) for path in SOURCES if not ast.get_docstring(tree(path))] == []
    said = [(relative(path), each) for path in SOURCES for each in public(tree(path))]
    assert [(path, each.name) for path, each in said if ast.get_docstring(each) is None] == []


def test_names_say_what_a_thing_is():
    vague = {"utils", "helpers", "manager", "common", "misc"}
    assert [relative(path) for path in SOURCES if path.stem in vague] == []
    assert [(path, f.name) for path in SOURCES for f in functions(path) if f.name.startswith("get_")] == []


def test_only_the_scorer_opens_the_truth():
    assert [relative(path) for path in SOURCES if "truth.json" in path.read_text()] == ["companion/scoring/truth.py"]


def unsaid(path: Path, tuned: set[str]) -> list[str]:
    """The tuned numbers at the head of a module that have no docstring below them, or below others right below them."""
    assigned = [(one, below) for one, below in pairwise(tree(path).body) if isinstance(one, ast.Assign)]
    silent = [one.lineno for one, below in assigned if not isinstance(below, ast.Assign | ast.AnnAssign | ast.Expr)]
    lines = path.read_text().splitlines()
    return [name for name in tuned for line in silent if lines[line - 1].replace(" ", "").startswith(f"{name}=")]


def test_every_tuned_number_says_what_it_is_and_can_be_swept_and_they_become_no_more():
    sweep = SimpleNamespace(**run_path(str(ROOT / "tests" / "benchmarks" / "sweep.py")))
    numbered = {path.stem for room in sweep.ROOMS for path in (ROOT / room).glob("*.py") if sweep.constants(tree(path))}
    swept = {module for modules in sweep.ACTS_ON.values() for module in modules.split()}
    assert numbered - swept <= set(sweep.NOTHING_TUNED.split())
    facts = {(module, name) for module, names in sweep.FACTS.items() for name in names.split()}
    assert {name for module, name in facts if name not in sweep.constants(tree(sweep.home_of(module)))} == set()
    tuned = [re.split(r"[.\[]", name) for _, name, _ in sweep.tuned()]
    named = {module: {name for other, name, *_ in tuned if other == module} for module in swept}
    assert [name for module in swept for name in unsaid(sweep.home_of(module), named[module])] == []
    assert len(tuned) < 120


def test_decisions_are_indexed_short_and_easily_read():
    decisions = (ROOT / "DECISIONS.md").read_text()
    sections = re.findall(r"^## (.*)", decisions, re.M)
    assert re.findall(r"^\| \[([^]]+)\]\(#", decisions, re.M) == sections
    entries = decisions[decisions.index("## House") :].split("\n\n")
    assert [entry[:60] for entry in entries if len(entry.split()) > 110 and not entry.startswith("- ")] == []
    assert [line for line in decisions.splitlines() if len(line) > 120] == []


@pytest.mark.parametrize("room", ["games", "referee", "views", "session", "live", "journal", "web", "club"])
def test_what_pages_say_has_one_apostrophe(room: str):
    files = [*(ROOT / "companion" / room).rglob("*.py"), *(ROOT / "companion" / room).rglob("*.html")]
    texts = [text for path in files for text in (told(path) if path.suffix == ".py" else [path.read_text()])]
    assert [text for text in texts if re.search(r"(^|[a-z])'s\b|s' [a-z]", text)] == []
