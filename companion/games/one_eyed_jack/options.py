"""The rules in force, as data: a preset and what the table changed. Fixed before the deal; variants compose.

`parse_options` is the only way in that players use: it fills in the preset, adjusts what follows from
other choices (with a notice) and refuses what cannot be played.
"""

from dataclasses import dataclass, field, fields, replace

from companion.games.cards import PRINCESS, STANDARD, Card
from companion.games.choices import Reader, number, read_changes, switch, value_text, word
from companion.games.one_eyed_jack.composition import adjusted
from companion.games.one_eyed_jack.die import Die, parse_die
from companion.games.one_eyed_jack.faults import OptionsError
from companion.games.one_eyed_jack.presets import PRESETS, SEATINGS, Preset

_SHORT = {"N": "seats", "T": "teams"}
_LONG = {long: short for short, long in _SHORT.items()}
_WORDS = {
    "corners": ("free", "joker_any", "joker_matched"),
    "remove": ("opponents", "any"),
    "forgot": ("forgive", "short", "short_one_round"),
    "stock_end": ("play_out", "reshuffle"),
    "line_choice": ("topleft", "declare"),
    "deck": ("standard", "princess", "rook"),
    "directions": ("all", "orth"),
    "wrap": ("none", "lr", "tb", "both"),
    "capture": ("off", "pairs", "pairs_trios"),
    "objective": ("line", "line+cross", "cross", "line+square", "square", "sub3"),
    "shape": ("orth", "diag", "both"),
    "cross_sizes": ("adjacent", "any"),
}
_AGREEMENTS = ("seats", "teams", "forgot", "line_choice", "stock_end", "dead_per_turn")
"""What any table may settle without leaving its preset."""


@dataclass(frozen=True, slots=True)
class Options:
    """Everything agreed before the deal. Build it with `parse_options`; two are equal when they play alike."""

    preset: str = "classic"
    seats: int = 2
    teams: int = 2
    hand: int = 7
    n: int = 5
    lines: int = 2
    corners: str = "free"
    remove: str = "opponents"
    protect: bool = True
    dead: bool = True
    dead_per_turn: int | None = None
    forgot: str = "forgive"
    stock_end: str = "play_out"
    line_choice: str = "topleft"
    deck: str = "standard"
    directions: str = "all"
    wrap: str = "none"
    capture: str = "off"
    objective: str = "line"
    shape: str = "both"
    cross_sizes: str = "adjacent"
    end_joker: bool = False
    die: Die | None = None
    notices: tuple[str, ...] = field(default=(), compare=False)
    """What was adjusted by itself, in words for the players."""

    @property
    def text(self) -> str:
        """Preset, seating, hand, lines, n and what else differs from the preset; `parse_options` reads it back."""
        always = ("seats", "teams", "hand", "lines", "n")
        usual = _seated(PRESETS[self.preset], {"seats": self.seats, "teams": self.teams})
        others = (f.name for f in fields(self) if f.name not in (*always, "preset", "notices"))
        changed = (name for name in others if getattr(self, name) != getattr(usual, name))
        return " ".join((self.preset, *(f"{_LONG.get(k, k)}={self.value_text(k)}" for k in (*always, *changed))))

    def value_text(self, key: str) -> str:
        """One option as players write it: `on`, `off`, a word or a number. Raises AttributeError."""
        return value_text(getattr(self, _SHORT.get(key, key)))

    @property
    def faces(self) -> tuple[Card, ...]:
        """Every card face that may be played, once each."""
        jokers = {"free": (), "joker_any": ("JK", "JKB", "JKR"), "joker_matched": ("JKB", "JKR")}[self.corners]
        end = ("JKE",) * self.end_joker
        return (*(STANDARD if self.deck == "standard" else PRINCESS), *map(Card, (*jokers, *end)))

    @property
    def deck_size(self) -> int:
        """How many cards are shuffled together."""
        pack = STANDARD if self.deck == "standard" else PRINCESS
        return 2 * len(pack) + 4 * (self.corners != "free") + self.end_joker

    @property
    def free_corners(self) -> bool:
        """Whether the corners belong to everybody."""
        return self.corners == "free"

    @property
    def locks(self) -> bool:
        """Whether finished patterns are locked and their chips safe."""
        return self.protect and self.objective != "sub3"

    @property
    def capture_total(self) -> int | None:
        """How many captured chips win the game; None when captures are off."""
        return {"off": None, "pairs": 2 * self.n, "pairs_trios": 3 * self.n}[self.capture]

    @property
    def capture_lengths(self) -> tuple[int, ...]:
        """How many chips in a row can be captured at once."""
        return {"off": (), "pairs": (2,), "pairs_trios": (2, 3)}[self.capture]

    def team_of(self, seat: int) -> int:
        """The team of a seat, counted from 1 clockwise; teams alternate."""
        return (seat - 1) % self.teams


def parse_options(text: str) -> Options:
    """The options written as a preset and `key=value` changes. Raises OptionsError.

    Unnamed settings come from the preset; what follows from other choices is adjusted and
    said in `notices`.
    """
    name, *changes = text.split() or ["classic"]
    if name not in PRESETS:
        raise OptionsError("BAD_OPTION", f"no such preset: {name!r}; choose one of {', '.join(PRESETS)}")
    preset, chosen = PRESETS[name], read_changes(changes, _readers(), _SHORT)
    options = _seated(preset, chosen)
    if not preset.free:
        _refuse_changes(preset, options, chosen)
    return adjusted(replace(options, **chosen), preset, chosen)  # type: ignore[arg-type]


def _readers() -> dict[str, Reader]:
    """How the value of each option is read."""
    counts = {"seats": "BAD_SEATING", "teams": "BAD_SEATING", "hand": "BAD_HAND", "n": "BAD_N", "lines": "BAD_LINES"}
    numbers = {name: number(code) for name, code in counts.items()}
    switches = dict.fromkeys(("protect", "dead", "end_joker"), switch)
    special: dict[str, Reader] = {"dead_per_turn": _limit, "die": lambda _, text: parse_die(text)}
    return {**numbers, **switches, **special, **{name: word(*words) for name, words in _WORDS.items()}}


def _limit(name: str, text: str) -> int | None:
    if text.lower() in ("off", "none"):
        return None
    if text.isdecimal() and len(text) < 10 and int(text):
        return int(text)
    raise OptionsError("BAD_OPTION", f"{name}={text} is unknown; choose a number from 1, or off")


def _seated(preset: Preset, chosen: dict[str, object]) -> Options:
    """The preset's own options at this table. Raises OptionsError with BAD_SEATING."""
    seats = chosen.get("seats", 2)
    teams = chosen.get("teams", 3 if seats == 3 else 2)
    if (seats, teams) not in preset.seatings:
        where = "any preset" if (seats, teams) not in SEATINGS else f"preset {preset.name}; try my_rules"
        raise OptionsError("BAD_SEATING", f"{seats} seats in {teams} teams are not possible in {where}")
    assert isinstance(seats, int)
    assert isinstance(teams, int)
    hand, lines = preset.hands[seats], preset.lines[teams]
    usual = Options(preset.name, seats, teams, hand, lines=lines)
    return replace(usual, **preset.values)  # type: ignore[arg-type]


def _refuse_changes(preset: Preset, options: Options, chosen: dict[str, object]) -> None:
    """A fixed preset is what its name says; whoever wants something else plays my_rules."""
    for name, value in chosen.items():
        if name not in _AGREEMENTS and getattr(options, name) != value:
            code = {"hand": "BAD_HAND", "n": "BAD_N", "lines": "BAD_LINES"}.get(name, "BAD_OPTION")
            kept = options.value_text(name)
            raise OptionsError(code, f"preset {preset.name} keeps {name}={kept}; play my_rules to change it")
