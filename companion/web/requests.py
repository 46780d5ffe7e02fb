"""What a phone sent: a small JSON object, exactly the fields that were asked for, and a cookie that says who it is."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from flask import Response, abort, current_app, request

from companion.referee.phones import Asker
from companion.web.desk import Desk
from companion.web.live import Live

COOKIE = "companion"
_COOKIE_S = 180 * 24 * 3600
_MOST_PX = 20_000
LONGEST_TEXT = 300

Read = Callable[[Any], Any]
"""Makes of a JSON value what is wanted. Raises ValueError, saying what that is."""


def desk() -> Desk:
    """The desk of this application."""
    return live().desk


def live() -> Live:
    """The newest statement of this application's table."""
    found: Live = current_app.extensions["live"]
    return found


def token() -> str:
    """The token of whoever asks, empty when there is none."""
    return request.cookies.get(COOKIE, "")


def asker() -> Asker:
    """Whoever asks."""
    return desk().access.asker(token())


def for_the_table() -> None:
    """401 unless whoever asks speaks for the table."""
    if not asker().table:
        abort(401, "this is for the table: enter its PIN first")


def address() -> str:
    """Where the request came from, for counting tries."""
    return request.remote_addr or "?"


def with_token(response: Response, fresh: str) -> Response:
    """The response, with a token that neither scripts nor requests from other sites ever get hold of."""
    response.set_cookie(COOKIE, fresh, max_age=_COOKIE_S, httponly=True, samesite="Strict", path="/api/")
    return response


def unkept(response: Response) -> Response:
    """The response, which no cache keeps."""
    response.headers["Cache-Control"] = "no-store"
    return response


def fields(wanted: Mapping[str, Read], optional: frozenset[str] = frozenset()) -> dict[str, Any]:
    """The fields of the JSON object that was sent; 400 for anything but these. Fields that are null are left out."""
    found = {name: value for name, value in _sent().items() if value is not None or name not in optional}
    if unknown := sorted(set(found) - set(wanted)):
        abort(400, f"unknown field {unknown[0][:40]!r}; known are {', '.join(wanted) or 'none'}")
    if missing := [name for name in wanted if name not in found and name not in optional]:
        abort(400, f"the field {missing[0]} is missing")
    return {name: _read(wanted[name], name, value) for name, value in found.items()}


def whole(value: object, most: int, least: int = 0) -> int:
    """A number from `least` to `most`, which JSON may write as `7` or `7.0`. Raises ValueError."""
    if type(value) in (int, float) and least <= value <= most and value == int(value):  # type: ignore[operator,call-overload]
        return int(value)  # type: ignore[call-overload,no-any-return]
    raise ValueError(f"a whole number from {least} to {most} is wanted")


def square(value: object) -> int:
    """A square's number, 0 to 99. Raises ValueError."""
    return whole(value, most=99)


def pixel(value: object) -> float:
    """A place along a side of a picture. Raises ValueError."""
    if type(value) in (int, float) and 0 <= value < _MOST_PX:  # type: ignore[operator]  # no number compares with it
        return float(value)  # type: ignore[arg-type]
    raise ValueError(f"a number of pixels from 0 to {_MOST_PX} is wanted")


def yes(value: object) -> bool:
    """Yes or no. Raises ValueError."""
    if not isinstance(value, bool):
        raise ValueError("true or false is wanted")
    return value


def text(value: object) -> str:
    """Characters that can be seen, up to as many as `LONGEST_TEXT`. Raises ValueError."""
    if isinstance(value, str) and 0 < len(value) <= LONGEST_TEXT and value.isprintable():
        return value
    raise ValueError(f"a text of 1 to {LONGEST_TEXT} printable characters is wanted")


def _sent() -> dict[str, Any]:
    try:
        found = json.loads(request.get_data())
    except (ValueError, RecursionError):
        abort(400, "that is not JSON")
    if not isinstance(found, dict):
        abort(400, "a JSON object is wanted")
    return found


def _read(read: Read, name: str, value: object) -> Any:
    try:
        return read(value)
    except ValueError as error:
        abort(400, f"{name}: {error}")
