"""What happens on the pile of Black Jack, with all it brings about: a card is laid, a turn ends, a game is over.

Whatever happens settles the open fault and the open question first, so that the log reads as the table heard it.
"""

from collections.abc import Iterable
from dataclasses import replace

from companion.games.black_jack.notation import parse_turn
from companion.games.black_jack.pile import Run, goes_on, overcounted
from companion.games.black_jack.position import Position
from companion.games.black_jack.position_text import position_text
from companion.games.black_jack.turns import Laid, Play, Turn
from companion.games.history import Override
from companion.games.refusals import IllegalTurnError
from companion.referee import events as log
from companion.referee.black_jack.hypotheses import Hypothesis, event_of, unread
from companion.referee.black_jack.ledger import Step, Tracking
from companion.referee.black_jack.wording import remedy
from companion.referee.followed import Happened, happen, nothing_open
from companion.referee.naming import card_name


def brought(tracking: Tracking, *events: log.Event) -> Step:
    """These events, each with what it brings about: a card that is one too many, the end of the game."""
    step = nothing_open(tracking) if events else Happened(tracking)
    for event in events:
        step = step.then(_brought, event)
    return step


def _brought(tracking: Tracking, event: log.Event) -> Step:
    if isinstance(event, log.TurnPlayed) and tracking.number - tracking.guessed < len(tracking.laid):
        event = _guessed(event)  # as one of its cards was
    after, more = tracking.after(event), list[log.Event]()
    if isinstance(event, log.CardLaid) and after.laid and overcounted(after.playing, after.laid[:-1], after.laid[-1]):
        words = f"I have seen {card_name(after.laid[-1].card)} before. Was it misread, or is another pack in play?"
        more.append(log.NoticeGiven("CARD_OVERCOUNT", words))
    if after.over:
        more.append(log.GameWon(after.playing.position.out[0] - 1, "out"))
    return happen(tracking, event, *more)


def told(tracking: Tracking, hypothesis: Hypothesis, number: int, verified: bool = True) -> Step:
    """The first so many steps of a hypothesis are true: they happen, and what was observed with them is accounted for.

    Those that are not `verified` are merely the likeliest, and are told as that.
    """
    steps = zip(tracking.watch.belief.observed, hypothesis.happened(number), strict=False)
    events = [event if verified and not unread(seen) else _guessed(event) for seen, step in steps for event in step]
    after, told = brought(tracking, *events)
    return noted(Happened(after.watching(belief=after.watch.belief.since(hypothesis, number)), told))


def undoing(tracking: Tracking, hypothesis: Hypothesis, number: int) -> Hypothesis:
    """The pile before the last of the first so many steps of a hypothesis, and what would take that step back."""
    *before, last = hypothesis.happened(number)
    for event in [event for step in before for event in step]:
        tracking = tracking.after(event)
    game, laid, back = tracking.playing, tracking.laid, tuple[log.Event, ...]()
    for event in last:
        back = (*_back(tracking, event), *back)
        tracking = tracking.after(event)
    return Hypothesis(game.moment, laid, events=back)


def _back(tracking: Tracking, event: log.Event) -> Iterable[log.Event]:
    """What takes an event back that happens now."""
    entry, laid = tracking.playing.moment.entry, [log.CardLaid(str(card)) for card in tracking.laid]
    match event:
        case log.CardLaid():
            return (log.CardTakenBack(),)
        case log.CardTakenBack():
            return laid[-1:]
        case log.TurnUndone():
            return [event_of(entry)] if entry else ()
        case log.TurnPlayed(turn=turn) if isinstance(parse_turn(turn), Play):
            return (log.TurnUndone(),)  # with the cards that lay there
        case log.TurnPlayed() | log.PositionOverridden():
            return (log.TurnUndone(), *laid)
    return ()


def _guessed(event: log.Event) -> log.Event:
    return replace(event, verified=False) if isinstance(event, log.CardLaid | log.TurnPlayed) else event


def noted(step: Step) -> Step:
    """A step, and what waits of the turns that phones told of written down, so that no power cut loses them."""
    waiting = step.tracking.watch.belief.heard
    return step if waiting == step.tracking.heard else step.happen(log.TurnsHeard(waiting))


def taken_back(tracking: Tracking) -> Step:
    """The newest card is off the pile again, the one turned up too; if it ended the turn before, that is open again."""
    opened = () if tracking.laid or tracking.unplayed else (log.TurnUndone(),)
    return brought(tracking, *opened, log.CardTakenBack())


def end_turn(tracking: Tracking) -> Step:
    """The cards laid so far are the whole turn. Raises IllegalTurnError when the turn may not end there."""
    return turn(tracking, Play(tracking.playing.seat, tracking.laid))


def turn(tracking: Tracking, played: Turn) -> Step:
    """A turn, and the end of the game if it is that. Raises IllegalTurnError, in words for players."""
    ruling = tracking.playing.judge(played)
    if ruling.fault is not None:
        card = tracking.laid[-1].card if tracking.laid else None
        raise IllegalTurnError(remedy(tracking, str(ruling.fault), card, getattr(played, "seat", None)), ruling)
    return brought(tracking, log.TurnPlayed(str(played)))


def declared(tracking: Tracking, position: Position, laid: Run) -> Step:
    """The table declares this position right, with these cards laid in the turn being played.

    Raises ValueError for a position that no deck and table could show.
    """
    if not position.still_in:
        raise ValueError("Somebody is left with cards. Say first who, and how many.")
    if not tracking.playing.judge(Override(position)):
        raise ValueError("That cannot be: the deck does not have that many cards.")
    cards = () if position.outcome else laid
    overridden = brought(tracking, log.PositionOverridden(position_text(position)))
    return overridden.happen(*(log.CardLaid(str(card)) for card in cards))


def laid_again(tracking: Tracking, laid: Laid) -> Step:
    """A card belongs to the turn being played. Raises ValueError where by the rules it cannot."""
    if not goes_on(tracking.playing, tracking.laid, laid):
        raise ValueError(f"By the rules {card_name(laid.card)} cannot be {tracking.player(tracking.playing.seat)}’s.")
    return brought(tracking, log.CardLaid(str(laid.card)))
