"""How the referee is spoken to: a look at the table or a command from a phone goes in, the next tracking comes out.

    tracking, events = begin(setup)
    tracking, events = observe(tracking, table, patience_s=2.0)

Every step returns what happened, in order; whoever keeps those events has the game: `replay(events).game`.
"""

from dataclasses import replace
from functools import reduce

from companion.games.one_eyed_jack.faults import IllegalTurnError
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.turns import Pass, Place, Remove
from companion.referee.acceptance import Step, accept, celebrate, happen
from companion.referee.comparing import compared, uncorrected
from companion.referee.corrections import override, seen_contents, undo
from companion.referee.decisions import WEAK_PATIENCE, decide, interrupted, take_back
from companion.referee.events import CardRead, QuestionAnswered, TurnUndone
from companion.referee.hypotheses import Contents, difference
from companion.referee.judge import judge
from companion.referee.ledger import Tracking, apply, begin, replay
from companion.referee.notices import noticed
from companion.referee.observation import TableObservation
from companion.referee.positions import after, circumstances, contents_of, earlier
from companion.referee.questions import turns_back
from companion.referee.remedies import remedy
from companion.referee.settling import Calm, settle
from companion.referee.verdicts import Doubtful, Illegal, Legal, TakenBack, Unchanged, Verdict, Waiting

__all__ = ["Tracking", "answer", "apply", "begin", "declare", "observe", "override", "replay", "seen_contents", "undo"]


def observe(tracking: Tracking, table: TableObservation, patience_s: float) -> Step:
    """One look at the table: the next tracking and what happened, in order.

    `patience_s` is how long something wrong must stand before it is said: 2 s at a table.
    """
    calm = settle(tracking.watch.calm, table)
    still = table.registered and not table.moving
    mending, discard = tracking.fault is not None, tracking.watch.discard
    discard = discard.seen(table.pile, mending=mending) if still else discard
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
    tracking, verdict = _compared(*_by_either_pile(tracking, calm))
    tracking, verdict = _taken_by_a_jack(tracking, calm, verdict)
    watch = tracking.watch
    if isinstance(verdict, Waiting) and _put_back(tracking):
        verdict = TakenBack(1)
    if isinstance(verdict, Unchanged) or (isinstance(verdict, Waiting) and verdict.code == "WAIT_CHIP"):
        watch = replace(watch, resumed=False, discard=watch.discard.resting())
    if isinstance(verdict, Unchanged) and len(watch.discard.laid) > 1:  # laid and taken up again
        watch = replace(watch, discard=watch.discard.come_to_nothing())
    tracking, events = decide(replace(tracking, watch=watch), verdict, patience_s)
    tracking, news = celebrate(tracking, calm, verdict)
    return tracking, reread + events + news


def _by_either_pile(tracking: Tracking, calm: Calm) -> tuple[Tracking, Verdict]:
    """What the table comes to; a face that showed again may be a new card where only that explains the board."""
    verdict, otherwise = judge(tracking.game, calm, tracking.watch.discard), tracking.watch.discard.otherwise
    stuck = isinstance(verdict, Illegal | Doubtful) or _waited_for_card(tracking, verdict)
    if otherwise is None or tracking.fault or not stuck:
        return tracking, verdict
    instead = judge(tracking.game, calm, otherwise)
    missed = isinstance(verdict, Illegal) and verdict.code == "MERGED_TURNS"
    if not isinstance(instead, Legal) or not instead.complete or (instead.unread and not missed):
        return tracking, verdict
    return replace(tracking, watch=replace(tracking.watch, discard=otherwise)), instead


def _waited_for_card(tracking: Tracking, verdict: Verdict) -> bool:
    """Whether a chip that came has waited so long for its card that this may have come already."""
    standing = tracking.watch.standing
    waits = isinstance(verdict, Waiting) and verdict.code == "WAIT_CARD" and bool(verdict.about.came)
    return waits and standing is not None and standing.verdict == verdict and standing.for_patiences(WEAK_PATIENCE)


def _taken_by_a_jack(tracking: Tracking, calm: Calm, verdict: Verdict) -> tuple[Tracking, Verdict]:
    """Whether the chip that went back was no take-back: the next seat took it off, and lays its jack only now.

    A jack like the card below looks as if the card of the turn had gone back as well: then it is asked.
    """
    retracted, seen = tracking.watch.retracted, tracking.watch.discard
    pile = seen.otherwise or seen
    if not retracted or len(pile.laid) < 2 or (pile is seen and isinstance(verdict, Legal | Doubtful | TakenBack)):
        return tracking, verdict
    behind = reduce(after, retracted, tracking.game)
    found = judge(behind, calm, pile.close(pile.laid[0].card, left=len(pile.laid) - 1))
    if isinstance(found, Legal) and found.complete:
        unread = tuple(turn for turn in retracted if isinstance(turn, Place) and turn.card is None)
        tracking = replace(tracking, watch=replace(tracking.watch, discard=pile))
        return tracking, replace(found, turns=(*retracted, *found.turns), unread=unread + found.unread)
    legal = [one for one in found.explanations if isinstance(one, Legal)] if isinstance(found, Doubtful) else []
    doubt = Doubtful((*(replace(one, again=retracted) for one in legal), TakenBack(len(retracted))))
    return (replace(tracking, card=None), doubt) if legal else (tracking, verdict)


def _compared(tracking: Tracking, verdict: Verdict) -> tuple[Tracking, Verdict]:
    """The verdict, or what is said instead as long as a game taken up or set right differs from the table."""
    watch = tracking.watch
    if not (watch.resumed or watch.corrected):
        return tracking, verdict
    changed = difference(contents_of(tracking.game), seen_contents(tracking))
    if watch.resumed:
        verdict = compared(tracking.game, changed, verdict)
    wrong = uncorrected(tracking.game, changed, watch.corrected)
    watch = replace(watch, corrected=watch.corrected if wrong else ())
    return replace(tracking, watch=watch), wrong or verdict


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
        return happen(tracking, CardRead(discard.spent.code))
    before, undone = happen(tracking, TurnUndone())
    before = replace(before, watch=replace(before.watch, discard=before.watch.discard.seen(calm.pile)))
    verdict = judge(before.game, calm, before.watch.discard)
    if isinstance(verdict, Legal) and verdict.turns == (replace(guessed, card=discard.spent),):
        anew, played = accept(before, verdict)
        return anew, undone + played
    stands = not difference(contents_of(tracking.game), seen_contents(tracking))
    return (before, undone) if isinstance(verdict, Illegal) and stands else (tracking, ())


def _still_to_undo(tracking: Tracking, undone: Contents) -> bool:
    """Whether something still stands as it did before an undo from a phone that wants it changed."""
    now = seen_contents(tracking)
    changed = difference(contents_of(tracking.game), now).squares
    return any(now[square] == undone[square] for square in changed)


def answer(tracking: Tracking, candidate: str) -> Step:
    """Settle the open question with one of its candidates. Raises ValueError when it is none of them."""
    asked = tracking.watch.asked
    if tracking.question is None or candidate not in tracking.question.candidates:
        known = ", ".join(tracking.question.candidates) if tracking.question else "nothing: no question is open"
        raise ValueError(f"no such answer: {candidate!r}; choose one of {known}")
    again = asked.again if asked else ()
    if number := turns_back(candidate):
        tracking, answered = happen(tracking, QuestionAnswered(candidate))
        tracking, undone = (_taken_up(tracking), ()) if again else take_back(tracking, TakenBack(number))
        return tracking, answered + undone
    turn, watch = parse_turn(candidate), tracking.watch
    if again:
        watch = replace(watch, discard=watch.discard.otherwise or watch.discard)
    elif asked and asked.left and watch.calm:
        spent = (*tracking.game.position.pile[-1:], getattr(turn, "card", None))
        watch = replace(watch, discard=watch.discard.with_top(watch.calm.pile, spent))
    tracking = replace(tracking, watch=watch)
    left = asked.left + sum(laid.changes > watch.asked_at for laid in watch.discard.laid) if asked else 0
    return accept(tracking, Legal((*again, turn), unread=(turn,), told=True, left=left))


def _taken_up(tracking: Tracking) -> Tracking:
    """The turn that seemed to be taken back was, with its card."""
    discard = replace(tracking.watch.discard, otherwise=None)
    return replace(tracking, watch=replace(tracking.watch, discard=discard, retracted=()))


def declare(tracking: Tracking, play: str) -> Step:
    """A play only a phone can tell, in notation: a pass, a dead card, a die roll, a line, a forgotten draw.

    Raises IllegalTurnError, in words for players, when the rules forbid it, and NotationError when it is no play.
    """
    turn = parse_turn(play)
    ruling = tracking.game.judge(turn)
    if ruling.fault is None:
        return accept(_without_card(tracking) if isinstance(turn, Pass) else tracking, Legal((turn,)))
    changed = difference((), ())
    about = circumstances(tracking.game, getattr(turn, "card", None), changed)
    names = [team.name for team in tracking.setup.teams]
    raise IllegalTurnError(remedy(str(ruling.fault), about, names), ruling)


def _without_card(tracking: Tracking) -> Tracking:
    """A card that somebody who then passes laid by mistake is not the next seat's."""
    if tracking.fault is None:
        return tracking
    discard = tracking.watch.discard.abandoned(tracking.watch.discard)
    return replace(tracking, watch=replace(tracking.watch, discard=discard))
