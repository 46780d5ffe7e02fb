"""What a club's round means for one table, in words for its pages."""

from typing import Any

from companion.files import untrusted
from companion.games.names import can_be_shown

MOST_BYTES = 65_536
_LONGEST = 60


def seats_at(table: str, payload: str) -> str:
    """Who meets at this table now, in words; nothing where nobody does, or where that is no round."""
    try:
        found = untrusted.json_value(payload[:MOST_BYTES])
        here = [each for each in found["meetings"] if each["table"] == table and each["points"] is None]
        first, second = map(_name, here[0]["sides"])
        return f"Round {int(found['round'])}: {first} and {second} meet here; {first} begins."
    except (ValueError, TypeError, KeyError, IndexError):
        return ""


def _name(value: Any) -> str:
    """A name as it may be shown. Raises ValueError."""
    if not (isinstance(value, str) and can_be_shown(value, MOST_BYTES)):
        raise ValueError("no name")
    return value[:_LONGEST]
