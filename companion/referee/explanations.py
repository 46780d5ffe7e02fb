"""From one way the table may stand, and the cards laid, to what happened: the rules say what each difference means.

The order is what the table teaches: a chip that goes back while no card came is a take-back; cards are played in the
order they were laid; what then cannot be a turn is the fault that the rules name.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.games.cards import Card
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Exchange, Pass, Place, Remove, Turn
from companion.referee.discard import Discard, Freshness
from companion.referee.hypotheses import Contents, Difference, difference
from companion.referee.positions import after, circumstances, contents_of, earlier, sight
from companion.referee.verdicts import Illegal, Legal, TakenBack, Unchanged, Verdict, Waiting

TURNS_BACK = 4
"""So many of the last turns are recognised when the players undo them on the table."""
_CARDS_AT_ONCE = 6
_PLAIN_FAULTS = ("WRONG_COLOUR", "CARD_MISMATCH", "TWO_CHIPS", "PLACED_WITH_REMOVER", "CORNER_CLOSED", "CHIP_MOVED")
"""Faults that say so much of one act that the acts before it are clear."""


@dataclass(frozen=True, slots=True)
class Clues:
    """What the pile says, besides the board."""

    freshness: Freshness
    cards: tuple[Card | None, ...]
    """The cards laid for this turn, the top one last; None for one never read."""
    top: Card | None
    """The card on top, whomever it belongs to."""


def clues(discard: Discard, top: Card | None) -> Clues:
    """What the pile says if its top card is `top`; below it, pardoned cards and echoes of the last turn are nothing."""
    laid = [card.card for card in discard.laid[:-1] if card.changes > discard.pardoned]
    below = [card for card in laid if card is None or card not in (discard.spent, top)]
    return Clues(discard.freshness(top), (*below, top)[-_CARDS_AT_ONCE:], top)


def explain(game: Game, contents: Contents, clue: Clues) -> Verdict:
    """What happened when the table now holds `contents`."""
    changed = difference(contents_of(game), contents)
    back = _taken_back(game, contents, clue) if changed else None
    if back:
        return back
    if clue.freshness is Freshness.FRESH:
        return _explain_cards(game, contents, clue.cards)
    return _explain_old_card(game, changed, clue.top) if changed else Unchanged()


def _explain_cards(game: Game, contents: Contents, cards: Sequence[Card | None]) -> Verdict:
    """One or several cards came: turns in their order, else the last card alone, else a fault."""
    alone = _explain_card(game, difference(contents_of(game), contents), cards[-1])
    if len(cards) == 1 or (isinstance(alone, Legal) and not any(cards[:-1])):
        return alone
    in_order = next(_in_order(game, contents, cards), None)
    if in_order or isinstance(alone, Legal):
        return in_order or alone
    return _second_card(game, contents, cards, alone)


def _explain_card(game: Game, changed: Difference, card: Card | None) -> Verdict:
    """What one card and a difference come to; an unread card is whatever card would make a turn of it."""
    if card is not None:
        return sight(game, card, changed)
    turns = [turn for turn in _possible_turns(game, changed, None) if _makes(game, turn, changed)]
    if turns:
        return Legal((turns[0],), unread=(turns[0],), others=tuple(turns[1:]))
    return _without_card(game, changed)


def _without_card(game: Game, changed: Difference) -> Verdict:
    """The fault that every card would be, or waiting for the card."""
    seen = sight(game, None, changed)
    if isinstance(seen, Waiting) and changed.size == len(changed.appeared) == 1 and changed.appeared[0][1] != game.team:
        return Illegal("WRONG_COLOUR", circumstances(game, None, changed))
    return seen


def _makes(game: Game, turn: Turn, changed: Difference) -> bool:
    """Whether `turn` and nothing else makes this difference."""
    return difference(contents_of(game), contents_of(after(game, turn))) == changed


def _in_order(game: Game, contents: Contents, cards: Sequence[Card | None]) -> Iterator[Legal]:
    """Turns that use the cards one after the other and leave at most half a turn over, the likeliest first."""
    changed = difference(contents_of(game), contents)
    seen = list(_possible_turns(game, changed, cards[0]))
    covered = [] if cards[0] is None else _covered_turns(game, contents, cards[0])
    for turn in (*seen, *covered):
        unread = () if cards[0] and turn in seen else (turn,)
        yield from _then(after(game, turn), contents, cards[1:], Legal((turn,), unread))


def _then(behind: Game, contents: Contents, cards: Sequence[Card | None], first: Legal) -> Iterator[Legal]:
    """The first turn, with what the other cards explain behind it."""
    if len(cards) > 1:
        for rest in _in_order(behind, contents, cards):
            yield Legal(first.turns + rest.turns, first.unread + rest.unread, left=rest.left)
        return
    changed = difference(contents_of(behind), contents)
    last = _explain_card(behind, changed, cards[0])
    if isinstance(last, Legal) and not last.others:
        yield Legal(first.turns + last.turns, first.unread + last.unread)
    elif isinstance(last, Legal) or not changed or (isinstance(last, Illegal) and last.code in _PLAIN_FAULTS):
        yield replace(first, left=1)


def _covered_turns(game: Game, contents: Contents, card: Card) -> list[Turn]:
    """Where a plain card may have brought a chip that is covered now."""
    if game.rules.kind(card) is not Kind.PLAIN:
        return []
    return [Place(game.team, card, square) for square in game.targets(card) if contents[square] is None]


def _possible_turns(game: Game, changed: Difference, card: Card | None) -> Iterator[Turn]:
    """Legal turns with this card that would explain some of the difference; for an unread card the likeliest first."""
    team, removers = game.team, _of_kind(game, Kind.REMOVAL)
    turns: list[Turn] = [Exchange(team, card)] if card else []
    for square, owner in changed.appeared:
        faces = (card,) if card else _placers(game, square)
        turns += [Place(team, face, square) for face in faces if owner == team]
    for square in changed.vanished:
        turns += [Remove(team, face, square) for face in ((card,) if card else removers)]
    return (turn for turn in turns if game.judge(turn))


def _placers(game: Game, square: int) -> tuple[Card, ...]:
    """The cards that put a chip on this square: the one it shows, then the wild ones, while copies are unseen."""
    return (*_unseen(game, (game.layout[square],)), *_of_kind(game, Kind.WILD))


def _of_kind(game: Game, kind: Kind) -> tuple[Card, ...]:
    return _unseen(game, [card for card in game.options.faces if game.rules.kind(card) is kind])


def _unseen(game: Game, faces: Sequence[Card]) -> tuple[Card, ...]:
    """Those of the faces that are not all discarded already."""
    return tuple(card for card in faces if game.position.pile.count(card) < game.rules.copies(card))


def _second_card(game: Game, contents: Contents, cards: Sequence[Card | None], alone: Verdict) -> Verdict:
    """A card came over one whose half turn was not finished: by the next seat, or one card too many."""
    first, changed = cards[0], difference(contents_of(game), contents)
    if first is None or first == cards[-1]:
        return alone
    if changed and game.judge(Pass(game.team)):
        skipped = _explain_cards(after(game, Pass(game.team)), contents, cards[1:])
        if isinstance(skipped, Legal) and not skipped.unread:
            return Illegal("NO_CHIP", circumstances(game, first, changed))
    return Illegal("TWO_CARDS", circumstances(game, cards[-1], changed)) if isinstance(alone, Waiting) else alone


def _explain_old_card(game: Game, changed: Difference, top: Card | None) -> Verdict:
    """No card surely came. The one on top may be a second copy, or new to the eye only."""
    same_again = sight(game, top, changed) if top else None
    if isinstance(same_again, Legal):
        return replace(same_again, weak=True)
    return sight(game, None, changed)


def _taken_back(game: Game, contents: Contents, clue: Clues) -> TakenBack | None:
    """The board as it was a few turns ago, while no card came but the one that lay on top then."""
    for turns, before in enumerate(earlier(game, TURNS_BACK), start=1):
        restored = not difference(contents_of(before), contents)
        old = before.position.pile[-1:] == (clue.top,)
        if restored and (clue.freshness is not Freshness.FRESH or old):
            return TakenBack(turns) if not _may_be_half(game, contents) else None
        if turns == 1 and clue.freshness is not Freshness.FRESH:
            instead = _played_elsewhere(game, before, contents)
            if instead:
                return instead
    return None


def _may_be_half(game: Game, contents: Contents) -> bool:
    """Whether a chip that seems to be put back may as well be the mover's own, laid before its card."""
    appeared = difference(contents_of(game), contents).appeared
    return len(appeared) == 1 and appeared[0][1] == game.team


def _played_elsewhere(game: Game, before: Game, contents: Contents) -> TakenBack | None:
    """The last chip placed by a plain card went to the other square that shows the card."""
    last = game.turns[-1]
    if isinstance(last, Place) and last.card and game.rules.kind(last.card) is Kind.PLAIN:
        seen = sight(before, last.card, difference(contents_of(before), contents))
        if isinstance(seen, Legal) and isinstance(seen.turns[0], Place):
            return TakenBack(1, seen.turns[0])
    return None
