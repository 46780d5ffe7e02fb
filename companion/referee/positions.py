"""The game as the referee turns it about: values before and after, never the game that others are looking at."""

from collections.abc import Iterator
from dataclasses import replace

from companion.games.cards import Card
from companion.games.one_eyed_jack.faults import Fault
from companion.games.one_eyed_jack.sight import Seen, Sight, Wait, see
from companion.games.one_eyed_jack.state import Entry, Game, Override, Undo
from companion.referee.hypotheses import Contents, Difference
from companion.referee.observation import EMPTY
from companion.referee.remedies import Circumstances
from companion.referee.verdicts import Illegal, Legal, Unchanged, Verdict, Waiting


def contents_of(game: Game) -> Contents:
    """What stands on each square where the game stands."""
    return tuple(EMPTY if team is None else team + 1 for team in game.position.chips)


def after(game: Game, entry: Entry) -> Game:
    """The game once `entry` was pushed; `game` itself stays as it is. Raises IllegalTurnError."""
    twin = game.copy()
    twin.push(entry)
    return twin


def earlier(game: Game, turns: int) -> Iterator[Game]:
    """The game one turn ago, two ago, as far as `turns` and no further than the last override."""
    standing = game.turns[::-1][:turns]
    for turn in standing:
        if isinstance(turn, Override):
            return
        game = after(game, Undo())
        yield game


def circumstances(game: Game, card: Card | None, changed: Difference) -> Circumstances:
    """What a fault with this card and difference is about."""
    chips, outcome = game.position.chips, game.outcome()
    return Circumstances(
        mover=game.team,
        card=card,
        printed=game.layout.squares_of(card) if card else (),
        open=game.targets(card) if card and not outcome else (),
        came=changed.appeared,
        gone=tuple((square, owner) for square in changed.vanished if (owner := chips[square]) is not None),
        over=changed.recoloured,
        winner=outcome.winner if outcome else None,
    )


def sight(game: Game, card: Card | None, changed: Difference) -> Verdict:
    """What the rules make of one new card (None: no card yet) and one difference."""
    if game.outcome() and not (card and len(changed.appeared) == changed.size == 1):
        return Waiting("OVER", circumstances(game, card, changed))
    seen = see(game, Sight(card, changed.appeared, changed.vanished, changed.recoloured))
    if seen.turn:
        return Legal((seen.turn,))
    if seen.wait is Wait.NOTHING:
        return Unchanged()
    about = _about(circumstances(game, card, changed), seen)
    if seen.fault is Fault.UNKNOWN_CARD and not changed:
        return Waiting("UNKNOWN_CARD", about)  # likelier misread than from another game; the chip may tell
    if seen.wait is Wait.WAIT_CHIP and card and game.is_dead(card):
        return Illegal(str(Fault.DEAD_NOT_ALLOWED), about)
    return Illegal(str(seen.fault), about) if seen.fault else Waiting(str(seen.wait), about)


def _about(about: Circumstances, seen: Seen) -> Circumstances:
    """The circumstances, narrowed to the chips the fault is about."""
    if seen.fault is Fault.CAPTURE_NOT_CLEARED:
        return replace(about, came=(), gone=(), captured=seen.squares)
    if seen.fault is Fault.REMOVED_WITHOUT_JACK:
        return replace(about, came=(), gone=tuple(pair for pair in about.gone if pair[0] in seen.squares))
    return about
