"""What only some of the hypotheses say is waited for, then asked; what later looks have settled is asked no more."""

from dataclasses import replace
from math import exp

from companion.games.one_eyed_jack.turns import Exchange
from companion.referee.belief import RIVAL
from companion.referee.events import QuestionAnswered, QuestionAsked
from companion.referee.followed import WITHDRAWN, happen
from companion.referee.naming import sides_of
from companion.referee.one_eyed_jack.ledger import Standing, Step, Tracking
from companion.referee.one_eyed_jack.policy import (
    BACK,
    BACK_PATIENCE,
    LATE_PATIENCE,
    NOTHING,
    ROUNDING_S,
    calm_of,
    said_next,
)
from companion.referee.one_eyed_jack.questions import dead_question, question


def asked_about(tracking: Tracking, patience_s: float) -> Step:
    """What the hypotheses do not agree on for long is asked; what later looks have settled is asked no more."""
    watch, told = tracking.watch, len(tracking.game.turns)
    if (unread := _unread_card(tracking)) is not None:
        return _ask(tracking, ("unread",), LATE_PATIENCE * patience_s, unread)
    rivals = tuple(hypothesis for hypothesis in watch.belief.beam if exp(hypothesis.weight) >= RIVAL)
    ways = dict.fromkeys(said_next(hypothesis, told) for hypothesis in rivals)
    turns = [said for said in ways if said not in (BACK, NOTHING)]
    dead = any(isinstance(hypothesis.turns[0], Exchange) for hypothesis in rivals if hypothesis.turns)
    if len(ways) < 2 or not turns or (NOTHING in ways and BACK not in ways and not dead):
        tracking = replace(tracking, watch=replace(watch, doubt=Standing()))
        return _withdrawn(tracking)
    patience = BACK_PATIENCE if BACK in ways else LATE_PATIENCE
    asked = question(tracking.game, rivals, sides_of(tracking.setup, tracking.game.seat))
    return _ask(tracking, tuple(sorted(map(str, ways))), patience * patience_s, asked)


def _ask(tracking: Tracking, doubt: tuple[str, ...], after_s: float, asked: QuestionAsked | None) -> Step:
    """The question, once the doubt has stood for so long and unless it is open already."""
    watch, calm = tracking.watch, calm_of(tracking)
    standing = watch.doubt.renewed(doubt, calm, 0.0)
    tracking = replace(tracking, watch=replace(watch, doubt=standing))
    waits = calm.now_s - standing.since_s < after_s - ROUNDING_S
    if waits or asked is None or tracking.question == asked:
        return tracking, ()
    tracking, withdrawn = _withdrawn(tracking)
    watch = replace(tracking.watch, about_table=True, asked_at=len(tracking.game.turns))
    tracking, more = happen(replace(tracking, watch=watch), asked)
    return tracking, withdrawn + more


def _unread_card(tracking: Tracking) -> QuestionAsked | None:
    """What is asked of a card that nobody could read and that brought no chip: it may be a dead one."""
    lead = tracking.watch.belief.lead
    if lead.laid != (None,) or lead.turns or lead.deviations or lead.kept < len(tracking.game.turns):
        return None
    return dead_question(tracking.game, sides_of(tracking.setup, tracking.game.seat))


def _withdrawn(tracking: Tracking) -> Step:
    """Without the question about the table, if one is open: later looks have settled it."""
    if tracking.question is None or not tracking.watch.about_table:
        return tracking, ()
    tracking = replace(tracking, watch=replace(tracking.watch, about_table=False))
    return happen(tracking, QuestionAnswered(WITHDRAWN))
