"""How the referee is spoken to: a look at the table goes in, the next tracking and what happened come out.

    tracking, events = begin(setup)
    tracking, events = observe(tracking, table, patience_s=2.0)

Every step returns what happened, in order; whoever keeps those events has the game: `replay(events).game`.

Nothing is judged before the board is clear of the game before. Two chips may be the first turns of somebody who could
not wait; more of them are what is left over. A pile that still lies there and a deal are only spoken of: nobody sees a
hand being dealt, and the first card or chip ends both.
"""

from dataclasses import replace

from companion.games.one_eyed_jack.position import occupied
from companion.games.squares import SQUARES
from companion.referee.belief import Limits
from companion.referee.followed import Happened, given
from companion.referee.observation import EMPTY, TableObservation
from companion.referee.one_eyed_jack.asking import asked_about
from companion.referee.one_eyed_jack.belief import LIMITS, believing
from companion.referee.one_eyed_jack.evidence import STANDS_NATS
from companion.referee.one_eyed_jack.happening import seen_chips
from companion.referee.one_eyed_jack.ledger import ABOUT_COUNTS, Step, Tracking, Watch, begin, replay
from companion.referee.one_eyed_jack.telling import (
    card_read,
    celebrated,
    faults_told,
    interrupted,
    turns_told,
)
from companion.referee.one_eyed_jack.wording import NOTICES
from companion.referee.settling import Calm, settle

__all__ = ["Tracking", "begin", "being_dealt", "glanced", "left_over", "observe", "pile_left", "replay"]

LEFT_OVER = 3
"""So many chips on the board of a game that has not begun are left over from another."""
LOST_S = 3.0
"""A board that is out of view for so long is worth a word."""
UNWATCHED_S = 0.5
"""Nobody plays a turn in less: where the board is not found for a frame a hand hides its rim."""
_A_CARD_S = 1.0
"""How long it takes to deal a card."""


def observe(tracking: Tracking, table: TableObservation, patience_s: float, limits: Limits = LIMITS) -> Step:
    """One look at the table, thought of within `limits`.

    `patience_s` is how long something wrong must stand before it is said: 2 s at a table.
    """
    calm = settle(tracking.watch.calm, table)
    settled, still = calm is not None and calm.settled, table.registered and not table.moving
    if table.pile.came:
        tracking = tracking.watching(old_pile=False)
    if settled and not tracking.number:
        tracking = _between_games(tracking.watching(calm=calm), spare="SPARE_CHIP" in table.notices)
    if tracking.clearing and not tracking.number:
        return glanced(tracking, table, calm)
    tracking, events = Happened(tracking) if still else interrupted(tracking, patience_s)
    belief = tracking.watch.belief.unwatched() if _lost_s(tracking, table) >= UNWATCHED_S else tracking.watch.belief
    if calm is not None and (still or table.pile.new):
        pile = table.pile if still else replace(table.pile, cards=())  # a card in passing is read once it lies at rest
        belief = belief.seen(tracking.game, calm, pile, limits)
    seen = Happened(replace(tracking.watching(calm=calm, belief=belief), settled=settled), events).then(_noticed, table)
    if not settled:
        return seen
    turns = seen.then(turns_told, patience_s).then(card_read)
    return turns.then(faults_told, patience_s).then(asked_about, patience_s).then(celebrated).then(_compared)


def glanced(tracking: Tracking, table: TableObservation, calm: Calm | None) -> Step:
    """A look of which nothing is judged; it belongs to this `calm`."""
    return _noticed(replace(tracking.watching(calm=calm), settled=calm is not None and calm.settled), table)


def _compared(tracking: Tracking) -> Step:
    """After all that a settled look told: whether table and game agree by now, and which card belongs to the turn."""
    watch, lead = tracking.watch, tracking.watch.belief.lead
    resumed = watch.resumed and bool(lead.untold or lead.deviations)
    card = lead.laid[0] if lead.waiting and not (lead.untold or lead.to_take_up) else None
    corrected = watch.corrected if lead.deviations else ()
    return Happened(replace(tracking.watching(resumed=resumed, corrected=corrected), card=card))


def _noticed(tracking: Tracking, table: TableObservation) -> Step:
    """A notice when the look brings a new one; an old one ends with the first settled look that lacks it.

    What is to be taken back is said until the board agrees.
    """
    codes = table.notices or ("BOARD_LOST",) * (_lost_s(tracking, table) >= LOST_S)
    untaken = any(one.code == "TAKE_BACK" for one in tracking.watch.belief.lead.deviations)
    staying = (*ABOUT_COUNTS, *["TAKE_BACK"] * untaken)
    seen_s = table.taken_at_s - _lost_s(tracking, table)
    return given(tracking.watching(seen_s=seen_s), NOTICES, codes, staying)


def _lost_s(tracking: Tracking, table: TableObservation) -> float:
    """For how long the board has been out of view."""
    seen_s = tracking.watch.seen_s
    return 0.0 if table.registered or seen_s is None else table.taken_at_s - seen_s


def left_over(tracking: Tracking) -> tuple[int, ...]:
    """The squares on which chips lie that no turn has put there, while the board is being cleared."""
    return () if tracking.number else tuple(sorted(tracking.clearing or ()))


def pile_left(tracking: Tracking) -> bool:
    """Whether the last game's discard pile is still to be taken away, as far as is seen."""
    return tracking.watch.old_pile and not _begun(tracking)


def being_dealt(tracking: Tracking) -> bool:
    """Whether board and pile are cleared, and the cards are being dealt: about a second each."""
    dealt_at_s, calm = tracking.watch.dealt_at_s, tracking.watch.calm
    return dealt_at_s is not None and calm is not None and calm.now_s < dealt_at_s and not _begun(tracking)


def _begun(tracking: Tracking) -> bool:
    """Whether the game has begun, if only with a card, or with something that is wrong."""
    return bool(tracking.number) or tracking.card is not None or tracking.fault is not None


def _between_games(tracking: Tracking, *, spare: bool) -> Tracking:
    """The tracking after a settled look before the first turn: what is yet to be cleared away, and the deal.

    Chips beside a `spare` one, which does not play, are left from a game in which it did. Each card that was seen to
    come may have brought a chip of this game; what may be a lamp's image is none of the last.
    """
    calm, old, first = tracking.watch.calm, tracking.watch.old_pile, tracking.clearing is None
    assert calm is not None  # it is what settled
    if first or tracking.clearing:
        sure = (square for square in SQUARES if calm.weight * calm.board.margin(square) >= STANDS_NATS)
        lying = frozenset(sure).intersection(occupied(seen_chips(tracking)))
        least = 1 if spare else LEFT_OVER + len(tracking.watch.belief.tracks.births)
        left = frozenset(square for square in tracking.clearing or () if calm.board.best(square) != EMPTY)
        clearing = lying if first and len(lying) >= least else left
        belief = believing(tracking.game, pile_known=tracking.pile_known).unwatched()
        watch = Watch(belief, calm=calm) if clearing or not first else tracking.watch
        tracking = replace(tracking, clearing=clearing, watch=watch)
    old = bool(calm.pile.cards) and not calm.pile.hidden and (first or old)
    dealt_at_s = tracking.watch.dealt_at_s
    if dealt_at_s is None and not old and not tracking.clearing:
        dealt_at_s = calm.now_s + _A_CARD_S * sum(tracking.game.position.hands)
    return tracking.watching(old_pile=old, dealt_at_s=dealt_at_s)
