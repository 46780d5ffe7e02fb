"""What the referee of Black Jack knows between two looks, and how events alone bring it about: a fold over the log.

The cards laid so far in a turn are in the log too, because a run hides all its cards but the last.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import inf

from companion.games.black_jack.notation import parse_laid, parse_turn
from companion.games.black_jack.options import Options, parse_options
from companion.games.black_jack.pile import Run, next_seat
from companion.games.black_jack.position_text import parse_position
from companion.games.black_jack.state import Entry, Game, start
from companion.games.cards import Card
from companion.games.history import Override, Undo
from companion.referee import events as log
from companion.referee.black_jack.acts import AWAY_S
from companion.referee.black_jack.hypotheses import Belief, Hypothesis, Unseen, parse_observed, reopened
from companion.referee.followed import Followed, Happened, folded
from companion.referee.tracks import Track, Tracks

DOUBTED = 24
"""For so many events after something was told that was merely likeliest, some nine turns, whoever speaks for a seat is
believed; for 18 six turns of 3,409 fewer are told right where nobody answers."""


@dataclass(frozen=True, slots=True)
class Watch:
    """What was seen and not said."""

    belief: Belief = field(default_factory=Belief)
    since_s: float = 0.0
    """Since when no other card came."""
    now_s: float = 0.0
    seen_s: float = inf
    """When the pile was last in sight; when that was first asked, if it never was."""
    denied: bool = False
    """Whether the card that lay there before the game began is none of its cards."""
    inferred: tuple[int, Hypothesis] | None = None
    """The number of the event that told what a look at the newest card came to, and the pile before that look, whose
    events would take back what was told; none where it was taken for the card that lay there."""

    @property
    def blind(self) -> bool:
        """Whether the pile was out of sight at the last look."""
        return self.seen_s < self.now_s

    @property
    def stood_s(self) -> float:
        """For how long no other card came."""
        return self.now_s - self.since_s


@dataclass(frozen=True, slots=True)
class Tracking(Followed):
    """The game as it stands and the cards of the turn being played; a value, never changed in place."""

    options: Options
    game: Game | None = None
    """None until a first card is turned up."""
    laid: Run = ()
    """The cards of the turn being played, in order."""
    number: int = 0
    """How many events have changed the game, or are to change it once its cards are seen."""
    heard: tuple[str, ...] = ()
    """What waits up to the last turn that a phone told of and that cannot be told yet, as `TurnsHeard` has it."""
    guessed: int = -DOUBTED
    """The number of the last event that was told though it was merely likeliest."""
    watch: Watch = field(kw_only=True, default_factory=Watch, compare=False, repr=False)

    @property
    def playing(self) -> Game:
        """The game once a first card is turned up. Raises ValueError before."""
        if self.game is None:
            raise ValueError("The game has not begun: turn up the first card.")
        return self.game

    @property
    def top(self) -> Card | None:
        """The card that ought to lie on top of the pile; None before the first."""
        if self.laid:
            return self.laid[-1].card
        return None if self.game is None else self.game.position.top.card

    @property
    def lying(self) -> Track:
        """That card, as if it had been clearly read, whatever it was taken for before somebody told."""
        seen = self.watch.belief.tracks.top
        mistaken = seen.mistaken if seen.likely[:1] == (self.top,) else None
        return Track(((self.top, 0.0),), mistaken=mistaken) if self.top else Track()

    @property
    def open(self) -> bool:
        """Whether something that was laid may not have been told yet."""
        return bool(self.waiting) or self.watch.blind

    @property
    def doubted(self) -> bool:
        """Whether whose turn it is may be wrong, since something was guessed not long ago, or was out of sight."""
        return self.number - self.guessed < DOUBTED or Unseen() in self.watch.belief.observed

    @property
    def answering(self) -> tuple[int, ...]:
        """The seats that may answer what is asked: whose cards or turn it may be; before the first card the table's."""
        if self.game is None:
            return ()
        answers = self.question.candidates if self.question else ()
        named = [int(seat[1:]) for seat, *_ in map(str.split, answers) if seat[0] == "P"]  # as in `P3 next`
        return tuple(dict.fromkeys((self.game.seat, next_seat(self.game, self.laid), *named)))

    @property
    def unplayed(self) -> bool:
        """Whether only the card that was turned up lies there."""
        return self.game is not None and not self.game.turns and not self.laid

    @property
    def before(self) -> Hypothesis | None:
        """The pile before what was told last, if that was no more than what a look came to."""
        number, before = self.watch.inferred or (-1, None)
        return before if number == self.number else None

    @property
    def over(self) -> bool:
        """Whether only one player is left with cards."""
        return self.game is not None and self.game.outcome() is not None

    @property
    def seats(self) -> int:
        """How many play."""
        return self.options.seats

    def has_won(self, seat: int) -> bool:
        """Whether this seat's player went out first, once the game is over."""
        return self.over and self.playing.position.out[0] == seat

    def after(self, event: log.Event) -> "Tracking":
        """The tracking after `event`; a pure fold. Raises ValueError on what is illegal here."""
        match event:
            case log.CardLaid(card=card, verified=verified):
                laid = parse_laid(card)
                if self.game is None:
                    upon = tuple(seen for seen in self.waiting[-1:] if laid.card not in seen.likely)
                    known = self.watching(belief=self.watch.belief.having(upon, Track()))
                    return known._stepped(start(self.options, laid), (), verified)
                return self._stepped(self.game, (*self.laid, laid), verified)
            case log.CardTakenBack():
                if not (self.laid or self.unplayed):
                    raise ValueError("no card of this turn lies on the pile")
                return self._stepped(self.game if self.laid else None, self.laid[:-1])
            case log.TurnPlayed(turn=turn, verified=verified):
                return self._pushed(parse_turn(turn), (), verified)
            case log.TurnsHeard(waiting=waiting):
                more = len(waiting) > len(self.heard)  # another phone that says the same has missed it by then
                return replace(self, heard=waiting, number=self.number + more, guessed=self.guessed + more)
            case log.TurnUndone():
                return self._pushed(Undo(), reopened(self.playing.moment.entry))
            case log.PositionOverridden(position=position):
                return self._pushed(Override(parse_position(position, self.options)), ())
        return self.noting(event)

    def _pushed(self, entry: Entry, laid: Run, verified: bool = True) -> "Tracking":
        game = self.playing.copy()
        game.push(entry)
        return self._stepped(game, laid, verified)

    def _stepped(self, game: Game | None, laid: Run, verified: bool = True) -> "Tracking":
        number = self.number + 1
        guessed = self.guessed if verified else number
        return replace(self, game=game, laid=laid, guessed=guessed, notice=None, number=number)

    @property
    def waiting(self) -> tuple[Track, ...]:
        """The cards that came to lie on top and that nobody was told of yet, in order."""
        return self.watch.belief.tracks.births


Step = Happened[Tracking]
"""The next tracking, and what happened on the way."""


def begin(setup: log.Setup, *, pile_known: bool = False) -> Step:
    """A game before its first card is turned up. Raises OptionsError."""
    watch = Watch(Belief(Tracks(begun=pile_known)))
    return Happened(Tracking(setup, parse_options(setup.options), watch=watch), (log.GameStarted(setup),))


def replay(events: Iterable[log.Event]) -> Tracking:
    """The tracking after all `events`, the first of which must be `GameStarted`. Raises ValueError otherwise."""
    tracking = folded(events, begin)
    wrong = tracking.fault.card if tracking.fault else None
    tracking = replace(tracking, fault=tracking.fault if wrong else None, question=_of_last(tracking), notice=None)
    if not tracking.heard:  # nobody has told of what was laid while nobody watched, for so long at least
        tracking = replace(tracking, watch=Watch(seen_s=-AWAY_S))
    waiting = (*tracking.heard, wrong) if wrong else tracking.heard  # the card of a fault that stands lies there
    return tracking.watching(belief=Belief().having(tuple(map(parse_observed, waiting)), tracking.lying))


def _of_last(tracking: Tracking) -> log.QuestionAsked | None:
    """The open question, if it is what the last card laid stands for or names: no look is needed to ask that."""
    question, last = tracking.question, tracking.laid[-1].card if tracking.laid else None
    return question if question and question.candidates[0].startswith((f"{last}=", f"{last}/")) else None
