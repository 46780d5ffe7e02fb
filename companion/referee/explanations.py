"""From one way the table may stand, and the cards laid, to what happened: the rules say what each difference means.

The order is what the table teaches: a chip that goes back while no card came is a take-back; cards are played in the
order they were laid; what then cannot be a turn is the fault that the rules name.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import chain, takewhile

from companion.games.cards import Card
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Exchange, Pass, Remove, Turn
from companion.referee.clues import Clues
from companion.referee.discard import Freshness
from companion.referee.hypotheses import Contents, Difference, difference
from companion.referee.positions import after, circumstances, contents_of, sight
from companion.referee.possible_turns import (
    covered_turns,
    exchanges,
    first_of,
    likeliest,
    possible_turns,
    refilled,
    turned_round,
)
from companion.referee.take_backs import back_or_first, before_of, or_taken, taken_back
from companion.referee.verdicts import Doubtful, Illegal, Legal, Unchanged, Verdict, Waiting

_STEPS = 60
"""So many partial explanations are looked at before giving up; an evening's quick turns take fewer than ten."""
_MISTAKEN_PLACES = 2
"""A misread or unnoticed card is looked for among so many of the last ones."""
_COVERED_AT_MOST = 2
"""With more squares out of sight something lies on the board, and the chip may be yet to come."""
_MISSED_SOMETHING = ("BOARD_DISTURBED", "MERGED_TURNS", "CHIP_MOVED")
_PLAIN_FAULTS = (
    "WRONG_COLOUR",
    "CARD_MISMATCH",
    "TWO_CHIPS",
    "PLACED_WITH_REMOVER",
    "CORNER_CLOSED",
    "CHIP_MOVED",
    "REMOVED_WITHOUT_JACK",
)
"""Faults that say so much of one act that the acts before it are clear."""


def explain(game: Game, contents: Contents, clue: Clues) -> Verdict:
    """What happened when the table now holds `contents`."""
    changed = difference(contents_of(game), contents)
    back = taken_back(game, contents, clue) if changed else None
    if back:
        counted = clue.freshness in (Freshness.FRESH, Freshness.ECHO)
        return or_taken(game, clue, back, explain_card(game, changed, clue.top)) if counted else back
    if clue.likely == (None,) and not changed:
        return _dead_unread(game)
    if clue.freshness is Freshness.FRESH or (clue.freshness is Freshness.ECHO and changed):
        verdict = _or_asked(game, contents, clue, _or_covered(game, contents, _explain_cards(game, contents, clue)))
        return verdict if changed else _or_refilled(game, clue, verdict)
    if clue.freshness is Freshness.ECHO and len(clue.cards) == 1:
        return _second_copy(game, clue.top)
    return _explain_old_card(game, changed, clue.top) if changed else Unchanged()


def _or_asked(game: Game, contents: Contents, clue: Clues, verdict: Verdict) -> Verdict:
    """Several cards that also tell another story.

    Which of two jacks took which chip, what a card nobody read was played for, or that the first jack took none.
    """
    if not isinstance(verdict, Legal):
        return verdict
    sure, others = _other_stories(game, contents, clue, verdict)
    if others and sure:
        return replace(verdict, turns=sure, left=verdict.left + len(verdict.turns) - len(sure), complete=True)
    if others:
        return Doubtful(tuple(first_of(game, legal) for legal in (verdict, *others)))
    back = back_or_first(game, clue, verdict)
    rest = Clues(Freshness.FRESH, clue.cards[1:], clue.likely[1:], clue.others[1:])
    if back is None or isinstance(_explain_cards(before_of(game, back), contents, rest), Illegal):
        return verdict
    return Doubtful((first_of(game, verdict), back))


def _other_stories(
    game: Game, contents: Contents, clue: Clues, legal: Legal
) -> tuple[tuple[Turn, ...], tuple[Legal, ...]]:
    """The turns that are sure, and in what other ways the cards behind them may have been played."""
    if turned := turned_round(game, legal):
        return tuple(takewhile(lambda turn: not isinstance(turn, Remove), legal.turns)), turned
    sure = tuple(takewhile(lambda turn: turn not in legal.unread, legal.turns))
    rest = replace(legal, turns=legal.turns[len(sure) :])
    return sure, tuple(_played_otherwise(reduce(after, sure, game), contents, clue, rest))


def _played_otherwise(game: Game, contents: Contents, clue: Clues, legal: Legal) -> Iterator[Legal]:
    """The same cards, where the first, which nobody read, may as well have been played for something else."""
    cards = clue.cards[1 - len(legal.turns) - legal.left :]
    if len(legal.turns) < 2:
        return
    changed = difference(contents_of(game), contents)
    for turn in likeliest(game, possible_turns(game, changed, None)):
        rest = _in_order(after(game, turn), contents, cards, iter(range(_STEPS))) if turn != legal.turns[0] else None
        if rest and rest.complete and rest.left == legal.left:
            yield replace(rest, turns=(turn, *rest.turns), unread=(turn, *rest.unread))


def _or_refilled(game: Game, clue: Clues, verdict: Verdict) -> Verdict:
    """Two hasty cards that changed nothing: a jack may have taken a chip, and the next card put one back."""
    taken = refilled(game, *clue.cards) if len(clue.cards) == 2 and clue.hasty else ()
    other = () if isinstance(verdict, Waiting | Unchanged) else (verdict,)
    return Doubtful((*taken, *other)) if taken else verdict


def _or_covered(game: Game, contents: Contents, verdict: Verdict) -> Verdict:
    """A card whose chip seems to be missing, while hardly anything but a square it may go to cannot be seen."""
    if isinstance(verdict, Waiting) and verdict.code == "WAIT_CHIP" and contents.count(None) <= _COVERED_AT_MOST:
        assert verdict.about.card is not None
        covered = tuple(covered_turns(game, contents, verdict.about.card))
        return Legal(covered, unseen=covered) if len(covered) == 1 else verdict
    return verdict


def _explain_cards(game: Game, contents: Contents, clue: Clues) -> Verdict:
    """One or several cards came: turns in their order, else the last card alone, else a card misread, else a fault."""
    alone = explain_card(game, difference(contents_of(game), contents), clue.top)
    unfinished, steps = list[Legal](), iter(range(_STEPS))
    for cards in _orders(clue, alone):
        played = alone if len(cards) == 1 else _in_order(game, contents, cards, steps)
        if isinstance(played, Legal) and played.complete:
            return played
        unfinished += [played] if isinstance(played, Legal) and cards in (clue.firm, clue.likely) else []
    sure = (legal for legal in unfinished if not isinstance(legal.turns[-1], Exchange))
    mistaken = (_in_order(game, contents, cards, steps) for cards in _mistaken(clue, alone))
    found = next(chain(sure, (legal for legal in mistaken if legal and legal.complete), unfinished), None)
    if found:
        return found
    first = clue.likely[0] if len(clue.likely) > 1 else None
    return _second_card(game, contents, clue.likely, alone) if first and game.rules.kind(first) else alone


def _orders(clue: Clues, alone: Verdict) -> Iterator[tuple[Card | None, ...]]:
    """The cards as they may have been played; the doubtful ones may be nothing, and count only to explain a fault."""
    yield clue.firm
    yield clue.likely
    yield (clue.top,)
    if isinstance(alone, Illegal):
        yield clue.cards


def _mistaken(clue: Clues, alone: Verdict) -> Iterator[tuple[Card | None, ...]]:
    """The cards with one of the last ones misread, or never noticed; the top is what it is."""
    if not isinstance(alone, Illegal) or alone.code not in _MISSED_SOMETHING:
        return
    cards, places = clue.cards, range(len(clue.cards) - 1)[-_MISTAKEN_PLACES:]
    for place in places:
        faces = (*clue.others[place], None) if cards[place] and clue.others else ()
        yield from ((*cards[:place], face, *cards[place + 1 :]) for face in faces)
    if all(cards):
        yield from ((*cards[: place + 1], None, *cards[place + 1 :]) for place in places)
    if alone.code == "CHIP_MOVED" or len(cards) > 1:
        yield (None, *cards)


def explain_card(game: Game, changed: Difference, card: Card | None) -> Verdict:
    """What one card and a difference come to; an unread card is whatever card would make a turn of it."""
    if card is not None:
        return sight(game, card, changed)
    may_be_one = not changed.recoloured and (len(changed.appeared) or len(changed.vanished)) == 1
    possible = possible_turns(game, changed, None) if may_be_one else ()
    turns = [turn for turn in possible if _makes(game, turn, changed)]
    if turns:
        return Legal((turns[0],), unread=(turns[0],), others=tuple(turns[1:]))
    return _without_card(game, changed)


def _without_card(game: Game, changed: Difference) -> Verdict:
    """The fault that every card would be, or waiting for the card."""
    seen = sight(game, None, changed)
    if not isinstance(seen, Waiting) or seen.code != "WAIT_CARD" or (changed.appeared and changed.vanished):
        return seen
    freest = Kind.WILD if changed.appeared else Kind.REMOVAL
    with_best = sight(game, next(card for card in game.options.faces if game.rules.kind(card) is freest), changed)
    return _of_any_card(with_best) if isinstance(with_best, Illegal) else seen


def _of_any_card(fault: Illegal) -> Illegal:
    """The same, said of no card in particular."""
    return replace(fault, about=replace(fault.about, card=None, printed=(), open=()))


def _makes(game: Game, turn: Turn, changed: Difference) -> bool:
    """Whether `turn` and nothing else makes this difference."""
    return difference(contents_of(game), contents_of(after(game, turn))) == changed


def _in_order(game: Game, contents: Contents, cards: tuple[Card | None, ...], steps: Iterator[int]) -> Legal | None:
    """Turns that use the cards one after the other and leave at most half a turn or a plain fault over.

    Depth first, the likeliest turn first, and given up when no `steps` are left: then players are asked.
    """
    stack, unfinished = [(game, cards, Legal(()))], list[Legal]()
    while stack and next(steps, None) is not None:
        behind, rest, sofar = stack.pop()
        ended = _ended(behind, contents, rest[0], sofar) if len(rest) == 1 else None
        if ended and ended.complete:
            return ended
        unfinished += [ended] if ended else []
        stack += reversed(_steps(behind, contents, rest, sofar) if len(rest) > 1 else [])
    return unfinished[0] if unfinished else None


def _steps(
    game: Game, contents: Contents, cards: tuple[Card | None, ...], sofar: Legal
) -> list[tuple[Game, tuple[Card | None, ...], Legal]]:
    """What the first card may have been played for."""
    changed = difference(contents_of(game), contents)
    captured = len(changed.vanished) if game.options.capture_lengths else 0
    if changed.size - captured > len(cards) + 1:
        return []
    card = cards[0]
    turns = list(possible_turns(game, changed, card)) if card else likeliest(game, possible_turns(game, changed, None))
    covered = covered_turns(game, contents, card) if card else []
    return [
        (after(game, turn), cards[1:], _with(sofar, turn, read=card is not None, seen=turn not in covered))
        for turn in (*turns, *covered)
    ]


def _with(sofar: Legal, turn: Turn, *, read: bool, seen: bool) -> Legal:
    """One turn more."""
    unread, unseen = () if read else (turn,), () if seen else (turn,)
    return Legal((*sofar.turns, turn), sofar.unread + unread, sofar.unseen + unseen)


def _ended(game: Game, contents: Contents, card: Card | None, sofar: Legal) -> Legal | None:
    """The turns so far, with what the last card comes to behind them."""
    changed = difference(contents_of(game), contents)
    last = explain_card(game, changed, card)
    if isinstance(last, Legal) and not last.others:
        return Legal(sofar.turns + last.turns, sofar.unread + last.unread, sofar.unseen)
    if isinstance(last, Legal) or not changed:
        return replace(sofar, left=1)
    plain = isinstance(last, Illegal) and last.code in _PLAIN_FAULTS
    return replace(sofar, left=1, complete=False) if plain else None


def _second_card(game: Game, contents: Contents, cards: Sequence[Card | None], alone: Verdict) -> Verdict:
    """A card came over one whose half turn was not finished: by the next seat, or one card too many."""
    changed = difference(contents_of(game), contents)
    if changed and game.judge(Pass(game.team)):
        skipped = _explain_cards(
            after(game, Pass(game.team)), contents, Clues(Freshness.FRESH, tuple(cards[1:]), tuple(cards[1:]))
        )
        if isinstance(skipped, Legal) and not skipped.unread:
            return Illegal("NO_CHIP", circumstances(game, cards[0], changed))
    waits = isinstance(alone, Waiting) and alone.code == "WAIT_CHIP"
    return Illegal("TWO_CARDS", circumstances(game, cards[-1], changed)) if waits else alone


def _dead_unread(game: Game) -> Verdict:
    """A card came that nobody could read, and nothing else: half a turn, unless it is a dead one."""
    dead = tuple(exchanges(game))
    return Legal(dead[:1], unread=dead[:1], others=dead, weak=True) if dead else Unchanged()


def _second_copy(game: Game, top: Card | None) -> Verdict:
    """The same face as before was counted as another card: if that is dead, only people know whether it came."""
    came = sight(game, top, Difference())
    if isinstance(came, Legal) and isinstance(came.turns[0], Exchange):
        return replace(came, weak=True, others=came.turns)
    return Unchanged()


def _explain_old_card(game: Game, changed: Difference, top: Card | None) -> Verdict:
    """No card surely came. The one on top may be a second copy, or new to the eye only."""
    same_again = sight(game, top, changed) if top else None
    if isinstance(same_again, Legal):
        return replace(same_again, weak=True)
    return sight(game, None, changed)
