"""What can happen on the pile of Black Jack, with all it brings about: a card is laid, a turn ends, a fault is said.

Whatever settles a fault or a question says so first, so that the log reads as the table heard it.
"""

from dataclasses import replace

from companion.games.black_jack.pile import overcounted
from companion.games.black_jack.turns import Draw, Laid, Play, Reshuffle
from companion.games.cards import Card
from companion.referee.black_jack.ledger import Step, Tracking, happen
from companion.referee.black_jack.remedies import remedy
from companion.referee.events import (
    CardLaid,
    CardTakenBack,
    Event,
    FaultFound,
    FaultResolved,
    GameWon,
    NoticeGiven,
    QuestionAnswered,
    QuestionAsked,
    TurnPlayed,
    TurnUndone,
)
from companion.referee.followed import WITHDRAWN
from companion.referee.remedies import card_name

NO_STEP: tuple[Event, ...] = ()


def understood(tracking: Tracking, cards: int = 1) -> Tracking:
    """The first cards that were seen are no longer waiting to be understood."""
    discard = tracking.watch.discard
    last = discard.laid[cards - 1]
    discard = replace(discard, closed=last.changes, spent=last.card, laid=discard.laid[cards:])
    return replace(tracking, watch=replace(tracking.watch, discard=discard))


def settled(tracking: Tracking, answer: str = WITHDRAWN) -> Step:
    """The open fault is put right, and the open question is answered."""
    told: tuple[Event, ...] = (FaultResolved(tracking.fault.code),) if tracking.fault else ()
    asked = (QuestionAnswered(answer),) if tracking.question else ()
    return happen(tracking, *told, *asked)


def lay(tracking: Tracking, laid: Laid) -> Step:
    """A card belongs to the turn being played, or is the one turned up first."""
    tracking, events = settled(tracking)
    once_more = tracking.game is not None and overcounted(tracking.game, tracking.laid, laid)
    tracking, more = happen(tracking, CardLaid(str(laid)))
    if once_more:
        words = f"I have seen {card_name(laid.card)} before. Was it misread, or is another pack in play?"
        tracking, noticed = happen(tracking, NoticeGiven("CARD_OVERCOUNT", words))
        more += noticed
    return tracking, events + more


def take_back(tracking: Tracking, cards: int) -> Step:
    """So many cards went back into hands; beyond those of the turn being played, the turn before is open again."""
    tracking, events = settled(tracking)
    for _ in range(cards):
        if not tracking.laid:
            tracking, more = happen(tracking, TurnUndone())
            events += more
        tracking, more = happen(tracking, CardTakenBack())
        events += more
    return tracking, events


def end_turn(tracking: Tracking, answer: str = WITHDRAWN) -> Step:
    """The cards laid so far are the whole turn. Raises IllegalTurnError when the turn may not end there."""
    tracking, events = settled(tracking, answer)
    tracking, more = turn(tracking, Play(tracking.playing.seat, tracking.laid))
    return tracking, events + more


def turn(tracking: Tracking, played: Play | Draw | Reshuffle) -> Step:
    """A turn, and the end of the game if it is that. Raises IllegalTurnError when it is illegal."""
    return won(*happen(tracking, TurnPlayed(str(played))))


def won(tracking: Tracking, events: tuple[Event, ...]) -> Step:
    """A step, and the end of the game if it led there."""
    outcome = tracking.playing.outcome()
    if outcome is None:
        return tracking, events
    tracking, told = happen(tracking, GameWon(outcome.ranking[0] - 1, "out"))
    return tracking, events + told


def blame(tracking: Tracking, code: str, card: Card | None) -> Step:
    """A card may not lie there; said once."""
    found = FaultFound(code, (), remedy(tracking, code, card))
    if tracking.fault == found:
        return tracking, NO_STEP
    tracking, events = settled(tracking)
    tracking, more = happen(tracking, found)
    return tracking, events + more


def ask(tracking: Tracking, question: QuestionAsked) -> Step:
    """A question; asked once."""
    if tracking.question == question:
        return tracking, NO_STEP
    tracking, events = settled(tracking)
    tracking, more = happen(tracking, question)
    return tracking, events + more
