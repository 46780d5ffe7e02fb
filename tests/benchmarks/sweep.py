"""What a tuned number is worth: the measure it acts on, at values around the one it has.

    python tests/benchmarks/sweep.py disc_search.ENOUGH [--at 0.5 0.8 1 1.25 2] [--tables gems:0 pale:0 …]

Without a name every number at the head of a module is listed with its measure; the name of a module sweeps all of its
numbers, and `NAME[2]` the third of several. Each value has a process of its own, in which the module is loaded with it,
so that whatever is computed from it follows. The measures:

squares   drawn tables of hard chips: squares wrong and not sure (`drawn_tables.py`), chips learnt anew at each value
boards    drawn boards on many tables, lenses and tilts: how many are found, and how far off at worst in pixels
cards     the shipped stills as they are and with nothing on a card but small corners: cards wrong, and in doubt
stream    cards laid on a pile without a board, small under a lamp's image, on white cloth: wrong, asked, not noticed
evening   a shipped evening played again: rows missing or new against its golden file; squares not sure, tops unknown
tests     how many of the module's own tests fail

A curve that is flat from a half to the double says that this measure cannot tell the number from another one.
"""
# ruff: noqa: T201

import argparse
import ast
import importlib
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("companion/vision", "calibration")
FACTORS = (0.5, 0.7, 0.85, 1.0, 1.2, 1.5, 2.0)
_TABLES = ("gems:0", "pale:0", "stacks:0")
ACTS_ON = {
    "squares": "chip_discs chips detail disc_search discs enrolment light likelihoods look occlusion opinions paper "
    "sampling table teams texture",
    "boards": "base_edges board_finder board_fit board_masks board_outline board_proof lattice lattice_climb lens "
    "likeness measures print_lattice",
    "cards": "card_index layout_reader mirror_board",
    "stream": "bare_table card_outline card_spotter pile_card pile_table pile_window",
    "evening": "alignment motion pile pile_finder pile_keyframe piles",
    "tests": "landmarks own_deck quality registration stall steps",
}
"""By which measure the numbers of which modules are swept."""
FACTS = {
    "base_edges": "_AROUND",
    "board_masks": "WIDTH",
    "card_index": "CROP_SIDE_PX EMBEDDING_SIZE _BATCHES _WHITE_PART",
    "card_outline": "CARD_SQUARES CORNER",
    "card_spotter": "VIEW_PX,PX_PER_SQUARE CELL_PX OFFSET_PX",
    "chips": "RINGS _LOW _STEP _BINS _LIGHTS _SPARKS,VEILS _ENCODING _YUV _PAPER",
    "chip_discs": "RADII",
    "landmarks": "_PX _POINTS _FEWEST",
    "lattice": "PX AROUND GAP_WIDTH",
    "lattice_climb": "_PER_SQUARE _DIRECTIONS",
    "layout_reader": "_OVERSAMPLING",
    "lens": "_FLAT_FOCAL _FIXED",
    "light": "_EVERY _QUARTILES WHITEST _EACH",
    "measures": "CLIPPED",
    "paper": "_OF_MEDIAN",
    "pile_window": "PX_PER_SQUARE _LOG",
    "piles": "_MOST",
    "registration": "_CORE _HALVES",
    "sampling": "PX CELL MARGIN SPOTS",
    "stall": "_ROW _PARTS",
}
"""What is not tuned: sizes of maps and of paper, grids, colours, a network's format, how a sum is laid out."""
NOTHING_TUNED = (
    "card_print correlation drawing guide marks optics pictures plan plan_pictures profile table_plan trial walk"
)
"""Modules of drawings, files, cameras and formats."""


def home_of(module: str) -> Path:
    """The file of a swept module."""
    return next(path for room in ROOMS if (path := ROOT / room / f"{module}.py").is_file())


def constants(tree: ast.Module) -> dict[str, list[ast.Constant]]:
    """The numbers that each upper-case name at the head of a module is made of, where they stand in its text.

    What is computed from another such name is no number of its own.
    """
    found: dict[str, list[ast.Constant]] = {}
    for statement in tree.body:
        if isinstance(statement, ast.Assign):
            names = ast.walk(statement.targets[0])
            label = ",".join(name.id for name in names if isinstance(name, ast.Name))
            parts = list(ast.walk(statement.value))
            numbers = [one for one in parts if isinstance(one, ast.Constant) and type(one.value) in (int, float)]
            if label.isupper() and numbers and not any(isinstance(one, ast.Name) and one.id.isupper() for one in parts):
                found[label] = sorted(numbers, key=lambda one: (one.lineno, one.col_offset))
    return found


def tuned() -> Iterator[tuple[str, str, float]]:
    """Every number as `module.NAME`, or `module.NAME[2]` if there are several, with its measure and where it stands."""
    for measure, modules in ACTS_ON.items():
        for module in modules.split():
            for label, numbers in constants(ast.parse(home_of(module).read_text())).items():
                if label in FACTS.get(module, "").split():
                    continue
                for place, one in enumerate(numbers):
                    part = f"[{place}]" if len(numbers) > 1 else ""
                    yield measure, f"{module}.{label}{part}", one.value


def code_with(name: str, value: float) -> tuple[str, CodeType]:
    """The module that holds a number, and its code with another value there, so that what follows from it follows."""
    module, label, place = re.fullmatch(r"(\w+)\.([\w,]+)(?:\[(\d+)\])?", name).groups()
    path = home_of(module)
    tree = ast.parse(path.read_text())
    constants(tree)[label][int(place or 0)].value = value
    return ".".join(path.relative_to(ROOT).with_suffix("").parts), compile(tree, path, "exec")


class Otherwise(SourceFileLoader):
    """Finds and loads one module, with other code than its file has; the first place where imports look."""

    def __init__(self, module: str, code: CodeType) -> None:
        """Load this module with this code."""
        super().__init__(module, code.co_filename)
        self._code = code

    def find_spec(self, fullname: str, _path: Sequence[str] | None, _target: object = None) -> ModuleSpec | None:
        """Where this module is; of others nothing is known."""
        return spec_from_file_location(fullname, self.path, loader=self) if fullname == self.name else None

    def get_code(self, _fullname: str) -> CodeType:
        """The other code."""
        return self._code


def measured_with(name: str, value: float, options: argparse.Namespace) -> str:
    """What the measure says with this value: a process of its own, in which the module is loaded with it."""
    asked = [sys.executable, __file__, "--with", name, str(value), "--tables", *options.tables]
    told = subprocess.run(asked, capture_output=True, text=True, check=False)
    return told.stdout.strip() or told.stderr.strip().splitlines()[-1]


def main() -> None:
    """One line for each value."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", help="numbers, or modules of which all are swept")
    parser.add_argument("--at", nargs="+", type=float, default=FACTORS, help="multiples of the value")
    parser.add_argument("--tables", nargs="+", default=_TABLES)
    parser.add_argument("--with", nargs=2, dest="tried", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.tried:
        _tell_with(*options.tried, options.tables)
        return
    for measure, name, value in tuned():
        if not options.names:
            print(f"{measure:8} {name} = {value}")
        elif {name, name.partition("[")[0], name.partition(".")[0]} & set(options.names):
            for factor in options.at:
                tried = type(value)(round(value * factor) if isinstance(value, int) else value * factor)
                print(f"{name} = {tried:<8.4g} {measured_with(name, tried, options)}", flush=True)


def _tell_with(name: str, value: str, tables: Sequence[str]) -> None:
    sys.meta_path.insert(0, Otherwise(*code_with(name, ast.literal_eval(value))))
    sys.path.insert(0, str(Path(__file__).parent))
    measures = importlib.import_module("number_measures")
    measure = next(measure for measure, other, _ in tuned() if other == name)
    given = {"squares": (tables,), "tests": (name.partition(".")[0],)}
    print(getattr(measures, measure)(*given.get(measure, ())))


if __name__ == "__main__":
    main()
