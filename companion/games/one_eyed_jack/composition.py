"""Which options go together: what follows from other choices is adjusted and said, what cannot be played is refused."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.one_eyed_jack.faults import OptionsError
from companion.games.one_eyed_jack.presets import Preset

if TYPE_CHECKING:
    from companion.games.one_eyed_jack.options import Options

_DIES = ((1, 0), (2, 0), (0, 1), (0, 2), (1, 1))


def adjusted(options: Options, preset: Preset, chosen: Container[str]) -> Options:
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
    if preset.free and not least <= options.hand <= most:
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
