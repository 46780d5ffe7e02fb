"""How the referee is spoken to: a look at the table or a command from a phone goes in, the next tracking comes out.

    tracking, events = begin(setup)
    tracking, events = observe(tracking, table, patience_s=2.0)

Every step returns what happened, in order; whoever keeps those events has the game: `replay(events).game`.
"""

from dataclasses import replace

from companion.games.one_eyed_jack.faults import IllegalTurnError
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.position_text import position_text
from companion.games.one_eyed_jack.state import Undo
from companion.games.one_eyed_jack.turns import Remove
from companion.referee.decisions import WITHDRAWN, Step, accept, decide, happen, interrupted
from companion.referee.events import FaultResolved, NoticeGiven, PositionOverridden, QuestionAnswered, TurnUndone
from companion.referee.hypotheses import Contents, difference
from companion.referee.judge import judge
from companion.referee.ledger import Tracking, apply, begin, replay
from companion.referee.notices import noticed
from companion.referee.observation import TableObservation
from companion.referee.positions import circumstances, contents_of, earlier
from companion.referee.remedies import listed, remedy
from companion.referee.settling import Calm, settle
from companion.referee.verdicts import Illegal, Legal, TakenBack, Unchanged, Waiting

__all__ = ["Tracking", "answer", "apply", "begin", "declare", "observe", "override", "replay", "undo"]


def observe(tracking: Tracking, table: TableObservation, patience_s: float) -> Step:
    """One look at the table: the next tracking and what happened, in order.

    `patience_s` is how long something wrong must stand before it is said: 2 s at a table.
    """
    calm = settle(tracking.watch.calm, table)
    still = table.registered and not table.moving
    discard = tracking.watch.discard.seen(table.pile) if still else tracking.watch.discard
    tracking = replace(
        tracking,
        settled=calm is not None and calm.settled,
        watch=replace(tracking.watch, calm=calm, discard=discard),
    )
    tracking, notices = noticed(tracking, table)
    tracking, events = _judged(tracking, patience_s) if tracking.settled else _unsettled(tracking, still)
    return tracking, notices + events


def _unsettled(tracking: Tracking, still: bool) -> Step:
    """A look that settles nothing; it is a hand when something moves."""
    return (tracking, ()) if still else interrupted(tracking)


def _judged(tracking: Tracking, patience_s: float) -> Step:
    watch, calm = tracking.watch, tracking.watch.calm
    assert calm is not None
    if watch.undone is not None:
        if _still_to_undo(tracking, watch.undone):
            return tracking, ()
        watch = replace(watch, undone=None)
    tracking, reread = _read_at_last(replace(tracking, watch=watch), calm)
    watch = tracking.watch
    verdict = judge(tracking.game, calm, watch.discard)
    if isinstance(verdict, Waiting) and _put_back(tracking):
        verdict = TakenBack(1)
    if isinstance(verdict, Unchanged) or (isinstance(verdict, Waiting) and verdict.code == "WAIT_CHIP"):
        watch = replace(watch, resumed=False)
    if isinstance(verdict, Unchanged) and len(watch.discard.laid) > 1:  # laid and taken up again
        watch = replace(watch, discard=watch.discard.pardon())
    tracking, events = decide(replace(tracking, watch=watch), verdict, patience_s)
    return tracking, reread + events


def _put_back(tracking: Tracking) -> bool:
    """Whether a chip that was taken for a jack's, though no jack was read, stands on its square again."""
    watch = tracking.watch
    if not isinstance(watch.guessed, Remove) or watch.discard.laid:
        return False
    return not any(difference(contents_of(before), seen_contents(tracking)) for before in earlier(tracking.game, 1))


def _read_at_last(tracking: Tracking, calm: Calm) -> Step:
    """A card that was taken for granted is read after all: if it is another, the turn is judged anew with it."""
    guessed, discard = tracking.watch.guessed, tracking.watch.discard
    if guessed is None or discard.spent is None or discard.laid:
        return tracking, ()
    tracking = replace(tracking, watch=replace(tracking.watch, guessed=None))
    if discard.spent == guessed.card:
        return tracking, ()
    before, undone = happen(tracking, TurnUndone())
    before = replace(before, watch=replace(before.watch, discard=before.watch.discard.seen(calm.pile)))
    verdict = judge(before.game, calm, before.watch.discard)
    if isinstance(verdict, Legal) and verdict.turns == (replace(guessed, card=discard.spent),):
        after, played = accept(before, verdict)
        return after, undone + played
    stands = not difference(contents_of(tracking.game), seen_contents(tracking))
    return (before, undone) if isinstance(verdict, Illegal) and stands else (tracking, ())


def _still_to_undo(tracking: Tracking, undone: Contents) -> bool:
    """Whether all that differs from the position is what an undo from a phone wants changed."""
    now = seen_contents(tracking)
    changed = difference(contents_of(tracking.game), now).squares
    return bool(changed) and all(now[square] == undone[square] for square in changed)


def seen_contents(tracking: Tracking) -> Contents:
    """What stands on the table as far as it is seen; elsewhere what should stand there."""
    calm = tracking.watch.calm
    stands = contents_of(tracking.game)
    if calm is None:
        return stands
    best = (calm.board.best(square) for square in range(len(stands)))
    return tuple(was if seen is None else seen for was, seen in zip(stands, best, strict=True))


def undo(tracking: Tracking) -> Step:
    """Take back the last turn that stands; no event when there is none. The camera must agree before play goes on."""
    if not tracking.game.judge(Undo()):
        return tracking, ()
    table, discard = contents_of(tracking.game), tracking.watch.discard
    told = (FaultResolved(tracking.fault.code),) if tracking.fault else ()
    asked = (QuestionAnswered(WITHDRAWN),) if tracking.question else ()
    tracking, events = happen(tracking, *told, *asked, TurnUndone())
    discard = discard.abandoned(tracking.watch.discard.spent)
    watch = replace(tracking.watch, discard=discard, undone=tracking.watch.undone or table)
    tracking = replace(tracking, watch=watch)
    squares = difference(contents_of(tracking.game), watch.undone or table).squares
    if not squares:
        return replace(tracking, watch=replace(watch, undone=None)), events
    message = f"Put {listed(squares)} back as it was before, and take the card back."
    tracking, more = happen(tracking, NoticeGiven("TAKE_BACK", message))
    return tracking, events + more


def override(tracking: Tracking, seat: int | None = None) -> Step:
    """Accept the table as it was last seen; `seat` (from 1) moves next.

    When None, the next seat moves if a card was laid for the half turn on the table, else the seat on turn.
    """
    game, now = tracking.game, seen_contents(tracking)
    turn_over = tracking.card is not None and now != contents_of(game)
    chips = tuple(content - 1 if content else None for content in now)
    mover = seat or (_next_seat(tracking) if turn_over else game.seat)
    told = (FaultResolved(tracking.fault.code),) if tracking.fault else ()
    asked = (QuestionAnswered(WITHDRAWN),) if tracking.question else ()
    text = position_text(game.position._replace(chips=chips, seat=mover), game.options)
    tracking, events = happen(tracking, *told, *asked, PositionOverridden(text))
    return replace(tracking, watch=replace(tracking.watch, undone=None, resumed=False)), events


def _next_seat(tracking: Tracking) -> int:
    position, seats = tracking.game.position, tracking.game.options.seats
    return (position.seat - 1 + position.direction) % seats + 1


def answer(tracking: Tracking, candidate: str) -> Step:
    """Settle the open question with one of its candidates. Raises ValueError when it is none of them."""
    asked = tracking.watch.asked
    if tracking.question is None or candidate not in tracking.question.candidates:
        known = ", ".join(tracking.question.candidates) if tracking.question else "nothing: no question is open"
        raise ValueError(f"no such answer: {candidate!r}; choose one of {known}")
    turn = parse_turn(candidate)
    return accept(tracking, Legal((turn,), unread=(turn,), left=asked.left if asked else 0))


def declare(tracking: Tracking, play: str) -> Step:
    """A play only a phone can tell, in notation: a pass, a dead card, a die roll, a line, a forgotten draw.

    Raises IllegalTurnError, in words for players, when the rules forbid it, and NotationError when it is no play.
    """
    turn = parse_turn(play)
    ruling = tracking.game.judge(turn)
    if ruling.fault is None:
        return accept(tracking, Legal((turn,)))
    changed = difference((), ())
    about = circumstances(tracking.game, getattr(turn, "card", None), changed)
    names = [team.name for team in tracking.setup.teams]
    raise IllegalTurnError(remedy(str(ruling.fault), about, names), ruling)
