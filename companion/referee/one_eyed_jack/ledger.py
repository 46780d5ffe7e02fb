"""What the referee knows between two looks, and how events alone bring it about: a pure fold over the log.

`replay(events).game` is the game. What is only seen, never said, lives in `Watch`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import exp
from typing import Any

from companion.games.cards import Card
from companion.games.one_eyed_jack.layout import parse_layout
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.position import Outcome, start
from companion.games.one_eyed_jack.position_text import parse_entry
from companion.games.one_eyed_jack.state import Entry, Game, Undo
from companion.games.one_eyed_jack.turns import Pass, Place, Remove
from companion.referee import events as log
from companion.referee.belief import MOSTLY, RIVAL
from companion.referee.followed import Followed, Happened, folded
from companion.referee.one_eyed_jack.belief import Belief, believing
from companion.referee.one_eyed_jack.hypotheses import Hypothesis
from companion.referee.settling import Calm

_ROUNDING_S = 1e-6
ABOUT_COUNTS = ("CARD_OVERCOUNT", "MERGED_TURNS", "DRAW_LATE", "DRAW_LOST")
"""Notices about what was played; they stand until the next turn."""


@dataclass(frozen=True, slots=True)
class Dwell:
    """Since when the likeliest hypotheses have said the same, of the next turn and of what is wrong."""

    said: object = None
    since_s: float | None = None
    """None before they were asked."""

    def renewed(self, said: object, calm: Calm, credit_s: float) -> Dwell:
        """The same, or what is said now instead; what replaces something else must still prove itself for a while."""
        if self.since_s is None:
            return Dwell(said, calm.since_s)
        return self if said == self.said else Dwell(said, max(calm.since_s, calm.now_s - credit_s))

    def stood(self, calm: Calm, for_s: float) -> bool:
        """Whether they have said so for so long."""
        return self.since_s is not None and calm.now_s - self.since_s >= for_s - _ROUNDING_S


@dataclass(frozen=True, slots=True)
class Watch:
    """What was seen and not said."""

    belief: Belief
    calm: Calm | None = None
    turn: Dwell = Dwell()
    wrong: Dwell = Dwell()
    doubt: Dwell = Dwell()
    asked_at: int | None = None
    """How many turns were told when the open question about what was seen was asked; None if the rules put it."""
    overruled: int = 0
    """Hypotheses that keep fewer turns were not agreed with when play had gone on from what they say."""
    corrected: tuple[int, ...] = ()
    """The squares that were set right by hand, until the camera agrees with all of them."""
    resumed: bool = False
    """Whether the game was just taken up from its log and has not yet been compared with the table."""
    seen_s: float | None = None
    """When the board was last in view, or first looked for."""
    old_pile: bool = False
    """Whether the last game's discard pile still lies there."""
    dealt_at_s: float | None = None
    """When the cards of this game will have been dealt; None before board and pile are cleared away."""
    next_games: tuple[Happened[Tracking], ...] = ()
    """The games that may have begun upon a board that was cleared, with what happened in each."""
    lay: frozenset[int] = frozenset()
    """The squares on which chips lay then: they alone begin none of these games."""


@dataclass(frozen=True, slots=True)
class Tracking(Followed):
    """The game as it was told, and what is believed of the table; a value, never changed in place."""

    game: Game
    watch: Watch = field(kw_only=True, compare=False, repr=False)
    card: Card | None = None
    """The card seen on the pile that belongs to the turn being played."""
    unannounced: tuple[log.LineCompleted | log.GameWon, ...] = ()
    """What the last chip brought, until it has lain for a while: somebody may yet regret it."""
    clearing: frozenset[int] | None = None
    """The squares on which chips of another game were seen last: nothing is judged before they are gone. None before
    the board was seen."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, as far as that was told; None while it goes on."""
        return None if any(isinstance(event, log.GameWon) for event in self.unannounced) else self.game.outcome()

    @property
    def cardless(self) -> bool:
        """Whether the card of the last chip is not there, though it would be seen."""
        belief = self.watch.belief
        return belief.lead.lacking > 0 and not (belief.tracks.blind or belief.tracks.covered)

    @property
    def heard(self) -> tuple[Hypothesis, ...]:
        """The hypotheses that count for what is told or asked next: no overruled one, unless it is the likeliest."""
        beam, overruled = self.watch.belief.beam, min(self.watch.overruled, len(self.game.turns))
        return beam if beam[0].kept < overruled else tuple(one for one in beam if one.kept >= overruled)

    @property
    def rivals(self) -> list[Hypothesis]:
        """The `heard` that are likely enough to be asked about, and take no turn back only to play on as was told."""
        told = self.game.turns

        def plays_again(one: Hypothesis) -> bool:
            """Whether it has turns with a chip as they were told after one that it has otherwise."""
            return any(isinstance(turn, Place | Remove) and turn in told[one.kept :] for turn in one.turns)

        return [one for one in self.heard if exp(one.weight) >= RIVAL and not plays_again(one)]

    @property
    def rolling(self) -> Game | None:
        """The game where the die is due: as told, or after likely turns that wait to be told; None if it is not."""
        lead = self.watch.belief.lead
        likely = lead.complete and lead.kept == len(self.game.turns) and exp(lead.weight) > MOSTLY
        played = likely and not self.game.needs_roll
        game = self.game.at(lead.now) if played else self.game
        return game if game.needs_roll else None

    @property
    def seats(self) -> int:
        """How many play."""
        return self.game.options.seats

    def has_won(self, seat: int) -> bool:
        """Whether this seat's team has won this game."""
        return self.outcome is not None and self.game.options.team_of(seat) == self.outcome.winner

    @property
    def number(self) -> int:
        """How many entries the game has."""
        return len(self.game.entries)

    @property
    def calm(self) -> Calm:
        """The calm that a settled look belongs to."""
        assert self.watch.calm is not None
        return self.watch.calm

    def after(self, event: log.Event) -> Tracking:
        """The tracking after `event`; a pure fold. Raises ValueError on a turn that is illegal here."""
        match event:
            case log.TurnPlayed(turn=turn, verified=verified):
                played = parse_turn(turn)
                if isinstance(played, Place | Remove) and not verified:
                    played = replace(played, card=None)  # only guessed: none that counts as seen
                if isinstance(played, Pass) and not self.game.judge(played):
                    return self  # in old logs a seat without cards says so; now it is passed over
                after = self._stepped(played)
                regretted = isinstance(played, Place) and after.game.position.offer is None  # as it may yet be
                return replace(after, unannounced=brought(after.game, self.game.team)) if regretted else after
            case log.CardRead(card=card):
                game = self.game.copy()
                last = game.pop()
                if not isinstance(last, Place | Remove):
                    raise ValueError(f"{card} was read of no turn: the last entry put no chip there and took none")
                game.push(replace(last, card=Card(card)))
                return self._following(game=game)
            case log.TurnUndone():
                return self._stepped(Undo())
            case log.PositionOverridden(position=position):
                return self._stepped(parse_entry(position, self.game.options))
            case log.LineCompleted():
                return replace(self, unannounced=tuple(one for one in self.unannounced if one != event))
            case log.GameWon():
                return replace(self, unannounced=())
        return self.noting(event)

    def _stepped(self, entry: Entry) -> Tracking:
        """One entry further."""
        game = self.game.copy()
        game.push(entry)
        kept = None if self.notice and self.notice.code in ABOUT_COUNTS else self.notice
        return self._following(game=game, card=None, notice=kept, unannounced=())

    def _following(self, **changes: Any) -> Tracking:
        """The game told further, and the hypotheses told of it."""
        after = replace(self, **changes)
        return after.watching(belief=after.watch.belief.following(after.game), turn=Dwell())


Step = Happened[Tracking]
"""The next tracking, and what happened on the way."""


def begin(setup: log.Setup, *, pile_known: bool = False) -> Step:
    """A fresh game and its `GameStarted`. Raises ValueError when options, layout, teams or who begins are invalid."""
    layout, options = parse_layout(" ".join(setup.layout)), parse_options(setup.options)
    if len(setup.teams) != options.teams:
        raise ValueError(f"it is a game for {options.teams} teams, and there are chips for {len(setup.teams)}")
    if not {*setup.teams} <= {*setup.known}:
        raise ValueError("a team plays with chips that this table does not know; begin another game")
    if not 0 < setup.first <= options.seats:
        raise ValueError(f"Seat {setup.first} cannot begin: there are {options.seats}.")
    game = Game(options, layout, start(options)._replace(seat=setup.first))
    watch = Watch(believing(game, pile_known=pile_known))
    return Happened(Tracking(setup, game, watch=watch), (log.GameStarted(setup),))


def replay(events: Iterable[log.Event]) -> Tracking:
    """The tracking after all `events`, the first of which must be `GameStarted`. Raises ValueError otherwise."""
    tracking = folded(events, begin)
    watch = Watch(believing(tracking.game), resumed=bool(tracking.game.entries))
    offered = tracking.question if tracking.game.position.offer else None
    return replace(tracking, question=offered, notice=None, watch=watch)


def brought(game: Game, team: int) -> tuple[log.LineCompleted | log.GameWon, ...]:
    """The lines that the last turn, played by `team`, completed, and how it ended the game."""
    outcome = game.outcome()
    lines = tuple(log.LineCompleted(team, pattern) for pattern in game.last_effect.patterns)
    return (*lines, log.GameWon(outcome.winner, outcome.termination)) if outcome else lines
