"""What may go wrong before a turn: every fault of the rules that a camera can see, how it is done and how mended.

Each mishap leaves the board as it was, and perhaps the card of the turn on the pile.
"""

from collections.abc import Callable

from scene import Mishap, Scene

from companion.games.cards import PRINCESS, Card
from companion.games.one_eyed_jack.playing import captures
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.turns import Exchange, Pass, Place
from companion.games.squares import CORNERS

VERY_LONG = 24
"""Frames in which nothing happens, until a chip without a card is somebody's fault."""


Kinds = Callable[[Scene], Mishap | None]


def mishap_in(scene: Scene) -> Mishap | None:
    """One that may happen before this turn; mostly those that seldom can come first, the rarest before all."""
    common, seldom = list(COMMON), list(OF_PLACING if isinstance(scene.turn, Place) else OF_REMOVING)
    scene.random.shuffle(common)
    scene.random.shuffle(seldom)
    kinds = sorted(seldom + common, key=lambda kind: kind not in RARE) if scene.random.random() < 0.6 else common
    return next((mishap for kind in kinds if (mishap := kind(scene))), None)


def wrong_colour(scene: Scene) -> Mishap | None:
    """A chip of another team."""
    square = scene.turn.square
    put = scene.putting(square, scene.other)
    return Mishap("WRONG_COLOUR", (scene.lay, put), (scene.restoring(square),))


def two_chips(scene: Scene) -> Mishap | None:
    """A second chip of the same team."""
    second = scene.one(square for square in scene.open if square != scene.turn.square)
    if second is None:
        return None
    both = (scene.putting(scene.turn.square, scene.mover), scene.putting(second, scene.mover))
    return Mishap("TWO_CHIPS", (scene.lay, *both), (scene.restoring(scene.turn.square, second),))


def mismatch(scene: Scene) -> Mishap | None:
    """A chip on a square that does not show the card."""
    square = scene.one(set(scene.open) - set(scene.game.targets(scene.turn.card)))
    if square is None or captures(scene.game.rules, scene.game.position, scene.mover, square):
        return None
    spoil = (scene.lay, scene.putting(square, scene.mover))
    return Mishap("CARD_MISMATCH", spoil, (scene.restoring(square),), of_card=True)


def corner(scene: Scene) -> Mishap | None:
    """A chip on a free corner."""
    if not scene.contest.options.free_corners:
        return None
    square = scene.random.choice(CORNERS)
    return Mishap("CORNER_CLOSED", (scene.lay, scene.putting(square, scene.mover)), (scene.taking(square),))


def no_chip(scene: Scene) -> Mishap | None:
    """A card without a chip, over which the next seat plays; its card and chip go back."""
    if scene.game.rules.options.die or scene.same_again:
        return None
    behind = scene.game.at(scene.game.following(Pass(scene.mover)))
    card = scene.unseen(lambda card: scene.kind(card) is Kind.PLAIN and bool(behind.targets(card)))
    if behind.outcome() or behind.team == scene.mover or not card or card in scene.shown:
        return None
    free = [square for square in behind.targets(card) if square not in scene.game.targets(scene.turn.card)]
    square = scene.one(free)
    if square is None or captures(behind.rules, behind.position, behind.team, square):
        return None
    spoil, mend = (scene.laying(card), scene.putting(square, behind.team)), (scene.pick_up, scene.restoring(square))
    return Mishap("NO_CHIP", spoil, mend, (scene.lay,), of_card=True)


def two_cards(scene: Scene) -> Mishap | None:
    """A second card before anything was done with the first."""
    card = scene.unseen(lambda card: card not in scene.shown and bool(scene.game.targets(card)))
    if card is None or scene.same_again:
        return None
    return Mishap("TWO_CARDS", (scene.laying(card),), (scene.pick_up,), (scene.lay,), of_card=True)


def half_captured(scene: Scene) -> Mishap | None:
    """Captured chips that are left where they are, all of them or some."""
    square = scene.turn.square
    captured = captures(scene.game.rules, scene.game.position, scene.mover, square)
    if not captured:
        return None
    gone = captured[: scene.random.randrange(len(captured))]
    spoil = (scene.lay, scene.putting(square, scene.mover), scene.taking(*gone))
    return Mishap("CAPTURE_NOT_CLEARED", spoil, (scene.restoring(square, *gone),))


def capture_and_more(scene: Scene) -> Mishap | None:
    """A chip too many goes with a capture."""
    square = scene.turn.square
    captured = captures(scene.game.rules, scene.game.position, scene.mover, square)
    extra = scene.one(other for other in scene.chips() if other not in captured)
    if not captured or extra is None:
        return None
    spoil = (scene.lay, scene.putting(square, scene.mover), scene.taking(*captured, extra))
    return Mishap("REMOVED_WITHOUT_JACK", spoil, (scene.restoring(square, *captured, extra),), of_card=True)


def no_card(scene: Scene) -> Mishap | None:
    """A chip whose card does not come for very long; the chip goes back."""
    square = scene.turn.square
    if not isinstance(scene.turn, Place) or square in scene.again:
        return None
    if captures(scene.game.rules, scene.game.position, scene.mover, square):
        return None  # what it captures is asked for first
    put = scene.putting(square, scene.mover)
    return Mishap("NO_CARD", (put,), (scene.restoring(square),), laid=False, frames=VERY_LONG)


def removed_own(scene: Scene) -> Mishap | None:
    """A chip of the own team is taken where only others' may be."""
    square = scene.one(scene.chips(others=False))
    if square is None or scene.contest.options.remove != "opponents":
        return None
    spoil = (scene.lay, scene.taking(square))
    return Mishap("REMOVED_OWN", spoil, (scene.restoring(square),), unread=("REMOVED_WITHOUT_JACK",))


def removed_locked(scene: Scene) -> Mishap | None:
    """A chip of a finished line is taken."""
    square = scene.one(scene.chips(own=scene.contest.options.remove == "any", safe=True))
    if square is None:
        return None
    return Mishap("REMOVED_LOCKED", (scene.lay, scene.taking(square)), (scene.restoring(square),))


def removed_two(scene: Scene) -> Mishap | None:
    """Two or three chips are taken at once."""
    chips = scene.chips(own=False)
    if len(chips) < 3:
        return None
    gone = scene.random.sample(chips, scene.random.randint(2, 3))
    return Mishap("REMOVED_TWO", (scene.lay, scene.taking(*gone)), (scene.restoring(*gone),), of_card=True)


def placed_with_remover(scene: Scene) -> Mishap | None:
    """A chip is placed with a one-eyed jack."""
    square = scene.one(scene.open)
    if square is None:
        return None
    spoil = (scene.lay, scene.putting(square, scene.mover))
    return Mishap("PLACED_WITH_REMOVER", spoil, (scene.restoring(square),), of_card=True)


def moved(scene: Scene) -> Mishap | None:
    """A chip is pushed to another square."""
    source, goal = scene.one(set(scene.chips()) - scene.newest), scene.one(scene.open)
    if source is None or goal is None:
        return None
    team = scene.game.position.chips[source]
    spoil = (scene.taking(source), scene.putting(goal, team))
    return Mishap("CHIP_MOVED", spoil, (scene.restoring(source, goal),), laid=False)


def stacked(scene: Scene) -> Mishap | None:
    """A chip is put upon a chip of another team."""
    square = scene.one(scene.chips(own=False))
    if square is None:
        return None
    return Mishap("SQUARE_OCCUPIED", (scene.lay, scene.putting(square, scene.mover)), (scene.restoring(square),))


def taken(scene: Scene) -> Mishap | None:
    """A chip goes, though the card is no one-eyed jack."""
    square = scene.one(set(scene.chips()) - (scene.newest if scene.card_before_last else set()))
    if square is None or scene.same_again or scene.kind(scene.turn.card) is Kind.REMOVAL:
        return None
    spoil, unread = (scene.lay, scene.taking(square)), ("REMOVED_OWN", "REMOVED_LOCKED")
    return Mishap("REMOVED_WITHOUT_JACK", spoil, (scene.restoring(square),), unread=unread, of_card=True)


def stolen(scene: Scene) -> Mishap | None:
    """A chip that was not the last to come vanishes without a card; it comes back."""
    square = scene.one(set(scene.chips(own=False)) - scene.newest)
    if square is None:
        return None
    return Mishap("NO_CARD", (scene.taking(square),), (scene.restoring(square),), laid=False, frames=VERY_LONG)


def bumped(scene: Scene) -> Mishap | None:
    """Somebody knocks against the board: several chips slide to other squares."""
    chips, goals = scene.chips(), scene.open
    if len(chips) < 4 or len(goals) < 4:
        return None
    slid = scene.random.sample(chips, scene.random.randint(3, 4))
    goals = scene.random.sample(goals, len(slid))
    teams = [scene.game.position.chips[square] for square in slid]
    spoil = [scene.putting(goal, team) for goal, team in zip(goals, teams, strict=True)]
    return Mishap("BOARD_DISTURBED", (scene.taking(*slid), *spoil), (scene.restoring(*slid, *goals),), laid=False)


def unknown_card(scene: Scene) -> Mishap | None:
    """A card of another game is laid, and a chip with it."""
    options = scene.contest.options
    jokers = [Card("JK")] if options.free_corners and not options.end_joker else []
    strange = [card for card in (*PRINCESS, *jokers) if not scene.kind(card)]
    square = scene.one(scene.open)
    if not strange or square is None:
        return None
    spoil = (scene.laying(scene.random.choice(strange)), scene.putting(square, scene.mover))
    mend = (scene.pick_up, scene.restoring(square))
    return Mishap("UNKNOWN_CARD", spoil, mend, laid=False, of_card=True, frames=VERY_LONG)


def not_to_be_exchanged(scene: Scene) -> Mishap | None:
    """A dead card is laid that may not be exchanged now."""
    card = scene.unseen(lambda card: scene.game.is_dead(card) and card not in scene.shown)
    fault = scene.game.judge(Exchange(scene.mover, card)).fault if card else None
    if not card or not fault:
        return None
    return Mishap(str(fault), (scene.laying(card),), (scene.pick_up,), laid=False, of_card=True)


COMMON = (moved, stacked, bumped, unknown_card, stolen, no_card, not_to_be_exchanged, taken)
OF_PLACING = (wrong_colour, two_chips, mismatch, corner, no_chip, two_cards, half_captured, capture_and_more)
OF_REMOVING = (removed_own, removed_locked, removed_two, placed_with_remover)
RARE = (half_captured, capture_and_more, removed_locked, not_to_be_exchanged)


def mishap_of_the_die(scene: Scene) -> Mishap | None:
    """Somebody plays before the die is rolled; not as the first card, for a pile that goes again is out of sight."""
    card, square = scene.unseen(lambda card: scene.kind(card) is Kind.PLAIN), scene.one(scene.open)
    if card is None or square is None or scene.contest.table.top is None:
        return None
    spoil = (scene.laying(card), scene.putting(square, scene.random.randrange(scene.contest.options.teams)))
    return Mishap("DIE_MISSING", spoil, (scene.pick_up, scene.restoring(square)), laid=False)


def mishap_over(scene: Scene) -> Mishap | None:
    """Somebody plays on after the end."""
    card, square = scene.unseen(lambda card: scene.kind(card) is Kind.PLAIN), scene.one(scene.open)
    if card is None or square is None:
        return None
    spoil = (scene.laying(card), scene.putting(square, scene.random.randrange(scene.contest.options.teams)))
    return Mishap("GAME_OVER", spoil, (scene.pick_up, scene.restoring(square)), laid=False, of_card=True)
