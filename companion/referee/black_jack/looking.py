"""A look at the pile of Black Jack: what was seen, counted and timed, before anything is made of it."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from companion.referee.black_jack.acts import NO_STEP
from companion.referee.black_jack.ledger import Step, Tracking, happen
from companion.referee.discard import Discard
from companion.referee.events import NoticeGiven
from companion.referee.observation import PileObservation, TableObservation

LOOKS = 2
"""A card on top is believed once so many looks agree."""
AWAY_S = 3.0
"""A pile that was out of sight for so long, and shows the same card elsewhere, was shuffled."""
COVERED_S = 20.0
"""A pile that is out of sight for so long is worth a word."""
NOTICES: Mapping[str, str] = MappingProxyType(
    {
        "TOO_DARK": "It is too dark to read the cards. Please switch on a light.",
        "PILE_COVERED": "I cannot see the pile. Leave its top card uncovered.",
    }
)


def looked(tracking: Tracking, table: TableObservation) -> Tracking:
    """What was seen, counted and timed."""
    watch, now_s = tracking.watch, table.taken_at_s
    if table.pile.hidden:
        since_s = now_s if watch.hidden_since_s is None else watch.hidden_since_s
        return replace(tracking, settled=False, watch=replace(watch, now_s=now_s, looks=0, hidden_since_s=since_s))
    pile = _seen(tracking, table.pile)
    looks = watch.looks + 1 if pile == watch.discard else 1
    away = watch.hidden_since_s is not None and now_s - watch.hidden_since_s >= AWAY_S
    watch = replace(
        watch,
        discard=pile,
        looks=looks,
        found=table.pile.changes if watch.discard.closed is None and tracking.game is None else watch.found,
        since_s=watch.since_s if _same_top(pile, watch.discard) else now_s,
        now_s=now_s,
        hidden_since_s=None,
        away=away or (watch.away and pile == watch.discard),
    )
    return replace(tracking, settled=looks >= LOOKS, watch=watch)


def _seen(tracking: Tracking, pile: PileObservation) -> Discard:
    """The pile after this look; at the first look, what lies there may already be news."""
    before = tracking.watch.discard
    if before.closed is None and pile.cards and (tracking.game is None or pile.card not in (None, tracking.top)):
        before = Discard(pile.changes - 1)
    after = before.seen(pile)
    if pile.card is None and pile.cards and after.laid != before.laid:  # as long as it cannot be read, all may be it
        unread = replace(after.laid[-1], others=(pile.cards[0][0], *after.laid[-1].others))
        after = replace(after, laid=(*after.laid[:-1], unread))
    return _without_echo(tracking, _still_there(pile, before) or after)


def _still_there(pile: PileObservation, before: Discard) -> Discard | None:
    """The pile as before, when a card like the one below it waits and that face shows again; else None.

    Whether the pile was knocked or that card went back, nobody can see; it waits on until somebody is asked.
    """
    top, faces = before.top, (before.spent, *(laid.card for laid in before.laid))
    if top is None or pile.changes <= top.changes or pile.card is None or set(faces[-2:]) != {pile.card}:
        return None
    return replace(before, laid=(*before.laid[:-1], replace(top, changes=pile.changes)))


def _without_echo(tracking: Tracking, pile: Discard) -> Discard:
    """The pile without a card that waits already and was counted once more, unless the deck holds it twice.

    A knock or a sleeve makes a card count again; what waits is one card until somebody says whose it is.
    """
    if len(pile.laid) < 2:
        return pile
    *others, first, again = pile.laid
    if first.card is None or again.card != first.card or tracking.options.copies(first.card) > 1:
        return pile
    return replace(pile, laid=(*others, again))


def _same_top(pile: Discard, before: Discard) -> bool:
    return (pile.closed, len(pile.laid)) == (before.closed, len(before.laid))


def noticed(tracking: Tracking, table: TableObservation) -> Step:
    """What is no fault of the players; said once, and over with the first settled look without it."""
    watch = tracking.watch
    covered = watch.hidden_since_s is not None and watch.now_s - watch.hidden_since_s >= COVERED_S
    codes = [code for code in NOTICES if code in table.notices] + ["PILE_COVERED"] * covered
    if not codes:
        ended = tracking.settled and tracking.notice is not None and tracking.notice.code in NOTICES
        return (replace(tracking, notice=None) if ended else tracking), NO_STEP
    if tracking.notice is not None and tracking.notice.code == codes[0]:
        return tracking, NO_STEP
    return happen(tracking, NoticeGiven(codes[0], NOTICES[codes[0]]))
