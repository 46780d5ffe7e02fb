"""What a look at the pile brings about. Cards that were seen wait in a queue until each is understood, oldest first.

What is certain happens at once; a fault is said once it has stood for the table's patience; what fits two ways is asked
after a longer pause, unless a phone or the next card tells.
"""

from dataclasses import replace

from companion.games.black_jack.faults import Fault
from companion.games.black_jack.judging import judge_start
from companion.games.black_jack.pile import Whose, overcounted
from companion.games.black_jack.turns import Laid, Play, Reshuffle
from companion.games.cards import Card
from companion.referee import discard as piles
from companion.referee.black_jack.acts import NO_STEP, ask, blame, end_turn, lay, settled, take_back, turn, understood
from companion.referee.black_jack.ledger import Step, Tracking, Watch, happen
from companion.referee.black_jack.looking import LOOKS, looked, noticed
from companion.referee.black_jack.placing import fault_of, may_be, possible_faces, ways
from companion.referee.black_jack.questions import (
    again_question,
    card_question,
    found_question,
    joker_question,
    start_question,
    suit_question,
    whose_question,
)
from companion.referee.events import NoticeGiven, QuestionAsked
from companion.referee.followed import WITHDRAWN
from companion.referee.observation import TableObservation

HAND_PATIENCE = 0.5
"""What has stood for this share of the patience is said when the next hand comes."""
UNREAD_PATIENCE = 1.5
"""A card that cannot be read is asked about after so many patiences."""
PAUSE_PATIENCE = 2.0
"""A card that may be either player's is asked about after so many."""


def observe(tracking: Tracking, table: TableObservation, patience_s: float) -> Step:
    """One look at the table: the next tracking and what happened, in order.

    `patience_s` is how long something wrong must stand before it is said: 2 s at a table.
    """
    before = tracking
    tracking, events = noticed(looked(tracking, table), table)
    if tracking.over:
        return _forgotten(tracking), events
    if table.pile.hidden:
        tracking, more = _interrupted(tracking, before.watch, patience_s)
        return tracking, events + more
    tracking, more = _all_understood(tracking, patience_s)
    return tracking, events + more


def read_as(tracking: Tracking, card: Card) -> Step:
    """Somebody read a waiting card: the one nobody could read, else the top one. What comes of it comes at once."""
    waiting = list(tracking.watch.discard.laid)
    place = next((place for place, one in enumerate(waiting) if one.card is None), len(waiting) - 1)
    waiting[place] = replace(waiting[place], card=card)
    return understand(tracking, tuple(waiting))


def understand(tracking: Tracking, waiting: tuple[piles.Laid, ...]) -> Step:
    """What comes of these cards, seen and not yet understood, without waiting any longer."""
    watch = replace(tracking.watch, discard=replace(tracking.watch.discard, laid=waiting), looks=LOOKS)
    return _all_understood(replace(tracking, watch=watch), 0.0)


def _all_understood(tracking: Tracking, patience_s: float) -> Step:
    """The waiting cards one after the other, up to the first that must wait on."""
    events = NO_STEP
    while tracking.watch.discard.laid and not tracking.over:
        step = _understand(tracking, patience_s)
        if step is None:
            return tracking, events
        waiting = len(tracking.watch.discard.laid)
        tracking, more = step
        events += more
        if len(tracking.watch.discard.laid) == waiting:
            return tracking, events
    tracking, more = _prompted(tracking, patience_s)
    return tracking, events + more


def _forgotten(tracking: Tracking) -> Tracking:
    """After the end the cards are gathered, and nothing is judged any more."""
    waiting = len(tracking.watch.discard.laid)
    return understood(tracking, waiting) if waiting else tracking


def _interrupted(tracking: Tracking, before: Watch, patience_s: float) -> Step:
    """The next hand came: a fault that had stood for a while is said now."""
    waiting = before.discard.laid
    if before.looks < LOOKS or len(waiting) != 1 or before.now_s - before.since_s < HAND_PATIENCE * patience_s:
        return tracking, NO_STEP
    card = waiting[0].card
    if card is None or tracking.game is None or _went_back(tracking, card) is not None:
        return tracking, NO_STEP
    return (tracking, NO_STEP) if ways(tracking.game, tracking.laid, (card,)) else _blamed(tracking, card)


def _understand(tracking: Tracking, patience_s: float) -> Step | None:
    """What becomes of the oldest card that waits; None while it waits on."""
    first, *rest = tracking.watch.discard.laid
    if not rest and tracking.watch.looks < LOOKS:
        return None
    stood = (tracking.watch.now_s - tracking.watch.since_s) / patience_s if patience_s else float("inf")
    if tracking.game is None:
        return _turned_up(tracking, first, stood)
    if first.card is None:
        return _unread(tracking, first, stood)
    if rest and rest[0].card and _only_copy(tracking, rest[0].card):  # it was taken off again
        return understood(tracking), NO_STEP
    if _went_back(tracking, first.card) is not None:
        return _again(tracking, first.card, stood)
    later = [] if rest and rest[0].card == first.card else rest  # a face seen twice may be one card and a knock
    found = ways(tracking.game, tracking.laid, [one.card for one in (first, *later)])
    return _placed(tracking, first.card, found, stood) if found else _stray(tracking, first.card, stood)


def _placed(tracking: Tracking, card: Card, found: tuple[Whose, ...], stood: float) -> Step | None:
    """A card that may lie there: laid when it is clear whose it is, asked about when nothing tells."""
    if found == (Whose.SAME,):
        return lay(understood(tracking), Laid(card))
    if found == (Whose.NEXT,):
        tracking, events = end_turn(understood(tracking))
        tracking, more = lay(tracking, Laid(card))
        return tracking, events + more
    if found == (Whose.ASK_SUIT,):
        runs_on = may_be(tracking.playing, tracking.laid, card, Whose.SAME)
        return ask(tracking, suit_question(tracking, card if runs_on else None))
    if found == (Whose.ASK_JOKER,):
        return ask(tracking, joker_question(tracking))
    covered = len(tracking.watch.discard.laid) > 1
    return ask(tracking, whose_question(tracking, card)) if covered or stood >= PAUSE_PATIENCE else None


def _stray(tracking: Tracking, card: Card, stood: float) -> Step | None:
    """A card that may not lie there: a fault, or of no account once another card lies in its place."""
    if len(tracking.watch.discard.laid) > 1:
        return understood(tracking), NO_STEP
    return _blamed(tracking, card) if stood >= 1 else None


def _blamed(tracking: Tracking, card: Card) -> Step:
    return blame(tracking, str(fault_of(tracking.playing, tracking.laid, card).fault), card)


def _turned_up(tracking: Tracking, first: piles.Laid, stood: float) -> Step | None:
    """The first card, turned up from the stock."""
    card = first.card
    if card is None:
        faces = first.others or tracking.options.faces
        return ask(tracking, card_question(faces, covered=False)) if stood >= UNREAD_PATIENCE else None
    if first.changes == tracking.watch.found:
        return ask(tracking, found_question(card))
    fault = judge_start(tracking.options, Laid(card)).fault
    if fault is Fault.BJ_SUIT_NEEDED:
        return ask(tracking, start_question(card))
    if fault is None:
        return lay(understood(tracking), Laid(card))
    if len(tracking.watch.discard.laid) > 1:
        return understood(tracking), NO_STEP
    return blame(tracking, str(fault), card) if stood >= 1 else None


def _unread(tracking: Tracking, first: piles.Laid, stood: float) -> Step | None:
    """A card nobody could read: what the rules leave of it, else asked about."""
    rest = [one.card for one in tracking.watch.discard.laid[1:]]
    if not rest and stood < UNREAD_PATIENCE:
        return None
    faces = possible_faces(tracking.playing, tracking.laid, first.others, rest)
    if not faces and rest:
        return understood(tracking), NO_STEP
    if not faces:  # whichever it is, it may not lie there
        fault = fault_of(tracking.playing, tracking.laid, tracking.options.faces[0]).fault
        return blame(tracking, str(fault), None)
    if len(faces) == 1 and ways(tracking.playing, tracking.laid, faces) == (Whose.SAME,):
        return lay(understood(tracking), Laid(faces[0]))
    return ask(tracking, card_question(faces, covered=bool(rest)))


def _went_back(tracking: Tracking, card: Card) -> int | None:
    """How many cards were taken back, if that brought `card` to light; 0 when it lay on top before; else None."""
    chain = _chain(tracking)
    return chain[::-1].index(card) if card in chain else None


def _chain(tracking: Tracking) -> list[Card]:
    """The topmost cards as they ought to lie, the lowest first: those of this turn, or of the turn before."""
    last = tracking.playing.standing_moments[-1]
    if not tracking.laid and isinstance(last.entry, Play) and last.before is not None:
        return [last.before.position.top.card, *(laid.card for laid in last.entry.cards)]
    return [last.position.top.card, *(laid.card for laid in tracking.laid)]


def _only_copy(tracking: Tracking, card: Card) -> bool:
    """Whether all that the deck has of a face lies near the top already, so that seeing it is seeing it again."""
    chain = _chain(tracking)
    return card in chain and tracking.options.copies(card) <= chain.count(card)


def _again(tracking: Tracking, card: Card, stood: float) -> Step | None:
    """A face that was seen before: cards were taken back or moved, unless the deck holds it once more."""
    game = tracking.playing
    only = _only_copy(tracking, card) or overcounted(game, tracking.laid, Laid(card))
    found = ways(game, tracking.laid, (card,))
    if only or tracking.fault or not found:
        return back_to(understood(tracking), card)
    if stood < PAUSE_PATIENCE:
        return None
    if found == (Whose.ASK_JOKER,):
        return ask(tracking, joker_question(tracking))
    if found != (Whose.ASK_SUIT,):
        return ask(tracking, again_question(tracking, card))
    named = suit_question(tracking, card)
    return ask(tracking, replace(named, candidates=(*named.candidates, WITHDRAWN)))


def back_to(tracking: Tracking, card: Card) -> Step:
    """A card that was below, or on top, is on top again."""
    steps = _went_back(tracking, card)
    return take_back(tracking, steps) if steps else _same_again(tracking)


def _same_again(tracking: Tracking) -> Step:
    """The card that lay on top lies on top still, or again; after a long absence the pile was shuffled."""
    tracking, events = settled(tracking)
    if tracking.laid or not tracking.watch.away or not tracking.playing.judge(Reshuffle()):
        return tracking, events
    tracking, more = turn(tracking, Reshuffle())
    tracking, noticed = happen(tracking, NoticeGiven("RESHUFFLED", "The pile was shuffled into the stock."))
    return tracking, events + more + noticed


def _prompted(tracking: Tracking, patience_s: float) -> Step:
    """Nothing new lies on the pile: what the turn being played still lacks is asked for, and nothing else."""
    wanted = _lacking(tracking, patience_s)
    if tracking.fault is not None or (tracking.question is not None and wanted is None):
        return settled(tracking)
    if wanted is not None:
        return ask(tracking, wanted)
    if tracking.game is None or not tracking.laid or not tracking.settled:
        return tracking, NO_STEP
    play = Play(tracking.game.seat, tracking.laid)
    all_laid = len(tracking.laid) == len(tracking.game.position.hand(play.seat))
    stood_s = tracking.watch.now_s - tracking.watch.since_s
    return (
        end_turn(tracking) if all_laid and stood_s >= patience_s and tracking.game.judge(play) else (tracking, NO_STEP)
    )


def _lacking(tracking: Tracking, patience_s: float) -> QuestionAsked | None:
    """What must be said of the last card: what a joker stands for, and after a moment which suit an Ace names."""
    if not tracking.laid:
        return None
    if tracking.laid[-1].face.is_joker:
        return joker_question(tracking)
    stood_s = tracking.watch.now_s - tracking.watch.since_s
    due = tracking.question is not None or stood_s >= HAND_PATIENCE * patience_s
    return suit_question(tracking, None) if tracking.laid[-1].face.rank == "A" and due else None
