"""A fault is told when the hypotheses in which it stands outweigh the others for the patience, and over when not."""

from dataclasses import replace

from companion.games.one_eyed_jack.turns import Place
from companion.referee.belief import MOSTLY, support
from companion.referee.events import FaultFound
from companion.referee.followed import HAND_PATIENCE, happen
from companion.referee.one_eyed_jack.acceptance import resolved, tell_untold, worded
from companion.referee.one_eyed_jack.difference import Difference
from companion.referee.one_eyed_jack.faults import circumstances, named
from companion.referee.one_eyed_jack.hypotheses import Deviation, Hypothesis
from companion.referee.one_eyed_jack.ledger import Standing, Step, Tracking
from companion.referee.one_eyed_jack.policy import (
    BACK,
    CREDIT,
    LATE_FAULTS,
    LATE_PATIENCE,
    NO_CARD_PATIENCE,
    ROUNDING_S,
    calm_of,
    said_next,
)


def faults_told(tracking: Tracking, patience_s: float) -> Step:
    """The fault that stands in most hypotheses, once it has stood for long enough; one that does so no more is over."""
    watch, calm = tracking.watch, calm_of(tracking)
    wrong = wrong_now(tracking)
    standing = watch.wrong.renewed(None if wrong is None else wrong.name, calm, CREDIT * patience_s)
    tracking = replace(tracking, watch=replace(watch, wrong=standing))
    if wrong is None:
        over = tracking.fault is not None and set(calm.board.hidden).isdisjoint(tracking.fault.squares)
        return resolved(tracking) if over else (tracking, ())
    patience = NO_CARD_PATIENCE if wrong.code in LATE_FAULTS else LATE_PATIENCE if watch.belief.covered else 1.0
    stood = calm.now_s - standing.since_s >= patience * patience_s - ROUNDING_S
    return blame(tracking, wrong) if stood else (tracking, ())


def wrong_now(tracking: Tracking) -> Deviation | None:
    """What is wrong by most hypotheses, the newest first; in the cards alone if it is nothing on the board."""
    beam = tracking.watch.belief.beam
    if said_next(beam[0], len(tracking.game.turns)) is BACK:
        return None
    wrong = _told(beam[0])
    if wrong and support(beam, lambda hypothesis: bool(_told(hypothesis))) > MOSTLY:
        set_right = not {square for square, _ in wrong[-1].residuals}.isdisjoint(tracking.watch.corrected)
        return replace(wrong[-1], code="TABLE_DIFFERS") if tracking.watch.resumed or set_right else wrong[-1]
    return None if beam[0].deviations or beam[0].turns else _wrong_card(tracking, beam[0])


def _told(hypothesis: Hypothesis) -> tuple[Deviation, ...]:
    """What deviates in a hypothesis and is a fault."""
    return tuple(one for one in hypothesis.deviations if one.code not in ("TAKE_BACK", "OVER"))


def _wrong_card(tracking: Tracking, hypothesis: Hypothesis) -> Deviation | None:
    """What is wrong with the cards that wait, or with a turn that waits for its card."""
    game, tracks = tracking.game.at(hypothesis.now), tracking.watch.belief.tracks
    if game.outcome() or tracks.blind:
        return None
    if hypothesis.lacking:
        return _without_card(tracking, hypothesis)
    read = [card for card in hypothesis.laid if card is not None]
    playable = [card for card in read if game.rules.kind(card)]
    if len(playable) > 1 and named(game, playable[0], Difference())[0] == "WAIT_CHIP":
        return Deviation("TWO_CARDS", circumstances(game, playable[-1], Difference()))
    card = next(iter(playable or read), None)
    if card is None:
        return None
    code, about = named(game, card, Difference())
    return None if code in ("WAIT_CHIP", "TURN", "NOTHING") else Deviation(code, about)


def _without_card(tracking: Tracking, hypothesis: Hypothesis) -> Deviation | None:
    """The last chip still waits for its card, though the pile is in full view."""
    turn, game = hypothesis.now.entry, tracking.game
    if not isinstance(turn, Place):
        return None
    return Deviation("NO_CARD", circumstances(game, None, Difference(((turn.square, turn.team),))))


def blame(tracking: Tracking, wrong: Deviation) -> Step:
    """The fault is said, unless it is said already."""
    found = FaultFound(wrong.code, wrong.about.squares, worded(tracking, wrong.code, wrong.about))
    if tracking.fault == found:
        return tracking, ()
    if tracking.fault and tracking.fault.code == found.code == "BOARD_DISTURBED":
        return replace(tracking, fault=found), ()  # it only grew or shrank: no second word
    tracking, news = tell_untold(tracking, wrong.about.squares)
    tracking, events = resolved(tracking)
    tracking, more = happen(tracking, found)
    return tracking, news + events + more


def interrupted(tracking: Tracking, patience_s: float) -> Step:
    """The next hand came: a fault that had stood for a while is said now."""
    watch = tracking.watch
    wrong = wrong_now(tracking) if watch.calm is not None and watch.wrong.said is not None else None
    tracking = replace(tracking, watch=replace(watch, turn=Standing(), wrong=Standing()))
    if wrong is None or wrong.name != watch.wrong.said or watch.calm is None:
        return tracking, ()
    if wrong.code in LATE_FAULTS or watch.belief.covered:
        return tracking, ()
    stood = watch.calm.now_s - watch.wrong.since_s >= HAND_PATIENCE * patience_s - ROUNDING_S
    return blame(tracking, wrong) if stood else (tracking, ())
