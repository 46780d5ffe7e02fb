"""What happens on the pile of Black Jack, with all it brings about: a card is laid, a turn ends, a fault is said.

Whatever settles a fault or a question says so first, so that the log reads as the table heard it.
"""

from dataclasses import replace

from companion.games.black_jack.notation import parse_laid
from companion.games.black_jack.pile import overcounted
from companion.games.black_jack.turns import Laid, Play, Turn
from companion.games.refusals import IllegalTurnError
from companion.referee.black_jack.ledger import Step, Tracking, happen
from companion.referee.black_jack.remedies import remedy
from companion.referee.black_jack.stories import Story
from companion.referee.events import (
    CardLaid,
    CardTakenBack,
    Event,
    FaultResolved,
    GameWon,
    NoticeGiven,
    QuestionAnswered,
    TurnPlayed,
    TurnUndone,
)
from companion.referee.followed import WITHDRAWN
from companion.referee.words import card_name


def settled(tracking: Tracking, answer: str = WITHDRAWN) -> Step:
    """The open fault is put right, and the open question is answered."""
    told: tuple[Event, ...] = (FaultResolved(tracking.fault.code),) if tracking.fault else ()
    asked = (QuestionAnswered(answer),) if tracking.question else ()
    return happen(tracking, *told, *asked)


def brought(tracking: Tracking, *events: Event) -> Step:
    """These events, each with what it brings about: a card that is one too many, the end of the game."""
    found: tuple[Event, ...] = ()
    for event in events:
        news = _news(tracking, event)
        tracking, more = happen(tracking, event, *news)
        tracking, end = won(tracking, more) if isinstance(event, TurnPlayed) else (tracking, more)
        found += end
    return tracking, found


def told(tracking: Tracking, story: Story, number: int) -> Step:
    """The first so many steps of a story are true: they happen, and what was observed with them is accounted for."""
    events = [event for step in story.steps[:number] for event in step.events]
    tracking, before = settled(tracking) if events else (tracking, ())
    tracking, more = brought(tracking, *events)
    return replace(tracking, watch=replace(tracking.watch, belief=tracking.watch.belief.since(number))), before + more


def lay(tracking: Tracking, laid: Laid) -> Step:
    """A card belongs to the turn being played, or is the one turned up first."""
    tracking, events = settled(tracking)
    tracking, more = brought(tracking, CardLaid(str(laid)))
    return tracking, events + more


def take_back(tracking: Tracking, cards: int) -> Step:
    """So many cards went back into hands; beyond those of the turn being played, the turn before is open again."""
    tracking, events = settled(tracking)
    for _ in range(cards):
        undone = () if tracking.laid else (TurnUndone(),)
        tracking, more = happen(tracking, *undone, CardTakenBack())
        events += more
    return tracking, events


def end_turn(tracking: Tracking, answer: str = WITHDRAWN) -> Step:
    """The cards laid so far are the whole turn. Raises IllegalTurnError when the turn may not end there."""
    tracking, events = settled(tracking, answer)
    tracking, more = turn(tracking, Play(tracking.playing.seat, tracking.laid))
    return tracking, events + more


def turn(tracking: Tracking, played: Turn) -> Step:
    """A turn, and the end of the game if it is that. Raises IllegalTurnError, in words for players."""
    ruling = tracking.playing.judge(played)
    if ruling.fault is not None:
        card = tracking.laid[-1].card if tracking.laid else None
        raise IllegalTurnError(remedy(tracking, str(ruling.fault), card), ruling)
    return brought(tracking, TurnPlayed(str(played)))


def won(tracking: Tracking, events: tuple[Event, ...]) -> Step:
    """A step, and the end of the game if it led there."""
    outcome = tracking.playing.outcome()
    if outcome is None:
        return tracking, events
    tracking, told = happen(tracking, GameWon(outcome.ranking[0] - 1, "out"))
    return tracking, events + told


def _news(tracking: Tracking, event: Event) -> tuple[Event, ...]:
    if not isinstance(event, CardLaid) or tracking.game is None:
        return ()
    laid = parse_laid(event.card)
    if not overcounted(tracking.game, tracking.laid, laid):
        return ()
    words = f"I have seen {card_name(laid.card)} before. Was it misread, or is another pack in play?"
    return (NoticeGiven("CARD_OVERCOUNT", words),)
