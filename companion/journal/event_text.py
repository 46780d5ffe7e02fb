"""Events as text, a line of JSON each: how they are kept, and how others are told of them."""

import json
from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from types import MappingProxyType, NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from companion.referee.events import CardLaid, Event, FaultFound, Setup

KINDS: Mapping[str, type[Event]] = MappingProxyType({kind.__name__: kind for kind in Event.__subclasses__()})
"""Every kind of event by its name."""


def to_json(event: Event) -> str:
    """One line of JSON: the kind under `type`, then the fields; `from_json` reads it back to an equal event."""
    return json.dumps({"type": type(event).__name__, **asdict(event)}, ensure_ascii=False, separators=(",", ":"))


def from_json(text: str) -> Event:
    """The event written as `text`. Raises ValueError, naming what is wrong, on anything `to_json` does not write."""
    try:
        found = json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise ValueError(f"not an event: {text[:60]!r} is no JSON object; write one object with a type")
    name = found.pop("type", None)
    if not isinstance(name, str) or name not in KINDS:
        raise ValueError(f"no such kind of event: {name!r}; known are {', '.join(KINDS)}")
    event: Event = _record(KINDS[name], found, name)
    return event


_LATER: Mapping[type, set[str]] = MappingProxyType(
    {Setup: {"wins", "elsewhere", "first", "sitting_out", "chips"}, CardLaid: {"verified"}, FaultFound: {"card"}}
)
"""What older journals do not have."""


def _record(kind: type, found: object, where: str) -> Any:
    hints = get_type_hints(kind)
    later = _LATER.get(kind, set())
    if not isinstance(found, dict) or set(found) | later != set(hints):
        raise ValueError(f"wrong fields in {where}: {found!r}; it has exactly {', '.join(hints) or 'none'}")
    return kind(**{name: _value(hints[name], value, f"{where}.{name}") for name, value in found.items()})


def _value(hint: Any, found: object, where: str) -> Any:
    if is_dataclass(hint) and isinstance(hint, type):
        return _record(hint, found, where)
    if get_origin(hint) is tuple and isinstance(found, list):
        return tuple(_value(get_args(hint)[0], item, where) for item in found)
    if hint is float and type(found) is int:
        return float(found)
    allowed = get_args(hint) if isinstance(hint, UnionType) else (hint,)
    if type(found) in allowed or (found is None and NoneType in allowed):
        return found
    raise ValueError(f"wrong value in {where}: {found!r}; expected {hint}")
