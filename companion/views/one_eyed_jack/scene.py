"""What the lights show in One-Eyed Jack: what is wrong first, then what is celebrated, then whose turn it is."""

from dataclasses import replace

from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Declare, Pattern, Place, Remove
from companion.referee.events import QuestionAsked
from companion.referee.one_eyed_jack.tracking import Tracking, left_over
from companion.referee.one_eyed_jack.wording import turns_among
from companion.views.scene import LOST, Scene

_FEW = 4


def scene_of(tracking: Tracking) -> Scene:
    """What the lights show: what is wrong first, then what is to be celebrated, then whose turn it is."""
    scene = _of_teams(tracking)
    return scene if scene.team is None else replace(scene, team=tracking.setup.places[scene.team])


def _of_teams(tracking: Tracking) -> Scene:
    """The same, with a team's number."""
    team = tracking.game.team
    if tracking.notice and tracking.notice.code in LOST:
        return Scene("lost_board")
    if left := left_over(tracking):
        return Scene("starting", None, left if len(left) <= _FEW else ())
    if tracking.fault:
        return Scene("fault", team, tracking.fault.squares)
    if tracking.question:
        return Scene("question", team, _asked_about(tracking.question))
    if (outcome := tracking.outcome) is not None:
        return _end(tracking.game, outcome.winner)
    return _line(tracking) or _turn(tracking)


def _asked_about(question: QuestionAsked) -> tuple[int, ...]:
    turns = turns_among(question)
    return tuple(sorted({turn.square for turn in turns if isinstance(turn, Place | Remove)}))


def _end(game: Game, winner: int | None) -> Scene:
    if winner is None:
        return Scene("over")
    return Scene("win", winner, _squares_of(game.patterns(winner)))


def _line(tracking: Tracking) -> Scene | None:
    """A line is celebrated until the next card is seen, one that was asked about once its owner has said which."""
    lines, last = tracking.game.last_effect.patterns, tracking.game.moment.entry
    if isinstance(last, Declare):
        lines = (*lines, last.pattern)  # it may have been told already
    if tracking.card or tracking.unannounced or not lines or not isinstance(last, Place | Declare):
        return None
    return Scene("line", last.team, _squares_of(lines))


def _turn(tracking: Tracking) -> Scene:
    """Whose turn it is; where the card seen can go, as long as that is not all over the board."""
    game = tracking.game
    if not (tracking.settled or game.turns):
        return Scene("starting")
    targets = game.targets_as_seen(tracking.card) if tracking.card else ()
    return Scene("turn", game.team, targets if len(targets) <= _FEW else ())


def _squares_of(lines: tuple[Pattern, ...]) -> tuple[int, ...]:
    return tuple(sorted({square for line in lines for square in line}))
