"""Whole numbers as they are written in options, positions and turns; none that means anything is long."""

_MOST_DIGITS = 9


def parse_number(text: str) -> int:
    """The whole number written as `text`, in plain digits and few enough. Raises ValueError."""
    if text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS:
        return int(text)
    raise ValueError(f"no number: {text[:20]!r}; write up to {_MOST_DIGITS} digits")
