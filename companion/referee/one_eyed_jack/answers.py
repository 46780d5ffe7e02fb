"""What somebody says was played: a play that only a phone can tell, or the answer to an open question."""

from dataclasses import replace

from companion.games.one_eyed_jack.faults import IllegalTurnError
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.turns import Declare, Exchange, Forgot, Pass, Roll, Stop, Turn
from companion.referee.belief import normalised
from companion.referee.events import QuestionAnswered
from companion.referee.followed import happen
from companion.referee.one_eyed_jack.acceptance import accept, resolved, worded
from companion.referee.one_eyed_jack.corrections import believed_anew
from companion.referee.one_eyed_jack.difference import Difference
from companion.referee.one_eyed_jack.faults import circumstances
from companion.referee.one_eyed_jack.hypotheses import Entry, Hypothesis, acts
from companion.referee.one_eyed_jack.ledger import Step, Tracking
from companion.referee.one_eyed_jack.questions import turns_back
from companion.referee.one_eyed_jack.telling import turns_told
from companion.referee.phones import asked


def declare(tracking: Tracking, play: str) -> Step:
    """A play only a phone can tell, in notation: a pass, a dead card, a die roll, a line, a forgotten draw.

    Raises IllegalTurnError, in words for players, when the rules forbid it, and NotationError when it is no play.
    """
    turn = parse_turn(play)
    ruling = tracking.game.judge(turn)
    if ruling.fault is None:
        return said(tracking, turn)
    about = circumstances(tracking.game, getattr(turn, "card", None), Difference())
    raise IllegalTurnError(worded(tracking, str(ruling.fault), about), ruling)


def said(tracking: Tracking, turn: Turn) -> Step:
    """Somebody says that this was played now. Raises IllegalTurnError."""
    before, traceless = tracking, isinstance(turn, Forgot | Declare | Roll)
    wrong_still = traceless and tracking.watch.belief.lead.deviations  # it is not told anew with every roll of the die
    tracking, events = (tracking, ()) if wrong_still else resolved(tracking)
    tracking, played = accept(tracking, turn)
    told = len(tracking.game.turns)
    if traceless:
        beam = tuple(filter(None, (_with_turn(before, hypothesis, turn) for hypothesis in before.watch.belief.beam)))
    else:
        beam = tuple(hypothesis for hypothesis in tracking.watch.belief.beam if hypothesis.kept == told)
    if isinstance(turn, Exchange | Pass | Stop) or not beam:
        return believed_anew(tracking, before, cards=-_cards(before, turn)), events + played
    return _believing(tracking, beam), events + played


def _with_turn(tracking: Tracking, hypothesis: Hypothesis, turn: Turn) -> Hypothesis | None:
    """The hypothesis with a turn that leaves no trace, after those it keeps; None where it cannot be there."""
    game = tracking.game.at(hypothesis.told)
    for entry in (turn, *hypothesis.turns):
        if not game.judge(entry):
            return None
        game.push(entry)
    if hypothesis.kept < len(tracking.game.turns):  # a turn was taken back before it
        return hypothesis._replace(now=game.moment, turns=(turn, *hypothesis.turns))
    return hypothesis._replace(now=game.moment, kept=hypothesis.kept + 1)


def _cards(tracking: Tracking, turn: Turn) -> int:
    """How many of the cards that wait a turn uses; whoever passes takes back what was laid by mistake."""
    waiting = tracking.watch.belief.lead.waiting
    return waiting if isinstance(turn, Pass) else 0 if isinstance(turn, Roll | Declare | Forgot | Stop) else 1


def answer(tracking: Tracking, candidate: str) -> Step:
    """Settle the open question with one of its candidates. Raises ValueError when it is none of them."""
    asked(tracking, candidate)
    if not tracking.watch.about_table:
        return said(tracking, parse_turn(candidate))
    asked_at, back = tracking.watch.asked_at, turns_back(candidate)
    turn = None if back else parse_turn(candidate)
    agreeing = [hypothesis for hypothesis in tracking.watch.belief.beam if _says(tracking, hypothesis, asked_at, turn)]
    if turn is not None and len(tracking.game.turns) == asked_at and tracking.game.judge(turn):
        return _played(tracking, turn, tuple(agreeing))
    if not agreeing:
        raise ValueError("The game has gone on since. Take turns back, or set the board right by hand.")
    tracking, answered = happen(_believing(tracking, tuple(agreeing)), QuestionAnswered(candidate))
    tracking, told = turns_told(tracking, 0.0)
    return tracking, answered + told


def _says(tracking: Tracking, hypothesis: Hypothesis, number: int, turn: Turn | None) -> bool:
    """Whether a hypothesis has this turn as number `number`; None is that a turn before that was taken back."""
    if turn is None:
        return hypothesis.kept < number
    entries: tuple[Entry, ...] = (*tracking.game.turns[: hypothesis.kept], *hypothesis.turns)
    return hypothesis.kept >= number and len(entries) > number and acts(entries[number]) == acts(turn)


def _played(tracking: Tracking, turn: Turn, agreeing: tuple[Hypothesis, ...]) -> Step:
    """The turn that was asked about, with the card somebody says."""
    before = tracking
    tracking, events = accept(tracking, turn)
    if not agreeing:
        return believed_anew(tracking, before, cards=-1), events
    told = tracking.game
    following = replace(tracking.watch.belief, beam=agreeing, prior=agreeing).following(told).beam
    return _believing(tracking, following), events


def _believing(tracking: Tracking, hypotheses: tuple[Hypothesis, ...]) -> Tracking:
    """The tracking that believes in these hypotheses alone."""
    belief = replace(tracking.watch.belief, beam=normalised(hypotheses)).closed()
    return replace(tracking, watch=replace(tracking.watch, belief=belief, overruled=0))
