"""What happened, in order: frozen, past tense, append-only. The log of these is the game.

`GameStarted`, `TurnPlayed`, `TurnUndone` and `PositionOverridden` change the game; the others say
what the table was told. Squares are numbers 0 to 99, teams numbers from 0 in seating order.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened."""


@dataclass(frozen=True, slots=True)
class TeamLook:
    """How a team's chips look at this table."""

    letter: str
    name: str
    kind: str = "plain"
    diameter_mm: float = 30.0


@dataclass(frozen=True, slots=True)
class Winnings:
    """What somebody has won this evening."""

    name: str
    wins: int
    """The games of the kind that is played."""
    elsewhere: int
    """The games of the other kind."""

    @property
    def swapped(self) -> "Winnings":
        """The same while the other kind is played."""
        return Winnings(self.name, self.elsewhere, self.wins)


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything agreed before the first card: enough to start the game again from nothing."""

    options: str
    """Preset and changes as text, such as `my_rules N=2 T=2 hand=6 lines=2 n=5`."""
    layout: tuple[str, ...]
    """The hundred card codes in reading order."""
    teams: tuple[TeamLook, ...]
    players: tuple[str, ...]
    """A name for each seat, seat 1 first."""
    game: str = "one-eyed-jack"
    wins: tuple[int, ...] = ()
    """The games of this kind that each seat's player has won before this one; empty when nobody has won any."""
    elsewhere: tuple[int, ...] = ()
    """The games of the other kind that each seat's player has won; empty when nobody has won any."""
    first: int = 1
    """The seat that begins, on the dealer's left."""
    sitting_out: tuple[Winnings, ...] = ()
    """What those have won who do not play this game, and may play the next."""
    chips: tuple[TeamLook, ...] = ()
    """All chips that this table knows, in the order they were learnt, where some do not play; empty where all do."""

    @property
    def known(self) -> tuple[TeamLook, ...]:
        """All chips that this table knows, in the order they were learnt."""
        return self.chips or self.teams

    @property
    def known_names(self) -> tuple[tuple[str, str], ...]:
        """Their letters and names."""
        return tuple((chip.letter, chip.name) for chip in self.known)

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each team's chips among those that this table knows, from 0."""
        return tuple(self.known.index(team) for team in self.teams)

    def played_with(self, letters: Iterable[str]) -> "Setup":
        """The same where the teams have the chips with these letters. Raises ValueError where one is not known."""
        chips, wanted = {chip.letter: chip for chip in self.known}, tuple(letters)
        if len({*wanted} & {*chips}) < len(wanted):
            raise ValueError(f"The chips here are {', '.join(chips)}; name each at most once.")
        teams = tuple(chips[letter] for letter in wanted)
        return replace(self, teams=teams, chips=() if teams == self.known else self.known)

    def played_by(self, teams: int) -> "Setup":
        """The same for so many teams, as far as there are chips: as it is if it is for as many, else the first."""
        return self if teams == len(self.teams) else self.played_with(chip.letter for chip in self.known[:teams])

    def like(self, before: "Setup") -> "Setup":
        """The same for as many teams as before, with the same chips if these are known here."""
        known, letters = {chip.letter for chip in self.known}, [chip.letter for chip in before.teams]
        return self.played_with(letters) if known >= {*letters} else self.played_by(len(letters))


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    """A game began with this set-up."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class CardLaid(Event):
    """A card came to lie on the pile and belongs to the turn being played, which goes on; or it was turned up first."""

    card: str
    """In notation, with what its player said of it, such as `8S`, `JK=2H`."""
    verified: bool = True
    """False when it is merely the likeliest, since nobody told and too much was laid upon it to wait any longer."""


@dataclass(frozen=True, slots=True)
class CardTakenBack(Event):
    """The last card of the turn being played was taken back."""


@dataclass(frozen=True, slots=True)
class TurnPlayed(Event):
    """A turn was accepted; `turn` is its notation, such as `r 7D@C4`."""

    turn: str
    verified: bool = True
    """False when nobody read the card and nobody told it: then the one in the notation is merely the likeliest."""


@dataclass(frozen=True, slots=True)
class CardRead(Event):
    """The card of the last turn, which was only guessed when it was accepted, is this one."""

    card: str


@dataclass(frozen=True, slots=True)
class TurnsHeard(Event):
    """A turn that somebody told of waits until the cards before it are known; each such word replaces the last one."""

    waiting: tuple[str, ...]
    """What waits, in order: `8S`, `?` for a card nobody could read, `P2 end`, `P3 draw`; empty once all is told."""


@dataclass(frozen=True, slots=True)
class TurnUndone(Event):
    """The last turn that still stood was taken back."""


@dataclass(frozen=True, slots=True)
class PositionOverridden(Event):
    """The table declared this position right, in position notation."""

    position: str


@dataclass(frozen=True, slots=True)
class MatchScored(Event):
    """Somebody said how many games each seat's player had won before this one."""

    wins: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchScoreUndone(Event):
    """What was last said about games won is taken back."""


@dataclass(frozen=True, slots=True)
class FaultFound(Event):
    """Something on the table is against the rules; the message says what and how to put it right.

    `card` is the one that may not lie on Black Jack's pile, `?` if nobody can read it.
    """

    code: str
    squares: tuple[int, ...]
    message: str
    card: str | None = None


@dataclass(frozen=True, slots=True)
class FaultResolved(Event):
    """The table is right again."""

    code: str


@dataclass(frozen=True, slots=True)
class QuestionAsked(Event):
    """The referee cannot tell and asks; candidates are turns in notation."""

    text: str
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QuestionAnswered(Event):
    """The table, or a later look at it, settled the open question."""

    candidate: str


@dataclass(frozen=True, slots=True)
class LineCompleted(Event):
    """A team completed a pattern on these squares."""

    team: int
    squares: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameWon(Event):
    """The game ended; no team when it was a tie."""

    team: int | None
    termination: str


@dataclass(frozen=True, slots=True)
class NoticeGiven(Event):
    """Something that is no fault of the players, such as a covered or moved board."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class CommandGiven(Event):
    """Somebody asked for what happens next, from a phone: who, and for what."""

    who: str
    command: str


PLAYED = (TurnPlayed, CardLaid, PositionOverridden, GameWon)
"""Of these there is one in a game in which anything was played."""
