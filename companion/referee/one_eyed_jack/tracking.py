"""How the referee is spoken to: a look at the table goes in, the next tracking and what happened come out.

    tracking, events = begin(setup)
    tracking, events = observe(tracking, table, patience_s=2.0)

Every step returns what happened, in order; whoever keeps those events has the game: `replay(events).game`.
"""

from dataclasses import replace

from companion.referee.events import Event
from companion.referee.observation import TableObservation
from companion.referee.one_eyed_jack.answers import answer, declare
from companion.referee.one_eyed_jack.asking import asked_about
from companion.referee.one_eyed_jack.blaming import faults_told, interrupted
from companion.referee.one_eyed_jack.clearing import between_games
from companion.referee.one_eyed_jack.corrections import override, seen_contents, undo
from companion.referee.one_eyed_jack.ledger import Step, Tracking, apply, begin, replay
from companion.referee.one_eyed_jack.notices import noticed
from companion.referee.one_eyed_jack.telling import card_read, celebrated, turns_told
from companion.referee.settling import settle

__all__ = ["Tracking", "answer", "apply", "begin", "declare", "observe", "override", "replay", "seen_contents", "undo"]


def observe(tracking: Tracking, table: TableObservation, patience_s: float) -> Step:
    """One look at the table: the next tracking and what happened, in order.

    `patience_s` is how long something wrong must stand before it is said: 2 s at a table.
    """
    calm = settle(tracking.watch.calm, table)
    settled = calm is not None and calm.settled
    if settled and not tracking.number:
        tracking = between_games(replace(tracking, watch=replace(tracking.watch, calm=calm)))
    if tracking.clearing and not tracking.number:
        return noticed(replace(tracking, settled=settled, watch=replace(tracking.watch, calm=calm)), table)
    still = table.registered and not table.moving
    events: tuple[Event, ...] = ()
    if not settled and not still:
        tracking, events = interrupted(tracking, patience_s)
    belief = tracking.watch.belief
    if still:
        belief = belief.glanced(calm, table.pile, settled=settled)
    if calm is not None and settled:
        belief = belief.weighed(tracking.game, calm)
    tracking = replace(tracking, settled=settled, watch=replace(tracking.watch, calm=calm, belief=belief))
    tracking, notices = noticed(tracking, table)
    tracking, told = _tell(tracking, patience_s) if settled else (tracking, ())
    return tracking, (*events, *notices, *told)


def _tell(tracking: Tracking, patience_s: float) -> Step:
    """Whatever the hypotheses agree on after a settled look."""
    tracking, events = turns_told(tracking, patience_s)
    tracking, read = card_read(tracking)
    tracking, faults = faults_told(tracking, patience_s)
    tracking, asked = asked_about(tracking, patience_s)
    tracking, news = celebrated(tracking)
    lead = tracking.watch.belief.lead
    resumed = tracking.watch.resumed and (bool(lead.turns) or bool(lead.deviations))
    corrected = tracking.watch.corrected if lead.deviations else ()
    tracking = replace(tracking, watch=replace(tracking.watch, resumed=resumed, corrected=corrected))
    card = lead.laid[0] if lead.waiting and not lead.turns else None
    return replace(tracking, card=card), events + read + faults + asked + news
