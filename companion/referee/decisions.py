"""From a verdict to what happens: turns are accepted, faults said once they have stood for long enough, doubts asked.

Patience is the table's, in seconds; every waiting time here is a multiple of it.
"""

from dataclasses import replace
from types import MappingProxyType

from companion.games.cards import Card
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Declare, Exchange, Place, Remove, Turn
from companion.referee.discard import Laid
from companion.referee.events import (
    Event,
    FaultFound,
    FaultResolved,
    GameWon,
    LineCompleted,
    NoticeGiven,
    QuestionAnswered,
    QuestionAsked,
    TurnPlayed,
    TurnUndone,
)
from companion.referee.explanations import TURNS_BACK
from companion.referee.ledger import Standing, Tracking, apply, plays_card
from companion.referee.positions import after, contents_of, earlier
from companion.referee.possible_turns import untold
from companion.referee.questions import asked_by, question, resumed_question
from companion.referee.remedies import Circumstances, remedy
from companion.referee.settling import Calm
from companion.referee.short_hands import recount
from companion.referee.verdicts import Doubtful, Illegal, Legal, TakenBack, Unchanged, Verdict, Waiting

Step = tuple[Tracking, tuple[Event, ...]]
"""The next tracking, and what happened on the way."""

HAND_PATIENCE = 0.5
"""What has stood for this share of the patience is said when the next hand comes, since it may change the table."""
CREDIT = 0.75
"""A verdict that comes late on a calm table is taken to have stood for this share of the patience."""
WEAK_PATIENCE = 3.0
"""So long is waited for a card that may still come, or become readable."""
GUESS_PATIENCE = 1.5
"""A card that cannot be read, and would change nothing but the count of cards, is waited for so long."""
NO_CARD_PATIENCE = 10.0
"""A chip without a card is nobody's fault for so long, nor is a card that seems to be of another game."""
_LATE_FAULTS = MappingProxyType({"WAIT_CARD": "NO_CARD", "UNKNOWN_CARD": "UNKNOWN_CARD"})
WITHDRAWN = "-"
"""The answer to a question whose reason went off the table."""


def happen(tracking: Tracking, *events: Event) -> Step:
    """The tracking after these events, and the events."""
    for event in events:
        tracking = apply(tracking, event)
    return tracking, events


def decide(tracking: Tracking, verdict: Verdict, patience_s: float) -> Step:
    """What a settled look that comes to `verdict` brings about."""
    calm = tracking.watch.calm
    assert calm is not None
    if calm.pile.hidden:
        patience_s *= WEAK_PATIENCE
    standing = _standing(tracking.watch.standing, verdict, calm, patience_s)
    tracking = replace(tracking, watch=replace(tracking.watch, standing=standing))
    match verdict:
        case Unchanged():
            return _quiet(tracking, None)
        case Waiting():
            return _wait(tracking, verdict, standing.for_patiences(NO_CARD_PATIENCE))
        case Legal():
            return _legal(tracking, verdict, standing)
        case Illegal(code="MERGED_TURNS"):
            return _say(tracking, verdict, standing.for_patiences(WEAK_PATIENCE))
        case TakenBack() | Illegal():
            return _say(tracking, verdict, standing.for_patiences(1.0))
    return _doubt(tracking, verdict) if standing.for_patiences(WEAK_PATIENCE) else (tracking, ())


def _standing(before: Standing | None, verdict: Verdict, calm: Calm, patience_s: float) -> Standing:
    """How long this verdict has stood; one that replaces another must still prove itself for a while."""
    since_s = calm.since_s
    if before is not None:
        same = before.verdict == verdict or {type(before.verdict), type(verdict)} == {Doubtful}
        since_s = before.since_s if same else max(calm.since_s, calm.now_s - CREDIT * patience_s)
    return Standing(verdict, since_s, calm.now_s, patience_s)


def interrupted(tracking: Tracking) -> Step:
    """The next hand came: what had stood for a while is said now, and everything else begins anew."""
    standing = tracking.watch.standing
    tracking = replace(tracking, watch=replace(tracking.watch, standing=None))
    if standing is None or not standing.for_patiences(HAND_PATIENCE):
        return tracking, ()
    match standing.verdict:
        case Illegal(code="MERGED_TURNS"):
            return tracking, ()  # the next turn may tell what was missed
        case Illegal() | TakenBack():
            return _say(tracking, standing.verdict, said=True)
    return tracking, ()


def accept(tracking: Tracking, legal: Legal) -> Step:
    """The turns happen, one after the other, each with the lines it completes and the win."""
    tracking, events = _resolved(tracking)
    if tracking.question:
        tracking, answered = happen(tracking, QuestionAnswered(_answered(tracking.question, legal.turns[0])))
        events += answered
    laid = tracking.watch.discard.laid
    for number, turn in enumerate(legal.turns, start=1):
        left = legal.left + len(legal.turns) - number if plays_card(turn) else len(laid)
        used = max(0, len(laid) - left)
        tracking = _with_laid(tracking, laid[:used])
        tracking, more = _play(tracking, turn, turn not in legal.unread)
        tracking = _with_laid(tracking, laid[used:])
        events += more
    return tracking, events


def _answered(question: QuestionAsked, turn: Turn) -> str:
    return str(turn) if str(turn) in question.candidates else WITHDRAWN


def _with_laid(tracking: Tracking, laid: tuple[Laid, ...]) -> Tracking:
    discard = replace(tracking.watch.discard, laid=laid)
    return replace(tracking, watch=replace(tracking.watch, discard=discard))


def _play(tracking: Tracking, turn: Turn, verified: bool) -> Step:
    """One turn with its lines, the win when it ends the game, and what must be asked about it."""
    tracking, recounted = happen(tracking, *recount(tracking.game, turn))
    team = tracking.game.team
    tracking, played = happen(tracking, TurnPlayed(str(turn), verified))
    lines = [LineCompleted(team, pattern) for pattern in tracking.game.last_effect.patterns]
    outcome = tracking.game.outcome()
    won = [GameWon(outcome.winner, outcome.termination)] if outcome else []
    doubts = (
        [NoticeGiven("HAND_SHORT", remedy("HAND_SHORT", Circumstances(team), _names(tracking)))] if recounted else []
    )
    tracking, told = happen(tracking, *lines, *won, *doubts, *_doubts(tracking, turn))
    return tracking, recounted + played + told


def _doubts(tracking: Tracking, turn: Turn) -> list[Event]:
    """A card seen once too often, and a line whose owner may choose its squares."""
    game, found = tracking.game, list[Event]()
    card = turn.card if isinstance(turn, Place | Remove | Exchange) else None
    if card and game.overcounted(card):
        message = remedy("CARD_OVERCOUNT", Circumstances(game.team, card), _names(tracking))
        found.append(NoticeGiven("CARD_OVERCOUNT", message))
    if game.position.offer:
        offer = game.position.offer
        texts = tuple(str(Declare(offer.team, pattern)) for pattern in offer.patterns)
        found.append(QuestionAsked(f"Which squares does {tracking.setup.teams[offer.team].name}'s line take?", texts))
    return found


def _names(tracking: Tracking) -> list[str]:
    return [team.name for team in tracking.setup.teams]


def _resolved(tracking: Tracking) -> Step:
    """The open fault, if any, is put right; the cards that were part of it are not held against anybody."""
    if tracking.fault is None:
        return tracking, ()
    watch = replace(tracking.watch, discard=tracking.watch.discard.pardon())
    return happen(replace(tracking, watch=watch), FaultResolved(tracking.fault.code))


def _quiet(tracking: Tracking, card: Card | None) -> Step:
    """Nothing on the board is wrong; a fault is over unless what it is about is covered."""
    about_table = tracking.question is not None and tracking.watch.asked is not None
    tracking = replace(tracking, card=card, watch=replace(tracking.watch, asked=None))
    events: tuple[Event, ...] = ()
    if tracking.fault and not _covered(tracking, tracking.fault.squares):
        tracking, events = _resolved(tracking)
    if about_table:
        tracking, more = happen(tracking, QuestionAnswered(WITHDRAWN))
        events += more
    return tracking, events


def _covered(tracking: Tracking, squares: tuple[int, ...]) -> bool:
    calm = tracking.watch.calm
    return calm is not None and not set(calm.board.hidden).isdisjoint(squares)


def _wait(tracking: Tracking, verdict: Waiting, long: bool) -> Step:
    """Half a turn: without complaint, but a chip should not wait for its card for ever."""
    if verdict.code not in _LATE_FAULTS:
        return _quiet(tracking, verdict.about.card if verdict.code == "WAIT_CHIP" else None)
    calm = tracking.watch.calm
    late = long and calm is not None and not calm.pile.hidden
    return _say(tracking, Illegal(_LATE_FAULTS[verdict.code], verdict.about), said=True) if late else (tracking, ())


def _say(tracking: Tracking, verdict: Illegal | TakenBack, said: bool) -> Step:
    """A fault or a take-back: kept to itself for now, or said."""
    if isinstance(verdict, Illegal):
        tracking = replace(tracking, card=verdict.about.card)
    if not said:
        return tracking, ()
    return _take_back(tracking, verdict) if isinstance(verdict, TakenBack) else _blame(tracking, verdict)


def _blame(tracking: Tracking, verdict: Illegal) -> Step:
    found = FaultFound(verdict.code, verdict.about.squares, remedy(verdict.code, verdict.about, _names(tracking)))
    if tracking.fault == found:
        return tracking, ()
    if tracking.fault and tracking.fault.code == found.code == "BOARD_DISTURBED":
        return replace(tracking, fault=found), ()  # it only grew or shrank: no second word
    tracking, events = _resolved(tracking)
    tracking, more = happen(tracking, found)
    missed = asked_by(tracking.game, verdict)
    tracking, asked = ask(tracking, missed) if missed else (tracking, ())
    return tracking, events + more + asked


def _take_back(tracking: Tracking, verdict: TakenBack) -> Step:
    tracking, events = _resolved(tracking)
    discard = tracking.watch.discard
    tracking, more = happen(tracking, *[TurnUndone()] * verdict.turns)
    if verdict.turns > 1:  # nobody can tell whether the cards on the pile will be played again
        watch = replace(tracking.watch, discard=discard.abandoned(tracking.watch.discard.spent))
        tracking = replace(tracking, watch=watch)
    tracking = _with_card_below(tracking)
    if verdict.instead:
        tracking, again = accept(tracking, Legal((verdict.instead,)))
        more += again
    return tracking, events + more


def _with_card_below(tracking: Tracking) -> Tracking:
    """The card of the turn before shows again, even if it was never read while it lay on top."""
    discard, pile = tracking.watch.discard, tracking.game.position.pile
    discard = replace(discard, spent=discard.spent or (pile[-1] if pile else None))
    return replace(tracking, watch=replace(tracking.watch, discard=discard))


def _legal(tracking: Tracking, legal: Legal, standing: Standing) -> Step:
    """A turn: at once when everything was seen, later when something may still come, never when it is a guess."""
    if tracking.watch.resumed:
        return ask(tracking, legal) if standing.for_patiences(1.0) else (tracking, ())
    if not standing.for_patiences(_patiences(tracking, legal)):
        return tracking, ()
    if not legal.others:
        return accept(tracking, legal)
    return ask(tracking, legal) if _matters(tracking.game, legal) else _guess(tracking, legal)


def _matters(game: Game, legal: Legal) -> bool:
    """Whether it makes a difference if this turn was played: an exchange, or a chip that may just have been put back.

    Otherwise all that is open is the card's face, and that changes nothing but the count of cards.
    """
    if not isinstance(legal.turns[0], Remove):
        return isinstance(legal.turns[0], Exchange)
    stands = contents_of(after(game, legal.turns[0]))
    return any(contents_of(before) == stands for before in earlier(game, TURNS_BACK))


def _guess(tracking: Tracking, legal: Legal) -> Step:
    """The turn with the likeliest card, to be put right should the card be read after all."""
    (turn,) = legal.turns
    assert isinstance(turn, Place | Remove)
    turn = untold(tracking.game, turn)
    tracking, events = accept(tracking, Legal((turn,), unread=(turn,), left=legal.left))
    return replace(tracking, watch=replace(tracking.watch, guessed=turn)), events


def _patiences(tracking: Tracking, legal: Legal) -> float:
    """For how long this must have stood: exchanges and covered boards are slow, what may still change is slower."""
    if legal.weak or legal.others:
        return WEAK_PATIENCE if legal.weak or _matters(tracking.game, legal) else GUESS_PATIENCE
    calm = tracking.watch.calm
    covered = calm is not None and calm.board.hidden
    unsure = covered or legal.unread or any(isinstance(turn, Exchange) for turn in legal.turns)
    return 1.0 if unsure else 0.0


def _doubt(tracking: Tracking, doubt: Doubtful) -> Step:
    """Several explanations for a while: ask what was played; what may be nothing is left alone."""
    legal = [one for one in doubt.explanations if isinstance(one, Legal) and not one.weak]
    if not legal or any(isinstance(one, Unchanged | Waiting) for one in doubt.explanations):
        return tracking, ()
    rivals = dict.fromkeys(turn for one in legal for turn in (one.turns[0], *one.others))
    return ask(tracking, replace(legal[0], turns=legal[0].turns[:1], others=tuple(rivals)))


def ask(tracking: Tracking, legal: Legal) -> Step:
    """The question what the first turn was, unless it is open already."""
    name = _names(tracking)[getattr(legal.turns[0], "team", tracking.game.team)]
    asked = resumed_question(legal, name) if tracking.watch.resumed else question(legal, name)
    if tracking.question == asked:
        return tracking, ()
    tracking = replace(tracking, watch=replace(tracking.watch, asked=legal))
    return happen(tracking, asked)
