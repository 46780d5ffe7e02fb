"""From a verdict to what happens: turns are accepted, faults said once they have stood for long enough, doubts asked.

Patience is the table's, in seconds; every waiting time here is a multiple of it.
"""

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType

from companion.games.cards import Card
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.state import Game, Override
from companion.games.one_eyed_jack.turns import Exchange, Place, Remove, Turn
from companion.referee.acceptance import Step, accept, happen, names, resolved, tell_untold
from companion.referee.corrections import seen_contents
from companion.referee.events import FaultFound, QuestionAnswered, TurnUndone
from companion.referee.followed import WITHDRAWN
from companion.referee.hypotheses import difference
from companion.referee.ledger import Standing, Tracking, plays_card
from companion.referee.positions import after, circumstances, contents_of
from companion.referee.possible_turns import untold
from companion.referee.questions import asked_by, question, resumed_question
from companion.referee.remedies import remedy
from companion.referee.settling import Calm
from companion.referee.verdicts import Doubtful, Illegal, Legal, TakenBack, Unchanged, Verdict, Waiting

HAND_PATIENCE = 0.5
"""What has stood for this share of the patience is said when the next hand comes, since it may change the table."""
CREDIT = 0.75
"""A verdict that comes late on a calm table is taken to have stood for this share of the patience."""
WEAK_PATIENCE = 3.0
"""So long is waited for a card that may still come, or become readable."""
GUESS_PATIENCE = 1.5
"""A card that cannot be read, and would change nothing but the count of cards, is waited for so long."""
BACK_PATIENCE = 8.0
"""Whether a turn was taken back is only asked after so long: what is played anew tells it as well."""
NO_CARD_PATIENCE = 10.0
"""A chip without a card is nobody's fault for so long, nor is a card that seems to be of another game."""
_LATE_FAULTS = MappingProxyType({"WAIT_CARD": "NO_CARD", "UNKNOWN_CARD": "UNKNOWN_CARD"})


def decide(tracking: Tracking, verdict: Verdict, patience_s: float) -> Step:
    """What a settled look that comes to `verdict` brings about."""
    calm = tracking.watch.calm
    assert calm is not None
    if isinstance(verdict, Doubtful):
        verdict = replace(verdict, pressing=_gone_on(tracking, verdict))
    if calm.pile.hidden:
        patience_s, verdict = WEAK_PATIENCE * patience_s, _without_pile(tracking, verdict)
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
    back = any(isinstance(one, TakenBack) for one in _flat(verdict))
    patience = BACK_PATIENCE if back and not verdict.pressing else WEAK_PATIENCE
    return _doubt(tracking, verdict) if standing.for_patiences(patience) else (tracking, ())


def _gone_on(tracking: Tracking, doubt: Doubtful) -> bool:
    """Whether a turn may have been taken back, and what was played since does not tell."""
    rivals = tuple(_flat(doubt))
    if not any(isinstance(one, TakenBack) for one in rivals):
        return False
    disputed = {getattr(one.turns[0], "square", None) for one in rivals if isinstance(one, Legal)}
    return bool(set(difference(contents_of(tracking.game), seen_contents(tracking)).squares) - disputed)


def _without_pile(tracking: Tracking, verdict: Verdict) -> Verdict:
    """While the pile is covered, or gone, a card that was part of a fault may have gone back into the hand."""
    discard = tracking.watch.discard
    pardoned = discard.top is not None and discard.top.changes <= discard.pardoned
    if not isinstance(verdict, Illegal) or not (pardoned or verdict.code == "UNKNOWN_CARD"):
        return verdict
    return Waiting("UNKNOWN_CARD" if verdict.code == "UNKNOWN_CARD" else "WAIT_CARD", verdict.about)


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
        case Doubtful() as doubt if doubt.pressing or any(isinstance(one, Illegal) for one in _flat(doubt)):
            return _doubt(tracking, doubt)  # it may be a fault, and nobody is silent about one
    return tracking, ()


def _mended(tracking: Tracking) -> Step:
    """Nothing on the board is wrong; a fault is over unless what it is about is covered."""
    if tracking.fault and not _covered(tracking, tracking.fault.squares):
        return resolved(tracking)
    return tracking, ()


def _quiet(tracking: Tracking, card: Card | None) -> Step:
    """Nothing on the board is wrong, and there is nothing to ask."""
    tracking, events = _mended(replace(tracking, card=card))
    tracking, withdrawn = _withdrawn(tracking)
    return tracking, events + withdrawn


def _withdrawn(tracking: Tracking) -> Step:
    """Without the question about the table, if one is open: its reason is gone."""
    about_table = tracking.question is not None and tracking.watch.asked is not None
    tracking = replace(tracking, watch=replace(tracking.watch, asked=None))
    return happen(tracking, QuestionAnswered(WITHDRAWN)) if about_table else (tracking, ())


def _covered(tracking: Tracking, squares: tuple[int, ...]) -> bool:
    calm = tracking.watch.calm
    return calm is not None and not set(calm.board.hidden).isdisjoint(squares)


def _wait(tracking: Tracking, verdict: Waiting, long: bool) -> Step:
    """Half a turn: without complaint, but a chip should not wait for its card for ever."""
    if verdict.code not in _LATE_FAULTS:
        return _quiet(tracking, verdict.about.card if verdict.code == "WAIT_CHIP" else None)
    calm = tracking.watch.calm
    hidden = calm is None or calm.pile.hidden
    if hidden and not verdict.about.squares:
        return _quiet(tracking, None)
    late = long and not hidden
    return _say(tracking, Illegal(_LATE_FAULTS[verdict.code], verdict.about), said=True) if late else (tracking, ())


def _say(tracking: Tracking, verdict: Illegal | TakenBack, said: bool) -> Step:
    """A fault or a take-back: kept to itself for now, or said."""
    if isinstance(verdict, Illegal):
        tracking = replace(tracking, card=verdict.about.card)
    if not said:
        return tracking, ()
    return take_back(tracking, verdict) if isinstance(verdict, TakenBack) else _blame(tracking, verdict)


def _blame(tracking: Tracking, verdict: Illegal) -> Step:
    found = FaultFound(verdict.code, verdict.about.squares, remedy(verdict.code, verdict.about, names(tracking)))
    if tracking.fault == found:
        return tracking, ()
    if tracking.fault and tracking.fault.code == found.code == "BOARD_DISTURBED":
        return replace(tracking, fault=found), ()  # it only grew or shrank: no second word
    tracking, news = tell_untold(tracking, verdict.about.squares)
    tracking, events = resolved(tracking)
    tracking, more = happen(tracking, found)
    missed = asked_by(tracking.game, verdict)
    tracking, asked = ask(tracking, missed) if missed else (tracking, ())
    return tracking, news + events + more + asked


def take_back(tracking: Tracking, verdict: TakenBack) -> Step:
    """The last turns are undone, and perhaps another takes the place of the last."""
    tracking, events = resolved(tracking)
    discard, last = tracking.watch.discard, tracking.game.turns[-verdict.turns :]
    undone = tuple(turn for turn in last if not isinstance(turn, Override))
    tracking, more = happen(tracking, *[TurnUndone()] * verdict.turns)
    cards = sum(map(plays_card, undone))
    if cards > 1 or discard.laid:  # the card went back too, or nobody can tell which will be played again
        watch = replace(tracking.watch, discard=discard.abandoned(tracking.watch.discard))
        tracking = replace(tracking, watch=watch)
    elif isinstance(undone[0], Place):
        tracking = replace(tracking, watch=replace(tracking.watch, retracted=undone))
    tracking = _with_card_below(tracking)
    if verdict.instead:
        unread = () if getattr(undone[0], "card", None) else (verdict.instead,)
        tracking, again = accept(tracking, Legal((verdict.instead,), unread=unread))
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
    exchange, jack = isinstance(legal.turns[0], Exchange), legal.weak and _by_a_jack(tracking.game, legal.turns[0])
    tracking, events = _mended(tracking) if legal.weak and exchange else (tracking, ())
    if jack:
        return _wait(tracking, _without_card(tracking, legal.turns[0]), standing.for_patiences(NO_CARD_PATIENCE))
    if not standing.for_patiences(_patiences(tracking, legal)):
        return tracking, events
    step = ask if exchange and legal.others else _accept_seen
    tracking, more = step(tracking, legal)
    return tracking, events + more


def _by_a_jack(game: Game, turn: Turn) -> bool:
    """Whether nothing but its face says that this chip is the card's: a jack goes anywhere."""
    return isinstance(turn, Place | Remove) and turn.card is not None and game.rules.kind(turn.card) is not Kind.PLAIN


def _without_card(tracking: Tracking, turn: Turn) -> Waiting:
    """The same chip, with its card still to come."""
    changed = difference(contents_of(tracking.game), contents_of(after(tracking.game, turn)))
    return Waiting("WAIT_CARD", circumstances(tracking.game, None, changed))


def _accept_seen(tracking: Tracking, legal: Legal) -> Step:
    """The turns; where nobody could read the last card, with the likeliest, to be put right should it be read."""
    turn = legal.turns[-1]
    guessed = turn if turn in legal.unread and isinstance(turn, Place | Remove) else None
    if guessed and legal.others:
        guessed = untold(tracking.game, guessed)
        legal = replace(legal, turns=(*legal.turns[:-1], guessed), unread=(*legal.unread[:-1], guessed), others=())
    tracking, events = accept(tracking, legal)
    return replace(tracking, watch=replace(tracking.watch, guessed=guessed)), events


def _patiences(tracking: Tracking, legal: Legal) -> float:
    """For how long this must have stood: exchanges and covered boards are slow, what may still change is slower."""
    if legal.weak or legal.others:
        return WEAK_PATIENCE if legal.weak else GUESS_PATIENCE
    calm = tracking.watch.calm
    covered = calm is not None and calm.board.hidden
    unsure = covered or legal.unread or legal.unseen or any(isinstance(turn, Exchange) for turn in legal.turns)
    return 1.0 if unsure else 0.0


def _doubt(tracking: Tracking, doubt: Doubtful) -> Step:
    """Several explanations for a while: ask what was played; what may be nothing is left alone."""
    rivals = tuple(_flat(doubt))
    legal = [one for one in rivals if isinstance(one, Legal) and not one.weak]
    turns = dict.fromkeys(turn for one in legal for turn in (one.turns[0], *one.others))
    if not legal or any(isinstance(one, Unchanged | Waiting) for one in rivals):
        asked = tracking.watch.asked
        return _withdrawn(tracking) if asked and turns.keys().isdisjoint(asked.turns) else (tracking, ())
    left = legal[0].left + sum(map(plays_card, legal[0].turns[1:]))
    back = next((one.turns for one in rivals if isinstance(one, TakenBack) and one.instead is None), 0)
    return ask(tracking, replace(legal[0], turns=legal[0].turns[:1], others=tuple(turns), back=back, left=left))


def _flat(doubt: Doubtful) -> Iterator[Verdict]:
    for one in doubt.explanations:
        yield from _flat(one) if isinstance(one, Doubtful) else (one,)


def ask(tracking: Tracking, legal: Legal) -> Step:
    """The question what the first turn was, unless it is open already."""
    name = names(tracking)[getattr(legal.turns[0], "team", tracking.game.team)]
    asked = resumed_question(legal, name) if tracking.watch.resumed else question(legal, name)
    if tracking.question == asked:
        return tracking, ()
    top = tracking.watch.discard.top
    tracking = replace(tracking, watch=replace(tracking.watch, asked=legal, asked_at=top.changes if top else 0))
    return happen(tracking, asked)
