"""Putting the board back: turns that the players undo on the table, and what looks just like it.

A chip that vanishes right after it was placed was taken back, or taken by a one-eyed jack; the pile decides, or the
players are asked.
"""

from companion.games.cards import Card
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Place, Remove
from companion.referee.clues import Clues
from companion.referee.discard import Freshness
from companion.referee.hypotheses import Contents, difference
from companion.referee.positions import after, contents_of, earlier, sight
from companion.referee.verdicts import Doubtful, Legal, TakenBack, Verdict

TURNS_BACK = 4
"""So many of the last turns are recognised when the players undo them on the table."""


def taken_back(game: Game, contents: Contents, clue: Clues) -> TakenBack | None:
    """The board as it was a few turns ago, while no card came but the one that lay on top then."""
    for turns, before in enumerate(earlier(game, TURNS_BACK), start=1):
        if not difference(contents_of(before), contents) and _by_the_pile(game, before, contents, clue):
            return TakenBack(turns)
        if turns == 1 and clue.freshness is not Freshness.FRESH:
            instead = _played_elsewhere(game, before, contents)
            if instead:
                return instead
    return None


def _by_the_pile(game: Game, before: Game, contents: Contents, clue: Clues) -> bool:
    """Whether the pile agrees with the board that it is as it was: the card of then shows, or it tells nothing."""
    if clue.freshness is Freshness.FRESH:
        return _may_show(game, before, clue)
    same_below = clue.freshness is Freshness.ECHO and before.position.pile[-1:] == (clue.top,)
    return same_below or _by_the_board(game, before, contents, clue)


def _by_the_board(game: Game, before: Game, contents: Contents, clue: Clues) -> bool:
    """Whether the board alone tells a take-back.

    While the pile is as it was, each undone turn must show: of a chip that came and was taken again, nobody can tell.
    """
    undone = game.turns[len(before.turns) :]
    acts = sum(isinstance(turn, Place | Remove) for turn in undone)
    untouched = clue.freshness is Freshness.STALE and (before.position.pile or not clue.hidden)
    hardly = untouched and difference(contents_of(game), contents).size < acts
    return not (hardly or _may_be_half(game, contents))


def _may_show(game: Game, before: Game, clue: Clues) -> bool:
    """Whether the top card may be the one that lay there then: it has its face, or one of the two was not read."""
    if clue.top is None or before.position.pile[-1:] == (clue.top,):
        return True
    return _unread_then(game, before, clue) and _may_have_played(before, clue.top)


def _may_have_played(game: Game, card: Card) -> bool:
    """Whether the last turn with a chip may have been played with this card."""
    last = next((turn for turn in reversed(game.turns) if isinstance(turn, Place | Remove)), None)
    if isinstance(last, Place):
        return game.rules.kind(card) is Kind.WILD or last.square in game.layout.squares_of(card)
    return game.rules.kind(card) is Kind.REMOVAL


def _unread_then(game: Game, before: Game, clue: Clues) -> bool:
    """Whether no face was read of the card that lay on top then."""
    cards = len(game.position.pile) - len(before.position.pile)
    return 0 < cards <= min(len(clue.below), len(game.position.pile) - 1) and clue.below[-cards] is None


def or_taken(game: Game, clue: Clues, back: TakenBack, taken: Verdict) -> Verdict:
    """A one-eyed jack may have taken (`taken`) the chip that seems to be taken back with its card: then it is asked.

    It is nearly certain that it did not when the pile shows what cannot be read now as it could not be then; and that
    it did when a jack is read where none can have been. A third copy of a jack looks like its second.
    """
    before = before_of(game, back)
    if not isinstance(taken, Legal) or (clue.top is None and _unread_then(game, before, clue)):
        return back
    return Doubtful((taken, back)) if _may_show(game, before, clue) else taken


def back_or_first(game: Game, clue: Clues, played: Legal) -> TakenBack | None:
    """The take-back that a jack may be which seems to have been played before others; None when it was a jack.

    `played` begins with the jack, and the cards after it hide what showed when the chip went.
    """
    taken, back = played.turns[0], _last_chip_back(game)
    jack = None if taken in played.unread else taken.card if isinstance(taken, Remove) else None
    if back is None or len(clue.likely) < 2 or clue.likely[0] != jack:
        return None
    if contents_of(after(game, taken)) != contents_of(before_of(game, back)):
        return None
    then = Clues(Freshness.FRESH, clue.likely[:1], clue.likely[:1], below=clue.below)
    return back if or_taken(game, then, back, played) != played else None


def before_of(game: Game, back: TakenBack) -> Game:
    """The game as it was before the turns that were taken back."""
    return list(earlier(game, back.turns))[-1]


def _last_chip_back(game: Game) -> TakenBack | None:
    """Back to before the last chip came or went, whatever phones told since; None where there is no such turn."""
    stood = contents_of(game)
    found = (turns for turns, before in enumerate(earlier(game, TURNS_BACK), 1) if contents_of(before) != stood)
    turns = next(found, None)
    return TakenBack(turns) if turns else None


def _may_be_half(game: Game, contents: Contents) -> bool:
    """Whether a chip that seems to be put back may as well be the mover's own, laid before its card."""
    if game.needs_roll:
        return False
    appeared = difference(contents_of(game), contents).appeared
    return len(appeared) == 1 and appeared[0][1] == game.team


def _played_elsewhere(game: Game, before: Game, contents: Contents) -> TakenBack | None:
    """The last chip placed by a plain card went to the other square that shows the card."""
    last = game.turns[-1]
    card = (last.card or game.layout[last.square]) if isinstance(last, Place) else None
    if card and game.rules.kind(card) is Kind.PLAIN:
        seen = sight(before, card, difference(contents_of(before), contents))
        if isinstance(seen, Legal) and isinstance(seen.turns[0], Place):
            return TakenBack(1, seen.turns[0])
    return None
