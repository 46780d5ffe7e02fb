"""Where a table is heard of: the topics under one root, each table below its own name."""

import re
from dataclasses import dataclass

ROOT = "one-eyed-jack"
ONLINE, OFFLINE = "online", "offline"
"""What stands under `availability`: the second is left behind as a last will."""
_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?")
_ROOT = re.compile(r"[A-Za-z0-9_-]{1,32}(?:/[A-Za-z0-9_-]{1,32}){0,3}")


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of one table. Raises ValueError for a name or a root that no topic can be made of."""

    name: str
    """What the table is called: small letters, digits and hyphens, 32 at most."""
    root: str = ROOT

    def __post_init__(self) -> None:
        if _NAME.fullmatch(self.name) is None:
            raise ValueError(f"name is {self.name!r}; it must be 1 to 32 small letters, digits and hyphens")
        check_root(self.root)

    @property
    def status(self) -> str:
        """How the game stands: a whole statement as JSON, retained."""
        return self._below("status")

    @property
    def event(self) -> str:
        """What happened, one message for each event, not retained."""
        return self._below("event")

    @property
    def availability(self) -> str:
        """Whether the table is there: `online` or `offline`, retained."""
        return self._below("availability")

    @property
    def mute(self) -> str:
        """Whether the buzzer is silenced: `ON` or `OFF`, retained; nothing where there is none."""
        return self._below("mute")

    @property
    def undo_command(self) -> str:
        """Where `PRESS` takes the last turn back, where the table allows it."""
        return self._below("command/undo")

    @property
    def mute_command(self) -> str:
        """Where `ON` silences the buzzer and `OFF` lets it be heard, where the table allows it."""
        return self._below("command/mute")

    @property
    def round(self) -> str:
        """Where a club says who meets whom, retained, the same for all its tables."""
        return round_of(self.root)

    @property
    def identity(self) -> str:
        """What brokers and Home Assistant know the table as, in letters, digits, _ and -.

        Behind those of a root in several parts stands how long each is: `a/b` and `c` are not `a` and `b-c`.
        """
        parts = self.root.split("/")
        lengths = "".join(f"_{len(part)}" for part in parts) if len(parts) > 1 else ""
        return f"{'-'.join(parts)}-{self.name}{lengths}"

    @property
    def discovery(self) -> str:
        """Where Home Assistant looks for devices, retained."""
        return f"homeassistant/device/{self.identity}/config"

    def _below(self, what: str) -> str:
        return f"{self.root}/{self.name}/{what}"


def check_root(root: str) -> None:
    """Raises ValueError for a root that no topic can be made of."""
    if _ROOT.fullmatch(root) is None:
        raise ValueError(f"topic is {root!r}; it must be letters, digits, _ and -, with / between parts")


def round_of(root: str) -> str:
    """Where a club says who meets whom at the tables below a root. Raises ValueError for one that is none."""
    check_root(root)
    return f"{root}/club/round"


def of_every_table(root: str) -> tuple[str, str, str]:
    """What whoever wants to hear all tables subscribes to: statements, events and availabilities."""
    check_root(root)
    return f"{root}/+/status", f"{root}/+/event", f"{root}/+/availability"


def slug(words: str) -> str:
    """A name for topics out of any words, such as a machine's own name; `table` where nothing of them is left."""
    return re.sub("[^a-z0-9]+", "-", words.lower()).strip("-")[:32].strip("-") or "table"


def parse_topic(root: str, topic: str) -> tuple[str, str] | None:
    """Whose topic this is and what is heard under it, such as `("oak", "status")`; None for one that is no table's."""
    above, _, what = topic.removeprefix(f"{root}/").partition("/")
    known = topic.startswith(f"{root}/") and _NAME.fullmatch(above) and what in ("status", "event", "availability")
    return (above, what) if known else None
