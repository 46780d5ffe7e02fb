"""What a table may settle for a new game, in words, and which of it goes together with what is settled already."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from companion.registry.games import refereed

Choices = Mapping[str, tuple[str, Mapping[str, str]]]
"""For each option its question, and the words for each value."""

_ON_OFF = MappingProxyType({"on": "yes", "off": "no"})
_DIE_SIDES = (
    ("r1s0", "one face reverses play"),
    ("r2s0", "two faces reverse play"),
    ("r0s1", "one face skips"),
    ("r0s2", "two faces skip"),
    ("r1s1", "one face each"),
)
_DIE_MOMENTS = (("after", "after the turn"), ("during", "before the card"))


def _numbers(numbers: range) -> Mapping[str, str]:
    return {str(number): str(number) for number in numbers}


_DICE = {f"d6{sides},{moment}": f"{words}, {when}" for sides, words in _DIE_SIDES for moment, when in _DIE_MOMENTS}
"""The die with six sides; the page puts in how many it really has."""

ONE_EYED_JACK: Choices = MappingProxyType(
    {
        "hand": ("Cards each", _numbers(range(2, 11))),
        "lines": ("Lines to win", _numbers(range(1, 5))),
        "n": ("Squares in a line", _numbers(range(3, 7))),
        "remove": ("A one-eyed jack takes", {"opponents": "opponents’ chips", "any": "any chip"}),
        "protect": ("Finished lines are safe", _ON_OFF),
        "dead": ("Dead cards may be exchanged", _ON_OFF),
        "corners": (
            "The corners",
            {"free": "count for everybody", "joker_any": "take any joker", "joker_matched": "take their own joker"},
        ),
        "deck": ("The cards", {"standard": "ace to king", "princess": "with princesses", "rook": "Rook cards"}),
        "directions": ("Lines run", {"all": "in all directions", "orth": "across and down only"}),
        "capture": ("Captures", {"off": "none", "pairs": "pairs", "pairs_trios": "pairs and trios"}),
        "wrap": (
            "Edges are joined",
            {"none": "no", "lr": "left and right", "tb": "top and bottom", "both": "all"},
        ),
        "objective": (
            "The goal",
            {
                "line": "lines",
                "line+cross": "lines and crosses",
                "cross": "crosses",
                "line+square": "lines and squares",
                "square": "squares",
                "sub3": "points for threes",
            },
        ),
        "shape": (
            "Crosses and squares stand",
            {"both": "straight or diagonal", "orth": "straight", "diag": "diagonal"},
        ),
        "end_joker": ("A marked joker ends the game", _ON_OFF),
        "die": ("A die is rolled", {"off": "no", **_DICE}),
        "dead_per_turn": ("Dead cards per turn", {"off": "any number", "1": "one"}),
        "forgot": (
            "Forgotten draw",
            {"forgive": "drawn when noticed", "short": "one card short", "short_one_round": "drawn a turn later"},
        ),
        "line_choice": ("Which line counts", {"topleft": "nearest the top left", "declare": "its owner says"}),
        "stock_end": ("When the stock runs out", {"play_out": "play on", "reshuffle": "shuffle the pile"}),
    }
)

BLACK_JACK: Choices = MappingProxyType(
    {
        "sting": ("All Jacks sting", _ON_OFF),
        "jot": ("Jacks on Twos", {"off": "no", "suited": "of the same suit", "any": "always"}),
        "queen": ("A Queen is covered by", {"run": "the next step of the run", "suit": "any card of her suit"}),
        "jokers": ("Jokers in a pack", _numbers(range(3))),
        "bring_backs": ("Penalties bring players back", _ON_OFF),
        "start_card": (
            "The card turned up first",
            {"inert": "does nothing", "active": "acts", "redraw": "is buried if it would act"},
        ),
        "packs": ("Packs", _numbers(range(1, 3))),
        "ace_in_run": ("Inside a run an Ace goes on anything", _ON_OFF),
        "no_action_finish": ("Nobody goes out on an action card", _ON_OFF),
        "red_jack_ends": ("Nothing follows a red Jack that cancels", _ON_OFF),
        "king2": ("With two players a King", {"opponent": "passes on", "again": "gives another turn"}),
    }
)

CHOICES: Mapping[str, Choices] = MappingProxyType({"one-eyed-jack": ONE_EYED_JACK, "black-jack": BLACK_JACK})
"""What may be settled, by game."""


_SIZE = frozenset({"N", "T", "seats", "teams", "players"})


def possible(game: str, text: str) -> dict[str, list[str]]:
    """For each option the values that go with all that `text` settles otherwise, and that do not give way to it."""
    preset, *changes = text.split() or refereed(game).options("").text.split()
    settled = dict(change.split("=", 1) for change in changes)
    return {
        name: [value for value in values if _stands(game, preset, {**settled, name: value}, name)]
        for name, (_, values) in CHOICES[game].items()
    }


def usual(game: str, text: str) -> dict[str, str]:
    """For each option the value it has when nobody settles anything, at a table of this size."""
    preset, *changes = text.split() or refereed(game).options("").text.split()
    size = [change for change in changes if change.split("=")[0] in _SIZE]
    options = refereed(game).options(" ".join((preset, *size)))
    return {name: options.value_text(name) for name in CHOICES[game]}


def _stands(game: str, preset: str, settled: Mapping[str, str], name: str) -> bool:
    """Whether this can be played, with this value of the option, and whether the option then says anything."""
    try:
        options = refereed(game).options(" ".join((preset, *(f"{key}={value}" for key, value in settled.items()))))
    except ValueError:
        return False
    return bool(options.value_text(name) == settled[name] and name not in _idle(game, options))


def _idle(game: str, options: Any) -> Iterator[str]:
    """What may be settled and says nothing with these options."""
    if game != "one-eyed-jack":
        return
    if not any(word in options.objective for word in ("cross", "square")):
        yield "shape"
    if options.objective == "sub3":
        yield from ("n", "lines", "protect")
    if not options.locks:
        yield "line_choice"
    if not options.dead:
        yield "dead_per_turn"
