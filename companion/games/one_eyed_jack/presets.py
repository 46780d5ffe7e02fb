"""The six presets as tables: who may sit, how many cards, which values. A preset is a value, never a subclass."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

SEATINGS = frozenset((seats, teams) for seats in range(2, 13) for teams in range(2, 7) if seats % teams == 0)
"""The 17 pairs (seats, teams) any source knows."""

_FAMILY = frozenset({(2, 2), (3, 3), (4, 2)})
_ZEPHERIN = _FAMILY | {(6, 2), (6, 3), (8, 2), (9, 3), (10, 2), (12, 2), (12, 3)}
_FEW = {2: 7, 3: 6, 4: 5}
_MANY = {6: 5, 8: 4, 9: 4, 10: 3, 12: 3}


@dataclass(frozen=True, slots=True)
class Preset:
    """Everything a preset settles; `free` presets let the table change it."""

    name: str
    seatings: frozenset[tuple[int, int]]
    hands: Mapping[int, int]
    """Cards dealt to each seat, by the number of seats."""
    lines: Mapping[int, int]
    """Patterns needed, by the number of teams."""
    values: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    """What differs from the field defaults of Options."""
    free: bool = False


_LINES = {2: 2, 3: 1, 4: 1, 5: 1, 6: 1}

PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        preset.name: preset
        for preset in (
            Preset("denexa", _FAMILY, _FEW, _LINES, {"remove": "any", "protect": False}),
            Preset("classic", _FAMILY, _FEW, _LINES),
            Preset("kids", _FAMILY | {(4, 4)}, dict.fromkeys((2, 3, 4), 3), dict.fromkeys(range(2, 7), 1), {"n": 4}),
            Preset("my_rules", SEATINGS, {**_FEW, 5: 6, **_MANY}, _LINES, free=True),
            Preset(
                "zepherin",
                _ZEPHERIN,
                {2: 7, 3: 6, 4: 6, **_MANY},
                {2: 2, 3: 2},
                {"remove": "any", "forgot": "short"},
            ),
            Preset("open", SEATINGS, {2: 7, 3: 6, 4: 6, 5: 6, **_MANY}, _LINES, free=True),
        )
    }
)
