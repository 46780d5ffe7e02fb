"""What somebody says of the pile, beside what was seen of it: cards that are read, turns and hands that are told.

Whatever waits on the pile is weighed in its light.
"""

from collections.abc import Callable
from contextlib import suppress
from math import inf

from companion.games.black_jack.declaring import with_cards
from companion.games.black_jack.faults import Fault
from companion.games.black_jack.turns import Draw, Laid, Play
from companion.games.cards import Card
from companion.referee.belief import AGREED, MOSTLY, likeliest, normalised, support
from companion.referee.black_jack.acts import BEHIND_S
from companion.referee.black_jack.happening import brought, declared, taken_back, told
from companion.referee.black_jack.hypotheses import Belief, Ended, Hypothesis, Observed, Seated, Unseen
from companion.referee.black_jack.ledger import Step, Tracking
from companion.referee.black_jack.telling import NO_CARD, agreement, tell, weighed
from companion.referee.followed import Happened
from companion.referee.tracks import Track

MOST_UNSEEN = 3
"""So many cards in a row that nobody has seen are thought of when a phone tells of a turn."""


def read_as(tracking: Tracking, card: Card) -> Step:
    """Somebody read a waiting card: the one nobody saw or could read, else the top one. It is told at once."""
    if behind_something(tracking):
        belief = tracking.watch.belief
        return _understood(tracking, belief.having((Track(((card, 0.0),)), *belief.observed[1:])))
    waiting = list(tracking.waiting) or [Track()]
    place = next((place for place, track in enumerate(waiting) if not track.read), len(waiting) - 1)
    waiting[place] = waiting[place].told(card)
    if place:  # the same card, knocked, may have been taken for the same face twice
        waiting[place - 1] = waiting[place - 1].likewise(waiting[place])
    tracking = tracking.watching(denied=False)
    return understood(tracking, *waiting)


def read_below(tracking: Tracking, card: Card) -> Step:
    """Somebody read the card under the newest, which waits: one nobody saw or could read.

    Where it may not lie on the one that was told last, that one was misread, and is this.
    """
    *before, newest = tracking.waiting
    if behind_something(tracking):
        return read_as(tracking, card)
    if tracking.game is None:
        return read_as(tracking, card).then(understood, newest)
    place = next((place for place, track in enumerate(before) if not track.read), len(before))
    missed = before[place] if place < len(before) else Track()
    step = understood(tracking, *before[:place], missed.told(card), *before[place + 1 :], newest)
    if not before and _may_not_lie(step.tracking):
        with suppress(ValueError):
            corrected = _off(tracking).then(understood, missed.told(card), newest)
            return step if _may_not_lie(corrected.tracking) else corrected
    return step


def _may_not_lie(tracking: Tracking) -> bool:
    """Whether a card of those that wait may not lie there, as the likeliest has it."""
    return any(step.illegal for step in weighed(tracking).watch.belief.beam[0].associations)


def seen_anew(tracking: Tracking) -> Step:
    """A card waits to be understood: if none does, the newest is off the pile again and came once more."""
    return Happened(tracking) if tracking.waiting or tracking.top is None else _off(tracking)


def _off(tracking: Tracking) -> Step:
    """The card that was told last is off the pile again, and came once more.

    Where something was said since that one was laid, it is a card that was taken for it. Raises ValueError if none was.
    """
    before, entry = tracking.before, tracking.playing.moment.entry
    said = not (tracking.laid or tracking.unplayed or isinstance(entry, Play))
    if said and not before:
        raise ValueError("Something was said since the top card was laid; take back that first.")
    anew = before.events if before and (before.events or said) else None
    after, events = taken_back(tracking) if anew is None else brought(tracking, *anew)
    return Happened(after.watching(belief=after.watch.belief.with_cards((tracking.lying,))), events)


def understood(tracking: Tracking, *cards: Track) -> Step:
    """What comes of these cards, seen and not yet told, without waiting any longer."""
    return _understood(tracking, tracking.watch.belief.with_cards(cards))


def behind_something(tracking: Tracking) -> bool:
    """Whether the first that waits is a card that nobody saw, as something hid the pile, and another shows by now."""
    return bool(tracking.waiting) and isinstance(tracking.watch.belief.observed[0], Unseen)


def _understood(tracking: Tracking, belief: Belief) -> Step:
    tracking = tracking.watching(belief=belief)
    return tell(weighed(tracking) if tracking.game else tracking, 0.0)


def believed(tracking: Tracking, holds: Callable[[Hypothesis], bool], least: float = MOSTLY) -> Step | None:
    """What the hypotheses of which that holds agree on; None when there are none."""
    tracking = weighed(tracking)
    agreeing = normalised([one for one in tracking.watch.belief.beam if one.associations and holds(one)])
    return told(tracking, agreeing[0], agreement(agreeing, least)) if agreeing else None


def on_hearing(tracking: Tracking, turn: Ended | Draw | Laid) -> Step | None:
    """What comes of a turn that a phone told of; None when no hypothesis allows it.

    While the pile is out of sight that may be a turn whose cards nobody has seen yet, or one after such turns. Raises
    ValueError for the end of a turn of which a phone told just now, or whose joker stands for nothing yet.
    """
    belief, ended = tracking.watch.belief, isinstance(turn, Ended)
    if isinstance(turn, Ended) and turn.seat and belief.observed[-1:] == (turn,):
        raise ValueError("I have heard that, and wait to see the card that it is about.")
    unseen = range(ended, 1 + MOST_UNSEEN) if tracking.watch.blind else (0,)
    before: list[tuple[Observed, ...]] = [(Unseen(),) * number for number in unseen]
    before += [(Seated(turn.seat),)] if tracking.doubted and not isinstance(turn, Laid) and turn.seat else []
    for more in before:
        after = weighed(tracking.watching(belief=belief.having((*belief.observed, *more, turn))))
        least = inf if Unseen() in more else _least(tracking, after, ended)
        if heard := believed(after, _worked, least):
            return heard
    return None


def _worked(hypothesis: Hypothesis) -> bool:
    """Whether what was observed last, a phone's word, came to something."""
    return bool(hypothesis.associations[-1].events)


def _least(before: Tracking, after: Tracking, ended: bool) -> float:
    """How likely what is told on a word must be: it does not tell whether a card was laid or taken back.

    Raises ValueError for the end of a turn where a joker that stands for nothing yet lies there more likely than not.
    """
    observed = before.watch.belief.observed

    def came(one: Hypothesis) -> tuple[str, ...]:
        steps = zip(one.associations, observed, strict=False)
        return tuple(step.answer * (step.answer in NO_CARD) for step, seen in steps if _in_sight(seen))

    if ended and support(weighed(before).watch.belief.beam, _unnamed) > MOSTLY:
        raise ValueError(not_yet(before))
    allowing = [one for one in after.watch.belief.beam if _worked(one)]
    return AGREED if allowing and likeliest(allowing, came)[1] < AGREED else MOSTLY


def _in_sight(seen: Observed) -> bool:
    """Whether it is a card that was read, of a pile that was hidden by no more than a hand."""
    return isinstance(seen, Track) and seen.read and seen.away_s < BEHIND_S


def _unnamed(hypothesis: Hypothesis) -> bool:
    """Whether a joker that stands for nothing yet lies on top."""
    return bool(hypothesis.laid) and hypothesis.laid[-1].face.is_joker


def not_yet(tracking: Tracking) -> str:
    """What whoever speaks too early is told."""
    looking = "I am still looking at the top card; try again."
    return "Answer what is asked first." if tracking.question else looking


def counted(tracking: Tracking, seat: int, cards: int) -> Step:
    """A seat holds so many cards besides those it has laid, of which not all may have been told yet."""
    laid, sure = laid_by(tracking, seat)
    if not sure:
        raise ValueError("Say first whose the newest card is.")
    return declared(tracking, with_cards(tracking.playing, seat, max(cards + laid, 0)), tracking.laid)


def laid_by(tracking: Tracking, seat: int) -> tuple[int, bool]:
    """How many cards a seat has laid since the turn began, and whether nobody else may have laid one of them.

    A card that is merely more than was counted is its card too.
    """
    beam = weighed(tracking).watch.belief.beam

    def laid(one: Hypothesis) -> int:
        before, now = (len(position.hand(seat)) for position in (tracking.playing.position, one.now.position))
        uncounted = one.illegal is not None and one.illegal[1] is Fault.CARD_NOT_IN_HAND
        return before - now + (len(one.laid) + uncounted) * (seat == one.seat)

    likely = laid(beam[0])
    return likely, beam[0].illegal is not None or support(beam, lambda one: laid(one) == likely) >= AGREED
