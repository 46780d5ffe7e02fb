"""Telling is reading the beam: a turn is told once the hypotheses that matter agree on it, whatever its card."""

from collections.abc import Sequence
from dataclasses import replace

from companion.games.cards import Card
from companion.games.one_eyed_jack.position_text import override_text
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.state import Override
from companion.games.one_eyed_jack.turns import Exchange, Pass, Place, Remove, Roll
from companion.games.squares import square_name
from companion.referee.belief import AGREED, likeliest
from companion.referee.events import CardRead, Event, NoticeGiven, PositionOverridden, TurnUndone
from companion.referee.followed import UNREAD_PATIENCE, happen
from companion.referee.naming import sides_of
from companion.referee.one_eyed_jack.acceptance import accept, resolved, tell_untold
from companion.referee.one_eyed_jack.hypotheses import Entry, Hypothesis, acts
from companion.referee.one_eyed_jack.ledger import Step, Tracking
from companion.referee.one_eyed_jack.policy import (
    BACK,
    CARD_AGREED,
    CREDIT,
    LATE_PATIENCE,
    NOTHING,
    PLAYED_ON,
    REGRET_S,
    ROUNDING_S,
    TOLD_AT_ONCE,
    Said,
    calm_of,
    said_next,
)


def turns_told(tracking: Tracking, patience_s: float) -> Step:
    """The turns on which the hypotheses agree, one after the other; none before the table was seen."""
    events: tuple[Event, ...] = ()
    if tracking.watch.calm is None:
        return tracking, events
    missed, agreed = list[str](), True
    for _ in range(TOLD_AT_ONCE):
        tracking, hypothesis, agreed = _next(tracking, patience_s, overruling=not agreed)
        if hypothesis is None:
            break
        missed += _missed(tracking, hypothesis)
        tracking, more = _told_one(tracking, hypothesis)
        overruled = len(tracking.game.turns) if not agreed else tracking.watch.overruled
        tracking = replace(tracking, watch=replace(tracking.watch, overruled=overruled))
        events += more
    if missed:
        tracking, more = happen(tracking, NoticeGiven("MERGED_TURNS", " ".join(missed)))
        events += more
    return tracking, events


def _next(tracking: Tracking, patience_s: float, *, overruling: bool) -> tuple[Tracking, Hypothesis | None, bool]:
    """The likeliest hypothesis whose next step is to be told now, if there is one, and whether all agree on it.

    `overruling` says that the step before was told of the likeliest hypothesis alone, which is told to its end then.
    """
    watch, calm, told = tracking.watch, calm_of(tracking), len(tracking.game.turns)
    overruled = min(watch.overruled, told)
    heard = [hypothesis for hypothesis in watch.belief.beam if hypothesis.kept >= overruled]
    if watch.belief.lead.kept < overruled or not heard:
        heard = list(watch.belief.beam)
    said, share = likeliest(heard, lambda hypothesis: said_next(hypothesis, told))
    turn = watch.turn.renewed(said, calm, CREDIT * patience_s)
    tracking = replace(tracking, watch=replace(watch, turn=turn))
    overrules = overruling or _played_on(heard[0], told) or _agreed_but_for_exchanges(heard, told)
    if share < AGREED and overrules:
        said = said_next(heard[0], told)
    elif share < AGREED:
        said = NOTHING
    if said is NOTHING:
        return tracking, None, False
    hypothesis = next(hypothesis for hypothesis in heard if said_next(hypothesis, told) == said)
    waited = calm.now_s - turn.since_s >= _patience(tracking, hypothesis, said) * patience_s - ROUNDING_S
    return tracking, hypothesis if waited else None, share >= AGREED


def _played_on(hypothesis: Hypothesis, told: int) -> bool:
    """Whether so much was played after what is in doubt that waiting tells no more."""
    return len(hypothesis.turns) >= PLAYED_ON + (hypothesis.kept == told)


def _agreed_but_for_exchanges(hypotheses: Sequence[Hypothesis], told: int) -> bool:
    """Whether the hypotheses agree on the next turn with a chip, and not on the dead cards exchanged before it."""

    def chip_turn(hypothesis: Hypothesis) -> Said:
        """The first turn of a hypothesis that is no exchange."""
        turns = (turn for turn in hypothesis.turns if not isinstance(turn, Exchange))
        return acts(next(turns, None)) if hypothesis.kept == told else BACK

    said, share = likeliest(hypotheses, chip_turn)
    return share >= AGREED and said == chip_turn(hypotheses[0]) and said not in (BACK, acts(None))


def _patience(tracking: Tracking, hypothesis: Hypothesis, said: Said) -> float:
    """For how many patiences it must have stood: what play has gone on from at once, else what may change, later."""
    if tracking.watch.resumed or said is BACK:
        return 0.0 if len(hypothesis.turns) > PLAYED_ON else LATE_PATIENCE if tracking.watch.belief.covered else 1.0
    turn = hypothesis.turns[0]
    if len(hypothesis.turns) > 1:
        return 0.0
    if isinstance(turn, Override | Pass | Roll):
        return float("inf")  # it left no trace but in what is played after it
    if hypothesis.lacking:
        waits_for_jack = isinstance(turn, Remove) and not tracking.watch.belief.tracks.blind
        return float("inf") if waits_for_jack else LATE_PATIENCE
    if isinstance(turn, Exchange):
        return 1.0
    if isinstance(turn, Place | Remove) and turn.card is None:
        return UNREAD_PATIENCE
    return 1.0 if calm_of(tracking).board.hidden else 0.0


def _told_one(tracking: Tracking, hypothesis: Hypothesis) -> Step:
    """One turn is told, or that the last one was taken back."""
    said = said_next(hypothesis, len(tracking.game.turns))
    tracking, events = (tracking, ()) if hypothesis.deviations else resolved(tracking)
    if said is BACK:
        tracking, undone = happen(tracking, TurnUndone())
        return tracking, events + undone
    if _nameless(hypothesis.turns[0]) and isinstance(hypothesis.turns[0], Override):
        text = override_text(hypothesis.turns[0].position, tracking.game.options)
        tracking, overridden = happen(tracking, PositionOverridden(text))
        return tracking, events + overridden
    # a new count is told with the turn after it
    turn = next(entry for entry in hypothesis.turns if not isinstance(entry, Override))
    verified = not isinstance(turn, Place | Remove)
    if isinstance(turn, Place | Remove):
        card = _card_of(tracking, said)
        verified = card is not None
        turn = replace(turn, card=card if verified else _likeliest_card(tracking, turn))
    tracking, played = accept(tracking, turn, verified=verified)
    return tracking, events + played


def _card_of(tracking: Tracking, said: Said) -> Card | None:
    """The card of the next turn, where the hypotheses that have it agree."""
    told = len(tracking.game.turns)
    saying = [hypothesis for hypothesis in tracking.watch.belief.beam if said_next(hypothesis, told) == said]
    card, share = likeliest(saying, lambda hypothesis: getattr(hypothesis.turns[0], "card", None))
    return card if share >= CARD_AGREED else None


def _likeliest_card(tracking: Tracking, turn: Place | Remove) -> Card | None:
    """The card its square shows, while a copy is unseen; of several jacks nobody knows which, and none is told."""
    game = tracking.game
    if isinstance(turn, Remove):
        return None
    shown = game.layout[turn.square]
    unseen = game.position.pile.count(shown) < game.rules.copies(shown)
    fits = unseen and bool(game.judge(replace(turn, card=shown)))
    return shown if fits and game.rules.kind(shown) is Kind.PLAIN else None


def _missed(tracking: Tracking, hypothesis: Hypothesis) -> list[str]:
    """What is said of a turn that was missed while play went on."""
    if said_next(hypothesis, len(tracking.game.turns)) is BACK:
        return []
    turn = hypothesis.turns[0]
    team = sides_of(tracking.setup, tracking.game.seat)[getattr(turn, "team", tracking.game.team)]
    if _nameless(turn):
        return [f"I missed {team}'s turn and cannot tell what was played."]
    behind = len(hypothesis.turns) > 1 and hypothesis.lacking < len(hypothesis.turns)
    if behind and isinstance(turn, Place | Remove) and turn.card is None:
        what = "played on" if isinstance(turn, Place) else "took the chip from"
        return [f"I missed a turn: {team} {what} {square_name(turn.square)}, and I could not see the card."]
    return []


def _nameless(entry: Entry) -> bool:
    """Whether a turn left no trace; an override that tells hands is a new count, told with the turn it allows."""
    return not entry.position.hands if isinstance(entry, Override) else isinstance(entry, Pass | Roll)


def card_read(tracking: Tracking) -> Step:
    """The card of the last turn, which was only guessed, is known now."""
    told = tracking.game.turns
    last = told[-1] if told else None
    if not isinstance(last, Place | Remove) or last.card is not None or tracking.game.entries[-1] is not last:
        return tracking, ()
    card, share = likeliest(tracking.watch.belief.beam, lambda hypothesis: _kept_card(hypothesis, len(told)))
    return (tracking, ()) if card is None or share < AGREED else happen(tracking, CardRead(card.code))


def _kept_card(hypothesis: Hypothesis, told: int) -> Card | None:
    """The card that the last turn told has in a hypothesis."""
    return None if hypothesis.kept < told else getattr(hypothesis.told.entry, "card", None)


def celebrated(tracking: Tracking) -> Step:
    """The lines and the win that the last chip brought are told once calm looks have not disputed them."""
    lead, told = tracking.watch.belief.lead, len(tracking.game.turns)
    disputed = said_next(lead, told) is BACK or calm_of(tracking).calm_s < REGRET_S - ROUNDING_S
    return (tracking, ()) if disputed else tell_untold(tracking)
