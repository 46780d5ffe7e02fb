"""Asking: what the hypotheses do not agree on for long is asked, of whoever sees what the camera cannot.

Nobody has to answer, and play goes on; what later looks have settled is asked no more.
"""

from companion.games.one_eyed_jack.turns import Exchange, Place, Remove
from companion.referee import events as log
from companion.referee.belief import RIVAL, support
from companion.referee.followed import WITHDRAWN, Happened, happen
from companion.referee.naming import sides_of
from companion.referee.one_eyed_jack.hypotheses import BACK, NO_ACT, Hypothesis, acts, next_act
from companion.referee.one_eyed_jack.ledger import Dwell, Step, Tracking
from companion.referee.one_eyed_jack.wording import dead_question, question, turns_among

LATE_PATIENCE = 3.0
"""A card that was not laid yet is waited for so long, and so is doubt that a further look may settle; what seems wrong
or taken back while something is above the board as well."""
BACK_PATIENCE = 8.0
"""Whether a turn was taken back is only asked after so long: what is played anew tells it as well."""


def asked_about(tracking: Tracking, patience_s: float) -> Step:
    """What the hypotheses do not agree on for long is asked; what later looks have settled is asked no more."""
    game, belief, told = tracking.game, tracking.watch.belief, len(tracking.game.turns)
    lead, names = belief.lead, sides_of(tracking.setup, game.seat)
    may_be_dead = lead.laid == (None,) and not (lead.untold or lead.deviations) and lead.kept == told
    if may_be_dead and (unread := dead_question(game, names)) is not None:
        return _asked(tracking, ("unread",), LATE_PATIENCE * patience_s, unread)
    rivals = tracking.rivals
    ways = dict.fromkeys(next_act(hypothesis, told) for hypothesis in rivals)
    waits = NO_ACT in ways and BACK not in ways and not _nothing_to_wait_for(tracking)
    if waits or len(ways) < 2 or not set(ways) - {BACK, NO_ACT}:
        tracking = tracking.watching(doubt=Dwell())
        return Happened(tracking) if _stands_open(tracking) else withdrawn(tracking)
    patience = BACK_PATIENCE if BACK in ways else LATE_PATIENCE
    return _asked(tracking, tuple(sorted(map(str, ways))), patience * patience_s, question(game, rivals, names))


def _nothing_to_wait_for(tracking: Tracking) -> bool:
    """Whether a further look, or play that goes on, would hardly tell a turn from none."""
    rivals, lead, hidden = tracking.rivals, tracking.watch.belief.lead, tracking.calm.board.hidden
    complete = [one for one in rivals if one.complete]
    unseen = any(one is lead or getattr(one.turns[0], "square", None) in hidden for one in complete)
    rolls = tracking.game.options.die is not None and unseen  # a roll may be refused until it is told
    untold = tracking.watch.wrong.said is None  # neither a turn nor a fault is sure enough
    undecided = untold and all(one.complete or one.deviations for one in rivals)
    return rolls or undecided or any(isinstance(one.turns[0], Exchange) for one in rivals if one.untold)


def _asked(tracking: Tracking, doubt: tuple[str, ...], after_s: float, asked: log.QuestionAsked | None) -> Step:
    """The question, once the doubt has stood for so long and unless it is open already."""
    dwell = tracking.watch.doubt.renewed(doubt, tracking.calm, 0.0)
    tracking = tracking.watching(doubt=dwell)
    if asked is None or tracking.question == asked or not dwell.stood(tracking.calm, after_s):
        return Happened(tracking)
    tracking, events = withdrawn(tracking)
    return Happened(tracking.watching(asked_at=len(tracking.game.turns)), events).happen(asked)


def withdrawn(tracking: Tracking) -> Step:
    """Without the question about the table, if one is open: later looks have settled it."""
    if tracking.question is None or tracking.watch.asked_at is None:
        return Happened(tracking)
    return happen(tracking.watching(asked_at=None), log.QuestionAnswered(WITHDRAWN))


def seen_nowhere(tracking: Tracking, hypothesis: Hypothesis) -> list[tuple[int, log.QuestionAsked]]:
    """What is asked of the next turn of a hypothesis, and after how many turns, if its square is one of several unseen.

    Told it is all the same, since play has gone on; the answer may still be another.
    """
    game, told = tracking.game, len(tracking.game.turns)
    act = next_act(hypothesis, told)
    if not isinstance(act, tuple) or act[0] not in (Place, Remove):
        return []
    kind, team, _ = act
    near = [one for one in tracking.rivals if one.kept == told and one.untold]
    alike = [one for one in near if acts(one.turns[0])[:2] == (kind, team)]
    where = {acts(one.turns[0])[2] for one in alike}
    unseen = len(where) > 1 and where <= {*tracking.watch.belief.evidence.hidden}
    asked = question(game, alike, sides_of(tracking.setup, game.seat)) if unseen else None
    return [(told, asked)] if asked else []


def _stands_open(tracking: Tracking) -> bool:
    """Whether what was overruled may still be the answer to the open question."""
    number, asked = tracking.watch.asked_at, tracking.question
    if number is None or asked is None or number >= min(tracking.watch.overruled, len(tracking.game.turns)):
        return False
    answers = {acts(turn) for turn in turns_among(asked)}
    others = support(tracking.watch.belief.beam, lambda one: one.kept == number and next_act(one, number) in answers)
    return others > RIVAL
