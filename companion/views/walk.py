"""The guided walk through calibration as phones are told it: one whole statement, and its form as JSON."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal

from companion.views.appearance import Appearance, appearances_of, chips_called

WalkStep = Literal["rest", "look", "cards", "chips", "name"]
"""Nobody calibrates, the board is looked for, its cards are compared, chips are laid, the board gets a name."""
Pixel = tuple[float, float]
"""A pixel (x, y) of the table's picture."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What was found about one side of the set-up (`good`, `fair` or `poor`), and what to do about it."""

    topic: str
    grade: str
    finding: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Laying:
    """The squares on which one team's chips are to lie, and whether they are known already."""

    letter: str
    squares: tuple[int, ...]
    known: bool


@dataclass(frozen=True, slots=True)
class WalkStatus:
    """Where the walk stands; everything a page shows of it but the pictures."""

    step: WalkStep
    number: int = 0
    """That of the step, one more with each that is reached; an answer that names another is refused."""
    doing: str | None = None
    """What is being worked out now, in a few words; nothing may be asked meanwhile."""
    complaint: str | None = None
    """Why the last thing asked for came to nothing, and what to do about it."""
    size_px: tuple[int, int] | None = None
    """The width and height of the table's picture, in whose pixels taps are given; None before the first."""
    crossings: tuple[tuple[Pixel, ...], ...] = ()
    """Where the lines between the squares cross, 11 rows of 11 from the board's own top left; none before it is found.
    """
    layout: tuple[str, ...] = ()
    doubtful: tuple[int, ...] = ()
    """The squares a person should look at, least sure first."""
    named: tuple[int, ...] = ()
    """The squares whose card a person named."""
    remarks: tuple[Remark, ...] = ()
    grade: str = "good"
    """That of the weakest side."""
    chips: tuple[Laying, ...] = ()
    colours: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """The names of the chips that may be chosen, by letter; none where the picture holds them already."""
    usual: tuple[str, ...] = ()
    """The letters of the chips that were played with last, in the order of their teams."""
    suggested: str = ""
    """A name for this board."""
    ends_game: bool = False
    """Whether the game on the table ends once the board is saved and in use."""

    @property
    def pointed(self) -> tuple[int, ...]:
        """The squares at which page and lights point: where chips are to lie now."""
        return next((laying.squares for laying in self.chips if not laying.known), ())


def walk_json(status: WalkStatus) -> dict[str, Any]:
    """The statement as plain JSON values; the chips have their appearances, and `pointed` is worked out."""
    appearances = appearances_of([chips_called(laying.letter) for laying in status.chips])
    chips = [_laying_json(laying, appearance) for laying, appearance in zip(status.chips, appearances, strict=True)]
    colours = [{"letter": letter, "name": name} for letter, name in status.colours.items()]
    plain = asdict(replace(status, colours={}))
    return {**plain, "chips": chips, "colours": colours, "pointed": status.pointed}


def _laying_json(laying: Laying, appearance: Appearance) -> dict[str, Any]:
    return {**asdict(laying), "name": appearance.name, **appearance.painted}


@dataclass(frozen=True, slots=True)
class KnownBoard:
    """A board that was calibrated, by its name."""

    name: str
    chosen: bool
    """Whether it is the one for this evening."""
    own: bool
    """Whether it may be renamed and deleted from a phone; the board named when the program was started may not."""
