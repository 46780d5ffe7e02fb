"""Is this turn legal now, and if not, which fault is it? Pure questions about a position; nothing is changed."""

from companion.games.cards import Card
from companion.games.one_eyed_jack.faults import LEGAL, Fault, Ruling
from companion.games.one_eyed_jack.patterns import chips_of
from companion.games.one_eyed_jack.position import Position
from companion.games.one_eyed_jack.rules import Kind, Rules
from companion.games.one_eyed_jack.turns import (
    Declare,
    EndJoker,
    Exchange,
    Forgot,
    Pass,
    Place,
    Remove,
    Roll,
    Stop,
    Turn,
)
from companion.games.squares import SQUARES


def judge(rules: Rules, position: Position, turn: Turn) -> Ruling:
    """Whether `turn` is legal now; a ruling with a fault when it is not."""
    if position.outcome:
        return Ruling(Fault.GAME_OVER)
    match turn:
        case Roll():
            return _judge_roll(rules, position, turn)
        case Forgot():
            return _judge_forgot(rules, position, turn)
        case Stop():
            known = turn.winner is None or turn.winner < rules.options.teams
            return LEGAL if known else Ruling(Fault.NO_SUCH_CHOICE)
        case Declare():
            offered = position.offer is not None and position.offer.team == turn.team
            chosen = position.offer and turn.pattern in position.offer.patterns
            return LEGAL if offered and chosen else Ruling(Fault.NO_SUCH_CHOICE, turn.pattern)
    fault = _refuse_mover(rules, position, turn.team)
    return Ruling(fault) if fault else _judge_play(rules, position, turn)


def is_open(rules: Rules, position: Position, square: int) -> bool:
    """Whether a square may receive a chip."""
    return position.chips[square] is None and square not in rules.closed


def targets(rules: Rules, position: Position, card: Card | None) -> tuple[int, ...]:
    """The squares where `card` can act for the seat to move; for a card nobody read, every open square."""
    if card is not None and rules.kind(card) is Kind.REMOVAL:
        return tuple(square for square in SQUARES if not _refuse_removal(rules, position, square))
    places = SQUARES if card is None else rules.places.get(card.code, ())
    return tuple(square for square in places if is_open(rules, position, square))


def is_dead(rules: Rules, position: Position, card: Card) -> bool:
    """Whether a plain card has no open square at this moment; jacks are never dead."""
    if rules.kind(card) is not Kind.PLAIN:
        return False
    return not any(is_open(rules, position, square) for square in rules.places[card.code])


def is_safe(rules: Rules, position: Position, square: int) -> bool:
    """Whether the chip on a square is protected: part of a locked pattern, or crowned in sub-three scoring."""
    team = position.chips[square]
    if team is None:
        return False
    if rules.options.objective == "sub3":
        counting = chips_of(position.chips, team) | rules.geometry.free
        return any(w.mask & counting == w.mask for w in rules.geometry.windows_through[square])
    return any(square in pattern for pattern in position.locks[team])


def needs_roll(rules: Rules, position: Position) -> bool:
    """Whether the die must be rolled before anything else."""
    die = rules.options.die
    return position.played if die is None or die.moment == "after" else position.face is None


def _refuse_mover(rules: Rules, position: Position, team: int) -> Fault | None:
    """The fault of a team that may not act now, or None."""
    if needs_roll(rules, position):
        return Fault.DIE_MISSING
    if team == rules.options.team_of(position.seat):
        return None
    theirs = position.hands[team :: rules.options.teams] if team < rules.options.teams else (1,)
    return Fault.OUT_OF_TURN if any(theirs) else Fault.HAND_SHORT


def _judge_play(rules: Rules, position: Position, turn: Place | Remove | Exchange | Pass | EndJoker) -> Ruling:
    if not position.hands[position.seat - 1] and not isinstance(turn, Pass):
        return Ruling(Fault.HAND_SHORT)
    match turn:
        case Place(_, _, square) | Remove(_, _, square) if square not in SQUARES:
            return Ruling(Fault.NO_SUCH_SQUARE)
        case Place(_, card, square):
            return _ruling(_refuse_placing(rules, position, card, square), square)
        case Remove(_, card, square):
            wrong = None if card is None else _refuse_remover(rules, card)
            return _ruling(wrong or _refuse_removal(rules, position, square), square)
        case Exchange(_, card):
            fault = _refuse_exchange(rules, position, card)
            return _ruling(fault, *(targets(rules, position, card) if fault is Fault.NOT_DEAD else ()))
        case EndJoker():
            return _ruling(None if rules.options.end_joker else Fault.UNKNOWN_CARD)
    return LEGAL  # only the seat itself knows whether it must pass


def _ruling(fault: Fault | None, *squares: int) -> Ruling:
    return Ruling(fault, squares) if fault else LEGAL


def _refuse_placing(rules: Rules, position: Position, card: Card | None, square: int) -> Fault | None:
    """The fault of placing a chip on this square with this card, or None."""
    kind = Kind.WILD if card is None else rules.kind(card)
    if kind is None:
        return Fault.UNKNOWN_CARD
    if position.chips[square] is not None:
        return Fault.SQUARE_OCCUPIED
    if kind is Kind.REMOVAL:
        return Fault.PLACED_WITH_REMOVER
    if square in rules.closed:
        return Fault.CORNER_CLOSED
    shown = card is None or square in rules.places.get(card.code, ())
    return None if shown else Fault.CARD_MISMATCH


def _refuse_remover(rules: Rules, card: Card) -> Fault | None:
    kind = rules.kind(card)
    if kind is None:
        return Fault.UNKNOWN_CARD
    return None if kind is Kind.REMOVAL else Fault.REMOVED_WITHOUT_JACK


def _refuse_removal(rules: Rules, position: Position, square: int) -> Fault | None:
    """The fault of taking the chip on this square with a removal card, or None."""
    team = position.chips[square]
    if team is None:
        return Fault.NOTHING_REMOVED
    if rules.options.remove == "opponents" and team == rules.options.team_of(position.seat):
        return Fault.REMOVED_OWN
    return Fault.REMOVED_LOCKED if is_safe(rules, position, square) else None


def _refuse_exchange(rules: Rules, position: Position, card: Card) -> Fault | None:
    options = rules.options
    if rules.kind(card) is None:
        return Fault.UNKNOWN_CARD
    if not options.dead:
        return Fault.DEAD_NOT_ALLOWED
    if not is_dead(rules, position, card):
        return Fault.NOT_DEAD
    if options.dead_per_turn is not None and position.exchanges >= options.dead_per_turn:
        return Fault.DEAD_LIMIT
    can_draw = position.stock or options.stock_end == "reshuffle"
    return None if can_draw else Fault.DEAD_NO_STOCK


def _judge_roll(rules: Rules, position: Position, turn: Roll) -> Ruling:
    die = rules.options.die
    if die is None:
        return Ruling(Fault.DIE_NOT_ALLOWED)
    if not needs_roll(rules, position):
        return _ruling(_refuse_early_roll(rules, position, turn))
    if turn.team != rules.options.team_of(position.seat):
        return Ruling(Fault.OUT_OF_TURN)
    return LEGAL if turn.face in die.faces else Ruling(Fault.DIE_BAD_FACE)


def _refuse_early_roll(rules: Rules, position: Position, turn: Roll) -> Fault:
    """Which fault a roll is when none is due."""
    mover = turn.team == rules.options.team_of(position.seat)
    if position.face is not None:
        return Fault.DIE_TWICE if mover else Fault.OUT_OF_TURN
    if position.roller == turn.team:
        return Fault.DIE_TWICE
    return Fault.DIE_TOO_EARLY if mover else Fault.OUT_OF_TURN


def _judge_forgot(rules: Rules, position: Position, turn: Forgot) -> Ruling:
    if not 1 <= turn.seat <= rules.options.seats or not position.hands[turn.seat - 1]:
        return Ruling(Fault.NO_DRAW_OWED)
    draws = position.draws[turn.seat - 1]
    return LEGAL if draws.taken or draws.made_up else Ruling(Fault.NO_DRAW_OWED)
