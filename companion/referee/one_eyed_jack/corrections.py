"""What people set right by hand: a square, the whole position, counts and score, from a phone; and what they take back.

A correction is an override: logged, undone like a turn. What the table shows otherwise is shown until it is put right.
"""

from collections.abc import Mapping
from types import MappingProxyType

from companion.games.one_eyed_jack.position import Chips, Position
from companion.games.one_eyed_jack.position_text import override_text
from companion.games.one_eyed_jack.set_up import settle
from companion.games.one_eyed_jack.state import Override, Undo
from companion.games.one_eyed_jack.status import PositionStatus, position_status
from companion.referee.events import GameWon, MatchScoreUndone, NoticeGiven, PositionOverridden, TurnUndone
from companion.referee.followed import happen, nothing_open, then
from companion.referee.one_eyed_jack.faults import circumstances
from companion.referee.one_eyed_jack.hypotheses import Deviation, Hypothesis, contents_of, difference, plays_card
from companion.referee.one_eyed_jack.ledger import Dwell, Step, Tracking
from companion.referee.one_eyed_jack.wording import square_list

_IMPOSSIBLE: Mapping[PositionStatus, str] = MappingProxyType(
    {
        PositionStatus.CHIP_ON_FREE_CORNER: "Corners are free for everybody; no chips there.",
        PositionStatus.BAD_DIRECTION: "Without a die that reverses, play goes clockwise.",
        PositionStatus.TOO_MANY_CARDS: "Stock and hands together hold more cards than the deck.",
        PositionStatus.BAD_CAPTURES: "Nothing is captured in this game.",
        PositionStatus.LOCK_IS_NO_PATTERN: "One of those lines does not count in this game.",
        PositionStatus.LOCKS_OVERLAP: "Two lines of one team may share one square at most.",
        PositionStatus.SEVERAL_WINNERS: "With these lines two teams would have won.",
    }
)
"""What is said of a position that cannot be; the other reasons are mended when it is set up."""


def seen_contents(tracking: Tracking) -> tuple[int, ...]:
    """What stands on the table as far as it is seen; elsewhere what should stand there."""
    calm = tracking.watch.calm
    stands = contents_of(tracking.game.position)
    if calm is None:
        return stands
    best = (calm.board.best(square) for square in range(len(stands)))
    return tuple(was if seen is None else seen for was, seen in zip(stands, best, strict=True))


def seen_chips(tracking: Tracking) -> Chips:
    """The chips on the table as far as they are seen; elsewhere those that should be there."""
    return tuple(content - 1 if content else None for content in seen_contents(tracking))


def undo(tracking: Tracking) -> Step:
    """Take back the last entry that stands. What lies there is no turn meanwhile. Raises ValueError without any."""
    if tracking.scored_last:
        return happen(tracking, MatchScoreUndone())
    if not tracking.game.judge(Undo()):
        raise ValueError("There is no turn to take back.")
    last = tracking.game.turns[-1]
    undone, events = then(nothing_open(tracking), lambda after: happen(after, TurnUndone()))
    if isinstance(last, Override):
        return believed_anew(undone, tracking, code="TABLE_DIFFERS"), events
    undone = believed_anew(undone, tracking, code="TAKE_BACK", cards=int(plays_card(last)))
    squares = difference(undone.game.position, seen_contents(undone)).squares
    words = f"Put {square_list(squares)} back as it was before, and take the card back."
    return then((undone, events), lambda after: happen(after, *[NoticeGiven("TAKE_BACK", words)] * bool(squares)))


def believed_anew(tracking: Tracking, before: Tracking, *, code: str = "", cards: int = 0) -> Tracking:
    """Once somebody said how the game stands, that is the one hypothesis; the table may still differ, as `code` says.

    `before` is the tracking before that was said; so many `cards` more of its pile wait for a turn now, or fewer.
    """
    belief, game = before.watch.belief, tracking.game
    lead = belief.lead
    waiting = max(0, min(lead.waiting + cards, len(lead.pile)))
    waiting = waiting if waiting < 2 else 0  # nobody can tell which of several will be played again
    lacking = max(0, -cards - lead.waiting)
    hypothesis = Hypothesis(game.moment, len(game.turns), pile=lead.pile, waiting=waiting, lacking=lacking)
    seen, stands = list(seen_contents(tracking)), contents_of(game.position)
    declared: tuple[int, ...] = ()
    if code == "TABLE_DIFFERS":  # what was not declared otherwise may be a turn
        declared = difference(before.game.position, stands).squares
        seen = [content if square in declared else stands[square] for square, content in enumerate(seen)]
    changed = difference(game.position, seen)
    if code and changed:
        residuals = tuple((square, seen[square]) for square in changed.squares)
        hypothesis = hypothesis._replace(deviations=(Deviation(code, circumstances(game, None, changed), residuals),))
    calm = before.watch.calm
    wrong = Dwell(hypothesis.deviations[0].name, calm.now_s) if hypothesis.deviations and calm else Dwell()
    corrected = tuple(sorted({*before.watch.corrected, *declared})) if code else ()
    return tracking.watching(belief=belief.anew(hypothesis), resumed=False, wrong=wrong, corrected=corrected)


def override(tracking: Tracking, seat: int | None = None) -> Step:
    """Accept the table as it was last seen; `seat` (from 1) moves next.

    When None, the next seat moves if a card was laid for the half turn on the table, else the seat on turn.
    """
    game, chips, position = tracking.game, seen_chips(tracking), tracking.game.position
    turn_over = tracking.card is not None and chips != position.chips
    following = (position.seat - 1 + position.direction) % game.options.seats + 1
    mover = seat or (following if turn_over else game.seat)
    after, events = _declared(tracking, position._replace(chips=chips, seat=mover, hands=()))
    return believed_anew(after, tracking, cards=-tracking.watch.belief.lead.waiting), events


def set_up(tracking: Tracking, position: Position) -> Step:
    """Declare this position right; without hands they stay as they are. Raises ValueError when it cannot be."""
    game = tracking.game
    stands = settle(game.rules, position._replace(hands=position.hands or game.position.hands))
    for wrong in sorted(position_status(game.rules, stands) & set(_IMPOSSIBLE)):
        raise ValueError(_IMPOSSIBLE[wrong])
    if position.hands and not position.hands[position.seat - 1]:
        raise ValueError("Whoever is to move must have a card.")
    after, events = _declared(tracking, position)
    return believed_anew(after, tracking, code="TABLE_DIFFERS"), events


def _declared(tracking: Tracking, position: Position) -> Step:
    """The position is declared right, with the win it may bring, and whatever was open is closed."""
    overridden = PositionOverridden(override_text(position, tracking.game.options))
    step = then(nothing_open(tracking), lambda after: happen(after, overridden))
    outcome = step[0].game.outcome()
    won = [GameWon(outcome.winner, outcome.termination)] if outcome else []
    return then(step, lambda after: happen(after, *won))
