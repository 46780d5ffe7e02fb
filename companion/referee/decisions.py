"""From a verdict to what happens: turns are accepted, faults said once they have stood for long enough, doubts asked.

Patience is the table's, in seconds; every waiting time here is a multiple of it.
"""

from dataclasses import replace

from companion.games.cards import Card
from companion.games.one_eyed_jack.squares import square_name
from companion.games.one_eyed_jack.turns import Exchange, Place, Remove, Turn
from companion.referee.discard import Laid
from companion.referee.events import (
    Event,
    FaultFound,
    FaultResolved,
    GameWon,
    LineCompleted,
    QuestionAnswered,
    QuestionAsked,
    TurnPlayed,
    TurnUndone,
)
from companion.referee.ledger import Tracking, apply
from companion.referee.remedies import card_name, remedy
from companion.referee.settling import Calm
from companion.referee.verdicts import Doubtful, Illegal, Legal, TakenBack, Unchanged, Verdict, Waiting

Step = tuple[Tracking, tuple[Event, ...]]
"""The next tracking, and what happened on the way."""

HAND_PATIENCE = 0.5
"""What has stood for this share of the patience is said when the next hand comes, since it may change the table."""
COVERED_PATIENCE = 2.0
"""With squares hidden, a thing must stand for so many patiences before it is said."""
WEAK_PATIENCE = 3.0
"""So long is waited for a card that may still come, or become readable."""
NO_CARD_PATIENCE = 10.0
"""A chip without a card is nobody's fault for so long."""
WITHDRAWN = "-"
"""The answer to a question whose reason went off the table."""
_ROUNDING_S = 1e-6


def happen(tracking: Tracking, *events: Event) -> Step:
    """The tracking after these events, and the events."""
    for event in events:
        tracking = apply(tracking, event)
    return tracking, events


def decide(tracking: Tracking, verdict: Verdict, patience_s: float) -> Step:
    """What a settled look that comes to `verdict` brings about."""
    calm = tracking.watch.calm
    assert calm is not None
    patience_s *= COVERED_PATIENCE if calm.board.hidden else 1.0
    match verdict:
        case Unchanged():
            return _quiet(tracking, None)
        case Waiting():
            return _wait(tracking, verdict, patience_s)
        case Legal():
            return _legal(tracking, verdict, patience_s)
        case TakenBack() | Illegal():
            return _say(tracking, verdict, stood(calm, patience_s))
        case Doubtful():
            return _doubt(tracking, verdict, patience_s)


def interrupted(tracking: Tracking, before: Calm | None, patience_s: float) -> Step:
    """The next hand came: what had stood for a while is said now."""
    pending = tracking.watch.pending
    if pending is None or before is None:
        return tracking, ()
    tracking = replace(tracking, watch=replace(tracking.watch, pending=None))
    return _say(tracking, pending, said=True) if stood(before, HAND_PATIENCE * patience_s) else (tracking, ())


def stood(calm: Calm, for_s: float) -> bool:
    """Whether the table has been the same for so long."""
    return calm.calm_s >= for_s - _ROUNDING_S


def accept(tracking: Tracking, legal: Legal) -> Step:
    """The turns happen, one after the other, each with the lines it completes and the win."""
    tracking, events = _resolved(tracking)
    if tracking.question:
        tracking, answered = happen(tracking, QuestionAnswered(str(legal.turns[0])))
        events += answered
    laid = tracking.watch.discard.laid
    for number, turn in enumerate(legal.turns, start=1):
        left = legal.left + len(legal.turns) - number
        tracking = _with_laid(tracking, laid[: len(laid) - left])
        tracking, more = _play(tracking, turn, legal.verified or number > 1)
        tracking = _with_laid(tracking, laid[len(laid) - left :])
        events += more
    return tracking, events


def _with_laid(tracking: Tracking, laid: tuple[Laid, ...]) -> Tracking:
    discard = replace(tracking.watch.discard, laid=laid)
    return replace(tracking, watch=replace(tracking.watch, discard=discard))


def _play(tracking: Tracking, turn: Turn, verified: bool) -> Step:
    """One turn with its lines, and the win when it ends the game."""
    team = tracking.game.team
    tracking, played = happen(tracking, TurnPlayed(str(turn), verified))
    lines = [LineCompleted(team, pattern) for pattern in tracking.game.last_effect.patterns]
    outcome = tracking.game.outcome()
    won = [GameWon(outcome.winner, outcome.termination)] if outcome else []
    tracking, told = happen(tracking, *lines, *won)
    return tracking, played + told


def _resolved(tracking: Tracking) -> Step:
    """The open fault, if any, is put right; the cards that were part of it are not held against anybody."""
    if tracking.fault is None:
        return tracking, ()
    watch = replace(tracking.watch, discard=tracking.watch.discard.pardon())
    return happen(replace(tracking, watch=watch), FaultResolved(tracking.fault.code))


def _quiet(tracking: Tracking, card: Card | None) -> Step:
    """Nothing on the board is wrong; a fault is over unless what it is about is covered."""
    watch = replace(tracking.watch, pending=None, asked=None)
    tracking = replace(tracking, card=card, watch=watch)
    events: tuple[Event, ...] = ()
    if tracking.fault and not _covered(tracking, tracking.fault.squares):
        tracking, events = _resolved(tracking)
    if tracking.question:
        tracking, more = happen(tracking, QuestionAnswered(WITHDRAWN))
        events += more
    return tracking, events


def _covered(tracking: Tracking, squares: tuple[int, ...]) -> bool:
    calm = tracking.watch.calm
    return calm is not None and not set(calm.board.hidden).isdisjoint(squares)


def _wait(tracking: Tracking, verdict: Waiting, patience_s: float) -> Step:
    """Half a turn: without complaint, but a chip should not wait for its card for ever."""
    if verdict.code != "WAIT_CARD":
        return _quiet(tracking, verdict.about.card if verdict.code == "WAIT_CHIP" else None)
    calm = tracking.watch.calm
    assert calm is not None
    tracking = replace(tracking, watch=replace(tracking.watch, pending=None))
    late = stood(calm, NO_CARD_PATIENCE * patience_s) and not calm.pile.hidden
    return _say(tracking, Illegal("NO_CARD", verdict.about), said=True) if late else (tracking, ())


def _say(tracking: Tracking, verdict: Illegal | TakenBack, said: bool) -> Step:
    """A fault or a take-back: kept for now, or said."""
    if isinstance(verdict, Illegal):
        tracking = replace(tracking, card=verdict.about.card)
    if not said:
        return replace(tracking, watch=replace(tracking.watch, pending=verdict)), ()
    tracking = replace(tracking, watch=replace(tracking.watch, pending=None))
    return _take_back(tracking, verdict) if isinstance(verdict, TakenBack) else _blame(tracking, verdict)


def _blame(tracking: Tracking, verdict: Illegal) -> Step:
    names = [team.name for team in tracking.setup.teams]
    found = FaultFound(verdict.code, verdict.about.squares, remedy(verdict.code, verdict.about, names))
    if tracking.fault == found:
        return tracking, ()
    tracking, events = _resolved(tracking)
    tracking, more = happen(tracking, found)
    return tracking, events + more


def _take_back(tracking: Tracking, verdict: TakenBack) -> Step:
    tracking, events = _resolved(tracking)
    tracking, more = happen(tracking, *[TurnUndone()] * verdict.turns)
    if verdict.instead:
        tracking, again = accept(tracking, Legal((verdict.instead,)))
        more += again
    return tracking, events + more


def _legal(tracking: Tracking, legal: Legal, patience_s: float) -> Step:
    """A turn: at once when everything was seen, later when something may still come, never when it is a guess."""
    calm = tracking.watch.calm
    assert calm is not None
    if legal.weak and tracking.watch.resumed:
        return ask(tracking, legal)
    if not stood(calm, _needed_s(legal, calm, patience_s)):
        return replace(tracking, watch=replace(tracking.watch, pending=None)), ()
    going_on = len(legal.turns) > 1 or legal.left
    return ask(tracking, legal) if legal.others and not going_on else accept(tracking, legal)


def _needed_s(legal: Legal, calm: Calm, patience_s: float) -> float:
    """For how long this must have stood: exchanges and covered boards are slow, what may still change is slower."""
    if legal.weak or legal.others:
        return WEAK_PATIENCE * patience_s
    unsure = calm.board.hidden or not legal.verified or any(isinstance(turn, Exchange) for turn in legal.turns)
    return patience_s if unsure else 0.0


def _doubt(tracking: Tracking, doubt: Doubtful, patience_s: float) -> Step:
    """Several explanations: wait for a better look, then name the fault if all are faults, or ask."""
    calm, first = tracking.watch.calm, doubt.explanations[0]
    assert calm is not None
    tracking = replace(tracking, watch=replace(tracking.watch, pending=None))
    if not stood(calm, WEAK_PATIENCE * patience_s):
        return tracking, ()
    if all(isinstance(one, Illegal) for one in doubt.explanations) and isinstance(first, Illegal):
        return _say(tracking, first, said=True)
    turns = [one for one in doubt.explanations if isinstance(one, Legal) and not one.weak]
    if not turns:
        return tracking, ()
    rest = tuple(turn for one in turns[1:] for turn in one.turns[:1] if turn != turns[0].turns[0])
    return ask(tracking, replace(turns[0], others=(*turns[0].others, *rest)))


def ask(tracking: Tracking, legal: Legal) -> Step:
    """The question what the first turn was, unless it is open already."""
    turns = tuple(dict.fromkeys((legal.turns[0], *legal.others)))
    team = tracking.setup.teams[tracking.game.team].name
    text = f"What did {team} play: {' or '.join(map(_in_words, turns))}?"
    asked = QuestionAsked(text, tuple(map(str, turns)))
    if tracking.question == asked:
        return tracking, ()
    tracking = replace(tracking, watch=replace(tracking.watch, asked=legal, pending=None))
    return happen(tracking, asked)


def _in_words(turn: Turn) -> str:
    match turn:
        case Place(_, card, square):
            return f"{card_name(card)} on {square_name(square)}"
        case Remove(_, card, square):
            return f"{card_name(card)}, taking the chip from {square_name(square)}"
        case _:
            return str(turn)
