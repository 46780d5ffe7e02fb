"""A game taken up from its log, or set right by hand, is compared with the table before it goes on.

From its log: the same, and play goes on; one legal turn ahead, and people are asked whether it was played; anything
else, and the difference is shown until the table is right or somebody accepts it. By hand: the squares that were set
right must look so.
"""

from dataclasses import replace

from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Turn
from companion.referee.hypotheses import Difference, difference
from companion.referee.positions import after, circumstances, contents_of
from companion.referee.possible_turns import possible_turns
from companion.referee.verdicts import Doubtful, Illegal, Legal, Unchanged, Verdict, Waiting


def compared(game: Game, changed: Difference, verdict: Verdict) -> Verdict:
    """What a look comes to that found `changed` in a game just taken up, and otherwise would come to `verdict`."""
    match verdict:
        case Unchanged() | Waiting(code="WAIT_CHIP" | "OVER" | "UNKNOWN_CARD"):
            return verdict
        case Doubtful(explanations=rivals) if any(isinstance(one, Unchanged | Waiting) for one in rivals):
            return verdict  # another look may tell
        case Legal(turns=(turn,), complete=True):
            return replace(verdict, others=_others(turn, verdict.others))
        case Doubtful() | Waiting():
            played = _one_turn(game, changed, verdict)
            if played:
                return played
    return Illegal("TABLE_DIFFERS", circumstances(game, None, changed))


def uncorrected(game: Game, changed: Difference, squares: tuple[int, ...]) -> Illegal | None:
    """What is said of those of these squares that do not look as somebody set them right; None when all do."""
    about = Difference(
        tuple(pair for pair in changed.appeared if pair[0] in squares),
        tuple(square for square in changed.vanished if square in squares),
        tuple(pair for pair in changed.recoloured if pair[0] in squares),
    )
    return Illegal("TABLE_DIFFERS", circumstances(game, None, about)) if about else None


def _one_turn(game: Game, changed: Difference, verdict: Doubtful | Waiting) -> Legal | None:
    """The one turn that would make the difference, as likely as it can be told, with what it may have been as well."""
    likely: list[Turn] = []
    if isinstance(verdict, Doubtful):
        single = [one for one in verdict.explanations if isinstance(one, Legal) and len(one.turns) == 1]
        likely = [turn for one in single for turn in (one.turns[0], *one.others)]
    turns = likely or [turn for turn in possible_turns(game, changed, None) if _makes(game, turn, changed)]
    return Legal(tuple(turns[:1]), others=_others(turns[0], tuple(turns[1:]))) if turns else None


def _makes(game: Game, turn: Turn, changed: Difference) -> bool:
    """Whether `turn` and nothing else makes this difference."""
    return difference(contents_of(game), contents_of(after(game, turn))) == changed


def _others(turn: Turn, others: tuple[Turn, ...]) -> tuple[Turn, ...]:
    return tuple(other for other in dict.fromkeys(others) if other != turn)
