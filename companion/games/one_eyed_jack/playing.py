"""What a legal turn does: the position after it, and what it brought about. Nothing here asks whether it is legal."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.games.cards import Card
from companion.games.one_eyed_jack.count import count, standing, won
from companion.games.one_eyed_jack.patterns import accept, chips_of
from companion.games.one_eyed_jack.position import Chips, Offer, Outcome, Position
from companion.games.one_eyed_jack.rules import Rules
from companion.games.one_eyed_jack.set_up import settle
from companion.games.one_eyed_jack.turnover import changed, draw, end_turn, pass_on, pass_over
from companion.games.one_eyed_jack.turns import (
    Declare,
    EndJoker,
    Exchange,
    Forgot,
    Pass,
    Pattern,
    Place,
    Remove,
    Roll,
    Stop,
    Turn,
)


@dataclass(frozen=True, slots=True)
class Effect:
    """What a turn brought about beside its own chip."""

    captured: tuple[int, ...] = ()
    """The squares whose chips were captured, in reading order."""
    patterns: tuple[Pattern, ...] = ()
    """The patterns the team did not have before, in order."""
    choices: tuple[Pattern, ...] = ()
    """The patterns of one run among which `declare` lets the owner choose."""


NO_EFFECT = Effect()


def play(rules: Rules, position: Position, turn: Turn) -> tuple[Position, Effect]:
    """The position after a legal turn, and its effect."""
    match turn:
        case Place():
            return _place(rules, position, turn)
        case Declare():
            return _declare(rules, position, turn)
    return _play_quietly(rules, position, turn), NO_EFFECT


def accepted(rules: Rules, position: Position, card: Card, following: int | None) -> Position:
    """The position once the seat to move has done with this card what lies there now, and `following` moves next."""
    after = settle(rules, _discarded(position, card))
    after = after._replace(ply=after.ply + 1) if after.outcome else end_turn(rules, after, 1)
    if not following or after.outcome:
        return after
    return (pass_on(rules, after, None) if after.played else after)._replace(seat=following)


def captures(rules: Rules, position: Position, team: int, square: int) -> tuple[int, ...]:
    """The squares whose chips fall when `team` places a chip on `square`: pairs or trios it closes in."""
    if not rules.options.capture_lengths:
        return ()
    found = {s for ray in rules.geometry.rays[square] for s in _caught(rules, position, team, ray)}
    return tuple(sorted(found))


def _caught(rules: Rules, position: Position, team: int, ray: Pattern) -> Pattern:
    """The unlocked opponents' chips between the new chip and the team's next one on this ray, if they are captured."""
    if not ray or position.chips[ray[0]] in (None, team):  # as on most rays
        return ()
    owners = [position.chips[square] for square in ray]
    if team not in owners:
        return ()
    between = ray[: owners.index(team)]
    if len(between) not in rules.options.capture_lengths or None in owners[: len(between)]:
        return ()
    locked = (square for patterns_ in position.locks for pattern in patterns_ for square in pattern)
    return () if any(square in between for square in locked) else between


def chips_after(rules: Rules, position: Position, turn: Place | Remove) -> Chips:
    """What lies on the board after a legal turn with a chip."""
    taken = captures(rules, position, turn.team, turn.square) if isinstance(turn, Place) else ()
    return _board(position, turn, taken)


def _board(position: Position, turn: Place | Remove, taken: tuple[int, ...]) -> Chips:
    chips = list(position.chips)
    chips[turn.square] = turn.team if isinstance(turn, Place) else None
    for square in taken:
        chips[square] = None
    return tuple(chips)


def _place(rules: Rules, position: Position, turn: Place) -> tuple[Position, Effect]:
    """Chip down, captures off, new patterns, win test; then the turn ends."""
    team, taken = turn.team, captures(rules, position, turn.team, turn.square)
    after = _discarded(position, turn.card)._replace(
        chips=_board(position, turn, taken),
        captures=changed(position.captures, team, position.captures[team] + len(taken)),
        passed=(),
    )
    fresh, choices = _new_patterns(rules, position, after, turn)
    after = _lock_patterns(rules, after, team, fresh)
    if choices and rules.options.line_choice == "declare" and rules.options.locks:
        after = after._replace(offer=Offer(team, position.locks[team], choices))
    return _won_or_ended(rules, after, team), Effect(taken, fresh, choices)


def _new_patterns(
    rules: Rules, before: Position, after: Position, turn: Place
) -> tuple[tuple[Pattern, ...], tuple[Pattern, ...]]:
    """The patterns a chip brought, and those its owner might rather have had."""
    chips, free = chips_of(after.chips, turn.team), rules.geometry.free
    full = [c for c in rules.geometry.through[turn.square] if c.mask & (chips | free) == c.mask]
    locked = before.locks[turn.team]
    possible = [c for c in full if accept((c,), chips, free, locked)]
    if not possible:
        return (), ()
    choices = _rivals([candidate.squares for candidate in possible])
    if rules.options.locks:
        return accept(possible, chips, free, locked), choices
    had, has = standing(rules, before, turn.team), standing(rules, after, turn.team)
    return tuple(pattern for pattern in has if pattern not in had) if len(has) > len(had) else (), choices


def _rivals(patterns: Sequence[Pattern]) -> tuple[Pattern, ...]:
    """Those of these patterns that cannot be had together with every other."""
    return tuple(one for one in patterns if any(one is not two and _overlap(one, two) for two in patterns))


def _overlap(one: Pattern, two: Pattern) -> bool:
    """Whether two patterns have more squares in common than a team may use twice."""
    return len({*one} & {*two}) > 1


def _lock_patterns(rules: Rules, position: Position, team: int, fresh: tuple[Pattern, ...]) -> Position:
    if not fresh or not rules.options.locks:
        return position
    return position._replace(locks=changed(position.locks, team, position.locks[team] + fresh))


def _won_or_ended(rules: Rules, position: Position, team: int) -> Position:
    """The period won in the middle of the turn, before drawing; or else the turn ended."""
    outcome = won(rules, position, team)
    if outcome:
        return position._replace(outcome=outcome, offer=None, ply=position.ply + 1)
    return end_turn(rules, position, 1)


def _declare(rules: Rules, position: Position, turn: Declare) -> tuple[Position, Effect]:
    """The team's patterns read again from before its chip, the declared one first; another run may still be open."""
    offer = position.offer
    assert offer is not None
    chips, free = chips_of(position.chips, turn.team), rules.geometry.free
    chosen = (*offer.before, turn.pattern)
    locks = chosen + accept(rules.geometry.candidates, chips, free, chosen)
    after = position._replace(locks=changed(position.locks, turn.team, locks))
    fresh = tuple(pattern for pattern in locks if pattern not in position.locks[turn.team])
    outcome = won(rules, after, turn.team)
    left = () if outcome else _rivals([one for one in offer.patterns if not _overlap(one, turn.pattern)])
    open_still = Offer(turn.team, chosen, left) if left else None
    return after._replace(outcome=outcome, offer=open_still), Effect(patterns=fresh)


def _play_quietly(
    rules: Rules, position: Position, turn: Remove | Exchange | Pass | EndJoker | Roll | Forgot | Stop
) -> Position:
    """The position after a turn that makes no pattern and captures nothing."""
    match turn:
        case Remove():
            after = _discarded(position, turn.card)._replace(passed=())
            return end_turn(rules, after._replace(chips=chips_after(rules, position, turn)), 1)
        case Exchange():
            after = _discarded(position, turn.card)
            return draw(rules, after, after.seat, 1)._replace(exchanges=position.exchanges + 1)
        case Pass():
            passed = (*position.passed, position.seat)
            return end_turn(rules, position._replace(passed=passed, offer=None), 0)
        case EndJoker():
            after = _discarded(position, turn.card)
            return after._replace(ply=position.ply + 1, outcome=count(rules, after, "end_joker"))
        case Roll():
            return _roll(rules, position, turn)
        case Stop():
            outcome = Outcome(turn.winner, "agreed" if turn.agreed else "unfinished")
            return position._replace(outcome=outcome, offer=None)
    return _forgot(rules, position, turn)


def _discarded(position: Position, card: Card | None) -> Position:
    """The position after the seat to move put a card on the pile."""
    hands = changed(position.hands, position.seat - 1, max(0, position.hands[position.seat - 1] - 1))
    return position._replace(hands=hands, pile=(*position.pile, card), offer=None, roller=None)


def _roll(rules: Rules, position: Position, turn: Roll) -> Position:
    if position.played:
        return pass_on(rules, position, turn.face)._replace(roller=turn.team)
    return position._replace(face=turn.face)


def _forgot(rules: Rules, position: Position, turn: Forgot) -> Position:
    """A card that was never drawn goes back to the stock, if it is noticed too late; or else it is drawn now."""
    if not turn.late or rules.options.forgot == "forgive":
        return position
    seat, draws = turn.seat - 1, position.draws[turn.seat - 1]
    if draws.made_up:
        draws = replace(draws, made_up=draws.made_up - 1)
    else:
        owed = draws.owed + (rules.options.forgot == "short_one_round")
        draws = replace(draws, taken=draws.taken - 1, owed=owed)
    after = position._replace(
        stock=position.stock + 1,
        hands=changed(position.hands, seat, position.hands[seat] - 1),
        draws=changed(position.draws, seat, draws),
    )
    return after if position.played else pass_over(rules, after)
