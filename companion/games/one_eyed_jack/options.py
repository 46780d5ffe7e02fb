"""The rules in force, as data: a preset and what the table changed. Fixed before the deal; variants compose.

`parse_options` is the only way in that players use: it fills in the preset, adjusts what follows from
other choices (with a notice) and refuses what cannot be played.
"""

from collections.abc import Container
from dataclasses import dataclass, field, fields, replace

from companion.games.cards import PRINCESS, STANDARD, Card
from companion.games.choices import Reader, number, read_changes, switch, value_text, word
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
_DIES = ((1, 0), (2, 0), (0, 1), (0, 2), (1, 1))
"""How many faces of a die reverse and how many skip, where one is played with."""


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
        others = (f.name for f in fields(self) if f.name not in (*always, "notices"))
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
    return _adjusted(replace(options, **chosen), preset, chosen)  # type: ignore[arg-type]


def _readers() -> dict[str, Reader]:
    """How the value of each option is read."""
    counts = {"seats": "BAD_SEATING", "teams": "BAD_SEATING", "hand": "BAD_HAND", "n": "BAD_N", "lines": "BAD_LINES"}
    numbers = {name: number(code) for name, code in counts.items()}
    switches = dict.fromkeys(("protect", "dead", "end_joker"), switch)
    special: dict[str, Reader] = {"dead_per_turn": _limit, "die": lambda _, text: parse_die(text)}
    return {**numbers, **switches, **special, **{name: word(*words) for name, words in _WORDS.items()}}


def _limit(name: str, text: str) -> object:
    if text.lower() in ("off", "none"):
        return None
    if limit := number()(name, text):
        return limit
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


def _adjusted(options: Options, preset: Preset, chosen: Container[str]) -> Options:
    """The options with everything that follows from other choices; a notice for each of the `chosen` that gave way.

    Raises OptionsError for what cannot be played.
    """
    _check_hand(options, preset)
    _check_counts(options)
    following = _following(options)
    given_way = [name for name, value in following.items() if getattr(options, name) != value and name in chosen]
    notices = tuple(f"{name}={getattr(options, name)} gave way to {name}={following[name]}" for name in given_way)
    options = replace(options, **following, notices=notices)  # type: ignore[arg-type]
    _check_variants(options)
    return options


def _check_hand(options: Options, preset: Preset) -> None:
    usual, seats = preset.hands[options.seats], options.seats
    most = {"my_rules": min(10, options.deck_size // 2 // seats)}.get(preset.name, usual)
    least = 2 if preset.name == "my_rules" else min(3, usual)
    if not least <= options.hand <= most:
        raise OptionsError("BAD_HAND", f"{options.hand} cards for {seats} seats; deal {least} to {most}")


def _check_counts(options: Options) -> None:
    """Open plays 4 or 5 squares and, in two teams, 1 or 2 lines; my_rules is wider; other goals set their own n."""
    open_rules = options.preset == "open"
    numbers, lines = ((4, 5), (1, 2)) if open_rules else ((3, 4, 5, 6), (1, 2, 3, 4))
    if options.objective == "line" and options.n not in numbers:
        raise OptionsError("BAD_N", f"n={options.n}; lines are {numbers[0]} to {numbers[-1]} squares long here")
    forgiven = options.objective == "sub3" or (open_rules and options.teams > 2)
    if options.lines not in lines and not forgiven:
        raise OptionsError("BAD_LINES", f"lines={options.lines}; play to {lines[0]} to {lines[-1]} here")


def _following(options: Options) -> dict[str, object]:
    """What other choices dictate, as option values."""
    following: dict[str, object] = {"cross_sizes": "any" if options.objective == "cross" else "adjacent"}
    if options.preset == "open" and options.teams > 2 and options.objective != "sub3":
        following["lines"] = 1
    if options.preset == "open" and options.teams > 3 and options.objective == "line":
        following["n"] = 4
    if "cross" in options.objective or "square" in options.objective:
        following["n"] = 5 if "cross" in options.objective else 4
    if options.objective != "line":
        following["capture"] = "off"
    if options.directions == "orth":
        following["shape"] = "orth"
    return following


def _check_variants(options: Options) -> None:
    if options.capture == "pairs_trios" and options.n < 5:
        raise OptionsError("BAD_CAPTURE", f"trios are not captured with n={options.n}; choose pairs, or n=5")
    if options.end_joker and (options.objective != "sub3" or not options.free_corners):
        raise OptionsError("BAD_END_JOKER", "an end-joker needs objective=sub3 and free corners")
    die = options.die
    if die and (options.seats < 3 or not 6 <= die.sides <= 12 or (die.reverse, die.skip) not in _DIES):
        raise OptionsError("BAD_DIE", f"die {die} for {options.seats} seats; needs 3 seats, 6 to 12 sides, a known mix")
