"""How an evening begins: with the game at the end of a journal, if there is one that can be gone on with."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise

from companion.errors import MisplacedError
from companion.ports import Journal, JournalEntry
from companion.referee.events import PLAYED, CommandGiven, Event, GameStarted, Setup, TeamLook
from companion.referee.followed import Followed, counting_on, end_of
from companion.registry.games import refereed


class BrokenGameError(MisplacedError):
    """The events of a game add up to none, or to one that nobody can be told of."""


@dataclass(frozen=True, slots=True)
class Retraced:
    """A game from the journal judged once more, so that what was seen and never said is remembered too."""

    tracking: Followed | None
    """None once judging came to anything else than the journal says: then the journal alone counts."""
    ahead: tuple[Event, ...]
    """What the journal says will happen."""

    def after(self, tracking: Followed, events: tuple[Event, ...]) -> "Retraced":
        """One frame further, in which `events` happened."""
        as_told = self.ahead[: len(events)] == events
        return Retraced(tracking if as_told else None, self.ahead[len(events) :])


def last_game(journal: Journal) -> tuple[JournalEntry, ...]:
    """The entries of the last game in a journal, `GameStarted` first; nothing when there is none."""
    return next(journal.games(), ())


def gone_on_with(journal: Journal, setup: Setup, this_evening: bool) -> tuple[JournalEntry, ...]:
    """The entries of the last game, if it is still played at this table; nothing when none is.

    This evening one in which nothing was played waits for its players, and one that is over for the next to begin.
    Raises MisplacedError for an unfinished game with other rules or players, on another board or with other teams, if
    anything was played in it.
    """
    entries = last_game(journal)
    events = tuple(entry.event for entry in entries)
    over, played = end_of(events) is not None, any(isinstance(event, PLAYED) for event in events)
    if not events or (over and not this_evening):
        return ()
    waits = (played or this_evening) and _set_up_at_the_table(journal, setup)
    if waits or events[0] == GameStarted(setup):
        return entries
    if over or not played:
        return ()
    alike = isinstance(events[0], GameStarted) and _board_of(events[0].setup) == _board_of(setup)
    other = "with other rules or players" if alike else "on another board or with other teams"
    raise MisplacedError(f"the journal holds an unfinished game {other}; finish it there, or name another journal")


def following(journal: Journal, setup: Setup) -> Setup:
    """The set-up of a game that begins in place of the last one: who plays stays so, and what was won counts on.

    Names are given on a phone alone, with the rules that go with them; a game without names has those of `setup`.
    """
    try:
        followed = resumed([entry.event for entry in last_game(journal)])
    except BrokenGameError:
        return setup
    before = followed.setup
    if before.players and not setup.players and 0 < len(before.teams) <= len(setup.known):
        setup = replace(setup.like(before), options=before.options, players=before.players, game=before.game)
    return counting_on(followed, setup)


def _board_of(setup: Setup) -> tuple[str, tuple[str, ...], tuple[TeamLook, ...]]:
    """What a game is played with, whatever its rules."""
    return setup.game, setup.layout, setup.known


def resumed(events: Sequence[Event]) -> Followed:
    """The game these events lead to, `GameStarted` first. Raises BrokenGameError when there is none to be told of."""
    try:
        assert isinstance(events[0], GameStarted)
        rules = refereed(events[0].setup.game)
        followed: Followed = rules.replay(events)
        told_of(followed)
    except Exception as error:
        said = f"the journal does not add up to a game ({error}); name another journal"
        raise BrokenGameError(said) from error
    return followed


def told_of(followed: Followed) -> None:
    """Does nothing where phones can be told of this game; raises whatever keeps them from it."""
    rules = refereed(followed.setup.game)
    rules.json(rules.statement(followed))


def _set_up_at_the_table(journal: Journal, setup: Setup) -> bool:
    """Whether the last game is one of this board and these chips that the table set up itself, or that followed on one.

    A game that began by itself, upon a cleared board or after a restart, has the set-up of the one before it.
    """
    last: Setup | None = None
    for game, before in pairwise(chain(journal.games(), [()])):
        began = game[0].event
        assert isinstance(began, GameStarted)
        last = last or began.setup
        if _board_of(last)[1:] != _board_of(setup)[1:] or _agreed_of(began.setup) != _agreed_of(last):
            return False
        if began.setup == setup or (before and isinstance(before[-1].event, CommandGiven)):
            return True
    return False


def _agreed_of(setup: Setup) -> tuple[str, str, tuple[str, ...]]:
    """What the same people agree on for all their games, whoever begins and on whichever board."""
    return setup.game, setup.options, setup.players
