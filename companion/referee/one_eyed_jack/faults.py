"""What the rules call a table that differs from the game, and what such a thing costs a hypothesis."""

from collections import Counter
from dataclasses import replace

from companion.games.cards import Card
from companion.games.one_eyed_jack.faults import Fault
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.sight import Sight, see
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Pass
from companion.games.squares import NEIGHBOURS
from companion.referee.one_eyed_jack import prices

Named = tuple[str, Sight]
"""A fault by its code, `TURN` for a legal turn, `WAIT_CARD`, `WAIT_CHIP`, `NOTHING` or `OVER`; and what it is about."""

TURN = "TURN"
OVER = "OVER"
_NO_FAULTS = (TURN, "WAIT_CARD", "MERGED_TURNS", "BOARD_DISTURBED")
"""What is explained by turns, if by anything; as a deviation it is a board that somebody meddled with."""


def named(game: Game, card: Card | None, changed: Sight, *, laid: bool = False) -> Named:
    """What the rules make of a card and changed squares; without one, or `laid` unread, what every card would be."""
    about = replace(changed, card=card)
    if game.outcome() and not (card and len(changed.appeared) == len(changed.squares) == 1):
        return OVER, about
    seen = see(game, about)
    if seen.wait == "WAIT_CARD" and not (changed.appeared and changed.vanished) and (laid or not _taken_away(changed)):
        freest = Kind.WILD if changed.appeared else Kind.REMOVAL
        any_card = next(face for face in game.options.faces if game.rules.kind(face) is freest)
        best = see(game, replace(changed, card=any_card))
        seen = best if best.fault else seen
    if seen.fault is Fault.UNKNOWN_CARD and changed:  # likelier misread: what is wrong whatever it is comes first
        chips = named(game, None, changed)
        return chips if chips[0] not in (*_NO_FAULTS, "CAPTURE_NOT_CLEARED") else (str(seen.fault), about)
    if seen.turn:
        return TURN, about
    if seen.wait == "WAIT_CHIP" and card and game.is_dead(card):
        return str(Fault.DEAD_NOT_ALLOWED), about
    if seen.fault in (Fault.CAPTURE_NOT_CLEARED, Fault.REMOVED_WITHOUT_JACK):  # the chip that came is right
        about = Sight(card, vanished=seen.squares)
    return str(seen.fault or seen.wait), about


def _taken_away(changed: Sight) -> bool:
    """Whether one chip went and nothing else changed: by a jack that is still to come, or swept off."""
    return len(changed.vanished) == 1 == len(changed.squares)


def deviation_named(game: Game, laid: tuple[Card | None, ...], changed: Sight) -> Named:
    """The fault that a difference is, by the first card laid for it; by the next seat where that played too soon.

    What no single fault explains is a disturbance; a chip that went without its card may have been swept off.
    """
    card = laid[0] if laid else None
    code, about = named(game, card, changed, laid=bool(laid))
    if code not in (TURN, "WAIT_CARD") and card and len(laid) > 1 and game.judge(Pass(game.team)):
        behind = game.at(game.following(Pass(game.team)))
        if named(behind, laid[1], changed)[0] == TURN:
            return "NO_CHIP", replace(changed, card=card)
    if code == "REMOVED_WITHOUT_JACK" and changed.appeared:  # a turn, and a chip that went beside it
        return "BOARD_DISTURBED", replace(changed, card=card)
    if code == "WAIT_CARD" and _taken_away(changed):
        return "NO_CARD", about
    return ("BOARD_DISTURBED" if code in _NO_FAULTS else code), about


def _taken_beside(game: Game, code: str, card: Card | None) -> bool:
    """Whether a chip that went as another came was taken by nothing: not moved there, nor taken by a jack or line."""
    taking = bool(game.options.capture_lengths) or game.rules.kind(card) in (None, Kind.REMOVAL)
    return code != "CHIP_MOVED" and not taking


def price(game: Game, code: str, about: Sight) -> float:
    """What such a deviation costs where the game stands, in nats."""
    chips, came, gone, over = game.position.chips, dict(about.appeared), len(about.vanished), dict(about.recoloured)
    printed = game.rules.squares_showing(about.card) if about.card else ()
    on_card = len((came | over).keys() & {*printed})
    if code == OVER:
        cleared = prices.CLEARED + prices.CLEARED_TOO * gone if gone else 0.0
        return cleared + prices.CAME_AFTER_THE_END * len(came | over)
    if code == "BOARD_DISTURBED" or (code == "DIE_MISSING" and len(about.squares) > 1):
        left = Counter(chips[square] for square in about.vanished)
        moved = (left & Counter(came.values())).total()
        single = prices.DISTURBED_CAME * (len(came) - moved) + prices.DISTURBED_WENT * (gone - moved)
        return prices.DISTURBED + prices.DISTURBED_MOVED * moved + single + prices.DISTURBED_CHANGED * len(over)
    if code in ("NO_CHIP", "GAME_OVER", "CAPTURE_NOT_CLEARED"):  # a turn that is legal but for that
        anywhere = prices.SQUARE * (game.rules.kind(about.card) in (None, Kind.WILD))  # as of any such turn
        taken = prices.CHIP * gone if code == "NO_CHIP" else anywhere  # by the next seat's jack
        return prices.FAULT + prices.FAULTS.get(code, 0.0) + taken
    if code == "DIE_MISSING":  # a chip before the die was rolled, with its card or without
        return prices.FAULT + (prices.SQUARE_OF_CARD if on_card else prices.SQUARE)
    others = sum(team != game.team for team in came.values())
    on_card = 0 if gone else on_card
    hit = on_card * prices.SQUARE_OF_CARD + (len(came | over) - on_card) * prices.SQUARE
    if code == "CHIP_MOVED" and not came.keys().isdisjoint(NEIGHBOURS[about.vanished[0]]):
        hit = prices.NEIGHBOUR
    if gone:
        hit += prices.CHIP * gone + prices.LATE_JACK * (gone > 1 and not came and about.card is None)
    if gone and came:
        hit += prices.TAKEN_BESIDE * gone if _taken_beside(game, code, about.card) else -prices.CHIP
    besides = len(came) > 1 or code == "PLACED_WITH_REMOVER"  # that another team put it is one wrong more
    return prices.FAULT * (1 + others * besides) + prices.FAULTS.get(code, 0.0) + hit
