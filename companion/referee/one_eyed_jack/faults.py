"""What the rules call a table that differs from the game, and what such a thing costs a hypothesis."""

from collections import Counter
from dataclasses import replace

from companion.games.cards import Card
from companion.games.one_eyed_jack.faults import Fault
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.sight import Seen, Sight, see
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Pass
from companion.referee.one_eyed_jack import prices
from companion.referee.one_eyed_jack.hypotheses import Circumstances

Named = tuple[str, Circumstances]
"""A fault by its code, `TURN` for a legal turn, `WAIT_CARD`, `WAIT_CHIP`, `NOTHING` or `OVER`; and what it is about."""

TURN = "TURN"
OVER = "OVER"
_NO_FAULTS = (TURN, "WAIT_CARD", "MERGED_TURNS", "BOARD_DISTURBED")
"""What is explained by turns, if by anything; as a deviation it is a board that somebody meddled with."""


def seen_as(game: Game, card: Card | None, changed: Sight) -> Seen:
    """What one new card (None: none that could be read) and these changed squares mean by the rules."""
    return see(game, Sight(card, changed.appeared, changed.vanished, changed.recoloured))


def named(game: Game, card: Card | None, changed: Sight) -> Named:
    """What the rules make of a card and changed squares; without a card the fault that every card would be."""
    about = circumstances(game, card, changed)
    if game.outcome() and not (card and len(changed.appeared) == len(changed.squares) == 1):
        return OVER, about
    seen = seen_as(game, card, changed)
    if seen.wait == "WAIT_CARD" and not (changed.appeared and changed.vanished) and not _taken_away(changed):
        freest = Kind.WILD if changed.appeared else Kind.REMOVAL
        best = seen_as(game, next(face for face in game.options.faces if game.rules.kind(face) is freest), changed)
        seen = best if best.fault else seen
    if seen.turn:
        return TURN, about
    if seen.wait == "WAIT_CHIP" and card and game.is_dead(card):
        return str(Fault.DEAD_NOT_ALLOWED), about
    if seen.fault is Fault.CAPTURE_NOT_CLEARED:
        about = replace(about, came=(), gone=(), captured=seen.squares)
    if seen.fault is Fault.REMOVED_WITHOUT_JACK:
        about = replace(about, came=(), gone=tuple(pair for pair in about.gone if pair[0] in seen.squares))
    return str(seen.fault or seen.wait), about


def _taken_away(changed: Sight) -> bool:
    """Whether one chip went and nothing else changed: by a jack that is still to come, or swept off."""
    return len(changed.vanished) == 1 == len(changed.squares)


def circumstances(game: Game, card: Card | None, changed: Sight) -> Circumstances:
    """What a fault with this card and these changed squares is about."""
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


def deviation_named(game: Game, laid: tuple[Card | None, ...], changed: Sight) -> Named:
    """The fault that a difference is, by the first card laid for it; by the next seat where that played too soon.

    What no single fault explains is a disturbance; a chip that went without its card may have been swept off.
    """
    card = laid[0] if laid else None
    code, about = named(game, card, changed)
    if code not in (TURN, "WAIT_CARD") and card and len(laid) > 1 and game.judge(Pass(game.team)):
        behind = game.at(game.following(Pass(game.team)))
        if named(behind, laid[1], changed)[0] == TURN:
            return "NO_CHIP", circumstances(game, card, changed)
    if code == "REMOVED_WITHOUT_JACK" and changed.appeared:  # a turn, and a chip that went beside it
        return "BOARD_DISTURBED", circumstances(game, card, changed)
    if code == "WAIT_CARD" and _taken_away(changed):
        return "NO_CARD", about
    return ("BOARD_DISTURBED" if code in _NO_FAULTS else code), about


def price(code: str, about: Circumstances) -> float:
    """What such a deviation costs, in nats."""
    came, gone = {square for square, _ in about.came}, len(about.gone)
    if code == OVER:
        cleared = prices.CLEARED + prices.CLEARED_TOO * gone if gone else 0.0
        return cleared + prices.CAME_AFTER_THE_END * (len(about.came) + len(about.over))
    if code == "DIE_MISSING" and about.card and came & {*about.printed}:
        return prices.FAULT + prices.SQUARE_OF_CARD  # a card and its chip before the die was rolled
    if code == "BOARD_DISTURBED" or (code == "DIE_MISSING" and len(about.squares) > 1):
        arrived, left = Counter(team for _, team in about.came), Counter(team for _, team in about.gone)
        moved = (arrived & left).total()
        single = prices.DISTURBED_CAME * (len(came) - moved) + prices.DISTURBED_WENT * (gone - moved)
        return prices.DISTURBED + prices.DISTURBED_MOVED * moved + single + prices.DISTURBED_CHANGED * len(about.over)
    if code in ("NO_CHIP", "GAME_OVER"):  # a turn that is legal but for that
        return prices.FAULT + prices.FAULTS.get(code, 0.0)
    if code == "DIE_MISSING":
        return prices.FAULT + prices.SQUARE
    others = sum(team != about.mover for _, team in about.came)
    on_card = 0 if gone else len(came & {*about.printed})
    hit = on_card * prices.SQUARE_OF_CARD + (len(came) - on_card + len(about.over)) * prices.SQUARE
    if gone and not came:
        hit += prices.CHIP * gone + prices.LATE_JACK * (gone > 1 and about.card is None)
    return prices.FAULT + prices.FAULTS.get(code, 0.0) + hit + prices.FAULT * others * (len(came) > 1)
