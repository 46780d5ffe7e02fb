"""The legal turns that may be behind a difference: with a card that was read, or with every card it may have been."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.games.cards import Card
from companion.games.one_eyed_jack.playing import captures
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Exchange, Place, Remove, Turn
from companion.referee.hypotheses import Contents, Difference
from companion.referee.positions import after, contents_of
from companion.referee.verdicts import Legal


def possible_turns(game: Game, changed: Difference, card: Card | None) -> Iterator[Turn]:
    """Legal turns with this card that would explain some of the difference; for an unread card the likeliest first."""
    team, own = game.team, [square for square, owner in changed.appeared if owner == game.team]
    own += captured_unseen(game, changed)
    if card:
        placed, removed = (
            [Place(team, card, square) for square in own],
            [Remove(team, card, s) for s in changed.vanished],
        )
        turns: list[Turn] = [Exchange(team, card), *placed, *removed]
    else:
        wild = unseen_of_kind(game, Kind.WILD) if own else ()
        removers = unseen_of_kind(game, Kind.REMOVAL) or (None,) if changed.vanished else ()
        turns = [Place(team, face, square) for square in own for face in _placers(game, square, wild)]
        turns += [Remove(team, face, square) for square in changed.vanished for face in removers]
    return (turn for turn in turns if game.judge(turn))


def captured_unseen(game: Game, changed: Difference) -> list[int]:
    """Where the mover's chip may have come and, with others, been captured by the next before anybody saw it."""
    if not (changed.vanished and game.options.capture_lengths):
        return []
    near, rays = max(game.options.capture_lengths), game.rules.geometry.rays
    rivals = [pair for pair in changed.appeared if pair[1] != game.team]
    pairs = ((square, rival) for rival in rivals for ray in rays[rival[0]] for square in ray[:near])
    return sorted({square for square, rival in pairs if _falls(game, changed, square, rival)})


def _falls(game: Game, changed: Difference, square: int, rival: tuple[int, int]) -> bool:
    """Whether the rival's new chip captures a chip of the mover on this open square, and none that still stands."""
    if square not in game.targets(None):
        return False
    chips = list(game.position.chips)
    chips[square] = game.team
    fallen = {*captures(game.rules, game.position._replace(chips=tuple(chips)), rival[1], rival[0])}
    return {square} < fallen <= {square, *changed.vanished}


def refilled(game: Game, card: Card | None, following: Card | None) -> tuple[Legal, ...]:
    """How a jack may have taken a chip which the next card put back, before anybody saw its square empty.

    `card` is the jack, or None where nobody read it; each answer begins with the jack and leaves the other card.
    """
    known = card is None or game.rules.kind(card) is Kind.REMOVAL
    if not known or following is None or game.rules.kind(following) is not Kind.PLAIN:
        return ()
    taken = (Remove(game.team, card, square) for square in game.layout.squares_of(following))
    refilled_by = (turn for turn in taken if game.judge(turn) and _refills(game, turn, following))
    return tuple(first_of(game, Legal((turn,), unread=() if card else (turn,), left=1)) for turn in refilled_by)


def _refills(game: Game, taken: Remove, following: Card) -> bool:
    """Whether the next card may bring the same chip to the square it was taken from."""
    behind = after(game, taken)
    placed = Place(behind.team, following, taken.square)
    return bool(behind.judge(placed)) and contents_of(after(behind, placed)) == contents_of(game)


def likeliest(game: Game, turns: Iterator[Turn]) -> list[Turn]:
    """Of the turns with an unread card the likeliest for each square."""
    found: dict[int, Turn] = {}
    for turn in turns:
        assert isinstance(turn, Place | Remove)
        found.setdefault(turn.square, untold(game, turn))
    return list(found.values())


def turned_round(game: Game, legal: Legal) -> tuple[Legal, ...]:
    """The same turns with the square of their first removal exchanged for that of another, wherever that is legal."""
    removals = [turn for turn in legal.turns if isinstance(turn, Remove)]
    return tuple(turned for other in removals[1:] if (turned := _exchanged(game, legal, removals[0], other)))


def _exchanged(game: Game, legal: Legal, first: Remove, second: Remove) -> Legal | None:
    """The same turns with the squares of these two exchanged; None where that is against the rules."""
    swapped: dict[Turn, Turn] = {
        first: replace(first, square=second.square),
        second: replace(second, square=first.square),
    }
    turns, behind = tuple(swapped.get(turn, turn) for turn in legal.turns), game
    for turn in turns:
        if not behind.judge(turn):
            return None
        behind = after(behind, turn)
    unread = tuple(swapped.get(turn, turn) for turn in legal.unread)
    return replace(legal, turns=turns, unread=unread)


def first_of(game: Game, legal: Legal) -> Legal:
    """The first of several turns, with every card it may have been; the others are judged behind it."""
    first, left = legal.turns[0], legal.left + len(legal.turns) - 1
    turns: tuple[Turn, ...] = (first,)
    if isinstance(first, Place | Remove) and first in legal.unread:
        turns = tuple(replace(first, card=card) for card in _may_have_been(game, first)) or turns
    return Legal(turns[:1], unread=turns[:1], others=turns, left=left)


def _may_have_been(game: Game, turn: Place | Remove) -> tuple[Card | None, ...]:
    """The cards that this turn may have been played with."""
    if isinstance(turn, Remove):
        return unseen_of_kind(game, Kind.REMOVAL)
    return _placers(game, turn.square, unseen_of_kind(game, Kind.WILD))


def untold(game: Game, turn: Place | Remove) -> Place | Remove:
    """The turn with the card its square shows; of several jacks nobody knows which, and none is told."""
    plain = turn.card is not None and game.rules.kind(turn.card) is Kind.PLAIN
    return turn if plain else replace(turn, card=None)


def covered_turns(game: Game, contents: Contents, card: Card) -> list[Turn]:
    """Where a plain card may have brought a chip that is covered now."""
    if game.rules.kind(card) is not Kind.PLAIN:
        return []
    return [Place(game.team, card, square) for square in game.targets(card) if contents[square] is None]


def exchanges(game: Game) -> Iterator[Exchange]:
    """The dead cards that may be exchanged now, while copies of them are unseen."""
    turns = (Exchange(game.team, card) for card in unseen(game, game.options.faces) if game.is_dead(card))
    return (turn for turn in turns if game.judge(turn))


def unseen_of_kind(game: Game, kind: Kind) -> tuple[Card, ...]:
    """The faces of a kind that are not all discarded already."""
    return unseen(game, [card for card in game.options.faces if game.rules.kind(card) is kind])


def _placers(game: Game, square: int, wild: tuple[Card, ...]) -> tuple[Card | None, ...]:
    """The cards that put a chip on this square: the one it shows, the `wild` ones, while copies are unseen, or any."""
    return (*unseen(game, (game.layout[square],)), *wild) or (None,)


def unseen(game: Game, faces: Sequence[Card]) -> tuple[Card, ...]:
    """Those of the faces that are not all discarded already."""
    return tuple(card for card in faces if game.position.pile.count(card) < game.rules.copies(card))
