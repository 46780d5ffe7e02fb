"""Options as players write them, `key=value`: how numbers, switches and words are read, and what mistakes are told."""

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches

from companion.games.numbers import parse_number
from companion.games.refusals import OptionsError

Reader = Callable[[str, str], object]
"""Takes the name of an option and the text of its value; raises OptionsError."""

_SWITCHES = {"on": True, "yes": True, "1": True, "true": True, "off": False, "no": False, "0": False, "false": False}


def read_changes(changes: Iterable[str], readers: Mapping[str, Reader], short: Mapping[str, str]) -> dict[str, object]:
    """The values of `key=value` changes by their full names; `short` names are welcome. Raises OptionsError."""
    return dict(_read_change(change, readers, short) for change in changes)


def _read_change(change: str, readers: Mapping[str, Reader], short: Mapping[str, str]) -> tuple[str, object]:
    key, equals, text = change.partition("=")
    name = short.get(key, key)
    if name not in readers or not equals:
        brief = {full: short_name for short_name, full in short.items()}
        names = [brief.get(known, known) for known in readers]
        near = get_close_matches(key, names)
        hint = f"did you mean {near[0]}=…?" if near else f"write one of {', '.join(names)}, then = and its value"
        raise OptionsError("BAD_OPTION", f"no such option: {change!r}; {hint}")
    return name, readers[name](key, text)


def number(code: str = "BAD_OPTION") -> Reader:
    """A reader of whole numbers; anything else raises OptionsError with `code`."""

    def _read(name: str, text: str) -> int:
        try:
            return parse_number(text)
        except ValueError as error:
            raise OptionsError(code, f"{name}: {error}") from error

    return _read


def switch(name: str, text: str) -> bool:
    """A reader for `on` and `off`, `yes` and `no`, `1` and `0`; the reader raises OptionsError."""
    if text.lower() in _SWITCHES:
        return _SWITCHES[text.lower()]
    raise OptionsError("BAD_OPTION", f"{name}={text} is unknown; choose on or off")


def word(*words: str) -> Reader:
    """A reader of one of `words`; it raises OptionsError."""

    def _read(name: str, text: str) -> str:
        if text in words:
            return text
        raise OptionsError("BAD_OPTION", f"{name}={text} is unknown; choose one of {', '.join(words)}")

    return _read


def value_text(value: object) -> str:
    """The value of an option as players write it: `on`, `off`, a word or a number."""
    if value is None:
        return "off"
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
