"""How the cards seen on the pile can be understood: each continues the run, or begins the next player's turn.

A card alone often fits both ways. The cards after it may leave one way only; what is still open then, people say.
"""

from collections.abc import Sequence

from companion.games.black_jack.faults import Fault, Ruling
from companion.games.black_jack.legal_turns import readings
from companion.games.black_jack.pile import Sight, Whose, overcounted, whose_card
from companion.games.black_jack.state import Game
from companion.games.black_jack.turns import Laid, Play
from companion.games.cards import Card

Cards = Sequence[Card | None]
"""Cards in the order in which they came; None for one that nobody could read."""

_AHEAD = 4
"""So many cards ahead may settle what one means."""


def ways(game: Game, laid: tuple[Laid, ...], cards: Cards) -> tuple[Whose, ...]:
    """What the first of these cards can be so that those after it can be something too; nothing when it may not lie.

    `SAME` and `NEXT`, or one of the answers that ask. Later cards that fit in no way decide nothing.
    """
    alone = _alone(sight_of(game, laid, cards[0]) if cards[0] else None)
    rest = cards[1 : 1 + _AHEAD]
    if not rest or rest[0] is None or not set(alone) <= {Whose.SAME, Whose.NEXT}:
        return alone
    assert cards[0] is not None
    fitting = [way for way in alone if ways(*_after(game, laid, cards[0], way), rest)]
    return tuple(fitting) or alone


def sight_of(game: Game, laid: tuple[Laid, ...], card: Card) -> Sight:
    """The meaning of a card by itself, whatever its player will say of it."""
    return whose_card(game, laid, Laid(card))


def fault_of(game: Game, laid: tuple[Laid, ...], card: Card) -> Ruling:
    """Why a card that fits in no way may not lie there: as part of the run, since the turn was not closed."""
    return sight_of(game, laid, card).in_run


def may_be(game: Game, laid: tuple[Laid, ...], card: Card, way: Whose) -> bool:
    """Whether the rules let a card go on with the run (`SAME`), or begin the next turn (`NEXT`)."""
    sight = sight_of(game, laid, card)
    return sight.in_run.fault is None if way is Whose.SAME else sight.whose in (Whose.NEXT, Whose.EITHER)


def possible_faces(game: Game, laid: tuple[Laid, ...], others: Sequence[Card], rest: Cards) -> tuple[Card, ...]:
    """What a card nobody could read may be, of `others` or of the whole deck, so that it and the next may lie there."""
    for faces in (others, game.options.faces):
        found = [face for face in faces if not overcounted(game, laid, Laid(face)) and _fits(game, laid, face, rest)]
        if found:
            return tuple(found)
    return ()


def joker_faces(game: Game, laid: tuple[Laid, ...]) -> tuple[Card, ...]:
    """What the joker laid last may stand for."""
    *before, joker = laid
    stands = dict.fromkeys(reading.face for reading in readings(joker.card))
    legal = (face for face in stands if _may_lie(game, (*before, Laid(joker.card, face))))
    return tuple(legal)


def closed(game: Game, laid: tuple[Laid, ...]) -> Game:
    """The game once the turn being played ends here. Raises IllegalTurnError when it may not."""
    after = game.copy()
    after.push(Play(game.seat, laid))
    return after


def _alone(sight: Sight | None) -> tuple[Whose, ...]:
    """The ways of one card by itself; one nobody could read may be anything."""
    if sight is None or sight.whose is Whose.EITHER:
        return (Whose.SAME, Whose.NEXT)
    return () if sight.whose is Whose.NEITHER else (sight.whose,)


def _fits(game: Game, laid: tuple[Laid, ...], face: Card, rest: Cards) -> bool:
    found = ways(game, laid, (face,))
    if not found or not rest or rest[0] is None or not set(found) <= {Whose.SAME, Whose.NEXT}:
        return bool(found)
    return any(ways(*_after(game, laid, face, way), rest[:1]) for way in found)


def _after(game: Game, laid: tuple[Laid, ...], card: Card, way: Whose) -> tuple[Game, tuple[Laid, ...]]:
    if way is Whose.SAME:
        return game, (*laid, Laid(card))
    return closed(game, laid), (Laid(card),)


def _may_lie(game: Game, laid: tuple[Laid, ...]) -> bool:
    ruling = game.judge(Play(game.seat, laid))
    return bool(ruling) or ruling.fault is Fault.BJ_SUIT_NEEDED
