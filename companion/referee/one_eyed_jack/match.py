"""A match: one game after another at one table. Who clears the board and plays on has begun the next game.

Nobody need say so. Once the board is cleared that a game has filled, the next game is followed beside it, once for each
side that may begin. With a certain turn that one is begun in which the least is guessed; it takes two where the game
before is not over, since a board that was swept is set up again. Until then nothing is judged of the game before.
"""

from collections.abc import Iterator
from dataclasses import replace

from companion.games.one_eyed_jack.position import occupied
from companion.games.one_eyed_jack.rules import Rules
from companion.games.one_eyed_jack.turns import Exchange, Place, Remove
from companion.games.squares import SQUARES
from companion.referee.events import GameStarted
from companion.referee.followed import Happened, counting_on, resolved
from companion.referee.observation import PileObservation, TableObservation
from companion.referee.one_eyed_jack import tracking as one_game
from companion.referee.one_eyed_jack.belief import LIMITS
from companion.referee.one_eyed_jack.happening import differing
from companion.referee.one_eyed_jack.hypotheses import Deviation
from companion.referee.one_eyed_jack.ledger import Step, Tracking, begin
from companion.referee.one_eyed_jack.telling import blamed, celebrated
from companion.referee.one_eyed_jack.wording import NOTICES
from companion.referee.settling import settle

_UNSEEN = 0.5
"""How much of a certain turn one is whose card nobody saw."""
_CERTAIN_TURNS = 2.0
"""So many certain turns begin the next game where the one before is not over."""
_IN_SIGHT = 75
"""So many squares must be seen for a board to be bare: lamps hide a dozen, whoever leans over it more."""


def observe(tracking: Tracking, table: TableObservation, patience_s: float) -> Step:
    """One look at the table, on which another game may be played by now; `patience_s` as for one game."""
    table = replace(table, pile=_of_this_deck(tracking.game.rules, table.pile))
    if tracking.setup.chips:
        table = table.of_teams(tracking.setup.places)
    over, awaited = tracking.outcome is not None, bool(tracking.watch.next_games) and _filled(tracking)
    looked = Happened(tracking)
    if over or awaited:
        looked = one_game.glanced(tracking, table, settle(tracking.watch.calm, table))
    if awaited and not (_emptied(looked.tracking) or _set_up_again(looked.tracking)):
        return _awaited(looked, table, patience_s)
    cleared = over and _cleared(looked.tracking)  # its end is not taken back by that
    step = looked.then(resolved) if cleared else one_game.observe(tracking.watching(next_games=()), table, patience_s)
    after = step.tracking
    if not (_filled(after) and _cleared(after)):
        return step
    return step._replace(tracking=_with_next(after).watching(belief=after.watch.belief.unwatched()))


def _of_this_deck(rules: Rules, pile: PileObservation) -> PileObservation:
    """The pile with whichever jokers this deck has where one is read: their colours and marks are not."""
    read = [(rules.looking_like(card) if rules.kind(card) is None else (card,), nats) for card, nats in pile.cards]
    return replace(pile, cards=tuple((face, nats) for faces, nats in read for face in faces))


def _awaited(step: Step, table: TableObservation, patience_s: float) -> Step:
    """The next game once it has begun; until then the one before, of which no more is judged."""
    tracking = step.tracking
    following = tracking.watch.next_games
    limits = replace(LIMITS, work=LIMITS.work / len(following))  # one look is worth no more for it
    games = tuple(game.then(one_game.observe, table, patience_s, limits) for game in following)
    plain = [game for game in games if _chips_alone(game.tracking)]
    begun, lay = max(plain, key=lambda game: _certain(game.tracking), default=None), tracking.watch.lay
    if begun is None or _certain(begun.tracking, lay) < (1.0 if tracking.outcome is not None else _CERTAIN_TURNS):
        return step._replace(tracking=tracking.watching(next_games=games)).then(_swept, patience_s)
    setup = counting_on(tracking, begun.tracking.setup)
    since = (event for event in begun.events[1:] if getattr(event, "code", None) not in NOTICES)  # told already
    return Happened(replace(begun.tracking, setup=setup), (*tracking.unannounced, GameStarted(setup), *since))


def _with_next(tracking: Tracking) -> Tracking:
    """With the next game as each side would begin it: whoever of it comes first, clockwise after who began this one."""
    first, seats, team_of = tracking.setup.first, tracking.seats, tracking.game.options.team_of
    following = [(first + passed) % seats + 1 for passed in range(seats)]
    beginning = {team_of(seat): seat for seat in reversed(following)}
    in_order = sorted(beginning.values(), key=following.index)
    games = (begin(replace(tracking.setup, first=seat), pile_known=tracking.pile_known) for seat in in_order)
    return tracking.watching(next_games=tuple(game.then(_upon, tracking) for game in games), lay=_lying(tracking))


def _upon(tracking: Tracking, before: Tracking) -> Step:
    """A game upon the board of the one `before`: what is left of that goes first, and what else lies there is its own.

    One chip that seems left when nobody saw the board being cleared may as well be a first turn on the same square.
    """
    left, belief = _left(before), tracking.watch.belief.unwatched()
    unseen = before.watch.resumed or before.watch.belief.tracks.gap
    clearing = frozenset[int]() if unseen and len(left) == 1 else left
    return Happened(replace(tracking, clearing=clearing).watching(old_pile=True, belief=belief))


def _chips_alone(tracking: Tracking) -> bool:
    """Whether turns were told in a game, all of them with chips or dead cards, and nothing is wrong in it."""
    turns, wrong = tracking.game.turns, tracking.fault or tracking.watch.belief.lead.deviations
    return bool(turns) and not wrong and all(isinstance(turn, Place | Remove | Exchange) for turn in turns)


def _certain(tracking: Tracking, lay: frozenset[int] = frozenset()) -> float:
    """How many turns of a game are certain, without those on squares where chips `lay` before it."""
    turns = [turn for turn in tracking.game.turns if getattr(turn, "square", None) not in lay]
    return sum(_UNSEEN if getattr(turn, "card", None) is None else 1.0 for turn in turns)


def _set_up_again(tracking: Tracking) -> bool:
    """Whether most of what lies on the board lies where this game has it, which is not over."""
    back = len(_left(tracking))
    return tracking.outcome is None and back >= one_game.LEFT_OVER and 2 * back > len(_lying(tracking))


def _swept(tracking: Tracking, patience_s: float) -> Step:
    """A board that has been bare for the patience is a fault, unless the game is over; if so, that is told first."""
    if _lying(tracking) or not _cleared(tracking) or tracking.outcome is not None:
        return Happened(tracking)
    if tracking.unannounced or tracking.calm.now_s - tracking.calm.since_s < patience_s:
        return celebrated(tracking)
    gone = differing(tracking)
    return blamed(tracking, Deviation("BOARD_DISTURBED", gone, tracking.game.moment))


def _filled(tracking: Tracking) -> bool:
    """Whether it is a game that a bare board ends: it is over, or more than its first chips lie there."""
    chips = occupied(tracking.game.position.chips)
    return tracking.outcome is not None or len(chips) >= one_game.LEFT_OVER


def _cleared(tracking: Tracking) -> bool:
    """Whether a calm look shows that the board was cleared, but for what a lamp hides: some chips are seen to be gone.

    Half are enough where the game is over; else none may be left, nor so many lie elsewhere that they were bumped.
    """
    seen, stood, left = dict(_seen(tracking)), occupied(tracking.game.position.chips), _left(tracking)
    gone = sum(square in seen for square in stood) - len(left)
    if gone < min(one_game.LEFT_OVER, len(stood)):
        return False
    if tracking.outcome is not None:
        return 2 * gone >= len(stood)
    return not left and len(_lying(tracking)) < one_game.LEFT_OVER and len(seen) >= _IN_SIGHT


def _emptied(tracking: Tracking) -> bool:
    """Whether what lay on the board when it was cleared was no turn: it is gone as well."""
    return bool(tracking.watch.lay) and not _lying(tracking) and _cleared(tracking)


def _left(tracking: Tracking) -> frozenset[int]:
    """The squares on which chips of this game are seen to lie still."""
    seen, chips = dict(_seen(tracking)), tracking.game.position.chips
    return frozenset(square for square in _lying(tracking) if chips[square] == seen[square] - 1)


def _lying(tracking: Tracking) -> frozenset[int]:
    """The squares on which chips are seen."""
    return frozenset(square for square, content in _seen(tracking) if content)


def _seen(tracking: Tracking) -> Iterator[tuple[int, int]]:
    """The squares that the last look shows if it was calm, each with what lies there as a look numbers it."""
    for square in SQUARES if tracking.settled else ():
        if (content := tracking.calm.board.best(square)) is not None:
            yield square, content
