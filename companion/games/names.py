"""What may be a player's name: signs that show, and what joins them in Persian and Hindi names and family faces."""

JOINERS = "\u200c\u200d"
"""What joins signs to one, or keeps them apart; alone it shows nothing."""
_UNSEEN = str.maketrans("", "", JOINERS)


def as_seen(name: str) -> str:
    """A name without its joiners: names that differ in them alone nobody can tell apart."""
    return name.translate(_UNSEEN)


def trimmed(name: str) -> str:
    """A name with neither spaces nor joiners before or behind it."""
    return name.strip(f" {JOINERS}")


def can_be_shown(text: str, longest: int) -> bool:
    """Whether a text has 1 to so many characters, none of which turns, hides or ends what stands around it."""
    return 0 < len(text) <= longest and as_seen(text).isprintable()
