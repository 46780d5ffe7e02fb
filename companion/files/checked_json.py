"""A JSON object from a file, asked value by value, so that every complaint names file, place and field."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeGuard

from companion.errors import CompanionError

MOST = 1e6
"""No number in any file here means more."""


@dataclass(frozen=True, slots=True)
class CheckedObject:
    """One JSON object, where it stands, and what is raised about its values."""

    where: str
    values: Mapping[str, Any]
    error: type[CompanionError]

    def wrong(self, key: str, wanted: str) -> CompanionError:
        """The complaint about a value that is missing or not what is wanted."""
        if key not in self.values:
            return self.error(f"{self.where}: {key!r} is missing; it must be {wanted}")
        return self.error(f"{self.where}: {key!r} is {str(self.values[key])[:60]!r}; it must be {wanted}")

    def text(self, key: str) -> str:
        """A text that is not empty."""
        value = self.values.get(key)
        if not isinstance(value, str) or not value:
            raise self.wrong(key, "a text")
        return value

    def file(self, key: str) -> str:
        """The name of a file beside this one."""
        value = self.text(key)
        if Path(value).name != value or "\0" in value:
            raise self.wrong(key, "the name of a file inside the recording")
        return value

    def number(self, key: str, least: float = 0.0, most: float = MOST) -> float:
        """A finite number."""
        value = self.values.get(key)
        if not is_number(value) or not least <= value <= most:
            raise self.wrong(key, f"a number from {least:g} to {most:.10g}")
        return float(value)

    def whole(self, key: str, least: int = 0) -> int:
        """A whole number."""
        value = self.values.get(key)
        if not is_number(value) or value != int(value) or not least <= value <= MOST:
            raise self.wrong(key, f"a whole number from {least} to {MOST:.10g}")
        return int(value)

    def yes(self, key: str) -> bool:
        """True or false."""
        value = self.values.get(key)
        if not isinstance(value, bool):
            raise self.wrong(key, "true or false")
        return value

    def pair(self, key: str) -> tuple[float, float]:
        """Two numbers, (x, y)."""
        value = self.values.get(key)
        if not is_pair(value):
            raise self.wrong(key, "two numbers [x, y]")
        return float(value[0]), float(value[1])

    def block(self, key: str) -> "CheckedObject":
        """An object inside this one."""
        value = self.values.get(key)
        if not isinstance(value, dict):
            raise self.wrong(key, "an object {…}")
        return CheckedObject(f"{self.where}, {key}", value, self.error)

    def list_of(self, key: str) -> list[Any]:
        """A list of whatever."""
        value = self.values.get(key)
        if not isinstance(value, list):
            raise self.wrong(key, "a list")
        return value

    def blocks(self, key: str) -> list["CheckedObject"]:
        """A list of objects."""
        value = self.list_of(key)
        if not all(isinstance(each, dict) for each in value):
            raise self.wrong(key, "a list of objects {…}")
        return [CheckedObject(f"{self.where}, {key} {number}", each, self.error) for number, each in enumerate(value)]

    def has(self, key: str) -> bool:
        """Whether a value is there and not null."""
        return self.values.get(key) is not None


def is_number(value: object) -> TypeGuard[float]:
    """Whether this is a finite number that is meant."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def is_pair(value: object) -> TypeGuard[list[float]]:
    """Whether these are two numbers, neither beyond any picture or board."""
    return isinstance(value, list) and len(value) == 2 and all(is_number(each) and abs(each) <= MOST for each in value)
