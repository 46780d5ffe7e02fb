"""How the referee of Black Jack is spoken to: a look at the pile goes in, the next tracking and what happened come out.

    tracking, events = begin(setup)
    tracking, events = observe(tracking, table, patience_s=2.0)

Every step returns what happened, in order; whoever keeps those events has the game: `replay(events).game`.
"""

from dataclasses import replace

from companion.referee.black_jack.happening import noted
from companion.referee.black_jack.ledger import Step, Tracking
from companion.referee.black_jack.telling import forgotten, interrupted, tell
from companion.referee.black_jack.wording import NOTICES
from companion.referee.followed import given
from companion.referee.observation import TableObservation

COVERED_S = 20.0
"""A pile that is out of sight for so long is worth a word."""
ABOUT_GAME = ("RESHUFFLED", "CARD_OVERCOUNT")
"""Notices about what was played; they stand until the next turn."""
AWAY_S = 3.0
"""A pile that was out of sight for so long, and shows the same card elsewhere, was shuffled."""


def observe(tracking: Tracking, table: TableObservation, patience_s: float) -> Step:
    """One look at the table: the next tracking and what happened, in order.

    `patience_s` is how long something wrong must stand before it is said: 2 s at a table.
    """
    calm = tracking.settled
    tracking, events = _noticed(_looked(tracking, table), table)
    if tracking.over:
        return noted((forgotten(tracking), events))
    if table.pile.hidden:
        tracking, more = interrupted(tracking, patience_s) if calm else (tracking, ())
    else:
        tracking, more = tell(tracking, patience_s) if tracking.settled else (tracking, ())
    return noted((tracking, events + more))


def _looked(tracking: Tracking, table: TableObservation) -> Tracking:
    """What was seen, counted and timed."""
    watch, now_s = tracking.watch, table.taken_at_s
    if table.pile.hidden:
        since_s = now_s if watch.hidden_since_s is None else watch.hidden_since_s
        return replace(tracking, settled=False, watch=replace(watch, now_s=now_s, hidden_since_s=since_s))
    hidden_s = 0.0 if watch.hidden_since_s is None else now_s - watch.hidden_since_s
    belief = watch.belief.seen(table.pile, tracking.top, late=hidden_s >= AWAY_S)
    was, now = watch.belief.tracks, belief.tracks
    came = (was.counted, len(was.births)) != (now.counted, len(now.births))
    same = not came and was.on_top.candidates[:1] == now.on_top.candidates[:1]
    settled = same and watch.hidden_since_s is None  # a card on top is believed once two looks agree
    since_s = now_s if came else watch.since_s
    watch = replace(watch, belief=belief, since_s=since_s, now_s=now_s, hidden_since_s=None)
    return replace(tracking, settled=settled, watch=watch)


def _noticed(tracking: Tracking, table: TableObservation) -> Step:
    """What is no fault of the players; said once, and over with the first settled look without it."""
    watch = tracking.watch
    covered = watch.hidden_since_s is not None and watch.now_s - watch.hidden_since_s >= COVERED_S
    codes = [code for code in NOTICES if code in table.notices] + ["PILE_COVERED"] * covered
    return given(tracking, NOTICES, codes, ABOUT_GAME)
