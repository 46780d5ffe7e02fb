"""How every game says no: codes for faults, rulings on turns, and what is raised when a turn or a text cannot be."""

from dataclasses import dataclass
from enum import StrEnum

from companion.errors import CompanionError


class Code(StrEnum):
    """A family of codes: each member's value is its own name, as players and the record know it."""

    @staticmethod
    def _generate_next_value_(name: str, start: int, count: int, last_values: list[str]) -> str:  # noqa: ARG004
        return name


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer to a turn: legal when there is no fault. True when legal. Games add what the fault is about."""

    fault: Code | None = None

    def __bool__(self) -> bool:
        return self.fault is None


class IllegalTurnError(CompanionError, ValueError):
    """A turn was pushed that the rules forbid; `ruling` says why."""

    def __init__(self, message: str, ruling: Ruling) -> None:
        super().__init__(message)
        self.ruling = ruling


class NotationError(CompanionError, ValueError):
    """A text is no turn, position or record at all."""


class OptionsError(CompanionError, ValueError):
    """A set of options that cannot be played; `code` names the reason, such as `BAD_SEATING`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
