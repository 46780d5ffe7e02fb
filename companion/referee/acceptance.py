"""Turns that are accepted happen one after the other, each with the lines it completes, the win and its doubts."""

from dataclasses import replace

from companion.games.one_eyed_jack.turns import Declare, Exchange, Place, Remove, Turn
from companion.referee.discard import Laid
from companion.referee.events import (
    Event,
    FaultResolved,
    NoticeGiven,
    QuestionAnswered,
    QuestionAsked,
    TurnPlayed,
)
from companion.referee.followed import WITHDRAWN
from companion.referee.ledger import ROUNDING_S, Tracking, apply, brought, plays_card
from companion.referee.remedies import Circumstances, remedy
from companion.referee.settling import Calm
from companion.referee.short_hands import recount
from companion.referee.verdicts import Legal, Unchanged, Verdict, Waiting

Step = tuple[Tracking, tuple[Event, ...]]
"""The next tracking, and what happened on the way."""

REGRET_S = 1.0
"""Whoever takes a chip back mostly does so within a second: until then no line and no win is told."""


def happen(tracking: Tracking, *events: Event) -> Step:
    """The tracking after these events, and the events."""
    for event in events:
        tracking = apply(tracking, event)
    return tracking, events


def accept(tracking: Tracking, legal: Legal) -> Step:
    """The turns happen, one after the other, each with the lines it completes and the win."""
    tracking, events = resolved(tracking)
    if tracking.question:
        tracking, answered = happen(tracking, QuestionAnswered(_answered(tracking.question, legal.turns)))
        events += answered
    laid = tracking.watch.discard.laid
    for number, turn in enumerate(legal.turns, start=1):
        to_come = sum(map(plays_card, legal.turns[number:]))
        left = legal.left + to_come if plays_card(turn) else len(laid)
        used = max(0, len(laid) - left)
        tracking = _with_laid(tracking, laid[:used])
        tracking, more = _play(tracking, turn, legal.told or turn not in legal.unread)
        tracking = _with_laid(tracking, laid[used:])
        tracking = _never_read(tracking) if turn in legal.unread else tracking
        events += more
    return tracking, events


def _answered(question: QuestionAsked, turns: tuple[Turn, ...]) -> str:
    return next((said for said in map(str, turns) if said in question.candidates), WITHDRAWN)


def _with_laid(tracking: Tracking, laid: tuple[Laid, ...]) -> Tracking:
    discard = replace(tracking.watch.discard, laid=laid)
    return replace(tracking, watch=replace(tracking.watch, discard=discard))


def _never_read(tracking: Tracking) -> Tracking:
    """Whatever people say of a card, what the camera will read of it is yet to come."""
    discard = replace(tracking.watch.discard, spent=None)
    return replace(tracking, watch=replace(tracking.watch, discard=discard))


def _play(tracking: Tracking, turn: Turn, verified: bool) -> Step:
    """What the turn before brought, if it is still untold; the turn; what it brings at once or must be asked."""
    tracking, before = tell_untold(tracking)
    tracking, recounted = happen(tracking, *recount(tracking.game, turn))
    team = tracking.game.team
    tracking, played = happen(tracking, TurnPlayed(str(turn), verified))
    news = () if tracking.untold else brought(tracking.game, team)
    doubts = (
        [NoticeGiven("HAND_SHORT", remedy("HAND_SHORT", Circumstances(team), names(tracking)))] if recounted else []
    )
    tracking, told = happen(tracking, *news, *doubts, *_doubts(tracking, turn))
    return tracking, before + recounted + played + told


def tell_untold(tracking: Tracking, disputed: tuple[int, ...] = ()) -> Step:
    """Tell what the last chip brought before something else happens, unless that is about the chip itself."""
    last = next(reversed(tracking.game.turns), None)
    return (tracking, ()) if getattr(last, "square", None) in disputed else happen(tracking, *tracking.untold)


def celebrate(tracking: Tracking, calm: Calm, verdict: Verdict) -> Step:
    """Tell the lines and the win that the last chip brought, once calm looks have not disputed them."""
    undisputed = isinstance(verdict, Unchanged | Waiting) and calm.calm_s >= REGRET_S - ROUNDING_S
    return tell_untold(tracking) if undisputed else (tracking, ())


def _doubts(tracking: Tracking, turn: Turn) -> list[Event]:
    """A card seen once too often, and a line whose owner may choose its squares."""
    game, found = tracking.game, list[Event]()
    card = turn.card if isinstance(turn, Place | Remove | Exchange) else None
    if card and game.overcounted(card):
        message = remedy("CARD_OVERCOUNT", Circumstances(game.team, card), names(tracking))
        found.append(NoticeGiven("CARD_OVERCOUNT", message))
    if game.position.offer:
        offer = game.position.offer
        texts = tuple(str(Declare(offer.team, pattern)) for pattern in offer.patterns)
        found.append(QuestionAsked(f"Which squares does {tracking.setup.teams[offer.team].name}'s line take?", texts))
    return found


def names(tracking: Tracking) -> list[str]:
    """The teams' names in seating order."""
    return [team.name for team in tracking.setup.teams]


def resolved(tracking: Tracking) -> Step:
    """The open fault, if any, is put right; the cards that were part of it are not held against anybody."""
    if tracking.fault is None:
        return tracking, ()
    watch = replace(tracking.watch, discard=tracking.watch.discard.pardon())
    return happen(replace(tracking, watch=watch), FaultResolved(tracking.fault.code))
