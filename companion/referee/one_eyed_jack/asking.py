"""Faults are told, and doubts asked about, once they have stood for the patience; what later looks settled is over."""

from dataclasses import replace
from functools import partial
from math import exp

from companion.games.one_eyed_jack.sight import Sight
from companion.games.one_eyed_jack.turns import Exchange, Place
from companion.referee.belief import MOSTLY, RIVAL, support
from companion.referee.events import FaultFound, QuestionAnswered, QuestionAsked
from companion.referee.followed import HAND_PATIENCE, WITHDRAWN, happen, then
from companion.referee.naming import sides_of
from companion.referee.one_eyed_jack.faults import named
from companion.referee.one_eyed_jack.happening import announce, resolved, worded
from companion.referee.one_eyed_jack.hypotheses import Deviation, Hypothesis
from companion.referee.one_eyed_jack.ledger import Dwell, Step, Tracking
from companion.referee.one_eyed_jack.telling import BACK, CREDIT, LATE_PATIENCE, NO_ACT, next_act
from companion.referee.one_eyed_jack.wording import dead_question, question

BACK_PATIENCE = 8.0
"""Whether a turn was taken back is only asked after so long: what is played anew tells it as well."""
NO_CARD_PATIENCE = 10.0
"""A chip without a card is nobody's fault for so long, nor is a card that seems to be of another game."""
LATE_FAULTS = ("NO_CARD", "UNKNOWN_CARD")


def faults_told(tracking: Tracking, patience_s: float) -> Step:
    """The fault that stands in most hypotheses, once it has stood for long enough; one that does so no more is over."""
    calm, wrong = tracking.calm, wrong_now(tracking)
    dwell = tracking.watch.wrong.renewed(None if wrong is None else wrong.name, calm, CREDIT * patience_s)
    tracking = tracking.watching(wrong=dwell)
    if wrong is None:
        over = tracking.fault is not None and set(calm.board.hidden).isdisjoint(tracking.fault.squares)
        return resolved(tracking) if over else (tracking, ())
    late = LATE_PATIENCE if tracking.watch.belief.covered else 1.0
    patience = NO_CARD_PATIENCE if wrong.code in LATE_FAULTS else late
    return _blamed(tracking, wrong) if dwell.stood(calm, patience * patience_s) else (tracking, ())


def interrupted(tracking: Tracking, patience_s: float) -> Step:
    """The next hand came: a fault that had stood for a while is said now."""
    watch, wrong = tracking.watch, wrong_now(tracking)
    tracking = tracking.watching(turn=Dwell(), wrong=Dwell())
    if watch.calm is None or wrong is None or watch.belief.covered or wrong.code in LATE_FAULTS:
        return tracking, ()
    stood = watch.wrong.said == wrong.name and watch.wrong.stood(watch.calm, HAND_PATIENCE * patience_s)
    return _blamed(tracking, wrong) if stood else (tracking, ())


def wrong_now(tracking: Tracking) -> Deviation | None:
    """What is wrong by most hypotheses, the newest first; in the cards alone if it is nothing on the board."""
    watch, beam, lead = tracking.watch, tracking.watch.belief.beam, tracking.watch.belief.lead
    if next_act(lead, len(tracking.game.turns)) is BACK:
        return None
    wrong = _faults_of(lead)
    if wrong and support(beam, lambda hypothesis: bool(_faults_of(hypothesis))) > MOSTLY:
        return replace(wrong[-1], code="TABLE_DIFFERS") if watch.resumed else wrong[-1]
    return None if lead.deviations or lead.turns else _wrong_card(tracking, lead)


def _faults_of(hypothesis: Hypothesis) -> list[Deviation]:
    """What deviates in a hypothesis and is a fault."""
    return [one for one in hypothesis.deviations if one.code not in ("TAKE_BACK", "OVER")]


def _wrong_card(tracking: Tracking, hypothesis: Hypothesis) -> Deviation | None:
    """What is wrong with the cards that wait, or with a turn that waits for its card."""
    game, turn = tracking.game.at(hypothesis.now), hypothesis.now.entry
    if game.outcome() or tracking.watch.belief.tracks.blind:
        return None
    if hypothesis.lacking:  # though the pile is in full view
        if not isinstance(turn, Place):
            return None
        return Deviation("NO_CARD", Sight(None, ((turn.square, turn.team),)), hypothesis.now)
    read = [card for card in hypothesis.laid if card is not None]
    playable = [card for card in read if game.rules.kind(card)]
    if len(playable) > 1 and named(game, playable[0], Sight())[0] == "WAIT_CHIP":
        return Deviation("TWO_CARDS", Sight(playable[-1]), hypothesis.now)
    if not read:
        return None
    code, about = named(game, (playable or read)[0], Sight())
    return None if code in ("WAIT_CHIP", "TURN", "NOTHING") else Deviation(code, about, hypothesis.now)


def _blamed(tracking: Tracking, wrong: Deviation) -> Step:
    """The fault is said, unless it is said already."""
    found = FaultFound(wrong.code, wrong.sight.squares, worded(tracking, wrong.code, wrong.sight, wrong.now))
    if tracking.fault == found:
        return tracking, ()
    if tracking.fault and tracking.fault.code == found.code == "BOARD_DISTURBED":
        return replace(tracking, fault=found), ()  # it only grew or shrank: no second word
    return then(announce(tracking, found.squares), resolved, lambda after: happen(after, found))


def asked_about(tracking: Tracking, patience_s: float) -> Step:
    """What the hypotheses do not agree on for long is asked; what later looks have settled is asked no more."""
    game, belief, told = tracking.game, tracking.watch.belief, len(tracking.game.turns)
    lead, names = belief.lead, sides_of(tracking.setup, game.seat)
    may_be_dead = lead.laid == (None,) and not (lead.turns or lead.deviations) and lead.kept == told
    if may_be_dead and (unread := dead_question(game, names)) is not None:
        return _asked(tracking, ("unread",), LATE_PATIENCE * patience_s, unread)
    rivals = [hypothesis for hypothesis in belief.beam if exp(hypothesis.weight) >= RIVAL]
    ways = dict.fromkeys(next_act(hypothesis, told) for hypothesis in rivals)
    dead = any(isinstance(hypothesis.turns[0], Exchange) for hypothesis in rivals if hypothesis.turns)
    if len(ways) < 2 or not set(ways) - {BACK, NO_ACT} or (NO_ACT in ways and BACK not in ways and not dead):
        return _withdrawn(tracking.watching(doubt=Dwell()))
    patience = BACK_PATIENCE if BACK in ways else LATE_PATIENCE
    return _asked(tracking, tuple(sorted(map(str, ways))), patience * patience_s, question(game, rivals, names))


def _asked(tracking: Tracking, doubt: tuple[str, ...], after_s: float, asked: QuestionAsked | None) -> Step:
    """The question, once the doubt has stood for so long and unless it is open already."""
    dwell = tracking.watch.doubt.renewed(doubt, tracking.calm, 0.0)
    tracking = tracking.watching(doubt=dwell)
    if asked is None or tracking.question == asked or not dwell.stood(tracking.calm, after_s):
        return tracking, ()
    about = partial(Tracking.watching, about_table=True, asked_at=len(tracking.game.turns))
    return then(_withdrawn(tracking), lambda after: happen(about(after), asked))


def _withdrawn(tracking: Tracking) -> Step:
    """Without the question about the table, if one is open: later looks have settled it."""
    if tracking.question is None or not tracking.watch.about_table:
        return tracking, ()
    return happen(tracking.watching(about_table=False), QuestionAnswered(WITHDRAWN))
