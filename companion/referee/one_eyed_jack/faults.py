"""What the rules call a table that differs from the game, and what such a thing costs a hypothesis."""

from dataclasses import replace

from companion.games.cards import Card
from companion.games.one_eyed_jack.faults import Fault
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.sight import Seen, Sight, see
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Pass
from companion.referee.one_eyed_jack import prices
from companion.referee.one_eyed_jack.difference import Difference
from companion.referee.one_eyed_jack.remedies import Circumstances

Named = tuple[str, Circumstances]
"""A fault by its code, `TURN` for a legal turn, `WAIT_CARD`, `WAIT_CHIP`, `NOTHING` or `OVER`; and what it is about."""

TURN = "TURN"
OVER = "OVER"
_NO_FAULTS = (TURN, "WAIT_CARD", "MERGED_TURNS", "BOARD_DISTURBED")
"""What is explained by turns, if by anything; as a deviation it is a board that somebody meddled with."""


def named(game: Game, card: Card | None, changed: Difference) -> Named:
    """What the rules make of one new card (None: none that could be read) and one difference."""
    about = circumstances(game, card, changed)
    if game.outcome() and not (card and len(changed.appeared) == len(changed.squares) == 1):
        return OVER, about
    if card is None and changed:
        return _without_card(game, changed)
    seen = see(game, Sight(card, changed.appeared, changed.vanished, changed.recoloured))
    if seen.turn:
        return TURN, about
    if seen.wait == "WAIT_CHIP" and card and game.is_dead(card):
        return str(Fault.DEAD_NOT_ALLOWED), about
    return str(seen.fault or seen.wait), _narrowed(about, seen)


def _without_card(game: Game, changed: Difference) -> Named:
    """The fault that every card would be, or waiting for the card."""
    seen = see(game, Sight(None, changed.appeared, changed.vanished, changed.recoloured))
    about = circumstances(game, None, changed)
    if seen.wait != "WAIT_CARD" or (changed.appeared and changed.vanished) or _taken_away(changed):
        return str(seen.fault or seen.wait), _narrowed(about, seen)
    freest = Kind.WILD if changed.appeared else Kind.REMOVAL
    card = next(card for card in game.options.faces if game.rules.kind(card) is freest)
    best = see(game, Sight(card, changed.appeared, changed.vanished, changed.recoloured))
    return (str(best.fault), _narrowed(about, best)) if best.fault else ("WAIT_CARD", about)


def _taken_away(changed: Difference) -> bool:
    """Whether one chip went and nothing else changed: by a jack that is still to come, or swept off."""
    return len(changed.vanished) == 1 == len(changed.squares)


def circumstances(game: Game, card: Card | None, changed: Difference) -> Circumstances:
    """What a fault with this card and difference is about."""
    chips, outcome = game.position.chips, game.outcome()
    return Circumstances(
        mover=game.team,
        seat=game.seat,
        card=card,
        printed=game.layout.squares_of(card) if card else (),
        open=game.targets(card) if card and not outcome else (),
        came=changed.appeared,
        gone=tuple((square, owner) for square in changed.vanished if (owner := chips[square]) is not None),
        over=changed.recoloured,
        winner=outcome.winner if outcome else None,
    )


def _narrowed(about: Circumstances, seen: Seen) -> Circumstances:
    """The circumstances, narrowed to the chips the fault is about."""
    if seen.fault is Fault.CAPTURE_NOT_CLEARED:
        return replace(about, came=(), gone=(), captured=seen.squares)
    if seen.fault is Fault.REMOVED_WITHOUT_JACK:
        return replace(about, came=(), gone=tuple(pair for pair in about.gone if pair[0] in seen.squares))
    return about


def deviation_named(game: Game, laid: tuple[Card | None, ...], changed: Difference) -> Named:
    """The fault that a difference is, by the first card laid for it; by the next seat where that played too soon."""
    card = laid[0] if laid else None
    code, about = named(game, card, changed)
    if code not in (TURN, "WAIT_CARD") and card and len(laid) > 1 and game.judge(Pass(game.team)):
        behind = game.at(game.following(Pass(game.team)))
        if named(behind, laid[1], changed)[0] == TURN:
            return "NO_CHIP", circumstances(game, card, changed)
    if code == "REMOVED_WITHOUT_JACK" and changed.appeared:  # a turn, and a chip that went beside it
        return "BOARD_DISTURBED", circumstances(game, card, changed)
    if code in _NO_FAULTS:
        return _meddled(code, changed, about)
    return code, about


def _meddled(code: str, changed: Difference, about: Circumstances) -> Named:
    """A difference that no single fault explains; a chip that went without its card may have been swept off."""
    return ("NO_CARD" if _taken_away(changed) and code == "WAIT_CARD" else "BOARD_DISTURBED"), about


def price(code: str, about: Circumstances) -> float:
    """What such a deviation costs, in nats."""
    if code == OVER:
        came = prices.CAME_AFTER_THE_END * (len(about.came) + len(about.over))
        return came + (prices.CLEARED + prices.CLEARED_TOO * len(about.gone) if about.gone else 0.0)
    alone = len(about.squares) == 1 and {square for square, _ in about.came} <= {*about.printed}
    if code == "WRONG_COLOUR" and alone:
        return prices.WRONG_COLOUR_ON_CARD
    if code == "TWO_CHIPS" or (code == "WRONG_COLOUR" and len(about.came) == len(about.squares) > 1):
        return prices.FAULT + sum(_chip(about, square, team) for square, team in about.came)
    if code == "REMOVED_WITHOUT_JACK" and len(about.gone) > 1:
        return prices.FAULTS[code] + prices.DISTURBED_WENT * (len(about.gone) - 1)
    if code == "REMOVED_TWO":
        return prices.FAULT + prices.CHIP * len(about.gone) + prices.LATE_JACK * (about.card is None)
    if code == "DIE_MISSING" and about.card and {square for square, _ in about.came} & {*about.printed}:
        return prices.PLAYED_BEFORE_THE_ROLL
    if code == "BOARD_DISTURBED" or (code == "DIE_MISSING" and len(about.squares) > 1):
        return _disturbance(about)
    return prices.FAULTS.get(code, prices.OTHER_FAULT)


def _chip(about: Circumstances, square: int, team: int) -> float:
    """What it costs that one chip of several came to this square."""
    place = prices.SQUARE_OF_CARD if square in about.printed else prices.SQUARE
    return place + prices.FAULT * (team != about.mover)


def _disturbance(about: Circumstances) -> float:
    came, gone = [team for _, team in about.came], [team for _, team in about.gone]
    moved = sum(min(came.count(team), gone.count(team)) for team in set(came))
    return (
        prices.DISTURBED
        + prices.DISTURBED_MOVED * moved
        + prices.DISTURBED_CAME * (len(came) - moved)
        + prices.DISTURBED_WENT * (len(gone) - moved)
        + prices.DISTURBED_CHANGED * len(about.over)
    )
