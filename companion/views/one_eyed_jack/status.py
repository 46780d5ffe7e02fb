"""How the game stands, for phones: one whole statement that a page can draw without knowing what came before."""

from collections import Counter
from dataclasses import dataclass

from companion.games.one_eyed_jack.rules_sheet import noun
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Pattern, Place, Remove, Stop, Turn
from companion.referee.events import FaultFound, LineCompleted, NoticeGiven, QuestionAsked
from companion.referee.one_eyed_jack.happening import seen_chips
from companion.referee.one_eyed_jack.tracking import Tracking, being_dealt, left_over, pile_left
from companion.views.one_eyed_jack.hints import headline_of, hint_of, news_of, result_of, undo_of
from companion.views.one_eyed_jack.scene import scene_of
from companion.views.scene import Scene
from companion.views.words import capitalised

TURNS_SHOWN = 8


@dataclass(frozen=True, slots=True)
class TeamStatus:
    """One team's line of the score."""

    letter: str
    name: str
    lines: int
    """Completed patterns; where no number of them wins, the points."""
    chips: int
    captured: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Status:
    """Everything a page shows; teams are numbered by their place in `teams`, squares 0 to 99."""

    teams: tuple[TeamStatus, ...]
    lines_needed: int
    """How many patterns win; 0 where points are counted instead."""
    layout: tuple[str, ...]
    chips: tuple[int | None, ...]
    locked: tuple[tuple[int, tuple[int, ...]], ...]
    """Completed patterns: the team and its squares."""
    seat: int
    """The seat to move, counted from 1."""
    team: int
    card: str | None
    """The card on the pile that belongs to the turn being played, if half of it was seen."""
    last_turns: tuple[str, ...]
    """The last turns in notation, newest first."""
    stock: int
    hands: tuple[int, ...]
    fault: FaultFound | None
    question: QuestionAsked | None
    notice: NoticeGiven | None
    winner: int | None
    over: bool
    announcement: str
    """What is said aloud about the game; faults, questions and notices speak for themselves."""
    scene: Scene
    last_squares: tuple[int, ...] = ()
    """Where the last turn put or took a chip."""
    targets: tuple[int, ...] = ()
    """Where the card on the pile lets a chip be placed or taken."""
    hint: str = ""
    """What the team may do now, or what happened last."""
    players: tuple[str, ...] = ()
    """A name for each seat, seat 1 first."""
    first: int = 1
    """The seat that began."""
    settled: bool = True
    """False while a hand or a thing hides part of the table, so that what is shown may lag."""
    number: int = 0
    """How many entries the game has; a command that names it is refused once the game has gone on."""
    options: str = ""
    """The rules in force, as `parse_options` reads them."""
    die: tuple[str, ...] = ()
    """The faces that may come up, while the die must be rolled."""
    roller: int = 0
    """The seat that rolls it then: perhaps after a turn that waits to be told."""
    result: str = ""
    """How the game ended, as a headline."""
    seen: tuple[tuple[str, int], ...] = ()
    """Each card that came to the discard pile since the last shuffle and was read, and how often."""
    wins: tuple[int, ...] = ()
    """The games each seat's player has won this evening."""
    undo: str = ""
    """What undoing would take back, in words."""
    headline: str = ""
    """What the table does now: who plays, who has won, what is to be cleared away."""
    ready: bool = True
    """False while board and pile of the last game are yet to be cleared away, or cards dealt."""
    strays: tuple[tuple[int, int | None], ...] = ()
    """What is seen on the squares of the fault where something else should be: the square, and the team of the chip."""
    counted: tuple[str, str] = ("line", "lines")
    """What the score counts, one and several of it."""
    known: tuple[tuple[str, str], ...] = ()
    """Letter and name of all chips that this table knows, also of those that do not play."""
    game: str = "one-eyed-jack"


def status_of(tracking: Tracking) -> Status:
    """The whole statement for this tracking."""
    setup, game, outcome, rolling = tracking.setup, tracking.game, tracking.outcome, tracking.rolling
    return Status(
        teams=tuple(_team_status(tracking, team) for team in range(game.options.teams)),
        lines_needed=0 if game.options.objective == "sub3" else game.options.lines,
        layout=setup.layout,
        chips=game.position.chips,
        locked=tuple((team, line) for team in range(game.options.teams) for line in _told_lines(tracking, team)),
        seat=game.seat,
        team=game.team,
        card=tracking.card.code if tracking.card else None,
        last_turns=tuple(str(turn) for turn in _last_turns(tracking)),
        stock=game.position.stock,
        hands=game.position.hands,
        fault=tracking.fault,
        question=tracking.question,
        notice=tracking.notice,
        winner=outcome.winner if outcome else None,
        over=outcome is not None,
        announcement=news_of(tracking),
        scene=scene_of(tracking),
        last_squares=_last_squares(game),
        targets=game.targets_as_seen(tracking.card) if tracking.card and not outcome else (),
        hint=hint_of(tracking),
        players=setup.players,
        first=setup.first,
        settled=tracking.settled,
        number=len(game.entries),
        options=setup.options,
        die=game.options.die.faces if rolling and game.options.die else (),
        roller=rolling.seat if rolling else 0,
        result=result_of(tracking),
        undo=undo_of(tracking),
        wins=tracking.standings,
        headline=headline_of(tracking),
        strays=_strays(tracking),
        ready=not (left_over(tracking) or pile_left(tracking) or being_dealt(tracking)),
        counted=("point", "points") if game.options.objective == "sub3" else noun(game.options),
        known=setup.known_names,
        seen=tuple(sorted(Counter(card.code for card in game.position.pile if card).items())),
    )


def _team_status(tracking: Tracking, team: int) -> TeamStatus:
    game, look = tracking.game, tracking.setup.teams[team]
    return TeamStatus(
        letter=look.letter,
        name=look.name,
        lines=game.score(team) if game.options.objective == "sub3" else len(_told_lines(tracking, team)),
        chips=game.position.chips.count(team),
        captured=game.position.captures[team],
        players=tracking.setup.players[team :: game.options.teams],
    )


def _told_lines(tracking: Tracking, team: int) -> tuple[Pattern, ...]:
    """A team's lines without one that its last chip has just completed and may yet be regretted."""
    untold = {event.squares for event in tracking.unannounced if isinstance(event, LineCompleted)}
    return tuple(line for line in tracking.game.patterns(team) if line not in untold)


def _last_turns(tracking: Tracking) -> tuple[Turn, ...]:
    """The newest first; positions the table declared are no turns, nor is ending the game."""
    turns = [entry for entry in tracking.game.turns if isinstance(entry, Turn) and not isinstance(entry, Stop)]
    return tuple(reversed(turns[-TURNS_SHOWN:]))


def _strays(tracking: Tracking) -> tuple[tuple[int, int | None], ...]:
    """What lies on the squares of the fault and should not, or should and does not."""
    squares = tracking.fault.squares if tracking.fault else ()
    seen, stands = seen_chips(tracking), tracking.game.position.chips
    return tuple((square, seen[square]) for square in squares if seen[square] != stands[square])


def _last_squares(game: Game) -> tuple[int, ...]:
    """Where the last turn that stands put or took chips."""
    last = game.moment.entry
    return (last.square, *game.last_effect.captured) if isinstance(last, Place | Remove) else ()


def score_lines(status: Status) -> tuple[str, ...]:
    """Each team's lines, or its points, and its chips."""
    return tuple(
        f"{capitalised(team.name)}: {_quantity(team.lines, *status.counted)}, {_quantity(team.chips, 'chip', 'chips')}"
        for team in status.teams
    )


def _quantity(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
