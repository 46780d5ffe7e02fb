"""Telling is reading the beam: a turn is told once the hypotheses that matter agree on it, whatever its card.

A fault is told once it has stood for the patience; what later looks have settled is over.
Thresholds are probabilities, waiting times multiples of the table's patience.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import exp, inf

from companion.games.one_eyed_jack.position_text import override_text
from companion.games.one_eyed_jack.sight import Sight
from companion.games.one_eyed_jack.state import Override
from companion.games.one_eyed_jack.turns import Exchange, Pass, Place, Remove, Roll
from companion.games.squares import square_name
from companion.referee import events as log
from companion.referee.belief import AGREED, MOSTLY, likeliest, normalised, shares, support
from companion.referee.followed import HAND_PATIENCE, UNREAD_PATIENCE, Happened, happen, resolved
from companion.referee.naming import sides_of
from companion.referee.one_eyed_jack import prices
from companion.referee.one_eyed_jack.asking import LATE_PATIENCE, seen_nowhere, withdrawn
from companion.referee.one_eyed_jack.faults import OVER, named
from companion.referee.one_eyed_jack.happening import accept, announce, card_shown, choice_offered, undone, worded
from companion.referee.one_eyed_jack.hypotheses import BACK, NO_ACT, Deviation, Hypothesis, NextAct, acts, next_act
from companion.referee.one_eyed_jack.ledger import Dwell, Step, Tracking

CARD_AGREED = 0.7
"""A card is told as seen when, given its turn, it is as likely as this."""

CREDIT = 0.75
"""What comes late on a calm table is taken to have stood for this share of the patience."""
REGRET_S = 1.0
"""Whoever takes a chip back mostly does so within a second: until then no line and no win is told."""
TOLD_AT_ONCE = 24
"""So many turns are told after one look; whatever is left is told after the next."""
PLAYED_ON = 2
"""Once so many turns were played after one in doubt, the likeliest hypothesis is told, and the others overruled; told
turns are taken back only if most of what is believed takes them back."""
NO_CARD_PATIENCE = 10.0
"""A chip without a card is nobody's fault for so long, nor is a card that seems to be of another game."""
LATE_FAULTS = ("NO_CARD", "UNKNOWN_CARD")
SAID_ONCE = ("BOARD_DISTURBED", "GAME_OVER")
"""Faults that need no second word as they grow or shrink; some play on for the second place."""


def turns_told(tracking: Tracking, patience_s: float) -> Step:
    """The turns on which the hypotheses agree, one after the other; none before the table was seen."""
    missed, doubts, agreed, step = list[str](), list[tuple[int, log.QuestionAsked]](), True, Happened(tracking)
    for _ in range(TOLD_AT_ONCE if tracking.watch.calm else 0):
        tracking, hypothesis, agreed = _next(step.tracking, patience_s, overruling=not agreed)
        step = step._replace(tracking=tracking)
        if hypothesis is None:
            break
        missed += _missed(tracking, hypothesis)
        if agreed:
            step = step.then(_told_one, hypothesis)
        else:  # what is only likelier answers nothing
            doubts += seen_nowhere(tracking, hypothesis)
            tracking, events = step.then(withdrawn).then(_told_one, hypothesis)
            step = Happened(tracking.watching(overruled=len(tracking.game.turns)), events)
    step = step.happen(log.NoticeGiven("MERGED_TURNS", " ".join(missed))) if missed else step
    for asked_at, asked in doubts[:1]:
        step = Happened(step.tracking.watching(asked_at=asked_at), step.events).happen(asked)
    return step.then(choice_offered)


def _next(tracking: Tracking, patience_s: float, *, overruling: bool) -> tuple[Tracking, Hypothesis | None, bool]:
    """The likeliest hypothesis whose next step is to be told now, if there is one, and whether all agree on it.

    `overruling` says that the step before was told of the likeliest hypothesis alone, which is told to its end then.
    So it is where so much was played after what is in doubt that waiting tells no more.
    """
    watch, told, heard = tracking.watch, len(tracking.game.turns), tracking.heard
    said, share = likeliest(heard, lambda hypothesis: next_act(hypothesis, told))
    dwell = watch.turn.renewed(said, tracking.calm, CREDIT * patience_s)
    tracking = tracking.watching(turn=dwell)
    if share < AGREED:
        going_on = heard[0].kept == told or support(heard, lambda one: one.kept < told) > MOSTLY
        played_on = going_on and heard[0].untold >= PLAYED_ON + (heard[0].kept == told)
        untold_end = tracking.game.outcome() != tracking.outcome
        regretted = untold_end and heard[0].kept < told  # it is disputed, and would wait to be told for ever
        overrules = overruling or played_on or regretted or _agreed_but_for_exchanges(heard, told)
        said = next_act(heard[0], told) if overrules else NO_ACT
    cleared = said is BACK and tracking.outcome is not None and heard[0].kept < told - 1  # the board is, after the end
    if said is NO_ACT or (cleared and (watch.belief.tracks.blind or not heard[0].took_up(tracking.game.position.pile))):
        return tracking, None, False
    hypothesis = next(hypothesis for hypothesis in heard if next_act(hypothesis, told) == said)
    waited = dwell.stood(tracking.calm, _patience(tracking, hypothesis, said) * patience_s)
    return tracking, hypothesis if waited else None, share >= AGREED


def _agreed_but_for_exchanges(hypotheses: Sequence[Hypothesis], told: int) -> bool:
    """Whether the hypotheses agree on the next turn with a chip, and not on the dead cards exchanged before it."""

    def chip_turn(hypothesis: Hypothesis) -> NextAct:
        """The first turn of a hypothesis that is no exchange."""
        turns = (turn for turn in hypothesis.turns if not isinstance(turn, Exchange))
        return acts(next(turns, None)) if hypothesis.kept == told else BACK

    said, share = likeliest(hypotheses, chip_turn)
    return share >= AGREED and said not in (BACK, acts(None))


def _patience(tracking: Tracking, hypothesis: Hypothesis, said: NextAct) -> float:
    """For how many patiences it must have stood: what play has gone on from at once, else what may change, later."""
    if tracking.watch.resumed or said is BACK:
        patience = LATE_PATIENCE if tracking.watch.belief.evidence.covered else 1.0
        return 0.0 if hypothesis.untold > PLAYED_ON else patience
    turn = hypothesis.turns[0]
    if hypothesis.untold > 1:
        doubtful = hypothesis.lacking and hypothesis.untold <= 2 * PLAYED_ON  # so many wait for no further look
        hidden = doubtful and isinstance(turn, Place) and turn.square in tracking.calm.board.hidden
        return LATE_PATIENCE if hidden else 0.0
    if isinstance(turn, Override | Pass | Roll):
        return inf  # it left no trace but in what is played after it
    if hypothesis.lacking:
        return LATE_PATIENCE
    if isinstance(turn, Place | Remove) and turn.card is None:
        return UNREAD_PATIENCE
    return 1.0 if isinstance(turn, Exchange) or tracking.calm.board.hidden else 0.0


def _told_one(tracking: Tracking, hypothesis: Hypothesis) -> Step:
    """One turn is told, or that the last one was taken back; its card where the hypotheses that have it agree."""
    game, told = tracking.game, len(tracking.game.turns)
    said, step = next_act(hypothesis, told), Happened(tracking) if hypothesis.deviations else resolved(tracking)
    if said is BACK:
        return step.then(undone)
    turn, verified = hypothesis.turns[0], True
    if isinstance(turn, Override):
        return step.happen(log.PositionOverridden(override_text(turn.position, game.options)))
    if isinstance(turn, Place | Remove):
        saying = [one for one in step.tracking.watch.belief.beam if next_act(one, told) == said]
        card, share = likeliest(saying, lambda one: getattr(one.turns[0], "card", None))
        verified = card is not None and share >= CARD_AGREED
        turn = replace(turn, card=card or card_shown(game, turn))
    return step.then(accept, turn, verified=verified)


def _missed(tracking: Tracking, hypothesis: Hypothesis) -> list[str]:
    """What is said of a turn that was missed while play went on."""
    if next_act(hypothesis, len(tracking.game.turns)) is BACK:
        return []
    turn = hypothesis.turns[0]
    team = sides_of(tracking.setup, tracking.game.seat)[getattr(turn, "team", tracking.game.team)]
    if isinstance(turn, Override | Pass | Roll):
        return [f"I missed {team}’s turn and cannot tell what was played."]
    behind = hypothesis.untold > 1 and hypothesis.lacking < hypothesis.untold
    if behind and isinstance(turn, Place | Remove) and turn.card is None:
        what = "played on" if isinstance(turn, Place) else "took the chip from"
        return [f"I missed a turn: {team} {what} {square_name(turn.square)}, and I could not see the card."]
    return []


def card_read(tracking: Tracking) -> Step:
    """The card of the last turn, which was only guessed, is known now."""
    last = tracking.game.moment.entry
    if not isinstance(last, Place | Remove) or last.card is not None or tracking.game.entries[-1] is not last:
        return Happened(tracking)
    beam, told = tracking.watch.belief.beam, len(tracking.game.turns)
    card, share = likeliest(beam, lambda one: getattr(one.told.entry, "card", None) if one.kept >= told else None)
    return Happened(tracking) if card is None or share < AGREED else happen(tracking, log.CardRead(card.code))


def celebrated(tracking: Tracking) -> Step:
    """The lines and the win that the last chip brought are told once it has its card and calm looks dispute nothing."""
    lead, told = tracking.watch.belief.lead, len(tracking.game.turns)
    disputed = next_act(lead, told) is BACK or tracking.calm.now_s - tracking.calm.since_s < REGRET_S - 1e-6
    return Happened(tracking) if disputed or tracking.cardless else announce(tracking)


def faults_told(tracking: Tracking, patience_s: float) -> Step:
    """The fault that stands in most hypotheses, once it has stood for long enough; one that does so no more is over."""
    calm, wrong = tracking.calm, wrong_now(tracking)
    late = wrong is not None and wrong.code in LATE_FAULTS  # it has been wrong from the first
    dwell = tracking.watch.wrong.renewed(wrong and wrong.name, calm, inf if late else CREDIT * patience_s)
    tracking = tracking.watching(wrong=dwell)
    if wrong is None:
        over = tracking.fault is not None and set(calm.board.hidden).isdisjoint(tracking.fault.squares)
        return resolved(tracking) if over else Happened(tracking)
    patience = NO_CARD_PATIENCE if late else LATE_PATIENCE if tracking.watch.belief.evidence.covered else 1.0
    return blamed(tracking, wrong) if dwell.stood(calm, patience * patience_s) else Happened(tracking)


def interrupted(tracking: Tracking, patience_s: float) -> Step:
    """The next hand came: a fault that had stood for a while is said now."""
    watch, wrong = tracking.watch, wrong_now(tracking)
    tracking = tracking.watching(turn=Dwell(), wrong=Dwell())
    if watch.calm is None or wrong is None or wrong.code in LATE_FAULTS:
        return Happened(tracking)
    late = LATE_PATIENCE if watch.belief.evidence.covered else 1.0
    stood = watch.wrong.stood(watch.calm, late * HAND_PATIENCE * patience_s)
    return blamed(tracking, wrong) if stood else Happened(tracking)


def wrong_now(tracking: Tracking) -> Deviation | None:
    """The newest fault, as most hypotheses name it; in the cards alone if none is on the board. Most must have one."""
    watch, beam, late = tracking.watch, tracking.watch.belief.beam, {"GAME_OVER", OVER}
    if tracking.game.outcome() is None:
        beam = tuple(one for one in beam if late.isdisjoint(fault.code for fault in one.deviations))
    if not beam or next_act(beam[0], len(tracking.game.turns)) is BACK:
        return None
    lead, told = beam[0], shares(normalised(beam), lambda one: getattr(_newest_fault(one), "name", None))
    if _newest_fault(lead) and 1 - told.pop(None, 0.0) > MOSTLY:
        wrong = max(filter(None, map(_newest_fault, beam)), key=lambda fault: told[fault.name])
        open_to = tracking.game.at(wrong.now).targets(wrong.sight.card) if wrong.code == "NO_CHIP" else ()
        if not set(watch.belief.evidence.hidden).isdisjoint(open_to):
            return None  # the chip that is missed may lie where nothing can be seen
        differs = watch.resumed or not {square for square, _ in wrong.residuals}.isdisjoint(watch.corrected)
        return replace(wrong, code="TABLE_DIFFERS") if differs and wrong.code != "CAPTURE_NOT_CLEARED" else wrong
    card = _wrong_card(tracking, lead)
    mostly = card and support(normalised(beam), lambda one: _wrong_card(tracking, one) is not None) > MOSTLY
    return card if mostly else None


def _newest_fault(hypothesis: Hypothesis) -> Deviation | None:
    """The last of what deviates in a hypothesis and is a fault."""
    return next((one for one in reversed(hypothesis.deviations) if one.code not in ("TAKE_BACK", OVER)), None)


def _wrong_card(tracking: Tracking, hypothesis: Hypothesis) -> Deviation | None:
    """What is wrong with the cards that wait, or with a turn that waits for its card."""
    game, turn = tracking.game.at(hypothesis.now), hypothesis.now.entry
    won = game.outcome() and not (tracking.unannounced and hypothesis.lacking)  # a win waits for its card
    if won or hypothesis.deviations or hypothesis.untold or tracking.watch.belief.tracks.blind:
        return None
    if hypothesis.lacking:  # though the pile is in full view
        lacking = support(tracking.watch.belief.beam, lambda one: one.lacking > 0)
        never = prices.FAULT + prices.FAULTS["NO_CARD"] - prices.LATE_CARD  # one that is late still comes
        if not isinstance(turn, Place) or lacking * exp(-never) <= 1 - lacking:
            return None
        return Deviation("NO_CARD", Sight(None, ((turn.square, turn.team),)), hypothesis.now)
    read = [card for card in hypothesis.laid if card is not None]
    playable = [card for card in read if game.rules.kind(card)]
    if len(playable) > 1 and named(game, playable[0], Sight())[0] == "WAIT_CHIP":
        useless = not game.targets(playable[0])
        return Deviation("TWO_CARDS", Sight(playable[0 if useless else -1]), hypothesis.now)
    if not read:
        return None
    code, about = named(game, (playable or read)[0], Sight())
    return None if code in ("WAIT_CHIP", "TURN", "NOTHING") else Deviation(code, about, hypothesis.now)


def blamed(tracking: Tracking, wrong: Deviation) -> Step:
    """The fault is said, unless it is said already."""
    found = log.FaultFound(wrong.code, wrong.sight.squares, worded(tracking, wrong.code, wrong.sight, wrong.now))
    said = tracking.fault
    if said and (said == found or said.code == found.code in SAID_ONCE):
        return Happened(replace(tracking, fault=found))  # it stands, or only grew or shrank: no second word
    return announce(tracking, found.squares).then(resolved).happen(found)
