"""What a certain look at the table means: a card on the pile, the squares that changed, and what they amount to.

The first explanation in a fixed order wins. Nothing here doubts what was seen; weighing doubtful
looks against each other is the referee's business.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from companion.games.cards import Card, parse_card
from companion.games.one_eyed_jack.faults import Fault, NotationError
from companion.games.one_eyed_jack.notation import parse_team
from companion.games.one_eyed_jack.playing import captures
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import EndJoker, Exchange, Place, Remove, Turn
from companion.games.squares import parse_square


class Wait(StrEnum):
    """The answers that are neither a turn nor a fault: the seat has not finished, or nothing happened."""

    NOTHING = "NOTHING"
    WAIT_CARD = "WAIT_CARD"
    WAIT_CHIP = "WAIT_CHIP"


_NAMES: dict[type[Turn], str] = {Place: "place", Remove: "remove", Exchange: "exchange", EndJoker: "end"}


@dataclass(frozen=True, slots=True)
class Sight:
    """The card on top of the pile, if it is new and readable, and every square that changed."""

    card: Card | None = None
    appeared: tuple[tuple[int, int], ...] = ()
    """(square, team) where a chip came to an empty square."""
    vanished: tuple[int, ...] = ()
    recoloured: tuple[tuple[int, int], ...] = ()
    """(square, team) where a chip of another team lies now."""

    def __bool__(self) -> bool:
        """Whether any square changed."""
        return bool(self.appeared or self.vanished or self.recoloured)

    @property
    def squares(self) -> tuple[int, ...]:
        """Every square that changed, in reading order."""
        return tuple(sorted([square for square, _ in self.appeared + self.recoloured] + list(self.vanished)))


@dataclass(frozen=True, slots=True)
class Seen:
    """The meaning of a sight: an accepted turn, a fault, or a reason to wait."""

    turn: Turn | None = None
    fault: Fault | None = None
    wait: Wait | None = None
    squares: tuple[int, ...] = ()
    """The squares the fault is about."""

    @property
    def code(self) -> str:
        """`ok:place`, `ok:remove`, `ok:exchange`, `ok:end`, or the name of the fault or the wait."""
        return f"ok:{_NAMES[type(self.turn)]}" if self.turn else str(self.fault or self.wait)


def see(game: Game, sight: Sight) -> Seen:
    """What `sight` means in this game for the seat to move. The game is not changed."""
    if game.outcome():
        return Seen(fault=Fault.GAME_OVER)
    if sight == Sight():
        return Seen(wait=Wait.NOTHING)
    return next(seen for step in _STEPS if (seen := step(game, sight)))


def parse_sight(text: str) -> Sight:
    """The sight written `7D +C4:r -E5 ~C4:b`, the card left out when there is none. Raises NotationError."""
    words = text.split()
    try:
        cards = [parse_card(word) for word in words if word[0] not in "+-~"]
        marks = {mark: [word[1:] for word in words if word[0] == mark] for mark in "+-~"}
        if len(cards) < 2:
            vanished = tuple(map(parse_square, marks["-"]))
            return Sight(cards[0] if cards else None, _coloured(marks["+"]), vanished, _coloured(marks["~"]))
    except ValueError as error:
        raise NotationError(f"no sight: {text!r}; write for instance 7D +C4:r -E5") from error
    raise NotationError(f"several cards in {text!r}; one card is seen at a time")


def _coloured(words: list[str]) -> tuple[tuple[int, int], ...]:
    return tuple((parse_square(word.partition(":")[0]), parse_team(word.partition(":")[2])) for word in words)


def _fault(code: Fault, *squares: int) -> Seen:
    return Seen(fault=code, squares=squares)


def _accepted(game: Game, turn: Turn) -> Seen:
    """The turn, unless the game itself still objects."""
    ruling = game.judge(turn)
    return Seen(turn=turn) if ruling else Seen(fault=ruling.fault, squares=ruling.squares)


def _missing_roll(game: Game, sight: Sight) -> Seen | None:  # noqa: ARG001
    """Until the die is rolled nobody's turn can be told from the next one's."""
    return _fault(Fault.DIE_MISSING) if game.needs_roll else None


def _recoloured(game: Game, sight: Sight) -> Seen | None:  # noqa: ARG001
    if not sight.recoloured:
        return None
    alone = len(sight.recoloured) == 1 and not sight.appeared and not sight.vanished
    return _fault(Fault.SQUARE_OCCUPIED if alone else Fault.BOARD_DISTURBED, *sight.squares)


def _card_alone(game: Game, sight: Sight) -> Seen | None:
    if sight.appeared or sight.vanished or sight.card is None:
        return None
    kind = game.rules.kind(sight.card)
    if kind is None:
        return _fault(Fault.UNKNOWN_CARD)
    if kind is Kind.END:
        return _accepted(game, EndJoker(game.team))
    if game.options.dead and game.is_dead(sight.card):
        return _accepted(game, Exchange(game.team, sight.card))
    return Seen(wait=Wait.WAIT_CHIP, squares=game.targets(sight.card))


def _moved(game: Game, sight: Sight) -> Seen | None:
    if len(sight.appeared) != 1 or len(sight.vanished) != 1:
        return None
    (square, team), (left,) = sight.appeared[0], sight.vanished
    return _fault(Fault.CHIP_MOVED, left, square) if game.position.chips[left] == team else None


def _merged(game: Game, sight: Sight) -> Seen | None:
    if len(sight.appeared) != 2 or sight.vanished:
        return None
    teams = sorted(team for _, team in sight.appeared)
    merged = teams == sorted((game.team, game.next_team)) and game.team != game.next_team
    return _fault(Fault.MERGED_TURNS, *sight.squares) if merged else None


def _disturbed(game: Game, sight: Sight) -> Seen | None:  # noqa: ARG001
    too_many = len(sight.appeared) > 2 or (len(sight.appeared) == 2 and sight.vanished)
    return _fault(Fault.BOARD_DISTURBED, *sight.squares) if too_many else None


def _no_card(game: Game, sight: Sight) -> Seen | None:
    if sight.card is None:
        return Seen(wait=Wait.WAIT_CARD, squares=sight.squares)
    return None if game.rules.kind(sight.card) else _fault(Fault.UNKNOWN_CARD)


def _only_gone(game: Game, sight: Sight) -> Seen | None:
    if sight.appeared:
        return None
    assert sight.card is not None
    if game.rules.kind(sight.card) is not Kind.REMOVAL:
        return _fault(Fault.REMOVED_WITHOUT_JACK, *sight.vanished)
    if len(sight.vanished) > 1:
        return _fault(Fault.REMOVED_TWO if len(sight.vanished) < 4 else Fault.BOARD_DISTURBED, *sight.vanished)
    return _accepted(game, Remove(game.team, sight.card, sight.vanished[0]))


def _chips_placed(game: Game, sight: Sight) -> Seen:
    if len(sight.appeared) == 2:
        return _fault(Fault.TWO_CHIPS, *sight.squares)
    ((square, team),), card = sight.appeared, sight.card
    assert card is not None
    ruling = game.judge(Place(game.team, card, square))
    if ruling.fault in (Fault.PLACED_WITH_REMOVER, Fault.CORNER_CLOSED):
        return _fault(ruling.fault, square)
    if team != game.team:
        return _fault(Fault.WRONG_COLOUR, square)
    return _captures_cleared(game, sight) if ruling else Seen(fault=ruling.fault, squares=ruling.squares)


def _captures_cleared(game: Game, sight: Sight) -> Seen:
    """A legal placement, if just the captured chips are gone."""
    square = sight.appeared[0][0]
    captured = captures(game.rules, game.position, game.team, square)
    if extra := set(sight.vanished) - set(captured):
        return _fault(Fault.REMOVED_WITHOUT_JACK, *sorted(extra))
    if left := set(captured) - set(sight.vanished):
        return _fault(Fault.CAPTURE_NOT_CLEARED, *sorted(left))
    return _accepted(game, Place(game.team, sight.card, square))


_STEPS: tuple[Callable[[Game, Sight], Seen | None], ...] = (
    _missing_roll,
    _recoloured,
    _card_alone,
    _moved,
    _merged,
    _disturbed,
    _no_card,
    _only_gone,
    _chips_placed,
)
